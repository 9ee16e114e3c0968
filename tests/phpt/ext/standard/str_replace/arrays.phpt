--TEST--
str_replace() with arrays of needles, replacements and subjects
--FILE--
<?php
$subjects = ["k" => "a-b", "c" => 5];
var_dump(str_replace(["a", "b", ""], ["b", "c"], $subjects, $count), $count);
var_dump(str_replace("a", "", "aaa"));
try {
    str_replace("a", ["b"], "c");
} catch (TypeError $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECT--
array(2) {
  ["k"]=>
  string(3) "c-c"
  ["c"]=>
  string(1) "5"
}
int(3)
string(0) ""
str_replace(): Argument #2 ($replace) must be of type string when argument #1 ($search) is a string
