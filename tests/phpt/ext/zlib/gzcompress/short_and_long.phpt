--TEST--
gzcompress(): strings of about the length where another compressor is taken
--EXTENSIONS--
zlib
--FILE--
<?php
$text = str_repeat('The quick brown <b>fox</b> ' . implode(range(0, 50)), 100);
foreach ([0, 1, 3999, 4000, 4001, 9000] as $length) {
    $part = substr($text, 0, $length);
    foreach ([-1, 0, 9] as $level) {
        echo $length, ' ', $level, ' ', md5(gzcompress($part, $level)), ' ', gzuncompress(gzcompress($part, $level)) === $part ? 'same' : 'other', "\n";
    }
}
?>
--EXPECT--
0 -1 fb0fc3ab8c050179a378dcb10368acf6 same
0 0 b1e4f454d7cdec5e17fdf0924f18929d same
0 9 3b0f2d77e15beb3b85e8ef752d6a3bd3 same
1 -1 aaec3a2b6c02b9a81c50104bb3e89de2 same
1 0 5c9eaffe7e4f91bed731549d0396f14f same
1 9 4fb61c75389fc53449effb803adb6938 same
3999 -1 c20f50bcf12eff553c224cec52ead83a same
3999 0 e05d0bd5b8951a8923946f29aea285a9 same
3999 9 fad627c1f407bdd8af735fa629bca11c same
4000 -1 15e2ae0f1e370ba8733f378494be568b same
4000 0 2f508638423b32bb0405dd946330ac18 same
4000 9 273fae72f3198a938f9b0a95c0f08544 same
4001 -1 e6eef22c43a7f95831a08c1da06d9b4e same
4001 0 3e0df572f303489b91c4539846172c14 same
4001 9 5fa52b07bbc69ead0b235522eae4a9c3 same
9000 -1 f02f1da357f5f1156772e9d07874f1ef same
9000 0 293f07449da91594aae28b6605882f18 same
9000 9 f4b676c27e501cafc3dde48a5134f16b same
