#!/usr/bin/env python3
"""Makes confusables.bin from Unicode's confusable characters as ICU4J has them (com.ibm.icu:icu4j, the version wanted).

    confusables.py ICU4J.jar FOLDER

Read by src/spoof/mod.rs: how many, and for each how far behind the one before, and the text that stands for it."""
import struct
import sys
import zipfile
import zlib


def number(n):
    out = bytearray()
    while n > 127:
        out.append(n & 127 | 128)
        n >>= 7
    out.append(n)
    return bytes(out)


jar, folder = sys.argv[1:]
with zipfile.ZipFile(jar) as z:
    data = z.read('com/ibm/icu/impl/data/icudata/confusables.cfu')
data = data[struct.unpack('>H', data[:2])[0]:]
magic, _, _, keys, count, values, value_count, strings, length = struct.unpack('>9I', data[:36])
assert magic == 0x3845fdef and count == value_count
units = data[strings:strings + 2 * length]
out, last = number(count), 0
for i in range(count):
    key = struct.unpack('>I', data[keys + 4 * i:keys + 4 * i + 4])[0]
    value = struct.unpack('>H', data[values + 2 * i:values + 2 * i + 2])[0]
    c, size = key & 0xffffff, (key >> 24) + 1
    text = chr(value) if size == 1 else units[2 * value:2 * (value + size)].decode('utf-16-be')
    out += number(c - last) + number(len(text.encode())) + text.encode()
    last = c
packed = zlib.compress(out, 9)
with open(f'{folder}/confusables.bin', 'wb') as f:
    f.write(packed)
print(count, len(packed), 'of', len(out))
