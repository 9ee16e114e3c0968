--TEST--
MessagePackUnpacker: bytes that come in pieces
--EXTENSIONS--
msgpack
--FILE--
<?php
$u = new MessagePackUnpacker;
$bytes = msgpack_pack([1, 2]) . msgpack_pack('hello');
var_dump($u->feed(substr($bytes, 0, 5)), $u->execute(), $u->data());
$u->reset();
var_dump($u->execute(), $u->feed(substr($bytes, 5)), $u->execute(), $u->data(), $u->data());
$u->reset();
$offset = 0;
$bytes = msgpack_pack(['a' => 1]) . msgpack_pack(7);
while ($offset < strlen($bytes) && $u->execute($bytes, $offset)) { echo json_encode($u->data()), ' ', $offset, "\n"; $u->reset(); }
var_dump(@$u->setOption(3, 1), $u->setOption(MessagePack::OPT_ASSOC, false), $u->execute(msgpack_pack(['a' => [1]])));
print_r($u->data());
--EXPECT--
bool(true)
bool(true)
array(2) {
  [0]=>
  int(1)
  [1]=>
  int(2)
}
bool(false)
bool(true)
bool(true)
string(5) "hello"
bool(false)
{"a":1} 4
7 5
bool(false)
bool(true)
bool(true)
stdClass Object
(
    [a] => Array
        (
            [0] => 1
        )

)
