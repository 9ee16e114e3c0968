<?php

class IncludedClass
{
    const NAME = self::class;
}
