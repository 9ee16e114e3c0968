--TEST--
explode() with a positive, zero and negative limit
--FILE--
<?php
foreach ([3, 2, 1, 0, -1, -2, -9] as $limit) {
    echo json_encode(explode(",", "a,b,c", $limit)), "\n";
}
echo json_encode([explode(",", ""), explode(",", "", -1)]), "\n";
try {
    explode("", "a");
} catch (ValueError $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECT--
["a","b","c"]
["a","b,c"]
["a,b,c"]
["a,b,c"]
["a","b"]
["a"]
[]
[[""],[]]
explode(): Argument #1 ($separator) must not be empty
