<?php
// Arguments beyond the parameters belong to the call: traces show them, and they end with it.
class Gone {
    public function __construct(public string $name) {}
    public function __destruct() { echo "gone {$this->name}\n"; }
}
function one($a) {
    return $a;
}
function nobody() {
    return debug_backtrace()[0]['args'];
}
function fails($a) {
    throw new LogicException('stop');
}
for ($i = 0; $i < 3; $i++) {
    echo one($i, 'text' . $i, new Gone("temporary $i"), [$i]), "\n";
    echo json_encode(nobody($i, ['x' => $i], "more $i")), "\n";
}
$kept = new Gone('kept');
for ($i = 0; $i < 3; $i++) {
    one(1, $kept, $kept);
    one(new Gone("first $i"), $kept, 5.5, null);
}
$twice = new Gone('twice');
one(1, $twice, $twice, $twice);
unset($twice);
echo "after twice\n";
foreach ([1, 2] as $i) {
    try {
        fails($i, new Gone("thrown $i"), 'x');
    } catch (LogicException $e) {
        echo $e->getTraceAsString(), "\n";
        unset($e);
    }
}
echo json_encode(array_map(fn ($v) => $v * 2, [1, 2, 3], ['a', 'b', 'c'])), "\n";
echo json_encode(array_filter(['a' => 1, 'b' => 2], function ($v) { return count(func_get_args()) + $v > 3; }, ARRAY_FILTER_USE_BOTH)), "\n";
function inner($x) {
    return one($x, 'inner', $x) + count(func_get_args());
}
echo inner(1, 2, 3, 4), inner(5, 'y'), "\n";
function generate($n) {
    yield $n;
    yield json_encode(func_get_args());
}
foreach (generate(1, 2, new Gone('generator')) as $v) {
    echo $v, "\n";
}
$f = function ($a) use ($kept) {
    $a[] = $kept->name;
    return $a;
};
for ($i = 0; $i < 3; $i++) {
    echo json_encode($f([$i], $kept, 'surplus', [$kept])), "\n";
}
echo call_user_func('one', 'by name', new Gone('by call_user_func')), "\n";
unset($kept, $f);
echo "end\n";
