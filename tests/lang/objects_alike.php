<?php
// What a constructor leaves behind is collected like anything else.
class Loop { public $self; public $n; public function __construct($n) { $this->n = $n; $this->self = $this; } public function __destruct() { echo "-{$this->n}"; } }
new Loop(1); $l = new Loop(2); $l = null; $keep = new Loop(3); $list = [new Loop(4), new Loop(5)]; unset($list[0]);
echo gc_collect_cycles() > 0 ? "\ncollected\n" : "\nnothing\n";
unset($keep, $list); gc_collect_cycles(); echo "\n";
// `==` and `===` of objects: the same one, equal properties, subclasses, cycles, enums, lazy and dynamic ones, temporaries.
class P { public function __construct(public $a = null, protected $b = null, private $c = null) {} }
class Q extends P { public ?string $d; }
enum Suit: string { case H = 'h'; case S = 's'; const WILD = self::S; public static function any(): self { return self::H; }
    public function label(): string { return match ($this) { self::H => 'hearts', self::S => 'spades' }; } }
final class Gone { public function __construct(public int $n = 0) {} public function __destruct() { echo "[gone {$this->n}]"; } }
function both($x, $y): void { echo json_encode([$x == $y, $y == $x, $x != $y, $x === $y, $x !== $y]), "\n"; }
$p = new P(1, 'two', 3.0);
both($p, $p); both($p, new P(1, 'two', 3.0)); both($p, new P(1, 'two', 3.5)); both($p, new P('1', 'two', 3)); both($p, new P('1e0', 'two', '3.0'));
both(new P('abc'), new P('ABC')); both(new P('10'), new P('1e1')); both(new P(null), new P(false)); both(new P(true), new P(5)); both(new P([1, 2]), new P([1, 2]));
both(new P([1]), new P([2])); both(new P(new P(1)), new P(new P(1))); both(new P(NAN), new P(NAN)); both(new P(INF), new P(INF)); both(new P, new Q); both(new Q, new Q);
$q = new Q; $q->d = 'x'; both($q, new Q); $r = new Q; $r->d = 'x'; both($q, $r);
both(Suit::H, Suit::H); both(Suit::H, Suit::S); both(Suit::WILD, Suit::S); both(Suit::any(), Suit::tryFrom('h')); both(Suit::H, 'h'); both(Suit::H, null);
echo Suit::any()->label(), Suit::from('s')->label(), "\n";
$s = new stdClass; $t = new stdClass; both($s, $t); $s->x = 1; both($s, $t); $t->x = '1'; both($s, $t); $t->y = 2; both($s, $t);
$ref = 1; $u = new P; $u->a = &$ref; both($u, new P(1)); $ref = 2; both($u, new P(1));
both(fn() => 1, fn() => 1); both(new DateTime('2024-01-01'), new DateTimeImmutable('2024-01-01')); both(new ArrayObject([1]), new ArrayObject([1])); both(new ArrayObject([1]), new ArrayObject([2]));
$a = new P; $b = new P; $a->a = $b; $b->a = $a;
try { both($a, $b); } catch (Error $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
$lazy = (new ReflectionClass(P::class))->newLazyGhost(function ($o) { echo '(made)'; $o->__construct(1, 'two', 3.0); }); both($lazy, $p);
var_dump(new Gone(1) == new Gone(1)); var_dump(new Gone(2) === new Gone(2)); var_dump(new Gone(3) != new Gone(4)); $g = new Gone(5); var_dump($g == new Gone(5), new Gone(6) !== $g);
if (new Gone(7) == new Gone(7)) echo "then\n"; if (new Gone(8) === $g) echo "never\n"; else echo "else\n";
var_dump(in_array(new P(1), [new P(2), new P(1)]), array_search(Suit::S, Suit::cases(), true), $p <=> new P(1, 'two', 4.0), new P(2) <=> new P(1));
$x = null; var_dump($p == $x, $p == true, $p === true, [$p] == [new P(1, 'two', 3.0)], [$p] === [$p]);
