--TEST--
A generator that has not come to its first yield cannot be asked by the code that it runs
--FILE--
<?php
foreach (['rewind', 'valid', 'current', 'key', 'next'] as $method) {
    $generator = (function () use (&$generator, $method) {
        $ask = function () use (&$generator, $method) {
            try { var_dump($generator->$method()); } catch (Throwable $e) { echo $e->getMessage(), "\n"; }
        };
        $ask();
        yield 'key' => 'value';
        $ask();
        yield 2;
    })();
    echo "$method: ";
    foreach ($generator as $k => $v) echo "$k => $v\n";
}
$it = new LimitIterator((function () use (&$it) {
    try { $it->rewind(); } catch (Error $e) { echo $e->getMessage(), "\n"; }
    yield 1;
})(), 0, 3);
foreach ($it as $v) echo "$v\n";
?>
--EXPECT--
rewind: Cannot resume an already running generator
key => value
Cannot rewind a generator that was already run
0 => 2
valid: Cannot resume an already running generator
key => value
bool(true)
0 => 2
current: Cannot resume an already running generator
key => value
string(5) "value"
0 => 2
key: Cannot resume an already running generator
key => value
string(3) "key"
0 => 2
next: Cannot resume an already running generator
key => value
Cannot resume an already running generator
0 => 2
Cannot resume an already running generator
1
