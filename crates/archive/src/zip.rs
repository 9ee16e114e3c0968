//! Records of zip archives.

use crate::{Source, u16_at, u32_at, u64_at};

/// Stored as it is.
pub const STORE: u16 = 0;
/// Deflate.
pub const DEFLATE: u16 = 8;
/// bzip2.
pub const BZIP2: u16 = 12;
/// Encrypted with AES; the method is in an extra field.
pub const AES: u16 = 99;
/// The flag of encrypted entries.
pub const ENCRYPTED: u16 = 1;
/// The flag of entries whose sizes follow the contents.
pub const DESCRIPTOR: u16 = 8;
/// The flag of names in UTF-8.
pub const UTF8: u16 = 0x800;

/// What begins a local header.
pub const LOCAL: &[u8; 4] = b"PK\x03\x04";
/// What begins an entry of the central directory.
pub const CENTRAL: &[u8; 4] = b"PK\x01\x02";
/// What begins the record at the end.
pub const END: &[u8; 4] = b"PK\x05\x06";

/// An entry of the central directory.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs)]
pub struct Entry {
    pub name: Vec<u8>,
    /// The version of the format, and in the upper byte the system, that it was made with.
    pub made_by: u16,
    pub needs: u16,
    pub flags: u16,
    pub method: u16,
    pub time: u16,
    pub date: u16,
    pub crc: u32,
    /// The size in the archive.
    pub packed: u64,
    pub size: u64,
    pub disk: u16,
    pub internal: u16,
    pub external: u32,
    /// Where the local header is.
    pub at: u64,
    pub extra: Vec<u8>,
    pub comment: Vec<u8>,
}

/// The record at the end.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs)]
pub struct End {
    /// Where the record is.
    pub at: u64,
    pub disk: u16,
    pub first_disk: u16,
    /// How many entries there are on this disk, and on all.
    pub here: u64,
    pub count: u64,
    /// Size and place of the central directory.
    pub size: u64,
    pub start: u64,
    pub comment: Vec<u8>,
    /// How long the comment claims to be.
    pub comment_len: u16,
}

/// Finds the record at the end: the last one that there is.
pub fn find_end(source: &Source) -> Option<End> {
    let from = source.len().saturating_sub(22 + 0xFFFF);
    let tail = source.some(from, source.len() - from);
    let last = tail.len().checked_sub(22)?;
    let found = (0..=last).rev().find(|&at| &tail[at..at + 4] == END)?;
    let record = &tail[found..];
    let mut end = End {
        at: from + found as u64,
        disk: u16_at(record, 4),
        first_disk: u16_at(record, 6),
        here: u64::from(u16_at(record, 8)),
        count: u64::from(u16_at(record, 10)),
        size: u64::from(u32_at(record, 12)),
        start: u64::from(u32_at(record, 16)),
        comment_len: u16_at(record, 20),
        comment: Vec::new(),
    };
    let rest = &record[22..];
    end.comment = rest[..rest.len().min(usize::from(end.comment_len))].to_vec();
    if let Some(locator) = end.at.checked_sub(20).and_then(|at| source.bytes(at, 20))
        && &locator[..4] == b"PK\x06\x07"
        && let Some(large) = source.bytes(u64_at(&locator, 8), 56)
        && &large[..4] == b"PK\x06\x06"
    {
        (end.here, end.count) = (u64_at(&large, 24), u64_at(&large, 32));
        (end.size, end.start) = (u64_at(&large, 40), u64_at(&large, 48));
    }
    Some(end)
}

/// The part of an extra field with a number.
pub fn extra_part(extra: &[u8], id: u16) -> Option<&[u8]> {
    let mut at = 0;
    while at + 4 <= extra.len() {
        let len = usize::from(u16_at(extra, at + 2));
        let part = extra.get(at + 4..at + 4 + len)?;
        if u16_at(extra, at) == id {
            return Some(part);
        }
        at += 4 + len;
    }
    None
}

/// An extra field without the parts with these numbers; parts that are cut off are left out too.
pub fn without_parts(extra: &[u8], ids: &[u16]) -> Vec<u8> {
    let (mut out, mut at) = (Vec::new(), 0);
    while at + 4 <= extra.len() {
        let end = at + 4 + usize::from(u16_at(extra, at + 2));
        let Some(part) = extra.get(at..end) else { break };
        if !ids.contains(&u16_at(extra, at)) {
            out.extend_from_slice(part);
        }
        at = end;
    }
    out
}

/// Reads an entry of the central directory, and how long it is. `None` if it is cut off or is none.
pub fn central(bytes: &[u8]) -> Option<(Entry, usize)> {
    if bytes.len() < 46 || &bytes[..4] != CENTRAL {
        return None;
    }
    let [name, extra, comment] = [28, 30, 32].map(|at| usize::from(u16_at(bytes, at)));
    let texts = bytes.get(46..46 + name + extra + comment)?;
    let mut entry = Entry {
        made_by: u16_at(bytes, 4),
        needs: u16_at(bytes, 6),
        flags: u16_at(bytes, 8),
        method: u16_at(bytes, 10),
        time: u16_at(bytes, 12),
        date: u16_at(bytes, 14),
        crc: u32_at(bytes, 16),
        packed: u64::from(u32_at(bytes, 20)),
        size: u64::from(u32_at(bytes, 24)),
        disk: u16_at(bytes, 34),
        internal: u16_at(bytes, 36),
        external: u32_at(bytes, 38),
        at: u64::from(u32_at(bytes, 42)),
        name: texts[..name].to_vec(),
        extra: texts[name..name + extra].to_vec(),
        comment: texts[name + extra..].to_vec(),
    };
    if let Some(large) = extra_part(&entry.extra, 1).map(<[u8]>::to_vec) {
        let mut at = 0;
        for field in [&mut entry.size, &mut entry.packed, &mut entry.at] {
            if *field == 0xFFFF_FFFF && at + 8 <= large.len() {
                *field = u64_at(&large, at);
                at += 8;
            }
        }
    }
    Some((entry, 46 + name + extra + comment))
}

/// Where the contents of an entry begin, by its local header. `None` if there is no header.
pub fn contents(source: &Source, entry: &Entry) -> Option<u64> {
    let header = source.bytes(entry.at, 30)?;
    let texts = u64::from(u16_at(&header, 26)) + u64::from(u16_at(&header, 28));
    (&header[..4] == LOCAL).then(|| entry.at + 30 + texts)
}

fn is_large(entry: &Entry) -> bool {
    entry.size >= 0xFFFF_FFFF || entry.packed >= 0xFFFF_FFFF
}

fn common(out: &mut Vec<u8>, entry: &Entry, extra_len: usize) {
    let needs = if is_large(entry) { entry.needs.max(45) } else { entry.needs };
    for number in [needs, entry.flags, entry.method, entry.time, entry.date] {
        out.extend_from_slice(&number.to_le_bytes());
    }
    out.extend_from_slice(&entry.crc.to_le_bytes());
    for size in [entry.packed, entry.size] {
        let shown = if is_large(entry) { u32::MAX } else { size as u32 };
        out.extend_from_slice(&shown.to_le_bytes());
    }
    out.extend_from_slice(&(entry.name.len() as u16).to_le_bytes());
    out.extend_from_slice(&(extra_len as u16).to_le_bytes());
}

/// A local header with an extra field of its own.
pub fn write_local(entry: &Entry, extra: &[u8]) -> Vec<u8> {
    let mut extra = without_parts(extra, &[1]);
    if is_large(entry) {
        extra.extend_from_slice(&[1, 0, 16, 0]);
        extra.extend_from_slice(&entry.size.to_le_bytes());
        extra.extend_from_slice(&entry.packed.to_le_bytes());
    }
    let mut out = LOCAL.to_vec();
    common(&mut out, entry, extra.len());
    out.extend_from_slice(&entry.name);
    out.extend_from_slice(&extra);
    out
}

/// An entry of the central directory.
pub fn write_central(entry: &Entry) -> Vec<u8> {
    let mut extra = without_parts(&entry.extra, &[1]);
    let mut large = Vec::new();
    if is_large(entry) {
        large.extend_from_slice(&entry.size.to_le_bytes());
        large.extend_from_slice(&entry.packed.to_le_bytes());
    }
    if entry.at >= 0xFFFF_FFFF {
        large.extend_from_slice(&entry.at.to_le_bytes());
    }
    if !large.is_empty() {
        extra.extend_from_slice(&[1, 0, large.len() as u8, 0]);
        extra.extend_from_slice(&large);
    }
    let mut out = CENTRAL.to_vec();
    out.extend_from_slice(&entry.made_by.to_le_bytes());
    common(&mut out, entry, extra.len());
    out.extend_from_slice(&(entry.comment.len() as u16).to_le_bytes());
    out.extend_from_slice(&[0, 0]);
    out.extend_from_slice(&entry.internal.to_le_bytes());
    out.extend_from_slice(&entry.external.to_le_bytes());
    out.extend_from_slice(&(entry.at.min(0xFFFF_FFFF) as u32).to_le_bytes());
    out.extend_from_slice(&entry.name);
    out.extend_from_slice(&extra);
    out.extend_from_slice(&entry.comment);
    out
}

/// The records at the end.
pub fn write_end(count: u64, size: u64, start: u64, comment: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    if count >= 0xFFFF || start >= 0xFFFF_FFFF || size >= 0xFFFF_FFFF {
        out.extend_from_slice(b"PK\x06\x06");
        out.extend_from_slice(&44_u64.to_le_bytes());
        out.extend_from_slice(&[45, 0, 45, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        for number in [count, count, size, start] {
            out.extend_from_slice(&number.to_le_bytes());
        }
        out.extend_from_slice(b"PK\x06\x07\0\0\0\0");
        out.extend_from_slice(&(start + size).to_le_bytes());
        out.extend_from_slice(&1_u32.to_le_bytes());
    }
    out.extend_from_slice(END);
    out.extend_from_slice(&[0; 4]);
    for _ in 0..2 {
        out.extend_from_slice(&(count.min(0xFFFF) as u16).to_le_bytes());
    }
    out.extend_from_slice(&(size.min(0xFFFF_FFFF) as u32).to_le_bytes());
    out.extend_from_slice(&(start.min(0xFFFF_FFFF) as u32).to_le_bytes());
    out.extend_from_slice(&(comment.len().min(0xFFFF) as u16).to_le_bytes());
    out.extend_from_slice(&comment[..comment.len().min(0xFFFF)]);
    out
}

/// Seconds since 1970 of a date and time as DOS has them, in universal time.
pub fn from_dos(time: u16, date: u16) -> i64 {
    let (year, month, day) = (1980 + i64::from(date >> 9), i64::from(date >> 5 & 15), i64::from(date & 31));
    // Days since 1970 of a day of the civil calendar, whose years begin in March here.
    let (y, m) = if month <= 2 { (year - 1, month + 9) } else { (year, month - 3) };
    let days = y * 365 + y / 4 - y / 100 + y / 400 + (m * 153 + 2) / 5 + day - 1 - 719_468;
    days * 86_400 + i64::from(time >> 11) * 3600 + i64::from(time >> 5 & 63) * 60 + i64::from(time & 31) * 2
}

/// Time and date as DOS has them, of seconds since 1970 in universal time; the earliest is 1980.
pub fn to_dos(seconds: i64) -> (u16, u16) {
    let (days, rest) = (seconds.div_euclid(86_400) + 719_468, seconds.rem_euclid(86_400));
    let era = days.div_euclid(146_097);
    let in_era = days.rem_euclid(146_097);
    let year_of_era = (in_era - in_era / 1460 + in_era / 36_524 - in_era / 146_096) / 365;
    let day_of_year = in_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let m = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * m + 2) / 5 + 1;
    let month = if m < 10 { m + 3 } else { m - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    if !(1980..2108).contains(&year) {
        return (0, 1 << 5 | 1);
    }
    let time = (rest / 3600) << 11 | (rest / 60 % 60) << 5 | ((rest % 60) / 2);
    (time as u16, ((year - 1980) << 9 | month << 5 | day) as u16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        for seconds in [315_532_800, 1_234_567_890, 1_709_164_800, 2_000_000_000] {
            let (time, date) = to_dos(seconds);
            assert_eq!(from_dos(time, date), seconds & !1);
        }
    }
}
