--TEST--
SplObjectStorage: elements by offset, with and without overridden methods
--FILE--
<?php
$s = new SplObjectStorage; $o = new stdClass; $p = new stdClass;
$s[$o] = 1; var_dump($s[$o], isset($s[$o]), isset($s[$p]), empty($s[$o]), $s[$p] ?? 'none', count($s));
try { $s[$p]; } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), ' ', count($e->getTrace()), "\n"; }
foreach ([5, 'a', null, [1]] as $k) {
  try { $s[$k] = 1; } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
  try { $s[$k]; } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
  try { isset($s[$k]); } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
  try { unset($s[$k]); } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
}
try { $s[] = 1; } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
unset($s[$o]); var_dump(count($s));
class My extends SplObjectStorage {
  function offsetExists($o): bool { echo "exists\n"; return true; }
  function offsetGet($o): mixed { echo "get\n"; return 0; }
  function offsetSet($o, $i = null): void { echo "set\n"; parent::offsetSet($o, $i); }
  function offsetUnset($o): void { echo "unset\n"; parent::offsetUnset($o); }
  function count(int $mode = COUNT_NORMAL): int { return 42; }
}
$m = new My; $m[$o] = [1]; var_dump($m[$o], isset($m[$o]), empty($m[$o]), $m[$o] ?? 3, count($m), $m->count()); unset($m[$o]); var_dump(count($m));
class H extends SplObjectStorage { function getHash($o): string { return get_class($o); } }
$h = new H; $h[$o] = 'x'; var_dump($h[$p], isset($h[$p]), count($h));
$s[$o] = ['a' => 1]; $s[$o]['a'] = 2; var_dump($s[$o]);
$s[$o] = null; var_dump(isset($s[$o]), empty($s[$o]), $s[$o] ?? 'd');
--EXPECTF--
int(1)
bool(true)
bool(false)
bool(false)
string(4) "none"
int(1)
UnexpectedValueException: Object not found 0
TypeError: SplObjectStorage::offsetSet(): Argument #1 ($object) must be of type object, int given
TypeError: SplObjectStorage::offsetGet(): Argument #1 ($object) must be of type object, int given
TypeError: SplObjectStorage::offsetExists(): Argument #1 ($object) must be of type object, int given
TypeError: SplObjectStorage::offsetUnset(): Argument #1 ($object) must be of type object, int given
TypeError: SplObjectStorage::offsetSet(): Argument #1 ($object) must be of type object, string given
TypeError: SplObjectStorage::offsetGet(): Argument #1 ($object) must be of type object, string given
TypeError: SplObjectStorage::offsetExists(): Argument #1 ($object) must be of type object, string given
TypeError: SplObjectStorage::offsetUnset(): Argument #1 ($object) must be of type object, string given
TypeError: SplObjectStorage::offsetSet(): Argument #1 ($object) must be of type object, null given
TypeError: SplObjectStorage::offsetGet(): Argument #1 ($object) must be of type object, null given
TypeError: SplObjectStorage::offsetExists(): Argument #1 ($object) must be of type object, null given
TypeError: SplObjectStorage::offsetUnset(): Argument #1 ($object) must be of type object, null given
TypeError: SplObjectStorage::offsetSet(): Argument #1 ($object) must be of type object, array given
TypeError: SplObjectStorage::offsetGet(): Argument #1 ($object) must be of type object, array given
TypeError: SplObjectStorage::offsetExists(): Argument #1 ($object) must be of type object, array given
TypeError: SplObjectStorage::offsetUnset(): Argument #1 ($object) must be of type object, array given
TypeError: SplObjectStorage::offsetSet(): Argument #1 ($object) must be of type object, null given
int(0)
set
get
exists
exists
get
exists
get
int(0)
bool(true)
bool(true)
int(0)
int(42)
int(42)
unset
int(42)
string(1) "x"
bool(true)
int(1)

Notice: Indirect modification of overloaded element of SplObjectStorage has no effect in %s on line 23
array(1) {
  ["a"]=>
  int(1)
}
bool(true)
bool(true)
string(1) "d"
