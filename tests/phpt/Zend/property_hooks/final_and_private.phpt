--TEST--
A property with hooks cannot be final and private either
--FILE--
<?php
class C { final private $x { get => 1; } }
?>
--EXPECTF--
Fatal error: Property cannot be both final and private in %s on line 2
