//! Errors: collected, or reported as warnings.

use crate::State;
use phant_memory::Str;
use phant_native::Ctx;
use phant_xml::error::{self, Error};

/// An error as `LibXMLError` shows it.
#[derive(Clone)]
pub struct Problem {
    /// 1 warning, 2 error, 3 fatal.
    pub level: i64,
    /// libxml2's number.
    pub code: i64,
    /// From 1; 0 without a place.
    pub column: i64,
    /// With the line feed at its end.
    pub message: Str,
    /// The document's name.
    pub file: Option<Str>,
    /// From 1; 0 without a place.
    pub line: i64,
}

impl From<&Error> for Problem {
    fn from(error: &Error) -> Problem {
        Problem {
            level: error.level as i64,
            code: i64::from(error.code),
            column: i64::from(error.column),
            message: Str::new(&error.message),
            file: error.file.as_ref().map(Str::new),
            line: i64::from(error.line),
        }
    }
}

/// How the warning for an error is worded.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// With the place in the document.
    WithPlace,
    /// The text alone.
    Alone,
}

/// Whether errors are collected.
pub fn are_internal(ctx: &Ctx) -> bool {
    ctx.state::<State>().internal.get()
}

/// Collects an error, or reports it: warnings as notices, others as warnings.
pub fn report(ctx: &Ctx, error: &Error) {
    let has_place = error.line > 0 && error.domain != error::Domain::Io;
    report_as(ctx, error, if has_place { Shown::WithPlace } else { Shown::Alone });
}

/// As [`report`], with the wording given.
pub fn report_as(ctx: &Ctx, error: &Error, shown: Shown) {
    let state = ctx.state::<State>();
    let problem = Problem::from(error);
    if state.internal.get() {
        state.errors.borrow_mut().push(problem.clone());
        state.last.replace(Some(problem));
        return;
    }
    let text = error.message.strip_suffix(b"\n").unwrap_or(&error.message);
    let mut message = text.to_vec();
    if shown == Shown::WithPlace {
        message.extend_from_slice(b" in ");
        message.extend_from_slice(error.file.as_deref().unwrap_or(b"Entity"));
        message.extend_from_slice(format!(", line: {}", error.line).as_bytes());
    }
    let is_notice = error.level == error::Level::Warning && shown == Shown::WithPlace;
    if is_notice { ctx.notice(message) } else { ctx.warning(message) }
}

/// Reports an error that has no place.
pub fn report_text(ctx: &Ctx, domain: error::Domain, code: i32, level: error::Level, message: &[u8]) {
    let message = [message, b"\n"].concat();
    let error = Error { domain, code, level, message, file: None, line: 0, column: 0, in_entity: false };
    report_as(ctx, &error, Shown::Alone);
}
