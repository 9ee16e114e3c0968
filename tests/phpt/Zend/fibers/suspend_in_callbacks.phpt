--TEST--
A fiber is left and resumed inside callbacks of native functions
--FILE--
<?php
$fiber = new Fiber(function () {
    $map = array_map(fn($v) => Fiber::suspend("map $v") * 2, [1, 2]);
    $list = [3, 1, 2];
    usort($list, function ($a, $b) { Fiber::suspend('sort'); return $a <=> $b; });
    $text = preg_replace_callback('/\w/', fn($m) => Fiber::suspend("match $m[0]"), 'ab');
    $object = new class { function __toString(): string { return Fiber::suspend('text'); } };
    $joined = implode(',', [$object, 'x']);
    $walked = [];
    array_walk($list, function ($v, $k) use (&$walked) { $walked[] = $v . Fiber::suspend("walk $k"); });
    $iterated = iterator_to_array((function () { yield 'k' => Fiber::suspend('yield'); })());
    return [$map, $list, $text, $joined, $walked, $iterated];
});
$got = $fiber->start();
for ($n = 1; !$fiber->isTerminated(); $n++) {
    echo $got, "\n";
    $got = $fiber->resume($n);
}
echo json_encode($fiber->getReturn()), "\n";
?>
--EXPECT--
map 1
map 2
sort
sort
sort
match a
match b
text
walk 0
walk 1
walk 2
yield
[[2,4],[1,2,3],"67","8,x",["19","210","311"],{"k":12}]
