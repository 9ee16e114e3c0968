--TEST--
exceptions: hierarchy
--FILE--
<?php
foreach (["LogicException", "BadFunctionCallException", "BadMethodCallException", "DomainException", "InvalidArgumentException", "LengthException", "OutOfRangeException", "RuntimeException", "OutOfBoundsException", "OverflowException", "RangeException", "UnderflowException", "UnexpectedValueException"] as $c) {
    echo $c, ": ", implode(" ", class_parents(new $c("m", 3))), "\n";
}
--EXPECT--
LogicException: Exception
BadFunctionCallException: LogicException Exception
BadMethodCallException: BadFunctionCallException LogicException Exception
DomainException: LogicException Exception
InvalidArgumentException: LogicException Exception
LengthException: LogicException Exception
OutOfRangeException: LogicException Exception
RuntimeException: Exception
OutOfBoundsException: RuntimeException Exception
OverflowException: RuntimeException Exception
RangeException: RuntimeException Exception
UnderflowException: RuntimeException Exception
UnexpectedValueException: RuntimeException Exception
