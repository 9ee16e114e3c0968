//! `zip://archive#entry`, and streams on entries.

use crate::archive::Archive;
use phant_archive::Source;
use phant_memory::{Array, Resource};
use phant_native::{Ctx, resource};
use phant_streams::{Context, Stat, Stream, StreamOps, Wrapper, errors, path as paths};
use std::{
    any::Any,
    cell::{Cell, RefCell},
    rc::Weak,
};

/// The contents of an entry, while the archive is open.
pub struct EntryStream {
    bytes: Vec<u8>,
    at: Cell<usize>,
    /// The archive of an object: when that is closed, nothing can be read any more.
    owner: Option<Weak<RefCell<Archive>>>,
    /// What is wrong with the contents, which is told when they are read.
    fault: Option<i64>,
    size: u64,
    mtime: i64,
}

impl EntryStream {
    pub fn open(bytes: Result<Vec<u8>, i64>, owner: Option<Weak<RefCell<Archive>>>, size: u64, mtime: i64) -> Stream {
        let (bytes, fault) = match bytes {
            Ok(bytes) => (bytes, None),
            Err(fault) => (Vec::new(), Some(fault)),
        };
        Stream::new(Box::new(EntryStream { bytes, at: Cell::new(0), owner, fault, size, mtime }), b"rb")
    }
}

impl StreamOps for EntryStream {
    fn label(&self) -> &'static str {
        "zip"
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn read(&self, ctx: &Ctx, stream: &Stream, out: &mut [u8]) -> Option<usize> {
        let closed = self.owner.as_ref().is_some_and(|o| o.strong_count() == 0);
        if let Some(error) = self.fault.or(closed.then_some(8)) {
            ctx.warning(format!("Zip stream error: {}", crate::archive::words((error, 0))));
            stream.set_eof(true);
            return None;
        }
        let rest = &self.bytes[self.at.get().min(self.bytes.len())..];
        let n = rest.len().min(out.len());
        out[..n].copy_from_slice(&rest[..n]);
        self.at.set(self.at.get() + n);
        stream.set_eof(n < out.len() || n == rest.len());
        Some(n)
    }
    fn write(&self, _ctx: &Ctx, _stream: &Stream, _data: &[u8]) -> Option<usize> {
        None
    }
    fn can_write(&self) -> bool {
        false
    }
    fn stat(&self, _ctx: &Ctx, _stream: &Stream) -> Option<Stat> {
        Some(facts(self.size, self.mtime, false))
    }
    fn meta_data(&self, _ctx: &Ctx, _stream: &Stream, _out: &mut Array) -> bool {
        false
    }
}

fn facts(size: u64, mtime: i64, is_dir: bool) -> Stat {
    let (kind, mode) = if is_dir { (Stat::DIRECTORY, 0o777) } else { (Stat::REGULAR, 0o666) };
    let size = if is_dir { 0 } else { size as i64 };
    Stat {
        mode: kind | mode,
        size,
        mtime,
        atime: mtime,
        ctime: mtime,
        nlink: 1,
        rdev: -1,
        blksize: -1,
        blocks: -1,
        ..Stat::default()
    }
}

pub struct ZipWrapper;

/// Opens the archive of a URL; gives the entry's name too.
fn locate(ctx: &Ctx, url: &[u8]) -> Option<(Archive, Vec<u8>)> {
    let rest = match url.get(..6) {
        Some(head) if head.eq_ignore_ascii_case(b"zip://") => &url[6..],
        _ => url,
    };
    let hash = rest.iter().position(|&b| b == b'#').filter(|&at| at + 1 < rest.len() && at < 4096)?;
    let path = paths::absolute(&rest[..hash]);
    if !paths::check_basedir(ctx, &path) {
        return None;
    }
    let source = std::fs::File::open(paths::os(&path)).and_then(Source::file).ok()?;
    Some((Archive::read(&path, source, false).ok()?, rest[hash + 1..].to_vec()))
}

impl Wrapper for ZipWrapper {
    fn label(&self) -> &'static str {
        "zip wrapper"
    }
    fn open(&self, ctx: &Ctx, path: &[u8], mode: &[u8], _options: u32, context: Option<&Resource>) -> Option<Resource> {
        if mode.first() != Some(&b'r') {
            return None;
        }
        let (mut archive, name) = locate(ctx, path)?;
        let at = archive.locate(&name, 0)?;
        let password = context
            .and_then(resource::get::<Context>)
            .and_then(|c| c.option("zip", "password"))
            .and_then(|v| v.as_str().map(|s| s.to_vec()));
        let item = &archive.items[at];
        let entry = item.old.clone()?;
        let bytes = archive.contents(item, 0, password.as_deref());
        if matches!(bytes, Err(26 | 27 | 24 | 16)) {
            return None;
        }
        let mtime = phant_archive::zip::from_dos(entry.time, entry.date);
        Some(EntryStream::open(bytes, None, entry.size, mtime).register())
    }
    fn stat(&self, ctx: &Ctx, path: &[u8], _flags: u32, _context: Option<&Resource>) -> Option<Option<Stat>> {
        let found = locate(ctx, path).and_then(|(mut archive, name)| {
            let at = archive.locate(&name, 0)?;
            let entry = archive.items[at].old.clone()?;
            let mtime = phant_archive::zip::from_dos(entry.time, entry.date);
            Some(facts(entry.size, mtime, name.last() == Some(&b'/')))
        });
        errors::clear(ctx);
        Some(found)
    }
}
