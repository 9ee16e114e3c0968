//! HTTP/1.1 on a connection: reading heads and bodies within limits of size and time.

use phant_sapi::body::Received;
use std::{
    io::{self, Read, Write},
    time::{Duration, Instant},
};

/// How large a request's head may be.
const MAX_HEAD: usize = 64 << 10;
/// How many header lines it may have.
const MAX_HEADERS: usize = 200;
/// How long a client may take to send the head, once it has begun.
const HEAD_TIME: Duration = Duration::from_secs(20);
/// How much is read at a time.
const READ: usize = 64 << 10;
/// How long a client may pause within a body.
const BODY_PAUSE: Duration = Duration::from_secs(30);
/// How much of a body that nobody wants is read, to keep the connection.
const MAX_DISCARD: u64 = 4 << 20;

/// A connection: a stream whose reads can be timed.
pub trait Transport: Read + Write {
    /// The time after which reads give up.
    fn set_read_timeout(&self, timeout: Duration) -> io::Result<()>;
}

impl Transport for std::net::TcpStream {
    fn set_read_timeout(&self, timeout: Duration) -> io::Result<()> {
        std::net::TcpStream::set_read_timeout(self, Some(timeout.max(Duration::from_millis(1))))
    }
}

/// What is wrong with a request.
#[derive(Debug, PartialEq, Eq)]
pub enum Bad {
    /// The connection ended, or the client is too slow, before anything of a request came.
    Nothing,
    /// It ended in the middle.
    Gone,
    /// The status to answer with.
    Status(u16),
}

/// How long the body is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Framing {
    /// `Content-Length`, or 0 without it.
    Length(u64),
    /// `Transfer-Encoding: chunked`
    Chunked,
}

/// A request's head.
#[derive(Clone, Debug)]
pub struct Head {
    /// `GET`
    pub method: String,
    /// The path and query as sent.
    pub target: Vec<u8>,
    /// `HTTP/1.1` rather than `HTTP/1.0`.
    pub is_1_1: bool,
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

/// A connection with what was read ahead of its use.
pub struct Connection<T> {
    /// The stream, for writing.
    pub stream: T,
    buffer: Vec<u8>,
    at: usize,
    /// The rest of the last body is still in the stream: no further request can be read.
    pub spoiled: bool,
}

impl<T: Transport> Connection<T> {
    /// A new connection.
    pub fn new(stream: T) -> Connection<T> {
        Connection { stream, buffer: Vec::new(), at: 0, spoiled: false }
    }

    fn pending(&self) -> &[u8] {
        &self.buffer[self.at..]
    }

    /// Reads more into the buffer; how much, 0 at the end.
    fn fill(&mut self, timeout: Duration) -> io::Result<usize> {
        if self.at == self.buffer.len() {
            self.buffer.clear();
            self.at = 0;
        } else if self.at > MAX_HEAD {
            self.buffer.drain(..self.at);
            self.at = 0;
        }
        self.stream.set_read_timeout(timeout)?;
        let len = self.buffer.len();
        self.buffer.resize(len + READ, 0);
        let result = loop {
            match self.stream.read(&mut self.buffer[len..]) {
                Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
                result => break result,
            }
        };
        self.buffer.truncate(len + *result.as_ref().unwrap_or(&0));
        result
    }

    /// Waits up to `idle` for a request and reads its head. A host must be named, unless `lenient`.
    pub fn read_head(&mut self, idle: Duration, lenient: bool) -> Result<Head, Bad> {
        if self.pending().is_empty() && !matches!(self.fill(idle), Ok(1..)) {
            return Err(Bad::Nothing);
        }
        let deadline = Instant::now() + HEAD_TIME;
        loop {
            // Empty lines before a request are tolerated.
            while matches!(self.pending().first(), Some(b'\r' | b'\n')) {
                self.at += 1;
            }
            if let Some((head, len)) = parse_head(self.pending())? {
                self.at += len;
                if head.is_1_1 && !lenient && head.header("host").is_none() {
                    return Err(Bad::Status(400));
                }
                return Ok(head);
            }
            if self.pending().len() > MAX_HEAD {
                return Err(Bad::Status(431));
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(Bad::Status(408));
            }
            match self.fill(left) {
                Ok(0) if self.pending().is_empty() => return Err(Bad::Nothing),
                Ok(0) => return Err(Bad::Gone),
                Ok(_) => {}
                Err(e) if is_timeout(&e) => return Err(Bad::Status(408)),
                Err(_) => return Err(Bad::Gone),
            }
        }
    }

    /// Reads the body of a request, unless it is larger than `limit`, and hands it out in parts.
    pub fn read_body(&mut self, head: &Head, limit: u64, each: &mut dyn FnMut(&[u8])) -> Result<Received, Bad> {
        match head.framing {
            Framing::Length(0) => Ok(Received::Whole),
            Framing::Length(length) if length > limit => {
                if head.expects_continue || length > MAX_DISCARD {
                    self.spoiled = true;
                } else {
                    self.take(length, &mut |_| {})?;
                }
                Ok(Received::TooLarge(length))
            }
            Framing::Length(length) => {
                self.invite(head)?;
                self.take(length, each)?;
                Ok(Received::Whole)
            }
            Framing::Chunked => {
                self.invite(head)?;
                self.read_chunks(limit, each)
            }
        }
    }

    fn invite(&mut self, head: &Head) -> Result<(), Bad> {
        if head.expects_continue && self.pending().is_empty() {
            self.stream.write_all(b"HTTP/1.1 100 Continue\r\n\r\n").map_err(|_| Bad::Gone)?;
        }
        Ok(())
    }

    fn more(&mut self) -> Result<(), Bad> {
        match self.fill(BODY_PAUSE) {
            Ok(0) => Err(Bad::Gone),
            Ok(_) => Ok(()),
            Err(e) if is_timeout(&e) => Err(Bad::Status(408)),
            Err(_) => Err(Bad::Gone),
        }
    }

    /// Hands out the next `length` bytes in parts.
    fn take(&mut self, mut length: u64, each: &mut dyn FnMut(&[u8])) -> Result<(), Bad> {
        while length > 0 {
            if self.pending().is_empty() {
                self.more()?;
            }
            let pending = self.pending();
            let part = &pending[..pending.len().min(usize::try_from(length).unwrap_or(usize::MAX))];
            each(part);
            length -= part.len() as u64;
            self.at += part.len();
        }
        Ok(())
    }

    /// The next line, without its end.
    fn line(&mut self) -> Result<Vec<u8>, Bad> {
        loop {
            if let Some(end) = self.pending().iter().position(|&c| c == b'\n') {
                let line = self.pending()[..end].to_vec();
                self.at += end + 1;
                return Ok(line.strip_suffix(b"\r").map_or(line.clone(), <[u8]>::to_vec));
            }
            if self.pending().len() > 4096 {
                return Err(Bad::Status(400));
            }
            self.more()?;
        }
    }

    fn read_chunks(&mut self, limit: u64, each: &mut dyn FnMut(&[u8])) -> Result<Received, Bad> {
        let mut total = 0u64;
        loop {
            let line = self.line()?;
            let size = line.split(|&c| c == b';').next().unwrap_or_default().trim_ascii();
            let size = std::str::from_utf8(size).ok().filter(|s| !s.is_empty() && s.bytes().all(|c| c.is_ascii_hexdigit()));
            let Some(size) = size.and_then(|s| u64::from_str_radix(s, 16).ok()) else { return Err(Bad::Status(400)) };
            if size == 0 {
                break;
            }
            total = total.saturating_add(size);
            if total > limit {
                self.spoiled = true;
                return Ok(Received::TooLarge(total));
            }
            self.take(size, each)?;
            if !self.line()?.is_empty() {
                return Err(Bad::Status(400));
            }
        }
        // Trailers are read and forgotten.
        for _ in 0..MAX_HEADERS {
            if self.line()?.is_empty() {
                return Ok(Received::Whole);
            }
        }
        Err(Bad::Status(431))
    }
}

fn is_timeout(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut)
}

/// Reads a head from the start of `bytes`; `None` if it is not all there.
fn parse_head(bytes: &[u8]) -> Result<Option<(Head, usize)>, Bad> {
    let mut lines = [httparse::EMPTY_HEADER; MAX_HEADERS];
    let mut request = httparse::Request::new(&mut lines);
    let len = match request.parse(bytes) {
        Ok(httparse::Status::Complete(len)) => len,
        Ok(httparse::Status::Partial) => return Ok(None),
        Err(httparse::Error::TooManyHeaders) => return Err(Bad::Status(431)),
        Err(httparse::Error::Version) => return Err(Bad::Status(505)),
        Err(_) => return Err(Bad::Status(400)),
    };
    let is_1_1 = request.version == Some(1);
    let headers: Vec<(String, Vec<u8>)> =
        request.headers.iter().map(|h| (h.name.to_owned(), h.value.trim_ascii().to_vec())).collect();
    let all = |name: &str| -> Vec<&[u8]> {
        headers.iter().filter(|(n, _)| n.eq_ignore_ascii_case(name)).map(|(_, v)| v.as_slice()).collect()
    };
    let tokens = |name: &str| -> Vec<String> {
        all(name)
            .iter()
            .flat_map(|v| v.split(|&c| c == b','))
            .map(|t| String::from_utf8_lossy(t.trim_ascii()).to_ascii_lowercase())
            .collect()
    };
    let encodings = tokens("transfer-encoding");
    let lengths = all("content-length");
    let framing = match (encodings.as_slice(), lengths.as_slice()) {
        ([], []) => Framing::Length(0),
        // Two lengths that differ, or a length beside chunks, mean that somebody wants the body misread.
        ([], [first, rest @ ..]) => {
            let digits = !first.is_empty() && first.iter().all(u8::is_ascii_digit);
            let length = std::str::from_utf8(first).ok().filter(|_| digits).and_then(|s| s.parse().ok());
            match length {
                Some(length) if rest.iter().all(|other| other == first) => Framing::Length(length),
                _ => return Err(Bad::Status(400)),
            }
        }
        ([only], []) if only == "chunked" && is_1_1 => Framing::Chunked,
        (_, []) => return Err(Bad::Status(501)),
        _ => return Err(Bad::Status(400)),
    };
    if all("host").len() > 1 {
        return Err(Bad::Status(400));
    }
    let connection = tokens("connection");
    let asks = |what: &str| connection.iter().any(|t| t == what);
    let head = Head {
        method: request.method.unwrap_or_default().to_owned(),
        target: origin_form(request.path.unwrap_or_default().as_bytes()),
        is_1_1,
        framing,
        keep_alive: if is_1_1 { !asks("close") } else { asks("keep-alive") },
        expects_continue: is_1_1 && tokens("expect").iter().any(|t| t == "100-continue"),
        headers,
    };
    Ok(Some((head, len)))
}

/// `http://host/path` as `/path`.
fn origin_form(target: &[u8]) -> Vec<u8> {
    for scheme in [&b"http://"[..], b"https://"] {
        if target.len() > scheme.len() && target[..scheme.len()].eq_ignore_ascii_case(scheme) {
            let rest = &target[scheme.len()..];
            let path = rest.iter().position(|&c| c == b'/').map_or(&b"/"[..], |at| &rest[at..]);
            return path.to_vec();
        }
    }
    target.to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    struct Fake {
        input: Cursor<Vec<u8>>,
        output: Vec<u8>,
    }
    impl Read for Fake {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            // Small pieces, as a slow network has them.
            let n = buffer.len().min(7);
            self.input.read(&mut buffer[..n])
        }
    }
    impl Write for Fake {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.output.write(bytes)
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    impl Transport for Fake {
        fn set_read_timeout(&self, _: Duration) -> io::Result<()> {
            Ok(())
        }
    }

    fn connection(text: &str) -> Connection<Fake> {
        Connection::new(Fake { input: Cursor::new(text.as_bytes().to_vec()), output: Vec::new() })
    }
    fn body(c: &mut Connection<Fake>, head: &Head, limit: u64) -> Result<(Received, Vec<u8>), Bad> {
        let mut body = Vec::new();
        let received = c.read_body(head, limit, &mut |part| body.extend_from_slice(part))?;
        Ok((received, body))
    }
    fn read(text: &str) -> Result<(Head, (Received, Vec<u8>)), Bad> {
        let mut c = connection(text);
        let head = c.read_head(Duration::ZERO, false)?;
        let body = body(&mut c, &head, 100)?;
        Ok((head, body))
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
        assert_eq!(status(""), Some(Bad::Nothing));
        assert_eq!(status("GET / HT"), Some(Bad::Gone));
        assert_eq!(status("GET / HTTP/1.1\r\n\r\n"), Some(Bad::Status(400)));
        assert_eq!(status("GET / HTTP/3.0\r\n\r\n"), Some(Bad::Status(505)));
        assert_eq!(status("G\0T / HTTP/1.1\r\n\r\n"), Some(Bad::Status(400)));
        assert_eq!(status(&format!("GET / HTTP/1.1\r\nHost: x\r\nA: {}", "x".repeat(70_000))), Some(Bad::Status(431)));
        let smuggled = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n";
        assert_eq!(status(smuggled), Some(Bad::Status(400)));
        let twice = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd";
        assert_eq!(status(twice), Some(Bad::Status(400)));
        assert_eq!(status("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: +3\r\n\r\nabc"), Some(Bad::Status(400)));
        assert_eq!(status("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n"), Some(Bad::Status(501)));
    }

    #[test]
    fn bodies() {
        let (_, body) = read("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabcd").expect("good");
        assert_eq!(body, (Received::Whole, b"abc".to_vec()));
        let chunked = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3;x=y\r\nabc\r\nA\r\n0123456789\r\n0\r\nT: r\r\n\r\n";
        assert_eq!(read(chunked).expect("good").1, (Received::Whole, b"abc0123456789".to_vec()));
        let bad = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n";
        assert_eq!(status(bad), Some(Bad::Status(400)));
        let (_, body) = read("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 101\r\nExpect: 100-continue\r\n\r\n").expect("good");
        assert_eq!(body.0, Received::TooLarge(101));
    }

    #[test]
    fn continues_and_pipelines() {
        let mut c = connection(
            "POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\nabGET /2 HTTP/1.1\r\nHost: x\r\n\r\n",
        );
        let head = c.read_head(Duration::ZERO, false).expect("good");
        // Whatever of the body came with the head makes an invitation pointless.
        assert_eq!(body(&mut c, &head, 10), Ok((Received::Whole, b"ab".to_vec())));
        assert_eq!(c.read_head(Duration::ZERO, false).expect("good").target, b"/2");
    }
}
