--TEST--
Decoders: one record after another, with the same keys or others
--EXTENSIONS--
igbinary
msgpack
--FILE--
<?php
class P { public $a = 1; protected $b = 2; private $c = 3; public ?int $d = null; public $e; }
$record = ['id' => 1, 'name' => 'Anna', 7 => null, 'city' => 'Wien'];
$object = new P;
$object->e = $object;
$rows = [
    $record,
    ['id' => 2, 'name' => 'Berta', 7 => true, 'city' => 'Wien'],
    ['id' => 3, 'other' => 'Cäsar', 7 => 1.5, 'city' => 'Wien'],
    ['id' => 4, 'other' => 'Dora', 7 => [], 'city' => ['id' => 5, 'other' => 6, 7 => 8, 'city' => 9]],
    [1, 2, 3, 4],
    [5 => 1, 2, 3, 4],
    ['id' => 1, 'name' => 2, 7 => 3, '07' => 4],
    ['city' => 1, 7 => 2, 'name' => 3, 'id' => 4],
    ['id' => 1, 'name' => 2, 7 => 3],
    ['id' => 1, 'name' => 2, 7 => 3, 'city' => 4, 'more' => 5],
    $object,
    new P,
    ['id' => $object, 'name' => &$rows, 7 => &$record, 'city' => &$record],
];
unset($rows[12]['name']);
foreach ([['serialize', 'unserialize'], ['json_encode', fn ($text) => json_decode($text, true)],
        ['igbinary_serialize', 'igbinary_unserialize'], ['msgpack_pack', 'msgpack_unpack']] as [$write, $read]) {
    $text = $write($write === 'json_encode' ? array_slice($rows, 0, 10) : $rows);
    $again = $read($text);
    echo $write, ' ', strlen($text), ' ', md5($text), ' ', $write($again) === $text ? 'same' : 'other', "\n";
    foreach ($again as $i => $row) {
        if (is_array($row)) {
            $row[] = 'new';
            echo $i, ' ', $write === 'json_encode' || $i < 10 ? json_encode($row) : implode(' ', array_keys($row)), ' ',
                isset($row['name']) ? 'name' : '', isset($row['other']) ? 'other' : '', isset($row['city']) ? ' city' : '', "\n";
        }
    }
    if (isset($again[10])) {
        var_dump($again[10]->e === $again[10], $again[11]->e);
        $again[12][7]['id'] = 'changed';
        var_dump($again[12]['city']['id'], $again[0]['id']);
    }
}
// The same key again, and keys that are numbers in disguise.
var_dump(unserialize('a:2:{i:0;a:2:{s:1:"a";i:1;s:1:"b";i:2;}i:1;a:2:{s:1:"a";i:3;s:1:"a";i:4;}}')[1]);
var_dump(unserialize('a:2:{i:0;a:2:{i:12;i:1;s:1:"b";i:2;}i:1;a:2:{s:2:"12";i:3;s:1:"b";i:4;}}')[1]);
var_dump(unserialize('a:2:{i:0;a:1:{s:1:"a";i:1;}i:1;a:1:{s:1:"a";i:1}}'));
var_dump(unserialize('a:3:{i:0;a:2:{s:1:"a";i:1;s:1:"b";i:2;}i:1;a:2:{s:1:"a";i:3;s:1:"b";R:4;}i:2;R:3;}'));
var_dump(unserialize('a:2:{i:0;a:2:{s:1:"a";i:1;s:1:"b";i:2;}i:1;a:2:{s:1:"a";i:3;S:1:"b";i:4;}}')[1]['b'] ?? null);
--EXPECTF--
serialize 962 26dc5259ac85f00d0b0421554ebe0dcd same
0 {"id":1,"name":"Anna","7":null,"city":"Wien","8":"new"} name city
1 {"id":2,"name":"Berta","7":true,"city":"Wien","8":"new"} name city
2 {"id":3,"other":"C\u00e4sar","7":1.5,"city":"Wien","8":"new"} other city
3 {"id":4,"other":"Dora","7":[],"city":{"id":5,"other":6,"7":8,"city":9},"8":"new"} other city
4 [1,2,3,4,"new"] 
5 {"5":1,"6":2,"7":3,"8":4,"9":"new"} 
6 {"id":1,"name":2,"7":3,"07":4,"8":"new"} name
7 {"city":1,"7":2,"name":3,"id":4,"8":"new"} name city
8 {"id":1,"name":2,"7":3,"8":"new"} name
9 {"id":1,"name":2,"7":3,"city":4,"more":5,"8":"new"} name city
12 id 7 city 8  city
bool(true)
NULL
string(7) "changed"
int(1)
json_encode 384 8bcb7440e5566a8d87f94e67450e97f6 same
0 {"id":1,"name":"Anna","7":null,"city":"Wien","8":"new"} name city
1 {"id":2,"name":"Berta","7":true,"city":"Wien","8":"new"} name city
2 {"id":3,"other":"C\u00e4sar","7":1.5,"city":"Wien","8":"new"} other city
3 {"id":4,"other":"Dora","7":[],"city":{"id":5,"other":6,"7":8,"city":9},"8":"new"} other city
4 [1,2,3,4,"new"] 
5 {"5":1,"6":2,"7":3,"8":4,"9":"new"} 
6 {"id":1,"name":2,"7":3,"07":4,"8":"new"} name
7 {"city":1,"7":2,"name":3,"id":4,"8":"new"} name city
8 {"id":1,"name":2,"7":3,"8":"new"} name
9 {"id":1,"name":2,"7":3,"city":4,"more":5,"8":"new"} name city
igbinary_serialize 365 58fa0c03ca340fe97c07641f0396319a same
0 {"id":1,"name":"Anna","7":null,"city":"Wien","8":"new"} name city
1 {"id":2,"name":"Berta","7":true,"city":"Wien","8":"new"} name city
2 {"id":3,"other":"C\u00e4sar","7":1.5,"city":"Wien","8":"new"} other city
3 {"id":4,"other":"Dora","7":[],"city":{"id":5,"other":6,"7":8,"city":9},"8":"new"} other city
4 [1,2,3,4,"new"] 
5 {"5":1,"6":2,"7":3,"8":4,"9":"new"} 
6 {"id":1,"name":2,"7":3,"07":4,"8":"new"} name
7 {"city":1,"7":2,"name":3,"id":4,"8":"new"} name city
8 {"id":1,"name":2,"7":3,"8":"new"} name
9 {"id":1,"name":2,"7":3,"city":4,"more":5,"8":"new"} name city
12 id 7 city 8  city
bool(true)
NULL
string(7) "changed"
int(1)
msgpack_pack 328 1a938401f759e8171b5e23f2b2c67533 same
0 {"id":1,"name":"Anna","7":null,"city":"Wien","8":"new"} name city
1 {"id":2,"name":"Berta","7":true,"city":"Wien","8":"new"} name city
2 {"id":3,"other":"C\u00e4sar","7":1.5,"city":"Wien","8":"new"} other city
3 {"id":4,"other":"Dora","7":[],"city":{"id":5,"other":6,"7":8,"city":9},"8":"new"} other city
4 [1,2,3,4,"new"] 
5 {"5":1,"6":2,"7":3,"8":4,"9":"new"} 
6 {"id":1,"name":2,"7":3,"07":4,"8":"new"} name
7 {"city":1,"7":2,"name":3,"id":4,"8":"new"} name city
8 {"id":1,"name":2,"7":3,"8":"new"} name
9 {"id":1,"name":2,"7":3,"city":4,"more":5,"8":"new"} name city
12 id 7 city 8  city
bool(true)
NULL
string(7) "changed"
int(1)
array(1) {
  ["a"]=>
  int(4)
}
array(2) {
  [12]=>
  int(3)
  ["b"]=>
  int(4)
}

Warning: unserialize(): Error at offset 44 of 49 bytes in %s on line 43
bool(false)
array(3) {
  [0]=>
  array(2) {
    ["a"]=>
    &int(1)
    ["b"]=>
    &int(2)
  }
  [1]=>
  array(2) {
    ["a"]=>
    int(3)
    ["b"]=>
    &int(2)
  }
  [2]=>
  &int(1)
}

Deprecated: unserialize(): Unserializing the 'S' format is deprecated in %s on line 45
int(4)
