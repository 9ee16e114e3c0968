--TEST--
An exception of __toString becomes the previous one of the error about the return type
--FILE--
<?php
class P { function __toString(): string { throw new Exception("p"); } }
class Q { function __toString(): string { exit("exit\n"); } }
class C {
    public string $h { get => new P; }
    function m(): bool|string { return new P; }
    function __toString(): string { return new P; }
}
function r(): string { return new P; }
function nullable(): ?string { return new P; }
function &ref(): string { $x = new P; return $x; }
function argument(string $s) {}
function q(): string { return new Q; }
foreach ([r(...), nullable(...), ref(...), fn() => (new C)->m(), fn() => (new C)->h, fn() => (new C) . "", fn() => argument(new P)] as $f) {
    try {
        $f();
    } catch (Throwable $t) {
        echo get_class($t), ': ', $t->getMessage(), "\n  ", $t->getPrevious()?->getMessage() ?? 'none', "\n";
    }
}
try { q(); } finally { echo "not here\n"; }
--EXPECT--
TypeError: r(): Return value must be of type string, P returned
  p
TypeError: nullable(): Return value must be of type ?string, P returned
  p
TypeError: ref(): Return value must be of type string, P returned
  p
TypeError: C::m(): Return value must be of type string|bool, P returned
  p
TypeError: C::$h::get(): Return value must be of type string, P returned
  p
TypeError: C::__toString(): Return value must be of type string, P returned
  p
Exception: p
  none
exit
