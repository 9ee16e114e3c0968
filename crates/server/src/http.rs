//! HTTP/1.1 as bytes: heads and bodies of requests, within limits of size. Nothing here knows a connection.

use phant_sapi::body::Received;
use std::mem::MaybeUninit;

/// How large a request's head may be.
pub const MAX_HEAD: usize = 64 << 10;
/// How many header lines it may have.
pub const MAX_HEADERS: usize = 200;
/// How long a line between chunks may be.
const MAX_LINE: usize = 4096;
/// How much of a body that nobody wants is read, to keep the connection.
const MAX_DISCARD: u64 = 4 << 20;

/// What is wrong with a request.
#[derive(Debug, PartialEq, Eq)]
pub struct Bad(
    /// The status to answer with.
    pub u16,
);

/// How long the body is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Framing {
    /// `Content-Length`, or 0 without it.
    Length(u64),
    /// `Transfer-Encoding: chunked`
    Chunked,
}

/// The version of the protocol that a request came in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Protocol {
    Http10,
    Http11,
    Http2,
}

impl Protocol {
    /// As `SERVER_PROTOCOL` has it.
    pub fn name(self) -> &'static str {
        match self {
            Protocol::Http10 => "HTTP/1.0",
            Protocol::Http11 => "HTTP/1.1",
            Protocol::Http2 => "HTTP/2.0",
        }
    }
}

/// A request's head.
#[derive(Clone, Debug)]
pub struct Head {
    /// `GET`
    pub method: String,
    /// The path and query as sent.
    pub target: Vec<u8>,
    /// The protocol.
    pub protocol: Protocol,
    /// Header lines in order, values without surrounding blanks.
    pub headers: Vec<(String, Vec<u8>)>,
    /// The body's length.
    pub framing: Framing,
    /// Whether the client wants the connection to stay.
    pub keep_alive: bool,
    /// `Expect: 100-continue`
    pub expects_continue: bool,
}

impl Head {
    /// Of a request of which nothing could be read.
    pub fn unread() -> Head {
        Head {
            method: "GET".to_owned(),
            target: Vec::new(),
            protocol: Protocol::Http11,
            headers: Vec::new(),
            framing: Framing::Length(0),
            keep_alive: false,
            expects_continue: false,
        }
    }
    /// The first header of a name.
    pub fn header(&self, name: &str) -> Option<&[u8]> {
        self.headers.iter().find(|(n, _)| n.eq_ignore_ascii_case(name)).map(|(_, v)| v.as_slice())
    }
    /// The path as sent, without the query.
    pub fn path(&self) -> &[u8] {
        self.target.split(|&c| c == b'?').next().unwrap_or_default()
    }
    /// The query as sent.
    pub fn query(&self) -> Option<&[u8]> {
        let at = self.target.iter().position(|&c| c == b'?')?;
        Some(&self.target[at + 1..])
    }
}

/// The body of a request as it comes in: gets bytes, hands out content.
#[derive(Debug)]
pub struct BodyReader {
    left: Left,
    limit: u64,
    total: u64,
    received: Received,
    /// The rest of the body stays in the connection: no further request can be read from it.
    pub spoiled: bool,
}

/// What a body still has to bring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Left {
    Content(u64),
    Unwanted(u64),
    ChunkSize,
    Chunk(u64),
    ChunkEnd,
    Trailer(usize),
    Nothing,
}

impl BodyReader {
    /// For the body of a request, of which no more than `limit` is wanted.
    pub fn new(head: &Head, limit: u64) -> BodyReader {
        let mut reader = BodyReader { left: Left::Nothing, limit, total: 0, received: Received::Whole, spoiled: false };
        match head.framing {
            Framing::Length(0) => {}
            Framing::Length(length) if length > limit => {
                reader.received = Received::TooLarge(length);
                if head.expects_continue || length > MAX_DISCARD {
                    reader.spoiled = true;
                } else {
                    reader.left = Left::Unwanted(length);
                }
            }
            Framing::Length(length) => reader.left = Left::Content(length),
            Framing::Chunked => reader.left = Left::ChunkSize,
        }
        reader
    }
    /// Whether all of it has come that will be read.
    pub fn is_done(&self) -> bool {
        self.left == Left::Nothing
    }
    /// What has come.
    pub fn received(&self) -> Received {
        self.received
    }
    /// Takes what there is of the body from the start of `input` and hands it out; how much was taken.
    pub fn take(&mut self, input: &[u8], each: &mut dyn FnMut(&[u8])) -> Result<usize, Bad> {
        let mut at = 0;
        loop {
            let rest = &input[at..];
            let part = |length: u64| rest.len().min(usize::try_from(length).unwrap_or(usize::MAX));
            match self.left {
                Left::Nothing => return Ok(at),
                Left::Content(length) | Left::Chunk(length) | Left::Unwanted(length) => {
                    let n = part(length);
                    let after = length - n as u64;
                    if !matches!(self.left, Left::Unwanted(_)) {
                        each(&rest[..n]);
                    }
                    self.left = match (self.left, after) {
                        (Left::Chunk(_), 0) => Left::ChunkEnd,
                        (_, 0) => Left::Nothing,
                        (Left::Chunk(_), _) => Left::Chunk(after),
                        (Left::Content(_), _) => Left::Content(after),
                        _ => Left::Unwanted(after),
                    };
                    at += n;
                    if after > 0 {
                        return Ok(at);
                    }
                }
                Left::ChunkSize | Left::ChunkEnd | Left::Trailer(_) => {
                    let Some((line, len)) = line(rest)? else { return Ok(at) };
                    self.chunk_line(line)?;
                    at += len;
                }
            }
        }
    }
    /// A line between chunks, or after them.
    fn chunk_line(&mut self, line: &[u8]) -> Result<(), Bad> {
        self.left = match self.left {
            Left::ChunkEnd if line.is_empty() => Left::ChunkSize,
            Left::ChunkSize => {
                let size = chunk_size(line).ok_or(Bad(400))?;
                self.total = self.total.saturating_add(size);
                if size == 0 {
                    Left::Trailer(0)
                } else if self.total > self.limit {
                    self.spoiled = true;
                    self.received = Received::TooLarge(self.total);
                    Left::Nothing
                } else {
                    Left::Chunk(size)
                }
            }
            // Trailers are read and forgotten.
            Left::Trailer(_) if line.is_empty() => Left::Nothing,
            Left::Trailer(n) if n < MAX_HEADERS => Left::Trailer(n + 1),
            Left::Trailer(_) => return Err(Bad(431)),
            _ => return Err(Bad(400)),
        };
        Ok(())
    }
}

/// The number at the start of a chunk. What follows a semicolon is for nobody.
fn chunk_size(line: &[u8]) -> Option<u64> {
    let size = line.split(|&c| c == b';').next().unwrap_or_default();
    let size = size.strip_suffix(b" ").or(size.strip_suffix(b"\t")).unwrap_or(size);
    let digits = (1..=16).contains(&size.len()) && size.iter().all(u8::is_ascii_hexdigit);
    u64::from_str_radix(std::str::from_utf8(size).ok().filter(|_| digits)?, 16).ok()
}

/// The line at the start of `bytes` without its end, and its length with it; `None` if it is not all there. Line ends
/// are CR LF and nothing else: what one program takes for a line end and another does not is a way to smuggle requests.
fn line(bytes: &[u8]) -> Result<Option<(&[u8], usize)>, Bad> {
    match bytes.iter().take(MAX_LINE).position(|&c| c == b'\n') {
        Some(end) => match bytes[..end].strip_suffix(b"\r") {
            Some(line) if !line.contains(&b'\r') => Ok(Some((line, end + 1))),
            _ => Err(Bad(400)),
        },
        None if bytes.len() >= MAX_LINE => Err(Bad(400)),
        None => Ok(None),
    }
}

/// Empty lines before a request are tolerated: how many bytes they have.
pub fn blank(bytes: &[u8]) -> usize {
    bytes.chunks_exact(2).take_while(|pair| *pair == b"\r\n").count() * 2
}

/// Reads a head from the start of `bytes`; `None` if it is not all there. A host must be named, and
/// lines must end in CR LF, unless `lenient`.
pub fn parse_head(bytes: &[u8], lenient: bool) -> Result<Option<(Head, usize)>, Bad> {
    let mut lines = [const { MaybeUninit::uninit() }; MAX_HEADERS];
    let mut request = httparse::Request::new(&mut []);
    let len = match request.parse_with_uninit_headers(bytes, &mut lines) {
        Ok(httparse::Status::Complete(len)) if len > MAX_HEAD => return Err(Bad(431)),
        Ok(httparse::Status::Complete(len)) => len,
        Ok(httparse::Status::Partial) if bytes.len() > MAX_HEAD => return Err(Bad(431)),
        Ok(httparse::Status::Partial) => return Ok(None),
        Err(httparse::Error::TooManyHeaders) => return Err(Bad(431)),
        Err(httparse::Error::Version) if names_version(bytes) => return Err(Bad(505)),
        Err(_) => return Err(Bad(400)),
    };
    if !lenient && has_bare_line_end(&bytes[..len]) {
        return Err(Bad(400));
    }
    let is_1_1 = request.version == Some(1);
    let mut headers = Vec::with_capacity(request.headers.len());
    let mut found = Found::default();
    for header in request.headers.iter() {
        let value = header.value.trim_ascii();
        found.note(header.name, value)?;
        headers.push((header.name.to_owned(), value.to_vec()));
    }
    let framing = found.framing(is_1_1)?;
    match found.hosts {
        0 if is_1_1 && !lenient => return Err(Bad(400)),
        0 => {}
        1 if !found.bad_host => {}
        _ => return Err(Bad(400)),
    }
    let (target, authority) = origin_form(request.path.unwrap_or_default().as_bytes());
    // An address with a host overrules the header.
    if let Some(host) = authority {
        headers.retain(|(name, _)| !name.eq_ignore_ascii_case("host"));
        headers.insert(0, ("Host".to_owned(), host));
    }
    let head = Head {
        method: request.method.unwrap_or_default().to_owned(),
        target,
        protocol: if is_1_1 { Protocol::Http11 } else { Protocol::Http10 },
        framing,
        keep_alive: if is_1_1 { !found.closes } else { found.keeps },
        expects_continue: is_1_1 && found.expects_continue,
        headers,
    };
    Ok(Some((head, len)))
}

/// What headers say about the body and the connection.
#[derive(Default)]
struct Found<'a> {
    hosts: usize,
    bad_host: bool,
    /// How many encodings of the transfer there are, and whether `chunked` is among them.
    encodings: usize,
    chunked: bool,
    /// As it was sent, and as a number.
    length: Option<(&'a [u8], u64)>,
    closes: bool,
    keeps: bool,
    expects_continue: bool,
}

impl<'a> Found<'a> {
    /// Takes a header into account.
    fn note(&mut self, name: &str, value: &'a [u8]) -> Result<(), Bad> {
        let is = |known: &str| name.eq_ignore_ascii_case(known);
        let tokens = || value.split(|&c| c == b',').map(<[u8]>::trim_ascii);
        let has = |what: &[u8]| tokens().any(|token| token.eq_ignore_ascii_case(what));
        match name.len() {
            4 if is("host") => {
                self.hosts += 1;
                self.bad_host |= !is_host(value);
            }
            6 if is("expect") => self.expects_continue |= has(b"100-continue"),
            10 if is("connection") => {
                self.closes |= has(b"close");
                self.keeps |= has(b"keep-alive");
            }
            // Two lengths that differ mean that somebody wants the body misread.
            14 if is("content-length") => {
                let digits = !value.is_empty() && value.iter().all(u8::is_ascii_digit);
                let length = std::str::from_utf8(value).ok().filter(|_| digits).and_then(|s| s.parse().ok()).ok_or(Bad(400))?;
                if self.length.replace((value, length)).is_some_and(|(other, _)| other != value) {
                    return Err(Bad(400));
                }
            }
            17 if is("transfer-encoding") => {
                self.encodings += tokens().count();
                self.chunked |= has(b"chunked");
            }
            _ => {}
        }
        Ok(())
    }
    /// How long the body is. A length beside an encoding, or several of those, mean that somebody wants it misread.
    fn framing(&self, is_1_1: bool) -> Result<Framing, Bad> {
        match (self.encodings, self.length) {
            (0, length) => Ok(Framing::Length(length.map_or(0, |(_, length)| length))),
            (1, None) if self.chunked && is_1_1 => Ok(Framing::Chunked),
            (_, None) if is_1_1 => Err(Bad(501)),
            _ => Err(Bad(400)),
        }
    }
}

/// Whether the first line has three words, of which the last is a version.
fn names_version(bytes: &[u8]) -> bool {
    let line = bytes.split(|&c| c == b'\n').next().unwrap_or_default().trim_ascii_end();
    let mut words = line.split(|&c| c == b' ').skip(2);
    words.next().is_some_and(|word| word.starts_with(b"HTTP/")) && words.next().is_none()
}

/// Whether a head may end in a piece of it: it has an empty line.
pub fn may_end(piece: &[u8]) -> bool {
    piece.windows(2).any(|pair| pair == b"\n\n") || piece.windows(3).any(|three| three == b"\n\r\n")
}

/// Whether a line ends without CR, or a CR stands alone.
fn has_bare_line_end(head: &[u8]) -> bool {
    let mut previous = 0;
    head.iter().any(|&c| {
        let bare = (c == b'\n') != (previous == b'\r');
        previous = c;
        bare
    })
}

/// Whether it can be a host, with or without a port. An empty one is allowed.
pub fn is_host(host: &[u8]) -> bool {
    host.iter().all(|c| c.is_ascii_graphic() && !matches!(c, b'/' | b'?' | b'#' | b'@' | b',' | b'\\'))
}

/// `http://host/path` as `/path` and the host.
fn origin_form(target: &[u8]) -> (Vec<u8>, Option<Vec<u8>>) {
    for scheme in [&b"http://"[..], b"https://"] {
        if target.len() > scheme.len() && target[..scheme.len()].eq_ignore_ascii_case(scheme) {
            let rest = &target[scheme.len()..];
            let end = rest.iter().position(|c| matches!(c, b'/' | b'?')).unwrap_or(rest.len());
            let (host, path) = rest.split_at(end);
            let path = if path.starts_with(b"/") { path.to_vec() } else { [b"/", path].concat() };
            return (path, Some(host.to_vec()).filter(|host| is_host(host)));
        }
    }
    (target.to_vec(), None)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The request at the start of a text, its body, and what follows.
    fn read_with(text: &str, limit: u64) -> Result<(Head, Received, Vec<u8>, String), Bad> {
        let bytes = text.as_bytes();
        let start = blank(bytes);
        let (head, len) = parse_head(&bytes[start..], false)?.ok_or(Bad(0))?;
        let (mut reader, mut body, mut at) = (BodyReader::new(&head, limit), Vec::new(), start + len);
        let mut end = at;
        while !reader.is_done() {
            // Small pieces, as a slow network has them.
            end = (end + 7).min(bytes.len());
            at += reader.take(&bytes[at..end], &mut |part| body.extend_from_slice(part))?;
            if end == bytes.len() && !reader.is_done() {
                return Err(Bad(0));
            }
        }
        Ok((head, reader.received(), body, text[at..].to_owned()))
    }
    fn read(text: &str) -> Result<(Head, (Received, Vec<u8>)), Bad> {
        read_with(text, 100).map(|(head, received, body, _)| (head, (received, body)))
    }
    fn status(text: &str) -> Option<Bad> {
        read(text).err()
    }

    #[test]
    fn heads() {
        let (head, body) = read("\r\nGET http://x/a?b=c HTTP/1.1\r\nHost: x\r\nA:  b \r\n\r\n").expect("good");
        assert_eq!((head.method.as_str(), head.path(), head.query()), ("GET", &b"/a"[..], Some(&b"b=c"[..])));
        assert_eq!((head.header("a"), head.keep_alive, body), (Some(&b"b"[..]), true, (Received::Whole, vec![])));
        assert!(!read("GET / HTTP/1.0\r\n\r\n").expect("good").0.keep_alive);
        assert!(!read("GET / HTTP/1.1\r\nHost: x\r\nConnection: foo, Close\r\n\r\n").expect("good").0.keep_alive);
    }

    #[test]
    fn refused() {
        assert_eq!(status(""), Some(Bad(0)));
        assert_eq!(status("GET / HT"), Some(Bad(0)));
        assert_eq!(status("GET / HTTP/1.1\nHost: x\n\n"), Some(Bad(400)));
        assert_eq!(status("GET / HTTP/1.1\r\nHost: x\nA: b\r\n\r\n"), Some(Bad(400)));
        assert_eq!(status("GET / HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n"), Some(Bad(400)));
        assert_eq!(status("GET / HTTP/1.1\r\nHost: x, y\r\n\r\n"), Some(Bad(400)));
        assert_eq!(status("GET / HTTP/1.1\r\n\r\n"), Some(Bad(400)));
        assert_eq!(status("GET / HTTP/3.0\r\n\r\n"), Some(Bad(505)));
        assert_eq!(status("G\0T / HTTP/1.1\r\n\r\n"), Some(Bad(400)));
        assert_eq!(status(&format!("GET / HTTP/1.1\r\nHost: x\r\nA: {}", "x".repeat(70_000))), Some(Bad(431)));
        let smuggled = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n";
        assert_eq!(status(smuggled), Some(Bad(400)));
        let twice = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd";
        assert_eq!(status(twice), Some(Bad(400)));
        assert_eq!(status("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: +3\r\n\r\nabc"), Some(Bad(400)));
        assert_eq!(status("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n"), Some(Bad(501)));
    }

    #[test]
    fn bodies() {
        let (_, body) = read("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabcd").expect("good");
        assert_eq!(body, (Received::Whole, b"abc".to_vec()));
        let chunked = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3;x=y\r\nabc\r\nA\r\n0123456789\r\n0\r\nT: r\r\n\r\n";
        assert_eq!(read(chunked).expect("good").1, (Received::Whole, b"abc0123456789".to_vec()));
        let bad = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n";
        assert_eq!(status(bad), Some(Bad(400)));
        let (_, body) = read("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 101\r\nExpect: 100-continue\r\n\r\n").expect("good");
        assert_eq!(body.0, Received::TooLarge(101));
    }

    #[test]
    fn chunks_are_strict() {
        let with = |body: &str| format!("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n{body}");
        for body in [
            "3\nabc\r\n0\r\n\r\n",
            "3\r\nabcd\r\n0\r\n\r\n",
            "0x3\r\nabc\r\n0\r\n\r\n",
            " 3\r\nabc\r\n0\r\n\r\n",
            "\r\n",
            "3\r\nabc\n0\r\n\r\n",
            "3;a\rb\r\nabc\r\n0\r\n\r\n",
            "11111111111111111\r\n",
        ] {
            assert_eq!(status(&with(body)), Some(Bad(400)), "{body:?}");
        }
        let large = read_with(&with("33\r\n"), 50).expect("good");
        assert_eq!(large.1, Received::TooLarge(51));
        let old = "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n";
        assert_eq!(status(old), Some(Bad(400)));
    }

    #[test]
    fn pipelines() {
        let text = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nabGET http://y/2 HTTP/1.1\r\nHost: x\r\n\r\n";
        let (_, _, body, rest) = read_with(text, 10).expect("good");
        assert_eq!(body, b"ab");
        let (head, ..) = read_with(&rest, 10).expect("good");
        assert_eq!((head.target.as_slice(), head.header("host")), (&b"/2"[..], Some(&b"y"[..])));
    }
}
