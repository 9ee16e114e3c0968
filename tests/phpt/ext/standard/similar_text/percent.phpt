--TEST--
similar_text() and levenshtein()
--FILE--
<?php
var_dump(similar_text("World", "Word", $percent), round($percent, 6));
var_dump(levenshtein("kitten", "sitting"), levenshtein("ab", "ba", 2, 3, 4), soundex("Robert"), metaphone("Thompson"));
?>
--EXPECT--
int(4)
float(88.888889)
int(3)
int(6)
string(4) "R163"
string(5) "0MPSN"
