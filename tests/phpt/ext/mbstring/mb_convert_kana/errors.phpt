--TEST--
mb_convert_kana() refuses flags that contradict one another
--EXTENSIONS--
mbstring
--FILE--
<?php
foreach (['x', 'KVx', 'Aa', 'Rr', 'Nn', 'Ss', 'Kk', 'Hh', 'Cc', 'Mm', 'KH', 'aR', 'aN', 'Ar', 'An', 'hc', 'hC', 'kc', 'kC'] as $mode) {
    try {
        mb_convert_kana('a', $mode, 'UTF-8');
    } catch (ValueError $e) {
        echo $e->getMessage(), "\n";
    }
}
?>
--EXPECT--
mb_convert_kana(): Argument #2 ($mode) contains invalid flag: 'x'
mb_convert_kana(): Argument #2 ($mode) contains invalid flag: 'x'
mb_convert_kana(): Argument #2 ($mode) must not combine 'A' and 'a' flags
mb_convert_kana(): Argument #2 ($mode) must not combine 'R' and 'r' flags
mb_convert_kana(): Argument #2 ($mode) must not combine 'N' and 'n' flags
mb_convert_kana(): Argument #2 ($mode) must not combine 'S' and 's' flags
mb_convert_kana(): Argument #2 ($mode) must not combine 'K' and 'k' flags
mb_convert_kana(): Argument #2 ($mode) must not combine 'H' and 'h' flags
mb_convert_kana(): Argument #2 ($mode) must not combine 'C' and 'c' flags
mb_convert_kana(): Argument #2 ($mode) must not combine 'M' and 'm' flags
mb_convert_kana(): Argument #2 ($mode) must not combine 'H' and 'K' flags
mb_convert_kana(): Argument #2 ($mode) must not combine 'R' and 'a' flags
mb_convert_kana(): Argument #2 ($mode) must not combine 'N' and 'a' flags
mb_convert_kana(): Argument #2 ($mode) must not combine 'A' and 'r' flags
mb_convert_kana(): Argument #2 ($mode) must not combine 'A' and 'n' flags
mb_convert_kana(): Argument #2 ($mode) must not combine 'h' and 'c' flags
mb_convert_kana(): Argument #2 ($mode) must not combine 'h' and 'C' flags
mb_convert_kana(): Argument #2 ($mode) must not combine 'k' and 'c' flags
mb_convert_kana(): Argument #2 ($mode) must not combine 'k' and 'C' flags
