<?php
// Writes the table that reference.rs checks: a call and the reference's answer on each line.
//   php -n reference.php [cases for each function] [seed] > reference.tsv
require __DIR__ . '/../../numeric/tests/table/table.php';

function data(): string
{
    return match (mt_rand(0, 5)) {
        0 => text('abc', 5),
        1 => text("ab \r\n\t=.\x00\xff\xc3\xa9", 200),
        2 => text('abcdefghij klmnop', 300),
        3 => random_bytes_seeded(pick([0, 1, 31, 32, 33, 55, 56, 63, 64, 65, 111, 112, 117, 118, 119, 127, 128, 129, 135, 136, 137, 240, 241, 256, 257])),
        4 => random_bytes_seeded(mt_rand(0, 600)),
        5 => random_bytes_seeded(mt_rand(0, 40)),
    };
}

const LETTERS = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function letters(int $length): string
{
    $text = '';
    while (strlen($text) < $length) {
        $text .= pick(LETTERS);
    }
    return mt_rand(0, 30) ? $text : substr_replace($text, pick(['$', ':', '!', "\0", '']), mt_rand(0, $length), 1);
}

function password(): string
{
    return pick([text(LETTERS, 12), text(LETTERS, 100), random_bytes_seeded(mt_rand(0, 20)), random_bytes_seeded(mt_rand(0, 90)), str_repeat("\xff", mt_rand(0, 5)) . text("\x01\x7f\x80\xa3\xff", 6)]);
}

function salt(): string
{
    $rounds = pick(['', '', '', 'rounds=1000$', 'rounds=1234$', 'rounds=999$', 'rounds=01001$', 'rounds=1000', 'rounds=$', 'rounds=1000000000$', 'rounds= 1100$', 'rounds=+1100$', 'rounds=-5$', 'rounds=1e3$']);
    return match (mt_rand(0, 8)) {
        0 => letters(mt_rand(0, 4)),
        1 => '$1$' . letters(mt_rand(0, 12)) . pick(['', '$', '$' . letters(3)]),
        2, 3 => '$5$' . $rounds . letters(mt_rand(0, 20)) . pick(['', '$', '$' . letters(3)]),
        4 => '$6$' . $rounds . letters(mt_rand(0, 20)) . pick(['', '$', '$' . letters(3)]),
        5, 6 => '$2' . pick('yyyyaaaxxxbY') . '$' . pick(['04', '04', '04', '05', '03', '4', '32', '0', '00']) . pick(['$', '$', '$', '$', '$', '']) . letters(pick([21, 22, 22, 22, 22, 30])),
        7 => '_' . pick(['/...', 'J9..', '....', 'zz..', '..']) . letters(pick([3, 4, 4, 4, 4, 6])),
        8 => text('*01$265_a.', 6),
    };
}

foreach (hash_algos() as $name) {
    for ($case = 0; $case < $cases / 4; $case++) {
        $data = data();
        row('hash', [$name, $data], hash($name, $data, true));
        if (preg_match('/^(murmur|xxh)/', $name)) {
            $seed = any_int();
            row('hash_seed', [$name, $data, $seed], hash($name, $data, true, ['seed' => $seed]));
        }
        if (preg_match('/^xxh(3|128)/', $name)) {
            $secret = random_bytes_seeded(mt_rand(136, 300));
            row('hash_secret', [$name, $data, $secret], hash($name, $data, true, ['secret' => $secret]));
        }
    }
}
foreach (hash_hmac_algos() as $name) {
    for ($case = 0; $case < $cases / 8; $case++) {
        [$data, $key] = [data(), data()];
        row('hmac', [$name, $data, $key], hash_hmac($name, $data, $key, true));
        $arguments = [data(), mt_rand(1, 5), mt_rand(0, 100)];
        row('pbkdf2', [$name, $key, ...$arguments], hash_pbkdf2($name, $key, ...[...$arguments, true]));
        $arguments = [mt_rand(0, 100), data(), data()];
        $key = "k$key";
        row('hkdf', [$name, $key, ...$arguments], hash_hkdf($name, $key, ...$arguments));
    }
}

for ($case = 0; $case < 4 * $cases; $case++) {
    $data = data();
    row('crc32', [$data], crc32($data));
    row('base64_encode', [$data], base64_encode($data));
    $coded = base64_encode($data);
    for ($damage = mt_rand(0, 3); $damage > 0; $damage--) {
        $coded = substr_replace($coded, pick(['', '=', '-', ' ', "\n", '==', "\0", 'A', "\v"]), mt_rand(0, strlen($coded)), mt_rand(0, 1));
    }
    row('base64_decode', [$coded, 0], base64_decode($coded));
    $strict = base64_decode($coded, true);
    row('base64_decode', [$coded, 1], $strict === false ? null : $strict);
    row('bin2hex', [$data], bin2hex($data));
    $hex = text('0123456789abcdefABCDEF', 7) . pick(['', '', '', 'g', ' ']);
    $binary = hex2bin($hex);
    row('hex2bin', [$hex], $binary === false ? null : $binary);
    row('convert_uuencode', [$data], convert_uuencode($data));
    $coded = convert_uuencode($data);
    for ($damage = mt_rand(0, 2); $damage > 0; $damage--) {
        $coded = substr_replace($coded, pick(['', '`', '-', ' ', "\n", "\0", 'A', 'a', "\r"]), mt_rand(0, strlen($coded)), mt_rand(0, 1));
    }
    $decoded = convert_uudecode($coded);
    row('convert_uudecode', [$coded], $decoded === false ? null : $decoded);
    row('quoted_printable_encode', [$data], quoted_printable_encode($data));
    $coded = mt_rand(0, 1) ? text("=\r\n \t3DaF2", 20) : quoted_printable_encode($data);
    for ($damage = mt_rand(0, 3); $damage > 0; $damage--) {
        $coded = substr_replace($coded, pick(['', '=', '= ', '=3', "\n", "=\r", "\0", 'A', "=\t \n"]), mt_rand(0, strlen($coded)), mt_rand(0, 1));
    }
    row('quoted_printable_decode', [$coded], quoted_printable_decode($coded));

    [$password, $salt] = [password(), salt()];
    row('crypt', [$password, $salt], crypt($password, $salt));
}

for ($case = 0; $case < $cases / 5; $case++) {
    $password = str_replace("\0", 'x', password());
    $method = pick([PASSWORD_BCRYPT, PASSWORD_ARGON2I, PASSWORD_ARGON2ID]);
    $hash = password_hash($password, $method, ['cost' => mt_rand(4, 5), 'memory_cost' => mt_rand(8, 200), 'time_cost' => mt_rand(1, 4), 'threads' => 1]);
    row('password_verify', [$password, $hash], password_verify($password, $hash));
    $position = mt_rand(0, strlen($hash) - 1);
    $damaged = substr_replace($hash, pick(LETTERS), $position, 1);
    row('password_verify', [$password, $damaged], password_verify($password, $damaged));
    foreach ([$hash, $damaged, salt()] as $hash) {
        $info = password_get_info($hash);
        row('password_get_info', [$hash], $info['algoName'], ...array_values($info['options']));
    }
}
