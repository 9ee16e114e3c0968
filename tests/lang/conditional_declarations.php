<?php

var_dump(function_exists('early'), function_exists('late'), class_exists('Early'), class_exists('Late'));
function early()
{
    return 'early';
}
if (true) {
    function late()
    {
        return 'late';
    }
    class Late extends Early
    {
    }
}
class Early
{
}
if (false) {
    function never()
    {
    }
}
echo early(), late(), get_class(new Late()), "\n";
var_dump(function_exists('never'));
function outer()
{
    function inner()
    {
        return 'inner';
    }
    class Inner
    {
    }
    return 'outer';
}
var_dump(function_exists('inner'));
echo outer(), inner(), get_class(new Inner()), "\n";
class X extends Y
{
}
class Y
{
    public function m()
    {
        return static::class;
    }
}
echo (new X())->m(), "\n";
if (!function_exists('polyfill')) {
    function polyfill()
    {
        return 'polyfilled';
    }
}
echo polyfill(), "\n";
$name = 'dynamic';
$$name = fn () => 'dyn';
echo $dynamic(), "\n";
class_alias('Early', 'Alias');
echo get_class(new Alias()), "\n";
var_dump(new Alias() instanceof Early, Alias::class);
set_error_handler(fn () => true);
echo EARLY(), Strtoupper('case insensitive'), get_class(new EARLY()), "\n";
outer();
