//! `multipart/form-data`: form fields and uploaded files (RFC 7578), read as PHP reads them.

use memchr::memmem::Finder;

/// The boundary in a `Content-Type` of `multipart/form-data`; `Err` if it has none, `None` for other types.
pub fn boundary(content_type: &[u8]) -> Option<Result<Vec<u8>, Missing>> {
    let kind = content_type.split(|&c| matches!(c, b';' | b',' | b' ')).next()?;
    if !kind.eq_ignore_ascii_case(b"multipart/form-data") {
        return None;
    }
    let lower = content_type.to_ascii_lowercase();
    let Some(at) = find(&lower, b"boundary") else { return Some(Err(Missing::None)) };
    let rest = &content_type[at + 8..];
    let Some(equals) = rest.iter().position(|&c| c == b'=') else { return Some(Err(Missing::None)) };
    let value = rest[equals + 1..].trim_ascii_start();
    let found = match value {
        [b'"', inner @ ..] => match inner.iter().position(|&c| c == b'"') {
            Some(end) => &inner[..end],
            None => return Some(Err(Missing::Endless)),
        },
        _ => value.split(|&c| matches!(c, b',' | b';')).next().unwrap_or_default(),
    };
    Some(if found.len() > LONGEST { Err(Missing::TooLong) } else { Ok(found.to_vec()) })
}

/// Why there is no usable boundary.
#[derive(Debug, PartialEq, Eq)]
pub enum Missing {
    /// None is told.
    None,
    /// What is told does not end.
    Endless,
    /// It is longer than any that is needed.
    TooLong,
}

impl Missing {
    /// The reason in PHP's words.
    pub fn text(&self) -> &'static str {
        match self {
            Missing::None => "Missing boundary in multipart/form-data POST data",
            Missing::Endless => "Invalid boundary in multipart/form-data POST data",
            Missing::TooLong => "Boundary too large in multipart/form-data POST data",
        }
    }
}

/// The longest boundary.
const LONGEST: usize = 5 * 1024 - 4;

fn find(haystack: &[u8], needle: &[u8]) -> Option<usize> {
    memchr::memmem::find(haystack, needle)
}

/// How many bytes the header lines of a part may have.
const MAX_HEADERS: usize = 64 << 10;

/// Takes the parts of a form as they come.
pub trait Sink {
    /// A part begins: the field's name, the file's name as the client has it if it is a file, and the `Content-Type`.
    /// Without interest in it, `false`.
    fn begin(&mut self, name: Option<Vec<u8>>, path: Option<Vec<u8>>, content_type: Vec<u8>) -> bool;
    /// More of its content.
    fn content(&mut self, bytes: &[u8]);
    /// A part has neither name: nothing further is looked at.
    fn garbled(&mut self) {}
    /// It ends; `complete` if its closing boundary is there.
    fn end(&mut self, complete: bool);
}

/// Splits a body into its parts, piece by piece. It keeps no more than the header lines of a part, or as much content as a
/// boundary is long.
pub struct Reader {
    /// `\n--boundary`
    delimiter: Finder<'static>,
    /// What has come and is not dealt with.
    pending: Vec<u8>,
    at: At,
}

/// Where in the body a reader is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum At {
    /// Before the first boundary.
    Preamble,
    /// Behind a boundary, on its line.
    Boundary,
    /// Among the header lines of a part.
    Headers,
    /// At the very beginning of content.
    Start { wanted: bool },
    /// In the content.
    Content { wanted: bool },
    /// Behind the last boundary, or past hope.
    End,
}

impl Reader {
    /// A reader for the boundary that [`boundary`] gave.
    pub fn new(boundary: &[u8]) -> Reader {
        // Browsers end lines with CR LF, but a line feed is enough, as in PHP.
        let delimiter = Finder::new(&[b"\n--", boundary].concat()).into_owned();
        // Nothing ends at an empty one.
        let at = if boundary.is_empty() { At::End } else { At::Preamble };
        Reader { delimiter, pending: Vec::new(), at }
    }
    /// Takes in more of the body.
    pub fn push(&mut self, bytes: &[u8], sink: &mut dyn Sink) {
        if self.at == At::End {
            return;
        }
        let mut pending = std::mem::take(&mut self.pending);
        pending.extend_from_slice(bytes);
        let mut done = 0;
        while let Some(n) = self.step(&pending[done..], sink) {
            done += n;
        }
        if self.at != At::End {
            pending.drain(..done);
            self.pending = pending;
        }
    }
    /// The body is over.
    pub fn finish(mut self, sink: &mut dyn Sink) {
        let pending = std::mem::take(&mut self.pending);
        match self.at {
            At::Start { wanted: true } | At::Content { wanted: true } => {
                sink.content(&pending);
                sink.end(false);
            }
            _ => {}
        }
    }

    /// Deals with some of what is pending: how much; `None` if more must come first.
    fn step(&mut self, pending: &[u8], sink: &mut dyn Sink) -> Option<usize> {
        let inner = self.delimiter.needle();
        let delimiter = &inner[1..];
        match self.at {
            At::Preamble => match find(pending, delimiter) {
                Some(start) => {
                    self.at = At::Boundary;
                    Some(start + delimiter.len())
                }
                None => Some(pending.len().saturating_sub(delimiter.len() - 1)).filter(|&n| n > 0),
            },
            At::Boundary if pending.starts_with(b"--") => {
                self.at = At::End;
                None
            }
            At::Boundary if pending.len() < 2 => None,
            // The rest of the boundary's line.
            At::Boundary => match memchr::memchr(b'\n', pending) {
                Some(line) => {
                    self.at = At::Headers;
                    Some(line + 1)
                }
                None if pending.len() > MAX_HEADERS => {
                    self.at = At::End;
                    None
                }
                None => None,
            },
            At::Headers => match split_headers(pending) {
                Split::Headers(headers, rest) => {
                    self.at = match begin(&headers, sink) {
                        Some(wanted) => At::Start { wanted },
                        None => At::End,
                    };
                    (self.at != At::End).then(|| pending.len() - rest.len())
                }
                Split::More if pending.len() <= MAX_HEADERS => None,
                Split::More | Split::TooMany => {
                    self.at = At::End;
                    None
                }
            },
            At::Start { wanted } => {
                // An empty content has no line end of its own before the boundary.
                if pending.starts_with(delimiter) {
                    if wanted {
                        sink.end(true);
                    }
                    self.at = At::Boundary;
                    return Some(delimiter.len());
                }
                if delimiter.starts_with(pending) {
                    return None;
                }
                self.at = At::Content { wanted };
                Some(0)
            }
            At::Content { wanted } => {
                if let Some(end) = self.delimiter.find(pending) {
                    let content = &pending[..end];
                    if wanted {
                        sink.content(content.strip_suffix(b"\r").unwrap_or(content));
                        sink.end(true);
                    }
                    self.at = At::Boundary;
                    return Some(end + inner.len());
                }
                // A boundary may have begun, with the CR before it.
                let sure = pending.len().saturating_sub(inner.len());
                if sure == 0 {
                    return None;
                }
                if wanted {
                    sink.content(&pending[..sure]);
                }
                Some(sure)
            }
            At::End => None,
        }
    }
}

type Headers = Vec<(Vec<u8>, Vec<u8>)>;

/// What header lines come to.
enum Split<'a> {
    /// The lines, and what follows the empty line behind them.
    Headers(Headers, &'a [u8]),
    /// They are not all there.
    More,
    /// More than anybody needs.
    TooMany,
}

fn split_headers(mut rest: &[u8]) -> Split<'_> {
    let mut headers: Headers = Vec::new();
    while let Some(end) = memchr::memchr(b'\n', rest) {
        let line = rest[..end].strip_suffix(b"\r").unwrap_or(&rest[..end]);
        rest = &rest[end + 1..];
        if line.is_empty() {
            return Split::Headers(headers, rest);
        }
        if line[0].is_ascii_whitespace()
            && let Some((_, value)) = headers.last_mut()
        {
            value.extend_from_slice(line);
        } else if let Some(colon) = line.iter().position(|&c| c == b':') {
            headers.push((line[..colon].to_ascii_lowercase(), line[colon + 1..].trim_ascii_start().to_vec()));
        }
        if headers.len() > 100 {
            return Split::TooMany;
        }
    }
    Split::More
}

/// Begins a part with these headers: whether it is wanted, `None` if it makes no sense.
fn begin(headers: &Headers, sink: &mut dyn Sink) -> Option<bool> {
    let header = |name: &[u8]| headers.iter().find(|(n, _)| n == name).map(|(_, v)| v.as_slice());
    let Some(value) = header(b"content-disposition") else { return Some(false) };
    let (mut name, mut path) = (None, None);
    for (key, value) in disposition(value) {
        match key.as_slice() {
            b"name" => name = Some(value),
            b"filename" => path = Some(value),
            _ => {}
        }
    }
    if name.is_none() && path.is_none() {
        sink.garbled();
        return None;
    }
    Some(sink.begin(name, path, header(b"content-type").unwrap_or_default().to_vec()))
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
        assert_eq!(boundary(b"multipart/form-data"), Some(Err(Missing::None)));
        assert_eq!(boundary(b"multipart/form-data; boundary=\"abc"), Some(Err(Missing::Endless)));
        assert_eq!(boundary(b"text/plain; boundary=abc"), None);
    }

    /// Notes what it is told.
    #[derive(Default)]
    struct Notes(Vec<(String, String, String, String, bool)>);

    impl Sink for Notes {
        fn begin(&mut self, name: Option<Vec<u8>>, path: Option<Vec<u8>>, content_type: Vec<u8>) -> bool {
            let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
            let path = path.map_or("-".into(), text);
            self.0.push((text(name.unwrap_or_default()), path, text(content_type), String::new(), false));
            true
        }
        fn content(&mut self, bytes: &[u8]) {
            self.0.last_mut().expect("begun").3 += std::str::from_utf8(bytes).expect("text");
        }
        fn end(&mut self, complete: bool) {
            self.0.last_mut().expect("begun").4 = complete;
        }
    }
    fn read(body: &[u8], piece: usize) -> Vec<(String, String, String, String, bool)> {
        let (mut reader, mut notes) = (Reader::new(b"B"), Notes::default());
        body.chunks(piece).for_each(|part| reader.push(part, &mut notes));
        reader.finish(&mut notes);
        notes.0
    }

    #[test]
    fn fields_and_files() {
        let body =
            b"--B\r\nContent-Disposition: form-data; name=\"a[b]\"\r\n\r\nx\r\ny\r\n--B\r\nContent-Disposition: form-data; \
                     name=f; filename=\"C:\\\\dir\\\\n\\\"q.txt\"\r\nContent-Type: text/plain\r\n\r\n--B inside\r\n--B\r\n\
                     content-disposition: form-data; name=\"e\"\r\n\r\n\r\n--B--\r\nrest";
        // However it comes, it is the same.
        for piece in 1..=body.len() {
            let parts = read(body, piece);
            let parts: Vec<_> =
                parts.iter().map(|(n, p, t, c, done)| (n.as_str(), p.as_str(), t.as_str(), c.as_str(), *done)).collect();
            // A content that begins like a boundary is one: nothing else is behind the header lines.
            assert_eq!(parts[0], ("a[b]", "-", "", "x\r\ny", true), "{piece}");
            assert_eq!(parts[1].0, "f");
            assert_eq!(parts[1].1, "C:\\dir\\n\"q.txt");
            assert_eq!(parts[1].2, "text/plain");
            assert_eq!(parts.last(), Some(&("e", "-", "", "", true)), "{piece}");
        }
    }

    #[test]
    fn cut_short() {
        let body = b"--B\r\nContent-Disposition: form-data; name=f; filename=x\r\n\r\nabc";
        for piece in 1..=body.len() {
            assert_eq!(read(body, piece), [("f".into(), "x".into(), String::new(), "abc".into(), false)]);
        }
        for end in 1..body.len() {
            read(&body[..end], 3);
        }
        assert_eq!(read(b"", 1), []);
    }
}
