//! PEM: named blocks of base64 between lines of dashes.

use crate::pbe;
use phant_cipher::{Cipher, Parameters};
use phant_digest::base64;

/// A block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// What it says it is.
    pub label: String,
    /// The lines before the base64, as name and value.
    pub headers: Vec<(String, String)>,
    /// The bytes.
    pub data: Vec<u8>,
}

/// Why there is no block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Failure {
    /// No beginning.
    NoStart,
    /// No end, or another one.
    BadEnd,
    /// Something else than base64.
    BadBase64,
    /// It is encrypted, and the password is wrong.
    BadDecrypt,
    /// It is encrypted, and there is no password.
    BadPassword,
    /// It is encrypted in a way that is not known.
    BadHeader,
}

/// Reads the next block of a text, and returns what follows it.
pub fn next(text: &[u8]) -> Result<(Block, &[u8]), Failure> {
    let mut rest = text;
    let label = loop {
        if rest.is_empty() {
            return Err(Failure::NoStart);
        }
        let line = take_line(&mut rest);
        if let Some(label) = line.strip_prefix(b"-----BEGIN ").and_then(|l| l.strip_suffix(b"-----")) {
            break String::from_utf8_lossy(label).into_owned();
        }
    };
    let (mut headers, mut body) = (Vec::new(), Vec::<u8>::new());
    let end = format!("-----END {label}-----");
    loop {
        if rest.is_empty() {
            return Err(Failure::BadEnd);
        }
        let line = take_line(&mut rest);
        if line.starts_with(b"-----") {
            if line != end.as_bytes() {
                return Err(Failure::BadEnd);
            }
            break;
        }
        if body.is_empty()
            && let Some(colon) = line.iter().position(|b| *b == b':')
        {
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
            headers.push((text(&line[..colon]), text(&line[colon + 1..])));
            continue;
        }
        body.extend(line.iter().filter(|b| !b.is_ascii_whitespace()));
    }
    if body.iter().any(|b| !b.is_ascii_alphanumeric() && !b"+/=".contains(b)) || !body.len().is_multiple_of(4) {
        return Err(Failure::BadBase64);
    }
    let data = base64::decode(&body, true).ok_or(Failure::BadBase64)?;
    Ok((Block { label, headers, data }, rest))
}

fn take_line<'a>(rest: &mut &'a [u8]) -> &'a [u8] {
    let end = rest.iter().position(|b| *b == b'\n');
    let line = &rest[..end.unwrap_or(rest.len())];
    *rest = &rest[end.map_or(rest.len(), |end| end + 1)..];
    line.trim_ascii_end()
}

/// All blocks of a text; the damaged ones end the list.
pub fn all(text: &[u8]) -> Vec<Block> {
    let mut rest = text;
    std::iter::from_fn(|| {
        let (block, after) = next(rest).ok()?;
        rest = after;
        Some(block)
    })
    .collect()
}

/// The first block with one of the labels.
pub fn find(text: &[u8], labels: &[&str]) -> Result<Block, Failure> {
    let mut rest = text;
    loop {
        let (block, after) = next(rest)?;
        if labels.contains(&block.label.as_str()) {
            return Ok(block);
        }
        rest = after;
    }
}

/// Writes a block.
pub fn write(label: &str, data: &[u8]) -> Vec<u8> {
    let mut out = format!("-----BEGIN {label}-----\n").into_bytes();
    for line in base64::encode(data).chunks(64) {
        out.extend_from_slice(line);
        out.push(b'\n');
    }
    out.extend_from_slice(format!("-----END {label}-----\n").as_bytes());
    out
}

impl Block {
    /// Its bytes, decrypted if its headers say that it is encrypted (the way of old, RFC 1421).
    pub fn open(self, password: Option<&[u8]>) -> Result<Vec<u8>, Failure> {
        let header = |name: &str| self.headers.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str());
        if !header("Proc-Type").is_some_and(|value| value.contains("ENCRYPTED")) {
            return Ok(self.data);
        }
        let (name, iv) = header("DEK-Info").and_then(|info| info.split_once(',')).ok_or(Failure::BadHeader)?;
        let cipher = Cipher::named(name.trim().as_bytes()).ok_or(Failure::BadHeader)?;
        let iv = phant_digest::hex::decode(iv.trim().as_bytes()).map_err(|_| Failure::BadHeader)?;
        if iv.len() != cipher.iv_length() || iv.len() < 8 {
            return Err(Failure::BadHeader);
        }
        let password = password.ok_or(Failure::BadPassword)?;
        let key = pbe::bytes_to_key(password, &iv[..8], cipher.key_length());
        let parameters = Parameters { iv: &iv, padding: true, ..Parameters::default() };
        cipher.decrypt(&key, &self.data, parameters, &[]).map_err(|_| Failure::BadDecrypt)
    }
}
