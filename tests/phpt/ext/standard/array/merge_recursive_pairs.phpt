--TEST--
array_merge_recursive() makes lists of values, whatever else shares the arrays
--FILE--
<?php
$shared = ['a' => 1, 'b' => 'x', 'c' => null, 'd' => [1], 'e' => 2.5, 5 => 'five'];
$copy = $shared;
$by_ref = ['a' => 1, 'b' => 2]; $ref = &$by_ref['a'];
var_dump(array_merge_recursive($shared, $shared, ['a' => null, 'b' => true]) === array_merge_recursive($copy, $copy, ['a' => null, 'b' => true]));
echo json_encode(array_merge_recursive($shared, $shared, ['a' => null, 'b' => true])), "\n";
echo json_encode($shared), "\n";
$merged = array_merge_recursive($by_ref, ['a' => 3, 'b' => $ref]);
$ref = 9;
echo json_encode([$merged, $by_ref]), "\n";
echo json_encode(array_merge_recursive(['o' => new ArrayObject([1])], ['o' => 2], ['o' => (object) ['p' => 3]])), "\n";
echo json_encode(array_replace_recursive(['a' => ['b' => 1, 'c' => 2], 'd' => 1], ['a' => ['b' => 3], 'd' => ['x'], 'e' => [1]])), "\n";
?>
--EXPECT--
bool(true)
{"a":[1,1,null],"b":["x","x",true],"c":[null,null],"d":[1,1],"e":[2.5,2.5],"0":"five","1":"five"}
{"a":1,"b":"x","c":null,"d":[1],"e":2.5,"5":"five"}
[{"a":[1,3],"b":[2,1]},{"a":9,"b":2}]
{"o":{"0":1,"1":2,"p":3}}
{"a":{"b":3,"c":2},"d":["x"],"e":[1]}
