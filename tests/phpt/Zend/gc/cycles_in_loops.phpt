--TEST--
The collector runs in loops that call nothing
--FILE--
<?php
// Nothing but jumps: the collector runs all the same.
for ($i = 0; $i < 200000; $i++) { $p = new stdClass; $p->self = $p; }
var_dump(gc_status()['runs'] > 10, memory_get_peak_usage() < 20 << 20);
--EXPECT--
bool(true)
bool(true)
