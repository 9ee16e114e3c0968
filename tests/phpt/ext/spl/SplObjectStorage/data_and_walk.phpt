--TEST--
SplObjectStorage: data and walk
--FILE--
<?php
$s = new SplObjectStorage;
$a = new stdClass;
$b = new stdClass;
$s[$a] = 1;
$s->attach($b, 2);
foreach ($s as $i => $o) { var_dump($i, $s->getInfo()); $s->setInfo($i * 10); }
var_dump($s[$b], count($s), isset($s[new stdClass]));
$c = clone $s;
unset($c[$a]);
var_dump(count($s), count($c), $s == $c);
--EXPECT--
int(0)
int(1)
int(1)
int(2)
int(10)
int(2)
bool(false)
int(2)
int(1)
bool(false)
