--TEST--
in_array() and array_search() compare each kind of value with integers and texts
--FILE--
<?php
$values = ["abc", 5, 1.5, null, true, "1e1", "", "0", INF, [1], "5 ", 10];
foreach ([5, 0, 10, "abc", "", "0", "1e1", "INF", 1.5, null, false] as $needle) {
    echo json_encode($needle), ":";
    foreach ($values as $i => $value) {
        $list = ["x", 7.25, $value];
        $named = ["a" => "x", "b" => $value];
        echo " ", json_encode(array_search($needle, $list)), json_encode(array_search($needle, $named)),
            (int) in_array($needle, $list, true);
    }
    echo "\n";
}
$first = "text";
$list = [1, &$first, "text"];
var_dump(array_search("text", $list, true), in_array("t", $list, true));
--EXPECT--
5: falsefalse0 2"b"1 falsefalse0 falsefalse0 2"b"0 falsefalse0 falsefalse0 falsefalse0 falsefalse0 falsefalse0 2"b"0 falsefalse0
0: falsefalse0 falsefalse0 falsefalse0 2"b"0 falsefalse0 falsefalse0 falsefalse0 2"b"0 falsefalse0 falsefalse0 falsefalse0 falsefalse0
10: falsefalse0 falsefalse0 falsefalse0 falsefalse0 2"b"0 2"b"0 falsefalse0 falsefalse0 falsefalse0 falsefalse0 falsefalse0 2"b"1
"abc": 2"b"1 falsefalse0 falsefalse0 falsefalse0 2"b"0 falsefalse0 falsefalse0 falsefalse0 falsefalse0 falsefalse0 falsefalse0 falsefalse0
"": falsefalse0 falsefalse0 falsefalse0 2"b"0 falsefalse0 falsefalse0 2"b"1 falsefalse0 falsefalse0 falsefalse0 falsefalse0 falsefalse0
"0": falsefalse0 falsefalse0 falsefalse0 falsefalse0 falsefalse0 falsefalse0 falsefalse0 2"b"1 falsefalse0 falsefalse0 falsefalse0 falsefalse0
"1e1": falsefalse0 falsefalse0 falsefalse0 falsefalse0 2"b"0 2"b"1 falsefalse0 falsefalse0 falsefalse0 falsefalse0 falsefalse0 2"b"0
"INF": falsefalse0 falsefalse0 falsefalse0 falsefalse0 2"b"0 falsefalse0 falsefalse0 falsefalse0 2"b"0 falsefalse0 falsefalse0 falsefalse0
1.5: falsefalse0 falsefalse0 2"b"1 falsefalse0 2"b"0 falsefalse0 falsefalse0 falsefalse0 falsefalse0 falsefalse0 falsefalse0 falsefalse0
null: falsefalse0 falsefalse0 falsefalse0 2"b"1 falsefalse0 falsefalse0 2"b"0 falsefalse0 falsefalse0 falsefalse0 falsefalse0 falsefalse0
false: falsefalse0 falsefalse0 falsefalse0 2"b"0 falsefalse0 falsefalse0 2"b"0 2"b"0 falsefalse0 falsefalse0 falsefalse0 falsefalse0
int(1)
bool(false)
