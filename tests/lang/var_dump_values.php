<?php

var_dump(1, -0, 1.5, 'str', '', true, null, [], [1, 'k' => [true, null]], "multi\nline \"quotes\" \0 nul");
class P
{
    public $pub = 1;
    protected $prot = [1];
    private $priv = 'p';
    public ?P $child = null;
    public int $uninit;
    public readonly string $ro;
    private static $static = 's';
}
class C extends P
{
    private $priv = 'own';
    public $extra = 1.0;
}
$c = new C();
$c->child = new C();
@$c->dynamic = 'd';
$c->{'weird name'} = 1;
$c->{'0'} = 'numeric';
var_dump($c);
print_r($c);
echo "\n";
var_export($c);
echo "\n";
$a = ['x' => 1];
$a['ref'] = &$a['x'];
var_dump($a);
$a['self'] = &$a;
var_dump($a);
$o = new stdClass();
$o->self = $o;
$o->list = [$o];
var_dump($o);
print_r($o);
var_dump((object) [], new ArrayObject([1, 2]), fopen('php://memory', 'r'));
var_dump(new class {
    public $x = 1;
});
debug_zval_refcount();
function debug_zval_refcount()
{
    $x = [1];
    $y = $x;
    $z = 'interned';
    debug_zval_refcount2($x);
}
function debug_zval_refcount2($x)
{
    debug_zval_dump(1, 'literal', 1.5, null, [1, 2]);
}
