//! Encodings that switch character sets by escape sequences or shifts: the family of ISO-2022-JP, ISO-2022-KR, HZ.

use crate::{encoding::BAD, multibyte::Set};

/// A member of the family.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Jis,
    Jp,
    JpMs,
    Jp2004,
    JpKddi,
    Cp50220,
    Cp50221,
    Cp50222,
    Kr,
    Hz,
}

/// The character set that is switched to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    Ascii,
    Roman,
    Kana,
    /// The same by a shift in place of an escape sequence.
    ShiftedKana,
    X0208,
    X0212,
    /// What users define, of ISO-2022-JP-MS.
    User,
    X0213,
    X0213Second,
    /// The one set of two bytes that ISO-2022-KR and HZ have.
    Wide,
}
use Mode::*;

impl Mode {
    fn is_wide(self) -> bool {
        matches!(self, X0208 | X0212 | User | X0213 | X0213Second | Wide)
    }
}

/// Code points of the user's own characters.
const USER: std::ops::RangeInclusive<u32> = 0xe000..=0xe757;

/// The key of Shift_JIS for two bytes of ISO-2022-JP.
fn sjis_key(high: u8, low: u8) -> u32 {
    let (row, cell) = (u32::from(high) - 0x21, u32::from(low) - 0x21);
    let lead = row / 2 + if row < 62 { 0x81 } else { 0xc1 };
    let trail = if row % 2 == 1 { cell + 0x9f } else { cell + 0x40 + u32::from(cell >= 63) };
    lead << 8 | trail
}
/// The same for KDDI's, where pictures are in the rows from 85 to 88.
fn kddi_key(high: u8, low: u8) -> u32 {
    sjis_key(high, low) + if high >= 0x75 { 11 << 8 } else { 0 }
}

/// The place of a key of KDDI's Shift_JIS. Pictures that are in its rows above have places that other characters have, too.
fn kddi_place(key: u32) -> [u8; 2] {
    let (lead, trail) = (key >> 8, key & 0xff);
    let lead = if lead >= 0xf3 { lead - 11 } else { lead };
    let row = 2 * (lead - if lead < 0xa0 { 0x81 } else { 0xc1 });
    let (row, cell) = if trail >= 0x9f { (row + 1, trail - 0x9f) } else { (row, trail - 0x40 - u32::from(trail > 0x7f)) };
    [row as u8 + 0x21, cell as u8 + 0x21]
}

impl Kind {
    /// Appends what two bytes mean in a mode.
    fn read(self, mode: Mode, high: u8, low: u8, out: &mut Vec<u32>) -> bool {
        let euc = u32::from(high | 0x80) << 8 | u32::from(low | 0x80);
        match (mode, self) {
            (User, _) => {
                let n = (u32::from(high) - 0x21) * 94 + u32::from(low) - 0x21;
                let fits = USER.contains(&(USER.start() + n));
                if fits {
                    out.push(USER.start() + n);
                }
                fits
            }
            (Wide, Kind::Kr) => !matches!(euc, 0xa2e6 | 0xa2e7) && Set::EucKr.table().read(euc, out),
            (Wide, _) => Set::EucCn.table().read(euc, out),
            (X0212, _) => Set::EucJp.table().read(0x8f_0000 | euc, out),
            (X0213, _) => Set::EucJp2004.table().read(euc, out),
            (X0213Second, _) => Set::EucJp2004.table().read(0x8f_0000 | euc, out),
            (_, Kind::JpMs) => Set::Cp51932.table().read(euc, out),
            (_, Kind::JpKddi) => high <= 0x78 && Set::SjisKddi.table().read(kddi_key(high, low), out),
            (_, Kind::Cp50220 | Kind::Cp50221 | Kind::Cp50222) if high >= 0x7f => {
                Set::Cp932.table().read(sjis_key(high, low), out)
            }
            (_, Kind::Cp50220 | Kind::Cp50221 | Kind::Cp50222) => {
                Set::EucJp.table().read(euc, out) || Set::Cp51932.table().read(euc, out)
            }
            _ => Set::EucJp.table().read(euc, out),
        }
    }
    /// The mode that an escape sequence begins, and how many bytes it has behind the escape character. The error is how many bytes
    /// go with the escape character as one fault.
    fn escape(self, rest: &[u8]) -> Result<(Mode, usize), usize> {
        let rich = matches!(self, Kind::Jis | Kind::Jp | Kind::Cp50220 | Kind::Cp50221 | Kind::Cp50222);
        Ok(match (self, rest) {
            (_, [b'(', b'B', ..]) => (Ascii, 2),
            (Kind::Jp2004, [b'$', b'B', ..]) => (X0208, 2),
            (Kind::Jp2004, [b'$', b'(', b'Q', ..]) => (X0213, 3),
            (Kind::Jp2004, [b'$', b'(', b'P', ..]) => (X0213Second, 3),
            (Kind::Jp2004, [b'(', ..]) => return Err(rest.len().min(2)),
            (Kind::Jp2004, [b'$', b'(', ..]) => return Err(rest.len().min(3)),
            (Kind::Jp2004, [b'$', ..]) => return Err(rest.len().min(2)),
            (Kind::Jp2004, _) => return Err(rest.len().min(1)),
            (_, [b'$', b'@' | b'B', ..]) => (X0208, 2),
            (_, [b'$', b'(', b'@' | b'B', ..]) => (X0208, 3),
            (_, [b'(', b'J', ..]) => (Roman, 2),
            (_, [b'(', b'I', ..]) => (Kana, 2),
            (_, [b'(', b'H', ..]) if rich => (Ascii, 2),
            (_, [b'$', b'(', b'D', ..]) if rich => (X0212, 3),
            (Kind::JpMs, [b'$', b'(', b'?', ..]) => (User, 3),
            _ if rich => return Err(0),
            (_, [b'$', b'(', ..]) => return Err(rest.len().min(3)),
            (_, [b'$' | b'(', ..]) => return Err(rest.len().min(2)),
            _ => return Err(rest.len().min(1)),
        })
    }
    /// The mode and bytes of a character.
    fn place(self, c: u32) -> Option<(Mode, [u8; 2])> {
        if c < 0x80 {
            return Some((Ascii, [c as u8, 0]));
        }
        let numbered = |from: u32| {
            let n = c - USER.start();
            [(from + n / 94) as u8, (0x21 + n % 94) as u8]
        };
        let base = match self {
            Kind::Jis => match c {
                0xa5 => return Some((Roman, [0x5c, 0])),
                0xaf => return Some((X0208, [0x21, 0x31])),
                0x203e => return Some((Roman, [0x7e, 0])),
                _ => Set::EucJp,
            },
            Kind::Jp if c == 0xa5 => return Some((Roman, [0x5c, 0])),
            Kind::JpMs if USER.contains(&c) => return Some((User, numbered(0x21))),
            Kind::Cp50220 | Kind::Cp50221 | Kind::Cp50222 => match c {
                0xa5 => return Some((Roman, [0x5c, 0])),
                0x203e => return Some((Roman, [0x7e, 0])),
                _ if USER.contains(&c) => return Some((X0208, numbered(0x7f))),
                _ => Set::Cp51932,
            },
            Kind::Jp | Kind::JpMs => Set::Cp51932,
            Kind::Jp2004 => Set::EucJp2004,
            Kind::JpKddi => {
                let key = Set::SjisKddi.table().key(c).filter(|_| !(0xe000..=0xf8ff).contains(&c))?;
                return match key {
                    0x21..=0x7e => Some((Ascii, [key as u8, 0])),
                    0xa1..=0xdf => Some((Kana, [key as u8 & 0x7f, 0])),
                    _ => Some((X0208, kddi_place(key))),
                };
            }
            // PHP writes these as they are numbered in Unicode, whatever that then means.
            Kind::Kr if (0x2121..=0x8080).contains(&c) && Set::EucKr.table().key(c).is_none() => {
                return Some((Wide, [(c >> 8) as u8, c as u8]));
            }
            Kind::Kr => Set::EucKr,
            Kind::Hz if c == 0x2016 => return None,
            Kind::Hz => Set::EucCn,
        };
        self.place_of_key(base.table().key(c)?)
    }
    /// The mode and bytes of a key of EUC.
    fn place_of_key(self, key: u32) -> Option<(Mode, [u8; 2])> {
        let bytes = [(key >> 8) as u8 & 0x7f, key as u8 & 0x7f];
        Some(match key >> 8 {
            0 => (Ascii, [key as u8, 0]),
            0x8e => match self {
                Kind::Jp | Kind::Jp2004 => return None,
                Kind::Cp50222 => (ShiftedKana, [bytes[1], 0]),
                _ => (Kana, [bytes[1], 0]),
            },
            0x8f00.. => (if self == Kind::Jp2004 { X0213Second } else { X0212 }, bytes),
            _ if self == Kind::Jp2004 => (X0213, bytes),
            _ if matches!(self, Kind::Kr | Kind::Hz) => (Wide, bytes),
            // What JIS X 0208 itself has, without the companies' rows.
            _ if self == Kind::Jp && !Set::EucJp.table().read(key, &mut Vec::new()) => return None,
            _ => (X0208, bytes),
        })
    }
}

/// The characters of a text.
pub(crate) fn decode(kind: Kind, bytes: &[u8], out: &mut Vec<u32>) {
    match kind {
        Kind::Hz => decode_hz(bytes, out),
        Kind::Kr => decode_kr(bytes, out),
        _ => decode_jp(kind, bytes, out),
    }
}

fn decode_jp(kind: Kind, bytes: &[u8], out: &mut Vec<u32>) {
    let shifts = matches!(kind, Kind::Jis | Kind::Jp | Kind::Cp50220 | Kind::Cp50221 | Kind::Cp50222);
    // The companies' characters and what users define have rows behind the last one of the standard.
    let last_lead = if matches!(kind, Kind::Cp50220 | Kind::Cp50221 | Kind::Cp50222) { 0x97 } else { 0x7e };
    let mut mode = Ascii;
    let mut rest = bytes;
    while let Some((&byte, tail)) = rest.split_first() {
        rest = tail;
        match byte {
            0x1b => {
                let length = match kind.escape(rest) {
                    Ok((next, length)) => {
                        mode = next;
                        length
                    }
                    Err(length) => {
                        out.push(BAD);
                        length
                    }
                };
                // Of what is not known these have only the escape character as a fault, what led on from there is itself.
                if shifts && length == 0 {
                    let itself = if rest.starts_with(b"$(") { 2 } else { usize::from(matches!(rest, [b'$' | b'(', ..])) };
                    // A sequence that the text breaks off is nothing more than the fault.
                    if itself > 0 && itself == rest.len() {
                        return;
                    }
                    out.extend(rest[..itself].iter().map(|&b| u32::from(b)));
                    rest = &rest[itself..];
                }
                rest = &rest[length..];
            }
            0x0e if shifts => mode = ShiftedKana,
            0x0f if shifts => mode = Ascii,
            0x21..=0x97 if mode.is_wide() && byte <= last_lead => {
                let Some((&low, tail)) = rest.split_first() else {
                    out.push(BAD);
                    return;
                };
                rest = tail;
                if !(0x21..=0x7e).contains(&low) || !kind.read(mode, byte, low, out) {
                    out.push(BAD);
                }
            }
            0x5c if shifts && mode == Roman => out.push(0xa5),
            0x7e if shifts && mode == Roman => out.push(0x203e),
            0x21..=0x5f if matches!(mode, Kana | ShiftedKana) => out.push(u32::from(byte) + 0xff40),
            0..=0x7f => out.push(u32::from(byte)),
            0xa1..=0xdf if kind != Kind::Jp2004 => out.push(u32::from(byte) + 0xfec0),
            _ => out.push(BAD),
        }
    }
}

fn decode_kr(bytes: &[u8], out: &mut Vec<u32>) {
    let mut mode = Ascii;
    let mut rest = bytes.strip_prefix(b"\x1b$)C").unwrap_or(bytes);
    while let Some((&byte, tail)) = rest.split_first() {
        rest = tail;
        match byte {
            0x1b => match rest {
                [b'$', b')', b'C', tail @ ..] => rest = tail,
                _ => {
                    out.push(BAD);
                    let length = if rest.starts_with(b"$)") {
                        3
                    } else if rest.starts_with(b"$") {
                        2
                    } else {
                        1
                    };
                    rest = &rest[length.min(rest.len())..];
                }
            },
            0x0e => mode = Wide,
            0x0f => mode = Ascii,
            0x21..=0x7e if mode == Wide => {
                let Some((&low, tail)) = rest.split_first() else {
                    out.push(BAD);
                    return;
                };
                rest = tail;
                if !(0x21..=0x7e).contains(&low) || !Kind::Kr.read(Wide, byte, low, out) {
                    out.push(BAD);
                }
            }
            0..=0x7f if mode == Ascii => out.push(u32::from(byte)),
            _ => out.push(BAD),
        }
    }
}

fn decode_hz(bytes: &[u8], out: &mut Vec<u32>) {
    let mut mode = Ascii;
    let mut rest = bytes;
    while let Some((&byte, tail)) = rest.split_first() {
        rest = tail;
        match byte {
            b'~' => {
                let Some((&next, tail)) = rest.split_first() else { return };
                match next {
                    b'{' if mode == Ascii => mode = Wide,
                    b'}' if mode == Wide => mode = Ascii,
                    b'~' if mode == Ascii => out.push(u32::from(b'~')),
                    b'\n' => {}
                    _ => out.push(BAD),
                }
                rest = tail;
            }
            0x21..=0x7d if mode == Wide => {
                let Some((&low, tail)) = rest.split_first() else {
                    out.push(BAD);
                    return;
                };
                rest = tail;
                if !(0x21..=0x7e).contains(&low) || !Kind::Hz.read(Wide, byte, low, out) {
                    out.push(BAD);
                }
            }
            0..=0x7f if mode == Ascii => out.push(u32::from(byte)),
            _ => out.push(BAD),
        }
    }
}

/// Whether a text is what JIS or ISO-2022-JP can have written: it ends as it began, shifts are in pairs, and ISO-2022-JP has no kana
/// of half width and no JIS X 0212.
pub(crate) fn is_valid(kind: Kind, bytes: &[u8]) -> bool {
    let mut chars = Vec::new();
    decode_jp(kind, bytes, &mut chars);
    if chars.contains(&BAD) {
        return false;
    }
    let (mut mode, mut rest) = (Ascii, bytes);
    while let Some((&byte, tail)) = rest.split_first() {
        rest = tail;
        match byte {
            0x1b => {
                let Ok((next, length)) = kind.escape(rest) else { return false };
                if mode == ShiftedKana || kind == Kind::Jp && (matches!(next, Kana | X0212) || rest.starts_with(b"(H")) {
                    return false;
                }
                mode = next;
                rest = &rest[length..];
            }
            0x0e if kind == Kind::Jis && mode == Ascii => mode = ShiftedKana,
            0x0f if mode == ShiftedKana => mode = Ascii,
            0x0e | 0x0f => return false,
            0x80.. if kind == Kind::Jp => return false,
            _ => {}
        }
    }
    mode == Ascii
}

/// What an encoder has switched to.
#[derive(Clone, Copy)]
pub(crate) struct Shift {
    kind: Kind,
    mode: Mode,
}

impl Shift {
    /// Begins a text.
    pub(crate) fn begin(kind: Kind, out: &mut Vec<u8>) -> Shift {
        if kind == Kind::Kr {
            out.extend_from_slice(b"\x1b$)C");
        }
        Shift { kind, mode: Ascii }
    }
    fn switch(&mut self, mode: Mode, out: &mut Vec<u8>) {
        if self.mode == mode {
            return;
        }
        if self.mode == ShiftedKana {
            out.push(0x0f);
        }
        let shifted = self.mode == ShiftedKana;
        out.extend_from_slice(match (mode, self.kind) {
            (Ascii, Kind::Hz) => b"~}",
            (Wide, Kind::Hz) => b"~{",
            (Ascii, Kind::Kr) => b"\x0f",
            (Wide, _) => b"\x0e",
            (Ascii, _) if shifted => b"",
            (Ascii, _) => b"\x1b(B",
            (Roman, _) => b"\x1b(J",
            (Kana, _) => b"\x1b(I",
            (ShiftedKana, _) => b"\x0e",
            (X0208, _) => b"\x1b$B",
            (X0212, _) => b"\x1b$(D",
            (User, _) => b"\x1b$(?",
            (X0213, _) => b"\x1b$(Q",
            (X0213Second, _) => b"\x1b$(P",
        });
        self.mode = mode;
    }
    /// Writes a character; false if the encoding does not have it.
    pub(crate) fn write(&mut self, c: u32, out: &mut Vec<u8>) -> bool {
        let Some((mode, bytes)) = self.kind.place(c) else { return false };
        self.put(mode, bytes, out);
        true
    }
    fn put(&mut self, mode: Mode, bytes: [u8; 2], out: &mut Vec<u8>) {
        self.switch(mode, out);
        out.push(bytes[0]);
        if mode.is_wide() {
            out.push(bytes[1]);
        } else if self.kind == Kind::Hz && bytes[0] == b'~' {
            out.push(b'~');
        }
    }
    /// Writes characters of a text that are one here; how many they are.
    pub(crate) fn join(&mut self, text: &[u32], out: &mut Vec<u8>) -> Option<usize> {
        let (key, length) = match self.kind {
            Kind::Jp2004 => Set::EucJp2004.table().join(text)?,
            Kind::JpKddi => Set::SjisKddi.table().join(text)?,
            _ => return None,
        };
        let (mode, bytes) = match self.kind {
            Kind::JpKddi => (X0208, kddi_place(key)),
            kind => kind.place_of_key(key)?,
        };
        self.put(mode, bytes, out);
        Some(length)
    }
    /// Ends a text.
    pub(crate) fn end(&mut self, out: &mut Vec<u8>) {
        self.switch(Ascii, out);
    }
}
