--TEST--
parse_url() with question marks and hashes in any order
--FILE--
<?php
foreach (['/a?b#c', '/a#b?c', '?', '#', '/a?', '/a#', '?a?b', '#a#b', '/a?b?c#d#e', 'http://h?a/b', 'http://h#a?b', '', str_repeat('x', 300) . '?q#f', '/p' . str_repeat('y', 200) . '#f?g'] as $url) {
    echo json_encode(parse_url($url)), "\n";
}
?>
--EXPECT--
{"path":"\/a","query":"b","fragment":"c"}
{"path":"\/a","fragment":"b?c"}
{"query":""}
{"fragment":""}
{"path":"\/a","query":""}
{"path":"\/a","fragment":""}
{"query":"a?b"}
{"fragment":"a#b"}
{"path":"\/a","query":"b?c","fragment":"d#e"}
{"scheme":"http","host":"h","query":"a\/b"}
{"scheme":"http","host":"h","fragment":"a?b"}
{"path":""}
{"path":"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx","query":"q","fragment":"f"}
{"path":"\/pyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy","fragment":"f?g"}
