<?php
class S { public $n; function __construct($n){$this->n=$n;} function __toString(): string { echo "[{$this->n}]"; return $this->n; } }
function f($x) { echo "(f$x)"; return $x; }
function o($x) { echo "(o$x)"; return new S($x); }
$a = new S('a'); $b = new S('b'); $i=5; $fl=1.5; $t=true; $nul=null; $arr=[1,'k'=>new S('k')];
echo $a . f(1) . $b . f(2) . "\n";
echo "x$a" . f(1) . "{$b}y" . o(3) . o(4) . "\n";
echo "$a{$b}" . "\n";
echo "p$i-$fl-$t-$nul-{$arr['k']}-{$arr[0]}" . o(1) . "$a" . "\n";
echo o(1) . o(2) . o(3) . "$a-" . f(9) . "\n";
echo $a . "r$b" . "\n";
echo $a . ("r$b" . $a) . "\n";
$z = "1" . "2" . $i . "3" . "4" . PHP_EOL; echo $z;
function g() { global $w; $w = 'changed'; return 'G'; }
$w = 'old'; echo $w . g() . $w . "\n";
$w = 'old'; echo "$w" . g() . "$w\n";
$w = 'old'; echo 'l' . $w . g() . $w . "\n";
$w = 'old'; echo "a{$w}b" . g() . "\n";
try { echo "a" . $i . [1] . $undefd . "\n"; } catch (Error $e) { echo $e->getMessage(); }
try { echo "a" . new stdClass
 . f(1) . "\n"; } catch (Error $e) { echo $e->getMessage(), $e->getLine(), "\n"; }
echo "m" . $i
  . [2]
  . $undef2
  . f(3) . "\n";
const Q = 'q' . PHP_VERSION_ID . 'x' . 1.5; echo Q, strlen(Q), "\n";
class K { const A = 'a' . self::B . 'c' . Q; const B = 'bb'; public $p = self::A . '!' . self::B; } echo K::A, (new K)->p, "\n";
$s = ''; for ($k=0;$k<100;$k++) $s .= '. $i'; eval("echo \$i $s . \"\\n\";"); eval("echo md5(\$i" . str_repeat(' . "x$i" . f(1)', 70) . ");");
$r = &$i; echo "ref $r" . $r . "-" . -0.0 . 1e100 . NAN . -INF . PHP_INT_MIN . "\n";
ini_set('precision', 17); $q=0.1; echo "p" . $q . "x" . $fl . "\n"; ini_set('precision', 40); $q=0.1; echo "p" . $q . "x" . $fl . "\n"; ini_set('precision', -1); echo "p" . $q . "x" . $fl . "\n";
echo "${i}" . "x" . "y${i}z" . "\n";
echo <<<X
 a $i {$arr['k']} $a->n {$a->n}
 X . "z" . $i, "\n";
function gen() { $x = "a" . yield . "b" . yield . "c"; echo $x; } $g = gen(); $g->current(); $g->send(new S('y1')); $g->send('y2'); echo "\n";
