<?php

var_dump(json_encode(['a' => 1, 'b' => [1, 2], 'c' => null, 'd' => 1.0, 'e' => "é/\"\n\u{1F600}", 'f' => [], 'g' => new stdClass(), 'h' => true]));
echo json_encode([1, [2, ['k' => []]], (object) []], JSON_PRETTY_PRINT), "\n";
echo json_encode('é/<>&\'"', JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_HEX_TAG | JSON_HEX_AMP | JSON_HEX_APOS | JSON_HEX_QUOT), "\n";
echo json_encode([1 => 'a', 2 => 'b']), json_encode([0 => 'a', 1 => 'b']), json_encode([], JSON_FORCE_OBJECT), json_encode(['1', 'x' => '1.5', '2e3', 'abc'], JSON_NUMERIC_CHECK), json_encode(10.0, JSON_PRESERVE_ZERO_FRACTION), json_encode(0.1 + 0.2), json_encode(1e100), "\n";
class P implements JsonSerializable
{
    public $a = 1;
    protected $b = 2;

    public function jsonSerialize(): mixed
    {
        return ['custom' => $this->b, 'nested' => new Q()];
    }
}
class Q
{
    public $x = 'public';
    protected $y = 'hidden';
    private $z = 'hidden';
    public ?Q $q = null;
    public int $uninit;
}
echo json_encode([new P(), new Q()]), "\n";
foreach (["\xff", NAN, INF, fopen('php://memory', 'r')] as $bad) {
    var_dump(json_encode($bad), json_last_error(), json_last_error_msg());
}
echo json_encode(["a\xffb"], JSON_PARTIAL_OUTPUT_ON_ERROR), json_encode("a\xffb", JSON_INVALID_UTF8_SUBSTITUTE), json_encode("a\xffb", JSON_INVALID_UTF8_IGNORE), "\n";
$r = [];
$r['r'] = &$r;
var_dump(json_encode($r), json_last_error_msg(), json_encode([[[1]]], 0, 2));
var_dump(json_decode('{"a":{"b":[1,2.0,"x",null,true]},"0":"zero","":"empty"}'));
var_dump(json_decode('{"a":{"b":[1,2.5e3]}}', true), json_decode('[1]', flags: JSON_OBJECT_AS_ARRAY));
foreach (['', '{', '[1,]', '{"a":1,}', "'a'", '{a:1}', 'nul', 'TRUE', '"\ud800"', "\"\x01\"", '01', '1.', '.5', '-', '[1]x', "\xEF\xBB\xBF1", '"unclosed', '[[1]]', '  5  ', '"a\/b"', '-0', '-0.0', '1E400', '12345678901234567890', '"\u0000a"', '{"\u0000a":1}', '{"_empty_":1}'] as $s) {
    echo json_encode($s, JSON_PARTIAL_OUTPUT_ON_ERROR), ' => ';
    var_dump(json_decode($s, false, $s === '[[1]]' ? 1 : 512));
    echo json_last_error_msg(), "\n";
}
var_dump(json_decode('12345678901234567890', false, 512, JSON_BIGINT_AS_STRING), json_decode('{"a":1,"a":2}'), json_validate('{"a":1}'), json_validate('{'));
try {
    json_decode('{bad', flags: JSON_THROW_ON_ERROR);
} catch (JsonException $e) {
    echo $e->getMessage(), $e->getCode(), "\n";
}
echo json_encode("\u{2028}\u{7f}\x1f", JSON_UNESCAPED_UNICODE), json_encode("\u{2028}", JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_LINE_TERMINATORS) === "\"\u{2028}\"" ? 'raw' : 'escaped', "\n";
echo json_encode(['x' => ['y' => 1, 'z' => []]], JSON_PRETTY_PRINT | JSON_FORCE_OBJECT), "\n";
