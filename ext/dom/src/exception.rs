//! DOMException, and how operations fail.

use crate::object;
use phant_memory::Object;
use phant_native::{Ctx, Thrown, php_class};

pub struct DomException;

/// Thrown when an operation makes no sense.
#[php_class(
    "final class DOMException extends Exception {
        public $code = 0;
    }"
)]
impl DomException {}

/// Why an operation fails, by DOM's numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    IndexSize = 1,
    HierarchyRequest = 3,
    WrongDocument = 4,
    InvalidCharacter = 5,
    NoModificationAllowed = 7,
    NotFound = 8,
    NotSupported = 9,
    InvalidState = 11,
    Syntax = 12,
    InvalidModification = 13,
    Namespace = 14,
}

impl Fault {
    fn text(self) -> &'static str {
        match self {
            Fault::IndexSize => "Index Size Error",
            Fault::HierarchyRequest => "Hierarchy Request Error",
            Fault::WrongDocument => "Wrong Document Error",
            Fault::InvalidCharacter => "Invalid Character Error",
            Fault::NoModificationAllowed => "No Modification Allowed Error",
            Fault::NotFound => "Not Found Error",
            Fault::NotSupported => "Not Supported Error",
            Fault::InvalidState => "Invalid State Error",
            Fault::Syntax => "Syntax Error",
            Fault::InvalidModification => "Invalid Modification Error",
            Fault::Namespace => "Namespace Error",
        }
    }
}

/// Throws, whatever `strictErrorChecking` says.
pub fn throw(ctx: &Ctx, fault: Fault) -> Thrown {
    throw_text(ctx, fault, fault.text())
}

/// Throws with a text of its own.
pub fn throw_text(ctx: &Ctx, fault: Fault, text: &str) -> Thrown {
    ctx.throw_with_code("DOMException", text, fault as i64)
}

/// Throws, or warns if the document's `strictErrorChecking` is off: then the result is false.
pub fn fail<T>(ctx: &Ctx, node: &Object, fault: Fault, otherwise: T) -> Result<T, Thrown> {
    if object::is_strict(node) {
        return Err(throw(ctx, fault));
    }
    ctx.warning(fault.text());
    ctx.check()?;
    Ok(otherwise)
}
