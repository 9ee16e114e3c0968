--TEST--
What opcache's settings may be, and how they are shown
--EXTENSIONS--
opcache
--INI--
opcache.enable=1
opcache.enable_cli=1
opcache.jit=disable
opcache.memory_consumption=64
opcache.max_wasted_percentage=10
opcache.optimization_level=0x7
--FILE--
<?php
$directives = opcache_get_configuration()['directives'];
foreach (['memory_consumption', 'max_wasted_percentage', 'optimization_level', 'max_accelerated_files', 'enable', 'jit', 'file_cache'] as $name) {
    echo $name, ' ';
    var_dump($directives["opcache.$name"]);
}
foreach ([
    'jit' => ['on', 'disable'], 'jit_hot_loop' => [5], 'jit_hot_side_exit' => [-1, 0, 256, 255], 'jit_max_loop_unrolls' => [0, 1, 9, 10],
    'jit_max_recursive_calls' => [0, 1, 10], 'jit_max_recursive_returns' => [0, 3, 4], 'jit_max_polymorphic_calls' => [11],
    'jit_max_trace_length' => [3, 4, 1024, 1025], 'jit_blacklist_root_trace' => [255, 256], 'jit_debug' => ['x'], 'revalidate_freq' => ['5', 'y', '1Q'],
    'validate_timestamps' => [0], 'memory_consumption' => [8], 'blacklist_filename' => ['x'],
] as $name => $values) {
    foreach ($values as $value) {
        echo "$name=$value: ";
        var_dump(ini_set("opcache.$name", $value));
    }
}
?>
--EXPECTF--
memory_consumption int(67108864)
max_wasted_percentage float(0.1)
optimization_level int(7)
max_accelerated_files int(10000)
enable bool(true)
jit string(7) "disable"
file_cache string(0) ""
jit=on: 
Warning: Cannot change opcache.jit setting at run-time (JIT is disabled) in %s on line 15
bool(false)
jit=disable: 
Warning: Cannot change opcache.jit setting at run-time (JIT is disabled) in %s on line 15
bool(false)
jit_hot_loop=5: bool(false)
jit_hot_side_exit=-1: 
Warning: Invalid "opcache.jit_hot_side_exit" setting; using default value instead. Should be between 0 and 255 in %s on line 15
bool(false)
jit_hot_side_exit=0: string(1) "8"
jit_hot_side_exit=256: 
Warning: Invalid "opcache.jit_hot_side_exit" setting; using default value instead. Should be between 0 and 255 in %s on line 15
bool(false)
jit_hot_side_exit=255: string(1) "0"
jit_max_loop_unrolls=0: 
Warning: Invalid "opcache.jit_max_loop_unrolls" setting. Should be between 1 and 10 in %s on line 15
bool(false)
jit_max_loop_unrolls=1: string(1) "8"
jit_max_loop_unrolls=9: string(1) "1"
jit_max_loop_unrolls=10: 
Warning: Invalid "opcache.jit_max_loop_unrolls" setting. Should be between 1 and 10 in %s on line 15
bool(false)
jit_max_recursive_calls=0: 
Warning: Invalid "opcache.jit_max_recursive_calls" setting. Should be between 1 and 10 in %s on line 15
bool(false)
jit_max_recursive_calls=1: string(1) "2"
jit_max_recursive_calls=10: 
Warning: Invalid "opcache.jit_max_recursive_calls" setting. Should be between 1 and 10 in %s on line 15
bool(false)
jit_max_recursive_returns=0: string(1) "2"
jit_max_recursive_returns=3: string(1) "0"
jit_max_recursive_returns=4: 
Warning: Invalid "opcache.jit_max_recursive_returns" setting. Should be between 0 and 4 in %s on line 15
bool(false)
jit_max_polymorphic_calls=11: string(1) "2"
jit_max_trace_length=3: 
Warning: Invalid "opcache.jit_max_trace_length" setting. Should be between 4 and 1024 in %s on line 15
bool(false)
jit_max_trace_length=4: string(4) "1024"
jit_max_trace_length=1024: string(1) "4"
jit_max_trace_length=1025: 
Warning: Invalid "opcache.jit_max_trace_length" setting. Should be between 4 and 1024 in %s on line 15
bool(false)
jit_blacklist_root_trace=255: string(2) "16"
jit_blacklist_root_trace=256: 
Warning: Invalid "opcache.jit_blacklist_root_trace" setting; using default value instead. Should be between 0 and 255 in %s on line 15
bool(false)
jit_debug=x: 
Warning: Invalid "opcache.jit_debug" setting. Invalid quantity "x": no valid leading digits, interpreting as "0" for backwards compatibility in %s on line 15
string(1) "0"
revalidate_freq=5: string(1) "2"
revalidate_freq=y: 
Warning: Invalid "opcache.revalidate_freq" setting. Invalid quantity "y": no valid leading digits, interpreting as "0" for backwards compatibility in %s on line 15
string(1) "5"
revalidate_freq=1Q: 
Warning: Invalid "opcache.revalidate_freq" setting. Invalid quantity "1Q": unknown multiplier "Q", interpreting as "1" for backwards compatibility in %s on line 15
string(1) "y"
validate_timestamps=0: string(1) "1"
memory_consumption=8: bool(false)
blacklist_filename=x: bool(false)
