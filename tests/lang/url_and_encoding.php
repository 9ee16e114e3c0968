<?php

foreach (['http://user:pass@example.com:8080/path/to?x=1&y[]=2#frag', '/just/path?q', '//host/path', 'mailto:a@b.c', 'http://[::1]:80/', 'x://', 'http:///bad', '?query', '#frag', 'file:///etc/passwd', 'http://h:99999', 'host:80', 'http://a.b?c=d/e:f'] as $url) {
    echo $url, ' ', json_encode(parse_url($url), JSON_UNESCAPED_SLASHES), ' ', json_encode(parse_url($url, PHP_URL_HOST)), "\n";
}
echo http_build_query(['a' => [1, 'k' => ['x' => 'y z']], 'b' => null, 'c' => false, 'd' => 1.5, 'e' => 'é&='], '', '&amp;'), ' ', http_build_query([1, 2], 'p_'), ' ', http_build_query(['a b' => 'c d'], '', '&', PHP_QUERY_RFC3986), "\n";
foreach (["a b+c&d=é~-_.!*'()", "\0\x7f\xff"] as $s) {
    echo urlencode($s), ' ', rawurlencode($s), ' ', base64_encode($s), ' ', bin2hex($s), ' ', quoted_printable_encode($s), "\n";
}
var_dump(base64_decode('YWJj', true), base64_decode('YW Jj'), base64_decode('YW*Jj', true), base64_decode('YWI'), urldecode('%41%zz%4'), rawurldecode('a+b%2B'), quoted_printable_decode('a=3D=\r\nb'), convert_uudecode(convert_uuencode('abc')), strrev(strval(123)), hex2bin('6'), bin2hex(hex2bin('00ff')));
var_dump(htmlspecialchars('"\'<>&amp;', ENT_NOQUOTES), htmlspecialchars('&amp;', double_encode: false), htmlspecialchars("\xff"), htmlspecialchars("a\xff", ENT_SUBSTITUTE), htmlspecialchars("a\xffb", ENT_IGNORE), html_entity_decode('&#8364;&euro;&notanentity;&amp;lt;'), htmlentities("é€\u{1F600}"), strip_tags("a<br>b<script>x</script><!-- c -->d<?php e ?>f"), nl2br("a\r\nb\nc", false), get_html_translation_table(HTML_SPECIALCHARS)['"']);
echo md5(''), ' ', sha1('abc'), ' ', crc32('The quick brown fox'), ' ', hash('md5', 'a'), ' ', hash('sha512/256', ''), ' ', hash('xxh32', 'a'), ' ', hash('fnv1a64', 'a'), ' ', hash('adler32', 'abc'), ' ', hash_hmac('sha256', 'data', 'key'), ' ', strlen(md5('x', true)), "\n";
var_dump(hash_equals('a', 'a'), password_verify('secret', password_hash('secret', PASSWORD_BCRYPT, ['cost' => 4])), password_get_info('$2y$04$abcdefghijklmnopqrstuuABCDEFGHIJKLMNOPQRSTUVWXYZ01234')['algoName'], crypt('x', '$1$salt$'), crypt('pw', '$5$rounds=1000$salt$'), crypt('a', 'ab'), bin2hex(hash_pbkdf2('sha1', 'p', 's', 2, 10, true)), uniqid('', true) !== '', ip2long('192.168.1.1'), long2ip(3232235777), inet_ntop(inet_pton('::1')));
parse_str('a[b][c]=1&a[b][d]=2&x.y=3&z[]=&z[]=b&%61=enc&=empty&novalue', $r);
echo json_encode($r), "\n";
print_r(get_headers_none());
function get_headers_none()
{
    return headers_list() ?: 'no headers on the command line';
}
