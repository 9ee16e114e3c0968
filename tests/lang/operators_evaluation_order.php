<?php

function t($n)
{
    echo $n, ' ';
    return $n;
}
t(1) + t(2) * t(3);
echo "\n";
$r = t('a') . t('b') . t('c');
echo "\n";
$arr[t(0)][t(1)] = t(2);
echo "\n";
$i = 1;
$x = [$i, $i++, $i, ++$i, $i];
echo implode(',', $x), "\n";
$i = 5;
$i = $i++ + 1;
echo $i, "\n";
$a = [1, 2, 3];
$i = 0;
$a[$i] = ++$i;
echo implode(',', $a), "\n";
$i = 0;
$a[$i++] = $a[$i++];
echo implode(',', $a), ' ', $i, "\n";
function f(...$args)
{
    return implode('', $args);
}
$i = 0;
echo f($i, $i++, $i, $i = 9, $i), "\n";
t(0) && t(1);
t(1) || t(2);
echo t(null) ?? t('default'), "\n";
$o = new stdClass();
$o->{t('p')} = t('v');
echo "\n";
$s = 'abc';
$s[t(0)] = t('X');
echo $s, "\n";
$b = $c = $d = t(5);
echo $b + $c + $d, "\n";
list($p[t(0)], $p[t(1)]) = [t(2), t(3)];
echo "\n";
$n = 1;
echo $n + $n++ + ++$n, ' ', $n, "\n";
$q = 2;
$q += $q++ + ++$q;
echo $q, "\n";
$str = 'a';
$str .= $str .= 'b';
echo $str, "\n";
class L
{
    public $v = 0;

    public function __get($n)
    {
        echo "[get $n]";
        return 1;
    }

    public function m($x)
    {
        echo "[m $x]";
        return $this;
    }
}
$l = new L();
$l->m(t(1))->m(t(2))->v += $l->magic + t(3);
echo $l->v, "\n";
echo t(1) <=> t(2), t(1) ? t(2) : t(3), "\n";
$z = [t('k') => t('v'), t('k2') => t('v2')];
echo "\n";
