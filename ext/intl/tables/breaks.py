#!/usr/bin/env python3
"""Makes breaks.bin from the compiled break rules in ICU4J (the artifact com.ibm.icu:icu4j of the version that is wanted).

    breaks.py ICU4J.jar FOLDER

Read by src/break_iterator/tables.rs: for each set of rules its name, the rules as text, the categories of characters as
runs, the states, and the lists of status values. Numbers are in seven-bit groups, the lowest first."""
import struct
import sys
import zipfile
import zlib

NAMES = ['char', 'word', 'word_POSIX', 'word_fi_sv', 'line', 'line_cj', 'sent', 'sent_el', 'title']


def number(n):
    out = bytearray()
    while n > 127:
        out.append(n & 127 | 128)
        n >>= 7
    out.append(n)
    return bytes(out)


class Trie:
    """A code point trie of ICU, in big-endian order."""

    def __init__(self, data):
        sig, options, index_length, data_length, null3, null, high = struct.unpack('>4sHHHHHH', data[:16])
        assert sig == b'Tri3', sig
        self.fast = options >> 6 & 3 == 0
        self.high = high << 9
        data_length |= (options & 0xf000) << 4
        self.index = struct.unpack(f'>{index_length}H', data[16:16 + 2 * index_length])
        values = data[16 + 2 * index_length:]
        kind = {0: 'H', 1: 'I', 2: 'B'}[options & 7]
        self.data = struct.unpack(f'>{data_length}{kind}', values[:data_length * struct.calcsize(kind)])

    def get(self, c):
        fast_max = 0xffff if self.fast else 0xfff
        if c <= fast_max:
            return self.data[self.index[c >> 6] + (c & 63)]
        if c >= self.high:
            return self.data[-2]
        at = (c >> 14) + ((1020 if self.fast else 64) if True else 0)
        block3 = self.index[self.index[at] + (c >> 9 & 31)]
        three = c >> 4 & 31
        if block3 & 0x8000 == 0:
            block = self.index[block3 + three]
        else:
            block3 = (block3 & 0x7fff) + (three & ~7) + (three >> 3)
            three &= 7
            block = self.index[block3] << (2 + 2 * three) & 0x30000 | self.index[block3 + 1 + three]
        return self.data[block + (c & 15)]


def rules(data):
    start = struct.unpack('>H', data[:2])[0]
    data = data[start:]
    head = struct.unpack('>14I', data[:56])
    assert head[0] == 0xb1a0
    _, _, _, categories, f, f_length, _, _, t, t_length, r, r_length, s, s_length = head
    states, row, dictionary, lookahead, flags = struct.unpack('>5I', data[f:f + 20])
    kind = 'B' if flags & 4 else 'H'
    cells = row // struct.calcsize(kind)
    source = data[r:r + r_length].decode('utf-8').rstrip('\0')
    out = number(len(source.encode())) + source.encode()
    trie = Trie(data[t:t + t_length])
    runs, last = [], None
    for c in range(0x110000):
        v = trie.get(c)
        if v != last:
            runs.append((c, v))
            last = v
    out += number(len(runs))
    at = 0
    for c, v in runs:
        out += number(c - at) + number(v)
        at = c
    out += number(categories) + number(dictionary) + number(flags & 3) + number(states)
    for i in range(states):
        out += b''.join(map(number, struct.unpack(f'>{cells}{kind}', data[f + 20 + i * row:f + 20 + (i + 1) * row])[:3 + categories]))
    status = struct.unpack(f'>{s_length // 4}i', data[s:s + s_length])
    out += number(len(status)) + b''.join(map(number, status))
    return out


def main():
    jar, folder = sys.argv[1:]
    out = number(len(NAMES))
    with zipfile.ZipFile(jar) as z:
        for name in NAMES:
            out += number(len(name)) + name.encode()
            out += rules(z.read(f'com/ibm/icu/impl/data/icudata/brkitr/{name}.brk'))
    packed = zlib.compress(out, 9)
    with open(f'{folder}/breaks.bin', 'wb') as f:
        f.write(packed)
    print(len(packed), 'of', len(out))


main()
