--TEST--
A weak map whose values lead to the map, while only the key is a possible root
--FILE--
<?php
class Key {}
class Loud { public $map; function __destruct() { echo "destruct\n"; } }
// The key is in use, the map too.
$key = new Key;
$map = new WeakMap;
$map[$key] = [$map, new Loud];
function touch_all(...$values) { foreach ($values as $value) strlen(gettype($value)); }
touch_all($key);
gc_collect_cycles();
touch_all($key, $map);
gc_collect_cycles();
var_dump(count($map), count($map[$key]));
// Only the key: the map is garbage.
unset($map);
touch_all($key);
echo "collect\n";
gc_collect_cycles();
echo "done\n";
// Maps that hold each other as values of one key.
$a = new WeakMap;
$b = new WeakMap;
$a[$key] = [$b];
$b[$key] = [$a];
touch_all($key);
gc_collect_cycles();
var_dump(count($a), count($b[$key][0]));
unset($a, $b);
touch_all($key);
gc_collect_cycles();
unset($key);
echo "end\n";
--EXPECT--
int(1)
int(2)
collect
destruct
done
int(1)
int(1)
end
