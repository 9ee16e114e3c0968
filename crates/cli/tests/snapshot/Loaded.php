<?php
class Loaded {
    public static int $made = 0;
    const TEXT = 'loaded';
    function __construct(public int $number = 0) { self::$made++; }
    function __destruct() { echo "gone {$this->number}\n"; }
}
