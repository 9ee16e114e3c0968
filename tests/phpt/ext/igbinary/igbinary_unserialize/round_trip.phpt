--TEST--
igbinary_unserialize: what was shared is shared again
--EXTENSIONS--
igbinary
--FILE--
<?php
class P { public $a = 1; protected $b = 2; private $c = 3; public int $u; public $x; }
class Magic { private $d; function __construct($d) { $this->d = $d; } function __serialize(): array { return ['k' => $this->d]; } function __unserialize(array $data): void { echo "unserialize\n"; $this->d = $data['k']; } }
class Wakes { public $a; function __wakeup() { echo 'wakeup ', json_encode($this->a), "\n"; } }
enum Suit: string { case Hearts = 'h'; }
$o = new stdClass;
$r = [1, 2];
$p = new P;
$p->x = $o;
$w = new Wakes;
$w->a = [1, 2];
$value = [1, -1, 2.5, 'text', 'text', null, true, 'k' => ['k' => 'text'], 'o' => $o, 'o2' => $o, 'r' => &$r, 'r2' => &$r, 'p' => $p, 's' => Suit::Hearts, new Magic([$o]), $w];
$read = igbinary_unserialize(igbinary_serialize($value));
print_r($read);
var_dump($read['k'] === $value['k'], $read['o2'] === $read['o'], $read['p']->x === $read['o'], $read['s'] === Suit::Hearts);
$read['r'][] = 3;
echo count($read['r2']), "\n";
var_dump(igbinary_unserialize(''), igbinary_unserialize("\0\0\0\1\x11\x01a"));
--EXPECT--
unserialize
wakeup [1,2]
Array
(
    [0] => 1
    [1] => -1
    [2] => 2.5
    [3] => text
    [4] => text
    [5] => 
    [6] => 1
    [k] => Array
        (
            [k] => text
        )

    [o] => stdClass Object
        (
        )

    [o2] => stdClass Object
        (
        )

    [r] => Array
        (
            [0] => 1
            [1] => 2
        )

    [r2] => Array
        (
            [0] => 1
            [1] => 2
        )

    [p] => P Object
        (
            [a] => 1
            [b:protected] => 2
            [c:P:private] => 3
            [x] => stdClass Object
                (
                )

        )

    [s] => Suit Enum:string
        (
            [name] => Hearts
            [value] => h
        )

    [7] => Magic Object
        (
            [d:Magic:private] => Array
                (
                    [0] => stdClass Object
                        (
                        )

                )

        )

    [8] => Wakes Object
        (
            [a] => Array
                (
                    [0] => 1
                    [1] => 2
                )

        )

)
bool(true)
bool(true)
bool(true)
bool(true)
3
bool(false)
string(1) "a"
