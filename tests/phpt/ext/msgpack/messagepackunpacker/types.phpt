--TEST--
Arguments of msgpack's classes have types although they are not declared
--EXTENSIONS--
msgpack
--FILE--
<?php
set_error_handler(function ($level, $text) {
    echo "    $text\n";
    return true;
});
$calls = [
    fn() => new MessagePack([]), fn() => new MessagePack(null), fn() => new MessagePack('x'), fn() => new MessagePackUnpacker(new ArrayObject),
    fn() => new MessagePackUnpacker(null), fn() => (new MessagePack)->setOption('a', 1), fn() => (new MessagePack)->setOption(null, 1),
    fn() => (new MessagePack)->setOption([], 1), fn() => (new MessagePack)->setOption('-1001', 0), fn() => (new MessagePack)->setOption(1.5, 0),
    fn() => (new MessagePackUnpacker)->setOption('', 1), fn() => (new MessagePackUnpacker)->setOption(true, 1),
    fn() => (new MessagePackUnpacker)->feed(''), fn() => (new MessagePackUnpacker)->feed(null), fn() => (new MessagePackUnpacker)->feed([]),
    fn() => (new MessagePackUnpacker)->execute(null), fn() => (new MessagePackUnpacker)->execute([]), fn() => (new MessagePackUnpacker)->execute(),
    fn() => (new MessagePackUnpacker)->execute(5), fn() => (new MessagePack)->pack(), fn() => (new MessagePack)->unpack(null),
];
foreach ($calls as $at => $call) {
    try {
        $result = $call();
        echo $at, ': ', is_object($result) ? get_class($result) : json_encode($result), "\n";
    } catch (Error $e) {
        echo $at, ': ', get_class($e), ': ', $e->getMessage(), "\n";
    }
}
?>
--EXPECT--
0: TypeError: MessagePack::__construct(): Argument #1 ($opt) must be of type bool, array given
    MessagePack::__construct(): Passing null to parameter #1 ($opt) of type bool is deprecated
1: MessagePack
2: MessagePack
3: TypeError: MessagePackUnpacker::__construct(): Argument #1 ($opt) must be of type bool, ArrayObject given
    MessagePackUnpacker::__construct(): Passing null to parameter #1 ($opt) of type bool is deprecated
4: MessagePackUnpacker
5: TypeError: MessagePack::setOption(): Argument #1 ($option) must be of type int, string given
    MessagePack::setOption(): Passing null to parameter #1 ($option) of type int is deprecated
    [msgpack] (MessagePack::setOption) error setting msgpack option
6: false
7: TypeError: MessagePack::setOption(): Argument #1 ($option) must be of type int, array given
8: true
    Implicit conversion from float 1.5 to int loses precision
    [msgpack] (MessagePack::setOption) error setting msgpack option
9: false
10: TypeError: MessagePackUnpacker::setOption(): Argument #1 ($option) must be of type int, string given
    [msgpack] (MessagePackUnpacker::setOption) error setting msgpack option
11: false
12: true
    MessagePackUnpacker::feed(): Passing null to parameter #1 ($str) of type string is deprecated
13: true
14: TypeError: MessagePackUnpacker::feed(): Argument #1 ($str) must be of type string, array given
    MessagePackUnpacker::execute(): Passing null to parameter #1 ($str) of type string is deprecated
15: false
16: TypeError: MessagePackUnpacker::execute(): Argument #1 ($str) must be of type string, array given
17: false
18: true
19: ArgumentCountError: MessagePack::pack() expects exactly 1 argument, 0 given
    MessagePack::unpack(): Passing null to parameter #1 ($str) of type string is deprecated
20: null
