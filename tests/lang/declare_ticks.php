<?php

declare(ticks=1);

function tick()
{
    static $n = 0;
    echo 'tick', ++$n, ' ';
}
register_tick_function('tick');
$a = 1;
$b = 2;
if ($a) {
    echo 'in if ';
}
for ($i = 0; $i < 2; $i++) {
    $a += $i;
}
unregister_tick_function('tick');
$c = 3;
echo "\n";
