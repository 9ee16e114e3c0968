<?php
// The HTTP wrapper assigns to a local variable of the function that uses it.
$server = <<<'CODE'
    $s = stream_socket_server('tcp://127.0.0.1:0');
    echo stream_socket_get_name($s, false), "\n";
    for ($i = 0; $i < 20; $i++) {
        $c = stream_socket_accept($s);
        while (trim(fgets($c)) !== '') {
        }
        fwrite($c, "HTTP/1.0 200 OK\r\nX-Number: $i\r\nContent-Length: 2\r\n\r\nhi");
        fclose($c);
    }
    CODE;
$process = proc_open([PHP_BINARY, '-r', $server], [1 => ['pipe', 'w']], $pipes);
$url = 'http://' . trim(fgets($pipes[1])) . '/';
function f($u)
{
    $http_response_header = 1;
    file_get_contents($u);
    $a = $http_response_header;
    $b = $a;
    $c = $a;
    $d = $a;
    $e = $b;
    return $e;
}
for ($i = 0; $i < 20; $i++) {
    $headers = f($url);
    $x[] = ["a$i", $i, str_repeat('x', 50)];
}
echo json_encode($headers), "\n", json_encode($x[3]), "\n";
proc_close($process);
