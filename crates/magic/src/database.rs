//! A database: the compiled form that libmagic writes (`.mgc`), version 18.

use crate::entry::{Condition, Entry, Kind};
use memchr::memchr;
use std::{collections::HashMap, sync::OnceLock};
use zlib_rs::{Inflate, InflateFlush, Status};

/// Lines of a database: those that are tried, and those that `use` names.
#[derive(Debug, Default)]
pub struct Database {
    /// Tried one after the other.
    pub tests: Vec<Entry>,
    /// What `name` declares.
    pub named: Vec<Entry>,
    names: HashMap<Box<[u8]>, (usize, usize)>,
}

/// Why a compiled database is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotCompiled {
    /// It does not begin as one.
    Other,
    /// It does, and is of another version, or damaged.
    Damaged,
}

const MAGIC: u32 = 0xF11E_041C;
const VERSION: u32 = 18;
/// The bytes of an entry.
const ENTRY: usize = 376;

/// The database of libmagic 5.45 as PHP has it, packed with zlib.
static PACKED: &[u8] = include_bytes!("../data/magic.mgc.z");

fn text(field: &[u8]) -> Box<[u8]> {
    Box::from(&field[..memchr(0, field).unwrap_or(field.len())])
}

/// How many bytes of a field there are before the zeros at its end.
fn filled(field: &[u8]) -> usize {
    let (_, words) = field.as_rchunks::<8>();
    let zeros = 8 * words.iter().rev().take_while(|&&word| word == [0; 8]).count();
    field[..field.len() - zeros].iter().rposition(|&b| b != 0).map_or(0, |at| at + 1)
}

/// The bytes of a compiled database in the order of a little-endian machine.
struct Fields<'a> {
    bytes: &'a [u8],
    swapped: bool,
}

impl Fields<'_> {
    fn number<const N: usize>(&self, at: usize) -> u64 {
        let mut wide = [0; 8];
        wide[..N].copy_from_slice(&self.bytes[at..at + N]);
        if self.swapped {
            wide[..N].reverse();
        }
        u64::from_le_bytes(wide)
    }
    fn entry(&self) -> Entry {
        let b = self.bytes;
        let mut entry = Entry::new(self.number::<2>(0) as u16, self.number::<4>(20) as u32);
        entry.flag = b[2];
        entry.factor = (b[11], b[3]);
        entry.relation = b[4];
        entry.length = usize::from(b[5]);
        entry.kind = Kind::from_number(b[6]);
        entry.in_kind = Kind::from_number(b[7]);
        entry.in_op = b[8];
        entry.mask_op = b[9];
        entry.condition = match b[10] {
            1 => Condition::If,
            2 => Condition::ElseIf,
            3 => Condition::Else,
            _ => Condition::Always,
        };
        entry.offset = self.number::<4>(12) as i32;
        entry.in_offset = self.number::<4>(16) as i32;
        let value = &b[32..160];
        if entry.kind.is_text() || matches!(entry.kind, Kind::Der | Kind::Guid) {
            entry.range = self.number::<4>(24) as u32;
            entry.modifiers = self.number::<4>(28) as u32;
            let used = match entry.kind {
                Kind::Guid => 16,
                _ => filled(value).max(entry.length.min(value.len())),
            };
            entry.value = Box::from(&value[..used]);
        } else {
            entry.mask = self.number::<8>(24);
            entry.number = self.number::<8>(32);
        }
        entry.desc = text(&b[160..224]);
        entry.mime = text(&b[224..304]);
        entry.apple = text(&b[304..312]);
        entry.ext = text(&b[312..376]);
        entry
    }
}

impl Database {
    /// The database that is built in.
    pub fn built_in() -> &'static Database {
        static BUILT_IN: OnceLock<Database> = OnceLock::new();
        BUILT_IN.get_or_init(Database::unpacked)
    }
    /// A database from lines in the order in which they are tried.
    pub fn new(tests: Vec<Entry>, named: Vec<Entry>) -> Database {
        let mut database = Database { tests, named, names: HashMap::new() };
        for list in [&mut database.tests, &mut database.named] {
            let mut end = list.len();
            for at in (0..list.len()).rev() {
                list[at].end = end as u32;
                if list[at].level == 0 {
                    end = at;
                }
            }
        }
        for (at, entry) in database.named.iter().enumerate() {
            if entry.level == 0 && entry.kind == Kind::Name {
                let name = entry.value.split(|&b| b == 0).next().unwrap_or_default();
                database.names.entry(Box::from(name)).or_insert((at, entry.end as usize));
            }
        }
        database
    }
    /// Reads the compiled form.
    pub fn compiled(bytes: &[u8]) -> Result<Database, NotCompiled> {
        let head = Head::of(bytes)?;
        let entries = bytes.len() / ENTRY;
        let is_whole = bytes.len().is_multiple_of(ENTRY) && head.tests.checked_add(head.named).is_some_and(|n| n + 1 == entries);
        if !is_whole {
            return Err(NotCompiled::Damaged);
        }
        let mut all = bytes.chunks_exact(ENTRY).skip(1).map(|bytes| Fields { bytes, swapped: head.swapped }.entry());
        let tests = all.by_ref().take(head.tests).collect();
        Ok(Database::new(tests, all.collect()))
    }
    /// The one that is built in. Its lines are read while it is unpacked, which it is nowhere as a whole.
    fn unpacked() -> Database {
        let mut head = None;
        let (mut tests, mut named) = (Vec::new(), Vec::new());
        unpack(PACKED, |bytes| match &head {
            None => {
                let found = Head::of(bytes).expect("the packed database is one");
                tests.reserve_exact(found.tests);
                named.reserve_exact(found.named);
                head = Some(found);
            }
            Some(head) => {
                let list = if tests.len() < head.tests { &mut tests } else { &mut named };
                list.push(Fields { bytes, swapped: head.swapped }.entry());
            }
        });
        Database::new(tests, named)
    }
    /// The lines that a name stands for.
    pub fn named(&self, name: &[u8]) -> Option<&[Entry]> {
        let &(from, to) = self.names.get(name)?;
        self.named.get(from..to)
    }
}

/// What stands in place of the first entry.
struct Head {
    swapped: bool,
    tests: usize,
    named: usize,
}

impl Head {
    fn of(bytes: &[u8]) -> Result<Head, NotCompiled> {
        let head = bytes.get(..16).ok_or(NotCompiled::Other)?;
        let swapped = match u32::from_le_bytes([head[0], head[1], head[2], head[3]]) {
            MAGIC => false,
            other if other.swap_bytes() == MAGIC => true,
            _ => return Err(NotCompiled::Other),
        };
        let head = Fields { bytes: head, swapped };
        if head.number::<4>(4) != u64::from(VERSION) {
            return Err(NotCompiled::Damaged);
        }
        Ok(Head { swapped, tests: head.number::<4>(8) as usize, named: head.number::<4>(12) as usize })
    }
}

/// Calls `entry` with the bytes of each entry of a packed database.
fn unpack(packed: &[u8], mut entry: impl FnMut(&[u8])) {
    let mut piece = vec![0; 128 * ENTRY];
    let mut filled = 0;
    let mut inflate = Inflate::new(true, 15);
    loop {
        let (read, written) = (inflate.total_in() as usize, inflate.total_out());
        let status = inflate.decompress(&packed[read..], &mut piece[filled..], InflateFlush::NoFlush);
        filled += (inflate.total_out() - written) as usize;
        let is_over = !matches!(status, Ok(Status::Ok | Status::BufError));
        if filled == piece.len() || is_over {
            piece[..filled].chunks_exact(ENTRY).for_each(&mut entry);
            filled = 0;
        }
        if is_over {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_database_is_whole() {
        let database = Database::built_in();
        assert_eq!((database.tests.len(), database.named.len()), (16237, 6401));
        assert!(database.named(b"zipcd").is_some() || database.names.len() > 100);
    }

    #[test]
    fn what_is_damaged_is_refused() {
        assert_eq!(Database::compiled(b"").unwrap_err(), NotCompiled::Other);
        let mut bytes = Vec::new();
        unpack(PACKED, |entry| bytes.extend_from_slice(entry));
        assert_eq!(Database::compiled(&bytes).map(|whole| whole.tests.len()), Ok(16237));
        bytes.pop();
        assert_eq!(Database::compiled(&bytes).unwrap_err(), NotCompiled::Damaged);
    }
}
