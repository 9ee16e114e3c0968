<?php

class Temperature implements Stringable, Countable, IteratorAggregate, ArrayAccess, JsonSerializable, UnitEnumLike
{
    private array $values = [20.5, 21.0];

    public function __toString(): string
    {
        return implode('/', $this->values);
    }

    public function count(): int
    {
        return count($this->values);
    }

    public function getIterator(): Traversable
    {
        return new ArrayIterator($this->values);
    }

    public function offsetExists(mixed $offset): bool
    {
        return isset($this->values[$offset]);
    }

    public function offsetGet(mixed $offset): mixed
    {
        return $this->values[$offset] ?? throw new OutOfRangeException("no $offset");
    }

    public function offsetSet(mixed $offset, mixed $value): void
    {
        $offset === null ? $this->values[] = $value : $this->values[$offset] = $value;
    }

    public function offsetUnset(mixed $offset): void
    {
        unset($this->values[$offset]);
    }

    public function jsonSerialize(): array
    {
        return ['values' => $this->values];
    }
}
interface UnitEnumLike
{
}
$t = new Temperature();
$t[] = 22;
$t['k'] = 23;
unset($t[0]);
echo "$t ", count($t), ' ', json_encode($t), ' ', isset($t['k']) ? 'k' : '', isset($t['z']) ? 'z' : '', ' ', implode(',', [...$t] === [] ? [] : iterator_to_array($t)), "\n";
try {
    $t['none'];
} catch (OutOfRangeException $e) {
    echo $e->getMessage(), "\n";
}
class Legacy implements Serializable
{
    public $d = 'x';

    public function serialize()
    {
        return $this->d;
    }

    public function unserialize($s)
    {
        $this->d = $s;
    }
}
foreach (['class A1 implements Traversable {}', 'class A2 implements Iterator {}', 'class A3 implements UnitEnum {}', 'class A4 implements Throwable {}', 'interface A5 extends stdClass {}', 'class A6 implements stdClass {}', 'class A7 extends Countable {}'] as $i => $code) {
    if ($i > 0) {
        break;
    }
    echo strlen($code), "\n";
}
var_dump($t instanceof Traversable, in_array('Stringable', class_implements($t)), is_iterable($t), is_countable($t));
echo max($t, $t) === $t ? 'same' : 'other', ' ', array_key_exists('x', []) ? '' : 'no key', "\n";
abstract class Model
{
    private static array $booted = [];

    public static function boot(): void
    {
        self::$booted[static::class] = true;
    }

    public static function booted(): array
    {
        return array_keys(self::$booted);
    }

    public function __get(string $n): mixed
    {
        $m = 'get' . ucfirst($n) . 'Attribute';
        return method_exists($this, $m) ? $this->$m() : "no $n";
    }
}
class User extends Model
{
    protected function getNameAttribute()
    {
        return 'computed name';
    }
}
class Post extends Model
{
}
User::boot();
Post::boot();
echo implode(',', Model::booted()), (new User())->name, (new Post())->name, "\n";
