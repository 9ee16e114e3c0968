//! URLs: `parse_url`, percent-encoding.

use crate::text;
use memchr::memchr;
use phant_memory::{
    Array, PhpStr, Str, StrBuilder, Value,
    string::{self, Bytes},
};
use phant_native::{Constant, ConstantValue, Ctx, PhpResult, descriptor::FunctionGroup, functions, php};
use phant_sapi::variables::decoded;
use phant_text::url::parse;

pub(crate) const FUNCTIONS: FunctionGroup = functions![parse_url, urlencode, urldecode, rawurlencode, rawurldecode];

pub(crate) const CONSTANTS: &[Constant] = &[
    int("PHP_URL_SCHEME", 0),
    int("PHP_URL_HOST", 1),
    int("PHP_URL_PORT", 2),
    int("PHP_URL_USER", 3),
    int("PHP_URL_PASS", 4),
    int("PHP_URL_PATH", 5),
    int("PHP_URL_QUERY", 6),
    int("PHP_URL_FRAGMENT", 7),
    int("PHP_QUERY_RFC1738", RFC1738),
    int("PHP_QUERY_RFC3986", RFC3986),
];

/// Spaces are "+".
pub(crate) const RFC1738: i64 = 1;
/// Spaces are "%20".
pub(crate) const RFC3986: i64 = 2;

const fn int(name: &'static str, value: i64) -> Constant {
    Constant { name, value: ConstantValue::Int(value) }
}

/// A part as PHP shows it: control characters are underscores.
fn shown(part: &[u8]) -> Value {
    if !text::has_any(part, |b| (b < 32) | (b == 127)) {
        return Value::from(Str::new(part));
    }
    Value::from(Str::mapped(part, |b| if b.is_ascii_control() { b'_' } else { b }))
}

/// The parts of a URL, or one of them.
#[php("function parse_url(string $url, int $component = -1): array|string|int|false|null", pure)]
fn parse_url(ctx: &Ctx, url: &PhpStr, component: i64) -> PhpResult {
    let Some(url) = parse(url) else { return Ok(Value::FALSE) };
    let port = url.port.map(|p| Value::int(i64::from(p)));
    let shown = |part: Option<&[u8]>| part.map(shown);
    Ok(match component {
        ..0 => {
            let parts = [
                ("scheme", shown(url.scheme)),
                ("host", shown(url.host)),
                ("port", port),
                ("user", shown(url.user)),
                ("pass", shown(url.pass)),
                ("path", shown(url.path)),
                ("query", shown(url.query)),
                ("fragment", shown(url.fragment)),
            ];
            let mut known = Array::with_hash_capacity(parts.len());
            let elements = known.make_mut();
            for (name, value) in parts {
                if let Some(value) = value {
                    elements.add_new(string::literal(name), value);
                }
            }
            Value::from(known)
        }
        0 => Value::from(shown(url.scheme)),
        1 => Value::from(shown(url.host)),
        2 => Value::from(port),
        3 => Value::from(shown(url.user)),
        4 => Value::from(shown(url.pass)),
        5 => Value::from(shown(url.path)),
        6 => Value::from(shown(url.query)),
        7 => Value::from(shown(url.fragment)),
        _ => return Err(ctx.argument_error(2, format!("must be a valid URL component identifier, {component} given"))),
    })
}

const UPPER_HEX: &[u8; 16] = b"0123456789ABCDEF";

/// What encodings leave as it is; a tilde only in the raw one, whose bit is 2.
static PLAIN: [u8; 256] = {
    let mut plain = [0; 256];
    let mut b = 0;
    while b < 256 {
        let byte = b as u8;
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.') {
            plain[b] = 3;
        }
        b += 1;
    }
    plain[b'~' as usize] = 2;
    plain
};

#[inline(always)]
const fn is_plain(byte: u8, raw: bool) -> bool {
    PLAIN[byte as usize] & if raw { 2 } else { 1 } != 0
}

/// Bytes of a text that is short.
const SHORT: usize = 15;

/// Appends percent-encoded text.
pub(crate) fn push_encoded(out: &mut StrBuilder, text: &[u8], raw: bool) {
    let (set, codes) = if raw { (&RAW_WIDE, &RAW_CODES) } else { (&WIDE, &CODES) };
    // Most names and many values are short: what is moved for them is short as well.
    if text.len() <= SHORT {
        let (mut block, mut len) = ([0u8; 3 * SHORT + 1], 0);
        for &byte in text {
            let code = codes[usize::from(byte)];
            block[len..len + 4].copy_from_slice(&code);
            len += usize::from(code[3]);
        }
        return out.push_some(block, len);
    }
    for chunk in text.chunks(64) {
        if chunk.len() >= 16 && set.find(chunk).is_none() {
            let (mut block, len) = ([0; 64], chunk.len());
            block[..len].copy_from_slice(chunk);
            if !raw {
                block.iter_mut().filter(|byte| **byte == b' ').for_each(|byte| *byte = b'+');
            }
            out.push_bytes(&block[..len]);
            continue;
        }
        let (block, len) = coded(chunk, codes);
        out.push_bytes(&block[..len]);
    }
}

/// What becomes of at most 64 bytes, and how many bytes that is.
#[inline(always)]
fn coded(chunk: &[u8], codes: &[[u8; 4]; 256]) -> ([u8; 3 * 64 + 1], usize) {
    let (mut block, mut len) = ([0u8; 3 * 64 + 1], 0);
    for &byte in chunk {
        let code = codes[usize::from(byte)];
        block[len..len + 4].copy_from_slice(&code);
        len += usize::from(code[3]);
    }
    (block, len)
}

/// The same where most bytes stand for themselves: what is between two others is moved as a whole.
#[inline(always)]
fn coded_in_runs(chunk: &[u8], set: &Bytes, codes: &[[u8; 4]; 256], raw: bool) -> ([u8; 3 * 64 + RUN], usize) {
    let (mut plain, mut block) = ([0u8; 64 + RUN], [0u8; 3 * 64 + RUN]);
    plain[..chunk.len()].copy_from_slice(chunk);
    if !raw {
        plain.iter_mut().for_each(|byte| *byte = if *byte == b' ' { b'+' } else { *byte });
    }
    let (mut from, mut len) = (0, 0);
    // More than the run may be moved: what comes next is written over that.
    let run = |from: usize, to: usize, len: &mut usize, block: &mut [u8; 3 * 64 + RUN]| {
        let mut at = from;
        while at < to {
            block[*len + at - from..][..RUN].copy_from_slice(&plain[at..at + RUN]);
            at += RUN;
        }
        *len += to - from;
    };
    set.each(chunk, |at| {
        run(from, at, &mut len, &mut block);
        block[len..len + 4].copy_from_slice(&codes[usize::from(chunk[at])]);
        len += 3;
        from = at + 1;
        true
    });
    run(from, chunk.len(), &mut len, &mut block);
    (block, len)
}
/// How many bytes are moved at once.
const RUN: usize = 16;

/// As `urlencode` does.
pub fn encode(text: &[u8]) -> Str {
    let mut out = StrBuilder::new();
    push_encoded(&mut out, text, false);
    out.finish()
}

/// What takes three bytes.
static WIDE: Bytes = Bytes::of(b"-_. ").and(b'a', b'z').and(b'A', b'Z').and(b'0', b'9').others();
static RAW_WIDE: Bytes = Bytes::of(b"-_.~").and(b'a', b'z').and(b'A', b'Z').and(b'0', b'9').others();

/// What becomes of each byte, and behind that how many bytes it takes.
const fn codes(raw: bool) -> [[u8; 4]; 256] {
    let (mut codes, mut b) = ([[0; 4]; 256], 0);
    while b < 256 {
        codes[b] = if is_plain(b as u8, raw) {
            [b as u8, 0, 0, 1]
        } else if b == b' ' as usize && !raw {
            [b'+', 0, 0, 1]
        } else {
            [b'%', UPPER_HEX[b >> 4], UPPER_HEX[b & 15], 3]
        };
        b += 1;
    }
    codes
}
static CODES: [[u8; 4]; 256] = codes(false);
static RAW_CODES: [[u8; 4]; 256] = codes(true);

fn encoded(string: &PhpStr, raw: bool) -> Str {
    let (set, codes) = if raw { (&RAW_WIDE, &RAW_CODES) } else { (&WIDE, &CODES) };
    let narrow = |b: u8| if b == b' ' { b'+' } else { b };
    let wide = set.count(string);
    if wide == 0 {
        return if raw || memchr(b' ', string).is_none() { string.to_handle() } else { Str::swapped(string, b' ', b'+') };
    }
    Str::made(string.len() + wide * 2, |out| {
        // From few to few, moving sixteen bytes at once takes fewer steps than a look at every byte.
        if wide > string.len() / 3 {
            for chunk in string.chunks(64) {
                let (block, len) = coded(chunk, codes);
                out.extend(&block[..len]);
            }
            return;
        }
        if wide > string.len() / 32 {
            for chunk in string.chunks(64) {
                let (block, len) = coded_in_runs(chunk, set, codes, raw);
                out.extend(&block[..len]);
            }
            return;
        }
        let mut from = 0;
        set.each(string, |at| {
            if raw {
                out.extend(&string[from..at])
            } else {
                out.mapped(&string[from..at], narrow)
            }
            out.extend(&codes[usize::from(string[at])][..3]);
            from = at + 1;
            true
        });
        if raw { out.extend(&string[from..]) } else { out.mapped(&string[from..], narrow) }
    })
}

/// Encodes as forms do.
#[php("function urlencode(string $string): string", pure)]
fn urlencode(string: &PhpStr) -> Str {
    encoded(string, false)
}

/// Decodes as forms do.
#[php("function urldecode(string $string): string", pure)]
fn urldecode(string: &PhpStr) -> Str {
    if memchr::memchr2(b'%', b'+', string).is_none() { string.to_handle() } else { Str::new(decoded(string, true)) }
}

/// Encodes by RFC 3986.
#[php("function rawurlencode(string $string): string", pure)]
fn rawurlencode(string: &PhpStr) -> Str {
    encoded(string, true)
}

/// Decodes by RFC 3986.
#[php("function rawurldecode(string $string): string", pure)]
fn rawurldecode(string: &PhpStr) -> Str {
    if memchr(b'%', string).is_none() { string.to_handle() } else { Str::new(decoded(string, false)) }
}
