<?php

interface Shape
{
    const SIDES = 0;

    public function area(): float;

    public static function create(float ...$sizes): static;
}
interface Named
{
    public function name(): string;
}
interface NamedShape extends Shape, Named
{
}
abstract class Base implements NamedShape
{
    protected array $sizes;

    final public function __construct(float ...$sizes)
    {
        $this->sizes = $sizes;
    }

    public static function create(float ...$sizes): static
    {
        return new static(...$sizes);
    }

    abstract protected function factor(): float;

    public function area(): float
    {
        return array_product($this->sizes) * $this->factor();
    }
}
final class Rect extends Base
{
    const SIDES = 4;

    protected function factor(): float
    {
        return 1;
    }

    public function name(): string
    {
        return 'rect';
    }
}
class Triangle extends Base
{
    const SIDES = 3;

    public function factor(): float
    {
        return 0.5;
    }

    public function name(): string
    {
        return static::class;
    }
}
foreach ([Rect::create(2, 3), Triangle::create(4, 5)] as $shape) {
    echo $shape->name(), ' ', $shape->area(), ' ', $shape::SIDES, "\n";
}
var_dump(new Rect() instanceof Named, is_subclass_of('Rect', 'Shape'), is_a('Rect', 'Base', true));
print_r(class_implements('Triangle'));
print_r(class_parents(new Rect()));
foreach ([fn () => new Base(), fn () => new Shape(), fn () => Base::create()] as $try) {
    try {
        $try();
    } catch (Error $e) {
        echo $e->getMessage(), "\n";
    }
}
var_dump(Shape::SIDES, interface_exists('Named'), class_exists('Shape'));
