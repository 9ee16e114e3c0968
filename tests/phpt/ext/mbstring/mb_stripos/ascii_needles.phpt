--TEST--
mb_stripos() and its kind with needles of ASCII in texts of other letters
--EXTENSIONS--
mbstring
--FILE--
<?php
$texts = ["Straße Kilo", "5 \u{212a} and k", "lo\u{17f}t S", "\u{130}stanbul i", "d\u{131}\u{15f} I", "日本 JAPAN japan", "bad \xff K k"];
foreach ($texts as $text) {
    foreach (['k', 'S', 'i', 'JAPAN', 'an', 'x'] as $needle) {
        echo json_encode([mb_stripos($text, $needle), mb_strripos($text, $needle), mb_strripos($text, $needle, -3),
            mb_stripos($text, $needle, 2), bin2hex(mb_stristr($text, $needle) ?: '-')]), ' ';
    }
    echo "\n";
}
var_dump(mb_stripos('abc', ''), mb_strripos('abc', ''), mb_stripos('', 'a'), mb_stripos('ab', 'ABC'));
?>
--EXPECT--
[7,7,7,7,"4b696c6f"] [0,0,0,false,"53747261c39f65204b696c6f"] [8,8,8,8,"696c6f"] [false,false,false,false,"2d"] [false,false,false,false,"2d"] [false,false,false,false,"2d"] 
[2,8,2,2,"e284aa20616e64206b"] [false,false,false,false,"2d"] [false,false,false,false,"2d"] [false,false,false,false,"2d"] [4,4,4,4,"616e64206b"] [false,false,false,false,"2d"] 
[false,false,false,false,"2d"] [2,5,2,2,"c5bf742053"] [false,false,false,false,"2d"] [false,false,false,false,"2d"] [false,false,false,false,"2d"] [false,false,false,false,"2d"] 
[false,false,false,false,"2d"] [1,1,1,false,"7374616e62756c2069"] [9,9,false,9,"69"] [false,false,false,false,"2d"] [3,3,3,3,"616e62756c2069"] [false,false,false,false,"2d"] 
[false,false,false,false,"2d"] [false,false,false,false,"2d"] [4,4,false,4,"49"] [false,false,false,false,"2d"] [false,false,false,false,"2d"] [false,false,false,false,"2d"] 
[false,false,false,false,"2d"] [false,false,false,false,"2d"] [false,false,false,false,"2d"] [3,9,9,3,"4a4150414e206a6170616e"] [6,12,6,6,"414e206a6170616e"] [false,false,false,false,"2d"] 
[6,8,6,6,"4b206b"] [false,false,false,false,"2d"] [false,false,false,false,"2d"] [false,false,false,false,"2d"] [false,false,false,false,"2d"] [false,false,false,false,"2d"] 
int(0)
int(3)
bool(false)
bool(false)
