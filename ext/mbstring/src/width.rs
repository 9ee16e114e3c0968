//! Columns of a terminal.

use crate::{
    state::{argument, chars, text},
    string::magnitude,
    unicode, utf8,
};
use phant_memory::{PhpStr, Str};
use phant_native::{PhpResult, ctx::Late, descriptor::FunctionGroup, functions, php};

pub(crate) const FUNCTIONS: FunctionGroup = functions![mb_strwidth, mb_strimwidth];

fn width(chars: &[u32]) -> usize {
    chars.iter().map(|&c| unicode::width(c)).sum()
}

/// How many columns a text takes.
#[php("function mb_strwidth(string $string, ?string $encoding = null): int")]
fn mb_strwidth(late: Late<'_>, string: &PhpStr, encoding: Option<&PhpStr>) -> PhpResult<usize> {
    let encoding = argument(late, 2, encoding)?;
    if encoding.is_utf8() && string.is_ascii() {
        return Ok(string.len());
    }
    if encoding.is_utf8() {
        return Ok(utf8::Lenient(string).map(unicode::width).sum());
    }
    Ok(width(&chars(late, encoding, string)?))
}

/// The start of UTF-8 text that fits, with the marker if that is not all.
fn trimmed(string: &Str, text: &str, columns: usize, marker: &str) -> Str {
    // How much fits into some columns.
    let fitting = |columns: usize| {
        let mut left = columns;
        text.char_indices()
            .find(|&(_, c)| match left.checked_sub(unicode::width(u32::from(c))) {
                Some(less) => {
                    left = less;
                    false
                }
                None => true,
            })
            .map(|(at, _)| at)
    };
    if fitting(columns).is_none() {
        return string.clone();
    }
    let width: usize = marker.chars().map(|c| unicode::width(u32::from(c))).sum();
    let kept = fitting(columns.saturating_sub(width)).unwrap_or(text.len());
    Str::concat(&text.as_bytes()[..kept], marker.as_bytes())
}

/// Cuts to so many columns, with a mark where something was cut off.
#[php(
    "function mb_strimwidth(string $string, int $start, int $width, string $trim_marker = '', ?string $encoding = null): string"
)]
fn mb_strimwidth(
    late: Late<'_>,
    string: &Str,
    start: i64,
    columns: i64,
    marker: &PhpStr,
    encoding: Option<&PhpStr>,
) -> PhpResult<Str> {
    let encoding = argument(late, 5, encoding)?;
    if let (true, 0, 0.., Some(all), Some(marker)) = (encoding.is_utf8(), start, columns, utf8::valid(string), marker.as_utf8()) {
        return Ok(trimmed(string, all, magnitude(columns), marker));
    }
    // No character is narrower than a column.
    let looked_at = magnitude(start).saturating_add(magnitude(columns)).saturating_add(1);
    let all = match encoding.is_utf8() && start >= 0 && columns >= 0 && utf8::is_soon_bad(string) {
        true => utf8::Lenient(string).take(looked_at).collect(),
        false => chars(late, encoding, string)?,
    };
    let from = if start < 0 { all.len().checked_sub(magnitude(start)) } else { Some(magnitude(start)) };
    let Some(from) = from.filter(|&from| from <= all.len()) else {
        return Err(late.ctx()?.argument_error(2, "is out of range"));
    };
    let rest = &all[from..];
    let columns = if columns < 0 {
        let ctx = late.ctx()?;
        ctx.deprecated("passing a negative integer to argument #3 ($width) is deprecated");
        ctx.check()?;
        match width(rest).checked_sub(magnitude(columns)) {
            Some(columns) => columns,
            None => return Err(late.ctx()?.argument_error(3, "is out of range")),
        }
    } else {
        magnitude(columns)
    };
    if width(rest) <= columns {
        return Ok(text(late, encoding, rest));
    }
    let marker = chars(late, encoding, marker)?;
    let mut left = columns.saturating_sub(width(&marker));
    let fits = |c: &&u32| match left.checked_sub(unicode::width(**c)) {
        Some(less) => {
            left = less;
            true
        }
        None => false,
    };
    let mut kept: Vec<u32> = rest.iter().take_while(fits).copied().collect();
    kept.extend(marker);
    Ok(text(late, encoding, &kept))
}
