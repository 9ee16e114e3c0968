//! `data:` URLs (RFC 2397).

use super::{Stream, errors, flags, memory::Memory, wrapper::Wrapper};
use phant_memory::{Array, Resource, Value};
use phant_native::ctx::Ctx;

/// See the [module documentation](self).
pub struct DataWrapper;

impl Wrapper for DataWrapper {
    fn label(&self) -> &'static str {
        "RFC2397"
    }
    fn is_url(&self) -> bool {
        true
    }
    fn open(&self, ctx: &Ctx, path: &[u8], mode: &[u8], options: u32, _context: Option<&Resource>) -> Option<Resource> {
        match parse(path) {
            Ok((bytes, meta)) => {
                let ops = Memory::fixed(&bytes, "RFC2397", meta);
                let stream = Stream::new(Box::new(ops), mode).with_flags(flags::NO_BUFFER);
                Some(stream.register())
            }
            Err(reason) => {
                errors::log(ctx, options, reason);
                None
            }
        }
    }
}

/// The data and the meta data of a URL.
fn parse(url: &[u8]) -> Result<(Vec<u8>, Array), &'static str> {
    let rest = url.get(5..).unwrap_or_default();
    let rest = rest.strip_prefix(b"//").unwrap_or(rest);
    let Some(comma) = rest.iter().position(|&b| b == b',') else { return Err("rfc2397: no comma in URL") };
    let (mut info, data) = (&rest[..comma], &rest[comma + 1..]);
    let mut meta = Array::with_hash_capacity(4);
    let mut base64 = false;
    if !info.is_empty() {
        let semicolon = info.iter().position(|&b| b == b';');
        let slash = info.iter().position(|&b| b == b'/');
        match (semicolon, slash) {
            (None, None) => return Err("rfc2397: illegal media type"),
            (None, Some(_)) => {
                meta.set_name("mediatype", Value::from(info));
                info = b"";
            }
            (Some(semicolon), Some(slash)) if slash < semicolon => {
                meta.set_name("mediatype", Value::from(&info[..semicolon]));
                info = &info[semicolon..];
            }
            _ if info != b";base64" => return Err("rfc2397: illegal media type"),
            _ => {}
        }
        while let Some(parameter) = info.strip_prefix(b";") {
            let equals = parameter.iter().position(|&b| b == b'=');
            let semicolon = parameter.iter().position(|&b| b == b';');
            let Some(equals) = equals.filter(|&e| semicolon.is_none_or(|s| e < s)) else {
                if parameter != b"base64" {
                    return Err("rfc2397: illegal parameter");
                }
                base64 = true;
                info = b"";
                break;
            };
            let end = semicolon.unwrap_or(parameter.len());
            if &parameter[..equals] != b"mediatype" {
                meta.set(&parameter[..equals], Value::from(&parameter[equals + 1..end]));
            }
            info = &parameter[end..];
        }
        if !info.is_empty() {
            return Err("rfc2397: illegal URL");
        }
    }
    meta.set_name("base64", base64.into());
    let bytes = if base64 { base64_decode(data).ok_or("rfc2397: unable to decode")? } else { url_decode(data) };
    Ok((bytes, meta))
}

/// Decodes `%41` and `+`.
pub fn url_decode(text: &[u8]) -> Vec<u8> {
    let hex = |b: Option<&u8>| b.and_then(|&b| (b as char).to_digit(16)).map(|d| d as u8);
    let mut out = Vec::with_capacity(text.len());
    let mut i = 0;
    while i < text.len() {
        match text[i] {
            b'+' => out.push(b' '),
            b'%' => match (hex(text.get(i + 1)), hex(text.get(i + 2))) {
                (Some(a), Some(b)) => {
                    out.push(a << 4 | b);
                    i += 2;
                }
                _ => out.push(b'%'),
            },
            b => out.push(b),
        }
        i += 1;
    }
    out
}

/// Strict base64: white space is skipped, anything else foreign refused.
fn base64_decode(text: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut count, mut padding) = (0u32, 0usize, 0usize);
    for &b in text {
        let value = match b {
            b'A'..=b'Z' => b - b'A',
            b'a'..=b'z' => b - b'a' + 26,
            b'0'..=b'9' => b - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            b'=' => {
                padding += 1;
                continue;
            }
            b' ' | b'\t' | b'\n' | b'\r' => continue,
            _ => return None,
        };
        if padding > 0 {
            return None;
        }
        bits = bits << 6 | u32::from(value);
        count += 1;
        if count % 4 != 1 {
            let shift = [0, 0, 4, 2][count % 4];
            out.push((bits >> shift) as u8);
        }
    }
    let bad = count % 4 == 1 || (padding > 0 && (padding > 2 || (count + padding) % 4 != 0));
    (!bad).then_some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decoding() {
        assert_eq!(base64_decode(b"Zm9vYmFy").unwrap(), b"foobar");
        assert_eq!(base64_decode(b"Zm9vYg==").unwrap(), b"foob");
        assert_eq!(base64_decode(b"Zm9vYg").unwrap(), b"foob");
        assert_eq!(base64_decode(b"Zm9vY"), None);
        assert_eq!(base64_decode(b"*"), None);
        assert_eq!(url_decode(b"a%20b+c%zz"), b"a b c%zz");
    }
}
