//! What a line says.

use crate::{
    entry::{Entry, Kind, modifier},
    fetch::until_nul,
    flags,
    run::{Run, Tried},
    time,
};
use phant_numeric::float_text::append_general;

/// How long the text of a value may be.
const ROOM: usize = 511;

/// What a conversion in a description stands for.
pub enum Argument<'a> {
    Text(&'a [u8]),
    Int { value: u64, signed: bool },
    Float(f64),
}

/// A conversion: `%`, flags, width, precision, size, letter.
struct Conversion {
    left: bool,
    zero: bool,
    alternate: bool,
    plus: bool,
    width: usize,
    precision: Option<usize>,
    is_long: bool,
    letter: u8,
}

/// Parses a conversion behind its `%`; how many bytes it takes.
fn conversion(text: &[u8]) -> Option<(Conversion, usize)> {
    let mut c = Conversion {
        left: false,
        zero: false,
        alternate: false,
        plus: false,
        width: 0,
        precision: None,
        is_long: false,
        letter: 0,
    };
    let mut at = 0;
    loop {
        match text.get(at)? {
            b'-' => c.left = true,
            b'0' => c.zero = true,
            b'#' => c.alternate = true,
            b'+' => c.plus = true,
            b' ' => {}
            _ => break,
        }
        at += 1;
    }
    let number = |at: &mut usize| {
        let mut n = 0_usize;
        while let Some(digit) = text.get(*at).filter(|b| b.is_ascii_digit()) {
            n = (n * 10 + usize::from(digit - b'0')).min(1000);
            *at += 1;
        }
        n
    };
    c.width = number(&mut at);
    if text.get(at) == Some(&b'.') {
        at += 1;
        c.precision = Some(number(&mut at));
    }
    while let Some(b'l' | b'h' | b'j' | b'z' | b'q' | b't') = text.get(at) {
        c.is_long |= text[at] != b'h';
        at += 1;
    }
    c.letter = *text.get(at)?;
    Some((c, at + 1))
}

fn whole(c: &Conversion, value: u64, out: &mut Vec<u8>) -> bool {
    let value = if c.is_long { value } else { value as i32 as u64 };
    let unsigned = if c.is_long { value } else { u64::from(value as u32) };
    let mut digits = match c.letter {
        b'd' | b'i' => (value as i64).unsigned_abs().to_string(),
        b'u' => unsigned.to_string(),
        b'x' => format!("{unsigned:x}"),
        b'X' => format!("{unsigned:X}"),
        b'o' => format!("{unsigned:o}"),
        _ => return false,
    };
    if let Some(precision) = c.precision {
        while digits.len() < precision {
            digits.insert(0, '0');
        }
    }
    let prefix = match c.letter {
        b'd' | b'i' if (value as i64) < 0 => "-",
        b'd' | b'i' if c.plus => "+",
        b'x' if c.alternate && unsigned != 0 => "0x",
        b'X' if c.alternate && unsigned != 0 => "0X",
        b'o' if c.alternate && !digits.starts_with('0') => "0",
        _ => "",
    };
    let missing = c.width.saturating_sub(prefix.len() + digits.len());
    let zeros = if c.zero && !c.left && c.precision.is_none() { missing } else { 0 };
    // PHP's own printf has zeros before the prefix of a base, and behind a sign.
    let (sign, base) = if matches!(c.letter, b'd' | b'i') { (prefix, "") } else { ("", prefix) };
    out.extend_from_slice(sign.as_bytes());
    out.resize(out.len() + zeros, b'0');
    out.extend_from_slice(base.as_bytes());
    out.extend_from_slice(digits.as_bytes());
    true
}

fn fraction(c: &Conversion, value: f64, out: &mut Vec<u8>) -> bool {
    match c.letter {
        b'g' | b'G' if !value.is_finite() => {
            out.extend_from_slice(if value.is_nan() {
                b"NAN"
            } else if value > 0.0 {
                b"INF"
            } else {
                b"-INF"
            });
        }
        b'g' | b'G' => {
            let letter = if c.letter == b'g' { b'e' } else { b'E' };
            append_general(out, value, c.precision.unwrap_or(6).max(1) as i32, letter);
        }
        b'f' | b'F' => out.extend_from_slice(format!("{value:.*}", c.precision.unwrap_or(6)).as_bytes()),
        b'e' | b'E' => {
            let text = format!("{value:.*e}", c.precision.unwrap_or(6));
            let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
            let sign = if exponent.starts_with('-') { "" } else { "+" };
            out.extend_from_slice(format!("{digits}{}{sign}{exponent}", char::from(c.letter)).as_bytes());
        }
        _ => return false,
    }
    true
}

/// A description with its conversion filled in.
pub fn expand(desc: &[u8], argument: Argument<'_>) -> Vec<u8> {
    let (mut out, mut rest) = (Vec::new(), desc);
    while let Some(at) = memchr::memchr(b'%', rest) {
        out.extend_from_slice(&rest[..at]);
        rest = &rest[at + 1..];
        if let Some(behind) = rest.strip_prefix(b"%") {
            out.push(b'%');
            rest = behind;
            continue;
        }
        let Some((c, length)) = conversion(rest) else {
            out.push(b'%');
            break;
        };
        let mut text = Vec::new();
        let done = match (&argument, c.letter) {
            (Argument::Text(value), b's') => {
                text.extend_from_slice(&value[..c.precision.unwrap_or(value.len()).min(value.len())]);
                true
            }
            (Argument::Int { value, signed }, b's') => {
                let digits = if *signed { (*value as i64).to_string() } else { value.to_string() };
                text.extend_from_slice(digits.as_bytes());
                true
            }
            (Argument::Int { value, .. }, b'c') => {
                text.push(*value as u8);
                true
            }
            (Argument::Int { value, .. }, _) => whole(&c, *value, &mut text),
            (Argument::Float(value), b's') => {
                append_general(&mut text, *value, 6, b'e');
                true
            }
            (Argument::Float(value), _) => fraction(&c, *value, &mut text),
            (Argument::Text(_), _) => false,
        };
        if done {
            let missing = c.width.saturating_sub(text.len());
            if !c.left {
                out.resize(out.len() + missing, b' ');
            }
            out.extend_from_slice(&text);
            if c.left {
                out.resize(out.len() + missing, b' ');
            }
        } else {
            out.push(b'%');
            out.extend_from_slice(&rest[..length]);
        }
        rest = &rest[length..];
    }
    out.extend_from_slice(rest);
    out
}

/// Resolves `${x?this:that}`: one for files that may be run, the other for others.
pub fn with_mode(text: &[u8], mode: u32) -> Vec<u8> {
    let (mut out, mut rest) = (Vec::new(), text);
    while let Some(at) = memchr::memmem::find(rest, b"${") {
        let parts = || {
            let inner = rest[at + 2..].strip_prefix(b"x?")?;
            let colon = memchr::memchr(b':', inner)?;
            let brace = colon + memchr::memchr(b'}', &inner[colon..])?;
            Some((&inner[..colon], &inner[colon + 1..brace], &inner[brace + 1..]))
        };
        // What is not understood stays as it is, all of it.
        let Some((yes, no, behind)) = parts() else { return text.to_vec() };
        out.extend_from_slice(&rest[..at]);
        out.extend_from_slice(if mode & 0o111 != 0 { yes } else { no });
        rest = behind;
    }
    out.extend_from_slice(rest);
    out
}

fn is_printable(byte: u8) -> bool {
    (b' '..=b'~').contains(&byte)
}

/// Text up to a NUL, with escapes for what cannot be printed.
fn printable(text: &[u8], raw: bool) -> Vec<u8> {
    let mut out = Vec::new();
    for &byte in until_nul(text) {
        if out.len() >= ROOM {
            break;
        }
        if raw || is_printable(byte) {
            out.push(byte);
        } else if out.len() >= ROOM - 3 {
            break;
        } else {
            out.extend_from_slice(format!("\\{}{}{}", byte >> 6 & 7, byte >> 3 & 7, byte & 7).as_bytes());
        }
    }
    out
}

/// An answer as it is shown.
pub fn shown(answer: &[u8], asked: u32) -> Vec<u8> {
    // Descriptions are C strings.
    let answer = until_nul(answer);
    if asked & flags::RAW != 0 {
        return answer.to_vec();
    }
    let mut out = Vec::with_capacity(answer.len());
    for &byte in answer {
        if is_printable(byte) {
            out.push(byte);
        } else {
            out.extend_from_slice(format!("\\{}{}{}", byte >> 6 & 3, byte >> 3 & 7, byte & 7).as_bytes());
        }
    }
    out
}

fn trimmed(text: &[u8]) -> &[u8] {
    until_nul(text).trim_ascii()
}

fn guid(value: &[u8]) -> String {
    let first = u32::from_le_bytes([value[0], value[1], value[2], value[3]]);
    let [second, third] = [[value[4], value[5]], [value[6], value[7]]].map(u16::from_le_bytes);
    let hex = |bytes: &[u8]| bytes.iter().map(|b| format!("{b:02X}")).collect::<String>();
    format!("{first:08X}-{second:04X}-{third:04X}-{}-{}", hex(&value[8..10]), hex(&value[10..16]))
}

impl Run<'_> {
    /// Prints what a line that has matched says.
    pub fn say(&mut self, entry: &Entry) -> Tried<()> {
        use Kind::*;
        let desc = with_mode(&entry.desc, self.input.mode);
        let raw = self.asks(flags::RAW);
        let text = match entry.kind {
            Indirect | Use | Name => return Ok(()),
            Default | Clear => entry.desc.to_vec(),
            String | PString | BeString16 | LeString16 => {
                if matches!(entry.relation, b'=' | b'!') {
                    expand(&desc, Argument::Text(&printable(&entry.value, raw)))
                } else {
                    if entry.value.first().is_none_or(|&b| b == 0) {
                        self.cut_line();
                    }
                    let trim = entry.modifiers & modifier::TRIM != 0;
                    let text = if trim { trimmed(&self.value) } else { &self.value[..] };
                    expand(&desc, Argument::Text(&printable(text, raw)))
                }
            }
            Search | Regex => {
                let text = &self.search.text[..self.search.found.min(self.search.text.len())];
                let trim = entry.modifiers & modifier::TRIM != 0;
                expand(&desc, Argument::Text(&printable(if trim { trimmed(text) } else { text }, raw)))
            }
            Der => expand(&desc, Argument::Text(&printable(&self.value, raw))),
            Guid => expand(&desc, Argument::Text(guid(&self.value).as_bytes())),
            Octal => {
                let digits = until_nul(&entry.value);
                let number = digits.iter().fold(0, |n: u64, b| n.wrapping_mul(8).wrapping_add(u64::from(b & 7)));
                expand(&desc, Argument::Text(number.to_string().as_bytes()))
            }
            Date | BeDate | LeDate | MeDate | QDate | BeQDate | LeQDate => self.moment(&desc, time::Zone::Utc),
            LDate | BeLDate | LeLDate | MeLDate | QLDate | BeQLDate | LeQLDate => self.moment(&desc, time::Zone::Local),
            QwDate | BeQwDate | LeQwDate => self.moment(&desc, time::Zone::Windows),
            DosDate | BeDosDate | LeDosDate => expand(&desc, Argument::Text(time::dos_date(self.number as u16).as_bytes())),
            DosTime | BeDosTime | LeDosTime => expand(&desc, Argument::Text(time::dos_time(self.number as u16).as_bytes())),
            kind if kind.fraction().is_some() => expand(&desc, Argument::Float(f64::from_bits(self.number))),
            kind if kind.number().is_some() => {
                let signed = !entry.has(crate::entry::flag::UNSIGNED);
                expand(&desc, Argument::Int { value: entry.extend(self.number), signed })
            }
            kind => return self.fail_at_line(&format!("invalid m->type ({}) in mprint()", kind as u8)),
        };
        self.print(text);
        Ok(())
    }
    fn moment(&self, desc: &[u8], zone: time::Zone) -> Vec<u8> {
        expand(desc, Argument::Text(time::date_time(self.number, zone).as_bytes()))
    }
}
