//! Character encodings as far as HTML entities need them: where characters begin and end, and what they are in Unicode.

use super::tables;
use phant_native::{Ctx, utf8::next_utf8};
use std::cell::Cell;

/// An encoding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Charset {
    Utf8,
    Latin1,
    /// One byte a character, with the code points of the upper half.
    Single(&'static [u16; 128]),
    Big5,
    Big5Hkscs,
    Gb2312,
    ShiftJis,
    EucJp,
}

const NAMES: &[(&str, Charset)] = &[
    ("ISO-8859-1", Charset::Latin1),
    ("ISO8859-1", Charset::Latin1),
    ("ISO-8859-15", Charset::Single(&tables::ISO_8859_15)),
    ("ISO8859-15", Charset::Single(&tables::ISO_8859_15)),
    ("utf-8", Charset::Utf8),
    ("cp866", Charset::Single(&tables::CP866)),
    ("866", Charset::Single(&tables::CP866)),
    ("ibm866", Charset::Single(&tables::CP866)),
    ("cp1251", Charset::Single(&tables::CP1251)),
    ("Windows-1251", Charset::Single(&tables::CP1251)),
    ("win-1251", Charset::Single(&tables::CP1251)),
    ("iso8859-5", Charset::Single(&tables::ISO_8859_5)),
    ("iso-8859-5", Charset::Single(&tables::ISO_8859_5)),
    ("cp1252", Charset::Single(&tables::CP1252)),
    ("Windows-1252", Charset::Single(&tables::CP1252)),
    ("1252", Charset::Single(&tables::CP1252)),
    ("BIG5", Charset::Big5),
    ("950", Charset::Big5),
    ("GB2312", Charset::Gb2312),
    ("936", Charset::Gb2312),
    ("BIG5-HKSCS", Charset::Big5Hkscs),
    ("Shift_JIS", Charset::ShiftJis),
    ("SJIS", Charset::ShiftJis),
    ("932", Charset::ShiftJis),
    ("EUCJP", Charset::EucJp),
    ("EUC-JP", Charset::EucJp),
    ("eucJP-win", Charset::EucJp),
    ("KOI8-R", Charset::Single(&tables::KOI8_R)),
    ("koi8-ru", Charset::Single(&tables::KOI8_R)),
    ("koi8r", Charset::Single(&tables::KOI8_R)),
    ("MacRoman", Charset::Single(&tables::MAC_ROMAN)),
];

/// The encoding that the settings name, as of a revision of them.
#[derive(Default)]
struct Usual(Cell<Option<(u32, Charset)>>);

impl Charset {
    /// The encoding of that name; without a name, that of the settings.
    pub(super) fn named(ctx: &Ctx, name: Option<&[u8]>) -> Charset {
        let known = |name: &[u8]| NAMES.iter().find(|(n, _)| n.as_bytes().eq_ignore_ascii_case(name)).map(|&(_, c)| c);
        if let Some(name) = name
            && !name.is_empty()
        {
            if name == b"UTF-8" {
                return Charset::Utf8;
            }
            return known(name).unwrap_or_else(|| {
                let text = [b"Charset \"", name, b"\" is not supported, assuming UTF-8"].concat();
                ctx.warning(text);
                Charset::Utf8
            });
        }
        let (revision, usual) = (ctx.ini.hot.revision.get(), ctx.state::<Usual>());
        if let Some((at, charset)) = usual.0.get()
            && at == revision
        {
            return charset;
        }
        let mut settings = ["internal_encoding", "default_charset"].into_iter();
        let value = settings.find_map(|setting| ctx.ini.get(setting).filter(|value| !value.is_empty()));
        let charset = value.and_then(|value| known(&value)).unwrap_or(Charset::Utf8);
        usual.0.set(Some((revision, charset)));
        charset
    }
    /// Whether only the basic entities are supported.
    pub(super) fn is_partial(self) -> bool {
        matches!(self, Charset::Big5 | Charset::Big5Hkscs | Charset::Gb2312 | Charset::ShiftJis | Charset::EucJp)
    }
    /// Whether [`Charset::next`] gives code points.
    pub(super) fn is_unicode(self) -> bool {
        matches!(self, Charset::Utf8 | Charset::Latin1)
    }
    /// The first character (in the encoding's own numbers), `None` if it is broken, and how many bytes it takes.
    pub(super) fn next(self, text: &[u8]) -> (Option<u32>, usize) {
        let Some(&first) = text.first() else { return (None, 0) };
        let single = (Some(u32::from(first)), 1);
        let pair = |valid: fn(u8) -> bool, breaks: fn(u8) -> bool| match text.get(1) {
            None => (None, 1),
            Some(&next) if valid(next) => (Some(u32::from(first) << 8 | u32::from(next)), 2),
            Some(&next) => (None, if breaks(next) { 1 } else { 2 }),
        };
        match self {
            Charset::Utf8 => next_utf8(text),
            Charset::Latin1 | Charset::Single(_) => single,
            Charset::Big5 => match first {
                0x81..=0xfe => pair(|b| matches!(b, 0x40..=0x7e | 0xa1..=0xfe), |_| true),
                _ => single,
            },
            Charset::Big5Hkscs => match first {
                0x81..=0xfe => pair(|b| matches!(b, 0x40..=0x7e | 0xa1..=0xfe), |b| b != 0x80 && b != 0xff),
                _ => single,
            },
            Charset::Gb2312 => match first {
                0xa1..=0xfe => pair(|b| matches!(b, 0xa1..=0xfe), |b| !matches!(b, 0x8e | 0x8f | 0xa0 | 0xff)),
                0x8e | 0x8f | 0xa0 | 0xff => (None, 1),
                _ => single,
            },
            Charset::ShiftJis => match first {
                0x81..=0x9f | 0xe0..=0xfc => {
                    pair(|b| matches!(b, 0x40..=0x7e | 0x80..=0xfc), |b| b != 0x80 && b != 0xa0 && b < 0xfd)
                }
                0..=0x7f | 0xa1..=0xdf => single,
                _ => (None, 1),
            },
            Charset::EucJp => match first {
                0xa1..=0xfe => pair(|b| matches!(b, 0xa1..=0xfe), |b| b != 0xa0 && b != 0xff),
                0x8e => pair(|b| matches!(b, 0xa1..=0xdf), |b| b != 0xa0 && b != 0xff),
                0x8f => match (text.get(1), text.get(2)) {
                    (Some(&a @ 0xa1..=0xfe), Some(&b @ 0xa1..=0xfe)) => {
                        (Some(u32::from(first) << 16 | u32::from(a) << 8 | u32::from(b)), 3)
                    }
                    (Some(0xa0 | 0xff), Some(0xa0 | 0xff)) => (None, 3),
                    (Some(0xa0 | 0xff), _) => (None, 2),
                    _ => (None, 1),
                },
                0xa0 | 0xff => (None, 1),
                _ => single,
            },
        }
    }
    /// A character's code point, where the encoding has a table.
    pub(super) fn to_unicode(self, c: u32) -> u32 {
        match self {
            // Its table begins with the space.
            Charset::Single(upper) if c < 0x20 && std::ptr::eq(upper, &tables::MAC_ROMAN) => 0xffff,
            Charset::Single(upper) if c >= 0x80 => upper.get(c as usize - 0x80).map_or(0xffff, |&u| u32::from(u)),
            _ => c,
        }
    }
    /// Appends a code point, if the encoding has it.
    pub(super) fn push(self, code: u32, out: &mut Vec<u8>) -> bool {
        let byte = match self {
            Charset::Utf8 => {
                // HTML 4 lets surrogates through as far as here.
                let mut buffer = [0; 4];
                match char::from_u32(code) {
                    Some(c) => out.extend_from_slice(c.encode_utf8(&mut buffer).as_bytes()),
                    None => return false,
                }
                return true;
            }
            Charset::Latin1 => u8::try_from(code).ok(),
            Charset::Single(_) if code < 0x80 => Some(code as u8),
            Charset::Single(upper) => {
                let at = upper.iter().position(|&u| u32::from(u) == code && u != 0xffff);
                at.map(|at| at as u8 + 0x80)
            }
            // The backslash is the yen sign there.
            Charset::ShiftJis | Charset::EucJp => {
                Some(code).filter(|&c| (0x20..=0x7d).contains(&c) && c != 0x5c).map(|c| c as u8)
            }
            _ => Some(code).filter(|c| (0x20..=0x7d).contains(c)).map(|c| c as u8),
        };
        out.extend(byte);
        byte.is_some()
    }
}
