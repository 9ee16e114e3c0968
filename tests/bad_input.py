#!/usr/bin/env python3
"""Bad input: scripts that cannot be read or parsed, that nest too deeply, ask for too much, or lose their output.

    tests/bad_input.py [--php BIN] [FILTER...]       --show prints what each case gives

Every case says what must come out on both streams (a regular expression) and the exit code. None may panic, be killed
by a signal that was not sent, or take long. What the reference PHP answers is the rule; where its parser gives up
("memory exhausted" at its stack's 10,000 entries) and Phant's need not, both answers are right.
"""
import argparse, os, re, signal, subprocess, sys, tempfile, time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
from common import PHANT, php_words

N = 10_000
FULL = re.escape('/') + r'.*'
EXHAUSTED = r'\n?(PHP )?Parse error: +memory exhausted in .* on line 1\n'


def deep(before, left, middle, right='', after=';', n=N):
    return f'<?php {before}{left * n}{middle}{right * n}{after}'


# name: script, what is right besides "memory exhausted"
NESTED = {
    'parentheses': (deep('echo ', '(', '1', ')'), '1'),
    'arrays': (deep('$a = ', '[', '1', ']', '; $d = 0; while (is_array($a)) { $a = $a[0]; $d++; } echo $d;'), str(N)),
    'blocks': (deep('', '{', 'echo 1;', '}', ''), '1'),
    'ternaries': ('<?php echo ' + ''.join(f'0 ? {i} : (' for i in range(N)) + '7' + ')' * N + ';', '7'),
    'signs': (deep('echo ', '- ', '1'), '1'),
    'nots': (deep('var_dump(', '!', '1', '', ');'), r'bool\(true\)\n'),
    'casts': (deep('echo ', '(int)', '"12"'), '12'),
    'silences': (deep('echo ', '@', '$u', '', '; echo 1;'), '1'),
    'concatenations': ('<?php $a = "x"; echo strlen(' + ' . '.join(['$a'] * N) + ');', str(N)),
    'sums': ('<?php $a = 1; echo ' + ' + '.join(['$a'] * N) + ';', str(N)),
    'coalesces': (deep('echo ', '$u ?? ', '"c"'), 'c'),
    'interpolations': ('<?php $a = "q"; echo strlen("' + '$a ' * N + '");', str(2 * N)),
    'else-if chains': ('<?php $a = 5; if ($a == -1) echo 1;' + ''.join(f' else if ($a == -{i}) echo {i};' for i in range(2, N)) + ' else echo "end";', 'end'),
    'elseif chains': ('<?php $a = 5; if ($a == -1) echo 1;' + ''.join(f' elseif ($a == -{i}) echo {i};' for i in range(2, N)) + ' else echo "end";', 'end'),
    'ifs': (deep('', 'if (1) ', 'echo "in";', '', ''), 'in'),
    'loops': (deep('$i = 0; ', 'while ($i < 1) ', '$i++;', '', ' echo $i;'), '1'),
    'calls': (deep('echo ', 'abs(', '-1', ')'), '1'),
    'closures': (deep('$f = ', 'fn() => ', '1', '', '; echo get_class($f);'), 'Closure'),
    'offsets': ('<?php $a = []; echo @$a' + '[0]' * N + ' ?? "none";', 'none'),
    'properties': ('<?php $a = null; echo $a' + '?->x' * N + ' ?? "none";', 'none'),
    'assignments': (deep('', '$a = ', '3', '', '; echo $a;'), '3'),
    'matches': (deep('echo ', 'match(1) { 1 => ', '5', ' }'), '5'),
    'switches': (deep('', 'switch (1) { case 1: ', 'echo 5;', ' }', '', 2000), '5'),
    'tries': (deep('', 'try { ', 'echo 5;', ' } finally { }', '', 2000), '5'),
    'patterns': (deep('', '[', '$a', ']', ' = [1]; var_dump($a);', 1000), 'NULL\n'),
    'variable variables': ('<?php $x = 1; echo @' + '$' * N + 'x, "e";', 'e'),
    'union types': ('<?php function f(' + '|'.join(f'A{i}' for i in range(N)) + ' $x) {} echo 1;', '1'),
}

MEMORY = r'\n?Fatal error: Allowed memory size of \d+ bytes exhausted \(tried to allocate \d+ bytes\) in .* on line 1\n'
RECURSION = r'\nFatal error: Uncaught Error: Maximum call stack size of 8339456 bytes \(.*\) reached\. Infinite recursion\? in .*:1\n[\s\S]*'

# name: code for -r, expected output, exit code
CODE = {
    'include of a folder': ("include '/tmp'; echo 'on';", r'\nWarning: include\(/tmp\): Failed to open stream: .*\n(\nNotice: .*\n)?\nWarning: include\(\): Failed opening \'/tmp\' for inclusion .*\non|.*on', 0),
    'require of nothing': ("require '/nonexistent/x';", r"\nWarning: require\(/nonexistent/x\): Failed to open stream: No such file or directory in .*\n\nFatal error: Uncaught Error: Failed opening required '/nonexistent/x' .*\n(.*\n)*", 255),
    'NUL in an included path': (r'include "a\0b"; echo "on";', r"\nWarning: include\(\): Failed opening 'a' for inclusion \(include_path='.*'\) in .*\non", 0),
    'NUL in paths': (r'foreach (["fopen", "unlink", "mkdir", "opendir", "touch", "rmdir", "file", "chdir"] as $f) try { $f("a\0b", ...$f === "fopen" ? ["r"] : []); } catch (ValueError $e) { echo "."; } var_dump(file_exists("a\0b"), is_dir("\0"));', r'\.{8}bool\(false\)\nbool\(false\)\n', 0),
    'huge numbers': ('var_dump(99999999999999999999999, 0xFFFFFFFFFFFFFFFFFFFF, 1e999, 0b' + '1' * 66 + ', 0o7777777777777777777777777, 1_000_000_000_000_000_000_000, PHP_INT_MAX + 1, "1e1000" == "1e1001");', r'float\(1\.0E\+23\)\nfloat\(1\.2089258196146292E\+24\)\nfloat\(INF\)\nfloat\(7\.37869762948382E\+19\)\nfloat\(3\.777893186295716E\+22\)\nfloat\(1\.0E\+21\)\nfloat\(9\.223372036854776E\+18\)\nbool\(false\)\n', 0),
    'a number of 5,000 digits': ('var_dump(' + '9' * 5000 + ', -' + '9' * 5000 + ');', r'float\(INF\)\nfloat\(-INF\)\n', 0),
    'a string that is too long': ('echo strlen(str_repeat("x", PHP_INT_MAX));', r'\nFatal error: Allowed memory size of 134217728 bytes exhausted \(tried to allocate \d+ bytes\) in .* on line 1\n', 255),
    'a string over 4 GiB': ('echo strlen(str_repeat("xy", 5_000_000_000));', r'\nFatal error: Allowed memory size of 134217728 bytes exhausted \(tried to allocate \d+ bytes\) in .* on line 1\n', 255),
    'a string over 4 GiB without a limit': ('ini_set("memory_limit", -1); echo strlen(str_pad("x", PHP_INT_MAX));', r'(.*\n)*\n?Fatal error: Out of memory \(allocated \d+ bytes\) \(tried to allocate \d+ bytes\) in .* on line 1\n', 255),
    'a string that doubles': ('$s = "x"; while (true) $s .= $s;', r'\nFatal error: Allowed memory size of 134217728 bytes exhausted \(tried to allocate \d+ bytes\) in .* on line 1\n', 255),
    'an array that is too large': ('range(1, PHP_INT_MAX);', r'(.*\n)*.*(The supplied range exceeds the maximum array size|Allowed memory size)(.*\n)*', 255),
    'an array that grows': ('while (true) $a[] = 1;', r'\nFatal error: Allowed memory size of 134217728 bytes exhausted \(tried to allocate \d+ bytes\) in .* on line 1\n', 255),
    'endless recursion': ('function f() { f(); } f();', r'\nFatal error: Allowed memory size of 134217728 bytes exhausted \(tried to allocate \d+ bytes\) in .* on line 1\n', 255),
    'endless native recursion': ('function f($a) { return array_map("f", [$a]); } try { f(1); } catch (Error $e) { echo substr($e->getMessage(), 0, 27); }', r'Maximum call stack size of |\nFatal error: Allowed memory size .*\n', None),
    'nested data': ('$a = []; for ($i = 0; $i < 200000; $i++) $a = [$a]; foreach (["serialize", "json_encode", "count", "md5"] as $f) try { $f($a, 1); } catch (Error) {} try { var_dump($a == [$a]); } catch (Error) {} unset($a); echo "ok";', r'(.*\n)*ok', 0),
    'a nested pattern': ('var_dump(@preg_match("/" . str_repeat("(", 100000) . "/", "x"));', r'bool\(false\)\n', 0),
    'a slow pattern': ('var_dump(preg_match("/(?:a+)+$/", str_repeat("a", 50000) . "b"), preg_last_error() > 0);', r'bool\(false\)\nbool\(true\)\n', 0),
    'nested serialized data': ('unserialize(str_repeat("a:1:{i:0;", 100000) . "i:1;" . str_repeat("}", 100000)); echo "ok";', r'(.*\n)*ok', 0),
    'a loop without end': ('set_time_limit(1); while (true);', r'\nFatal error: Maximum execution time of 1 second exceeded in .* on line 1\n', 255),
    'a loop without end in a callback': ('set_time_limit(1); $a = range(1, 100); while (true) usort($a, fn($x, $y) => $x <=> $y);', r'\nFatal error: Maximum execution time of 1 second exceeded in .* on line 1\n', 255),
    'long native calls': ('set_time_limit(1); while (true) array_sum(range(1, 100000));', r'\nFatal error: Maximum execution time of 1 second exceeded in .* on line 1\n', 255),
    'a conversion that frees the place it is written to': ('class T { function __toString(): string { global $a; $a = null; for ($i = 0; $i < 100; $i++) $x[] = [$i]; return "t"; } } $a = [["p" => "q" . rand()]]; $a[0]["p"] .= new T; var_dump($a);', r'NULL\n', 0),
    'dumps of deep data': ('$a = []; for ($i = 0; $i < 1000000; $i++) $a = [$a]; ob_start(); var_export($a);', MEMORY, 255),
    'print_r of deep data': ('$a = []; for ($i = 0; $i < 1000000; $i++) $a = [$a]; print_r($a, true);', MEMORY, 255),
    'var_dump of deep data': ('$a = []; for ($i = 0; $i < 1000000; $i++) $a = [$a]; ob_start(); var_dump($a);', MEMORY + '|', 255),
    'a query of deep data': ('$a = [1]; for ($i = 0; $i < 1000000; $i++) $a = [$a]; http_build_query($a);', MEMORY, 255),
    'a walk over deep data': ('$a = [1]; for ($i = 0; $i < 200000; $i++) $a = [$a]; array_walk_recursive($a, function ($x) { echo $x; });', RECURSION, 255),
    # Which of the two is first hangs on the sizes of native frames.
    'endless autoloading': ('spl_autoload_register(function ($c) { new ("X" . $c); }); new A;', f'(?:{MEMORY}|{RECURSION})', 255),
    'endless destructors': ('class D { function __destruct() { new D; } } new D;', RECURSION, 255),
    'endless getIterator': ('class I implements IteratorAggregate { function getIterator(): Traversable { return new I; } } foreach (new I as $x);', RECURSION, 255),
    'endless recursion with long strings': ('function f($s) { f($s . "0123456789012345678901234567890123456789"); } f("");', MEMORY, 255),
    'an endless native iterator': ('set_time_limit(1); iterator_count(new InfiniteIterator(new ArrayIterator([1])));', r'\nFatal error: Maximum execution time of 1 second exceeded in .* on line 1\n', 255),
    'an endless native iterator that is kept': ('iterator_to_array(new InfiniteIterator(new ArrayIterator([1])), false);', MEMORY, 255),
    'a shutdown function after memory': ('register_shutdown_function(function () { echo f(1000); }); function f($n) { return $n ? f($n - 1) : "end"; } function g($s) { g($s . str_repeat("x", 5000)); } g("");', MEMORY + 'end', 255),
    'clone of what has no copies': ('function g() { yield 1; } try { "clone"(g()); } catch (Error $e) { echo $e->getMessage(); }', 'Trying to clone an uncloneable object of class Generator', 0),
    'ticks': ('declare(ticks=2); register_tick_function(function () { echo "t "; }); $a = 1; $b = 2; for ($i = 0; $i < 3; $i++) { echo $i; } function q() { echo "q"; } q();', r't t 0t 1t 2t qt |[0-9tq ]+', 0),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--php', default=str(PHANT))
    parser.add_argument('--show', action='store_true')
    parser.add_argument('filters', nargs='*')
    arguments = parser.parse_args()
    php = [*php_words(arguments.php), '-n', '-d', 'display_errors=1', '-d', 'html_errors=0', '-d', 'memory_limit=128M']
    good, bad = [], []

    def check(name, command, pattern, code, timeout=240, **more):
        if arguments.filters and not any(f in name for f in arguments.filters):
            return
        more = {'stdin': subprocess.DEVNULL, 'stdout': subprocess.PIPE, 'stderr': subprocess.STDOUT, **more}
        before = time.monotonic()
        child = subprocess.Popen(command, start_new_session=True, **more)
        try:
            output = child.communicate(timeout=timeout)[0] or b''
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            child.communicate()
            bad.append(name)
            print(f'FAIL {name}: takes longer than {timeout} s')
            return
        text = output.decode('utf-8', 'backslashreplace')
        if arguments.show:
            print(f'== {name}: {child.returncode}, {time.monotonic() - before:.1f} s\n{text[:300]}')
        wrong = []
        if 'panicked at' in text:
            wrong.append('panics')
        if code is not None and child.returncode != code:
            wrong.append(f'exit code {child.returncode}, not {code}')
        elif code is None and child.returncode < 0:
            wrong.append(f'ends with {signal.Signals(-child.returncode).name}')
        if len(text) < 1_000_000 and not re.fullmatch(pattern, text):
            wrong.append('unexpected output')
        if wrong:
            print(f'FAIL {name}: {", ".join(wrong)}\n{text[:600]}')
        (bad if wrong else good).append(name)

    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)

        def script(name, source):
            path = folder / f'{name}.php'
            path.write_bytes(source if isinstance(source, bytes) else source.encode())
            return str(path)

        check('a script that is not there', [*php, str(folder / 'none.php')], r'Could not open input file: .*none\.php\n', 1)
        # The reference reads nothing, says nothing and succeeds: see docs/differences.md.
        check('a folder as script', [*php, str(folder)], r'(Could not open input file: .*\n)?', None)
        if os.geteuid() != 0:
            path = script('unreadable', '<?php echo 1;')
            os.chmod(path, 0)
            check('an unreadable script', [*php, path], r'Could not open input file: .*unreadable\.php\n', 1)
        check('an empty script', [*php, script('empty', '')], r'', 0)
        path = script('syntax', '<?php\necho 1 +;')
        check('a syntax error', [*php, path], rf'\n?Parse error: syntax error, unexpected token ";" in {re.escape(path)} on line 2\n', 255)
        check('a syntax error, -l', [*php, '-l', path], rf'\n?Parse error: syntax error, unexpected token ";" in {re.escape(path)} on line 2\nErrors parsing {re.escape(path)}\n', 255)
        for encoding, mark in (('utf-16-le', b'\xff\xfe'), ('utf-16-be', b'\xfe\xff')):
            source = mark + '<?php echo 1;'.encode(encoding)
            check(f'a script in {encoding}', [*php, script(encoding, source)], re.escape(source.decode('utf-8', 'backslashreplace')), 0)
        check('a script of random bytes', [*php, script('bytes', b'<?php ' + bytes(range(1, 256)))], r'(.*\n)*\n?Parse error: +syntax error, unexpected .* on line \d+\n', 255)
        check('a literal of 100 MB', [*php, '-d', 'memory_limit=1G', script('literal', '<?php echo strlen("' + 'x' * 100_000_000 + '");')], '100000000', 0)
        for name, (source, right) in NESTED.items():
            check(f'nested {name}', [*php, script(name.replace(' ', '-'), source)], rf'{EXHAUSTED}|{right}', None)
        for name, (code, pattern, status) in CODE.items():
            check(name, [*php, '-r', code], pattern, status)
        shell = ' '.join(f"'{word}'" for word in php)
        check('closed output', ['sh', '-c', f"{shell} -r 'echo 1; fwrite(STDERR, \"no\");' >&-"], r'', 255)
        check('closed output, shutdown', ['sh', '-c', f"{shell} -r 'register_shutdown_function(function () {{ fprintf(STDERR, \"status %d\", connection_status()); }}); echo 1; fwrite(STDERR, \"no\");' >&-"], r'status 1', 255)
        check('a reader that leaves', ['bash', '-c', f"{shell} -r 'for ($i = 0; $i < 200000; $i++) echo \"line $i\\n\"; fwrite(STDERR, \"no\");' | head -n 1; exit ${{PIPESTATUS[0]}}"], r'line 0\n', 255)
        check('a script on standard input', ['sh', '-c', f"echo '<?php echo 7; exit(5);' | {shell}"], '7', 5)
        for name in ('INT', 'TERM', 'HUP', 'USR1'):
            send = f"import os, signal, subprocess, sys, time; c = subprocess.Popen({[*php, '-r', 'sleep(20);']!r}); time.sleep(1); " \
                f"c.send_signal(signal.SIG{name}); print(-c.wait())"
            check(f'SIG{name}', [sys.executable, '-c', send], f'{int(getattr(signal, "SIG" + name))}\n', 0)
    print(f'{len(good)} passed, {len(bad)} failed')
    return 1 if bad else 0


if __name__ == '__main__':
    sys.exit(main())
