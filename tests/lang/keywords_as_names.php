<?php

class K
{
    const CLASS_ = 1, FOR = 2, NEW = 3, LIST = 4;
    public $class = 'class prop';
    public $function = 'function prop';

    public function list()
    {
        return $this;
    }

    public function new()
    {
        return 'new';
    }

    public static function class_()
    {
        return 'class_';
    }

    public function echo()
    {
        return 'echo';
    }

    public static function for($print)
    {
        return $print;
    }

    public function enum()
    {
        return 'enum';
    }

    public function match()
    {
        return 'match';
    }

    public function readonly()
    {
        return 'readonly';
    }

    public function __halt_compiler_()
    {
        return 'halt';
    }
}
$k = new K();
echo $k->list()->new(), K::for('x'), $k->echo(), K::FOR, K::NEW, $k->class, $k->function, $k->match(), $k->readonly(), $k->enum(), K::class, "\n";
function enum($x)
{
    return "enum function $x";
}
function readonly_()
{
    return 'r';
}
class Enum_
{
}
echo enum(1), "\n";
echo (function (int $self, $parent = 1, $static = 2) {
    return $self + $parent + $static;
})(1, static: 5), "\n";
enum mixedcase
{
    case Print;
    case CLASS_;

    const default = self::Print;
}
echo mixedcase::Print->name, mixedcase::default->name, "\n";
goto default_;
default_:
IF (TRUE) {
    ECHO 'case ', NULL ?? 'insensitive', PHP_EOL;
} ELSE {
}
Foreach ([1] As $v) {
    Print $v;
}
echo "\n", named(array: 1, class: 2), "\n";
function named($array, $class)
{
    return $array . $class;
}
namespace\f2();
function f2()
{
    echo __FUNCTION__, "\n";
}
