//! A request's fields as the head that HTTP/1.1 would have.

use super::hpack::Field;
use crate::http::{self, Framing, Head, Protocol};

/// What a request's fields say.
pub struct Asked {
    /// The request's head.
    pub head: Head,
    /// How long its body is, if that is told.
    pub length: Option<u64>,
}

/// The fields make no request (RFC 9113, section 8.1.1).
#[derive(Debug, PartialEq, Eq)]
pub struct Malformed;

/// Names of fields that a connection of HTTP/1.1 has for itself, and which have no meaning here.
pub const CONNECTION: [&[u8]; 5] = [b"connection", b"proxy-connection", b"keep-alive", b"transfer-encoding", b"upgrade"];

/// Whether it can be the name of a field: a token without capital letters.
fn is_name(name: &[u8]) -> bool {
    let token = |&c: &u8| c.is_ascii_lowercase() || c.is_ascii_digit() || b"!#$%&'*+-.^_`|~".contains(&c);
    !name.is_empty() && name.iter().all(token)
}

fn is_value(value: &[u8]) -> bool {
    let blank = |c: Option<&u8>| matches!(c, Some(b' ' | b'\t'));
    !value.iter().any(|c| matches!(c, 0 | b'\r' | b'\n')) && !blank(value.first()) && !blank(value.last())
}

/// Checks the fields behind a body, which nobody is told.
pub fn check_trailers(fields: &[Field]) -> Result<(), Malformed> {
    let good = fields.iter().all(|(name, value)| is_name(name) && is_value(value) && !CONNECTION.contains(&name.as_slice()));
    if good { Ok(()) } else { Err(Malformed) }
}

/// The request that fields make.
pub fn request(fields: Vec<Field>) -> Result<Asked, Malformed> {
    let [mut method, mut scheme, mut authority, mut path] = [const { None }; 4];
    let mut headers: Vec<(String, Vec<u8>)> = Vec::with_capacity(fields.len() + 1);
    for (name, value) in fields {
        if !is_value(&value) {
            return Err(Malformed);
        }
        if name.first() == Some(&b':') {
            let place = match name.as_slice() {
                b":method" => &mut method,
                b":scheme" => &mut scheme,
                b":authority" => &mut authority,
                b":path" => &mut path,
                _ => return Err(Malformed),
            };
            if !headers.is_empty() || place.replace(value).is_some() {
                return Err(Malformed);
            }
            continue;
        }
        let is_te = name == b"te" && !value.eq_ignore_ascii_case(b"trailers");
        if !is_name(&name) || CONNECTION.contains(&name.as_slice()) || is_te {
            return Err(Malformed);
        }
        headers.push((String::from_utf8(name).map_err(|_| Malformed)?, value));
    }
    let method = method.filter(|method| !method.is_empty() && is_name(&method.to_ascii_lowercase())).ok_or(Malformed)?;
    let method = String::from_utf8(method).map_err(|_| Malformed)?;
    let target = target(&method, scheme, path)?;
    named(&mut headers, authority)?;
    let length = length(&headers)?;
    let expects_continue = headers.iter().any(|(name, value)| name == "expect" && value.eq_ignore_ascii_case(b"100-continue"));
    let head = Head {
        method,
        target,
        protocol: Protocol::Http2,
        headers,
        framing: Framing::Length(length.unwrap_or(0)),
        keep_alive: true,
        expects_continue,
    };
    Ok(Asked { head, length })
}

/// The path; for CONNECT, which names none, a path that nothing answers.
fn target(method: &str, scheme: Option<Vec<u8>>, path: Option<Vec<u8>>) -> Result<Vec<u8>, Malformed> {
    if method == "CONNECT" {
        return if scheme.is_none() && path.is_none() { Ok(Vec::new()) } else { Err(Malformed) };
    }
    let path = path.filter(|_| scheme.is_some_and(|scheme| !scheme.is_empty())).ok_or(Malformed)?;
    let is_path = path.first() == Some(&b'/') || path == b"*" && method == "OPTIONS";
    let visible = path.iter().all(|&c| c > b' ' && c != 0x7f);
    if is_path && visible { Ok(path) } else { Err(Malformed) }
}

/// Sets `Host` to what `:authority` says.
fn named(headers: &mut Vec<(String, Vec<u8>)>, authority: Option<Vec<u8>>) -> Result<(), Malformed> {
    let hosts: Vec<&[u8]> = headers.iter().filter(|(name, _)| name == "host").map(|(_, value)| value.as_slice()).collect();
    let host = match (authority, hosts.as_slice()) {
        (Some(authority), []) => authority,
        (Some(authority), [host]) if host.eq_ignore_ascii_case(&authority) => authority,
        (None, [host]) => host.to_vec(),
        _ => return Err(Malformed),
    };
    if !http::is_host(&host) {
        return Err(Malformed);
    }
    headers.retain(|(name, _)| name != "host");
    headers.insert(0, ("host".to_owned(), host));
    Ok(())
}

fn length(headers: &[(String, Vec<u8>)]) -> Result<Option<u64>, Malformed> {
    let mut all = headers.iter().filter(|(name, _)| name == "content-length").map(|(_, value)| value.as_slice());
    let Some(first) = all.next() else { return Ok(None) };
    let digits = !first.is_empty() && first.iter().all(u8::is_ascii_digit) && all.all(|other| other == first);
    let number = std::str::from_utf8(first).ok().filter(|_| digits).and_then(|text| text.parse().ok());
    number.map(Some).ok_or(Malformed)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GET: [(&str, &str); 4] = [(":method", "GET"), (":scheme", "http"), (":authority", "x"), (":path", "/a?b")];

    fn read(fields: &[(&str, &str)]) -> Result<Asked, Malformed> {
        request(fields.iter().map(|(name, value)| (name.as_bytes().to_vec(), value.as_bytes().to_vec())).collect())
    }
    fn with(more: &[(&str, &str)]) -> Result<Asked, Malformed> {
        read(&[&GET, more].concat())
    }

    #[test]
    fn requests() {
        let asked = with(&[("accept", "a/b"), ("content-length", "7"), ("te", "trailers")]).expect("good");
        assert_eq!((asked.head.method.as_str(), asked.head.path(), asked.length), ("GET", &b"/a"[..], Some(7)));
        assert_eq!(asked.head.header("Host"), Some(&b"x"[..]));
        assert!(with(&[("host", "X")]).is_ok());
        assert!(read(&[(":method", "OPTIONS"), (":scheme", "http"), (":path", "*"), ("host", "x")]).is_ok());
        assert!(read(&[(":method", "CONNECT"), (":authority", "x:1")]).is_ok());
    }

    #[test]
    fn malformed() {
        let bad: [&[(&str, &str)]; 14] = [
            &[("Accept", "a")],
            &[("connection", "close")],
            &[("transfer-encoding", "chunked")],
            &[("te", "gzip")],
            &[("upgrade", "h2c")],
            &[("a", "b\r\nc")],
            &[("a", " b")],
            &[("a b", "c")],
            &[("", "c")],
            &[(":status", "200")],
            &[("a", "b"), (":path", "/")],
            &[("host", "y")],
            &[("content-length", "+1")],
            &[("content-length", "1"), ("content-length", "2")],
        ];
        for more in bad {
            assert!(with(more).is_err(), "{more:?}");
        }
        for (missing, &field) in GET.iter().enumerate().take(4) {
            let mut fields = GET.to_vec();
            fields.remove(missing);
            assert!(read(&fields).is_err(), "{fields:?}");
            fields.insert(missing, (field.0, ""));
            assert!(missing == 2 || read(&fields).is_err(), "{fields:?}");
            fields.push(field);
            assert!(read(&fields).is_err(), "{fields:?}");
        }
        for path in ["a", "*", "/a b", "/\u{7f}"] {
            assert!(read(&[GET[0], GET[1], GET[2], (":path", path)]).is_err(), "{path}");
        }
    }
}
