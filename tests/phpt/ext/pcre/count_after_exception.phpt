--TEST--
Matches are counted after a callback has thrown
--FILE--
<?php
$n = 'unset';
try { preg_replace_callback('/(?<n>[a-z])(\d)?/', fn() => throw new Exception('thrown'), 'ab1c', -1, $n); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
var_dump($n);
try { preg_replace_callback('/a/', fn() => throw new Exception('thrown'), 'aaaa', 2, $n); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
var_dump($n);
?>
--EXPECT--
thrown
int(3)
thrown
int(2)
