//! Files in bzip2's format, read and written through another stream. Only the first of several streams in a file is read.

use crate::codec::{Compressor, Expander, Flush, PIECE, Step, code};
use phant_native::Ctx;
use phant_streams::{Stream, StreamOps};
use std::{
    any::Any,
    cell::{Cell, RefCell},
    rc::Rc,
};

struct Reader {
    expander: Expander,
    /// What was read of the file and not expanded yet.
    input: Vec<u8>,
    at: usize,
    /// The file has no more.
    ended: bool,
    /// Nothing more comes out.
    over: bool,
}

enum Side {
    Read(Reader),
    Write(Compressor),
}

/// A file at work.
pub struct Bz2File {
    inner: Rc<Stream>,
    /// Whether the inner stream is this file's own.
    owns: bool,
    side: RefCell<Side>,
    error: Cell<i64>,
}

impl Bz2File {
    /// Works on an open file. Letters of the mode other than `r`, `w`, `s` and digits mean nothing.
    pub fn new(inner: Rc<Stream>, mode: &[u8], owns: bool) -> Bz2File {
        let (mut writes, mut small, mut blocks) = (false, false, 9);
        for letter in mode {
            match letter {
                b'r' => writes = false,
                b'w' => writes = true,
                b's' => small = true,
                b'1'..=b'9' => blocks = i64::from(letter - b'0'),
                _ => {}
            }
        }
        let side = match Compressor::new(blocks, 0).filter(|_| writes) {
            Some(compressor) => Side::Write(compressor),
            None => {
                let expander = Expander::new(small);
                Side::Read(Reader { expander, input: Vec::new(), at: 0, ended: false, over: false })
            }
        };
        Bz2File { inner, owns, side: RefCell::new(side), error: Cell::new(code::OK) }
    }
    /// What went wrong last, by bzip2's number.
    pub fn error(&self) -> i64 {
        self.error.get()
    }

    /// Reads on in the file if everything was expanded. The inner stream may run PHP code: nothing is borrowed meanwhile.
    fn fill(&self, ctx: &Ctx) {
        match &*self.side.borrow() {
            Side::Read(reader) if !reader.ended && reader.at == reader.input.len() => {}
            _ => return,
        }
        let mut piece = vec![0; PIECE];
        let read = self.inner.read(ctx, &mut piece).unwrap_or(0);
        piece.truncate(read);
        if let Side::Read(reader) = &mut *self.side.borrow_mut() {
            reader.ended = read == 0;
            reader.input = piece;
            reader.at = 0;
        }
    }

    /// Expands; the error has been noted.
    fn expand(&self, ctx: &Ctx, out: &mut [u8]) -> Option<usize> {
        loop {
            self.fill(ctx);
            let Side::Read(reader) = &mut *self.side.borrow_mut() else {
                self.error.set(code::SEQUENCE_ERROR);
                return None;
            };
            if reader.over {
                return Some(0);
            }
            let (step, read, made) = reader.expander.step(&reader.input[reader.at..], out);
            reader.at += read;
            let failure = match step {
                Step::End => {
                    reader.over = true;
                    return Some(made);
                }
                Step::Failed(number) => Some(number),
                Step::More if made == 0 && reader.ended => Some(code::UNEXPECTED_EOF),
                Step::More => None,
            };
            if let Some(number) = failure {
                self.error.set(number);
                return None;
            }
            if made > 0 {
                return Some(made);
            }
            if phant_native::limits::reached() {
                return Some(0);
            }
        }
    }

    fn put(&self, ctx: &Ctx, data: &[u8], flush: Flush) -> bool {
        let mut made = Vec::new();
        let result = match &mut *self.side.borrow_mut() {
            Side::Write(compressor) => compressor.run(data, flush, &mut |piece| made.extend_from_slice(piece)),
            Side::Read(_) => Err(code::SEQUENCE_ERROR),
        };
        let result = result.and_then(|()| {
            let written = made.is_empty() || self.inner.write(ctx, &made).is_some_and(|written| written == made.len());
            if written { Ok(()) } else { Err(code::IO_ERROR) }
        });
        self.error.set(result.err().unwrap_or(code::OK));
        result.is_ok()
    }
}

impl StreamOps for Bz2File {
    fn label(&self) -> &'static str {
        "BZip2"
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn read(&self, ctx: &Ctx, stream: &Stream, out: &mut [u8]) -> Option<usize> {
        let mut total = 0;
        while total < out.len() {
            match self.expand(ctx, &mut out[total..]) {
                Some(0) => {
                    stream.set_eof(true);
                    break;
                }
                Some(read) => total += read,
                // What came out before goes with the error, as in bzip2's own reader.
                None => {
                    stream.set_eof(true);
                    return None;
                }
            }
        }
        Some(total)
    }
    fn write(&self, ctx: &Ctx, _stream: &Stream, data: &[u8]) -> Option<usize> {
        self.put(ctx, data, Flush::None).then_some(data.len())
    }
    fn close(&self, ctx: &Ctx, _stream: &Stream) {
        if matches!(&*self.side.borrow(), Side::Write(_)) {
            self.put(ctx, b"", Flush::Finish);
        }
        if self.owns {
            self.inner.close(ctx);
        }
    }
}
