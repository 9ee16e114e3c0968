<?php

function level3(array $list, object $o, string $text, ...$more)
{
    throw new RuntimeException("Something\nhappened", 7, new LogicException('the cause'));
}
class K
{
    public function method(int $i)
    {
        level3([1, 2], $this, 'a rather long string argument', null, true, 1.5, STDIN, fn () => 1);
    }

    public static function start()
    {
        (new static())->method(5);
    }
}
register_shutdown_function(function () {
    echo "shutdown still runs\n";
});
function middle()
{
    K::start();
}
array_map(fn ($x) => middle(), [1]);
echo "never\n";
