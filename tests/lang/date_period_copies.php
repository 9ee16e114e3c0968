<?php
class MyD extends DateTime { function __destruct() { echo "dd ", $this->format('Y-m-d'), "\n"; } }
class MyI extends DateInterval { function __destruct() { echo "di\n"; } }
$p = new DatePeriod(new MyD('2020-01-01'), new MyI('P1D'), new MyD('2020-01-03'));
echo "made\n";
foreach ($p as $k => $d) { echo $k, get_class($d), "\n"; }
echo "loop done\n";
unset($d);
foreach ($p as $d) { break; }
echo "left\n";
$d = null;
$x = $p->start; echo get_class($x), "\n"; $x = null;
$y = $p->getStartDate(); echo get_class($y), "\n"; $y = null;
$y = $p->getDateInterval(); echo get_class($y), "\n"; $y = null;
$y = $p->current; var_dump($y === null ? null : get_class($y)); $y = null;
$c = clone $p; echo "cloned\n"; $c = null; echo "gone\n";
foreach ($p as $d) { leave(); }
function leave() { static $n = 0; if ($n++ == 1) { global $p; $p = null; } }
echo "x\n";
