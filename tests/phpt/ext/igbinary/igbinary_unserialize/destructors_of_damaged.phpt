--TEST--
Of objects of a damaged text those are not destructed that did not get their data by __unserialize
--EXTENSIONS--
igbinary
--FILE--
<?php
class Waking { public $n; function __construct($n) { $this->n = $n; } function __wakeup() { echo "wake $this->n\n"; } function __destruct() { echo "gone $this->n\n"; } }
class Modern extends Waking { function __serialize(): array { return [$this->n]; } function __unserialize(array $data): void { echo "data\n"; } }
$value = [new Waking(1), new Modern(2), new Waking(3)];
$text = igbinary_serialize($value);
echo "cut\n";
var_dump(@igbinary_unserialize(substr($text, 0, -1)));
echo "whole\n";
igbinary_unserialize($text);
echo "end\n";
--EXPECT--
cut
gone 1
gone 
NULL
whole
wake 1
data
wake 3
gone 1
gone 
gone 3
end
gone 1
gone 2
gone 3
