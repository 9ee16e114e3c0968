--TEST--
What tryFrom() of a string enum makes of other types; defaults make only the case they name
--FILE--
<?php
enum E: string { case One = 'x'; case Two = '0'; case Three = '1'; }
foreach ([false, true, 1.5, 2.0, 0, 'x', 1e30, [], null, new stdClass] as $v) {
    try { var_dump(E::tryFrom($v)); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
}
enum F: string { case A = 'a'; case B = 'b'; }
class Holder { public $case = F::A; }
class Heir extends Holder {}
var_dump(spl_object_id(new Heir) - spl_object_id(F::A));
?>
--EXPECTF--
enum(E::Two)
enum(E::Three)

Deprecated: Implicit conversion from float 1.5 to int loses precision in %s on line 4
enum(E::Three)
NULL
enum(E::Two)
enum(E::One)
NULL
E::tryFrom(): Argument #1 ($value) must be of type string|int, array given

Deprecated: E::tryFrom(): Passing null to parameter #1 ($value) of type string|int is deprecated in %s on line 4
enum(E::Two)
E::tryFrom(): Argument #1 ($value) must be of type string|int, stdClass given
int(2)
