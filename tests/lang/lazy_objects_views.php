<?php
class C { public int $a=1; public $b=2; protected $p=3; }
$r = new ReflectionClass('C');
function mk($r,$kind){ return $kind=='g' ? $r->newLazyGhost(function($o){ echo "init\n"; }) : $r->newLazyProxy(function(){ echo "initp\n"; return new C; }); }
foreach (['g','p'] as $k) {
$o = mk($r,$k); echo "(array)\n"; var_dump((array)$o);
$o = mk($r,$k); echo "get_object_vars\n"; var_dump(count(get_object_vars($o)));
$o = mk($r,$k); echo "==\n"; var_dump($o == new C);
$o = mk($r,$k); echo "var_export\n"; var_export($o);
$o = mk($r,$k); echo "print_r\n"; print_r($o);
}
