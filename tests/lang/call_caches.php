<?php
$f = function(){ return 1; }; $g = fn() => 2;
foreach ([$f,$g,$f] as $h) { echo $h->__invoke(), "\n"; }
class A { static function s(){ return static::class; } function r(&$x){ $x++; return $this; } function t(){ return $this->u(); } }
trait T { function go(){ return [$this->m(), $this->p ?? 0]; } }
class B extends A { use T; public $p=1; function m(){ return 'm'; } function u() {return 'bu';} }
class C extends A { use T; private $q=1; static function m(){ return static::class; } function u() {return 'cu';} }
$x=1;
for($i=0;$i<3;$i++) foreach ([new B,new C,new B] as $o) { echo $o->s(), $o->r($x)->r($x)::class, json_encode($o->go()), $o->t(), $x, "\n"; }
for($i=0;$i<3;$i++) { try { (new B)->r(5); } catch (Error $e) { echo $e->getMessage(), "\n"; } }
function fl($a,$b){ return $a+$b*2-$a; }
foreach ([[1,2],[1.5,2.5],['1','2.5'],[[1],[2]],[null,true]] as [$a,$b]) for($i=0;$i<2;$i++) try { var_dump(fl($a,$b)); } catch (TypeError $e) { echo $e->getMessage(),"\n"; }
foreach (['strlen','abs','intval','A::s',fn($x)=>$x] as $fn) echo $fn('12'), "\n";
