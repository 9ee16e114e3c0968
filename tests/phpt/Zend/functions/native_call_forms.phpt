--TEST--
Native functions called again and again: other types, references, defaults, generators, errors
--FILE--
<?php
function g($a, $b) { for ($i = 0; $i < 3; $i++) { yield strlen($a . 'x') + max($i, $b, 2); yield trim($a); yield in_array($i, [1, 2]); yield substr($a, $i, 1); } }
foreach (g(' abc ', 1) as $v) var_dump($v);
function f($x, $y = 'W', $n = null) { $r = []; for ($i = 0; $i < 3; $i++) { $r[] = strpos($x, $y); $r[] = str_contains($x, $y); $r[] = ucfirst($x); $r[] = trim($x, 'H'); $r[] = @strrev($n ?? $i); $r[] = abs($i - 2); $r[] = is_numeric($x); $r[] = max($i, 1); $r[] = min(1, $i, $n ?? 5); } return $r; }
echo json_encode(f('Hello World')), json_encode(f("5", "5")), "\n";
function bad($x) { for ($i = 0; $i < 3; $i++) { try { echo ucfirst($x), is_numeric($x) ? 'y' : 'n', bin2hex($x), "\n"; } catch (TypeError $e) { echo $e->getMessage(), "\n"; } } }
bad('abc'); bad(5); bad(null); bad([]); bad(1.5); bad(new class { function __toString() { return 'str'; } });
function undef() { for ($i = 0; $i < 2; $i++) { var_dump(is_numeric($nope), ucfirst($nope ?? 'q'), gettype($nope)); } }
undef();
function refs(array &$a) { $q = &$a[0]; for ($i = 0; $i < 3; $i++) { $k = end($a); $z = reset($a); array_push($a, $i); $p = array_pop($a); sort($a); preg_match('/(\d)/', "a$i", $m); var_dump($k, $z, $p, $m[1], ucfirst($q), strlen($q)); } }
$x = ['b', 'a']; refs($x);
set_error_handler(function ($n, $s) { echo "[$s]"; throw new Exception('h'); });
for ($i = 0; $i < 3; $i++) { try { var_dump(strlen(null)); var_dump(trim(null)); } catch (Exception $e) { echo count($e->getTrace()), $e->getTrace()[1]['function'] ?? '', "\n"; } }
for ($i = 0; $i < 3; $i++) { try { var_dump(array_combine([1], [1, 2])); } catch (ValueError $e) { echo $e->getMessage(), ' ', json_encode($e->getTrace()[0]['args'] ?? null), "\n"; } }
restore_error_handler();
for ($i = 0; $i < 3; $i++) { echo number_format(1234.5, 2), number_format(1234.5, 2, ','), number_format(1234.5, 1, ',', '.'), implode(',', [1, 2]), implode(array: ['a'], separator: '-'), "\n"; }
function v(...$a) { for ($i = 0; $i < 2; $i++) echo max(...$a), max([1, 2]), max('a', 5, 2.5, 7), compact('i')['i'], sprintf('%d-%s', $i, $a[0]), "\n"; }
v(1, 2, 3);
try { for ($i = 0; $i < 2; $i++) max(1); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
try { max(); } catch (ArgumentCountError $e) { echo $e->getMessage(), "\n"; }
--EXPECTF--
int(8)
string(3) "abc"
bool(false)
string(1) " "
int(8)
string(3) "abc"
bool(true)
string(1) "a"
int(8)
string(3) "abc"
bool(true)
string(1) "b"
[6,true,"Hello World","ello World","0",2,false,1,0,6,true,"Hello World","ello World","1",1,false,1,1,6,true,"Hello World","ello World","2",0,false,2,1][0,true,"5","5","0",2,true,1,0,0,true,"5","5","1",1,true,1,1,0,true,"5","5","2",0,true,2,1]
Abcn616263
Abcn616263
Abcn616263
5y35
5y35
5y35

Deprecated: ucfirst(): Passing null to parameter #1 ($string) of type string is deprecated in %s on line 6
n
Deprecated: bin2hex(): Passing null to parameter #1 ($string) of type string is deprecated in %s on line 6


Deprecated: ucfirst(): Passing null to parameter #1 ($string) of type string is deprecated in %s on line 6
n
Deprecated: bin2hex(): Passing null to parameter #1 ($string) of type string is deprecated in %s on line 6


Deprecated: ucfirst(): Passing null to parameter #1 ($string) of type string is deprecated in %s on line 6
n
Deprecated: bin2hex(): Passing null to parameter #1 ($string) of type string is deprecated in %s on line 6

ucfirst(): Argument #1 ($string) must be of type string, array given
ucfirst(): Argument #1 ($string) must be of type string, array given
ucfirst(): Argument #1 ($string) must be of type string, array given
1.5y312e35
1.5y312e35
1.5y312e35
Strn737472
Strn737472
Strn737472

Warning: Undefined variable $nope in %s on line 8

Warning: Undefined variable $nope in %s on line 8
bool(false)
string(1) "Q"
string(4) "NULL"

Warning: Undefined variable $nope in %s on line 8

Warning: Undefined variable $nope in %s on line 8
bool(false)
string(1) "Q"
string(4) "NULL"
string(1) "a"
string(1) "b"
int(0)
string(1) "0"
string(1) "B"
int(1)
string(1) "b"
string(1) "a"
int(1)
string(1) "1"
string(1) "B"
int(1)
string(1) "b"
string(1) "a"
int(2)
string(1) "2"
string(1) "B"
int(1)
[strlen(): Passing null to parameter #1 ($string) of type string is deprecated]1
[strlen(): Passing null to parameter #1 ($string) of type string is deprecated]1
[strlen(): Passing null to parameter #1 ($string) of type string is deprecated]1
array_combine(): Argument #1 ($keys) and argument #2 ($values) must have the same number of elements [[1],[1,2]]
array_combine(): Argument #1 ($keys) and argument #2 ($values) must have the same number of elements [[1],[1,2]]
array_combine(): Argument #1 ($keys) and argument #2 ($values) must have the same number of elements [[1],[1,2]]
1,234.501,234,501.234,51,2a
1,234.501,234,501.234,51,2a
1,234.501,234,501.234,51,2a
32a00-1
32a11-1
max(): Argument #1 ($value) must be of type array, int given
max() expects at least 1 argument, 0 given
