--TEST--
What resources take does not depend on how many there have been
--FILE--
<?php
$before = null;
for ($i = 0; $i < 300_000; $i++) {
    $c = stream_context_create();
    if ($i == 1000) {
        $before = memory_get_usage();
    }
}
var_dump(memory_get_usage() - $before < 100_000);
--EXPECT--
bool(true)
