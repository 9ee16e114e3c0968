--TEST--
var_export() writes what it has although an error handler throws
--FILE--
<?php
set_error_handler(function ($n, $m) { throw new ErrorException($m); });
$a = [1]; $a['self'] = &$a; $a['after'] = 2;
try { var_export($a); } catch (Exception $e) { echo "\n", $e->getMessage(), "\n"; }
try { $s = 'unset'; $s = var_export($a, true); } catch (Exception $e) { echo $s, "\n", $e->getMessage(), "\n"; }
--EXPECT--
array (
  0 => 1,
  'self' => NULL,
  'after' => 2,
)
var_export does not handle circular references
unset
var_export does not handle circular references
