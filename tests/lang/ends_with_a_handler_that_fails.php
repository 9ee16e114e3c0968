<?php
// A destructor that throws where the exception handler is left ends the request, and the others still run.
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

set_exception_handler(function ($exception) {
    $local = new Held(104);
    echo 'handler: ', $exception->getMessage(), "\n";
});
$first = new Held(1);
$second = [new Held(3)];
$third = [new Held(98)];
throw new Exception('main');
