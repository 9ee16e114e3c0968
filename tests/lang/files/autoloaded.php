<?php

namespace App\Models;

class User
{
    public function __construct(private string $name)
    {
    }

    public function greet(): string
    {
        return \strtoupper($this->name) . ' ' . __CLASS__ . ' ' . namespace\helper();
    }
}

function helper(): string
{
    return __FUNCTION__;
}
