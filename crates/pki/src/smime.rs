//! Messages in mail (S/MIME): writing and reading.

use phant_digest::{base64, hex};

/// Whether a message is an object of PKCS #7 with the old names of types, or of CMS with the new ones.
fn prefix(old: bool) -> &'static str {
    if old { "application/x-pkcs7-" } else { "application/pkcs7-" }
}

fn wrapped(data: &[u8]) -> Vec<u8> {
    base64::encode(data).chunks(64).flat_map(|line| [line, b"\n"].concat()).collect()
}

/// A text as it is signed: lines end with carriage return and line feed, unless it is binary; `plain` puts a header before it.
pub fn canonical(text: &[u8], binary: bool, plain: bool) -> Vec<u8> {
    if binary {
        return text.to_vec();
    }
    let mut out = if plain { b"Content-Type: text/plain\r\n\r\n".to_vec() } else { Vec::new() };
    for line in text.split_inclusive(|b| *b == b'\n') {
        let ends = line.ends_with(b"\n");
        let end = line.iter().rposition(|b| !matches!(b, b'\n' | b'\r')).map_or(0, |last| last + 1);
        out.extend_from_slice(&line[..if ends { end } else { line.len() }]);
        if ends {
            out.extend_from_slice(b"\r\n");
        }
    }
    out
}

/// A text without the header that `canonical` puts before it; `None` if it has none.
pub fn without_header(text: &[u8]) -> Option<Vec<u8>> {
    let (headers, body) = split_head(text)?;
    value(&headers, "content-type").is_some_and(|t| t.to_ascii_lowercase().starts_with("text/plain")).then(|| body.to_vec())
}

/// A message whose text stands beside the signature.
pub fn write_detached(text: &[u8], signature: &[u8], old: bool) -> Vec<u8> {
    let mark = hex::encode(&crate::num::random(16)).to_ascii_uppercase();
    let mark = format!("----{}", String::from_utf8_lossy(&mark));
    let prefix = prefix(old);
    let mut out = format!(
        "MIME-Version: 1.0\nContent-Type: multipart/signed; protocol=\"{prefix}signature\"; micalg=\"sha-256\"; \
         boundary=\"{mark}\"\n\nThis is an S/MIME signed message\n\n--{mark}\n"
    )
    .into_bytes();
    out.extend_from_slice(text);
    out.extend_from_slice(
        format!(
            "\n--{mark}\nContent-Type: {prefix}signature; name=\"smime.p7s\"\nContent-Transfer-Encoding: base64\n\
             Content-Disposition: attachment; filename=\"smime.p7s\"\n\n"
        )
        .as_bytes(),
    );
    out.extend(wrapped(signature));
    out.extend_from_slice(format!("\n--{mark}--\n\n").as_bytes());
    out
}

/// A message that is one object.
pub fn write(object: &[u8], kind: &str, old: bool) -> Vec<u8> {
    let prefix = prefix(old);
    let mut out = format!(
        "MIME-Version: 1.0\nContent-Disposition: attachment; filename=\"smime.p7m\"\n\
         Content-Type: {prefix}mime; smime-type={kind}; name=\"smime.p7m\"\nContent-Transfer-Encoding: base64\n\n"
    )
    .into_bytes();
    out.extend(wrapped(object));
    out.push(b'\n');
    out
}

type Headers = Vec<(String, String)>;

fn split_head(text: &[u8]) -> Option<(Headers, &[u8])> {
    let mut headers: Headers = Vec::new();
    let mut rest = text;
    loop {
        let end = rest.iter().position(|b| *b == b'\n')?;
        let line = rest[..end].trim_ascii_end();
        rest = &rest[end + 1..];
        if line.is_empty() {
            return Some((headers, rest));
        }
        let text = String::from_utf8_lossy(line).into_owned();
        if line.starts_with(b" ") || line.starts_with(b"\t") {
            headers.last_mut()?.1.push_str(&text);
        } else {
            // What is no header is passed over.
            let Some((name, value)) = text.split_once(':') else { continue };
            headers.push((name.trim().to_ascii_lowercase(), value.trim().to_owned()));
        }
    }
}

fn value<'a>(headers: &'a Headers, name: &str) -> Option<&'a str> {
    headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
}

fn parameter(value: &str, name: &str) -> Option<String> {
    value.split(';').skip(1).find_map(|part| {
        let (key, value) = part.split_once('=')?;
        key.trim().eq_ignore_ascii_case(name).then(|| value.trim().trim_matches('"').to_owned())
    })
}

fn decode(body: &[u8]) -> Option<Vec<u8>> {
    let text: Vec<u8> = body.iter().copied().filter(|b| !b.is_ascii_whitespace()).collect();
    base64::decode(&text, true)
}

/// Reads a message: the object, and the text beside it if there is one.
pub fn read(message: &[u8]) -> Option<(Vec<u8>, Option<Vec<u8>>)> {
    let (headers, body) = split_head(message)?;
    let kind = value(&headers, "content-type")?;
    let name = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    match name.as_str() {
        "multipart/signed" => {
            let mark = format!("--{}", parameter(kind, "boundary")?);
            let parts = parts(body, mark.as_bytes());
            let [text, signature] = &parts[..] else { return None };
            let (headers, body) = split_head(signature)?;
            let kind = value(&headers, "content-type")?.to_ascii_lowercase();
            if !kind.starts_with("application/x-pkcs7-signature") && !kind.starts_with("application/pkcs7-signature") {
                return None;
            }
            Some((decode(body)?, Some(text.clone())))
        }
        "application/x-pkcs7-mime" | "application/pkcs7-mime" => Some((decode(body)?, None)),
        _ => None,
    }
}

/// The parts between boundaries, their lines ended in the way of mail.
fn parts(body: &[u8], mark: &[u8]) -> Vec<Vec<u8>> {
    let mut parts: Vec<Vec<u8>> = Vec::new();
    let mut first = true;
    for line in body.split(|b| *b == b'\n') {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if let Some(rest) = line.strip_prefix(mark) {
            if rest.starts_with(b"--") {
                return parts;
            }
            parts.push(Vec::new());
            first = true;
            continue;
        }
        let Some(part) = parts.last_mut() else { continue };
        if !first {
            part.extend_from_slice(b"\r\n");
        }
        first = false;
        part.extend_from_slice(line);
    }
    Vec::new()
}
