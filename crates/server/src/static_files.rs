//! Static files: conditional and partial answers.

use crate::{date, http::Head, mime};
use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom, Write},
    path::Path,
    time::UNIX_EPOCH,
};

/// An answer without PHP: head and what of a file follows it.
pub struct Answer {
    /// Status code.
    pub status: u16,
    /// Header lines.
    pub headers: Vec<(&'static str, String)>,
    /// The body.
    pub body: Body,
}

/// What follows the head.
pub enum Body {
    /// These bytes.
    Bytes(Vec<u8>),
    /// A part of a file.
    File {
        /// Where to read.
        file: File,
        /// The first byte.
        start: u64,
        /// How many.
        length: u64,
    },
}

impl Body {
    /// How long it is.
    pub fn len(&self) -> u64 {
        match self {
            Body::Bytes(bytes) => bytes.len() as u64,
            Body::File { length, .. } => *length,
        }
    }
    /// Writes it.
    pub fn write(self, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Body::Bytes(bytes) => out.write_all(&bytes),
            Body::File { mut file, start, length } => {
                file.seek(SeekFrom::Start(start))?;
                let copied = io::copy(&mut file.take(length), out)?;
                // The file was cut while it was sent: the client must not take what it has for all.
                if copied == length { Ok(()) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
            }
        }
    }
}

/// Answers a GET or HEAD request with a file; a request of any method if `lenient`.
pub fn answer(path: &Path, head: &Head, lenient: bool) -> Answer {
    let missing = |status| Answer { status, headers: Vec::new(), body: Body::Bytes(Vec::new()) };
    if !lenient && head.method != "GET" && head.method != "HEAD" {
        return Answer { headers: vec![("Allow", "GET, HEAD".to_owned())], ..missing(405) };
    }
    let Ok(file) = File::open(path) else { return missing(403) };
    let Ok(meta) = file.metadata() else { return missing(404) };
    let modified = meta.modified().ok().and_then(|t| t.duration_since(UNIX_EPOCH).ok()).map_or(0, |d| d.as_secs() as i64);
    let size = meta.len();
    let tag = format!("\"{modified:x}-{size:x}\"");
    let mut headers = vec![
        ("Content-Type", mime::content_type(&path.to_string_lossy())),
        ("Last-Modified", date::http(modified)),
        ("ETag", tag.clone()),
    ];
    if is_unchanged(head, &tag, modified) {
        headers.remove(0);
        return Answer { status: 304, headers, body: Body::Bytes(Vec::new()) };
    }
    headers.push(("Accept-Ranges", "bytes".to_owned()));
    match range(head, &tag, modified, size) {
        Range::Whole => Answer { status: 200, headers, body: Body::File { file, start: 0, length: size } },
        Range::Part(start, length) => {
            headers.push(("Content-Range", format!("bytes {start}-{}/{size}", start + length - 1)));
            Answer { status: 206, headers, body: Body::File { file, start, length } }
        }
        Range::Outside => Answer { headers: vec![("Content-Range", format!("bytes */{size}"))], ..missing(416) },
    }
}

fn text<'a>(head: &'a Head, name: &str) -> Option<&'a str> {
    std::str::from_utf8(head.header(name)?).ok()
}

/// Whether the client has this very file.
fn is_unchanged(head: &Head, tag: &str, modified: i64) -> bool {
    match text(head, "if-none-match") {
        Some(tags) => tags.split(',').map(str::trim).any(|t| t == "*" || t.trim_start_matches("W/") == tag),
        None => text(head, "if-modified-since").and_then(date::parse_http).is_some_and(|since| modified <= since),
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Range {
    Whole,
    Part(u64, u64),
    Outside,
}

/// The part that is asked for. Several parts at once are answered with the whole, as a server may.
fn range(head: &Head, tag: &str, modified: i64, size: u64) -> Range {
    let Some(wanted) = text(head, "range").and_then(|r| r.trim().strip_prefix("bytes=")) else { return Range::Whole };
    if let Some(condition) = text(head, "if-range")
        && condition != tag
        && date::parse_http(condition) != Some(modified)
    {
        return Range::Whole;
    }
    let Some((first, last)) = wanted.split_once('-').filter(|_| !wanted.contains(',')) else { return Range::Whole };
    let (first, last) = (first.trim(), last.trim());
    let number = |s: &str| s.parse::<u64>().ok();
    match (number(first), number(last)) {
        (Some(start), _) if start >= size => Range::Outside,
        (Some(start), Some(end)) if end >= start => Range::Part(start, (end.min(size - 1) - start) + 1),
        (Some(start), None) if last.is_empty() => Range::Part(start, size - start),
        (None, Some(0)) if first.is_empty() => Range::Outside,
        (None, Some(_)) if first.is_empty() && size == 0 => Range::Outside,
        (None, Some(tail)) if first.is_empty() => Range::Part(size - tail.min(size), tail.min(size)),
        _ => Range::Whole,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::Framing;

    fn head(headers: &[(&str, &str)]) -> Head {
        Head {
            method: "GET".into(),
            target: b"/".to_vec(),
            is_1_1: true,
            headers: headers.iter().map(|(n, v)| ((*n).to_owned(), v.as_bytes().to_vec())).collect(),
            framing: Framing::Length(0),
            keep_alive: true,
            expects_continue: false,
        }
    }

    #[test]
    fn ranges() {
        let of = |text: &str, size| range(&head(&[("Range", text)]), "\"t\"", 7, size);
        assert_eq!(of("bytes=0-", 10), Range::Part(0, 10));
        assert_eq!(of("bytes=2-5", 10), Range::Part(2, 4));
        assert_eq!(of("bytes=2-500", 10), Range::Part(2, 8));
        assert_eq!(of("bytes=-3", 10), Range::Part(7, 3));
        assert_eq!(of("bytes=-30", 10), Range::Part(0, 10));
        assert_eq!(of("bytes=10-", 10), Range::Outside);
        assert_eq!(of("bytes=-0", 10), Range::Outside);
        assert_eq!(of("bytes=5-2", 10), Range::Whole);
        assert_eq!(of("bytes=0-1,3-4", 10), Range::Whole);
        assert_eq!(of("bytes=0-", 0), Range::Outside);
        assert_eq!(of("lines=1-2", 10), Range::Whole);
        let other = range(&head(&[("Range", "bytes=0-1"), ("If-Range", "\"u\"")]), "\"t\"", 7, 10);
        assert_eq!(other, Range::Whole);
    }

    #[test]
    fn conditions() {
        assert!(is_unchanged(&head(&[("If-None-Match", "\"a\", W/\"t\"")]), "\"t\"", 7));
        assert!(!is_unchanged(&head(&[("If-None-Match", "\"a\"")]), "\"t\"", 7));
        assert!(is_unchanged(&head(&[("If-Modified-Since", &date::http(7))]), "\"t\"", 7));
        assert!(!is_unchanged(&head(&[("If-Modified-Since", &date::http(6))]), "\"t\"", 7));
    }
}
