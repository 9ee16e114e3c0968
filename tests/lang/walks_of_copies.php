<?php
// A walk by reference goes on where it was in whichever copy the variable keeps, and in an array that got shorter.
$data = [0, 1, 2];
foreach ($data as $key => &$value) {
    echo $value, "\n";
    if ($value === 1) {
        $copies = [$data, $data, $data];
        unset($copies[0][$key], $data[$key], $copies[2][$key]);
    }
}
unset($value);
$queue = ['a'];
foreach ($queue as $key => &$item) {
    echo $key, "\n";
    unset($queue[$key]);
    if ($key < 4) {
        $queue[] = 'b';
    }
}
unset($item);
$numbers = [0, 1, 2, 3, 4];
foreach ($numbers as &$number) {
    echo $number, "\n";
    if ($number === 2) {
        array_splice($numbers, 1, 3, ['x', 'y', 'z']);
    }
}
