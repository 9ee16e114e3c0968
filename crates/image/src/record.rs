//! The index of a folder: what is stored, of which file, and where. A header, and then records, one behind the other.

use crate::{Damaged, checksum};
use std::sync::Arc;

/// How the files of a folder begin, and the version of their layout.
const MAGIC: [u8; 8] = *b"PHANTIX2";
/// Bytes of the header.
pub(crate) const HEADER: usize = 24;
/// Bytes before a record: its length and checksum.
const FRAME: usize = 12;

/// When a file was changed and how large it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stamp {
    /// Seconds since 1970.
    pub seconds: i64,
    /// And the rest.
    pub nanoseconds: i64,
    /// Its size.
    pub len: u64,
}

/// Which file on a disk.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Identity {
    /// The device.
    pub device: u64,
    /// The file on it.
    pub inode: u64,
}

/// Where a unit is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Place {
    pub(crate) offset: u64,
    pub(crate) size: u64,
    pub(crate) sum: u64,
}

/// A compiled file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// Where it is in the file of units.
    pub place: Place,
    /// What the file was when it was compiled.
    pub stamp: Stamp,
    /// Which one it was.
    pub identity: Identity,
    /// Its full path.
    pub file: Arc<[u8]>,
    /// The path that it was included by.
    pub path: Arc<[u8]>,
    /// What the compilation depended on, beside the text.
    pub key: Arc<[u8]>,
}

/// An entry of the index.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Entry {
    /// A unit is there.
    Unit(Record),
    /// What was there of a file, by its full path, is not to be used any more.
    Gone(Arc<[u8]>),
}

/// The header of an index whose units are in the file with this number.
pub(crate) fn header(number: u64) -> [u8; HEADER] {
    let mut bytes = [0; HEADER];
    bytes[..8].copy_from_slice(&MAGIC);
    bytes[8..16].copy_from_slice(&number.to_le_bytes());
    let sum = checksum(&bytes[..16]);
    bytes[16..].copy_from_slice(&sum.to_le_bytes());
    bytes
}

/// The number in a header.
pub(crate) fn number_of(bytes: &[u8]) -> Result<u64, Damaged> {
    let bytes = bytes.first_chunk::<HEADER>().ok_or(Damaged("an index without a header"))?;
    let number = u64_at(bytes, 8);
    if header(number) == *bytes { Ok(number) } else { Err(Damaged("the header of an index")) }
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"))
}

impl Entry {
    /// The record as it is in the file.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut body = Vec::with_capacity(128);
        let text = |body: &mut Vec<u8>, text: &[u8]| {
            body.extend_from_slice(&(text.len() as u32).to_le_bytes());
            body.extend_from_slice(text);
        };
        match self {
            Entry::Unit(Record { place, stamp, identity, file, path, key }) => {
                body.push(0);
                let Place { offset, size, sum } = *place;
                let Stamp { seconds, nanoseconds, len } = *stamp;
                let Identity { device, inode } = *identity;
                for number in [offset, size, sum, seconds as u64, nanoseconds as u64, len, device, inode] {
                    body.extend_from_slice(&number.to_le_bytes());
                }
                [file, path, key].iter().for_each(|part| text(&mut body, part));
            }
            Entry::Gone(file) => {
                body.push(1);
                text(&mut body, file);
            }
        }
        let mut whole = Vec::with_capacity(FRAME + body.len());
        whole.extend_from_slice(&(body.len() as u32).to_le_bytes());
        whole.extend_from_slice(&checksum(&body).to_le_bytes());
        whole.extend_from_slice(&body);
        whole
    }
    /// The entry in some bytes. `last` is the key of the last one, as most have the same.
    fn from_body(body: &[u8], last: &mut Arc<[u8]>) -> Option<Entry> {
        fn text<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
            let (length, after) = rest.split_first_chunk::<4>()?;
            let (text, after) = after.split_at_checked(u32::from_le_bytes(*length) as usize)?;
            *rest = after;
            Some(text)
        }
        let known = |text: &[u8], known: &Arc<[u8]>| if *text == **known { known.clone() } else { text.into() };
        let (kind, mut rest) = body.split_first()?;
        let entry = match kind {
            0 => {
                let (numbers, texts) = rest.split_first_chunk::<64>()?;
                rest = texts;
                let n = |at: usize| u64_at(numbers, at * 8);
                let file: Arc<[u8]> = text(&mut rest)?.into();
                let path = known(text(&mut rest)?, &file);
                *last = known(text(&mut rest)?, last);
                Entry::Unit(Record {
                    place: Place { offset: n(0), size: n(1), sum: n(2) },
                    stamp: Stamp { seconds: n(3) as i64, nanoseconds: n(4) as i64, len: n(5) },
                    identity: Identity { device: n(6), inode: n(7) },
                    file,
                    path,
                    key: last.clone(),
                })
            }
            1 => Entry::Gone(text(&mut rest)?.into()),
            _ => return None,
        };
        rest.is_empty().then_some(entry)
    }
}

/// The entries in some bytes, and how many bytes they take: up to the first that is damaged or not there as a whole.
pub(crate) fn entries(bytes: &[u8]) -> (Vec<Entry>, usize) {
    let (mut entries, mut at, mut last) = (Vec::new(), 0, Arc::default());
    while let Some((frame, rest)) = bytes[at..].split_first_chunk::<FRAME>() {
        let length = u32::from_le_bytes([frame[0], frame[1], frame[2], frame[3]]) as usize;
        let Some(body) = rest.get(..length).filter(|body| checksum(body) == u64_at(frame, 4)) else { break };
        let Some(entry) = Entry::from_body(body, &mut last) else { break };
        entries.push(entry);
        at += FRAME + length;
    }
    (entries, at)
}

#[cfg(test)]
mod tests {
    use super::{Entry, Identity, Place, Record, Stamp, entries, header, number_of};

    #[test]
    fn entries_come_back_up_to_the_first_that_is_damaged() {
        let unit = Entry::Unit(Record {
            place: Place { offset: 1, size: 2, sum: u64::MAX },
            stamp: Stamp { seconds: -3, nanoseconds: 4, len: 5 },
            identity: Identity { device: 6, inode: 7 },
            file: b"/a/b.php"[..].into(),
            path: b"/a/./b.php"[..].into(),
            key: b"\0key"[..].into(),
        });
        let gone = Entry::Gone(b"/a/b.php"[..].into());
        let mut bytes = [unit.to_bytes(), gone.to_bytes()].concat();
        let whole = bytes.len();
        assert_eq!(entries(&bytes), (vec![unit, gone], whole));
        for at in 0..whole {
            bytes[at] ^= 0x10;
            assert!(entries(&bytes).0.len() < 2, "byte {at}");
            bytes[at] ^= 0x10;
            assert!(entries(&bytes[..at]).0.len() < 2, "up to byte {at}");
        }
    }

    #[test]
    fn a_header_is_checked() {
        let mut bytes = header(42);
        assert_eq!(number_of(&bytes), Ok(42));
        bytes[9] = 1;
        assert!(number_of(&bytes).is_err());
    }
}
