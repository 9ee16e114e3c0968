//! URLs: `parse_url`, percent-encoding.

use memchr::{memchr, memrchr};
use phant_memory::{Array, Key, PhpStr, Str, StrBuilder, Value};
use phant_native::{Constant, ConstantValue, Ctx, PhpResult, descriptor::FunctionGroup, functions, php};
use phant_sapi::variables::decoded;

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

/// The parts of a URL.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Url<'a> {
    #[allow(missing_docs)]
    pub scheme: Option<&'a [u8]>,
    #[allow(missing_docs)]
    pub host: Option<&'a [u8]>,
    #[allow(missing_docs)]
    pub port: Option<u16>,
    #[allow(missing_docs)]
    pub user: Option<&'a [u8]>,
    #[allow(missing_docs)]
    pub pass: Option<&'a [u8]>,
    #[allow(missing_docs)]
    pub path: Option<&'a [u8]>,
    #[allow(missing_docs)]
    pub query: Option<&'a [u8]>,
    #[allow(missing_docs)]
    pub fragment: Option<&'a [u8]>,
}

/// Takes a URL apart, as tolerantly as PHP does; `None` if it is seriously malformed.
pub fn parse(text: &[u8]) -> Option<Url<'_>> {
    let mut url = Url::default();
    let relative = |s: &[u8]| s.starts_with(b"//");
    let Some(colon) = memchr(b':', text) else {
        return if relative(text) { authority(url, &text[2..]) } else { Some(path(url, text)) };
    };
    let (before, after) = (&text[..colon], &text[colon + 1..]);
    if colon == 0 {
        return with_port(url, text, colon);
    }
    if !before.iter().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.')) {
        let hierarchy_end = text.iter().position(|b| matches!(b, b'?' | b'#')).unwrap_or(text.len());
        return if !after.is_empty() && colon < hierarchy_end {
            with_port(url, text, colon)
        } else if relative(text) {
            authority(url, &text[2..])
        } else {
            Some(path(url, text))
        };
    }
    if after.is_empty() {
        url.scheme = Some(before);
        return Some(url);
    }
    if after[0] != b'/' {
        // "a.com:80" is a host and a port; anything else is a scheme without an authority, such as "mailto:".
        let digits = after.iter().take(6).take_while(|b| b.is_ascii_digit()).count();
        if digits < 6 && after.get(digits).is_none_or(|&b| b == b'/') {
            return with_port(url, text, colon);
        }
        url.scheme = Some(before);
        return Some(path(url, after));
    }
    url.scheme = Some(before);
    if after.get(1) != Some(&b'/') {
        return Some(path(url, after));
    }
    let rest = &after[2..];
    if before.eq_ignore_ascii_case(b"file") && rest.first() == Some(&b'/') {
        // Drive letters of Windows have no slash before them.
        let drive = rest.get(2) == Some(&b':');
        return Some(path(url, &rest[usize::from(drive)..]));
    }
    authority(url, rest)
}

/// A URL whose first colon may precede a port.
fn with_port<'a>(mut url: Url<'a>, text: &'a [u8], colon: usize) -> Option<Url<'a>> {
    let after = &text[colon + 1..];
    let digits = after.iter().take(6).take_while(|b| b.is_ascii_digit()).count();
    let relative = text.starts_with(b"//");
    if (1..6).contains(&digits) && after.get(digits).is_none_or(|&b| b == b'/') {
        url.port = Some(port(&after[..digits])?);
    } else if after.is_empty() {
        return None;
    } else if !relative {
        return Some(path(url, text));
    }
    authority(url, if relative { &text[2..] } else { text })
}

/// A port as C's `strtol` reads it.
fn port(text: &[u8]) -> Option<u16> {
    let start = text.iter().take_while(|&&b| crate::text::is_space(b)).count();
    let (negative, rest) = match &text[start..] {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        rest => (false, rest),
    };
    let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
    let value = rest[..digits].iter().fold(0u32, |n, b| n.saturating_mul(10).saturating_add(u32::from(b - b'0')));
    let value = u16::try_from(value).ok()?;
    (digits > 0 && (!negative || value == 0)).then_some(value)
}

/// User, password, host and port, and what follows.
fn authority<'a>(mut url: Url<'a>, text: &'a [u8]) -> Option<Url<'a>> {
    let end = text.iter().position(|b| matches!(b, b'/' | b'?' | b'#')).unwrap_or(text.len());
    let mut host = &text[..end];
    if let Some(at) = memrchr(b'@', host) {
        let user = &host[..at];
        match memchr(b':', user) {
            Some(colon) => {
                url.user = Some(&user[..colon]);
                url.pass = Some(&user[colon + 1..]);
            }
            None => url.user = Some(user),
        }
        host = &host[at + 1..];
    }
    // Colons in brackets belong to an IPv6 address.
    let bracketed = text.get(end - host.len()) == Some(&b'[') && end > 0 && text[end - 1] == b']';
    if !bracketed && let Some(colon) = memrchr(b':', host) {
        let digits = &host[colon + 1..];
        if url.port.is_none_or(|p| p == 0) {
            if digits.len() > 5 {
                return None;
            }
            if !digits.is_empty() {
                url.port = Some(port(digits)?);
            }
        }
        host = &host[..colon];
    }
    if host.is_empty() {
        return None;
    }
    url.host = Some(host);
    Some(if end == text.len() { url } else { path(url, &text[end..]) })
}

/// Path, query and fragment.
fn path<'a>(mut url: Url<'a>, text: &'a [u8]) -> Url<'a> {
    let mut rest = text;
    if let Some(hash) = memchr(b'#', rest) {
        url.fragment = Some(&rest[hash + 1..]);
        rest = &rest[..hash];
    }
    if let Some(mark) = memchr(b'?', rest) {
        url.query = Some(&rest[mark + 1..]);
        rest = &rest[..mark];
    }
    if !rest.is_empty() || text.is_empty() {
        url.path = Some(rest);
    }
    url
}

/// A part as PHP shows it: control characters are underscores.
fn shown(part: &[u8]) -> Value {
    Value::from(Str::filled(part.len(), |out| {
        out.iter_mut().zip(part).for_each(|(to, &b)| *to = if b.is_ascii_control() { b'_' } else { b });
    }))
}

/// The parts of a URL, or one of them.
#[php("function parse_url(string $url, int $component = -1): array|string|int|false|null", pure)]
fn parse_url(ctx: &Ctx, url: &PhpStr, component: i64) -> PhpResult {
    let Some(url) = parse(url) else { return Ok(Value::FALSE) };
    let port = url.port.map(|p| Value::int(i64::from(p)));
    let text = |part: Option<&[u8]>| part.map(shown);
    Ok(match component {
        ..0 => {
            let parts = [
                ("scheme", text(url.scheme)),
                ("host", text(url.host)),
                ("port", port),
                ("user", text(url.user)),
                ("pass", text(url.pass)),
                ("path", text(url.path)),
                ("query", text(url.query)),
                ("fragment", text(url.fragment)),
            ];
            let known =
                parts.into_iter().filter_map(|(name, value)| Some((Key::Str(phant_memory::intern(name.as_bytes())), value?)));
            Value::from(known.collect::<Array>())
        }
        0 => Value::from(text(url.scheme)),
        1 => Value::from(text(url.host)),
        2 => Value::from(port),
        3 => Value::from(text(url.user)),
        4 => Value::from(text(url.pass)),
        5 => Value::from(text(url.path)),
        6 => Value::from(text(url.query)),
        7 => Value::from(text(url.fragment)),
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

/// Appends percent-encoded text.
pub(crate) fn push_encoded(out: &mut StrBuilder, text: &[u8], raw: bool) {
    let plain = |b: u8| is_plain(b, raw);
    let mut rest = text;
    while !rest.is_empty() {
        let len = rest.iter().take_while(|&&b| plain(b)).count();
        out.push_bytes(&rest[..len]);
        let Some(&byte) = rest.get(len) else { break };
        if byte == b' ' && !raw {
            out.push(b'+');
        } else {
            out.push_bytes(&[b'%', UPPER_HEX[usize::from(byte >> 4)], UPPER_HEX[usize::from(byte & 15)]]);
        }
        rest = &rest[len + 1..];
    }
}

/// As `urlencode` does.
pub fn encode(text: &[u8]) -> Str {
    let mut out = StrBuilder::new();
    push_encoded(&mut out, text, false);
    out.finish()
}

/// A byte that becomes three.
const WIDE: u8 = 0;

/// What a byte becomes.
const fn kinds(raw: bool) -> [u8; 256] {
    let mut kinds = [WIDE; 256];
    let mut byte = 0;
    while byte < 256 {
        if is_plain(byte as u8, raw) {
            kinds[byte] = byte as u8;
        }
        byte += 1;
    }
    if !raw {
        kinds[b' ' as usize] = b'+';
    }
    kinds
}
static RAW_KINDS: [u8; 256] = kinds(true);
static FORM_KINDS: [u8; 256] = kinds(false);

fn encoded(string: &PhpStr, raw: bool) -> Str {
    let kinds = if raw { &RAW_KINDS } else { &FORM_KINDS };
    let narrow = |b: u8| {
        ((b | 0x20).wrapping_sub(b'a') < 26)
            | (b.wrapping_sub(b'0') < 10)
            | (b == b'-')
            | (b == b'_')
            | (b == b'.')
            | (b == if raw { b'~' } else { b' ' })
    };
    let wide = string.len() - crate::text::count(string, narrow);
    if wide == 0 && (raw || memchr(b' ', string).is_none()) {
        return string.to_handle();
    }
    Str::filled(string.len() + wide * 2, |out| {
        let mut at = 0;
        for block in string.chunks(32) {
            if crate::text::count(block, narrow) == block.len() {
                let to = &mut out[at..at + block.len()];
                to.iter_mut().zip(block).for_each(|(to, &b)| *to = if b == b' ' { b'+' } else { b });
                at += block.len();
                continue;
            }
            for &byte in block {
                // The byte that stands for this one, or that it takes three.
                let kind = kinds[usize::from(byte)];
                if kind == WIDE {
                    let digits = [b'%', UPPER_HEX[usize::from(byte >> 4)], UPPER_HEX[usize::from(byte & 15)]];
                    out[at..at + 3].copy_from_slice(&digits);
                    at += 3;
                } else {
                    out[at] = kind;
                    at += 1;
                }
            }
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts() {
        let url = parse(b"http://u:p@h:80/a?b#c").expect("a URL");
        assert_eq!((url.scheme, url.host, url.port), (Some(&b"http"[..]), Some(&b"h"[..]), Some(80)));
        assert_eq!((url.user, url.pass), (Some(&b"u"[..]), Some(&b"p"[..])));
        assert_eq!((url.path, url.query, url.fragment), (Some(&b"/a"[..]), Some(&b"b"[..]), Some(&b"c"[..])));
        assert_eq!(parse(b"a.com:80").expect("host and port").port, Some(80));
        assert_eq!(parse(b"mailto:x@y").expect("scheme and path").path, Some(&b"x@y"[..]));
        assert_eq!(parse(b"http://").map(|_| ()), None);
        assert_eq!(parse(b"http://h:99999").map(|_| ()), None);
        assert_eq!(parse(b"//[::1]:8/").expect("an address").host, Some(&b"[::1]"[..]));
    }
}
