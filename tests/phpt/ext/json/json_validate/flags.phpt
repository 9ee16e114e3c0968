--TEST--
json_validate() flags and depth
--FILE--
<?php
var_dump(json_validate("[1]"), json_validate("[1"), json_validate("[[1]]", 2), json_validate("\"\xff\"", 512, JSON_INVALID_UTF8_IGNORE));
try {
    json_validate("1", 1, 7);
} catch (ValueError $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECT--
bool(true)
bool(false)
bool(false)
bool(true)
json_validate(): Argument #3 ($flags) must be a valid flag (allowed flags: JSON_INVALID_UTF8_IGNORE)
