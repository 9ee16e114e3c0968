<?php
// needs: mbstring
mb_internal_encoding('UTF-8');
var_dump(mb_substr_count('ababab', 'ab'), mb_substr_count('aaaa', 'aa'), mb_substr_count(str_repeat('aaaaab', 500), 'aaab'), mb_substr_count('日本日本', '本日'), mb_substr_count('x', 'xy'), mb_substr_count("ab", "b"));
var_dump(mb_encode_mimeheader('Grüße', 'UTF-8', 'Q'), mb_encode_mimeheader(str_repeat('Grüße aus Köln ', 20), 'UTF-8', 'Q'), mb_encode_mimeheader(str_repeat('ü', 80), 'ISO-8859-1', 'Q'));
var_dump(mb_strlen('abc', '8bit'), mb_strlen('äb', '8BIT'), mb_strlen('äb', 'UTF-8'), mb_strlen('äb', '8bit'));
try { mb_strlen('x', 'nope'); } catch (ValueError $e) { echo $e->getMessage(), "\n"; }
var_dump(@mb_convert_encoding('x', 'BASE64'), @mb_convert_encoding('y', 'BASE64'));
mb_convert_encoding('x', 'BASE64'); mb_convert_encoding('x', 'BASE64'); mb_convert_encoding('x', 'UTF-8'); mb_convert_encoding('x', 'HTML'); 
var_dump(mb_http_input(), mb_http_input('I'), mb_http_input('L'), count(mb_list_encodings()), mb_encoding_aliases('utf-8'));
