--TEST--
array_change_key_case(), array_fill_keys(), array_combine(), array_slice() and array_chunk() of lists and of lists with holes
--FILE--
<?php
$one = 1; $list = [1, 'b', &$one]; $holes = [1 => 'a', 2 => 'b', 5 => 'c', 'K' => 'd', 'k' => 'e'];
$changed = array_change_key_case($list); $one = 2;
var_dump($changed);
$list[] = 4; array_pop($list); $list = array_change_key_case($list, CASE_UPPER); $list[] = 'next';
echo json_encode([array_keys($list), array_change_key_case($holes), array_change_key_case($holes, CASE_UPPER)]), "\n";
$filled = array_fill_keys([1, 2, 3, 3, 9, '10', 'x'], 0); $filled[] = 'next';
echo json_encode($filled), json_encode(array_fill_keys([7, 8, 9], null)), json_encode(array_combine([3, 2, 1], ['a', 'b', 'c'])), "\n";
$slice = array_slice([1, 2, 3, 4, 5, 6, 7, 8, 9], 3, 4, true); $slice[] = 'next';
echo json_encode($slice), json_encode(array_chunk([1, 2, 3, 4, 5], 2, true)), json_encode(array_slice($holes, 1, 3, true)), "\n";
echo json_encode(array_count_values(['a', 1, '1', 'a', 2, -3, 'b'])), implode('-', ['a']), implode('-', ['a', 'b', 3]), implode('', ['', '']), implode(', ', [1, 2.5, null, true]), "\n";
echo str_word_count("Hello it's-a me -x'", 0), json_encode(str_word_count("fri3nd it's", 1, '3')), json_encode(str_word_count("-a' b-", 2)), json_encode(str_word_count("-a' b-", 2, '-')), "\n";
echo strspn('12345x', '0123456789'), strspn("\x80\xffa", "\xff\x80"), strcspn('hello', "lo"), substr_count(str_repeat('a,', 200), ','), substr_count('aXbX', 'X', 2), "\n";
echo json_encode([trim('a'), trim(' a'), trim("a\0"), trim('ab'), trim("\x80b"), trim('')]), "\n";
?>
--EXPECT--
array(3) {
  [0]=>
  int(1)
  [1]=>
  string(1) "b"
  [2]=>
  &int(2)
}
[[0,1,2,3],{"1":"a","2":"b","5":"c","k":"e"},{"1":"a","2":"b","5":"c","K":"e"}]
{"1":0,"2":0,"3":0,"9":0,"10":0,"x":0,"11":"next"}{"7":null,"8":null,"9":null}{"3":"a","2":"b","1":"c"}
{"3":4,"4":5,"5":6,"6":7,"7":"next"}[[1,2],{"2":3,"3":4},{"4":5}]{"2":"b","5":"c","K":"d"}
{"a":2,"1":2,"2":1,"-3":1,"b":1}aa-b-31, 2.5, , 1
4["fri3nd","it's"]{"1":"a'","4":"b"}{"0":"-a'","4":"b-"}
5222001
