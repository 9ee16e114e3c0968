--TEST--
In commutative operators what calls give stands before other temporaries, and after variables
--FILE--
<?php
class S { static function m() { return []; } function n() { return []; } }
function f() { return []; }
$tries = ['f()', 'S::m()', '$s->n()', 'new S', 'eval("return [];")', '(@f())', '($z =& $a)', 'explode(",", "a")', 'range(1, 2)', 'array_fill(0, 1, 1)',
    'f(...)', '[$i]', '(array)$i', 'clone $s', '($z = [])', '$b[0]', '($i ? f() : 1)', 'match (1) { 1 => f() }', '$a'];
foreach (['($i + 1)', '5', 'strrev("12")', 'substr("", 1)', 'ord("a")', '(1 instanceof S)', '!(1 instanceof S)', 'eval("return 1;")'] as $left) {
    foreach ($tries as $right) {
        foreach (["$left * $right", "$right | $left"] as $code) {
            try {
                (function () use ($code) {
                    [$i, $a, $b, $s] = [1, [], [[1]], new S];
                    return eval("return $code;");
                })();
                echo "$code: fine\n";
            } catch (Error $e) {
                echo "$code: ", $e->getMessage(), "\n";
            }
        }
    }
}
--EXPECT--
($i + 1) * f(): Unsupported operand types: array * int
f() | ($i + 1): Unsupported operand types: array | int
($i + 1) * S::m(): Unsupported operand types: array * int
S::m() | ($i + 1): Unsupported operand types: array | int
($i + 1) * $s->n(): Unsupported operand types: array * int
$s->n() | ($i + 1): Unsupported operand types: array | int
($i + 1) * new S: Unsupported operand types: S * int
new S | ($i + 1): Unsupported operand types: S | int
($i + 1) * eval("return [];"): Unsupported operand types: array * int
eval("return [];") | ($i + 1): Unsupported operand types: array | int
($i + 1) * (@f()): Unsupported operand types: array * int
(@f()) | ($i + 1): Unsupported operand types: array | int
($i + 1) * ($z =& $a): Unsupported operand types: array * int
($z =& $a) | ($i + 1): Unsupported operand types: array | int
($i + 1) * explode(",", "a"): Unsupported operand types: array * int
explode(",", "a") | ($i + 1): Unsupported operand types: array | int
($i + 1) * range(1, 2): Unsupported operand types: array * int
range(1, 2) | ($i + 1): Unsupported operand types: array | int
($i + 1) * array_fill(0, 1, 1): Unsupported operand types: array * int
array_fill(0, 1, 1) | ($i + 1): Unsupported operand types: array | int
($i + 1) * f(...): Unsupported operand types: int * Closure
f(...) | ($i + 1): Unsupported operand types: Closure | int
($i + 1) * [$i]: Unsupported operand types: int * array
[$i] | ($i + 1): Unsupported operand types: array | int
($i + 1) * (array)$i: Unsupported operand types: int * array
(array)$i | ($i + 1): Unsupported operand types: array | int
($i + 1) * clone $s: Unsupported operand types: int * S
clone $s | ($i + 1): Unsupported operand types: S | int
($i + 1) * ($z = []): Unsupported operand types: int * array
($z = []) | ($i + 1): Unsupported operand types: array | int
($i + 1) * $b[0]: Unsupported operand types: int * array
$b[0] | ($i + 1): Unsupported operand types: array | int
($i + 1) * ($i ? f() : 1): Unsupported operand types: int * array
($i ? f() : 1) | ($i + 1): Unsupported operand types: array | int
($i + 1) * match (1) { 1 => f() }: Unsupported operand types: int * array
match (1) { 1 => f() } | ($i + 1): Unsupported operand types: array | int
($i + 1) * $a: Unsupported operand types: array * int
$a | ($i + 1): Unsupported operand types: array | int
5 * f(): Unsupported operand types: array * int
f() | 5: Unsupported operand types: array | int
5 * S::m(): Unsupported operand types: array * int
S::m() | 5: Unsupported operand types: array | int
5 * $s->n(): Unsupported operand types: array * int
$s->n() | 5: Unsupported operand types: array | int
5 * new S: Unsupported operand types: S * int
new S | 5: Unsupported operand types: S | int
5 * eval("return [];"): Unsupported operand types: array * int
eval("return [];") | 5: Unsupported operand types: array | int
5 * (@f()): Unsupported operand types: array * int
(@f()) | 5: Unsupported operand types: array | int
5 * ($z =& $a): Unsupported operand types: array * int
($z =& $a) | 5: Unsupported operand types: array | int
5 * explode(",", "a"): Unsupported operand types: array * int
explode(",", "a") | 5: Unsupported operand types: array | int
5 * range(1, 2): Unsupported operand types: array * int
range(1, 2) | 5: Unsupported operand types: array | int
5 * array_fill(0, 1, 1): Unsupported operand types: array * int
array_fill(0, 1, 1) | 5: Unsupported operand types: array | int
5 * f(...): Unsupported operand types: Closure * int
f(...) | 5: Unsupported operand types: Closure | int
5 * [$i]: Unsupported operand types: array * int
[$i] | 5: Unsupported operand types: array | int
5 * (array)$i: Unsupported operand types: array * int
(array)$i | 5: Unsupported operand types: array | int
5 * clone $s: Unsupported operand types: S * int
clone $s | 5: Unsupported operand types: S | int
5 * ($z = []): Unsupported operand types: array * int
($z = []) | 5: Unsupported operand types: array | int
5 * $b[0]: Unsupported operand types: array * int
$b[0] | 5: Unsupported operand types: array | int
5 * ($i ? f() : 1): Unsupported operand types: array * int
($i ? f() : 1) | 5: Unsupported operand types: array | int
5 * match (1) { 1 => f() }: Unsupported operand types: array * int
match (1) { 1 => f() } | 5: Unsupported operand types: array | int
5 * $a: Unsupported operand types: array * int
$a | 5: Unsupported operand types: array | int
strrev("12") * f(): Unsupported operand types: string * array
f() | strrev("12"): Unsupported operand types: array | string
strrev("12") * S::m(): Unsupported operand types: string * array
S::m() | strrev("12"): Unsupported operand types: array | string
strrev("12") * $s->n(): Unsupported operand types: string * array
$s->n() | strrev("12"): Unsupported operand types: array | string
strrev("12") * new S: Unsupported operand types: string * S
new S | strrev("12"): Unsupported operand types: S | string
strrev("12") * eval("return [];"): Unsupported operand types: string * array
eval("return [];") | strrev("12"): Unsupported operand types: array | string
strrev("12") * (@f()): Unsupported operand types: string * array
(@f()) | strrev("12"): Unsupported operand types: array | string
strrev("12") * ($z =& $a): Unsupported operand types: string * array
($z =& $a) | strrev("12"): Unsupported operand types: array | string
strrev("12") * explode(",", "a"): Unsupported operand types: string * array
explode(",", "a") | strrev("12"): Unsupported operand types: array | string
strrev("12") * range(1, 2): Unsupported operand types: string * array
range(1, 2) | strrev("12"): Unsupported operand types: array | string
strrev("12") * array_fill(0, 1, 1): Unsupported operand types: string * array
array_fill(0, 1, 1) | strrev("12"): Unsupported operand types: array | string
strrev("12") * f(...): Unsupported operand types: string * Closure
f(...) | strrev("12"): Unsupported operand types: string | Closure
strrev("12") * [$i]: Unsupported operand types: string * array
[$i] | strrev("12"): Unsupported operand types: string | array
strrev("12") * (array)$i: Unsupported operand types: string * array
(array)$i | strrev("12"): Unsupported operand types: string | array
strrev("12") * clone $s: Unsupported operand types: string * S
clone $s | strrev("12"): Unsupported operand types: string | S
strrev("12") * ($z = []): Unsupported operand types: string * array
($z = []) | strrev("12"): Unsupported operand types: string | array
strrev("12") * $b[0]: Unsupported operand types: string * array
$b[0] | strrev("12"): Unsupported operand types: string | array
strrev("12") * ($i ? f() : 1): Unsupported operand types: string * array
($i ? f() : 1) | strrev("12"): Unsupported operand types: string | array
strrev("12") * match (1) { 1 => f() }: Unsupported operand types: string * array
match (1) { 1 => f() } | strrev("12"): Unsupported operand types: string | array
strrev("12") * $a: Unsupported operand types: array * string
$a | strrev("12"): Unsupported operand types: array | string
substr("", 1) * f(): Unsupported operand types: array * string
f() | substr("", 1): Unsupported operand types: array | string
substr("", 1) * S::m(): Unsupported operand types: array * string
S::m() | substr("", 1): Unsupported operand types: array | string
substr("", 1) * $s->n(): Unsupported operand types: array * string
$s->n() | substr("", 1): Unsupported operand types: array | string
substr("", 1) * new S: Unsupported operand types: S * string
new S | substr("", 1): Unsupported operand types: S | string
substr("", 1) * eval("return [];"): Unsupported operand types: array * string
eval("return [];") | substr("", 1): Unsupported operand types: array | string
substr("", 1) * (@f()): Unsupported operand types: array * string
(@f()) | substr("", 1): Unsupported operand types: array | string
substr("", 1) * ($z =& $a): Unsupported operand types: array * string
($z =& $a) | substr("", 1): Unsupported operand types: array | string
substr("", 1) * explode(",", "a"): Unsupported operand types: array * string
explode(",", "a") | substr("", 1): Unsupported operand types: array | string
substr("", 1) * range(1, 2): Unsupported operand types: array * string
range(1, 2) | substr("", 1): Unsupported operand types: array | string
substr("", 1) * array_fill(0, 1, 1): Unsupported operand types: array * string
array_fill(0, 1, 1) | substr("", 1): Unsupported operand types: array | string
substr("", 1) * f(...): Unsupported operand types: string * Closure
f(...) | substr("", 1): Unsupported operand types: Closure | string
substr("", 1) * [$i]: Unsupported operand types: string * array
[$i] | substr("", 1): Unsupported operand types: array | string
substr("", 1) * (array)$i: Unsupported operand types: string * array
(array)$i | substr("", 1): Unsupported operand types: array | string
substr("", 1) * clone $s: Unsupported operand types: string * S
clone $s | substr("", 1): Unsupported operand types: S | string
substr("", 1) * ($z = []): Unsupported operand types: string * array
($z = []) | substr("", 1): Unsupported operand types: array | string
substr("", 1) * $b[0]: Unsupported operand types: string * array
$b[0] | substr("", 1): Unsupported operand types: array | string
substr("", 1) * ($i ? f() : 1): Unsupported operand types: string * array
($i ? f() : 1) | substr("", 1): Unsupported operand types: array | string
substr("", 1) * match (1) { 1 => f() }: Unsupported operand types: string * array
match (1) { 1 => f() } | substr("", 1): Unsupported operand types: array | string
substr("", 1) * $a: Unsupported operand types: array * string
$a | substr("", 1): Unsupported operand types: array | string
ord("a") * f(): Unsupported operand types: array * int
f() | ord("a"): Unsupported operand types: array | int
ord("a") * S::m(): Unsupported operand types: array * int
S::m() | ord("a"): Unsupported operand types: array | int
ord("a") * $s->n(): Unsupported operand types: array * int
$s->n() | ord("a"): Unsupported operand types: array | int
ord("a") * new S: Unsupported operand types: S * int
new S | ord("a"): Unsupported operand types: S | int
ord("a") * eval("return [];"): Unsupported operand types: array * int
eval("return [];") | ord("a"): Unsupported operand types: array | int
ord("a") * (@f()): Unsupported operand types: array * int
(@f()) | ord("a"): Unsupported operand types: array | int
ord("a") * ($z =& $a): Unsupported operand types: array * int
($z =& $a) | ord("a"): Unsupported operand types: array | int
ord("a") * explode(",", "a"): Unsupported operand types: array * int
explode(",", "a") | ord("a"): Unsupported operand types: array | int
ord("a") * range(1, 2): Unsupported operand types: array * int
range(1, 2) | ord("a"): Unsupported operand types: array | int
ord("a") * array_fill(0, 1, 1): Unsupported operand types: array * int
array_fill(0, 1, 1) | ord("a"): Unsupported operand types: array | int
ord("a") * f(...): Unsupported operand types: Closure * int
f(...) | ord("a"): Unsupported operand types: Closure | int
ord("a") * [$i]: Unsupported operand types: array * int
[$i] | ord("a"): Unsupported operand types: array | int
ord("a") * (array)$i: Unsupported operand types: array * int
(array)$i | ord("a"): Unsupported operand types: array | int
ord("a") * clone $s: Unsupported operand types: S * int
clone $s | ord("a"): Unsupported operand types: S | int
ord("a") * ($z = []): Unsupported operand types: array * int
($z = []) | ord("a"): Unsupported operand types: array | int
ord("a") * $b[0]: Unsupported operand types: array * int
$b[0] | ord("a"): Unsupported operand types: array | int
ord("a") * ($i ? f() : 1): Unsupported operand types: array * int
($i ? f() : 1) | ord("a"): Unsupported operand types: array | int
ord("a") * match (1) { 1 => f() }: Unsupported operand types: array * int
match (1) { 1 => f() } | ord("a"): Unsupported operand types: array | int
ord("a") * $a: Unsupported operand types: array * int
$a | ord("a"): Unsupported operand types: array | int
(1 instanceof S) * f(): Unsupported operand types: array * bool
f() | (1 instanceof S): Unsupported operand types: array | bool
(1 instanceof S) * S::m(): Unsupported operand types: array * bool
S::m() | (1 instanceof S): Unsupported operand types: array | bool
(1 instanceof S) * $s->n(): Unsupported operand types: array * bool
$s->n() | (1 instanceof S): Unsupported operand types: array | bool
(1 instanceof S) * new S: Unsupported operand types: S * bool
new S | (1 instanceof S): Unsupported operand types: S | bool
(1 instanceof S) * eval("return [];"): Unsupported operand types: array * bool
eval("return [];") | (1 instanceof S): Unsupported operand types: array | bool
(1 instanceof S) * (@f()): Unsupported operand types: array * bool
(@f()) | (1 instanceof S): Unsupported operand types: array | bool
(1 instanceof S) * ($z =& $a): Unsupported operand types: array * bool
($z =& $a) | (1 instanceof S): Unsupported operand types: array | bool
(1 instanceof S) * explode(",", "a"): Unsupported operand types: array * bool
explode(",", "a") | (1 instanceof S): Unsupported operand types: array | bool
(1 instanceof S) * range(1, 2): Unsupported operand types: array * bool
range(1, 2) | (1 instanceof S): Unsupported operand types: array | bool
(1 instanceof S) * array_fill(0, 1, 1): Unsupported operand types: array * bool
array_fill(0, 1, 1) | (1 instanceof S): Unsupported operand types: array | bool
(1 instanceof S) * f(...): Unsupported operand types: Closure * bool
f(...) | (1 instanceof S): Unsupported operand types: Closure | bool
(1 instanceof S) * [$i]: Unsupported operand types: array * bool
[$i] | (1 instanceof S): Unsupported operand types: array | bool
(1 instanceof S) * (array)$i: Unsupported operand types: array * bool
(array)$i | (1 instanceof S): Unsupported operand types: array | bool
(1 instanceof S) * clone $s: Unsupported operand types: S * bool
clone $s | (1 instanceof S): Unsupported operand types: S | bool
(1 instanceof S) * ($z = []): Unsupported operand types: array * bool
($z = []) | (1 instanceof S): Unsupported operand types: array | bool
(1 instanceof S) * $b[0]: Unsupported operand types: array * bool
$b[0] | (1 instanceof S): Unsupported operand types: array | bool
(1 instanceof S) * ($i ? f() : 1): Unsupported operand types: array * bool
($i ? f() : 1) | (1 instanceof S): Unsupported operand types: array | bool
(1 instanceof S) * match (1) { 1 => f() }: Unsupported operand types: array * bool
match (1) { 1 => f() } | (1 instanceof S): Unsupported operand types: array | bool
(1 instanceof S) * $a: Unsupported operand types: array * bool
$a | (1 instanceof S): Unsupported operand types: array | bool
!(1 instanceof S) * f(): Unsupported operand types: array * bool
f() | !(1 instanceof S): Unsupported operand types: array | bool
!(1 instanceof S) * S::m(): Unsupported operand types: array * bool
S::m() | !(1 instanceof S): Unsupported operand types: array | bool
!(1 instanceof S) * $s->n(): Unsupported operand types: array * bool
$s->n() | !(1 instanceof S): Unsupported operand types: array | bool
!(1 instanceof S) * new S: Unsupported operand types: S * bool
new S | !(1 instanceof S): Unsupported operand types: S | bool
!(1 instanceof S) * eval("return [];"): Unsupported operand types: array * bool
eval("return [];") | !(1 instanceof S): Unsupported operand types: array | bool
!(1 instanceof S) * (@f()): Unsupported operand types: array * bool
(@f()) | !(1 instanceof S): Unsupported operand types: array | bool
!(1 instanceof S) * ($z =& $a): Unsupported operand types: array * bool
($z =& $a) | !(1 instanceof S): Unsupported operand types: array | bool
!(1 instanceof S) * explode(",", "a"): Unsupported operand types: array * bool
explode(",", "a") | !(1 instanceof S): Unsupported operand types: array | bool
!(1 instanceof S) * range(1, 2): Unsupported operand types: array * bool
range(1, 2) | !(1 instanceof S): Unsupported operand types: array | bool
!(1 instanceof S) * array_fill(0, 1, 1): Unsupported operand types: array * bool
array_fill(0, 1, 1) | !(1 instanceof S): Unsupported operand types: array | bool
!(1 instanceof S) * f(...): Unsupported operand types: Closure * bool
f(...) | !(1 instanceof S): Unsupported operand types: Closure | bool
!(1 instanceof S) * [$i]: Unsupported operand types: array * bool
[$i] | !(1 instanceof S): Unsupported operand types: array | bool
!(1 instanceof S) * (array)$i: Unsupported operand types: array * bool
(array)$i | !(1 instanceof S): Unsupported operand types: array | bool
!(1 instanceof S) * clone $s: Unsupported operand types: S * bool
clone $s | !(1 instanceof S): Unsupported operand types: S | bool
!(1 instanceof S) * ($z = []): Unsupported operand types: array * bool
($z = []) | !(1 instanceof S): Unsupported operand types: array | bool
!(1 instanceof S) * $b[0]: Unsupported operand types: array * bool
$b[0] | !(1 instanceof S): Unsupported operand types: array | bool
!(1 instanceof S) * ($i ? f() : 1): Unsupported operand types: array * bool
($i ? f() : 1) | !(1 instanceof S): Unsupported operand types: array | bool
!(1 instanceof S) * match (1) { 1 => f() }: Unsupported operand types: array * bool
match (1) { 1 => f() } | !(1 instanceof S): Unsupported operand types: array | bool
!(1 instanceof S) * $a: Unsupported operand types: array * bool
$a | !(1 instanceof S): Unsupported operand types: array | bool
eval("return 1;") * f(): Unsupported operand types: int * array
f() | eval("return 1;"): Unsupported operand types: array | int
eval("return 1;") * S::m(): Unsupported operand types: int * array
S::m() | eval("return 1;"): Unsupported operand types: array | int
eval("return 1;") * $s->n(): Unsupported operand types: int * array
$s->n() | eval("return 1;"): Unsupported operand types: array | int
eval("return 1;") * new S: Unsupported operand types: int * S
new S | eval("return 1;"): Unsupported operand types: S | int
eval("return 1;") * eval("return [];"): Unsupported operand types: int * array
eval("return [];") | eval("return 1;"): Unsupported operand types: array | int
eval("return 1;") * (@f()): Unsupported operand types: int * array
(@f()) | eval("return 1;"): Unsupported operand types: array | int
eval("return 1;") * ($z =& $a): Unsupported operand types: int * array
($z =& $a) | eval("return 1;"): Unsupported operand types: array | int
eval("return 1;") * explode(",", "a"): Unsupported operand types: int * array
explode(",", "a") | eval("return 1;"): Unsupported operand types: array | int
eval("return 1;") * range(1, 2): Unsupported operand types: int * array
range(1, 2) | eval("return 1;"): Unsupported operand types: array | int
eval("return 1;") * array_fill(0, 1, 1): Unsupported operand types: int * array
array_fill(0, 1, 1) | eval("return 1;"): Unsupported operand types: array | int
eval("return 1;") * f(...): Unsupported operand types: int * Closure
f(...) | eval("return 1;"): Unsupported operand types: int | Closure
eval("return 1;") * [$i]: Unsupported operand types: int * array
[$i] | eval("return 1;"): Unsupported operand types: int | array
eval("return 1;") * (array)$i: Unsupported operand types: int * array
(array)$i | eval("return 1;"): Unsupported operand types: int | array
eval("return 1;") * clone $s: Unsupported operand types: int * S
clone $s | eval("return 1;"): Unsupported operand types: int | S
eval("return 1;") * ($z = []): Unsupported operand types: int * array
($z = []) | eval("return 1;"): Unsupported operand types: int | array
eval("return 1;") * $b[0]: Unsupported operand types: int * array
$b[0] | eval("return 1;"): Unsupported operand types: int | array
eval("return 1;") * ($i ? f() : 1): Unsupported operand types: int * array
($i ? f() : 1) | eval("return 1;"): Unsupported operand types: int | array
eval("return 1;") * match (1) { 1 => f() }: Unsupported operand types: int * array
match (1) { 1 => f() } | eval("return 1;"): Unsupported operand types: int | array
eval("return 1;") * $a: Unsupported operand types: array * int
$a | eval("return 1;"): Unsupported operand types: array | int
