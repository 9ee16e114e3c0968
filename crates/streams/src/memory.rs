//! `php://memory` and `php://temp`.

use super::{OptionResult, Stat, Stream, StreamOps, StreamOption, Whence, flags, plain::PlainFile};
use phant_memory::{Array, HeapVec, Resource, Value, heap, heap_vec};
use phant_native::ctx::Ctx;
use std::{
    any::Any,
    cell::{Cell, OnceCell, RefCell},
    mem::ManuallyDrop,
};

/// Bytes in memory that are read and written like a file.
pub struct Memory {
    data: RefCell<HeapVec<u8>>,
    at: Cell<usize>,
    readonly: bool,
    append: bool,
    /// For `php://temp`: from this size on it becomes a file.
    spill: Option<usize>,
    file: OnceCell<PlainFile>,
    /// First entries of `stream_get_meta_data` (`data:`).
    meta: RefCell<Option<Array>>,
    label: &'static str,
}

impl Memory {
    /// `php://memory`
    pub fn new(readonly: bool, append: bool) -> Memory {
        Memory {
            data: RefCell::new(heap_vec()),
            at: Cell::new(0),
            readonly,
            append,
            spill: None,
            file: OnceCell::new(),
            meta: RefCell::new(None),
            label: "MEMORY",
        }
    }
    /// `php://temp`, a file from `limit` bytes on.
    pub fn temp(readonly: bool, append: bool, limit: usize) -> Memory {
        let memory = Memory { spill: Some(limit), label: "TEMP", ..Memory::new(readonly, append) };
        *memory.meta.borrow_mut() = Some(Array::new());
        memory
    }
    /// Read-only bytes with a type and meta data of their own.
    pub fn fixed(bytes: &[u8], label: &'static str, meta: Array) -> Memory {
        let memory = Memory { label, ..Memory::new(true, false) };
        memory.data.borrow_mut().extend_from_slice(bytes);
        *memory.meta.borrow_mut() = Some(meta);
        memory
    }
    /// Bytes to begin with.
    pub fn with_bytes(self, bytes: &[u8]) -> Memory {
        self.data.borrow_mut().extend_from_slice(bytes);
        self
    }
    fn become_file(&self) -> Option<&PlainFile> {
        use std::io::{Seek, SeekFrom, Write};
        if let Some(file) = self.file.get() {
            return Some(file);
        }
        let mut file = super::php::anonymous_file().ok()?;
        file.write_all(&self.data.borrow()).ok()?;
        file.seek(SeekFrom::Start(self.at.get() as u64)).ok()?;
        *self.data.borrow_mut() = heap_vec();
        Some(self.file.get_or_init(|| PlainFile::new(file)))
    }
}

/// A stream on bytes in memory, opened as `php://memory` would be.
pub fn stream(bytes: &[u8], mode: &[u8]) -> Stream {
    Stream::new(Box::new(Memory::new(false, false).with_bytes(bytes)), mode).with_flags(flags::NO_BUFFER)
}

/// As [`stream`], registered.
pub fn create(bytes: &[u8], mode: &[u8]) -> Resource {
    stream(bytes, mode).register()
}

impl StreamOps for Memory {
    fn label(&self) -> &'static str {
        self.label
    }
    fn keep(&self) -> Option<Box<dyn Fn() -> Option<Box<dyn StreamOps>>>> {
        if self.file.get().is_some() {
            return None;
        }
        let (data, meta) = (ManuallyDrop::new(self.data.borrow().clone()), ManuallyDrop::new(self.meta.borrow().clone()));
        let (at, readonly, append, spill, label) = (self.at.get(), self.readonly, self.append, self.spill, self.label);
        Some(Box::new(move || {
            let (data, meta) = (RefCell::new((*data).clone()), RefCell::new((*meta).clone()));
            let file = OnceCell::new();
            Some(Box::new(Memory { data, at: Cell::new(at), readonly, append, spill, file, meta, label }))
        }))
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn read(&self, ctx: &Ctx, stream: &Stream, out: &mut [u8]) -> Option<usize> {
        if let Some(file) = self.file.get() {
            let n = file.read(ctx, stream, out)?;
            return Some(n);
        }
        let data = self.data.borrow();
        let at = self.at.get();
        if at >= data.len() {
            stream.set_eof(true);
            return Some(0);
        }
        let n = out.len().min(data.len() - at);
        out[..n].copy_from_slice(&data[at..at + n]);
        self.at.set(at + n);
        // Only a temporary stream tells at once that there is no more.
        stream.set_eof(self.spill.is_some() && n < out.len());
        Some(n)
    }
    fn write(&self, ctx: &Ctx, stream: &Stream, bytes: &[u8]) -> Option<usize> {
        if self.readonly {
            return None;
        }
        if let Some(file) = self.file.get() {
            return file.write(ctx, stream, bytes);
        }
        let mut at = self.at.get();
        let len = self.data.borrow().len();
        if self.append {
            at = len;
        }
        let end = at.saturating_add(bytes.len());
        if self.spill.is_some_and(|limit| end >= limit.max(1) && end > 0 && at.max(len) + bytes.len() > limit) {
            return self.become_file()?.write(ctx, stream, bytes);
        }
        let mut data = self.data.borrow_mut();
        if end > data.capacity() {
            // Twice the room, where there is so much.
            let ample = end.max(data.capacity().saturating_mul(2));
            let room = if heap::try_reserve(ample).is_ok() { ample } else { end };
            if let Err(e) = heap::try_reserve(room) {
                drop(data);
                ctx.report(phant_native::error::Level::Error, e.to_string());
                return None;
            }
            data.reserve_exact(room - len);
        }
        if data.len() < end {
            data.resize(end, 0);
        }
        data[at..end].copy_from_slice(bytes);
        self.at.set(end);
        Some(bytes.len())
    }
    fn can_write(&self) -> bool {
        self.label != "RFC2397"
    }
    fn seek(&self, ctx: &Ctx, stream: &Stream, offset: i64, whence: Whence) -> Option<i64> {
        if let Some(file) = self.file.get() {
            return file.seek(ctx, stream, offset, whence);
        }
        let base = match whence {
            Whence::Set => 0,
            Whence::Current => self.at.get() as i64,
            Whence::End => self.data.borrow().len() as i64,
        };
        match base.checked_add(offset).and_then(|to| usize::try_from(to).ok()) {
            Some(to) => {
                self.at.set(to);
                stream.set_eof(false);
                Some(to as i64)
            }
            None => {
                // PHP's position after a failed seek: lost if it counted from the end, else where it was.
                if whence == Whence::End {
                    self.at.set(0);
                    stream.set_position(-1);
                }
                None
            }
        }
    }
    fn can_seek(&self) -> bool {
        true
    }
    fn close(&self, ctx: &Ctx, stream: &Stream) {
        if let Some(file) = self.file.get() {
            file.close(ctx, stream);
        }
        *self.data.borrow_mut() = heap_vec();
        *self.meta.borrow_mut() = None;
    }
    fn stat(&self, ctx: &Ctx, stream: &Stream) -> Option<Stat> {
        if let Some(file) = self.file.get() {
            return file.stat(ctx, stream);
        }
        let size = self.data.borrow().len() as i64;
        let mode = Stat::REGULAR | if self.readonly { 0o444 } else { 0o666 };
        Some(Stat { dev: 0xC, mode, nlink: 1, rdev: -1, size, blksize: -1, blocks: -1, ..Stat::default() })
    }
    fn set_option(&self, ctx: &Ctx, stream: &Stream, option: StreamOption<'_>) -> OptionResult {
        if let Some(file) = self.file.get() {
            return file.set_option(ctx, stream, option);
        }
        match option {
            StreamOption::TruncateSupported => OptionResult::Done,
            StreamOption::Truncate(size) => {
                if self.readonly {
                    return OptionResult::Failed;
                }
                let Ok(size) = usize::try_from(size) else { return OptionResult::Failed };
                if let Err(e) = phant_memory::heap::try_reserve(size) {
                    ctx.report(phant_native::error::Level::Error, e.to_string());
                    return OptionResult::Failed;
                }
                self.data.borrow_mut().resize(size, 0);
                self.at.set(self.at.get().min(size));
                OptionResult::Done
            }
            _ => OptionResult::Unsupported,
        }
    }
    fn descriptor(&self) -> Option<std::os::fd::RawFd> {
        self.file.get()?.descriptor()
    }
    fn cast(&self, _ctx: &Ctx, _stream: &Stream, _for_select: bool) -> Option<std::os::fd::RawFd> {
        if self.spill.is_none() {
            return self.descriptor();
        }
        self.become_file()?.descriptor()
    }
    fn meta_data(&self, _ctx: &Ctx, _stream: &Stream, out: &mut Array) -> bool {
        match &*self.meta.borrow() {
            Some(meta) => {
                for (key, value) in meta.iter() {
                    out.set(key.to_key(), Value::unref(value));
                }
                true
            }
            None => false,
        }
    }
}
