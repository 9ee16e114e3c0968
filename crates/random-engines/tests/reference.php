<?php
// Writes the table that reference.rs checks: a call and the reference's answer on each line.
//   php -n reference.php [cases for each function] [seed] > reference.tsv
// Each call is on a new engine: its name, a seed, how many numbers are skipped; then what is drawn and how.
require __DIR__ . '/../../numeric/tests/table/table.php';

use Random\Engine;
use Random\IntervalBoundary;
use Random\Randomizer;

/** Gives the bytes of another engine, a few at a time. */
final class Chopped implements Engine
{
    private string $buffer = '';

    public function __construct(private Engine $engine, private int $size)
    {
    }

    public function generate(): string
    {
        while (strlen($this->buffer) < $this->size) {
            $this->buffer .= $this->engine->generate();
        }
        [$now, $this->buffer] = [substr($this->buffer, 0, $this->size), substr($this->buffer, $this->size)];
        return $now;
    }
}

/** Always gives the same bytes. */
final class Stuck implements Engine
{
    public function __construct(private string $bytes)
    {
    }

    public function generate(): string
    {
        return $this->bytes;
    }
}

function engine(string $name, int|string $seed, int $skip): Engine
{
    $engine = match ($name) {
        'mt' => new Engine\Mt19937($seed),
        'legacy' => new Engine\Mt19937($seed, MT_RAND_PHP),
        'xoshiro' => new Engine\Xoshiro256StarStar($seed),
        'pcg' => new Engine\PcgOneseq128XslRr64($seed),
        'chopped' => new Chopped(new Engine\Xoshiro256StarStar($seed), $seed % 8 + 1),
        'stuck' => new Stuck($seed),
    };
    for (; $skip > 0; $skip--) {
        $engine->generate();
    }
    return $engine;
}

function bound(): float
{
    return match (mt_rand(0, 4)) {
        0 => mt_rand(-10, 10) / 1.0,
        1 => mt_rand(-1000, 1000) / 7,
        2 => pick([0.0, -0.0, 1.0, PHP_FLOAT_MAX, -PHP_FLOAT_MAX, PHP_FLOAT_MIN, 5e-324, 2.0 ** 53, -(2.0 ** 60), 1.0 + PHP_FLOAT_EPSILON]),
        3 => mt_rand(-100, 100) * 10.0 ** mt_rand(-300, 300),
        4 => mt_rand(1, 1 << 20) * 2.0 ** mt_rand(-60, 60),
    };
}

/** Keys so that the array has as many slots as it had elements, with some of them empty. */
function holes(int $length, array $removed): array
{
    $array = range(0, $length - 1);
    foreach ($removed as $i) {
        unset($array[$i]);
    }
    return $array;
}

$boundaries = [IntervalBoundary::ClosedOpen, IntervalBoundary::ClosedClosed, IntervalBoundary::OpenClosed, IntervalBoundary::OpenOpen];

for ($case = 0; $case < $cases; $case++) {
    // What is tested below seeds the generator that chooses the tests.
    mt_srand(crc32(($argv[2] ?? 1) . " $case"));
    $name = pick(['mt', 'legacy', 'xoshiro', 'pcg', 'chopped']);
    $seed = $name === 'chopped' ? mt_rand() : any_int();
    if ($name === 'xoshiro' && mt_rand(0, 1)) {
        $seed = random_bytes_seeded(31) . 'x';
    } elseif ($name === 'pcg' && mt_rand(0, 1)) {
        $seed = random_bytes_seeded(16);
    }
    $start = [$name, $seed, pick([0, 0, 1, 3, 700])];
    [$a, $b] = [any_int(), any_int()];
    [$min, $max] = [min($a, $b), max($a, $b)];
    if (mt_rand(0, 2) === 0) {
        [$min, $max] = [mt_rand(-10, 10), mt_rand(10, 5000000000)];
    }
    if (mt_rand(0, 15) === 0) {
        $start = ['stuck', pick(["\xff\xff\xff\xff\xff\xff\xff\xff", "\0", "\xfe", "abc"]), 0];
    }
    $randomizer = fn () => new Randomizer(engine(...$start));

    $engine = engine(...$start);
    row('generate', $start, $engine->generate(), $engine->generate());
    $draw = $randomizer();
    row('getInt', [...$start, $min, $max], attempt(fn () => $draw->getInt($min, $max)), attempt(fn () => $draw->getInt($min, $max)));
    row('nextInt', $start, $randomizer()->nextInt());
    row('nextFloat', $start, $randomizer()->nextFloat());
    [$low, $high] = [bound(), bound()];
    [$low, $high] = mt_rand(0, 5) ? [min($low, $high), max($low, $high)] : [$low, $low + pick([5e-324, abs($low * PHP_FLOAT_EPSILON), 1.0])];
    $high = min($high, PHP_FLOAT_MAX);
    foreach ($boundaries as $i => $boundary) {
        row('getFloat', [...$start, $low, $high, $i], attempt(fn () => $randomizer()->getFloat($low, $high, $boundary)));
    }
    $length = pick([1, 2, 3, 7, 8, 9, 50]);
    row('getBytes', [...$start, $length], $randomizer()->getBytes($length));
    $source = pick(['a', 'ab', 'abc', 'abcdefghijklmnopqrstuvwxyz', random_bytes_seeded(255), random_bytes_seeded(256), random_bytes_seeded(257), random_bytes_seeded(300)]);
    row('getBytesFromString', [...$start, $source, $length], attempt(fn () => $randomizer()->getBytesFromString($source, $length)));
    $text = text('abcdefghijklmnopqrstuvwxyz', 40);
    row('shuffleBytes', [...$start, $text], attempt(fn () => $randomizer()->shuffleBytes($text)));
    $length = mt_rand(2, 60);
    $count = mt_rand(1, $length);
    if ($start[0] !== 'stuck') {
        $removed = $count === 1 ? array_unique(array_map(fn () => mt_rand(0, $length - 1), range(0, mt_rand(0, (int) ($length / 2))))) : [];
        if (count($removed) < $length) {
            sort($removed);
            $keys = attempt(fn () => $randomizer()->pickArrayKeys(holes($length, $removed), $count));
            row('pickArrayKeys', [...$start, $length, $count, implode(' ', $removed)], is_string($keys) ? $keys : implode(' ', $keys));
        }
    }

    if (!is_string($seed)) {
        foreach (['mt' => MT_RAND_MT19937, 'legacy' => MT_RAND_PHP] as $name => $mode) {
            $start = [$name, $seed, 0];
            mt_srand($seed, $mode);
            row('mt_rand', [...$start, $min, $max], mt_rand(), mt_rand($min, $max), mt_rand(1, 6), rand(), rand($min, $max), rand(1, 6), rand(6, 1));
            mt_srand($seed, $mode);
            row('str_shuffle', [...$start, $text], str_shuffle($text));
            mt_srand($seed, $mode);
            $array = range(0, $length - 1);
            shuffle($array);
            row('shuffle', [...$start, $length], implode(' ', $array));
            mt_srand($seed, $mode);
            row('array_rand', [...$start, $length, $count], implode(' ', (array) array_rand(range(0, $length - 1), $count)));
        }
    }
}

for ($case = 0; $case < $cases / 20; $case++) {
    foreach (['mt', 'legacy', 'xoshiro', 'pcg'] as $name) {
        $start = [$name, any_int(), pick([0, 1, 1000])];
        row('state', $start, implode(' ', engine(...$start)->__serialize()[1]));
    }
    $start = ['xoshiro', any_int(), 2];
    $engine = engine(...$start);
    $engine->jump();
    $first = $engine->generate();
    $engine->jumpLong();
    row('xoshiro_jump', $start, $first, $engine->generate());
    $start = ['pcg', any_int(), 2];
    $engine = engine(...$start);
    $advance = pick([0, 1, 2, mt_rand(), PHP_INT_MAX]);
    $engine->jump($advance);
    row('pcg_jump', [...$start, $advance], $engine->generate());
}
