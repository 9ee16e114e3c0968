<?php
// Generators that a foreach enters: from the start, at a yield, in the middle, by several loops, and left in every way.
function three() { yield 1; yield 2; yield 3; }
function failing_first() { throw new Exception("first"); yield 1; }
function failing_later() { yield 1; throw new Exception("later"); }
function calls() { for ($i = 0; $i < 3; $i++) yield helper($i) => helper($i + 1); }
function helper($n) { return $n ? str_repeat("x", $n) : null; }
function at_once() { return 5; yield; }
function sees() { $got = yield 1; var_dump($got); $got = yield; var_dump($got); }
function warns() { yield $undefined; yield $u => $v; }

$g = three();
foreach ($g as $v) { echo $v, "\n"; break; }
foreach ($g as $v) { echo $v, "\n"; if ($v == 2) break; }
try { foreach ($g as $v) echo $v, "\n"; } catch (Exception $e) { echo $e->getMessage(), "\n"; }
$g->next();
foreach ([1, 2] as $_) {
    try { foreach ($g as $v) echo $v, "\n"; } catch (Exception $e) { echo $e->getMessage(), "\n"; }
}
foreach (['failing_first', 'failing_later'] as $name) {
    $g = $name();
    try { foreach ($g as $v) echo $v, "\n"; } catch (Exception $e) { echo get_class($e), $e->getMessage(), $e->getLine(), "\n"; }
    var_dump($g->valid());
    try { foreach ($g as $v) echo $v, "\n"; } catch (Exception $e) { echo $e->getMessage(), "\n"; }
}
foreach (calls() as $k => $v) var_dump($k, $v);
$g = at_once();
foreach ($g as $v) echo "never\n";
var_dump($g->getReturn());
foreach (sees() as $v) var_dump($v);
foreach (warns() as $k => $v) var_dump($k, $v);

// A loop inside the generator of another loop, and the same generator in both.
function outer() { foreach (three() as $v) foreach (three() as $w) if ($w > 1) yield $v => $w; }
foreach (outer() as $v => $w) echo "$v$w ";
echo "\n";
$g = three();
foreach ($g as $v) { foreach ($g as $w) echo "$v$w "; }
echo "\n";

// Resumed by hand from within, and inside itself.
function itself() { global $self; yield 1; try { foreach ($self as $v) echo "never\n"; } catch (Error $e) { echo $e->getMessage(), "\n"; } yield 2; }
$self = itself();
foreach ($self as $v) echo $v, "\n";
$g = three();
foreach ($g as $v) { echo $v; $g->next(); echo $g->current(), "\n"; }

// Delegation begun by a loop.
function delegating() { yield 0; $r = yield from three(); yield $r ?? 'none'; yield from [7 => 'a']; yield from delegated(); }
function delegated() { try { yield 'in'; return 1; } finally { echo "finally\n"; } }
foreach (delegating() as $k => $v) echo "$k=>$v\n";
foreach (delegating() as $v) if ($v === 'in') break;
echo "left\n";
unset($g);

// What the loop variable held goes when it is assigned, what the generator yields when it goes on.
class D { function __construct(public $n) {} function __destruct() { echo "~$this->n\n"; } }
function objects() { for ($i = 0; $i < 3; $i++) { yield new D($i); echo "after $i\n"; } }
foreach (objects() as $o) echo "got $o->n\n";
unset($o);
echo "end\n";
function keys() { yield new D('key') => new D('value'); yield 1 => 2; }
foreach (keys() as $k => $v) echo is_object($k) ? $k->n : $k, "\n";
foreach (keys() as $v) { break; }
unset($k, $v);

// By reference.
function &refs(array &$a) { foreach ($a as &$v) yield $v; }
$a = [1, 2, 3];
foreach (refs($a) as &$v) $v *= 2;
unset($v);
echo implode(',', $a), "\n";
try { foreach (three() as &$v) {} } catch (Exception $e) { echo $e->getMessage(), "\n"; }

// Iterated by natives, not run before the first step is asked for.
var_dump(iterator_to_array(three()), iterator_count(three()), [...three()]);
try { iterator_to_array(failing_first()); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
function deep($n) { if ($n) { yield from deep($n - 1); yield helper(1); } else yield helper(2); }
$n = 0;
foreach (deep(1000) as $v) $n += strlen($v);
var_dump($n);
