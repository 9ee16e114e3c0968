--TEST--
Static variables with constants in their initial values
--FILE--
<?php
define('AA', 1);
const ZZ = 5;
function single() { static $a = AA; return $a; }
function listed() { static $a = [AA, ZZ]; return $a; }
function keyed() { static $a = [AA => 'one', 'x' => ZZ]; return $a; }
function several() { static $a = PHP_INT_MAX, $b = PHP_VERSION_ID > 5 ? [ZZ] : null; return [$a, $b]; }
class K {
    const A = 1;
    static function m() { static $x = [self::A => 2, self::A + 1]; $x[] = count($x); return $x; }
}
echo json_encode([single(), listed(), keyed(), keyed(), several(), K::m(), K::m()]), "\n";
--EXPECT--
[1,[1,5],{"1":"one","x":5},{"1":"one","x":5},[9223372036854775807,[5]],{"1":2,"2":2,"3":2},{"1":2,"2":2,"3":2,"4":3}]
