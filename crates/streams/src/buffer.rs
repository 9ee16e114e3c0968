//! Reading, writing and seeking through the buffer and the filters.
//!
//! Nothing is read or written any more once memory or time is used up, so whoever reads what has no end comes to an end.

use super::{
    CHUNK_SIZE, Scratch, Stream, Whence,
    filter::{Brigade, Bucket, FilterStatus, Flush},
    flags,
};
use memchr::{memchr, memmem};
use phant_memory::{
    Str, StrBuilder,
    heap::{self, OutOfMemory},
};
use phant_native::{ctx::Ctx, limits};
use std::cell::Cell;

/// Bytes that were read and not yet asked for.
#[derive(Default)]
pub(super) struct ReadBuffer {
    /// Room; what is unread is in the middle of it. It stays as long as it is, so that nothing is zeroed for the next read.
    data: Vec<u8>,
    start: usize,
    end: usize,
}

/// Most room that a buffer keeps, and that is made for a read of a file, since all of it is zeroed.
const MOST_ROOM: usize = 16 * CHUNK_SIZE;

thread_local! {
    /// Room of a stream that is closed, for the next one.
    static SPARE: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
}

impl ReadBuffer {
    pub(super) fn unread(&self) -> &[u8] {
        &self.data[self.start..self.end]
    }
    fn consume(&mut self, n: usize) {
        self.start = (self.start + n).min(self.end);
        if self.start == self.end {
            self.clear();
            if self.data.len() > MOST_ROOM {
                self.data = Vec::new();
            }
        }
    }
    pub(super) fn clear(&mut self) {
        (self.start, self.end) = (0, 0);
    }
    fn append(&mut self, bytes: &[u8]) -> Result<(), OutOfMemory> {
        self.data.truncate(self.end);
        if self.start > 0 && self.start >= self.end / 2 {
            self.data.drain(..self.start);
            self.start = 0;
        }
        let size = self.data.len() + bytes.len();
        // The memory is not the request's heap, which so has to be asked.
        if size > self.data.capacity() && size > 1 << 20 {
            let size = size + size / 2;
            heap::try_reserve(size)?;
            self.data.reserve_exact(size - self.data.len());
        }
        self.data.extend_from_slice(bytes);
        self.end = self.data.len();
        Ok(())
    }
    /// Room for a chunk, if nothing is unread that is in it.
    fn take_room(&mut self, size: usize) -> Vec<u8> {
        let mut room = Vec::new();
        if self.start == self.end {
            room = std::mem::take(&mut self.data);
            self.clear();
        }
        if room.is_empty() {
            room = SPARE.take();
        }
        if room.len() != size {
            room.resize(size, 0);
        }
        room
    }
    /// Gives room back, in which `read` bytes are new.
    fn give_room(&mut self, room: Vec<u8>, read: usize) -> Result<(), OutOfMemory> {
        if self.start < self.end {
            self.append(&room[..read])?;
            keep_spare(room);
        } else {
            (self.data, self.start, self.end) = (room, 0, read);
        }
        Ok(())
    }
}

impl Clone for ReadBuffer {
    fn clone(&self) -> ReadBuffer {
        let data = self.unread().to_vec();
        ReadBuffer { start: 0, end: data.len(), data }
    }
}

impl Drop for ReadBuffer {
    fn drop(&mut self) {
        keep_spare(std::mem::take(&mut self.data));
    }
}

fn keep_spare(room: Vec<u8>) {
    if room.len() == CHUNK_SIZE {
        // A thread that ends has no need of it any more.
        let _ = SPARE.try_with(|spare| spare.set(room));
    }
}

/// Ends the request where what was read does not fit into its memory; false then.
fn fits(ctx: &Ctx, result: Result<(), OutOfMemory>) -> bool {
    if let Err(e) = &result {
        ctx.report(phant_native::error::Level::Error, e.to_string());
    }
    result.is_ok()
}

impl Stream {
    /// How many bytes are buffered.
    pub fn unread(&self) -> usize {
        self.buffer.borrow().unread().len()
    }
    /// A copy of what is buffered.
    pub fn peek_buffer(&self) -> Vec<u8> {
        self.buffer.borrow().unread().to_vec()
    }
    /// Puts bytes behind what is buffered, as if they had been read.
    pub fn append_to_buffer(&self, ctx: &Ctx, bytes: &[u8]) {
        let appended = self.buffer.borrow_mut().append(bytes);
        fits(ctx, appended);
    }
    /// Forgets what is buffered.
    pub fn clear_buffer(&self) {
        self.buffer.borrow_mut().clear();
    }

    /// Reads up to `out.len()` bytes: from the buffer, then by one read of the operations (files: until full). `None`
    /// if that failed before anything was read.
    pub fn read(&self, ctx: &Ctx, out: &mut [u8]) -> Option<usize> {
        if limits::reached() {
            return None;
        }
        let mut done = 0;
        while done < out.len() {
            {
                let mut buffer = self.buffer.borrow_mut();
                let n = buffer.unread().len().min(out.len() - done);
                if n > 0 {
                    out[done..done + n].copy_from_slice(&buffer.unread()[..n]);
                    buffer.consume(n);
                    done += n;
                }
            }
            if done == out.len() {
                break;
            }
            let rest = out.len() - done;
            self.partly_read.set(done > 0);
            let filtered = !self.read_filters.borrow().is_empty();
            let direct = self.has_flag(flags::NO_BUFFER) || self.chunk_size() == 1 || (self.plain && rest >= self.chunk_size());
            let got = if !filtered && direct {
                match self.ops().read(ctx, self, &mut out[done..]) {
                    Some(n) => n.min(rest),
                    None if done == 0 => return None,
                    None => break,
                }
            } else {
                if !self.fill(ctx, rest) {
                    if done == 0 {
                        return None;
                    }
                    break;
                }
                let mut buffer = self.buffer.borrow_mut();
                let n = buffer.unread().len().min(rest);
                out[done..done + n].copy_from_slice(&buffer.unread()[..n]);
                buffer.consume(n);
                n
            };
            done += got;
            let again = self.plain || direct && self.ops().label() == "MEMORY";
            if got == 0 || !again || ctx.has_exception() {
                break;
            }
        }
        self.partly_read.set(false);
        self.position.set(self.position.get() + done as i64);
        Some(done)
    }

    /// Makes sure that up to `size` bytes are buffered, by at most one read of the operations (with filters: until
    /// there is something). False if that failed.
    pub(super) fn fill(&self, ctx: &Ctx, size: usize) -> bool {
        if limits::reached() {
            return false;
        }
        if !self.read_filters.borrow().is_empty() {
            return self.fill_filtered(ctx, size);
        }
        if self.unread() >= size {
            return true;
        }
        // Files are read until there is enough, however little one read gives. Whoever else is asked hears the size that was set.
        let most = if self.plain { MOST_ROOM } else { usize::MAX };
        let mut room = self.buffer.borrow_mut().take_room(self.chunk_size().min(most));
        let read = self.ops().read(ctx, self, &mut room);
        let given = self.buffer.borrow_mut().give_room(room, read.unwrap_or(0));
        fits(ctx, given) && read.is_some()
    }

    fn fill_filtered(&self, ctx: &Ctx, size: usize) -> bool {
        let wanted = size.min(self.chunk_size());
        let (mut scratch, mut own);
        let chunk: &mut [u8] = if self.chunk_size() == CHUNK_SIZE {
            scratch = Scratch::new();
            &mut scratch
        } else {
            own = vec![0; self.chunk_size()];
            &mut own
        };
        while !self.eof_flag() && self.unread() < wanted && !limits::reached() {
            let got = self.ops().read(ctx, self, chunk);
            let mut input = Brigade::new();
            let flush = match got {
                Some(n) if n > 0 => {
                    input.push_back(Bucket::new(&chunk[..n]));
                    if self.eof_flag() { Flush::Close } else { Flush::None }
                }
                _ if self.eof_flag() => Flush::Close,
                _ => Flush::Increment,
            };
            let filters = self.read_filters.borrow().clone();
            let mut status = FilterStatus::PassOn;
            for entry in &filters {
                let mut output = Brigade::new();
                status = entry.run(ctx, self, &mut input, &mut output, None, flush);
                if status != FilterStatus::PassOn {
                    break;
                }
                input = output;
            }
            match status {
                FilterStatus::PassOn => {
                    for bucket in input {
                        self.append_to_buffer(ctx, &bucket.data);
                    }
                }
                FilterStatus::FeedMe => {}
                FilterStatus::Fatal => {
                    self.set_eof(true);
                    return false;
                }
            }
            if got.unwrap_or(0) == 0 || ctx.has_exception() {
                break;
            }
        }
        true
    }

    /// Reads one byte.
    pub fn read_byte(&self, ctx: &Ctx) -> Option<u8> {
        let mut byte = [0];
        (self.read(ctx, &mut byte)? == 1).then_some(byte[0])
    }

    /// Reads up to `size` bytes as [`Stream::read`] does.
    pub fn read_str(&self, ctx: &Ctx, size: usize) -> Option<Str> {
        let mut failed = false;
        let mut size = size;
        if size > 2 * CHUNK_SIZE {
            // A generous length argument should not cost more memory than there is to read.
            let sized = self.plain || self.has_flag(flags::NO_BUFFER);
            if sized && self.read_filters.borrow().is_empty() {
                let left = self.stat(ctx).map_or(0, |s| (s.size - self.position()).max(0) as usize);
                size = size.min(left.saturating_add(CHUNK_SIZE));
            } else if !self.plain {
                size = size.min(self.chunk_size().max(self.unread()));
            }
            size = size.min(phant_memory::string::MAX_LEN);
            if let Err(e) = heap::try_reserve(size) {
                ctx.report(phant_native::error::Level::Error, e.to_string());
                return None;
            }
        }
        let mut got = 0;
        let mut s = Str::filled(size, |out| match self.read(ctx, out) {
            Some(n) => got = n,
            None => failed = true,
        });
        if failed {
            return None;
        }
        s.truncate(got);
        Some(s)
    }

    /// Reads until nothing more comes. At most `limit` bytes. `None` if the memory limit is in the way: the error has
    /// been reported.
    pub fn read_all(&self, ctx: &Ctx, limit: usize) -> Option<Str> {
        if limit == 0 {
            return Some(Str::default());
        }
        let (expected, is_regular) = match self.stat(ctx) {
            Some(s) if s.size > 0 => ((s.size - self.position()).max(0) as usize, s.is_file()),
            _ => (0, false),
        };
        let first = expected.min(limit);
        if let Err(e) = heap::try_reserve(first) {
            ctx.report(phant_native::error::Level::Error, e.to_string());
            return None;
        }
        if first > 0 && first < phant_memory::string::MAX_LEN && self.plain && self.read_filters.borrow().is_empty() {
            // The size is known: one read straight into the result, which asks for one byte more. A regular file that has not even
            // that is at its end.
            let room = if is_regular && first < limit { first + 1 } else { first };
            let mut got = 0;
            let mut whole = Str::filled(room, |out| {
                while got < first {
                    match self.read(ctx, &mut out[got..]) {
                        Some(n) if n > 0 => got += n,
                        _ => break,
                    }
                }
            });
            whole.truncate(got);
            if got == first && room > first {
                self.set_eof(true);
                return Some(whole);
            }
            if got < first || got == limit {
                return Some(whole);
            }
            return self.read_rest(ctx, whole, limit, 0);
        }
        // How much is in memory is known for certain, unless filters make something else of it.
        let is_known = matches!(self.ops().label(), "MEMORY" | "TEMP") && self.read_filters.borrow().is_empty();
        let known = if is_known { first } else { 0 };
        self.read_rest(ctx, Str::default(), limit, known)
    }
    /// Appends what is left: `known` bytes, or nobody knows how many.
    fn read_rest(&self, ctx: &Ctx, mut out: Str, limit: usize, known: usize) -> Option<Str> {
        // Plain files of unknown size are read in steps as PHP does: the size of a step shows in error messages.
        let step = if self.plain { self.stat(ctx).map_or(0, |s| s.size.max(0) as usize).min(1 << 20) } else { 0 };
        let (mut scratch, mut own);
        let chunk: &mut [u8] = if step == 0 {
            scratch = Scratch::new();
            &mut scratch[..if known > 0 { known.min(CHUNK_SIZE) } else { CHUNK_SIZE }]
        } else {
            own = vec![0; if known > 0 { known.min(CHUNK_SIZE) } else { step + CHUNK_SIZE }];
            &mut own
        };
        while out.len() < limit {
            let n = (limit - out.len()).min(chunk.len());
            match self.read(ctx, &mut chunk[..n]) {
                Some(n) if n > 0 => {
                    if out.len() + n >= phant_memory::string::MAX_LEN {
                        ctx.report(phant_native::error::Level::Error, "String size overflow");
                        return None;
                    }
                    if out.len() > 1 << 20
                        && let Err(e) = heap::try_reserve(out.len() / 2 + n)
                    {
                        ctx.report(phant_native::error::Level::Error, e.to_string());
                        return None;
                    }
                    out.append(&chunk[..n]);
                }
                _ => break,
            }
            if ctx.has_exception() {
                break;
            }
        }
        Some(out)
    }

    /// Writes; returns how many bytes were taken. `None` if nothing was.
    pub fn write(&self, ctx: &Ctx, data: &[u8]) -> Option<usize> {
        if data.is_empty() {
            return Some(0);
        }
        if limits::reached() {
            return None;
        }
        if !self.ops().can_write() {
            ctx.notice("Stream is not writable");
            return None;
        }
        let filtered = !self.write_filters.borrow().is_empty();
        let n = if filtered { self.write_filtered(ctx, data, Flush::None) } else { self.write_past_filters(ctx, data) };
        // A write that failed counts: the stream is flushed when it is closed.
        if n != Some(0) {
            self.set_flags(flags::WAS_WRITTEN);
        }
        n
    }
    /// Writes past the filters.
    pub(super) fn write_past_filters(&self, ctx: &Ctx, data: &[u8]) -> Option<usize> {
        // What is written goes where PHP code believes to be, not where reading ahead has got to.
        if self.is_seekable() && self.unread() > 0 {
            self.clear_buffer();
            let position = self.position();
            if let Some(new) = self.ops().seek(ctx, self, position, Whence::Set) {
                self.set_position(new);
            }
        }
        let step = if self.plain { usize::MAX } else { self.chunk_size() };
        let mut done = 0;
        while done < data.len() {
            let end = data.len().min(done.saturating_add(step));
            match self.ops().write(ctx, self, &data[done..end]) {
                Some(n) if n > 0 => {
                    let n = n.min(end - done);
                    self.set_position(self.position() + n as i64);
                    done += n;
                }
                failed => return if done == 0 { failed } else { Some(done) },
            }
            if ctx.has_exception() {
                break;
            }
        }
        Some(done)
    }
    /// Writes through the filters.
    pub(super) fn write_filtered(&self, ctx: &Ctx, data: &[u8], flush: Flush) -> Option<usize> {
        let mut consumed = 0;
        let mut input = Brigade::new();
        if !data.is_empty() {
            input.push_back(Bucket::new(data));
        }
        let filters = self.write_filters.borrow().clone();
        let mut status = FilterStatus::PassOn;
        for (i, entry) in filters.iter().enumerate() {
            let mut output = Brigade::new();
            // Only the first filter is told what PHP code wrote; what it took is what counts as written.
            let count = if i == 0 { Some(&mut consumed) } else { None };
            status = entry.run(ctx, self, &mut input, &mut output, count, flush);
            if status != FilterStatus::PassOn {
                break;
            }
            input = output;
        }
        match status {
            FilterStatus::PassOn => {
                for bucket in input {
                    self.write_past_filters(ctx, &bucket.data)?;
                }
            }
            FilterStatus::FeedMe => {}
            FilterStatus::Fatal => return None,
        }
        Some(consumed)
    }

    /// Moves. Within the buffer nothing is asked of the operations.
    pub fn seek(&self, ctx: &Ctx, mut offset: i64, mut whence: Whence) -> bool {
        let whence_asked = whence;
        let unread = self.unread() as i64;
        let position = self.position();
        let ahead = match whence {
            Whence::Current if offset > 0 => Some(offset),
            Whence::Set if offset > position => Some(offset - position),
            _ => None,
        };
        if let Some(n) = ahead.filter(|&n| n <= unread) {
            self.buffer.borrow_mut().consume(n as usize);
            self.set_position(position + n);
            self.set_eof(false);
            return true;
        }
        if self.is_seekable() {
            if !self.write_filters.borrow().is_empty() {
                self.flush(ctx, false);
            }
            if whence == Whence::Current {
                offset = position.saturating_add(offset);
                whence = Whence::Set;
            }
            let relative = whence_asked == Whence::Current;
            let result = self.ops().seek(ctx, self, offset, whence);
            if result.is_none() && relative && self.ops().label() == "MEMORY" {
                self.set_position(-1);
            }
            if let Some(new) = result {
                self.set_position(new);
            }
            if !self.has_flag(flags::NO_SEEK) || result.is_some() {
                if result.is_some() {
                    self.set_eof(false);
                }
                self.clear_buffer();
                return result.is_some();
            }
        }
        // Moving forwards is possible by reading.
        if whence == Whence::Current && offset >= 0 {
            let mut scrap = [0; 1024];
            while offset > 0 {
                let n = offset.min(1024) as usize;
                match self.read(ctx, &mut scrap[..n]) {
                    Some(n) if n > 0 => offset -= n as i64,
                    _ => return false,
                }
            }
            self.set_eof(false);
            return true;
        }
        if !ctx.has_exception() {
            ctx.warning("Stream does not support seeking");
        }
        false
    }

    /// The length of the first line in the bytes, with its end.
    fn line_length(&self, bytes: &[u8]) -> Option<usize> {
        if self.has_flag(flags::DETECT_EOL) {
            let (cr, lf) = (memchr(b'\r', bytes), memchr(b'\n', bytes));
            if let Some(cr) = cr
                && lf != Some(cr + 1)
                && lf.is_none_or(|lf| lf > cr)
                && (cr + 1 < bytes.len() || self.eof_flag())
            {
                self.clear_flags(flags::DETECT_EOL);
                self.set_flags(flags::EOL_MAC);
                return Some(cr + 1);
            }
            if lf.is_some() {
                self.clear_flags(flags::DETECT_EOL);
            }
            return lf.map(|i| i + 1);
        }
        let end = if self.has_flag(flags::EOL_MAC) { b'\r' } else { b'\n' };
        memchr(end, bytes).map(|i| i + 1)
    }

    /// Reads a line with its end, of at most `limit` bytes. `None` at the end of the file.
    pub fn read_line(&self, ctx: &Ctx, limit: Option<usize>) -> Option<Str> {
        let limit = limit.unwrap_or(usize::MAX);
        if limit == 0 {
            return None;
        }
        let mut out: Option<StrBuilder> = None;
        loop {
            let step = {
                let mut buffer = self.buffer.borrow_mut();
                let unread = buffer.unread();
                if unread.is_empty() {
                    None
                } else {
                    let line = self.line_length(unread);
                    let have = out.as_ref().map_or(0, StrBuilder::len);
                    let n = line.unwrap_or(unread.len()).min(limit - have);
                    let complete = line.is_some_and(|l| n == l) || have + n >= limit;
                    // The usual case: the line is in the buffer, so it is copied once.
                    let whole = if complete && out.is_none() {
                        Some(Str::new(&unread[..n]))
                    } else {
                        out.get_or_insert_with(StrBuilder::new).push_bytes(&unread[..n]);
                        None
                    };
                    buffer.consume(n);
                    self.position.set(self.position.get() + n as i64);
                    if whole.is_some() {
                        return whole;
                    }
                    Some(complete)
                }
            };
            match step {
                Some(true) => break,
                Some(false) => {}
                None if self.eof_flag() => break,
                None => {
                    let have = out.as_ref().map_or(0, StrBuilder::len);
                    self.fill(ctx, (limit - have).min(self.chunk_size()));
                    if self.unread() == 0 || ctx.has_exception() {
                        break;
                    }
                }
            }
        }
        out.map(StrBuilder::finish)
    }

    /// Reads up to `delimiter` (which is dropped) or `limit` bytes; with no delimiter just `limit` bytes. `None` if
    /// neither is there yet, or at the end.
    pub fn read_record(&self, ctx: &Ctx, limit: usize, delimiter: &[u8]) -> Option<Str> {
        if limit == 0 {
            return None;
        }
        let find = |stream: &Stream, from: usize| -> Option<usize> {
            if delimiter.is_empty() {
                return None;
            }
            let buffer = stream.buffer.borrow();
            let unread = buffer.unread();
            let window = &unread[..unread.len().min(limit)];
            memmem::find(window.get(from..)?, delimiter).map(|i| i + from)
        };
        let mut found = find(self, 0);
        let mut have = self.unread();
        while found.is_none() && have < limit {
            let more = (limit - have).min(self.chunk_size());
            self.fill(ctx, have + more);
            let now = self.unread();
            if now == have || ctx.has_exception() {
                break;
            }
            found = find(self, have.saturating_sub(delimiter.len().saturating_sub(1)));
            have = now;
        }
        let have = self.unread();
        let n = match found {
            Some(i) => i,
            None if delimiter.is_empty() && have >= limit => limit,
            None if have < limit && !self.eof_flag() => return None,
            None if have == 0 => return None,
            None => have.min(limit),
        };
        let mut buffer = self.buffer.borrow_mut();
        let out = Str::new(&buffer.unread()[..n]);
        let skip = if found.is_some() { delimiter.len() } else { 0 };
        buffer.consume(n + skip);
        self.position.set(self.position.get() + (n + skip) as i64);
        Some(out)
    }
}
