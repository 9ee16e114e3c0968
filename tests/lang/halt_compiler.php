<?php

$f = fopen(__FILE__, 'r');
fseek($f, __COMPILER_HALT_OFFSET__);
echo trim(stream_get_contents($f)), "\n";
echo "before\n";
__halt_compiler();
data after the halt <?php echo 'not run';
