--TEST--
Arguments of get_class_vars and ini_set that are no strings
--FILE--
<?php
class C { public $a = 1; public $b; function __toString() { return 'C'; } }
var_dump(get_class_vars(new C));
$calls = [
    fn() => get_class_vars([]),
    fn() => get_class_vars(new stdClass),
    fn() => get_class_vars(null),
    fn() => get_class_vars(),
    fn() => ini_set('precision', []),
    fn() => ini_set([], []),
    fn() => ini_set('precision', new C),
    fn() => ini_set('precision'),
    fn() => ini_set('zend.assertions', 1.5),
    fn() => ini_set(value: '12', option: 'precision'),
];
foreach ($calls as $call) {
    try {
        var_dump($call());
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
--EXPECTF--
array(2) {
  ["a"]=>
  int(1)
  ["b"]=>
  NULL
}

Warning: Array to string conversion in %s on line 5
TypeError: get_class_vars(): Argument #1 ($class) must be a valid class name, Array given
Error: Object of class stdClass could not be converted to string
TypeError: get_class_vars(): Argument #1 ($class) must be a valid class name,  given
ArgumentCountError: get_class_vars() expects exactly 1 argument, 0 given
TypeError: ini_set(): Argument #2 ($value) must be of type string|int|float|bool|null
TypeError: ini_set(): Argument #1 ($option) must be of type string, array given
TypeError: ini_set(): Argument #2 ($value) must be of type string|int|float|bool|null
ArgumentCountError: ini_set() expects exactly 2 arguments, 1 given

Warning: Invalid "zend.assertions" setting. Invalid quantity "1.5": unknown multiplier "5", interpreting as "1" for backwards compatibility in %s on line 13
string(1) "1"
string(2) "14"
