<?php
// The collector runs while an object is walked, and finds the walk itself.
$o = new stdClass;
$o->a = [1];
$o->b = [2];
foreach ($o as &$m) {
    for ($i = 0; $i < 300; $i++) {
        $x[] = [1, $i];
    }
    gc_collect_cycles();
}
unset($m);
echo json_encode($o), "\n";

class Node
{
    public $self;
    public $list = [1, 2, 3];
    function __construct() { $this->self = $this; }
    function __destruct() { echo "gone\n"; }
}
foreach (new Node as $name => $value) {
    echo $name, ' ', gc_collect_cycles(), "\n";
}
gc_collect_cycles();

$period = new DatePeriod(new DateTime('2020-01-01'), new DateInterval('P1D'), 3);
$period2 = $period;
unset($period);
foreach ($period2 as $day) {
    for ($i = 0; $i < 300; $i++) {
        $x[] = [1, $i];
    }
    gc_collect_cycles();
    echo $day->format('Y-m-d'), "\n";
}
echo $period2->getDateInterval()->format('%d'), "\n";
