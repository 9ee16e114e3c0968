//! Streams on entries and directories.

use crate::{
    archive::{Archive, Data, Entry},
    entries, save,
};
use phant_memory::{Resource, Str};
use phant_native::Ctx;
use phant_streams::{Stat, Stream, StreamOps, Whence, errors, flags};
use std::{
    any::Any,
    cell::{Cell, RefCell},
    rc::Rc,
};

pub struct EntryStream {
    archive: Rc<Archive>,
    entry: Rc<Entry>,
    data: RefCell<Rc<Vec<u8>>>,
    at: Cell<usize>,
    writing: bool,
    dirty: Cell<bool>,
    closed: Cell<bool>,
}

impl EntryStream {
    /// A stream on an entry's contents.
    pub fn open(archive: &Rc<Archive>, entry: &Rc<Entry>, data: Rc<Vec<u8>>, writing: bool, mode: &[u8]) -> Resource {
        archive.users.set(archive.users.get() + 1);
        let count = if writing { &entry.writers } else { &entry.readers };
        count.set(count.get() + 1);
        let truncated = writing && mode.first() == Some(&b'w');
        let ops = EntryStream {
            archive: archive.clone(),
            entry: entry.clone(),
            data: RefCell::new(data),
            at: Cell::new(0),
            writing,
            dirty: Cell::new(truncated),
            closed: Cell::new(false),
        };
        Stream::new(Box::new(ops), mode).register()
    }
    fn store(&self, ctx: &Ctx) -> bool {
        if !self.dirty.take() {
            return true;
        }
        self.entry.set_contents(self.data.borrow().to_vec());
        self.entry.time.set(save::now(ctx));
        match save::flush(ctx, &self.archive, None) {
            Ok(()) => true,
            Err(why) => {
                ctx.warning(why);
                false
            }
        }
    }
}

impl StreamOps for EntryStream {
    fn label(&self) -> &'static str {
        "phar stream"
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn read(&self, _ctx: &Ctx, stream: &Stream, out: &mut [u8]) -> Option<usize> {
        let data = self.data.borrow();
        let rest = data.get(self.at.get()..).unwrap_or_default();
        let n = rest.len().min(out.len());
        out[..n].copy_from_slice(&rest[..n]);
        self.at.set(self.at.get() + n);
        stream.set_eof(self.at.get() >= data.len());
        Some(n)
    }
    fn write(&self, ctx: &Ctx, _stream: &Stream, bytes: &[u8]) -> Option<usize> {
        if !self.writing {
            return None;
        }
        let (at, end) = (self.at.get(), self.at.get() + bytes.len());
        ctx.reserve(end).ok()?;
        let mut shared = self.data.borrow_mut();
        let data = Rc::make_mut(&mut shared);
        if data.len() < end {
            data.resize(end, 0);
        }
        data[at..end].copy_from_slice(bytes);
        self.at.set(end);
        self.dirty.set(true);
        Some(bytes.len())
    }
    fn seek(&self, _ctx: &Ctx, stream: &Stream, offset: i64, whence: Whence) -> Option<i64> {
        let len = self.data.borrow().len() as i64;
        let base = match whence {
            Whence::Set => 0,
            Whence::Current => self.at.get() as i64,
            Whence::End => len,
        };
        let to = base.checked_add(offset).filter(|to| (0..=len).contains(to))?;
        self.at.set(to as usize);
        stream.set_eof(false);
        Some(to)
    }
    fn can_seek(&self) -> bool {
        true
    }
    fn flush(&self, ctx: &Ctx, _stream: &Stream) -> bool {
        !self.writing || self.store(ctx)
    }
    fn close(&self, ctx: &Ctx, _stream: &Stream) {
        if self.closed.replace(true) {
            return;
        }
        let count = if self.writing { &self.entry.writers } else { &self.entry.readers };
        count.set(count.get().saturating_sub(1));
        if self.writing {
            self.store(ctx);
        }
        self.archive.users.set(self.archive.users.get().saturating_sub(1));
    }
    fn stat(&self, ctx: &Ctx, _stream: &Stream) -> Option<Stat> {
        let mut found = stat(ctx, &self.archive, &self.entry);
        found.size = self.data.borrow().len() as i64;
        Some(found)
    }
}

/// Facts about an entry.
pub fn stat(ctx: &Ctx, archive: &Archive, entry: &Entry) -> Stat {
    if let Data::Mounted(path) = &*entry.data.borrow()
        && let Some(found) = phant_streams::wrapper::stat_path(ctx, path, phant_streams::options::STAT_QUIET, None)
    {
        return found;
    }
    let kind = if entry.is_dir { Stat::DIRECTORY } else { Stat::REGULAR };
    let mut mode = entry.flags.get() & 0o777;
    if !entries::is_writable(ctx, archive) {
        mode &= 0o555;
    }
    let time = i64::from(entry.time.get());
    let name = [&archive.path()[..], b"/", &entry.name()].concat();
    let ino = name.iter().fold(7i64, |h, &b| h.wrapping_mul(31).wrapping_add(i64::from(b))) & 0xFFFF;
    Stat {
        dev: 0xC,
        ino,
        mode: kind | mode,
        nlink: 1,
        rdev: -1,
        size: if entry.is_dir { 0 } else { entry.size.get() as i64 },
        atime: time,
        mtime: time,
        ctime: time,
        blksize: -1,
        blocks: -1,
        ..Stat::default()
    }
}

/// The names in a directory of an archive, sorted.
pub struct Names {
    names: Vec<Vec<u8>>,
    at: Cell<usize>,
}

impl Names {
    /// A directory handle.
    pub fn open(archive: &Archive, directory: &[u8]) -> Resource {
        let mut names: Vec<Vec<u8>> = Vec::new();
        for entry in archive.entries.borrow().iter().filter(|e| !e.deleted.get()) {
            let name = entry.name.borrow();
            let rest = match directory.is_empty() {
                true => &name[..],
                false => match name.strip_prefix(directory).and_then(|r| r.strip_prefix(b"/")) {
                    Some(rest) => rest,
                    None => continue,
                },
            };
            let first = rest.split(|&b| b == b'/').next().unwrap_or_default();
            if !(first.is_empty() || directory.is_empty() && first == b".phar") {
                names.push(first.to_vec());
            }
        }
        names.sort_unstable();
        names.dedup();
        let ops = Names { names, at: Cell::new(0) };
        Stream::new(Box::new(ops), b"r").with_flags(flags::DIRECTORY).register()
    }
}

impl StreamOps for Names {
    fn label(&self) -> &'static str {
        "phar dir"
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn read(&self, _ctx: &Ctx, _stream: &Stream, _out: &mut [u8]) -> Option<usize> {
        None
    }
    fn write(&self, _ctx: &Ctx, _stream: &Stream, _data: &[u8]) -> Option<usize> {
        None
    }
    fn can_write(&self) -> bool {
        false
    }
    fn read_entry(&self, _ctx: &Ctx, _stream: &Stream) -> Option<Str> {
        // A name longer than any path ends the list, as it does for PHP.
        let name = self.names.get(self.at.get()).filter(|name| name.len() < 4096)?;
        self.at.set(self.at.get() + 1);
        Some(Str::new(name))
    }
    fn rewind_entries(&self, _ctx: &Ctx, _stream: &Stream) -> bool {
        self.at.set(0);
        true
    }
}

/// Reports a failure of the wrapper, if there is something to say.
pub fn log(ctx: &Ctx, options: u32, why: impl AsRef<[u8]>) {
    if !why.as_ref().is_empty() && !ctx.has_exception() {
        errors::log(ctx, options, why);
    }
}
