//! From the document's encoding to UTF-8.

use encoding_rs::{Decoder, DecoderResult, Encoding, UTF_8};

/// How bytes become characters.
pub(crate) enum Conversion {
    /// They are UTF-8; the parser checks that.
    None,
    Latin1,
    Ascii,
    /// Four bytes a character, big-endian or little-endian; what is left of a character.
    Utf32 {
        big: bool,
        pending: Vec<u8>,
    },
    Table(Box<Decoder>),
}

/// A byte sequence that means nothing in the encoding; the bytes.
pub(crate) struct Malformed(pub Vec<u8>);

impl Conversion {
    /// For the name of an encoding. `None`: there is no such encoding.
    pub fn by_name(name: &[u8]) -> Option<Conversion> {
        let upper = name.to_ascii_uppercase();
        Some(match &upper[..] {
            b"UTF-8" | b"UTF8" => Conversion::None,
            b"ISO-8859-1" | b"ISO-LATIN-1" | b"ISO LATIN 1" | b"LATIN1" | b"ISO8859-1" | b"ISO_8859-1" => Conversion::Latin1,
            b"US-ASCII" | b"ASCII" => Conversion::Ascii,
            b"UTF-32BE" | b"UCS-4" | b"UCS4" | b"ISO-10646-UCS-4" | b"UTF-32" => {
                Conversion::Utf32 { big: true, pending: Vec::new() }
            }
            b"UTF-32LE" => Conversion::Utf32 { big: false, pending: Vec::new() },
            b"UTF-16" | b"UTF16" => Conversion::table(encoding_rs::UTF_16LE),
            _ => {
                let encoding = Encoding::for_label_no_replacement(name)?;
                if encoding == UTF_8 { Conversion::None } else { Conversion::table(encoding) }
            }
        })
    }
    pub fn table(encoding: &'static Encoding) -> Conversion {
        Conversion::Table(Box::new(encoding.new_decoder_without_bom_handling()))
    }
    /// By what a document begins with: the conversion and how many bytes to skip. `None`: nothing special.
    pub fn detect(start: &[u8]) -> Option<(Conversion, usize, &'static str)> {
        Some(match start {
            [0xEF, 0xBB, 0xBF, ..] => (Conversion::None, 3, "UTF-8"),
            [0, 0, 0, b'<', ..] => (Conversion::Utf32 { big: true, pending: Vec::new() }, 0, "UCS-4"),
            [b'<', 0, 0, 0, ..] => (Conversion::Utf32 { big: false, pending: Vec::new() }, 0, "UCS-4"),
            [0xFE, 0xFF, ..] => (Conversion::table(encoding_rs::UTF_16BE), 2, "UTF-16BE"),
            [0xFF, 0xFE, ..] => (Conversion::table(encoding_rs::UTF_16LE), 2, "UTF-16LE"),
            [0, b'<', 0, b'?', ..] => (Conversion::table(encoding_rs::UTF_16BE), 0, "UTF-16BE"),
            [b'<', 0, b'?', 0, ..] => (Conversion::table(encoding_rs::UTF_16LE), 0, "UTF-16LE"),
            _ => return None,
        })
    }
    /// Whether bytes are taken as they are.
    pub fn is_none(&self) -> bool {
        matches!(self, Conversion::None)
    }
    /// Converts bytes and puts them behind `to`. After an error nothing more is converted.
    pub fn convert(&mut self, bytes: &[u8], last: bool, to: &mut Vec<u8>) -> Result<(), Malformed> {
        match self {
            Conversion::None => to.extend_from_slice(bytes),
            Conversion::Latin1 => bytes.iter().for_each(|&byte| crate::chars::push(to, u32::from(byte))),
            Conversion::Ascii => {
                let valid = bytes.iter().position(|byte| !byte.is_ascii()).unwrap_or(bytes.len());
                to.extend_from_slice(&bytes[..valid]);
                if valid < bytes.len() {
                    return Err(Malformed(bytes[valid..].to_vec()));
                }
            }
            Conversion::Utf32 { big, pending } => {
                pending.extend_from_slice(bytes);
                let whole = pending.len() / 4 * 4;
                for unit in pending[..whole].chunks_exact(4) {
                    let unit = <[u8; 4]>::try_from(unit).unwrap_or_default();
                    let c = if *big { u32::from_be_bytes(unit) } else { u32::from_le_bytes(unit) };
                    if char::from_u32(c).is_none() {
                        return Err(Malformed(unit.to_vec()));
                    }
                    crate::chars::push(to, c);
                }
                pending.drain(..whole);
            }
            Conversion::Table(decoder) => {
                let mut from = bytes;
                loop {
                    let room = decoder.max_utf8_buffer_length_without_replacement(from.len()).unwrap_or(from.len() * 3) + 16;
                    let start = to.len();
                    to.resize(start + room, 0);
                    let (result, read, written) = decoder.decode_to_utf8_without_replacement(from, &mut to[start..], last);
                    to.truncate(start + written);
                    match result {
                        DecoderResult::InputEmpty => break,
                        DecoderResult::OutputFull => from = &from[read..],
                        DecoderResult::Malformed(length, after) => {
                            let end = read.saturating_sub(usize::from(after));
                            let at = end.saturating_sub(usize::from(length));
                            return Err(Malformed(from[at.min(from.len())..].to_vec()));
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

/// Text of an encoding as UTF-8, up to what is malformed. `None`: there is no such encoding.
pub fn decode(text: &[u8], name: &[u8]) -> Option<Vec<u8>> {
    let mut decoded = Vec::with_capacity(text.len());
    // What was converted before stays in `decoded`.
    let _malformed = Conversion::by_name(name)?.convert(text, true, &mut decoded);
    Some(decoded)
}

/// Whether there is an encoding of this name.
pub fn is_known(name: &[u8]) -> bool {
    Conversion::by_name(name).is_some()
}

/// Text in another encoding than UTF-8; characters it does not have become character references. `None`: there is no
/// such encoding.
pub fn encode(text: &[u8], name: &[u8]) -> Option<Vec<u8>> {
    let mut to = Vec::with_capacity(text.len());
    let limit = match Conversion::by_name(name)? {
        Conversion::None => return Some(text.to_vec()),
        Conversion::Latin1 => 0x100,
        Conversion::Ascii => 0x80,
        Conversion::Utf32 { big, .. } => {
            for c in String::from_utf8_lossy(text).chars() {
                let unit = c as u32;
                to.extend_from_slice(&if big { unit.to_be_bytes() } else { unit.to_le_bytes() });
            }
            return Some(to);
        }
        Conversion::Table(decoder) => {
            let encoding = decoder.encoding();
            let text = String::from_utf8_lossy(text);
            if encoding == encoding_rs::UTF_16LE || encoding == encoding_rs::UTF_16BE {
                let big = encoding == encoding_rs::UTF_16BE;
                if name.eq_ignore_ascii_case(b"UTF-16") {
                    to.extend_from_slice(&[0xFF, 0xFE]);
                }
                for unit in text.encode_utf16() {
                    to.extend_from_slice(&if big { unit.to_be_bytes() } else { unit.to_le_bytes() });
                }
                return Some(to);
            }
            let mut encoder = encoding.new_encoder();
            let mut from = &text[..];
            loop {
                let start = to.len();
                to.resize(start + from.len() * 4 + 32, 0);
                let (result, read, written) = encoder.encode_from_utf8_without_replacement(from, &mut to[start..], true);
                to.truncate(start + written);
                from = &from[read..];
                match result {
                    encoding_rs::EncoderResult::InputEmpty => return Some(to),
                    encoding_rs::EncoderResult::OutputFull => {}
                    encoding_rs::EncoderResult::Unmappable(c) => to.extend_from_slice(format!("&#{};", c as u32).as_bytes()),
                }
            }
        }
    };
    for c in String::from_utf8_lossy(text).chars() {
        match c as u32 {
            c if c < limit => to.push(c as u8),
            c => to.extend_from_slice(format!("&#{c};").as_bytes()),
        }
    }
    Some(to)
}
