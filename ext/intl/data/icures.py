"""Reads ICU's data file (icudt*.dat, or the libicudata that holds it) and the resource bundles in it, formats 2 and 3."""
import struct

class Alias(str):
    pass

def open_package(path):
    """The files of a package: name -> bytes from the file's header on."""
    data = open(path, "rb").read()
    at = data.find(b"CmnD")
    start = at - 12
    assert data[start + 2 : start + 4] == b"\xda\x27", "no ICU data package in " + path
    base = start + struct.unpack_from("<H", data, start)[0]
    count = struct.unpack_from("<I", data, base)[0]
    toc = [struct.unpack_from("<II", data, base + 4 + 8 * i) for i in range(count)]
    files = {}
    for i, (name, offset) in enumerate(toc):
        end = toc[i + 1][1] if i + 1 < count else len(data) - base
        name_at = base + name
        text = data[name_at : data.index(b"\0", name_at)].decode()
        files[text.split("/", 1)[1]] = data[base + offset : base + end]
    return files

class Bundle:
    """One .res file, format version 2 or 3."""
    def __init__(self, data, pool=None):
        header = struct.unpack_from("<H", data, 0)[0]
        self.d = data[header:]
        self.version = data[16]
        d = self.d
        self.root = struct.unpack_from("<I", d, 0)[0]
        n = struct.unpack_from("<I", d, 4)[0] & 0xFF
        idx = struct.unpack_from("<%dI" % n, d, 4)
        self.keys_top = idx[1] * 4
        self.att = idx[5] if n > 5 else 0
        self.sixteen = self.keys_top
        self.sixteen_top = idx[6] * 4 if n > 6 else self.keys_top
        self.pool = pool
        self.pool_limit16 = 0
        self.pool_limit = 0
        if self.version >= 3:
            self.pool_limit = idx[0] >> 8
            self.pool_limit |= (self.att & 0xF000) << 12
            self.pool_limit16 = self.att >> 16
        self.local_key_limit = self.keys_top if idx[1] > 1 + n else 0
        self.uses_pool = self.att & 4
        self.is_pool = self.att & 2
        self.nofallback = self.att & 1
        self.key_start = (1 + n) * 4
    def cstr(self, d, at):
        return d[at : d.index(b"\0", at)].decode()
    def key16(self, k):
        if k < self.local_key_limit:
            return self.cstr(self.d, k)
        p = self.pool
        return self.cstr(p.d, p.key_start + k - self.local_key_limit)
    def key32(self, k):
        if not k & 0x80000000:
            return self.cstr(self.d, k)
        p = self.pool
        return self.cstr(p.d, p.key_start + (k & 0x7FFFFFFF))
    def string16(self, off):
        d, base = self.d, self.sixteen
        if off < self.pool_limit:
            d, base = self.pool.d, self.pool.sixteen
        else:
            off -= self.pool_limit
        at = base + off * 2
        first = struct.unpack_from("<H", d, at)[0]
        if 0xDC00 <= first < 0xE000:
            if first < 0xDFEF:
                n, at = first & 0x3FF, at + 2
            elif first < 0xDFFF:
                n, at = ((first - 0xDFEF) << 16) | struct.unpack_from("<H", d, at + 2)[0], at + 4
            else:
                n, at = struct.unpack_from("<HH", d, at + 2)[0] << 16 | struct.unpack_from("<H", d, at + 4)[0], at + 6
            return d[at : at + 2 * n].decode("utf-16-le", "surrogatepass")
        end = at
        while d[end : end + 2] != b"\0\0":
            end += 2
        return d[at:end].decode("utf-16-le", "surrogatepass")
    def from16(self, v):
        if v < self.pool_limit16:
            return self.string16(v)
        return self.string16(v - self.pool_limit16 + self.pool_limit)
    def res(self, r):
        t, off = r >> 28, r & 0x0FFFFFFF
        d = self.d
        at = off * 4
        if t == 0 or t == 3:
            if t == 0 and off == 0:
                return ""
            n = struct.unpack_from("<i", d, at)[0]
            s = d[at + 4 : at + 4 + 2 * n].decode("utf-16-le", "surrogatepass")
            return Alias(s) if t == 3 else s
        if t == 6:
            return self.string16(off)
        if t == 1:
            if off == 0: return b""
            n = struct.unpack_from("<i", d, at)[0]
            return bytes(d[at + 4 : at + 4 + n])
        if t == 2:
            if off == 0: return {}
            n = struct.unpack_from("<H", d, at)[0]
            keys = struct.unpack_from("<%dH" % n, d, at + 2)
            p = at + 2 + 2 * n
            p += (-p) % 4
            return {self.key16(k): self.res(v) for k, v in zip(keys, struct.unpack_from("<%dI" % n, d, p))}
        if t == 4:
            n = struct.unpack_from("<I", d, at)[0]
            keys = struct.unpack_from("<%dI" % n, d, at + 4)
            vals = struct.unpack_from("<%dI" % n, d, at + 4 + 4 * n)
            return {self.key32(k): self.res(v) for k, v in zip(keys, vals)}
        if t == 5:
            p = self.sixteen + off * 2
            n = struct.unpack_from("<H", d, p)[0]
            keys = struct.unpack_from("<%dH" % n, d, p + 2)
            vals = struct.unpack_from("<%dH" % n, d, p + 2 + 2 * n)
            return {self.key16(k): self.from16(v) for k, v in zip(keys, vals)}
        if t == 8:
            if off == 0: return []
            n = struct.unpack_from("<I", d, at)[0]
            return [self.res(v) for v in struct.unpack_from("<%dI" % n, d, at + 4)]
        if t == 9:
            p = self.sixteen + off * 2
            n = struct.unpack_from("<H", d, p)[0]
            return [self.from16(v) for v in struct.unpack_from("<%dH" % n, d, p + 2)]
        if t == 7:
            return off - 0x10000000 if off & 0x8000000 else off
        if t == 14:
            if off == 0: return ()
            n = struct.unpack_from("<i", d, at)[0]
            return struct.unpack_from("<%di" % n, d, at + 4)
        raise ValueError("resource type %d" % t)
    def tree(self):
        return self.res(self.root)

def read_tree(files, folder):
    """All bundles of a folder: name -> (tree, no fallback)."""
    pool = files.get(folder + "pool.res")
    pool = Bundle(pool) if pool else None
    out = {}
    for name, data in files.items():
        if name.startswith(folder) and name.endswith(".res") and "/" not in name[len(folder):] and not name.endswith("pool.res"):
            b = Bundle(data, pool)
            out[name[len(folder):-4]] = (b.tree(), bool(b.nofallback))
    return out
