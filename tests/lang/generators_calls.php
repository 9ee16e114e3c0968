<?php
// Calls that a generator makes in other ways than by name: their arguments take more room than was set aside for them.
class Magic
{
    function __call($name, $arguments) { return "$name(" . implode(',', $arguments) . ')'; }
    static function __callStatic($name, $arguments) { return "$name(" . implode(',', $arguments) . ')'; }
}
#[\Deprecated]
function old($x) { return $x + 1; }
function calls()
{
    $m = new Magic;
    yield $m->none();
    yield $m->hours(5);
    yield Magic::hours(6, 7);
    yield [$m, 'x'](1);
    yield ($m->first(...))(2);
    yield (new ReflectionMethod($m, '__call'))->invoke($m, 'y', [3]);
    yield call_user_func([$m, 'z'], 4);
    yield old(5);
    yield str_pad('a', 3);
    yield array_map(fn ($x) => $m->inner($x), [1, 2]);
}
set_error_handler(function ($number, $text) {
    for ($i = 0; $i < 300; $i++) {
        $lists[] = [$i, str_repeat('b', $i)];
    }
    echo "  $text\n";
    return true;
});
for ($round = 0; $round < 3; $round++) {
    foreach (calls() as $key => $result) {
        for ($i = 0; $i < 300; $i++) {
            $texts[] = str_repeat('a', $i * 8 % 300);
        }
        if ($round == 2) {
            echo $key, ' ', json_encode($result), "\n";
        }
    }
}
