--TEST--
json_encode() flags
--FILE--
<?php
$value = ["<a href='x'>&\"/\u{e9}\u{1F600}\u{2028}", "12", 10.0, [], (object)[]];
foreach ([0, JSON_HEX_TAG | JSON_HEX_AMP | JSON_HEX_APOS | JSON_HEX_QUOT, JSON_UNESCAPED_UNICODE, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_LINE_TERMINATORS | JSON_UNESCAPED_SLASHES, JSON_NUMERIC_CHECK | JSON_PRESERVE_ZERO_FRACTION, JSON_FORCE_OBJECT] as $flags) {
    echo json_encode($value, $flags), "\n";
}
echo json_encode([1, ["a" => [], "b" => ["c"]]], JSON_PRETTY_PRINT), "\n";
?>
--EXPECT--
["<a href='x'>&\"\/\u00e9\ud83d\ude00\u2028","12",10,[],{}]
["\u003Ca href=\u0027x\u0027\u003E\u0026\u0022\/\u00e9\ud83d\ude00\u2028","12",10,[],{}]
["<a href='x'>&\"\/é😀\u2028","12",10,[],{}]
["<a href='x'>&\"/é😀 ","12",10,[],{}]
["<a href='x'>&\"\/\u00e9\ud83d\ude00\u2028",12,10.0,[],{}]
{"0":"<a href='x'>&\"\/\u00e9\ud83d\ude00\u2028","1":"12","2":10,"3":{},"4":{}}
[
    1,
    {
        "a": [],
        "b": [
            "c"
        ]
    }
]
