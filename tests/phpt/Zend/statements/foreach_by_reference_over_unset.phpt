--TEST--
foreach by reference over a variable that is not set leaves it so
--FILE--
<?php
set_error_handler(function ($n, $message) { echo "$message\n"; });
function twice() {
    for ($i = 0; $i < 2; $i++) {
        foreach ($none as &$value) {
        }
    }
    return get_defined_vars();
}
var_dump(twice());
foreach ($global as $key => &$value) {
}
var_dump(array_key_exists('global', $GLOBALS));
$null = null;
foreach ($null as &$value) {
}
?>
--EXPECT--
Undefined variable $none
foreach() argument must be of type array|object, null given
Undefined variable $none
foreach() argument must be of type array|object, null given
array(1) {
  ["i"]=>
  int(2)
}
Undefined variable $global
foreach() argument must be of type array|object, null given
bool(false)
foreach() argument must be of type array|object, null given
