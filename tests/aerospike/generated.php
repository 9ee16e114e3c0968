<?php
// Values made at random come back as they were: through put and get, operate, lists and maps, with every serializer.
// COUNT says how many (3,000 without it), SEED which.
$db = new Aerospike(['hosts' => [['addr' => '127.0.0.1', 'port' => (int) $argv[1]]]], false);
mt_srand((int) (getenv('SEED') ?: 1));

class Point { public $x; protected $y; private $z; public ?Point $next = null;
    function __construct($x, $y, $z) { $this->x = $x; $this->y = $y; $this->z = $z; } }
enum Suit: string { case Hearts = 'h'; case Spades = 's'; }

function text(): string {
    $length = mt_rand(0, 9) ? mt_rand(0, 12) : mt_rand(0, 70000);
    $text = $length > 1000 ? str_repeat(chr(mt_rand(0, 255)), $length) : '';
    while (strlen($text) < $length) $text .= chr(mt_rand(0, 255));
    return mt_rand(0, 5) ? $text : (string) mt_rand(-1000, 1000);
}
function number(): int { return mt_rand(0, 1) ? mt_rand(-300, 300) : mt_rand() << mt_rand(0, 40) ^ -mt_rand(0, 1); }
function real(): float {
    static $edges = [NAN, INF, -INF, -0.0, 0.0, PHP_FLOAT_MIN, PHP_FLOAT_MAX, PHP_FLOAT_EPSILON, 5e-324, 1.0];
    return mt_rand(0, 2) ? unpack('d', pack('q', mt_rand() << 32 | mt_rand()))[1] : $edges[array_rand($edges)];
}
function value(bool $native, int $deep = 0): mixed {
    switch (mt_rand(0, $deep > 4 ? 5 : 9)) {
        case 0: return $native ? number() : null;
        case 1: return $native ? text() : (bool) mt_rand(0, 1);
        case 2: return number();
        case 3: return real();
        case 4: case 5: return text();
        case 6:
            $list = [];
            for ($count = mt_rand(0, 6); $count > 0; $count--) $list[] = value($native, $deep + 1);
            return $list;
        case 7: case 8:
            $map = [];
            for ($count = mt_rand(0, 6); $count > 0; $count--) $map[mt_rand(0, 1) ? number() : text()] = value($native, $deep + 1);
            return $map;
        default:
            if ($native) return array_fill(0, 3, text());
            switch (mt_rand(0, 3)) {
                case 0: return new Point(value(false, 5), text(), real());
                case 1: $point = new Point(1, 2, 3); $point->next = new Point(text(), null, true); return (object) ['one' => $point, 'same' => $point];
                case 2: return Suit::Hearts;
                default: return (object) ['a' => value(false, 5), 'p' . text() => null];
            }
    }
}

$key = $db->initKey('test', 'generated', 'v');
$ways = [
    'put' => function ($value, $options) use ($db, $key) {
        $status = $db->put($key, ['b' => $value], 0, $options);
        $db->get($key, $record);
        return [$status, $record['bins']['b'] ?? null];
    },
    'operate' => function ($value, $options) use ($db, $key) {
        $status = $db->operate($key, [['op' => Aerospike::OPERATOR_WRITE, 'bin' => 'b', 'val' => $value],
            ['op' => Aerospike::OPERATOR_READ, 'bin' => 'b']], $returned, $options);
        return [$status, $returned['b'] ?? null];
    },
    'list' => function ($value, $options) use ($db, $key) {
        $db->listClear($key, 'l');
        $status = $db->listAppend($key, 'l', $value, $options) ?: $db->listInsert($key, 'l', 0, $value, $options);
        $last = $db->listGet($key, 'l', -1, $element);
        $first = $db->listPop($key, 'l', 0, $popped);
        return [$status ?: $last ?: $first, serialize($element) === serialize($popped) ? $element : 'get and pop differ'];
    },
    'map' => function ($value, $options) use ($db, $key) {
        $status = $db->operateOrdered($key, [
            ['op' => Aerospike::OP_MAP_PUT, 'bin' => 'm', 'key' => 'k', 'val' => $value, 'map_policy' => []],
            ['op' => Aerospike::OP_MAP_GET_BY_KEY, 'bin' => 'm', 'key' => 'k', 'return_type' => Aerospike::MAP_RETURN_VALUE],
        ], $returned, $options);
        return [$status, $returned[1][1] ?? null];
    },
];
$serializers = [Aerospike::SERIALIZER_PHP, Aerospike::SERIALIZER_USER, Aerospike::SERIALIZER_NONE];
Aerospike::setSerializer(fn ($value) => strrev(serialize($value)));
Aerospike::setDeserializer(fn ($bytes) => unserialize(strrev($bytes)));
$count = (int) (getenv('COUNT') ?: 3000);
$wrong = 0;
for ($i = 0; $i < $count && $wrong < 5; $i++) {
    $serializer = $serializers[$i % 3];
    $value = value($serializer === Aerospike::SERIALIZER_NONE);
    $way = array_rand($ways);
    [$status, $back] = $ways[$way]($value, [Aerospike::OPT_SERIALIZER => $serializer]);
    if ($i % 256 === 0) $db->remove($key);
    if ($status === 0 && serialize($back) === serialize($value)) continue;
    $wrong++;
    echo "$i: $way, serializer $serializer, status $status {$db->error()}: ", substr(serialize($value), 0, 300), ' came back as ', substr(serialize($back), 0, 300), "\n";
}
// What is not native needs a serializer.
foreach ([null, true, new Point(1, 2, 3), [1, [null]], ['a' => false]] as $value) {
    $wrong += $db->put($key, ['b' => $value], 0, [Aerospike::OPT_SERIALIZER => Aerospike::SERIALIZER_NONE]) !== Aerospike::ERR_PARAM;
}
echo "$wrong differences\n";
