//! Gzip files, read and written through another stream.
//!
//! A file may have several members, one behind the other, which are read as one text; whatever else follows a member is
//! left out. A file that does not begin as gzip files do is read as it is.

use crate::codec::{Compressor, Encoding, Expander, Flush, MAX_MEMORY_LEVEL, PIECE, Settings, status};
use phant_native::Ctx;
use phant_streams::{OptionResult, Scratch, Stat, Stream, StreamOps, StreamOption, Whence};
use std::{any::Any, cell::RefCell, rc::Rc};

/// How gzip files begin.
const MAGIC: [u8; 2] = [0x1f, 0x8b];

/// What a mode such as `wb9` asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mode {
    /// Writing, not reading.
    pub writes: bool,
    /// 0 to 9, or -1.
    level: i64,
    /// zlib's number of the strategy.
    strategy: i64,
    /// Writing without compressing.
    transparent: bool,
}

impl Mode {
    /// Reads a mode; `None` if it is none.
    pub fn parse(mode: &[u8]) -> Option<Mode> {
        let (mut writes, mut level, mut strategy, mut transparent) = (None, -1, 0, false);
        for letter in mode {
            match letter {
                b'0'..=b'9' => level = i64::from(letter - b'0'),
                b'r' => writes = Some(false),
                b'w' | b'a' => writes = Some(true),
                b'+' => return None,
                b'f' => strategy = 1,
                b'h' => strategy = 2,
                b'R' => strategy = 3,
                b'F' => strategy = 4,
                b'T' => transparent = true,
                _ => {}
            }
        }
        let writes = writes?;
        // Reading finds out itself what there is.
        (writes || !transparent).then_some(Mode { writes, level, strategy, transparent })
    }
    /// The same with another level.
    pub fn with_level(self, level: i64) -> Mode {
        Mode { level, ..self }
    }
}

/// What a file being read turned out to be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Unknown,
    Gzip,
    Plain,
}

struct Reader {
    kind: Kind,
    expander: Option<Expander>,
    /// What was read of the file and not expanded yet.
    input: Vec<u8>,
    at: usize,
    /// The file has no more.
    ended: bool,
    /// Nothing more comes out.
    over: bool,
    /// What is to be left out before the next byte, after a seek.
    skip: u64,
    /// Where that next byte is.
    position: u64,
}

struct Writer {
    compressor: Option<Compressor>,
    position: u64,
    /// Zeros to be written before the next byte, after a seek.
    zeros: u64,
}

enum Side {
    Read(Reader),
    Write(Writer),
}

/// A gzip file at work.
pub struct GzFile {
    inner: Rc<Stream>,
    mode: Mode,
    side: RefCell<Side>,
}

impl Reader {
    fn new() -> Reader {
        Reader { kind: Kind::Unknown, expander: None, input: Vec::new(), at: 0, ended: false, over: false, skip: 0, position: 0 }
    }
    fn rest(&self) -> &[u8] {
        &self.input[self.at..]
    }
}

fn compressor(mode: Mode) -> Option<Compressor> {
    Compressor::new(Settings {
        level: mode.level,
        window: Encoding::Gzip as i32,
        memory: MAX_MEMORY_LEVEL - 1,
        strategy: mode.strategy,
    })
}

impl GzFile {
    /// Works on an open file.
    pub fn new(inner: Rc<Stream>, mode: Mode) -> Option<GzFile> {
        let side = if mode.writes {
            let compressor = if mode.transparent { None } else { Some(compressor(mode)?) };
            Side::Write(Writer { compressor, position: 0, zeros: 0 })
        } else {
            Side::Read(Reader::new())
        };
        Some(GzFile { inner, mode, side: RefCell::new(side) })
    }

    /// Reads on in the file, until there are as many bytes. The inner stream may run PHP code: nothing is borrowed meanwhile.
    fn fill(&self, ctx: &Ctx, wanted: usize) {
        loop {
            match &mut *self.side.borrow_mut() {
                Side::Read(reader) if !reader.ended && reader.rest().len() < wanted => {}
                _ => return,
            }
            let mut piece = Scratch::of(PIECE);
            let read = self.inner.read(ctx, &mut piece).unwrap_or(0);
            let Side::Read(reader) = &mut *self.side.borrow_mut() else { return };
            if read == 0 {
                reader.ended = true;
                return;
            }
            reader.input.drain(..reader.at);
            reader.at = 0;
            reader.input.extend_from_slice(&piece[..read]);
        }
    }

    /// Reads what comes out; `None` for damaged data.
    fn read_some(&self, ctx: &Ctx, out: &mut [u8]) -> Option<usize> {
        loop {
            self.fill(ctx, MAGIC.len());
            let Side::Read(reader) = &mut *self.side.borrow_mut() else { return None };
            if reader.over || reader.rest().is_empty() && reader.expander.is_none() {
                reader.over = true;
                return Some(0);
            }
            if reader.expander.is_none() {
                let is_gzip = reader.rest().starts_with(&MAGIC);
                match reader.kind {
                    Kind::Unknown => reader.kind = if is_gzip { Kind::Gzip } else { Kind::Plain },
                    Kind::Gzip if !is_gzip => {
                        reader.over = true;
                        return Some(0);
                    }
                    _ => {}
                }
                if reader.kind == Kind::Gzip {
                    reader.expander = Expander::new(Encoding::Gzip as i32);
                }
            }
            if reader.kind == Kind::Plain {
                let size = out.len().min(reader.rest().len());
                out[..size].copy_from_slice(&reader.input[reader.at..reader.at + size]);
                reader.at += size;
                return Some(size);
            }
            let Reader { expander: Some(expander), input, at, .. } = reader else { return None };
            let (answer, read, made) = expander.step(&input[*at..], out, Flush::NONE);
            *at += read;
            match answer {
                status::STREAM_END => reader.expander = None,
                status::OK => {}
                // The file ends too early.
                status::BUF_ERROR if reader.ended && reader.rest().is_empty() => reader.over = true,
                status::BUF_ERROR => {}
                _ => {
                    reader.over = true;
                    return None;
                }
            }
            if made > 0 || reader.over {
                return Some(made);
            }
        }
    }

    /// Leaves out what a seek has jumped over. False if the file ends before.
    fn leave_out(&self, ctx: &Ctx) -> bool {
        loop {
            let skip = match &*self.side.borrow() {
                Side::Read(reader) => reader.skip,
                Side::Write(_) => return true,
            };
            if skip == 0 {
                return true;
            }
            let mut piece = Scratch::of(PIECE);
            let wanted = PIECE.min(usize::try_from(skip).unwrap_or(PIECE));
            let read = self.read_some(ctx, &mut piece[..wanted]).unwrap_or(0);
            if let Side::Read(reader) = &mut *self.side.borrow_mut() {
                reader.skip = if read == 0 { 0 } else { skip - read as u64 };
            }
            if read == 0 || phant_native::limits::reached() {
                return false;
            }
        }
    }

    /// Whether everything was read.
    fn is_at_end(&self, ctx: &Ctx) -> bool {
        self.fill(ctx, 1);
        match &*self.side.borrow() {
            Side::Read(reader) => {
                reader.over
                    || reader.ended && reader.rest().is_empty() && (reader.kind == Kind::Plain || reader.expander.is_none())
            }
            Side::Write(_) => false,
        }
    }

    /// Compresses and writes.
    fn put(&self, ctx: &Ctx, data: &[u8], flush: Flush) -> bool {
        let mut made = Vec::new();
        match &mut *self.side.borrow_mut() {
            Side::Write(Writer { compressor: Some(compressor), .. }) => {
                if compressor.run(data, flush, &mut |piece| made.extend_from_slice(piece)).is_err() {
                    return false;
                }
            }
            Side::Write(_) => made.extend_from_slice(data),
            Side::Read(_) => return false,
        }
        made.is_empty() || self.inner.write(ctx, &made).is_some_and(|written| written == made.len())
    }

    /// Writes the zeros that a seek has jumped over.
    fn put_zeros(&self, ctx: &Ctx) {
        loop {
            let zeros = match &mut *self.side.borrow_mut() {
                Side::Write(writer) => writer.zeros.min(PIECE as u64),
                Side::Read(_) => 0,
            };
            if zeros == 0 || !self.put(ctx, &vec![0; zeros as usize], Flush::NONE) || phant_native::limits::reached() {
                return;
            }
            if let Side::Write(writer) = &mut *self.side.borrow_mut() {
                writer.zeros -= zeros;
            }
        }
    }

    fn position(&self) -> i64 {
        match &*self.side.borrow() {
            Side::Read(reader) => reader.position as i64,
            Side::Write(writer) => writer.position as i64,
        }
    }
}

impl StreamOps for GzFile {
    fn label(&self) -> &'static str {
        "ZLIB"
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn can_seek(&self) -> bool {
        true
    }
    fn read(&self, ctx: &Ctx, stream: &Stream, out: &mut [u8]) -> Option<usize> {
        if self.mode.writes {
            return None;
        }
        if !self.leave_out(ctx) {
            stream.set_eof(true);
            return Some(0);
        }
        let mut total = 0;
        while total < out.len() {
            match self.read_some(ctx, &mut out[total..]) {
                Some(0) => break,
                Some(read) => total += read,
                None if total == 0 => {
                    stream.set_eof(true);
                    return None;
                }
                None => break,
            }
        }
        if let Side::Read(reader) = &mut *self.side.borrow_mut() {
            reader.position += total as u64;
        }
        if total < out.len() || self.is_at_end(ctx) {
            stream.set_eof(true);
        }
        Some(total)
    }
    fn write(&self, ctx: &Ctx, _stream: &Stream, data: &[u8]) -> Option<usize> {
        if !self.mode.writes {
            return None;
        }
        self.put_zeros(ctx);
        if !self.put(ctx, data, Flush::NONE) {
            return None;
        }
        if let Side::Write(writer) = &mut *self.side.borrow_mut() {
            writer.position += data.len() as u64;
        }
        Some(data.len())
    }
    fn seek(&self, ctx: &Ctx, stream: &Stream, offset: i64, whence: Whence) -> Option<i64> {
        let now = self.position();
        let target = match whence {
            Whence::Set => offset,
            Whence::Current => now.checked_add(offset)?,
            Whence::End => {
                ctx.warning("SEEK_END is not supported");
                return None;
            }
        };
        let target_bytes = u64::try_from(target).ok()?;
        if target < now {
            // Backward is forward from the beginning.
            if self.mode.writes || !self.inner.seek(ctx, 0, Whence::Set) {
                return None;
            }
            *self.side.borrow_mut() = Side::Read(Reader::new());
        }
        match &mut *self.side.borrow_mut() {
            Side::Read(reader) => {
                reader.skip += target_bytes - reader.position;
                reader.position = target_bytes;
            }
            Side::Write(writer) => {
                writer.zeros += target_bytes - writer.position;
                writer.position = target_bytes;
            }
        }
        stream.set_eof(false);
        Some(target)
    }
    fn flush(&self, ctx: &Ctx, _stream: &Stream) -> bool {
        if !self.mode.writes {
            return true;
        }
        self.put_zeros(ctx);
        self.put(ctx, b"", Flush::SYNC) && self.inner.flush(ctx, false)
    }
    fn close(&self, ctx: &Ctx, _stream: &Stream) {
        if self.mode.writes {
            self.put_zeros(ctx);
            self.put(ctx, b"", Flush::FINISH);
        }
        self.inner.close(ctx);
    }
    fn stat(&self, _ctx: &Ctx, _stream: &Stream) -> Option<Stat> {
        None
    }
    fn set_option(&self, _ctx: &Ctx, _stream: &Stream, option: StreamOption<'_>) -> OptionResult {
        let _ = option;
        OptionResult::Unsupported
    }
}
