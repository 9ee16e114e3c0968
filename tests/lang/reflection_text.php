<?php
enum S: string { case A = 'a'; const B = self::A; function x() {} }
class P { protected $a = [1,'x'=>[2,3], 'long string that is more than fifteen']; public function __construct(protected int|string|null $z = PHP_INT_MAX + 1, public S $s = S::A) {} static function st() { static $q; } private function pr(){} function over() {} 
 /** doc */
 final protected const array X = [1]; const Y = S::A; const D = 1.0; const BO = true; const N = null; const ST = "it's"; static $sp = 1.5; }
/** Class doc
 */
final class Q extends P implements IteratorAggregate {
  public string $hooked { get => 'x'; set(string|int $v) { } }
  /** method doc */
  function over(array $x = ['a' => 1, 'b' => [true, null, 1.0]], $y = "abcdefghijklmnopqrstuvwxyz'\n", $n = null, $f = 1.50, $o = new stdClass, $c = S::A, $pp = P::Y, $z = PHP_VERSION, ?int &...$rest): static|null { return null; }
  function getIterator(): Iterator { yield 1; }
  public readonly int $ro; public ?P $np = null; public $nodef; public int $typed; public string $sd = 'quo\'ted'; static private ?int $si = 3;
  const P_X = self::Y; 
}
echo new ReflectionClass('Q');
echo new ReflectionClass('S');
$o = new class { public $x; }; $o = new stdClass; $o->dyn = 1;
echo new ReflectionObject($o);
$v=1; $f = function ($a) use ($v, &$o): int { static $k = 1; return 1; };
echo new ReflectionFunction($f);
echo new ReflectionClass('Iterator');
echo new ReflectionFunction('zend_version');
foreach ((new ReflectionClass('P'))->getReflectionConstants() as $c) echo $c;
foreach ((new ReflectionClass('Q'))->getProperties() as $c) echo $c;
interface II { public string $h { get; } } abstract class AA implements II { abstract protected string $g { get; set; } abstract function f(); }
echo new ReflectionClass('AA'), new ReflectionClass('II');
var_dump(Reflection::getModifierNames(0xffffff));
