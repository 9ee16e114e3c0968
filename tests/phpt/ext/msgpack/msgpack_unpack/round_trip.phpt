--TEST--
msgpack_unpack: what was packed comes back
--EXTENSIONS--
msgpack
--FILE--
<?php
class P { public $a = 1; protected $b = 2; private $c = 3; public $x; }
class Magic { public $d; function __serialize(): array { return ['k' => $this->d]; } function __unserialize(array $data): void { $this->d = $data['k']; } }
class Wakes { public $a = 1; function __wakeup() { echo "wakeup\n"; } }
enum Suit: string { case Hearts = 'h'; }
$p = new P;
$p->x = [$p];
$m = new Magic;
$m->d = [1];
$r = [1];
$read = msgpack_unpack(msgpack_pack([1, 2.5, 'k' => ['a' => null], 'p' => $p, 'p2' => $p, 'm' => $m, 'w' => new Wakes, 's' => Suit::Hearts, 'r' => &$r, 'r2' => &$r]));
print_r($read);
var_dump($read['p'] === $read['p2'], $read['p']->x[0] === $read['p'], $read['s'] === Suit::Hearts);
$read['r'][] = 2;
echo count($read['r2']), "\n";
--EXPECT--
wakeup
Array
(
    [0] => 1
    [1] => 2.5
    [k] => Array
        (
            [a] => 
        )

    [p] => P Object
        (
            [a] => 1
            [b:protected] => 2
            [c:P:private] => 3
            [x] => Array
                (
                    [0] => P Object
 *RECURSION*
                )

        )

    [p2] => P Object
        (
            [a] => 1
            [b:protected] => 2
            [c:P:private] => 3
            [x] => Array
                (
                    [0] => P Object
 *RECURSION*
                )

        )

    [m] => Magic Object
        (
            [d] => Array
                (
                    [0] => 1
                )

        )

    [w] => Wakes Object
        (
            [a] => 1
        )

    [s] => Suit Enum:string
        (
            [name] => Hearts
            [value] => h
        )

    [r] => Array
        (
            [0] => 1
        )

    [r2] => Array
        (
            [0] => 1
        )

)
bool(true)
bool(true)
bool(true)
2
