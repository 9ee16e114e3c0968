--TEST--
A native writes $http_response_header of a function that also uses it
--FILE--
<?php
$code = <<<'PHP'
<?php
$server = stream_socket_server('tcp://127.0.0.1:0');
echo stream_socket_get_name($server, false), "\n";
for ($i = 0; $i < 20 && $peer = stream_socket_accept($server, 20); $i++) {
    while (!in_array(fgets($peer), ["\r\n", false], true));
    fwrite($peer, "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok");
    fclose($peer);
}
PHP;
$file = sys_get_temp_dir() . '/http-response-header-' . getmypid() . '.php';
file_put_contents($file, $code);
$process = proc_open([PHP_BINARY, '-n', $file], [1 => ['pipe', 'w']], $pipes);
$url = 'http://' . trim(fgets($pipes[1])) . '/';
function f($u) {
    $http_response_header = 1;
    file_get_contents($u);
    $a = $http_response_header;
    $b = $a;
    $c = $a;
    $d = $a;
    $e = $b;
    return [$c, $d, $e];
}
for ($i = 0; $i < 20; $i++) {
    $r = f($url);
    $x[] = ["a$i", $i, str_repeat("x", 50)];
}
unlink($file);
proc_close($process);
echo json_encode($r), ' ', md5(json_encode($x)), "\n";
--EXPECT--
[["HTTP\/1.0 200 OK","Content-Length: 2"],["HTTP\/1.0 200 OK","Content-Length: 2"],["HTTP\/1.0 200 OK","Content-Length: 2"]] 1ad25b8f59836e077d3e6792e3b5d8a5
