<?php
// A destructor of garbage ends the key of a weak map that is garbage too: what the map holds goes once.
class D {
    function __destruct() {
        echo "destructor\n";
        $GLOBALS['key'] = null;
    }
}
$key = new stdClass;
$map = new WeakMap;
$map[$key] = [$map, new D];
$map = null;
gc_collect_cycles();
gc_collect_cycles();
var_dump($key);

$key = new stdClass;
$outer = new stdClass;
$outer->map = new WeakMap;
$outer->map[$key] = $outer;
$outer->more = [new D, [1, 2, [$outer]]];
$outer = null;
var_dump(gc_collect_cycles() > 0);
gc_collect_cycles();
var_dump($key);
echo "end\n";
