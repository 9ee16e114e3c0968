<?php

class A
{
    public function __construct(public $x, abstract $y)
    {
    }
}
