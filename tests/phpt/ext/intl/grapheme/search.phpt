--TEST--
grapheme_strpos() and its kind find whole clusters
--EXTENSIONS--
intl
--FILE--
<?php
foreach ([['abc', ''], ['', 'a'], ['äbc', 'C'], ["a\u{308}bc", 'ä'], ["a\u{308}bc", "\u{308}"], ['ÄBC', 'ä'], ['äbcäbc', 'b', -2], ['äbcäbc', 'b', -3], ['äbcäbc', 'b', 2], ['Straße', 'SS'], ["ab\r\n", "\n"], ["a\u{308}a", 'a'], ['xäＡ', 'a'], ['äabaab', 'ab', -1], ['äabaab', '', -2]] as $arguments) {
    foreach (['strpos', 'stripos', 'strrpos', 'strripos'] as $function) {
        echo json_encode(("grapheme_$function")(...$arguments)), ' ';
    }
    echo json_encode(grapheme_strstr($arguments[0], $arguments[1])), ' ', json_encode(grapheme_stristr($arguments[0], $arguments[1], true)), "\n";
}
try {
    grapheme_strpos('äb', 'b', 3);
} catch (ValueError $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECT--
0 0 3 3 "abc" ""
false false false false false false
false 2 false 2 false "\u00e4b"
0 0 0 0 false ""
false false false false false false
false 0 false 0 false ""
4 4 4 4 "bc\u00e4bc" "\u00e4"
4 4 1 1 "bc\u00e4bc" "\u00e4"
4 4 4 4 "bc\u00e4bc" "\u00e4"
false false false false false false
false false false false false false
1 1 1 1 "a" "a\u0308"
false 2 false 2 false "x\u00e4"
false false 4 4 "abaab" "\u00e4"
4 4 4 4 "\u00e4abaab" ""
grapheme_strpos(): Argument #3 ($offset) must be contained in argument #1 ($haystack)
