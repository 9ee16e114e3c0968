#!/usr/bin/env python3
"""Packs what each multibyte encoding's bytes mean, and how characters are written in them: generate.py PHP > multibyte.bin

PHP is a reference PHP with mbstring; ask.php has it tell every mapping, so the tables are what scripts see. A table is the
difference to one that is like it. ../src/multibyte.rs reads this; all numbers are of seven bits a byte, low ones first:

    tables, then for each of them
      its length in bytes without this
      base + 1 (0: none), 1 if the base's keys are Shift_JIS and this one's EUC
      sets (runs of distance from the end of the last one, length): beginnings that go on, keys whose last byte is given back,
        the base's keys that mean nothing here
      characters: runs of keys (distance, length) with code points (zigzag distance from the last one + 1)
      sequences: key, number of code points, code points
      ranges of four-byte sequences by number: first, length, code point
      writing, where it is not the inverse of reading by lowest key: a set of code points not written, then pairs (distance, key)
"""
import os
import subprocess
import sys

BASES = {
    'SJIS': None, 'CP932': 'SJIS', 'SJIS-win': 'CP932', 'SJIS-2004': 'SJIS', 'SJIS-mac': 'SJIS', 'SJIS-Mobile#DOCOMO': 'CP932',
    'SJIS-Mobile#KDDI': 'CP932', 'SJIS-Mobile#SOFTBANK': 'CP932', 'EUC-JP': 'SJIS', 'eucJP-win': 'EUC-JP', 'CP51932': 'eucJP-win',
    'EUC-JP-2004': 'SJIS-2004', 'EUC-CN': None, 'CP936': 'EUC-CN', 'GB18030': 'CP936', 'GB18030-2022': 'GB18030', 'EUC-TW': None,
    'BIG-5': None, 'CP950': 'BIG-5', 'EUC-KR': None, 'UHC': 'EUC-KR',
    'UTF-8-Mobile#DOCOMO': None, 'UTF-8-Mobile#KDDI-A': None, 'UTF-8-Mobile#KDDI-B': None, 'UTF-8-Mobile#SOFTBANK': None,
}


def number(n):
    out = bytearray()
    while n > 127:
        out.append(n & 127 | 128)
        n >>= 7
    out.append(n)
    return bytes(out)


def zigzag(n):
    return number(2 * n if n >= 0 else -2 * n - 1)


def runs(keys):
    found = []
    for k in sorted(keys):
        if found and found[-1][0] + found[-1][1] == k:
            found[-1][1] += 1
        else:
            found.append([k, 1])
    return found


def packed(keys):
    found = runs(keys)
    out, end = number(len(found)), 0
    for first, length in found:
        out += number(first - end) + number(length)
        end = first + length
    return out


def to_euc(key):
    """A key of Shift_JIS as EUC's."""
    high, low = key >> 8, key & 255
    if high == 0:
        return 0x8e00 | low if 0xa1 <= low <= 0xdf else low
    row = 2 * (high - (0x81 if high < 0xa0 else 0xc1))
    if low >= 0x9f:
        row, cell = row + 1, low - 0x9f
    else:
        cell = low - 0x40 - (low > 0x7f)
    return (row + 0xa1) << 8 | cell + 0xa1 if row < 94 else None


def answers(php):
    tables, table = {}, None
    asked = subprocess.run([php, os.path.join(os.path.dirname(os.path.abspath(__file__)), 'ask.php')], check=True, capture_output=True)
    for line in asked.stdout.decode().splitlines():
        kind, *rest = line.split(' ')
        if kind == '=':
            table = tables[rest[0]] = dict(c={}, p=set(), u=set(), r=[], w={})
        elif kind == 'c' and not rest[0].startswith('1b24'):
            table['c'][int(rest[0], 16)] = tuple(int(c, 16) for c in rest[1:])
        elif kind == 'p' and rest[0] >= '80':
            table['p'].add(int(rest[0], 16))
        elif kind == 'u':
            table['u'].add(int(rest[0], 16))
        elif kind == '4':
            n, c = int(rest[0]), int(rest[1], 16)
            last = table['r'][-1] if table['r'] else None
            if last and last[0] + last[1] == n and last[2] + last[1] == c:
                last[1] += 1
            else:
                table['r'].append([n, 1, c])
        elif kind == 'w':
            table['w'][int(rest[0], 16)] = int(rest[1], 16)
    return tables


def four(n):
    return 0x81308130 + (n // 12600 << 24) + (n // 1260 % 10 << 16) + (n // 10 % 126 << 8) + n % 10


def main():
    names, tables = list(BASES), answers(sys.argv[1])
    out = number(len(names))
    for name in names:
        table, base = tables[name], BASES[name]
        euc = base is not None and base.startswith('SJIS') and name.startswith('EUC')
        below = dict(tables[base]['c']) if base else {}
        if euc:
            below = {to_euc(k): v for k, v in below.items() if to_euc(k) is not None}
        whole, out = out, number(names.index(base) + 1 if base else 0) + number(int(euc))
        chars = table['c']
        new = {k: v for k, v in chars.items() if below.get(k) != v}
        out += packed(table['p']) + packed(table['u']) + packed(k for k in below if k not in chars)
        single = {k: v[0] for k, v in new.items() if len(v) == 1}
        found = runs(single)
        out += number(len(found))
        end, last = 0, 0
        for first, length in found:
            out += number(first - end) + number(length)
            end = first + length
            for k in range(first, end):
                out += zigzag(single[k] - last)
                last = single[k] + 1
        several = sorted((k, v) for k, v in new.items() if len(v) > 1)
        out += number(len(several))
        for k, v in several:
            out += number(k) + number(len(v)) + b''.join(map(number, v))
        out += number(len(table['r']))
        for r in table['r']:
            out += b''.join(map(number, r))
        back = {c + i: four(n + i) for n, length, c in table['r'] for i in range(length)}
        for k, v in sorted(chars.items(), reverse=True):
            if len(v) == 1:
                back[v[0]] = k
        out += packed(c for c in back if c not in table['w'])
        other = sorted((c, k) for c, k in table['w'].items() if back.get(c) != k)
        out += number(len(other))
        end = 0
        for c, k in other:
            out += number(c - end) + number(k)
            end = c
        out = whole + number(len(out)) + out
        print(name, len(new), len(several), len(table['r']), len(other), len(out), file=sys.stderr)
    sys.stdout.buffer.write(out)


main()
