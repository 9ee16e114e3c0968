#!/usr/bin/env python3
"""Builds the engine so that misuse of memory is noticed, and runs what there is with it.

    tests/memory.py checked|address|thread... [--corpus NAME,...] [--count N] [--from SEED] [--jobs N] [--no-build] [--gc N] [--alloc N]

checked   freed memory is poisoned and kept aside, counts are checked, debug assertions are on, the collector runs at every
          n-th safepoint (--gc, default 1; 0 for when it must), and the n-th allocation fails (--alloc, default: none does)
address   AddressSanitizer, with blocks from malloc; needs the nightly toolchain
thread    ThreadSanitizer, for what threads share; needs the nightly toolchain

Corpora: lang (tests/lang), phpt (tests/phpt), bad (tests/bad_input.py), php (PHP's own tests, all folders of which tests pass),
generated (programs of crates/generate), serve (tests/lang served by several workers under load while files change), workloads
(../shared/workloads). By default all but serve, for `thread` only serve. Only what ends badly counts: a signal, a panic, a hang,
a report. What is printed may differ, since the collector runs at other times. Findings are in target/memory/BUILD.
"""
import argparse, http.client, os, random, re, shutil, signal, socket, subprocess, sys, tempfile, threading, time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
from common import FLAGS, ROOT, SHARED, run

TARGET = 'x86_64-unknown-linux-gnu'
BAD = re.compile(rb"panicked at|(?:Address|Thread)Sanitizer|\[exit SIG|\[timed out after|overflowed its stack")
# A few lines in a served file that is written anew all the time: a class, functions and constants of it.
CHANGING = """<?php
class Changing { const N = %d; public array $list = [1, 'two', self::N]; static $count = %d;
    function sum(int ...$n): int { static $calls = 0; $calls++; return array_sum($n) + self::N + ++self::$count; } }
function changing_%d() { return [new Changing, fn($x) => $x . __LINE__]; }
"""
SERVED = """<?php
require __DIR__ . '/changing.php';
$names = array_filter(get_defined_functions()['user'], fn($n) => str_starts_with($n, 'changing_'));
echo Changing::N, ' ', (new Changing)->sum(1, 2, 3), ' ', count($names), ' ', strlen(json_encode($_SERVER)), "\\n";
"""


def php_folders():
    """The folders of PHP's own tests of which some pass: Zend, tests, ext/NAME, sapi/NAME."""
    listed = (HERE / 'conformance-pass.txt').read_text().split()
    names = {'/'.join(t.split('/')[:2]) if t.startswith(('ext/', 'sapi/')) else t.split('/')[0] for t in listed}
    first = ['Zend', 'ext/spl', 'ext/standard', 'ext/reflection', 'tests']
    return [name for name in first if name in names] + sorted(names - set(first))


class Build:
    """How a build is made, and what it runs with."""

    def __init__(self, name, arguments):
        self.name, self.env = name, {}
        folder = ROOT / 'target'
        if name == 'checked':
            self.command = ['cargo', 'build', '--profile', 'checked', '--features', 'checked', '-p', 'phant-cli']
            self.php = folder / 'checked/phant'
            self.run_env = {'PHANT_CHECK_GC': str(arguments.gc)} | ({'PHANT_CHECK_ALLOC': str(arguments.alloc)} if arguments.alloc else {})
            return
        # The standard library is not instrumented, which for `address` is the mix the flag allows. Threads meet in its locks and
        # channels, so `thread` builds it too.
        own_library = ['-Zbuild-std'] if name == 'thread' else []
        mix = '' if own_library else ' -Cunsafe-allow-abi-mismatch=sanitizer'
        self.env = {'RUSTFLAGS': f'-Zsanitizer={name}{mix} -Cforce-frame-pointers=yes'}
        if name == 'address':
            # C code is instrumented too. Its constants of one name in two functions are reported as one variable defined twice, also by
            # children whose environment a test has emptied.
            self.env[f'CFLAGS_{TARGET.replace("-", "_")}'] = '--param=asan-globals=0'
        self.command = ['cargo', '+nightly', 'build', *own_library, '--release', '--features', 'match-dispatch', '--target', TARGET,
                        '--target-dir', str(folder / name), '-p', 'phant-cli']
        self.php = folder / name / TARGET / 'release/phant'
        self.run_env = {'PHANT_ALLOC': 'system', 'ASAN_OPTIONS': 'detect_leaks=0:allocator_may_return_null=1:detect_stack_use_after_return=0:detect_odr_violation=0',
                        'TSAN_OPTIONS': 'halt_on_error=0'}

    def make(self):
        print('== build', self.name, flush=True)
        subprocess.run(self.command, cwd=ROOT, env={**os.environ, **self.env}, check=True)


def scripts(build, arguments, paths):
    """Runs scripts, each in its folder; what ended badly: {name: the last of what it printed}."""
    def one(path):
        command = [str(build.php), *FLAGS, path.name]
        return path, run(command, path.parent, arguments.timeout, build.run_env)
    found = {}
    with ThreadPoolExecutor(arguments.jobs) as pool:
        for path, output in pool.map(one, paths):
            if BAD.search(output):
                found[str(path)] = output
    return len(paths), found


def lang(build, arguments):
    return scripts(build, arguments, sorted((HERE / 'lang').glob('*.php')))


def phpt(build, arguments):
    folder = ROOT / 'target/memory/phpt'
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for test in sorted((HERE / 'phpt').rglob('*.phpt')):
        text = test.read_bytes().split(b'--FILE--\n', 1)[1].split(b'\n--EXPECT')[0]
        paths.append(folder / (test.relative_to(HERE / 'phpt').as_posix().replace('/', '-') + '.php'))
        paths[-1].write_bytes(text + b'\n')
    return scripts(build, arguments, paths)


def workloads(build, arguments):
    """The PHPUnit suites that ../shared/workloads/setup.sh has set up."""
    peers = Path(os.environ.get('PEERS') or Path.home() / '.cache/phant-workloads')
    names = sorted(p.parent.name for p in peers.glob('suites/*/.ready'))
    if not names:
        print(f'no suites in {peers}: ../shared/workloads/setup.sh sets them up')
    found = {}
    for name in names:
        output = run([str(SHARED / 'workloads/run.sh'), name, str(build.php)], ROOT, 3600, build.run_env)
        if BAD.search(output):
            found[name] = output
    return len(names), found


def php(build, arguments):
    """PHP's own tests; tests/conformance.py says which of them end badly."""
    out = ROOT / f'target/memory/{build.name}/php'
    command = [sys.executable, str(HERE / 'conformance.py'), '--php', str(build.php), '--jobs', str(arguments.jobs), '--timeout',
               str(arguments.timeout), '--out', str(out), '--crashes', *(arguments.folders or php_folders())]
    done = subprocess.run(command, env={**os.environ, **build.run_env})
    return 1, {'PHP\'s own tests': b''} if done.returncode else {}


def generated(build, arguments):
    out = ROOT / f'target/memory/{build.name}/generated'
    subprocess.run(['cargo', 'build', '--release', '-p', 'phant-generate', '--quiet'], cwd=ROOT, check=True)
    command = [str(ROOT / 'target/release/phant-generate'), 'run', '--php', str(build.php), '--reference', 'none', '--from', str(getattr(arguments, 'from')),
               '--count', str(arguments.count), '--jobs', str(arguments.jobs), '--timeout', str(arguments.timeout), '--out', str(out)]
    done = subprocess.run(command, env={**os.environ, **build.run_env})
    return arguments.count, {'generated programs': b''} if done.returncode else {}


def bad(build, arguments):
    """Input that cannot be read, nests too deeply or asks for too much. A case that takes long counts too."""
    done = subprocess.run([sys.executable, str(HERE / 'bad_input.py'), '--php', str(build.php)], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, env={**os.environ, **build.run_env})
    return 1, {'bad input': done.stdout} if BAD.search(done.stdout) else {}


def request(port, path):
    """The status of one request; None where the server does not answer."""
    try:
        connection = http.client.HTTPConnection('127.0.0.1', port, timeout=120)
        connection.request('GET', path)
        answer = connection.getresponse()
        answer.read()
        connection.close()
        return answer.status
    except (OSError, http.client.HTTPException):
        return None


def load(port, folder, paths, until):
    """Requests from eight clients while two threads write files anew; how many were answered."""
    answered = [0]

    def client(seed):
        random_ = random.Random(seed)
        while time.monotonic() < until:
            path = random_.choice(paths) if random_.random() < 0.4 else '/served.php'
            answered[0] += request(port, path) is not None

    def writer(seed):
        n = seed
        while time.monotonic() < until:
            n += 2
            fresh = folder / f'changing-{seed}.tmp'
            fresh.write_text(CHANGING % (n, n, n))
            fresh.rename(folder / 'changing.php')
            time.sleep(0.02)

    threads = [threading.Thread(target=work, args=[i]) for work, count in ((client, 8), (writer, 2)) for i in range(count)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    return answered[0]


def serve(build, arguments):
    """Four workers with the code cache on; scripts of tests/lang, and a class that changes while it is served."""
    with tempfile.TemporaryDirectory(prefix='phant-memory-') as name:
        folder = Path(name)
        (folder / 'changing.php').write_text(CHANGING % (0, 0, 0))
        (folder / 'served.php').write_text(SERVED)
        for script in sorted((HERE / 'lang').glob('*.php')):
            shutil.copy(script, folder / script.name)
        paths = [f'/{p.name}' for p in folder.glob('*.php') if p.name != 'changing.php']
        with socket.socket() as probe:
            probe.bind(('127.0.0.1', 0))
            port = probe.getsockname()[1]
        command = [str(build.php), '-d', 'opcache.enable=1', '-d', 'opcache.revalidate_freq=0', '-d', 'max_execution_time=20',
                   'serve', name, '-l', str(port), '-w', '4']
        log = ROOT / f'target/memory/{build.name}/serve.log'
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open('wb') as out:
            server = subprocess.Popen(command, stdout=out, stderr=out, env={**os.environ, **build.run_env})
            while request(port, '/served.php') is None and server.poll() is None:
                time.sleep(0.2)
            answered = load(port, folder, paths, time.monotonic() + arguments.seconds)
            ended = server.poll()
            server.send_signal(signal.SIGINT)
            server.wait(60)
        print(f'{answered} requests answered; {log}')
        output = log.read_bytes()
        failed = ended is not None or BAD.search(output) or not answered
        return 1, {'serve': output} if failed else {}


CORPORA = {'lang': lang, 'phpt': phpt, 'bad': bad, 'generated': generated, 'workloads': workloads, 'php': php, 'serve': serve}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('builds', nargs='+', choices=['checked', 'address', 'thread'])
    parser.add_argument('--corpus', help='names, with commas between them')
    parser.add_argument('--folders', nargs='*', help="folders of PHP's own tests")
    parser.add_argument('--count', type=int, default=2000)
    parser.add_argument('--from', type=int, default=1)
    parser.add_argument('--jobs', type=int, default=2)
    parser.add_argument('--timeout', type=int, default=60)
    parser.add_argument('--seconds', type=int, default=60, help='how long serve is under load')
    parser.add_argument('--gc', type=int, default=1)
    parser.add_argument('--alloc', type=int, default=0)
    parser.add_argument('--no-build', action='store_true')
    parser.add_argument('--binary', help='the binary to use instead of the one that is built')
    arguments = parser.parse_args()
    passed = failed = 0
    for name in arguments.builds:
        build = Build(name, arguments)
        if arguments.binary:
            build.php = Path(arguments.binary).resolve()
        elif not arguments.no_build:
            build.make()
        usual = ['serve'] if name == 'thread' else [c for c in CORPORA if c != 'serve']
        for corpus in arguments.corpus.split(',') if arguments.corpus else usual:
            print(f'== {name}: {corpus}', flush=True)
            count, found = CORPORA[corpus](build, arguments)
            for path, output in found.items():
                print(f'FAIL {path}\n{output[-3000:].decode(errors="replace")}')
            passed, failed = passed + count - len(found), failed + len(found)
    print(f'{passed} passed, {failed} failed')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
