//! Case and order of letters: `strtolower`, `ucwords`, `strrev`, `str_rot13`, `str_increment` and their kin.

use crate::text::{self, ByteSet};
use phant_memory::{
    Array, PhpStr, Str, Value,
    string::{Bytes, Letters},
};
use phant_native::{Constant, ConstantValue, Ctx, Late, PhpResult, descriptor::FunctionGroup, functions, php};
use phant_numeric::increment;

pub(crate) const FUNCTIONS: FunctionGroup = functions![
    strtolower,
    strtoupper,
    ucfirst,
    lcfirst,
    ucwords,
    strrev,
    str_rot13,
    str_increment,
    str_decrement,
    ord,
    chr,
    bin2hex,
    hex2bin,
    utf8_encode,
    utf8_decode,
    count_chars,
    str_repeat,
    str_pad,
    hebrev,
];

/// Lower case, ASCII letters only.
#[php("function strtolower(string $string): string", pure)]
fn strtolower(string: &PhpStr) -> Str {
    if Letters::Upper.are_in(string) { Str::turned(string, Letters::Upper) } else { string.to_handle() }
}

/// Upper case, ASCII letters only.
#[php("function strtoupper(string $string): string", pure)]
fn strtoupper(string: &PhpStr) -> Str {
    if Letters::Lower.are_in(string) { Str::turned(string, Letters::Lower) } else { string.to_handle() }
}

fn with_first(string: &PhpStr, change: impl Fn(u8) -> u8) -> Str {
    match string.first() {
        Some(&first) if change(first) != first => Str::concat(&[change(first)], &string[1..]),
        _ => string.to_handle(),
    }
}

/// The first letter in upper case.
#[php("function ucfirst(string $string): string", pure)]
fn ucfirst(string: &PhpStr) -> Str {
    with_first(string, |b| b.to_ascii_uppercase())
}

/// The first letter in lower case.
#[php("function lcfirst(string $string): string", pure)]
fn lcfirst(string: &PhpStr) -> Str {
    with_first(string, |b| b.to_ascii_lowercase())
}

/// The first letter of every word in upper case.
#[php("function ucwords(string $string, string $separators = \" \\t\\r\\n\\f\\v\"): string", pure)]
fn ucwords(late: Late<'_>, string: &PhpStr, separators: &PhpStr) -> PhpResult<Str> {
    if string.is_empty() {
        return Ok(string.to_handle());
    }
    let mut copy = Str::new(string.as_bytes());
    let out = copy.make_mut();
    // Letters among the separators are compared after they have become capitals; dots may mean a range.
    if separators.iter().any(|&b| b.is_ascii_alphabetic() || b == b'.') {
        let set = ByteSet::of_ranges(late.ctx()?, separators);
        let mut start = true;
        for byte in out {
            if start {
                byte.make_ascii_uppercase();
            }
            start = set.has(*byte);
        }
        return Ok(copy);
    }
    let mut behind = |at: usize| {
        if let Some(first) = out.get_mut(at) {
            first.make_ascii_uppercase();
        }
    };
    behind(0);
    match **separators {
        [] => {}
        [byte] if string.len() <= 64 => text::each_byte_in_short(byte, string, |at| behind(at + 1)),
        [byte] => memchr::memchr_iter(byte, string).for_each(|at| behind(at + 1)),
        [a, b] => memchr::memchr2_iter(a, b, string).for_each(|at| behind(at + 1)),
        _ => {
            static BLANK: Bytes = Bytes::of(b" \t\r\n\x0c\x0b");
            let set = if separators.as_bytes() == b" \t\r\n\x0c\x0b" { BLANK } else { Bytes::of(separators) };
            set.each(string, |at| {
                behind(at + 1);
                true
            });
        }
    }
    Ok(copy)
}

/// The bytes in reverse order.
#[php("function strrev(string $string): string", pure)]
fn strrev(string: &PhpStr) -> Str {
    Str::filled(string.len(), |out| {
        out.copy_from_slice(string);
        out.reverse();
    })
}

/// Every letter moved by 13 places.
#[php("function str_rot13(string $string): string", pure)]
fn str_rot13(string: &PhpStr) -> Str {
    Str::mapped(string, |b| match b {
        b'a'..=b'm' | b'A'..=b'M' => b + 13,
        b'n'..=b'z' | b'N'..=b'Z' => b - 13,
        _ => b,
    })
}

fn check_alphanumeric(ctx: &Ctx, string: &PhpStr) -> PhpResult<()> {
    if string.is_empty() {
        return Err(ctx.argument_error(1, "must not be empty"));
    }
    if !string.iter().all(u8::is_ascii_alphanumeric) {
        return Err(ctx.argument_error(1, "must be composed only of alphanumeric ASCII characters"));
    }
    Ok(())
}

/// The next string in the order "a" … "z", "aa", …
#[php("function str_increment(string $string): string", pure)]
fn str_increment(ctx: &Ctx, string: &PhpStr) -> PhpResult<Vec<u8>> {
    check_alphanumeric(ctx, string)?;
    Ok(increment::increment_text(string))
}

/// The string before, in the order of `str_increment`.
#[php("function str_decrement(string $string): string", pure)]
fn str_decrement(ctx: &Ctx, string: &PhpStr) -> PhpResult<Str> {
    check_alphanumeric(ctx, string)?;
    match decremented(string) {
        Some(text) => Ok(Str::new(text)),
        None => Err(ctx.argument_error(1, format!("\"{string}\" is out of decrement range"))),
    }
}

fn decremented(string: &[u8]) -> Option<Vec<u8>> {
    if string.first() == Some(&b'0') {
        return None;
    }
    let mut text = string.to_vec();
    let mut borrow = true;
    for byte in text.iter_mut().rev() {
        borrow = matches!(*byte, b'a' | b'A' | b'0');
        *byte = match *byte {
            b'a' => b'z',
            b'A' => b'Z',
            b'0' => b'9',
            other => other - 1,
        };
        if !borrow {
            break;
        }
    }
    if borrow || text.first() == Some(&b'0') && text.len() > 1 {
        if text.len() == 1 {
            return None;
        }
        text.remove(0);
    }
    Some(text)
}

/// The value of the first byte.
#[php("function ord(string $character): int", pure)]
fn ord(character: &PhpStr) -> i64 {
    character.first().map_or(0, |&b| i64::from(b))
}

/// The string of one byte.
#[php("function chr(int $codepoint): string", pure)]
fn chr(codepoint: i64) -> Str {
    phant_memory::string::single_byte(codepoint as u8)
}

/// Two hexadecimal digits for every byte.
#[php("function bin2hex(string $string): string", pure)]
fn bin2hex(late: Late<'_>, string: &PhpStr) -> PhpResult<Str> {
    let len = text::reserve_late(late, string.len().checked_mul(2))?;
    Ok(Str::filled(len, |out| to_hex(string, out)))
}

/// Writes two lower-case hexadecimal digits for every byte.
pub(crate) fn to_hex(bytes: &[u8], out: &mut [u8]) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    for (pair, &byte) in out.chunks_exact_mut(2).zip(bytes) {
        pair[0] = DIGITS[usize::from(byte >> 4)];
        pair[1] = DIGITS[usize::from(byte & 15)];
    }
}

/// The value of a hexadecimal digit.
pub(crate) fn hex_digit(byte: u8) -> Option<u8> {
    match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        b'A'..=b'F' => Some(byte - b'A' + 10),
        _ => None,
    }
}

/// The bytes that hexadecimal digits stand for.
#[php("function hex2bin(string $string): string|false", pure)]
fn hex2bin(ctx: &Ctx, string: &PhpStr) -> phant_native::ret::OrFalse<Str> {
    if !string.len().is_multiple_of(2) {
        ctx.warning("Hexadecimal input string must have an even length");
        return None.into();
    }
    let mut valid = true;
    let bytes = Str::filled(string.len() / 2, |out| {
        for (byte, pair) in out.iter_mut().zip(string.chunks_exact(2)) {
            match (hex_digit(pair[0]), hex_digit(pair[1])) {
                (Some(high), Some(low)) => *byte = high << 4 | low,
                _ => valid = false,
            }
        }
    });
    if !valid {
        ctx.warning("Input string must be hexadecimal string");
        return None.into();
    }
    Some(bytes).into()
}

/// From ISO-8859-1 to UTF-8.
#[php(
    "function utf8_encode(string $string): string",
    deprecated = " since 8.2, visit the php.net documentation for various alternatives"
)]
fn utf8_encode(ctx: &Ctx, string: &PhpStr) -> PhpResult<Str> {
    let high = string.iter().filter(|b| !b.is_ascii()).count();
    let len = text::reserve(ctx, string.len().checked_add(high))?;
    Ok(Str::filled(len, |out| {
        let mut to = out.iter_mut();
        let mut put = |byte| to.next().map(|slot| *slot = byte);
        for &byte in string.iter() {
            if byte < 0x80 {
                put(byte);
            } else {
                put(0xc0 | byte >> 6);
                put(0x80 | byte & 0x3f);
            }
        }
    }))
}

/// From UTF-8 to ISO-8859-1; everything else becomes "?".
#[php(
    "function utf8_decode(string $string): string",
    deprecated = " since 8.2, visit the php.net documentation for various alternatives"
)]
fn utf8_decode(string: &PhpStr) -> Str {
    let mut out = phant_memory::StrBuilder::with_capacity(string.len());
    let mut rest = string.as_bytes();
    while !rest.is_empty() {
        let (code, len) = phant_native::utf8::next_utf8(rest);
        out.push(code.and_then(|c| u8::try_from(c).ok()).unwrap_or(b'?'));
        rest = &rest[len..];
    }
    out.finish()
}

/// How often every byte occurs, or which bytes occur or do not.
#[php("function count_chars(string $string, int $mode = 0): array|string", pure)]
fn count_chars(late: Late<'_>, string: &PhpStr, mode: i64) -> PhpResult<Value> {
    if !(0..=4).contains(&mode) {
        return Err(late.ctx()?.argument_error(2, "must be between 0 and 4 (inclusive)"));
    }
    let mut counts = [0i64; 256];
    for &byte in string.iter() {
        counts[usize::from(byte)] += 1;
    }
    // One bit for each byte that is asked for.
    let mut wanted = match mode {
        1 | 3 => [0u64; 4],
        _ => [u64::MAX; 4],
    };
    if mode != 0 {
        string.iter().for_each(|&byte| {
            let bit = 1 << (byte & 63);
            let word = &mut wanted[usize::from(byte >> 6)];
            if mode & 1 == 1 { *word |= bit } else { *word &= !bit }
        });
    }
    let mut word = 0;
    let next = || {
        while wanted[word] == 0 {
            word += 1;
            if word == wanted.len() {
                return None;
            }
        }
        let byte = word * 64 + wanted[word].trailing_zeros() as usize;
        wanted[word] &= wanted[word] - 1;
        Some((byte as u8, counts[byte]))
    };
    let entries = std::iter::from_fn(next);
    Ok(match mode {
        3 | 4 => {
            let (mut bytes, mut len) = ([0; 256], 0);
            for (byte, _) in entries {
                bytes[len] = byte;
                len += 1;
            }
            Value::str(&bytes[..len])
        }
        _ => Value::from(
            entries.map(|(byte, count)| (phant_memory::Key::Int(i64::from(byte)), Value::int(count))).collect::<Array>(),
        ),
    })
}

/// A string several times.
#[php("function str_repeat(string $string, int $times): string", pure)]
fn str_repeat(late: Late<'_>, string: &PhpStr, times: i64) -> PhpResult<Str> {
    if times < 0 {
        return Err(late.ctx()?.argument_error(2, "must be greater than or equal to 0"));
    }
    if string.is_empty() || times == 0 {
        return Ok(Str::default());
    }
    let len = text::reserve_late(late, usize::try_from(times).ok().and_then(|n| n.checked_mul(string.len())))?;
    if times == 1 {
        return Ok(string.to_handle());
    }
    if string.len() >= 64 {
        return Ok(Str::made(len, |out| (0..times).for_each(|_| out.extend(string))));
    }
    Ok(Str::filled(len, |out| fill_repeated(out, string)))
}

/// Fills `out` with a pattern, doubling what is there.
fn fill_repeated(out: &mut [u8], pattern: &[u8]) {
    if let [byte] = pattern {
        return out.fill(*byte);
    }
    let mut done = pattern.len().min(out.len());
    out[..done].copy_from_slice(&pattern[..done]);
    while done < out.len() && done > 0 {
        let step = done.min(out.len() - done);
        out.copy_within(..step, done);
        done += step;
    }
}

pub(crate) const CONSTANTS: &[Constant] =
    &[int("STR_PAD_LEFT", STR_PAD_LEFT), int("STR_PAD_RIGHT", STR_PAD_RIGHT), int("STR_PAD_BOTH", STR_PAD_BOTH)];

const fn int(name: &'static str, value: i64) -> Constant {
    Constant { name, value: ConstantValue::Int(value) }
}

const STR_PAD_LEFT: i64 = 0;
const STR_PAD_RIGHT: i64 = 1;
const STR_PAD_BOTH: i64 = 2;

/// A string filled up to a length.
#[php("function str_pad(string $string, int $length, string $pad_string = \" \", int $pad_type = STR_PAD_RIGHT): string", pure)]
fn str_pad(late: Late<'_>, string: &PhpStr, length: i64, pad_string: &PhpStr, pad_type: i64) -> PhpResult<Str> {
    let missing = match usize::try_from(length) {
        Ok(length) if length > string.len() => length - string.len(),
        _ => return Ok(string.to_handle()),
    };
    if pad_string.is_empty() {
        return Err(late.ctx()?.argument_error(3, "must not be empty"));
    }
    let left = match pad_type {
        STR_PAD_LEFT => missing,
        STR_PAD_RIGHT => 0,
        STR_PAD_BOTH => missing / 2,
        _ => return Err(late.ctx()?.argument_error(4, "must be STR_PAD_LEFT, STR_PAD_RIGHT, or STR_PAD_BOTH")),
    };
    let len = text::reserve_late(late, Some(missing + string.len()))?;
    Ok(Str::filled(len, |out| {
        let (before, rest) = out.split_at_mut(left);
        let (middle, after) = rest.split_at_mut(string.len());
        fill_repeated(before, pad_string);
        middle.copy_from_slice(string);
        fill_repeated(after, pad_string);
    }))
}

/// Hebrew text from logical to visual order.
#[php("function hebrev(string $string, int $max_chars_per_line = 0): string", pure)]
fn hebrev(string: &PhpStr, max_chars_per_line: i64) -> Str {
    if string.is_empty() {
        return string.to_handle();
    }
    Str::new(hebrew_lines(&mut hebrew_reversed(string), max_chars_per_line))
}

fn is_hebrew(byte: u8) -> bool {
    (224..=250).contains(&byte)
}

fn is_blank(byte: u8) -> bool {
    byte == b' ' || byte == b'\t'
}

fn is_line_end(byte: u8) -> bool {
    byte == b'\n' || byte == b'\r'
}

fn mirrored(byte: u8) -> u8 {
    match byte {
        b'(' => b')',
        b')' => b'(',
        b'[' => b']',
        b']' => b'[',
        b'{' => b'}',
        b'}' => b'{',
        b'<' => b'>',
        b'>' => b'<',
        b'\\' => b'/',
        b'/' => b'\\',
        other => other,
    }
}

/// Blocks of Hebrew and of other text alternate, and may be empty. The blocks come in reverse order, the bytes of the
/// Hebrew ones too, with brackets mirrored.
fn hebrew_reversed(text: &[u8]) -> Vec<u8> {
    let goes_with_hebrew = |b: u8| is_hebrew(b) || is_blank(b) || b.is_ascii_punctuation() || b == b'\n';
    // Written backwards: what ends up last comes first.
    let mut out = Vec::with_capacity(text.len());
    let mut hebrew = text.first().is_some_and(|&b| is_hebrew(b));
    let mut start = 0;
    let mut end = usize::from(!text.is_empty());
    loop {
        if hebrew {
            while end < text.len() && goes_with_hebrew(text[end]) {
                end += 1;
            }
            out.extend(text[start..end].iter().map(|&b| mirrored(b)));
        } else {
            while end < text.len() && !is_hebrew(text[end]) && text[end] != b'\n' {
                end += 1;
            }
            let belongs_after = |b: u8| (is_blank(b) || b.is_ascii_punctuation()) && b != b'/' && b != b'-';
            while end > start + 1 && belongs_after(text[end - 1]) {
                end -= 1;
            }
            out.extend(text[start..end].iter().rev());
        }
        if end >= text.len() {
            break;
        }
        hebrew = !hebrew;
        start = end;
    }
    out.reverse();
    out
}

/// Breaks the reversed text into lines of at most `width` bytes (0: as they are), and puts the lines in order.
fn hebrew_lines(text: &mut [u8], width: i64) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let (mut begin, mut end) = (text.len() - 1, text.len() - 1);
    loop {
        let mut count = 0;
        while (width == 0 || count < width) && begin > 0 {
            count += 1;
            begin -= 1;
            if is_line_end(text[begin]) {
                let run = text[..=begin].iter().rev().take_while(|&&b| is_line_end(b)).count();
                count += run as i64;
                begin = begin + 1 - run;
                break;
            }
        }
        if width >= 0 && count == width {
            let word = (begin..begin + count as usize).find(|&i| text.get(i).is_some_and(|&b| is_blank(b) || is_line_end(b)));
            begin = word.unwrap_or(begin);
        }
        let line = begin;
        if is_blank(text[begin]) {
            text[begin] = b'\n';
        }
        while begin <= end && is_line_end(text[begin]) {
            begin += 1;
        }
        out.extend_from_slice(text.get(begin..=end).unwrap_or_default());
        out.extend(text[line..=end].iter().take_while(|&&b| is_line_end(b)));
        if line == 0 {
            break;
        }
        begin = line - 1;
        end = begin;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decrements() {
        assert_eq!(decremented(b"aa").as_deref(), Some(&b"z"[..]));
        assert_eq!(decremented(b"1a0").as_deref(), Some(&b"z9"[..]));
        assert_eq!(decremented(b"10").as_deref(), Some(&b"9"[..]));
        assert_eq!(decremented(b"a"), None);
    }

    #[test]
    fn repeats() {
        let mut out = [0; 7];
        fill_repeated(&mut out, b"abc");
        assert_eq!(&out, b"abcabca");
    }
}
