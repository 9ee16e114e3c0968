--TEST--
Functions that PHP has instructions for are not in traces
--FILE--
<?php
class C implements Countable
{
    public function count(): int
    {
        throw new Exception('count');
    }
}

function trace(callable $f): void
{
    try {
        $f();
    } catch (Throwable $e) {
        echo $e->getMessage(), "\n", $e->getTraceAsString(), "\n\n";
    }
}

trace(fn() => count(new C));
trace(fn() => sizeof(5));
trace(fn() => strlen([]));
trace(fn() => get_class(null));
trace(fn() => array_key_exists([], []));
trace(fn() => array_key_exists(1, 2));
trace('count');
trace(fn() => call_user_func('strlen', []));
?>
--EXPECTF--
count
#0 %s(19): C->count()
#1 %s(13): {closure:%s:19}()
#2 %s(19): trace(Object(Closure))
#3 {main}

sizeof(): Argument #1 ($value) must be of type Countable|array, int given
#0 %s(13): {closure:%s:20}()
#1 %s(20): trace(Object(Closure))
#2 {main}

strlen(): Argument #1 ($string) must be of type string, array given
#0 %s(13): {closure:%s:21}()
#1 %s(21): trace(Object(Closure))
#2 {main}

get_class(): Argument #1 ($object) must be of type object, null given
#0 %s(13): {closure:%s:22}()
#1 %s(22): trace(Object(Closure))
#2 {main}

Cannot access offset of type array on array
#0 %s(13): {closure:%s:23}()
#1 %s(23): trace(Object(Closure))
#2 {main}

array_key_exists(): Argument #2 ($array) must be of type array, int given
#0 %s(13): {closure:%s:24}()
#1 %s(24): trace(Object(Closure))
#2 {main}

count() expects at least 1 argument, 0 given
#0 %s(13): count()
#1 %s(25): trace('count')
#2 {main}

strlen(): Argument #1 ($string) must be of type string, array given
#0 %s(26): strlen(Array)
#1 %s(13): {closure:%s:26}()
#2 %s(26): trace(Object(Closure))
#3 {main}
