<?php
class DeprecatedParameters
{
    function first($a = 1, $b) { return 'some literal text'; }
    const NAMES = ['one' => 'two', 'three' => ['four']];
}
