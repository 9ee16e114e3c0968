--TEST--
A small string that expands to a very large one ends in PHP's memory error, or at the length that is asked for
--EXTENSIONS--
zlib
--INI--
memory_limit=32M
--FILE--
<?php
$context = deflate_init(ZLIB_ENCODING_RAW);
$bomb = '';
for ($i = 0; $i < 200; $i++) {
    $bomb .= deflate_add($context, str_repeat("\0", 1 << 20), ZLIB_NO_FLUSH);
}
$bomb .= deflate_add($context, '', ZLIB_FINISH);
var_dump(gzinflate($bomb, 1 << 20));
var_dump(strlen(gzinflate(gzdeflate(str_repeat('a', 1 << 20)), 1 << 20)));
register_shutdown_function(function () { echo "the end\n"; });
gzinflate($bomb);
--EXPECTF--

Warning: gzinflate(): insufficient memory in %s on line %d
bool(false)
int(1048576)

Fatal error: Allowed memory size of 33554432 bytes exhausted%s(tried to allocate %d bytes) in %s on line %d
the end
