//! Compressed pages: `ob_gzhandler` and the setting `zlib.output_compression`.

use crate::codec::{Compressor, Encoding, Flush, Kept, Settings};
use phant_memory::{Str, StrBuilder, Value};
use phant_native::{
    Ctx, Level, PhpResult,
    descriptor::FunctionGroup,
    functions,
    ini::{parse_bool, parse_size},
    output::{Handler, Output, flags},
    php,
    ret::OrFalse,
};
use phant_sapi::headers;
use std::cell::{Cell, RefCell};

pub(crate) const FUNCTIONS: FunctionGroup = functions![ob_gzhandler, zlib_get_coding_type];

/// The handler that `ob_start` knows.
pub const HANDLER: &str = "ob_gzhandler";
/// The buffer that the setting makes.
pub const COMPRESSION: &str = "zlib output compression";
/// Its size, unless the setting says more than that there is to be one.
const BUFFER_SIZE: i64 = 0x4000;

/// The compressor of the request's output.
#[derive(Default)]
struct State {
    compressor: RefCell<Option<Kept>>,
    /// Whether output is to be compressed, which a script may decide otherwise before there is any.
    enabled: Cell<bool>,
    /// Whether the headers say so.
    announced: Cell<bool>,
    /// How, once somebody has asked.
    coding: Cell<Option<Encoding>>,
}

/// What the client takes; gzip before deflate.
fn accepted(ctx: &Ctx) -> Option<Encoding> {
    let coding = &ctx.state::<State>().coding;
    if coding.get().is_none() {
        coding.set(first_accepted(ctx));
    }
    coding.get()
}

fn first_accepted(ctx: &Ctx) -> Option<Encoding> {
    let server = ctx.host.global(ctx, &Str::from("_SERVER"))?;
    let accepted = server.as_array()?.get_bytes(b"HTTP_ACCEPT_ENCODING")?.unref().into_str()?;
    let has = |word: &[u8]| accepted.windows(word.len()).any(|part| part == word);
    if has(b"gzip") {
        Some(Encoding::Gzip)
    } else if has(b"deflate") {
        Some(Encoding::Deflate)
    } else {
        None
    }
}

/// Goes through what is printed.
pub fn handle(ctx: &Ctx, content: &[u8], op: i64) -> Option<Str> {
    let state = ctx.state::<State>();
    let Some(encoding) = accepted(ctx) else {
        // Caches must know that others may get another page.
        if op & flags::START != 0 && op != flags::START | flags::CLEAN | flags::FINAL {
            headers::add(ctx, b"Vary: Accept-Encoding", false, 0);
        }
        return None;
    };
    if op & flags::START != 0 {
        state.announced.set(false);
        begin(ctx, state, encoding);
    }
    if op & flags::CLEAN != 0 {
        drop(state.compressor.take());
        if op & flags::FINAL == 0 {
            begin(ctx, state, encoding);
        }
        return Some(Str::default());
    }
    let flush = if op & flags::FINAL != 0 {
        Flush::FINISH
    } else if op & flags::FLUSH != 0 {
        Flush::FULL
    } else {
        Flush::NONE
    };
    let kept = state.compressor.borrow().as_ref().and_then(Kept::get::<Compressor>)?;
    let mut out = StrBuilder::new();
    let done = kept.borrow_mut().run(content, flush, &mut |piece| out.push_bytes(piece));
    if op & flags::FINAL != 0 {
        drop(state.compressor.take());
    }
    done.ok()?;
    if !state.announced.replace(true) {
        if ctx.request.headers_sent.is_some() || !state.enabled.get() {
            drop(state.compressor.take());
            return None;
        }
        let line: &[u8] = if encoding == Encoding::Gzip { b"Content-Encoding: gzip" } else { b"Content-Encoding: deflate" };
        headers::add(ctx, line, true, 0);
        headers::add(ctx, b"Vary: Accept-Encoding", false, 0);
    }
    Some(out.finish())
}

/// `ob_start` makes a buffer with the handler.
pub fn started(ctx: &Ctx) {
    ctx.state::<State>().enabled.set(true);
}

fn begin(ctx: &Ctx, state: &State, encoding: Encoding) {
    let level = ctx.ini.int("zlib.output_compression_level");
    let compressor = Compressor::new(Settings::new(level, encoding));
    *state.compressor.borrow_mut() = compressor.map(Kept::new);
}

/// What a request begins with.
pub fn begin_request(ctx: &Ctx) {
    // Mostly it is off, which is known without its text.
    if ctx.ini.size("zlib.output_compression") != 0 || ctx.ini.bool("zlib.output_compression") {
        compress(ctx, &ctx.ini.text("zlib.output_compression"));
    }
}

/// The size of the buffer that a value of `zlib.output_compression` asks for; 0 for none.
fn buffer_size(value: &[u8]) -> i64 {
    match parse_size(value) {
        0 => i64::from(parse_bool(value)),
        size => size,
    }
}

/// Begins to compress the output, if the client takes that.
fn compress(ctx: &Ctx, value: &[u8]) {
    let size = match buffer_size(value) {
        ..=0 => return,
        1 => BUFFER_SIZE,
        size => size,
    };
    if accepted(ctx).is_none() || ctx.output.has(COMPRESSION) {
        return;
    }
    if ctx.output.has(HANDLER) {
        ctx.warning(format!("Output handler '{COMPRESSION}' conflicts with '{HANDLER}'"));
        return;
    }
    let started = Output::start(ctx, Handler::Native(handle), Str::from(COMPRESSION), size as usize, flags::STDFLAGS);
    ctx.state::<State>().enabled.set(true);
    let handler = ctx.ini.text("zlib.output_handler");
    if started
        && !handler.is_empty()
        && let Ok(callable) = ctx.resolve_callable(&Value::from(handler.clone()))
    {
        Output::start(ctx, Handler::User(callable), handler, BUFFER_SIZE as usize, flags::STDFLAGS);
    }
}

/// A change of `zlib.output_compression`.
pub fn change_compression(ctx: &Ctx, value: &[u8]) -> Result<(), ()> {
    let size = buffer_size(value);
    if size != 0 && !ctx.ini.text("output_handler").is_empty() {
        ctx.report_here(Level::CoreError, "Cannot use both zlib.output_compression and output_handler together!!");
        return Err(());
    }
    if ctx.ini.starting.get() {
        return Ok(());
    }
    if ctx.request.headers_sent.is_some() {
        ctx.warning("Cannot change zlib.output_compression - headers already sent");
        return Err(());
    }
    ctx.state::<State>().enabled.set(size > 0);
    compress(ctx, value);
    Ok(())
}

/// A change of `zlib.output_handler`.
pub fn change_handler(ctx: &Ctx, _value: &[u8]) -> Result<(), ()> {
    if !ctx.ini.starting.get() && ctx.request.headers_sent.is_some() {
        ctx.warning("Cannot change zlib.output_handler - headers already sent");
        return Err(());
    }
    Ok(())
}

/// Compresses output, for callbacks that call it; `ob_start` knows it by name.
#[php("function ob_gzhandler(string $data, int $flags): string|false")]
fn ob_gzhandler(ctx: &Ctx, data: &Str, flags: i64) -> PhpResult<OrFalse<Str>> {
    if accepted(ctx).is_none() {
        return Ok(OrFalse::False);
    }
    started(ctx);
    let out = handle(ctx, data, flags);
    ctx.poll()?;
    Ok(out.into())
}

/// How the output is compressed.
#[php("function zlib_get_coding_type(): string|false")]
fn zlib_get_coding_type(ctx: &Ctx) -> OrFalse<&'static str> {
    match ctx.state::<State>().coding.get() {
        Some(Encoding::Gzip) => OrFalse::Some("gzip"),
        Some(Encoding::Deflate) => OrFalse::Some("deflate"),
        _ => OrFalse::False,
    }
}
