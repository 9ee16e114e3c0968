<?php

interface I
{
    public function m(int $x): string;
}
abstract class A implements I
{
    abstract protected function n();
}
class B extends A
{
}
