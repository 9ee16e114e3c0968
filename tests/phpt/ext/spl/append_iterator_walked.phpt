--TEST--
AppendIterator walked by foreach, with iterators of all kinds
--FILE--
<?php
class Loud extends ArrayIterator {
    function rewind(): void { echo 'r'; parent::rewind(); } function valid(): bool { echo 'v'; return parent::valid(); }
    function current(): mixed { echo 'c'; return parent::current(); } function key(): mixed { echo 'k'; return parent::key(); }
    function next(): void { echo 'n'; parent::next(); }
}
$it = new AppendIterator;
foreach ([new ArrayIterator([1, 2]), new ArrayIterator([]), new Loud([3, 4]), new ArrayIterator(['a' => 5]), new EmptyIterator] as $one) { $it->append($one); }
for ($i = 0; $i < 2; $i++) {
    foreach ($it as $k => $v) { echo "($k=>$v #", $it->getIteratorIndex(), ')'; }
    echo "\n";
    foreach ($it as $v) { echo "($v)"; }
    echo "\n";
}
echo json_encode(iterator_to_array($it, false)), "\n";
class Mine extends AppendIterator { function current(): mixed { return parent::current() * 10; } }
$m = new Mine; $m->append(new ArrayIterator([1, 2])); foreach ($m as $v) { echo $v, ' '; } echo "\n";
$outer = new AppendIterator; $outer->append($it); $outer->append(new ArrayIterator([9]));
foreach ($outer as $k => $v) { echo "($k=>$v)"; } echo "\n";
// Elements that change while they are walked.
$a = new ArrayObject([1, 2, 3]); $x = new AppendIterator; $x->append($a->getIterator()); $x->append(new ArrayIterator([7]));
foreach ($x as $k => $v) { echo $v, ' '; if ($v === 1) { unset($a[1]); $a[] = 8; $x->append(new ArrayIterator([10])); } } echo "\n";
class Bad extends ArrayIterator { function next(): void { throw new Exception('next'); } }
function place($e) { foreach ($e->getTrace() as $f) { echo ($f['class'] ?? ''), '::', $f['function'], ' '; } echo "\n"; }
$y = new AppendIterator; $y->append(new ArrayIterator([1])); $y->append(new Bad([2, 3]));
try { foreach ($y as $v) { echo $v, ' '; } } catch (Exception $e) { place($e); }
try { foreach ($y as &$v) { } } catch (Error $e) { echo $e->getMessage(), "\n"; }
class Lost extends AppendIterator { function __construct() {} }
try { foreach (new Lost as $v) { } } catch (Error $e) { echo $e->getMessage(), "\n"; }
function g() { yield 1; yield 2; }
$z = new AppendIterator; $z->append(g()); $z->append(new ArrayIterator([3])); foreach ($z as $k => $v) { echo "$k=>$v "; } echo "\n";
--EXPECTF--

Deprecated: Return type of Loud::key(): mixed should either be compatible with ArrayIterator::key(): string|int|null, or the #[\ReturnTypeWillChange] attribute should be used to temporarily suppress the notice in %s on line 4
(0=>1 #0)(1=>2 #0)rvckvck(0=>3 #2)vnvckvck(1=>4 #2)vnv(a=>5 #3)
(1)(2)rvckvck(3)vnvckvck(4)vnv(5)
(0=>1 #0)(1=>2 #0)rvckvck(0=>3 #2)vnvckvck(1=>4 #2)vnv(a=>5 #3)
(1)(2)rvckvck(3)vnvckvck(4)vnv(5)
rvckvckvnvckvckvnv[1,2,3,4,5]
10 20 
(0=>1)(1=>2)rvckvckvck(0=>3)vnvckvckvck(1=>4)vnv(a=>5)(0=>9)
1 3 8 7 10 
1 2 Bad::next AppendIterator::next 
An iterator cannot be used with foreach by reference
The object is in an invalid state as the parent constructor was not called
0=>1 1=>2 0=>3 
