<?php

// needs: ctype
foreach (['abc', 'ABC', '123', 'a1', ' ', '', "\n\t", 'ff0', '!?', 'é', "\0", 5, 65, 300, -5, null, 1.5] as $v) {
    echo str_pad(json_encode($v), 8);
    foreach (['alpha', 'digit', 'alnum', 'upper', 'lower', 'space', 'punct', 'xdigit', 'cntrl', 'graph', 'print'] as $f) {
        echo @("ctype_$f")($v) ? substr($f, 0, 2) : '--', ' ';
    }
    echo "\n";
}
ctype_alpha(5);
ctype_digit(null);
