//! The phar format: a PHP program, `__HALT_COMPILER();`, a manifest, the contents, and a signature.

use crate::{Source, u32_at};

/// What ends the program.
pub const TOKEN: &[u8] = b"__HALT_COMPILER();";
/// The largest manifest.
pub const MOST_MANIFEST: u32 = 100 << 20;
/// The version of the format that has directories.
pub const VERSION: u16 = 0x1110;
/// The flag of archives with a signature.
pub const SIGNED: u32 = 0x1_0000;
/// What a signature ends with.
pub const MAGIC: &[u8; 4] = b"GBMB";

/// An entry of a manifest.
#[derive(Clone, Debug, Default)]
pub struct Entry {
    /// The name; directories end with a slash.
    pub name: Vec<u8>,
    /// The size of the contents.
    pub size: u32,
    /// Seconds since 1970.
    pub time: u32,
    /// The size in the archive.
    pub packed: u32,
    /// CRC-32 of the contents.
    pub crc: u32,
    /// Permissions and compression.
    pub flags: u32,
    /// Serialized metadata.
    pub metadata: Vec<u8>,
}

/// What a manifest says.
#[derive(Clone, Debug, Default)]
pub struct Manifest {
    /// The version of the format.
    pub version: u16,
    /// Flags of the archive.
    pub flags: u32,
    /// The alias.
    pub alias: Vec<u8>,
    /// Serialized metadata.
    pub metadata: Vec<u8>,
    /// The entries.
    pub entries: Vec<Entry>,
    /// Where contents begin.
    pub contents: u64,
}

/// What is wrong with a manifest, in the words that PHP puts in brackets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A part of the archive is missing or makes no sense.
    Corrupt(&'static str),
    /// The manifest claims to be too large.
    TooLarge,
    /// There are no entries.
    Empty,
    /// Another version of the format.
    Version(u16),
    /// An entry has no name.
    NoName,
}

/// Where the manifest begins, when the program ends at `at`.
pub fn after_stub(source: &Source, at: u64) -> Result<u64, Fault> {
    const CUT: Fault = Fault::Corrupt("truncated manifest at stub end");
    let next = source.bytes(at, 3).ok_or(CUT)?;
    if !matches!(next[0], b' ' | b'\n') || &next[1..] != b"?>" {
        return Ok(at);
    }
    let end = source.bytes(at + 3, 1).ok_or(CUT)?[0];
    match end {
        b'\r' if source.bytes(at + 4, 1).ok_or(CUT)?[0] == b'\n' => Ok(at + 5),
        b'\r' => Err(CUT),
        b'\n' => Ok(at + 4),
        _ => Ok(at + 3),
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn left(&self) -> usize {
        self.bytes.len() - self.at
    }
    fn number(&mut self, fault: Fault) -> Result<u32, Fault> {
        if self.left() < 4 {
            return Err(fault);
        }
        self.at += 4;
        Ok(u32_at(self.bytes, self.at - 4))
    }
    fn take(&mut self, len: u32, fault: Fault) -> Result<Vec<u8>, Fault> {
        let len = len as usize;
        if self.left() < len {
            return Err(fault);
        }
        self.at += len;
        Ok(self.bytes[self.at - len..self.at].to_vec())
    }
}

/// The first part of a manifest: before names are looked at, the signature is.
pub struct Head {
    bytes: Vec<u8>,
    /// The version of the format.
    pub version: u16,
    /// Flags of the archive.
    pub flags: u32,
    count: u32,
    contents: u64,
}

const HEADER: Fault = Fault::Corrupt("truncated manifest header");
const BEYOND: Fault = Fault::Corrupt("trying to read past buffer end");
const ENTRY: Fault = Fault::Corrupt("truncated manifest entry");

/// Reads the first part of the manifest that begins at `at`.
pub fn head(source: &Source, at: u64) -> Result<Head, Fault> {
    let length = source.bytes(at, 4).ok_or(Fault::Corrupt("truncated manifest at manifest length"))?;
    let length = u32_at(&length, 0);
    if length > MOST_MANIFEST {
        return Err(Fault::TooLarge);
    }
    let bytes = source.bytes(at + 4, u64::from(length)).filter(|b| b.len() >= 10).ok_or(HEADER)?;
    let count = u32_at(&bytes, 0);
    if count == 0 {
        return Err(Fault::Empty);
    }
    let version = u16::from(bytes[4]) << 8 | u16::from(bytes[5]);
    if version & 0xFFF0 < 0x1000 {
        return Err(Fault::Version(version));
    }
    let flags = u32_at(&bytes, 6);
    Ok(Head { bytes, version, flags, count, contents: at + 4 + u64::from(length) })
}

/// Reads the rest.
pub fn manifest(head: Head) -> Result<Manifest, Fault> {
    let mut reader = Reader { bytes: &head.bytes, at: 10 };
    let alias_len = reader.number(HEADER)?;
    let alias = reader.take(alias_len, Fault::Corrupt("buffer overrun"))?;
    let room = (head.bytes.len() as u64).saturating_sub(10 + u64::from(alias_len)) / 21;
    if u64::from(head.count) > room {
        return Err(Fault::Corrupt("too many manifest entries for size of manifest"));
    }
    let metadata_len = reader.number(BEYOND)?;
    let metadata = reader.take(metadata_len, BEYOND)?;
    let mut entries = Vec::new();
    for _ in 0..head.count {
        if reader.left() < 28 {
            return Err(ENTRY);
        }
        let len = reader.number(ENTRY)?;
        if len == 0 {
            return Err(Fault::NoName);
        }
        if reader.left() < 24 || len as usize > reader.left() - 24 {
            return Err(ENTRY);
        }
        let name = reader.take(len, ENTRY)?;
        let (size, time) = (reader.number(ENTRY)?, reader.number(ENTRY)?);
        let (packed, crc, flags) = (reader.number(ENTRY)?, reader.number(ENTRY)?, reader.number(ENTRY)?);
        let metadata_len = reader.number(ENTRY)?;
        let metadata = reader.take(metadata_len, ENTRY)?;
        if !matches!(flags & 0xF000, 0x1000 | 0x2000) && size != packed {
            return Err(Fault::Corrupt("compressed and uncompressed size does not match for uncompressed entry"));
        }
        entries.push(Entry { name, size, time, packed, crc, flags, metadata });
    }
    Ok(Manifest { version: head.version, flags: head.flags, alias, metadata, entries, contents: head.contents })
}

/// Writes a manifest, its length included.
pub fn write(manifest: &Manifest) -> Vec<u8> {
    let mut out = Vec::new();
    let put = |out: &mut Vec<u8>, text: &[u8]| {
        out.extend_from_slice(&(text.len() as u32).to_le_bytes());
        out.extend_from_slice(text);
    };
    out.extend_from_slice(&(manifest.entries.len() as u32).to_le_bytes());
    out.extend_from_slice(&manifest.version.to_be_bytes());
    out.extend_from_slice(&manifest.flags.to_le_bytes());
    put(&mut out, &manifest.alias);
    put(&mut out, &manifest.metadata);
    for entry in &manifest.entries {
        put(&mut out, &entry.name);
        for number in [entry.size, entry.time, entry.packed, entry.crc, entry.flags] {
            out.extend_from_slice(&number.to_le_bytes());
        }
        put(&mut out, &entry.metadata);
    }
    let mut all = (out.len() as u32).to_le_bytes().to_vec();
    all.extend_from_slice(&out);
    all
}
