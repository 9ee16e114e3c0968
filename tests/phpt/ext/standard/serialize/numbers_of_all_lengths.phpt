--TEST--
Numbers and strings of all lengths
--FILE--
<?php
$values = [];
for ($i = 0; $i < 20; $i++) {
    foreach ([10 ** min($i, 18), 10 ** min($i, 18) - 1, -(10 ** min($i, 18))] as $number) { $values[] = (int) $number; $values[(int) $number] = "$number"; }
}
foreach ([0, 1, 2, 9, 10, 11, 99, 100, 101, 255, 256, 999, 1000] as $len) { $values["k$len"] = str_repeat('x', $len); }
foreach (['serialize' => 'unserialize', 'json_encode' => fn ($text) => json_decode($text, true)] as $write => $read) {
    $text = $write($values);
    echo md5($text), ' ', $read($text) === $values ? 'same' : 'other', "\n";
}
for ($i = 0; $i < 12000; $i++) {
    if (serialize($i) !== "i:" . strval($i) . ";" || json_encode([$i]) !== '[' . strval($i) . ']') { echo $i, "\n"; }
}
--EXPECT--
8eee03526b93baa267a6c98b6899035b same
aaf932f8c4072ef1aba3397861cc6324 same
