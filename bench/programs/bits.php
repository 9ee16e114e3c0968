<?php
// Bits: sets, Bloom filters, Huffman codes, conversions between bases, checksums, packed records.
final class BitSet implements Countable, IteratorAggregate {
    private array $w = [];
    public function set(int ...$b): static {
        foreach ($b as $i) $this->w[$i >> 6] = ($this->w[$i >> 6] ?? 0) | 1 << ($i & 63);
        return $this;
    }
    public function clear(int $i): static {
        if (isset($this->w[$i >> 6])) $this->w[$i >> 6] &= ~(1 << ($i & 63));
        return $this;
    }
    public function has(int $i): bool {
        return (bool) (($this->w[$i >> 6] ?? 0) >> ($i & 63) & 1);
    }
    public function count(): int {
        $n = 0;
        foreach ($this->w as $w) $n += substr_count(decbin($w), "1");
        return $n;
    }
    public function getIterator(): Generator {
        ksort($this->w);
        foreach ($this->w as $k => $w) while ($w) {
            $low = $w & -$w;
            yield $k << 6 | (int) round(log($low < 0 ? 2 ** 63 : $low, 2));
            $w ^= $low;
        }
    }
    public function __call($op, $a): static {
        $r = clone $this;
        foreach (array_keys($this->w + $a[0]->w) as $k) {
            $x = $this->w[$k] ?? 0;
            $y = $a[0]->w[$k] ?? 0;
            $r->w[$k] = match ($op) { 'and' => $x & $y, 'or' => $x | $y, 'xor' => $x ^ $y, 'minus' => $x & ~$y };
        }
        return $r;
    }
}
$a = (new BitSet)->set(1, 5, 63, 64, 200);
$b = (new BitSet)->set(5, 64, 7);
foreach (['and', 'or', 'xor', 'minus'] as $op) echo $op, ': ', implode(',', iterator_to_array($a->$op($b), false)), ' #',
    count($a->$op($b)), "\n";
try {
    $a->nope($b);
}  catch (\UnhandledMatchError $e) {
    echo $e->getMessage(), "\n";
}
var_dump($a->clear(63)->has(63), $a->has(64), 1 << 63, -1 >> 63, PHP_INT_MIN >> 1, ~5, 5 ^ -3, '12' & '6', 'ab' ^ '  ', 'a' | 'b',
    ~'abc' === "\x9e\x9d\x9c", 0b1010_1010, 0o17, 017, 0xdead_beef, 1 <=> 2, !5, 5.7 & 3, '5' << '2', null | 4, true ^ true);
foreach ([0, 1, 255, 1024, 0x7fffffff, PHP_INT_MAX] as $n) {
    echo decbin($n), ' ', decoct($n), ' ', dechex($n), ' ', base_convert((string) $n, 10, 36), ' ',
        bindec(decbin($n)) === $n ? 'ok' : 'no', ' ', strrev(number_format($n)), ' ', popcount($n), ' ', gray($n), ' ',
        bin2hex(pack('J', $n)), "\n";
}
function popcount(int $n): int {
    return substr_count(decbin($n), '1');
}
function gray(int $n): int {
    return $n ^ $n >> 1;
}
echo base_convert('zz.!z', 36, 2), hexdec('fffffffffffffffff'), ' ', octdec('789'), ' ', bindec('102'), base_convert('-15', 10, 2), ' ',
    decbin(-1), ' ', dechex(-255), "\n";
try {
    base_convert('1', 1, 2);
}  catch (ValueError $e) {
    echo $e->getMessage(), "\n";
}
function roman(int $n): string {
    $s = '';
    foreach (['M' => 1000, 'CM' => 900, 'D' => 500, 'CD' => 400, 'C' => 100, 'XC' => 90, 'L' => 50, 'XL' => 40, 'X' => 10, 'IX' => 9,
        'V' => 5, 'IV' => 4, 'I' => 1] as $r => $v) while ($n >= $v) {
        $s .= $r;
        $n -= $v;
    }
    return $s;
}
function unroman(string $s): int {
    $v = array_map(fn ($c) => ['I' => 1, 'V' => 5, 'X' => 10, 'L' => 50, 'C' => 100, 'D' => 500, 'M' => 1000][$c], str_split($s));
    $n = 0;
    foreach ($v as $i => $x) $n += ($v[$i + 1] ?? 0) > $x ? -$x : $x;
    return $n;
}
function base62(int $n): string {
    static $d = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
    for ($s = ''; $n > 0 || $s === ''; $n = intdiv($n, 62)) $s = $d[$n % 62] . $s;
    return $s;
}
function morton(int $x, int $y): int {
    $spread = function (int $v): int {
        foreach ([[8, 0x00ff00ff], [4, 0x0f0f0f0f], [2, 0x33333333], [1, 0x55555555]] as [$s, $m]) $v = ($v | $v << $s) & $m;
        return $v;
    };
    return $spread($x) | $spread($y) << 1;
}
function crc(string $s): int {
    static $t;
    if (!$t) for ($i = 0; $i < 256; $i++) {
        for ($c = $i, $k = 0; $k < 8; $k++) $c = $c & 1 ? 0xEDB88320 ^ $c >> 1 : $c >> 1;
        $t[$i] = $c;
    }
    $c = 0xffffffff;
    for ($i = 0, $n = strlen($s); $i < $n; $i++) $c = $t[($c ^ ord($s[$i])) & 0xff] ^ $c >> 8;
    return $c ^ 0xffffffff;
}
function adler(string $s): int {
    $a = 1;
    $b = 0;
    foreach (unpack('C*', $s) as $c) {
        $a = ($a + $c) % 65521;
        $b = ($b + $a) % 65521;
    }
    return $b << 16 | $a;
}
class Huffman {
    public array $codes = [];
    private array $tree;
    public function __construct(string $t) {
        $q = new SplPriorityQueue;
        foreach (count_chars($t, 1) as $c => $n) {
            $q->insert([chr($c), $n], [-$n, -$c]);
        }
        $id = -1000;
        while (count($q) > 1) {
            [$l, $r] = [$q->extract(), $q->extract()];
            $q->insert([[$l, $r], $n = $l[1] + $r[1]], [-$n, $id--]);
        }
        $this->walk($this->tree = $q->extract());
        ksort($this->codes);
    }
    private function walk(array $n, string $p = ''): void {
        if (is_string($n[0])) {
            $this->codes[$n[0]] = $p ?: '0';
            return;
        }
        foreach ($n[0] as $bit => $c) $this->walk($c, $p . $bit);
    }
    public function encode(string $t): string {
        return strtr($t, $this->codes);
    }
    public function decode(string $bits): string {
        $out = '';
        $n = $this->tree;
        for ($i = 0; $i < strlen($bits); $i++) {
            $n = $n[0][$bits[$i]];
            if (is_string($n[0])) {
                $out .= $n[0];
                $n = $this->tree;
            }
        }
        return $out;
    }
    public static function pack(string $b): string {
        return implode('', array_map(fn ($x) => chr(bindec(str_pad($x, 8, '0'))), str_split($b, 8)));
    }
}
foreach ([1, 4, 9, 1994, 2024, 3999] as $n) echo roman($n), unroman(roman($n)) === $n ? '' : '!', ' ', base62($n * 7919), ' ',
    morton($n & 0xff, $n >> 4), ' ';
$t = 'she sells sea shells by the sea shore';
$h = new Huffman($t);
echo "\n", json_encode($h->codes), ' ', strlen($h->encode($t)), ' ', bin2hex(Huffman::pack($h->encode($t))), ' ',
    $h->decode($h->encode($t)) === $t ? 'ok' : 'no', "\n";
printf("%08x %08x %08x %s %s\n", crc($t), crc32($t), adler($t), hash('adler32', $t), hash('crc32b', $t));
foreach (['N2a/nb', 'Cx2v', 'a4x/Z8y/A3z', 'd', 'Pn', 'h4q', 'c2', 'e/g', 'X', '@3/C', 'q', 'V'] as $f) try {
    $p = $f === 'Pn' ? pack('Pn', 1,
        2) : pack(...match ($f) { 'N2a/nb' => ['NNn', 1, 2, 3], 'Cx2v' => ['Cx2v', 1, 513],
        'a4x/Z8y/A3z' => ['a4Z8A3', 'ab', 'longer than', 'z'], 'd' => ['d', 1.5], 'h4q' => ['h4', '1f2e'], 'c2' => ['c2', -1, 300],
        'e/g' => ['eg', -2.5, 0.1], 'X' => ['NX', 1], '@3/C' => ['C@3C', 1, 2], 'q' => ['q', PHP_INT_MIN], 'V' => ['V*', 1, -1] });
    echo $f, ' ', bin2hex($p), ' ',
        json_encode(unpack(in_array($f, ['N2a/nb', 'a4x/Z8y/A3z', 'h4q', 'c2', 'd', '@3/C', 'q', 'e/g']) ?
        ($f === 'd' ? 'dval' : $f) : 'C*', $p)), "\n";
}  catch (Throwable $e) {
    echo get_class($e), $e->getMessage(), "\n";
}
try {
    pack('N', ...[]);
}  catch (Throwable $e) {
    echo get_class($e), $e->getMessage(), "\n";
}
var_dump(@unpack('N', 'ab'));
function xs(int &$s): int {
    $s ^= ($s << 13) & 0xffffffff;
    $s ^= $s >> 17;
    return $s ^= ($s << 5) & 0xffffffff;
}
$s = 2463534242;
$bloom = new BitSet;
$hit = 0;
for ($i = 0; $i < 6000; $i++) {
    $x = xs($s);
    if ($i < 3000) $bloom->set($x % 16384, crc("$x") % 16384);
    elseif ($bloom->has($x % 16384) && $bloom->has(crc("$x") % 16384)) $hit++;
}
echo $hit, ' ', count($bloom), ' ', array_sum(iterator_to_array($bloom, false)), ' ', $s, "\n";
$z = 0;
for ($i = 0; $i < 12000; $i++) $z = ($z + morton($i & 0xff, $i >> 6) + popcount($i) + unroman(roman($i % 3999 + 1))) & 0xfffffff;
echo $z, "\n";
