--TEST--
apcu_cache_info, apcu_key_info and apcu_sma_info
--EXTENSIONS--
apcu
--INI--
apc.enable_cli=1
--FILE--
<?php
apcu_store('a', 1, 60);
apcu_fetch('a');
apcu_fetch('gone');
$info = apcu_cache_info();
echo implode(',', array_keys($info)), "\n", implode(',', array_keys($info['cache_list'][0])), "\n";
var_dump($info['num_hits'], $info['num_misses'], $info['num_inserts'], $info['num_entries'], isset(apcu_cache_info(true)['cache_list']));
$key = apcu_key_info('a');
echo implode(',', array_keys($key)), ' ', $key['hits'], ' ', $key['ttl'], "\n";
var_dump(apcu_key_info('gone'));
echo implode(',', array_keys(apcu_sma_info(true))), "\n";
var_dump(apcu_clear_cache(), apcu_exists('a'), apcu_cache_info(true)['num_hits']);
apcu_store('short', 1, 1);
sleep(2);
var_dump(apcu_fetch('short'), apcu_exists('short'), apcu_add('short', 2));
--EXPECT--
num_slots,ttl,num_hits,num_misses,num_inserts,num_entries,expunges,start_time,mem_size,memory_type,cache_list,deleted_list,slot_distribution
info,ttl,num_hits,mtime,creation_time,deletion_time,access_time,ref_count,mem_size
float(1)
float(1)
float(1)
int(1)
bool(false)
hits,access_time,mtime,creation_time,deletion_time,ttl,refs 1 60
NULL
num_seg,seg_size,avail_mem
bool(true)
bool(false)
float(0)
bool(false)
bool(false)
bool(true)
