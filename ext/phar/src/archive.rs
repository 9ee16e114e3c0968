//! Archives as the extension knows them while it works: entries, and what is known of the whole.

use phant_archive::{Source, compress, zip};
use std::{
    cell::{Cell, RefCell},
    collections::{HashMap, HashSet},
    rc::Rc,
};

/// Why something failed, in PHP's words; empty where PHP says nothing.
pub type Fail = Vec<u8>;

/// Bits of an entry's flags.
pub mod bits {
    pub const PERMISSIONS: u32 = 0x1FF;
    pub const GZ: u32 = 0x1000;
    pub const BZ2: u32 = 0x2000;
    pub const COMPRESSION: u32 = 0xF000;
    pub const FILE: u32 = 0o666;
    pub const DIRECTORY: u32 = 0o777;
}

/// What an archive is on disk; numbers are those of `Phar::PHAR`, …
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    Phar = 1,
    Tar = 2,
    Zip = 3,
}

/// Where an entry's contents are.
#[derive(Clone)]
pub enum Data {
    /// In the archive at this place, compressed as the flags say (zip: the place of the local header).
    Packed { at: u64, packed: u64, how: u32 },
    /// In memory: written since.
    Plain(Rc<Vec<u8>>),
    /// A file outside, by its path: mounted.
    Mounted(Vec<u8>),
}

pub struct Entry {
    /// Without slashes around.
    pub name: RefCell<Vec<u8>>,
    pub is_dir: bool,
    /// Permissions and compression.
    pub flags: Cell<u32>,
    pub time: Cell<u32>,
    pub crc: Cell<u32>,
    pub size: Cell<u64>,
    pub packed: Cell<u64>,
    /// Serialized; empty for none.
    pub metadata: RefCell<Vec<u8>>,
    pub data: RefCell<Data>,
    /// Where a link of a tar archive leads, and its kind.
    pub link: Option<(Vec<u8>, u8)>,
    pub crc_checked: Cell<bool>,
    pub readers: Cell<u32>,
    pub writers: Cell<u32>,
    pub deleted: Cell<bool>,
    /// Whether it has been written since the archive was.
    pub changed: Cell<bool>,
}

impl Entry {
    pub fn new(name: &[u8], is_dir: bool, time: u32) -> Entry {
        Entry {
            name: RefCell::new(name.to_vec()),
            is_dir,
            flags: Cell::new(if is_dir { bits::DIRECTORY } else { bits::FILE }),
            time: Cell::new(time),
            crc: Cell::new(0),
            size: Cell::new(0),
            packed: Cell::new(0),
            metadata: RefCell::default(),
            data: RefCell::new(Data::Plain(Rc::default())),
            link: None,
            crc_checked: Cell::new(true),
            readers: Cell::new(0),
            writers: Cell::new(0),
            deleted: Cell::new(false),
            changed: Cell::new(true),
        }
    }
    pub fn name(&self) -> Vec<u8> {
        self.name.borrow().clone()
    }
    pub fn compression(&self) -> u32 {
        self.flags.get() & bits::COMPRESSION
    }
    pub fn set_compression(&self, how: u32) {
        self.flags.set(self.flags.get() & !bits::COMPRESSION | how);
    }
    /// Puts contents in.
    pub fn set_contents(&self, bytes: Vec<u8>) {
        self.size.set(bytes.len() as u64);
        self.packed.set(bytes.len() as u64);
        self.crc.set(crc32(&bytes));
        self.crc_checked.set(true);
        self.changed.set(true);
        self.data.replace(Data::Plain(Rc::new(bytes)));
    }
    /// A copy under another name.
    pub fn copy_as(&self, name: &[u8]) -> Entry {
        Entry {
            name: RefCell::new(name.to_vec()),
            is_dir: self.is_dir,
            flags: self.flags.clone(),
            time: self.time.clone(),
            crc: self.crc.clone(),
            size: self.size.clone(),
            packed: self.packed.clone(),
            metadata: self.metadata.clone(),
            data: self.data.clone(),
            link: self.link.clone(),
            crc_checked: self.crc_checked.clone(),
            readers: Cell::new(0),
            writers: Cell::new(0),
            deleted: Cell::new(false),
            changed: Cell::new(true),
        }
    }
}

/// PHP's CRC-32 of zip.
pub fn crc32(bytes: &[u8]) -> u32 {
    phant_digest::crc32(bytes)
}

/// The entries, in their order and by name.
#[derive(Default)]
pub struct Entries {
    list: Vec<Option<Rc<Entry>>>,
    index: HashMap<Vec<u8>, usize>,
    /// Directories that names imply; made when it is asked for.
    implied: RefCell<Option<HashSet<Vec<u8>>>>,
}

impl Entries {
    pub fn get(&self, name: &[u8]) -> Option<Rc<Entry>> {
        self.list[*self.index.get(name)?].clone()
    }
    pub fn insert(&mut self, entry: Rc<Entry>) {
        self.implied.take();
        let name = entry.name();
        match self.index.get(&name) {
            Some(&at) => self.list[at] = Some(entry),
            None => {
                self.index.insert(name, self.list.len());
                self.list.push(Some(entry));
            }
        }
    }
    pub fn remove(&mut self, name: &[u8]) {
        self.implied.take();
        if let Some(at) = self.index.remove(name) {
            self.list[at] = None;
        }
    }
    pub fn iter(&self) -> impl Iterator<Item = &Rc<Entry>> {
        self.list.iter().flatten()
    }
    pub fn all(&self) -> Vec<Rc<Entry>> {
        self.iter().cloned().collect()
    }
    pub fn len(&self) -> usize {
        self.index.len()
    }
    /// Forgets entries that were deleted.
    pub fn sweep(&mut self) {
        let gone: Vec<Vec<u8>> = self.iter().filter(|e| e.deleted.get()).map(|e| e.name()).collect();
        gone.iter().for_each(|name| self.remove(name));
        if self.list.len() > 2 * self.index.len() + 16 {
            let kept = self.all();
            self.index = kept.iter().enumerate().map(|(i, e)| (e.name(), i)).collect();
            self.list = kept.into_iter().map(Some).collect();
        }
    }
    /// Whether the names of entries make this a directory.
    pub fn is_implied(&self, name: &[u8]) -> bool {
        let mut implied = self.implied.borrow_mut();
        let set = implied.get_or_insert_with(|| {
            let mut set = HashSet::new();
            for entry in self.iter().filter(|e| !e.deleted.get()) {
                let name = entry.name.borrow();
                if crate::entries::is_magic(&name) {
                    continue;
                }
                for at in (0..name.len()).rev().filter(|&i| name[i] == b'/') {
                    if !set.insert(name[..at].to_vec()) {
                        break;
                    }
                }
            }
            set
        });
        set.contains(name)
    }
    /// Forgets which directories are implied.
    pub fn changed(&self) {
        self.implied.take();
    }
}

pub struct Archive {
    /// The full path.
    pub path: RefCell<Vec<u8>>,
    /// How many bytes at its end are the extension.
    pub ext_len: Cell<usize>,
    pub alias: RefCell<Option<Vec<u8>>>,
    /// The alias is just the path.
    pub alias_is_path: Cell<bool>,
    pub format: Cell<Format>,
    /// `bits::GZ` or `bits::BZ2` if the whole is compressed.
    pub whole: Cell<u32>,
    pub is_data: Cell<bool>,
    pub entries: RefCell<Entries>,
    pub metadata: RefCell<Vec<u8>>,
    /// The kind of the signature and its hash, in hexadecimal digits.
    pub signature: RefCell<Option<(u32, Vec<u8>)>>,
    /// The kind of signature that is to be written; 0 for the usual one.
    pub sign_as: Cell<u32>,
    /// The private key for it.
    pub key: RefCell<Option<Vec<u8>>>,
    pub source: RefCell<Option<Rc<Source>>>,
    /// The program in front, up to the manifest (of phars).
    pub stub: RefCell<Vec<u8>>,
    pub version: Cell<u16>,
    pub is_new: Cell<bool>,
    pub is_modified: Cell<bool>,
    pub buffering: Cell<bool>,
    /// Objects and handles that use it.
    pub users: Cell<usize>,
    /// Directories outside that were mounted, and where.
    pub mounts: RefCell<Vec<(Vec<u8>, Vec<u8>)>>,
}

impl Archive {
    pub fn new(path: &[u8], format: Format) -> Archive {
        Archive {
            path: RefCell::new(path.to_vec()),
            ext_len: Cell::new(0),
            alias: RefCell::new(None),
            alias_is_path: Cell::new(false),
            format: Cell::new(format),
            whole: Cell::new(0),
            is_data: Cell::new(false),
            entries: RefCell::default(),
            metadata: RefCell::default(),
            signature: RefCell::new(None),
            sign_as: Cell::new(0),
            key: RefCell::new(None),
            source: RefCell::new(None),
            stub: RefCell::default(),
            version: Cell::new(phant_archive::phar::VERSION),
            is_new: Cell::new(false),
            is_modified: Cell::new(false),
            buffering: Cell::new(false),
            users: Cell::new(0),
            mounts: RefCell::default(),
        }
    }
    pub fn path(&self) -> Vec<u8> {
        self.path.borrow().clone()
    }
    pub fn is_tar(&self) -> bool {
        self.format.get() == Format::Tar
    }
    pub fn is_zip(&self) -> bool {
        self.format.get() == Format::Zip
    }
    /// A failure about this archive: `{}` stands for its path.
    pub fn fail(&self, text: &str) -> Fail {
        let (before, after) = text.split_once("{}").unwrap_or((text, ""));
        [before.as_bytes(), &self.path(), after.as_bytes()].concat()
    }
    /// An entry that is there.
    pub fn entry(&self, name: &[u8]) -> Option<Rc<Entry>> {
        self.entries.borrow().get(name).filter(|e| !e.deleted.get())
    }
    /// The entry that a link leads to, or the entry itself.
    pub fn behind_link(&self, entry: &Rc<Entry>) -> Option<Rc<Entry>> {
        let mut at = entry.clone();
        // Links may lead in a circle: then there is nothing behind them but themselves, which are empty.
        for _ in 0..=self.entries.borrow().len() {
            let Some((target, _)) = &at.link else { return Some(at) };
            let next = match self.entry(target) {
                Some(next) => next,
                None => {
                    let name = at.name();
                    let beside = match name.iter().rposition(|&b| b == b'/') {
                        Some(slash) if !target.starts_with(b"/") => [&name[..=slash], target].concat(),
                        _ => target.strip_prefix(b"/").unwrap_or(target).to_vec(),
                    };
                    self.entry(&beside)?
                }
            };
            at = next;
        }
        Some(entry.clone())
    }
    /// The contents of an entry, checked by their CRC.
    pub fn contents(&self, entry: &Rc<Entry>) -> Result<Rc<Vec<u8>>, Fail> {
        let entry = &self.behind_link(entry).unwrap_or_else(|| entry.clone());
        let data = entry.data.borrow().clone();
        let (at, packed, how) = match data {
            Data::Plain(bytes) => return Ok(bytes),
            Data::Mounted(path) => {
                return std::fs::read(phant_streams::path::os(&path))
                    .map(Rc::new)
                    .map_err(|_| self.fail("phar error: Cannot open phar archive \"{}\" for reading"));
            }
            Data::Packed { at, packed, how } => (at, packed, how),
        };
        let name = entry.name();
        let corrupt = |what: &str| {
            [
                b"phar error: internal corruption of phar \"",
                &self.path()[..],
                b"\" (",
                what.as_bytes(),
                b" on file \"",
                &name,
                b"\")",
            ]
            .concat()
        };
        let source = self.source.borrow().clone();
        let Some(source) = source else {
            return Err(self.fail("phar error: Cannot open phar archive \"{}\" for reading"));
        };
        let mut from = at;
        if self.is_zip() {
            let header = source.bytes(at, 30).filter(|h| &h[..4] == zip::LOCAL);
            let Some(header) = header else {
                let text = [
                    b"phar error: internal corruption of zip-based phar \"",
                    &self.path()[..],
                    b"\" (cannot read local file header for file \"",
                    &name,
                    b"\")",
                ];
                return Err(text.concat());
            };
            from += 30 + u64::from(phant_archive::u16_at(&header, 26)) + u64::from(phant_archive::u16_at(&header, 28));
        }
        let raw = source.bytes(from, packed).ok_or_else(|| corrupt("actual filesize mismatch"))?;
        let size = entry.size.get();
        let bytes = match how {
            bits::GZ => compress::inflate(&raw, size).map_err(|_| corrupt("actual filesize mismatch"))?,
            bits::BZ2 => compress::bunzip2(&raw, size).map_err(|_| corrupt("actual filesize mismatch"))?,
            _ => raw,
        };
        if bytes.len() as u64 != size {
            return Err(corrupt("actual filesize mismatch"));
        }
        if !self.is_tar() {
            if crc32(&bytes) != entry.crc.get() {
                return Err(corrupt("crc32 mismatch"));
            }
            entry.crc_checked.set(true);
        }
        Ok(Rc::new(bytes))
    }
    /// Whether there is a directory of that name, told or implied.
    pub fn is_directory(&self, name: &[u8]) -> bool {
        name.is_empty() || self.entry(name).is_some_and(|e| e.is_dir) || self.entries.borrow().is_implied(name)
    }
    /// The file outside that a name below a mounted directory stands for.
    pub fn mounted(&self, name: &[u8]) -> Option<Vec<u8>> {
        let mounts = self.mounts.borrow();
        mounts.iter().find_map(|(at, outside)| {
            let rest = name.strip_prefix(&at[..])?.strip_prefix(b"/")?;
            let path = [outside, &b"/"[..], rest].concat();
            phant_streams::path::os(&path).exists().then_some(path)
        })
    }
}
