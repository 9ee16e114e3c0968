<?php

$a = [1, 2, 3];
$b = $a;
$b[] = 4;
echo count($a), count($b), "\n";
function modify(array $x)
{
    $x[] = 'local';
    return $x;
}
$c = modify($a);
echo count($a), count($c), "\n";
$o = new stdClass();
$o->list = [1];
$p = clone $o;
$p->list[] = 2;
echo count($o->list), "\n";
$nested = ['a' => ['b' => [1]]];
$copy = $nested;
$copy['a']['b'][] = 2;
echo json_encode($nested), json_encode($copy), "\n";
foreach ($a as $k => $v) {
    if ($k === 0) {
        $a[] = 'added while iterating';
        unset($a[1]);
    }
    echo "$k=$v ";
}
echo count($a), "\n";
$x = [3, 1, 2];
$y = $x;
sort($y);
echo implode($x), implode($y), "\n";
$big = range(1, 1000);
$before = memory_get_usage();
$same = $big;
var_dump(memory_get_usage() - $before < 1000);
$same[0] = 'x';
var_dump($big[0]);
$i = [[1, 2], [3, 4]];
foreach ($i as [$q, $r]) {
    $i[0][0] = 'changed';
    echo $q, $r;
}
echo $i[0][0], "\n";
$s = 'string';
$t = $s;
$t .= ' appended';
echo $s, '|', $t, "\n";
function gen(array $list)
{
    foreach ($list as $v) {
        yield $v;
    }
}
$list = [1, 2];
foreach (gen($list) as $v) {
    $list[] = $v * 10;
}
echo implode(',', $list), "\n";
$g = $GLOBALS;
$g['newGlobal'] = 1;
var_dump(isset($newGlobal), isset($GLOBALS['g']));
$GLOBALS['made'] = 'global';
echo $made, "\n";
