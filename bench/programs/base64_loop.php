<?php
// Encodings of short and long texts.
$long = str_repeat("Binary \x00\x01\xff text. ", 600);
$sum = 0;
for ($i = 0; $i < 150000; $i++) {
    $token = rtrim(strtr(base64_encode("user:$i:" . ($i * 7919)), '+/', '-_'), '=');
    $back = base64_decode(strtr($token, '-_', '+/'));
    $sum += strlen($token) + strlen($back) + ord($back[strlen($back) - 1]);
    $sum += strlen(bin2hex($back)) + crc32($back) % 97;
}
for ($i = 0; $i < 3000; $i++) {
    $encoded = base64_encode($long);
    $sum += strlen($encoded) + strlen(base64_decode($encoded)) + strlen(md5($encoded));
}
echo $sum, "\n";
