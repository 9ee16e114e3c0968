--TEST--
Names of types that are asked for again
--FILE--
<?php
function f(int $a, ?string $b, array|null $c, bool $d, ?float $e, callable $f, iterable $g, mixed $h, ?ArrayObject $i, int|string $j, false $k, object $l): void {}
foreach ((new ReflectionFunction('f'))->getParameters() as $p) {
    $t = $p->getType();
    echo $t instanceof ReflectionNamedType ? $t->getName() : 'union', ' ', $t, ' ', json_encode([$t->allowsNull()]), "\n";
}
echo (new ReflectionFunction('f'))->getReturnType()->getName(), "\n";
?>
--EXPECT--
int int [false]
string ?string [true]
array ?array [true]
bool bool [false]
float ?float [true]
callable callable [false]
iterable iterable [false]
mixed mixed [true]
ArrayObject ?ArrayObject [true]
union string|int [false]
false false [false]
object object [false]
void
