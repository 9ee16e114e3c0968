<?php

class Temperature
{
    public float $celsius = 0.0 {
        set(float|string $value) {
            echo "[set $value]";
            $this->celsius = (float) $value;
        }
    }

    public float $fahrenheit {
        get => $this->celsius * 9 / 5 + 32;
        set => $this->celsius = ($value - 32) * 5 / 9;
    }

    public string $name = 'none' {
        get {
            return strtoupper($this->name);
        }
        set(string $name) => trim($name);
    }
    public readonly int $plain;

    public int $computed {
        get => 42;
    }
}
$t = new Temperature();
$t->celsius = '100';
echo $t->celsius, ' ', $t->fahrenheit, "\n";
$t->name = '  water ';
echo $t->name, "\n";
var_dump($t->computed, isset($t->computed), isset($t->fahrenheit));
foreach ([function () use ($t) { $t->computed = 1; }, function () use ($t) { $t->celsius = []; }, function () use ($t) { $r = &$t->name; }, function () use ($t) { unset($t->name); }] as $try) {
    try {
        $try();
    } catch (Error $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
var_dump($t);
foreach ($t as $k => $v) {
    echo "$k=";
    var_dump($v);
}
echo json_encode($t), "\n";
interface HasSize
{
    public int $size { get; }
    public string $label { get; set; }
}
abstract class Shape implements HasSize
{
    abstract public int $size { get; }
    public string $label = 'shape';
}
class Square extends Shape
{
    public function __construct(private int $side)
    {
    }

    public int $size {
        get => $this->side ** 2;
    }

    public string $label {
        get => 'square ' . parent::$label::get();
        set => parent::$label::set($value . '!');
    }
}
$s = new Square(4);
$s->label = 'new';
echo $s->size, ' ', $s->label, "\n";
class Promoted
{
    public function __construct(public string $email { set => strtolower($value); }, public private(set) int $id = 1)
    {
    }
}
echo (new Promoted('A@B.C'))->email, "\n";
class ByRef
{
    private array $items = ['a'];
    public array $list {
        &get => $this->items;
    }
}
$b = new ByRef();
$b->list[] = 'b';
echo implode(',', $b->list), "\n";
