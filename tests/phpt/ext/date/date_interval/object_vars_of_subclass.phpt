--TEST--
get_object_vars() of a subclass of DateInterval goes by scope
--FILE--
<?php
class A extends DateInterval
{
    protected $kept = 'protected';
    public $shown = 'public';
    private $own = 'private';

    public function all() { return get_object_vars($this); }
}
#[AllowDynamicProperties]
class B extends A
{
    private $own = 'of B';

    public function mine() { return get_object_vars($this); }
}
$b = new B('P4Y2D');
$b->added = 1;
foreach (['outside' => get_object_vars($b), 'parent' => $b->all(), 'class' => $b->mine(), 'A' => (new A('P1D'))->all()] as $from => $vars) {
    echo $from, ': ', json_encode(array_intersect_key($vars, ['kept' => 0, 'shown' => 0, 'own' => 0, 'added' => 0, 'd' => 0])), ' ', count($vars), "\n";
    foreach ($vars as $name => $value) echo str_contains($name, "\0") ? "mangled\n" : '';
}
--EXPECT--
outside: {"shown":"public","added":1,"d":2} 12
parent: {"kept":"protected","shown":"public","own":"private","added":1,"d":2} 14
class: {"kept":"protected","shown":"public","own":"of B","added":1,"d":2} 14
A: {"kept":"protected","shown":"public","own":"private","d":1} 13
