--TEST--
serialize(): an array that a property of an object in it holds again is written again
--FILE--
<?php
class Node { public $name = 'n'; protected $list; private ?int $typed; public $next; function __construct($n) { $this->name = $n; } function put($l) { $this->list = $l; return $this; } function type($t) { $this->typed = $t; return $this; } }
// A reference inside an array leads back to the array through a property.
$place = null;
$array = [1, &$place];
$node = new Node('x');
$node->next = $array;
$place = [$node, null];
$outer = ['a' => $array, 'b' => 2];
echo str_replace("\0", "~", serialize($outer)), "\n";
--EXPECT--
a:2:{s:1:"a";a:2:{i:0;i:1;i:1;a:2:{i:0;O:4:"Node":3:{s:4:"name";s:1:"x";s:7:"~*~list";N;s:4:"next";a:2:{i:0;i:1;i:1;R:4;}}i:1;N;}}s:1:"b";i:2;}
