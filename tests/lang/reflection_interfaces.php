<?php
interface I1 {} interface I2 {} interface I3 {} interface I4 extends I3 {} interface I5 extends I4 {} interface I6 extends I5, I1, I2 {} interface I7 extends I6 {}
class X implements I6 {} class Y extends X implements I7 {} abstract class Z extends Y implements IteratorAggregate {} class W extends Exception implements I5 {}
interface J1 extends I5 {} interface J2 extends J1 {} interface J3 extends J2, I1 {}
foreach (['I5','I6','I7','X','Y','Z','W','J1','J2','J3','Exception','ArrayObject','ArrayIterator','RecursiveArrayIterator','SplObjectStorage','Generator','ReflectionEnum','JsonException','SplTempFileObject'] as $c) echo $c,': ',implode(' ',(new ReflectionClass($c))->getInterfaceNames()),"\n";
