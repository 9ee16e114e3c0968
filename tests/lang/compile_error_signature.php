<?php

class A
{
    public function m(int $x, ?string $y = null): int
    {
        return 1;
    }
}
echo "printed? no, the class below is linked early\n";
class B extends A
{
    public function m(string $x): int
    {
        return 2;
    }
}
