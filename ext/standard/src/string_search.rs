//! Finding one string in another: `strpos`, `strstr`, `substr_count`, `strspn` and their kin.

use crate::text::{self, ByteSet};
use memchr::memrchr;
use phant_memory::{PhpStr, Str, Value, string::Bytes};
use phant_native::{Ctx, Late, PhpResult, args::RefArg, descriptor::FunctionGroup, functions, php, ret::OrFalse};
use phant_text::{natural, similarity};

pub(crate) const FUNCTIONS: FunctionGroup = functions![
    strpos,
    stripos,
    strrpos,
    strripos,
    strstr,
    stristr,
    strrchr,
    str_contains,
    str_starts_with,
    str_ends_with,
    substr_count,
    substr_compare,
    strspn,
    strcspn,
    strpbrk,
    strcoll,
    strnatcmp,
    strnatcasecmp,
    similar_text,
    levenshtein,
];

/// An offset is outside of the haystack.
#[cold]
fn not_contained(ctx: &Ctx, number: usize) -> phant_native::Thrown {
    ctx.argument_error(number, "must be contained in argument #1 ($haystack)")
}

/// The first place of a string in another.
#[php("function strpos(string $haystack, string $needle, int $offset = 0): int|false", pure)]
fn strpos(late: Late<'_>, haystack: &PhpStr, needle: &PhpStr, offset: i64) -> PhpResult<OrFalse<usize>> {
    let Some(from) = text::offset_in(haystack.len(), offset) else { return Err(not_contained(late.ctx()?, 3)) };
    Ok(text::find(&haystack[from..], needle).map(|at| at + from).into())
}

/// As `strpos`, whatever the case of ASCII letters.
#[php("function stripos(string $haystack, string $needle, int $offset = 0): int|false", pure)]
fn stripos(late: Late<'_>, haystack: &PhpStr, needle: &PhpStr, offset: i64) -> PhpResult<OrFalse<usize>> {
    let Some(from) = text::offset_in(haystack.len(), offset) else { return Err(not_contained(late.ctx()?, 3)) };
    Ok(text::find_fold(&haystack[from..], needle).map(|at| at + from).into())
}

/// The part of the haystack where `strrpos` may find the needle, and where that part starts. A negative offset says
/// where the needle may start at the latest, counted from the end.
fn reverse_range(len: usize, needle_len: usize, offset: i64) -> Option<std::ops::Range<usize>> {
    if offset >= 0 {
        let from = usize::try_from(offset).ok()?;
        return (from <= len).then_some(from..len);
    }
    let back = usize::try_from(offset.unsigned_abs()).ok()?;
    let latest = len.checked_sub(back)?;
    Some(0..latest.saturating_add(needle_len).min(len))
}

/// The last place of a string in another.
#[php("function strrpos(string $haystack, string $needle, int $offset = 0): int|false", pure)]
fn strrpos(late: Late<'_>, haystack: &PhpStr, needle: &PhpStr, offset: i64) -> PhpResult<OrFalse<usize>> {
    let Some(range) = reverse_range(haystack.len(), needle.len(), offset) else { return Err(not_contained(late.ctx()?, 3)) };
    let start = range.start;
    Ok(text::rfind(&haystack[range], needle).map(|at| at + start).into())
}

/// As `strrpos`, whatever the case of ASCII letters.
#[php("function strripos(string $haystack, string $needle, int $offset = 0): int|false", pure)]
fn strripos(late: Late<'_>, haystack: &PhpStr, needle: &PhpStr, offset: i64) -> PhpResult<OrFalse<usize>> {
    let Some(range) = reverse_range(haystack.len(), needle.len(), offset) else { return Err(not_contained(late.ctx()?, 3)) };
    let start = range.start;
    // PHP compares one byte alone as a signed number, which none of the upper half is equal to.
    if needle.len() == 1 && !needle.is_ascii() {
        return Ok(OrFalse::False);
    }
    Ok(text::rfind_fold(&haystack[range], needle).map(|at| at + start).into())
}

fn part(haystack: &PhpStr, at: Option<usize>, before: bool) -> OrFalse<Str> {
    match at {
        Some(0) if !before => OrFalse::Some(haystack.to_handle()),
        Some(at) => OrFalse::Some(Str::new(if before { &haystack[..at] } else { &haystack[at..] })),
        None => OrFalse::False,
    }
}

/// The rest of the haystack from the needle on, or what is before it.
#[php("function strstr(string $haystack, string $needle, bool $before_needle = false): string|false", pure, alias = "strchr")]
fn strstr(haystack: &PhpStr, needle: &PhpStr, before_needle: bool) -> OrFalse<Str> {
    part(haystack, text::find(haystack, needle), before_needle)
}

/// As `strstr`, whatever the case of ASCII letters.
#[php("function stristr(string $haystack, string $needle, bool $before_needle = false): string|false", pure)]
fn stristr(haystack: &PhpStr, needle: &PhpStr, before_needle: bool) -> OrFalse<Str> {
    part(haystack, text::find_fold(haystack, needle), before_needle)
}

/// The rest of the haystack from the last occurrence of the needle's first byte on. An empty needle stands for NUL.
#[php("function strrchr(string $haystack, string $needle, bool $before_needle = false): string|false", pure)]
fn strrchr(haystack: &PhpStr, needle: &PhpStr, before_needle: bool) -> OrFalse<Str> {
    part(haystack, memrchr(needle.first().copied().unwrap_or(0), haystack), before_needle)
}

/// The empty needle is always found.
#[php("function str_contains(string $haystack, string $needle): bool", pure)]
fn str_contains(haystack: &PhpStr, needle: &PhpStr) -> bool {
    text::find(haystack, needle).is_some()
}

/// Whether a string starts with another.
#[php("function str_starts_with(string $haystack, string $needle): bool", pure)]
fn str_starts_with(haystack: &PhpStr, needle: &PhpStr) -> bool {
    haystack.starts_with(needle)
}

/// Whether a string ends with another.
#[php("function str_ends_with(string $haystack, string $needle): bool", pure)]
fn str_ends_with(haystack: &PhpStr, needle: &PhpStr) -> bool {
    haystack.ends_with(needle)
}

/// How often the needle occurs, without overlap.
#[php("function substr_count(string $haystack, string $needle, int $offset = 0, ?int $length = null): int", pure)]
fn substr_count(late: Late<'_>, haystack: &PhpStr, needle: &PhpStr, offset: i64, length: Option<i64>) -> PhpResult<usize> {
    if needle.is_empty() {
        return Err(late.ctx()?.argument_error(2, "must not be empty"));
    }
    let Some(from) = text::offset_in(haystack.len(), offset) else { return Err(not_contained(late.ctx()?, 3)) };
    let rest = &haystack[from..];
    let rest = match length.map(|n| text::offset_in(rest.len(), n)) {
        None => rest,
        Some(Some(end)) => &rest[..end],
        Some(None) => return Err(not_contained(late.ctx()?, 4)),
    };
    Ok(match **needle {
        [byte] => text::count_byte(byte, rest),
        _ if needle.len() > rest.len() || !text::starts_within(rest, needle) => 0,
        _ => {
            let mut count = 0;
            text::each_place(rest, needle, |_| {
                count += 1;
                true
            });
            count
        }
    })
}

/// The difference of the first bytes that differ, or -1, 0, 1 for the lengths.
fn difference(a: &[u8], b: &[u8], fold: bool) -> i64 {
    let fold = |byte: u8| if fold { byte.to_ascii_lowercase() } else { byte };
    let differing = a.iter().zip(b).map(|(&a, &b)| i64::from(fold(a)) - i64::from(fold(b))).find(|&d| d != 0);
    differing.unwrap_or_else(|| a.len().cmp(&b.len()) as i64)
}

/// Compares a part of a string with another.
#[php(
    "function substr_compare(string $haystack, string $needle, int $offset, ?int $length = null, bool $case_insensitive = false): int",
    pure
)]
fn substr_compare(
    late: Late<'_>,
    haystack: &PhpStr,
    needle: &PhpStr,
    offset: i64,
    length: Option<i64>,
    case_insensitive: bool,
) -> PhpResult<i64> {
    match length {
        Some(0) => return Ok(0),
        Some(..0) => return Err(late.ctx()?.argument_error(4, "must be greater than or equal to 0")),
        _ => {}
    }
    let from = if offset < 0 { text::slice_of(haystack.len(), offset, None).0 as i64 } else { offset };
    let Some(from) = text::offset_in(haystack.len(), from) else { return Err(not_contained(late.ctx()?, 3)) };
    let limit = length.map_or(usize::MAX, |n| n as usize);
    let rest = &haystack[from..];
    Ok(difference(&rest[..rest.len().min(limit)], &needle[..needle.len().min(limit)], case_insensitive))
}

/// The length of the part at the start of which all bytes are in the list.
#[php("function strspn(string $string, string $characters, int $offset = 0, ?int $length = null): int", pure)]
fn strspn(string: &PhpStr, characters: &PhpStr, offset: i64, length: Option<i64>) -> usize {
    let (start, len) = text::slice_of(string.len(), offset, length);
    let part = &string[start..start + len];
    // Most such parts are short, and few bytes are soon compared.
    if characters.len() <= 16 {
        let start = &part[..len.min(8)];
        match start.iter().position(|byte| !characters.as_bytes().contains(byte)) {
            Some(at) => return at,
            None if len <= 8 => return len,
            None => {}
        }
    }
    // What is far longer is worth a set that many bytes are looked up in at once.
    let (head, rest) = part.split_at(len.min(96));
    let set = ByteSet::of(characters);
    match head.iter().position(|&byte| !set.has(byte)) {
        Some(at) => at,
        None if rest.is_empty() => len,
        None => Bytes::of(characters).others().find(rest).map_or(len, |at| at + head.len()),
    }
}

/// The length of the part at the start of which no byte is in the list.
#[php("function strcspn(string $string, string $characters, int $offset = 0, ?int $length = null): int", pure)]
fn strcspn(string: &PhpStr, characters: &PhpStr, offset: i64, length: Option<i64>) -> usize {
    let (start, len) = text::slice_of(string.len(), offset, length);
    text::first_of(characters, &string[start..start + len]).unwrap_or(len)
}

/// The rest of the string from the first byte of the list on.
#[php("function strpbrk(string $string, string $characters): string|false", pure)]
fn strpbrk(late: Late<'_>, string: &PhpStr, characters: &PhpStr) -> PhpResult<OrFalse<Str>> {
    if characters.is_empty() {
        return Err(late.ctx()?.argument_error(2, "must be a non-empty string"));
    }
    Ok(part(string, text::first_of(characters, string), false))
}

/// Compares by the locale's order, which is that of bytes in every locale there is here. C ends strings at NUL.
#[php("function strcoll(string $string1, string $string2): int")]
fn strcoll(string1: &PhpStr, string2: &PhpStr) -> i64 {
    let next = |s: &[u8], i: usize| i64::from(s.get(i).copied().unwrap_or(0));
    let at = string1.iter().zip(string2.iter()).position(|(&a, &b)| a != b || a == 0);
    let at = at.unwrap_or(string1.len().min(string2.len()));
    next(string1, at) - next(string2, at)
}

/// Compares in natural order.
#[php("function strnatcmp(string $string1, string $string2): int", pure)]
fn strnatcmp(string1: &PhpStr, string2: &PhpStr) -> i64 {
    natural::compare(string1, string2, false) as i64
}

/// Compares in natural order, whatever the case of ASCII letters.
#[php("function strnatcasecmp(string $string1, string $string2): int", pure)]
fn strnatcasecmp(string1: &PhpStr, string2: &PhpStr) -> i64 {
    natural::compare(string1, string2, true) as i64
}

/// How many bytes two strings have in common, in order.
#[php("function similar_text(string $string1, string $string2, &$percent = null): int")]
fn similar_text(passed: usize, string1: &PhpStr, string2: &PhpStr, mut percent: RefArg<'_>) -> usize {
    let similar = similarity::similar_text(string1, string2);
    if passed < 3 {
        return similar;
    }
    percent.set(Value::float(similarity::similar_percent(similar, string1, string2)));
    similar
}

/// The cost of turning one string into the other.
#[php(
    "function levenshtein(string $string1, string $string2, int $insertion_cost = 1, int $replacement_cost = 1, int $deletion_cost = 1): int",
    pure
)]
fn levenshtein(string1: &PhpStr, string2: &PhpStr, insertion_cost: i64, replacement_cost: i64, deletion_cost: i64) -> i64 {
    similarity::levenshtein(string1, string2, insertion_cost, replacement_cost, deletion_cost)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reverse_ranges() {
        assert_eq!(reverse_range(3, 1, -1), Some(0..3));
        assert_eq!(reverse_range(3, 1, -3), Some(0..1));
        assert_eq!(reverse_range(3, 1, -4), None);
        assert_eq!(reverse_range(3, 1, 3), Some(3..3));
        assert_eq!(reverse_range(3, 1, i64::MIN), None);
    }
}
