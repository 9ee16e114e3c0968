//! What a stream reads from and writes to.

use super::Stream;
use phant_memory::{Array, Str, Value};
use phant_native::ctx::Ctx;
use std::{any::Any, os::fd::RawFd, time::Duration};

/// What a seek's offset counts from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whence {
    /// The beginning.
    Set = 0,
    /// The current position.
    Current = 1,
    /// The end.
    End = 2,
}

/// Facts about a file, as `stat` has them.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Stat {
    pub dev: i64,
    pub ino: i64,
    /// Type and permissions.
    pub mode: u32,
    pub nlink: i64,
    pub uid: i64,
    pub gid: i64,
    pub rdev: i64,
    pub size: i64,
    pub atime: i64,
    pub mtime: i64,
    pub ctime: i64,
    pub blksize: i64,
    pub blocks: i64,
}

impl Stat {
    /// Mask of the file type in [`Stat::mode`].
    pub const TYPE: u32 = 0o170_000;
    /// A regular file.
    pub const REGULAR: u32 = 0o100_000;
    /// A directory.
    pub const DIRECTORY: u32 = 0o040_000;
    /// A symbolic link.
    pub const LINK: u32 = 0o120_000;

    /// Whether it is a directory.
    pub fn is_dir(&self) -> bool {
        self.mode & Stat::TYPE == Stat::DIRECTORY
    }
    /// Whether it is a regular file.
    pub fn is_file(&self) -> bool {
        self.mode & Stat::TYPE == Stat::REGULAR
    }
    /// Whether it is a symbolic link.
    pub fn is_link(&self) -> bool {
        self.mode & Stat::TYPE == Stat::LINK
    }
    /// The array that `stat()` returns.
    pub fn to_array(&self) -> Array {
        const NAMES: [&str; 13] =
            ["dev", "ino", "mode", "nlink", "uid", "gid", "rdev", "size", "atime", "mtime", "ctime", "blksize", "blocks"];
        let values = [
            self.dev,
            self.ino,
            i64::from(self.mode),
            self.nlink,
            self.uid,
            self.gid,
            self.rdev,
            self.size,
            self.atime,
            self.mtime,
            self.ctime,
            self.blksize,
            self.blocks,
        ];
        let mut out = Array::with_hash_capacity(26);
        for (i, v) in values.iter().enumerate() {
            out.set(i, Value::int(*v));
        }
        for (name, v) in NAMES.iter().zip(values) {
            out.set(phant_memory::intern(name.as_bytes()), Value::int(v));
        }
        out
    }
}

/// A request to a stream's operations beyond reading and writing.
#[derive(Clone, Debug)]
pub enum StreamOption<'a> {
    /// Switch to blocking or non-blocking; the answer is `Value(1)` if it blocked before.
    Blocking(bool),
    /// Give up reading after this time; `None` waits forever.
    ReadTimeout(Option<Duration>),
    /// Buffer reads of this size; 0 for none.
    ReadBuffer(i64),
    /// Buffer writes of this size; 0 for none.
    WriteBuffer(i64),
    /// `flock`: an operation of `LOCK_SH`, `LOCK_EX`, `LOCK_UN` with `LOCK_NB`.
    Lock(i32),
    /// Whether locks work.
    LockSupported,
    /// Cut or extend to this size.
    Truncate(i64),
    /// Whether truncation works.
    TruncateSupported,
    /// Write to the disk, metadata included.
    Sync,
    /// Write data to the disk.
    DataSync,
    /// Whether syncing works.
    SyncSupported,
    /// Whether the other end is still there.
    CheckLiveness,
    /// Anything else, by name.
    Other(&'a str),
}

/// The answer to a [`StreamOption`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionResult {
    /// Done.
    Done,
    /// Tried and failed.
    Failed,
    /// This kind of stream knows nothing of it.
    Unsupported,
    /// Done, with a number to tell.
    Value(i64),
}

/// What a stream reads from and writes to. Methods take `&self`, as PHP code run by one may call another.
///
/// Failure of a read or write is `None`; whoever fails also tells the user.
pub trait StreamOps: Any {
    /// `stream_type` of `stream_get_meta_data`.
    fn label(&self) -> &'static str;
    /// For [`Stream::ops_as`].
    fn as_any(&self) -> &dyn Any;
    /// Reads up to `out.len()` bytes; calls [`Stream::set_eof`] when there will be no more.
    fn read(&self, ctx: &Ctx, stream: &Stream, out: &mut [u8]) -> Option<usize>;
    /// Writes; returns how many bytes were taken.
    fn write(&self, ctx: &Ctx, stream: &Stream, data: &[u8]) -> Option<usize>;
    /// Whether writing makes sense at all.
    fn can_write(&self) -> bool {
        true
    }
    /// Whether reading makes sense at all.
    fn can_read(&self) -> bool {
        true
    }
    /// Moves; the new position, or `None`.
    fn seek(&self, _ctx: &Ctx, _stream: &Stream, _offset: i64, _whence: Whence) -> Option<i64> {
        None
    }
    /// Whether [`StreamOps::seek`] can work.
    fn can_seek(&self) -> bool {
        false
    }
    /// Passes on what is held back.
    fn flush(&self, _ctx: &Ctx, _stream: &Stream) -> bool {
        true
    }
    /// Ends it.
    fn close(&self, _ctx: &Ctx, _stream: &Stream) {}
    /// Facts about the file.
    fn stat(&self, _ctx: &Ctx, _stream: &Stream) -> Option<Stat> {
        None
    }
    /// Everything else.
    fn set_option(&self, _ctx: &Ctx, _stream: &Stream, _option: StreamOption<'_>) -> OptionResult {
        OptionResult::Unsupported
    }
    /// The descriptor behind it, for waiting and for child processes.
    fn descriptor(&self) -> Option<RawFd> {
        None
    }
    /// The descriptor to wait on, asking PHP code if need be (`stream_cast`).
    fn cast(&self, _ctx: &Ctx, _stream: &Stream, _for_select: bool) -> Option<RawFd> {
        self.descriptor()
    }
    /// The first entries of `stream_get_meta_data`; without them `timed_out`, `blocked` and `eof` are shown.
    fn meta_data(&self, _ctx: &Ctx, _stream: &Stream, _out: &mut Array) -> bool {
        false
    }
    /// Whether it is a plain file of the file system, which is read greedily.
    fn is_plain_file(&self) -> bool {
        false
    }
    /// A directory's next entry.
    fn read_entry(&self, _ctx: &Ctx, _stream: &Stream) -> Option<Str> {
        None
    }
    /// How to make operations like these again, in their present state: for streams that are open when a snapshot is
    /// taken. `None` if that is impossible.
    fn keep(&self) -> Option<Box<dyn Fn() -> Option<Box<dyn StreamOps>>>> {
        None
    }
    /// Back to a directory's first entry.
    fn rewind_entries(&self, _ctx: &Ctx, _stream: &Stream) -> bool {
        false
    }
}
