--TEST--
SplPriorityQueue: equal priorities
--FILE--
<?php
$q = new SplPriorityQueue;
foreach (range("a", "h") as $i => $c) { $q->insert($c, $i % 2); }
$q->setExtractFlags(SplPriorityQueue::EXTR_BOTH);
while (!$q->isEmpty()) { ["data" => $d, "priority" => $p] = $q->extract(); echo "$d$p "; }
--EXPECT--
b1 d1 h1 f1 e0 a0 c0 g0
