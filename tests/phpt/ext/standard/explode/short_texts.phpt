--TEST--
explode() of short texts at one byte: limits, no pieces, many pieces
--FILE--
<?php
foreach (['', ',', 'a', ',a', 'a,', 'a,,b', 'one,two,three,four', str_repeat(',', 64), str_repeat('x,', 65), str_repeat(',', 255), str_repeat('ab,', 100)] as $text) {
    foreach ([PHP_INT_MAX, 1, 2, 3, 64, 65, 66, -1, -2, -70] as $limit) {
        $parts = explode(',', $text, $limit);
        echo count($parts), ':', strlen(end($parts) ?: ''), ' ';
    }
    echo md5(serialize(explode(',', $text))), "\n";
}
?>
--EXPECT--
1:0 1:0 1:0 1:0 1:0 1:0 1:0 0:0 0:0 0:0 5b448a7bdbeea0be7d7f758f5f8ee90b
2:0 1:1 2:0 2:0 2:0 2:0 2:0 1:0 0:0 0:0 c3992f72cadbdd3dfa251facea54c782
1:1 1:1 1:1 1:1 1:1 1:1 1:1 0:0 0:0 0:0 8b05f042d01f9bbe8641a4d54ea6b0f9
2:1 1:2 2:1 2:1 2:1 2:1 2:1 1:0 0:0 0:0 e289d9439f1b8a8684a36eb8f7e75a47
2:0 1:2 2:0 2:0 2:0 2:0 2:0 1:1 0:0 0:0 8e25d9bf62b6f784dbf2b3c3d4559207
3:1 1:4 2:2 3:1 3:1 3:1 3:1 2:0 1:1 0:0 f93e7994a1a633570926bdc593666797
4:4 1:18 2:14 3:10 4:4 4:4 4:4 3:5 2:3 0:0 63de5699646d85ec3c63db82b999f9bd
65:0 1:64 2:63 3:62 64:1 65:0 65:0 64:0 63:0 0:0 185e67ffdaf79e3ddb9f6779c3aee6f3
66:0 1:130 2:128 3:126 64:4 65:2 66:0 65:1 64:1 0:0 4820652eee69ad386963701064702405
256:0 1:255 2:254 3:253 64:192 65:191 66:190 255:0 254:0 186:0 5148ac53551dd6b6d5bb59260ed4d7f2
101:0 1:300 2:297 3:294 64:111 65:108 66:105 100:2 99:2 31:2 7f3ee3b32070c2a3ebdeec68fbfa69a5
