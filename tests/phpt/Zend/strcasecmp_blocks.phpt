--TEST--
strcasecmp and strncasecmp of texts longer than a block
--FILE--
<?php
$text = str_repeat('The Quick Brown Fox, ', 10);
for ($at = 0; $at < 80; $at += 7) {
    $other = strtolower($text); $other[$at] = '~';
    echo strcasecmp($text, $other), ' ', strcasecmp($other, $text), ' ', strncasecmp($text, $other, $at), ' ', strncasecmp($text, $other, $at + 1), "\n";
}
var_dump(strcasecmp($text, strtoupper($text)), strcasecmp($text, substr($text, 0, 64)), strcasecmp('', $text), strcasecmp("\xc4", "\xe4"), strcasecmp('[', '{'), strcasecmp('@', '`'), strncmp('abc', 'abd', 2));
foreach ([fn() => strncmp('a', 'b', -1), fn() => strncasecmp('a', 'b', -1)] as $f) { for ($i = 0; $i < 2; $i++) { try { $f(); } catch (ValueError $e) { echo $e->getMessage(), "\n"; } } }
--EXPECT--
-10 10 0 -10
-27 27 0 -27
-16 16 0 -16
-10 10 0 -10
-27 27 0 -27
-16 16 0 -16
-10 10 0 -10
-27 27 0 -27
-16 16 0 -16
-10 10 0 -10
-27 27 0 -27
-16 16 0 -16
int(0)
int(1)
int(-1)
int(-32)
int(-32)
int(-32)
int(0)
strncmp(): Argument #3 ($length) must be greater than or equal to 0
strncmp(): Argument #3 ($length) must be greater than or equal to 0
strncasecmp(): Argument #3 ($length) must be greater than or equal to 0
strncasecmp(): Argument #3 ($length) must be greater than or equal to 0
