--TEST--
APCUIterator: patterns, lists, parts of entries, deleting
--EXTENSIONS--
apcu
--INI--
apc.enable_cli=1
--FILE--
<?php
apcu_store(['a1' => 1, 'a2' => [2], 'b1' => 'x']);
$all = new APCUIterator('/^a/');
foreach ($all as $key => $entry) { echo $key, ' ', json_encode($entry['value']), ' ', implode(',', array_keys($entry)), "\n"; }
var_dump($all->getTotalCount(), $all->getTotalHits(), $all->getTotalSize() > 0);
foreach (new APCUIterator(['b1', 'gone'], APC_ITER_KEY) as $key => $entry) { echo $key, ' ', json_encode($entry), "\n"; }
var_dump(apcu_delete(new APCUIterator('/^a/')), apcu_exists('a1'), apcu_exists('b1'));
$none = new APCUIterator([]);
var_dump($none->valid());
foreach (['current', 'key'] as $method) { try { $none->$method(); } catch (Error $e) { echo $e->getMessage(), "\n"; } }
--EXPECT--
a1 1 type,key,value,num_hits,mtime,creation_time,deletion_time,access_time,ref_count,mem_size,ttl
a2 [2] type,key,value,num_hits,mtime,creation_time,deletion_time,access_time,ref_count,mem_size,ttl
int(2)
int(0)
bool(true)
b1 {"key":"b1"}
bool(true)
bool(false)
bool(true)
bool(false)
Cannot call current() on invalid iterator
Cannot call key() on invalid iterator
