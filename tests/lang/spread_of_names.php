<?php
// Arrays with names, unpacked into calls: in and out of order, with gaps, defaults, variadics, references, and what is refused.
function show(...$v): void { echo json_encode($v), "\n"; }
function three($a, $b = 'B', $c = 'C') { show($a, $b, $c); show(func_num_args(), func_get_args()); }
function rest($a, ...$rest) { show($a, $rest, func_num_args()); }
function byref(&$a, $b) { $a = "$b!"; }
function typed(int $a, ?string $b = null, int|float $c = 1.5) { var_dump($a, $b, $c); }
class P { public function __construct(public int $x = 0, protected string $name = 'p') {} public static function make(mixed ...$a): static { return new static(...$a); } public function with(mixed ...$a): static { return new static(...$a + ['x' => $this->x, 'name' => $this->name]); } }
class Q extends P { public function __construct(public array $tags = [], mixed ...$rest) { parent::__construct(...$rest); } function __call($n, $a) { show($n, $a); } static function __callStatic($n, $a) { show($n, $a); } }
three(...['a' => 1, 'b' => 2, 'c' => 3]);
three(...['c' => 3, 'a' => 1]);
three(...[1, 'c' => 3]);
three(...[1, 2], ...['c' => 3]);
three(...['b' => 2], a: 1);
three(...['a' => 1], c: 9);
rest(...['a' => 1, 'z' => 2, 'y' => 3]);
rest(...[1, 2, 'z' => 3]);
$five = 5; $refs = ['b' => &$five, 'a' => 1]; three(...$refs); $five = 6; three(...$refs);
$list = ['a' => 1, 'b' => 'x']; byref(...$list); show($list);
$list = ['b' => 'x', 'a' => 1]; byref(...$list); show($list);
typed(...['c' => 2, 'a' => '7']);
show(new P(...['name' => 'n', 'x' => 4]), P::make(name: 'm')->with(x: 3), Q::make(tags: [1], name: 'q', x: 2));
$q = new Q(); $q->any(...['k' => 1, 2 => 3] === null ? [] : ['k' => 1]); Q::any(...[1, 'k' => 2]);
$f = fn ($x, $y = 2) => show($x, $y); $f(...['y' => 5, 'x' => 4]); $q->with(...)(...['x' => 8]);
show(str_pad(...['string' => 'x', 'length' => 3, 'pad_string' => '-']), in_array(...['haystack' => [1, '1'], 'needle' => '1', 'strict' => true]));
foreach ([
    fn () => three(...['b' => 2]), fn () => three(...['a' => 1, 'd' => 2]), fn () => three(...[1, 'a' => 2]), fn () => three(...['a' => 1], ...[2]),
    fn () => three(...['a' => 1], ...['a' => 2]), fn () => typed(...['a' => 'x']), fn () => three(...[3 => 1, 7 => 2]), fn () => new P(...['y' => 1]),
    fn () => three(...['a' => 1], a: 2), fn () => typed(...['b' => 'only']), fn () => three(...(function () { yield 'c' => 3; yield 'a' => 1; })()),
    fn () => three(...(function () { yield 'a' => 1; yield 3; })()), fn () => strlen(...['str' => 'x']), fn () => strlen(...['string' => 'xyz']),
] as $i => $call) {
    try { $r = $call(); echo "$i: ", json_encode($r), "\n"; } catch (Error $e) { echo "$i: ", $e::class, ': ', preg_replace('/, called in.*/', '', $e->getMessage()), "\n"; }
}
function numbers() { return func_num_args(); }
show(numbers(), numbers(1, 2, 3), numbers(...[1, 2]), (fn () => func_num_args())(1));
function gen() { yield func_num_args(); }
show(gen(1, 2)->current());
try { eval('echo func_num_args();'); } catch (Error $e) { echo $e->getMessage(), "\n"; }
