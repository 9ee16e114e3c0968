--TEST--
What the function of apcu_entry() stores itself stays
--EXTENSIONS--
apcu
--INI--
apc.enable_cli=1
--FILE--
<?php
$try = function ($f) { try { var_dump($f()); } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; } };
$try(fn() => apcu_entry('a', function ($k) { apcu_store($k, 'stored'); return 'made'; })); $try(fn() => apcu_fetch('a'));
$try(fn() => apcu_entry('b', fn($k) => apcu_entry($k, fn($j) => 'inner') . ' outer')); $try(fn() => apcu_fetch('b'));
$try(fn() => apcu_entry('c', function ($k) { apcu_store($k, 'stored'); apcu_delete($k); return 'made'; })); $try(fn() => apcu_fetch('c'));
$try(fn() => apcu_entry('d', function ($k) { apcu_store($k, 's', 1); return 'made'; }, 100)); $try(fn() => apcu_key_info('d')['ttl']);
$try(fn() => apcu_entry('e', fn($k) => fn() => 1)); $try(fn() => apcu_fetch('e'));
$slots = apcu_cache_info()['slot_distribution']; var_dump($slots, array_sum($slots));
--EXPECT--
string(4) "made"
string(6) "stored"
string(11) "inner outer"
string(5) "inner"
string(4) "made"
string(4) "made"
string(4) "made"
int(1)
Exception: Serialization of 'Closure' is not allowed
bool(false)
array(4) {
  [3568]=>
  int(1)
  [3569]=>
  int(1)
  [3570]=>
  int(1)
  [3571]=>
  int(1)
}
int(4)
