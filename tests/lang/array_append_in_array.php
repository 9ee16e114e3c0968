<?php
// Appending to an empty array that is an element keeps the element in its chain.
$map = [];
foreach (range(0, 40) as $i) $map["k$i"] = [];
foreach (range(40, 0) as $i) $map["k$i"][] = $i;
foreach (range(0, 40) as $i) echo $map["k$i"][0] ?? 'none', isset($map["k$i"]) ? '' : '!', ' ';
echo count($map), isset($map['k41']) ? ' there' : ' not there', "\n";
$list = [5 => [], 70000 => [], -3 => []];
foreach ([-3, 70000, 5] as $k) $list[$k][] = $k;
echo json_encode($list), isset($list[6]) ? '!' : '', "\n";
class Holder { public array $list = []; public $any = []; public array $maps = ['a' => [], 'b' => []]; }
$o = new Holder;
$o->list[] = 1; $o->any[] = 2; $o->maps['b'][] = 3; $o->maps['a'][] = 4;
echo json_encode($o), isset($o->maps['c']) ? '!' : '', "\n";
