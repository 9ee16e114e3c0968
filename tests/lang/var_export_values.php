<?php

$values = [1, -5, 1.0, 0.1, -0.0, 1e100, 'it\'s', "back\\slash", "nul\0byte", "new\nline", true, null, [], [1, [2, []], 'k' => 'v', 5 => null], INF, NAN, PHP_INT_MIN, "\r\t\$x"];
foreach ($values as $v) {
    var_export($v);
    echo "\n";
}
var_export((object) ['a' => 1, 'b' => (object) []]);
echo "\n";
class Point
{
    public $x = 1;
    protected $y = [2];
    private $z;

    public static function __set_state($a)
    {
        $p = new self();
        $p->x = $a['x'] * 10;
        return $p;
    }
}
var_export([new Point()]);
echo "\n";
eval('$copy = ' . var_export(new Point(), true) . ';');
var_dump($copy);
enum E: string
{
    case A = 'a';
}
var_export(['e' => E::A]);
echo "\n";
var_export(new ArrayObject(['x' => 1]));
echo "\n";
var_export(fn () => 1);
echo "\n";
$r = [1];
$r['self'] = &$r;
@var_export($r);
echo "\n";
try {
    $o = new stdClass();
    $o->o = $o;
    var_export($o);
} catch (Error $e) {
    echo $e->getMessage();
}
echo "\n", var_export("a'b", true), var_export(1.5, true), "\n";
