--TEST--
What gc_collect_cycles counts when some garbage has a destructor
--FILE--
<?php
class D { public $x; function __destruct() {} }
class N { public $x; public $y; }
function cycle(...$members) {
    foreach ($members as $i => $member) {
        $member->x = $members[($i + 1) % count($members)];
    }
    return $members[0];
}
// Without destructors.
cycle(new N, new N, new N);
var_dump(gc_collect_cycles());
// With a destructor on the cycle, which leads to all of it.
cycle(new D, new N, new N);
var_dump(gc_collect_cycles());
// Garbage that leads to an object with a destructor, which leads to nothing.
$n = cycle(new N, new N);
$n->y = new D;
$n = null;
var_dump(gc_collect_cycles());
// The same, where the object with a destructor is on a cycle of its own.
$n = cycle(new N, new N);
$n->y = cycle(new D, new N, new N);
$n = null;
var_dump(gc_collect_cycles());
// A chain of objects behind it.
$n = cycle(new N, new N);
$n->y = new D;
$n->y->x = new N;
$n->y->x->x = [new N, [1, new N]];
$n = null;
var_dump(gc_collect_cycles());
// A suspended generator counts as one with a destructor.
$n = new N;
$n->x = $n;
$n->y = (function () { yield 2; })();
$n->y->current();
$n = null;
var_dump(gc_collect_cycles());
// Dynamic properties, arrays and references.
$a = new stdClass;
$a->b = ['self' => $a, 'd' => new D, 'list' => [[1], [2]]];
$a->c = &$a->b;
unset($a);
var_dump(gc_collect_cycles());
// Two cycles apart, of which one has a destructor.
cycle(new D, new N);
cycle(new N, new N);
var_dump(gc_collect_cycles());
var_dump(gc_status()['runs'] >= 8);
--EXPECT--
int(3)
int(3)
int(2)
int(5)
int(2)
int(1)
int(2)
int(4)
bool(true)
