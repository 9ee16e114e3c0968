<?php

class Magic
{
    private array $data = ['known' => 1];
    public $real = 'real';
    private $hidden = 'hidden';

    public function __get($n)
    {
        echo "[get $n]";
        return $this->data[$n] ?? null;
    }

    public function __set($n, $v)
    {
        echo "[set $n]";
        $this->data[$n] = $v;
    }

    public function __isset($n)
    {
        echo "[isset $n]";
        return isset($this->data[$n]);
    }

    public function __unset($n)
    {
        echo "[unset $n]";
        unset($this->data[$n]);
    }

    public function __call($n, $a)
    {
        return "$n(" . implode(', ', array_map('json_encode', $a)) . ')';
    }

    public static function __callStatic($n, $a)
    {
        return "static $n(" . count($a) . ')';
    }

    public function __invoke(...$a)
    {
        return array_sum($a);
    }

    public function __toString(): string
    {
        return 'as string';
    }

    public function __debugInfo()
    {
        return ['debug' => count($this->data)];
    }

    public static function __set_state(array $state)
    {
        $m = new self();
        $m->data = $state['data'];
        return $m;
    }

    private function privateMethod()
    {
        return 'never';
    }
}
$m = new Magic();
echo $m->known, ' ', $m->real, ' ', $m->hidden, "\n";
$m->new = 5;
$m->real = 'changed';
echo $m->new, "\n";
var_dump(isset($m->new), isset($m->none), isset($m->new->deep), empty($m->new), $m->none ?? 'default');
$m->new += 3;
$m->new++;
echo $m->new, "\n";
unset($m->new, $m->real);
echo $m->real, "\n";
$m->list = [1];
$m->list[] = 2;
var_dump($m->list);
echo $m->anything(1, 'a', [2]), ' ', Magic::stat(1, 2), ' ', $m(1, 2, 3), ' ', $m->privateMethod(), "\n";
echo "$m " . $m . ' ' . strlen($m), "\n";
var_dump($m);
print_r($m);
var_export($m);
echo "\n", $m instanceof Stringable ? 'Stringable' : 'no', "\n";
class NoGet
{
    public $a;
}
$n = new NoGet();
echo $n->missing;
echo $n->missing->deeper ?? 'nothing', "\n";
$n->dynamic = 1;
class Recursive
{
    public function __get($n)
    {
        return $this->$n;
    }
}
echo (new Recursive())->loop;
