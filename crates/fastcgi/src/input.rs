//! What comes on a connection: one request after the other, each with its parameters and then its body.

use crate::{
    pairs::{Pairs, put_pair},
    record::{HEADER, Header, Kind, Role, put_record},
};
use std::io::{self, Read, Write};

/// How many bytes the parameters of a request may have together.
const MOST_PARAMS: usize = 4 << 20;
/// The record that answers questions about the application.
const GET_VALUES_RESULT: u8 = 10;
/// The record that answers one of an unknown kind.
const UNKNOWN: u8 = 11;

/// A request, without its body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// Its number on the connection.
    pub id: u16,
    /// What is wanted.
    pub role: Role,
    /// The connection stays after the answer.
    pub keep: bool,
    /// Its parameters, in the order they came.
    pub params: Vec<(Vec<u8>, Vec<u8>)>,
}

/// What is read of a connection.
pub struct Input<R> {
    from: R,
    buffer: Box<[u8]>,
    /// What of the buffer was not taken yet.
    at: usize,
    end: usize,
    /// The request whose body comes.
    id: u16,
    /// What is left of the record's content, and the padding behind it.
    left: usize,
    padding: usize,
    /// The body came to its end.
    ended: bool,
    /// What came was not what must come: nothing behind it can be read.
    lost: bool,
}

fn bad(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

impl<R: Read> Input<R> {
    /// The beginning of a connection.
    pub fn new(from: R) -> Input<R> {
        Input { from, buffer: vec![0; 16 << 10].into(), at: 0, end: 0, id: 0, left: 0, padding: 0, ended: true, lost: false }
    }
    /// Where it is read from.
    pub fn source(&self) -> &R {
        &self.from
    }
    /// Whether something was read that nobody has taken.
    pub fn has_more(&self) -> bool {
        self.at < self.end
    }
    /// Reads the next request up to its body. Questions are answered to `out`. `None`: the connection ends, or what comes is
    /// no request that can be answered.
    pub fn request(&mut self, out: &mut impl Write) -> io::Result<Option<Request>> {
        self.skip_body()?;
        if self.lost {
            return Ok(None);
        }
        loop {
            let Some(header) = self.header()? else { return Ok(None) };
            match header.kind {
                Kind::Begin => return self.begun(header),
                Kind::GetValues => self.answer_values(header, out)?,
                // The end of a body that nobody waits for, or an end of what has ended.
                Kind::Stdin | Kind::Data | Kind::Params | Kind::Abort => drop(self.content(header)?),
                Kind::Unknown(kind) if header.id == 0 => {
                    self.content(header)?;
                    let mut answer = Vec::new();
                    put_record(&mut answer, UNKNOWN, 0, &[kind, 0, 0, 0, 0, 0, 0, 0]);
                    out.write_all(&answer)?;
                }
                _ => return Err(bad("a record that an application is not sent")),
            }
        }
    }
    /// Reads from the body of the request: how much, 0 at its end.
    pub fn body(&mut self, out: &mut [u8]) -> io::Result<usize> {
        while self.left == 0 && !self.ended && !out.is_empty() {
            self.skip(self.padding)?;
            self.padding = 0;
            let header = self.header()?;
            match header {
                Some(header) if header.kind == Kind::Stdin && header.id == self.id => {
                    (self.left, self.padding) = (usize::from(header.length), usize::from(header.padding));
                    if self.left == 0 {
                        self.ended = true;
                        self.skip(self.padding)?;
                        self.padding = 0;
                    }
                }
                // The web server gives up, or speaks of another request: there is no more body.
                _ => {
                    (self.ended, self.lost) = (true, true);
                    return Err(io::ErrorKind::ConnectionAborted.into());
                }
            }
        }
        let wanted = self.left.min(out.len());
        if wanted == 0 {
            return Ok(0);
        }
        let n = self.take(&mut out[..wanted])?;
        self.left -= n;
        Ok(n)
    }
    /// Passes over what is left of the body.
    fn skip_body(&mut self) -> io::Result<()> {
        let mut scratch = [0; 4096];
        while self.body(&mut scratch)? > 0 {}
        Ok(())
    }
    fn begun(&mut self, header: Header) -> io::Result<Option<Request>> {
        let content = self.content(header)?;
        let &[high, low, flags, ..] = content.as_slice() else { return Err(bad("a short begin of a request")) };
        let Some(role) = Role::of(u16::from_be_bytes([high, low])) else { return Err(bad("an unknown role")) };
        let mut bytes = Vec::new();
        loop {
            let Some(header) = self.header()? else { return Ok(None) };
            if header.kind != Kind::Params || bytes.len() + usize::from(header.length) > MOST_PARAMS {
                return Err(bad("no parameters, or too many"));
            }
            let content = self.content(header)?;
            if content.is_empty() {
                break;
            }
            bytes.extend_from_slice(&content);
        }
        let params = Pairs(&bytes).map(|(name, value)| (name.to_vec(), value.to_vec())).collect();
        (self.id, self.left, self.padding, self.ended) = (header.id, 0, 0, false);
        Ok(Some(Request { id: header.id, role, keep: flags & 1 != 0, params }))
    }
    /// Answers what the application can do, as far as it is asked.
    fn answer_values(&mut self, header: Header, out: &mut impl Write) -> io::Result<()> {
        let content = self.content(header)?;
        let mut known = Vec::new();
        for (name, _) in Pairs(&content) {
            match name {
                // One request at a time is on a connection.
                b"FCGI_MPXS_CONNS" => put_pair(&mut known, name, b"0"),
                b"FCGI_MAX_CONNS" | b"FCGI_MAX_REQS" => put_pair(&mut known, name, b"1"),
                _ => {}
            }
        }
        let mut answer = Vec::new();
        put_record(&mut answer, GET_VALUES_RESULT, 0, &known);
        out.write_all(&answer)
    }
    /// The next header; `None` where the connection ends between two records.
    fn header(&mut self) -> io::Result<Option<Header>> {
        let mut bytes = [0; HEADER];
        let n = self.take(&mut bytes[..1])?;
        if n == 0 {
            return Ok(None);
        }
        self.fill(&mut bytes[1..])?;
        Header::parse(&bytes).map(Some).ok_or_else(|| bad("another version"))
    }
    fn content(&mut self, header: Header) -> io::Result<Vec<u8>> {
        let mut content = vec![0; usize::from(header.length)];
        self.fill(&mut content)?;
        self.skip(usize::from(header.padding))?;
        Ok(content)
    }
    fn skip(&mut self, length: usize) -> io::Result<()> {
        let mut scratch = [0; 255];
        self.fill(&mut scratch[..length.min(255)])
    }
    fn fill(&mut self, mut out: &mut [u8]) -> io::Result<()> {
        while !out.is_empty() {
            let n = self.take(out)?;
            if n == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            out = &mut out[n..];
        }
        Ok(())
    }
    /// Takes bytes, at most as many as there is room for; 0 at the end.
    fn take(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.at == self.end {
            self.at = 0;
            self.end = 0;
            loop {
                // What is large goes where it is wanted.
                let large = out.len() >= self.buffer.len();
                let read = if large { self.from.read(out) } else { self.from.read(&mut self.buffer) };
                match read {
                    Ok(n) if large => return Ok(n),
                    Ok(n) => {
                        self.end = n;
                        break;
                    }
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    Err(error) => return Err(error),
                }
            }
        }
        let n = out.len().min(self.end - self.at);
        out[..n].copy_from_slice(&self.buffer[self.at..self.at + n]);
        self.at += n;
        Ok(n)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(keep: bool, params: &[(&str, &str)], body: &[&[u8]]) -> Vec<u8> {
        let mut out = Vec::new();
        put_record(&mut out, 1, 1, &[0, 1, u8::from(keep), 0, 0, 0, 0, 0]);
        let mut bytes = Vec::new();
        params.iter().for_each(|(n, v)| put_pair(&mut bytes, n.as_bytes(), v.as_bytes()));
        for part in bytes.chunks(5).chain([&[][..]]) {
            put_record(&mut out, 4, 1, part);
        }
        body.iter().for_each(|part| put_record(&mut out, 5, 1, part));
        out
    }
    fn read_all(input: &mut Input<&[u8]>) -> Vec<u8> {
        let (mut out, mut chunk) = (Vec::new(), [0; 3]);
        while let Ok(n @ 1..) = input.body(&mut chunk) {
            out.extend_from_slice(&chunk[..n]);
        }
        out
    }

    #[test]
    fn requests_come_one_after_the_other() {
        let first = request(true, &[("A", "b"), ("LONG", &"x".repeat(200))], &[b"hello", b" world", b""]);
        let bytes = [first, request(false, &[], &[b"unread", b""]), request(false, &[("C", "")], &[b""])].concat();
        let mut input = Input::new(bytes.as_slice());
        let mut out = Vec::new();
        let one = input.request(&mut out).expect("good").expect("one");
        assert_eq!((one.id, one.keep, one.params.len()), (1, true, 2));
        assert_eq!(one.params[0], (b"A".to_vec(), b"b".to_vec()));
        assert_eq!(read_all(&mut input), b"hello world");
        assert!(!input.request(&mut out).expect("good").expect("two").keep);
        assert_eq!(input.request(&mut out).expect("good").expect("three").params.len(), 1);
        assert_eq!(read_all(&mut input), b"");
        assert!(input.request(&mut out).expect("good").is_none() && out.is_empty());
    }

    #[test]
    fn questions_are_answered() {
        let mut bytes = Vec::new();
        let mut asked = Vec::new();
        put_pair(&mut asked, b"FCGI_MPXS_CONNS", b"");
        put_pair(&mut asked, b"OTHER", b"");
        put_record(&mut bytes, 9, 0, &asked);
        put_record(&mut bytes, 42, 0, b"?");
        let mut out = Vec::new();
        assert!(Input::new(bytes.as_slice()).request(&mut out).expect("good").is_none());
        let mut values = Vec::new();
        put_pair(&mut values, b"FCGI_MPXS_CONNS", b"0");
        let mut expected = Vec::new();
        put_record(&mut expected, GET_VALUES_RESULT, 0, &values);
        put_record(&mut expected, UNKNOWN, 0, &[42, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(out, expected);
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let fails = |bytes: &[u8]| Input::new(bytes).request(&mut Vec::new()).is_err();
        assert!(fails(b"GET / HTTP/1.1\r\n\r\n"));
        let mut role = Vec::new();
        put_record(&mut role, 1, 1, &[0, 9, 0, 0, 0, 0, 0, 0]);
        assert!(fails(&role));
        let whole = request(false, &[("A", "b")], &[]);
        assert!(fails(&whole[..whole.len() - 3]));
        // Another request on the connection ends the body of this one.
        let mixed = [request(false, &[], &[b"abc"]), request(false, &[], &[b""])].concat();
        let mut input = Input::new(mixed.as_slice());
        input.request(&mut Vec::new()).expect("good").expect("one");
        assert_eq!(read_all(&mut input), b"abc");
        assert!(input.body(&mut [0; 1]).is_ok_and(|n| n == 0));
        assert!(input.request(&mut Vec::new()).expect("no error").is_none());
    }
}
