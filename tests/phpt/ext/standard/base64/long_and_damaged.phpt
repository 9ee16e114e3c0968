--TEST--
Texts of every length around those of vector instructions, whole and damaged
--FILE--
<?php
$bytes = '';
for ($i = 0; $i < 700; $i++) {
    $bytes .= chr(($i * 37 + ($i >> 3)) & 255);
}
$wrong = 0;
$hash = '';
for ($len = 0; $len < 700; $len++) {
    $data = substr($bytes, 0, $len);
    $text = base64_encode($data);
    $wrong += base64_decode($text) !== $data || base64_decode($text, true) !== $data;
    $all = [$text];
    foreach (['=', '*', "\n", ' ', "\xff", 'A'] as $k => $byte) {
        $bad = $text;
        if ($bad !== '') {
            $bad[($len * 7 + $k * 31) % strlen($bad)] = $byte;
        }
        array_push($all, base64_decode($bad), base64_decode($bad, true));
    }
    foreach ([substr($text, 0, -1), substr($text, 0, -2), $text . '=', $text . $text, rtrim($text, '=') . 'B'] as $bad) {
        array_push($all, base64_decode($bad), base64_decode($bad, true));
    }
    $hash = md5($hash . serialize($all));
}
var_dump($wrong, $hash);
// Bits behind the last byte do not count.
var_dump(bin2hex(base64_decode(str_repeat('QUJD', 8) . 'QR==')), bin2hex(base64_decode(str_repeat('QUJD', 8) . 'QUJ=', true)));
--EXPECT--
int(0)
string(32) "de3e540d1bebad138ff212ab4b25cd3f"
string(50) "41424341424341424341424341424341424341424341424341"
string(52) "4142434142434142434142434142434142434142434142434142"
