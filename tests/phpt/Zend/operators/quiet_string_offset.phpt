--TEST--
What begins like a number is an offset for ?? too, with a warning; not for isset
--FILE--
<?php
$a = 'abc';
var_dump($a['1x'] ?? 'none', $a['x'] ?? 'none', $a['9x'] ?? 'none', $a['1.5'] ?? 'none', $a['1x'][0] ?? 'none');
var_dump(isset($a['1x']), isset($a['1x'][0]), empty($a['1x']), isset($a['1']));
--EXPECTF--
Warning: Illegal string offset "1x" in %s on line 3

Warning: Illegal string offset "9x" in %s on line 3

Warning: Illegal string offset "1x" in %s on line 3
string(1) "b"
string(4) "none"
string(4) "none"
string(4) "none"
string(1) "b"

Warning: Illegal string offset "1x" in %s on line 4
bool(false)
bool(true)
bool(true)
bool(true)
