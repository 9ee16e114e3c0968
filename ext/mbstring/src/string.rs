//! Length, parts, case, padding, single characters.

use crate::{
    codec::{Substitute, decode, encode, measure},
    encoding::{BAD, Codec, EncodingRef, Order},
    multibyte::Set,
    state::{argument, chars, text},
    unicode::{self, Mode},
    utf8,
};
use phant_memory::{
    Array, PhpStr, Str, StrBuilder, Value,
    string::{Bytes, Letters},
};
use phant_native::{PhpResult, ctx::Late, descriptor::FunctionGroup, functions, php, ret::OrFalse};

pub(crate) const FUNCTIONS: FunctionGroup = functions![
    mb_strlen,
    mb_substr,
    mb_strcut,
    mb_str_split,
    mb_strtoupper,
    mb_strtolower,
    mb_convert_case,
    mb_ucfirst,
    mb_lcfirst,
    mb_str_pad,
    mb_ord,
    mb_chr,
    mb_scrub
];

/// How many characters UTF-8 text has.
pub(crate) fn count_utf8(bytes: &[u8]) -> usize {
    static STARTS: Bytes = Bytes::of(b"").and(0x80, 0xbf).others();
    STARTS.count(bytes)
}

/// Where the character with a number begins in UTF-8 text; its end for numbers beyond the last.
pub(crate) fn offset_utf8(bytes: &[u8], number: usize) -> usize {
    place_utf8(bytes, number).unwrap_or(bytes.len())
}

/// The same; `None` if there are fewer characters in front of it.
pub(crate) fn place_utf8(bytes: &[u8], number: usize) -> Option<usize> {
    /// Bytes that begin characters, in a word of eight.
    fn leads(word: &[u8; 8]) -> usize {
        let word = u64::from_ne_bytes(*word);
        (!(word >> 7 & !(word >> 6)) & 0x0101_0101_0101_0101).count_ones() as usize
    }
    let mut left = number;
    let mut at = 0;
    // Long ways first: what is behind the last block that ends in front of the character is walked word by word.
    if number >= 64 {
        for block in bytes.chunks_exact(64) {
            let count = count_utf8(block);
            if count > left {
                break;
            }
            left -= count;
            at += block.len();
        }
    }
    while let Some(word) = bytes[at..].first_chunk::<8>() {
        let count = leads(word);
        if count > left {
            break;
        }
        left -= count;
        at += 8;
    }
    for (i, &b) in bytes.iter().enumerate().skip(at) {
        if b as i8 >= -0x40 {
            if left == 0 {
                return Some(i);
            }
            left -= 1;
        }
    }
    (left == 0).then_some(bytes.len())
}

/// How many characters a text has.
pub(crate) fn length(encoding: EncodingRef, string: &PhpStr) -> usize {
    match encoding.unit() {
        Some(unit) => string.len() / unit,
        None if encoding.is_utf8() && utf8::valid(string).is_some() => count_utf8(string),
        None if encoding.is_utf8() => utf8::Lenient(string).count(),
        None if matches!(encoding.codec, Codec::Uuencode) => string.len(),
        None => decode(encoding, string).len(),
    }
}

/// The number of characters.
#[php("function mb_strlen(string $string, ?string $encoding = null): int")]
fn mb_strlen(late: Late<'_>, string: &PhpStr, encoding: Option<&PhpStr>) -> PhpResult<usize> {
    let encoding = argument(late, 2, encoding)?;
    Ok(length(encoding, string))
}

/// Characters from one number up to another.
pub(crate) fn part(late: Late<'_>, encoding: EncodingRef, string: &Str, from: usize, count: usize) -> PhpResult<Str> {
    if let Some(unit) = encoding.unit() {
        let from = from.saturating_mul(unit).min(string.len());
        let to = from.saturating_add(count.saturating_mul(unit)).min(string.len());
        return Ok(Str::new(&string[from..to]));
    }
    if encoding.is_utf8() {
        if utf8::valid(string).is_some() {
            let from = offset_utf8(string, from);
            let to = from + offset_utf8(&string[from..], count);
            return Ok(if from == 0 && to == string.len() { string.clone() } else { Str::new(&string[from..to]) });
        }
        let mut chars = utf8::Lenient(string);
        chars.skip_chars(from);
        late.reserve(chars.0.len().min(count).saturating_mul(4))?;
        return Ok(text(late, encoding, &chars.take(count).collect::<Vec<_>>()));
    }
    let chars = chars(late, encoding, string)?;
    let from = from.min(chars.len());
    let to = from.saturating_add(count).min(chars.len());
    Ok(text(late, encoding, &chars[from..to]))
}

/// A part, by characters.
#[php("function mb_substr(string $string, int $start, ?int $length = null, ?string $encoding = null): string")]
fn mb_substr(late: Late<'_>, string: &Str, start: i64, length: Option<i64>, encoding: Option<&PhpStr>) -> PhpResult<Str> {
    let encoding = argument(late, 4, encoding)?;
    let total = if start < 0 || length.is_some_and(|l| l < 0) { self::length(encoding, string) } else { 0 };
    let from = if start < 0 { total.saturating_sub(magnitude(start)) } else { magnitude(start) };
    let count = match length {
        None => usize::MAX,
        Some(length) if length < 0 => total.saturating_sub(from).saturating_sub(magnitude(length)),
        Some(length) => magnitude(length),
    };
    part(late, encoding, string, from, count)
}

pub(crate) fn magnitude(number: i64) -> usize {
    usize::try_from(number.unsigned_abs()).unwrap_or(usize::MAX)
}

/// A part, by bytes, without cutting through a character.
#[php("function mb_strcut(string $string, int $start, ?int $length = null, ?string $encoding = null): string")]
fn mb_strcut(late: Late<'_>, string: &Str, start: i64, length: Option<i64>, encoding: Option<&PhpStr>) -> PhpResult<Str> {
    let encoding = argument(late, 4, encoding)?;
    let total = string.len();
    let start = if start < 0 { total.saturating_sub(magnitude(start)) } else { magnitude(start) };
    let length = match length {
        None => total,
        Some(length) if length < 0 => total.saturating_sub(start).saturating_sub(magnitude(length)),
        Some(length) => magnitude(length),
    };
    if start > total {
        return Ok(Str::default());
    }
    if let Some(unit) = encoding.unit() {
        // The length counts from where the character begins.
        let start = start / unit * unit;
        let length = length.min(total - start);
        return Ok(Str::new(&string[start..start + length / unit * unit]));
    }
    let to_end = length >= total - start;
    let length = length.min(total - start);
    Ok(match encoding.codec {
        Codec::Utf8 | Codec::Mobile(_) => {
            // A byte that continues a character goes back to the character's first byte.
            let back = |mut at: usize| {
                while at > 0 && at < total && string[at] & 0xc0 == 0x80 {
                    at -= 1;
                }
                at
            };
            let start = back(start);
            Str::new(&string[start..if to_end { total } else { back(start + length).max(start) }])
        }
        Codec::Utf16(order) => cut_utf16(order, string, start, length),
        _ => match cut_lengths(encoding) {
            Some(lead) => {
                // Where characters begin is known from the beginning on only.
                let begin = |from: usize, limit: usize| {
                    let mut at = from;
                    while at < limit && at + lead(&string[at..]) <= limit {
                        at += lead(&string[at..]);
                    }
                    at
                };
                let start = begin(0, start);
                let end = if to_end { total } else { begin(start, start + length) };
                Str::new(&string[start..end])
            }
            None => cut_encoded(late, encoding, string, start, length)?,
        },
    })
}

/// A part of UTF-16 that begins and ends between characters.
fn cut_utf16(order: Order, string: &PhpStr, start: usize, length: usize) -> Str {
    let little = match order {
        Order::Little => true,
        Order::Big => false,
        Order::Detect => string.starts_with(b"\xff\xfe"),
    };
    if order == Order::Detect && start == 0 && matches!(&string[..], b"\xff\xfe" | b"\xfe\xff") {
        return Str::default();
    }
    let half = |at: usize, kind: u8| string.get(at + usize::from(little)).is_some_and(|b| b & 0xfc == kind);
    let back = |at: usize| if at >= 2 && half(at, 0xdc) && half(at - 2, 0xd8) { at - 2 } else { at };
    let start = back(start & !1);
    let end = (start + (length & !1)).min(string.len() & !1);
    // Half a pair at the end of the text is nothing.
    let end = if end == string.len() && end >= start + 2 && half(end - 2, 0xd8) { end - 2 } else { back(end).max(start) };
    Str::new(&string[start..end])
}

/// A part by the bytes that characters have when they are written again, with what ends a text.
fn cut_encoded(late: Late<'_>, encoding: EncodingRef, string: &PhpStr, start: usize, length: usize) -> PhpResult<Str> {
    let all = chars(late, encoding, string)?;
    let with = Substitute::Char(u32::from(b'?'));
    // Longer beginnings take more bytes, so the last that fits is found by halving.
    let search = |chars: &[u32], fits: &dyn Fn(usize) -> bool| {
        let (mut low, mut high) = (0, chars.len());
        while low < high {
            let middle = (low + high).div_ceil(2);
            if fits(middle) { low = middle } else { high = middle - 1 }
        }
        low
    };
    let before = search(&all, &|n| measure(encoding, &all[..n], with, false) <= start);
    let rest = &all[before..];
    let kept = search(rest, &|n| measure(encoding, &rest[..n], with, true) <= length);
    Ok(Str::from(encode(encoding, &rest[..kept], with)))
}

/// How long a character is by its first byte, for encodings where that says something.
fn lead_lengths(encoding: EncodingRef) -> Option<Box<dyn Fn(u8) -> usize>> {
    match encoding.codec {
        Codec::Utf8 | Codec::Mobile(_) => Some(Box::new(length_by_lead)),
        Codec::Multibyte(Set::Gb18030 | Set::Gb18030Of2022) => None,
        Codec::Multibyte(set) => Some(Box::new(move |byte| set.length_by_lead(byte))),
        _ => None,
    }
}
/// The same for cutting, where GB 18030 has to be looked at.
fn cut_lengths(encoding: EncodingRef) -> Option<Box<dyn Fn(&[u8]) -> usize>> {
    match encoding.codec {
        Codec::Uuencode => Some(Box::new(|_| 1)),
        Codec::Multibyte(Set::Gb18030 | Set::Gb18030Of2022) => Some(Box::new(|bytes| match bytes {
            [0x81..=0xfe, b'0'..=b'9', ..] => 4,
            [0x81..=0xfe, ..] => 2,
            _ => 1,
        })),
        _ => lead_lengths(encoding).map(|lead| Box::new(move |bytes: &[u8]| lead(bytes[0])) as Box<dyn Fn(&[u8]) -> usize>),
    }
}

/// Bytes of the character that a byte of UTF-8 begins.
fn length_by_lead(byte: u8) -> usize {
    match byte {
        0xc2..0xe0 => 2,
        0xe0..0xf0 => 3,
        0xf0..0xf5 => 4,
        _ => 1,
    }
}

/// Splits into pieces of so many characters.
#[php("function mb_str_split(string $string, int $length = 1, ?string $encoding = null): array")]
fn mb_str_split(late: Late<'_>, string: &Str, length: i64, encoding: Option<&PhpStr>) -> PhpResult<Array> {
    if length <= 0 {
        return Err(late.ctx()?.argument_error(2, "must be greater than 0"));
    }
    let encoding = argument(late, 3, encoding)?;
    let length = magnitude(length);
    if length > u32::MAX as usize / 4 {
        return Err(late.ctx()?.argument_error(2, "is too large"));
    }
    let mut pieces = Array::with_capacity(0);
    if let Some(unit) = encoding.unit() {
        for piece in string.chunks(length.saturating_mul(unit)) {
            let _ = pieces.push(Value::str(piece));
        }
    } else if let Some(lead) = lead_lengths(encoding) {
        let out = pieces.make_mut();
        let (mut at, mut from, mut count) = (0, 0, 0);
        while let Some(&byte) = string.get(at) {
            at = (at + lead(byte)).min(string.len());
            count += 1;
            if count == length {
                let _ = out.push(Value::str(&string[from..at]));
                (from, count) = (at, 0);
            }
        }
        if from < at {
            let _ = out.push(Value::str(&string[from..at]));
        }
    } else {
        for piece in chars(late, encoding, string)?.chunks(length) {
            let piece = text(late, encoding, piece);
            let _ = pieces.push(Value::from(piece));
        }
    }
    Ok(pieces)
}

/// A text in another case.
pub(crate) fn in_case(late: Late<'_>, mode: Mode, string: &Str, encoding: EncodingRef) -> PhpResult<Str> {
    let plain = encoding.is_utf8()
        || encoding.name != "ISO-8859-9" && matches!(encoding.codec, Codec::Ascii | Codec::Latin1 | Codec::Table(_));
    if string.is_ascii() && plain {
        let wrong: fn(&u8) -> bool = match mode {
            Mode::Upper | Mode::UpperSimple => u8::is_ascii_lowercase,
            Mode::Title | Mode::TitleSimple => |_| true,
            _ => u8::is_ascii_uppercase,
        };
        if !string.iter().any(wrong) {
            return Ok(string.clone());
        }
        if !matches!(mode, Mode::Title | Mode::TitleSimple) {
            let upper = matches!(mode, Mode::Upper | Mode::UpperSimple);
            return Ok(match upper {
                true => Str::turned(string, Letters::Lower),
                false => Str::turned(string, Letters::Upper),
            });
        }
    }
    if encoding.is_utf8()
        && let Some(text) = string.as_utf8()
    {
        late.reserve(text.len())?;
        match mode {
            Mode::Upper => return Ok(utf8::upper(text)),
            // A sigma depends on what is around it.
            Mode::Lower if !text.contains('\u{3a3}') => return Ok(utf8::lower(text)),
            Mode::FoldSimple => return Ok(unicode::fold_simple_utf8(text)),
            _ => {}
        }
    }
    let mut chars = chars(late, encoding, string)?;
    if encoding.name == "ISO-8859-9" {
        turkish(mode, &mut chars);
    }
    let chars = unicode::convert(mode, &chars);
    Ok(text(late, encoding, &chars))
}

/// Puts in place of the letters i and I the one that has the capital or small letter of the same kind in Turkish.
fn turkish(mode: Mode, chars: &mut [u32]) {
    let (from, to) = match mode {
        Mode::Upper | Mode::UpperSimple => ([0x69, 0x69], [0x130, 0x130]),
        Mode::Title | Mode::TitleSimple => return,
        _ => ([0x49, 0x130], [0x131, 0x69]),
    };
    for c in chars {
        if let Some(at) = from.iter().position(|f| f == c) {
            *c = to[at];
        }
    }
}

/// Upper case.
#[php("function mb_strtoupper(string $string, ?string $encoding = null): string")]
fn mb_strtoupper(late: Late<'_>, string: &Str, encoding: Option<&PhpStr>) -> PhpResult<Str> {
    let encoding = argument(late, 2, encoding)?;
    in_case(late, Mode::Upper, string, encoding)
}

/// Lower case.
#[php("function mb_strtolower(string $string, ?string $encoding = null): string")]
fn mb_strtolower(late: Late<'_>, string: &Str, encoding: Option<&PhpStr>) -> PhpResult<Str> {
    let encoding = argument(late, 2, encoding)?;
    in_case(late, Mode::Lower, string, encoding)
}

/// Upper, lower, title case, or case folded.
#[php("function mb_convert_case(string $string, int $mode, ?string $encoding = null): string")]
fn mb_convert_case(late: Late<'_>, string: &Str, mode: i64, encoding: Option<&PhpStr>) -> PhpResult<Str> {
    let encoding = argument(late, 3, encoding)?;
    match Mode::new(mode) {
        Some(mode) => in_case(late, mode, string, encoding),
        None => Err(late.ctx()?.argument_error(2, "must be one of the MB_CASE_* constants")),
    }
}

fn change_first(late: Late<'_>, mode: Mode, string: &Str, encoding: Option<&PhpStr>) -> PhpResult<Str> {
    let encoding = argument(late, 2, encoding)?;
    let first = part(late, encoding, string, 0, 1)?;
    let changed = in_case(late, mode, &first, encoding)?;
    if changed == first {
        return Ok(string.clone());
    }
    let rest = part(late, encoding, string, 1, usize::MAX)?;
    Ok(Str::concat(&changed, &rest))
}

/// The first character in title case.
#[php("function mb_ucfirst(string $string, ?string $encoding = null): string")]
fn mb_ucfirst(late: Late<'_>, string: &Str, encoding: Option<&PhpStr>) -> PhpResult<Str> {
    change_first(late, Mode::Title, string, encoding)
}

/// The first character in lower case.
#[php("function mb_lcfirst(string $string, ?string $encoding = null): string")]
fn mb_lcfirst(late: Late<'_>, string: &Str, encoding: Option<&PhpStr>) -> PhpResult<Str> {
    change_first(late, Mode::Lower, string, encoding)
}

/// Pads to a number of characters.
#[php(
    "function mb_str_pad(string $string, int $length, string $pad_string = ' ', int $pad_type = STR_PAD_RIGHT, ?string $encoding = null): string"
)]
fn mb_str_pad(late: Late<'_>, string: &Str, length: i64, pad: &Str, pad_type: i64, encoding: Option<&PhpStr>) -> PhpResult<Str> {
    const LEFT: i64 = 0;
    const RIGHT: i64 = 1;
    const BOTH: i64 = 2;
    let encoding = argument(late, 5, encoding)?;
    let own = self::length(encoding, string);
    if length < 0 || magnitude(length) <= own {
        return Ok(string.clone());
    }
    let pad_length = self::length(encoding, pad);
    if pad_length == 0 {
        return Err(late.ctx()?.argument_error(3, "must not be empty"));
    }
    let missing = magnitude(length) - own;
    let (left, right) = match pad_type {
        LEFT => (missing, 0),
        RIGHT => (0, missing),
        BOTH => (missing / 2, missing - missing / 2),
        _ => return Err(late.ctx()?.argument_error(4, "must be STR_PAD_LEFT, STR_PAD_RIGHT, or STR_PAD_BOTH")),
    };
    late.reserve((missing / pad_length).saturating_mul(pad.len()).saturating_add(string.len()))?;
    let mut out = StrBuilder::with_capacity(string.len() + missing);
    let fill = |late: Late<'_>, out: &mut StrBuilder, count: usize| -> PhpResult<()> {
        for _ in 0..count / pad_length {
            out.push_bytes(pad);
        }
        out.push_bytes(&part(late, encoding, pad, 0, count % pad_length)?);
        Ok(())
    };
    fill(late, &mut out, left)?;
    out.push_bytes(string);
    fill(late, &mut out, right)?;
    Ok(out.finish())
}

/// The code point of the first character.
#[php("function mb_ord(string $string, ?string $encoding = null): int|false")]
fn mb_ord(late: Late<'_>, string: &Str, encoding: Option<&PhpStr>) -> PhpResult<OrFalse<i64>> {
    if string.is_empty() {
        return Err(late.ctx()?.argument_error(1, "must not be empty"));
    }
    let encoding = argument(late, 2, encoding)?;
    if !encoding.has_fixed_characters() {
        return Err(late.ctx()?.value_error(format!("mb_ord() does not support the \"{}\" encoding", encoding.name)));
    }
    if encoding.is_utf8() {
        let first = utf8::Lenient(string).next();
        return Ok(first.filter(|&c| c != BAD).map(i64::from).into());
    }
    // No encoding takes more bytes for a character than this, escape sequences included.
    let head = &string[..string.len().min(16)];
    let first = decode(encoding, head).first().copied();
    Ok(first.filter(|&c| c != BAD).map(i64::from).into())
}

/// The character with a code point.
#[php("function mb_chr(int $codepoint, ?string $encoding = null): string|false")]
fn mb_chr(late: Late<'_>, codepoint: i64, encoding: Option<&PhpStr>) -> PhpResult<OrFalse<Str>> {
    let encoding = argument(late, 2, encoding)?;
    if !encoding.has_fixed_characters() {
        return Err(late.ctx()?.value_error(format!("mb_chr() does not support the \"{}\" encoding", encoding.name)));
    }
    let Some(found) = u32::try_from(codepoint).ok().and_then(char::from_u32) else { return Ok(OrFalse::False) };
    if encoding.is_utf8() {
        return Ok(OrFalse::Some(Str::new(found.encode_utf8(&mut [0; 4]))));
    }
    let c = u32::from(found);
    let (bytes, illegal) = crate::codec::encode_counted(encoding, &[c], crate::codec::Substitute::None);
    Ok(if illegal > 0 { OrFalse::False } else { OrFalse::Some(Str::from(bytes)) })
}

/// Replaces what is broken.
#[php("function mb_scrub(string $string, ?string $encoding = null): string")]
fn mb_scrub(late: Late<'_>, string: &Str, encoding: Option<&PhpStr>) -> PhpResult<Str> {
    let encoding = argument(late, 2, encoding)?;
    if encoding.is_utf8() && string.as_utf8().is_some() {
        return Ok(string.clone());
    }
    let chars = chars(late, encoding, string)?;
    Ok(text(late, encoding, &chars))
}
