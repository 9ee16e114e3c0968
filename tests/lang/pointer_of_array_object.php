<?php
// The functions of the internal pointer see an object's own properties, not what it only shows.
$own = new class([1, 2]) extends ArrayObject { public $p = 5; public $q = 6; };
foreach ([new ArrayIterator([1, 2]), new ArrayObject([1, 2]), new ArrayObject([1, 2], 1), $own] as $o) {
    var_dump(@reset($o), @current($o), @key($o), @next($o), @end($o), @prev($o));
}
