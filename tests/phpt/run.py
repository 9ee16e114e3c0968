#!/usr/bin/env python3
"""Runs the tests of this folder, which are in PHP's own format; the path says what is specified.

    tests/phpt/run.py [--php BIN] [--jobs N] [FILTER...]     FILTER is a part of a path: ext/json, generators
    tests/phpt/run.py --check [FILTER...]                    the reference PHP must pass them too

Sections: TEST, EXTENSIONS (the reference loads them), INI, FILE, EXPECT or EXPECTF. PHP's own runner takes them as well.
"""
import argparse, re, sys, tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from common import FLAGS, PHANT, conclude, difference, known_failures, php_words, reference, run

TIMEOUT = 30
SECTION = re.compile(rb'^--([A-Z_]+)--\r?\n', re.M)
KNOWN = {'TEST', 'DESCRIPTION', 'CREDITS', 'EXTENSIONS', 'INI', 'FILE', 'EXPECT', 'EXPECTF'}
# What the letters of an EXPECTF section stand for.
PATTERNS = {
    b'e': rb'/', b's': rb'[^\r\n]+', b'S': rb'[^\r\n]*', b'a': rb'.+', b'A': rb'.*', b'w': rb'\s*', b'i': rb'[+-]?\d+', b'd': rb'\d+',
    b'x': rb'[0-9a-fA-F]+', b'f': rb'[+-]?(?:\d+|(?=\.\d))(?:\.\d+)?(?:[Ee][+-]?\d+)?', b'c': rb'.', b'0': rb'\x00', b'%': rb'%',
}


def sections(path):
    """{name: content} of a test."""
    parts = SECTION.split(path.read_bytes())
    found = dict(zip((name.decode() for name in parts[1::2]), parts[2::2]))
    if strange := set(found) - KNOWN:
        raise SystemExit(f'{path}: this runner has no section {" ".join(sorted(strange))}')
    return found


def expected_pattern(text):
    """The regular expression that an EXPECTF section means."""
    pattern = b''
    for kind, verbatim, other in re.findall(rb'%([esSaAwidxfc0%])|%r(.*?)%r|(.)', text, re.S):
        pattern += PATTERNS[kind] if kind else b'(?:%s)' % verbatim if verbatim else re.escape(other)
    return re.compile(pattern, re.S)


def plain(text):
    return text.strip().replace(b'\r\n', b'\n')


def built_in(php):
    """What needs no loading."""
    return set(run([*php, '-n', '-m'], HERE, TIMEOUT).decode().lower().split())


def failure(php, name, loaded):
    """What is wrong with what a test prints, or None. Extensions that are not among the loaded ones are loaded."""
    test = sections(HERE / name)
    words = [*php, *FLAGS, '-d', 'precision=14', '-d', 'serialize_precision=-1']
    needed = test.get('EXTENSIONS', b'').decode().split() if loaded else []
    setting = {'opcache': 'zend_extension'}
    missing = [extension for extension in needed if extension.lower() not in loaded]
    words += [w for extension in missing for w in ('-d', f'{setting.get(extension, "extension")}={extension}')]
    words += [w for line in test.get('INI', b'').decode().splitlines() if line.strip() for w in ('-d', line.strip())]
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / (Path(name).stem + '.php')
        script.write_bytes(test['FILE'])
        actual = plain(run([*words, str(script)], folder, TIMEOUT))
    actual = re.sub(rb'\n*\n\[exit 255\]$', b'', actual)  # how scripts end that expect a fatal error
    wanted = plain(test['EXPECTF'] if 'EXPECTF' in test else test['EXPECT'])
    good = expected_pattern(wanted).fullmatch(actual) if 'EXPECTF' in test else wanted == actual
    return None if good else difference(wanted, actual)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--php', default=str(PHANT), help='the PHP to test (default: target/release/phant)')
    parser.add_argument('--jobs', type=int, default=2)
    parser.add_argument('--check', action='store_true', help='run them with the reference PHP instead')
    parser.add_argument('--forget', action='store_true', help='take what passes off tests/known-failures.txt')
    parser.add_argument('filters', nargs='*')
    arguments = parser.parse_args()
    names = sorted(p.relative_to(HERE).as_posix() for p in HERE.rglob('*.phpt'))
    names = [n for n in names if not arguments.filters or any(f in n for f in arguments.filters)]
    if not names:
        sys.exit('no such test')
    php = (reference() or sys.exit('no reference PHP')) if arguments.check else php_words(arguments.php)
    loaded = built_in(php) if arguments.check else set()
    passed, failed, known = [], [], set() if arguments.check else known_failures('phpt')
    with ThreadPoolExecutor(arguments.jobs) as pool:
        for name, wrong in zip(names, pool.map(lambda name: failure(php, name, loaded), names)):
            (failed if wrong else passed).append(name)
            if wrong and (name not in known or arguments.filters):
                print(f'FAIL {name}\n{wrong}\n')
    return conclude('phpt', passed, failed, arguments.forget)


if __name__ == '__main__':
    sys.exit(main())
