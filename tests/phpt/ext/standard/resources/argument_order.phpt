--TEST--
A resource is checked in its turn among the arguments
--FILE--
<?php
foreach ([
    fn() => fread('x', []),
    fn() => fseek(null, 'a'),
    fn() => stream_set_blocking(1.5, []),
    fn() => flock(new stdClass, 'x'),
    fn() => file_get_contents('x', false, 5),
    fn() => scandir('x', 0, []),
    fn() => stream_copy_to_stream(fopen('php://memory', 'r'), 'x', 'y'),
    fn() => closedir(5),
    fn() => get_resource_type([]),
] as $call) {
    try {
        $call();
    } catch (TypeError $e) {
        echo $e->getMessage(), "\n";
    }
}
echo (new ReflectionFunction('fread'))->getParameters()[0], "\n";
?>
--EXPECT--
fread(): Argument #1 ($stream) must be of type resource, string given
fseek(): Argument #1 ($stream) must be of type resource, null given
stream_set_blocking(): Argument #1 ($stream) must be of type resource, float given
flock(): Argument #1 ($stream) must be of type resource, stdClass given
file_get_contents(): Argument #3 ($context) must be of type resource or null, int given
scandir(): Argument #3 ($context) must be of type resource or null, array given
stream_copy_to_stream(): Argument #2 ($to) must be of type resource, string given
closedir(): Argument #1 ($dir_handle) must be of type resource or null, int given
get_resource_type(): Argument #1 ($resource) must be of type resource, array given
Parameter #0 [ <required> $stream ]
