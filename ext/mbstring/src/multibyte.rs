//! Encodings in which a character has one to four bytes, by table.
//!
//! `data/multibyte.bin` has the tables, each as what differs from one like it; `data/generate.py` writes it and says how. A table is
//! unpacked when it is first used, and then serves the whole process: two sorted lists of some thousand pairs.

use crate::encoding::BAD;
use std::{collections::BTreeMap, sync::OnceLock};

static PACKED: &[u8] = include_bytes!("../data/multibyte.bin");

/// The tables, in the order of the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Set {
    Sjis,
    Cp932,
    SjisWin,
    Sjis2004,
    SjisMac,
    SjisDocomo,
    SjisKddi,
    SjisSoftbank,
    EucJp,
    EucJpWin,
    Cp51932,
    EucJp2004,
    EucCn,
    Cp936,
    Gb18030,
    Gb18030Of2022,
    EucTw,
    Big5,
    Cp950,
    EucKr,
    Uhc,
    Utf8Docomo,
    Utf8KddiA,
    Utf8KddiB,
    Utf8Softbank,
}
const COUNT: usize = Set::Utf8Softbank as usize + 1;
const ALL: [Set; COUNT] = [
    Set::Sjis,
    Set::Cp932,
    Set::SjisWin,
    Set::Sjis2004,
    Set::SjisMac,
    Set::SjisDocomo,
    Set::SjisKddi,
    Set::SjisSoftbank,
    Set::EucJp,
    Set::EucJpWin,
    Set::Cp51932,
    Set::EucJp2004,
    Set::EucCn,
    Set::Cp936,
    Set::Gb18030,
    Set::Gb18030Of2022,
    Set::EucTw,
    Set::Big5,
    Set::Cp950,
    Set::EucKr,
    Set::Uhc,
    Set::Utf8Docomo,
    Set::Utf8KddiA,
    Set::Utf8KddiB,
    Set::Utf8Softbank,
];

/// A run of sequences of four bytes, by number, and the code points that they mean.
struct Range {
    first: u32,
    length: u32,
    code: u32,
}

/// What a key means: a code point, or above them the number of a sequence.
const SEQUENCE: u32 = 0x8000_0000;

/// How the bytes of one encoding are read and written. A key is a character's bytes as a number.
pub(crate) struct Table {
    reading: Vec<(u32, u32)>,
    /// What keys of one byte mean.
    single: Vec<u32>,
    sequences: Vec<Vec<u32>>,
    /// Sequences of code points that are one character here, sorted.
    joined: Vec<(Vec<u32>, u32)>,
    writing: Vec<(u32, u32)>,
    beginnings: Vec<(u32, u32)>,
    unread: Vec<(u32, u32)>,
    ranges: Vec<Range>,
    /// The ranges in the order of their code points.
    by_code: Vec<usize>,
    /// What keys of two bytes mean, by key: [`BAD`] for those that need a closer look.
    wide: Vec<u32>,
    /// The keys of characters of the basic plane, by code point: [`BAD`] for those that need a closer look.
    keys: Vec<u32>,
}

/// How many characters the basic plane has, and how many keys of two bytes there are.
const PLANE: usize = 1 << 16;

/// Reads the packed numbers.
struct Packed(&'static [u8]);

impl Packed {
    fn number(&mut self) -> u32 {
        let (mut n, mut shift) = (0, 0);
        while let Some((&byte, rest)) = self.0.split_first() {
            self.0 = rest;
            n |= u32::from(byte & 0x7f) << shift;
            shift += 7;
            if byte < 0x80 {
                break;
            }
        }
        n
    }
    /// A difference that may be negative.
    fn zigzag(&mut self) -> u32 {
        let n = self.number();
        if n & 1 == 0 { n >> 1 } else { !(n >> 1) }
    }
    /// Runs of numbers: first and length.
    fn runs(&mut self) -> Vec<(u32, u32)> {
        let mut end = 0;
        (0..self.number())
            .map(|_| {
                let run = (end + self.number(), self.number());
                end = run.0 + run.1;
                run
            })
            .collect()
    }
}

fn contains(runs: &[(u32, u32)], n: u32) -> bool {
    let at = runs.partition_point(|run| run.0 <= n);
    at > 0 && n - runs[at - 1].0 < runs[at - 1].1
}

/// A key of Shift_JIS as EUC's, which has 94 rows of what Shift_JIS has 120 of.
fn to_euc(key: u32) -> Option<u32> {
    let (high, low) = (key >> 8, key & 0xff);
    if high == 0 {
        return Some(if (0xa1..=0xdf).contains(&low) { 0x8e00 | low } else { low });
    }
    let row = 2 * (high - if high < 0xa0 { 0x81 } else { 0xc1 });
    let (row, cell) = if low >= 0x9f { (row + 1, low - 0x9f) } else { (row, low - 0x40 - u32::from(low > 0x7f)) };
    (row < 94).then_some((row + 0xa1) << 8 | (cell + 0xa1))
}

/// The bytes of a number, from the first that is not zero.
#[inline]
pub(crate) fn push_key(key: u32, out: &mut Vec<u8>) {
    match key {
        0..0x100 => return out.push(key as u8),
        0x100..0x10000 => return out.extend_from_slice(&(key as u16).to_be_bytes()),
        _ => {}
    }
    let bytes = key.to_be_bytes();
    out.extend_from_slice(&bytes[(key.leading_zeros() as usize / 8).min(3)..]);
}

/// The number of a sequence of four bytes of GB 18030, counted through.
fn four(key: u32) -> Option<u32> {
    let [a, b, c, d] = key.to_be_bytes().map(u32::from);
    let fits =
        (0x81..=0xfe).contains(&a) && (0x30..=0x39).contains(&b) && (0x81..=0xfe).contains(&c) && (0x30..=0x39).contains(&d);
    fits.then(|| (((a - 0x81) * 10 + b - 0x30) * 126 + c - 0x81) * 10 + d - 0x30)
}
fn from_four(n: u32) -> u32 {
    u32::from_be_bytes([
        (n / 12600 + 0x81) as u8,
        (n / 1260 % 10 + 0x30) as u8,
        (n / 10 % 126 + 0x81) as u8,
        (n % 10 + 0x30) as u8,
    ])
}

/// Makes a table of what differs from the one below it.
fn unpack(wanted: Set) -> Table {
    let mut packed = Packed(PACKED);
    packed.number();
    for _ in 0..wanted as usize {
        let length = packed.number() as usize;
        packed.0 = &packed.0[length..];
    }
    packed.number();
    let base = (packed.number() as usize).checked_sub(1).map(|at| ALL[at].table());
    let euc = packed.number() == 1;
    let (beginnings, unread, gone) = (packed.runs(), packed.runs(), packed.runs());
    let mut sequences = base.map_or_else(Vec::new, |base| base.sequences.clone());
    let mut changes = BTreeMap::new();
    let (mut key, mut code) = (0u32, 0u32);
    for _ in 0..packed.number() {
        key += packed.number();
        for _ in 0..packed.number() {
            code = code.wrapping_add(packed.zigzag());
            changes.insert(key, code);
            (key, code) = (key + 1, code.wrapping_add(1));
        }
    }
    for _ in 0..packed.number() {
        let key = packed.number();
        changes.insert(key, SEQUENCE | sequences.len() as u32);
        sequences.push((0..packed.number()).map(|_| packed.number()).collect());
    }
    let range = |packed: &mut Packed| Range { first: packed.number(), length: packed.number(), code: packed.number() };
    let ranges: Vec<Range> = (0..packed.number()).map(|_| range(&mut packed)).collect();
    let below = base.map_or(&[][..], |base| &base.reading).iter();
    let below = below.filter_map(|&(key, code)| Some((if euc { to_euc(key)? } else { key }, code)));
    let mut reading: Vec<(u32, u32)> = below.filter(|(key, _)| !contains(&gone, *key) && !changes.contains_key(key)).collect();
    reading.extend(changes);
    reading.sort_unstable();
    let unwritten = packed.runs();
    let mut code = 0;
    let exceptions: BTreeMap<u32, u32> = (0..packed.number())
        .map(|_| {
            code += packed.number();
            (code, packed.number())
        })
        .collect();
    table(reading, sequences, (beginnings, unread), ranges, &unwritten, exceptions)
}

type Runs = Vec<(u32, u32)>;

fn table(
    reading: Vec<(u32, u32)>,
    sequences: Vec<Vec<u32>>,
    (beginnings, unread): (Runs, Runs),
    ranges: Vec<Range>,
    unwritten: &[(u32, u32)],
    exceptions: BTreeMap<u32, u32>,
) -> Table {
    let mut joined = Vec::new();
    let mut writing = Vec::with_capacity(reading.len());
    let mut single = vec![BAD; 256];
    for &(key, code) in &reading {
        if code & SEQUENCE != 0 {
            joined.push((sequences[(code ^ SEQUENCE) as usize].clone(), key));
            continue;
        }
        if let Some(single) = single.get_mut(key as usize) {
            *single = code;
        }
        if !contains(unwritten, code) && !exceptions.contains_key(&code) {
            writing.push((code, key));
        }
    }
    joined.sort();
    writing.sort_unstable();
    // Of several keys the lowest is written.
    writing.dedup_by_key(|pair| pair.0);
    writing.extend(exceptions);
    writing.sort_unstable();
    let mut by_code: Vec<usize> = (0..ranges.len()).collect();
    by_code.sort_unstable_by_key(|&at| ranges[at].code);
    let mut wide = vec![BAD; PLANE];
    let is_whole = |key: u32| reading.binary_search_by_key(&key, |pair| pair.0).is_ok();
    for &(key, code) in reading.iter().filter(|&&(key, code)| (0x100..PLANE as u32).contains(&key) && code & SEQUENCE == 0) {
        if contains(&beginnings, key >> 8) && !is_whole(key >> 8) {
            wide[key as usize] = code;
        }
    }
    let mut keys = vec![BAD; PLANE];
    for &(code, key) in &writing {
        if let Some(place) = keys.get_mut(code as usize) {
            *place = key;
        }
    }
    Table { reading, single, sequences, joined, writing, beginnings, unread, ranges, by_code, wide, keys }
}

impl Set {
    /// How many bytes the character has that begins with a byte, by that byte alone.
    pub(crate) fn length_by_lead(self, byte: u8) -> usize {
        let wide = match self {
            Set::Sjis => matches!(byte, 0x81..=0x9f | 0xe0..=0xef),
            Set::SjisMac => matches!(byte, 0x81..=0x9f | 0xe0..=0xed),
            Set::Cp932 | Set::SjisWin => matches!(byte, 0x81..=0x9f | 0xe0..=0xff),
            Set::Sjis2004 | Set::SjisDocomo | Set::SjisKddi | Set::SjisSoftbank => matches!(byte, 0x81..=0x9f | 0xe0..=0xfc),
            Set::EucJp | Set::EucJpWin | Set::Cp51932 | Set::EucJp2004 if byte == 0x8f => return 3,
            Set::EucJp | Set::EucJpWin | Set::Cp51932 | Set::EucJp2004 => matches!(byte, 0x8e | 0xa1..=0xfe),
            Set::EucCn | Set::EucTw | Set::EucKr => matches!(byte, 0xa1..=0xfe),
            _ => matches!(byte, 0x81..=0xfe),
        };
        if wide { 2 } else { 1 }
    }
    pub(crate) fn table(self) -> &'static Table {
        static TABLES: [OnceLock<Table>; COUNT] = [const { OnceLock::new() }; COUNT];
        TABLES[self as usize].get_or_init(|| unpack(self))
    }
}

impl Table {
    /// Appends what a key means, if it means something.
    pub(crate) fn read(&self, key: u32, out: &mut Vec<u32>) -> bool {
        match self.reading.binary_search_by_key(&key, |pair| pair.0) {
            Ok(at) => match self.reading[at].1 {
                code if code & SEQUENCE == 0 => out.push(code),
                sequence => out.extend_from_slice(&self.sequences[(sequence ^ SEQUENCE) as usize]),
            },
            Err(_) => return false,
        }
        true
    }
    /// The key of a character.
    #[inline]
    pub(crate) fn key(&self, code: u32) -> Option<u32> {
        match self.keys.get(code as usize) {
            Some(&key) if key != BAD => Some(key),
            _ => self.look_up_key(code),
        }
    }
    fn look_up_key(&self, code: u32) -> Option<u32> {
        if let Ok(at) = self.writing.binary_search_by_key(&code, |pair| pair.0) {
            return Some(self.writing[at].1);
        }
        let after = self.by_code.partition_point(|&at| self.ranges[at].code <= code);
        let range = &self.ranges[*self.by_code.get(after.checked_sub(1)?)?];
        if code - range.code >= range.length {
            return None;
        }
        Some(from_four(range.first + (code - range.code)))
    }
    /// The key of the longest sequence of several characters that a text begins with, and how many they are.
    pub(crate) fn join(&self, text: &[u32]) -> Option<(u32, usize)> {
        if self.joined.is_empty() {
            return None;
        }
        let first = *text.first()?;
        let from = self.joined.partition_point(|(codes, _)| codes[0] < first);
        let candidates = self.joined[from..].iter().take_while(|(codes, _)| codes[0] == first);
        candidates
            .filter(|(codes, _)| text.starts_with(codes))
            .map(|(codes, key)| (*key, codes.len()))
            .max_by_key(|found| found.1)
    }
    /// No characters become another one together.
    pub(crate) fn joins_nothing(&self) -> bool {
        self.joined.is_empty()
    }
    /// How many characters a text has at its beginning that also begin one of the sequences.
    pub(crate) fn partly_joined(&self, text: &[u32]) -> usize {
        let common = |codes: &[u32]| codes.iter().zip(text).take_while(|(a, b)| a == b).count();
        self.joined.iter().map(|(codes, _)| common(codes)).max().unwrap_or(0)
    }
    /// Whether the bytes are the beginning of a character, or of what cannot be one but is taken together.
    fn goes_on(&self, key: u32) -> bool {
        if !self.ranges.is_empty() && key > 0xff_ffff {
            return false;
        }
        if !self.ranges.is_empty() && key > 0xffff {
            return (0x81..=0xfe).contains(&(key & 0xff)) && contains(&self.beginnings, key >> 8);
        }
        contains(&self.beginnings, key)
    }
    /// The characters of a text.
    pub(crate) fn decode(&self, bytes: &[u8], out: &mut Vec<u32>) {
        self.decode_until(None, bytes, out);
    }
    /// The characters of a text up to a byte that is not part of one; how many bytes that were.
    fn decode_until(&self, stop: Option<u8>, bytes: &[u8], out: &mut Vec<u32>) -> usize {
        let mut at = 0;
        while let Some(&first) = bytes.get(at) {
            if Some(first) == stop {
                break;
            }
            at += 1;
            if self.single[usize::from(first)] != BAD {
                out.push(self.single[usize::from(first)]);
                continue;
            }
            if let Some(&next) = bytes.get(at)
                && let code = self.wide[usize::from(first) << 8 | usize::from(next)]
                && code != BAD
            {
                out.push(code);
                at += 1;
                continue;
            }
            let mut key = u32::from(first);
            loop {
                if self.read(key, out) {
                    break;
                }
                let range = four(key).and_then(|n| {
                    let range = self.ranges.get(self.ranges.partition_point(|r| r.first <= n).checked_sub(1)?)?;
                    (n - range.first < range.length).then_some((n, range))
                });
                if let Some((n, range)) = range {
                    out.push(range.code + (n - range.first));
                    break;
                }
                match bytes.get(at) {
                    Some(&next) if self.goes_on(key) => {
                        key = key << 8 | u32::from(next);
                        at += 1;
                    }
                    _ => {
                        out.push(BAD);
                        if contains(&self.unread, key) {
                            at -= 1;
                        }
                        break;
                    }
                }
            }
        }
        at
    }
}

/// Shift_JIS as SoftBank's telephones send it: pictures between an escape sequence and a byte 15.
pub(crate) fn decode_softbank(bytes: &[u8], out: &mut Vec<u32>) {
    let table = Set::SjisSoftbank.table();
    let mut rest = bytes;
    loop {
        rest = &rest[table.decode_until(Some(0x1b), rest, out)..];
        let (first, mut pictures) = match rest {
            [0x1b, b'$', kind @ (b'E'..=b'G' | b'O'..=b'Q'), tail @ ..] => (*kind, tail),
            [0x1b, b'$', tail @ ..] => {
                // A second byte that names no group goes with the escape sequence.
                out.push(BAD);
                rest = tail.get(1..).unwrap_or_default();
                continue;
            }
            [_, tail @ ..] => {
                out.push(BAD);
                rest = tail.get(1..).unwrap_or_default();
                continue;
            }
            [] => return,
        };
        while let Some((&cell, tail)) = pictures.split_first() {
            pictures = tail;
            if cell == 0x0f {
                break;
            }
            if !softbank_key(first, cell).is_some_and(|key| table.read(key, out)) {
                out.push(BAD);
                break;
            }
        }
        rest = pictures;
    }
}

/// The key of a picture with a code of two letters.
fn softbank_key(group: u8, cell: u8) -> Option<u32> {
    let (row, half) = match group {
        b'G' => (0xf9, 0x41),
        b'E' => (0xf7, 0x41),
        b'F' => (0xf7, 0xa1),
        b'O' => (0xf9, 0xa1),
        b'P' => (0xfb, 0x41),
        _ => (0xfb, 0xa1),
    };
    if cell > 0x7a {
        return None;
    }
    let low = half + u32::from(cell.checked_sub(if half == 0x41 { 0x22 } else { 0x23 })?);
    Some(row << 8 | if half == 0x41 && low >= 0x7f { low + 1 } else { low })
}
