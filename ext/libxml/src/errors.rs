//! Errors: collected, or reported as warnings.

use crate::State;
use phant_memory::Str;
use phant_native::{Ctx, PhpResult};
use phant_xml::{
    error::{self, Error},
    tree::{Forest, Node},
};

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
    /// From 1; 0 without a place, -1 of what is wrong with a tree.
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
            line: if error.domain == error::Domain::Tree { -1 } else { i64::from(error.line) },
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

/// Gives a node a text in which references are references, and reports what is wrong with it.
pub fn set_reference_text(ctx: &Ctx, forest: &Forest, node: Node, text: &[u8], keeps_empty: bool) -> PhpResult<()> {
    for complaint in forest.set_reference_text(node, text, keeps_empty) {
        report_text(ctx, error::Domain::Tree, complaint.code, error::Level::Error, complaint.text.as_bytes());
        ctx.check()?;
    }
    Ok(())
}

/// The last column that a mark under a line stands in, from 0.
const LAST_COLUMN: usize = 79;
/// How much of a line is shown.
const WIDTH: usize = 80;

/// Collects an error, or prints it as libxml2 does: where and what, the line, and a mark under it. Each line is a
/// warning. `context` is the line with how many bytes of it are in front of the place.
pub fn print(ctx: &Ctx, error: &Error, context: Option<&(Vec<u8>, usize)>) {
    if are_internal(ctx) {
        return report(ctx, error);
    }
    let mut message = Vec::new();
    match &error.file {
        Some(file) => {
            message.extend_from_slice(file);
            message.extend_from_slice(format!(":{}: ", error.line).as_bytes());
        }
        None if error.line > 0 && error.domain == error::Domain::Parser => {
            message.extend_from_slice(format!("Entity: line {}: ", error.line).as_bytes());
        }
        None => {}
    }
    let domain = match error.domain {
        error::Domain::Parser => "parser ",
        error::Domain::Namespace => "namespace ",
        error::Domain::Dtd | error::Domain::Valid => "validity ",
        error::Domain::Io => "I/O ",
        error::Domain::I18n => "encoding ",
        _ => "",
    };
    message.extend_from_slice(domain.as_bytes());
    message.extend_from_slice(if error.level == error::Level::Warning { b"warning : " } else { b"error : " });
    message.extend_from_slice(error.message.strip_suffix(b"\n").unwrap_or(&error.message));
    ctx.warning(&message);
    if let Some((line, column)) = context {
        ctx.warning(line);
        let before = line.iter().take(*column).take(LAST_COLUMN);
        let mut mark: Vec<u8> = before.map(|&b| if b == b'\t' { b'\t' } else { b' ' }).collect();
        mark.push(b'^');
        ctx.warning(&mark);
    }
}

/// The line of a place in a text, as far as it is shown, and how many bytes of that are in front of the place.
pub fn context_at(text: &[u8], place: usize) -> (Vec<u8>, usize) {
    let is_end = |b: &u8| matches!(b, b'\n' | b'\r');
    let mut here = place.min(text.len());
    while here > 0 && text.get(here).is_some_and(is_end) {
        here -= 1;
    }
    let line = text[..here].iter().rposition(is_end).map_or(0, |at| at + 1);
    let from = line.max(here.saturating_sub(WIDTH));
    let rest = &text[from..];
    let len = rest.iter().position(is_end).unwrap_or(rest.len()).min(WIDTH);
    (rest[..len].to_vec(), here - from)
}

/// As [`context_at`], for an error in a whole document.
pub fn context_of(text: &[u8], error: &Error) -> Option<(Vec<u8>, usize)> {
    if error.in_entity || error.line == 0 {
        return None;
    }
    let ends = text.iter().enumerate().filter(|(_, b)| **b == b'\n').map(|(at, _)| at + 1);
    let mut here = std::iter::once(0).chain(ends).nth(error.line as usize - 1)?;
    for _ in 1..error.column {
        here += 1;
        while text.get(here).is_some_and(|b| b & 0xc0 == 0x80) {
            here += 1;
        }
    }
    Some(context_at(text, here))
}
