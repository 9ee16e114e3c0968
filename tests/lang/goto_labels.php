<?php

$i = 0;
again:
$i++;
if ($i < 3) {
    echo $i;
    goto again;
}
echo "\n";
function f($n)
{
    for ($x = 0; $x < 10; $x++) {
        for ($y = 0; $y < 10; $y++) {
            if ($x * $y === $n) {
                goto found;
            }
        }
    }
    return 'none';
    found:
    return "$x*$y";
}
echo f(42), ' ', f(97), "\n";
goto skip;
echo 'skipped';
skip:
echo "after\n";
function g()
{
    try {
        goto out;
    } finally {
        echo '[finally on the way]';
    }
    echo 'never';
    out:
    return 'out';
}
echo g(), "\n";
$n = 0;
while (true) {
    if (++$n > 3) {
        goto end;
    }
    switch ($n) {
        case 2:
            goto two;
    }
    echo "n$n ";
    continue;
    two:
    echo 'two ';
}
end:
echo "end\n";
