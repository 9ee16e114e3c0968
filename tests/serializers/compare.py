#!/usr/bin/env python3
"""Compares what the serializers make of generated values with the reference PHP.

    tests/serializers/compare.py [--php BIN] [--from SEED] [--count N]
    tests/serializers/compare.py --programs          classes with methods of their own, damaged texts, warnings
    tests/serializers/compare.py --programs binary   damaged igbinary and msgpack, too, which may crash the reference

Values have references, shared and nested arrays, objects of all kinds, numbers at the edges and odd texts. The bytes of
serialize, json_encode, igbinary_serialize and msgpack_pack must be the same, and so must what is read back from them.
Seeds with a difference are listed; `values.php SEED 1 show` (or `programs.php`) prints their bytes.
"""
import argparse
import os
import subprocess
import sys
from collections import Counter

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
STEP = 500
# The reference does not survive every program.
PROGRAMS_STEP = 25


def lines(php, script, first, count):
    command = [php, '-d', 'memory_limit=512M', os.path.join(HERE, script), str(first), str(count)]
    done = subprocess.run(command, capture_output=True, timeout=600)
    return [line for line in done.stdout.decode('latin1').splitlines() if line[:1].isdigit()], done.returncode


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--php', default=os.path.join(ROOT, 'target/release/phant'))
    parser.add_argument('--reference', default=os.path.join(os.environ.get('PHANT_SHARED', '../shared'), 'tools/reference-php'))
    parser.add_argument('--from', dest='first', type=int, default=1)
    parser.add_argument('--count', type=int, default=5000)
    parser.add_argument('--programs', nargs='?', const='text', choices=['text', 'binary'])
    options = parser.parse_args()
    faults, seeds, compared = Counter(), {}, 0
    script = 'programs.php' if options.programs else 'values.php'
    os.environ['BINARY'] = '1' if options.programs == 'binary' else ''
    step = PROGRAMS_STEP if options.programs else STEP
    for first in range(options.first, options.first + options.count, step):
        count = min(step, options.first + options.count - first)
        (ours, status), (theirs, their_status) = lines(options.php, script, first, count), lines(options.reference, script, first, count)
        if status:
            print(f'from {first}: ended with status {status}')
            faults['crash'] += 1
        if their_status and options.programs:
            print(f'from {first}: the reference ended with status {their_status}')
            last = theirs[-1].split(' ')[0] if theirs else ''
            ours = [line for line in ours[: len(theirs)] if line.split(' ')[0] != last]
            theirs = theirs[: len(ours)]
        wanted = {line.rsplit(' ', 1)[0]: line for line in theirs}
        for line in ours:
            seed, what = line.rsplit(' ', 1)[0].split(' ', 1)
            compared += 1
            if wanted.get(f'{seed} {what}') != line:
                faults[what] += 1
                seeds.setdefault(what, []).append(seed)
        if len(ours) != len(theirs):
            print(f'from {first}: {len(ours)} lines, the reference has {len(theirs)}')
    print(f'{options.count} values, {compared} comparisons, {sum(faults.values())} differences')
    for what, number in faults.items():
        print(f'{what}: {number}, seeds {" ".join(seeds.get(what, [])[:12])}')
    return 1 if faults else 0


if __name__ == '__main__':
    sys.exit(main())
