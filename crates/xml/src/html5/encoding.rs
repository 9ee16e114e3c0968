//! Which encoding a document's bytes are in, and how they become characters.

pub use encoding_rs::Encoding;
use encoding_rs::{UTF_8, UTF_16BE, UTF_16LE};

/// An encoding by one of its names.
pub fn by_label(label: &[u8]) -> Option<&'static Encoding> {
    Encoding::for_label(label)
}

/// UTF-8.
pub fn utf8() -> &'static Encoding {
    UTF_8
}

/// How long the byte order mark is that a text in an encoding begins with.
pub fn bom_length(encoding: &'static Encoding, text: &[u8]) -> usize {
    Encoding::for_bom(text).filter(|(found, _)| *found == encoding).map_or(0, |(_, length)| length)
}

/// The name that PHP shows.
pub fn name(encoding: &'static Encoding) -> &'static str {
    encoding.name()
}

/// The encoding that a document says it is in, and how long its byte order mark is: by that, or by a `meta` element near the
/// beginning.
pub fn sniff(text: &[u8]) -> (&'static Encoding, usize) {
    if let Some((encoding, length)) = Encoding::for_bom(text) {
        return (encoding, length);
    }
    (prescan(&text[..text.len().min(1024)]).unwrap_or(UTF_8), 0)
}

/// Bytes as UTF-8; what means nothing is replaced.
pub fn decode(encoding: &'static Encoding, bytes: &[u8]) -> Vec<u8> {
    if encoding == UTF_8 && std::str::from_utf8(bytes).is_ok() {
        return bytes.to_vec();
    }
    encoding.decode_without_bom_handling(bytes).0.into_owned().into_bytes()
}

/// UTF-8 as bytes of an encoding; what it has no character for is `?`.
pub fn encode(encoding: &'static Encoding, text: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(text);
    if encoding == UTF_16LE || encoding == UTF_16BE {
        let pack = |unit: u16| if encoding == UTF_16LE { unit.to_le_bytes() } else { unit.to_be_bytes() };
        return text.encode_utf16().flat_map(pack).collect();
    }
    if encoding == UTF_8 {
        return text.into_owned().into_bytes();
    }
    let mut encoder = encoding.new_encoder();
    let mut to = Vec::with_capacity(text.len() + text.len() / 4 + 16);
    let mut rest = &text[..];
    loop {
        let room = encoder.max_buffer_length_from_utf8_without_replacement(rest.len()).unwrap_or(rest.len() * 4) + 16;
        to.reserve(room);
        let (result, read) = encoder.encode_from_utf8_to_vec_without_replacement(rest, &mut to, true);
        rest = &rest[read..];
        match result {
            encoding_rs::EncoderResult::InputEmpty => return to,
            encoding_rs::EncoderResult::OutputFull => {}
            encoding_rs::EncoderResult::Unmappable(_) => to.push(b'?'),
        }
    }
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | 0x0C | b'\r' | b' ')
}

/// The standard's search for `<meta charset>` in the first bytes.
fn prescan(text: &[u8]) -> Option<&'static Encoding> {
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let after_name = |length: usize| rest.get(length).is_some_and(|&byte| is_space(byte) || byte == b'/');
        if rest.starts_with(b"<!--") {
            at += 2 + rest[2..].windows(3).position(|window| window == b"-->")? + 3;
        } else if rest.len() > 5 && rest[..5].eq_ignore_ascii_case(b"<meta") && after_name(5) {
            at += 5;
            if let Some(encoding) = meta(text, &mut at) {
                return Some(encoding);
            }
        } else if rest[0] == b'<' && rest.get(1).is_some_and(|&byte| byte.is_ascii_alphabetic() || byte == b'/') {
            at += 1;
            while text.get(at).is_some_and(|&byte| !is_space(byte) && byte != b'>') {
                at += 1;
            }
            while attribute(text, &mut at).is_some() {}
        } else if rest.starts_with(b"<!") || rest.starts_with(b"<?") {
            at += rest.iter().position(|&byte| byte == b'>')?;
        } else {
            at += 1;
        }
    }
    None
}
fn meta(text: &[u8], at: &mut usize) -> Option<&'static Encoding> {
    let (mut is_pragma, mut needs_pragma, mut charset) = (false, None, None);
    let mut seen: Vec<Vec<u8>> = Vec::new();
    while let Some((name, value)) = attribute(text, at) {
        if seen.contains(&name) {
            continue;
        }
        match &name[..] {
            b"http-equiv" => is_pragma |= value == b"content-type",
            b"content" if charset.is_none() => {
                if let Some(encoding) = content_charset(&value) {
                    charset = Some(encoding);
                    needs_pragma = Some(true);
                }
            }
            b"charset" => {
                charset = by_label(&value);
                needs_pragma = Some(false);
            }
            _ => {}
        }
        seen.push(name);
    }
    if needs_pragma? && !is_pragma {
        return None;
    }
    let encoding = charset?;
    Some(if encoding == UTF_16LE || encoding == UTF_16BE {
        UTF_8
    } else if encoding == encoding_rs::X_USER_DEFINED {
        encoding_rs::WINDOWS_1252
    } else {
        encoding
    })
}
/// The encoding in `text/html; charset=…`.
fn content_charset(value: &[u8]) -> Option<&'static Encoding> {
    let mut rest = value;
    loop {
        let at = rest.windows(7).position(|window| window.eq_ignore_ascii_case(b"charset"))?;
        rest = rest[at + 7..].trim_ascii_start();
        if let Some(behind) = rest.strip_prefix(b"=") {
            rest = behind.trim_ascii_start();
            break;
        }
    }
    let label = match rest.first()? {
        &quote @ (b'"' | b'\'') => rest[1..].split(|&byte| byte == quote).next()?,
        _ => rest.split(|&byte| is_space(byte) || byte == b';').next()?,
    };
    by_label(label)
}
fn attribute(text: &[u8], at: &mut usize) -> Option<(Vec<u8>, Vec<u8>)> {
    while text.get(*at).is_some_and(|&byte| is_space(byte) || byte == b'/') {
        *at += 1;
    }
    if *text.get(*at)? == b'>' {
        return None;
    }
    let (mut name, mut value) = (Vec::new(), Vec::new());
    loop {
        match *text.get(*at)? {
            b'=' if !name.is_empty() => break,
            b'/' | b'>' => return Some((name, value)),
            byte if is_space(byte) => break,
            byte => name.push(byte.to_ascii_lowercase()),
        }
        *at += 1;
    }
    while text.get(*at).is_some_and(|&byte| is_space(byte)) {
        *at += 1;
    }
    if *text.get(*at)? != b'=' {
        return Some((name, value));
    }
    *at += 1;
    while text.get(*at).is_some_and(|&byte| is_space(byte)) {
        *at += 1;
    }
    match *text.get(*at)? {
        quote @ (b'"' | b'\'') => {
            *at += 1;
            while *text.get(*at)? != quote {
                value.push(text[*at].to_ascii_lowercase());
                *at += 1;
            }
            *at += 1;
        }
        b'>' => {}
        _ => {
            while text.get(*at).is_some_and(|&byte| !is_space(byte) && byte != b'>') {
                value.push(text[*at].to_ascii_lowercase());
                *at += 1;
            }
        }
    }
    Some((name, value))
}
