<?php
// needs: bcmath
use BcMath\Number;
$n=new Number('1.50');
var_dump($n); print_r($n); var_export($n); echo "\n"; var_dump((array)$n, get_object_vars($n), json_encode($n), get_mangled_object_vars($n));
foreach ($n as $k=>$v) echo "$k=>$v\n";
var_dump(isset($n->value), isset($n->nope), empty($n->scale), property_exists($n,'value'));
foreach (['value','scale','nope'] as $p) { try { $n->$p=1; } catch (Throwable $e) { echo get_class($e),': ',$e->getMessage(),"\n"; } try { unset($n->$p); } catch (Throwable $e) { echo get_class($e),': ',$e->getMessage(),"\n"; } try { $r=&$n->$p; } catch (Throwable $e) { echo get_class($e),': ',$e->getMessage(),"\n"; } try { var_dump($n->$p); } catch (Throwable $e) { echo get_class($e),': ',$e->getMessage(),"\n"; } try { $n->$p++; } catch (Throwable $e) { echo get_class($e),': ',$e->getMessage(),"\n"; } }
$rp=new ReflectionProperty(Number::class,'value'); var_dump($rp->isVirtual(), $rp->isReadOnly(), $rp->getValue($n), $rp->isInitialized($n), $rp->getModifiers(), (string)$rp->getType());
try { var_dump($rp->getRawValue($n)); } catch (Throwable $e) { echo get_class($e),': ',$e->getMessage(),"\n"; }
$c=clone $n; var_dump($c==$n, $c<=>new Number('1.5'), serialize($n), unserialize(serialize($n)));
var_dump((new ReflectionObject($n))->getProperties());
$u=(new ReflectionClass(Number::class)); var_dump($u->isFinal(), $u->isReadOnly(), $u->newLazyGhost ?? null);
try { var_dump(unserialize('O:13:"BcMath\Number":1:{s:5:"value";s:1:"x";}')); } catch (Throwable $e) { echo get_class($e),': ',$e->getMessage(),"\n"; }
try { var_dump(unserialize('O:13:"BcMath\Number":2:{s:5:"value";s:1:"5";s:5:"scale";i:7;}')); } catch (Throwable $e) { echo get_class($e),': ',$e->getMessage(),"\n"; }
try { $n->__unserialize(['value'=>'5']); } catch (Throwable $e) { echo get_class($e),': ',$e->getMessage(),"\n"; }
try { $n->__construct('5'); } catch (Throwable $e) { echo get_class($e),': ',$e->getMessage(),"\n"; }
try { (new ReflectionClass(Number::class))->newInstanceWithoutConstructor(); } catch (Throwable $e) { echo get_class($e),': ',$e->getMessage(),"\n"; }
var_dump((bool)new Number(0), (bool)new Number('0.01'), (string)$n);
foreach ([$n, clone $n] as $m) var_dump($m->value, $m->scale, "$m->value {$m->scale}", $m->value[0]);
foreach (['0', '0.000', '-0', '0.01', '-3', 0, 7] as $text) {
    $number = new Number($text);
    var_dump((bool) $number, !$number, $number ? 'yes' : 'no', $number && true, empty($number), @(int) $number, @(float) $number);
}
