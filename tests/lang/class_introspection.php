<?php

interface I1
{
}
interface I2 extends I1
{
}
trait T1
{
    public $fromTrait = 't';

    public function traitMethod()
    {
    }
}
abstract class Base implements I2
{
    use T1;

    public $a = 1;
    protected $b = 2;
    private $c = 3;
    public static $s = 4;
    const K = 5;

    public function pub()
    {
    }

    protected function prot()
    {
    }

    private function priv()
    {
    }

    public static function stat()
    {
        return get_called_class();
    }

    public function vars()
    {
        return [get_object_vars($this), get_class_vars(self::class), get_class_methods($this)];
    }
}
final class Child extends Base implements Countable
{
    public $d;

    public function count(): int
    {
        return 7;
    }
}
$o = new Child();
@$o->dyn = 1;
var_dump(get_class($o), get_parent_class($o), get_parent_class('Base'), is_a($o, 'I1'), is_subclass_of($o, 'Base'), is_subclass_of($o, 'Child'), $o instanceof Countable, class_implements($o), class_parents($o), class_uses('Base'), method_exists('Child', 'priv'), method_exists($o, 'traitmethod'), property_exists('Child', 'c'), property_exists('Base', 'c'), property_exists($o, 'dyn'), get_object_vars($o), get_class_vars('Child'), get_class_methods('Child'), get_mangled_object_vars(new Child()) === (array) new Child(), Child::stat(), enum_exists('Child'), trait_exists('T1'), class_exists('i1'), interface_exists('i1'));
print_r($o->vars());
var_dump(count($o), iterator_count(new ArrayIterator([])), is_countable($o), is_iterable($o), is_callable([$o, 'prot']), is_callable('Base::stat'), is_callable('Base::pub'));
$class = 'Child';
$method = 'stat';
$const = 'K';
$prop = 'a';
echo $class::$method(), $class::K, constant("$class::$const"), $class::{$const}, $o->$prop, $o->{'a'}, $class::$s, (new $class())->a, [new $class(), 'count'](), "\n";
echo spl_object_id($o) === spl_object_id($o) ? 'same id' : 'differs', ' ', strlen(spl_object_hash($o)), "\n";
$a = new stdClass();
$idA = spl_object_id($a);
unset($a);
$b = new stdClass();
var_dump(spl_object_id($b) === $idA);
var_dump(array_slice(get_declared_classes(), -2), in_array('I2', get_declared_interfaces()), in_array('T1', get_declared_traits()), function_exists('STRLEN'), get_defined_functions()['user']);
