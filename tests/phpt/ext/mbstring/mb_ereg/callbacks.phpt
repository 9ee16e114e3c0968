--TEST--
Patterns are Ruby's, callbacks may use patterns, and what is no pattern or no text is said
--EXTENSIONS--
mbstring
--FILE--
<?php
mb_ereg_search_init('日本 12, 語 345', '\d+');
echo mb_ereg_replace_callback('(?<word>[^\d\s,]+)', function (array $match) {
    [$at, $length] = mb_ereg_search_pos();
    return "<{$match['word']}:$at+$length>";
}, '一 二'), "\n";
var_dump(mb_ereg_search_getpos(), mb_split('\s*,\s*', 'a ,b,  c', 2), mb_ereg_replace('(?m)a.b', '[\0\9]', "a\nb"));
try {
    mb_ereg_replace_callback('a', fn () => throw new LogicException('out'), 'xa');
} catch (LogicException $e) {
    echo $e->getMessage(), "\n";
}
var_dump(@mb_ereg('(', 'a', $m), $m, mb_ereg('a', "\xff"), mb_ereg_replace('a', 'b', "\xff"), mb_ereg_match('h', 'oh'));
echo error_get_last()['message'], "\n";
mb_regex_encoding('SJIS');
var_dump(bin2hex(mb_ereg_replace("\x82\xa0", "\x82\xa2", "\x82\xa0a")));
?>
--EXPECT--
<一:7+2> <二:15+3>
int(18)
array(2) {
  [0]=>
  string(1) "a"
  [1]=>
  string(5) "b,  c"
}
string(7) "[a
b\9]"
out
bool(false)
array(0) {
}
bool(false)
NULL
bool(false)
mb_ereg(): mbregex compile err: end pattern with unmatched parenthesis
string(6) "82a261"
