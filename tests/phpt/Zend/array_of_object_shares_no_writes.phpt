--TEST--
An array made of an object, and the object, written to one after the other
--FILE--
<?php
$o = (object) ['a' => 1, 'b' => 2.5, 'c' => 'x'];
$a = (array) $o; $o->d = null; var_dump(isset($a['d']), count((array) $o)); unset($o->d); $o->b = [1];
$a = (array) $o;
$o->a = 2; $o->new = 1; unset($o->c);
var_dump($a === ['a' => 1, 'b' => [1], 'c' => 'x']);
$a = (array) $o;
$a['a'] = 3; $a[] = 4; unset($a['b']);
echo json_encode($o), json_encode($a), "\n";
$b = get_mangled_object_vars($o);
$o->b[] = 2;
echo json_encode($b), json_encode($o), "\n";
foreach ($o as $k => &$v) { $e = (array) $o; $v = "$k!"; }
unset($v);
echo json_encode($o), "\n";
// What is found before an array is made, and written to behind that.
set_error_handler(function () use ($o) { $GLOBALS['kept'] = (array) $o; return true; });
$o->b .= $undefined;
echo json_encode($o), json_encode($kept), "\n";
restore_error_handler();
foreach ($o as $k => $v) { if ($k === 'a') { $f = (array) $o; unset($o->new); $o->more = 1; } echo $k, ' '; }
echo json_encode($f), json_encode($o), "\n";
$o->{'12'} = 'n';
var_dump(((array) $o)[12], isset($o->{'12'}));
$y = new stdClass; $y->y = $y; $x = (array) $y; unset($y); echo serialize($x), "\n";
$f = (object) ['k' => 1, 'l' => 'x']; $g = (array) $f; next($g); echo json_encode([key($g), current((array) $f)]), "\n"; $r = &$f->k; $r = 5; echo json_encode([$g, $f]), "\n";
--EXPECT--
bool(false)
int(4)
bool(true)
{"a":2,"b":[1],"new":1}{"a":3,"new":1,"0":4}
{"a":2,"b":[1],"new":1}{"a":2,"b":[1,2],"new":1}
{"a":"a!","b":"b!","new":"new!"}
{"a":"a!","b":"b!","new":"new!"}{"a":"a!","b":"b!","new":"new!"}
a b more {"a":"a!","b":"b!","new":"new!"}{"a":"a!","b":"b!","more":1}
string(1) "n"
bool(true)
a:1:{s:1:"y";O:8:"stdClass":1:{s:1:"y";r:2;}}
["l",1]
[{"k":1,"l":"x"},{"k":5,"l":"x"}]
