--TEST--
Results that nobody wants and operands go in their order
--FILE--
<?php
class D {
    function __construct(public $name) {}
    function __destruct() {
        echo "destruct $this->name in ", implode(' < ', array_column((new Exception)->getTrace(), 'function')), "\n";
    }
}
function returns() { $a = new D('a'); try { $b = new D('b'); return new D('result'); } finally { echo "finally\n"; } }
returns();
echo "--\n";
function takes(...$x) {}
function throws() { $a = new D('a'); takes(new D('first'), new D('second'), throw new Exception); }
try { throws(); } catch (Exception $e) { echo "caught\n"; }
unset($e);
function loops() { foreach ([new D(1), new D(2)] as $d) foreach ([new D(3)] as $e) throw new Exception; }
try { loops(); } catch (Exception $e) { echo "caught\n"; }
?>
--EXPECT--
finally
destruct result in __destruct < returns
destruct a in __destruct
destruct b in __destruct
--
destruct first in __destruct < throws
destruct second in __destruct < throws
destruct a in __destruct
caught
destruct 2 in __destruct < loops
destruct 1 in __destruct
destruct 3 in __destruct
caught
