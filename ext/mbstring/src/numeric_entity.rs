//! `&#…;` by a map of ranges.

use crate::{
    encoding::EncodingRef,
    state::{argument, chars, text},
};
use phant_memory::{Array, PhpStr, Str, StrBuilder, View};
use phant_native::{PhpResult, convert, ctx::Late, descriptor::FunctionGroup, functions, php};

pub(crate) const FUNCTIONS: FunctionGroup = functions![mb_encode_numericentity, mb_decode_numericentity];

/// A range of characters: what is added to them and which bits then count.
struct Range {
    from: u32,
    to: u32,
    offset: u32,
    mask: u32,
}

fn ranges(late: Late<'_>, map: &Array) -> PhpResult<Vec<Range>> {
    if !map.len().is_multiple_of(4) {
        return Err(late.ctx()?.argument_error(2, "must have a multiple of 4 elements"));
    }
    let mut numbers = Vec::with_capacity(map.len());
    for value in map.values() {
        let value = value.unref();
        if let Some(number) = value.as_int() {
            numbers.push(number as u32);
            continue;
        }
        let is_number = match value.view() {
            View::Array(_) => false,
            View::Str(text) => begins_with_number(text.as_bytes()),
            _ => true,
        };
        if !is_number {
            return Err(late.ctx()?.argument_error(2, "must only be composed of values of type int"));
        }
        numbers.push(convert::int(late.ctx()?, &value)? as u32);
    }
    Ok(numbers.chunks_exact(4).map(|n| Range { from: n[0], to: n[1], offset: n[2], mask: n[3] }).collect())
}

/// Whether a text means a number when something follows that does not.
fn begins_with_number(text: &[u8]) -> bool {
    let text = text.trim_ascii_start();
    let digits = text.strip_prefix(b"-").or_else(|| text.strip_prefix(b"+")).unwrap_or(text);
    matches!(digits, [b'0'..=b'9', ..] | [b'.', b'0'..=b'9', ..])
}

fn finish(late: Late<'_>, encoding: EncodingRef, out: &[u32]) -> PhpResult<Str> {
    Ok(text(late, encoding, out))
}

/// The digits of a number as characters.
fn push_digits(number: u32, radix: u32, out: &mut Vec<u32>) {
    let from = out.len();
    let mut rest = number;
    loop {
        out.push(u32::from(b"0123456789ABCDEF"[(rest % radix) as usize]));
        rest /= radix;
        if rest == 0 {
            break;
        }
    }
    out[from..].reverse();
}

/// UTF-8 text with characters as numbers: what is between them is copied at once.
fn encoded_utf8(text: &str, ranges: &[Range], hex: bool) -> Str {
    let mut out = StrBuilder::with_capacity(text.len() + text.len() / 2);
    let (mut kept, mut digits) = (0, Vec::new());
    for (at, found) in text.char_indices() {
        let c = u32::from(found);
        let Some(range) = ranges.iter().find(|r| (r.from..=r.to).contains(&c)) else { continue };
        out.push_bytes(&text.as_bytes()[kept..at]);
        kept = at + found.len_utf8();
        out.push_bytes(if hex { b"&#x" } else { b"&#" });
        digits.clear();
        push_digits(c.wrapping_add(range.offset) & range.mask, if hex { 16 } else { 10 }, &mut digits);
        digits.iter().for_each(|&digit| out.push(digit as u8));
        out.push(b';');
    }
    out.push_bytes(&text.as_bytes()[kept..]);
    out.finish()
}

/// Writes characters as numbers.
#[php("function mb_encode_numericentity(string $string, array $map, ?string $encoding = null, bool $hex = false): string")]
fn mb_encode_numericentity(late: Late<'_>, string: &PhpStr, map: &Array, encoding: Option<&PhpStr>, hex: bool) -> PhpResult<Str> {
    let encoding = argument(late, 3, encoding)?;
    let ranges = ranges(late, map)?;
    if encoding.is_utf8()
        && let Some(text) = string.as_utf8()
    {
        late.reserve(text.len())?;
        return Ok(encoded_utf8(text, &ranges, hex));
    }
    let mut out = Vec::with_capacity(string.len());
    for c in chars(late, encoding, string)? {
        match ranges.iter().find(|r| (r.from..=r.to).contains(&c)) {
            Some(range) => {
                let number = c.wrapping_add(range.offset) & range.mask;
                out.extend([b'&', b'#'].map(u32::from));
                if hex {
                    out.push(u32::from(b'x'));
                }
                push_digits(number, if hex { 16 } else { 10 }, &mut out);
                out.push(u32::from(b';'));
            }
            None => out.push(c),
        }
    }
    finish(late, encoding, &out)
}

/// The number of an entity at the start of the text, and how long the entity is.
fn number(text: &[u32]) -> Option<(u32, usize)> {
    let hex = matches!(text.get(2), Some(0x78 | 0x58));
    // More digits than any number of 32 bits has are not an entity, whatever they are.
    let (start, radix, longest) = if hex { (3, 16, 8) } else { (2, 10, 10) };
    if text.first() != Some(&u32::from(b'&')) || text.get(1) != Some(&u32::from(b'#')) {
        return None;
    }
    let digits: Vec<u32> =
        text.iter().skip(start).map_while(|&c| char::from_u32(c).and_then(|c| c.to_digit(radix))).take(longest + 1).collect();
    if digits.is_empty() || digits.len() > longest {
        return None;
    }
    let number = digits.iter().try_fold(0u32, |n, &d| n.checked_mul(radix)?.checked_add(d))?;
    let end = start + digits.len();
    Some((number, if text.get(end) == Some(&u32::from(b';')) { end + 1 } else { end }))
}

/// Writes numbers as characters.
#[php("function mb_decode_numericentity(string $string, array $map, ?string $encoding = null): string")]
fn mb_decode_numericentity(late: Late<'_>, string: &PhpStr, map: &Array, encoding: Option<&PhpStr>) -> PhpResult<Str> {
    let encoding = argument(late, 3, encoding)?;
    let ranges = ranges(late, map)?;
    if encoding.is_utf8() && crate::utf8::valid(string).is_some() && !string.windows(2).any(|two| two == b"&#") {
        return Ok(string.to_handle());
    }
    let all = chars(late, encoding, string)?;
    let mut out = Vec::with_capacity(all.len());
    let mut rest = all.as_slice();
    while let Some((&first, tail)) = rest.split_first() {
        let entity = number(rest).and_then(|(number, length)| {
            let original = |r: &Range| {
                let c = number.wrapping_sub(r.offset);
                ((r.from..=r.to).contains(&c)).then_some(c)
            };
            ranges.iter().find_map(original).map(|c| (c, length))
        });
        match entity {
            Some((c, length)) => {
                out.push(c);
                rest = &rest[length..];
            }
            None => {
                out.push(first);
                rest = tail;
            }
        }
    }
    finish(late, encoding, &out)
}
