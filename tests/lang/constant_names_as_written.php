<?php
// constant() names the class of what it does not find as the text does.
class K
{
    private const P = 1;

    public function all()
    {
        foreach (['SELF::X', '\self::X', '\\\\k::X', 'k::P', 'l::P', 'L::Q', 't::Z', 'static::X', 'E::A', 'E::B', 'self::class', 'K::class', 'a\b::c', 'k::', '::k', 'k::P::Q'] as $name) {
            show($name);
        }
    }
}
class L extends K
{
    private const P = 1;
    protected const Q = 3;
}
trait T { const Z = 1; }
enum E { case A; }

function show($name)
{
    try {
        echo $name, ': ';
        var_dump(constant($name));
    } catch (Error $e) {
        echo $e->getMessage(), "\n";
    }
}
(new K)->all();
class Scope
{
    const OWN = 'own';

    public static function all()
    {
        foreach (['SELF::OWN', 'SELF::X', '\self::X', 'static::X', '\static::OWN', 'Parent::X', 'k::P', 'k::X', 'l::Q', 't::Z'] as $name) {
            try {
                echo $name, ': ';
                var_dump(constant($name));
            } catch (Error $e) {
                echo $e->getMessage(), "\n";
            }
            try {
                var_dump(defined($name));
            } catch (Error $e) {
                echo $e->getMessage(), "\n";
            }
        }
    }
}
Scope::all();
foreach (['self::X', '\static::X', 'parent::X', 'nope::X', '\K::P'] as $name) {
    try {
        var_dump(defined($name));
    } catch (Error $e) {
        echo $e->getMessage(), "\n";
    }
}
