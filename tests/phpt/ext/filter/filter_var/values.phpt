--TEST--
filter_var(): values that pass and that do not
--FILE--
<?php
$show = fn ($value) => json_encode($value, JSON_PRESERVE_ZERO_FRACTION);
foreach ([
    [FILTER_VALIDATE_INT, ['5', '-0', ' 12 ', '012', '9223372036854775808', '1.5', '']],
    [FILTER_VALIDATE_FLOAT, ['1.5', '-0', '.5', '1,000', '1e400', 'x']],
    [FILTER_VALIDATE_BOOL, ['yes', 'OFF', '', 'maybe']],
    [FILTER_VALIDATE_URL, ['http://a.b/c?d', 'http://a_b', 'mailto:a@b', 'http://[::1]/', '//a.b']],
    [FILTER_VALIDATE_EMAIL, ['a.b+c@sub.d-e.org', '"x"@b.co', 'a..b@c.co', 'a@b', 'a@[IPv6:::1]']],
    [FILTER_VALIDATE_IP, ['1.2.3.4', '01.2.3.4', '::ffff:1.2.3.4', '1::2::3']],
    [FILTER_VALIDATE_DOMAIN, ['a_b.c', '', '.a', 'a.b.']],
    [FILTER_VALIDATE_MAC, ['00:11:22:33:44:55', '0011.2233.4455', '00:11-22:33:44:55']],
    [FILTER_SANITIZE_SPECIAL_CHARS, ['<b>"x"&\'']],
    [FILTER_SANITIZE_NUMBER_INT, ['+1-2a.5']],
] as [$filter, $values]) {
    echo $filter, ':';
    foreach ($values as $value) {
        echo ' ', $show(filter_var($value, $filter));
    }
    echo "\n";
}
echo $show([
    filter_var('5', FILTER_VALIDATE_INT, ['options' => ['min_range' => 6, 'default' => 9]]),
    filter_var(['1', 'x', ['2']], FILTER_VALIDATE_INT, FILTER_REQUIRE_ARRAY | FILTER_NULL_ON_FAILURE),
    filter_var('abc', FILTER_CALLBACK, ['options' => 'strtoupper']),
    filter_var_array(['a' => '1', 'b' => 'x'], ['a' => FILTER_VALIDATE_INT, 'b' => ['filter' => FILTER_VALIDATE_BOOL, 'flags' => FILTER_NULL_ON_FAILURE], 'c' => FILTER_DEFAULT]),
]), "\n";
--EXPECT--
257: 5 0 12 false false false false
259: 1.5 0.0 0.5 false false false
258: true false false false
273: "http:\/\/a.b\/c?d" false "mailto:a@b" "http:\/\/[::1]\/" false
274: "a.b+c@sub.d-e.org" "\"x\"@b.co" false false "a@[IPv6:::1]"
275: "1.2.3.4" false "::ffff:1.2.3.4" false
277: "a_b.c" "" false "a.b."
276: "00:11:22:33:44:55" "0011.2233.4455" false
515: "&#60;b&#62;&#34;x&#34;&#38;&#39;"
519: "+1-25"
[9,[1,null,[2]],"ABC",{"a":1,"b":null,"c":null}]
