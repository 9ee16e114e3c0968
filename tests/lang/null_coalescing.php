<?php

$a = ['x' => null, 'y' => 0, 'z' => ['deep' => 1]];
echo $a['x'] ?? 'x null', $a['y'] ?? 'never', $a['none'] ?? 'missing', $a['z']['deep'] ?? 'never', $a['z']['no']['deeper'] ?? 'deep missing', "\n";
echo $undefined ?? $alsoUndefined ?? 'chain', "\n";
$a['new'] ??= 'assigned';
$a['y'] ??= 'not assigned';
$a['x'] ??= 'replaced null';
$a['q']['r']['s'] ??= 'nested';
echo json_encode($a), "\n";
function side()
{
    echo '[side]';
    return 'side';
}
$set = 'set';
$set ??= side();
$unset ??= side();
echo $set, $unset, "\n";
$o = new stdClass();
$o->a ??= 5;
$o->b->c ?? null;
echo $o->a, $o->none->deep ?? 'no', "\n";
class S
{
    public static $x;
    public ?array $list = null;
}
S::$x ??= 'static';
echo S::$x, "\n";
$s = new S();
$s->list['k'] ??= 1;
$s->list['k'] ??= 2;
echo $s->list['k'], "\n";
echo 'abc'[5] ?? 'no offset', 'abc'[1] ?? 'never', "\n";
var_dump(null ?? false, (null) ?? 0, false ?? true);
echo null ?: 'elvis', 0 ?: 'zero', '0' ?: 'string zero', 'a' ?: 'never', "\n";
$i = 5;
echo $i > 3 ? ($i > 4 ? 'big' : 'middle') : 'small', "\n";
echo true ? 'a' : (false ? 'b' : 'c'), "\n";
