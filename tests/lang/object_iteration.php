<?php

class Visible
{
    public $a = 1;
    protected $b = 2;
    private $c = 3;
    public $d;

    public function all()
    {
        foreach ($this as $k => $v) {
            echo "$k=", json_encode($v), ' ';
        }
        echo "\n";
    }
}
class Sub extends Visible
{
    private $c = 'sub';
    public $e = 5;

    public function mine()
    {
        foreach ($this as $k => $v) {
            echo "$k=", json_encode($v), ' ';
        }
        echo "\n";
    }
}
$o = new Sub();
@$o->dynamic = 'x';
foreach ($o as $k => $v) {
    echo "$k=", json_encode($v), ' ';
}
echo "\n";
$o->all();
$o->mine();
foreach ($o as $k => &$v) {
    if ($k === 'a') {
        $v = 'changed';
    }
}
unset($v);
echo $o->a, "\n";
$s = new stdClass();
$s->x = 1;
$s->y = 2;
foreach ($s as $k => $v) {
    echo "$k ";
    if ($k === 'x') {
        $s->z = 3;
        unset($s->y);
    }
}
echo "\n";
print_r((array) new Sub());
foreach ((array) new Sub() as $k => $v) {
    echo str_replace("\0", '~', $k), ' ';
}
echo "\n";
print_r(get_object_vars($o));
var_dump((object) [1, 'k' => 2]);
$o2 = (object) ['5' => 'five'];
echo $o2->{'5'}, "\n";
var_dump((array) 'text', (array) null, (object) 'scalar');
