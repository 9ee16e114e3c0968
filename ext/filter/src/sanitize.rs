//! Filters that change a string: strip, encode, keep only some characters.

use crate::constants::flag;
use phant_memory::{Str, Value, string::Bytes};
use phant_native::{Ctx, PhpResult};
use std::borrow::Cow;

/// Without what the flags take out.
fn stripped(text: &[u8], flags: i64) -> Cow<'_, [u8]> {
    let kept = |&&byte: &&u8| match byte {
        ..32 => flags & flag::STRIP_LOW == 0,
        b'`' => flags & flag::STRIP_BACKTICK == 0,
        127.. => flags & flag::STRIP_HIGH == 0,
        _ => true,
    };
    if flags & (flag::STRIP_LOW | flag::STRIP_BACKTICK | flag::STRIP_HIGH) == 0 {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.iter().filter(kept).copied().collect())
}

/// With some characters as numbered entities.
fn encoded(text: &[u8], is_encoded: impl Fn(u8) -> bool) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() + text.len() / 4);
    for &byte in text {
        if !is_encoded(byte) {
            out.push(byte);
            continue;
        }
        let [hundreds, tens, ones] = [byte / 100, byte / 10 % 10, byte % 10].map(|digit| b'0' + digit);
        match byte {
            ..10 => out.extend_from_slice(&[b'&', b'#', ones, b';']),
            10..100 => out.extend_from_slice(&[b'&', b'#', tens, ones, b';']),
            100.. => out.extend_from_slice(&[b'&', b'#', hundreds, tens, ones, b';']),
        }
    }
    out
}

/// What the flags of most filters encode.
fn by_flags(flags: i64) -> impl Fn(u8) -> bool {
    move |byte| match byte {
        b'&' => flags & flag::ENCODE_AMP != 0,
        ..32 => flags & flag::ENCODE_LOW != 0,
        127.. => flags & flag::ENCODE_HIGH != 0,
        _ => false,
    }
}

/// Calls one of the standard functions.
fn standard(ctx: &Ctx, function: &str, args: &[Value]) -> PhpResult {
    ctx.call_value(&Value::str(function), args)
}

/// `FILTER_UNSAFE_RAW`
pub fn unsafe_raw(text: Str, flags: i64) -> Value {
    if text.is_empty() {
        return if flags & flag::EMPTY_STRING_NULL != 0 { Value::NULL } else { Value::from(text) };
    }
    if flags == 0 {
        return Value::from(text);
    }
    Value::str(encoded(&stripped(&text, flags), by_flags(flags)))
}

/// `FILTER_SANITIZE_STRING`
pub fn string(ctx: &Ctx, text: &[u8], flags: i64) -> PhpResult {
    let quotes = flags & flag::NO_ENCODE_QUOTES == 0;
    let more = by_flags(flags);
    let text = encoded(&stripped(text, flags), |byte| (quotes && matches!(byte, b'\'' | b'"')) || more(byte));
    let result = standard(ctx, "strip_tags", &[Value::str(text)])?;
    let is_empty = result.as_str().is_none_or(|text| text.is_empty());
    Ok(if is_empty && flags & flag::EMPTY_STRING_NULL != 0 { Value::NULL } else { result })
}

/// `FILTER_SANITIZE_ENCODED`
pub fn url_encoded(text: &[u8], flags: i64) -> Value {
    let mut out = Vec::with_capacity(text.len());
    for &byte in stripped(text, flags).iter() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_') {
            out.push(byte);
        } else {
            out.extend_from_slice(format!("%{byte:02X}").as_bytes());
        }
    }
    Value::str(out)
}

/// `FILTER_SANITIZE_SPECIAL_CHARS`
pub fn special_chars(text: &[u8], flags: i64) -> Value {
    let high = flags & flag::ENCODE_HIGH != 0;
    let is_encoded = |byte| matches!(byte, b'\'' | b'"' | b'<' | b'>' | b'&' | ..32) || (high && byte >= 127);
    Value::str(encoded(&stripped(text, flags), is_encoded))
}

/// `FILTER_SANITIZE_FULL_SPECIAL_CHARS`
pub fn full_special_chars(ctx: &Ctx, text: Str, flags: i64) -> PhpResult {
    const ENT_QUOTES: i64 = 3;
    let quotes = if flags & flag::NO_ENCODE_QUOTES == 0 { ENT_QUOTES } else { 0 };
    standard(ctx, "htmlspecialchars", &[Value::from(text), Value::int(quotes)])
}

/// `FILTER_SANITIZE_ADD_SLASHES`
pub fn add_slashes(ctx: &Ctx, text: Str) -> PhpResult {
    standard(ctx, "addslashes", &[Value::from(text)])
}

fn keep(text: &[u8], kept: impl Fn(u8) -> bool) -> Vec<u8> {
    text.iter().copied().filter(|&byte| kept(byte)).collect()
}

/// `FILTER_SANITIZE_EMAIL`
pub fn email(text: &[u8]) -> Value {
    Value::str(keep(text, |byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+-=?^_`{|}~@.[]".contains(&byte)))
}

/// `FILTER_SANITIZE_URL`
pub fn url(text: &[u8]) -> Vec<u8> {
    keep(text, |byte| URL.has(byte))
}

/// What URLs may have.
const URL: Bytes = Bytes::of(b"$-_.+!*'(),{}|\\^~[]`<>#%\";/?:@&=").and(b'a', b'z').and(b'A', b'Z').and(b'0', b'9');

/// Whether `url` would leave a text as it is.
pub fn is_url_text(text: &[u8]) -> bool {
    static OTHERS: Bytes = URL.others();
    OTHERS.find(text).is_none()
}

/// `FILTER_SANITIZE_NUMBER_INT`
pub fn number_int(text: &[u8]) -> Value {
    Value::str(keep(text, |byte| matches!(byte, b'+' | b'-' | b'0'..=b'9')))
}

/// `FILTER_SANITIZE_NUMBER_FLOAT`
pub fn number_float(text: &[u8], flags: i64) -> Value {
    Value::str(keep(text, |byte| match byte {
        b'+' | b'-' | b'0'..=b'9' => true,
        b'.' => flags & flag::ALLOW_FRACTION != 0,
        b',' => flags & flag::ALLOW_THOUSAND != 0,
        b'e' | b'E' => flags & flag::ALLOW_SCIENTIFIC != 0,
        _ => false,
    }))
}
