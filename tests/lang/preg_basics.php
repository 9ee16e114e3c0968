<?php

var_dump(preg_match('/(\d+)-(\d+)/', 'tel 12-34 and 56-78', $m), $m);
var_dump(preg_match_all('/(?<a>\d)(?<b>\w)?/', '1x 2 3y', $m), $m);
preg_match_all('/(\d)(\w)?/', '1x 2 3y', $m, PREG_SET_ORDER | PREG_OFFSET_CAPTURE | PREG_UNMATCHED_AS_NULL);
print_r($m);
preg_match('/(a)(b)?(c)?/', 'a', $m);
var_dump($m);
preg_match('/(a)(b)?(c)/', 'ac', $m, PREG_UNMATCHED_AS_NULL);
var_dump($m);
echo preg_replace('/(\w+) (\w+)/', '$2 ${1}x \0', 'hello world'), "\n";
echo preg_replace(['/a/', '/b/'], ['b', 'c'], 'aabb', 1, $count), $count, "\n";
echo preg_replace_callback('/\d+/', fn ($m) => $m[0] * 2, 'a1 b22 c333'), "\n";
echo preg_replace_callback('/(?<x>b)|(a)/', fn ($m) => json_encode($m), 'ab', flags: PREG_UNMATCHED_AS_NULL | PREG_OFFSET_CAPTURE), "\n";
echo preg_replace_callback_array(['/a/' => fn ($m) => 'b', '/b/' => fn ($m) => 'c'], 'aabb', -1, $count), $count, "\n";
print_r(preg_split('/[\s,]+/', "a, b  c,d", -1, PREG_SPLIT_NO_EMPTY));
print_r(preg_split('/(-)/', 'a-b-c', 2, PREG_SPLIT_DELIM_CAPTURE));
print_r(preg_split('//', 'abc', -1, PREG_SPLIT_NO_EMPTY | PREG_SPLIT_OFFSET_CAPTURE));
print_r(preg_grep('/^\d+$/', ['1', 'a', '22', 'b3']));
print_r(preg_grep('/^\d+$/', ['x' => '1', 'y' => 'a'], PREG_GREP_INVERT));
echo preg_quote('Hello.World?[1+1=2]/#'), ' ', preg_quote('a/b#', '#'), "\n";
var_dump(preg_match('/^\p{Lu}\X/u', 'Éa'), preg_match('/./u', "\xff"), preg_last_error(), preg_last_error_msg(), preg_match('/ä/i', 'Ä'), preg_match('/ä/iu', 'Ä'));
var_dump(preg_match('/(?:\D+|<\d+>)*[!?]/', 'foobar foobar foobar'), preg_last_error_msg());
ini_set('pcre.backtrack_limit', '100');
ini_set('pcre.jit', '0');
var_dump(preg_match('/(?:\D+|<\d+>)*[!?]/', 'foobar foobar foobar'), preg_last_error_msg());
ini_set('pcre.backtrack_limit', '1000000');
foreach (['/abc', 'abc', '/a/k', '/(/', '/[/', "/a\0b/", '\\d\\', '/(?<n>a)(?<n>b)/', '', '/*/', '/a{2,1}/'] as $bad) {
    var_dump(preg_match($bad, 'x'));
}
var_dump(preg_match('{^a(b+)c$}xsm', 'abbc', $m), preg_match('#a#e', 'a'), preg_match('/a/A', 'ba'), preg_match('/a$/D', "a\n"), preg_match('/a$/', "a\n"), preg_match('/A.C/is', "a\nc"), preg_match('/a+?/U', 'aaa', $m), $m[0], preg_match('/(?i)ABC(?-i)d/', 'abcd'), preg_match('/\bfoo\b/', 'a foo b', $m, PREG_OFFSET_CAPTURE, 3), preg_match('/^b/', 'ab', $m, 0, 1), preg_match('/\Gb/', 'ab', $m, 0, 1), preg_match('/(?=a)(?!ab)(?<=x)a/', 'xac'), preg_match('/(\w)\1/', 'hello'), preg_match('/^(?:(\()|[^()])+(?(1)\))$/', '(a)'), preg_match('/^(\((?:[^()]|(?1))*\))$/', '(a(b)c)'));
var_dump(preg_replace('/\s+/', ' ', ['x' => "a  b", 'y' => "c\n\nd"]), preg_replace('/e/', 'E', 'eee', 2), preg_replace('/x/u', 'y', "\xff"), preg_filter('/\d/', '#', ['a', '1', 'b2']));
