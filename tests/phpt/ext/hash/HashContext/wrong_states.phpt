--TEST--
HashContext::__unserialize(): states that are none
--FILE--
<?php
$good = hash_init('md5')->__serialize()[2];
$wrong = [
    [], ['md5', 0, 1, 2, []], ['md5', 0, [], 2], ['md5', 0, null, 2, []], ['xxh3', 0, [], 2, []], ['none', 0, [], 2, []],
    ['md5', 0, array_fill(0, 24, 1), 2, []], ['md5', 0, [1, 2, 3, 4, 5, 6, 'abc'], 2, []], ['md5', 1, $good, 2, []], ['md5', 0, $good, 3, []],
    ['tiger192,3', 0, array_replace(hash_init('tiger192,3')->__serialize()[2], [9 => 64]), 2, []],
    ['whirlpool', 0, array_replace(hash_init('whirlpool')->__serialize()[2], [17 => 63, 18 => 1]), 2, []],
    ['crc32', 0, ['1'], 2, []],
];
foreach ($wrong as $data) {
    try {
        unserialize('O:11:"HashContext"' . substr(serialize($data), 1));
    } catch (Exception $e) {
        echo $e->getMessage(), "\n";
    }
}
$context = hash_init('md5');
hash_final($context);
foreach ([fn () => serialize($context), fn () => clone $context, fn () => hash_copy($context), fn () => serialize(hash_init('xxh3'))] as $try) {
    try {
        $try();
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
--EXPECT--
Incomplete or ill-formed serialization data
Incomplete or ill-formed serialization data ("md5" code -1)
Incomplete or ill-formed serialization data
Incomplete or ill-formed serialization data ("md5" code -1)
Incomplete or ill-formed serialization data ("xxh3" code -1)
Unknown hash algorithm
Incomplete or ill-formed serialization data ("md5" code -1024)
Incomplete or ill-formed serialization data ("md5" code -1024)
HashContext with HASH_HMAC option cannot be serialized
Incomplete or ill-formed serialization data ("md5" code -1)
Incomplete or ill-formed serialization data ("tiger192,3" code -2000)
Incomplete or ill-formed serialization data ("whirlpool" code -2000)
Incomplete or ill-formed serialization data ("crc32" code -1000)
Exception: HashContext for algorithm "md5" cannot be serialized
ValueError: Cannot clone a finalized HashContext
TypeError: hash_copy(): Argument #1 ($context) must be a valid, non-finalized HashContext
Exception: HashContext for algorithm "xxh3" cannot be serialized
