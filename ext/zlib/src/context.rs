//! Data in parts: `deflate_init`, `inflate_init` and what follows them.

use crate::{
    codec::{Compressor, Encoding, Expander, Flush, Kept, PIECE, Settings, status, words},
    zlib::ENCODINGS,
};
use phant_memory::{Array, Held, NativeData, Object, PhpStr, Str, StrBuilder, Tracer, Value};
use phant_native::{
    Ctx, ObjectHandlers, PhpResult, convert, descriptor::FunctionGroup, functions, host::PropertyView, php, php_class,
    ret::OrFalse,
};
use phant_streams::Scratch;
use std::cell::RefCell;

pub(crate) const FUNCTIONS: FunctionGroup =
    functions![deflate_init, deflate_add, inflate_init, inflate_add, inflate_get_status, inflate_get_read_len];

/// What an object owns; nothing until the function that makes it has filled it.
struct State(RefCell<Option<Kept>>);

impl NativeData for State {
    fn trace(&self, _tracer: &mut Tracer<'_>) {}
}

fn create(_ctx: &Ctx, object: &Object) {
    object.init_native(State(RefCell::new(None)));
}

/// An object of a class with something that is kept for it.
fn make<T: 'static>(ctx: &Ctx, class: &str, data: T) -> PhpResult<Object> {
    let object = ctx.allocate(ctx.known_class_of(class))?;
    if let Some(state) = object.native::<State>() {
        *state.0.borrow_mut() = Some(Kept::new(data));
    }
    Ok(object)
}

/// Works with what is kept for an object.
fn with<T: 'static, R>(ctx: &Ctx, object: &Object, act: impl FnOnce(&mut T) -> PhpResult<R>) -> PhpResult<R> {
    let kept = object.native::<State>().and_then(|state| state.0.borrow().as_ref()?.get::<T>());
    match kept {
        Some(kept) => act(&mut kept.borrow_mut()),
        None => Err(ctx.throw_error("The context is not open")),
    }
}

static DEFLATE: ObjectHandlers = ObjectHandlers { made_by: Some("deflate_init()"), ..ObjectHandlers::DEFAULT };
static INFLATE: ObjectHandlers = ObjectHandlers { made_by: Some("inflate_init()"), ..ObjectHandlers::DEFAULT };

pub(crate) struct DeflateContext;

/// A compressor of data in parts.
#[php_class(
    "final class DeflateContext {}",
    create = create,
    handlers = DEFLATE,
    not_serializable,
    not_instantiable,
    not_cloneable,
    no_dynamic
)]
impl DeflateContext {}

pub(crate) struct InflateContext;

/// An expander of data in parts.
#[php_class(
    "final class InflateContext {}",
    create = create,
    handlers = INFLATE,
    not_serializable,
    not_instantiable,
    not_cloneable,
    no_dynamic
)]
impl InflateContext {}

/// An expander with its dictionary, and what it answered last.
struct Inflating {
    expander: Expander,
    dictionary: Option<Vec<u8>>,
    status: i64,
}

/// The options, an array or an object's properties.
fn options_of(ctx: &Ctx, options: &Value) -> PhpResult<Array> {
    match options.as_object() {
        Some(object) => ctx.properties(&object, PropertyView::Raw),
        None => Ok(options.as_array().map(Held::into_owned).unwrap_or_default()),
    }
}

/// A numeric option.
fn number(ctx: &Ctx, options: &Array, name: &str, default: i64) -> PhpResult<i64> {
    match options.get_bytes(name.as_bytes()) {
        Some(value) if value.is_object() => convert::int(ctx, value),
        Some(value) => Ok(convert::to_int(value)),
        None => Ok(default),
    }
}

/// The dictionary: a string as it is, or strings that NUL bytes end.
fn dictionary(ctx: &Ctx, options: &Array) -> PhpResult<Option<Vec<u8>>> {
    let Some(given) = options.get_bytes(b"dictionary").map(Value::unref) else { return Ok(None) };
    if let Some(text) = given.as_str() {
        return Ok((!text.is_empty()).then(|| text.to_vec()));
    }
    let Some(parts) = given.as_array() else {
        let given = convert::value_name(&given);
        let text = format!("must be of type zero-terminated string or array, {given} given");
        return Err(ctx.argument_type_error(2, text));
    };
    let mut all = Vec::new();
    for part in parts.clone().values() {
        let part = convert::to_str(ctx, part)?;
        if part.is_empty() {
            return Err(ctx.argument_error(2, "must not contain empty strings"));
        }
        if part.contains(&0) {
            return Err(ctx.argument_error(2, "must not contain strings with null bytes"));
        }
        all.extend_from_slice(&part);
        all.push(0);
    }
    Ok((!all.is_empty()).then_some(all))
}

/// Begins to compress in parts.
#[php("function deflate_init(int $encoding, array|object $options = []): DeflateContext|false")]
fn deflate_init(ctx: &Ctx, encoding: i64, options: &Value) -> PhpResult<OrFalse<Object>> {
    let options = options_of(ctx, options)?;
    let within = |name: &str, default: i64, from: i64, to: i64| {
        let value = number(ctx, &options, name, default)?;
        if (from..=to).contains(&value) {
            return Ok(value);
        }
        Err(ctx.value_error(format!("deflate_init(): \"{name}\" option must be between {from} and {to}")))
    };
    let level = within("level", -1, -1, 9)?;
    let memory = within("memory", 8, 1, 9)? as i32;
    let window = within("window", 15, 8, 15)? as i32;
    let strategy = number(ctx, &options, "strategy", 0)?;
    if !(0..=4).contains(&strategy) {
        return Err(ctx.value_error(
            "deflate_init(): \"strategy\" option must be one of ZLIB_FILTERED, ZLIB_HUFFMAN_ONLY, ZLIB_RLE, ZLIB_FIXED, or \
             ZLIB_DEFAULT_STRATEGY",
        ));
    }
    let Some(encoding) = Encoding::of(encoding) else { return Err(ctx.argument_error(1, ENCODINGS)) };
    let dictionary = dictionary(ctx, &options)?;
    let Some(mut compressor) = Compressor::new(Settings { level, window: window_of(encoding, window), memory, strategy }) else {
        ctx.warning("Failed allocating zlib.deflate context");
        return ctx.check().map(|()| OrFalse::False);
    };
    if let Some(dictionary) = dictionary {
        compressor.set_dictionary(&dictionary);
    }
    make(ctx, "DeflateContext", compressor).map(OrFalse::Some)
}

/// zlib's window bits of an encoding with another window than the largest.
fn window_of(encoding: Encoding, window: i32) -> i32 {
    match encoding {
        Encoding::Raw => -window,
        Encoding::Deflate => window,
        Encoding::Gzip => window + 16,
    }
}

fn flush_of(ctx: &Ctx, number: i64) -> PhpResult<Flush> {
    Flush::of(number).ok_or_else(|| {
        ctx.argument_error(
            3,
            "must be one of ZLIB_NO_FLUSH, ZLIB_PARTIAL_FLUSH, ZLIB_SYNC_FLUSH, ZLIB_FULL_FLUSH, ZLIB_BLOCK, or ZLIB_FINISH",
        )
    })
}

/// Compresses a part.
#[php("function deflate_add(DeflateContext $context, string $data, int $flush_mode = ZLIB_SYNC_FLUSH): string|false")]
fn deflate_add(ctx: &Ctx, context: &Object, data: &PhpStr, flush_mode: i64) -> PhpResult<OrFalse<Str>> {
    let flush = flush_of(ctx, flush_mode)?;
    if data.is_empty() && flush != Flush::FINISH {
        return Ok(OrFalse::Some(Str::default()));
    }
    let data = data.to_handle();
    let mut out = StrBuilder::new();
    let result = with(ctx, context, |compressor: &mut Compressor| {
        let result = compressor.run(&data, flush, &mut |piece| out.push_bytes(piece));
        if matches!(result, Ok(true)) {
            compressor.reset();
        }
        Ok(result)
    })?;
    ctx.poll()?;
    match result {
        Ok(_) => Ok(OrFalse::Some(out.finish())),
        Err(status) => {
            ctx.warning(format!("zlib error ({})", words(status)));
            ctx.check().map(|()| OrFalse::False)
        }
    }
}

/// Begins to expand in parts.
#[php("function inflate_init(int $encoding, array|object $options = []): InflateContext|false")]
fn inflate_init(ctx: &Ctx, encoding: i64, options: &Value) -> PhpResult<OrFalse<Object>> {
    let options = options_of(ctx, options)?;
    let window = number(ctx, &options, "window", 15)?;
    if !(8..=15).contains(&window) {
        return Err(ctx.value_error(format!("zlib window size (logarithm) ({window}) must be within 8..15")));
    }
    let Some(encoding) = Encoding::of(encoding) else {
        let text = "Encoding mode must be ZLIB_ENCODING_RAW, ZLIB_ENCODING_GZIP or ZLIB_ENCODING_DEFLATE";
        return Err(ctx.value_error(text));
    };
    let dictionary = dictionary(ctx, &options)?;
    let Some(mut expander) = Expander::new(window_of(encoding, window as i32)) else {
        ctx.warning("Failed allocating zlib.inflate context");
        return ctx.check().map(|()| OrFalse::False);
    };
    // Raw data do not ask for a dictionary: it is there from the beginning.
    let dictionary = match dictionary {
        Some(dictionary) if encoding == Encoding::Raw => {
            expander.set_dictionary(&dictionary);
            None
        }
        other => other,
    };
    make(ctx, "InflateContext", Inflating { expander, dictionary, status: status::OK }).map(OrFalse::Some)
}

/// Expands a part.
#[php("function inflate_add(InflateContext $context, string $data, int $flush_mode = ZLIB_SYNC_FLUSH): string|false")]
fn inflate_add(ctx: &Ctx, context: &Object, data: &PhpStr, flush_mode: i64) -> PhpResult<OrFalse<Str>> {
    let flush = flush_of(ctx, flush_mode)?;
    let data = data.to_handle();
    let result = with(ctx, context, |inflating: &mut Inflating| {
        // How much was read of a stream can be asked for until another one begins.
        if inflating.status == status::STREAM_END {
            inflating.status = status::OK;
            inflating.expander.reset();
        }
        if data.is_empty() && flush != Flush::FINISH {
            return Ok(Ok(Str::default()));
        }
        inflating.add(ctx, &data, flush)
    })?;
    match result {
        Ok(text) => Ok(OrFalse::Some(text)),
        Err(message) => {
            ctx.warning(message);
            ctx.check().map(|()| OrFalse::False)
        }
    }
}

impl Inflating {
    /// Expands a part; the error is the message of a warning.
    fn add(&mut self, ctx: &Ctx, data: &[u8], flush: Flush) -> PhpResult<Result<Str, &'static str>> {
        let (mut at, mut out, mut progress) = (0, StrBuilder::new(), false);
        let mut piece = Scratch::of(PIECE);
        loop {
            let (answer, read, made) = self.expander.step(&data[at..], &mut piece, flush);
            at += read;
            out.push_bytes(&piece[..made]);
            ctx.poll()?;
            // To be asked once more, when everything has been said, is no error.
            self.status = if answer == status::BUF_ERROR && progress { status::OK } else { answer };
            progress |= read > 0 || made > 0;
            match answer {
                status::STREAM_END => return Ok(Ok(out.finish())),
                status::OK | status::BUF_ERROR if made == piece.len() => {}
                status::OK if at < data.len() => {}
                status::OK | status::BUF_ERROR => return Ok(Ok(out.finish())),
                status::NEED_DICT => match self.dictionary.take() {
                    None => {
                        return Ok(Err("Inflating this data requires a preset dictionary, please specify it in the options \
                                       array of inflate_init()"));
                    }
                    Some(dictionary) if !self.expander.set_dictionary(&dictionary) => {
                        return Ok(Err("Dictionary does not match expected dictionary (incorrect adler32 hash)"));
                    }
                    Some(_) => {}
                },
                other => return Ok(Err(words(other))),
            }
        }
    }
}

/// What was answered last, by zlib's number.
#[php("function inflate_get_status(InflateContext $context): int")]
fn inflate_get_status(ctx: &Ctx, context: &Object) -> PhpResult<i64> {
    with(ctx, context, |inflating: &mut Inflating| Ok(inflating.status))
}

/// How much of the present stream has been read.
#[php("function inflate_get_read_len(InflateContext $context): int")]
fn inflate_get_read_len(ctx: &Ctx, context: &Object) -> PhpResult<i64> {
    with(ctx, context, |inflating: &mut Inflating| Ok(inflating.expander.total_in() as i64))
}
