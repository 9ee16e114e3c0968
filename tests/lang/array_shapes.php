<?php
// Array literals whose keys are known begin with all of them; spreads and sums of arrays may reuse what they are given.
class Loud {
    public function __construct(public string $name) {}
    public function __destruct() { echo "gone {$this->name}\n"; }
}
function fails($v) {
    throw new LogicException("no $v");
}
function parts(int $n) {
    $made = ['id' => $n, 'kind' => 'fixed', 'list' => [$n, 2, $n + 1], 'sum' => $n + 1, 'none' => null];
    $made['more'] = $n;
    unset($made['kind']);
    $made['kind'] = 'again';
    return $made;
}
for ($i = 0; $i < 3; $i++) {
    echo json_encode(parts($i)), "\n";
}

// The elements before the one that fails are given back.
function broken() {
    return ['a' => new Loud('first'), 'b' => fails('b'), 'c' => new Loud('never')];
}
function broken_list() {
    return [new Loud('one'), fails('two')];
}
foreach (['broken', 'broken_list'] as $f) {
    try {
        $f();
    } catch (LogicException $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
    unset($e);
}

// Undefined variables, references, and values that are still changed.
function odd() {
    $x = 1;
    $r = &$x;
    $made = ['r' => $r, 'u' => $undefined, 'x' => $x++, 'y' => $x, 'z' => $x = 7, 'w' => $r];
    $r = 100;
    return $made;
}
var_dump(odd());

// Keys that are one number, the same key twice, and keys that only look alike.
$v = 5;
var_dump(['1' => $v, '01' => $v + 1, 1 => $v + 2]);
var_dump(['a' => $v, 'b' => $v, 'a' => $v + 3]);
var_dump(['A' => $v, 'a' => $v + 1, '' => $v, ' ' => $v]);
var_dump([$v, 'k' => $v, $v]);
const KEY = 'constant';
var_dump([KEY => $v, 'other' => $v]);

// Appending goes on behind a list.
$list = [$v, $v];
$list[] = 'next';
unset($list[2]);
$list[] = 'after';
var_dump($list);

// A generator that is left between two elements.
function halves() {
    $got = ['first' => yield 1, 'second' => yield 2, 'third' => new Loud('kept')];
    echo json_encode($got), "\n";
}
$g = halves();
$g->current();
$g->send('x');
$g->send('y');
$g = halves();
$g->current();
$g->send(new Loud('sent'));
unset($g);
echo "after\n";

// Spreads.
function spread(array $a, array $b) {
    return [[...$a], [...$a, 'new' => 1], [...$a, ...$b], ['first' => 0, ...$a], [...$a, $b]];
}
echo json_encode(spread(['x' => 1, 'y' => 2], ['y' => 3, 'z' => 4])), "\n";
echo json_encode(spread([1, 2, 3], ['k' => 4, 5])), "\n";
$holes = [1, 2, 3];
unset($holes[1]);
echo json_encode([...$holes, 'end']), "\n";
unset($holes[2]);
$holes[] = 9;
$copy = [...$holes];
$copy[] = 'behind';
var_dump($copy);
$base = ['a' => 1, 'b' => 2];
$ref = &$base['a'];
next($base);
$copy = [...$base];
$copy['a'] = 'changed';
var_dump($base['a'], current($copy));
$empty = [];
$copy = [...$empty, 'x'];
var_dump($copy);

// Sums.
function sum(array $a, array $b) {
    return $a + $b;
}
$one = ['a' => 1, 3 => 'three'];
var_dump(sum($one, ['a' => 'no', 'b' => 2, 3 => 'no', 4 => 'four']), sum([], $one), sum($one, []), sum($one, $one));
var_dump($one);
for ($i = 0; $i < 3; $i++) {
    $sum = [$i => 'left', 'k' . $i => $i] + $one + [1, 2, 3];
    echo json_encode($sum), "\n";
}
$shared = ['p' => 1];
$inner = &$shared['p'];
$sum = ['q' => 2] + $shared;
$inner = 'seen';
var_dump($sum['p']);
unset($inner);
$sum = ['q' => 2] + $shared;
$sum['p'] = 'own';
var_dump($shared['p']);
$sum = [new Loud('left')] + [new Loud('right')];
echo "sum made\n";
$sum = null;
$text = '';
$piece = 'piece' . $v;
$text .= $piece;
$text .= '!';
echo $text, ' ', $piece, "\n";
foreach ([1.5, 'a', [1], new Loud('walked'), null] as $item) {
    $kept = $item;
}
unset($kept, $item);
$weights = ['a' => 1, 'b' => 2];
foreach ($weights as &$weight) {
    $weight *= 2;
}
function walk(array &$w) {
    foreach ($w as $k => $value) {
        echo "$k=$value ";
        $value = 'own';
        if ($k === 'a') {
            $w['c'] = 1;
        }
    }
    echo json_encode($w), "\n";
}
walk($weights);
