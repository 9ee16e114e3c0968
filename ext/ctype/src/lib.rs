//! PHP's ctype extension: what kind of characters a text is made of, by ASCII rules.

#![forbid(unsafe_code)]

use phant_memory::Value;
use phant_native::{Ctx, Extension, Late, PhpResult, convert, descriptor::FunctionGroup, functions, php};

const FUNCTIONS: FunctionGroup = functions![
    ctype_alnum,
    ctype_alpha,
    ctype_cntrl,
    ctype_digit,
    ctype_lower,
    ctype_graph,
    ctype_print,
    ctype_punct,
    ctype_space,
    ctype_upper,
    ctype_xdigit,
];

/// The extension.
pub static EXTENSION: Extension =
    Extension { name: "ctype", functions: &[FUNCTIONS], info: &[("ctype functions", "enabled")], ..Extension::EMPTY };

/// What decimal text of integers outside of a byte's range consists of.
#[derive(Clone, Copy)]
struct Decimal {
    /// The test accepts digits.
    digits: bool,
    /// The test accepts a minus too.
    minus: bool,
}

/// Whether all bytes of a text pass the test. Integers are characters if they are in the range of a byte; other types
/// never pass.
#[inline(always)]
fn check(late: Late<'_>, text: &Value, decimal: Decimal, test: fn(u8) -> bool) -> PhpResult<bool> {
    match text.own_str() {
        Some(s) => Ok(!s.is_empty() && s.iter().all(|&b| test(b))),
        None => Ok(check_other(late.ctx()?, text, decimal, test)),
    }
}
#[cold]
#[inline(never)]
fn check_other(ctx: &Ctx, text: &Value, decimal: Decimal, test: fn(u8) -> bool) -> bool {
    let name = convert::type_name(text);
    ctx.deprecated(format!("Argument of type {name} will be interpreted as string in the future"));
    match text.as_int() {
        Some(c @ -128..=255) => test(c as u8),
        Some(256..) => decimal.digits,
        Some(_) => decimal.minus,
        None => false,
    }
}

const NOTHING: Decimal = Decimal { digits: false, minus: false };
const DIGITS: Decimal = Decimal { digits: true, minus: false };
const ALL: Decimal = Decimal { digits: true, minus: true };

/// Letters and digits.
#[php("function ctype_alnum(mixed $text): bool")]
fn ctype_alnum(late: Late<'_>, text: &Value) -> PhpResult<bool> {
    check(late, text, DIGITS, |b| b.is_ascii_alphanumeric())
}

/// Letters.
#[php("function ctype_alpha(mixed $text): bool")]
fn ctype_alpha(late: Late<'_>, text: &Value) -> PhpResult<bool> {
    check(late, text, NOTHING, |b| b.is_ascii_alphabetic())
}

/// Control characters.
#[php("function ctype_cntrl(mixed $text): bool")]
fn ctype_cntrl(late: Late<'_>, text: &Value) -> PhpResult<bool> {
    check(late, text, NOTHING, |b| b.is_ascii_control())
}

/// Digits.
#[php("function ctype_digit(mixed $text): bool")]
fn ctype_digit(late: Late<'_>, text: &Value) -> PhpResult<bool> {
    check(late, text, DIGITS, |b| b.is_ascii_digit())
}

/// Lower-case letters.
#[php("function ctype_lower(mixed $text): bool")]
fn ctype_lower(late: Late<'_>, text: &Value) -> PhpResult<bool> {
    check(late, text, NOTHING, |b| b.is_ascii_lowercase())
}

/// Visible characters.
#[php("function ctype_graph(mixed $text): bool")]
fn ctype_graph(late: Late<'_>, text: &Value) -> PhpResult<bool> {
    check(late, text, ALL, |b| b.is_ascii_graphic())
}

/// Visible characters and the space.
#[php("function ctype_print(mixed $text): bool")]
fn ctype_print(late: Late<'_>, text: &Value) -> PhpResult<bool> {
    check(late, text, ALL, |b| b.is_ascii_graphic() || b == b' ')
}

/// Visible characters that are no letters or digits.
#[php("function ctype_punct(mixed $text): bool")]
fn ctype_punct(late: Late<'_>, text: &Value) -> PhpResult<bool> {
    check(late, text, NOTHING, |b| b.is_ascii_punctuation())
}

/// White space.
#[php("function ctype_space(mixed $text): bool")]
fn ctype_space(late: Late<'_>, text: &Value) -> PhpResult<bool> {
    check(late, text, NOTHING, |b| matches!(b, b' ' | b'\t'..=b'\r'))
}

/// Upper-case letters.
#[php("function ctype_upper(mixed $text): bool")]
fn ctype_upper(late: Late<'_>, text: &Value) -> PhpResult<bool> {
    check(late, text, NOTHING, |b| b.is_ascii_uppercase())
}

/// Hexadecimal digits.
#[php("function ctype_xdigit(mixed $text): bool")]
fn ctype_xdigit(late: Late<'_>, text: &Value) -> PhpResult<bool> {
    check(late, text, DIGITS, |b| b.is_ascii_hexdigit())
}
