//! Replies, read piece by piece.

use crate::transport::Transport;
use std::io;

/// What a reply begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Head<'a> {
    /// `+OK`
    Status(&'a [u8]),
    /// `-ERR …`
    Error(&'a [u8]),
    /// `:1`
    Int(i64),
    /// `$5`: so many bytes follow, which [`Input::bulk`] reads. A negative length is nothing.
    Bulk(i64),
    /// `*2`: so many replies follow. A negative length is nothing.
    Array(i64),
    /// Something else.
    Unknown(u8),
}

/// Bytes that have come and are not read yet.
#[derive(Debug, Default)]
pub struct Input {
    buffer: Vec<u8>,
    /// What is read up to here.
    at: usize,
    /// What has come up to here.
    end: usize,
    /// How many bytes have come in all; who likes may set it back.
    pub came: u64,
}

/// What is asked of the transport at once.
const CHUNK: usize = 1 << 14;
/// Lines are short: status, errors, numbers.
const LONGEST_LINE: usize = 1 << 20;
/// The longest string that servers have.
const LONGEST_BULK: i64 = 1 << 32;

fn malformed() -> io::Error {
    io::ErrorKind::InvalidData.into()
}

impl Input {
    /// Whether nothing waits to be read.
    pub fn is_empty(&self) -> bool {
        self.at == self.end
    }
    /// Forgets what waits to be read.
    pub fn clear(&mut self) {
        (self.at, self.end) = (0, 0);
    }
    /// Reads more.
    fn fill(&mut self, transport: &mut dyn Transport, wanted: usize) -> io::Result<usize> {
        if self.at == self.end {
            self.clear();
            if self.buffer.len() > 64 * CHUNK && wanted < CHUNK {
                // One large reply is no reason to keep its memory.
                self.buffer = Vec::new();
            }
        }
        let room = self.buffer.len() - self.end;
        if room < wanted.min(CHUNK) || room == 0 {
            self.buffer.copy_within(self.at..self.end, 0);
            self.end -= self.at;
            self.at = 0;
            // No more than doubles: a length that a server only claims is no reason to take memory.
            let larger = (self.end + wanted.clamp(CHUNK, 4 * CHUNK + 2 * self.end)).max(self.buffer.len());
            self.buffer.resize(larger, 0);
        }
        let got = transport.read(&mut self.buffer[self.end..])?;
        if got == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        self.end += got;
        self.came += got as u64;
        Ok(got)
    }
    /// The place where a line begins and its length, read and done with.
    fn line(&mut self, transport: &mut dyn Transport) -> io::Result<(usize, usize)> {
        let mut looked = 0;
        loop {
            let waiting = &self.buffer[self.at..self.end];
            if let Some(found) = memchr::memchr(b'\n', &waiting[looked..]) {
                let end = looked + found;
                let start = self.at;
                self.at += end + 1;
                let length = if end > 0 && self.buffer[start + end - 1] == b'\r' { end - 1 } else { end };
                return Ok((start, length));
            }
            looked = waiting.len();
            if looked > LONGEST_LINE {
                return Err(malformed());
            }
            self.fill(transport, 1)?;
        }
    }
    /// A whole line of the usual forms that has come already: `OK`, and numbers of few digits that are not negative.
    #[inline]
    fn usual(&mut self) -> Option<Head<'static>> {
        let waiting = &self.buffer[self.at..self.end];
        let (&kind, rest) = waiting.split_first()?;
        if kind == b'+' {
            rest.starts_with(b"OK\r\n").then_some(())?;
            self.at += 5;
            return Some(Head::Status(b"OK"));
        }
        let mut number = 0;
        for (at, &byte) in rest.iter().enumerate().take(9) {
            let digit = byte.wrapping_sub(b'0');
            if digit > 9 {
                (at > 0 && rest[at..].starts_with(b"\r\n")).then_some(())?;
                let head = match kind {
                    b'$' => Head::Bulk(number),
                    b':' => Head::Int(number),
                    b'*' => Head::Array(number),
                    _ => return None,
                };
                self.at += at + 3;
                return Some(head);
            }
            number = number * 10 + i64::from(digit);
        }
        None
    }
    /// Reads the beginning of a reply.
    pub fn head(&mut self, transport: &mut dyn Transport) -> io::Result<Head<'_>> {
        if let Some(head) = self.usual() {
            return Ok(head);
        }
        let (start, length) = self.line(transport)?;
        let line = &self.buffer[start..start + length];
        let Some((&kind, rest)) = line.split_first() else { return Ok(Head::Unknown(b'\r')) };
        Ok(match kind {
            b'+' => Head::Status(rest),
            b'-' => Head::Error(rest),
            b':' => Head::Int(number(rest).ok_or_else(malformed)?),
            b'$' => Head::Bulk(number(rest).filter(|&n| n <= LONGEST_BULK).ok_or_else(malformed)?),
            b'*' => Head::Array(number(rest).ok_or_else(malformed)?),
            other => Head::Unknown(other),
        })
    }
    /// A string that has come already, head and bytes, if that is next. Most replies have few such, and are read at once.
    pub fn waiting_bulk(&mut self) -> Option<&[u8]> {
        const LARGEST: i64 = 1 << 16;
        if self.buffer[self.at..self.end].first() != Some(&b'$') {
            return None;
        }
        let before = self.at;
        if let Some(Head::Bulk(length @ 0..LARGEST)) = self.usual()
            && self.end - self.at >= length as usize + 2
        {
            let start = self.at;
            self.at += length as usize + 2;
            return Some(&self.buffer[start..start + length as usize]);
        }
        self.at = before;
        None
    }
    /// Reads the bytes of a string whose head was read.
    pub fn bulk(&mut self, transport: &mut dyn Transport, length: usize) -> io::Result<&[u8]> {
        while self.end - self.at < length + 2 {
            self.fill(transport, length + 2 - (self.end - self.at))?;
        }
        let start = self.at;
        self.at += length + 2;
        Ok(&self.buffer[start..start + length])
    }
    /// Reads the rest of a reply whose head was read, and forgets it.
    pub fn skip(&mut self, transport: &mut dyn Transport, head: Head<'_>) -> io::Result<()> {
        let mut left = 0u64;
        let mut next = |this: &mut Input, transport: &mut dyn Transport, bulk: i64, array: i64| -> io::Result<bool> {
            if let Ok(length) = usize::try_from(bulk) {
                this.bulk(transport, length)?;
            }
            left = left.saturating_add(u64::try_from(array).unwrap_or(0));
            let more = left > 0;
            left = left.saturating_sub(1);
            Ok(more)
        };
        let (mut bulk, mut array) = sizes(head);
        while next(self, transport, bulk, array)? {
            (bulk, array) = sizes(self.head(transport)?);
        }
        Ok(())
    }
}

/// The lengths of what follows a head: bytes, replies.
fn sizes(head: Head<'_>) -> (i64, i64) {
    match head {
        Head::Bulk(length) => (length, -1),
        Head::Array(length) => (-1, length),
        _ => (-1, -1),
    }
}

/// A decimal number.
fn number(text: &[u8]) -> Option<i64> {
    let (negative, digits) = match text {
        [b'-', rest @ ..] => (true, rest),
        _ => (false, text),
    };
    if digits.is_empty() || digits.len() > 19 {
        return None;
    }
    let mut number = 0i64;
    for &digit in digits {
        let digit = digit.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        // Numbers below zero go further.
        number = number.checked_mul(10)?.checked_sub(i64::from(digit))?;
    }
    if negative { Some(number) } else { number.checked_neg() }
}

#[cfg(test)]
mod tests {
    use super::{Head, Input, number};
    use crate::transport::Transport;
    use std::io;

    /// Gives its bytes in small pieces.
    struct Pieces<'a>(&'a [u8], usize);

    impl Transport for Pieces<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let n = self.1.min(self.0.len()).min(into.len());
            into[..n].copy_from_slice(&self.0[..n]);
            self.0 = &self.0[n..];
            Ok(n)
        }
        fn write_all(&mut self, _bytes: &[u8]) -> io::Result<()> {
            Ok(())
        }
        fn is_alive(&mut self) -> bool {
            true
        }
    }

    #[test]
    fn replies_in_any_pieces() {
        let bytes = b"+OK\r\n-ERR no\r\n:-12\r\n$5\r\na\r\nbc\r\n$-1\r\n*2\r\n:1\r\n*1\r\n$1\r\nx\r\n+end\r\n";
        for size in 1..bytes.len() {
            let transport = &mut Pieces(bytes, size);
            let mut input = Input::default();
            assert_eq!(input.head(transport).unwrap(), Head::Status(b"OK"));
            assert_eq!(input.head(transport).unwrap(), Head::Error(b"ERR no"));
            assert_eq!(input.head(transport).unwrap(), Head::Int(-12));
            assert_eq!(input.head(transport).unwrap(), Head::Bulk(5));
            assert_eq!(input.bulk(transport, 5).unwrap(), b"a\r\nbc");
            assert_eq!(input.head(transport).unwrap(), Head::Bulk(-1));
            assert_eq!(input.head(transport).unwrap(), Head::Array(2));
            input.skip(transport, Head::Array(2)).unwrap();
            assert_eq!(input.head(transport).unwrap(), Head::Status(b"end"));
            assert!(input.is_empty());
            assert_eq!(input.head(transport).unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
        }
    }

    #[test]
    fn claims_take_no_memory() {
        let mut input = Input::default();
        let transport = &mut Pieces(b"$4294967296\r\nab", 100);
        assert_eq!(input.head(transport).unwrap(), Head::Bulk(1 << 32));
        assert!(input.bulk(transport, 1 << 32).is_err());
        assert!(input.buffer.len() < 1 << 20);
        assert!(Input::default().head(&mut Pieces(b"$99999999999\r\n", 100)).is_err());
        for bad in [b"$\r\n".as_slice(), b"$1a\r\n", b":\r\n"] {
            assert!(Input::default().head(&mut Pieces(bad, 100)).is_err());
        }
    }

    #[test]
    fn numbers() {
        assert_eq!(number(b"0"), Some(0));
        assert_eq!(number(b"-9223372036854775808"), Some(i64::MIN));
        assert_eq!(number(b"9223372036854775808"), None);
        assert_eq!(number(b""), None);
        assert_eq!(number(b"1a"), None);
    }
}
