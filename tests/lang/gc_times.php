<?php
class D { public $o; function __destruct() { usleep(2000); } }
for ($i = 0; $i < 30000; $i++) { $a = new stdClass; $a->a = $a; }
$d = new D; $d->o = $d; unset($d); gc_collect_cycles();
$s = gc_status(); var_dump($s['collector_time'] > 0.002, $s['destructor_time'] >= 0.002, $s['free_time'] > 0, $s['collector_time'] > $s['free_time'] + $s['destructor_time'] , $s['application_time'] > $s['collector_time']);
