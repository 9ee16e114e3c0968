<?php

class A
{
    public $pub = 1;
    protected $prot = [1, 'k' => null];
    private $priv = 1.5;
}
class S
{
    public $data = 'x';
    public $skip = 'skipped';

    public function __sleep()
    {
        return ['data'];
    }

    public function __wakeup()
    {
        $this->skip = 'woken';
    }
}
class U
{
    private array $items = [1, 2];

    public function __serialize(): array
    {
        return ['i' => $this->items, 5 => 'five'];
    }

    public function __unserialize(array $data): void
    {
        echo 'unserializing ', json_encode($data), "\n";
        $this->items = $data['i'];
    }
}
foreach ([1, -5, 1.0, 0.1, 'str', "é\0", true, null, [], [1, 'a' => [true]], new A(), new S(), new U(), (object) ['x' => 1], INF, -0.0, PHP_INT_MIN, new ArrayObject([1]), new SplObjectStorage(), new DateTimeZone('UTC')] as $v) {
    $s = serialize($v);
    echo str_replace("\0", '~', $s), "\n";
    var_dump(serialize(unserialize($s)) === $s || $v instanceof S);
}
$o = new stdClass();
$o->self = $o;
$o->list = [$o, $o];
echo $s = serialize($o), "\n";
$u = unserialize($s);
var_dump($u->self === $u, $u->list[1] === $u);
$a = [1];
$a['ref'] = &$a[0];
echo $s = serialize($a), "\n";
$u = unserialize($s);
$u[0] = 'changed';
echo $u['ref'], "\n";
foreach (['', 'i:5', 'i:5;x', 'a:1:{i:0;i:1;', 's:5:"abc";', 'O:7:"Missing":1:{s:1:"a";i:1;}', 'b:2;', 'd:0.1;', 'N;', 'O:1:"A":0:{}', 'C:1:"A":0:{}', 'a:-1:{}', 'E:1:"X";', 'i:99999999999999999999;', 'r:1;', 'S:1:"\61";', 'O:8:"stdClass":1:{i:5;i:6;}'] as $bad) {
    echo $bad, ' => ';
    var_dump(unserialize($bad));
}
var_dump(unserialize(serialize(new A()), ['allowed_classes' => false]));
var_dump(unserialize(serialize([new A(), new U()]), ['allowed_classes' => ['A']])[1] instanceof __PHP_Incomplete_Class);
try {
    serialize(fn () => 1);
} catch (Exception $e) {
    echo $e->getMessage(), "\n";
}
try {
    serialize(new class {});
} catch (Exception $e) {
    echo $e->getMessage(), "\n";
}
