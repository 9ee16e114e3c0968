<?php
// Objects of the date extension beside everything else: only intervals among themselves cannot be compared.
set_error_handler(function($n,$m){ echo "  [$m]\n"; return true; });
$i = new DateInterval('P1D'); $z = new DateTimeZone('UTC'); $p = new DatePeriod(new DateTime('2020-01-01'), $i, 2); $d = new DateTime('2020-01-01');
$others = ['null'=>null,'false'=>false,'true'=>true,'int'=>5,'float'=>1.5,'str'=>'x','arr'=>[1],'std'=>new stdClass,'i'=>$i,'z'=>$z,'p'=>$p,'d'=>$d, 'f'=>function(){}, 's'=>new class { function __toString() { return 'x'; } }, 'i2'=>new DateInterval('P2D'), 'z2'=>new DateTimeZone('Europe/Paris')];
foreach (['i'=>$i,'z'=>$z,'p'=>$p,'d'=>$d] as $n=>$o) foreach ($others as $m=>$x) {
  echo "$n == $m\n";
  foreach (['=='=>fn()=>$o==$x,'<'=>fn()=>$o<$x,'>'=>fn()=>$o>$x,'r=='=>fn()=>$x==$o,'<=>'=>fn()=>$o<=>$x,'r<=>'=>fn()=>$x<=>$o,'!='=>fn()=>$o!=$x] as $op=>$f)
   try { echo "  $op ", var_export($f(), true), "\n"; } catch (Throwable $e) { echo "  $op ", get_class($e), ": ", $e->getMessage(), "\n"; }
}
