#!/usr/bin/env python3
"""Runs the language scripts of this folder: NAME.php must print NAME.out.

    tests/lang/run.py [--php BIN] [--jobs N] [FILTER...]     FILTER is a part of a name
    tests/lang/run.py --bless [FILTER...]                    records .out with the reference PHP, never with Phant

A script runs in this folder with warnings on; the folder's path is cut out of what it prints. A line
"// needs: NAME..." names extensions that the reference has to load first. files/ holds what scripts include.
"""
import argparse, re, shutil, sys, tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from common import FLAGS, PHANT, conclude, difference, known_failures, php_words, reference, run

TIMEOUT = 20


def output(php, name, more=(), here=HERE):
    text = run([*php, *FLAGS, *more, f'{name}.php'], here, TIMEOUT)
    folder = f'{here}/'.encode()
    dumped = re.compile(rb'string\((\d+)\) ("[^"\n]*' + re.escape(folder) + rb')')  # var_dump counts the folder's bytes
    text = dumped.sub(lambda m: b'string(%d) %s' % (int(m[1]) - len(folder), m[2]), text)
    return text.replace(folder, b'').replace(folder[:-1], b'.')


def bless(php, name):
    needs = re.search(r'^// needs: (.+)$', (HERE / f'{name}.php').read_text(errors='replace'), re.M)
    more = [word for extension in (needs[1].split() if needs else []) for word in ('-d', f'extension={extension}')]
    first = output(php, name, more)
    with tempfile.TemporaryDirectory() as elsewhere:  # what a script prints must not tell where it lies, cut short in a trace say
        second = output(php, name, more, Path(shutil.copytree(HERE, f'{elsewhere}/lang')).resolve())
    (HERE / f'{name}.out').write_bytes(first)
    return None if first == second else f'{name} prints something else every time, or in another folder\n{difference(first, second)}'


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--php', default=str(PHANT), help='the PHP to test (default: target/release/phant)')
    parser.add_argument('--jobs', type=int, default=2)
    parser.add_argument('--bless', action='store_true')
    parser.add_argument('--forget', action='store_true', help='take what passes off tests/known-failures.txt')
    parser.add_argument('--quiet', action='store_true', help='no diffs')
    parser.add_argument('filters', nargs='*')
    arguments = parser.parse_args()
    names = sorted(p.stem for p in HERE.glob('*.php') if not arguments.filters or any(f in p.stem for f in arguments.filters))
    if not names:
        sys.exit('no such script')
    with ThreadPoolExecutor(arguments.jobs) as pool:
        if arguments.bless:
            php = reference() or sys.exit('no reference PHP')
            problems = [p for p in pool.map(lambda name: bless(php, name), names) if p]
            print('\n'.join(problems) or f'{len(names)} recorded')
            return 1 if problems else 0
        php = php_words(arguments.php)
        passed, failed, known = [], [], known_failures('lang')
        for name, actual in zip(names, pool.map(lambda name: output(php, name), names)):
            expected = (HERE / f'{name}.out').read_bytes()
            if actual == expected:
                passed.append(name)
                continue
            failed.append(name)
            if not arguments.quiet and (name not in known or arguments.filters):
                print(f'FAIL {name}\n{difference(expected, actual)}\n')
    return conclude('lang', passed, failed, arguments.forget)


if __name__ == '__main__':
    sys.exit(main())
