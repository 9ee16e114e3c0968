<?php
set_error_handler(function($n,$m){ global $a,$s; $a = null; $s = null; $junk=[]; for($i=0;$i<50;$i++) $junk[] = str_repeat("x", $i); return true; });
$a = [[1,2,3]]; $a[0][$d] = 1; var_dump($a);
$a = [["k"=>"v"]]; $a[0]["k"][$u] = "z"; var_dump($a);
$a = [[[]]]; $a[0][0][$u][] = 5; var_dump($a);
