//! Streams: everything `fopen` opens, and the layer between PHP code and the outside.
//!
//! A [`Stream`] is an entry of the resource table. It owns a read buffer, its filters and its position; what it reads
//! from and writes to is a [`StreamOps`] object: a plain file, memory, a socket, a PHP object. A [`Wrapper`] opens
//! streams by URL scheme. Writes are not buffered here: what PHP code has written has left.
//!
//! Operations may run PHP code (user wrappers, user filters, error handlers), which may use or close the same stream.
//! So no borrow of the stream's state lasts across a call to its operations or filters.
//!
//! The usual ways in: [`open()`], [`from_value`], [`Stream::read`], [`Stream::write`], [`Stream::read_all`],
//! [`Stream::close`].

#![forbid(unsafe_code)]

mod buffer;
pub mod context;
pub mod copy;
pub mod csv;
pub mod data;
pub mod errors;
pub mod filter;
pub mod glob;
pub mod include;
pub mod inside;
pub mod memory;
mod open;
mod ops;
pub mod options;
pub mod path;
pub mod php;
pub mod plain;
mod plain_wrapper;
mod scratch;
pub mod socket;
pub mod stat_cache;
mod state;
pub mod transport;
pub mod wrapper;

pub use context::Context;
pub use include::{IncludeFile, read_file_for_include};
pub use open::{context_argument, open, open_required};
pub use ops::{OptionResult, Stat, StreamOps, StreamOption, Whence};
pub use scratch::Scratch;
pub use state::{last_http_headers, set_in_user_include, set_last_http_headers};
pub use wrapper::{Metadata, Wrapper};

use buffer::ReadBuffer;
use filter::FilterEntry;
use phant_memory::{Resource, Value};
use phant_native::{
    ctx::Ctx,
    error::{PhpResult, Thrown},
    resource,
};
use std::{
    any::Any,
    cell::{Cell, RefCell},
    mem::ManuallyDrop,
    rc::Rc,
};

/// What an extension brings to streams: one of the things in [`phant_native::Extension::provides`].
pub struct Provided {
    /// Wrappers by URL scheme.
    pub wrappers: &'static [(&'static str, &'static (dyn Wrapper + Sync))],
    /// Filters.
    pub filters: &'static [filter::FilterKind],
    /// Transports (`ssl`, …).
    pub transports: &'static [transport::TransportKind],
    /// Encryption of sockets that are open.
    pub encryption: Option<transport::Encryption>,
}

impl Provided {
    /// Nothing, to be filled by struct update.
    pub const NOTHING: Provided = Provided { wrappers: &[], filters: &[], transports: &[], encryption: None };
}

/// Bytes asked of the operations at a time.
pub const CHUNK_SIZE: usize = 8192;

/// Bits of [`Stream::flags`].
pub mod flags {
    /// Seeking is refused.
    pub const NO_SEEK: u32 = 1;
    /// Reads go straight to the operations.
    pub const NO_BUFFER: u32 = 2;
    /// Lines end with CR (found out by auto-detection).
    pub const EOL_MAC: u32 = 4;
    /// Find out whether lines end with CR.
    pub const DETECT_EOL: u32 = 8;
    /// A directory handle.
    pub const DIRECTORY: u32 = 16;
    /// Something was written.
    pub const WAS_WRITTEN: u32 = 32;
    /// The stream may not be closed by `fclose`.
    pub const NO_FCLOSE: u32 = 64;
    /// Failed reads and writes say nothing.
    pub const SUPPRESS_ERRORS: u32 = 128;
}

/// See the [module documentation](self).
pub struct Stream {
    ops: Box<dyn StreamOps>,
    /// Resource number.
    id: Cell<u64>,
    mode: RefCell<Vec<u8>>,
    /// The path or URL it was opened with, as `stream_get_meta_data` shows it.
    path: RefCell<Option<Vec<u8>>>,
    wrapper: Cell<Option<&'static dyn Wrapper>>,
    flags: Cell<u32>,
    position: Cell<i64>,
    eof: Cell<bool>,
    buffer: RefCell<ReadBuffer>,
    chunk_size: Cell<usize>,
    context: RefCell<Option<Resource>>,
    /// Filters between the operations and the read buffer, first applied first.
    pub(crate) read_filters: RefCell<Vec<Rc<FilterEntry>>>,
    /// Filters between PHP code and the operations, first applied first.
    pub(crate) write_filters: RefCell<Vec<Rc<FilterEntry>>>,
    /// `wrapper_data` of `stream_get_meta_data`; UNDEF for none.
    wrapper_data: RefCell<Value>,
    closed: Cell<bool>,
    /// A read that has got something already is going on.
    partly_read: Cell<bool>,
    /// Whether plain files are read greedily and written unchunked: kept, as asking the operations each time costs.
    plain: bool,
}

impl Stream {
    /// A stream that is not registered yet.
    pub fn new(ops: Box<dyn StreamOps>, mode: &[u8]) -> Stream {
        let plain = ops.is_plain_file();
        let seekable = ops.can_seek();
        Stream {
            ops,
            id: Cell::new(0),
            mode: RefCell::new(mode.to_vec()),
            path: RefCell::new(None),
            wrapper: Cell::new(None),
            flags: Cell::new(if seekable { 0 } else { flags::NO_SEEK }),
            position: Cell::new(0),
            eof: Cell::new(false),
            buffer: RefCell::default(),
            chunk_size: Cell::new(CHUNK_SIZE),
            context: RefCell::new(None),
            read_filters: RefCell::default(),
            write_filters: RefCell::default(),
            wrapper_data: RefCell::new(Value::UNDEF),
            closed: Cell::new(false),
            partly_read: Cell::new(false),
            plain,
        }
    }
    /// Registers the stream and returns its resource.
    pub fn register(self) -> Resource {
        Stream::register_shared(&Rc::new(self))
    }
    /// Registers a stream that is shared already.
    pub fn register_shared(stream: &Rc<Stream>) -> Resource {
        let data: Rc<dyn Any> = stream.clone();
        let r = resource::register_shared("stream", data, Some(closer));
        resource::set_keep(&r, keep);
        stream.id.set(r.id());
        r
    }
    /// Sets the wrapper that opened the stream.
    pub fn with_wrapper(self, wrapper: &'static dyn Wrapper) -> Stream {
        self.wrapper.set(Some(wrapper));
        self
    }
    /// Sets bits of [`flags`].
    pub fn with_flags(self, flags: u32) -> Stream {
        self.set_flags(flags);
        self
    }

    /// What it reads from and writes to.
    pub fn ops(&self) -> &dyn StreamOps {
        &*self.ops
    }
    /// The operations as their own type.
    pub fn ops_as<T: StreamOps>(&self) -> Option<&T> {
        self.ops.as_any().downcast_ref::<T>()
    }
    /// Resource number; 0 before registration.
    pub fn id(&self) -> u64 {
        self.id.get()
    }
    /// Another handle for the stream's resource, while PHP code has one.
    pub fn resource(&self) -> Option<Resource> {
        Resource::by_id(self.id.get())
    }
    /// The mode it was opened with.
    pub fn mode(&self) -> Vec<u8> {
        self.mode.borrow().clone()
    }
    /// Changes what `stream_get_meta_data` shows as mode.
    pub fn set_mode(&self, mode: &[u8]) {
        *self.mode.borrow_mut() = mode.to_vec();
    }
    /// The path or URL it was opened with.
    pub fn path(&self) -> Option<Vec<u8>> {
        self.path.borrow().clone()
    }
    /// Sets the path or URL.
    pub fn set_path(&self, path: &[u8]) {
        *self.path.borrow_mut() = Some(path.to_vec());
    }
    /// The wrapper that opened it.
    pub fn wrapper(&self) -> Option<&'static dyn Wrapper> {
        self.wrapper.get()
    }
    /// Sets the wrapper that opened it.
    pub fn set_wrapper(&self, wrapper: &'static dyn Wrapper) {
        self.wrapper.set(Some(wrapper));
    }
    /// See [`flags`].
    pub fn has_flag(&self, flag: u32) -> bool {
        self.flags.get() & flag != 0
    }
    /// Sets bits of [`flags`].
    pub fn set_flags(&self, flags: u32) {
        self.flags.set(self.flags.get() | flags);
    }
    /// Clears bits of [`flags`].
    pub fn clear_flags(&self, flags: u32) {
        self.flags.set(self.flags.get() & !flags);
    }
    /// Whether it is a plain file of the file system.
    pub fn is_plain_file(&self) -> bool {
        self.plain
    }
    /// Whether it is a directory handle.
    pub fn is_directory(&self) -> bool {
        self.has_flag(flags::DIRECTORY)
    }
    /// Whether seeking is possible.
    pub fn is_seekable(&self) -> bool {
        self.ops.can_seek() && !self.has_flag(flags::NO_SEEK)
    }
    /// Whether a wrapper opened it that does not reach out.
    pub fn is_local(&self) -> bool {
        self.wrapper.get().is_some_and(|w| !w.is_url())
    }
    /// The byte PHP code will read next, from the beginning.
    pub fn position(&self) -> i64 {
        self.position.get()
    }
    /// Sets the position without seeking.
    pub fn set_position(&self, position: i64) {
        self.position.set(position);
    }
    /// The end-of-file flag, not looking at the buffer.
    pub fn eof_flag(&self) -> bool {
        self.eof.get()
    }
    /// Sets the end-of-file flag: for operations.
    pub fn set_eof(&self, eof: bool) {
        self.eof.set(eof);
    }
    /// Bytes asked of the operations at a time.
    pub fn chunk_size(&self) -> usize {
        self.chunk_size.get()
    }
    /// Sets the bytes asked of the operations at a time, and returns what it was.
    pub fn set_chunk_size(&self, size: usize) -> usize {
        self.chunk_size.replace(size.max(1))
    }
    /// The context it was opened with.
    pub fn context(&self) -> Option<Resource> {
        self.context.borrow().clone()
    }
    /// Sets the context.
    pub fn set_context(&self, context: Option<Resource>) {
        let old = self.context.replace(context);
        drop(old);
    }
    /// `wrapper_data` of `stream_get_meta_data`; UNDEF for none.
    pub fn wrapper_data(&self) -> Value {
        self.wrapper_data.borrow().clone()
    }
    /// Sets `wrapper_data`.
    pub fn set_wrapper_data(&self, data: Value) {
        let old = self.wrapper_data.replace(data);
        drop(old);
    }
    /// Whether the read going on has got something already, so that waiting for more would be wrong.
    pub fn is_partly_read(&self) -> bool {
        self.partly_read.get()
    }
    /// Whether it was closed.
    pub fn is_closed(&self) -> bool {
        self.closed.get()
    }

    /// Whether the end was reached: no more can be read.
    pub fn at_eof(&self, ctx: &Ctx) -> bool {
        if self.unread() > 0 {
            return false;
        }
        if !self.eof.get() && self.ops.set_option(ctx, self, StreamOption::CheckLiveness) == OptionResult::Failed {
            self.eof.set(true);
        }
        self.eof.get()
    }
    /// Facts about the file.
    pub fn stat(&self, ctx: &Ctx) -> Option<Stat> {
        self.ops.stat(ctx, self)
    }
    /// Passes on what filters and operations hold back. `closing` tells filters that nothing follows.
    pub fn flush(&self, ctx: &Ctx, closing: bool) -> bool {
        if !self.write_filters.borrow().is_empty() {
            self.write_filtered(ctx, &[], if closing { filter::Flush::Close } else { filter::Flush::Increment });
        }
        self.clear_flags(flags::WAS_WRITTEN);
        self.ops.flush(ctx, self)
    }
    /// Closes the stream and its resource. Closing twice does nothing.
    pub fn close(&self, ctx: &Ctx) {
        if self.closed.replace(true) {
            return;
        }
        if self.has_flag(flags::WAS_WRITTEN) || !self.write_filters.borrow().is_empty() {
            self.flush(ctx, true);
        }
        for list in [&self.read_filters, &self.write_filters] {
            loop {
                let entry = {
                    let mut filters = list.borrow_mut();
                    if filters.is_empty() { None } else { Some(filters.remove(0)) }
                };
                match entry {
                    Some(entry) => entry.end(ctx),
                    None => break,
                }
            }
        }
        self.ops.close(ctx, self);
        self.set_context(None);
        self.set_wrapper_data(Value::UNDEF);
        resource::close(self.id.get());
    }
}

fn closer(ctx: &Ctx, _id: u64, data: Rc<dyn Any>) {
    if let Ok(stream) = data.downcast::<Stream>() {
        stream.close(ctx);
    }
}

/// A stream can be made again if its operations can, and if no filters are in between.
fn keep(data: &dyn Any) -> Option<resource::Recipe> {
    let stream = data.downcast_ref::<Stream>()?;
    if !stream.read_filters.borrow().is_empty() || !stream.write_filters.borrow().is_empty() || stream.partly_read.get() {
        return None;
    }
    let ops = stream.ops.keep()?;
    let (mode, path) = (stream.mode(), stream.path());
    let (id, wrapper, flags) = (stream.id.get(), stream.wrapper.get(), stream.flags.get());
    let (position, eof, chunk_size) = (stream.position.get(), stream.eof.get(), stream.chunk_size.get());
    let buffer = stream.buffer.borrow().clone();
    let context = ManuallyDrop::new(stream.context());
    let wrapper_data = ManuallyDrop::new(stream.wrapper_data());
    Some(Box::new(move || {
        let stream = Stream::new(ops()?, &mode);
        stream.id.set(id);
        *stream.path.borrow_mut() = path.clone();
        stream.wrapper.set(wrapper);
        stream.flags.set(flags);
        stream.position.set(position);
        stream.eof.set(eof);
        stream.chunk_size.set(chunk_size);
        *stream.buffer.borrow_mut() = buffer.clone();
        stream.set_context((*context).clone());
        stream.set_wrapper_data((*wrapper_data).clone());
        Some(Rc::new(stream))
    }))
}

/// The open stream of a resource argument; throws PHP's TypeError otherwise. `number` is the argument's, from 1.
pub fn from_value(ctx: &Ctx, value: &Value, number: usize) -> PhpResult<Rc<Stream>> {
    let Some(r) = value.as_resource() else {
        return Err(not_a_resource(ctx, value, number));
    };
    match resource::get::<Stream>(&r) {
        Some(stream) => Ok(stream),
        None => {
            let name = ctx.current.get().map_or_else(String::new, |f| f.display_name());
            Err(ctx.type_error(format!("{name}(): supplied resource is not a valid stream resource")))
        }
    }
}

/// Throws the TypeError for an argument that should be a resource.
pub fn not_a_resource(ctx: &Ctx, value: &Value, number: usize) -> Thrown {
    let given = phant_native::convert::value_name(value);
    ctx.argument_type_error(number, format!("must be of type resource, {given} given"))
}

/// The resource of an argument that may be anything; throws PHP's TypeError if it is none.
pub fn resource_argument(ctx: &Ctx, value: &Value, number: usize) -> PhpResult<Resource> {
    match value.as_resource() {
        Some(r) => Ok(r.into_owned()),
        None => Err(not_a_resource(ctx, value, number)),
    }
}
