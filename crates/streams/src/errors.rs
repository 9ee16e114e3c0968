//! Failures of wrappers: collected while one tries, shown with the function and path in front.

use super::{options, state::State, wrapper::Wrapper};
use phant_memory::Str;
use phant_native::{ctx::Ctx, error::Level};
use std::io;

/// Tells why a wrapper fails: shown at once if it was asked to report errors, else kept for [`show`].
pub fn log(ctx: &Ctx, options: u32, message: impl AsRef<[u8]>) {
    if options & options::REPORT_ERRORS != 0 {
        ctx.warning(message);
    } else {
        State::of(ctx).errors.borrow_mut().push(Str::new(message.as_ref()));
    }
}

/// Keeps the error number of a failed system call.
pub fn set_errno(ctx: &Ctx, error: &io::Error) {
    State::of(ctx).errno.set(error.raw_os_error().unwrap_or(0));
}
/// Keeps an error number.
pub fn set_errno_number(ctx: &Ctx, errno: i32) {
    State::of(ctx).errno.set(errno);
}

/// Forgets what was logged.
pub fn clear(ctx: &Ctx) {
    State::of(ctx).errors.borrow_mut().clear();
    State::of(ctx).errno.set(0);
}

/// Why the wrapper failed: what it logged, or the last system error. Clears the log.
pub fn take_reason(ctx: &Ctx, wrapper: Option<&dyn Wrapper>) -> Vec<u8> {
    let state = State::of(ctx);
    let messages = state.errors.take_messages();
    let errno = state.errno.take();
    if !messages.is_empty() {
        let separator: &[u8] = if ctx.ini.bool("html_errors") { b"<br />\n" } else { b"\n" };
        return messages.join(separator);
    }
    match wrapper {
        Some(w) if !w.is_plain() => b"operation failed".to_vec(),
        _ => phant_os::strerror(errno).into_bytes(),
    }
}

/// Warns `f(path): caption: reason` with what the wrapper logged.
pub fn show(ctx: &Ctx, wrapper: Option<&dyn Wrapper>, path: &[u8], caption: &str) {
    let reason = take_reason(ctx, wrapper);
    if ctx.has_exception() {
        return;
    }
    let mut text = caption.as_bytes().to_vec();
    text.extend_from_slice(b": ");
    text.extend_from_slice(&reason);
    warn_with(ctx, &[path], &text);
}

/// Warns with the call's arguments in the message: `f(a,b): message`.
pub fn warn_with(ctx: &Ctx, arguments: &[&[u8]], message: &[u8]) {
    report_with(ctx, Level::Warning, arguments, message);
}

/// Reports with the call's arguments in the message: `f(a,b): message`.
pub fn report_with(ctx: &Ctx, level: Level, arguments: &[&[u8]], message: &[u8]) {
    let mut text = ctx.current.get().map_or_else(String::new, |f| f.display_name()).into_bytes();
    text.push(b'(');
    text.extend_from_slice(&arguments.join(&b","[..]));
    text.extend_from_slice(b"): ");
    text.extend_from_slice(message);
    ctx.report_about(level, text);
}

trait TakeMessages {
    fn take_messages(&self) -> Vec<Vec<u8>>;
}

impl TakeMessages for std::cell::RefCell<phant_memory::HeapVec<Str>> {
    fn take_messages(&self) -> Vec<Vec<u8>> {
        self.borrow_mut().drain(..).map(|s| s.as_bytes().to_vec()).collect()
    }
}
