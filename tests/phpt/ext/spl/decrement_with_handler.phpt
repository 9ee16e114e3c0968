--TEST--
An error handler drops the ArrayObject whose element is decremented
--FILE--
<?php
// PHP 8.4 itself reads freed memory here: what follows from its rules is expected.
function junk() {
    for ($i = 0; $i < 50; $i++) $junk[] = [str_repeat('A', $i * 8), $i];
    return $junk;
}
set_error_handler(function () {
    global $s;
    $s = null;
    $GLOBALS['j'] = junk();
    return true;
});
$s = new ArrayObject([1, 2]);
--$s['nokey'];
var_dump($s, $j === junk());
--EXPECT--
NULL
bool(true)
