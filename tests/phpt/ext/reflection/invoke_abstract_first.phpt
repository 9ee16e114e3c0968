--TEST--
ReflectionMethod::invoke refuses an abstract method before it looks at arguments
--FILE--
<?php
abstract class A { abstract function f(); function g(...$x) { var_dump($x); } static function s() { echo "s\n"; } }
class B extends A { function f() {} }
$m = new ReflectionMethod('A', 'f'); $g = new ReflectionMethod('A', 'g'); $s = new ReflectionMethod('A', 's');
foreach ([fn() => $m->invoke(), fn() => $m->invoke(true), fn() => $m->invokeArgs(), fn() => $m->invokeArgs(true), fn() => $g->invoke(), fn() => $g->invoke(true),
 fn() => $g->invokeArgs(true), fn() => $g->invokeArgs(new B), fn() => $g->invokeArgs(new B, [1, 'k' => 2]), fn() => $g->invoke(new B, 1, k: 2), fn() => $g->invoke(object: new B), fn() => $g->invoke(object: new B, zz: 1),
 fn() => $g->invokeArgs(args: [1], object: new B), fn() => $s->invoke(), fn() => $s->invoke(null), fn() => $s->invokeArgs(null, []), fn() => $s->invokeArgs(), fn() => $g->invokeArgs(new B, [1], 2), fn() => $g->invokeArgs(new B, 1), fn() => $g->invoke(...['args' => 1, 'object' => new B])] as $i => $f)
 try { echo "$i: "; var_dump($f()); } catch (Throwable $e) { echo get_class($e), ' ', $e->getMessage(), "\n"; }
--EXPECT--
0: ReflectionException Trying to invoke abstract method A::f()
1: ReflectionException Trying to invoke abstract method A::f()
2: ReflectionException Trying to invoke abstract method A::f()
3: ReflectionException Trying to invoke abstract method A::f()
4: ArgumentCountError ReflectionMethod::invoke() expects at least 1 argument, 0 given
5: TypeError ReflectionMethod::invoke(): Argument #1 ($object) must be of type ?object, true given
6: ArgumentCountError ReflectionMethod::invokeArgs() expects exactly 2 arguments, 1 given
7: ArgumentCountError ReflectionMethod::invokeArgs() expects exactly 2 arguments, 1 given
8: array(2) {
  [0]=>
  int(1)
  ["k"]=>
  int(2)
}
NULL
9: array(2) {
  [0]=>
  int(1)
  ["k"]=>
  int(2)
}
NULL
10: array(0) {
}
NULL
11: array(1) {
  ["zz"]=>
  int(1)
}
NULL
12: array(1) {
  [0]=>
  int(1)
}
NULL
13: ArgumentCountError ReflectionMethod::invoke() expects at least 1 argument, 0 given
14: s
NULL
15: s
NULL
16: ArgumentCountError ReflectionMethod::invokeArgs() expects exactly 2 arguments, 0 given
17: ArgumentCountError ReflectionMethod::invokeArgs() expects exactly 2 arguments, 3 given
18: TypeError ReflectionMethod::invokeArgs(): Argument #2 ($args) must be of type array, int given
19: array(1) {
  ["args"]=>
  int(1)
}
NULL
