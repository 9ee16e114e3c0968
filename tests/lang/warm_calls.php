<?php
// Calls that are found once, and then are to something else.
class Facade {
    public static function __callStatic($name, $arguments) { return static::class . "::$name(" . json_encode($arguments) . ')'; }
}
class Child extends Facade {
    public function __call($name, $arguments) { return 'call ' . static::class . "->$name(" . json_encode($arguments) . ')'; }
    public function inside() { return [Child::some(1), Facade::some(2), static::some(3), self::other(4), parent::other(5)]; }
    public static function fromStatic() { return [Child::some(1), static::some(3), parent::other(5)]; }
}
class Other { public function run() { $r = []; for ($i = 0; $i < 3; $i++) { $r[] = Facade::get($i) . Child::put(...[$i, 'n' => 1]); } return $r; } }
print_r((new Other)->run()); print_r((new Child)->inside()); print_r(Child::fromStatic()); print_r((new Child)->inside());
$closure = function () { $r = []; for ($i = 0; $i < 2; $i++) { $r[] = Child::thing($i); } return $r; };
print_r($closure()); print_r(Closure::bind($closure, new Child)()); print_r(Closure::bind($closure, new Child, Child::class)()); print_r($closure());
function plain_site($class) { $r = []; foreach ($class as $c) { $r[] = $c::magic(1); } return $r; }
print_r(plain_site(['Facade', 'Child', 'Facade', 'Child']));

// Lists as arguments.
function two($a, $b = 'default', ...$rest) { return [$a, $b, $rest, func_get_args()]; }
function typed(int $a, string $b): string { return $a . $b; }
function by_ref(&$a, $b) { $a .= $b; return $a; }
function one($a) { return $a; }
foreach ([[1, 2], [1], [1, 2, 3, 4], ['b' => 5, 'a' => 6], [1, 'b' => 7], [3 => 'x', 9 => 'y'], []] as $list) {
    try { echo json_encode(two(...$list)), "\n"; } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
    try { echo json_encode(one(...$list)), "\n"; } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
    try { echo json_encode(call_user_func_array('two', $list)), "\n"; } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
}
foreach ([[1, 'x'], ['1', 2], ['no', 'x']] as $list) { try { var_dump(typed(...$list)); } catch (Throwable $e) { echo get_class($e), "\n"; } }
$args = ['s', 't']; echo by_ref(...$args), ' ', json_encode($args), "\n"; $r = 1; $held = [&$r, 2]; echo json_encode(two(...$held)), "\n";
function walk($n) { return $n ? walk(...[$n - 1]) + 1 : 0; } echo walk(2000), "\n";
function generate() { $got = two(...[1, 2]); yield $got; yield from one(...[[3]]); } foreach (generate() as $v) { echo json_encode($v), "\n"; }
$unpacked = one(...); echo $unpacked(...['first-class']), (fn ($x) => $x * 2)(...[21]), "\n";

// Closures.
class Holder { private $x = 5; public function closures() { return [fn ($k) => $this->x + $k, static fn ($k) => $k, function ($k) { static $calls = 0; return ++$calls + $k + $this->x; }]; } }
$closures = (new Holder)->closures(); foreach ([1, 2] as $round) { foreach ($closures as $c) { echo call_user_func($c, $round), ' ', $c($round), ' '; } } echo "\n";
foreach (['strlen', 'one', fn ($v) => "arrow $v", [new Holder, 'closures'], 'Facade::stat', [new Child, 'magic'], strtoupper(...)] as $callable) { $r = call_user_func($callable, 'text'); echo is_array($r) ? count($r) : $r, "\n"; }
try { call_user_func('nothing_of_the_kind', 1); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
class Ender { public function __destruct() { echo "ended\n"; } }
function temporary() { $e = new Ender; return call_user_func(function () use ($e) { return 'result'; }); } echo temporary(), "\n";
echo (function () { return $this::class; })->bindTo(new Ender)(), "\n";

// Methods by names that are made up.
class Validator {
    private function vA($v) { return "A$v"; } protected function vB($v) { return "B$v"; } public function vC($v) { return "C$v"; }
    public static function vS($v) { return "S$v"; } public function run($names) { foreach ($names as $n) { try { echo $this->{'v' . $n}(1), ' '; } catch (Throwable $e) { echo $e->getMessage(), ' '; } } echo "\n"; }
}
class Sub extends Validator { private function vA($v) { return "sub A$v"; } public function vC($v) { return "sub C$v"; } public function own($names) { foreach ($names as $n) { try { echo $this->{'v' . $n}(2), ' '; } catch (Throwable $e) { echo $e->getMessage(), ' '; } } echo "\n"; } }
foreach ([new Validator, new Sub, new Validator] as $o) { $o->run(['A', 'B', 'C', 'S', 'a', 'X', 'A']); }
(new Sub)->own(['A', 'B', 'C', 'S']); foreach (['A', 'B', 'C', 'A'] as $n) { try { echo (new Sub)->{"v$n"}(3), ' '; } catch (Throwable $e) { echo $e->getMessage(), ' '; } } echo "\n";
