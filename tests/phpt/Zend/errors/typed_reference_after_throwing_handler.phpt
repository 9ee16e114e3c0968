--TEST--
Nothing is assigned to a typed reference where reading the value has thrown, which is told as well
--FILE--
<?php
class P { public int $ti = 1; public ?array $ta = []; }
set_error_handler(function ($n, $m) { throw new ErrorException($m); });
function e($t) { for (; $t; $t = $t->getPrevious()) echo get_class($t), ': ', $t->getMessage(), "\n"; echo "--\n"; }
$t0 = new P; $x0 = &$t0->ti; $y0 = &$t0->ta;
function loc() { $t0 = new P; $x0 = &$t0->ti; try { $x0 = $u; } catch (Throwable $e) { e($e); } var_dump($x0); }
loc();
try { $x0 = $u; } catch (Throwable $e) { e($e); }
try { $x0 = $u . 'x'; } catch (Throwable $e) { e($e); }
try { $x0 = $u['k']; } catch (Throwable $e) { e($e); }
try { $x0 = $y0['k']; } catch (Throwable $e) { e($e); }
try { $x0 += $u; } catch (Throwable $e) { e($e); }
try { $x0 .= $u; } catch (Throwable $e) { e($e); }
try { $x0 = [] . ''; } catch (Throwable $e) { e($e); }
try { $t0->ti = $u; } catch (Throwable $e) { e($e); }
try { $t0->ta = $u; } catch (Throwable $e) { e($e); }
try { $t0->ti .= $u; } catch (Throwable $e) { e($e); }
$a = ['k' => &$t0->ti];
try { $a['k'] = $u; } catch (Throwable $e) { e($e); }
try { $a['k'] .= $u; } catch (Throwable $e) { e($e); }
try { [$x0] = [$u]; } catch (Throwable $e) { e($e); }
try { [$x0] = [1 => 2]; } catch (Throwable $e) { e($e); }
try { foreach ([null] as $x0) {} } catch (Throwable $e) { e($e); }
var_dump($x0);
function g() { global $x0; $x0 = $u; }
try { g(); } catch (Throwable $e) { e($e); }
class S { static int $s = 1; }
$r = &S::$s;
try { $r = $u; } catch (Throwable $e) { e($e); }
try { S::$s = $u; } catch (Throwable $e) { e($e); }
try { $$u = 1; } catch (Throwable $e) { e($e); }
$n = 'x0';
try { $$n = $u; } catch (Throwable $e) { e($e); }
--EXPECT--
TypeError: Cannot assign null to reference held by property P::$ti of type int
ErrorException: Undefined variable $u
--
int(1)
TypeError: Cannot assign null to reference held by property P::$ti of type int
ErrorException: Undefined variable $u
--
ErrorException: Undefined variable $u
--
ErrorException: Undefined variable $u
--
ErrorException: Undefined array key "k"
--
ErrorException: Undefined variable $u
--
ErrorException: Undefined variable $u
--
ErrorException: Array to string conversion
--
ErrorException: Undefined variable $u
--
ErrorException: Undefined variable $u
--
ErrorException: Undefined variable $u
--
TypeError: Cannot assign null to reference held by property P::$ti of type int
ErrorException: Undefined variable $u
--
ErrorException: Undefined variable $u
--
ErrorException: Undefined variable $u
--
ErrorException: Undefined array key 0
--
TypeError: Cannot assign null to reference held by property P::$ti of type int
--
int(0)
TypeError: Cannot assign null to reference held by property P::$ti of type int
ErrorException: Undefined variable $u
--
TypeError: Cannot assign null to reference held by property S::$s of type int
ErrorException: Undefined variable $u
--
ErrorException: Undefined variable $u
--
ErrorException: Undefined variable $u
--
TypeError: Cannot assign null to reference held by property P::$ti of type int
ErrorException: Undefined variable $u
--
