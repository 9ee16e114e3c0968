<?php
// Code of evaluated text goes when nothing refers to it: 60,000 texts fit.
ini_set('memory_limit', '32M');
$sum = 0;
for ($i = 0; $i < 60000; $i++) {
    $sum += eval("\$f = function (\$a = $i) { static \$n = 1; return \$a + \$n; }; return \$f();");
}
echo $sum, "\n";
if (preg_match('/VmHWM:\s+(\d+)/', @file_get_contents('/proc/self/status'), $m) && $m[1] > 64 << 10) {
    echo "too much memory: $m[1] kB\n";
}
