//! An archive while a script works with it: what is on disk, and what is to be changed when it is closed.

use crate::crypt;
use phant_archive::{Source, compress, zip};
use std::rc::Rc;

/// Numbers of `ZipArchive::ER_…`.
#[allow(dead_code)]
pub mod er {
    pub const OK: i64 = 0;
    pub const READ: i64 = 5;
    pub const OPNOTSUPP: i64 = 28;
    pub const CRC: i64 = 7;
    pub const NOENT: i64 = 9;
    pub const EXISTS: i64 = 10;
    pub const OPEN: i64 = 11;
    pub const TMPOPEN: i64 = 12;
    pub const ZLIB: i64 = 13;
    pub const CHANGED: i64 = 15;
    pub const COMPNOTSUPP: i64 = 16;
    pub const INVAL: i64 = 18;
    pub const NOZIP: i64 = 19;
    pub const INCONS: i64 = 21;
    pub const DELETED: i64 = 23;
    pub const ENCRNOTSUPP: i64 = 24;
    pub const RDONLY: i64 = 25;
    pub const NOPASSWD: i64 = 26;
    pub const WRONGPASSWD: i64 = 27;
    pub const CANCELLED: i64 = 32;
    pub const TRUNCATED: i64 = 35;
}

/// Bits of `ZipArchive::FL_…`.
pub mod fl {
    pub const NOCASE: i64 = 1;
    pub const NODIR: i64 = 2;
    pub const COMPRESSED: i64 = 4;
    pub const UNCHANGED: i64 = 8;
    pub const ENC_RAW: i64 = 64;
    pub const ENC_STRICT: i64 = 128;
    pub const ENC_UTF_8: i64 = 2048;
    pub const ENC_CP437: i64 = 4096;
    pub const OVERWRITE: i64 = 8192;
    pub const OPEN_FILE_NOW: i64 = 1 << 30;
}

/// An error of libzip's kind, and the system's behind it.
pub type Status = (i64, i64);

/// Words for an error.
pub fn words((error, system): Status) -> String {
    const WORDS: [&str; 36] = [
        "No error",
        "Multi-disk zip archives not supported",
        "Renaming temporary file failed",
        "Closing zip archive failed",
        "Seek error",
        "Read error",
        "Write error",
        "CRC error",
        "Containing zip archive was closed",
        "No such file",
        "File already exists",
        "Can't open file",
        "Failure to create temporary file",
        "Zlib error",
        "Malloc failure",
        "Entry has been changed",
        "Compression method not supported",
        "Premature end of file",
        "Invalid argument",
        "Not a zip archive",
        "Internal error",
        "Zip archive inconsistent",
        "Can't remove file",
        "Entry has been deleted",
        "Encryption method not supported",
        "Read-only archive",
        "No password provided",
        "Wrong password provided",
        "Operation not supported",
        "Resource still in use",
        "Tell error",
        "Compressed data invalid",
        "Operation cancelled",
        "Unexpected length of data",
        "Not allowed in torrentzip",
        "Possibly truncated or corrupted zip archive",
    ];
    let known = usize::try_from(error).ok().and_then(|at| WORDS.get(at));
    let Some(known) = known else { return format!("Unknown error {error}") };
    match error {
        2..=6 | 11 | 12 | 22 | 30 if system != 0 => {
            let reason = std::io::Error::from_raw_os_error(system as i32).to_string();
            let reason = reason.split(" (os error").next().unwrap_or_default().to_string();
            format!("{known}: {reason}")
        }
        _ => (*known).to_string(),
    }
}

/// What an entry is to be filled with.
#[derive(Clone)]
pub enum Contents {
    Bytes(Rc<Vec<u8>>),
    /// A file from a place on; to its end without a length.
    File {
        path: Vec<u8>,
        start: u64,
        len: Option<u64>,
    },
}

impl Contents {
    pub fn read(&self) -> std::io::Result<Vec<u8>> {
        match self {
            Contents::Bytes(bytes) => Ok(bytes.to_vec()),
            Contents::File { path, start, len } => {
                use std::io::{Read, Seek, SeekFrom};
                let mut file = std::fs::File::open(phant_streams::path::os(path))?;
                file.seek(SeekFrom::Start(*start))?;
                let mut out = Vec::new();
                file.take(len.unwrap_or(u64::MAX)).read_to_end(&mut out)?;
                Ok(out)
            }
        }
    }
}

/// The error for contents that cannot be expanded.
fn fault(of: compress::Failure) -> i64 {
    // More than there should be is known to be wrong by its sum.
    if of == compress::Failure::TooLong { er::CRC } else { er::ZLIB }
}

/// An entry, with what is to be changed.
#[derive(Clone, Default)]
pub struct Item {
    /// What is on disk.
    pub old: Option<Rc<zip::Entry>>,
    pub contents: Option<Contents>,
    pub name: Option<Vec<u8>>,
    pub comment: Option<Vec<u8>>,
    pub external: Option<(u8, u32)>,
    /// Method and level.
    pub method: Option<(i64, i64)>,
    pub mtime: Option<i64>,
    pub encryption: Option<(u16, Option<Vec<u8>>)>,
    pub deleted: bool,
}

impl Item {
    pub fn name(&self, unchanged: bool) -> Option<&[u8]> {
        let old = self.old.as_ref().map(|e| &e.name[..]);
        if unchanged { old } else { self.name.as_deref().or(old) }
    }
    pub fn is_changed(&self) -> bool {
        self.contents.is_some()
            || self.name.is_some()
            || self.comment.is_some()
            || self.external.is_some()
            || self.method.is_some()
            || self.mtime.is_some()
            || self.encryption.is_some()
            || self.deleted
    }
    /// Takes all changes back.
    pub fn unchange(&mut self) {
        let deleted = self.deleted && self.old.is_none();
        *self = Item { old: self.old.take(), deleted, ..Item::default() };
    }
}

/// An open archive.
#[derive(Default)]
pub struct Archive {
    pub path: Vec<u8>,
    pub source: Option<Rc<Source>>,
    pub items: Vec<Item>,
    pub old_comment: Vec<u8>,
    pub comment: Option<Vec<u8>>,
    pub password: Option<Vec<u8>>,
    pub read_only: bool,
    pub opened_read_only: bool,
    pub keep_empty: bool,
    /// What is before the first entry: a program that unpacks itself.
    pub flags: i64,
    pub index: Option<std::collections::HashMap<Vec<u8>, usize>>,
}

impl Archive {
    /// Reads the directory of an archive.
    pub fn read(path: &[u8], source: Source, check: bool) -> Result<Archive, i64> {
        let Some(end) = zip::find_end(&source) else { return Err(er::NOZIP) };
        if end.disk != 0 || end.first_disk != 0 {
            return Err(1);
        }
        if end.here != end.count || end.comment.len() != usize::from(end.comment_len) {
            return Err(er::INCONS);
        }
        let Some(directory) = source.bytes(end.start, end.size).filter(|_| end.start + end.size <= end.at) else {
            return Err(er::INCONS);
        };
        if check && end.start + end.size != end.at {
            return Err(er::INCONS);
        }
        let mut archive = Archive { path: path.to_vec(), old_comment: end.comment, ..Archive::default() };
        let mut at = 0;
        for _ in 0..end.count {
            let Some((entry, len)) = zip::central(&directory[at..]) else { return Err(er::INCONS) };
            if entry.at + 30 > source.len() {
                return Err(er::INCONS);
            }
            at += len;
            archive.items.push(Item { old: Some(Rc::new(entry)), ..Item::default() });
        }
        if at as u64 != end.size {
            return Err(er::INCONS);
        }
        archive.source = Some(Rc::new(source));
        Ok(archive)
    }
    /// The items changed: names are looked up anew.
    pub fn touch(&mut self) {
        self.index = None;
    }
    /// The number of the entry of a name.
    pub fn locate(&mut self, name: &[u8], flags: i64) -> Option<usize> {
        let unchanged = flags & fl::UNCHANGED != 0;
        if flags & (fl::NOCASE | fl::NODIR) == 0 && !unchanged {
            let items = &self.items;
            let index = self.index.get_or_insert_with(|| {
                let mut index = std::collections::HashMap::new();
                for (i, item) in items.iter().enumerate().filter(|(_, item)| !item.deleted) {
                    if let Some(name) = item.name(false) {
                        index.entry(name.to_vec()).or_insert(i);
                    }
                }
                index
            });
            return index.get(name).copied();
        }
        self.items.iter().position(|item| {
            let Some(mut own) = item.name(unchanged).filter(|_| unchanged || !item.deleted) else { return false };
            if flags & fl::NODIR != 0 {
                own = own.rsplit(|&b| b == b'/').next().unwrap_or(own);
            }
            if flags & fl::NOCASE != 0 { own.eq_ignore_ascii_case(name) } else { own == name }
        })
    }
    /// An item by its number.
    pub fn item(&self, index: i64, flags: i64) -> Result<&Item, i64> {
        let item = usize::try_from(index).ok().and_then(|at| self.items.get(at)).ok_or(er::INVAL)?;
        if item.deleted && flags & fl::UNCHANGED == 0 {
            return Err(er::DELETED);
        }
        if flags & fl::UNCHANGED != 0 && item.old.is_none() {
            return Err(er::INVAL);
        }
        Ok(item)
    }
    /// The bytes of an entry as they are stored.
    pub fn raw(&self, entry: &zip::Entry) -> Result<Vec<u8>, i64> {
        let source = self.source.as_ref().ok_or(er::READ)?;
        let at = zip::contents(source, entry).ok_or(er::INCONS)?;
        source.bytes(at, entry.packed).ok_or(er::TRUNCATED)
    }
    /// The contents of an item.
    pub fn contents(&self, item: &Item, flags: i64, password: Option<&[u8]>) -> Result<Vec<u8>, i64> {
        if let Some(contents) = item.contents.as_ref().filter(|_| flags & fl::UNCHANGED == 0) {
            return contents.read().map_err(|_| er::READ);
        }
        let entry = item.old.as_ref().ok_or(er::INVAL)?;
        let mut raw = self.raw(entry)?;
        if flags & fl::COMPRESSED != 0 && entry.flags & zip::ENCRYPTED == 0 {
            return Ok(raw);
        }
        let mut method = entry.method;
        let mut check = true;
        if entry.flags & zip::ENCRYPTED != 0 {
            let password = password.or(self.password.as_deref()).ok_or(er::NOPASSWD)?;
            let opened = crypt::decrypt(entry, &raw, password)?;
            (raw, method, check) = (opened.bytes, opened.method, opened.has_crc);
        }
        let bytes = match method {
            zip::STORE => raw,
            zip::DEFLATE => compress::inflate(&raw, entry.size).map_err(fault)?,
            zip::BZIP2 => compress::bunzip2(&raw, entry.size).map_err(fault)?,
            _ => return Err(er::COMPNOTSUPP),
        };
        if check && (bytes.len() as u64 != entry.size || phant_digest::crc32(&bytes) != entry.crc) {
            return Err(er::CRC);
        }
        Ok(bytes)
    }
    /// Whether closing writes anything.
    pub fn is_changed(&self) -> bool {
        self.comment.is_some() || self.items.iter().any(Item::is_changed)
    }
}
