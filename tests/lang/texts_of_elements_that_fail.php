<?php
// Functions that turn one element after the other into text go on when one fails: warnings of later ones come, further errors and
// PHP code do not.
class D
{
    public function __construct(public int $n = 0) {}
}

class T
{
    public function __toString(): string
    {
        echo "toString\n";
        return 't';
    }
}

class U
{
    public function __toString(): string
    {
        throw new Exception('toString');
    }
}

function show(string $name, callable $f)
{
    echo "-- $name\n";
    try {
        var_dump($f());
    } catch (Throwable $e) {
        do {
            echo get_class($e), ': ', $e->getMessage(), "\n";
        } while ($e = $e->getPrevious());
    }
}

$list = [[1], new D(1), 'a', new T(), [3], new U()];
show('implode', fn() => implode(',', $list));
show('implode, exception', fn() => implode(',', [[1], new U(), new T(), [2], new D()]));
show('str_replace, searched', fn() => str_replace(['a', new D(), [3]], ['x'], 'xabacbc'));
show('str_replace, replacements', fn() => str_replace(['a', 'b', 'c'], [[1], new D(), [2]], 'xabacbc'));
show('str_replace, subjects', fn() => str_replace('a', 'x', ['aaa', [2], 'k' => new D(), 'b', [3]]));
show('str_ireplace', fn() => str_ireplace(['a', 'b', 'c'], [[1], new D(), [2]], 'xabacbc'));
show('substr_replace', fn() => substr_replace(['abc', [1], new D(), [2]], [new D(), [2], 'x'], 1));
show('strtr', fn() => strtr('abc', ['a' => [1], 'b' => new D(), 'c' => [3]]));
show('preg_replace', fn() => preg_replace('/a/', 'b', ['xabacbc', [1], new D(), [2]]));
show('array_unique', fn() => array_unique([[1], new D(), 'a', [3]]));
show('array_fill_keys', fn() => array_fill_keys([[1], new D(), 'a', [3]], 1));
show('array_combine', fn() => array_combine([[1], new D(), 'a', [3]], [1, 2, 3, 4]));
show('array_diff', fn() => array_diff([[1], new D(), 'a', [3]], [[1], new D()]));
set_error_handler(function ($level, $message) {
    echo "handler: $message\n";
});
show('implode with a handler', fn() => implode(',', [[1], new D(1), new T(), [2]]));
set_error_handler(function ($level, $message) {
    throw new Exception("handler: $message");
});
show('implode with a handler that throws', fn() => implode(',', [[1], new D(1), new T(), [2]]));
