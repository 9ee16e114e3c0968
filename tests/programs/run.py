#!/usr/bin/env python3
"""Runs whole PHP programs and compares what they print.

    tests/programs/run.py [--php BIN] [NAME...]
    tests/programs/run.py --bless               records expected.txt with the reference PHP

Each folder with a main.php is a program; expected.txt beside it was printed by the reference. external/NAME.php drive
code of others, which ../shared/workloads/setup.sh lays out; they run with Phant and with the reference, where both exist.
"""
import argparse, os, sys, time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from common import FLAGS, PHANT, conclude, difference, known_failures, php_words, reference, run

WORKLOADS = Path(os.environ.get('PEERS') or Path(os.environ.get('XDG_CACHE_HOME', Path.home() / '.cache')) / 'phant-workloads')
# external/NAME.php => the folder it takes as its argument
EXTERNAL = {'php-parser': WORKLOADS / 'suites/php-parser/src', 'parsedown': WORKLOADS / 'suites/parsedown/src'}
TIMEOUT = 120


def outputs(name, php, other):
    """Expected and actual output of a program; expected is None when it cannot be known here."""
    if name not in EXTERNAL:
        folder = HERE / name
        expected = folder / 'expected.txt'
        return expected.read_bytes() if expected.exists() else b'', run([*php, *FLAGS, 'main.php'], folder, TIMEOUT)
    if other is None or not EXTERNAL[name].is_dir():
        return None, b''
    script = [*FLAGS[1:], str(HERE / 'external' / f'{name}.php'), str(EXTERNAL[name])]  # extensions may come from configuration
    return run([*other, *script], HERE, TIMEOUT), run([*php, *script], HERE, TIMEOUT)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--php', default=str(PHANT), help='the PHP to test (default: target/release/phant)')
    parser.add_argument('--bless', action='store_true')
    parser.add_argument('--forget', action='store_true', help='take what passes off tests/known-failures.txt')
    parser.add_argument('names', nargs='*')
    arguments = parser.parse_args()
    own = sorted(p.parent.name for p in HERE.glob('*/main.php'))
    names = arguments.names or [*own, *EXTERNAL]
    if unknown := set(names) - set(own) - set(EXTERNAL):
        sys.exit(f'no program named {", ".join(sorted(unknown))}')
    other = reference()
    if arguments.bless:
        for name in names:
            if name in own:
                (HERE / name / 'expected.txt').write_bytes(run([*(other or sys.exit('no reference PHP')), *FLAGS, 'main.php'], HERE / name, TIMEOUT))
        return 0
    php = php_words(arguments.php)
    passed, failed, known = [], [], known_failures('programs')
    for name in names:
        start = time.monotonic()
        expected, actual = outputs(name, php, other)
        if expected is None:
            print(f'skip {name}: needs the reference PHP and ../shared/workloads/setup.sh {name}')
        elif expected == actual:
            passed.append(name)
            print(f'pass {name} ({len(actual)} bytes, {time.monotonic() - start:.1f} s)')
        else:
            failed.append(name)
            print(f'FAIL {name}, as known' if name in known and not arguments.names else f'FAIL {name}\n{difference(expected, actual)}')
    return conclude('programs', passed, failed, arguments.forget)


if __name__ == '__main__':
    sys.exit(main())
