--TEST--
Encodings and what cannot be converted
--EXTENSIONS--
intl
--FILE--
<?php
foreach ([["utf-8", "latin1", "\xe9\x80"], ["utf-16", "utf-8", "aé😀"], ["utf-16be", "utf-8", "😀"], ["utf-8", "utf-16", "\0a"], ["utf-7", "utf-8", "aé"], ["euc-jp", "utf-8", "日本"], ["gb18030", "utf-8", "中"], ["koi8-r", "utf-8", "д"], ["latin1", "utf-8", "日é"], ["utf-8", "utf-8", "\xed\xa0\x80a\xf0\x9f"], ["cesu-8", "utf-8", "😀"], ["ibm-37", "utf-8", "a"], ["utf-8", "ascii", "a\x80b"]] as [$to, $from, $text]) var_dump(bin2hex(UConverter::transcode($text, $to, $from)));
var_dump(UConverter::transcode("a", "nope", "utf-8"), intl_get_error_message());
$c = new UConverter("ascii", "utf-8"); var_dump($c->setSubstChars("?"), $c->convert("aé\xffb"), $c->getSourceEncoding(), $c->getDestinationType());
--EXPECT--
string(8) "c3a9c280"
string(20) "fffe6100e9003dd800de"
string(8) "d83dde00"
string(2) "61"
string(12) "612b414f6b2d"
string(8) "c6fccbdc"
string(4) "d6d0"
string(2) "c4"
string(4) "1ae9"
string(26) "efbfbdefbfbdefbfbd61efbfbd"
string(12) "eda0bdedb880"
string(2) "81"
string(10) "61efbfbd62"
bool(false)
string(68) "Error setting encoding: 4 - U_FILE_ACCESS_ERROR: U_FILE_ACCESS_ERROR"
bool(true)
string(4) "a??b"
string(5) "UTF-8"
int(26)
