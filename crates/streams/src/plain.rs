//! Plain files, pipes and other descriptors as streams.

use super::{OptionResult, Stat, Stream, StreamOps, StreamOption, Whence, errors, flags};
use phant_memory::Resource;
use phant_native::ctx::Ctx;
use std::{
    any::Any,
    cell::{Cell, RefCell},
    fs::{File, Metadata},
    io::{self, Read, Seek, SeekFrom, Write},
    os::{
        fd::{AsFd, AsRawFd, OwnedFd, RawFd},
        unix::fs::{FileTypeExt, MetadataExt},
    },
    path::PathBuf,
    process::Child,
};

/// An open descriptor.
pub struct PlainFile {
    file: RefCell<Option<File>>,
    seekable: bool,
    pipe: bool,
    /// It is one of the process's own, which are there for every run.
    is_standard: bool,
    /// Deleted when closed.
    temporary: RefCell<Option<PathBuf>>,
    /// A regular or other file opened by path: read greedily.
    by_path: bool,
    /// Reads wait at most this long (pipes).
    blocking: Cell<bool>,
    /// The process whose pipe this is (`popen`); its exit status once closed.
    child: RefCell<Option<Child>>,
    /// What became of the process.
    exit_status: Cell<Option<i64>>,
    /// The standard descriptor that goes when PHP code closes the stream; -1 for none.
    owned_number: Cell<i32>,
}

impl PlainFile {
    /// A file opened by path.
    pub fn new(file: File) -> PlainFile {
        PlainFile { by_path: true, ..PlainFile::from_descriptor(file.into()) }
    }
    /// Any descriptor.
    pub fn from_descriptor(fd: OwnedFd) -> PlainFile {
        let file = File::from(fd);
        let kind = file.metadata().map(|m| m.file_type());
        let pipe = kind.as_ref().is_ok_and(|k| k.is_fifo() || k.is_socket());
        // Every regular file can be sought in: that needs no question to the system.
        let seekable = kind.as_ref().is_ok_and(|k| k.is_file()) || !pipe && (&file).stream_position().is_ok();
        PlainFile {
            file: RefCell::new(Some(file)),
            seekable,
            pipe,
            is_standard: false,
            temporary: RefCell::new(None),
            by_path: false,
            blocking: Cell::new(true),
            child: RefCell::new(None),
            exit_status: Cell::new(None),
            owned_number: Cell::new(-1),
        }
    }
    /// The process's standard input, output or error.
    pub fn standard(fd: OwnedFd) -> PlainFile {
        PlainFile { is_standard: true, ..PlainFile::from_descriptor(fd) }
    }
    /// A pipe to a process, which is waited for when the stream is closed.
    pub fn process(fd: OwnedFd, child: Child) -> PlainFile {
        PlainFile { child: RefCell::new(Some(child)), pipe: true, seekable: false, ..PlainFile::from_descriptor(fd) }
    }
    /// Makes the file go when the stream is closed.
    pub fn delete_on_close(&self, path: PathBuf) {
        *self.temporary.borrow_mut() = Some(path);
    }
    /// The exit status of its process, once closed.
    pub fn exit_status(&self) -> Option<i64> {
        self.exit_status.get()
    }
    /// Makes the stream stand for one of the process's standard descriptors.
    pub fn set_owned_number(&self, number: i32) {
        self.owned_number.set(number);
    }
    /// PHP code closed the stream: the standard descriptor it stands for goes too.
    pub fn closed_by_hand(&self) {
        let number = self.owned_number.replace(-1);
        if number >= 0 {
            phant_os::stdio::close(number);
        }
    }
    /// Another descriptor for the same file.
    pub fn try_clone(&self) -> io::Result<File> {
        self.with(|file| file.try_clone()).unwrap_or_else(|| Err(io::Error::from_raw_os_error(9)))
    }
    fn with<R>(&self, f: impl FnOnce(&File) -> R) -> Option<R> {
        self.file.borrow().as_ref().map(f)
    }
    fn complain(&self, ctx: &Ctx, stream: &Stream, what: &str, count: usize, error: &io::Error) {
        errors::set_errno(ctx, error);
        if !stream.has_flag(flags::SUPPRESS_ERRORS) {
            let errno = error.raw_os_error().unwrap_or(0);
            ctx.notice(format!("{what} of {count} bytes failed with errno={errno} {}", phant_os::error_text(error)));
        }
    }
}

/// Facts about a file from what `std` knows.
pub fn stat_of(m: &Metadata) -> Stat {
    Stat {
        dev: m.dev() as i64,
        ino: m.ino() as i64,
        mode: m.mode(),
        nlink: m.nlink() as i64,
        uid: i64::from(m.uid()),
        gid: i64::from(m.gid()),
        rdev: m.rdev() as i64,
        size: m.size() as i64,
        atime: m.atime(),
        mtime: m.mtime(),
        ctime: m.ctime(),
        blksize: m.blksize() as i64,
        blocks: m.blocks() as i64,
    }
}

impl StreamOps for PlainFile {
    fn label(&self) -> &'static str {
        "STDIO"
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn read(&self, ctx: &Ctx, stream: &Stream, out: &mut [u8]) -> Option<usize> {
        super::stat_cache::clear(ctx, false, None);
        let result = loop {
            match self.with(|mut file| file.read(out))? {
                Err(e) if e.kind() == io::ErrorKind::Interrupted && !self.pipe => {}
                other => break other,
            }
        };
        match result {
            Ok(n) => {
                if n == 0 && !out.is_empty() {
                    stream.set_eof(true);
                }
                Some(n)
            }
            Err(e) if matches!(e.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted) => Some(0),
            Err(e) => {
                self.complain(ctx, stream, "Read", out.len(), &e);
                if e.raw_os_error() != Some(9) {
                    stream.set_eof(true);
                }
                None
            }
        }
    }
    fn write(&self, ctx: &Ctx, stream: &Stream, data: &[u8]) -> Option<usize> {
        super::stat_cache::clear(ctx, false, None);
        match self.with(|mut file| file.write(data))? {
            Ok(n) => Some(n),
            Err(e) if e.kind() == io::ErrorKind::WouldBlock => Some(0),
            Err(e) => {
                self.complain(ctx, stream, "Write", data.len(), &e);
                None
            }
        }
    }
    fn seek(&self, ctx: &Ctx, _stream: &Stream, offset: i64, whence: Whence) -> Option<i64> {
        if !self.seekable {
            ctx.warning("Cannot seek on this stream");
            return None;
        }
        let to = match whence {
            Whence::Set if offset < 0 => return None,
            Whence::Set => SeekFrom::Start(offset as u64),
            Whence::Current => SeekFrom::Current(offset),
            Whence::End => SeekFrom::End(offset),
        };
        self.with(|mut file| file.seek(to))?.ok().map(|p| p as i64)
    }
    fn can_seek(&self) -> bool {
        self.seekable
    }
    fn keep(&self) -> Option<Box<dyn Fn() -> Option<Box<dyn StreamOps>>>> {
        // The process's own descriptors are there for every run. What one run reads, the next does not find.
        if !self.is_standard {
            return None;
        }
        let file = self.try_clone().ok()?;
        Some(Box::new(move || Some(Box::new(PlainFile::standard(file.try_clone().ok()?.into())))))
    }
    fn close(&self, _ctx: &Ctx, _stream: &Stream) {
        drop(self.file.borrow_mut().take());
        if let Some(mut child) = self.child.borrow_mut().take() {
            let status = child.wait().ok();
            let code = status.map_or(-1, |s| s.code().map_or(-1, i64::from));
            self.exit_status.set(Some(code));
        }
        if let Some(path) = self.temporary.borrow_mut().take() {
            let _ = std::fs::remove_file(path);
        }
    }
    fn stat(&self, _ctx: &Ctx, _stream: &Stream) -> Option<Stat> {
        self.with(File::metadata)?.ok().map(|m| stat_of(&m))
    }
    fn set_option(&self, _ctx: &Ctx, _stream: &Stream, option: StreamOption<'_>) -> OptionResult {
        let done = |result: Option<io::Result<()>>| match result {
            Some(Ok(())) => OptionResult::Done,
            _ => OptionResult::Failed,
        };
        match option {
            StreamOption::Blocking(on) => {
                let before = self.blocking.get();
                match self.with(|f| phant_os::fs::set_blocking(f.as_fd(), on)) {
                    Some(Ok(())) => {
                        self.blocking.set(on);
                        OptionResult::Value(i64::from(before))
                    }
                    _ => OptionResult::Failed,
                }
            }
            // Nothing is buffered on the way out, and nothing can be.
            StreamOption::WriteBuffer(_) => OptionResult::Failed,
            StreamOption::LockSupported => OptionResult::Done,
            StreamOption::Lock(operation) => match self.with(|f| phant_os::fs::flock(f.as_fd(), operation)) {
                Some(Ok(())) => OptionResult::Done,
                Some(Err(e)) if e.kind() == io::ErrorKind::WouldBlock => OptionResult::Value(i64::from(libc_ewouldblock())),
                _ => OptionResult::Failed,
            },
            StreamOption::TruncateSupported => OptionResult::Done,
            StreamOption::Truncate(size) => match u64::try_from(size) {
                Ok(size) => done(self.with(|f| f.set_len(size))),
                Err(_) => OptionResult::Failed,
            },
            StreamOption::SyncSupported => OptionResult::Done,
            StreamOption::Sync => done(self.with(File::sync_all)),
            StreamOption::DataSync => done(self.with(File::sync_data)),
            _ => OptionResult::Unsupported,
        }
    }
    fn descriptor(&self) -> Option<RawFd> {
        self.with(AsRawFd::as_raw_fd)
    }
    fn meta_data(&self, ctx: &Ctx, stream: &Stream, out: &mut phant_memory::Array) -> bool {
        out.set_name("timed_out", false.into());
        out.set_name("blocked", self.blocking.get().into());
        out.set_name("eof", stream.at_eof(ctx).into());
        true
    }
    fn is_plain_file(&self) -> bool {
        self.by_path
    }
}

/// What `flock` reports when another process has the lock.
fn libc_ewouldblock() -> i32 {
    11
}

/// A stream for a descriptor that is already open.
pub fn from_descriptor(fd: OwnedFd, mode: &[u8]) -> Resource {
    Stream::new(Box::new(PlainFile::from_descriptor(fd)), mode).register()
}

/// A stream for a pipe of a child process.
pub fn from_process(fd: OwnedFd, child: Child, mode: &[u8]) -> Resource {
    Stream::new(Box::new(PlainFile::process(fd, child)), mode).register()
}

/// How a file is opened, from a mode such as `r+b`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct OpenMode {
    pub read: bool,
    pub write: bool,
    pub append: bool,
    pub create: bool,
    pub exclusive: bool,
    pub truncate: bool,
    pub close_on_exec: bool,
    pub non_blocking: bool,
}

impl OpenMode {
    /// Reads a mode; `None` if it begins with no known letter.
    pub fn parse(mode: &[u8]) -> Option<OpenMode> {
        let &first = mode.first()?;
        let plus = mode.contains(&b'+');
        let mut out = OpenMode {
            read: plus || first == b'r',
            write: plus || first != b'r',
            append: false,
            create: true,
            exclusive: false,
            truncate: false,
            close_on_exec: mode.contains(&b'e'),
            non_blocking: mode.contains(&b'n'),
        };
        match first {
            b'r' => out.create = false,
            b'w' => out.truncate = true,
            b'a' => out.append = true,
            b'x' => out.exclusive = true,
            b'c' => {}
            _ => return None,
        }
        Some(out)
    }
    /// Opens a file so.
    pub fn open(self, path: &std::path::Path) -> io::Result<File> {
        use std::os::unix::fs::OpenOptionsExt;
        let mut options = std::fs::OpenOptions::new();
        options.read(self.read).mode(0o666);
        // `OpenOptions` refuses creation without writing and truncation with appending; PHP's modes never ask for it.
        options.write(self.write).append(self.append);
        if self.exclusive {
            options.create_new(true);
        } else {
            options.create(self.create).truncate(self.truncate);
        }
        if self.non_blocking {
            options.custom_flags(phant_os::fs::NON_BLOCKING);
        }
        options.open(path)
    }
}
