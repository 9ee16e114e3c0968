--TEST--
What isset, ?? and unset look at without a word
--FILE--
<?php
$s = "abc";
var_dump(isset($s[1.5][0]), isset($s["1.5"][0]), isset($s["x"][0]), isset($s[true][0]), isset($s[null][0]));
var_dump($s[1.5] ?? 'none', $s["x"] ?? 'none', $s[1.5][0] ?? 'none');
var_dump(isset($s[1.5]), isset($s[[]]), empty($s[1.5]));
foreach ([fn() => isset($s[[]][0]), fn() => $s[[]] ?? 1] as $f) {
    try {
        var_dump($f());
    } catch (TypeError $e) {
        echo $e->getMessage(), "\n";
    }
}
var_dump(isset($$name), empty($$name), isset($$name[1]));
foreach ([[], 5, 1.5, "text", null, true] as $value) {
    unset($value->property);
}
echo "end\n";
--EXPECTF--
bool(true)
bool(false)
bool(false)
bool(true)
bool(true)
string(1) "b"
string(4) "none"
string(1) "b"

Deprecated: Implicit conversion from float 1.5 to int loses precision in %s on line 5

Deprecated: Implicit conversion from float 1.5 to int loses precision in %s on line 5
bool(true)
bool(false)
bool(false)
Cannot access offset of type array on string
Cannot access offset of type array on string

Warning: Undefined variable $name in %s on line 13
bool(false)
bool(true)
bool(false)
end
