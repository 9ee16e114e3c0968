--TEST--
Collecting cycles while dynamic properties are shared with arrays
--FILE--
<?php
function rows() { $rows = []; for ($i = 0; $i < 3; $i++) { $rows[] = (object) ['id' => $i, 'tags' => $i ? ['a', (string) $i] : []]; } return $rows; }
$rows = rows();
foreach ($rows as $row) {
    $vars = get_object_vars($row);
    $kept[] = (array) $row;
}
gc_collect_cycles();
unset($row, $vars);
gc_collect_cycles();
echo json_encode($kept), "\n", json_encode($rows), "\n";
$a = new stdClass();
$a->self = $a;
$a->list = [1, [2]];
$copy = get_object_vars($a);
unset($a, $copy['self']);
var_dump(gc_collect_cycles(), $copy);
--EXPECT--
[{"id":0,"tags":[]},{"id":1,"tags":["a","1"]},{"id":2,"tags":["a","2"]}]
[{"id":0,"tags":[]},{"id":1,"tags":["a","1"]},{"id":2,"tags":["a","2"]}]
int(1)
array(1) {
  ["list"]=>
  array(2) {
    [0]=>
    int(1)
    [1]=>
    array(1) {
      [0]=>
      int(2)
    }
  }
}
