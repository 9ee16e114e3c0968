--TEST--
After an exception that nobody catches at the end, what its frames had is destructed last
--FILE--
<?php
class D {
    function __construct(public $name) {}
    function __destruct() { echo "destruct $this->name\n"; if ($this->name[0] == 't') throw new Exception($this->name); }
}
$z = new D('z');
register_shutdown_function(function () {
    $a = new D('a'); $t = new D('throws'); $b = new D('b');
    extract(['x' => new D('x')]);
    echo "leaving\n";
});
register_shutdown_function(function () { echo "not called\n"; });
$y = new D('y');
$generator = (function () { try { $inner = new D('inner'); yield 1; } finally { echo "no finally\n"; } })();
$generator->current();
?>
--EXPECTF--
leaving
destruct a
destruct throws

Fatal error: Uncaught Exception: throws in %s:4
Stack trace:
#0 [internal function]: D->__destruct()
#1 {main}
  thrown in %s on line 4
destruct inner
destruct y
destruct z
destruct b
destruct x
