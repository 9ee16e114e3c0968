#!/usr/bin/env python3
"""Writes locales.bin from the data of ICU 76 (CLDR 46).

    ext/intl/data/generate.py PATH      PATH: icudt76l.dat, or the libicudata.so.76 that holds it

ICU's data is under the Unicode licence (Unicode-3.0). What is taken: the resource bundles of the folders below, in the shape
ICU has them, aliases and all, so that what ICU documents about looking things up holds for them. Left out: time zone
transitions (the date extension has those), names of units, collation, boundaries and transliteration.

The file: a header of three big-endian words (the marks, the packed and the unpacked length of the index), then the index, then
the bundles. Everything is deflated (raw, as zlib does); bundles with a dictionary, which each folder has in its entry `%`. A
line of the index is: folder, name, flags, offset, packed length, unpacked length. A value in a bundle begins with a letter:

    s length bytes            text
    a length bytes            alias: the path of another value
    t size count entries      table; an entry is the length of the key, the key, a value
    l size count values       list
    i number                  integer
    v count numbers           integers
    b length bytes            bytes

Lengths, sizes (of what follows them) and counts have seven bits in a byte, low ones first; numbers are zigzag.
"""
import collections
import os
import struct
import sys
import zlib

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import icures

FOLDERS = ["", "curr", "lang", "region", "zone", "rbnf"]


def number(n):
    out = bytearray()
    while n > 127:
        out.append(n & 127 | 128)
        n >>= 7
    out.append(n)
    return bytes(out)


def signed(n):
    return number(n * 2 if n >= 0 else -n * 2 - 1)


def text(s):
    data = s.encode("utf-8", "replace") if isinstance(s, str) else s
    return number(len(data)) + data


def value(v):
    if isinstance(v, icures.Alias):
        return b"a" + text(v)
    if isinstance(v, str):
        return b"s" + text(v)
    if isinstance(v, bytes):
        return b"b" + text(v)
    if isinstance(v, int):
        return b"i" + signed(v)
    if isinstance(v, tuple):
        return b"v" + number(len(v)) + b"".join(map(signed, v))
    if isinstance(v, dict):
        inner = number(len(v)) + b"".join(text(k) + value(x) for k, x in v.items())
        return b"t" + number(len(inner)) + inner
    inner = number(len(v)) + b"".join(map(value, v))
    return b"l" + number(len(inner)) + inner


def pieces(v):
    """The encoded keys and texts of a value, for the dictionary."""
    if isinstance(v, dict):
        for k, x in v.items():
            yield text(k) + (b"s" if isinstance(x, str) else b"t" if isinstance(x, dict) else b"l")
            yield from pieces(x)
    elif isinstance(v, list):
        for x in v:
            yield from pieces(x)
    elif isinstance(v, str):
        yield b"s" + text(v)


def zones(tree):
    """Of the time zones their names, regions, and which are the same: for each its number or that of another, and equals."""
    own = [z if isinstance(z, int) else i for i, z in enumerate(tree["Zones"])]
    links = {str(i): z["links"] for i, z in enumerate(tree["Zones"]) if isinstance(z, dict) and "links" in z}
    return {"Names": tree["Names"], "Regions": tree["Regions"], "Same": tuple(own), "Links": links, "Version": tree["TZVersion"]}


def dictionary(trees):
    count = collections.Counter()
    for tree in trees:
        count.update(set(pieces(tree)))
    ranked = sorted(((n * (len(p) - 2), p) for p, n in count.items() if n > 3 and len(p) > 4), reverse=True)
    chosen, size = [], 0
    for _, p in ranked:
        if size + len(p) > 32000:
            break
        chosen.append(p)
        size += len(p)
    return b"".join(reversed(chosen))


def packed(data, zdict=None):
    args = (9, zlib.DEFLATED, -15, 9, 0) + ((zdict,) if zdict else ())
    c = zlib.compressobj(*args)
    return c.compress(data) + c.flush()


def main():
    files = icures.open_package(sys.argv[1])
    lines, body = [], bytearray()

    def add(folder, name, flags, data, zdict=None):
        out = packed(data, zdict)
        lines.append("\t".join(map(str, (folder, name, flags, len(body), len(out), len(data)))))
        body.extend(out)

    for folder in FOLDERS:
        bundles = icures.read_tree(files, folder + "/" if folder else "")
        if "zoneinfo64" in bundles:
            bundles["zoneinfo64"] = (zones(bundles["zoneinfo64"][0]), True)
        zdict = dictionary([tree for tree, _ in bundles.values()])
        add(folder, "%", 0, zdict)
        before = len(body)
        for name in sorted(bundles):
            tree, nofallback = bundles[name]
            add(folder, name, int(nofallback), value(tree), zdict)
        print(folder or "locales", len(bundles), len(body) - before)
    index = "\n".join(lines).encode()
    short = packed(index)
    out = os.path.join(os.path.dirname(os.path.abspath(__file__)), "locales.bin")
    with open(out, "wb") as f:
        f.write(b"ICU1" + struct.pack(">II", len(short), len(index)) + short + body)
    print(out, os.path.getsize(out))


main()
