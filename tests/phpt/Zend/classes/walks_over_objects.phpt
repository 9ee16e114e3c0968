--TEST--
foreach over properties: visibility, and changes on the way
--FILE--
<?php
class P { public $a = 1; protected $b = 2; private $c = 3; public ?int $t; public $u = 5;
  function own() { foreach ($this as $k => $v) { echo "$k=$v "; } echo "\n"; } }
#[AllowDynamicProperties] class Q extends P { private $c = 30; public $d = 4; function own2() { foreach ($this as $k => $v) { echo "$k=$v "; } echo "\n"; } }
$p = new P; foreach ($p as $k => $v) { echo "$k=$v "; } echo "\n"; $p->own();
$q = new Q; $q->x = 'dyn'; $q->{'7'} = 'seven'; $q->own(); $q->own2();
foreach ($q as $k => $v) { echo gettype($k), ":$k=$v "; } echo "\n";
echo "-- changed on the way\n";
$q = new Q; $q->x = 1; $q->y = 2;
foreach ($q as $k => $v) { echo "$k=$v "; if ($k === 'a') { unset($q->u); $q->t = 9; } if ($k === 'x') { unset($q->y); $q->z = 3; $q->a = 100; } if ($k === 'z') { $q->last = 4; } }
echo "\n";
$o = (object) ['a' => 1, 'b' => 2, 3 => 'three'];
foreach ($o as $k => $v) { echo "$k=$v "; if ($k === 'a') { $o->b = 20; $o->n = 'new'; } }
echo "\n";
$o = new stdClass; foreach ($o as $v) { echo "none\n"; }
foreach ($o as $k => $v) {} $o->x = 1; foreach ($o as $k => &$v) { $v = 2; } unset($v); var_dump($o);
echo "-- references inside\n";
$r = 5; $o = new stdClass; $o->r = &$r; foreach ($o as $v) { $v = 6; } echo $r, "\n";
echo "-- in each other\n";
$o = (object) ['a' => 1, 'b' => 2];
foreach ($o as $k => $v) { foreach ($o as $l => $w) { echo "$k$l "; } } echo "\n";
--EXPECT--
a=1 u=5 
a=1 b=2 c=3 u=5 
a=1 b=2 c=3 u=5 d=4 x=dyn 7=seven 
a=1 b=2 u=5 c=30 d=4 x=dyn 7=seven 
string:a=1 string:u=5 string:d=4 string:x=dyn string:7=seven 
-- changed on the way
a=1 t=9 d=4 x=1 z=3 last=4 
a=1 b=20 3=three n=new 
object(stdClass)#4 (1) {
  ["x"]=>
  int(2)
}
-- references inside
5
-- in each other
aa ab ba bb 
