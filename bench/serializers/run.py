#!/usr/bin/env python3
"""Compares the serializers of Phant with those of another PHP, in bytes and time.

    bench/serializers/run.py PHP [--phant BIN] [--seconds S] [--serializers json,igbinary] [--cases small,large]

Prints for each serializer and case the bytes, the seconds of one encoding and one decoding, the md5 of the bytes, and how
many times faster Phant is. The programs take turns; each time is the least of many short runs.
"""
import argparse
import math
import os
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
SERIALIZERS = ['json', 'serialize', 'igbinary', 'msgpack']
CASES = ['small', 'large', 'rows', 'objects', 'ints', 'floats', 'text']


def measure(php, serializer, case, seconds):
    """Bytes, seconds to encode and to decode, md5; None if this PHP does not have the serializer."""
    command = [php, os.path.join(HERE, 'cases.php'), serializer, case, str(seconds)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    if done.stdout.strip() == 'none':
        return None
    fields = done.stdout.split()
    if len(fields) != 4:
        raise SystemExit(f'{" ".join(command)}:\n{done.stdout}{done.stderr}')
    return int(fields[0]), float(fields[1]), float(fields[2]), fields[3]


def least(results):
    """One result of several: the least times."""
    first = results[0]
    return first[0], min(r[1] for r in results), min(r[2] for r in results), first[3]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('php', help='the PHP to compare with')
    parser.add_argument('--phant', default=os.path.join(ROOT, 'target/release/phant'))
    parser.add_argument('--seconds', type=float, default=0.2, help='for each direction and turn')
    parser.add_argument('--turns', type=int, default=3)
    parser.add_argument('--serializers', default=','.join(SERIALIZERS))
    parser.add_argument('--cases', default=','.join(CASES))
    options = parser.parse_args()
    print(f'{"serializer":10} {"case":8} {"":6} {"bytes":>8} {"encode s":>12} {"decode s":>12}  md5')
    for serializer in options.serializers.split(','):
        faster = []
        for case in options.cases.split(','):
            turns = {'phant': [], 'php': []}
            for _ in range(options.turns):
                for name, program in (('phant', options.phant), ('php', options.php)):
                    result = measure(program, serializer, case, options.seconds)
                    if result:
                        turns[name].append(result)
            best = {name: least(results) for name, results in turns.items() if results}
            for name, (size, encode, decode, digest) in best.items():
                print(f'{serializer:10} {case:8} {name:6} {size:8} {encode:12.9f} {decode:12.9f}  {digest}')
            if len(best) == 2:
                ratios = [best['php'][i] / best['phant'][i] for i in (1, 2)]
                faster += ratios
                same = 'same bytes' if best['php'][3] == best['phant'][3] else 'OTHER BYTES'
                print(f'{"":26}{"":8} {ratios[0]:11.2f}x {ratios[1]:11.2f}x  {same}', flush=True)
        if faster:
            mean = math.exp(sum(map(math.log, faster)) / len(faster))
            print(f'{serializer}: geometric mean {mean:.2f}x, least {min(faster):.2f}x\n')


if __name__ == '__main__':
    main()
