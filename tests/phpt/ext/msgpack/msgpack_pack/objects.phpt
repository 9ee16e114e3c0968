--TEST--
msgpack_pack: objects, references and what was met before
--EXTENSIONS--
msgpack
--FILE--
<?php
error_reporting(E_ALL & ~E_DEPRECATED);
function show($v) { try { echo bin2hex(msgpack_pack($v)), "\n"; } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; } }
class P { public $a = 1; protected $b = 2; private $c = 3; public int $u; public $x = [1]; }
class Magic { public $a = 1; function __serialize(): array { return [1, 'k' => $this->a]; } function __unserialize(array $d): void {} }
class Sleeps { public $a = 1; private $b = 2; function __sleep() { return ['a', 'b', 'gone']; } }
class Old implements Serializable { function serialize() { return 'abc'; } function unserialize($d) {} }
enum Suit: string { case Hearts = 'h'; }
$o = new stdClass;
$a = [rand(1, 1)];
foreach ([1, 0] as $only) foreach ([1, 0] as $assoc) {
    ini_set('msgpack.php_only', $only);
    ini_set('msgpack.assoc', $assoc);
    show([$o, $o, [$o]]);
    show([&$a, &$a, $a]);
    show(new P);
    show(new Magic);
    show(@msgpack_pack(new Sleeps));
    show(new Old);
    show(Suit::Hearts);
}
$m = new MessagePack(false);
echo bin2hex($m->pack(new P)), "\n";
show(function () {});
--EXPECT--
9381c0a8737464436c61737382c00400029182c0040002
9382c001000182c00200029101
85c0a150a16101a4002a006202a40050006303a1789101
82c0a54d61676963c0820001a16b01
bd84c0a6536c65657073a16101a900536c65657073006202a4676f6e65c0
82c003a34f6c64a3616263
82c006a453756974a6486561727473
938082c00400029182c0040002
9382c001000182c00200029101
85c0a150a16101a4002a006202a40050006303a1789101
82c0a54d61676963c0820001a16b01
bd84c0a6536c65657073a16101a900536c65657073006202a4676f6e65c0
82c003a34f6c64a3616263
82c006a453756974a6486561727473
9390909190
93910191019101
940102039101
82c0a54d61676963c0820001a16b01
bd84c0a6536c65657073a16101a900536c65657073006202a4676f6e65c0
82c003a34f6c64a3616263
82c006a453756974a6486561727473
9380809180
93910191019101
84a16101a4002a006202a40050006303a1789101
82c0a54d61676963c0820001a16b01
bd84c0a6536c65657073a16101a900536c65657073006202a4676f6e65c0
82c003a34f6c64a3616263
82c006a453756974a6486561727473
84a16101a4002a006202a40050006303a1789101
Exception: Serialization of 'Closure' is not allowed
