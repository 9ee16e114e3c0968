--TEST--
A closure that is bound anew runs the instructions that the first one has run
--FILE--
<?php
class M { public $v = 'm'; }
$c = Closure::fromCallable(function () { restore_error_handler(); return gettype(error_reporting()) . gc_enabled(); });
var_dump($c());
$c = $c->bindTo(new M);
var_dump($c());
$d = Closure::bind(fn ($x) => strrev($x) . $this->v, new M);
echo $d('ab'), $d->bindTo(new M)('cd'), "\n";
--EXPECT--
string(8) "integer1"
string(8) "integer1"
bamdcm
