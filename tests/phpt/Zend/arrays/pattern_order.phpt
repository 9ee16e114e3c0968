--TEST--
A pattern fetches an element before it looks at where that goes
--FILE--
<?php
function key_of($n) { echo "key $n\n"; return $n; }
class S { static $st; public $o; public $ab; function __toString() { echo "text\n"; return 'ab'; } function m() { echo "call\n"; return $this; } }
class A implements ArrayAccess {
    function offsetGet($k): mixed { echo "get $k\n"; return $k; }
    function offsetSet($k, $v): void { echo "set $k\n"; }
    function offsetExists($k): bool { return true; }
    function offsetUnset($k): void {}
}
$a = new A; $b = new A; $o = new S; $z = [];
[$z[key_of(1)], $z[key_of(2)]] = $a;
['x' => $z[key_of(1)], key_of('y') => $z[key_of(2)]] = $a;
[$z["a{$o}b"], $z[key_of(1) . 'x']] = $a;
[$o->{"{$o}"}, $o->{key_of('o')}] = $a;
[$b[key_of(3)], $b["a$o"]] = $a;
[[$z[key_of(4)]], $z[key_of(5)][key_of(6)]] = [[1], 2];
[$o->m()->o, S::$st[key_of(7)]] = $a;
foreach ([$a] as [$z[key_of(1)], $z["$o"]]);
?>
--EXPECT--
get 0
key 1
get 1
key 2
get x
key 1
key y
get y
key 2
get 0
text
get 1
key 1
get 0
text
get 1
key o
get 0
key 3
set 3
get 1
text
set aab
key 4
key 5
key 6
get 0
call
get 1
key 7
get 0
key 1
get 1
text
