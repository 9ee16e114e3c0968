--TEST--
parse_url() with odd input
--FILE--
<?php
foreach (["a.com:80", "//h/p", "mailto:x@y", "http://u:p@h:8080/a?b=c#d", "file:///etc", "http://", "/a:80", "x://::abc/?", "http://[::1]:99/", "a:b", "http://h:99999", "?a=/b", "http://a b\x01"] as $url) {
    echo $url === "http://a b\x01" ? "control" : $url, " => ", json_encode(parse_url($url)), "\n";
}
var_dump(parse_url("http://h:80/", PHP_URL_PORT), parse_url("/p", PHP_URL_HOST));
?>
--EXPECT--
a.com:80 => {"host":"a.com","port":80}
//h/p => {"host":"h","path":"\/p"}
mailto:x@y => {"scheme":"mailto","path":"x@y"}
http://u:p@h:8080/a?b=c#d => {"scheme":"http","host":"h","port":8080,"user":"u","pass":"p","path":"\/a","query":"b=c","fragment":"d"}
file:///etc => {"scheme":"file","path":"\/etc"}
http:// => false
/a:80 => false
x://::abc/? => false
http://[::1]:99/ => {"scheme":"http","host":"[::1]","port":99,"path":"\/"}
a:b => {"scheme":"a","path":"b"}
http://h:99999 => false
?a=/b => {"query":"a=\/b"}
control => {"scheme":"http","host":"a b_"}
int(80)
NULL
