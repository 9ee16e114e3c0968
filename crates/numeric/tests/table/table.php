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

function attempt(callable $call): mixed
{
    try {
        return $call();
    } catch (Throwable $error) {
        return $error->getMessage();
    }
}
