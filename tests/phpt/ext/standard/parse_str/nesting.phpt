--TEST--
parse_str() nests arrays and mends names
--FILE--
<?php
parse_str("a[b.c d[e=1&x y.z=2&a[]=3&a[ q]=4&b[x]y=5&[a]=1&=5&c&d=%41+b&e[][]=1&f[a]=1&f=2", $result);
echo json_encode($result), "\n";
?>
--EXPECT--
{"a_b_c_d_e":"1","x_y_z":"2","a":{"0":"3"," q":"4"},"b":{"x":"5"},"c":"","d":"A b","e":[["1"]],"f":"2"}
