--TEST--
Assigning through places keeps the other elements of a table
--FILE--
<?php
class Holder { public $list = []; }
$lost = 0;
for ($round = 0; $round < 200; $round++) {
    $array = [];
    $holder = new Holder();
    $keys = [];
    for ($i = 0; $i < 60; $i++) {
        $key = 'k' . $round . 'x' . $i * 7919 % 1009;
        $array['inner'][$key] = $i;
        $holder->list[$key] = $i;
        $keys[] = $key;
        $$key = $i;
    }
    foreach ($keys as $key) {
        $array['inner'][$key] = [1];
        $array['inner'][$key] = 2;
        $holder->list[$key] = 'x';
        $$key = 'z';
        ['a' => $array['inner'][$key], 'b' => $GLOBALS['g' . $key]] = ['a' => 1, 'b' => 2];
    }
    foreach ($keys as $key) {
        $lost += !isset($array['inner'][$key]) + !isset($holder->list[$key]) + !isset($$key) + !isset($GLOBALS['g' . $key]);
        unset($$key, $GLOBALS['g' . $key]);
    }
}
var_dump($lost, isset($_GET, $_POST, $_SERVER, $_COOKIE, $_FILES, $_ENV, $_REQUEST));
--EXPECT--
int(0)
bool(true)
