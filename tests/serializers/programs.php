<?php
/* Makes classes, objects and damaged texts from a seed and prints, for each, what the serializers say: results, warnings and
   exceptions. Arguments: first seed, count, and `show` to print the texts and not only their md5. Called by compare.py. */

error_reporting(E_ALL);
$said = '';
$throws = false;
set_error_handler(function ($level, $message) {
    global $said, $throws;
    $said .= "[$level: $message]";
    if ($throws) { throw new RuntimeException('handler'); }
    return true;
});

function pick(array $of): mixed { return $of[mt_rand(0, count($of) - 1)]; }
function chance(int $in): bool { return mt_rand(1, $in) === 1; }

/** A class of random declarations; returns its name. */
function declare_class(int $seed, int $number, array $others): string
{
    $name = pick(['C', 'Cl', 'A_b']) . "{$seed}_$number";
    $parent = $others && chance(3) ? pick($others) : null;
    $parts = [];
    if (chance(2)) { $parts[] = ($parent ? 'public' : pick(['public', 'private'])) . ' $a' . pick([';', ' = [1, "x"];']); }
    // What parents have is not declared again, but for `a`.
    foreach ($parent ? ["f$number", "g$number"] : ['b', 'c', 'd', 'e'] as $property) {
        if (chance(2)) { continue; }
        $type = pick(['', '', 'int ', '?int ', 'string ', 'array ', '?array ', 'mixed ', 'int|string ', 'float ', 'bool ', '?self ', 'iterable ']);
        $default = match (trim($type)) {
            '', 'mixed', '?int', '?array', '?self' => pick([' = null', $type === '' || $type === 'mixed ' ? ' = [1, "x"]' : ' = null', $type === '' ? '' : ' = null']),
            'int', 'float' => pick([' = 7', '']), 'string' => pick([" = 'text'", '']), 'array', 'iterable' => pick([' = [1]', '']),
            'bool' => ' = true', 'int|string' => pick([' = 5', " = 's'", '']),
        };
        if ($type === 'mixed ' && $default === '') { $default = ' = null'; }
        $parts[] = pick(['public', 'public', 'protected', 'private']) . (chance(9) && $type ? " readonly {$type}\${$property};" : " {$type}\${$property}{$default};");
    }
    $log = fn ($what) => 'global $said; $said .= "<' . $what . '>";';
    $methods = [
        'sleep' => 'function __sleep() { ' . $log('sleep') . ' return ' . pick(["['a', 'b']", "['a', 'a']", "['nope']", "['a', 5]", 'null', '[]', "array_keys(get_object_vars(\$this))", "['c', 'b', 'a']"]) . '; }',
        'wakeup' => 'function __wakeup() { ' . $log('wakeup') . pick(['', '$this->a = 1;', 'throw new Exception("no");', '$this->dyn = $this;']) . ' }',
        'serialize' => 'function __serialize(): array { ' . $log('serialize') . ' return ' . pick(["['k' => 1, 'me' => \$this]", 'get_object_vars($this)', '[1, [2, 3], "k" => null]', '[]', '(array) $this']) . '; }',
        'unserialize' => 'function __unserialize(array $data): void { ' . $log('unserialize') . pick(['global $said; $said .= count($data);', 'foreach ($data as $k => $v) { if (is_string($k)) { try { $this->{$k} = $v; } catch (Throwable $e) { global $said; $said .= get_class($e); } } }', 'throw new LogicException("data");']) . ' }',
        'json' => 'function jsonSerialize(): mixed { ' . $log('json') . ' return ' . pick(['$this', '[1, 2]', 'get_object_vars($this)', '"text"', 'null', '1.0', '[$this]']) . '; }',
        'destruct' => 'function __destruct() { ' . $log('gone') . ' }',
        'get' => 'function __get($n) { ' . $log('get') . ' return 5; }',
        'set' => 'function __set($n, $v) { ' . $log('set') . ' }',
        'old' => 'function serialize() { ' . $log('old') . ' return ' . pick(['"text"', 'serialize([1, $this->x ?? 2])', 'null', '""', '"a:1:{i:0;O:8:\"stdClass\":0:{}}"']) . '; } function unserialize($text) { ' . $log('unold') . ' $text = rtrim($text, "\0"); global $said; $said .= $text; ' . pick(['', 'unserialize($text);', 'throw new Exception("old");']) . ' }',
    ];
    $interfaces = [];
    foreach ($methods as $method => $text) {
        if (!chance($method === 'old' || $method === 'destruct' ? 9 : 4)) { continue; }
        $parts[] = $text;
        if ($method === 'json') { $interfaces[] = 'JsonSerializable'; }
        if ($method === 'old') { $interfaces[] = 'Serializable'; }
    }
    $code = (chance(4) ? '#[AllowDynamicProperties] ' : '') . "class $name" . ($parent ? " extends $parent" : '')
        . ($interfaces ? ' implements ' . implode(', ', $interfaces) : '') . ' { ' . implode(' ', $parts) . ' }';
    return "$name\n$code";
}

function value(int $depth, array $classes, array &$pool): mixed
{
    if ($depth <= 0 || chance(3)) {
        return pick([null, true, false, 0, -1, 255, 65536, -40000, PHP_INT_MAX, PHP_INT_MIN, 0.1, -0.0, 1e100, 2.0, NAN, INF, '', 'a', 'text', "z\0y", 'ünï€', '12', "\xff", str_repeat('long', 80), 'key', 1e15]);
    }
    if ($pool && chance(5)) { return pick($pool); }
    if (chance(2) || !$classes) {
        $array = [];
        for ($i = mt_rand(0, 5); $i > 0; $i--) {
            $item = value($depth - 1, $classes, $pool);
            $key = pick([null, null, 'a', 'b', 'key', 3, -2, '', 'k' . mt_rand(1, 30)]);
            if ($key === null) { $array[] = $item; } else { $array[$key] = $item; }
            if (chance(9)) { $array['ref'] = &$array[array_key_last($array)]; }
        }
        $pool[] = $array;
        return $array;
    }
    if (chance(5)) {
        $object = new stdClass;
        foreach (['x', 'y', '0', 'ref'] as $property) { if (chance(2)) { $object->$property = value($depth - 1, $classes, $pool); } }
    } elseif (chance(8)) {
        $object = pick([fn () => new ArrayObject([1, 'k' => value(1, [], $pool)]), fn () => new SplObjectStorage, fn () => new SplFixedArray(2), fn () => new DateTimeZone('UTC'), fn () => new ArrayIterator([3]), fn () => new SplStack, fn () => new DateInterval('P1D')])();
    } else {
        $object = (new ReflectionClass(pick($classes)))->newInstanceWithoutConstructor();
        foreach (['a', 'b', 'c', 'd', 'e'] as $property) {
            if (chance(2)) { try { $object->$property = value($depth - 1, $classes, $pool); } catch (Throwable) { } }
        }
    }
    $pool[] = $object;
    return $object;
}

/** A text with something changed in it. */
function damaged(string $text): string
{
    if ($text === '') { return "\0"; }
    $at = mt_rand(0, strlen($text) - 1);
    switch (mt_rand(0, 7)) {
        case 0: $text[$at] = chr(mt_rand(0, 255)); return $text;
        case 1: return substr($text, 0, $at);
        case 2: return $text . pick(['x', "\0", ';', '}', $text]);
        case 3: return substr_replace($text, '', $at, mt_rand(1, 3));
        case 4: return substr_replace($text, pick(['R:1;', 'r:2;', 'N;', 'i:5;', '}', '{', '"', 'O:1:"X":0:{}', 'a:1:{', '9', '-', '\\u12', ',', "\1"]), $at, mt_rand(0, 1));
        case 5: return preg_replace_callback('/\d+/', fn ($m) => chance(6) ? pick(['0', '1', '-1', '99999999999999999999', '7', '+2', '00']) : $m[0], $text) ?? $text;
        case 6: return str_replace(pick(['s:', 'i:', 'O:', 'a:', '"', '{']), pick(['S:', 'd:', 'C:', 'E:', "'", '[']), $text);
        default: return substr($text, $at) . substr($text, 0, $at);
    }
}

function said(callable $call): string
{
    global $said, $throws;
    $said = '';
    $throws = chance(30);
    try {
        $made = $call();
        ob_start();
        var_dump($made);
        $text = preg_replace('/#\d+/', '#', ob_get_clean());
        unset($made);
    } catch (Throwable $e) {
        $text = get_class($e) . ': ' . $e->getMessage() . ' ' . ($e->getPrevious() ? get_class($e->getPrevious()) : '');
        unset($e);
    }
    gc_collect_cycles();
    $throws = false;
    return "$text $said";
}

[, $from, $count] = $argv;
$show = isset($argv[3]);
$binary = ($argv[4] ?? getenv('BINARY')) === '1';
for ($seed = (int) $from; $seed < $from + $count; $seed++) {
    mt_srand($seed);
    $classes = [];
    for ($i = mt_rand(0, 4); $i > 0; $i--) {
        [$name, $code] = explode("\n", declare_class($seed, $i, $classes));
        if ($show) { echo "$seed class $code\n"; }
        try { eval($code); $classes[] = $name; } catch (Throwable) { }
    }
    $pool = [];
    $value = value(4, $classes, $pool);
    unset($pool);
    $results = [];
    foreach (['serialize' => 'unserialize', 'igbinary_serialize' => 'igbinary_unserialize', 'msgpack_pack' => 'msgpack_unpack', 'json_encode' => 'json_decode'] as $write => $read) {
        $text = '';
        $flags = $write === 'json_encode' ? mt_rand(0, (1 << 12) - 1) | (chance(3) ? JSON_PARTIAL_OUTPUT_ON_ERROR : 0) : 0;
        mt_srand($seed + 1);
        $results[$write] = said(function () use ($write, $value, $flags, &$text) {
            return $text = $write === 'json_encode' ? json_encode($value, $flags, mt_rand(1, 12)) : $write($value);
        }) . ($write === 'json_encode' ? json_last_error_msg() : '');
        if (!is_string($text)) { continue; }
        $texts = [$text];
        for ($i = 0; $i < ($write === 'serialize' || $write === 'json_encode' || $binary ? 6 : 0); $i++) {
            mt_srand($seed * 31 + $i);
            $texts[] = damaged($texts[mt_rand(0, count($texts) - 1)]);
        }
        foreach ($texts as $i => $text) {
            // The reference's msgpack reads values behind repeated references wrongly.
            if ($read === 'msgpack_unpack' && preg_match('/\x82\xc0[\x02\x04\x05]/', $text)) { continue; }
            mt_srand($seed + 2 + $i);
            $options = pick([[], [], ['allowed_classes' => false], ['allowed_classes' => $classes], ['allowed_classes' => ['stdClass', 'c' . $seed . '_1']], ['max_depth' => mt_rand(0, 3)]]);
            $results["$read $i"] = said(fn () => match ($read) {
                'unserialize' => unserialize($text, $options),
                'json_decode' => [json_decode($text, pick([null, true, false]), mt_rand(1, 8), mt_rand(0, 1) * JSON_BIGINT_AS_STRING | mt_rand(0, 1) * JSON_INVALID_UTF8_IGNORE | mt_rand(0, 1) * JSON_INVALID_UTF8_SUBSTITUTE), json_last_error_msg(), json_validate($text)],
                default => $read($text),
            });
            if ($show) { echo "$seed input $read $i ", bin2hex($text), "\n"; }
        }
    }
    foreach ($results as $what => $text) {
        echo $seed, ' ', $what, ' ', $show ? str_replace("\n", '~', addcslashes($text, "\0..\11\13..\37\177..\377")) : md5($text), "\n";
    }
}
