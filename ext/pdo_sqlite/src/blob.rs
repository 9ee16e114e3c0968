//! The streams of `openBlob()`: a value of the database that is read and written in place.

use crate::sqlite_driver::SqliteConnection;
use phant_memory::{Resource, Str};
use phant_native::{Ctx, PhpResult, error::Level, ret::OrFalse};
use phant_sqlite::{Blob, SQLITE_OPEN_READWRITE};
use phant_streams::{OptionResult, Stat, Stream, StreamOps, StreamOption, Whence};
use std::{
    any::Any,
    cell::{Cell, RefCell},
};

struct BlobStream {
    blob: RefCell<Option<Blob<Ctx>>>,
    size: usize,
    at: Cell<usize>,
    writable: bool,
    label: &'static str,
}

/// Opens a value as a stream.
pub(crate) fn open(
    ctx: &Ctx,
    connection: &SqliteConnection,
    table: &Str,
    column: &Str,
    row: i64,
    database: &[u8],
    flags: i64,
) -> PhpResult<OrFalse<Resource>> {
    let writable = flags & i64::from(SQLITE_OPEN_READWRITE) != 0;
    let blob = match connection.db().open_blob(database, table, column, row, writable) {
        Ok(blob) => blob,
        Err(error) => {
            let mut text = b"Unable to open blob: ".to_vec();
            text.extend_from_slice(&error.message);
            ctx.report(Level::Warning, text);
            ctx.check()?;
            return Ok(OrFalse::False);
        }
    };
    Ok(OrFalse::Some(stream(blob, writable, "PDOSQLite")))
}

/// A value that is open as a stream. The label is what `stream_get_meta_data` calls it.
pub fn stream(blob: Blob<Ctx>, writable: bool, label: &'static str) -> Resource {
    let size = blob.len();
    let ops = BlobStream { blob: RefCell::new(Some(blob)), size, at: Cell::new(0), writable, label };
    let mode: &[u8] = if writable { b"r+b" } else { b"rb" };
    Stream::new(Box::new(ops), mode).register()
}

impl StreamOps for BlobStream {
    fn label(&self) -> &'static str {
        self.label
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn read(&self, _ctx: &Ctx, stream: &Stream, out: &mut [u8]) -> Option<usize> {
        let blob = self.blob.borrow();
        let left = self.size.saturating_sub(self.at.get());
        let count = out.len().min(left);
        if out.len() >= left {
            stream.set_eof(true);
        }
        if count > 0 && blob.as_ref()?.read(self.at.get(), &mut out[..count]).is_err() {
            return None;
        }
        self.at.set(self.at.get() + count);
        Some(count)
    }
    fn write(&self, ctx: &Ctx, stream: &Stream, bytes: &[u8]) -> Option<usize> {
        if !self.writable {
            ctx.warning("Can't write to blob stream: is open as read only");
            return None;
        }
        let end = self.at.get().checked_add(bytes.len());
        if end.is_none_or(|end| end > self.size) {
            ctx.warning("It is not possible to increase the size of a BLOB");
            return None;
        }
        self.blob.borrow().as_ref()?.write(self.at.get(), bytes).ok()?;
        self.at.set(self.at.get() + bytes.len());
        if self.at.get() >= self.size {
            stream.set_eof(true);
        }
        Some(bytes.len())
    }
    fn seek(&self, _ctx: &Ctx, stream: &Stream, offset: i64, whence: Whence) -> Option<i64> {
        let base = match whence {
            Whence::Set => 0,
            Whence::Current => self.at.get(),
            Whence::End => self.size,
        };
        let to = i64::try_from(base).ok()?.checked_add(offset);
        match to.and_then(|to| usize::try_from(to).ok()).filter(|&to| to <= self.size) {
            Some(to) => {
                self.at.set(to);
                stream.set_eof(false);
                Some(to as i64)
            }
            None => {
                // PHP's position after a seek that failed: an end, and lost.
                self.at.set(if to.is_some_and(|to| to < 0) { 0 } else { self.size });
                stream.set_position(-1);
                None
            }
        }
    }
    fn can_seek(&self) -> bool {
        true
    }
    fn close(&self, _ctx: &Ctx, _stream: &Stream) {
        let blob = self.blob.take();
        drop(blob);
    }
    fn stat(&self, _ctx: &Ctx, _stream: &Stream) -> Option<Stat> {
        Some(Stat { size: self.size as i64, ..Stat::default() })
    }
    fn set_option(&self, _ctx: &Ctx, _stream: &Stream, _option: StreamOption<'_>) -> OptionResult {
        OptionResult::Unsupported
    }
}
