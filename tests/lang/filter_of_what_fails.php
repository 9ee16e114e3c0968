<?php
// A filter that cannot open what is behind it tells of itself only.
readfile('php://filter/resource=http://127.0.0.1:1/');
var_dump(file_get_contents('php://filter/read=string.toupper/resource=/nonexistent'));
var_dump(file_put_contents('php://filter/write=string.rot13/resource=/nonexistent/x', 'a'));
var_dump(fopen('php://filter/resource=nosuch://x', 'r'));
var_dump(fopen('php://filter/resource=data:wrong', 'r'));
var_dump(@include 'php://filter/resource=/nonexistent');
var_dump(include 'php://filter/resource=http://127.0.0.1:1/');
new SplFileObject(__FILE__);
try {
    new SplFileObject('php://filter/resource=/nonexistent');
} catch (RuntimeException $e) {
    echo $e->getMessage(), "\n";
}
