--TEST--
Orders of bytes and their marks
--EXTENSIONS--
iconv
--FILE--
<?php
foreach (['UTF-16', 'UTF-16LE', 'UTF-16BE', 'UTF-32', 'UCS-2', 'UCS-2BE', 'UCS-4', 'UCS-4LE', 'UTF-7', 'ISO-2022-JP'] as $to) {
    $bytes = iconv('UTF-8', $to, "a\u{3042}");
    echo $to, ' ', bin2hex($bytes), ' ', bin2hex(iconv($to, 'UTF-8', $bytes)), "\n";
}
echo iconv('UTF-16', 'UTF-8', "\xfe\xff\0b"), iconv('UTF-16', 'UTF-8', "b\0"), "\n";
--EXPECT--
UTF-16 fffe61004230 61e38182
UTF-16LE 61004230 61e38182
UTF-16BE 00613042 61e38182
UTF-32 fffe00006100000042300000 61e38182
UCS-2 61004230 61e38182
UCS-2BE 00613042 61e38182
UCS-4 0000006100003042 61e38182
UCS-4LE 6100000042300000 61e38182
UTF-7 612b4d45492d 61e38182
ISO-2022-JP 611b244224221b2842 61e38182
bb
