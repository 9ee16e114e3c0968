//! One line of a magic database, as libmagic compiles it.

/// What a line looks at. The numbers are those of libmagic's compiled databases.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Kind {
    Invalid, Byte, Short, Default, Long, String, Date, BeShort, BeLong, BeDate, LeShort, LeLong, LeDate, PString, LDate, BeLDate,
    LeLDate, Regex, BeString16, LeString16, Search, MeDate, MeLDate, MeLong, Quad, LeQuad, BeQuad, QDate, LeQDate, BeQDate,
    QLDate, LeQLDate, BeQLDate, Float, BeFloat, LeFloat, Double, BeDouble, LeDouble, BeId3, LeId3, Indirect, QwDate, LeQwDate,
    BeQwDate, Name, Use, Clear, Der, Guid, Offset, BeVarint, LeVarint, DosDate, LeDosDate, BeDosDate, DosTime, LeDosTime,
    BeDosTime, Octal,
}

use Kind::*;

/// Every kind with the word for it, by number.
pub const KINDS: [(Kind, &str); 60] = [
    (Invalid, "invalid"), (Byte, "byte"), (Short, "short"), (Default, "default"), (Long, "long"), (String, "string"),
    (Date, "date"), (BeShort, "beshort"), (BeLong, "belong"), (BeDate, "bedate"), (LeShort, "leshort"), (LeLong, "lelong"),
    (LeDate, "ledate"), (PString, "pstring"), (LDate, "ldate"), (BeLDate, "beldate"), (LeLDate, "leldate"), (Regex, "regex"),
    (BeString16, "bestring16"), (LeString16, "lestring16"), (Search, "search"), (MeDate, "medate"), (MeLDate, "meldate"),
    (MeLong, "melong"), (Quad, "quad"), (LeQuad, "lequad"), (BeQuad, "bequad"), (QDate, "qdate"), (LeQDate, "leqdate"),
    (BeQDate, "beqdate"), (QLDate, "qldate"), (LeQLDate, "leqldate"), (BeQLDate, "beqldate"), (Float, "float"),
    (BeFloat, "befloat"), (LeFloat, "lefloat"), (Double, "double"), (BeDouble, "bedouble"), (LeDouble, "ledouble"),
    (BeId3, "beid3"), (LeId3, "leid3"), (Indirect, "indirect"), (QwDate, "qwdate"), (LeQwDate, "leqwdate"),
    (BeQwDate, "beqwdate"), (Name, "name"), (Use, "use"), (Clear, "clear"), (Der, "der"), (Guid, "guid"), (Offset, "offset"),
    (BeVarint, "bevarint"), (LeVarint, "levarint"), (DosDate, "msdosdate"), (LeDosDate, "lemsdosdate"),
    (BeDosDate, "bemsdosdate"), (DosTime, "msdostime"), (LeDosTime, "lemsdostime"), (BeDosTime, "bemsdostime"), (Octal, "octal"),
];

/// The order of the bytes of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// Most significant first.
    Big,
    /// Least significant first, or that of the machine.
    Little,
    /// As on the PDP-11: words big, bytes in them little.
    Middle,
}

impl Kind {
    /// The kind of a number in a compiled database.
    pub fn from_number(number: u8) -> Kind {
        KINDS.get(usize::from(number)).map_or(Invalid, |k| k.0)
    }
    /// The word for it.
    pub fn name(self) -> &'static str {
        KINDS[self as usize].1
    }
    /// Whether its value is text, and its modifiers are letters.
    pub fn is_text(self) -> bool {
        matches!(self, String | PString | BeString16 | LeString16 | Regex | Search | Indirect | Name | Use | Octal)
    }
    /// Width in bytes and order of what is a whole number or a date.
    pub fn number(self) -> Option<(usize, Order)> {
        use Order::{Big, Little, Middle};
        Some(match self {
            Byte => (1, Little),
            Short | LeShort | DosDate | LeDosDate | BeDosDate | DosTime | LeDosTime | BeDosTime => (2, Little),
            BeShort => (2, Big),
            Long | LeLong | Date | LDate | LeDate | LeLDate => (4, Little),
            BeLong | BeDate | BeLDate => (4, Big),
            MeLong | MeDate | MeLDate => (4, Middle),
            Quad | LeQuad | QDate | QLDate | QwDate | LeQDate | LeQLDate | LeQwDate | Offset => (8, Little),
            BeQuad | BeQDate | BeQLDate | BeQwDate => (8, Big),
            _ => return None,
        })
    }
    /// Width and order of what is a fraction.
    pub fn fraction(self) -> Option<(usize, Order)> {
        Some(match self {
            Float | LeFloat => (4, Order::Little),
            BeFloat => (4, Order::Big),
            Double | LeDouble => (8, Order::Little),
            BeDouble => (8, Order::Big),
            _ => return None,
        })
    }
    /// The kind with the other order of bytes.
    pub fn flipped(self) -> Kind {
        match self {
            BeShort => LeShort,
            LeShort => BeShort,
            BeLong => LeLong,
            LeLong => BeLong,
            BeDate => LeDate,
            LeDate => BeDate,
            BeLDate => LeLDate,
            LeLDate => BeLDate,
            BeQuad => LeQuad,
            LeQuad => BeQuad,
            BeQDate => LeQDate,
            LeQDate => BeQDate,
            BeQLDate => LeQLDate,
            LeQLDate => BeQLDate,
            BeQwDate => LeQwDate,
            LeQwDate => BeQwDate,
            BeFloat => LeFloat,
            LeFloat => BeFloat,
            BeDouble => LeDouble,
            LeDouble => BeDouble,
            other => other,
        }
    }
}

/// Bits of [`Entry::flag`].
pub mod flag {
    /// The offset is read from the file.
    pub const INDIRECT: u8 = 1;
    /// The offset counts from the end of the last match.
    pub const RELATIVE: u8 = 2;
    /// What was read as offset counts from the end of the last match.
    pub const INDIRECT_RELATIVE: u8 = 4;
    /// Numbers have no sign.
    pub const UNSIGNED: u8 = 8;
    /// No blank before the description.
    pub const NO_SPACE: u8 = 0x10;
    /// For binary files.
    pub const BINARY: u8 = 0x20;
    /// For text.
    pub const TEXT: u8 = 0x40;
    /// The offset counts from the end of the file.
    pub const FROM_END: u8 = 0x80;
}

/// Bits of [`Entry::modifiers`].
#[allow(missing_docs)]
pub mod modifier {
    pub const COMPACT_SPACE: u32 = 1;
    pub const OPTIONAL_SPACE: u32 = 1 << 1;
    pub const LOWER: u32 = 1 << 2;
    pub const UPPER: u32 = 1 << 3;
    pub const START: u32 = 1 << 4;
    pub const TEXT: u32 = 1 << 5;
    pub const BINARY: u32 = 1 << 6;
    pub const LENGTH_1: u32 = 1 << 7;
    pub const LENGTH_2_BE: u32 = 1 << 8;
    pub const LENGTH_2_LE: u32 = 1 << 9;
    pub const LENGTH_4_BE: u32 = 1 << 10;
    pub const LENGTH_4_LE: u32 = 1 << 11;
    pub const LINES: u32 = 1 << 11;
    pub const LENGTH_OF_ALL: u32 = 1 << 12;
    pub const TRIM: u32 = 1 << 13;
    pub const FULL_WORD: u32 = 1 << 14;
    pub const LENGTHS: u32 = LENGTH_1 | LENGTH_2_BE | LENGTH_2_LE | LENGTH_4_BE | LENGTH_4_LE;
    /// Of `indirect`: the offset is relative.
    pub const RELATIVE: u32 = 1;
}

/// Operators on offsets and masks: the number in the low bits is the place in `&|^+-*/%`.
#[allow(missing_docs)]
pub mod op {
    pub const MASK: u8 = 7;
    pub const SIGNED: u8 = 0x20;
    pub const INVERSE: u8 = 0x40;
    pub const INDIRECT: u8 = 0x80;
    pub const DIVIDE: u8 = 6;

    /// `left op right`; `None` is a division by zero.
    pub fn apply(op: u8, left: u64, right: u64) -> Option<u64> {
        Some(match op & MASK {
            0 => left & right,
            1 => left | right,
            2 => left ^ right,
            3 => left.wrapping_add(right),
            4 => left.wrapping_sub(right),
            5 => left.wrapping_mul(right),
            6 => left.checked_div(right)?,
            _ => left.checked_rem(right)?,
        })
    }
}

/// `if`, `elif` and `else` before a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Condition {
    /// None of them.
    Always,
    /// `if`.
    If,
    /// `elif`.
    ElseIf,
    /// `else`.
    Else,
}

/// The room for a value in libmagic.
pub const ROOM: usize = 128;

/// A line of the database.
#[derive(Debug, Clone)]
pub struct Entry {
    /// How many `>` it begins with.
    pub level: u16,
    /// See [`flag`].
    pub flag: u8,
    /// What `!:strength` says.
    pub factor: (u8, u8),
    /// One of `=!<>&^x`.
    pub relation: u8,
    /// What it looks at.
    pub kind: Kind,
    /// What an indirect offset is.
    pub in_kind: Kind,
    /// What is done with an indirect offset.
    pub in_op: u8,
    /// What is done with a number before it is compared.
    pub mask_op: u8,
    /// Whether it depends on the line before.
    pub condition: Condition,
    /// Where to look.
    pub offset: i32,
    /// The second operand of `in_op`.
    pub in_offset: i32,
    /// Its line in the source.
    pub line: u32,
    /// The second operand of `mask_op`.
    pub mask: u64,
    /// How many bytes or lines a search covers.
    pub range: u32,
    /// See [`modifier`].
    pub modifiers: u32,
    /// Text to compare with, without what fills the room.
    pub value: Box<[u8]>,
    /// The length of the text.
    pub length: usize,
    /// The number to compare with; bits of a fraction.
    pub number: u64,
    /// What it says.
    pub desc: Box<[u8]>,
    /// Its MIME type.
    pub mime: Box<[u8]>,
    /// Creator and type on classic Macs.
    pub apple: Box<[u8]>,
    /// Usual ends of file names.
    pub ext: Box<[u8]>,
    /// One behind its continuations; for lines of level 0.
    pub end: u32,
}

impl Entry {
    /// A line with nothing set.
    pub fn new(level: u16, line: u32) -> Entry {
        Entry {
            level,
            flag: 0,
            factor: (0, 0),
            relation: b'=',
            kind: Kind::Invalid,
            in_kind: Kind::Invalid,
            in_op: 0,
            mask_op: 0,
            condition: Condition::Always,
            offset: 0,
            in_offset: 0,
            line,
            mask: 0,
            range: 0,
            modifiers: 0,
            value: Box::default(),
            length: 0,
            number: 0,
            desc: Box::default(),
            mime: Box::default(),
            apple: Box::default(),
            ext: Box::default(),
            end: 0,
        }
    }
    /// Whether a flag is set.
    pub fn has(&self, flag: u8) -> bool {
        self.flag & flag != 0
    }
    /// A number as signed as the line wants it.
    pub fn extend(&self, value: u64) -> u64 {
        if self.has(flag::UNSIGNED) {
            return value;
        }
        match self.kind.number().or(self.kind.fraction()) {
            Some((1, _)) => value as i8 as u64,
            Some((2, _)) => value as i16 as u64,
            Some((4, _)) => value as i32 as u64,
            _ => value,
        }
    }
}
