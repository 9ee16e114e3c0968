<?php
// Variables that have names only (extract and the like) are destroyed before the compiled ones where a generator ends, and
// after them where a function returns.
class D { function __construct(public $n) {} function __destruct() { echo $this->n, ' '; } }
function gen($how) {
    extract(['b' => new D('named')]);
    $a = new D('compiled');
    $k = yield 1;
    if ($how === 'throw') throw new Exception('x');
    return 5;
}
function plain() { extract(['b' => new D('named')]); $a = new D('compiled'); }
function dynamic() { $a = new D('compiled'); $n = 'q'; $$n = new D('named'); yield 1; }
foreach (['end', 'throw', 'close'] as $how) {
    $g = gen($how);
    $g->current();
    try { if ($how !== 'close') $g->next(); else $g = null; } catch (Exception $e) { $e = null; echo 'caught'; }
    echo $how, "\n";
}
$g = gen('throw'); $g->current(); try { $g->throw(new Exception('into')); } catch (Exception $e) { $e = null; echo "into\n"; }
plain(); echo "plain\n";
foreach (dynamic() as $x); echo "dynamic\n";
(function () { yield from dynamic(); echo "delegated\n"; })()->next(); echo "\n";
$f = new Fiber(function () { extract(['b' => new D('named')]); $a = new D('compiled'); Fiber::suspend(); }); $f->start(); $f = null; echo "fiber\n";
