<?php

$o = new stdClass();
$o->{'with space'} = 1;
$o->{'123'} = 'numeric';
$o->{''} = 'empty name';
$o->a['b']['c'] = 'auto arrays';
$o->list[] = 1;
$p = 'dyn';
$o->$p = 2;
$o->{$p . '2'} = 3;
$o->{"x-{$p}"} = 4;
var_dump($o);
foreach ($o as $k => $v) {
    echo $k, '(', gettype($k), ') ';
}
echo "\n";
$arr = (array) $o;
var_dump($arr['123'], isset($arr[123]), count($arr));
$back = (object) ['5' => 'five', 'k' => ['nested' => 1]];
echo $back->{'5'}, $back->{5}, isset($back->{'5'}), "\n";
unset($o->a, $o->{'123'}, $o->none);
echo count((array) $o), json_encode($o), "\n";
$c = clone $o;
$c->list[] = 2;
echo count($o->list), count($c->list), "\n";
$q = $o;
$q->shared = true;
var_dump(isset($o->shared), $o == $c, $o === $q);
$o->method = fn ($x) => $x * 2;
echo ($o->method)(5), "\n";
try {
    $o->method(5);
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
$o->{"\0bad"} ?? null;
try {
    $o->{"\0bad"} = 1;
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
echo $o?->list[0], $o->nope?->x ?? 'null', "\n";
$o->n ??= 10;
$o->n += 5;
$o->n++;
$ref = &$o->n;
$ref = 'by reference';
echo $o->n, "\n";
[$o->x, $o->y] = [1, 2];
['k' => $o->z] = ['k' => 3];
echo $o->x + $o->y + $o->z, "\n";
foreach (['p', 'q'] as $o->loop) {
    echo $o->loop;
}
echo "\n", get_object_vars($o)['loop'], "\n";
var_dump((object) [], (bool) new stdClass(), new stdClass() == new stdClass());
