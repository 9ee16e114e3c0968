--TEST--
User streams: copying does not ask for their size, and a write that failed is flushed
--FILE--
<?php
class Vfs { public $p; public $context;
 function stream_open($p, $m) { $this->p = $p; echo "open $p $m\n"; return true; }
 function stream_read($n) { echo "read $this->p\n"; static $n = []; return isset($n[$this->p]) ? "" : ($n[$this->p] = "x"); }
 function stream_eof() { echo "eof $this->p\n"; return true; }
 function stream_write($d) { echo "write $this->p $d\n"; return strlen($d); }
 function stream_stat() { echo "stat $this->p\n"; }
 function stream_flush() { echo "flush $this->p\n"; }
 function stream_close() { echo "close $this->p\n"; }
}
stream_wrapper_register('vfs', 'Vfs');
class NoW { public $p; public $context; function stream_open($p, $m) { $this->p = $p; return true; } function stream_flush() { echo "flush $this->p\n"; }  function stream_close() { echo "close $this->p\n"; } function stream_read($n) { return ''; } function stream_eof() { return true; } }
stream_wrapper_register('now', 'NoW');
set_error_handler(function ($n, $m) { echo $m, "\n"; return true; });
foreach (['vfs', 'now'] as $s) {
(stream_copy_to_stream(fopen("$s://a", 'r'), fopen("$s://b", 'w')));
echo "1\n";
$f = fopen("$s://c", 'r'); fclose($f);
echo "2\n";
$f = fopen("$s://c", 'w'); fclose($f);
echo "3\n";
$f = fopen("$s://c", 'r+'); fread($f, 2); fclose($f);
echo "4\n";
$f = fopen("$s://c", 'r+'); fwrite($f, 2); fclose($f);
echo "5\n";
$f = fopen("$s://c", 'a'); $f = null;
echo "6\n";
file_put_contents("$s://z", "abc");
copy("$s://a", "$s://b");
}
--EXPECT--
open vfs://a r
open vfs://b w
read vfs://a
eof vfs://a
write vfs://b x
read vfs://a
eof vfs://a
close vfs://a
flush vfs://b
close vfs://b
1
open vfs://c r
close vfs://c
2
open vfs://c w
close vfs://c
3
open vfs://c r+
read vfs://c
eof vfs://c
close vfs://c
4
open vfs://c r+
write vfs://c 2
flush vfs://c
close vfs://c
5
open vfs://c a
close vfs://c
6
open vfs://z wb
write vfs://z abc
flush vfs://z
close vfs://z
copy(): Vfs::url_stat is not implemented!
open vfs://a rb
open vfs://b wb
read vfs://a
eof vfs://a
close vfs://a
close vfs://b
close now://a
close now://b
1
close now://c
2
close now://c
3
close now://c
4
fwrite(): NoW::stream_write is not implemented!
flush now://c
close now://c
5
close now://c
6
file_put_contents(): NoW::stream_write is not implemented!
flush now://z
close now://z
copy(): NoW::url_stat is not implemented!
close now://a
close now://b
