//! The string functions of the core.

use phant_memory::PhpStr;
use phant_native::{Ctx, PhpResult, descriptor::FunctionGroup, functions, php};

pub(crate) const CORE: FunctionGroup = functions![strlen, strcmp, strncmp, strcasecmp, strncasecmp];

#[php("function strlen(string $string): int", pure)]
fn strlen(string: &PhpStr) -> usize {
    string.len()
}

#[php("function strcmp(string $string1, string $string2): int", pure)]
fn strcmp(string1: &PhpStr, string2: &PhpStr) -> i64 {
    exact(string1, string2)
}

#[php("function strncmp(string $string1, string $string2, int $length): int", pure)]
fn strncmp(ctx: &Ctx, string1: &PhpStr, string2: &PhpStr, length: i64) -> PhpResult<i64> {
    let length = limit(ctx, length)?;
    Ok(exact(head(string1, length), head(string2, length)))
}

#[php("function strcasecmp(string $string1, string $string2): int", pure)]
fn strcasecmp(string1: &PhpStr, string2: &PhpStr) -> i64 {
    case_insensitive(string1, string2)
}

#[php("function strncasecmp(string $string1, string $string2, int $length): int", pure)]
fn strncasecmp(ctx: &Ctx, string1: &PhpStr, string2: &PhpStr, length: i64) -> PhpResult<i64> {
    let length = limit(ctx, length)?;
    Ok(case_insensitive(head(string1, length), head(string2, length)))
}

fn limit(ctx: &Ctx, length: i64) -> PhpResult<usize> {
    usize::try_from(length).map_err(|_| ctx.argument_error(3, "must be greater than or equal to 0"))
}

fn head(text: &[u8], length: usize) -> &[u8] {
    &text[..text.len().min(length)]
}

/// The difference of the first bytes that differ, or which text is longer.
fn difference(a: &[u8], b: &[u8], fold: impl Fn(u8) -> u8) -> i64 {
    let differ = a.iter().zip(b).map(|(&x, &y)| i64::from(fold(x)) - i64::from(fold(y))).find(|&d| d != 0);
    differ.unwrap_or_else(|| a.len().cmp(&b.len()) as i64)
}

fn exact(a: &[u8], b: &[u8]) -> i64 {
    // Equal beginnings are skipped fast.
    let common = a.len().min(b.len());
    if a[..common] == b[..common] { a.len().cmp(&b.len()) as i64 } else { difference(a, b, |byte| byte) }
}

fn case_insensitive(a: &[u8], b: &[u8]) -> i64 {
    difference(a, b, |byte| byte.to_ascii_lowercase())
}
