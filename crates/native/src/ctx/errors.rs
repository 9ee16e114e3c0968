//! What goes wrong: messages, exceptions, the errors of arguments.

use super::Ctx;
use crate::error::{Level, PhpResult, Thrown};
use phant_memory::Object;

impl Ctx {
    /// Reports an error of any level, as it is.
    pub fn report(&self, level: Level, message: impl AsRef<[u8]>) {
        // What there is to say of the server's settings is nothing that its pages should show.
        if self.ini.starting.get() && self.request.http.get() {
            self.ini.told.set(true);
            return;
        }
        if matches!(level, Level::Warning | Level::UserWarning)
            && let Some(class) = self.warnings_thrown.get()
        {
            if !self.has_exception() {
                self.throw(class, message);
            }
            return;
        }
        self.host.report(self, level, &crate::error::presentable(message.as_ref()));
    }
    /// Reports a text of the program's own: names of anonymous classes in it are not shortened.
    pub fn report_as_is(&self, level: Level, message: impl AsRef<[u8]>) {
        self.host.report(self, level, message.as_ref());
    }
    /// Runs something whose warnings are exceptions of a class instead: constructors that cannot just return `false`.
    pub fn throwing_warnings<R>(&self, class: &'static str, act: impl FnOnce(&Ctx) -> R) -> R {
        let before = self.warnings_thrown.replace(Some(class));
        let result = act(self);
        self.warnings_thrown.set(before);
        result
    }
    /// Reports an error with the running function's name in front: `fopen(): …`.
    pub fn report_here(&self, level: Level, message: impl AsRef<[u8]>) {
        let mut text = match self.current.get() {
            Some(f) => format!("{}(): ", f.display_name()).into_bytes(),
            None if self.ini.starting.get() => b"PHP Startup: ".to_vec(),
            None => match self.host.active_function(self) {
                Some(name) => format!("{name}(): ").into_bytes(),
                None if self.request.over.get() => b"PHP Request Shutdown: ".to_vec(),
                None => b"Unknown: ".to_vec(),
            },
        };
        text.extend_from_slice(message.as_ref());
        self.report_about(level, text);
    }
    /// Reports an error with a function's name, and perhaps its arguments, in front. For pages such texts are escaped: parts
    /// of them came from outside.
    pub fn report_about(&self, level: Level, text: Vec<u8>) {
        let html = self.ini.bool("html_errors");
        self.report(level, if html { escaped(&text) } else { text });
    }
    /// A warning with the running function's name in front.
    pub fn warning(&self, message: impl AsRef<[u8]>) {
        self.report_here(Level::Warning, message);
    }
    /// A notice with the running function's name in front.
    pub fn notice(&self, message: impl AsRef<[u8]>) {
        self.report_here(Level::Notice, message);
    }
    /// A deprecation with the running function's name in front.
    pub fn deprecated(&self, message: impl AsRef<[u8]>) {
        self.report_here(Level::Deprecated, message);
    }
    /// Whether an exception (or the end of the request) is pending.
    #[inline(always)]
    pub fn has_exception(&self) -> bool {
        self.exception.is_some() || self.ending.get().is_some()
    }
    /// `Err` if an exception is pending: after calls that report warnings.
    #[inline]
    pub fn check(&self) -> PhpResult<()> {
        if self.has_exception() { Err(Thrown) } else { Ok(()) }
    }
    /// Throws an exception of a class by name.
    pub fn throw(&self, class: &str, message: impl AsRef<[u8]>) -> Thrown {
        self.throw_with_code(class, message, 0)
    }
    /// Throws an exception of a class by name, with a code.
    pub fn throw_with_code(&self, class: &str, message: impl AsRef<[u8]>, code: i64) -> Thrown {
        match self.host.lookup_class(self, class.as_bytes(), false) {
            Some(class) => {
                let e = self.host.make_exception(self, class, &crate::error::presentable(message.as_ref()), code);
                self.throw_object(e)
            }
            None => {
                let text = format!("{class} is not available in this build");
                self.report(Level::Error, text);
                Thrown
            }
        }
    }
    /// Throws an exception object.
    pub fn throw_object(&self, exception: Object) -> Thrown {
        self.host.throw(self, exception);
        Thrown
    }
    /// Throws `Error`.
    pub fn throw_error(&self, message: impl AsRef<[u8]>) -> Thrown {
        self.throw("Error", message)
    }
    /// Throws `TypeError`.
    pub fn type_error(&self, message: impl AsRef<[u8]>) -> Thrown {
        self.throw("TypeError", message)
    }
    /// Throws `ValueError`.
    pub fn value_error(&self, message: impl AsRef<[u8]>) -> Thrown {
        self.throw("ValueError", message)
    }
    /// Throws `ValueError`: `f(): Argument #N ($name) ` followed by the message (`must be …`). `number` is from 1.
    pub fn argument_error(&self, number: usize, message: impl AsRef<str>) -> Thrown {
        let text = self.argument_text(number, message.as_ref());
        self.value_error(text)
    }
    /// Throws `TypeError`: `f(): Argument #N ($name) ` followed by the message (`must be …`). `number` is from 1.
    pub fn argument_type_error(&self, number: usize, message: impl AsRef<str>) -> Thrown {
        let text = self.argument_text(number, message.as_ref());
        self.type_error(text)
    }
    fn argument_text(&self, number: usize, message: &str) -> String {
        match self.current.get() {
            // Arguments of a variadic parameter go by number alone.
            Some(f) => match f.param_name(number - 1).filter(|_| number <= f.named_params()) {
                Some(name) => format!("{}(): Argument #{number} (${name}) {message}", f.display_name()),
                None => format!("{}(): Argument #{number} {message}", f.display_name()),
            },
            None => format!("Argument #{number} {message}"),
        }
    }
}

/// A message for a page: what functions say has parts of their arguments in it.
fn escaped(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    for &byte in text {
        match byte {
            b'&' => out.extend_from_slice(b"&amp;"),
            b'<' => out.extend_from_slice(b"&lt;"),
            b'>' => out.extend_from_slice(b"&gt;"),
            b'"' => out.extend_from_slice(b"&quot;"),
            _ => out.push(byte),
        }
    }
    out
}
