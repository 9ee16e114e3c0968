--TEST--
Reflecting Closure::__invoke takes a handle for as long as it is made
--FILE--
<?php
foreach ((new ReflectionClass('Closure'))->getMethods() as $m) echo spl_object_id($m), ' ', $m->name, "\n";
$m = null;
var_dump(spl_object_id((new ReflectionClass('Closure'))->getMethod('__invoke')));
--EXPECT--
2 __construct
3 bind
4 bindTo
5 call
6 fromCallable
8 __invoke
int(5)
