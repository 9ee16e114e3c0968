<?php

$a = ['null' => null, 'zero' => 0, 'str' => 'text', 'empty' => '', 'list' => [1, ['x' => null]], 'obj' => (object) ['p' => null, 'q' => ['r' => 5]]];
var_dump(isset($a['null']), isset($a['zero']), isset($a['list'][1]['x']), isset($a['list'][0]), isset($a['str'][2]), isset($a['str']['x']), isset($a['str'][9]), isset($a['obj']->p), isset($a['obj']->q['r']), isset($a['none']['x']['y']), isset($nothing->x->y), isset($a['zero'], $a['null']));
var_dump(empty($a['zero']), empty($a['empty']), empty($a['str']), empty($a['none']), empty('0'), empty('0.0'), empty([]), empty([0]), empty(0.0), empty($a['obj']->q), empty(strlen('')), empty($a['obj']->none->deep));
unset($a['list'][1]['x'], $a['obj']->q['r'], $a['none']['deep'], $undefined);
echo json_encode($a), "\n";
$s = 'str';
try {
    unset($s['x']['y']);
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
class P
{
    public $declared = 1;
    public int $typed = 5;
    private $hidden = 1;

    public function __get($n)
    {
        return "magic $n";
    }

    public function __isset($n)
    {
        echo "[isset $n]";
        return $n !== 'no';
    }
}
$p = new P();
unset($p->declared, $p->typed);
var_dump($p->declared, isset($p->declared), isset($p->no), isset($p->hidden), empty($p->some), isset($p->typed), property_exists($p, 'declared'));
$p->declared = 'back';
try {
    $p->typed;
} catch (TypeError $e) {
    echo $e->getMessage(), "\n";
}
var_dump(isset($p->declared), $p);
$x = 1;
$y = &$x;
unset($x);
var_dump(isset($x), $y);
function unsetParam($a)
{
    unset($a);
    return isset($a);
}
var_dump(unsetParam(1));
$f = function () use ($y) {
    unset($y);
    return $y ?? 'gone';
};
echo $f(), $y, "\n";
static $st = 5;
unset($st);
var_dump(isset($st), isset($GLOBALS['y']), is_null(@$undefinedVar), @$undef['a']['b']);
const ARR = ['k' => ['n' => null, 'v' => 1]];
var_dump(isset(ARR['k']['v']), isset(ARR['k']['n']), isset((fn () => ['a' => 1])()['a']), isset([1, 2][1]), isset('abc'[1]));
