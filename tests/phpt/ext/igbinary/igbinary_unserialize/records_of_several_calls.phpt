--TEST--
Records whose keys were met in earlier calls, and in other formats
--EXTENSIONS--
igbinary
--FILE--
<?php
$records = [
    ['id' => 1, 'name' => 'a'],
    ['id' => 2, 'title' => 'b'],
    ['id' => 3, 'name' => ['id' => 4, 'name' => 'inner']],
    ['id' => 5, 'name' => 'id', 'id2' => 'name'],
    ['id' => 6],
    ['name' => 7, 'id' => 8],
    ['' => 1, 'x' => 2],
    ['5a' => 1, '05' => 2],
    [5 => 1, 'x' => 2],
    ['x' => 1, 5 => 2],
];
for ($round = 0; $round < 4; $round++) {
    foreach ($records as $record) {
        foreach ([$record, [$record, $record, $record]] as $value) {
            foreach (['serialize' => 'unserialize', 'igbinary_serialize' => 'igbinary_unserialize'] as $write => $read) {
                $made = $read($write($value));
                if ($made !== $value) {
                    var_dump($write, $made);
                }
                $made['id'] = $made['other'] = $round;
                if ($made['id'] !== $round || $made['other'] !== $round || $read($write($value)) !== $value) {
                    var_dump($made);
                }
            }
        }
    }
}
// Texts say that a key is a string; only some formats make a number of it.
for ($round = 0; $round < 3; $round++) {
    var_dump(array_keys(unserialize('a:2:{s:1:"a";i:1;s:1:"5";i:2;}')));
    var_dump(array_keys(unserialize('a:2:{s:1:"a";i:1;s:1:"a";i:2;}')));
    var_dump(count(igbinary_unserialize("\0\0\0\2\x14\2\x11\1a\6\1\x0e\0\6\2")));
}
// A text whose end differs from what was met before.
$text = igbinary_serialize(['id' => 1, 'name' => 'a']);
var_dump(@igbinary_unserialize(substr($text, 0, -2)));
var_dump(@unserialize('a:2:{s:2:"id";i:1;s:4:"name";s:1:"a"'));
var_dump(igbinary_unserialize($text));
--EXPECT--
array(2) {
  [0]=>
  string(1) "a"
  [1]=>
  int(5)
}
array(1) {
  [0]=>
  string(1) "a"
}
int(1)
array(2) {
  [0]=>
  string(1) "a"
  [1]=>
  int(5)
}
array(1) {
  [0]=>
  string(1) "a"
}
int(1)
array(2) {
  [0]=>
  string(1) "a"
  [1]=>
  int(5)
}
array(1) {
  [0]=>
  string(1) "a"
}
int(1)
NULL
bool(false)
array(2) {
  ["id"]=>
  int(1)
  ["name"]=>
  string(1) "a"
}
