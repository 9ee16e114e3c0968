--TEST--
//TRANSLIT and //IGNORE
--EXTENSIONS--
iconv
--FILE--
<?php
$text = "\u{201e}\u{dc}ber\u{201c} \u{bd} \u{20ac} \u{4e2d} \u{fb01}";
foreach (['ASCII//TRANSLIT', 'ASCII//IGNORE', 'ASCII//IGNORE//TRANSLIT', 'ISO-8859-1//TRANSLIT', 'ASCII'] as $to) {
    echo $to, ': ', var_export(@iconv('UTF-8', $to, $text) === false ? false : bin2hex(iconv('UTF-8', $to, $text)), true), "\n";
}
var_dump(iconv('UTF-8', 'ASCII//IGNORE', "a\xffb"), @iconv('UTF-8', 'ASCII//IGNORE', "a\xc3"));
--EXPECT--
ASCII//TRANSLIT: '2c2c55626572222020312f322020455552203f206669'
ASCII//IGNORE: '62657220202020'
ASCII//IGNORE//TRANSLIT: '2c2c55626572222020312f322020455552203f206669'
ISO-8859-1//TRANSLIT: '2c2cdc6265722220bd20455552203f206669'
ASCII: false
string(2) "ab"
bool(false)
