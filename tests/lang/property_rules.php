<?php
// Rules about properties that meet: hooks and attributes, hooks of parents, walks, lazy objects.
class A { public $p { get => 1; #[Deprecated('s')] set { } } }
$a = new A;
$a->p = 1;
(new ReflectionProperty('A', 'p'))->setValue($a, 2);
class P { public $x { get => 3; } }
class Q extends P { public $x { get => parent::$x::get() + 1; set { parent::$x::set($value * 2); } } }
try { (new Q)->x = 5; } catch (Error $e) { echo $e->getMessage(), "\n"; }
class V { public private(set) int $n = 1; public protected(set) string $s = 'a'; public readonly int $r; }
$v = new V;
foreach ($v as $k => &$value) { $value = '7'; }
unset($value);
var_dump($v);
class W { public $p { get { return 1; } set { } } }
$w = new W;
try { $w->p = &$v; } catch (Error $e) { echo $e->getMessage(), ' after ', $e->getPrevious()->getMessage(), "\n"; }
class T { public $a = 1; public $b; function __destruct() { echo "destruct\n"; } }
$r = new ReflectionClass('T');
$o = $r->newLazyProxy(fn () => new T);
$o->a = 3;
echo json_encode([$o, clone $o]), "\n";
final class R { public readonly int $a; function __construct() { $this->a = 1; } function __destruct() { echo "R\n"; } }
$r = new ReflectionClass('R');
$o = new R;
$r->resetAsLazyGhost($o, fn () => 1);
echo "reset\n";
unset($o);
echo "end\n";
