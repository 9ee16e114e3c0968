--TEST--
reset(): an array that is shared and has lost its first element
--FILE--
<?php
function first($options) {
    reset($options);
    return key($options);
}
$array = ['value' => 5, 'x' => 1, 'y' => 2];
unset($array['value']);
var_dump(first($array), key($array));
end($array);
$copy = $array;
prev($copy);
var_dump(key($copy), key($array));
--EXPECT--
string(1) "x"
string(1) "x"
string(1) "x"
string(1) "y"
