//! Which characters a file is written in.

/// How much of a file is looked at.
const MOST: usize = 64 << 10;

/// What was found.
pub struct Found {
    /// Whether it is text at all.
    pub is_text: bool,
    /// The words for it.
    pub name: &'static str,
    /// As MIME has it.
    pub mime: &'static str,
    /// The characters.
    pub characters: Vec<u32>,
}

/// Whether a byte is in text: in ASCII, in Latin 1 and its kin, or in other sets of eight bits.
fn class(byte: u8) -> u8 {
    match byte {
        7..=13 | 27 | 0x20..=0x7e | 0x85 => 0,
        0xa0.. => 1,
        0x80..=0x9f => 2,
        _ => 3,
    }
}

fn bytes_up_to(bytes: &[u8], worst: u8) -> Option<Vec<u32>> {
    bytes.iter().all(|&b| class(b) <= worst).then(|| bytes.iter().map(|&b| u32::from(b)).collect())
}

/// Text in UTF-8 that has more than ASCII, if `more`; it may be cut off in a character.
pub fn utf8(bytes: &[u8], more: bool) -> Option<Vec<u32>> {
    let (mut out, mut at, mut is_more, mut is_odd) = (Vec::with_capacity(bytes.len()), 0, false, false);
    while let Some(&first) = bytes.get(at) {
        at += 1;
        let (rest, lowest, highest, bits) = match first {
            0..=0x7f => {
                is_odd |= class(first) != 0;
                out.push(u32::from(first));
                continue;
            }
            0xc2..=0xdf => (1, 0x80, 0xbf, first & 0x1f),
            0xe0 => (2, 0xa0, 0xbf, first & 0xf),
            0xed => (2, 0x80, 0x9f, first & 0xf),
            0xe1..=0xef => (2, 0x80, 0xbf, first & 0xf),
            0xf0 => (3, 0x90, 0xbf, first & 7),
            0xf1..=0xf3 => (3, 0x80, 0xbf, first & 7),
            0xf4 => (3, 0x80, 0x8f, first & 7),
            _ => return None,
        };
        let mut character = u32::from(bits);
        for i in 0..rest {
            let Some(&next) = bytes.get(at) else { return (!is_odd && (is_more || !more)).then_some(out) };
            at += 1;
            let is_next = if i == 0 { (lowest..=highest).contains(&next) } else { (0x80..=0xbf).contains(&next) };
            if !is_next {
                return None;
            }
            character = character << 6 | u32::from(next & 0x3f);
        }
        out.push(character);
        is_more = true;
    }
    (!is_odd && (is_more || !more)).then_some(out)
}

fn utf16(bytes: &[u8]) -> Option<(bool, Vec<u32>)> {
    let is_big = match bytes {
        [0xff, 0xfe, ..] => false,
        [0xfe, 0xff, ..] => true,
        _ => return None,
    };
    let (mut out, mut high) = (Vec::new(), None);
    for pair in bytes[2..].chunks_exact(2) {
        let unit = [pair[0], pair[1]];
        let mut character = u32::from(if is_big { u16::from_be_bytes(unit) } else { u16::from_le_bytes(unit) });
        if matches!(character, 0xfdd0..=0xfdef | 0xfffe | 0xffff) {
            return None;
        }
        let is_low = (0xdc00..0xe000).contains(&character);
        if let Some(high) = high.take() {
            if !is_low {
                return None;
            }
            character = 0x10000 + 0x400 * (high - 0xd800) + (character - 0xdc00);
        } else if is_low {
            return None;
        }
        if character < 128 && class(character as u8) != 0 {
            return None;
        }
        out.push(character);
        if (0xd800..0xdc00).contains(&character) {
            high = Some(character);
        }
    }
    Some((is_big, out))
}

fn utf32(bytes: &[u8]) -> Option<(bool, Vec<u32>)> {
    let is_big = match bytes {
        [0xff, 0xfe, 0, 0, ..] => false,
        [0, 0, 0xfe, 0xff, ..] => true,
        _ => return None,
    };
    let mut out = Vec::new();
    for quad in bytes[4..].chunks_exact(4) {
        let unit = [quad[0], quad[1], quad[2], quad[3]];
        let character = if is_big { u32::from_be_bytes(unit) } else { u32::from_le_bytes(unit) };
        if character == 0xfffe || character < 128 && class(character as u8) != 0 {
            return None;
        }
        out.push(character);
    }
    Some((is_big, out))
}

/// EBCDIC as POSIX's `dd` translates it.
#[rustfmt::skip]
const EBCDIC: [u8; 256] = [
    0, 1, 2, 3, 156, 9, 134, 127, 151, 141, 142, 11, 12, 13, 14, 15, 16, 17, 18, 19, 157, 133, 8, 135, 24, 25, 146, 143, 28, 29,
    30, 31, 128, 129, 130, 131, 132, 10, 23, 27, 136, 137, 138, 139, 140, 5, 6, 7, 144, 145, 22, 147, 148, 149, 150, 4, 152, 153,
    154, 155, 20, 21, 158, 26, 32, 160, 161, 162, 163, 164, 165, 166, 167, 168, 213, 46, 60, 40, 43, 124, 38, 169, 170, 171, 172,
    173, 174, 175, 176, 177, 33, 36, 42, 41, 59, 126, 45, 47, 178, 179, 180, 181, 182, 183, 184, 185, 203, 44, 37, 95, 62, 63,
    186, 187, 188, 189, 190, 191, 192, 193, 194, 96, 58, 35, 64, 39, 61, 34, 195, 97, 98, 99, 100, 101, 102, 103, 104, 105, 196,
    197, 198, 199, 200, 201, 202, 106, 107, 108, 109, 110, 111, 112, 113, 114, 94, 204, 205, 206, 207, 208, 209, 229, 115, 116,
    117, 118, 119, 120, 121, 122, 210, 211, 212, 91, 214, 215, 216, 217, 218, 219, 220, 221, 222, 223, 224, 225, 226, 227, 228,
    93, 230, 231, 123, 65, 66, 67, 68, 69, 70, 71, 72, 73, 232, 233, 234, 235, 236, 237, 125, 74, 75, 76, 77, 78, 79, 80, 81, 82,
    238, 239, 240, 241, 242, 243, 92, 159, 83, 84, 85, 86, 87, 88, 89, 90, 244, 245, 246, 247, 248, 249, 48, 49, 50, 51, 52, 53,
    54, 55, 56, 57, 250, 251, 252, 253, 254, 255,
];

/// Finds out what a file is written in.
pub fn detect(bytes: &[u8]) -> Found {
    let bytes = &bytes[..bytes.len().min(MOST)];
    let text = |name, mime, characters| Found { is_text: true, name, mime, characters };
    if let Some(characters) = bytes_up_to(bytes, 0) {
        let is_utf7 = bytes.len() > 4 && bytes.starts_with(b"+/v") && b"89+/".contains(&bytes[3]);
        return if is_utf7 { text("Unicode text, UTF-7", "utf-7", Vec::new()) } else { text("ASCII", "us-ascii", characters) };
    }
    let marked = bytes.strip_prefix(b"\xef\xbb\xbf").filter(|rest| !rest.is_empty());
    if let Some(characters) = marked.and_then(|rest| utf8(rest, false)) {
        return text("Unicode text, UTF-8 (with BOM)", "utf-8", characters);
    }
    if let Some(characters) = utf8(bytes, true) {
        return text("Unicode text, UTF-8", "utf-8", characters);
    }
    match utf32(bytes) {
        Some((false, characters)) => return text("Unicode text, UTF-32, little-endian", "utf-32le", characters),
        Some((true, characters)) => return text("Unicode text, UTF-32, big-endian", "utf-32be", characters),
        None => {}
    }
    match utf16(bytes) {
        Some((false, characters)) => return text("Unicode text, UTF-16, little-endian", "utf-16le", characters),
        Some((true, characters)) => return text("Unicode text, UTF-16, big-endian", "utf-16be", characters),
        None => {}
    }
    if let Some(characters) = bytes_up_to(bytes, 1) {
        return text("ISO-8859", "iso-8859-1", characters);
    }
    if let Some(characters) = bytes_up_to(bytes, 2) {
        return text("Non-ISO extended-ASCII", "unknown-8bit", characters);
    }
    let translated: Vec<u8> = bytes.iter().map(|&b| EBCDIC[usize::from(b)]).collect();
    if let Some(characters) = bytes_up_to(&translated, 0) {
        return text("EBCDIC", "ebcdic", characters);
    }
    if let Some(characters) = bytes_up_to(&translated, 1) {
        return text("International EBCDIC", "ebcdic", characters);
    }
    Found { is_text: false, name: "unknown", mime: "binary", characters: Vec::new() }
}
