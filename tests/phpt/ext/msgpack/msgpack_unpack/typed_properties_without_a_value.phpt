--TEST--
A typed property that __sleep named had no value, and has none again; a property with the name of a parent's private one is kept
--EXTENSIONS--
msgpack
--FILE--
<?php
class Typed { public int $n; private array $list; public $last = 1; function __sleep() { return ['n', 'list', 'last']; } }
$read = msgpack_unpack(@msgpack_pack(new Typed));
echo get_class($read), ' ', $read->last, "\n";
#[AllowDynamicProperties] class Base { private ?array $d = null; }
class Child extends Base {}
$child = new Child;
$child->d = 'mine';
$read = msgpack_unpack(msgpack_pack($child));
echo get_class($read), "\n";
--EXPECT--
Typed 1
Child
