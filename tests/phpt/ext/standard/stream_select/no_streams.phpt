--TEST--
What is no stream is told of, one exception behind the other
--FILE--
<?php
$closed = fopen('php://memory', 'r');
fclose($closed);
$open = fopen('php://temp', 'r');
foreach ([[false], [$closed], [1, $closed], [$closed, STDIN], [STDIN, 'x', $closed]] as $streams) {
    $read = $streams;
    $write = $except = null;
    try {
        var_dump(stream_select($read, $write, $except, 0));
    } catch (Throwable $thrown) {
        do {
            echo get_class($thrown), ': ', $thrown->getMessage(), "\n";
        } while ($thrown = $thrown->getPrevious());
    }
    echo "--\n";
}
--EXPECT--
ValueError: No stream arrays were passed
TypeError: stream_select(): supplied argument is not a valid stream resource
--
ValueError: No stream arrays were passed
TypeError: stream_select(): supplied resource is not a valid stream resource
--
ValueError: No stream arrays were passed
TypeError: stream_select(): supplied resource is not a valid stream resource
TypeError: stream_select(): supplied argument is not a valid stream resource
--
TypeError: stream_select(): supplied resource is not a valid stream resource
TypeError: stream_select(): supplied resource is not a valid stream resource
TypeError: stream_select(): supplied resource is not a valid stream resource
--
TypeError: stream_select(): supplied resource is not a valid stream resource
TypeError: stream_select(): supplied argument is not a valid stream resource
TypeError: stream_select(): supplied resource is not a valid stream resource
TypeError: stream_select(): supplied argument is not a valid stream resource
TypeError: stream_select(): supplied resource is not a valid stream resource
TypeError: stream_select(): supplied argument is not a valid stream resource
--
