<?php

function low()
{
    try {
        throw new InvalidArgumentException('lowest');
    } catch (Exception $e) {
        throw new RuntimeException('middle', 5, $e);
    }
}
function high()
{
    try {
        low();
    } catch (Exception $e) {
        throw new LogicException('highest', 6, $e);
    } finally {
        echo "finally runs first\n";
    }
}
class Guard
{
    public function __destruct()
    {
        echo "guard destructed\n";
    }
}
$g = new Guard();
high();
