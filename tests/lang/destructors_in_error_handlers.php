<?php
// What an error handler was the last to let go of has its destructor called in the handler.
class A { function __construct(public $name) {} function __destruct() { echo "destruct {$this->name}\n"; if ($this->name === 'throws') throw new Exception('X'); } }
function fix($name) { global $one; $one = new A($name); }
set_error_handler(function ($n, $m) { echo $m, "\n"; unset($GLOBALS['one'], $GLOBALS['list']); echo "handled\n"; });
fix('reference');
echo $it, "--\n";
fix('throws');
try { $it(); } catch (Throwable $t) { echo $t->getMessage(), "\n"; }
fix('throws');
try { $x = $it->p; } catch (Throwable $t) { echo $t->getMessage(), "\n"; }
$list = [new A('first'), [new A('second'), 'k' => [new A('third')]], new A('last')];
echo $none, "--\n";
$o = new A('kept');
$list = [$o, [$o]];
echo $none, "--\n";
unset($o);
