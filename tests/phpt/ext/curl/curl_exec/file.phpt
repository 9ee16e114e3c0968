--TEST--
file:// goes to the output, into a string or a stream, and what is not there is error 37
--EXTENSIONS--
curl
--FILE--
<?php
$name = tempnam(sys_get_temp_dir(), 'curl');
file_put_contents($name, "content\n");
$c = curl_init("file://$name");
var_dump(curl_exec($c));
curl_setopt($c, CURLOPT_RETURNTRANSFER, true);
var_dump(curl_exec($c), curl_getinfo($c, CURLINFO_SIZE_DOWNLOAD), curl_getinfo($c, CURLINFO_SCHEME));
curl_setopt($c, CURLOPT_FILE, $out = fopen('php://temp', 'w+'));
var_dump(curl_exec($c), stream_get_contents($out, -1, 0));
unlink($name);
var_dump(curl_exec($c), curl_errno($c));
foreach (['nofoo://x', 'http://', 'ht tp://x', ''] as $url) {
    curl_setopt($c, CURLOPT_URL, $url);
    var_dump(curl_exec($c), curl_errno($c), curl_error($c));
}
--EXPECT--
content
bool(true)
string(8) "content
"
float(8)
string(4) "file"
bool(true)
string(8) "content
"
bool(false)
int(37)
bool(false)
int(1)
string(30) "Protocol "nofoo" not supported"
bool(false)
int(3)
string(37) "URL rejected: No host part in the URL"
bool(false)
int(3)
string(47) "URL rejected: Malformed input to a URL function"
bool(false)
int(3)
string(47) "URL rejected: Malformed input to a URL function"
