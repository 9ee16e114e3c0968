--TEST--
Several generators yield from one
--FILE--
<?php
function source() { $x = yield 1; echo "[$x]"; yield 2; yield 3; return 'end'; }
function outer($name, $g) { echo "$name:", yield from $g, ' '; yield "$name last"; }
$g = source();
$a = outer('a', $g);
$b = outer('b', $g);
echo $a->current(), $b->current(), "\n";
echo $a->send('x'), $b->current(), "\n";
$b->next();
echo $a->current(), $b->current(), "\n";
$a->next();
echo $a->current(), ' ', $b->current(), "\n";
$b->next();
echo $b->current(), "\n";
$a->next(); $b->next();
var_dump($a->valid(), $b->valid(), $g->getReturn());
?>
--EXPECT--
a:1b:1
[x]22
33
end a last 3
end b last
bool(false)
bool(false)
string(3) "end"
