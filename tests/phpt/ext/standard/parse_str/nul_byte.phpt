--TEST--
parse_str() stops at a NUL byte
--FILE--
<?php
foreach (["a\0b=1", "a=1\0&b=2", "\0a=1", "a=%00b&c=2", "a[x\0y]=1&b=2"] as $query) {
    parse_str($query, $result);
    echo json_encode($result), "\n";
}
?>
--EXPECT--
{"a":""}
{"a":"1"}
[]
{"a":"\u0000b","c":"2"}
{"a_x":""}
