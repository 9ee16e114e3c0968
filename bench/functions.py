#!/usr/bin/env python3
"""Times one call of the most used native functions in Phant and in the reference PHP.

    bench/functions.py                     all, worst ratio first
    bench/functions.py --only usort,md5    those whose label contains one of the words
    bench/functions.py --rounds 5          processes of each engine, taken in turns (default 3)

Each expression runs in a loop inside a function, in batches of about a millisecond; the best of many batches counts,
less what the empty loop takes, so that a busy machine disturbs little. The ratio is reference / Phant: above 1, Phant
is faster. What an expression gives is compared too; a different result is reported as DIFFERS.
"""
import argparse, json, math, os, shlex, subprocess, sys, tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import run

# What the expressions use. Strings come from files and requests, so they are made at run time.
SETUP = r'''
$s = strrev(strrev('Hello, World of strings'));
$lower = strrev(strrev('a lower case text of some length'));
$padded = '   ' . $lower . "\n ";
$html = strrev(strrev('<a href="x">Tom & Jerry\'s</a> page of text'));
$plain = strrev(strrev('plain text without anything to escape here'));
$csv = implode(',', range(1, 20));
$words = explode(' ', 'lorem ipsum dolor sit amet consectetur adipiscing elit sed do');
$text = str_repeat('The quick brown fox jumps over the lazy dog. ', 40);
$ints = range(1, 100);
$shuffled = []; $seed = 7; for ($k = 0; $k < 100; $k++) { $seed = $seed * 16807 % 2147483647; $shuffled[] = $seed % 1000; }
$floats = array_map(fn ($v) => $v / 7, $shuffled);
$names = array_map(fn ($v) => "name$v", $shuffled);
$map = []; foreach ($names as $k => $v) { $map["key$k"] = $v; }
$record = ['id' => 17, 'name' => 'Alice "A" Smith', 'tags' => ['x', 'y', 'z'], 'price' => 12.5, 'ok' => true, 'none' => null];
$rows = []; for ($k = 0; $k < 20; $k++) { $rows[] = ['id' => $k, 'name' => "n$k", 'v' => $k * 1.5]; }
$json = json_encode($rows); $serialized = serialize($rows);
$f = 1234.5678; $n = 12345; $obj = new stdClass;
$cmp = fn ($a, $b) => $a <=> $b; $double = fn ($x) => $x * 2; $odd = fn ($x) => $x & 1; $add = fn ($a, $b) => $a + $b;
$date = '2024-05-17'; $utf = 'naïve café — déjà vu';
'''

# Expressions; those that change their argument work on a copy.
TESTS = r'''
strlen($s . $n)
strtolower($s)
strtoupper($lower)
ucfirst($lower)
ucwords($lower)
lcfirst($s)
trim($padded)
trim($lower)
rtrim($padded, "\n ")
substr($s, 3, 8)
strpos($text, 'lazy')
strpos($s, 'W')
strrpos($text, 'quick')
stripos($text, 'LAZY')
strstr($s, 'of')
str_contains($text, 'nothing')
str_starts_with($s, 'Hello')
str_ends_with($s, 'strings')
str_replace('World', 'Earth', $s)
str_replace([' ', ','], '-', $s)
str_replace('absent', 'x', $text)
strtr($s, 'abc', 'xyz')
strtr($s, ['Hello' => 'Bye', 'of' => 'for'])
htmlspecialchars($html)
htmlspecialchars($plain)
html_entity_decode('&lt;a&gt; &amp; b')
strip_tags($html)
nl2br($padded)
addslashes($html)
implode(',', $words)
implode(',', $ints)
explode(',', $csv)
explode(' ', $lower, 3)
str_pad($n, 12, '.', STR_PAD_LEFT)
str_repeat('ab', 20)
strrev($s)
str_split($lower, 4)
sprintf('%05d|%-10s|%8.2f|%x', $n, $s, $f, $n)
sprintf('%s has %d', $s, $n)
number_format($f, 2)
number_format($n)
ucwords(strtolower($s), ' ')
wordwrap($text, 60, "\n", true)
similar_text($s, $lower)
levenshtein('kitten', 'sitting')
substr_count($text, 'fox')
strcmp($s, $lower)
strcasecmp($s, $lower)
strncmp($s, $lower, 3)
md5($s)
sha1($s)
crc32($text)
md5($text)

bin2hex($s)
base64_encode($text)
base64_decode('SGVsbG8sIFdvcmxkIG9mIHN0cmluZ3M=')
urlencode($html)
rawurlencode($plain)
http_build_query($record)
parse_url('https://user@example.org:8080/path/x?q=1#frag')
json_encode($rows)
json_encode($text)
json_decode($json, true)
json_decode($json)
serialize($rows)
unserialize($serialized)
var_export($record, true)
print_r($record, true)
ord($s)
chr($n)
dechex($n)
hexdec('ff0a')
intdiv($n, 7)
floor($f)
round($f, 2)
abs(-$n)
max($n, 3)
min($ints)
max($ints)
pow($n, 2)
sqrt($f)
fmod($f, 3)
mt_rand(1, 10) > 0
is_numeric($date)
intval('123')
floatval('12.5')
(string) $f
count($ints)
in_array(77, $ints)
in_array('name500', $names)
in_array('absent', $names, true)
array_search('absent', $names)
array_key_exists('key50', $map)
isset($map['key50'])
array_keys($map)
array_values($map)
array_merge($ints, $shuffled)
array_merge($map, $record)
array_slice($ints, 10, 20)
array_slice($map, 10, 20)
(function ($a) { return array_splice($a, 5, 3, ['x']); })($ints)
array_map($double, $ints)
array_map('strtoupper', $words)
array_map(null, $ints, $shuffled)
array_filter($ints, $odd)
array_filter($ints)
array_reduce($ints, $add, 0)
array_sum($ints)
array_sum($floats)
array_product($ints)
array_combine($names, $names)
array_flip($names)
array_fill(0, 100, 0)
array_fill_keys($names, 0)
range(1, 100)
range('a', 'z')
array_reverse($ints)
array_reverse($map, true)
array_unique($shuffled)
array_unique($names)
array_count_values($names)
array_column($rows, 'name', 'id')
array_chunk($ints, 10)
array_pad($words, 20, '')
array_diff($names, $words)
array_diff_key($map, $record)
array_intersect($names, $words)
array_intersect_key($map, $map)
array_key_first($map)
array_is_list($ints)
compact('n', 'f')
(function ($a) { sort($a); return $a; })($shuffled)
(function ($a) { sort($a); return $a; })($names)
(function ($a) { sort($a); return $a; })($floats)
(function ($a) { rsort($a); return $a; })($shuffled)
(function ($a) { asort($a); return $a; })($names)
(function ($a) { ksort($a); return $a; })($map)
(function ($a) { arsort($a); return $a; })($map)
(function ($a, $cmp) { usort($a, $cmp); return $a; })($shuffled, $cmp)
(function ($a) { usort($a, 'strcmp'); return $a; })($names)
(function ($a) { array_walk($a, function (&$v, $k) { $v .= $k; }); return $a; })($names)
(function ($a) { array_push($a, 1, 2); array_pop($a); return $a; })($ints)
(function ($a) { array_shift($a); array_unshift($a, 9); return $a; })($ints)
preg_match('/(\d{4})-(\d\d)-(\d\d)/', $date, $m)
preg_match('/^[a-z]+$/', $lower)
preg_match('/(?<y>\d{4})-(?<m>\d\d)/', $date, $m) ? $m : 0
preg_match('/\w+/u', $utf)
preg_match_all('/\b(\w)(\w*)\b/', $text, $m)
preg_match_all('/o/', $text)
preg_replace('/\s+/', ' ', $text)
preg_replace('/(fox|dog)/', '<$1>', $text)
preg_replace_callback('/\b\w/', fn ($m) => strtoupper($m[0]), $s)
preg_split('/[\s,]+/', $s)
preg_quote('Hello.World?')
call_user_func($double, $n)
call_user_func_array($add, [$n, 2])
call_user_func('strlen', $s)
is_callable($double)
function_exists('strlen')
is_array($ints)
is_string($s)
get_class($obj)
spl_object_id($obj)
gettype($f)
iterator_to_array(new ArrayIterator($words))
microtime(true) > 0
date('Y-m-d H:i:s', 86400)
mb_strlen($utf)
mb_substr($utf, 2, 5)
mb_strtoupper($utf)
ctype_digit($date)
array_key_last($ints)
array_rand($ints) >= 0
str_word_count($text)
vsprintf('%s-%s', ['a', 'b'])
strncasecmp($s, $lower, 3)
ltrim($padded)
'''

HARNESS = r'''
error_reporting(E_ALL & ~E_DEPRECATED);
function measure(callable $f): float {
    for ($n = 1;; $n *= 2) {
        $start = hrtime(true); $f($n); $took = hrtime(true) - $start;
        if ($took > 500000 || $n > 4000000) break;
    }
    $best = INF;
    $end = hrtime(true) + BUDGET;
    do {
        $start = hrtime(true); $f($n); $best = min($best, (hrtime(true) - $start) / $n);
    } while (hrtime(true) < $end);
    return $best;
}
function all(array $tests): void {
    $empty = measure($tests[0][0]);
    $out = [];
    foreach (array_slice($tests, 1) as [$loop, $one]) {
        try {
            $out[] = [measure($loop) - $empty, md5(serialize($one()))];
        } catch (Error $e) {
            $out[] = [null, $e->getMessage()];
        }
    }
    echo json_encode($out);
}
all($tests);
'''

def program(tests, budget):
    def function(body):
        return 'function ($n0 = 1) { global %s; %s }' % (', '.join(variables), body)
    variables = ['$s', '$lower', '$padded', '$html', '$plain', '$csv', '$words', '$text', '$ints', '$shuffled', '$floats', '$names',
                 '$map', '$record', '$rows', '$json', '$serialized', '$f', '$n', '$obj', '$cmp', '$double', '$odd', '$add', '$date', '$utf']
    # Locals, not globals: copies, so that no reference slows the arguments down.
    copy = ' '.join('%s_ = %s; unset(%s); %s = %s_; unset(%s_);' % ((v,) * 6) for v in variables)
    parts = ['[%s, null]' % function(copy + ' for ($i = 0; $i < $n0; $i++) { $r = $n; }')]
    for test in tests:
        parts.append('[%s, %s]' % (function(copy + ' for ($i = 0; $i < $n0; $i++) { $r = %s; }' % test),
                                   function('return %s;' % test)))
    return '<?php\nconst BUDGET = %d;\n%s\n$tests = [\n%s\n];\n%s' % (budget, SETUP, ',\n'.join(parts), HARNESS)

def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--phant', default=str(run.ROOT / 'target/release/phant'), help='command of Phant')
    parser.add_argument('--reference', default=os.environ.get('REFERENCE_PHP') or str(run.SHARED / 'tools/reference-php'))
    parser.add_argument('--reference-ini', default='zend_extension=opcache opcache.enable_cli=1 opcache.jit=off extension=mbstring extension=ctype')
    parser.add_argument('--rounds', type=int, default=3)
    parser.add_argument('--budget', type=float, default=12, help='milliseconds for a function in a process (default 12)')
    parser.add_argument('--only', default='', help='comma list of words; a test counts if its text contains one')
    parser.add_argument('--below', type=float, default=math.inf, help='show only ratios below this')
    parser.add_argument('--json', metavar='FILE', help='write the figures there')
    arguments = parser.parse_args()

    words = [w for w in arguments.only.split(',') if w]
    tests = [t for t in TESTS.split('\n') if t and (not words or any(w in t for w in words))]
    ini = [word for setting in arguments.reference_ini.split() for word in ('-d', setting)]
    engines = [run.reference_engine(arguments.reference, ini), run.Engine('phant', shlex.split(arguments.phant), [])]
    best, results = {e.name: [math.inf] * len(tests) for e in engines}, {}
    with tempfile.NamedTemporaryFile('w', suffix='.php') as script:
        script.write(program(tests, int(arguments.budget * 1e6)))
        script.flush()
        for _ in range(arguments.rounds):
            for engine in engines:
                done = subprocess.run(engine.script(script.name), env=engine.environment, capture_output=True, text=True)
                try:
                    rows = json.loads(done.stdout)
                except ValueError:
                    sys.exit(f'{engine.name}: {done.stdout[-2000:]}{done.stderr[-500:]}')
                best[engine.name] = [a if b[0] is None else min(a, b[0]) for a, b in zip(best[engine.name], rows)]
                results[engine.name] = [b[1] for b in rows]
    lines = []
    for i, test in enumerate(tests):
        if math.inf in (best['reference'][i], best['phant'][i]):
            print(f'   (not timed: {results["reference"][i]} / {results["phant"][i]})  {test}')
            continue
        a, b = max(best['reference'][i], 0.5), max(best['phant'][i], 0.5)
        lines.append((a / b, test, a, b, results['reference'][i] == results['phant'][i]))
    lines.sort()
    for ratio, test, a, b, same in lines:
        if ratio < arguments.below or not same:
            print(f'{ratio:6.2f}x  {a:10.1f}  {b:10.1f} ns  {test}{"" if same else "   DIFFERS"}')
    print(f'geometric mean {math.exp(sum(math.log(l[0]) for l in lines) / len(lines)):.2f}x of {len(lines)}, '
          f'{sum(l[0] < 1 for l in lines)} below 1')
    if arguments.json:
        Path(arguments.json).write_text(json.dumps([dict(zip(('ratio', 'test', 'reference', 'phant', 'same'), l)) for l in lines], indent=1) + '\n')

if __name__ == '__main__':
    main()
