--TEST--
What a generator calls in finally when it is destroyed leaves the frames alone that let go of it
--FILE--
<?php
function called($word) { return str_repeat($word, 2); }
class Magic {
    function __get($name) {
        $local = "local of $name";
        $GLOBALS['it'] = new stdClass;
        return $local;
    }
    function __call($name, $arguments) {
        [$first, $second] = $arguments;
        $GLOBALS['it'] = null;
        return "$name $first $second";
    }
}
function generator($word) {
    try {
        yield 1;
    } finally {
        echo called($word), " ", implode(",", array_map('called', ['a', 'b'])), "\n";
    }
}
$magic = new Magic;
$it = new AppendIterator;
$it->append(generator('appended '));
echo $magic->property, "\n";
$it = generator('started ');
$it->current();
echo $magic->method('first', 'second'), "\n";
$it = (function () { yield from generator('delegated '); })();
array_map(fn() => $it->current(), [1]);
echo $magic->again, "\n";
?>
--EXPECT--
appended appended  aa,bb
local of property
started started  aa,bb
method first second
delegated delegated  aa,bb
local of again
