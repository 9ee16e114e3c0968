--TEST--
The collector and callables that share a method with static variables
--FILE--
<?php
class M {
    static function add() {
        static $seen = [], $self;
        $self ??= (object)['list' => &$seen];
        $seen[] = [count($seen), $self];
        return count($seen);
    }
}
for ($i = 0; $i < 3; $i++) {
    $callables[] = M::add(...);
    echo $callables[$i](), "\n";
    $copy = $callables;
    unset($copy);
    gc_collect_cycles();
}
unset($callables);
gc_collect_cycles();
$more = M::add(...);
echo M::add(), ' ', $more(), "\n";
--EXPECT--
1
2
3
4 5
