--TEST--
Variables of a generator that is not finished go before what it is computing
--FILE--
<?php
class D { function __construct(public $n) {} function __destruct() { echo "$this->n "; } }
function g() { $a = new D('variable'); foreach ([new D('first'), new D('second')] as $v) { echo "\n"; yield [new D('computed'), yield] ; } }
$g = g(); $g->current(); unset($g); echo "\n";
class O { public $d; function __construct() { $this->d = new D('object'); } function g() { $a = new D('variable'); foreach ([new D('element')] as $v) yield $v; } }
$g = (new O)->g(); $g->current(); unset($g); echo "\n";
function unused() { echo "never\n"; yield; }
unused(new D('argument')); echo "\n";
?>
--EXPECT--

variable first second computed 
variable object element 
argument 
