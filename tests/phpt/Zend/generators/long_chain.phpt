--TEST--
A long chain of yield from needs no native stack
--FILE--
<?php
ini_set('memory_limit', '-1');
function chain($n) { if ($n) yield from chain($n - 1); else yield 'leaf'; return $n; }
$g = chain(100000);
echo $g->current(), "\n";
$g->next();
var_dump($g->valid(), $g->getReturn());
$g = chain(1000);
$g->current();
unset($g);
function counted($n) { try { if ($n) yield from counted($n - 1); else yield 'leaf'; } finally { echo $n; } }
$g = counted(9);
$g->current();
unset($g);
echo "\n";
?>
--EXPECT--
leaf
bool(false)
int(100000)
0123456789
