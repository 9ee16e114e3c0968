--TEST--
A trait's method that meets what an abstract parent has of its interface is named by the trait
--FILE--
<?php
interface Driver { function connect(array $parameters): ArrayObject; }
abstract class Basic implements Driver {}
trait Connects { function connect(array $parameters, $user = null) { } }
class Own extends Basic { use Connects; }
?>
--EXPECTF--
Fatal error: Declaration of Connects::connect(array $parameters, $user = null) must be compatible with Driver::connect(array $parameters): ArrayObject in %s on line 4
