--TEST--
A small string that expands to a very large one ends in PHP's memory error
--EXTENSIONS--
bz2
--INI--
memory_limit=32M
--FILE--
<?php
$data = bzcompress(str_repeat("\0", 8 << 20), 9);
var_dump(strlen($data) < 1000, strlen(bzdecompress($data)));
unset($data);
$stream = fopen('php://temp/maxmemory:100', 'w+');
stream_filter_append($stream, 'bzip2.compress', STREAM_FILTER_WRITE);
for ($i = 0; $i < 100; $i++) { fwrite($stream, str_repeat("\0", 1 << 20)); }
fclose($stream);
$file = tempnam(sys_get_temp_dir(), 'bz');
$stream = bzopen($file, 'w');
for ($i = 0; $i < 60; $i++) { bzwrite($stream, str_repeat("\0", 1 << 20)); }
bzclose($stream);
$bomb = file_get_contents($file);
unlink($file);
register_shutdown_function(function () { echo "the end\n"; });
bzdecompress($bomb);
--EXPECTF--
bool(true)
int(8388608)

Fatal error: Allowed memory size of 33554432 bytes exhausted%s(tried to allocate %d bytes) in %s on line %d
the end
