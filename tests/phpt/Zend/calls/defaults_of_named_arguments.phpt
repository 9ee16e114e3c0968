--TEST--
Defaults before named arguments that cannot be evaluated, of functions that have never run
--FILE--
<?php
class Foo { function __construct() { throw new Exception('ctor'); } }
function f($x = new Foo, $b = 1) {}
function g($x = UNDEF_C, $b = 1) {}
function h($x = Foo::NOPE, $b = 1) {}
class K { static function m($x = self::NOPE, $b = 1) {} function __construct($q, $r = UNDEF_D, $s = 1) {} }
foreach ([fn() => f(b: 2), fn() => g(b: 2), fn() => h(b: 2), fn() => K::m(b: 1), fn() => new K(s: 1), fn() => new K(1, s: 2),
  fn() => call_user_func('f', b: 2), fn() => (function ($a, $b = 1) {})(b: 2), fn() => (fn($z = new Foo, $y = 1) => 1)(y: 2)] as $t)
  try { $t(); } catch (Throwable $e) { echo get_class($e), $e->getMessage(), ' ', $e->getLine(), "\n", preg_replace("~\\S*[\\\\/]~", "", $e->getTraceAsString()), "\n"; }
?>
--EXPECTF--
Exceptionctor 2
#0 defaults_of_named_arguments.php(3): Foo->__construct()
#1 defaults_of_named_arguments.php(7): f(NULL, 2)
#2 defaults_of_named_arguments.php(9): defaults_of_named_arguments.php:7}()
#3 {main}
ErrorUndefined constant "UNDEF_C" 4
#0 defaults_of_named_arguments.php(7): g(NULL, 2)
#1 defaults_of_named_arguments.php(9): defaults_of_named_arguments.php:7}()
#2 {main}
ErrorUndefined constant Foo::NOPE 5
#0 defaults_of_named_arguments.php(7): h(NULL, 2)
#1 defaults_of_named_arguments.php(9): defaults_of_named_arguments.php:7}()
#2 {main}
ErrorUndefined constant self::NOPE 6
#0 defaults_of_named_arguments.php(7): K::m(NULL, 1)
#1 defaults_of_named_arguments.php(9): defaults_of_named_arguments.php:7}()
#2 {main}
ArgumentCountErrorK::__construct(): Argument #1 ($q) not passed 6
#0 defaults_of_named_arguments.php(7): K->__construct(NULL, NULL, 1)
#1 defaults_of_named_arguments.php(9): defaults_of_named_arguments.php:7}()
#2 {main}
ErrorUndefined constant "UNDEF_D" 6
#0 defaults_of_named_arguments.php(7): K->__construct(1, NULL, 2)
#1 defaults_of_named_arguments.php(9): defaults_of_named_arguments.php:7}()
#2 {main}
Exceptionctor 2
#0 defaults_of_named_arguments.php(3): Foo->__construct()
#1 [internal function]: f(NULL, 2)
#2 defaults_of_named_arguments.php(8): call_user_func('f', b: 2)
#3 defaults_of_named_arguments.php(9): defaults_of_named_arguments.php:8}()
#4 {main}
ArgumentCountError{closure:{closure:%s:8}:8}(): Argument #1 ($a) not passed 8
#0 defaults_of_named_arguments.php(8): defaults_of_named_arguments.php:8}:8}(NULL, 2)
#1 defaults_of_named_arguments.php(9): defaults_of_named_arguments.php:8}()
#2 {main}
Exceptionctor 2
#0 defaults_of_named_arguments.php(8): Foo->__construct()
#1 defaults_of_named_arguments.php(8): defaults_of_named_arguments.php:8}:8}(NULL, 2)
#2 defaults_of_named_arguments.php(9): defaults_of_named_arguments.php:8}()
#3 {main}
