<?php

// Constants of classes of other files, as defaults: evaluated again and again.
eval('class Far { const N = 3; const LIST = [1, [2]]; const TEXT = "text"; const OWN = self::N * 2; const LATE = Later::V; #[Deprecated("old")] const OLD = 1; }'
    . ' enum Suit: string { case Hearts = "h"; case Spades = "s"; const Wild = self::Spades; }'
    . ' interface HasK { const K = "k of interface"; } class Sub extends Far implements HasK { const N = 4; }');
class Uses
{
    const MINE = Far::N + 1;
    public $p = Far::LIST;
    public static $s = Suit::Wild;
    public function all($n = Far::N, array $list = Far::LIST, string $t = Far::TEXT, ?Suit $suit = Suit::Hearts, $sub = Sub::N, $k = Sub::K, $mine = self::MINE)
    {
        $list[] = $n;
        $list[1][] = $t;
        $t .= $suit->name;
        return json_encode([$n, $list, $t, $suit, $sub, $k, $mine]);
    }
    public function byRef(&$list = Far::LIST)
    {
        $list[] = 'more';
        return count($list);
    }
    public function old($o = Far::OLD)
    {
        return $o;
    }
    public function late($l = Far::LATE)
    {
        return $l;
    }
    public function typed(int $t = Far::TEXT)
    {
        return $t;
    }
    public function calledIn($n = self::MINE)
    {
        return static::class . $n;
    }
}
class UsesMore extends Uses
{
    const MINE = 'mine';
}
set_error_handler(function ($level, $message) {
    echo "[$message]";
    return true;
});
for ($i = 0; $i < 3; $i++) {
    $o = $i ? new Uses() : new UsesMore();
    echo $o->all(), "\n", $o->byRef(), ' ', $o->calledIn(), ' ', $o->old(), "\n";
    $o->p[] = $i;
    echo json_encode([$o->p, Uses::$s]), "\n";
    try {
        echo $o->late(), "\n";
    } catch (Error $e) {
        echo $e->getMessage(), "\n";
    }
    try {
        echo $o->typed(), "\n";
    } catch (TypeError $e) {
        echo substr($e->getMessage(), 0, 70), "\n";
    }
    if ($i == 0) {
        eval('class Later { const V = "late"; }');
    }
    $f = fn ($a = Far::N, $b = Suit::Spades) => $a . $b->value;
    echo $f(), $f(5), "\n";
    function_exists('f') || eval('function f($a = Far::TEXT) { static $n = Far::N; return $a . $n++; }');
    echo f(), f('x'), "\n";
}
