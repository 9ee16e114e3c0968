//! Static files: conditional and partial answers.

use crate::{
    compress::{self, SMALLEST, quality},
    date,
    http::Head,
    made::Made,
    mime,
};
use std::{
    fs::{File, Metadata},
    io::{self, Read},
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant, UNIX_EPOCH},
};

/// An answer without PHP: head and what of a file follows it.
pub struct Answer {
    /// Status code.
    pub status: u16,
    /// Header lines.
    pub headers: Vec<(&'static str, String)>,
    /// What follows the head.
    pub part: Option<Part>,
}

/// A part of a file.
pub struct Part {
    /// Where to read.
    pub content: Content,
    /// The first byte.
    pub start: u64,
    /// How many.
    pub length: u64,
}

/// What a file holds.
#[derive(Clone)]
pub enum Content {
    /// It is large, and lies on the disk.
    Disk(Arc<File>),
    /// It is small.
    Memory(Arc<[u8]>),
}

/// Up to this size, files are kept in memory.
const SMALL: u64 = 32 << 10;
/// After this time, it is looked whether there are compressed forms now.
const LOOK_AGAIN: Duration = Duration::from_secs(1);

/// A file that was opened, and what is said of it.
pub struct Opened {
    stamp: Stamp,
    opened: Instant,
    kind: String,
    modified: i64,
    modified_text: String,
    plain: Form,
    /// The same compressed.
    variants: Vec<(&'static str, Form)>,
    made: Arc<Made>,
}

/// One form of a file.
struct Form {
    content: Content,
    size: u64,
    tag: String,
}

impl Form {
    /// `encoding` is what tells this form from the plain one.
    fn open(path: &Path, modified: i64, encoding: Option<&str>) -> io::Result<(Form, Metadata)> {
        let mut file = File::open(path)?;
        let meta = file.metadata()?;
        let size = meta.len();
        let tag = encoding.map_or(String::new(), |name| format!("-{name}"));
        let modified = if encoding.is_some() { modified } else { modified_at(&meta) };
        let content = if size <= SMALL {
            let mut bytes = Vec::with_capacity(size as usize);
            file.read_to_end(&mut bytes)?;
            if bytes.len() as u64 != size {
                return Err(io::ErrorKind::Interrupted.into());
            }
            Content::Memory(bytes.into())
        } else {
            Content::Disk(Arc::new(file))
        };
        Ok((Form { content, size, tag: format!("\"{modified:x}-{size:x}{tag}\"") }, meta))
    }
}

impl Opened {
    /// Opens a file. With `lenient`, there is nothing beside it.
    pub fn new(path: &Path, lenient: bool) -> io::Result<Opened> {
        let (plain, meta) = Form::open(path, 0, None)?;
        let modified = modified_at(&meta);
        let kind = mime::content_type(&path.to_string_lossy());
        let beside = if lenient || !compress::is_worth(kind.as_bytes()) { Vec::new() } else { variants(path, modified) };
        let beside = beside.into_iter().filter_map(|(name, path)| Some((name, Form::open(&path, modified, Some(name)).ok()?.0)));
        Ok(Opened {
            stamp: Stamp::of(&meta),
            opened: Instant::now(),
            modified,
            modified_text: date::http(modified),
            plain,
            variants: beside.collect(),
            made: Arc::default(),
            kind,
        })
    }
    /// Keeps what was made of another one that has the same content.
    pub fn inherit(&mut self, other: &Opened) {
        if self.stamp == other.stamp {
            self.made = Arc::clone(&other.made);
        }
    }
    /// Whether the file is still what was opened.
    pub fn is_current(&self, stamp: &Stamp) -> bool {
        self.stamp == *stamp && (self.opened.elapsed() < LOOK_AGAIN || !compress::is_worth(self.kind.as_bytes()))
    }
    /// The compressed form that the client likes best. Parts are those of the file as it is.
    fn make(&self, head: &Head) -> Option<(&'static str, Form)> {
        let accepted = text(head, "accept-encoding").filter(|_| head.header("range").is_none())?;
        let coding = compress::choose(accepted, &SMALLEST)?;
        let bytes = self.made.get(coding, &self.plain.content, self.plain.size)?;
        // The same content in other bytes.
        let (tag, size) = (format!("W/{}", self.plain.tag), bytes.len() as u64);
        Some((coding.name(), Form { content: Content::Memory(bytes), size, tag }))
    }
    /// Whether it needs no open file.
    pub fn is_small(&self) -> bool {
        let small = |form: &Form| matches!(form.content, Content::Memory(_));
        small(&self.plain) && self.variants.iter().all(|(_, form)| small(form))
    }
    /// How much memory it takes.
    pub fn weight(&self) -> u64 {
        self.plain.size + self.variants.iter().map(|(_, form)| form.size).sum::<u64>()
    }
}

/// By what a file that was changed is told.
#[derive(Clone, PartialEq, Eq)]
pub struct Stamp(u64, u64, u64, i64, i64);

impl Stamp {
    /// That of a file.
    pub fn of(meta: &Metadata) -> Stamp {
        Stamp(meta.dev(), meta.ino(), meta.len(), meta.mtime(), meta.mtime_nsec())
    }
}

/// Answers a GET or HEAD request with a file; a request of any method if `lenient`.
pub fn answer(path: &Path, head: &Head, lenient: bool) -> Answer {
    if let Some(refusal) = refuse_method(head, lenient) {
        return refusal;
    }
    match Opened::new(path, lenient) {
        Ok(file) => answer_with(&file, head, false),
        Err(error) if error.kind() == io::ErrorKind::NotFound => missing(404),
        Err(_) => missing(403),
    }
}

fn missing(status: u16) -> Answer {
    Answer { status, headers: Vec::new(), part: None }
}

/// Files can only be read.
pub fn refuse_method(head: &Head, lenient: bool) -> Option<Answer> {
    let other = !lenient && head.method != "GET" && head.method != "HEAD";
    other.then(|| Answer { headers: vec![("Allow", "GET, HEAD".to_owned())], ..missing(405) })
}

/// Answers with a file that was opened. `makes`: compressed forms that it has not are made.
pub fn answer_with(file: &Opened, head: &Head, makes: bool) -> Answer {
    let makes = makes
        && file.variants.is_empty()
        && file.plain.size >= compress::LEAST as u64
        && compress::is_worth(file.kind.as_bytes());
    let made = if makes { file.make(head) } else { None };
    let beside = SMALLEST.map(|coding| (coding.name(), text(head, "accept-encoding").map_or(0.0, |a| quality(a, coding.name()))));
    let liked = |encoding: &str| beside.iter().find(|(name, _)| *name == encoding).map_or(0.0, |(_, quality)| *quality);
    // Of those that are liked equally the first, which is the smallest.
    let mut chosen = made.as_ref().map(|(encoding, form)| (*encoding, form));
    for (encoding, form) in &file.variants {
        if liked(encoding) > chosen.map_or(0.0, |(other, _)| liked(other)) {
            chosen = Some((encoding, form));
        }
    }
    let (encoding, form) = chosen.map_or((None, &file.plain), |(encoding, form)| (Some(encoding), form));
    let (tag, modified, size) = (&form.tag, file.modified, form.size);
    let mut headers = Vec::with_capacity(8);
    headers.push(("Content-Type", file.kind.clone()));
    headers.push(("Last-Modified", file.modified_text.clone()));
    headers.push(("ETag", tag.clone()));
    if makes || !file.variants.is_empty() {
        headers.push(("Vary", "Accept-Encoding".to_owned()));
    }
    if is_unchanged(head, tag, modified) {
        headers.remove(0);
        return Answer { status: 304, headers, part: None };
    }
    if let Some(encoding) = encoding {
        headers.push(("Content-Encoding", encoding.to_owned()));
    }
    headers.push(("Accept-Ranges", "bytes".to_owned()));
    let content = form.content.clone();
    match range(head, tag, modified, size) {
        Range::Whole => Answer { status: 200, headers, part: Some(Part { content, start: 0, length: size }) },
        Range::Part(start, length) => {
            headers.push(("Content-Range", format!("bytes {start}-{}/{size}", start + length - 1)));
            Answer { status: 206, headers, part: Some(Part { content, start, length }) }
        }
        Range::Outside => Answer { headers: vec![("Content-Range", format!("bytes */{size}"))], ..missing(416) },
    }
}

fn modified_at(meta: &Metadata) -> i64 {
    meta.modified().ok().and_then(|t| t.duration_since(UNIX_EPOCH).ok()).map_or(0, |d| d.as_secs() as i64)
}

/// Encodings and the ends of names of files that are in them, the smallest first.
const ENCODINGS: [(&str, &str); 3] = [("br", "br"), ("zstd", "zst"), ("gzip", "gz")];

/// Files beside this one that hold the same, compressed: `style.css.br`. One that is older is out of date.
fn variants(path: &Path, modified: i64) -> Vec<(&'static str, PathBuf)> {
    let beside = ENCODINGS.iter().filter_map(|(encoding, end)| {
        let mut name = path.as_os_str().to_owned();
        name.push(".");
        name.push(end);
        let meta = std::fs::metadata(&name).ok().filter(Metadata::is_file)?;
        (modified_at(&meta) >= modified).then(|| (*encoding, PathBuf::from(name)))
    });
    beside.collect()
}

fn text<'a>(head: &'a Head, name: &str) -> Option<&'a str> {
    std::str::from_utf8(head.header(name)?).ok()
}

/// Whether the client has this very file.
fn is_unchanged(head: &Head, tag: &str, modified: i64) -> bool {
    match text(head, "if-none-match") {
        Some(tags) => {
            tags.split(',').map(str::trim).any(|t| t == "*" || t.trim_start_matches("W/") == tag.trim_start_matches("W/"))
        }
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
            protocol: crate::http::Protocol::Http11,
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
