#!/usr/bin/env python3
"""Runs mutated PHP scripts and looks for crashes: signals, panics, memory far beyond the limit, scripts that do not end.

    fuzz/scripts.py [--php BIN] [--seconds N] [--seed N] [--out FOLDER] SOURCE...

SOURCE are folders or files (.php, .phpt). Tokens and lines are deleted, doubled and swapped, files are spliced, literals
become extreme ones, and hostile objects and error handlers come in. Everything runs in a scratch folder with a time limit
of five seconds, without program execution or network, and as the user nobody if the fuzzer is root. What was found is kept
in --out, one script for each place that panics; a script that ends with a signal is kept as it is.
"""
import argparse, collections, os, random, re, resource, shutil, signal, subprocess, sys, tempfile, time
from pathlib import Path

HERE = Path(__file__).resolve().parent
LIMIT = 5
MEMORY = 64 << 20
FORBIDDEN = ('exec,shell_exec,system,passthru,proc_open,popen,pcntl_fork,pcntl_exec,posix_kill,mail,fsockopen,pfsockopen,'
             'stream_socket_client,stream_socket_server,stream_socket_pair,set_time_limit,ini_alter,ini_set,dl,symlink,link,chmod,'
             'chown,chgrp,lchown,lchgrp,readline,dns_get_record,gethostbyname,gethostbyaddr,checkdnsrr,dns_check_record,dns_get_mx,'
             'getmxrr,gethostbynamel,sleep,usleep,time_nanosleep,time_sleep_until,sapi_windows_vt100_support')

LITERALS = ['PHP_INT_MAX', 'PHP_INT_MIN', '-1', '0', '""', 'NAN', 'INF', '-0.0', '1e308', 'null', 'true', 'false', '[]',
            'str_repeat("x", 100000)', '"\\0"', '"a\\0b"', '[PHP_INT_MAX => 1]', '$GLOBALS', 'new Hostile', '[new Hostile, 1]',
            '"18446744073709551616"', '0x7fffffff', '4294967296', 'fn() => new Hostile', '"Hostile::make"', 'STDIN', '"phar://x"',
            'new ArrayObject([1, 2])', '(function () { yield 1; yield from [2, 3]; })()', '"php://memory"', 'range(1, 1000)',
            'new SplObjectStorage', '"%1000000000s"', '"/(a+)+$/"', 'hostile_array()', 'array_fill(0, 70, "x")', '"O:8:\\"stdClass\\":0:{}"']

PRELUDE = r'''
class Hostile implements ArrayAccess, IteratorAggregate, Countable, JsonSerializable {
    public $a = 1; private $b = [1, 2];
    static $n = 0;
    static function make() { return new self; }
    static function upset() {
        if (self::$n++ > 200) return;
        foreach (array_slice(array_keys($GLOBALS), 0, 12) as $k) {
            switch ((self::$n + strlen($k)) % 6) {
                case 0: unset($GLOBALS[$k]); break;
                case 1: $GLOBALS[$k] = null; break;
                case 2: $GLOBALS[$k] = [self::$n]; break;
                case 3: $GLOBALS[$k] = str_repeat("y", self::$n); break;
                case 4: $GLOBALS[$k] = new self; break;
            }
        }
        gc_collect_cycles();
    }
    function __destruct() { self::upset(); }
    function __toString(): string { self::upset(); return "hostile"; }
    function &__get($n) { self::upset(); return $this->b; }
    function __set($n, $v) { self::upset(); $this->b = $v; }
    function __isset($n) { self::upset(); return true; }
    function __unset($n) { self::upset(); }
    function __call($n, $a) { self::upset(); return $this; }
    static function __callStatic($n, $a) { self::upset(); return new self; }
    function __invoke(&...$a) { self::upset(); foreach ($a as $k => &$v) { $v = null; } return 1; }
    function __clone() { self::upset(); }
    function offsetGet($o): mixed { self::upset(); return $this->b; }
    function offsetSet($o, $v): void { self::upset(); }
    function offsetExists($o): bool { self::upset(); return true; }
    function offsetUnset($o): void { self::upset(); }
    function getIterator(): Iterator { self::upset(); return new ArrayIterator([1, 2, $this]); }
    function count(): int { self::upset(); return 3; }
    function jsonSerialize(): mixed { self::upset(); return [1]; }
    function __serialize(): array { self::upset(); return [1, $this]; }
    function __unserialize(array $d): void { self::upset(); }
    function __debugInfo() { self::upset(); return ['x' => 1]; }
}
function hostile_array() { $a = [1, 2, 3]; $a[3] = &$a; $a['x'] = new Hostile; return $a; }
'''
HANDLER = 'set_error_handler(function ($n, $m) { Hostile::upset(); if (Hostile::$n % 7 == 3) throw new Exception($m); return true; });\n'

TOKEN = re.compile(rb'''\s+|\#[^\n]*|//[^\n]*|/\*.*?\*/|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\$?[A-Za-z_\x80-\xff][\w\x80-\xff]*|\d[\w.]*|
    <=>|\?\?=|\*\*=|\.\.\.|===|!==|<<=|>>=|=>|->|\?->|::|==|!=|<=|>=|&&|\|\||\+\+|--|[-+*/.%&|^]=|\?\?|<<|>>|.''', re.S | re.X)
OPERATORS = [b'+', b'-', b'*', b'/', b'%', b'.', b'**', b'<=>', b'==', b'===', b'&&', b'??', b'<<', b'>>', b'&', b'|', b'^', b'=', b'.=',
             b'+=', b'??=', b'-=', b'->', b'::', b'?->', b'=>', b'instanceof', b'&$', b'[]', b'...', b'|>', b'yield', b'clone', b'new',
             b'unset', b'static', b'global', b'return', b'throw', b'try', b'finally', b'match', b'fn']


def source(path):
    text = path.read_bytes()
    if path.suffix == '.phpt':
        found = re.search(rb'^--FILE--\r?\n(.*?)(?=^--[A-Z_]+--\r?$|\Z)', text, re.S | re.M)
        return found[1] if found else b''
    return text


class Mutator:
    def __init__(self, rng, sources):
        self.rng, self.sources, self.cache = rng, sources, {}

    def text(self):
        path = self.rng.choice(self.sources)
        if path not in self.cache:
            self.cache[path] = source(path)[:60_000]
        return self.cache[path]

    def literal(self):
        return self.rng.choice(LITERALS).encode()

    def tokens(self, text):
        rng, tokens = self.rng, TOKEN.findall(text)
        if len(tokens) < 4:
            return text
        solid = [i for i, t in enumerate(tokens) if not t.isspace()] or [0]
        for _ in range(rng.choice([1, 1, 2, 3, 6])):
            i, j = rng.choice(solid), rng.choice(solid)
            kind = rng.randrange(9)
            token = tokens[i]
            if kind == 0:
                tokens[i] = b''
            elif kind == 1:
                tokens[i] = token + b' ' + token
            elif kind == 2:
                tokens[i], tokens[j] = tokens[j], tokens[i]
            elif kind == 3:
                tokens[i] = tokens[j]
            elif kind in (4, 5):
                literals = [k for k in solid if tokens[k][:1].isdigit() or tokens[k][:1] in (b'"', b"'")]
                tokens[rng.choice(literals or solid)] = self.literal()
            elif kind == 6:
                names = [k for k in solid if tokens[k][:1] == b'$' and len(tokens[k]) > 1]
                if names:
                    tokens[rng.choice(names)] = rng.choice([tokens[rng.choice(names)], b'$GLOBALS', self.literal(), b'$this', b'&' + tokens[rng.choice(names)]])
            elif kind == 7:
                tokens[i] = rng.choice(OPERATORS)
            else:
                ends = [k for k in solid if tokens[k] == b';']
                if ends:
                    tokens[rng.choice(ends)] = b'; ' + rng.choice([b'Hostile::upset();', b'gc_collect_cycles();', b'unset($a, $b, $x);', b'$a = &$GLOBALS;', b'exit;', b'throw new Exception;', b'return;', b'yield;', b'$o = new Hostile;', b'Fiber::suspend();', b'ob_start(fn($x) => $x);', b'$a[] = &$a;'])
        return b''.join(tokens)

    def lines(self, text):
        rng, lines = self.rng, text.split(b'\n')
        for _ in range(rng.choice([1, 2, 3])):
            i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
            kind = rng.randrange(4)
            if kind == 0:
                del lines[i:i + rng.randrange(1, 4)]
            elif kind == 1:
                lines.insert(j, lines[i])
            elif kind == 2:
                lines[i], lines[j] = lines[j], lines[i]
            else:
                other = self.text().split(b'\n')
                k = rng.randrange(len(other))
                lines[i:i] = other[k:k + rng.randrange(1, 8)]
            if not lines:
                break
        return b'\n'.join(lines)

    def script(self):
        rng = self.rng
        text = self.text()
        kind = rng.random()
        if kind < 0.15:
            other = self.text()
            text = text[:rng.randrange(len(text) + 1)] + other[rng.randrange(len(other) + 1):]
        for _ in range(rng.choice([0, 1, 1, 2])):
            text = self.tokens(text)
        if rng.random() < 0.5:
            text = self.lines(text)
        body = text.removeprefix(b'<?php')
        start = b'<?php '
        if body is text:
            return text
        strict = re.match(rb'\s*declare\s*\([^)]*\)\s*;', body)
        if strict:
            start, body = start + strict[0], body[strict.end():]
        named = re.search(rb'^\s*(namespace|use) ', body, re.M)
        if not named:
            # The prelude ends on the script's own first line.
            start += b' '.join((PRELUDE + (HANDLER if rng.random() < 0.3 else '')).encode().split(b'\n'))
        return start + body


def limits():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (64 << 20, 64 << 20))
    resource.setrlimit(resource.RLIMIT_CPU, (LIMIT + 5, LIMIT + 5))
    if os.geteuid() == 0:
        os.setgroups([])
        os.setresgid(65534, 65534, 65534)
        os.setresuid(65534, 65534, 65534)


class Runner:
    def __init__(self, php, folder):
        self.folder = folder
        # A copy: the binary may be built anew meanwhile.
        self.php = folder / 'php'
        shutil.copy(php, self.php)
        self.scratch = folder / 'scratch'
        folder.chmod(0o755)
        self.fresh()

    def fresh(self):
        shutil.rmtree(self.scratch, ignore_errors=True)
        self.scratch.mkdir()
        self.scratch.chmod(0o777)

    def run(self, script, more=(), limit=LIMIT):
        """(what went wrong or None, output)"""
        path = self.folder / 'script.php'
        path.write_bytes(script)
        path.chmod(0o644)
        command = [self.php, '-n', '-d', f'memory_limit={MEMORY}', '-d', f'max_execution_time={limit}', '-d', f'open_basedir={self.scratch}:{path}',
                   '-d', f'disable_functions={FORBIDDEN}', '-d', 'display_errors=1', '-d', 'html_errors=0', *more, path]
        with tempfile.TemporaryFile() as out:
            child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT, cwd=self.scratch,
                                     start_new_session=True, preexec_fn=limits,
                                     env={'PATH': '/usr/bin:/bin', 'TMPDIR': str(self.scratch), 'RUST_BACKTRACE': '1'})
            end, late = time.monotonic() + limit + 3, False
            while True:
                pid, status, usage = os.wait4(child.pid, os.WNOHANG)
                if pid:
                    break
                if time.monotonic() > end and not late:
                    late = True
                    os.killpg(child.pid, signal.SIGKILL)
                time.sleep(0.002)
            child.returncode = os.waitstatus_to_exitcode(status)
            out.seek(0)
            output = out.read(4 << 20)
        panic = re.search(rb"panicked at ([^\n]*)\n([^\n]*)", output)
        if panic:
            return 'panic ' + panic[1].decode(errors='replace') + ' ' + panic[2].decode(errors='replace')[:80], output
        if late or child.returncode == -signal.SIGXCPU:
            return 'late', output
        if child.returncode < 0 and child.returncode != -signal.SIGXFSZ:
            return f'signal {signal.Signals(-child.returncode).name}', output
        # The program itself, and what the engine needs without being asked, are not under the limit.
        if usage.ru_maxrss * 1024 > (512 << 20):
            return f'memory {usage.ru_maxrss // 1024 >> 6 << 6} MiB', output
        return None, output


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--php', default=str(HERE.parent / 'target/debug/phant'))
    parser.add_argument('--seconds', type=int, default=60)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--out', default=str(Path(tempfile.gettempdir()) / 'phant-fuzz'))
    parser.add_argument('sources', nargs='+')
    arguments = parser.parse_args()
    sources = []
    for given in map(Path, arguments.sources):
        sources += [given] if given.is_file() else sorted(p for e in ('php', 'phpt') for p in given.rglob(f'*.{e}'))
    out = Path(arguments.out)
    out.mkdir(parents=True, exist_ok=True)
    found, count = collections.Counter(), 0
    rng = random.Random(arguments.seed)
    mutator = Mutator(rng, sources)
    end = time.monotonic() + arguments.seconds
    with tempfile.TemporaryDirectory() as folder:
        runner = Runner(arguments.php, Path(folder))
        while time.monotonic() < end:
            script = mutator.script()
            count += 1
            wrong, output = runner.run(script)
            if count % 50 == 0:
                runner.fresh()
            if wrong:
                key = re.sub(r'[0-9]{3,}', 'N', wrong.split(' src')[0]) if wrong.startswith('signal') else wrong
                found[key] += 1
                if found[key] <= (8 if wrong.startswith('signal') else 3):
                    name = re.sub(r'[^\w.]+', '-', key)[:70] + f'-{arguments.seed}-{found[key]}'
                    (out / f'{name}.php').write_bytes(script)
                    (out / f'{name}.txt').write_bytes(output[-20_000:])
                    print(f'{count}: {wrong}', flush=True)
    print(f'{count} scripts, {sum(found.values())} found')
    for key, n in found.most_common():
        print(f'{n:5} {key}')
    sys.exit(bool([k for k in found if not k.startswith('late')]))


if __name__ == '__main__':
    main()
