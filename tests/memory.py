#!/usr/bin/env python3
"""Builds the engine so that misuse of memory is noticed, and runs what there is with it.

    tests/memory.py checked|address|thread... [--corpus NAME,...] [--count N] [--from SEED] [--jobs N] [--no-build] [--gc N] [--alloc N]

checked   freed memory is poisoned and kept aside, counts are checked, debug assertions are on, the collector runs at every
          n-th safepoint (--gc, default 1; 0 for when it must), and the n-th allocation fails (--alloc, default: none does)
address   AddressSanitizer, with blocks from malloc; needs the nightly toolchain
thread    ThreadSanitizer, for what threads share (no corpus of several threads yet); needs the nightly toolchain

Corpora: lang (tests/lang), phpt (tests/phpt), php (PHP's own tests), generated (programs of crates/generate), workloads
(../shared/workloads); all of them by default. Only what ends badly counts: a signal, a panic, a hang, a report. What is
printed may differ, since the collector runs at other times. Findings are in target/memory/BUILD.
"""
import argparse, os, re, subprocess, sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
from common import FLAGS, ROOT, SHARED, run

TARGET = 'x86_64-unknown-linux-gnu'
BAD = re.compile(rb"panicked at|(?:Address|Thread)Sanitizer|\[exit SIG|\[timed out after|overflowed its stack")
# Extensions whose tests need more than the engine has are skipped by the tests themselves.
PHP_FOLDERS = ['Zend', 'tests', 'ext/standard', 'ext/spl', 'ext/json', 'ext/ctype', 'ext/pcre', 'ext/random', 'ext/date', 'ext/reflection',
               'ext/hash', 'ext/mbstring', 'ext/tokenizer', 'ext/pdo', 'ext/pdo_sqlite', 'ext/filter']


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
        # The C code and the standard library are not instrumented: that is the mix the flag allows.
        flags = f'-Zsanitizer={name} -Cunsafe-allow-abi-mismatch=sanitizer -Cforce-frame-pointers=yes'
        self.env = {'RUSTFLAGS': flags}
        self.command = ['cargo', '+nightly', 'build', '--release', '--features', 'match-dispatch', '--target', TARGET,
                        '--target-dir', str(folder / name), '-p', 'phant-cli']
        self.php = folder / name / TARGET / 'release/phant'
        self.run_env = {'PHANT_ALLOC': 'system', 'ASAN_OPTIONS': 'detect_leaks=0:allocator_may_return_null=1:detect_stack_use_after_return=0:detect_odr_violation=0',
                        'TSAN_OPTIONS': 'halt_on_error=1'}

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
               str(arguments.timeout), '--out', str(out), '--crashes', *(arguments.folders or PHP_FOLDERS)]
    done = subprocess.run(command, env={**os.environ, **build.run_env})
    return 1, {'PHP\'s own tests': b''} if done.returncode else {}


def generated(build, arguments):
    out = ROOT / f'target/memory/{build.name}/generated'
    subprocess.run(['cargo', 'build', '--release', '-p', 'phant-generate', '--quiet'], cwd=ROOT, check=True)
    command = [str(ROOT / 'target/release/phant-generate'), 'run', '--php', str(build.php), '--reference', 'none', '--from', str(getattr(arguments, 'from')),
               '--count', str(arguments.count), '--jobs', str(arguments.jobs), '--timeout', str(arguments.timeout), '--out', str(out)]
    done = subprocess.run(command, env={**os.environ, **build.run_env})
    return arguments.count, {'generated programs': b''} if done.returncode else {}


CORPORA = {'lang': lang, 'phpt': phpt, 'generated': generated, 'workloads': workloads, 'php': php}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('builds', nargs='+', choices=['checked', 'address', 'thread'])
    parser.add_argument('--corpus', default=','.join(CORPORA))
    parser.add_argument('--folders', nargs='*', help="folders of PHP's own tests")
    parser.add_argument('--count', type=int, default=2000)
    parser.add_argument('--from', type=int, default=1)
    parser.add_argument('--jobs', type=int, default=2)
    parser.add_argument('--timeout', type=int, default=60)
    parser.add_argument('--gc', type=int, default=1)
    parser.add_argument('--alloc', type=int, default=0)
    parser.add_argument('--no-build', action='store_true')
    arguments = parser.parse_args()
    passed = failed = 0
    for name in arguments.builds:
        build = Build(name, arguments)
        if not arguments.no_build:
            build.make()
        for corpus in arguments.corpus.split(','):
            print(f'== {name}: {corpus}', flush=True)
            count, found = CORPORA[corpus](build, arguments)
            for path, output in found.items():
                print(f'FAIL {path}\n{output[-3000:].decode(errors="replace")}')
            passed, failed = passed + count - len(found), failed + len(found)
    print(f'{passed} passed, {failed} failed')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
