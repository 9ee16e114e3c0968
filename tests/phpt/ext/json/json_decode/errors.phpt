--TEST--
json_decode() error codes
--FILE--
<?php
foreach (["", "[1}", "{]", "[1,]", "\"abc", "\"\\ud800\"", "\"\\u12\"", "\xff", "\"\xff\"", "{\"\\u0000a\":1}", "01", "TRUE", "[[1]]", "1 x", "\x01"] as $json) {
    var_dump(json_decode($json, false, 2));
    echo json_last_error(), ": ", json_last_error_msg(), "\n";
}
?>
--EXPECT--
NULL
4: Syntax error
NULL
2: State mismatch (invalid or malformed JSON)
NULL
2: State mismatch (invalid or malformed JSON)
NULL
4: Syntax error
NULL
3: Control character error, possibly incorrectly encoded
NULL
10: Single unpaired UTF-16 surrogate in unicode escape
NULL
4: Syntax error
NULL
5: Malformed UTF-8 characters, possibly incorrectly encoded
NULL
5: Malformed UTF-8 characters, possibly incorrectly encoded
NULL
9: The decoded property name is invalid
NULL
4: Syntax error
NULL
4: Syntax error
NULL
1: Maximum stack depth exceeded
NULL
4: Syntax error
NULL
3: Control character error, possibly incorrectly encoded
