<?php

var_dump(gc_enabled());
class N
{
    public $self;
    public static $destroyed = 0;

    public function __destruct()
    {
        self::$destroyed++;
    }
}
for ($i = 0; $i < 50; $i++) {
    $n = new N();
    $n->self = $n;
}
unset($n);
echo gc_collect_cycles(), ' ', N::$destroyed, "\n";
$a = [];
$a[] = &$a;
unset($a);
echo gc_collect_cycles(), "\n";
$o = new stdClass();
$o->closure = function () use ($o) {
};
unset($o);
var_dump(gc_collect_cycles() > 0);
for ($i = 0; $i < 12000; $i++) {
    $n = new N();
    $n->self = [$n];
}
var_dump(N::$destroyed > 5000);
unset($n);
gc_collect_cycles();
echo N::$destroyed, "\n";
gc_disable();
var_dump(gc_enabled());
gc_enable();
var_dump(array_keys(gc_status()));
$keep = new N();
$keep->self = [$keep];
gc_collect_cycles();
echo N::$destroyed, ' ', $keep->self[0] === $keep ? 'kept' : 'lost', "\n";
