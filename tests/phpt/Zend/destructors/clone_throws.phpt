--TEST--
A copy whose __clone throws is destroyed with its destructor
--FILE--
<?php
class M { public $n; function __destruct() { echo "destruct\n"; } function __clone() { throw new Exception('mischief'); } }
class M1 { public $n=1; function __destruct() { echo "destruct\n"; } function __clone() { throw new Exception('mischief'); } }
class M2 { function __destruct() { echo "destruct\n"; } function __clone() { throw new Exception('mischief'); } }
class M3 { public string $n = ''; function __destruct() { echo "destruct\n"; } function __clone() { $this->n = 'c'; throw new Exception('mischief'); } }
class M4 { function __construct() {} function __destruct() { echo "destruct\n"; } function __clone() { throw new Exception('mischief'); } }
class M5 extends M2 { }
class M6 extends ArrayObject { function __destruct() { echo "destruct\n"; } function __clone() { throw new Exception('mischief'); } }
foreach (['M','M1','M2','M3','M4','M5','M6'] as $c) { echo "$c\n"; $o = new $c; try { clone $o; } catch (Exception $e) { echo $e->getMessage(), "\n"; } echo "-\n"; unset($o); }
--EXPECT--
M
destruct
mischief
-
destruct
M1
destruct
mischief
-
destruct
M2
destruct
mischief
-
destruct
M3
destruct
mischief
-
destruct
M4
destruct
mischief
-
destruct
M5
destruct
mischief
-
destruct
M6
destruct
mischief
-
destruct
