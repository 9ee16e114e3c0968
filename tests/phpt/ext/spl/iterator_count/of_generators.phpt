--TEST--
iterator_count() of generators: once, from the first element, and what they throw
--FILE--
<?php
function some($n) { for ($i = 0; $i < $n; $i++) { yield [] => $i; } return 7; }
var_dump(iterator_count(some(5)), iterator_count(some(0)));
function inner() { yield 1; yield from some(3); yield from [1, 2]; }
$g = inner();
var_dump(iterator_count($g));
try { iterator_count($g); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
$g = some(3); $g->current(); var_dump(iterator_count($g));
$g = some(3); $g->next();
try { iterator_count($g); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
function fails() { yield 1; throw new LogicException('inside'); }
try { iterator_count(fails()); } catch (LogicException $e) { echo $e->getMessage(), "\n"; }
function &refs(array &$a) { foreach ($a as &$v) { yield $v; } }
$a = [1, 2, 3];
var_dump(iterator_count(refs($a)));
enum Level: int { case Low = 1; case High = 2; }
for ($i = 0; $i < 3; $i++) { var_dump(Level::tryFrom($i)?->name, Level::tryFrom(9)); }
try { Level::from(9); } catch (ValueError $e) { echo $e->getMessage(), "\n"; }
--EXPECT--
int(5)
int(0)
int(6)
Cannot traverse an already closed generator
int(3)
Cannot rewind a generator that was already run
inside
int(3)
NULL
NULL
string(3) "Low"
NULL
string(4) "High"
NULL
9 is not a valid backing value for enum Level
