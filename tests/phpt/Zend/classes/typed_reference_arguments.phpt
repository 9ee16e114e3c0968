--TEST--
What a reference that is bound to a property holds is not converted for parameters and results
--FILE--
<?php
class D { public float $f = 1.5; public string $s = '5'; public ?int $n; static int $st; }
function i(int &$p) { $p = 8; }
function s(string &$p) { $p = 9; }
function &result(D $d): int { return $d->s; }
$d = new D;
try { i($d->f); } catch (Error $e) { echo $e->getMessage(), "\n"; }
try { i($d->s); } catch (Error $e) { echo $e->getMessage(), "\n"; }
try { s($d->f); } catch (Error $e) { echo $e->getMessage(), "\n"; }
try { result($d); } catch (Error $e) { echo $e->getMessage(), "\n"; }
s($d->s);
$plain = '7';
i($plain);
var_dump($d->s, $plain);
try { $r = &D::$st; } catch (Error $e) { echo $e->getMessage(), "\n"; }
$n = &$d->n;
try { $d->n[] = 1; } catch (Error $e) { echo $e->getMessage(), "\n"; }
try { $d->n['a']['b'] = 1; } catch (Error $e) { echo $e->getMessage(), "\n"; }
try { $n[] = 1; } catch (Error $e) { echo $e->getMessage(), "\n"; }
--EXPECTF--
i(): Argument #1 ($p) must be of type int, float given, called in %s on line 7
i(): Argument #1 ($p) must be of type int, string given, called in %s on line 8
s(): Argument #1 ($p) must be of type string, float given, called in %s on line 9
result(): Return value must be of type int, string returned
string(1) "9"
int(8)
Cannot access uninitialized non-nullable property D::$st by reference
Cannot auto-initialize an array inside property D::$n of type ?int
Cannot auto-initialize an array inside property D::$n of type ?int
Cannot auto-initialize an array inside a reference held by property D::$n of type ?int
