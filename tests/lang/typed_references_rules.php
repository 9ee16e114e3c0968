<?php
// Arrays that come into being in typed references, operators that fail, conversions that conflict.
class T { public ?int $n = null; public array $a = []; public int $i = 1; public int|string $is = 1; public bool $b = true; public static int $s = PHP_INT_MAX; }
function say(callable $f) { try { var_dump($f()); } catch (Throwable $e) { do echo get_class($e), ': ', $e->getMessage(), "\n"; while ($e = $e->getPrevious()); } }
say(function () { $t = new T; $r =& $t->n; $r[] = 1; });
say(function () { $t = new T; $r =& $t->n; $r['x']['y'] = 1; });
say(function () { $t = new T; $r =& $t->n; $r[0]++; });
say(function () { $t = new T; $t->n->q = 1; });
say(function () { $t = new T; $r =& $t->a; $r += 1; });
say(function () { $t = new T; $r =& $t->i; $r /= 0; });
say(function () { $t = new T; $r =& $t->is; $t->i =& $r; $r = 'x'; });
say(function () { $t = new T; $r =& $t->b; $t->i =& $r; });
say(function () { $r =& T::$s; T::$s += 1; });
say(function () { $t = new T; $r =& $t->i; $t->i += 1.5; });
class G { public int $x; function &__get($n) { static $q = 'text'; return $q; } }
say(function () { $g = new G; unset($g->x); $r =& $g->x; });
say(function () { $g = new G; unset($g->x); $g->x['a'] = 1; });
