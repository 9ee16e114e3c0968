--TEST--
json_encode() of objects, enums and JsonSerializable
--FILE--
<?php
enum Suit: string { case Hearts = "h"; }
enum Plain { case A; }
class P { public $a = 1; protected $b = 2; private $c = 3; public int $unset; }
class J implements JsonSerializable { function __construct(public $v) {} function jsonSerialize(): mixed { return $this->v; } }
$p = new P;
$p->dynamic = "d";
echo json_encode([$p, Suit::Hearts, new J([1, new J(null)])]), "\n";
$self = new J(1);
$self->v = $self;
echo json_encode($self), "\n", var_export(json_encode(Plain::A), true), " ", json_last_error_msg(), "\n";
?>
--EXPECTF--

Deprecated: Creation of dynamic property P::$dynamic is deprecated in %s on line %d
[{"a":1,"dynamic":"d"},"h",[1,null]]

false Non-backed enums have no default serialization
