<?php
// An access log read by patterns, through generators that select and count.
function lines(int $n): Generator {
    $paths = ['/', '/index.php?id=%d', '/img/logo-%d.png', '/api/v1/users/%d', '/api/v1/orders/%d/items', '/search?q=foo+bar%%20%d',
        '/admin/../etc/passwd'];
    $agents = ['Mozilla/5.0 (X11; Linux x86_64; rv:109.0) Gecko/20100101 Firefox/115.0', 'curl/7.88.1',
        'Mozilla/5.0 (iPhone; CPU iPhone OS 16_5 like Mac OS X) AppleWebKit/605.1.15',
        'Googlebot/2.1 (+http://www.google.com/bot.html)', '-'];
    $s = 99;
    $r = function (int $max) use (&$s) {
        $s = ($s * 16807) % 2147483647;
        return $s % $max;
    };
    $t = 1704067200;
    for ($i = 0; $i < $n; $i++) {
        $t += $r(90);
        if ($r(50) === 0) {
            yield 'garbage line ' . $r(100);
            continue;
        }
        yield sprintf('%d.%d.%d.%d - %s [%s] "%s %s HTTP/1.%d" %d %s "%s" "%s"', 10, $r(3), $r(4), $r(20),
            $r(10) ? '-' : 'user' . $r(5), gmdate('d/M/Y:H:i:s +0000', $t), ['GET', 'GET', 'POST', 'HEAD'][$r(4)],
            sprintf($paths[$r(7)], $r(30)), $r(2), [200, 200, 200, 304, 404, 500][$r(6)], $r(8) ? $r(50000) : '-',
            $r(3) ? '-' : 'http://ref' . $r(3) . '.example.org/', $agents[$r(5)]);
    }
}
const PATTERN = '/^(?<ip>\d{1,3}(?:\.\d{1,3}){3}) \S+ (?<user>\S+) \[(?<day>\d+)\/(?<month>\w{3})\/(?<year>\d{4}):(?<time>[\d:]+) (?<zone>[+-]\d{4})\] "(?<method>[A-Z]+) (?<path>[^ "?]+)(?:\?(?<query>[^ "]*))? HTTP\/(?<version>[\d.]+)" (?<status>\d{3}) (?<size>\d+|-) "(?<referer>[^"]*)" "(?<agent>[^"]*)"$/';
function parse(iterable $in, ?int &$bad = 0): Generator {
    foreach ($in as $n => $l) {
        if (!preg_match(PATTERN, $l, $m, PREG_UNMATCHED_AS_NULL)) {
            $bad++;
            continue;
        }
        $m = array_filter($m, is_string(...), ARRAY_FILTER_USE_KEY);
        $m['size'] = $m['size'] === '-' ? null : (int) $m['size'];
        if ($m['query'] !== null) parse_str($m['query'], $m['query']);
        yield $n => $m;
    }
}
function where(iterable $in, callable ...$tests): Generator {
    foreach ($in as $k => $x) {
        foreach ($tests as $t) if (!$t($x)) continue 2;
        yield $k => $x;
    }
}
function select(iterable $in, string|Closure ...$f): Generator {
    foreach ($in as $k => $x) {
        $o = [];
        foreach ($f as $n => $g) $o[is_int($n) ? $g : $n] = $g instanceof Closure ? $g($x) : $x[$g];
        yield $k => $o;
    }
}
function tally(iterable $in, callable $key, ?callable $val = null): array {
    $o = [];
    foreach ($in as $x) {
        $k = $key($x);
        $o[$k] = ($o[$k] ?? 0) + ($val ? $val($x) : 1);
    }
    arsort($o);
    return $o;
}
function take(iterable $in, int $n): Generator {
    if ($n < 1) return 'none';
    foreach ($in as $k => $x) {
        yield $k => $x;
        if (--$n === 0) return 'cut';
    }
    return 'all';
}
$route = fn (array $r) => preg_replace(['~/\d+(?=/|$)~', '~-\d+(?=\.\w+$)~', '~/[^/]+/\.\.~'], ['/{id}', '-*', ''], $r['path']);
$browser = fn (array $r) => match (1) { preg_match('~bot\b~i', $r['agent']) => 'bot',
    preg_match('~^(?<n>curl|wget)/([\d.]+)~', $r['agent'], $m) => $m['n'] . ' ' . strtok($m[2], '.'),
    preg_match('~(Firefox|iPhone)~', $r['agent'], $m) => $m[1], default => 'other' };
$all = iterator_to_array(parse(lines(3500), $bad));
echo count($all), ' parsed, ', $bad, " bad\n";
foreach (['status' => fn ($r) => $r['status'], 'route' => $route, 'browser' => $browser,
    'hour' => fn ($r) => substr($r['time'], 0, 2) . 'h', 'user' => fn ($r) => $r['user'] === '-' ? 'anonymous' : $r['user']] as $n => $f) {
    echo "by $n: ";
    foreach (take($g = (fn () => yield from tally($all, $f))(), 6) as $k => $c) echo $k, '=', $c, ' ';
    echo "\n";
}
print_r(tally($all, $route, fn ($r) => $r['size'] ?? 0));
foreach (take(select(where($all, fn ($r) => $r['status'] >= 500, fn ($r) => isset($r['query']['id']) && $r['query']['id'] > 20), 'ip',
    'status', id: fn ($r) => (int) $r['query']['id'],
    when: fn ($r) => date_create("{$r['day']} {$r['month']} {$r['year']} {$r['time']} {$r['zone']}")->format('c')), 4) as $k =>
    $row) echo $k, ': ', json_encode($row), "\n";
$g = take($all, 0);
foreach ($g as $_) ;
echo $g->getReturn(), "\n";
$sess = [];
foreach ($all as $r) $sess[$r['ip']][] = strtotime("{$r['day']} {$r['month']} {$r['year']} {$r['time']} {$r['zone']}");
uksort($sess, fn ($a, $b) => count($sess[$b]) <=> count($sess[$a]) ?: ip2long($a) <=> ip2long($b));
foreach (array_slice($sess, 0, 5) as $ip => $t) {
    $v = 1;
    for ($i = 1; $i < count($t); $i++) $v += $t[$i] - $t[$i - 1] > 1800;
    printf("%-12s %4d hits %3d visits, mean gap %s s\n", $ip, count($t), $v, number_format((max($t) - min($t)) / max(1, count($t) - 1), 1));
}
foreach ([['/(\d+)-(\d+)/', 'a1-2b33-4', 0], ['/(\d+)-(\d+)/', 'a1-2b33-4', PREG_SET_ORDER],
    ['/(?<x>a)?(b)?c/', 'c bc ac', PREG_OFFSET_CAPTURE], ['/(?<x>a)?(b)?c/', 'c bc', PREG_SET_ORDER | PREG_UNMATCHED_AS_NULL],
    ['/\b(?=(\w{3}))/u', 'héllo wörld', PREG_PATTERN_ORDER]] as [$p, $s, $f]) {
    preg_match_all($p, $s, $m, $f);
    echo json_encode($m, JSON_UNESCAPED_UNICODE), "\n";
}
echo json_encode(preg_split('/([,;])\s*/', 'a, b;c,,d', -1, PREG_SPLIT_DELIM_CAPTURE | PREG_SPLIT_NO_EMPTY)),
    json_encode(preg_split('//u', 'añb', -1, PREG_SPLIT_NO_EMPTY), 256),
    json_encode(preg_split('/ /', 'a b c', 2, PREG_SPLIT_OFFSET_CAPTURE)),
    json_encode(preg_grep('/^\d+$/', ['1', 'a', '22'], PREG_GREP_INVERT)), preg_quote('a.b*c?[d]#', '#'),
    preg_replace_callback_array(['/\d+/' => fn ($m) => $m[0] * 2, '/[aeiou]/' => fn ($m) => strtoupper($m[0])], 'abc 12 def 7', -1, $n),
    $n, "\n";
var_dump(@preg_match('/(unclosed/', ''), preg_last_error_msg(), preg_match('/\xc3/u', "\xc3"), preg_last_error_msg(),
    preg_match('/^(?:a+)+$/', str_repeat('a', 30) . 'b'), preg_last_error(),
    preg_match('~(?P<year>\d{4})-(?<mon>\d\d)~', 'on 2024-05', $m, 0, 2), $m, preg_match('/^(\((?:[^()]|(?1))*\))$/', '(a(b)c)'),
    preg_replace('/(?<=\d)(?=(\d{3})+$)/', ',', '1234567'), preg_replace('/e/', 'E', ['k' => 'see', 'tee'], 1));
