<?php
// array_column over objects: what the caller may see, what __get and __isset say, hooks, statics, numbers, enums.
class A { public $p = 1; protected $q = 2; private $r = 3; public static $s = 4; public ?int $none; public $null = null; public int $hooked { get => 7; } public readonly int $ro;
    public function __construct() { $this->ro = 8; }
    public static function see(array $l, $c) { return array_column($l, $c); } }
class B extends A { public $r = 30; public $p = 10; }
class M { private $data = ['m' => 1]; private $hidden = 5; public function __isset($n) { echo "(isset $n)"; return isset($this->data[$n]) || $n == 'null'; } public function __get($n) { echo "(get $n)"; return $this->data[$n] ?? null; } }
#[AllowDynamicProperties] class D extends A {}
enum Suit: string { case H = 'h'; case S = 's'; }
enum Plain { case X; case Y; }
$d = new D; $d->{'5'} = 'five'; $d->dyn = 'd'; unset($d->p);
$l = [new A, new B, $d, new M, ['p' => 'array', 'r' => 'ar'], 'text', null, new ArrayObject(['p' => 'ao'])];
foreach (['p', 'q', 'r', 's', 'none', 'null', 'hooked', 'ro', 'dyn', 5, '5', 'm'] as $c) {
    echo $c, ': ', json_encode(array_column($l, $c)), ' ', json_encode(A::see($l, $c)), ' ', json_encode(array_column($l, null, $c) ? array_keys(array_column($l, null, $c)) : []), "\n";
}
echo json_encode([array_column(Suit::cases(), 'value', 'name'), array_column(Suit::cases(), 'name'), array_column(Plain::cases(), 'name'), array_column(Plain::cases(), 'value'), array_column(Suit::cases(), null, 'value')]), "\n";
$ref = 5; $a = new A; $a->p = &$ref; $col = array_column([$a], 'p'); $ref = 6; echo json_encode($col), "\n";
$ghost = (new ReflectionClass(A::class))->newLazyGhost(function ($o) { echo '(made)'; }); echo json_encode(array_column([$ghost], 'p')), "\n";
// Calls that are made when the file is compiled give what they give at run time.
$w = 'x';
echo json_encode([str_replace('a', 'b', 'banana'), str_replace(['a', 'n'], ['1', '2'], ['k' => 'banana', 'x']), str_ireplace('A', 'o', 'banana'), strtr('abc', 'ab', 'xy'), strtr('Hi {n}', ['{n}' => 'Bob']), strtr('abc', []),
    implode(', ', ['a', 1, 2.5, null, true]), implode(['x', 'y']), join('-', [1, 2]), number_format(1234567.891, 2), number_format(0.5), number_format(-1234.567, 2, ',', '.'),
    array_merge([1], ['a' => 2], [3]), array_merge(), array_replace([1, 2], [1 => 'b']), array_unique([1, '1', 2, 2.0, 'a', 'A']), array_diff([1, 2, 3], [2]), array_intersect(['a' => 1, 'b' => 2], [2]),
    array_diff_assoc(['a' => 1, 0 => 2], ['a' => 1]), array_intersect_assoc(['a' => '1', 'b' => 2], ['a' => 1]), array_column([['a' => 1], ['a' => 2]], 'a'), array_change_key_case(['Ab' => 1], CASE_UPPER),
    in_array('1e0', [1]), in_array('x', ['X']), array_search(2, ['a' => '2']), max(1, 2.5, '3'), min([3, '1', 2]), max('abc', 0), max([1, 2], [1, 3]), array_merge_recursive(['a' => [1]], ['a' => 2]), array_replace_recursive(['a' => [1, 2]], ['a' => [1 => 'b']])]), "\n";
foreach ([fn() => max(), fn() => max([]), fn() => max(1), fn() => implode('x', 5), fn() => strtr('a', 'b'), fn() => array_merge(1), fn() => implode(',', [[1], [2]]), fn() => array_unique([1], 99), fn() => strtr('abc', ['' => 'x']), fn() => str_replace([[]], 'x', 'y')] as $i => $f) {
    try { echo $i, ': ', json_encode(@$f()), "\n"; } catch (Throwable $e) { echo $i, ': ', get_class($e), ': ', $e->getMessage(), "\n"; }
}
