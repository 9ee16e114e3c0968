--TEST--
What Reflection writes to a property is converted, whoever calls it
--FILE--
<?php declare(strict_types=1);
class P { public int $n = 1; public int $hooked { get => $this->hooked; set { $this->hooked = $value; } } static int $s = 1; }
$p = new P;
foreach (['n', 'hooked'] as $name) {
    $r = new ReflectionProperty('P', $name);
    foreach ([true, 1.0, '5', null, 'x'] as $v) {
        try { $r->setValue($p, $v); var_dump($p->$name); } catch (Throwable $t) { echo get_class($t), ': ', $t->getMessage(), "\n"; }
        try { $r->setRawValue($p, $v); var_dump($p->$name); } catch (Throwable $t) { echo get_class($t), ': ', $t->getMessage(), "\n"; }
    }
}
(new ReflectionClass('P'))->setStaticPropertyValue('s', '7');
var_dump(P::$s);
?>
--EXPECT--
int(1)
int(1)
int(1)
int(1)
int(5)
int(5)
TypeError: Cannot assign null to property P::$n of type int
TypeError: Cannot assign null to property P::$n of type int
TypeError: Cannot assign string to property P::$n of type int
TypeError: Cannot assign string to property P::$n of type int
int(1)
int(1)
int(1)
int(1)
int(5)
int(5)
TypeError: P::$hooked::set(): Argument #1 ($value) must be of type int, null given
TypeError: Cannot assign null to property P::$hooked of type int
TypeError: P::$hooked::set(): Argument #1 ($value) must be of type int, string given
TypeError: Cannot assign string to property P::$hooked of type int
int(7)
