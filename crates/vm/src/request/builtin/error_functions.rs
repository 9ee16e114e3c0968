//! Functions about errors, their handlers, and backtraces.

use crate::runtime::{trace, vm::Vm};
use phant_memory::{Array, Str, Value};
use phant_native::{
    Ctx, Late, Level, PhpResult,
    descriptor::FunctionGroup,
    functions,
    ini::{Ini, Stage},
    php,
};

pub(crate) const CORE: FunctionGroup = functions![
    error_reporting,
    trigger_error,
    set_error_handler,
    restore_error_handler,
    get_error_handler,
    set_exception_handler,
    restore_exception_handler,
    get_exception_handler,
    debug_backtrace,
    debug_print_backtrace,
];

#[php("function error_reporting(?int $error_level = null): int")]
fn error_reporting(late: Late<'_>, error_level: Option<i64>) -> PhpResult<i64> {
    let old = i64::from(late.ini().hot.error_reporting.get());
    if let Some(level) = error_level
        && level != old
    {
        let ctx = late.ctx()?;
        let _ = Ini::set(ctx, "error_reporting", level.to_string().as_bytes(), Stage::Runtime);
        ctx.ini.hot.error_reporting.set(level as i32);
    }
    Ok(old)
}

#[php("function trigger_error(string $message, int $error_level = E_USER_NOTICE): true", alias = "user_error")]
fn trigger_error(ctx: &Ctx, message: &Str, error_level: i64) -> PhpResult<bool> {
    let level = match error_level {
        256 => {
            ctx.report(
                Level::Deprecated,
                "Passing E_USER_ERROR to trigger_error() is deprecated since 8.4, throw an exception or call exit with a string message instead",
            );
            ctx.check()?;
            Level::UserError
        }
        512 => Level::UserWarning,
        1024 => Level::UserNotice,
        16384 => Level::UserDeprecated,
        _ => {
            return Err(ctx.argument_error(2, "must be one of E_USER_ERROR, E_USER_WARNING, E_USER_NOTICE, or E_USER_DEPRECATED"));
        }
    };
    ctx.report_as_is(level, message);
    ctx.check()?;
    Ok(true)
}

#[php("function set_error_handler(?callable $callback, int $error_levels = E_ALL)")]
fn set_error_handler(ctx: &Ctx, callback: Value, error_levels: i64) -> Value {
    let errors = &Vm::of(ctx).errors;
    let new = (!callback.is_null()).then_some(callback);
    // Taking a handler away leaves the levels as they are.
    let mask = if new.is_some() { error_levels } else { errors.mask.get() };
    let old = errors.handler.replace(new);
    let shown = old.clone().unwrap_or_default();
    errors.handlers.borrow_mut().push((old, errors.mask.replace(mask)));
    shown
}

#[php("function restore_error_handler(): true")]
fn restore_error_handler(ctx: &Ctx) -> bool {
    let errors = &Vm::of(ctx).errors;
    let before = errors.handlers.borrow_mut().pop();
    let (handler, mask) = before.unwrap_or((None, errors.mask.get()));
    errors.mask.set(mask);
    errors.handler.set(handler);
    true
}

#[php("function get_error_handler(): ?callable")]
fn get_error_handler(ctx: &Ctx) -> Value {
    Vm::of(ctx).errors.handler.get().clone().unwrap_or_default()
}

#[php("function set_exception_handler(?callable $callback)")]
fn set_exception_handler(ctx: &Ctx, callback: Value) -> Value {
    let mut handlers = Vm::of(ctx).errors.exception_handlers.borrow_mut();
    let old = handlers.last().cloned().unwrap_or_default();
    handlers.push(callback);
    old
}

#[php("function restore_exception_handler(): true")]
fn restore_exception_handler(ctx: &Ctx) -> bool {
    let old = Vm::of(ctx).errors.exception_handlers.borrow_mut().pop();
    drop(old);
    true
}

#[php("function get_exception_handler(): ?callable")]
fn get_exception_handler(ctx: &Ctx) -> Value {
    Vm::of(ctx).errors.exception_handlers.borrow().last().cloned().unwrap_or_default()
}

#[php("function debug_backtrace(int $options = DEBUG_BACKTRACE_PROVIDE_OBJECT, int $limit = 0): array", reads_vars)]
fn debug_backtrace(ctx: &Ctx, options: i64, limit: i64) -> Array {
    trace::backtrace(Vm::of(ctx), options, limit, 1)
}

#[php("function debug_print_backtrace(int $options = 0, int $limit = 0): void", reads_vars)]
fn debug_print_backtrace(ctx: &Ctx, options: i64, limit: i64) {
    let frames = trace::backtrace(Vm::of(ctx), options, limit, 1);
    let mut text = trace::trace_text(ctx, &frames);
    // The outermost line is not of this function's business.
    let end = text.iter().rposition(|&b| b == b'#').unwrap_or(0);
    text.truncate(end);
    ctx.echo(&text);
}
