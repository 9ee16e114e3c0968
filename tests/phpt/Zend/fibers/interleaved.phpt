--TEST--
Fibers inside callbacks of one another take turns
--FILE--
<?php
$names = ['a', 'b', 'c'];
$fibers = array_map(fn($name) => new Fiber(function () use ($name) {
    return array_sum(array_map(function ($v) use ($name) {
        echo "$name$v ";
        return Fiber::suspend() + $v;
    }, [1, 2, 3]));
}), array_combine($names, $names));
foreach ($fibers as $fiber) $fiber->start();
for ($round = 10; $round <= 30; $round += 10) {
    foreach ($fibers as $fiber) $fiber->resume($round);
    echo "\n";
}
foreach ($fibers as $name => $fiber) echo $name, ' ', $fiber->getReturn(), "\n";
?>
--EXPECT--
a1 b1 c1 a2 b2 c2 
a3 b3 c3 

a 66
b 66
c 66
