//! Output control: `ob_*`, `flush`, `output_add_rewrite_var`.

use crate::url_rewriter;
use phant_memory::{Array, Str, Value};
use phant_native::{
    Ctx, PhpResult,
    descriptor::{Constant, ConstantValue, FunctionGroup},
    functions,
    output::{Handler, NamedHandler, Output, Refused, flags},
    php, registry,
};

pub(crate) const FUNCTIONS: FunctionGroup = functions![
    ob_start,
    ob_flush,
    ob_clean,
    ob_end_flush,
    ob_end_clean,
    ob_get_flush,
    ob_get_clean,
    ob_get_contents,
    ob_get_level,
    ob_get_length,
    ob_list_handlers,
    ob_get_status,
    ob_implicit_flush,
    output_reset_rewrite_vars,
    output_add_rewrite_var,
    flush,
];

pub(crate) const CONSTANTS: &[Constant] = &[
    int("PHP_OUTPUT_HANDLER_START", flags::START),
    int("PHP_OUTPUT_HANDLER_WRITE", 0),
    int("PHP_OUTPUT_HANDLER_FLUSH", flags::FLUSH),
    int("PHP_OUTPUT_HANDLER_CLEAN", flags::CLEAN),
    int("PHP_OUTPUT_HANDLER_FINAL", flags::FINAL),
    int("PHP_OUTPUT_HANDLER_CONT", 0),
    int("PHP_OUTPUT_HANDLER_END", flags::FINAL),
    int("PHP_OUTPUT_HANDLER_CLEANABLE", flags::CLEANABLE),
    int("PHP_OUTPUT_HANDLER_FLUSHABLE", flags::FLUSHABLE),
    int("PHP_OUTPUT_HANDLER_REMOVABLE", flags::REMOVABLE),
    int("PHP_OUTPUT_HANDLER_STDFLAGS", flags::STDFLAGS),
    int("PHP_OUTPUT_HANDLER_STARTED", flags::STARTED),
    int("PHP_OUTPUT_HANDLER_DISABLED", flags::DISABLED),
    int("PHP_OUTPUT_HANDLER_PROCESSED", flags::PROCESSED),
];

const fn int(name: &'static str, value: i64) -> Constant {
    Constant { name, value: ConstantValue::Int(value) }
}

#[php("function ob_start($callback = null, int $chunk_size = 0, int $flags = PHP_OUTPUT_HANDLER_STDFLAGS): bool")]
fn ob_start(ctx: &Ctx, callback: &Value, chunk_size: i64, flags: i64) -> PhpResult<bool> {
    let chunk_size = usize::try_from(chunk_size).unwrap_or(0);
    let started = if callback.is_null() {
        Output::start(ctx, Handler::Default, Str::from("default output handler"), chunk_size, flags)
    } else if let Some(named) = named_handler(callback) {
        Output::start_named(ctx, named, chunk_size, flags)
    } else {
        match ctx.resolve_callable(callback) {
            Ok(callable) => {
                let name = ctx.host.callable_name(ctx, callback);
                Output::start(ctx, Handler::User(callable), name, chunk_size, flags)
            }
            Err(reason) => {
                ctx.check()?;
                ctx.warning(reason);
                ctx.check()?;
                false
            }
        }
    };
    if !started && !ctx.has_exception() {
        ctx.notice("Failed to create buffer");
    }
    ctx.check()?;
    Ok(started)
}

/// The buffer that the settings `output_handler` and `output_buffering` ask for.
pub(crate) fn begin_request(ctx: &Ctx) {
    if !ctx.ini.is_empty("output_handler") {
        let handler = ctx.ini.text("output_handler");
        let callback = Value::from(handler.clone());
        if let Some(named) = named_handler(&callback) {
            Output::start_named(ctx, named, 0, flags::STDFLAGS);
        } else if let Ok(callable) = ctx.resolve_callable(&callback) {
            Output::start(ctx, Handler::User(callable), handler, 0, flags::STDFLAGS);
        }
        return;
    }
    let size = if ctx.ini.bool("output_buffering") { ctx.ini.int("output_buffering").max(1) } else { 0 };
    if size > 0 {
        let chunk = if size > 1 { size as usize } else { 0 };
        Output::start(ctx, Handler::Default, Str::from("default output handler"), chunk, flags::STDFLAGS);
    }
}

/// The handler that an extension has under a name.
fn named_handler(callback: &Value) -> Option<&'static NamedHandler> {
    let name = callback.as_str()?;
    registry::provided::<NamedHandler>().find(|named| named.name.as_bytes().eq_ignore_ascii_case(&name))
}

/// The innermost buffer's content.
fn contents(ctx: &Ctx) -> Option<Str> {
    ctx.output.buffers.borrow().last().map(|b| Str::new(b.data.as_bytes()))
}

/// `NAME (LEVEL)` of the innermost buffer.
fn active_name(ctx: &Ctx) -> String {
    match ctx.output.buffers.borrow().last() {
        Some(buffer) => format!("{} ({})", buffer.name, ctx.output.buffers.borrow().len() - 1),
        None => String::new(),
    }
}

/// Reports why something could not be done to a buffer.
fn refused(ctx: &Ctx, why: Refused, verb: &str, without: &str) -> bool {
    if ctx.has_exception() {
        return false;
    }
    let text = match why {
        Refused::NoBuffer => format!("Failed to {verb} buffer. No buffer to {without}"),
        Refused::NotAble => format!("Failed to {verb} buffer of {}", active_name(ctx)),
    };
    ctx.notice(text);
    false
}

fn done(ctx: &Ctx, result: Result<(), Refused>, verb: &str, without: &str) -> PhpResult<bool> {
    let done = match result {
        Ok(()) => true,
        Err(why) => refused(ctx, why, verb, without),
    };
    ctx.check()?;
    Ok(done)
}

#[php("function ob_flush(): bool")]
fn ob_flush(ctx: &Ctx) -> PhpResult<bool> {
    let result = Output::flush(ctx);
    done(ctx, result, "flush", "flush")
}

#[php("function ob_clean(): bool")]
fn ob_clean(ctx: &Ctx) -> PhpResult<bool> {
    let result = Output::clean(ctx);
    done(ctx, result, "delete", "delete")
}

#[php("function ob_end_flush(): bool")]
fn ob_end_flush(ctx: &Ctx) -> PhpResult<bool> {
    if ctx.output.buffers.borrow().is_empty() {
        return done(ctx, Err(Refused::NoBuffer), "delete and flush", "delete or flush");
    }
    let result = Output::end(ctx, false);
    done(ctx, result, "send", "send")
}

#[php("function ob_end_clean(): bool")]
fn ob_end_clean(ctx: &Ctx) -> PhpResult<bool> {
    if ctx.output.buffers.borrow().is_empty() {
        return done(ctx, Err(Refused::NoBuffer), "delete", "delete");
    }
    let result = Output::end(ctx, true);
    done(ctx, result, "discard", "discard")
}

/// The content of a buffer that then ends.
fn get_and_end(ctx: &Ctx, discard: bool, verb: &str) -> PhpResult<Option<Str>> {
    let Some(content) = contents(ctx) else { return Ok(None) };
    if let Err(why) = Output::end(ctx, discard) {
        refused(ctx, why, verb, verb);
        refused(ctx, why, "delete", "delete");
    }
    ctx.check()?;
    Ok(Some(content))
}

#[php("function ob_get_flush(): string|false")]
fn ob_get_flush(ctx: &Ctx) -> PhpResult {
    match get_and_end(ctx, false, "send")? {
        Some(content) => Ok(Value::from(content)),
        None => {
            done(ctx, Err(Refused::NoBuffer), "delete and flush", "delete or flush")?;
            Ok(Value::FALSE)
        }
    }
}

#[php("function ob_get_clean(): string|false")]
fn ob_get_clean(ctx: &Ctx) -> PhpResult {
    Ok(get_and_end(ctx, true, "discard")?.map_or(Value::FALSE, Value::from))
}

#[php("function ob_get_contents(): string|false")]
fn ob_get_contents(ctx: &Ctx) -> Value {
    contents(ctx).map_or(Value::FALSE, Value::from)
}

#[php("function ob_get_level(): int")]
fn ob_get_level(ctx: &Ctx) -> usize {
    ctx.output.buffers.borrow().len()
}

#[php("function ob_get_length(): int|false")]
fn ob_get_length(ctx: &Ctx) -> Value {
    ctx.output.buffers.borrow().last().map_or(Value::FALSE, |b| Value::from(b.data.len()))
}

#[php("function ob_list_handlers(): array")]
fn ob_list_handlers(ctx: &Ctx) -> Array {
    ctx.output.buffers.borrow().iter().map(|b| Value::from(b.name.clone())).collect()
}

#[php("function ob_get_status(bool $full_status = false): array")]
fn ob_get_status(ctx: &Ctx, full_status: bool) -> Array {
    let levels = ctx.output.buffers.borrow().len();
    if full_status {
        (0..levels).map(|level| Value::from(ctx.output.status(level))).collect()
    } else if levels > 0 {
        ctx.output.status(levels - 1)
    } else {
        Array::new()
    }
}

#[php("function ob_implicit_flush(bool $enable = true): void")]
fn ob_implicit_flush(ctx: &Ctx, enable: bool) {
    ctx.output.implicit_flush.set(enable);
}

#[php("function flush(): void")]
fn flush(ctx: &Ctx) {
    ctx.host.flush_output(ctx);
}

#[php("function output_reset_rewrite_vars(): bool")]
fn output_reset_rewrite_vars(ctx: &Ctx) -> bool {
    url_rewriter::reset(ctx);
    true
}

#[php("function output_add_rewrite_var(string $name, string $value): bool")]
fn output_add_rewrite_var(ctx: &Ctx, name: &Str, value: &Str) -> PhpResult<bool> {
    let added = url_rewriter::add(ctx, name, value);
    ctx.check()?;
    Ok(added)
}
