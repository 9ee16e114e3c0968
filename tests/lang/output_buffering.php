<?php

ob_start();
echo 'captured';
$x = ob_get_clean();
echo strtoupper($x), "\n";
ob_start(fn ($buffer, $phase) => '[' . $buffer . ':' . $phase . ']');
echo 'a';
ob_flush();
echo 'b';
ob_clean();
echo 'c';
ob_end_flush();
echo "\n";
ob_start();
echo 'outer ';
ob_start();
echo 'inner';
echo ob_get_level(), ob_get_length();
$inner = ob_get_contents();
ob_end_clean();
echo 'rest';
$outer = ob_get_clean();
var_dump($inner, $outer, ob_get_level());
ob_start(null, 5);
echo 'ab';
echo 'cdefgh';
echo 'ij';
ob_end_clean();
echo "\n";
var_dump(ob_get_clean(), @ob_end_clean(), ob_get_contents());
ob_end_flush();
ob_start(fn ($b) => strrev($b));
echo "\nreversed";
ob_end_flush();
echo "\n";
function callback(string $b): string
{
    return str_replace('apple', 'orange', $b);
}
ob_start('callback');
echo 'apple pie', "\n";
print_r(ob_get_status());
print_r(ob_list_handlers());
ob_end_flush();
print_r(ob_list_handlers());
ob_start();
print 'print';
printf(' %05.1f', 3.14159);
vprintf(' %s', ['v']);
echo ' ', sprintf('%b', 5);
$all = ob_get_flush();
echo strlen($all), "\n";
ob_start(function ($b) {
    return false;
});
echo "false keeps it\n";
ob_end_flush();
ob_implicit_flush();
output_add_rewrite_var('x', 'y');
echo '<a href="p.php">link</a>', "\n";
output_reset_rewrite_vars();
ob_start();
echo 'flushed at the end';
