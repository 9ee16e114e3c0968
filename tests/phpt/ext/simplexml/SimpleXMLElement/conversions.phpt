--TEST--
Elements as numbers, truth values and text
--EXTENSIONS--
simplexml
--FILE--
<?php
$e = simplexml_load_string('<e a="1.5"><n>2</n><n>3</n><z>0</z><empty/><mixed>x<b>y</b>z</mixed></e>');
var_dump($e->n + 1, $e['a'] * 2, (int)$e['a'], (bool)$e->z, (bool)$e->empty, (bool)$e->nothing, (string)$e->mixed);
var_dump($e->n == '2', $e->n == $e->n[0], $e->n[0] == $e->n[1], empty($e->z), empty($e->empty), isset($e->n[1]), isset($e->n[2]));
echo json_encode($e), "\n";
foreach ($e->n as $key => $n) {
    echo "$key=$n\n";
}
--EXPECT--
int(3)
float(3)
int(1)
bool(true)
bool(true)
bool(false)
string(2) "xz"
bool(true)
bool(false)
bool(false)
bool(true)
bool(true)
bool(true)
bool(false)
{"@attributes":{"a":"1.5"},"n":["2","3"],"z":"0","empty":{},"mixed":"xz"}
n=2
n=3
