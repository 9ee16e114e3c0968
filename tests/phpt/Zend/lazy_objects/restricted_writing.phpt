--TEST--
What may not be written from here does not initialise a lazy object; reflection writes as the class that was asked
--FILE--
<?php
set_error_handler(function ($n, $m) { echo "[$m] "; return true; });
function t($l, $f) { echo "$l: "; try { $r = $f(); echo json_encode($r, JSON_PARTIAL_OUTPUT_ON_ERROR); } catch (Throwable $e) { echo get_class($e), ': ', str_replace("\0", '~', $e->getMessage()); } echo "\n"; }
class A { public private(set) mixed $p = 1; public protected(set) mixed $q = 1; public readonly int $r; public int $u; public $s = 5; public static $st = 1; function __construct() { $this->r = 7; } function own() { $this->p = 9; } }
class B extends A {}
foreach (['A', 'B'] as $c) foreach (['Ghost', 'Proxy'] as $kind) {
  $make = fn() => $kind == 'Ghost' ? (new ReflectionClass($c))->newLazyGhost(function ($o) { echo 'ini '; $o->__construct(); }) : (new ReflectionClass($c))->newLazyProxy(function ($o) use ($c) { echo 'pro '; return new $c; });
  foreach (['p', 'q', 'r', 's'] as $n) {
    t("$c $kind $n unset", function () use ($make, $n) { $o = $make(); unset($o->$n); return (new ReflectionClass($o))->isUninitializedLazyObject($o); });
    t("$c $kind $n write", function () use ($make, $n) { $o = $make(); $o->$n = 5; return $o->$n; });
    t("$c $kind $n op", function () use ($make, $n) { $o = $make(); $o->$n .= 5; return $o->$n; });
    t("$c $kind $n inc", function () use ($make, $n) { $o = $make(); $o->$n++; return $o->$n; });
    t("$c $kind $n dim", function () use ($make, $n) { $o = $make(); $o->$n[] = 5; return $o->$n; });
    t("$c $kind $n ref", function () use ($make, $n) { $o = $make(); $x = &$o->$n; return $x; });
    t("$c $kind $n bind", function () use ($make, $n) { $o = $make(); $x = 3; $o->$n = &$x; return $x; });
    t("$c $kind $n isset", function () use ($make, $n) { $o = $make(); return [isset($o->$n), empty($o->$n), $o->$n ?? 'none']; });
    t("$c $kind $n coalesce", function () use ($make, $n) { $o = $make(); return $o->$n ??= 8; });
    foreach (['setValue', 'setRawValue', 'setRawValueWithoutLazyInitialization', 'skipLazyInitialization'] as $m) foreach (['A', 'B'] as $asked) t("$c $kind $n $asked $m", function () use ($make, $n, $m, $asked) { $o = $make(); (new ReflectionProperty($asked, $n))->$m($o, 2); return [(new ReflectionClass($o))->isUninitializedLazyObject($o), $o->$n]; });
  }
  t("$c $kind u isset", function () use ($make) { $o = $make(); return isset($o->u); }); t("$c $kind nope isset", function () use ($make) { $o = $make(); return isset($o->nope); }); t("$c $kind own", function () use ($make) { $o = $make(); $o->own(); return $o->p; }); t("$c $kind nope unset", function () use ($make) { $o = $make(); unset($o->nope); return 1; });
}
--EXPECT--
A Ghost p unset: Error: Cannot unset private(set) property A::$p from global scope
A Ghost p write: Error: Cannot modify private(set) property A::$p from global scope
A Ghost p op: ini Error: Cannot modify private(set) property A::$p from global scope
A Ghost p inc: ini Error: Cannot modify private(set) property A::$p from global scope
A Ghost p dim: ini Error: Cannot indirectly modify private(set) property A::$p from global scope
A Ghost p ref: ini Error: Cannot indirectly modify private(set) property A::$p from global scope
A Ghost p bind: ini Error: Cannot indirectly modify private(set) property A::$p from global scope
A Ghost p isset: ini [true,false,1]
A Ghost p coalesce: ini 1
A Ghost p A setValue: ini [false,2]
A Ghost p B setValue: Error: Cannot modify private(set) property A::$p from scope B
A Ghost p A setRawValue: ini [false,2]
A Ghost p B setRawValue: Error: Cannot modify private(set) property A::$p from scope B
A Ghost p A setRawValueWithoutLazyInitialization: [true,2]
A Ghost p B setRawValueWithoutLazyInitialization: TypeError: ReflectionProperty::setRawValueWithoutLazyInitialization(): Argument #1 ($object) must be of type B, A given
A Ghost p A skipLazyInitialization: ArgumentCountError: ReflectionProperty::skipLazyInitialization() expects exactly 1 argument, 2 given
A Ghost p B skipLazyInitialization: ArgumentCountError: ReflectionProperty::skipLazyInitialization() expects exactly 1 argument, 2 given
A Ghost q unset: Error: Cannot unset protected(set) property A::$q from global scope
A Ghost q write: Error: Cannot modify protected(set) property A::$q from global scope
A Ghost q op: ini Error: Cannot modify protected(set) property A::$q from global scope
A Ghost q inc: ini Error: Cannot modify protected(set) property A::$q from global scope
A Ghost q dim: ini Error: Cannot indirectly modify protected(set) property A::$q from global scope
A Ghost q ref: ini Error: Cannot indirectly modify protected(set) property A::$q from global scope
A Ghost q bind: ini Error: Cannot indirectly modify protected(set) property A::$q from global scope
A Ghost q isset: ini [true,false,1]
A Ghost q coalesce: ini 1
A Ghost q A setValue: ini [false,2]
A Ghost q B setValue: ini [false,2]
A Ghost q A setRawValue: ini [false,2]
A Ghost q B setRawValue: ini [false,2]
A Ghost q A setRawValueWithoutLazyInitialization: [true,2]
A Ghost q B setRawValueWithoutLazyInitialization: TypeError: ReflectionProperty::setRawValueWithoutLazyInitialization(): Argument #1 ($object) must be of type B, A given
A Ghost q A skipLazyInitialization: ArgumentCountError: ReflectionProperty::skipLazyInitialization() expects exactly 1 argument, 2 given
A Ghost q B skipLazyInitialization: ArgumentCountError: ReflectionProperty::skipLazyInitialization() expects exactly 1 argument, 2 given
A Ghost r unset: Error: Cannot unset protected(set) readonly property A::$r from global scope
A Ghost r write: Error: Cannot modify protected(set) readonly property A::$r from global scope
A Ghost r op: ini Error: Cannot modify readonly property A::$r
A Ghost r inc: ini Error: Cannot modify readonly property A::$r
A Ghost r dim: ini Error: Cannot indirectly modify readonly property A::$r
A Ghost r ref: ini Error: Cannot indirectly modify readonly property A::$r
A Ghost r bind: ini Error: Cannot indirectly modify readonly property A::$r
A Ghost r isset: ini [true,false,7]
A Ghost r coalesce: ini 7
A Ghost r A setValue: ini Error: Cannot modify readonly property A::$r
A Ghost r B setValue: ini Error: Cannot modify readonly property A::$r
A Ghost r A setRawValue: ini Error: Cannot modify readonly property A::$r
A Ghost r B setRawValue: ini Error: Cannot modify readonly property A::$r
A Ghost r A setRawValueWithoutLazyInitialization: [true,2]
A Ghost r B setRawValueWithoutLazyInitialization: TypeError: ReflectionProperty::setRawValueWithoutLazyInitialization(): Argument #1 ($object) must be of type B, A given
A Ghost r A skipLazyInitialization: ArgumentCountError: ReflectionProperty::skipLazyInitialization() expects exactly 1 argument, 2 given
A Ghost r B skipLazyInitialization: ArgumentCountError: ReflectionProperty::skipLazyInitialization() expects exactly 1 argument, 2 given
A Ghost s unset: ini false
A Ghost s write: ini 5
A Ghost s op: ini "55"
A Ghost s inc: ini 6
A Ghost s dim: ini Error: Cannot use a scalar value as an array
A Ghost s ref: ini 5
A Ghost s bind: ini 3
A Ghost s isset: ini [true,false,5]
A Ghost s coalesce: ini 5
A Ghost s A setValue: ini [false,2]
A Ghost s B setValue: ini [false,2]
A Ghost s A setRawValue: ini [false,2]
A Ghost s B setRawValue: ini [false,2]
A Ghost s A setRawValueWithoutLazyInitialization: [true,2]
A Ghost s B setRawValueWithoutLazyInitialization: TypeError: ReflectionProperty::setRawValueWithoutLazyInitialization(): Argument #1 ($object) must be of type B, A given
A Ghost s A skipLazyInitialization: ArgumentCountError: ReflectionProperty::skipLazyInitialization() expects exactly 1 argument, 2 given
A Ghost s B skipLazyInitialization: ArgumentCountError: ReflectionProperty::skipLazyInitialization() expects exactly 1 argument, 2 given
A Ghost u isset: ini false
A Ghost nope isset: ini false
A Ghost own: ini 9
A Ghost nope unset: ini 1
A Proxy p unset: Error: Cannot unset private(set) property A::$p from global scope
A Proxy p write: Error: Cannot modify private(set) property A::$p from global scope
A Proxy p op: pro Error: Cannot modify private(set) property A::$p from global scope
A Proxy p inc: pro Error: Cannot modify private(set) property A::$p from global scope
A Proxy p dim: pro Error: Cannot indirectly modify private(set) property A::$p from global scope
A Proxy p ref: pro Error: Cannot indirectly modify private(set) property A::$p from global scope
A Proxy p bind: pro Error: Cannot indirectly modify private(set) property A::$p from global scope
A Proxy p isset: pro [true,false,1]
A Proxy p coalesce: pro 1
A Proxy p A setValue: pro [false,2]
A Proxy p B setValue: Error: Cannot modify private(set) property A::$p from scope B
A Proxy p A setRawValue: pro [false,2]
A Proxy p B setRawValue: Error: Cannot modify private(set) property A::$p from scope B
A Proxy p A setRawValueWithoutLazyInitialization: [true,2]
A Proxy p B setRawValueWithoutLazyInitialization: TypeError: ReflectionProperty::setRawValueWithoutLazyInitialization(): Argument #1 ($object) must be of type B, A given
A Proxy p A skipLazyInitialization: ArgumentCountError: ReflectionProperty::skipLazyInitialization() expects exactly 1 argument, 2 given
A Proxy p B skipLazyInitialization: ArgumentCountError: ReflectionProperty::skipLazyInitialization() expects exactly 1 argument, 2 given
A Proxy q unset: Error: Cannot unset protected(set) property A::$q from global scope
A Proxy q write: Error: Cannot modify protected(set) property A::$q from global scope
A Proxy q op: pro Error: Cannot modify protected(set) property A::$q from global scope
A Proxy q inc: pro Error: Cannot modify protected(set) property A::$q from global scope
A Proxy q dim: pro Error: Cannot indirectly modify protected(set) property A::$q from global scope
A Proxy q ref: pro Error: Cannot indirectly modify protected(set) property A::$q from global scope
A Proxy q bind: pro Error: Cannot indirectly modify protected(set) property A::$q from global scope
A Proxy q isset: pro [true,false,1]
A Proxy q coalesce: pro 1
A Proxy q A setValue: pro [false,2]
A Proxy q B setValue: pro [false,2]
A Proxy q A setRawValue: pro [false,2]
A Proxy q B setRawValue: pro [false,2]
A Proxy q A setRawValueWithoutLazyInitialization: [true,2]
A Proxy q B setRawValueWithoutLazyInitialization: TypeError: ReflectionProperty::setRawValueWithoutLazyInitialization(): Argument #1 ($object) must be of type B, A given
A Proxy q A skipLazyInitialization: ArgumentCountError: ReflectionProperty::skipLazyInitialization() expects exactly 1 argument, 2 given
A Proxy q B skipLazyInitialization: ArgumentCountError: ReflectionProperty::skipLazyInitialization() expects exactly 1 argument, 2 given
A Proxy r unset: Error: Cannot unset protected(set) readonly property A::$r from global scope
A Proxy r write: Error: Cannot modify protected(set) readonly property A::$r from global scope
A Proxy r op: pro Error: Cannot modify protected(set) readonly property A::$r from global scope
A Proxy r inc: pro Error: Cannot modify protected(set) readonly property A::$r from global scope
A Proxy r dim: pro Error: Cannot indirectly modify readonly property A::$r
A Proxy r ref: pro Error: Cannot indirectly modify readonly property A::$r
A Proxy r bind: pro Error: Cannot indirectly modify readonly property A::$r
A Proxy r isset: pro [true,false,7]
A Proxy r coalesce: pro 7
A Proxy r A setValue: pro Error: Cannot modify readonly property A::$r
A Proxy r B setValue: pro Error: Cannot modify readonly property A::$r
A Proxy r A setRawValue: pro Error: Cannot modify readonly property A::$r
A Proxy r B setRawValue: pro Error: Cannot modify readonly property A::$r
A Proxy r A setRawValueWithoutLazyInitialization: [true,2]
A Proxy r B setRawValueWithoutLazyInitialization: TypeError: ReflectionProperty::setRawValueWithoutLazyInitialization(): Argument #1 ($object) must be of type B, A given
A Proxy r A skipLazyInitialization: ArgumentCountError: ReflectionProperty::skipLazyInitialization() expects exactly 1 argument, 2 given
A Proxy r B skipLazyInitialization: ArgumentCountError: ReflectionProperty::skipLazyInitialization() expects exactly 1 argument, 2 given
A Proxy s unset: pro false
A Proxy s write: pro 5
A Proxy s op: pro "55"
A Proxy s inc: pro 6
A Proxy s dim: pro Error: Cannot use a scalar value as an array
A Proxy s ref: pro 5
A Proxy s bind: pro 3
A Proxy s isset: pro [true,false,5]
A Proxy s coalesce: pro 5
A Proxy s A setValue: pro [false,2]
A Proxy s B setValue: pro [false,2]
A Proxy s A setRawValue: pro [false,2]
A Proxy s B setRawValue: pro [false,2]
A Proxy s A setRawValueWithoutLazyInitialization: [true,2]
A Proxy s B setRawValueWithoutLazyInitialization: TypeError: ReflectionProperty::setRawValueWithoutLazyInitialization(): Argument #1 ($object) must be of type B, A given
A Proxy s A skipLazyInitialization: ArgumentCountError: ReflectionProperty::skipLazyInitialization() expects exactly 1 argument, 2 given
A Proxy s B skipLazyInitialization: ArgumentCountError: ReflectionProperty::skipLazyInitialization() expects exactly 1 argument, 2 given
A Proxy u isset: pro false
A Proxy nope isset: pro false
A Proxy own: pro 9
A Proxy nope unset: pro 1
B Ghost p unset: Error: Cannot unset private(set) property A::$p from global scope
B Ghost p write: Error: Cannot modify private(set) property A::$p from global scope
B Ghost p op: ini Error: Cannot modify private(set) property A::$p from global scope
B Ghost p inc: ini Error: Cannot modify private(set) property A::$p from global scope
B Ghost p dim: ini Error: Cannot indirectly modify private(set) property A::$p from global scope
B Ghost p ref: ini Error: Cannot indirectly modify private(set) property A::$p from global scope
B Ghost p bind: ini Error: Cannot indirectly modify private(set) property A::$p from global scope
B Ghost p isset: ini [true,false,1]
B Ghost p coalesce: ini 1
B Ghost p A setValue: ini [false,2]
B Ghost p B setValue: Error: Cannot modify private(set) property A::$p from scope B
B Ghost p A setRawValue: ini [false,2]
B Ghost p B setRawValue: Error: Cannot modify private(set) property A::$p from scope B
B Ghost p A setRawValueWithoutLazyInitialization: [true,2]
B Ghost p B setRawValueWithoutLazyInitialization: Error: Cannot modify private(set) property A::$p from scope B
B Ghost p A skipLazyInitialization: ArgumentCountError: ReflectionProperty::skipLazyInitialization() expects exactly 1 argument, 2 given
B Ghost p B skipLazyInitialization: ArgumentCountError: ReflectionProperty::skipLazyInitialization() expects exactly 1 argument, 2 given
B Ghost q unset: Error: Cannot unset protected(set) property A::$q from global scope
B Ghost q write: Error: Cannot modify protected(set) property A::$q from global scope
B Ghost q op: ini Error: Cannot modify protected(set) property A::$q from global scope
B Ghost q inc: ini Error: Cannot modify protected(set) property A::$q from global scope
B Ghost q dim: ini Error: Cannot indirectly modify protected(set) property A::$q from global scope
B Ghost q ref: ini Error: Cannot indirectly modify protected(set) property A::$q from global scope
B Ghost q bind: ini Error: Cannot indirectly modify protected(set) property A::$q from global scope
B Ghost q isset: ini [true,false,1]
B Ghost q coalesce: ini 1
B Ghost q A setValue: ini [false,2]
B Ghost q B setValue: ini [false,2]
B Ghost q A setRawValue: ini [false,2]
B Ghost q B setRawValue: ini [false,2]
B Ghost q A setRawValueWithoutLazyInitialization: [true,2]
B Ghost q B setRawValueWithoutLazyInitialization: [true,2]
B Ghost q A skipLazyInitialization: ArgumentCountError: ReflectionProperty::skipLazyInitialization() expects exactly 1 argument, 2 given
B Ghost q B skipLazyInitialization: ArgumentCountError: ReflectionProperty::skipLazyInitialization() expects exactly 1 argument, 2 given
B Ghost r unset: Error: Cannot unset protected(set) readonly property A::$r from global scope
B Ghost r write: Error: Cannot modify protected(set) readonly property A::$r from global scope
B Ghost r op: ini Error: Cannot modify readonly property A::$r
B Ghost r inc: ini Error: Cannot modify readonly property A::$r
B Ghost r dim: ini Error: Cannot indirectly modify readonly property A::$r
B Ghost r ref: ini Error: Cannot indirectly modify readonly property A::$r
B Ghost r bind: ini Error: Cannot indirectly modify readonly property A::$r
B Ghost r isset: ini [true,false,7]
B Ghost r coalesce: ini 7
B Ghost r A setValue: ini Error: Cannot modify readonly property A::$r
B Ghost r B setValue: ini Error: Cannot modify readonly property A::$r
B Ghost r A setRawValue: ini Error: Cannot modify readonly property A::$r
B Ghost r B setRawValue: ini Error: Cannot modify readonly property A::$r
B Ghost r A setRawValueWithoutLazyInitialization: [true,2]
B Ghost r B setRawValueWithoutLazyInitialization: [true,2]
B Ghost r A skipLazyInitialization: ArgumentCountError: ReflectionProperty::skipLazyInitialization() expects exactly 1 argument, 2 given
B Ghost r B skipLazyInitialization: ArgumentCountError: ReflectionProperty::skipLazyInitialization() expects exactly 1 argument, 2 given
B Ghost s unset: ini false
B Ghost s write: ini 5
B Ghost s op: ini "55"
B Ghost s inc: ini 6
B Ghost s dim: ini Error: Cannot use a scalar value as an array
B Ghost s ref: ini 5
B Ghost s bind: ini 3
B Ghost s isset: ini [true,false,5]
B Ghost s coalesce: ini 5
B Ghost s A setValue: ini [false,2]
B Ghost s B setValue: ini [false,2]
B Ghost s A setRawValue: ini [false,2]
B Ghost s B setRawValue: ini [false,2]
B Ghost s A setRawValueWithoutLazyInitialization: [true,2]
B Ghost s B setRawValueWithoutLazyInitialization: [true,2]
B Ghost s A skipLazyInitialization: ArgumentCountError: ReflectionProperty::skipLazyInitialization() expects exactly 1 argument, 2 given
B Ghost s B skipLazyInitialization: ArgumentCountError: ReflectionProperty::skipLazyInitialization() expects exactly 1 argument, 2 given
B Ghost u isset: ini false
B Ghost nope isset: ini false
B Ghost own: ini 9
B Ghost nope unset: ini 1
B Proxy p unset: Error: Cannot unset private(set) property A::$p from global scope
B Proxy p write: Error: Cannot modify private(set) property A::$p from global scope
B Proxy p op: pro Error: Cannot modify private(set) property A::$p from global scope
B Proxy p inc: pro Error: Cannot modify private(set) property A::$p from global scope
B Proxy p dim: pro Error: Cannot indirectly modify private(set) property A::$p from global scope
B Proxy p ref: pro Error: Cannot indirectly modify private(set) property A::$p from global scope
B Proxy p bind: pro Error: Cannot indirectly modify private(set) property A::$p from global scope
B Proxy p isset: pro [true,false,1]
B Proxy p coalesce: pro 1
B Proxy p A setValue: pro [false,2]
B Proxy p B setValue: Error: Cannot modify private(set) property A::$p from scope B
B Proxy p A setRawValue: pro [false,2]
B Proxy p B setRawValue: Error: Cannot modify private(set) property A::$p from scope B
B Proxy p A setRawValueWithoutLazyInitialization: [true,2]
B Proxy p B setRawValueWithoutLazyInitialization: Error: Cannot modify private(set) property A::$p from scope B
B Proxy p A skipLazyInitialization: ArgumentCountError: ReflectionProperty::skipLazyInitialization() expects exactly 1 argument, 2 given
B Proxy p B skipLazyInitialization: ArgumentCountError: ReflectionProperty::skipLazyInitialization() expects exactly 1 argument, 2 given
B Proxy q unset: Error: Cannot unset protected(set) property A::$q from global scope
B Proxy q write: Error: Cannot modify protected(set) property A::$q from global scope
B Proxy q op: pro Error: Cannot modify protected(set) property A::$q from global scope
B Proxy q inc: pro Error: Cannot modify protected(set) property A::$q from global scope
B Proxy q dim: pro Error: Cannot indirectly modify protected(set) property A::$q from global scope
B Proxy q ref: pro Error: Cannot indirectly modify protected(set) property A::$q from global scope
B Proxy q bind: pro Error: Cannot indirectly modify protected(set) property A::$q from global scope
B Proxy q isset: pro [true,false,1]
B Proxy q coalesce: pro 1
B Proxy q A setValue: pro [false,2]
B Proxy q B setValue: pro [false,2]
B Proxy q A setRawValue: pro [false,2]
B Proxy q B setRawValue: pro [false,2]
B Proxy q A setRawValueWithoutLazyInitialization: [true,2]
B Proxy q B setRawValueWithoutLazyInitialization: [true,2]
B Proxy q A skipLazyInitialization: ArgumentCountError: ReflectionProperty::skipLazyInitialization() expects exactly 1 argument, 2 given
B Proxy q B skipLazyInitialization: ArgumentCountError: ReflectionProperty::skipLazyInitialization() expects exactly 1 argument, 2 given
B Proxy r unset: Error: Cannot unset protected(set) readonly property A::$r from global scope
B Proxy r write: Error: Cannot modify protected(set) readonly property A::$r from global scope
B Proxy r op: pro Error: Cannot modify protected(set) readonly property A::$r from global scope
B Proxy r inc: pro Error: Cannot modify protected(set) readonly property A::$r from global scope
B Proxy r dim: pro Error: Cannot indirectly modify readonly property A::$r
B Proxy r ref: pro Error: Cannot indirectly modify readonly property A::$r
B Proxy r bind: pro Error: Cannot indirectly modify readonly property A::$r
B Proxy r isset: pro [true,false,7]
B Proxy r coalesce: pro 7
B Proxy r A setValue: pro Error: Cannot modify readonly property A::$r
B Proxy r B setValue: pro Error: Cannot modify readonly property A::$r
B Proxy r A setRawValue: pro Error: Cannot modify readonly property A::$r
B Proxy r B setRawValue: pro Error: Cannot modify readonly property A::$r
B Proxy r A setRawValueWithoutLazyInitialization: [true,2]
B Proxy r B setRawValueWithoutLazyInitialization: [true,2]
B Proxy r A skipLazyInitialization: ArgumentCountError: ReflectionProperty::skipLazyInitialization() expects exactly 1 argument, 2 given
B Proxy r B skipLazyInitialization: ArgumentCountError: ReflectionProperty::skipLazyInitialization() expects exactly 1 argument, 2 given
B Proxy s unset: pro false
B Proxy s write: pro 5
B Proxy s op: pro "55"
B Proxy s inc: pro 6
B Proxy s dim: pro Error: Cannot use a scalar value as an array
B Proxy s ref: pro 5
B Proxy s bind: pro 3
B Proxy s isset: pro [true,false,5]
B Proxy s coalesce: pro 5
B Proxy s A setValue: pro [false,2]
B Proxy s B setValue: pro [false,2]
B Proxy s A setRawValue: pro [false,2]
B Proxy s B setRawValue: pro [false,2]
B Proxy s A setRawValueWithoutLazyInitialization: [true,2]
B Proxy s B setRawValueWithoutLazyInitialization: [true,2]
B Proxy s A skipLazyInitialization: ArgumentCountError: ReflectionProperty::skipLazyInitialization() expects exactly 1 argument, 2 given
B Proxy s B skipLazyInitialization: ArgumentCountError: ReflectionProperty::skipLazyInitialization() expects exactly 1 argument, 2 given
B Proxy u isset: pro false
B Proxy nope isset: pro false
B Proxy own: pro 9
B Proxy nope unset: pro 1
