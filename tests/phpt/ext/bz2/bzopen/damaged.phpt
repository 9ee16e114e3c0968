--TEST--
Files, streams and strings, complete and damaged
--EXTENSIONS--
bz2
--FILE--
<?php
foreach ([[0,0],[10,0],[4,-1],[4,251],[9,250]] as [$b,$w]) { try { var_dump(is_string($r=bzcompress("abc",$b,$w))?'s':$r); } catch (Error $e) { echo $e->getMessage(),"\n"; } }
var_dump(bzdecompress(''), bzdecompress('abc'), bzdecompress('BZh9'), bzdecompress(substr(bzcompress("hello"),0,-5)), bzdecompress(bzcompress("hello").'x'), bzdecompress(bzcompress("a").bzcompress("b")), bin2hex(bzcompress('')), bzdecompress(bzcompress('')));
$z=bzcompress("hello"); $z[20]='x'; var_dump(bzdecompress($z));
file_put_contents('/tmp/phant-bz2-1.bz2', $z); $f=bzopen('/tmp/phant-bz2-1.bz2','r'); var_dump(bzread($f), bzerror($f), feof($f), fseek($f,3), ftell($f)); bzclose($f);
file_put_contents('/tmp/phant-bz2-1.bz2', 'plain'); $f=bzopen('/tmp/phant-bz2-1.bz2','r'); var_dump(bzread($f), bzerror($f), bzerrno($f), bzerrstr($f), feof($f)); 
file_put_contents('/tmp/phant-bz2-1.bz2', substr(bzcompress('hello'),0,-3)); $f=bzopen('/tmp/phant-bz2-1.bz2','r'); var_dump(bzread($f), bzread($f), bzerror($f), feof($f)); 
file_put_contents('/tmp/phant-bz2-1.bz2', bzcompress("a").bzcompress("b")); var_dump(file_get_contents('compress.bzip2:///tmp/phant-bz2-1.bz2'));
file_put_contents('compress.bzip2:///tmp/phant-bz2-2.bz2', 'hello world'); var_dump(file_get_contents('compress.bzip2:///tmp/phant-bz2-2.bz2'), bin2hex(file_get_contents('/tmp/phant-bz2-2.bz2')));
print_r(stream_get_meta_data(fopen('compress.bzip2:///tmp/phant-bz2-2.bz2','r')));
$f=fopen('/tmp/phant-bz2-2.bz2','r'); stream_filter_append($f,'bzip2.decompress'); var_dump(fread($f,100));
$f=fopen('/tmp/phant-bz2-1.bz2','r'); stream_filter_append($f,'bzip2.decompress',1,['concatenated'=>true]); var_dump(fread($f,100));
$f=fopen('/tmp/phant-bz2-1.bz2','r'); stream_filter_append($f,'bzip2.decompress',1,true); var_dump(fread($f,100));
var_dump(stream_filter_append($f,'bzip2.compress',1,['work'=>999,'blocks'=>3]));
$f=bzopen('/tmp/phant-bz2-3.bz2','w'); var_dump(bzread($f), bzwrite($f,'abc',2), bzflush($f), bzerror($f)); 
var_dump(unlink('compress.bzip2:///tmp/phant-bz2-2.bz2'), stat('compress.bzip2:///tmp/phant-bz2-2.bz2'), rename('compress.bzip2:///tmp/phant-bz2-2.bz2','compress.bzip2:///tmp/phant-bz2-4.bz2'));
try { bzopen(5,'r'); } catch (Error $e) { echo $e->getMessage(),"\n"; }
try { bzopen('compress.bzip2:///tmp/phant-bz2-1.bz2','r'); } catch (Error $e) { echo $e->getMessage(),"\n"; }
$m=fopen('php://memory','r'); try { var_dump(bzopen($m,'r')); } catch (Error $e) { echo $e->getMessage(),"\n"; }
array_map('unlink', glob('/tmp/phant-bz2-*'));
--EXPECTF--
int(-2)
int(-2)
int(-2)
int(-2)
string(1) "s"
string(0) ""
int(-5)
string(0) ""
string(5) "hello"
string(5) "hello"
string(1) "a"
string(28) "425a683417724538509000000000"
string(0) ""
string(0) ""

Warning: fseek(): Stream does not support seeking in %s on line 5
bool(false)
array(2) {
  ["errno"]=>
  int(-7)
  ["errstr"]=>
  string(14) "UNEXPECTED_EOF"
}
bool(true)
int(-1)
int(0)
bool(false)
array(2) {
  ["errno"]=>
  int(-5)
  ["errstr"]=>
  string(16) "DATA_ERROR_MAGIC"
}
int(-5)
string(16) "DATA_ERROR_MAGIC"
bool(true)
bool(false)
bool(false)
array(2) {
  ["errno"]=>
  int(-7)
  ["errstr"]=>
  string(14) "UNEXPECTED_EOF"
}
bool(true)
string(1) "a"
string(11) "hello world"
string(96) "425a683931415926535944f7137800000191804000064490802000220334843021b68154278bb9229c2848227b89bc00"
Array
(
    [timed_out] => 
    [blocked] => 1
    [eof] => 
    [wrapper_type] => BZip2
    [stream_type] => BZip2
    [mode] => r
    [unread_bytes] => 0
    [seekable] => 
    [uri] => compress.bzip2:///tmp/phant-bz2-2.bz2
)
string(11) "hello world"
string(2) "ab"
string(1) "a"

Warning: stream_filter_append(): Invalid parameter given for work factor (999) in %s on line 14
resource(23) of type (stream filter)
bool(false)
int(2)
bool(true)
array(2) {
  ["errno"]=>
  int(0)
  ["errstr"]=>
  string(2) "OK"
}

Warning: unlink(): BZip2 does not allow unlinking in %s on line 16

Warning: stat(): stat failed for compress.bzip2:///tmp/phant-bz2-2.bz2 in %s on line 16

Warning: rename(): BZip2 wrapper does not support renaming in %s on line 16
bool(false)
bool(false)
bool(false)
bzopen(): Argument #1 ($file) must be of type string or file-resource, int given

Warning: bzopen(): Cannot represent a stream of type MEMORY as a File Descriptor in %s on line 19
bool(false)
