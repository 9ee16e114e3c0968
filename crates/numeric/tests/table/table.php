<?php
// For the scripts that write tables of calls with their results, one on each line.
// Fields are separated by tabs: i… is an integer, f… the bits of a float, s… text with escapes, n is null.
error_reporting(0);
$cases = (int) ($argv[1] ?? 60);
mt_srand((int) ($argv[2] ?? 1));

function field(mixed $value): string
{
    return match (true) {
        is_int($value) => "i$value",
        is_bool($value) => 'i' . (int) $value,
        is_float($value) => 'f' . bin2hex(strrev(pack('d', $value))),
        $value === null => 'n',
        default => 's' . preg_replace_callback('/[\\\\\x00-\x1f\x7f-\xff]/', fn ($m) => sprintf('\x%02x', ord($m[0])), $value),
    };
}

function row(string $name, array $arguments, mixed ...$results): void
{
    echo implode("\t", [$name, ...array_map(field(...), $arguments), '=', ...array_map(field(...), $results)]), "\n";
}

function pick(array|string $from): mixed
{
    return is_array($from) ? $from[array_rand($from)] : $from[mt_rand(0, strlen($from) - 1)];
}

function text(string $alphabet, int $max): string
{
    $text = '';
    for ($i = mt_rand(0, $max); $i > 0; $i--) {
        $text .= pick($alphabet);
    }
    return $text;
}

function random_bytes_seeded(int $length): string
{
    $bytes = '';
    while ($length-- > 0) {
        $bytes .= chr(mt_rand(0, 255));
    }
    return $bytes;
}

function any_int(): int
{
    return match (mt_rand(0, 3)) {
        0 => mt_rand(-1000, 1000),
        1 => pick([0, 1, -1, PHP_INT_MAX, PHP_INT_MIN, PHP_INT_MAX - 1, 1 << 53]),
        2 => unpack('q', random_bytes_seeded(8))[1],
        3 => unpack('q', random_bytes_seeded(8))[1] >> mt_rand(0, 62),
    };
}

function any_float(): float
{
    return match (mt_rand(0, 13)) {
        0 => unpack('d', random_bytes_seeded(8))[1],
        1 => (float) pick([0.0, -0.0, INF, -INF, NAN, 1.0, -1.0, 1e15, 1e16, 1e17, 1e21, 1e-4, 1e-5, PHP_FLOAT_MAX, PHP_FLOAT_MIN, 5e-324, 0.5, 1.5, 2.5, 2 ** 53, 2 ** 63, -(2 ** 63), 2 ** 64]),
        2 => (float) mt_rand(-1000, 1000),
        3 => mt_rand(-100000, 100000) / 100,
        4 => mt_rand(-100000, 100000) / 1000,
        5 => mt_rand(-1000000, 1000000) / 8,
        6 => mt_rand() * mt_rand() * pick([1, -1, 3, 1024]) * 1.0,
        7 => (mt_rand() / mt_getrandmax()) * 10 ** mt_rand(-20, 20),
        8 => (float) (mt_rand(1, 99) . '.' . text('0123456789', 18)),
        9 => (float) (mt_rand(1, 9999) . 'e' . mt_rand(-330, 310)),
        10 => (mt_rand(-100000, 100000) + 0.5) / 10 ** mt_rand(0, 8),
        12 => (float) (mt_rand(0, 1000) . pick(['5', '05', '005', '00005', '50']) . pick(['', '', '0', '.5'])),
        13 => mt_rand(0, 1 << 30) * 5.0 ** mt_rand(0, 12),
        11 => mt_rand(0, 1 << 20) * 2.0 ** mt_rand(-30, 30),
    };
}

function attempt(callable $call): mixed
{
    try {
        return $call();
    } catch (Throwable $error) {
        return $error->getMessage();
    }
}
