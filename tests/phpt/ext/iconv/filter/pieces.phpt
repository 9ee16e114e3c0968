--TEST--
A stream filter keeps halves of characters until the next piece
--EXTENSIONS--
iconv
--FILE--
<?php
$out = fopen('php://output', 'w');
stream_filter_append($out, 'convert.iconv.UTF-8.UTF-16BE');
ob_start();
foreach (str_split("a\u{e9}b\u{416}") as $byte) {
    fwrite($out, $byte);
}
fclose($out);
echo bin2hex(ob_get_clean()), "\n";
$in = fopen('php://memory', 'w+');
fwrite($in, "good\xff");
rewind($in);
stream_filter_append($in, 'convert.iconv.UTF-8.ISO-8859-1');
var_dump(fread($in, 100));
--EXPECTF--
006100e900620416

Warning: fread(): iconv stream filter ("UTF-8"=>"ISO-8859-1"): invalid multibyte sequence in %s on line 14
bool(false)
