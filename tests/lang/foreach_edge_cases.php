<?php

foreach ([] as $x) {
    echo 'never';
}
var_dump(isset($x));
foreach ([1, 2, 3] as $k => $v);
echo $k, $v, "\n";
$a = [1, 2, 3];
foreach ($a as $a) {
    echo $a;
}
echo gettype($a), "\n";
$o = new stdClass();
$arr = [];
foreach (['x' => 1, 'y' => 2] as $o->key => $arr['v']) {
    echo $o->key, $arr['v'];
}
echo "\n";
$list = [1, 2, 3, 4];
foreach ($list as $i => &$ref) {
    if ($i === 0) {
        unset($list[1]);
        $list[] = 5;
    }
    echo $ref;
}
unset($ref);
echo "\n";
foreach ([1, 2, 3, 4, 5, 6] as $n) {
    if ($n === 2) {
        continue;
    }
    if ($n === 5) {
        break;
    }
    foreach ([1, 2] as $m) {
        if ($m === 2 && $n === 3) {
            continue 2;
        }
        echo "$n.$m ";
    }
    echo "end$n ";
}
echo "\n";
foreach ('abc' ?: [] as $c) {
}
foreach (null as $never) {
}
function f()
{
    foreach ([1, 2, 3] as $x) {
        foreach ([4, 5] as $y) {
            if ($x * $y === 10) {
                return "$x*$y";
            }
        }
    }
}
echo f(), "\n";
$nested = [[1, [2, 3]], [4, [5, 6]]];
foreach ($nested as [$p, [, $q]]) {
    echo $p + $q, ' ';
}
foreach ($nested as list('0' => $first)) {
    echo $first;
}
echo "\n";
$i = 0;
while (true) {
    do {
        if (++$i > 5) {
            break 2;
        }
        echo $i;
    } while ($i % 2);
    echo '|';
}
echo "\n";
for ($i = 0, $j = 10; $i < $j; $i += 3, $j--);
echo $i, $j, "\n";
for (;;) {
    break;
}
for ($i = 0; $i < 3, $i < 2; $i++) {
    echo $i;
}
echo "\n";
if (0): echo 'zero'; elseif ('0'): echo 'string zero'; else: echo 'else'; endif;
foreach ([1, 2] as $z): echo $z; endforeach;
while ($i-- > 0): echo $i; endwhile;
for ($q = 0; $q < 2; $q++): echo $q; endfor;
echo "\n";
