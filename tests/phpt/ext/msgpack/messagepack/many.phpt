--TEST--
MessagePack: many objects with options of their own
--EXTENSIONS--
msgpack
--FILE--
<?php
$value = new ArrayObject([1]);
for ($i = 0; $i < 300; $i++) {
    $all[] = new MessagePack($i % 2 === 0);
    if ($i % 3 === 0) {
        unset($all[array_key_first($all)]);
    }
}
$texts = [];
foreach ($all as $one) {
    $texts[bin2hex($one->pack(['k' => 1.5]))] = true;
}
print_r($texts);
--EXPECT--
Array
(
    [81a16bcb3ff8000000000000] => 1
)
