--TEST--
What destructors throw where no code runs below is told at once
--FILE--
<?php
class Throws {
    function __construct(public $name) {}
    function __destruct() { echo "destruct $this->name\n"; throw new Exception($this->name); }
}
set_exception_handler(function ($e) { echo "handler: {$e->getMessage()}", $e->getPrevious() ? ' with previous' : '', "\n"; });
register_shutdown_function(function () { $local = new Throws('local'); throw new Exception('shutdown'); });
register_shutdown_function(function () { echo "second\n"; });
$global = new Throws('global');
function f() { $x = new Throws('inner'); throw new Exception('f'); }
try { f(); } catch (Exception $e) { echo $e->getMessage(), ' <- ', $e->getPrevious()->getMessage(), "\n"; }
?>
--EXPECT--
destruct inner
inner <- f
destruct local
handler: local
handler: shutdown
second
destruct global
handler: global
