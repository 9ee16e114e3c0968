<?php
/* Encodes and decodes one case with one serializer and prints: bytes, seconds to encode, seconds to decode, md5.
   Arguments: serializer, case, seconds for each direction. Called by run.py. */

class Record
{
    public $id = 1;
    public $name = 'Somebody';
    public $email = 'somebody@example.org';
    public $active = true;
    public $score = 4.5;
    protected $tags = ['a', 'b'];
    protected $parent = null;
    private $created = 1700000000;
    private $token = 'c4ca4238a0b923820dcc509a6f75849b';
    public $note = 'ünï';
}

function records(int $count): array
{
    $records = [];
    for ($i = 0; $i < $count; $i++) {
        $records[] = [
            'id' => $i * 37 + 1,
            'name' => "User number $i",
            'email' => "user$i@example.org",
            'balance' => $i * 1.25 + 0.1,
            'active' => $i % 3 === 0,
            'city' => ['Berlin', 'Paris', 'Wien', 'Zürich'][$i % 4],
        ];
    }
    return $records;
}

function value(string $case): mixed
{
    switch ($case) {
        case 'small':
            return ['id' => 12345, 'name' => 'Anna Schmidt', 'email' => 'anna@example.org', 'age' => 34, 'score' => 98.25,
                'active' => true, 'roles' => ['admin', 'editor'], 'parent' => null, 'city' => 'Wien', 'zip' => 1010];
        case 'large':
            return records(60);
        case 'rows':
            $rows = [];
            for ($i = 0; $i < 1000; $i++) {
                $rows[] = ['id' => $i, 'name' => "n$i", 'ok' => $i % 2 === 0];
            }
            return $rows;
        case 'objects':
            $objects = [];
            for ($i = 0; $i < 20; $i++) {
                $object = new Record();
                $object->id = $i;
                $objects[] = $object;
            }
            return $objects;
        case 'ints':
            return range(1, 500);
        case 'floats':
            return array_map(fn ($i) => $i / 7, range(1, 200));
        case 'text':
            return str_repeat("Eine Zeile mit \"Zeichen\" und Umlauten: äöü.\n", 200);
    }
    throw new ValueError("no case $case");
}

const SERIALIZERS = [
    'json' => ['json_encode', 'json_decode'],
    'serialize' => ['serialize', 'unserialize'],
    'igbinary' => ['igbinary_serialize', 'igbinary_unserialize'],
    'msgpack' => ['msgpack_pack', 'msgpack_unpack'],
];

/** Seconds for one call: the least of many short runs. */
function measure(callable $call, mixed $argument, float $seconds): float
{
    $times = 1;
    do {
        $times *= 2;
        $begin = hrtime(true);
        for ($i = 0; $i < $times; $i++) {
            $call($argument);
        }
        $took = (hrtime(true) - $begin) / 1e9;
    } while ($took < $seconds / 50);
    $best = $took / $times;
    for ($run = 0; $run < 49; $run++) {
        $begin = hrtime(true);
        for ($i = 0; $i < $times; $i++) {
            $call($argument);
        }
        $best = min($best, (hrtime(true) - $begin) / 1e9 / $times);
    }
    return $best;
}

[, $serializer, $case, $seconds] = $argv;
if ($serializer === 'json') {
    $encode = 'json_encode';
    $decode = fn ($text) => json_decode($text, true);
} else {
    [$encode, $decode] = SERIALIZERS[$serializer];
}
if (!function_exists(SERIALIZERS[$serializer][0])) {
    echo "none\n";
    exit;
}
$value = value($case);
$bytes = $encode($value);
printf("%d %.9f %.9f %s\n", strlen($bytes), measure($encode, $value, (float) $seconds), measure($decode, $bytes, (float) $seconds), md5($bytes));
