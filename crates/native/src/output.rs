//! The output layer: a stack of buffers between `echo` and the outside.
//!
//! A buffer may have a handler (a PHP callback or native code) that what was collected goes through when the buffer is
//! flushed, cleaned, grows beyond its chunk size, or ends. What a handler lets through goes to the buffer below, and at
//! last to the engine's [`crate::host::Host::write_output`]. While a handler runs, what it prints itself is lost, unless
//! it fails, and output buffering functions are a fatal error.

use crate::{callable::Callable, convert, ctx::Ctx, error::Level};
use phant_memory::{Array, HeapVec, Str, StrBuilder, Value, heap_vec};
use std::cell::{Cell, RefCell};

/// Bits of [`Buffer::flags`] and of what handlers are told: `PHP_OUTPUT_HANDLER_*`.
pub mod flags {
    /// Told: the first call.
    pub const START: i64 = 0x01;
    /// Told: the content is thrown away.
    pub const CLEAN: i64 = 0x02;
    /// Told: the content is passed on.
    pub const FLUSH: i64 = 0x04;
    /// Told: the last call.
    pub const FINAL: i64 = 0x08;
    /// The buffer may be cleaned.
    pub const CLEANABLE: i64 = 0x10;
    /// The buffer may be flushed.
    pub const FLUSHABLE: i64 = 0x20;
    /// The buffer may be removed.
    pub const REMOVABLE: i64 = 0x40;
    /// The three above.
    pub const STDFLAGS: i64 = 0x70;
    /// The handler is a PHP callback.
    pub const USER: i64 = 0x01;
    /// The handler was called.
    pub const STARTED: i64 = 0x1000;
    /// The handler failed; the buffer passes everything on.
    pub const DISABLED: i64 = 0x2000;
    /// The handler was called and answered.
    pub const PROCESSED: i64 = 0x4000;
}

/// A native handler: gets content and what is happening to it ([`flags`]), gives what to pass on; `None` is a failure,
/// after which the handler is not called again.
pub type NativeHandler = fn(&Ctx, &[u8], i64) -> Option<Str>;

/// A native handler that `ob_start` knows by name; an extension provides it ([`crate::Extension::provides`]).
pub struct NamedHandler {
    /// Its name.
    pub name: &'static str,
    /// The handler.
    pub handler: NativeHandler,
    /// Handlers that cannot be above it.
    pub conflicts: &'static [&'static str],
    /// Called when a buffer with the handler was made.
    pub started: fn(&Ctx),
}

/// What a buffer does with its content.
#[derive(Clone)]
pub enum Handler {
    /// Passes it on.
    Default,
    /// Calls PHP code.
    User(Callable),
    /// Calls native code.
    Native(NativeHandler),
}

/// One output buffer, as `ob_start` makes it.
pub struct Buffer {
    /// What was written and not passed on.
    pub data: StrBuilder,
    /// What happens to it.
    pub handler: Handler,
    /// Name for `ob_list_handlers`.
    pub name: Str,
    /// Passed on whenever it grows to this size; 0 for never.
    pub chunk_size: usize,
    /// Abilities and state, see [`flags`].
    pub flags: i64,
    /// The size PHP's buffer would have, for `ob_get_status`.
    size: usize,
}

/// The buffers of a request.
pub struct Output {
    /// Innermost last.
    pub buffers: RefCell<HeapVec<Buffer>>,
    /// Flush to the outside after every write.
    pub implicit_flush: Cell<bool>,
    /// A callback is running: output functions are refused.
    pub in_callback: Cell<bool>,
    /// Output is discarded (HEAD requests, after a fatal error in a callback).
    pub disabled: Cell<bool>,
    /// Called before the headers go out.
    header_callback: Cell<Option<Callable>>,
}

/// What a handler made of a buffer.
enum Passed {
    /// Nothing goes on: it was stored, or the handler took it.
    Nothing,
    /// This goes on.
    Data(Str),
    /// The handler failed: the content goes on as it was, with what the handler has printed behind it.
    Failed(Str),
}

/// Why a buffer could not be removed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refused {
    /// There is none.
    NoBuffer,
    /// It was made without [`flags::REMOVABLE`], or without the ability asked for.
    NotAble,
}

/// The size PHP gives a buffer at first, or lets it grow by.
fn step(chunk_size: usize) -> usize {
    const ALIGNMENT: usize = 0x1000;
    if chunk_size > 1 { chunk_size.next_multiple_of(ALIGNMENT) + ALIGNMENT } else { 0x4000 }
}

impl Buffer {
    fn append(&mut self, bytes: &[u8]) {
        let free = self.size - self.data.len().min(self.size);
        if free <= bytes.len() {
            self.size += step(self.chunk_size).max(step(bytes.len() - free));
        }
        self.data.push_bytes(bytes);
    }
    fn take(&mut self) -> Str {
        std::mem::take(&mut self.data).finish()
    }
    fn is_disabled(&self) -> bool {
        self.flags & flags::DISABLED != 0
    }
}

impl Output {
    /// No buffers.
    pub fn new() -> Output {
        Output {
            buffers: RefCell::new(heap_vec()),
            implicit_flush: Cell::new(false),
            in_callback: Cell::new(false),
            disabled: Cell::new(false),
            header_callback: Cell::new(None),
        }
    }

    /// Writes to the innermost buffer, or to the outside.
    #[inline]
    pub fn write(ctx: &Ctx, bytes: &[u8]) {
        if bytes.is_empty() {
            return;
        }
        let buffered = match ctx.output.buffers.borrow_mut().last_mut() {
            None => false,
            // The common case: the innermost buffer keeps it.
            Some(buffer) if buffer.chunk_size == 0 && !buffer.is_disabled() => return buffer.append(bytes),
            Some(_) => true,
        };
        if buffered { Output::write_through(ctx, bytes) } else { Output::write_outside(ctx, bytes) }
    }

    /// Writes past all buffers.
    pub fn write_outside(ctx: &Ctx, bytes: &[u8]) {
        if bytes.is_empty() || ctx.output.disabled.get() {
            return;
        }
        if ctx.request.headers_sent.is_none() {
            let location = ctx.location();
            Output::send_headers(ctx, location);
        }
        ctx.host.write_output(ctx, bytes);
        if ctx.output.implicit_flush.get() {
            ctx.host.flush_output(ctx);
        }
    }

    /// What `header_register_callback` sets.
    pub fn set_header_callback(ctx: &Ctx, callable: Callable) {
        ctx.output.header_callback.set(Some(callable));
    }

    /// Marks the headers as sent, after a last chance for the script to change them. The engine does this at the end of
    /// a request without output, with an empty location.
    #[cold]
    pub fn send_headers(ctx: &Ctx, location: (Str, u32)) {
        if let Some(callable) = ctx.output.header_callback.take() {
            let _ = ctx.call(&callable, &[]);
        }
        if ctx.request.headers_sent.is_none() {
            ctx.request.headers_sent.set(Some(location));
        }
    }

    /// Passes bytes down the stack as far as they get.
    #[cold]
    fn write_through(ctx: &Ctx, bytes: &[u8]) {
        let mut data = Str::new(bytes);
        let levels = ctx.output.buffers.borrow().len();
        for level in (0..levels).rev() {
            match Output::operate(ctx, level, &data, 0) {
                Passed::Nothing => return,
                Passed::Data(out) | Passed::Failed(out) => data = out,
            }
        }
        Output::write_outside(ctx, &data);
    }

    /// Writes to what lies below a level.
    fn write_below(ctx: &Ctx, level: usize, bytes: &[u8]) {
        let above: Vec<Buffer> = ctx.output.buffers.borrow_mut().drain(level..).collect();
        Output::write(ctx, bytes);
        ctx.output.buffers.borrow_mut().extend(above);
    }

    /// Adds bytes to a buffer and, if it is time, runs its handler. `op` is what happens to the buffer.
    fn operate(ctx: &Ctx, level: usize, bytes: &[u8], op: i64) -> Passed {
        let running = ctx.output.in_callback.get();
        let mut buffers = ctx.output.buffers.borrow_mut();
        let Some(buffer) = buffers.get_mut(level) else { return Passed::Nothing };
        if buffer.is_disabled() {
            return Passed::Failed(Str::new(bytes));
        }
        buffer.append(bytes);
        let full = buffer.chunk_size > 0 && buffer.data.len() >= buffer.chunk_size && !running;
        if !full && op == 0 {
            return Passed::Nothing;
        }
        let mut told = op;
        if buffer.flags & flags::STARTED == 0 {
            told |= flags::START;
        }
        let handler = buffer.handler.clone();
        // Without a handler the content goes on as it is. For one it is copied: if it fails, the content goes on after all.
        let content = if matches!(handler, Handler::Default) { buffer.take() } else { Str::new(buffer.data.as_bytes()) };
        drop(buffers);
        let answer = match handler {
            Handler::Default => Some(content.clone()),
            Handler::Native(handler) => {
                ctx.output.in_callback.set(true);
                let answer = handler(ctx, &content, told);
                ctx.output.in_callback.set(false);
                answer
            }
            Handler::User(callable) => {
                ctx.output.in_callback.set(true);
                let answer = ask(ctx, &callable, content.clone(), told);
                ctx.output.in_callback.set(false);
                answer
            }
        };
        // A fatal error in the handler may have removed the buffers.
        let mut buffers = ctx.output.buffers.borrow_mut();
        let Some(buffer) = buffers.get_mut(level) else { return Passed::Nothing };
        buffer.flags |= flags::STARTED;
        let collected = buffer.take();
        match answer {
            None => {
                buffer.flags |= flags::DISABLED;
                buffer.size = 0;
                Passed::Failed(collected)
            }
            Some(out) => {
                buffer.flags |= flags::PROCESSED;
                if out.is_empty() { Passed::Nothing } else { Passed::Data(out) }
            }
        }
    }

    /// Refuses output buffering functions inside handlers: a fatal error, before which all buffers are dropped.
    pub fn refuse_in_handler(ctx: &Ctx) -> bool {
        if !ctx.output.in_callback.get() || ctx.output.buffers.borrow().is_empty() {
            return false;
        }
        Output::drop_all(ctx);
        ctx.output.in_callback.set(false);
        ctx.report_here(Level::Error, "Cannot use output buffering in output buffering display handlers");
        true
    }

    /// Makes a new innermost buffer; false after a fatal error.
    pub fn start(ctx: &Ctx, handler: Handler, name: Str, chunk_size: usize, abilities: i64) -> bool {
        if Output::refuse_in_handler(ctx) {
            return false;
        }
        let kind = if matches!(handler, Handler::User(_)) { flags::USER } else { 0 };
        ctx.output.buffers.borrow_mut().push(Buffer {
            data: StrBuilder::new(),
            handler,
            name,
            chunk_size,
            flags: abilities & flags::STDFLAGS | kind,
            size: step(chunk_size),
        });
        true
    }

    /// Whether there is a buffer of that name.
    pub fn has(&self, name: &str) -> bool {
        self.buffers.borrow().iter().any(|buffer| buffer.name.as_bytes() == name.as_bytes())
    }

    /// Makes a new innermost buffer with a handler that an extension provides under a name. Conflicts are reported.
    pub fn start_named(ctx: &Ctx, named: &NamedHandler, chunk_size: usize, abilities: i64) -> bool {
        if let Some(other) = named.conflicts.iter().find(|other| ctx.output.has(other)) {
            let text = if *other == named.name {
                format!("Output handler '{other}' cannot be used twice")
            } else {
                format!("Output handler '{}' conflicts with '{other}'", named.name)
            };
            ctx.warning(text);
            return false;
        }
        let made = Output::start(ctx, Handler::Native(named.handler), Str::from(named.name), chunk_size, abilities);
        if made {
            (named.started)(ctx);
        }
        made
    }

    /// Makes a new innermost buffer with a native handler.
    pub fn start_native(ctx: &Ctx, name: &str, handler: NativeHandler) -> bool {
        Output::start(ctx, Handler::Native(handler), Str::from(name), 0, flags::STDFLAGS)
    }

    /// Passes the innermost buffer's content on.
    pub fn flush(ctx: &Ctx) -> Result<(), Refused> {
        let level = Output::active(ctx, flags::FLUSHABLE)?;
        if Output::refuse_in_handler(ctx) {
            return Err(Refused::NotAble);
        }
        match Output::operate(ctx, level, b"", flags::FLUSH) {
            Passed::Nothing => {}
            Passed::Data(out) | Passed::Failed(out) => Output::write_below(ctx, level, &out),
        }
        Ok(())
    }

    /// Throws the innermost buffer's content away.
    pub fn clean(ctx: &Ctx) -> Result<(), Refused> {
        let level = Output::active(ctx, flags::CLEANABLE)?;
        if Output::refuse_in_handler(ctx) {
            return Err(Refused::NotAble);
        }
        Output::operate(ctx, level, b"", flags::CLEAN);
        Ok(())
    }

    /// Removes the innermost buffer; its content goes on unless it is discarded.
    pub fn end(ctx: &Ctx, discard: bool) -> Result<(), Refused> {
        let level = Output::active(ctx, flags::REMOVABLE)?;
        if Output::refuse_in_handler(ctx) {
            return Err(Refused::NotAble);
        }
        Output::pop(ctx, level, discard);
        Ok(())
    }

    fn pop(ctx: &Ctx, level: usize, discard: bool) {
        let op = flags::FINAL | if discard { flags::CLEAN } else { 0 };
        let passed = Output::operate(ctx, level, b"", op);
        let buffer = ctx.output.buffers.borrow_mut().pop();
        if !discard && let Passed::Data(out) | Passed::Failed(out) = passed {
            Output::write(ctx, &out);
        }
        drop(buffer);
    }

    /// The innermost buffer's level, if it has the ability.
    fn active(ctx: &Ctx, ability: i64) -> Result<usize, Refused> {
        let buffers = ctx.output.buffers.borrow();
        match buffers.last() {
            None => Err(Refused::NoBuffer),
            Some(buffer) if buffer.flags & ability == 0 => Err(Refused::NotAble),
            Some(_) => Ok(buffers.len() - 1),
        }
    }

    /// Ends all buffers, passing their content on: the end of a request.
    pub fn end_all(ctx: &Ctx) {
        let innermost = || ctx.output.buffers.borrow().len().checked_sub(1);
        while let Some(level) = innermost() {
            Output::pop(ctx, level, false);
        }
    }

    /// Ends the innermost buffer at the end of a request, passing its content on; `None` if there is none. `is_lost` is asked when its
    /// handler has run. If it is, the buffer stays and takes what is reported now, until [`drop_all`](Self::drop_all).
    pub fn end_innermost(ctx: &Ctx, is_lost: impl FnOnce() -> bool) -> Option<bool> {
        let level = ctx.output.buffers.borrow().len().checked_sub(1)?;
        let passed = Output::operate(ctx, level, b"", flags::FINAL);
        if is_lost() {
            if let Some(buffer) = ctx.output.buffers.borrow_mut().get_mut(level) {
                buffer.handler = Handler::Default;
                buffer.chunk_size = 0;
                buffer.flags = flags::STDFLAGS;
            }
            return Some(true);
        }
        let buffer = ctx.output.buffers.borrow_mut().pop();
        if let Passed::Data(out) | Passed::Failed(out) = passed {
            Output::write(ctx, &out);
        }
        drop(buffer);
        Some(false)
    }

    /// Drops all buffers with what is in them.
    pub fn drop_all(ctx: &Ctx) {
        drop(ctx.output.buffers.replace(heap_vec()));
    }

    /// What `ob_get_status` says of a buffer.
    pub fn status(&self, level: usize) -> Array {
        let mut status = Array::with_hash_capacity(8);
        let buffers = self.buffers.borrow();
        let Some(buffer) = buffers.get(level) else { return status };
        status.set_name("name", Value::from(buffer.name.clone()));
        status.set_name("type", Value::int(buffer.flags & 0xf));
        status.set_name("flags", Value::int(buffer.flags));
        status.set_name("level", Value::int(level as i64));
        status.set_name("chunk_size", Value::int(buffer.chunk_size as i64));
        status.set_name("buffer_size", Value::int(buffer.size as i64));
        status.set_name("buffer_used", Value::int(buffer.data.len() as i64));
        status
    }
}

/// Asks a PHP handler. `false` and exceptions are failures, `true` is nothing.
fn ask(ctx: &Ctx, callable: &Callable, content: Str, told: i64) -> Option<Str> {
    let answer = ctx.call(callable, &[Value::from(content), Value::int(told)]).ok()?;
    match answer.as_bool() {
        Some(false) => None,
        Some(true) => Some(Str::default()),
        None => Some(convert::to_str(ctx, &answer).unwrap_or_default()),
    }
}

impl Default for Output {
    fn default() -> Self {
        Output::new()
    }
}
