//! `multipart/form-data`: form fields and uploaded files (RFC 7578), read as PHP reads them.

/// One part.
#[derive(Debug, PartialEq, Eq)]
pub enum Part<'a> {
    /// A field and its value.
    Field(Vec<u8>, &'a [u8]),
    /// An uploaded file.
    File {
        /// The field's name.
        name: Vec<u8>,
        /// The file's name as the client has it, folders included.
        path: Vec<u8>,
        /// `Content-Type` as sent.
        content_type: Vec<u8>,
        /// The content.
        content: &'a [u8],
        /// Whether the closing boundary is there.
        complete: bool,
    },
}

/// The boundary in a `Content-Type` of `multipart/form-data`; `Err` if it has none, `None` for other types.
pub fn boundary(content_type: &[u8]) -> Option<Result<Vec<u8>, Missing>> {
    let kind = content_type.split(|&c| matches!(c, b';' | b',' | b' ')).next()?;
    if !kind.eq_ignore_ascii_case(b"multipart/form-data") {
        return None;
    }
    let lower = content_type.to_ascii_lowercase();
    let Some(at) = find(&lower, b"boundary") else { return Some(Err(Missing)) };
    let rest = &content_type[at + 8..];
    let Some(equals) = rest.iter().position(|&c| c == b'=') else { return Some(Err(Missing)) };
    let value = rest[equals + 1..].trim_ascii_start();
    Some(match value {
        [b'"', inner @ ..] => match inner.iter().position(|&c| c == b'"') {
            Some(end) => Ok(inner[..end].to_vec()),
            None => Err(Missing),
        },
        _ => Ok(value.split(|&c| matches!(c, b',' | b';')).next().unwrap_or_default().to_vec()),
    })
}

/// There is no usable boundary.
#[derive(Debug, PartialEq, Eq)]
pub struct Missing;

fn find(haystack: &[u8], needle: &[u8]) -> Option<usize> {
    memchr::memmem::find(haystack, needle)
}

/// Splits a body into its parts. A body that ends too early gives what is there.
pub fn parts<'a>(body: &'a [u8], boundary: &[u8]) -> Vec<Part<'a>> {
    let delimiter = [b"--", boundary].concat();
    let mut parts = Vec::new();
    let Some(start) = find(body, &delimiter) else { return parts };
    let mut rest = &body[start + delimiter.len()..];
    // Browsers end lines with CR LF, but a line feed is enough, as in PHP.
    let inner = [b"\n", delimiter.as_slice()].concat();
    let finder = memchr::memmem::Finder::new(&inner);
    loop {
        if rest.starts_with(b"--") {
            return parts;
        }
        // The rest of the boundary's line.
        let Some(line) = memchr::memchr(b'\n', rest) else { return parts };
        rest = &rest[line + 1..];
        let Some((headers, content)) = split_headers(rest) else { return parts };
        let (content, complete, next) = match finder.find(content) {
            Some(end) => {
                let part = &content[..end];
                (part.strip_suffix(b"\r").unwrap_or(part), true, &content[end + inner.len()..])
            }
            // An empty content has no line end of its own before the boundary.
            None if content.starts_with(&delimiter) => (&content[..0], true, &content[delimiter.len()..]),
            None => (content, false, &content[content.len()..]),
        };
        if let Some(part) = part(&headers, content, complete) {
            parts.push(part);
        }
        if !complete {
            return parts;
        }
        rest = next;
    }
}

type Headers = Vec<(Vec<u8>, Vec<u8>)>;

/// The header lines of a part and what follows the empty line behind them.
fn split_headers(mut rest: &[u8]) -> Option<(Headers, &[u8])> {
    let mut headers: Headers = Vec::new();
    loop {
        let end = memchr::memchr(b'\n', rest)?;
        let line = rest[..end].strip_suffix(b"\r").unwrap_or(&rest[..end]);
        rest = &rest[end + 1..];
        if line.is_empty() {
            return Some((headers, rest));
        }
        if line[0].is_ascii_whitespace()
            && let Some((_, value)) = headers.last_mut()
        {
            value.extend_from_slice(line);
        } else if let Some(colon) = line.iter().position(|&c| c == b':') {
            headers.push((line[..colon].to_ascii_lowercase(), line[colon + 1..].trim_ascii_start().to_vec()));
        }
        if headers.len() > 100 {
            return None;
        }
    }
}

fn part<'a>(headers: &Headers, content: &'a [u8], complete: bool) -> Option<Part<'a>> {
    let header = |name: &[u8]| headers.iter().find(|(n, _)| n == name).map(|(_, v)| v.as_slice());
    let (mut name, mut path) = (None, None);
    for (key, value) in disposition(header(b"content-disposition")?) {
        match key.as_slice() {
            b"name" => name = Some(value),
            b"filename" => path = Some(value),
            _ => {}
        }
    }
    match (name, path) {
        (Some(name), None) => Some(Part::Field(name, content)),
        (name, Some(path)) => Some(Part::File {
            name: name.unwrap_or_default(),
            path,
            content_type: header(b"content-type").unwrap_or_default().to_vec(),
            content,
            complete,
        }),
        (None, None) => None,
    }
}

/// The parameters of a `Content-Disposition`, names in lower case.
fn disposition(value: &[u8]) -> Vec<(Vec<u8>, Vec<u8>)> {
    let mut out = Vec::new();
    let mut rest = value;
    // The kind (`form-data`) comes first.
    while let Some(semicolon) = rest.iter().position(|&c| c == b';') {
        rest = rest[semicolon + 1..].trim_ascii_start();
        let Some(equals) = rest.iter().position(|&c| c == b'=') else { break };
        let key = rest[..equals].trim_ascii().to_ascii_lowercase();
        rest = rest[equals + 1..].trim_ascii_start();
        let mut text = Vec::new();
        match rest.first() {
            Some(&quote @ (b'"' | b'\'')) => {
                rest = &rest[1..];
                while let [c, after @ ..] = rest {
                    rest = after;
                    match (*c, after) {
                        (b'\\', [next, tail @ ..]) if *next == quote || *next == b'\\' => {
                            text.push(*next);
                            rest = tail;
                        }
                        (c, _) if c == quote => break,
                        (c, _) => text.push(c),
                    }
                }
            }
            _ => {
                let end = rest.iter().position(|&c| c == b';' || c.is_ascii_whitespace()).unwrap_or(rest.len());
                text.extend_from_slice(&rest[..end]);
                rest = &rest[end..];
            }
        }
        out.push((key, text));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boundaries() {
        assert_eq!(boundary(b"multipart/form-data; boundary=abc"), Some(Ok(b"abc".to_vec())));
        assert_eq!(boundary(b"Multipart/Form-Data; Boundary=\"a;c\"; x=y"), Some(Ok(b"a;c".to_vec())));
        assert_eq!(boundary(b"multipart/form-data"), Some(Err(Missing)));
        assert_eq!(boundary(b"multipart/form-data; boundary=\"abc"), Some(Err(Missing)));
        assert_eq!(boundary(b"text/plain; boundary=abc"), None);
    }

    #[test]
    fn fields_and_files() {
        let body =
            b"--B\r\nContent-Disposition: form-data; name=\"a[b]\"\r\n\r\nx\r\ny\r\n--B\r\nContent-Disposition: form-data; \
                     name=f; filename=\"C:\\\\dir\\\\n\\\"q.txt\"\r\nContent-Type: text/plain\r\n\r\n--B inside\r\n--B\r\n\
                     content-disposition: form-data; name=\"e\"\r\n\r\n\r\n--B--\r\nrest";
        let parts = parts(body, b"B");
        assert_eq!(parts[0], Part::Field(b"a[b]".to_vec(), b"x\r\ny"));
        let Part::File { name, path, content_type, content, complete } = &parts[1] else { panic!("no file") };
        assert_eq!(
            (name.as_slice(), path.as_slice(), content_type.as_slice()),
            (&b"f"[..], &b"C:\\dir\\n\"q.txt"[..], &b"text/plain"[..])
        );
        assert_eq!((*content, *complete), (&b"--B inside"[..], true));
        assert_eq!(parts[2], Part::Field(b"e".to_vec(), b""));
        assert_eq!(parts.len(), 3);
    }

    #[test]
    fn cut_short() {
        let body = b"--B\r\nContent-Disposition: form-data; name=f; filename=x\r\n\r\nabc";
        let parts = parts(body, b"B");
        assert!(matches!(parts[0], Part::File { content: b"abc", complete: false, .. }));
        for end in 0..body.len() {
            super::parts(&body[..end], b"B");
        }
        assert_eq!(super::parts(b"", b"B"), []);
    }
}
