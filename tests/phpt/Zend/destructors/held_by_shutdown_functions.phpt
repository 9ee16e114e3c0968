--TEST--
Arguments of shutdown functions outlive global variables
--FILE--
<?php
class D {
    function __construct(public $name) {}
    function __destruct() { echo "destruct $this->name\n"; }
}

register_shutdown_function(function ($a, $b) { echo "shutdown\n"; }, new D('first'), new D('second'));
$global = new D('global');
?>
--EXPECT--
shutdown
destruct global
destruct first
destruct second
