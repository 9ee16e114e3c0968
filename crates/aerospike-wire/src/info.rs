//! The text protocol: names of figures and commands in, `name TAB value` lines out.

use crate::message::{self, Kind};

/// Appends a request for some names to a buffer.
pub fn request(out: &mut Vec<u8>, names: &[&[u8]]) {
    let start = message::begin(out, Kind::Info);
    for name in names {
        out.extend_from_slice(name);
        out.push(b'\n');
    }
    message::finish(out, start);
}

/// Lines of an answer, each with its name and value.
pub fn lines(answer: &[u8]) -> impl Iterator<Item = (&[u8], &[u8])> {
    answer.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).map(|line| {
        let at = line.iter().position(|byte| *byte == b'\t').unwrap_or(line.len());
        (&line[..at], line.get(at + 1..).unwrap_or_default())
    })
}

/// The value of a name in an answer.
pub fn value<'a>(answer: &'a [u8], name: &[u8]) -> Option<&'a [u8]> {
    lines(answer).find(|(found, _)| *found == name).map(|(_, value)| value)
}

/// A value that says that something failed: the code and the words.
///
/// Servers write `FAIL:4:words`, `ERROR:4:words`, `fail:words`, or any of them without what follows.
pub fn failure(value: &[u8]) -> Option<(u8, &[u8])> {
    let rest = [&b"FAIL"[..], b"ERROR", b"fail", b"error"].iter().find_map(|word| value.strip_prefix(*word))?;
    let Some(rest) = rest.strip_prefix(b":").or(rest.strip_prefix(b"=")) else {
        return rest.is_empty().then_some((crate::code::SERVER, &b"failed"[..]));
    };
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let code = std::str::from_utf8(&rest[..digits]).ok().and_then(|text| text.parse().ok());
    match code {
        Some(code) => Some((code, rest[digits..].strip_prefix(b":").unwrap_or(&rest[digits..]))),
        None => Some((crate::code::SERVER, rest)),
    }
}

/// Values by name of a command's parameters, `a=b;c=d`.
pub fn parameters(text: &[u8]) -> impl Iterator<Item = (&[u8], &[u8])> {
    text.split(|byte| *byte == b';').filter(|part| !part.is_empty()).map(|part| {
        let at = part.iter().position(|byte| *byte == b'=').unwrap_or(part.len());
        (&part[..at], part.get(at + 1..).unwrap_or_default())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_have_lines() {
        let answer = b"node\tBB9\nfeatures\ta;b\nempty\t\n";
        assert_eq!(value(answer, b"features"), Some(&b"a;b"[..]));
        assert_eq!(value(answer, b"empty"), Some(&b""[..]));
        assert_eq!(value(answer, b"other"), None);
    }
    #[test]
    fn failures_have_codes() {
        assert_eq!(failure(b"FAIL:201:no index"), Some((201, &b"no index"[..])));
        assert_eq!(failure(b"ERROR::bad"), Some((1, &b":bad"[..])));
        assert_eq!(failure(b"ok"), None);
        assert_eq!(failure(b"failover"), None);
    }
}
