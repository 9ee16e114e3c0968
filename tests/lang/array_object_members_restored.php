<?php
// Members are restored as properties, also where the object takes properties for elements.
foreach (['ArrayIterator', 'ArrayObject'] as $c) foreach ([0, 1, 2, 3] as $f) {
  echo "== $c $f\n";
  $it = new $c(['foo'=>'bar']); $it->setFlags(0); @$it->blah = 'boo'; $it->setFlags($f);
  $s = serialize($it); echo $s, "\n";
  $u = unserialize($s); foreach ($u as $k => $v) echo "$k=>$v\n"; var_dump($u, count($u)); $u->setFlags(0); var_dump(isset($u->blah), $u->blah);
  var_dump($u == $it);
  $n = new $c; $n->__unserialize($it->__serialize()); var_dump($n);
}
class AO extends ArrayObject { public $blah = 1; public int $t = 2; }
$it = new AO(['a'=>1], 2); $it->setFlags(0); $it->blah = 5; $it->setFlags(2); $s = serialize($it); echo $s, "\n"; var_dump(unserialize($s));
$l = new SplDoublyLinkedList; @$l->x = 1; var_dump(unserialize(serialize($l)));
$l = new SplObjectStorage; @$l->x = 1; var_dump(unserialize(serialize($l)));
$l = new SplFixedArray(1); @$l->x = 1; var_dump(unserialize(serialize($l)));
$l = new SplQueue; @$l->x = 1; var_dump(unserialize(serialize($l)));
