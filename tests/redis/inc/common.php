<?php
// What the scripts of this folder share.
function client(int $port = 0): Redis
{
    $redis = new Redis();
    $redis->connect('127.0.0.1', $port ?: (int) getenv('REDIS_ONE'));
    return $redis;
}

/** Runs something and shows what came of it, and what the server had to say. */
function t(string $name, callable $act, ?object $of = null): void
{
    global $redis;
    $of ??= $redis ?? null;
    try {
        $result = $act();
        echo $name, ': ', is_object($result) ? get_class($result) : json_encode($result, JSON_PARTIAL_OUTPUT_ON_ERROR | JSON_PRESERVE_ZERO_FRACTION), "\n";
    } catch (Throwable $e) {
        echo $name, ': ', get_class($e), ' ', $e->getCode(), ' ', $e->getMessage(), "\n";
    }
    try {
        if ($of !== null && method_exists($of, 'getLastError') && ($error = $of->getLastError()) !== null) {
            echo '    ', $error, "\n";
            $of->clearLastError();
        }
    } catch (Throwable) {
    }
}

/** Calls methods one after the other: a name and its arguments each. */
function calls(object $of, array $calls): void
{
    foreach ($calls as $call) {
        $act = fn() => steady($call[0], $of->{$call[0]}(...array_slice($call, 1)));
        t(json_encode($call, JSON_PARTIAL_OUTPUT_ON_ERROR), $act, $of);
    }
}

/** The order of sets and of keys, and what is picked at random, depend on the server's seed. */
function steady(string $method, mixed $result): mixed
{
    return match (strtolower($method)) {
        'randomkey' => get_debug_type($result),
        'keys', 'smembers', 'sinter', 'sunion', 'sdiff', 'spop' => sorted($result),
        default => $result,
    };
}

function sorted(mixed $list): mixed
{
    if (is_array($list)) {
        array_is_list($list) ? sort($list) : ksort($list);
    }
    return $list;
}
