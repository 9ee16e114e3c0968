--TEST--
Transfers go on while the script is their server: forms, redirects, cookies, callbacks
--EXTENSIONS--
curl
--FILE--
<?php
$server = stream_socket_server('tcp://127.0.0.1:0');
$base = 'http://' . stream_socket_get_name($server, false);
stream_set_blocking($server, false);
$multi = curl_multi_init();
$headers = [];
$handles = [
    'form' => [CURLOPT_POSTFIELDS => ['a' => 'b', 'f' => new CURLStringFile('data', 'name.txt', 'text/x')]],
    'post' => [CURLOPT_POSTFIELDS => 'x=y', CURLOPT_HTTPHEADER => ['X-Own: 1', 'Accept:']],
    'redirect' => [CURLOPT_FOLLOWLOCATION => true, CURLOPT_COOKIEFILE => ''],
    'headers' => [CURLOPT_HEADERFUNCTION => function ($c, $line) use (&$headers) { $headers[] = $line; return strlen($line); }],
    'refused' => [CURLOPT_WRITEFUNCTION => fn($c, $data) => 0],
];
foreach ($handles as $name => $options) {
    $c = curl_init("$base/$name");
    curl_setopt_array($c, $options + [CURLOPT_RETURNTRANSFER => true]);
    curl_multi_add_handle($multi, $handles[$name] = $c);
}
$clients = [];
do {
    curl_multi_exec($multi, $running);
    while ($client = @stream_socket_accept($server, 0)) {
        stream_set_blocking($client, false);
        $clients[] = [$client, ''];
    }
    foreach ($clients as $i => [$client, $seen]) {
        $seen = $clients[$i][1] .= fread($client, 8192);
        if (!str_contains($seen, "\r\n\r\n")) continue;
        [$head, $body] = explode("\r\n\r\n", $seen, 2);
        if (preg_match('/content-length: (\d+)/i', $head, $m) && strlen($body) < $m[1]) continue;
        $head = preg_replace(['/boundary=\S+/', '/Host: \S+/', '/Content-Length: \d+/'], ['boundary=B', 'Host: H', 'Content-Length: N'], $head);
        $text = $head . "\n" . preg_replace('/-{20,}\S+/', '--B', $body);
        $more = str_contains($head, ' /redirect') ? "Location: /next\r\nSet-Cookie: c=1; path=/\r\n" : '';
        $status = $more ? '302 Found' : '200 OK';
        fwrite($client, "HTTP/1.1 $status\r\n{$more}Content-Length: " . strlen($text) . "\r\nConnection: close\r\n\r\n$text");
        fclose($client);
        unset($clients[$i]);
    }
    if ($running) curl_multi_select($multi, 0.01);
} while ($running);
while ($done = curl_multi_info_read($multi)) {
    $results[array_search($done['handle'], $handles, true)] = $done['result'];
}
ksort($results);
print_r($results);
foreach ($handles as $name => $c) {
    echo "== $name ", curl_getinfo($c, CURLINFO_RESPONSE_CODE), ' ', curl_getinfo($c, CURLINFO_REDIRECT_COUNT), "\n";
    echo str_replace("\r", '', (string) curl_multi_getcontent($c)), "\n", curl_error($c), "\n";
    curl_multi_remove_handle($multi, $c);
}
echo count($headers), ' ', trim($headers[0]), "\n";
--EXPECTF--
Array
(
    [form] => 0
    [headers] => 0
    [post] => 0
    [redirect] => 0
    [refused] => 0
)
== form 200 0
POST /form HTTP/1.1
Host: H
Accept: */*
Content-Length: N
Content-Type: multipart/form-data; boundary=B
--B
Content-Disposition: form-data; name="a"

b
--B
Content-Disposition: form-data; name="f"; filename="name.txt"
Content-Type: text/x

data
--B


== post 200 0
POST /post HTTP/1.1
Host: H
X-Own: 1
Content-Length: N
Content-Type: application/x-www-form-urlencoded
x=y

== redirect 200 1
GET /next HTTP/1.1
Host: H
Accept: */*
Cookie: c=1


== headers 200 0
GET /headers HTTP/1.1
Host: H
Accept: */*


== refused 200 0
GET /refused HTTP/1.1
Host: H
Accept: */*


4 HTTP/1.1 200 OK
