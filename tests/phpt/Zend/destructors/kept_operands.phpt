--TEST--
What an instruction works on goes when an exception leaves it
--FILE--
<?php
class D {
    function __construct(public $name) {}
    function __destruct() { echo "destruct $this->name\n"; }
}

function left_alone(callable $f) {
    $object = new D('object');
    try { $f($object); } catch (Throwable $t) { echo get_class($t), "\n"; }
    unset($t, $object);
    echo "--\n";
}
function throws() { throw new Exception; }
$o = new D('global');
try { [&$r] = $o; } catch (Error $e) { echo $e->getMessage(), "\n"; }
unset($o, $r, $e);
echo "--\n";
left_alone(function ($o) { [[&$r]] = $o; });
left_alone(function ($o) { match (new D('subject')) { throws() => 1 }; });
left_alone(function ($o) { switch (new D('switch')) { case throws(): } });
left_alone(function ($o) { (function () { return [new D('element')]; })()[0]->n[throws()] ??= 1; });
foreach ([1, 2] as $i) {
    try { match (new D("subject $i")) { throws() => 1 }; } catch (Exception) { echo "caught\n"; }
}
echo "end\n";
?>
--EXPECT--
Cannot use object of type D as array
destruct global
--
Error
destruct object
--
destruct subject
Exception
destruct object
--
destruct switch
Exception
destruct object
--
destruct element
Exception
destruct object
--
destruct subject 1
caught
destruct subject 2
caught
end
