<?php
// Proxies by __call, macros bound to objects, caches in a WeakMap, closures that are composed.
trait Macroable {
    protected static array $macros = [];
    public static function macro(string $n, callable $f): void {
        static::$macros[$n] = $f instanceof Closure ? $f : $f(...);
    }
    public function __call(string $n, array $a): mixed {
        if (!isset(static::$macros[$n])) throw new BadMethodCallException(sprintf('Method %s::%s does not exist.', static::class, $n));
        return static::$macros[$n]->bindTo($this, static::class)(...$a);
    }
    public static function __callStatic(string $n, array $a): mixed {
        return (static::$macros[$n] ?? throw new BadMethodCallException("static $n"))->bindTo(null, static::class)(...$a);
    }
}
final class Str implements Stringable, ArrayAccess, Countable {
    use Macroable;
    private function __construct(private readonly string $s) {}
    public static function of(string|Stringable $s): self {
        return new self((string) $s);
    }
    public function __toString(): string {
        return $this->s;
    }
    public function __get(string $n): self {
        return $this->$n();
    }
    public function upper(): self {
        return new self(strtoupper($this->s));
    }
    public function replace(string|array $a, string|array $b): self {
        return new self(str_replace($a, $b, $this->s));
    }
    public function pipe(callable ...$f): mixed {
        return array_reduce($f, fn ($c, $g) => $g($c), $this);
    }
    public function when(bool $c, Closure $then, ?Closure $else = null): self {
        return $c ? $then($this) : ($else ? $else($this) : $this);
    }
    public function offsetExists($o): bool {
        return isset($this->s[$o]);
    }
    public function offsetGet($o): mixed {
        return is_int($o) ? $this->s[$o] : (preg_match($o, $this->s, $m) ? $m[0] : null);
    }
    public function offsetSet($o, $v): void {
        throw new LogicException('immutable');
    }
    public function offsetUnset($o): void {
        throw new LogicException('immutable');
    }
    public function count(): int {
        return strlen($this->s);
    }
    public function tap(callable $f): static {
        $f($this);
        return $this;
    }
    public function __invoke(string ...$x): self {
        return new self($this->s . implode($x));
    }
    public static function __set_state(array $a): self {
        return new self($a['s']);
    }
    public function __serialize(): array {
        return [$this->s];
    }
    public function __unserialize(array $d): void {
        $this->s = strrev(strrev($d[0]));
    }
    public function __debugInfo(): array {
        return ['str' => $this->s, 'len' => count($this)];
    }
}
Str::macro('shout', function (int $n = 1) {
    return $this->upper()->replace(' ', '')(str_repeat('!', $n));
});
Str::macro('reverse', fn () => new static(strrev($this->s)));
Str::macro('join', static fn (string $g, string ...$p) => new self(implode($g, $p)));
Str::macro('trim', 'trim');
$s = Str::of('hello world');
echo $s->shout(3), ' ', $s->reverse, ' ', Str::join('-', 'a', 'b'), ' ', $s['/w\w+/'], $s[0], isset($s[20]) ? 1 : 0, count($s), ' ',
    $s->pipe(fn ($x) => $x->upper, 'strval', strrev(...), 'ucfirst', [Str::class, 'of']), ' ',
    $s->when(count($s) > 5, fn ($x) => $x('…')), "\n";
foreach ([fn () => $s->nope(), fn () => Str::nope(), fn () => $s['x'] = 1, fn () => new Str('x'), fn () => $s->s,
    fn () => $s->trim(' x '), fn () => Str::shout(), fn () => unserialize(serialize($s)),
    fn () => eval('return ' . var_export($s, true) . ';'), fn () => clone $s, fn () => $s == Str::of('hello world'), fn () => $s . 5,
    fn () => "$s[0]{$s['/o/']}", fn () => in_array('hello world', [$s]), fn () => strlen($s), fn () => str_pad($s, 15, '*'),
    fn () => [...[$s]], fn () => $s <=> 'hello', fn () => (string) new class {
    public function __toString(): string {
        throw new Exception('no text');
    }
}, fn () => is_callable($s) . is_callable([$s, 'anything']) . is_callable('Str::zap') . is_callable('Str::of') .
    is_callable('nofunc')] as $i => $f) try {
    echo $i, ' ';
    var_dump($f());
}  catch (Throwable $e) {
    echo get_class($e), ': ', $e->getMessage(), "\n";
}
class Proxy {
    private array $calls = [];
    private static ?WeakMap $cache = null;
    public function __construct(private object $t, private ?Closure $before = null) {
        self::$cache ??= new WeakMap;
    }
    public function __call($n, $a) {
        $this->calls[] = $n . '(' . implode(', ', array_map(fn ($x) => is_object($x) ? $x::class : var_export($x, true), $a)) . ')';
        if ($this->before && ($r = ($this->before)($n, $a)) !== null) return $r;
        $c = self::$cache[$this->t] ??= new ArrayObject;
        $k = $n . serialize($a);
        return $c[$k] ??= $this->t->$n(...$a);
    }
    public function __get($n) {
        return $this->t->$n;
    }
    public function __set($n, $v) {
        $this->t->$n = $v;
    }
    public function __isset($n) {
        return isset($this->t->$n);
    }
    public function __unset($n) {
        unset($this->t->$n);
    }
    public function __clone() {
        $this->t = clone $this->t;
        $this->calls = [];
    }
    public static function size(): int {
        return count(self::$cache ?? []);
    }
    public function calls(): array {
        return $this->calls;
    }
    public function __sleep(): array {
        return ['t', 'calls', 'missing'];
    }
    public function __wakeup(): void {
        $this->calls[] = 'woke';
    }
}
class Calc {
    public int $made = 0;
    public $extra = ['k' => 1];
    public function add(int ...$n): int {
        $this->made++;
        return array_sum($n);
    }
    public function swap(&$a, &$b) {
        [$a, $b] = [$b, $a];
        return 'swapped';
    }
    private function secret() {
        return 's';
    }
}
$p = new Proxy($c = new Calc, fn ($n, $a) => $n === 'blocked' ? 'stopped' : null);
echo $p->add(1, 2), $p->add(1, 2), $p->add(...['x' => 5, 'y' => 6]), $p->blocked(), $c->made, Proxy::size(), "\n";
$x = 1;
$y = 2;
echo @$p->swap($x, $y), $x, $y, "\n";
$p->made = 10;
$p->dyn = 5;
$p->made += 5;
$p->extra['k'] = 9;
unset($p->dyn);
echo $c->made, json_encode($c->extra), isset($p->made), isset($p->zip) ? 'y' : 'n', empty($p->made) ? 'e' : 'f', $p->made ?? 'none',
    $p?->zip ?? 'nil', "\n";
try {
    $p->secret();
}  catch (Error $e) {
    echo $e->getMessage(), "\n";
}
$q = clone $p;
$q->made = 1;
echo $c->made, json_encode($q->calls()), json_encode($p->calls()), "\n";
try {
    echo serialize($p);
}  catch (Throwable $e) {
    echo get_class($e), $e->getMessage(), "\n";
}
$r = new Proxy(new Calc);
echo $w = serialize($r), json_encode(unserialize($w)->calls()), "\n";
unset($r, $p, $q);
$c = null;
gc_collect_cycles();
echo Proxy::size(), "\n";
function counter(): array {
    $n = 0;
    return ['inc' => function (int $by = 1) use (&$n) {
        return $n += $by;
    }, 'get' => fn () => $n, 'ref' => function &() use (&$n) {
        return $n;
    }];
}
['inc' => $inc, 'get' => $get, 'ref' => $ref] = counter();
$inc();
$inc(by: 5);
$z = &$ref();
$z = 100;
echo $get(), $inc(), "\n";
$compose = fn (callable ...$f) => fn (...$x) => array_reduce(array_slice($f, 1), fn ($v, $g) => $g($v), $f[0](...$x));
$curry = fn (callable $f, ...$a) => fn (...$b) => $f(...$a, ...$b);
$memo = function (callable $f) {
    return function (...$a) use ($f) {
        static $c = [];
        return $c[serialize($a)] ??= $f(...$a);
    };
};
echo $compose('trim', strrev(...), fn ($s) => ucfirst($s), $curry('str_replace', 'a', '4'))('  banana '), ' ',
    ($m = $memo(fn ($n) => $n * 2))(4), $m(4), (fn () => yield from [1, 2])()->current(), "\n";
$fact = fn (int $n) => $n < 2 ? 1 : $n * $fact($n - 1);
try {
    $fact(3);
}  catch (Throwable $e) {
    echo $e->getMessage(), "\n";
}
$rf = new ReflectionFunction($inc);
echo $rf->getNumberOfParameters(), json_encode($rf->getStaticVariables()), $rf->getParameters()[0], ' ',
    (new ReflectionFunction(strlen(...)))->getName(), (strlen(...))('abc'), ' ', get_debug_type($inc), "\n";
class Temp {
    private $v = 'private';
    static function mk() {
        return static fn () => isset($this) ? 'this' : static::class;
    }
}
class SubTemp extends Temp {}
echo (fn () => $this->v)->call(new Temp), Closure::bind(fn () => $this->v, new Temp, Temp::class)(), (SubTemp::mk())(),
    json_encode(@Closure::bind(Temp::mk(), new Temp)), "\n";
$n = 0;
for ($i = 0; $i < 6000; $i++) {
    $s = Str::of("item $i");
    $n += count($s->shout($i % 4)) + strlen($s->reverse) + ord($s['/\d/']);
    $p = new Proxy(new Calc);
    $n += $p->add($i, 1) + $p->add($i, 1) + $inc($i);
}
echo $n, Proxy::size(), "\n";
