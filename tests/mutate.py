#!/usr/bin/env python3
"""Changes PHP's own tests a little and compares what Phant and the reference PHP print: what the tests as they are do not show.

    tests/mutate.py [--php BIN] [--from SEED] [--count N] [--jobs N] [--out FOLDER] [FOLDER...]

FOLDER names folders of the corpus (Zend, ext/spl; Zend and tests by default). A seed picks a test of tests/conformance-pass.txt
and one to three changes: a line dropped, repeated or exchanged with the next one, a literal, type, operator, modifier or name
replaced. Tests that need a server, a terminal, other processes or time are left out. Each new kind of difference is a line;
the script and both outputs are kept in --out (target/mutate). Exit status 1 if there are differences.
"""
import argparse, collections, os, random, re, shutil, sys, tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from common import FLAGS, PHANT, ROOT, SHARED, php_words, reference, run

CORPUS = SHARED / 'conformance/php-8.4.24'
SECTION = re.compile(rb'^--([A-Z_]+)--\r?\n', re.M)
SECTIONS = {b'TEST', b'FILE', b'INI', b'EXPECT', b'EXPECTF', b'EXPECTREGEX', b'CREDITS', b'DESCRIPTION', b'EXTENSIONS', b'CLEAN'}
# What depends on the machine, on time, or on how values are laid out in memory.
UNFIT = re.compile(rb'proc_open|popen|exec\(|sleep|fsockopen|stream_socket|microtime|hrtime|memory_get|getmypid|uniqid|rand|shuffle|'
                   rb'spl_object_hash|debug_zval|lstat|tempnam|sys_get_temp|opcache|gc_status|zend_test|phpinfo|php_uname|ini_get_all|'
                   rb'get_defined|get_declared|get_loaded|unlink|mkdir|rmdir|set_time_limit|readline|STDIN|php://stdin|getenv|date\(')
TOKEN = re.compile(rb"""(?P<string>'[^'\\\n]*'|"[^"\\$\n{]*")|(?P<variable>\$[a-z_]\w*)|(?P<number>\b\d+(?:\.\d+)?\b)|"""
                   rb"""(?P<type>\??\b(?:int|string|array|float|bool|object|mixed|iterable|callable|void|never|static|self|null)\b)|"""
                   rb"""(?P<modifier>\b(?:public|protected|private|final|abstract|readonly)\b)|"""
                   rb"""(?P<operator>===|!==|==|!=|<=>|<=|>=|&&|\|\||\?\?=|\?\?|\+=|-=|\.=|\*\*|(?<![<-])>(?![>=])|[+*/%.](?![=\w.]))|(?P<comment>//[^\n]*|\#[^\n\[]*)""", re.X)
REPLACEMENTS = {
    'string': [b"''", b"'a'", b"'0'", b"'1abc'", b'null', b'0', b'1.5', b'[]', b'new stdClass', b"'stdClass'", b"'strlen'"],
    'number': [b'0', b'1', b'-1', b'2', b'1.5', b"'a'", b"'5'", b'null', b'[]', b'true', b'PHP_INT_MAX', b'NAN', b'new stdClass'],
    'type': [b'int', b'string', b'array', b'?int', b'float', b'bool', b'object', b'mixed', b'iterable', b'callable', b'self', b'static',
             b'int|string', b'stdClass', b'void', b'never', b'null', b'false', b'Countable&Traversable'],
    'modifier': [b'public', b'protected', b'private', b'final', b'abstract', b'readonly', b'static', b'private(set)', b''],
    'operator': [b'==', b'===', b'<', b'+', b'-', b'*', b'/', b'%', b'.', b'??', b'&&', b'xor', b'<=>', b'+=', b'.=', b'??=', b'**', b'<<', b'|'],
}


def script_of(test):
    """The parts of a test that can run by itself: (settings, script); None for others."""
    parts = SECTION.split((CORPUS / test).read_bytes())
    found = dict(zip(parts[1::2], parts[2::2]))
    script = found.get(b'FILE', b'')
    if set(found) - SECTIONS or not script or len(script) > 20_000 or UNFIT.search(script):
        return None
    settings = [line.strip() for line in found.get(b'INI', b'').decode('utf-8', 'replace').splitlines() if '=' in line]
    if any(s.startswith(('opcache', 'memory_limit', 'zend.enable_gc')) or '{' in s for s in settings):
        return None
    return settings, script


def change(random_, script):
    """The script with one change."""
    if random_.random() < 0.4:
        lines = script.split(b'\n')
        at = random_.randrange(1, max(len(lines) - 1, 2))
        if at >= len(lines):
            return script
        how = random_.randrange(3)
        if how == 0:
            del lines[at]
        elif how == 1:
            lines.insert(at, lines[at])
        elif at + 1 < len(lines):
            lines[at], lines[at + 1] = lines[at + 1], lines[at]
        return b'\n'.join(lines)
    tokens = [m for m in TOKEN.finditer(script) if m.lastgroup != 'comment']
    if not tokens:
        return script
    m = random_.choice(tokens)
    if m.lastgroup == 'variable':
        others = sorted({t.group() for t in tokens if t.lastgroup == 'variable'} | {b'$undefined', b'$this', b'$GLOBALS'})
        new = random_.choice(others)
    else:
        new = random_.choice(REPLACEMENTS[m.lastgroup])
    return script[:m.start()] + new + script[m.end():]


def normal(line):
    """A line without what differs from case to case."""
    line = re.sub(r'[\w./-]*/[\w.-]+\.(?:php|inc)', 'FILE', line)
    return re.sub(r"'[^']*'|\"[^\"]*\"", 'Q', re.sub(r'\d+', 'N', re.sub(r'#\d+', '#N', line)))[:150]


def kind_of(expected, actual):
    """The first lines that differ."""
    a, b = (text.decode('utf-8', 'backslashreplace').split('\n') for text in (expected, actual))
    for i in range(max(len(a), len(b))):
        x, y = (lines[i] if i < len(lines) else '(end)' for lines in (a, b))
        if x != y:
            return f'{normal(x)} | {normal(y)}'
    return None


class Runner:
    def __init__(self, arguments):
        self.arguments, self.php, self.reference = arguments, php_words(arguments.php), reference()
        self.tree = Path(tempfile.mkdtemp(prefix='phant-mutate-'))
        for folder in arguments.folders:
            shutil.copytree(CORPUS / folder, self.tree / folder, dirs_exist_ok=True)
        listed = (ROOT / 'tests/conformance-pass.txt').read_text().split()
        self.tests = [t for t in listed if any(t.startswith(f'{f}/') for f in arguments.folders) and (CORPUS / t).exists()]

    def output(self, command, settings, path):
        settings = [word for s in settings for word in ('-d', s)]
        return run([*command, *FLAGS, *settings, path.name], path.parent, self.arguments.timeout)

    def one(self, seed):
        """(seed, test, kind, script, expected, actual) if the outputs differ."""
        random_ = random.Random(seed)
        test = random_.choice(self.tests)
        found = script_of(test)
        if not found:
            return None
        settings, script = found
        for _ in range(random_.randint(1, 3)):
            script = change(random_, script)
        path = (self.tree / test).with_name(f'{Path(test).stem}-{seed}.php')
        path.write_bytes(script)
        try:
            actual, expected = (self.output(command, settings, path) for command in (self.php, self.reference))
            kind = kind_of(expected, actual)
            if kind is None or b'[timed out' in expected or b'Segmentation' in expected or b'SIGSEGV' in expected:
                return None
            # What changes from run to run of the reference says nothing.
            if self.output(self.reference, settings, path) != expected:
                return None
            return seed, test, kind, script, expected, actual
        finally:
            path.unlink(missing_ok=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--php', default=str(PHANT))
    parser.add_argument('--from', type=int, default=1)
    parser.add_argument('--count', type=int, default=500)
    parser.add_argument('--jobs', type=int, default=2)
    parser.add_argument('--timeout', type=int, default=10)
    parser.add_argument('--out', default=str(ROOT / 'target/mutate'))
    parser.add_argument('folders', nargs='*', default=['Zend', 'tests'])
    arguments = parser.parse_args()
    if not reference() or not CORPUS.is_dir():
        print('skip: no reference PHP, or no conformance tests\n0 passed, 0 failed')
        return 0
    arguments.folders = [f.strip('/') for f in arguments.folders or ['Zend', 'tests']]
    runner, kinds, out = Runner(arguments), collections.Counter(), Path(arguments.out)
    out.mkdir(parents=True, exist_ok=True)
    first = getattr(arguments, 'from')
    try:
        with ThreadPoolExecutor(arguments.jobs) as pool:
            for found in pool.map(runner.one, range(first, first + arguments.count)):
                if not found:
                    continue
                seed, test, kind, script, expected, actual = found
                kinds[kind] += 1
                if kinds[kind] > 3:
                    continue
                print(f'{seed} {test}: {kind}', flush=True)
                for suffix, text in (('php', script), ('exp', expected), ('out', actual)):
                    (out / f'{seed}.{suffix}').write_bytes(text)
    finally:
        shutil.rmtree(runner.tree, ignore_errors=True)
    failed = sum(kinds.values())
    print(f'{arguments.count - failed} passed, {failed} failed')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
