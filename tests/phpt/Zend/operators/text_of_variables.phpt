--TEST--
A variable is read when what stands before it is text
--FILE--
<?php
class M {
    function __construct(public $n) {}
    function __toString(): string { $GLOBALS['s'] = "changed $this->n"; return "o$this->n"; }
}
$o = new M(1); $p = new M(2);
$s = 'abc'; var_dump("{$o}-$s");
$s = 'abc'; var_dump("$o$s");
$s = 'abc'; var_dump("$s$o$s");
$s = 'abc'; var_dump("$s-$o");
$s = 'abc'; var_dump($o . $s);
$s = 'abc'; var_dump($o . '-' . $s);
$s = 'abc'; var_dump($s . $o . $s);
$s = 'abc'; var_dump("$p$s$o$s");
function f($o) { global $s; $s = 'abc'; return "{$o}-$s"; } var_dump(f($o));
function g($o) { global $s; $s = 'abc'; return $o . $s . 'x'; } var_dump(g($o));
set_error_handler(function ($level, $text) { $GLOBALS['s'] = 'handled'; return true; });
$s = 'abc'; var_dump("$u-$s");
$s = 'abc'; $list = []; var_dump("$list-$s");
$s = 'abc'; var_dump($u . $s);
?>
--EXPECT--
string(12) "o1-changed 1"
string(11) "o1changed 1"
string(14) "abco1changed 1"
string(6) "abc-o1"
string(11) "o1changed 1"
string(12) "o1-changed 1"
string(14) "abco1changed 1"
string(22) "o2changed 2o1changed 1"
string(12) "o1-changed 1"
string(12) "o1changed 1x"
string(8) "-handled"
string(13) "Array-handled"
string(7) "handled"
