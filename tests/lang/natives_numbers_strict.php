<?php
declare(strict_types=1);
// Under strict types integers become floats, and nothing becomes a string.
function each_of($values) {
    foreach ($values as $v) {
        try {
            echo fmod($v, 3), ' ';
            echo strrev($v), "\n";
        } catch (TypeError $e) {
            echo $e->getMessage(), "\n";
        }
    }
}
each_of([7, 8.5, '9', 10]);
function texts($values) {
    foreach ($values as $v) {
        try {
            echo trim($v), "\n";
        } catch (TypeError $e) {
            echo $e->getMessage(), "\n";
        }
    }
}
texts(['a ', 'b ', 5, 'c ']);
