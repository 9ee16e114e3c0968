--TEST--
Every character in every mode, alone and between letters
--EXTENSIONS--
mbstring
--FILE--
<?php
$alone = $between = '';
for ($c = 1; $c < 0xa000; $c++) {
    $alone .= mb_chr($c) . "\n";
    $between .= ' a' . mb_chr($c) . 'b';
}
for ($mode = 0; $mode < 8; $mode++) {
    echo $mode, ' ', md5(mb_convert_case($alone, $mode)), ' ', in_array($mode, [MB_CASE_TITLE, MB_CASE_TITLE_SIMPLE]) ? '' : md5(mb_convert_case($between, $mode)), "\n";
}
echo md5(mb_encode_numericentity($alone, [0x80, 0x2fff, 3, 0xffff, 0x3000, 0x1ffff, 0, 0x1fffff])), ' ', md5(mb_encode_numericentity($alone, [0, 0xffff, 0, 0xfff0], 'UTF-8', true)), "\n";
foreach (['', 'ä', 'plain text', 'a =?b', 'Grüße aus Köln, où l’été arrive; Привет, мир и 日本語のテキスト。', str_repeat('日本語 text ', 12), str_repeat('€', 100)] as $text) {
    echo mb_encode_mimeheader($text, 'UTF-8', 'B'), "\n";
}
foreach (['日本語のテキスト', 'Grüße', "\x93\xfa\x96\x7b", "\xe4\xf6\xfc", "a\xff"] as $text) {
    echo json_encode(mb_detect_encoding($text, ['ASCII', 'UTF-8', 'ISO-8859-1', 'SJIS'])), json_encode(mb_detect_encoding($text, ['ASCII', 'SJIS', 'UTF-8', 'ISO-8859-1'], true)), "\n";
}
--EXPECT--
0 6a5dd7140bac75b1c4eca6a4c2f554b7 5293a4f82ae4b100168b4eea97d68104
1 03cb0b39c30e4ed9c88d2da2f1ccb177 e2c1a041e720ff630d163eddf2b3a637
2 a5251eba88a8913f7230ca0b4306cc2b 
3 1bbcacbee5bcf133867371f46738d4b1 07f99c3dc81fdec85b73c0f8129fd822
4 f70c3ad9cb0ea44a8b144488cc41d273 aa1b46cf75c9d61e8bcacb899023d983
5 c988dee7d49925501df7ec287445f0db 1b0cbab05e965935cde747ddc62f1f26
6 f429bc2a7d7c35469099e6e36c1f1963 
7 e92855eb8aba0e70888f31fae5198d8b 0c79e3964107f90368306867ab79417e
8bcc66c41aa69816faeefbc704aea9c9 ff94c1c989c95e005b782a571da98198

=?UTF-8?B?w6Q=?=
plain text
a =?UTF-8?B?PT9i?=
=?UTF-8?B?R3LDvMOfZSBhdXMgS8O2bG4sIG/DuSBs4oCZw6l0w6kgYXJyaXZlOyDQn9GA?=
 =?UTF-8?B?0LjQstC10YIsINC80LjRgCDQuCDml6XmnKzoqp7jga7jg4bjgq3jgrnjg4g=?=
 =?UTF-8?B?44CC?=
=?UTF-8?B?5pel5pys6KqeIHRleHQg5pel5pys6KqeIHRleHQg5pel5pys6KqeIHRleHQg?=
 =?UTF-8?B?5pel5pys6KqeIHRleHQg5pel5pys6KqeIHRleHQg5pel5pys6KqeIHRleHQg?=
 =?UTF-8?B?5pel5pys6KqeIHRleHQg5pel5pys6KqeIHRleHQg5pel5pys6KqeIHRleHQg?=
 =?UTF-8?B?5pel5pys6KqeIHRleHQg5pel5pys6KqeIHRleHQg5pel5pys6KqeIHRleHQg?=
=?UTF-8?B?4oKs4oKs4oKs4oKs4oKs4oKs4oKs4oKs4oKs4oKs4oKs4oKs4oKs4oKs4oKs?=
 =?UTF-8?B?4oKs4oKs4oKs4oKs4oKs4oKs4oKs4oKs4oKs4oKs4oKs4oKs4oKs4oKs4oKs?=
 =?UTF-8?B?4oKs4oKs4oKs4oKs4oKs4oKs4oKs4oKs4oKs4oKs4oKs4oKs4oKs4oKs4oKs?=
 =?UTF-8?B?4oKs4oKs4oKs4oKs4oKs4oKs4oKs4oKs4oKs4oKs4oKs4oKs4oKs4oKs4oKs?=
 =?UTF-8?B?4oKs4oKs4oKs4oKs4oKs4oKs4oKs4oKs4oKs4oKs4oKs4oKs4oKs4oKs4oKs?=
 =?UTF-8?B?4oKs4oKs4oKs4oKs4oKs4oKs4oKs4oKs4oKs4oKs4oKs4oKs4oKs4oKs4oKs?=
 =?UTF-8?B?4oKs4oKs4oKs4oKs4oKs4oKs4oKs4oKs4oKs4oKs?=
"UTF-8""UTF-8"
"UTF-8""UTF-8"
"SJIS""SJIS"
"ISO-8859-1""ISO-8859-1"
"ISO-8859-1""ISO-8859-1"
