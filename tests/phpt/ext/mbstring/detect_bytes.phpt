--TEST--
mb_detect_encoding() never finds what stands for bytes
--EXTENSIONS--
mbstring
--FILE--
<?php
foreach (['7bit', '8bit', ['8bit', '7bit'], ['8bit', 'ASCII'], 'ASCII,7bit'] as $list) {
    var_dump(mb_detect_encoding('foo', $list), mb_detect_encoding("foo\xff", $list, true));
}
?>
--EXPECT--
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
string(5) "ASCII"
bool(false)
string(5) "ASCII"
bool(false)
