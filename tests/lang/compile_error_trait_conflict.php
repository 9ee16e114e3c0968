<?php

trait X
{
    public function hello()
    {
    }
}
trait Y
{
    public function hello()
    {
    }
}
class Z
{
    use X, Y;
}
