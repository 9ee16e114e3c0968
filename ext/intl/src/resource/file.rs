//! ICU's binary resource files (`.res`, formats 1 to 3): one tree of tables, arrays, texts and numbers a file.
//!
//! A resource is a word: its kind in the highest four bits, below that a place or a small number. Places count words from
//! the root, or, for kinds that came with format 2, units of 16 bits behind the keys. Nothing in a file is believed: what
//! points outside it is no resource.

use std::{path::Path, sync::Arc};

/// The longest file that is read.
const LONGEST: u64 = 1 << 28;

/// A resource in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Resource(u32);

/// What kind of resource one is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Text,
    Binary,
    Table,
    Alias,
    Int,
    Array,
    IntVector,
}

/// A file that was read.
#[derive(Debug)]
pub(super) struct File {
    bytes: Vec<u8>,
    /// Where the root is: places count from here.
    start: usize,
    is_big: bool,
    /// Where the keys of the file end, and those of the shared file begin.
    own_keys: usize,
    /// Where units of 16 bits begin.
    units: usize,
    /// Texts below this place are in the shared file, by 16 bits and by 28.
    shared_texts: (usize, usize),
    is_without_fallback: bool,
    shared: Option<Arc<File>>,
}

impl File {
    /// Reads a file; `None` if there is none or it makes no sense.
    pub(super) fn read(folder: &Path, name: &str) -> Option<File> {
        let path = folder.join(format!("{name}.res"));
        if !std::fs::metadata(&path).is_ok_and(|known| known.is_file() && known.len() <= LONGEST) {
            return None;
        }
        let mut file = File::parse(std::fs::read(&path).ok()?)?;
        if file.needs_shared() {
            let shared = std::fs::read(folder.join("pool.res")).ok().and_then(File::parse)?;
            file.shared = Some(Arc::new(shared));
        }
        Some(file)
    }
    /// Takes the bytes of a file.
    pub(super) fn parse(bytes: Vec<u8>) -> Option<File> {
        let head = bytes.get(..24)?;
        if head[2..4] != [0xda, 0x27] || head[12..16] != *b"ResB" || head[9] != 0 || !(1..=3).contains(&head[16]) {
            return None;
        }
        let is_big = head[8] != 0;
        let start = usize::from(half(head, 0, is_big)?);
        let (version, minor) = (head[16], head[17]);
        let mut file = File {
            bytes,
            start,
            is_big,
            own_keys: usize::MAX,
            units: start,
            shared_texts: (0, 0),
            is_without_fallback: false,
            shared: None,
        };
        // Format 1.0 has no words about itself behind the root.
        if version > 1 || minor >= 1 {
            let words = file.word(1)?;
            let word = |number: usize| if number < (words & 0xff) as usize { file.word(1 + number) } else { Some(0) };
            let attributes = word(5)?;
            let keys = word(1)? as usize;
            file.is_without_fallback = attributes & 1 != 0;
            file.own_keys = keys.checked_mul(4)?;
            if version > 1 {
                file.units = start.checked_add(file.own_keys)?;
            }
            if version > 2 {
                let wide = (words >> 8 | (attributes & 0xf000) << 12) as usize;
                file.shared_texts = ((attributes >> 16) as usize, wide);
            }
        }
        Some(file)
    }
    fn needs_shared(&self) -> bool {
        let words = self.word(1).unwrap_or(0) & 0xff;
        self.own_keys != usize::MAX && words > 5 && self.word(6).is_some_and(|attributes| attributes & 4 != 0)
    }
    /// Whether what is not in this file is not looked for elsewhere.
    pub(super) fn is_without_fallback(&self) -> bool {
        self.is_without_fallback
    }

    /// A word of 32 bits by its number from the root.
    fn word(&self, number: usize) -> Option<u32> {
        let at = self.start.checked_add(number.checked_mul(4)?)?;
        let bytes: [u8; 4] = self.bytes.get(at..at.checked_add(4)?)?.try_into().ok()?;
        Some(if self.is_big { u32::from_be_bytes(bytes) } else { u32::from_le_bytes(bytes) })
    }
    /// A unit of 16 bits by its number.
    fn unit(&self, number: usize) -> Option<u16> {
        half(&self.bytes, self.units.checked_add(number.checked_mul(2)?)?, self.is_big)
    }
    /// What the file is made of.
    pub(super) fn root(&self) -> Option<Resource> {
        self.word(0).map(Resource)
    }
    pub(super) fn kind(&self, resource: Resource) -> Option<Kind> {
        Some(match resource.0 >> 28 {
            0 | 6 => Kind::Text,
            1 => Kind::Binary,
            2 | 4 | 5 => Kind::Table,
            3 => Kind::Alias,
            7 => Kind::Int,
            8 | 9 => Kind::Array,
            14 => Kind::IntVector,
            _ => return None,
        })
    }
    fn place(resource: Resource) -> usize {
        (resource.0 & 0x0fff_ffff) as usize
    }

    /// Units of 16 bits as a text.
    fn decoded(&self, at: usize, count: usize) -> Option<String> {
        let end = at.checked_add(count.checked_mul(2)?)?;
        let units = self.bytes.get(at..end)?.chunks_exact(2).map(|pair| {
            let pair = [pair[0], pair[1]];
            if self.is_big { u16::from_be_bytes(pair) } else { u16::from_le_bytes(pair) }
        });
        Some(char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect())
    }
    /// A text, or what an alias stands for.
    pub(super) fn text(&self, resource: Resource) -> Option<String> {
        let place = File::place(resource);
        match resource.0 >> 28 {
            0 | 3 if place == 0 => Some(String::new()),
            0 | 3 => {
                let count = usize::try_from(self.word(place)?).ok()?;
                self.decoded(self.start + place * 4 + 4, count)
            }
            6 if place < self.shared_texts.1 => self.shared.as_ref()?.short_text(place),
            6 => self.short_text(place - self.shared_texts.1),
            _ => None,
        }
    }
    /// A text of format 2: its length is in front of it, as a lone surrogate, or there is a zero behind it.
    fn short_text(&self, place: usize) -> Option<String> {
        let first = usize::from(self.unit(place)?);
        let more = |number: usize| self.unit(place + number).map(usize::from);
        let (begin, count) = match first {
            0xdc00..0xdfef => (1, first & 0x3ff),
            0xdfef..0xdfff => (2, (first - 0xdfef) << 16 | more(1)?),
            0xdfff => (3, more(1)? << 16 | more(2)?),
            _ => (0, (0..).map_while(|number| self.unit(place + number)).take_while(|unit| *unit != 0).count()),
        };
        self.decoded(self.units + (place + begin) * 2, count)
    }
    pub(super) fn binary(&self, resource: Resource) -> Option<&[u8]> {
        let place = File::place(resource);
        if place == 0 {
            return Some(b"");
        }
        let (at, count) = (self.start + place * 4 + 4, usize::try_from(self.word(place)?).ok()?);
        self.bytes.get(at..at.checked_add(count)?)
    }
    pub(super) fn int(resource: Resource) -> i64 {
        i64::from((resource.0 << 4) as i32 >> 4)
    }
    pub(super) fn ints(&self, resource: Resource) -> Option<Vec<i64>> {
        let place = File::place(resource);
        if place == 0 {
            return Some(Vec::new());
        }
        let count = usize::try_from(self.word(place)?).ok().filter(|count| *count <= self.bytes.len() / 4)?;
        (1..=count).map(|number| self.word(place + number).map(|word| i64::from(word as i32))).collect()
    }

    /// How many resources a table or an array has; 1 for others.
    pub(super) fn count(&self, resource: Resource) -> usize {
        let place = File::place(resource);
        let count = match resource.0 >> 28 {
            2 | 4 | 8 if place == 0 => Some(0),
            2 => half(&self.bytes, self.start + place * 4, self.is_big).map(usize::from),
            4 | 8 => self.word(place).map(|count| count as usize),
            5 | 9 => self.unit(place).map(usize::from),
            _ => return 1,
        };
        count.unwrap_or(0).min(self.bytes.len())
    }
    /// A resource that 16 bits stand for: a text.
    fn short(&self, unit: u16) -> Resource {
        let unit = usize::from(unit);
        let (narrow, wide) = self.shared_texts;
        let place = if unit < narrow { unit } else { unit - narrow + wide };
        Resource(6 << 28 | (place & 0x0fff_ffff) as u32)
    }
    /// A resource of a table or an array.
    pub(super) fn at(&self, resource: Resource, number: usize) -> Option<Resource> {
        let (place, count) = (File::place(resource), self.count(resource));
        if number >= count {
            return None;
        }
        match resource.0 >> 28 {
            // The count and the keys fill words.
            2 => self.word(place + (count + 2) / 2 + number).map(Resource),
            4 => self.word(place + 1 + count + number).map(Resource),
            5 => self.unit(place + 1 + count + number).map(|unit| self.short(unit)),
            8 => self.word(place + 1 + number).map(Resource),
            9 => self.unit(place + 1 + number).map(|unit| self.short(unit)),
            _ => None,
        }
    }
    /// The key of a table's resource.
    pub(super) fn key(&self, table: Resource, number: usize) -> Option<&[u8]> {
        let place = File::place(table);
        if number >= self.count(table) {
            return None;
        }
        let offset = match table.0 >> 28 {
            2 => usize::from(half(&self.bytes, self.start + place * 4 + 2 + number * 2, self.is_big)?),
            5 => usize::from(self.unit(place + 1 + number)?),
            4 => {
                let offset = self.word(place + 1 + number)?;
                if offset >> 31 != 0 {
                    return self.shared.as_ref()?.shared_key((offset & 0x7fff_ffff) as usize);
                }
                return self.key_at(offset as usize);
            }
            _ => return None,
        };
        match offset.checked_sub(self.own_keys) {
            None => self.key_at(offset),
            Some(offset) => self.shared.as_ref()?.shared_key(offset),
        }
    }
    /// A key of a shared file; they begin behind what it tells of itself.
    fn shared_key(&self, offset: usize) -> Option<&[u8]> {
        let words = (self.word(1)? & 0xff) as usize;
        self.key_at(offset.checked_add((1 + words) * 4)?)
    }
    fn key_at(&self, offset: usize) -> Option<&[u8]> {
        let rest = self.bytes.get(self.start.checked_add(offset)?..)?;
        rest.split(|&byte| byte == 0).next()
    }
    /// A table's resource by its key.
    pub(super) fn find(&self, table: Resource, key: &[u8]) -> Option<Resource> {
        let number = (0..self.count(table)).find(|&number| self.key(table, number) == Some(key))?;
        self.at(table, number)
    }
}

fn half(bytes: &[u8], at: usize, is_big: bool) -> Option<u16> {
    let bytes: [u8; 2] = bytes.get(at..at.checked_add(2)?)?.try_into().ok()?;
    Some(if is_big { u16::from_be_bytes(bytes) } else { u16::from_le_bytes(bytes) })
}
