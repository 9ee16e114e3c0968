--TEST--
RecursiveIteratorIterator: hooks
--FILE--
<?php
class H extends RecursiveIteratorIterator {
    function beginIteration(): void { echo "begin\n"; }
    function endIteration(): void { echo "end\n"; }
    function beginChildren(): void { echo "in\n"; }
    function endChildren(): void { echo "out\n"; }
    function nextElement(): void { echo "next\n"; }
}
foreach (new H(new RecursiveArrayIterator([1, [2], 3])) as $v) { var_dump($v); }
--EXPECT--
begin
next
int(1)
in
next
int(2)
out
next
int(3)
end
