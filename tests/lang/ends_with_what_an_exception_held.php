<?php
// What only an exception holds, arguments in its trace, ends when it has been told, before the request counts as ended. What throws
// there ends the request in its turn.
class Held
{
    public function __construct(public int $n) {}

    public function __destruct()
    {
        echo "held {$this->n}\n";
        if ($this->n > 100) {
            throw new Exception('held');
        }
    }
}

class Thrower
{
    public function __destruct()
    {
        echo "thrower\n";
        fail(new Held(100), new Held(101), new Held(102), new Held(99));
    }
}

function fail(...$objects)
{
    throw new Exception('fail');
}

register_shutdown_function(function () {
    echo "shutdown\n";
    $thrower = new Thrower();
}, new Held(50));
$first = new Held(1);
$second = [new Thrower()];
$third = [new Held(3)];
