//! Where a writer's text goes: a string, or a stream through a buffer of libxml2's size. On the way it is converted to
//! the document's encoding.

use phant_charset::{Charset, Encoder};
use phant_memory::{HeapVec, Resource, heap_vec};
use phant_native::{Ctx, resource};
use phant_streams::{Stream, StreamOps, flags};
use std::{
    any::Any,
    cell::{Cell, RefCell},
    rc::Rc,
};

/// From this many bytes on, text is passed on.
const BUFFER_SIZE: usize = 4000;

/// See the [module documentation](self).
pub(crate) struct Output {
    encoder: Option<Encoder>,
    /// What has not been converted yet.
    raw: HeapVec<u8>,
    /// Text that cannot be converted has ended it.
    broken: bool,
    sink: Sink,
}

enum Sink {
    Memory(HeapVec<u8>),
    /// A stream of [`Buffered`] operations, which ends with the last handle.
    Stream(Resource),
}

impl Output {
    pub(crate) fn memory() -> Output {
        Output { encoder: None, raw: heap_vec(), broken: false, sink: Sink::Memory(heap_vec()) }
    }
    /// Writes to a stream, which is closed with the output if it is `owned`.
    pub(crate) fn stream(handle: Resource, target: Rc<Stream>, owned: bool) -> Output {
        let ops =
            Buffered { target, handle: RefCell::new(Some(handle)), owned, held: RefCell::default(), failed: Cell::new(false) };
        let stream = Stream::new(Box::new(ops), b"wb").with_flags(flags::NO_FCLOSE);
        Output { encoder: None, raw: heap_vec(), broken: false, sink: Sink::Stream(stream.register()) }
    }

    /// Sets the encoding of what follows.
    pub(crate) fn set_charset(&mut self, set: Option<&'static Charset>) {
        self.encoder = set.filter(|set| !set.is_utf8()).map(Encoder::new);
    }

    /// Takes text; gives what is to be sent to which stream now.
    pub(crate) fn put(&mut self, text: &[u8]) -> Option<(Resource, HeapVec<u8>)> {
        if self.broken {
            return None;
        }
        self.raw.extend_from_slice(text);
        // What a stream is to get must be with the stream when the writer goes.
        let at_once = self.encoder.is_none() || matches!(self.sink, Sink::Stream(_));
        if at_once || self.raw.len() >= BUFFER_SIZE { self.convert() } else { None }
    }
    /// As [`put`](Output::put), with all that has been held back.
    pub(crate) fn convert(&mut self) -> Option<(Resource, HeapVec<u8>)> {
        let raw = std::mem::replace(&mut self.raw, heap_vec());
        let text = match &mut self.encoder {
            None => raw,
            Some(encoder) => {
                let Ok(text) = std::str::from_utf8(&raw) else {
                    self.broken = true;
                    return None;
                };
                encode(encoder, text)
            }
        };
        match &mut self.sink {
            Sink::Memory(out) => {
                out.extend_from_slice(&text);
                None
            }
            Sink::Stream(stream) => Some((stream.clone(), text)),
        }
    }

    /// The text in memory; `None` for streams.
    pub(crate) fn memory_text(&self) -> Option<&[u8]> {
        match &self.sink {
            Sink::Memory(out) => Some(out),
            Sink::Stream(_) => None,
        }
    }
    pub(crate) fn clear_memory(&mut self) {
        if let Sink::Memory(out) = &mut self.sink {
            out.clear();
        }
    }
    pub(crate) fn sink_stream(&self) -> Option<Resource> {
        match &self.sink {
            Sink::Memory(_) => None,
            Sink::Stream(stream) => Some(stream.clone()),
        }
    }
}

/// What the set lacks becomes a character reference.
fn encode(encoder: &mut Encoder, mut text: &str) -> HeapVec<u8> {
    let mut out = Vec::new();
    while let Err(unmappable) = encoder.encode(text, &mut out) {
        // Digits are in every set.
        let _ = encoder.encode(&format!("&#{};", u32::from(unmappable.c)), &mut out);
        text = &text[unmappable.rest..];
    }
    let mut bytes = heap_vec();
    bytes.extend_from_slice(&out);
    bytes
}

/// Holds writes back until there are [`BUFFER_SIZE`] bytes, a flush, or the end.
pub(crate) struct Buffered {
    target: Rc<Stream>,
    /// Keeps the target open.
    handle: RefCell<Option<Resource>>,
    owned: bool,
    held: RefCell<Vec<u8>>,
    failed: Cell<bool>,
}

impl Buffered {
    /// Sends what is held; how many bytes went out, or `None` if that failed.
    fn send(&self, ctx: &Ctx) -> Option<usize> {
        let held = self.held.take();
        if self.failed.get() {
            return None;
        }
        if self.target.is_closed() {
            self.failed.set(true);
            return None;
        }
        if held.is_empty() {
            return Some(0);
        }
        let sent = self.target.write(ctx, &held);
        if sent.is_none() {
            self.failed.set(true);
        }
        sent
    }
}

/// Sends what the stream holds back; how many bytes went out, or `None` if that failed.
pub(crate) fn flush(ctx: &Ctx, stream: &Resource) -> Option<usize> {
    let stream = resource::get::<Stream>(stream)?;
    stream.ops_as::<Buffered>()?.send(ctx)
}

impl StreamOps for Buffered {
    fn label(&self) -> &'static str {
        "STDIO"
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn can_read(&self) -> bool {
        false
    }
    fn read(&self, _ctx: &Ctx, _stream: &Stream, _out: &mut [u8]) -> Option<usize> {
        None
    }
    fn write(&self, ctx: &Ctx, _stream: &Stream, data: &[u8]) -> Option<usize> {
        if self.failed.get() {
            return None;
        }
        self.held.borrow_mut().extend_from_slice(data);
        if self.held.borrow().len() >= BUFFER_SIZE {
            self.send(ctx)?;
        }
        Some(data.len())
    }
    fn close(&self, ctx: &Ctx, _stream: &Stream) {
        self.send(ctx);
        if self.owned {
            self.target.close(ctx);
        }
        let handle = self.handle.take();
        drop(handle);
    }
}
