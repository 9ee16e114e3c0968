#!/usr/bin/env python3
"""Runs statements made of every operator and every kind of operand (tests/operands/statements.php) with Phant and the reference:
what is read first, what is told first, what is thrown after an error handler has thrown.

    tests/operands.py [--php BIN] [--mode throw|echo] [--show N]

A difference is shown with both results; of differences with the same results only the first. Exit status 1 if there are any.
"""
import argparse, re, sys, tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from common import FLAGS, PHANT, ROOT, php_words, reference, run

SCRIPT = ROOT / 'tests/operands/statements.php'
STATEMENT = re.compile(rb'^(\d+) (.*? => .*)$', re.M)


def results(command, mode):
    """What each statement printed, by its number. A statement that ends the script is left behind."""
    found, start = {}, 0
    while True:
        with tempfile.TemporaryDirectory() as folder:
            output = run([*command, *FLAGS, '-d', 'memory_limit=512M', str(SCRIPT), mode, str(start)], folder, 300)
        lines = STATEMENT.findall(output)
        found.update((int(number), text.replace(b'\0', b'')) for number, text in lines)
        if not lines or output.rstrip().endswith(b'all done'):
            return found
        start = int(lines[-1][0]) + 1


def outline(text):
    """Results without names and numbers, which are of the same kind."""
    return re.sub(rb'\$\w+|"[^"]*"|\d+|stdClass|\b(?:AA|MG|ST|Closure)\b', b'#', text.split(b' => ', 1)[-1])[:120]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--php', default=str(PHANT), help='the PHP to test (default: target/release/phant)')
    parser.add_argument('--mode', choices=['throw', 'echo'], help='what the error handler does (default: both, in turn)')
    parser.add_argument('--show', type=int, default=30, help='kinds of differences to show')
    args = parser.parse_args()
    expected_by = reference()
    if not expected_by:
        raise SystemExit('no reference PHP: set REFERENCE_PHP')
    different = 0
    for mode in [args.mode] if args.mode else ['throw', 'echo']:
        with ThreadPoolExecutor(2) as pool:
            expected, actual = pool.map(lambda command: results(command, mode), [expected_by, php_words(args.php)])
        kinds = {}
        for number in sorted(expected):
            a, b = expected[number], actual.get(number, b'(nothing)')
            if a != b:
                kinds.setdefault((outline(a), outline(b)), []).append((a, b))
        count = sum(map(len, kinds.values()))
        different += count
        print(f'{mode}: {len(expected)} statements, {count} differences of {len(kinds)} kinds')
        for found in sorted(kinds.values(), key=len, reverse=True)[:args.show]:
            a, b = (text.decode('utf-8', 'backslashreplace')[:300] for text in found[0])
            print(f'{len(found):5} - {a}\n      + {b}')
    sys.exit(1 if different else 0)


if __name__ == '__main__':
    main()
