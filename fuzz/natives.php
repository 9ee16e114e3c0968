<?php
// Calls one native function, or all methods of one native class, with hostile arguments: natives.php NAME SEED CALLS.
// What is about to be called is noted in the file "last", so that a crash can be told from it.
error_reporting(-1);

class Odd implements ArrayAccess, IteratorAggregate, Countable, JsonSerializable
{
    public $a = 1;
    private $b = [1, 2];
    function __destruct() { upset(); }
    function __toString(): string { upset(); return "odd"; }
    function &__get($n) { upset(); return $this->b; }
    function __set($n, $v) { upset(); $this->b = $v; }
    function __isset($n) { upset(); return true; }
    function __call($n, $a) { upset(); return $this; }
    static function __callStatic($n, $a) { upset(); return 1; }
    function __invoke(&...$a) { upset(); foreach ($a as &$v) { $v = null; } return 1; }
    function __clone() { upset(); }
    function offsetGet($o): mixed { upset(); return $this->b; }
    function offsetSet($o, $v): void { upset(); }
    function offsetExists($o): bool { upset(); return true; }
    function offsetUnset($o): void { upset(); }
    function getIterator(): Iterator { upset(); return new ArrayIterator([1, 2, 3]); }
    function count(): int { upset(); return 3; }
    function jsonSerialize(): mixed { upset(); return [1]; }
    function __serialize(): array { upset(); return [1]; }
    function __unserialize(array $d): void { upset(); }
}
enum Suit: string { case A = 'a'; case B = 'b'; }
class Wrapper
{
    public $context;
    function stream_open($p, $m, $o, &$x) { upset(); return true; }
    function stream_read($n) { upset(); return str_repeat("x", mt_rand(0, 20000)); }
    function stream_write($d) { upset(); return mt_rand(-5, 100000); }
    function stream_eof() { upset(); return mt_rand(0, 3) == 0; }
    function stream_stat() { upset(); return [1]; }
    function url_stat() { upset(); return false; }
    function stream_seek($o, $w) { return true; }
    function stream_tell() { return mt_rand(-5, PHP_INT_MAX); }
    function dir_opendir() { return true; }
    function dir_readdir() { upset(); return mt_rand(0, 2) ? "x" : false; }
}
stream_wrapper_register('odd', 'Wrapper');

$victims = [];
$depth = 0;
/** Changes what is being worked on. */
function upset()
{
    global $victims, $depth;
    if ($depth > 20 || !$victims) return;
    $depth++;
    $k = array_rand($victims);
    switch (mt_rand(0, 9)) {
        case 0: $victims[$k] = null; break;
        case 1: if (is_array($victims[$k])) $victims[$k][] = mt_rand(); break;
        case 2: if (is_array($victims[$k])) array_pop($victims[$k]); break;
        case 3: $victims[$k] = "changed"; break;
        case 4: if (is_array($victims[$k])) foreach ($victims[$k] as $i => $_) unset($victims[$k][$i]); break;
        case 5: if (is_resource($victims[$k])) fclose($victims[$k]); break;
        case 6: if ($victims[$k] instanceof ArrayObject || $victims[$k] instanceof ArrayIterator) $victims[$k]->exchangeArray([1]); break;
        case 7: gc_collect_cycles(); break;
        case 8: if (is_array($victims[$k])) for ($i = 0; $i < 50; $i++) $victims[$k]["k$i"] = $i; break;
        case 9: throw new Exception("upset");
    }
    $depth--;
}

function text(): string
{
    static $texts = ["", "0", "-1", "1e5", "abc", "\0", "a\0b", "9223372036854775808", "0x1A", " 12 ", "12abc", "%s", "%'*10d", "%99999999d", "%1\$s%9\$s",
        "/a/", "/(a+)+$/", "/(?<n>x)/u", "~[~", "\xff\xfe", "\u{1F600}é", "strlen", "array_map", "upset", "Odd::x", "stdClass", "ArrayObject", "Odd",
        "php://memory", "php://temp", "data:,abc", "odd://x", "php://filter/read=string.rot13|convert.base64-encode/resource=data:,abc", ".", "..", "/", "/etc/passwd",
        "UTF-8", "Europe/Berlin", "2024-02-30 25:61", "+1 month", "P1Y2M", "R5/2008-03-01T13:00:00Z/P1Y", "a:1:{i:0;i:1;}", "O:3:\"Odd\":1:{i:0;i:1;}", "{\"a\":[1]}", "[[[[",
        "sha256", "md5", "crc32b", "r", "w+", "rb", "a=1&b[]=2", "http://u:p@h:80/p?q#f", "Nvc*", "a5/n2", "NNNN@99999999", "<b>&amp;</b>", "SELECT 1", "sqlite::memory:", "c", "u4", "0", "x", "y", "+0100"];
    $t = $texts[mt_rand(0, count($texts) - 1)];
    switch (mt_rand(0, 11)) {
        case 0: return str_repeat($t, mt_rand(0, 3000));
        case 1: return $t . text0();
        default: return $t;
    }
}
function text0(): string { return chr(mt_rand(0, 255)) . chr(mt_rand(0, 255)); }

function number(): int
{
    static $numbers = [0, 1, -1, 2, 3, 5, 7, 8, 10, 16, 31, 32, 33, 63, 64, 65, 100, 127, 128, 255, 256, 1000, 65535, 65536, 100000, 2147483647, 2147483648,
        -2147483648, 4294967295, 4294967296, PHP_INT_MAX, PHP_INT_MIN, PHP_INT_MAX - 1, -100, 1 << 40];
    return mt_rand(0, 3) ? $numbers[mt_rand(0, count($numbers) - 1)] : mt_rand(-5, 20);
}

function listing(int $deep = 0): array
{
    switch (mt_rand(0, 12)) {
        case 0: return [];
        case 1: return range(1, mt_rand(1, 20));
        case 2: return ['a' => 1, 'b' => [1, 2], 5 => 'x', '' => null];
        case 3: $a = [1, 2]; $a[2] = &$a; return $a;
        case 4: return [new Odd, new Odd];
        case 5: $v = [3, 1, 2]; return [&$v[0], &$v[1], $v[2]];
        case 6: return array_fill_keys(range('a', 'k'), 1.5);
        case 7: return [PHP_INT_MAX => 1];
        case 8: return ["b" => "10", "a" => "9a", "c" => NAN, 3 => null, 4 => true];
        case 9: $a = [1, 2, 3, 4]; unset($a[1], $a[3]); return $a;
        case 10: return [text(), text()];
        case 11: return [new Odd, text()];
        default: return $deep > 3 ? [1] : [value($deep + 1), value($deep + 1), 'k' => value($deep + 1)];
    }
}
function object(): object
{
    switch (mt_rand(0, 24)) {
        case 0: return new stdClass;
        case 1: return function (&...$a) { upset(); return mt_rand(-1, 1); };
        case 2: return fn(...$a) => $a[0] ?? null;
        case 3: return new ArrayObject([3, 1, 2]);
        case 4: return new ArrayIterator(['a' => 1, 'b' => 2]);
        case 5: return (function () { while (mt_rand(0, 5)) { $x = yield mt_rand() => upset(); } return 1; })();
        case 6: return new SplObjectStorage;
        case 7: return new SplDoublyLinkedList;
        case 8: return new SplFixedArray(3);
        case 9: return new DateTime('2020-01-01');
        case 10: return new Exception('x');
        case 11: return Suit::A;
        case 12: return WeakReference::create(new stdClass);
        case 13: return new SplMinHeap;
        case 14: return (object)['a' => 1, '5' => 2];
        case 15: return new ReflectionClass('Odd');
        case 16: return new Fiber(function () { Fiber::suspend(1); });
        case 17: return strlen(...);
        case 18: return new DateTimeZone('UTC');
        case 19: return new DateInterval('P1D');
        case 20: return new WeakMap;
        case 21: return new LimitIterator(new InfiniteIterator(new ArrayIterator([1, 2])), 0, 10);
        case 22: return new class { public int $x = 1; public readonly array $y; protected ?self $z = null; };
        default: return new Odd;
    }
}
function value(int $deep = 0): mixed
{
    global $streams;
    switch (mt_rand(0, 13)) {
        case 0: return null;
        case 1: return (bool)mt_rand(0, 1);
        case 2: case 3: return number();
        case 4: return [0.0, -0.0, 1.5, -2.5, NAN, INF, -INF, 1e300, 1e18, 0.1, 5e-324][mt_rand(0, 10)];
        case 5: case 6: case 7: return text();
        case 8: case 9: return listing($deep);
        case 10: case 11: return object();
        case 12:
            $s = @fopen(['php://memory', 'php://temp', 'odd://x', 'data:,abc'][mt_rand(0, 3)], ['r', 'w+', 'a'][mt_rand(0, 2)]);
            if ($s && mt_rand(0, 4) == 0) fclose($s);
            return $s;
        default: return ['upset', 'Odd::make', 'strlen', [new Odd, 'x'], 'array_pop', 'sort', 'unset'][mt_rand(0, 6)];
    }
}
/** A value that the parameter may well take, most of the time. */
function fitting(?ReflectionParameter $p): mixed
{
    if (!$p || mt_rand(0, 4) == 0) return value();
    $type = $p->getType();
    if ($type instanceof ReflectionUnionType) { $types = $type->getTypes(); $type = $types[array_rand($types)]; }
    if (!$type instanceof ReflectionNamedType) return mt_rand(0, 1) ? listing() : value();
    if ($p->isDefaultValueAvailable() && mt_rand(0, 4) == 0) try { return $p->getDefaultValue(); } catch (Throwable) {}
    switch ($type->getName()) {
        case 'int': return number();
        case 'float': return mt_rand(0, 1) ? number() : mt_rand() / 1000;
        case 'string': return text();
        case 'bool': return (bool)mt_rand(0, 1);
        case 'array': return listing();
        case 'iterable': return mt_rand(0, 1) ? listing() : new ArrayIterator([1, 2]);
        case 'callable': case 'Closure': return [function (&...$a) { upset(); return mt_rand(-1, 1); }, 'upset', new Odd, fn(...$a) => $a[0] ?? 1, strlen(...)][mt_rand(0, 4)];
        case 'object': return object();
        case 'mixed': return value();
    }
    $name = $type->getName();
    if (is_a(ArrayIterator::class, $name, true)) return new ArrayIterator([1, 2, 3]);
    if (is_a($name, UnitEnum::class, true) && enum_exists($name)) return $name::cases()[0];
    for ($i = 0; $i < 20; $i++) if (($o = object()) instanceof $name) return $o;
    try { return (new ReflectionClass($name))->newInstance(); } catch (Throwable) { return value(); }
}
function arguments(ReflectionFunctionAbstract $f): array
{
    $parameters = $f->getParameters();
    $n = mt_rand(0, 5) ? mt_rand($f->getNumberOfRequiredParameters(), count($parameters) + ($f->isVariadic() ? 2 : 0)) : mt_rand(0, count($parameters) + 1);
    $out = [];
    for ($i = 0; $i < $n; $i++) {
        $out[$i] = fitting($parameters[$i] ?? ($f->isVariadic() ? end($parameters) : null));
        if (mt_rand(0, 3) && $i && is_array($out[0]) && is_callable($out[$i]) && mt_rand(0, 2) == 0) $out[$i] = function (&...$a) { upset(); return mt_rand(-1, 1); };
    }
    return $out;
}
function note(string $what): void
{
    global $last;
    ftruncate($last, 0);
    rewind($last);
    fwrite($last, $what);
}
function attempt(callable|ReflectionMethod $call, array &$args): void
{
    global $victims, $depth;
    $depth = 0;
    $victims = [];
    foreach ($args as $k => &$v) { $victims[$k] = &$v; }
    unset($v);
    try {
        $result = $call(...$args);
        if ($result instanceof Traversable) { $n = 0; foreach ($result as $k => $v) if ($n++ > 20) break; }
        if (mt_rand(0, 4) == 0) { ob_start(); var_dump($result); ob_end_clean(); }
        if (mt_rand(0, 9) == 0) serialize($result);
    } catch (Throwable $e) {
        $e->getTraceAsString();
    }
    while (ob_get_level() > 1) if (!@ob_end_clean()) break;
    $victims = [];
}

[, $name, $seed, $calls] = $argv;
mt_srand((int)$seed);
$last = fopen('last', 'w');
stream_set_write_buffer($last, 0);
ob_start(fn($s) => '', 4096);
set_error_handler(function () { if (mt_rand(0, 3) == 0) upset(); return true; });
if (function_exists($name)) {
    $f = new ReflectionFunction($name);
    for ($i = 0; $i < $calls; $i++) {
        try { $args = arguments($f); } catch (Throwable) { continue; }
        note("$name #$i");
        attempt($name, $args);
    }
} else {
    $class = new ReflectionClass($name);
    $methods = $class->getMethods();
    $object = null;
    for ($i = 0; $i < $calls; $i++) {
        if (!$object || mt_rand(0, 15) == 0) {
            note("$name #$i new");
            $object = null;
            try {
                if ($class->isInstantiable() && mt_rand(0, 9)) {
                    $constructor = $class->getConstructor();
                    $object = $constructor ? $class->newInstance(...arguments($constructor)) : $class->newInstance();
                } else if (!$class->isAbstract() && !$class->isInterface() && !$class->isEnum()) {
                    $object = $class->newInstanceWithoutConstructor();
                }
            } catch (Throwable) {}
        }
        try {
            if ($object && mt_rand(0, 9) == 0) {
                $kind = mt_rand(0, 14);
                note("$name #$i kind $kind");
                switch ($kind) {
                    case 0: $object = clone $object; break;
                    case 1: unserialize(serialize($object)); break;
                    case 2: var_dump($object); break;
                    case 3: $n = 0; foreach ($object as $k => $v) if ($n++ > 10) break; break;
                    case 4: json_encode($object); break;
                    case 5: $object == clone $object; break;
                    case 6: (array)$object; break;
                    case 7: foreach (get_object_vars($object) as $k => $v) { $object->$k = value(); } break;
                    case 8: $object[value()] = value(); $object[value()]; unset($object[value()]); isset($object[value()]); break;
                    case 9: (string)$object; break;
                    case 10: $r = &$object->x; $r = value(); unset($object->x); break;
                    case 11: count($object); break;
                    case 12: var_export($object); break;
                    case 13: $object->__construct(...($class->getConstructor() ? arguments($class->getConstructor()) : [])); break;
                    case 14: $n = 0; foreach ($object as $k => &$v) { $v = value(); if ($n++ > 10) break; } break;
                }
                continue;
            }
            if (!$methods) continue;
            $m = $methods[mt_rand(0, count($methods) - 1)];
            if (!$m->isPublic() || $m->isAbstract() || !$object && !$m->isStatic()) continue;
            $args = arguments($m);
        } catch (Throwable) { continue; }
        note("$name::{$m->name} #$i");
        $method = $m->isStatic() ? [$name, $m->name] : [$object, $m->name];
        attempt(function (&...$a) use ($method) { return $method(...$a); }, $args);
    }
}
