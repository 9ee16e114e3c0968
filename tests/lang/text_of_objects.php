<?php
// Objects where text is wanted: what __toString sees, changes and throws, and what becomes of the other operands.
class T {
    public function __construct(public string $n, public ?Closure $does = null) {}
    public function __toString(): string { if ($this->does) ($this->does)($this); return $this->n; }
    public function __destruct() { echo "[-{$this->n}]"; }
}
class Lax { public function __construct(private $v) {} public function __toString() { return $this->v; } }
function says(string $what): void { echo $what, "\n"; }
function plain(T $o, T $p): void {
    says("the $o");
    says("the $o and $p");
    says("$o$p");
    says('a' . $o);
    says($o . 'b');
    says($o . $p);
    says($o . 5);
    says(5 . $o . 2.5);
    says(1.5 . "$o" . null . true . $p);
    $s = 's'; $i = 7;
    says($s . $o);
    says($i . $o);
    says($o . $i);
    $s .= $o; $s .= $p; $s .= new T('temp');
    says($s);
    $n = 3; $n .= $o;
    says($n);
    says('temp ' . new T('one'));
    says(new T('one') . ' temp');
    says(new T('x') . new T('y'));
    says("a{$o->n}b$o" . new T('z') . 'c');
    var_dump(strlen($o), strlen(new T('long')));
}
plain(new T('O'), new T('P'));
echo "\n";

// What the method changes.
function changes(): void {
    $s = 'before'; $o = new T('o');
    $r = &$s;
    $o->does = function () use (&$s) { $s = 'after'; };
    says($s . $o); says($s);
    $s = 'before'; says("$s $o $s");
    $s = 'before'; $s .= $o; says($s);
    $s = 'before'; says($o . $s);
    $p = new T('p'); $q = &$p;
    $p->does = function () use (&$p) { $p = 'gone'; };
    says($p . 'x');
    $p = new T('p'); $p->does = function () use (&$p) { $p = 'gone'; };
    says('x' . $p);
    $p = new T('p'); $p->does = function () use (&$p) { $p = 'gone'; };
    says("x $p y $p");
}
changes();
$g = 'global'; $o = new T('o', function () { $GLOBALS['g'] = 'changed'; });
says($g . $o); $g = 'global'; says("$g $o $g"); $g = 'global'; $g .= $o; says($g);
$o->does = function () { $GLOBALS['o'] = 'no object'; };
$keep = $o; says($o . 'x'); $o = $keep; says('x' . $o); $o = $keep; says("$o/$o");

// What it throws.
function throws(int $how): void {
    $bad = new T('bad', function () { throw new Exception('no text'); });
    $good = new T('good');
    $s = str_repeat('s', 3);
    try {
        match ($how) {
            0 => says("a $bad"),
            1 => says("$good $bad $good"),
            2 => says($s . $bad),
            3 => says($bad . $s),
            4 => says(str_repeat('t', 2) . $bad),
            5 => says($bad . str_repeat('t', 2)),
            6 => says(new T('left') . $bad),
            7 => $s .= $bad,
            8 => strlen($bad),
            9 => says(str_repeat('u', 2) . "$good" . new T('w', function () { throw new Exception('w'); })),
            10 => says("$s " . $good . new T('v') . $bad . new T('never')),
        };
    } catch (Exception $e) {
        says("$how: " . $e->getMessage() . " in line {$e->getLine()}, $s");
    }
}
for ($i = 0; $i <= 10; $i++) throws($i);
echo "\n";

// No text at all, and undefined variables beside objects.
set_error_handler(function ($n, $m) { says("($m)"); return true; });
function odd(): void {
    $o = new T('o'); $l = new Lax('lax');
    says($undef . $o); says($o . $undef); says("$undef $o $undef");
    says([1] . $o); says($o . [1]);
    try { says("x" . new Lax(5)); } catch (Error $e) { says($e->getMessage()); }
    try { says("x" . new Lax(null)); } catch (Error $e) { says($e->getMessage()); }
    try { says("x $l " . new stdClass); } catch (Error $e) { says($e->getMessage()); }
    try { says(new stdClass . "$l"); } catch (Error $e) { says($e->getMessage()); }
    try { says(strlen(new stdClass)); } catch (Error $e) { says($e->getMessage()); }
    $s = 'x';
    try { $s .= new stdClass; } catch (Error $e) { says($e->getMessage()); }
    says($s);
}
odd();

// Growing text in properties, elements and statics.
class Out {
    public string $text = ''; public $any = ''; public array $list = ['a' => '']; public static string $all = '';
    public ?self $next = null;
    public function write(T $o): void {
        $this->text .= $o; $this->any .= $o; $this->list['a'] .= $o; self::$all .= $o; $this->new .= $o;
    }
}
#[AllowDynamicProperties] class Dyn extends Out {}
$out = new Dyn; $out->new = '';
for ($i = 0; $i < 3; $i++) $out->write(new T("$i"));
var_dump($out->text, $out->any, $out->list, Out::$all, $out->new);
$out->write(new T('!', function () use ($out) { $out->text = 'T'; $out->any = 'A'; $out->list = ['a' => 'L']; Out::$all = 'S'; $out->new = 'N'; }));
var_dump($out->text, $out->any, $out->list, Out::$all, $out->new);

// Generators and fibers in between.
$fiber = new Fiber(function () {
    $o = new T('f', function () { says('suspends ' . Fiber::suspend('x')); });
    says("in a fiber: $o, " . $o . '.');
    return 'end ' . $o;
});
says($fiber->start()); says($fiber->resume(1)); says($fiber->resume(2)); $fiber->resume(3); says($fiber->getReturn());
$left = new Fiber(function () { $o = new T('left', fn () => Fiber::suspend()); try { echo str_repeat('q', 3) . "never $o"; } finally { says('finally'); } });
$left->start(); unset($left); gc_collect_cycles();
function numbers() { $o = new T('g'); yield 'a' . $o; yield "b $o"; $s = 'c'; $s .= $o; yield $s; return strlen($o); }
$numbers = numbers(); foreach ($numbers as $n) says($n); says($numbers->getReturn());
// Deep.
class Nest { public function __construct(private int $depth) {} public function __toString(): string { return $this->depth ? "(" . new Nest($this->depth - 1) . ")" : '.'; } }
says(strlen("x" . new Nest(5000)));
$bad = new T('exits', function () { says('bye'); exit; });
echo str_repeat('r', 2) . "never $bad";
