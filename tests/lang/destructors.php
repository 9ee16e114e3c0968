<?php

class D
{
    public $other;

    public function __construct(public string $n)
    {
    }

    public function __destruct()
    {
        echo "~$this->n ";
    }
}
function scope()
{
    $a = new D('local a');
    $b = new D('local b');
    echo 'in scope ';
}
scope();
echo "\n";
$x = new D('x');
$x = new D('x2');
echo "assigned\n";
$y = $x;
unset($x);
echo "still\n";
$y = null;
echo "gone\n";
new D('temporary');
echo "\n";
$list = [new D('e0'), new D('e1'), new D('e2')];
unset($list[1]);
array_pop($list);
$list = [];
echo "\n";
function thrower()
{
    $t = new D('thrown');
    throw new Exception('e');
}
try {
    thrower();
} catch (Exception $e) {
    echo 'caught ';
}
unset($e);
echo "\n";
$a = new D('cycle a');
$b = new D('cycle b');
$a->other = $b;
$b->other = $a;
unset($a, $b);
echo 'not yet ';
echo gc_collect_cycles(), "\n";
class Resurrect
{
    public static $saved;

    public function __destruct()
    {
        echo 'resurrecting ';
        self::$saved = $this;
    }
}
$r = new Resurrect();
unset($r);
var_dump(Resurrect::$saved);
Resurrect::$saved = null;
echo "dropped\n";
(function () {
    $inner = new D('inner');
    return 5;
})();
echo "\n";
class Thrower
{
    public function __destruct()
    {
        throw new LogicException('from destructor');
    }
}
try {
    $t = new Thrower();
    unset($t);
} catch (LogicException $e) {
    echo get_class($e), ' ', $e->getMessage(), "\n";
}
$g1 = new D('global 1');
$g2 = new D('global 2');
$g3 = [new D('in array')];
register_shutdown_function(function () {
    echo "shutdown ";
});
echo "end\n";
