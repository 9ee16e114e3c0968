<?php
/* Makes values from a seed and prints, for each, what the serializers make of it, and of what they read back.
   Arguments: first seed, count, and `show` to print the texts and not only their md5. Called by compare.py. */

error_reporting(E_ALL & ~E_DEPRECATED);

class Plain { public $a = 1; protected $b = [1]; private $c = 'c'; public int $typed; public ?Plain $next = null; }
class Child extends Plain { private $c = 2; public $d; }
class Magic { public $data; function __serialize(): array { return ['d' => $this->data, 5]; } function __unserialize(array $data): void { $this->data = $data['d']; } }
class Sleeps { public $x = 1; protected $y; private $z = 2; public $hidden; function __sleep() { return ['y', 'x', 'z']; } function __wakeup() { $this->hidden = 'awake'; } }
class Old implements Serializable { public $t; function serialize() { return (string) $this->t; } function unserialize($t) { $this->t = $t; } }
class Json implements JsonSerializable { public $v; function jsonSerialize(): mixed { return ['v' => $this->v]; } }
enum Suit: string { case Hearts = 'h'; case Spades = 's'; }
enum Unit { case One; case Two; }

class Maker
{
    private int $state;
    private array $objects = [];
    private array $references = [];
    private array $arrays = [];

    function __construct(int $seed) { $this->state = $seed * 2654435761 % 4294967296; }

    function next(int $below): int
    {
        $this->state = ($this->state * 1103515245 + 12345) % 2147483648;
        return ($this->state >> 8) % $below;
    }

    function scalar(): mixed
    {
        switch ($this->next(14)) {
            case 0: return null;
            case 1: return $this->next(2) === 0;
            case 2: return $this->next(300) - 40;
            case 3: return $this->next(70000) - 35000;
            case 4: return ($this->next(1 << 20) << 14) - $this->next(1 << 20);
            case 5: return ($this->next(1 << 20) << 43) ^ -$this->next(1 << 20);
            case 6: return [PHP_INT_MAX, PHP_INT_MIN, 255, 256, -128, -129, -32, -33, 65535, 65536, -32768, 4294967295, 4294967296, -2147483649][$this->next(14)];
            case 7: return $this->next(100000) / ($this->next(1000) + 1);
            case 8: return ($this->next(2) ? 1 : -1) * $this->next(1 << 20) * 10.0 ** ($this->next(600) - 300);
            case 9: return [0.0, -0.0, 1.0, 1e15, 1e17, 1e21, 0.1, 1e-7, 123456789012345678.0, 5e-324, 1.7976931348623157e308][$this->next(11)];
            default: return $this->text();
        }
    }

    function text(): string
    {
        switch ($this->next(9)) {
            case 0: return '';
            case 1: return 'abcdefghij'[$this->next(10)];
            case 2: return ['id', 'name', 'a', 'Plain', 'stdClass', '12', '-5', '012', '1.5', '9223372036854775808'][$this->next(10)];
            case 3: return str_repeat('xyz', $this->next(20));
            case 4: return 'zürich ' . $this->next(50) . ' €😀';
            case 5: return "q\"u\\o/t<e>&'\n\t\x01\x7f";
            case 6: return str_repeat('long ', $this->next(100));
            case 7: return $this->next(20) === 0 ? "bad\xff\x80utf8" : 'k' . $this->next(400);
            default: return "u\u{2028}v" . $this->next(9);
        }
    }

    function key(): int|string
    {
        return $this->next(3) ? $this->text() : [$this->next(5), -$this->next(9), $this->next(1 << 20), PHP_INT_MAX - 1 - $this->next(9)][$this->next(4)];
    }

    function container(int $depth): array
    {
        $array = [];
        $count = $this->next(7);
        $list = $this->next(2);
        for ($i = 0; $i < $count; $i++) {
            if ($this->next(12) === 0) {
                if ($this->next(2) && $this->references) {
                    $place = &$this->references[$this->next(count($this->references))];
                } else {
                    $place = $this->value($depth - 1);
                    $this->references[] = &$place;
                }
                if ($list) { $array[] = &$place; } else { $array[$this->key()] = &$place; }
                unset($place);
            } elseif ($list) {
                $array[] = $this->value($depth - 1);
            } else {
                $array[$this->key()] = $this->value($depth - 1);
            }
        }
        $this->arrays[] = $array;
        return $array;
    }

    function object(int $depth): object
    {
        switch ($this->next(9)) {
            case 0: return [Suit::Hearts, Suit::Spades, Unit::One, Unit::Two][$this->next(4)];
            case 1: $object = new Plain; $object->a = $this->value($depth - 1); if ($this->next(2)) { $object->typed = 5; } else { $object->next = new Plain; } break;
            case 2: $object = new Child; $object->d = $this->value($depth - 1); break;
            case 3: $object = new Magic; $object->data = $this->value($depth - 1); break;
            case 4: $object = new Sleeps; $object->x = $this->value($depth - 1); break;
            case 5: $object = new Old; $object->t = $this->text(); break;
            case 6: $object = new Json; $object->v = $this->value($depth - 1); break;
            case 7: $object = new ArrayObject([$this->value($depth - 1), 1]); break;
            default:
                $object = new stdClass;
                for ($i = $this->next(4); $i > 0; $i--) { $object->{'p' . $this->next(9)} = $this->value($depth - 1); }
                if ($this->next(6) === 0) { $object->self = $object; }
        }
        $this->objects[] = $object;
        return $object;
    }

    function value(int $depth): mixed
    {
        $kind = $depth <= 0 ? 0 : $this->next(10);
        if ($kind < 5) { return $this->scalar(); }
        if ($kind < 7) { return $this->container($depth); }
        if ($kind === 7 && $this->objects) { return $this->objects[$this->next(count($this->objects))]; }
        if ($kind === 8 && $this->arrays) { return $this->arrays[$this->next(count($this->arrays))]; }
        return $this->object($depth);
    }
}

function outcome(callable $make): string
{
    try {
        $made = $make();
        return is_string($made) ? $made : var_export($made, true);
    } catch (Throwable $e) {
        return get_class($e) . ': ' . $e->getMessage();
    }
}

[, $from, $count] = $argv;
$show = isset($argv[3]);
for ($seed = (int) $from; $seed < $from + $count; $seed++) {
    $maker = new Maker($seed);
    $value = $maker->next(4) === 0 ? $maker->value(4) : $maker->container(4);
    unset($maker);
    $texts = [];
    foreach (['serialize' => 'unserialize', 'igbinary_serialize' => 'igbinary_unserialize', 'msgpack_pack' => 'msgpack_unpack'] as $write => $read) {
        $text = outcome(fn () => $write($value));
        $texts[$write] = $text;
        if ($write !== 'msgpack_pack') {
            $texts[$read] = outcome(fn () => serialize($read($text)));
        }
    }
    foreach ([0, JSON_PRETTY_PRINT | JSON_PRESERVE_ZERO_FRACTION, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_INVALID_UTF8_SUBSTITUTE, JSON_PARTIAL_OUTPUT_ON_ERROR | JSON_NUMERIC_CHECK | JSON_HEX_TAG] as $flags) {
        $texts["json $flags"] = outcome(fn () => json_encode($value, $flags)) . ' ' . json_last_error();
    }
    $json = (string) json_encode($value, JSON_PARTIAL_OUTPUT_ON_ERROR);
    $texts['json array'] = outcome(fn () => serialize(json_decode($json, true)));
    $texts['json object'] = outcome(fn () => serialize(json_decode($json)));
    foreach ($texts as $name => $text) {
        echo $seed, ' ', $name, ' ', $show ? bin2hex($text) : md5($text), "\n";
    }
}
