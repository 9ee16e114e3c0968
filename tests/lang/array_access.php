<?php

class Bag implements ArrayAccess, Countable
{
    private array $d = [];

    public function offsetExists(mixed $o): bool
    {
        echo '[exists ', json_encode($o), ']';
        return isset($this->d[$o]);
    }

    public function offsetGet(mixed $o): mixed
    {
        echo '[get ', json_encode($o), ']';
        return $this->d[$o] ?? null;
    }

    public function offsetSet(mixed $o, mixed $v): void
    {
        echo '[set ', json_encode($o), ']';
        if ($o === null) {
            $this->d[] = $v;
        } else {
            $this->d[$o] = $v;
        }
    }

    public function offsetUnset(mixed $o): void
    {
        echo '[unset ', json_encode($o), ']';
        unset($this->d[$o]);
    }

    public function count(): int
    {
        return count($this->d);
    }
}
$b = new Bag();
$b[] = 'first';
$b['k'] = 'v';
$b[1.7] = 'float';
echo $b['k'], ' ', count($b), "\n";
var_dump(isset($b['k']), isset($b['none']), empty($b['k']), $b['none'] ?? 'default', isset($b['k']['x']));
unset($b['k']);
$b['n'] = 1;
$b['n'] += 5;
$b['n']++;
echo $b['n'], "\n";
$b['list'] = [];
$b['list'][] = 'lost';
var_dump($b['list']);
$b['x'] ??= 'set once';
$b['x'] ??= 'not again';
echo $b['x'], "\n";
['n' => $n, 'x' => $x] = $b;
echo $n, $x, "\n";
var_dump(array_key_exists('n', (array) $b));
$b['o'] = new Bag();
$b['o']['deep'] = 'down';
echo $b['o']['deep'], "\n";
class Ref implements ArrayAccess
{
    public array $d = ['a' => []];

    public function &offsetGet($o): mixed
    {
        return $this->d[$o];
    }

    public function offsetSet($o, $v): void
    {
    }

    public function offsetExists($o): bool
    {
        return true;
    }

    public function offsetUnset($o): void
    {
    }
}
$r = new Ref();
$r['a'][] = 1;
$r['b']['c'] = 2;
echo json_encode($r->d), "\n";
try {
    $o = new stdClass();
    $o['x'] = 1;
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
