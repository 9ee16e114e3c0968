<?php
// Values made at random come back as they were, through put and get, operate, lists and maps.
$db = new Aerospike(['hosts' => [['addr' => '127.0.0.1', 'port' => (int) $argv[1]]]], false);
$count = (int) ($argv[2] ?? 4000);
mt_srand((int) ($argv[3] ?? 12));
class Thing { public mixed $a = 1; protected mixed $b = null; private mixed $c = []; public function __construct(mixed $of) { $this->a = $of; $this->c = [$of]; } }
function text(): string { $n = mt_rand(0, 12); $s = ''; while ($n--) $s .= chr(mt_rand(0, 255)); return mt_rand(0, 30) ? $s : str_repeat($s, 4000); }
function value(int $deep): mixed {
    switch (mt_rand(0, $deep > 0 ? 11 : 8)) {
        case 0: return null;
        case 1: return (bool) mt_rand(0, 1);
        case 2: return mt_rand(-200, 200);
        case 3: return [PHP_INT_MAX, PHP_INT_MIN, 0, -1, 2 ** 31, -(2 ** 31), 2 ** 32, 1 << mt_rand(0, 62), -(1 << mt_rand(0, 62))][mt_rand(0, 8)];
        case 4: return [0.0, -0.0, INF, -INF, 1e308, 5e-324, mt_rand() / 7, -mt_rand() / 3e9][mt_rand(0, 7)];
        case 5: case 6: case 7: return text();
        case 8: return new Thing(mt_rand(0, 9));
        case 9: case 10: $all = []; for ($n = mt_rand(0, 6); $n > 0; $n--) $all[] = value($deep - 1); return $all;
        default: $all = []; for ($n = mt_rand(0, 6); $n > 0; $n--) $all[mt_rand(0, 1) ? text() : mt_rand(-99, 99)] = value($deep - 1); return $all;
    }
}
function same(mixed $a, mixed $b): bool { return serialize($a) === serialize($b); }
$wrong = 0;
for ($i = 0; $i < $count; $i++) {
    $value = value(4);
    $key = $db->initKey('test', 'values', $i % 50);
    switch ($i % 4) {
        case 0:
            $status = $db->put($key, ['v' => $value]);
            $status = $status ?: $db->get($key, $record);
            $back = $record['bins']['v'] ?? null;
            break;
        case 1:
            $status = $db->operate($key, [['op' => Aerospike::OPERATOR_WRITE, 'bin' => 'v', 'val' => $value], ['op' => Aerospike::OPERATOR_READ, 'bin' => 'v']], $back);
            $back = $back['v'] ?? null;
            break;
        case 2:
            $db->remove($key);
            $status = $db->listAppend($key, 'l', $value);
            $status = $status ?: $db->listPop($key, 'l', 0, $back);
            break;
        default:
            $db->remove($key);
            $status = $db->operate($key, [['op' => Aerospike::OP_MAP_PUT, 'bin' => 'm', 'key' => $name = text(), 'val' => $value, 'map_policy' => []],
                ['op' => Aerospike::OP_MAP_GET_BY_KEY, 'bin' => 'm', 'key' => $name, 'return_type' => Aerospike::MAP_RETURN_VALUE]], $back);
            $back = $back['m'] ?? null;
    }
    if ($status || !same($value, $back)) {
        $wrong++;
        if ($wrong < 5) { echo "$i: $status ", $db->error(), "\n"; var_dump($value, $back); }
    }
}
$nested = 'x';
for ($i = 0; $i < 500; $i++) $nested = $i % 2 ? [$nested] : ['k' => $nested];
$db->put($key, ['deep' => $nested]);
$db->get($key, $record);
var_dump($wrong, $record['bins']['deep'] === $nested);
