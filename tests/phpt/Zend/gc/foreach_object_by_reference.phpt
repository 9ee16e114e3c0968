--TEST--
The collector runs inside foreach over an object by reference
--FILE--
<?php
$o = new stdClass;
$o->a = [1];
$o->b = [2];
foreach ($o as &$m) {
    for ($i = 0; $i < 300; $i++) $x[] = [1, $i];
    gc_collect_cycles();
}
echo json_encode($o), "\n";
class D {
    public $list = [1];
    public $self;
    function __construct() { $this->self = $this; }
    function __destruct() {
        foreach ($this as $k => &$v) {
            gc_collect_cycles();
            echo $k, "\n";
        }
    }
}
new D;
gc_collect_cycles();
class S { static $st; }
foreach ($o as &S::$st) gc_collect_cycles();
var_dump(S::$st);
--EXPECT--
{"a":[1],"b":[2]}
list
self
array(1) {
  [0]=>
  int(2)
}
