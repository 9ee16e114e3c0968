<?php

function test($v)
{
    switch ($v) {
        case 1:
            return 'int 1';
        case '1a':
            return '1a';
        case null:
            return 'null';
        case 'x':
        case 'y':
            $r = 'x or y';
            break;
        default:
            $r = 'default';
        case 'after':
            $r .= ' fell';
    }
    return $r;
}
foreach ([1, '1', '1a', 0, null, '', 'x', 'y', 'z', 'after', false, true, 1.0, []] as $v) {
    echo json_encode($v), ': ', test($v), "\n";
}
for ($i = 0; $i < 5; $i++) {
    switch ($i) {
        case 1:
            continue 2;
        case 3:
            break 2;
    }
    echo $i;
}
echo "\n";
switch (true) {
    case strlen('abc') > 5:
        echo 'long';
        break;
    case strlen('abc') > 2:
        echo 'middle';
}
echo "\n";
switch (print 'evaluated once ') {
    case 2:
    case 1:
        echo 'one';
}
echo "\n";
$s = 'b';
switch ($s):
    case 'a':
        echo 'A';
        break;
    case 'b':
        echo 'B';
        break;
endswitch;
echo "\n";
switch (5) {
}
switch ('1e1') {
    case '10':
        echo 'numeric strings are equal', "\n";
}
function many(string $s): int
{
    switch ($s) {
        case 'alpha': return 1;
        case 'beta': return 2;
        case 'gamma': return 3;
        case 'delta': return 4;
        case 'epsilon': return 5;
        case 'zeta': return 6;
        case 'eta': return 7;
        case 'theta': return 8;
        case 'iota': return 9;
    }
    return 0;
}
echo many('alpha'), many('theta'), many('iota'), many('kappa'), "\n";
