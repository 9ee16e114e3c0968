<?php
// What the exception held ends while its handler is not in force again, and destructors run after an error that the handler's own
// variables ended with.
class Held
{
    public function __construct(public int $n) {}

    public function __destruct()
    {
        echo "held {$this->n}\n";
        if ($this->n > 100) {
            throw new Exception("held {$this->n}");
        }
    }
}

function fail(...$objects)
{
    throw new Exception('fail');
}

set_exception_handler(function ($exception) {
    echo 'handler: ', $exception->getMessage(), "\n";
});
$first = new Held(1);
$third = [new Held(3)];
fail(new Held(100), new Held(101), new Held(98), new Held(99));
