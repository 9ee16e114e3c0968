--TEST--
class_exists, is_a and their kin, asked again after a class has come
--FILE--
<?php
interface I {} class A implements I { public $p; private $q; protected function f() {} static function g() {} }
class B extends A { public $own; }
enum E { case X; } trait T {}
spl_autoload_register(function ($name) { echo "[$name]"; if ($name === 'Late') { eval('class Late extends A {}'); } });
for ($i = 0; $i < 3; $i++) {
    var_dump(class_exists('A'), class_exists('a'), class_exists('\A'), class_exists('I'), interface_exists('I'), enum_exists('E'), class_exists('E'),
        trait_exists('T'), interface_exists('A'), class_exists('None'), class_exists('None', false), class_exists(''));
    var_dump(is_a('B', 'A', true), is_a('B', 'A'), is_a(new B, 'a'), is_a(new B, 'I'), is_a(new B, 'None'), is_a('None', 'A', true), is_a(5, 'A'),
        is_subclass_of('B', 'A'), is_subclass_of(new B, 'B'), is_subclass_of('B', 'I'), is_subclass_of('A', 'I', false), is_subclass_of('None', 'A'));
    var_dump(method_exists('B', 'f'), method_exists(new B, 'F'), method_exists('None', 'f'), method_exists('A', 'none'),
        property_exists('B', 'p'), property_exists('B', 'q'), property_exists('A', 'q'), property_exists('None', 'p'), property_exists(new B, 'none'));
    var_dump(get_parent_class('B'), get_parent_class(new B), get_parent_class('A'), is_subclass_of('Late', 'A'));
}
class_alias('A', 'Other');
for ($i = 0; $i < 2; $i++) {
    var_dump(class_exists('Other'), is_a(new A, 'Other'), is_a('Other', 'A', true), is_subclass_of('B', 'Other'), get_parent_class('Other'));
}
$o = new B; $o->dynamic = null;
for ($i = 0; $i < 2; $i++) { var_dump(property_exists($o, 'dynamic'), property_exists($o, 'own')); }
foreach ([fn() => method_exists(1, 'a'), fn() => property_exists([], 'a'), fn() => get_parent_class('None'), fn() => get_class_methods('None')] as $f) {
    for ($i = 0; $i < 2; $i++) { try { var_dump($f()); } catch (TypeError $e) { echo $e->getMessage(), "\n"; } }
}
--EXPECTF--
[None]bool(true)
bool(true)
bool(true)
bool(false)
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
bool(false)
bool(false)
bool(false)
[None][None]bool(true)
bool(false)
bool(true)
bool(true)
bool(false)
bool(false)
bool(false)
bool(true)
bool(false)
bool(true)
bool(false)
bool(false)
[None][None]bool(true)
bool(true)
bool(false)
bool(false)
bool(true)
bool(false)
bool(true)
bool(false)
bool(false)
[Late]string(1) "A"
string(1) "A"
bool(false)
bool(true)
[None]bool(true)
bool(true)
bool(true)
bool(false)
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
bool(false)
bool(false)
bool(false)
[None][None]bool(true)
bool(false)
bool(true)
bool(true)
bool(false)
bool(false)
bool(false)
bool(true)
bool(false)
bool(true)
bool(false)
bool(false)
[None][None]bool(true)
bool(true)
bool(false)
bool(false)
bool(true)
bool(false)
bool(true)
bool(false)
bool(false)
string(1) "A"
string(1) "A"
bool(false)
bool(true)
[None]bool(true)
bool(true)
bool(true)
bool(false)
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
bool(false)
bool(false)
bool(false)
[None][None]bool(true)
bool(false)
bool(true)
bool(true)
bool(false)
bool(false)
bool(false)
bool(true)
bool(false)
bool(true)
bool(false)
bool(false)
[None][None]bool(true)
bool(true)
bool(false)
bool(false)
bool(true)
bool(false)
bool(true)
bool(false)
bool(false)
string(1) "A"
string(1) "A"
bool(false)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)

Deprecated: Creation of dynamic property B::$dynamic is deprecated in %s on line 19
bool(true)
bool(true)
bool(true)
bool(true)
method_exists(): Argument #1 ($object_or_class) must be of type object|string, int given
method_exists(): Argument #1 ($object_or_class) must be of type object|string, int given
property_exists(): Argument #1 ($object_or_class) must be of type object|string, array given
property_exists(): Argument #1 ($object_or_class) must be of type object|string, array given
[None]get_parent_class(): Argument #1 ($object_or_class) must be an object or a valid class name, string given
[None]get_parent_class(): Argument #1 ($object_or_class) must be an object or a valid class name, string given
[None]get_class_methods(): Argument #1 ($object_or_class) must be an object or a valid class name, string given
[None]get_class_methods(): Argument #1 ($object_or_class) must be an object or a valid class name, string given
