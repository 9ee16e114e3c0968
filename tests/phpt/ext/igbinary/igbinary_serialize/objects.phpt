--TEST--
igbinary_serialize: properties, __serialize, __sleep, Serializable, enums and what is refused
--EXTENSIONS--
igbinary
--FILE--
<?php
error_reporting(E_ALL & ~E_DEPRECATED);
function show($v) {
    try {
        echo bin2hex(igbinary_serialize($v)), "\n";
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
class P { public $a = 1; protected $b = 2; private $c = 3; public int $u; public $x = [1]; }
class Magic { public $a = 1; function __serialize(): array { return [1, 'k' => $this->a]; } }
class NoArray { function __serialize() { return 3; } }
class Sleeps { public $a = 1; private $b = 2; function __sleep() { return ['a', 'b', 'a']; } }
class SleepsTyped { public int $u; function __sleep() { return ['u']; } }
class SleepsNothing { function __sleep() { return []; } }
class Old implements Serializable { function serialize() { return 'abc'; } function unserialize($d) {} }
class OldNull implements Serializable { function serialize() { return null; } function unserialize($d) {} }
class OldInt implements Serializable { function serialize() { return 5; } function unserialize($d) {} }
enum Suit: string { case Hearts = 'h'; case Spades = 's'; }
show([new P, new P]);
$p = new P;
unset($p->a);
$p->dynamic = 1;
show($p);
show([new Magic, new Magic]);
show(new NoArray);
show([new Sleeps, 'b']);
show(new SleepsTyped);
show([new SleepsNothing, 1]);
show([new Old, new Old]);
$n = new OldNull;
show([$n, $n]);
show(new OldInt);
show([Suit::Hearts, Suit::Spades, Suit::Hearts]);
show(unserialize('O:5:"Gone5":1:{s:1:"a";i:1;}'));
show(function () {});
show(new class {});
show((function () { yield 1; })());
--EXPECT--
0000000214020600170150140511016106011104002a0062060211040050006306030011017814010600060106011a0014050e0106010e0206020e030603000e040102
000000021701501406001104002a00620602110400500063060300110178140106000601110764796e616d69630601
000000021402060017054d6167696314020600060111016b060106011a001402060006010e010601
TypeError: NoArray::__serialize() must return an array
00000002140206001706536c6565707314031101610601110900536c65657073006206020e0106010601110162
Error: Typed property SleepsTyped::$u must not be accessed before initialization (in __sleep)
0000000214020600170d536c656570734e6f7468696e67140006010601
000000021402060017034f6c641d0361626306011a001d03616263
00000002140206000006012201
Exception: OldInt::serialize() must return a string or NULL
000000021403060017045375697427110648656172747306011a0027110653706164657306022201
000000021705476f6e653514011101610601
Exception: Serialization of 'Closure' is not allowed
Exception: Serialization of 'class@anonymous' is not allowed
Exception: Serialization of 'Generator' is not allowed
