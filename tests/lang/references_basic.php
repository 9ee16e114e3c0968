<?php

$a = 1;
$b = &$a;
$b++;
echo "$a $b\n";
unset($b);
$b = 5;
echo "$a $b\n";

function increment(array &$list, $key)
{
    $list[$key]++;
}
$list = ['x' => 1];
increment($list, 'x');
increment($list, 'new');
print_r($list);

$array = [1, 2, 3];
foreach ($array as &$v) {
    $v *= 2;
}
unset($v);
print_r($array);
$array = [1, 2, 3];
foreach ($array as &$v);
foreach ($array as $v);
print_r($array);

$x = ['a' => ['b' => 1]];
$r = &$x['a']['b'];
$copy = $x;
$r = 2;
echo $copy['a']['b'], "\n";
$copy['a']['b'] = 3;
echo $x['a']['b'], "\n";
var_dump($x);

function &getRef(array &$arr, $k)
{
    return $arr[$k];
}
$data = ['one' => 1];
$ref = &getRef($data, 'one');
$ref = 'changed';
$created = &getRef($data, 'two');
var_dump($data);
$o = new stdClass();
$o->list = [1];
$l = &$o->list;
$l[] = 2;
var_dump($o);
$swap = function (&$a, &$b) {
    [$a, $b] = [$b, $a];
};
$p = 1;
$q = 2;
$swap($p, $q);
echo "$p $q\n";
function nope(&$x)
{
    $x = 1;
}
nope($undefined);
var_dump($undefined);
nope($auto['deep']['er']);
var_dump($auto);
try {
    nope(strrev('abc'));
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
$null = null;
$null[] = 1;
var_dump($null);
