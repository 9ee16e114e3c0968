<?php

class A
{
}
class B extends A
{
    #[Override]
    public function missing()
    {
    }
}
