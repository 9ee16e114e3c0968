#!/usr/bin/env python3
"""Checks that memory_limit and max_execution_time hold inside native code: each case must end in PHP's error, in time and
without taking much more memory than it may. Prints what fails, and "N passed, N failed".

    tests/limits.py [--php BIN] [FILTER...]       --show prints what each case takes

Cases of memory run under memory_limit=128M and may take 200 MB in all; cases of time have one second, and may take that and
what a busy machine adds. Neither may need more than 60 seconds.
"""
import argparse, os, re, signal, subprocess, sys, tempfile, time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
from common import PHANT, php_words

MOST_MEMORY = 200
MOST_TIME = 2.5
MEMORY = r'(.*\n)*\n?Fatal error: Allowed memory size of \d+ bytes exhausted \(tried to allocate \d+ bytes\) in .* on line \d+\n'
# Callbacks recurse on the native stack, which has a limit of its own; this is the end of that error's long trace.
STACK = r'(.*\n)*#\d+ Command line code\(1\): f\(1\)\n#\d+ \{main\}\n  thrown in Command line code on line 1\n'
TIME = r'(.*\n)*\n?Fatal error: Maximum execution time of 1 second exceeded in .* on line \d+\n'

NEST = '$n = [1, 2]; for ($i = 0; $i < 60; $i++) $n = [$n, $n];'
OTHER = '$m = [1, 2]; for ($i = 0; $i < 60; $i++) $m = [$m, $m];'
OBJECTS = '$n = (object) ["a" => 1]; for ($i = 0; $i < 60; $i++) $n = (object) ["a" => $n, "b" => $n];'
# 40 MB of text.
TEXT = '$t = str_repeat("a,b;", 10_000_000);'

MEMORY_CASES = {
    'fgets without a line end': '$f = fopen("/dev/zero", "r"); fgets($f);',
    'stream_get_line without its end': '$f = fopen("/dev/zero", "r"); stream_get_line($f, 1 << 40, "x");',
    'stream_get_contents of what has no end': '$f = fopen("/dev/zero", "r"); stream_get_contents($f);',
    'file_get_contents of what has no end': 'file_get_contents("/dev/zero");',
    'file of what has no end': 'file("/dev/zero");',
    'fgetcsv of what has no end': '$f = fopen("/dev/zero", "r"); fgetcsv($f);',
    'fscanf of what has no end': '$f = fopen("/dev/zero", "r"); fscanf($f, "%s");',
    'a line of an SplFileObject': '(new SplFileObject("/dev/zero"))->fgets();',
    'copying to php://memory': '$f = fopen("/dev/zero", "r"); stream_copy_to_stream($f, fopen("php://memory", "w"));',
    'a filter that never ends': '$f = fopen("/dev/zero", "r"); stream_filter_append($f, "convert.base64-encode"); stream_get_contents($f);',
    'preg_replace': 'preg_replace("/a/", str_repeat("x", 10000), str_repeat("a", 1_000_000));',
    'preg_replace of the empty': 'preg_replace("//", str_repeat("x", 10000), str_repeat("a", 1_000_000));',
    'preg_replace_callback': '$x = str_repeat("x", 10000); preg_replace_callback("/a/", fn() => $x, str_repeat("a", 1_000_000));',
    'preg_split': TEXT + 'preg_split("/[,;]/", $t);',
    'preg_split of the empty': TEXT + 'preg_split("//", $t);',
    'preg_match_all': TEXT + 'preg_match_all("/(a)(,)(b)/", $t, $m);',
    'preg_match_all by sets': TEXT + 'preg_match_all("/(a)(,)(b)/", $t, $m, PREG_SET_ORDER);',
    'preg_grep': 'preg_grep("/x/", array_fill(0, 3_000_000, "x"));  $a = preg_grep("/x/", array_fill(0, 7_000_000, "x"));',
    'json_encode of shared nesting': NEST + 'json_encode($n);',
    'json_encode of shared objects': OBJECTS + 'json_encode($n);',
    'json_encode that escapes': 'json_encode(str_repeat("\\u{e4}", 30_000_000));',
    'json_decode': 'json_decode("[" . str_repeat("[],", 10_000_000) . "1]");',
    'serialize of shared nesting': NEST + 'serialize($n);',
    'unserialize': 'unserialize("a:12000000:{" . str_repeat("i:0;N;", 12_000_000) . "}");',
    'var_export of shared nesting': NEST + 'var_export($n, true);',
    'print_r of shared nesting': NEST + 'print_r($n, true);',
    'var_dump of shared nesting into a buffer': NEST + 'ob_start(); var_dump($n);',
    'var_export of shared nesting into a buffer': NEST + 'ob_start(); var_export($n);',
    'print_r of shared nesting into a buffer': NEST + 'ob_start(); print_r($n);',
    'var_dump of shared objects into a buffer': OBJECTS + 'ob_start(); var_dump($n);',
    'fpassthru into a buffer': '$f = fopen("/dev/zero", "r"); ob_start(); fpassthru($f);',
    'readfile into a buffer': 'ob_start(); readfile("/dev/zero");',
    'passthru into a buffer': 'ob_start(); passthru("cat /dev/zero");',
    'shell_exec of what has no end': 'shell_exec("cat /dev/zero");',
    'array_replace_recursive': NEST + OTHER + 'array_replace_recursive($n, $m);',
    'array_merge_recursive of shared nesting': NEST.replace('$n, $n', '"a" => $n, "b" => $n') + 'array_merge_recursive($n, $n);',
    'a DatePeriod as an array': 'iterator_to_array(new DatePeriod(new DateTime("2000-01-01"), new DateInterval("PT1S"), new DateTime("9000-01-01")));',
    'many patterns': 'for ($i = 0; $i < 300; $i++) preg_match("/a$i" . str_repeat("(x|y)*", 900) . "/", "a"); for (;;) $x[] = $i;',
    'a big database in memory': '$d = new PDO("sqlite::memory:"); $d->exec("CREATE TABLE t(x)"); for (;;) $d->exec("INSERT INTO t VALUES (randomblob(1000000))");',
    'http_build_query of shared nesting': NEST + 'http_build_query($n);',
    'explode': TEXT + 'explode(",", $t);',
    'explode to lists': TEXT + 'for ($i = 0; $i < 9; $i++) $x[] = explode(";", $t);',
    'implode': '$s = str_repeat("x", 1 << 20); implode($s, array_fill(0, 1000, $s));',
    'str_split': TEXT + 'str_split($t);',
    'mb_str_split': TEXT + 'mb_str_split($t);',
    'str_word_count': '$t = str_repeat("ab ", 20_000_000); str_word_count($t, 1);',
    'str_replace': 'str_replace("a", str_repeat("x", 10000), str_repeat("a", 1_000_000));',
    'str_ireplace': 'str_ireplace("A", str_repeat("x", 10000), str_repeat("a", 1_000_000));',
    'strtr': 'strtr(str_repeat("a", 1_000_000), ["a" => str_repeat("x", 10000)]);',
    'substr_replace': 'substr_replace(array_fill(0, 10000, "a"), str_repeat("x", 100_000), 0);',
    'chunk_split': 'chunk_split(str_repeat("a", 1_000_000), 1, str_repeat("x", 10000));',
    'wordwrap': 'wordwrap(str_repeat("a ", 1_000_000), 1, str_repeat("x", 10000), true);',
    'nl2br': 'nl2br(str_repeat("\\n", 60_000_000));',
    'htmlspecialchars': 'htmlspecialchars(str_repeat("<", 60_000_000));',
    'addslashes': 'addslashes(str_repeat("\'", 100_000_000));',
    'quoted_printable_encode': 'quoted_printable_encode(str_repeat("\\xff", 60_000_000));',
    'bin2hex': 'bin2hex(str_repeat("x", 100_000_000));',
    'base64_encode': 'base64_encode(str_repeat("x", 100_000_000));',
    'urlencode': 'urlencode(str_repeat("\\xff", 60_000_000));',
    'strrev': 'strrev(str_repeat("x", 100_000_000));',
    'strtoupper': 'strtoupper(str_repeat("x", 100_000_000));',
    'ucwords': 'ucwords(str_repeat("x", 100_000_000));',
    'mb_strtoupper': 'mb_strtoupper(str_repeat("\\u{df}", 40_000_000));',
    'mb_convert_encoding': 'mb_convert_encoding(str_repeat("x", 60_000_000), "UTF-32");',
    'mb_encode_numericentity': 'mb_encode_numericentity(str_repeat("\\u{e4}", 20_000_000), [0x80, 0x10ffff, 0, 0xffffff]);',
    'sprintf': 'sprintf(str_repeat("%1\\$s", 10000), str_repeat("x", 100_000));',
    'sprintf that pads': 'sprintf("%1000000000s", "x");',
    'vsprintf': 'vsprintf(str_repeat("%s", 10000), array_fill(0, 10000, str_repeat("x", 100_000)));',
    'number_format': 'number_format(1.5, 1_000_000_000);',
    'pack': 'pack("a1000000000", "x");',
    'unpack': 'unpack("C*", str_repeat("x", 60_000_000));',
    'count_chars of many': 'for ($i = 0; ; $i++) $x[] = count_chars("abc");',
    'range': 'range(0, 100_000_000);',
    'array_fill': 'array_fill(0, 100_000_000, 1);',
    'array_fill_keys': 'array_fill_keys(range(1, 6_000_000), 1);',
    'array_pad': 'array_pad([], 100_000_000, 1);',
    'array_chunk': 'array_chunk(range(1, 4_000_000), 1);',
    'array_merge': '$a = range(1, 1_000_000); array_merge(...array_fill(0, 1000, $a));',
    'array_merge_recursive': '$a = ["x" => range(1, 1_000_000)]; array_merge_recursive(...array_fill(0, 1000, $a));',
    'array_walk_recursive': NEST + 'array_walk_recursive($n, function () {});',
    'array_map over several': 'array_map(null, range(1, 1_000_000), range(1, 1_000_000), range(1, 1_000_000));',
    'array_combine': '$a = range(1, 4_500_000); array_combine($a, $a);',
    'array_flip': 'array_flip(range(1, 3_000_000));',
    'array_splice': '$a = range(1, 4_000_000); array_splice($a, 1, 0, $a);',
    'spread arguments': 'function f(...$x) { return $x; } $a = range(1, 2_000_000); f(...$a, ...$a, ...$a);',
    'unpacking': '$a = range(1, 1_000_000); $b = [...$a, ...$a, ...$a, ...$a, ...$a, ...$a, ...$a, ...$a, ...$a];',
    'iterator_to_array': 'iterator_to_array((function () { for (;;) yield 1; })(), false);',
    'an SplFixedArray': 'new SplFixedArray(100_000_000);',
    'an SplObjectStorage': '$s = new SplObjectStorage; for (;;) $s[new stdClass] = 1;',
    'str_repeat in a loop': 'for (;;) $x[] = str_repeat("x", 1000);',
    'interpolation': '$s = str_repeat("x", 100_000_000); $t = "$s$s";',
    'token_get_all': 'token_get_all("<?php " . str_repeat("+1", 2_000_000));',
    'compiled code': 'for ($i = 0; ; $i++) eval("function f$i() { return [" . str_repeat("$i, ", 1000) . "]; }");',
    'deep recursion': 'function f($a) { return f([$a]); } f(1);',
    'recursion beside a full heap': '$a = array_fill(0, 5_000_000, 1); function f($i) { return f($i + 1) + 1; } f(1);',
    'fibers': 'for (;;) { $f = new Fiber(function () { Fiber::suspend(); }); $f->start(); $x[] = $f; }',
    'generators that walk one another': 'function g() { foreach (g() as $x) yield $x; } foreach (g() as $x);',
    'deep recursion in fibers': 'function d($n) { return $n ? d($n - 1) + 1 : Fiber::suspend(); } for (;;) { $f = new Fiber(fn() => d(20000)); $f->start(); $x[] = $f; }',
    'chained classes': '$m = ""; for ($j = 0; $j < 200; $j++) $m .= "function m{i}_$j() {} "; $p = ""; '
        'for ($i = 0; $i < 3000; $i++) { eval("class C$i $p {" . str_replace("{i}", "$i", $m) . "}"); $p = "extends C$i"; }',
    'constants': 'for ($i = 0; ; $i++) define(str_repeat("c", 500) . $i, $i);',
    'included files': '$f = tempnam("", "phant"); file_put_contents($f, "<?php return [" . str_repeat("1,[2],", 20000) . "];"); try { for (;;) $x[] = include $f; } finally { unlink($f); }',
    'a shutdown function': 'register_shutdown_function(function () { for (;;) $x[] = str_repeat("y", 1000); }); for (;;) $x[] = str_repeat("x", 1000);',
    'many rows of a database': '$d = Pdo\\Sqlite::connect("sqlite::memory:"); $d->query("WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM c) SELECT x FROM c")->fetchAll();',
    'hash_pbkdf2': 'hash_pbkdf2("sha256", "a", "b", 1, 1_000_000_000);',
    'random_bytes': 'random_bytes(1_000_000_000);',
}

STACK_CASES = {
    'deep callbacks': 'function f($a) { return array_map("f", [$a]); } f(1);',
}
TIME_CASES = {
    'a pattern with a high limit': 'ini_set("pcre.backtrack_limit", PHP_INT_MAX); preg_match(\'/(?:(?:a+)+)+$/\', str_repeat("a", 60) . "b");',
    'a pattern with a high limit, without JIT': 'ini_set("pcre.jit", 0); ini_set("pcre.backtrack_limit", PHP_INT_MAX); preg_match(\'/(?:(?:a+)+)+$/\', str_repeat("a", 60) . "b");',
    'many matches': 'while (true) preg_match_all("/a/", str_repeat("a", 1_000_000));',
    'similar_text': 'similar_text(str_repeat("ab", 20000), str_repeat("ba", 20000));',
    'levenshtein': 'levenshtein(str_repeat("ab", 200_000), str_repeat("ba", 200_000));',
    'hash_pbkdf2': 'hash_pbkdf2("sha512", "a", "b", 2_000_000_000);',
    'bcrypt': 'password_hash("x", PASSWORD_BCRYPT, ["cost" => 25]);',
    'bcrypt, to verify': 'password_verify("x", \'$2y$28$abcdefghijklmnopqrstuuzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz\');',
    'SHA-512 of crypt': 'crypt("x", \'$6$rounds=999999999$abcdefgh$\');',
    'DES of crypt': 'crypt("x", "_zzzzabcd");',
    'recursive SQL': '$d = Pdo\\Sqlite::connect("sqlite::memory:"); $d->query("WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM c) SELECT sum(x) FROM c")->fetchAll();',
    'recursive SQL of exec': '$d = Pdo\\Sqlite::connect("sqlite::memory:"); $d->exec("CREATE TABLE t(x); WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM c) INSERT INTO t SELECT sum(x) FROM c");',
    '== on shared nesting': NEST + OTHER + 'var_dump($n == $m);',
    '=== on shared nesting': NEST + OTHER + 'var_dump($n === $m);',
    '<=> on shared nesting': NEST + OTHER + 'var_dump($n <=> $m);',
    '== on shared objects': OBJECTS + '$m = $n; ' + OBJECTS + 'var_dump($n == $m);',
    'in_array of shared nesting': NEST + OTHER + 'in_array($n, [$m]);',
    'sort of shared nesting': NEST + OTHER + '$x = [$n, $m]; sort($x);',
    'count': NEST + 'count($n, COUNT_RECURSIVE);',
    'a constant of shared nesting': NEST + 'define("N", $n);',
    'graphemes that collation compares': 'grapheme_strpos(str_repeat("\\u{e4}", 100_000), str_repeat("\\u{e4}", 50_000) . "b"); for (;;);',
    'iterating over shared nesting': NEST + 'iterator_count(new RecursiveIteratorIterator(new RecursiveArrayIterator($n)));',
    'copying without end': 'stream_copy_to_stream(fopen("/dev/zero", "r"), fopen("/dev/null", "w"));',
    'a line that is too long to keep': 'while (fgets(fopen("/dev/zero", "r"), 1 << 20));',
    'hash_file without end': 'hash_file("sha256", "/dev/zero");',
    'md5_file without end': 'md5_file("/dev/zero");',
    'hash_update_stream without end': 'hash_update_stream(hash_init("crc32b"), fopen("/dev/zero", "r"));',
    'seeking forwards': '$f = popen("cat /dev/zero", "r"); fseek($f, PHP_INT_MAX, SEEK_CUR); pclose($f);',
    'a DatePeriod without end': 'iterator_count(new DatePeriod(new DateTime("2000-01-01"), new DateInterval("PT0S"), new DateTime("2001-01-01")));',
    'a long DatePeriod': 'iterator_count(new DatePeriod(new DateTime("2000-01-01"), new DateInterval("PT1S"), 2147483600));',
    'a filter on what has no end': 'copy("php://filter/read=convert.base64-encode/resource=/dev/zero", "/dev/null");',
    'a filter that makes nothing': 'class F extends php_user_filter { function filter($in, $out, &$n, $closing): int { while (stream_bucket_make_writeable($in)); return PSFS_FEED_ME; } } '
        'stream_filter_register("f", "F"); file_get_contents("php://filter/read=f/resource=/dev/zero");',
    'array_walk of an array that grows': '$a = [1]; array_walk($a, function () use (&$a) { $a = [1]; });',
    'a sort that takes long': '$a = []; for ($i = 0; $i < 300_000; $i++) $a[] = str_repeat("x", 200) . mt_rand(); for (;;) sort($a);',
    'many replacements': 'str_replace(range(1, 100_000), "x", array_fill(0, 1000, str_repeat("y", 10000)));',
    'an iterator without end': 'iterator_count(new InfiniteIterator(new ArrayIterator([1])));',
    'a LimitIterator without end': 'foreach (new LimitIterator(new InfiniteIterator(new ArrayIterator([1])), PHP_INT_MAX - 5) as $x);',
    'substr_count of substr_counts': 'for (;;) substr_count(str_repeat("a", 10_000_000), "a");',
    'array_intersect': '$a = range(1, 300_000); for (;;) array_intersect($a, $a);',
    'array_udiff': '$a = range(1, 300_000); array_udiff($a, $a, fn($x, $y) => $x <=> $y); for (;;);',
    'a shutdown function': 'register_shutdown_function(function () { for (;;); }); for (;;);',
    'a loop without end': 'for (;;);',
}


def run(command, limit=90):
    """Output, status, seconds of processor time, MB of memory."""
    with tempfile.TemporaryFile() as output:
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, start_new_session=True)
        end = time.monotonic() + limit
        while True:
            pid, status, used = os.wait4(child.pid, os.WNOHANG)
            if pid:
                break
            # A child that does not stop is not allowed to take the machine's memory either.
            if time.monotonic() > end or resident(child.pid) > 3000:
                os.killpg(child.pid, signal.SIGKILL)
                _, status, used = os.wait4(child.pid, 0)
                break
            time.sleep(0.01)
        child.returncode = os.waitstatus_to_exitcode(status)
        output.seek(max(output.seek(0, 2) - 2000, 0))
        return output.read().decode('utf-8', 'backslashreplace'), child.returncode, used.ru_utime + used.ru_stime, used.ru_maxrss // 1024


def resident(pid):
    try:
        return int(re.search(r'VmRSS:\s+(\d+)', Path(f'/proc/{pid}/status').read_text())[1]) // 1024
    except (OSError, TypeError):
        return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--php', default=str(PHANT))
    parser.add_argument('--show', action='store_true')
    parser.add_argument('filters', nargs='*')
    arguments = parser.parse_args()
    php = [*php_words(arguments.php), '-n', '-d', 'display_errors=1', '-d', 'html_errors=0', '-d', 'log_errors=0', '-d', 'memory_limit=128M',
           '-d', 'zend.assertions=-1']
    good, bad = [], []
    cases = [('memory', *case, MEMORY, []) for case in MEMORY_CASES.items()]
    cases += [('memory', *case, STACK, []) for case in STACK_CASES.items()]
    cases += [('time', *case, TIME, ['-d', 'max_execution_time=1', '-d', 'hard_timeout=20']) for case in TIME_CASES.items()]
    for kind, name, code, pattern, settings in cases:
        full = f'{kind}: {name}'
        if arguments.filters and not any(f in full for f in arguments.filters):
            continue
        text, status, seconds, megabytes = run([*php, *settings, '-r', code])
        if arguments.show:
            print(f'{megabytes:5} MB {seconds:5.1f} s {full}')
        wrong = []
        if status < 0:
            wrong.append(f'ends with {signal.Signals(-status).name}')
        elif status != 255 or not re.fullmatch(pattern, text[text.rfind('\n\nFatal error:'):] if '\n\nFatal error:' in text else text):
            wrong.append(f'does not end in PHP\'s error, but with {status} and\n{text[-400:]}')
        if megabytes > MOST_MEMORY:
            wrong.append(f'takes {megabytes} MB')
        if kind == 'time' and seconds > MOST_TIME:
            wrong.append(f'takes {seconds:.1f} s')
        if 'panicked' in text:
            wrong.append('panics')
        if wrong:
            print(f'FAIL {full}: {", ".join(wrong)}')
        (bad if wrong else good).append(full)
    print(f'{len(good)} passed, {len(bad)} failed')
    return 1 if bad else 0


if __name__ == '__main__':
    sys.exit(main())
