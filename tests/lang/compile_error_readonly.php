<?php

class A
{
    public readonly $untyped;
}
