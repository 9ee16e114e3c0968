--TEST--
How warnings about connections show their address
--FILE--
<?php
foreach ([fn() => fsockopen("a\0b", 1), fn() => stream_socket_client("tcp://a\0b'\\:80"), fn() => stream_socket_server("tcp://a\0b:1")] as $open) {
    @$open();
    echo error_get_last()['message'], "\n";
}
--EXPECT--
fsockopen(): Unable to connect to a:1 (The hostname must not contain null bytes)
stream_socket_client(): Unable to connect to tcp://a\0b\'\\:80 (The hostname must not contain null bytes)
stream_socket_server(): Unable to connect to tcp://a (The hostname must not contain null bytes)
