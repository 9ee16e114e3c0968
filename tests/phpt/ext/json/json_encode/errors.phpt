--TEST--
json_encode() errors, with and without partial output
--FILE--
<?php
$loop = [];
$loop["x"] = &$loop;
foreach (["\xff", NAN, STDIN, $loop, [[[1]]]] as $value) {
    var_dump(json_encode($value, 0, 2), json_last_error_msg(), json_encode(["k" => $value], JSON_PARTIAL_OUTPUT_ON_ERROR, 2));
}
try {
    json_encode("\xff", JSON_THROW_ON_ERROR);
} catch (JsonException $e) {
    echo $e->getMessage(), " ", $e->getCode(), "\n";
}
?>
--EXPECT--
bool(false)
string(56) "Malformed UTF-8 characters, possibly incorrectly encoded"
string(10) "{"k":null}"
bool(false)
string(34) "Inf and NaN cannot be JSON encoded"
string(7) "{"k":0}"
bool(false)
string(21) "Type is not supported"
string(10) "{"k":null}"
bool(false)
string(18) "Recursion detected"
string(16) "{"k":{"x":null}}"
bool(false)
string(28) "Maximum stack depth exceeded"
string(13) "{"k":[[[1]]]}"
Malformed UTF-8 characters, possibly incorrectly encoded 5
