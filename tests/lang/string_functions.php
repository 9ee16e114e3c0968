<?php

var_dump(ucfirst('abc'), ucwords('hello world-foo bar_baz', " -"), lcfirst('ABC'), strrev('abc'), str_pad('5', 3, '0', STR_PAD_LEFT), wordwrap('The quick brown fox', 10, "\n", true), nl2br("a\nb"), similar_text('World', 'Word'), levenshtein('kitten', 'sitting'), soundex('Robert'), metaphone('Thompson'));
var_dump(substr('abc', 3), substr('abc', 1, -1), substr('abc', -5, 2), substr('abc', 5), substr_count('aaa', 'aa'), substr_replace('Hello', 'J', 0, 1), substr_replace(['abc', 'def'], 'X', 1, 1), ucwords('o\'neil mc-donald'));
var_dump(strpos('abcabc', 'c', 3), strrpos('abcabc', 'b'), stripos('ABC', 'b'), strstr('user@host', '@'), strstr('user@host', '@', true), strrchr('a/b/c', '/'), str_contains('abc', ''), str_starts_with('abc', 'ab'), str_ends_with('abc', 'bc'), strpbrk('This is', 'st'));
var_dump(trim("  x \n"), rtrim('1.500', '0'), ltrim('0012', '0'), trim('abcXcba', 'a..c'), chunk_split('abcdef', 2, '-'), strtr('Hi all', 'ai', 'eo'), strtr('Hi all', ['Hi' => 'Hello', 'Hello' => 'x', 'a' => 'A']), str_word_count('Hello World again'), str_word_count('a b', 1), strcspn('abcd', 'c'), strspn('42 is', '1234567890'));
var_dump(explode(',', 'a,b,,c'), explode(',', 'a,b,c', 2), explode(',', 'a,b,c', -1), explode(',', ''), implode(', ', ['a', null, false, true, 1.5]), str_split('abcdef', 4), strtok('a b c', ' '), strtok(' '), nl2br("x"), quotemeta('1+1=2?'), addslashes("O'Re\"il\\ly"), stripslashes('O\\\'R'), addcslashes("abc\n\x01z", 'a..c'), stripcslashes('a\n\x41'));
var_dump(strcmp('a', 'b'), strcasecmp('HELLO', 'hello'), strncmp('abcd', 'abef', 2), strnatcmp('img12', 'img10'), strnatcasecmp('IMG2', 'img10'), substr_compare('Hello', 'LLO', -3, 3, true), strcoll('a', 'b'));
var_dump(htmlspecialchars('<a href="x">T\'s & co</a>'), html_entity_decode('&lt;&eacute;&#39;&#x41;&nbsp;&hearts;'), htmlentities('café <b>'), strip_tags('<p>Hello <b>World</b><br/></p><!-- c -->', '<b>'), htmlspecialchars_decode('&lt;b&gt; &amp;amp; &quot;'), nl2br("l1\r\nl2"));
var_dump(md5('a'), sha1('a'), crc32('hello'), hash('sha256', ''), hash('crc32b', 'a'), base64_encode("bin\0\xff"), base64_decode('YQ=='), bin2hex('abc'), hex2bin('616263'), strtolower('ÀBC'), urlencode('a b&c=d/e?f'), rawurlencode('a b~c'), urldecode('a%20b+c'), http_build_query(['a' => 1, 'b' => [1, 2], 'c' => ['k' => 'v w'], 'n' => null, 't' => true]), uniqid() !== uniqid(), convert_uuencode('test'), str_rot13('Hello'), crc32(''), strval(1.0), lcg_value() < 1);
print_r(parse_url('https://user:pw@host.com:8080/p/a/t/h?query=1&b[]=2#frag'));
parse_str('a=1&b[]=2&b[]=3&c[k][j]=v&d.e=5&f g=6', $out);
print_r($out);
print_r(count_chars('abca', 3));
print_r(str_getcsv('a,"b ""q"" c",,d e'));
print_r(sscanf('12 abc', '%d %[a-z]'));
print_r(array_map('ord', str_split("\x00\x7f\xff")));
var_dump(ucwords(''), implode([]), implode(',', []), str_repeat('ab', 3), strlen("\u{1F600}"), vsprintf('%2$s', ['a', 'b']), money(), number_format(0.125, 2), similar_text('', '', $p), $p, money_pct('World', 'Word'));
function money()
{
    return number_format(-1234.5678, 2, ',', '.');
}
function money_pct($a, $b)
{
    similar_text($a, $b, $percent);
    return round($percent, 3);
}
