<?php

function optionalFirst($a = 1, $b)
{
    return $b;
}
function implicitNull(string $s = null)
{
    return $s;
}
function continueSwitch($x)
{
    foreach ([1] as $y) {
        switch ($x) {
            case 1:
                continue;
        }
    }
}
class A implements IteratorAggregate
{
    public function getIterator()
    {
        return new ArrayIterator([]);
    }
}
class Sleepy
{
    public function __get($n)
    {
        return $n;
    }

    private function __call($n, $a)
    {
    }
}
$x = "${y}";
echo implicitNull() ?? 'null', optionalFirst(1, 2), "\n";
$unused = 012 + 0o12;
echo $unused, "\n";
