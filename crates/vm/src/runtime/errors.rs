//! Error reporting: levels, handlers, display, the last error, fatal errors.

use crate::runtime::vm::Vm;
use phant_memory::{CountedCell, HeapVec, Str, Value, heap_vec};
use phant_native::{Ctx, Level, Thrown, ctx::Ending};
use std::cell::{Cell, RefCell};

/// Error and exception handlers of a request.
pub struct ErrorState {
    /// The error handler in force; none while it runs.
    pub handler: CountedCell<Option<Value>>,
    /// The levels that it sees. A handler that restores the one before it while it runs is in force again afterwards, but what
    /// was restored with the other are these.
    pub mask: Cell<i64>,
    /// The handlers before it and their levels, which `restore_error_handler` brings back, innermost last.
    pub handlers: RefCell<HeapVec<(Option<Value>, i64)>>,
    /// What PHP code that was called last had returned, though an exception is on its way, was `false`.
    pub declined: Cell<bool>,
    /// Exception handlers, innermost last.
    pub exception_handlers: RefCell<HeapVec<Value>>,
    /// What `error_get_last` shows: level, message, file, line.
    pub last: CountedCell<Option<(u32, Str, Str, u32)>>,
    /// Where the error being reported is, instead of where execution is.
    pub at: CountedCell<Option<(Str, u32)>>,
    /// An exception that nobody could catch was told where it was thrown, and ends this stage of the request.
    pub told: Cell<bool>,
    /// Objects of frames that such an exception leaves: they live on, as in PHP, which jumps out of the frames, until
    /// destructors are called at the end.
    pub stranded: RefCell<HeapVec<phant_memory::Object>>,
    /// PHP would have jumped out of a stage of the request: generators end without their finally blocks from now on.
    pub unclean: Cell<bool>,
}

impl ErrorState {
    /// No handlers, no error yet.
    pub fn new() -> ErrorState {
        ErrorState {
            handler: CountedCell::default(),
            mask: Cell::new(0),
            handlers: RefCell::new(heap_vec()),
            declined: Cell::new(false),
            exception_handlers: RefCell::new(heap_vec()),
            last: CountedCell::default(),
            at: CountedCell::default(),
            told: Cell::new(false),
            stranded: RefCell::new(heap_vec()),
            unclean: Cell::new(false),
        }
    }
}

impl Default for ErrorState {
    fn default() -> Self {
        ErrorState::new()
    }
}

/// Reports a fatal error and begins to end the request.
pub fn fatal(ctx: &Ctx, message: impl AsRef<[u8]>) -> Thrown {
    report(Vm::of(ctx), Level::Error, message.as_ref());
    Thrown
}

/// Where something was declared first, as the complaint about a second declaration says it.
pub fn declared_at(file: Option<&Str>, line: u32) -> Option<String> {
    file.map(|file| format!(" (previously declared in {file}:{line})"))
}

/// Reports a compile error at a place of its own and begins to end the request.
pub fn fatal_at(vm: &Vm, level: Level, message: &[u8], file: &Str, line: u32) -> Thrown {
    report_at(vm, level, message, file, line);
    Thrown
}

/// Reports an error where execution is.
pub fn report(vm: &Vm, level: Level, message: &[u8]) {
    let (file, line) = match &vm.errors.at.get() {
        Some(at) => at.clone(),
        None => crate::runtime::trace::location(vm),
    };
    report_at(vm, level, message, &file, line);
}

/// Reports an error at a place.
pub fn report_at(vm: &Vm, level: Level, message: &[u8], file: &Str, line: u32) {
    if level.is_fatal()
        && let Some(pending) = vm.ctx.exception.take()
    {
        // What nobody will catch any more is told first, and not to the program's handler.
        let handler = vm.errors.handler.take();
        crate::runtime::throwable::report(vm, &pending, Level::Warning);
        vm.errors.handler.set(handler);
    }
    if level.is_fatal() && level != Level::UserError && level != Level::RecoverableError {
        vm.ctx.exception.set(None);
        // Destructors and shutdown functions have room again.
        vm.stack_limit.set(vm.stack_stop.get());
    }
    let code = level as u32;
    // A user error handler sees everything but what the engine cannot go on after.
    let for_user = !matches!(
        level,
        Level::Error | Level::Parse | Level::CoreError | Level::CoreWarning | Level::CompileError | Level::CompileWarning
    );
    if for_user
        && vm.ctx.ending.get().is_none()
        && vm.errors.mask.get() as u32 & code != 0
        && let Some(handler) = vm.errors.handler.take()
    {
        if vm.ctx.exception.is_some() {
            // Nothing is called while an exception is on its way, and what is the handler's is nobody else's.
            vm.errors.handler.set(Some(handler));
            return;
        }
        if call_handler(vm, handler, code, message, file, line) {
            return;
        }
    }
    let repeated = vm.ctx.ini.bool("ignore_repeated_errors")
        && vm.errors.last.get().as_ref().is_some_and(|(_, text, at, on)| {
            let anywhere = vm.ctx.ini.bool("ignore_repeated_source");
            text.as_bytes() == message && (anywhere || at == file && *on == line)
        });
    vm.errors.last.set(Some((code, Str::new(message), file.clone(), line)));
    let reporting = vm.ctx.ini.hot.error_reporting.get() as u32;
    if reporting & code != 0 && !repeated {
        display(vm, level, message, file, line);
    }
    if level.is_fatal() {
        vm.ctx.ending.set(Some(Ending::Fatal));
        vm.exit_status.set(255);
        // A page that says nothing of its failure has at least a status that does.
        let request = &vm.ctx.request;
        let silent = !phant_native::ini::parse_bool(&vm.ctx.ini.text("display_errors"));
        if silent && request.headers_sent.is_none() && matches!(request.status.get(), 0 | 200) {
            request.status.set(500);
        }
    }
}

fn escape_html(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    for &c in text {
        match c {
            b'&' => out.extend_from_slice(b"&amp;"),
            b'<' => out.extend_from_slice(b"&lt;"),
            b'>' => out.extend_from_slice(b"&gt;"),
            b'"' => out.extend_from_slice(b"&quot;"),
            _ => out.push(c),
        }
    }
    out
}

/// Calls a user error handler; false if it declined. No handler is in force while it runs, and it is in force again
/// afterwards unless it set or restored another one.
fn call_handler(vm: &Vm, handler: Value, code: u32, message: &[u8], file: &Str, line: u32) -> bool {
    let pending = vm.ctx.exception.take();
    let args = [Value::int(i64::from(code)), Value::str(message), Value::from(file.clone()), Value::int(i64::from(line))];
    let current = vm.ctx.current.get();
    vm.errors.declined.set(false);
    let result = match vm.ctx.host.known_callable(&vm.ctx, &handler) {
        Ok(callable) => crate::runtime::checked::aside(|| crate::runtime::hold::hold(vm, |vm| vm.ctx.call(&callable, &args))),
        Err(_) => Ok(Value::FALSE),
    };
    vm.ctx.current.set(current);
    if vm.errors.handler.is_none() {
        vm.errors.handler.set(Some(handler));
    }
    if let Some(pending) = pending {
        if vm.ctx.exception.is_some() {
            crate::runtime::throwable::chain_previous(vm, pending);
        } else {
            vm.ctx.exception.set(Some(pending));
        }
    }
    // It has declined even if a destructor throws that its variables end with.
    match result {
        Ok(v) => v.as_bool() != Some(false),
        Err(_) => !vm.errors.declined.get(),
    }
}

/// Prints and logs an error as the ini settings say.
pub fn display(vm: &Vm, level: Level, message: &[u8], file: &Str, line: u32) {
    let label = level.label();
    let ini = &vm.ctx.ini;
    let (shown, log, html) = (ini.text("display_errors"), ini.bool("log_errors"), ini.bool("html_errors"));
    let place = [b" in ", file.as_bytes(), b" on line ", line.to_string().as_bytes()].concat();
    if log {
        phant_native::log::error(&vm.ctx, &[b"PHP ", label.as_bytes(), b":  ", message, &place].concat());
    }
    let to_stderr = shown.as_bytes() == b"stderr";
    if !to_stderr && !phant_native::ini::parse_bool(&shown) {
        return;
    }
    let (prepend, append) = (vm.ctx.ini.text("error_prepend_string"), vm.ctx.ini.text("error_append_string"));
    let text = if html {
        // Fatal errors quote what exceptions say, which may come from anywhere.
        let escaped = if matches!(level, Level::Error | Level::Parse) { escape_html(message) } else { message.to_vec() };
        [
            prepend.as_bytes(),
            b"<br />\n<b>",
            label.as_bytes(),
            b"</b>:  ",
            &escaped,
            b" in <b>",
            file.as_bytes(),
            b"</b> on line <b>",
            line.to_string().as_bytes(),
            b"</b><br />\n",
            append.as_bytes(),
        ]
        .concat()
    } else if to_stderr {
        [label.as_bytes(), b": ", message, &place, b"\n"].concat()
    } else {
        [prepend.as_bytes(), b"\n", label.as_bytes(), b": ", message, &place, b"\n", append.as_bytes()].concat()
    };
    if to_stderr {
        use std::io::Write;
        let _ = std::io::stderr().write_all(&text);
    } else {
        vm.ctx.echo(&text);
    }
}
