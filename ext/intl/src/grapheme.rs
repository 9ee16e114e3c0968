//! Texts as what readers take for characters: grapheme clusters.

use crate::{
    error::{self, ILLEGAL_ARGUMENT, INVALID_CHAR_FOUND},
    search::{Case, Clusters, Plain, Search},
};
use icu_segmenter::GraphemeClusterSegmenter;
use memchr::memmem;
use phant_memory::{Array, PhpStr, Str, Value};
use phant_native::{Ctx, PhpResult, RefArg, descriptor::FunctionGroup, functions, php, ret::OrFalse};

pub(crate) const FUNCTIONS: FunctionGroup = functions![
    grapheme_strlen,
    grapheme_strpos,
    grapheme_stripos,
    grapheme_strrpos,
    grapheme_strripos,
    grapheme_substr,
    grapheme_strstr,
    grapheme_stristr,
    grapheme_str_split,
    grapheme_extract
];

/// A text's clusters. Text that is not UTF-8 is an error, which has been noted when there is none.
fn clusters<'a>(ctx: &Ctx, string: &'a PhpStr, error: &'static str) -> PhpResult<Option<Clusters<'a>>> {
    let Some(text) = string.as_utf8() else {
        error::set(ctx, INVALID_CHAR_FOUND, error)?;
        return Ok(None);
    };
    ctx.reserve(text.len().saturating_mul(size_of::<usize>()))?;
    Ok(Some(Clusters::new(text)))
}

const BAD_INPUT: &str = "Error converting input string to UTF-16";
const BAD_NEEDLE: &str = "Error converting needle string to UTF-16";

/// How many clusters a text has.
#[php("function grapheme_strlen(string $string): int|false|null")]
fn grapheme_strlen(ctx: &Ctx, string: &PhpStr) -> PhpResult<Option<i64>> {
    Ok(clusters(ctx, string, BAD_INPUT)?.map(|clusters| clusters.len() as i64))
}

/// Which end a search begins at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    First,
    Last,
}

fn position(ctx: &Ctx, haystack: &PhpStr, needle: &PhpStr, offset: i64, case: Case, end: End) -> PhpResult<OrFalse<i64>> {
    let outside = || ctx.argument_error(3, "must be contained in argument #1 ($haystack)");
    let bytes = haystack.len() as i64;
    if offset > bytes || offset < -bytes {
        return Err(outside());
    }
    let Some(haystack) = clusters(ctx, haystack, BAD_INPUT)? else { return Ok(None.into()) };
    let Some(needle) = clusters(ctx, needle, BAD_NEEDLE)? else { return Ok(None.into()) };
    let length = haystack.len() as i64;
    if offset > length || offset < -length {
        return Err(outside());
    }
    let (from, to) = match (end, offset < 0) {
        (End::First, true) => (length + offset, length),
        (End::Last, true) => (0, length + offset),
        (_, false) => (offset, length),
    };
    let (from, to) = (from as usize, to as usize);
    if needle.len() == 0 && end == End::Last && offset >= 0 {
        // PHP tells the end in units of UTF-16 then.
        return Ok(Some(haystack.part(0, haystack.len()).encode_utf16().count() as i64).into());
    }
    // Even what collation does not see is found only where there is something.
    let end_of_places = if needle.len() == 0 { to + 1 } else { haystack.len().min(to + 1) };
    let places = from..end_of_places;
    let found = match Plain::of(&haystack, &needle, case) {
        Some(plain) => plain.find(places, end == End::Last),
        None => Search::new(case, &needle).find(ctx, &haystack, places, end == End::Last)?,
    };
    Ok(found.map(|at| at as i64).into())
}

/// Where a text is first found in another one, in clusters.
#[php("function grapheme_strpos(string $haystack, string $needle, int $offset = 0): int|false")]
fn grapheme_strpos(ctx: &Ctx, haystack: &PhpStr, needle: &PhpStr, offset: i64) -> PhpResult<OrFalse<i64>> {
    position(ctx, haystack, needle, offset, Case::Matters, End::First)
}

/// Where a text is first found in another one, in clusters, whatever the case of letters.
#[php("function grapheme_stripos(string $haystack, string $needle, int $offset = 0): int|false")]
fn grapheme_stripos(ctx: &Ctx, haystack: &PhpStr, needle: &PhpStr, offset: i64) -> PhpResult<OrFalse<i64>> {
    position(ctx, haystack, needle, offset, Case::Ignored, End::First)
}

/// Where a text is last found in another one, in clusters.
#[php("function grapheme_strrpos(string $haystack, string $needle, int $offset = 0): int|false")]
fn grapheme_strrpos(ctx: &Ctx, haystack: &PhpStr, needle: &PhpStr, offset: i64) -> PhpResult<OrFalse<i64>> {
    position(ctx, haystack, needle, offset, Case::Matters, End::Last)
}

/// Where a text is last found in another one, in clusters, whatever the case of letters.
#[php("function grapheme_strripos(string $haystack, string $needle, int $offset = 0): int|false")]
fn grapheme_strripos(ctx: &Ctx, haystack: &PhpStr, needle: &PhpStr, offset: i64) -> PhpResult<OrFalse<i64>> {
    position(ctx, haystack, needle, offset, Case::Ignored, End::Last)
}

/// Part of a text, counted in clusters.
#[php("function grapheme_substr(string $string, int $offset, ?int $length = null): string|false")]
fn grapheme_substr(ctx: &Ctx, string: &PhpStr, offset: i64, length: Option<i64>) -> PhpResult<OrFalse<Str>> {
    if i32::try_from(offset).is_err() {
        return Err(ctx.argument_error(2, "is too large"));
    }
    if length.is_some_and(|length| i32::try_from(length).is_err()) {
        return Err(ctx.argument_error(3, "is too large"));
    }
    let Some(clusters) = clusters(ctx, string, BAD_INPUT)? else { return Ok(None.into()) };
    let count = clusters.len() as i64;
    let from = if offset < 0 { (count + offset).max(0) } else { offset.min(count) };
    let to = match length {
        None => count,
        Some(length) if length < 0 => (count + length).max(from),
        Some(length) => (from + length).min(count),
    };
    Ok(Some(Str::new(clusters.part(from as usize, to as usize).as_bytes())).into())
}

fn part_from(ctx: &Ctx, haystack: &PhpStr, needle: &PhpStr, before: bool, case: Case) -> PhpResult<OrFalse<Str>> {
    // Without regard to case even a text that contains nothing is searched, which ICU refuses.
    if haystack.is_empty() && !needle.is_empty() && case == Case::Ignored {
        error::set(ctx, ILLEGAL_ARGUMENT, "Error creating search object")?;
        return Ok(None.into());
    }
    // What does not contain the very bytes is not looked at further.
    let bytes = needle.as_bytes();
    if case == Case::Matters && !bytes.is_empty() && memmem::find(haystack, bytes).is_none() {
        return Ok(None.into());
    }
    let Some(haystack) = clusters(ctx, haystack, BAD_INPUT)? else { return Ok(None.into()) };
    let Some(needle) = clusters(ctx, needle, BAD_NEEDLE)? else { return Ok(None.into()) };
    let count = haystack.len();
    let found = match Plain::of(&haystack, &needle, case) {
        Some(plain) => plain.find(0..count + 1, false),
        None => Search::new(case, &needle).find(ctx, &haystack, 0..count + 1, false)?,
    };
    let part = found.map(|at| if before { haystack.part(0, at) } else { haystack.part(at, count) });
    Ok(part.map(|part| Str::new(part.as_bytes())).into())
}

/// The part of a text from, or before, where another one is first found.
#[php("function grapheme_strstr(string $haystack, string $needle, bool $beforeNeedle = false): string|false")]
fn grapheme_strstr(ctx: &Ctx, haystack: &PhpStr, needle: &PhpStr, before: bool) -> PhpResult<OrFalse<Str>> {
    part_from(ctx, haystack, needle, before, Case::Matters)
}

/// The part of a text from, or before, where another one is first found, whatever the case of letters.
#[php("function grapheme_stristr(string $haystack, string $needle, bool $beforeNeedle = false): string|false")]
fn grapheme_stristr(ctx: &Ctx, haystack: &PhpStr, needle: &PhpStr, before: bool) -> PhpResult<OrFalse<Str>> {
    part_from(ctx, haystack, needle, before, Case::Ignored)
}

/// A text in pieces of some clusters.
#[php("function grapheme_str_split(string $string, int $length = 1): array|false")]
fn grapheme_str_split(ctx: &Ctx, string: &PhpStr, length: i64) -> PhpResult<OrFalse<Array>> {
    if !(1..=0x3fff_ffff).contains(&length) {
        return Err(ctx.argument_error(2, "must be greater than 0 and less than or equal to 1073741823"));
    }
    let bytes = string.as_bytes();
    ctx.reserve(bytes.len().saturating_mul(size_of::<usize>()))?;
    // What is not UTF-8 goes into pieces too.
    let mut ends: Vec<usize> = GraphemeClusterSegmenter::new().segment_utf8(bytes).filter(|&end| end > 0).collect();
    ends.insert(0, 0);
    let count = ends.len() - 1;
    let piece = |from: usize| Value::from(Str::new(&bytes[ends[from]..ends[(from + length as usize).min(count)]]));
    Ok(Some(Array::list((0..count).step_by(length as usize).map(piece))).into())
}

/// How the length of a part is given (`GRAPHEME_EXTR_*`).
#[derive(Clone, Copy)]
enum Unit {
    Clusters,
    Bytes,
    Characters,
}

/// How many bytes a part of at most `size` units has, in whole clusters.
fn extent(bytes: &[u8], unit: Unit, size: usize) -> usize {
    let (mut used, mut last) = (0, 0);
    for end in GraphemeClusterSegmenter::new().segment_utf8(bytes).filter(|&end| end > 0) {
        used += match unit {
            Unit::Clusters => 1,
            Unit::Bytes => end - last,
            Unit::Characters => {
                bytes[last..end].utf8_chunks().map(|c| c.valid().chars().count() + c.invalid().len().min(1)).sum()
            }
        };
        if used > size {
            break;
        }
        last = end;
    }
    last
}

/// A part of a text from a byte on, in whole clusters.
#[php(
    "function grapheme_extract(string $haystack, int $size, int $type = GRAPHEME_EXTR_COUNT, int $offset = 0, &$next = null): string|false"
)]
fn grapheme_extract(
    ctx: &Ctx,
    passed: usize,
    haystack: &PhpStr,
    size: i64,
    unit: i64,
    offset: i64,
    mut next: RefArg<'_>,
) -> PhpResult<OrFalse<Str>> {
    let bytes = haystack.as_bytes();
    let start = if offset < 0 { offset.wrapping_add(bytes.len() as i64) } else { offset };
    let mut tell = |value: i64| {
        if passed > 4 {
            next.set(value);
        }
    };
    tell(start);
    let unit = match unit {
        0 => Unit::Clusters,
        1 => Unit::Bytes,
        2 => Unit::Characters,
        _ => {
            let names = "GRAPHEME_EXTR_COUNT, GRAPHEME_EXTR_MAXBYTES, or GRAPHEME_EXTR_MAXCHARS";
            return Err(ctx.argument_error(3, format!("must be one of {names}")));
        }
    };
    let Some(mut from) = usize::try_from(start).ok().filter(|&start| start < bytes.len() && start <= i32::MAX as usize) else {
        error::set(ctx, ILLEGAL_ARGUMENT, "grapheme_extract: start not contained in string")?;
        return Ok(None.into());
    };
    if size < 0 {
        return Err(ctx.argument_error(2, "must be greater than or equal to 0"));
    }
    if size > i64::from(i32::MAX) {
        return Err(ctx.argument_error(2, "is too large"));
    }
    if size == 0 {
        return Ok(Some(Str::new(b"")).into());
    }
    // What begins within a character begins with the next one.
    while bytes.get(from).is_some_and(|&b| b as i8 <= -0x41) {
        from += 1;
    }
    if bytes.get(from).is_none_or(|&b| b >= 0xf8) {
        error::set(ctx, ILLEGAL_ARGUMENT, "grapheme_extract: invalid input string")?;
        return Ok(None.into());
    }
    let to = from + extent(&bytes[from..], unit, size as usize);
    // What was skipped at the beginning is not counted.
    tell(start + (to - from) as i64);
    Ok(Some(Str::new(&bytes[from..to])).into())
}
