--TEST--
What is no character is left out of escaped arguments
--FILE--
<?php
foreach (["a\xffb'\u{e9}\xc3", "\u{65e5}\u{672c}\xe6\x97", "\xed\xa0\x80x\xf5;", "\xc3\x28", "ok \u{1f600}"] as $text) {
    echo bin2hex(escapeshellarg($text)), ' ', bin2hex(escapeshellcmd($text)), "\n";
}
--EXPECT--
276162275c2727c3a927 61625c27c3a9
27e697a5e69cac27 e697a5e69cac
27783b27 785c3b
272827 5c28
276f6b20f09f988027 6f6b20f09f9880
