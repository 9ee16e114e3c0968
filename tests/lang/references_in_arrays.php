<?php

$a = [1, 2, 3];
$r = &$a[1];
$b = $a;
$b[1] = 'shared';
$b[0] = 'own';
print_r($a);
unset($r);
$c = $a;
$c[1] = 'x';
echo $a[1], "\n";

[$x, &$y] = $a;
$y = 'destructured';
echo $a[1], "\n";
foreach ([[1, [2]], [3, [4]]] as [$p, [$q]]) {
    echo $p + $q, ' ';
}
echo "\n";
$pairs = [['k' => 1], ['k' => 2]];
foreach ($pairs as ['k' => &$k]) {
    $k *= 10;
}
unset($k);
echo json_encode($pairs), "\n";

$self = [1];
$self[] = &$self;
echo count($self), ' ', count($self[1]), ' ', $self[1][1][0], "\n";
var_dump($self);
print_r($self);
$fn = function (array $copy) {
    $copy[0] = 'changed';
    return $copy;
};
$orig = [1, 2];
$ref = &$orig[0];
$fn($orig);
echo $orig[0], "\n";
$m = ['a' => 1, 'b' => 2];
foreach ($m as $key => &$value) {
    if ($key === 'a') {
        $m['c'] = 3;
    }
    $value .= '!';
}
unset($value);
print_r($m);
array_walk($m, function (&$v, $k, $suffix) {
    $v = "$k$v$suffix";
}, '?');
print_r($m);
