<?php

class A
{
    public $x;

    public function __construct($x = null)
    {
        $this->x = $x;
    }
}
class B extends A
{
}
$a = new A(1);
var_dump($a == new A(1), $a == new A('1'), $a === new A(1), $a == new B(1), $a != new A(2));
var_dump(new A(1) < new A(2), new A(3) <=> new A(2), new A([1, 2]) == new A([1, 2]));
$r1 = new A();
$r1->x = $r1;
$r2 = new A();
$r2->x = $r2;
try {
    var_dump($r1 == $r1);
    var_dump(new A(new A(1)) == new A(new A(1)));
} catch (Error $e) {
    echo $e->getMessage();
}
var_dump($a == 1);
var_dump((bool) $a, $a == true, $a == null, null == $a);
class S
{
    public function __toString(): string
    {
        return 'text';
    }
}
var_dump(new S() == 'text', 'text' == new S(), new S() == 'Text', in_array('text', [new S()]), in_array('text', [new S()], true));
var_dump(new A(1) <=> new B(1), [new A(1)] == [new A(1)], (object) ['a' => 1] == (object) ['a' => '1']);
$list = [new A(3), new A(1), new A(2)];
sort($list);
foreach ($list as $o) {
    echo $o->x;
}
echo "\n";
var_dump(max(new A(1), new A(5))->x);
var_dump(new DateTime('2020-01-01') < new DateTime('2021-01-01'));
var_dump(fn () => 1 == new A(1));
var_dump((function () {}) == (function () {}));
