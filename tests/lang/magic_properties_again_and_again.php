<?php
// __get and __set at places that have met the class before.
class M {
    private $data = ['a' => 1]; public $declared = 'd'; private $hidden = 'h';
    function __get($n) { echo "get $n\n"; if ($n === 'deep') return $this->deep; if ($n === 'throws') throw new Exception('no'); return $this->data[$n] ?? null; }
    function __set($n, $v) { echo "set $n\n"; if ($n === 'late') { $this->late = $v; return; } if ($n === 'throws') throw new Exception('no'); $this->data[$n] = $v; }
}
class N extends M { public $b = 'own'; }
class P { public $a = 'plain'; }
function read($o) { return $o->a; }
function readb($o) { return $o->b; }
function write($o, $v) { $o->a = $v; $o->b = &$v; $o->late = $v; return $o->c = $v; }
$m = new M; $n = new N; $p = new P;
for ($i = 0; $i < 3; $i++) {
    var_dump(read($m), read($n), read($p), readb($m), readb($n));
    try { var_dump(write($m, $i)); } catch (Error $e) { echo $e->getMessage(), "\n"; }
    var_dump($m->late, $m->hidden);
    var_dump(@$m->deep);
    foreach ([1, 2] as $_) {
        try { $m->throws; } catch (Exception $e) { echo $e->getMessage(), $e->getLine(), "\n"; }
        try { $m->throws = 1; } catch (Exception $e) { echo $e->getMessage(), $e->getLine(), "\n"; }
    }
    unset($m->late);
}
$s = function () { return $this->hidden . $this->a; };
var_dump($s->call($m), $s->call($m));
set_error_handler(function ($no, $text) { echo "<$text>\n"; return true; });
for ($i = 0; $i < 2; $i++) { $m->u = $undefined; $m->v = $r = &$i; }
