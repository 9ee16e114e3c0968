--TEST--
Null is below all enum cases, and nothing else compares with them
--FILE--
<?php
enum E { case A; }
foreach ([null, false, true, 0, 'a', [], 1.5] as $v) {
    echo json_encode([$v < E::A, $v > E::A, $v <= E::A, $v >= E::A, $v == E::A, $v <=> E::A, E::A <=> $v]), "\n";
}
var_dump(min(null, E::A), max(E::A, null));
?>
--EXPECT--
[true,false,true,false,false,-1,1]
[false,false,false,false,false,1,1]
[false,false,false,false,false,1,1]
[false,false,false,false,false,1,1]
[false,false,false,false,false,1,1]
[false,false,false,false,false,1,1]
[false,false,false,false,false,1,1]
NULL
enum(E::A)
