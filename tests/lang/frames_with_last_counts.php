<?php

// What ends with a frame: variables in their order, then the object; results that are variables, references, nobody's; what destructors do and
// throw, and what they see of the frame.

class D
{
    function __construct(public string $n) {}
    function __destruct()
    {
        echo "~$this->n";
        if ($this->n[0] === '!') throw new Exception("from $this->n");
        if ($this->n[0] === '?') foreach (debug_backtrace() as $frame) echo '<', $frame['function'], isset($frame['line']) ? '' : ':', '>';
    }
    function leaves($x) { $a = new D('a'); $b = [new D('b'), $x]; $c = str_repeat('c', 3); return $c; }
    function literal() { $a = [new D('l1')]; $b = new D('l2'); return 5; }
    function nothing() { $a = new D('n'); }
    function itself() { $a = new D('i'); return $this; }
    function typed(): array { $a = new D('t'); $r = [$a, new D('u')]; return $r; }
    static function made(): static { $o = new static('m'); $p = new D('p'); return $o; }
}
function values($a, $b) { $keep = [$a]; $drop = new D('drop'); unset($b); return $a; }
function by_ref(array &$a) { $a[] = new D('in'); $local = &$a; return $local; }
function extra() { $args = func_get_args(); return count($args); }
function thrower() { $a = new D('x1'); $b = new D('!x2'); $c = new D('x3'); return 'never'; }
function traced($p) { $a = new D('?t'); return $p; }
function shared($o) { static $kept = []; $kept[] = $o; $again = $o; return count($kept); }
function finally_() { try { $a = new D('f1'); return new D('f2'); } finally { $b = new D('f3'); } }
function by_name($p) { $$p = 1; $a = new D('?d'); return $p; }
function listed(): array { $o = [new D('q1')]; $p = new D('q2'); return $o; }
function nested($n) { $a = new D("n$n"); return $n ? nested($n - 1) : 'end'; }

for ($i = 0; $i < 3; $i++) {
    echo (new D('o'))->leaves(new D('arg')), "\n";
    echo (new D('o'))->literal(), "\n";
    (new D('o'))->nothing();
    (new D('o'))->itself();
    (new D('o'))->leaves(1);
    echo "\n";
    $kept = (new D('o'))->itself();
    echo count($kept->typed()), "\n";
    $kept = D::made();
    D::made();
    listed();
    echo $kept->n, "\n";
    echo get_class(values(new D('v'), new D('w'))), "\n";
    $list = [];
    by_ref($list);
    echo count(by_ref($list)), "\n";
    echo extra(new D('e1'), new D('e2'), 'text', [1, new D('e3')]), "\n";
    try { echo thrower(); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
    echo traced('p'), by_name('q'), "\n";
    echo shared(new D("s$i")), "\n";
    finally_();
    echo finally_()->n, nested(3), "\n";
    $f = function () use ($i) { $a = new D('closure'); return fn () => $a->n; };
    echo $f()(), "\n";
    echo (function () { $x = new D('once'); return 'once'; })(), "\n";
    echo eval('return (function () { $x = new D("evaluated"); return "text of it"; })();'), "\n";
}
unset($kept, $list, $f, $e);
echo "done\n";
