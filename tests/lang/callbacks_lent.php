<?php

// Callables that natives call: what they are bound to, what they take, and what happens to them meanwhile.

class K
{
    public $f = 2;
    static $s = 3;
    function bound() { return function ($x) { return $x * $this->f; }; }
    function arrow() { return fn ($x) => $x + $this->f; }
    function still() { return static fn ($x) => static::class . $x; }
    function method($x) { return $this->f . $x; }
    static function of($x) { return static::class . $x; }
    function __invoke($x) { return "i$x"; }
    function __call($name, $a) { return "$name$a[0]"; }
    static function __callStatic($name, $a) { return "s$name$a[0]"; }
}
class L extends K
{
    public $f = 5;
    function up() { return array_map(parent::method(...), [1]); }
}
function typed(int $x): string { return "t$x"; }
function many($x, ...$rest) { return $x . count($rest); }
function defaults($x, $y = 'y') { return $x . $y; }
function refs(&$x) { return $x++; }
function gen($x) { yield $x; yield $x * 2; }
function &by_ref($x) { static $v; $v = $x; return $v; }

$k = new K;
$l = new L;
foreach ([$k, $l] as $o) {
    foreach ([$o->bound(), $o->arrow(), $o->still(), [$o, 'method'], [$o, 'of'], [$o::class, 'of'], $o, [$o, 'none'], [$o::class, 'none'],
              $o->method(...), $o->missing(...), $o::of(...), $o->bound()->bindTo($l), $o::class . '::of', [$o->bound(), '__invoke']] as $f) {
        echo json_encode(array_map($f, [1, 2])), json_encode(array_map($f, ['a' => 3], [4])), ' ';
    }
    echo "\n";
}
echo json_encode($l->up()), json_encode(array_map('typed', [1, '2', true])), json_encode(array_map('many', [1], [2], [3])),
    json_encode(array_map('defaults', [1, 2])), json_encode(array_map('by_ref', [1, 2])), "\n";
try { array_map('typed', [1, 'x']); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
try { array_map(fn ($a, $b) => 1, [1]); } catch (ArgumentCountError $e) { echo $e->getMessage(), "\n"; }
set_error_handler(function ($n, $m) { echo "[$m]"; return true; });
echo json_encode(array_map('refs', [1, 2])), "\n";
foreach (array_map('gen', [1, 2]) as $g) echo json_encode(iterator_to_array($g)), "\n";
$n = 0;
$count = function ($x) use (&$n) { $n += $x; return $n; };
echo json_encode(array_map($count, [1, 2, 3])), $n, "\n";
// The callback drops what it is called by.
$f = function ($x) use (&$f) { $f = null; gc_collect_cycles(); return $x . isset($f); };
echo json_encode(array_map($f, [1, 2])), "\n";
$holder = new class { public $f; };
$holder->f = (fn ($x) => $this->f === null ? "gone$x" : "there$x")->bindTo($holder);
$call = $holder->f;
echo json_encode(array_map(function ($x) use ($holder, &$call) { $call = null; return ($holder->f)($x); }, [1])), "\n";
$a = [3, 1, 2];
usort($a, fn ($x, $y) => $x <=> $y);
echo json_encode($a), json_encode(array_filter(['a' => 1, 'b' => 2], fn ($v, $key) => $key === 'b', ARRAY_FILTER_USE_BOTH)), "\n";
array_walk($a, function (&$v, $key, $more) { $v = "$key$more$v"; }, 'm');
echo json_encode($a), preg_replace_callback('/\d/', fn ($m) => $m[0] * 2, 'a1b2'), "\n";
try { array_map(function ($x) { if ($x == 2) throw new Exception('in callback'); return $x; }, [1, 2, 3]); } catch (Exception $e) { echo $e->getMessage(), ' ', $e->getTraceAsString(), "\n"; }
$fiber = new Fiber(fn () => array_map(fn ($x) => Fiber::suspend($x) . $x, [1, 2]));
$r = $fiber->start();
while (!$fiber->isTerminated()) { echo $r; $r = $fiber->resume('r'); }
echo json_encode($fiber->getReturn()), "\n";
$g = (function () { yield from array_map(fn ($x) => $x + 1, [1, 2]); })();
echo json_encode(iterator_to_array($g)), "\n";
