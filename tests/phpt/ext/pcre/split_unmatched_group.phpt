--TEST--
A group that took no part has the offset -1
--FILE--
<?php
echo json_encode(preg_split('/(?<n>a)|(?<m>b)(x)?/', 'b', -1, PREG_SPLIT_DELIM_CAPTURE | PREG_SPLIT_OFFSET_CAPTURE)), "\n";
echo json_encode(preg_split('/(?<n>a)|(?<m>b)(x)?/', 'cb', -1, PREG_SPLIT_DELIM_CAPTURE)), "\n";
echo json_encode(preg_split('/(a)|b/', 'b', -1, PREG_SPLIT_DELIM_CAPTURE | PREG_SPLIT_OFFSET_CAPTURE | PREG_SPLIT_NO_EMPTY)), "\n";
--EXPECT--
[["",0],["",-1],["b",0],["",1]]
["c","","b",""]
[]
