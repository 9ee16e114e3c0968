--TEST--
Natives that cut arrays, where arrays have holes, names and references
--FILE--
<?php
$holes = range(1, 6);
unset($holes[0], $holes[3]);
$named = ["a" => 1, 5 => 2, "b" => 3, 4];
$kept = 7;
$shared = ["x" => 1, "y" => &$kept, 3];
foreach (compact("holes", "named", "shared") as $name => $array) {
    echo $name, "\n";
    foreach ([[-2, null], [1, 2], [0, -1], [9, 1]] as [$offset, $length]) {
        echo json_encode(array_slice($array, $offset, $length)), json_encode(array_slice($array, $offset, $length, true));
        $copy = $array;
        echo json_encode(array_splice($copy, $offset, $length, ["new"])), json_encode($copy);
        $copy[] = "next";
        echo json_encode($copy), "\n";
    }
    $copy = $array;
    echo json_encode(array_shift($copy)), json_encode(array_unshift($copy, 0)), json_encode($copy);
    $copy[] = "next";
    echo json_encode($copy), json_encode(array_chunk($copy, 2, true)), json_encode(array_merge_recursive($copy, $array)), "\n";
}
$moved = array_splice($shared, 1, 1);
$kept = 8;
echo json_encode($moved), "\n";
$filled = array_fill(2, 3, "f");
unset($filled[4]);
$filled[] = "next";
var_dump($filled, array_is_list($filled));
--EXPECT--
holes
[5,6]{"4":5,"5":6}[5,6][2,3,"new"][2,3,"new","next"]
[3,5]{"2":3,"4":5}[3,5][2,"new",6][2,"new",6,"next"]
[2,3,5]{"1":2,"2":3,"4":5}[2,3,5]["new",6]["new",6,"next"]
[][][][2,3,5,6,"new"][2,3,5,6,"new","next"]
24[0,3,5,6][0,3,5,6,"next"][[0,3],{"2":5,"3":6},{"4":"next"}][0,3,5,6,"next",2,3,5,6]
named
{"b":3,"0":4}{"b":3,"6":4}{"b":3,"0":4}{"a":1,"0":2,"1":"new"}{"a":1,"0":2,"1":"new","2":"next"}
{"0":2,"b":3}{"5":2,"b":3}{"0":2,"b":3}{"a":1,"0":"new","1":4}{"a":1,"0":"new","1":4,"2":"next"}
{"a":1,"0":2,"b":3}{"a":1,"5":2,"b":3}{"a":1,"0":2,"b":3}["new",4]["new",4,"next"]
[][][]{"a":1,"0":2,"b":3,"1":4,"2":"new"}{"a":1,"0":2,"b":3,"1":4,"2":"new","3":"next"}
14{"0":0,"1":2,"b":3,"2":4}{"0":0,"1":2,"b":3,"2":4,"3":"next"}[[0,2],{"b":3,"2":4},{"3":"next"}]{"0":0,"1":2,"b":[3,3],"2":4,"3":"next","a":1,"4":2,"5":4}
shared
{"y":7,"0":3}{"y":7,"0":3}{"y":7,"0":3}{"x":1,"0":"new"}{"x":1,"0":"new","1":"next"}
{"y":7,"0":3}{"y":7,"0":3}{"y":7,"0":3}{"x":1,"0":"new"}{"x":1,"0":"new","1":"next"}
{"x":1,"y":7}{"x":1,"y":7}{"x":1,"y":7}["new",3]["new",3,"next"]
[][][]{"x":1,"y":7,"0":3,"1":"new"}{"x":1,"y":7,"0":3,"1":"new","2":"next"}
13{"0":0,"y":7,"1":3}{"0":0,"y":7,"1":3,"2":"next"}[{"0":0,"y":7},{"1":3,"2":"next"}]{"0":0,"y":[7,7],"1":3,"2":"next","x":1,"3":3}
{"y":8}
array(3) {
  [2]=>
  string(1) "f"
  [3]=>
  string(1) "f"
  [5]=>
  string(4) "next"
}
bool(false)
