//! Finding text in text. All of it is done in UTF-8, where characters cannot be found inside others.

use crate::{
    encoding::{self, EncodingRef},
    state::{argument, chars, text, to_utf8},
    string::{count_utf8, in_case, magnitude, offset_utf8, part, place_utf8},
    unicode::Mode,
};
use memchr::memmem;
use phant_memory::{PhpStr, Str, string::each_text};
use phant_native::{PhpResult, Thrown, ctx::Late, descriptor::FunctionGroup, functions, php, ret::OrFalse};

pub(crate) const FUNCTIONS: FunctionGroup =
    functions![mb_strpos, mb_strrpos, mb_stripos, mb_strripos, mb_strstr, mb_strrchr, mb_stristr, mb_strrichr, mb_substr_count];

#[derive(Clone, Copy)]
struct Search {
    last: bool,
    fold: bool,
}

const FIRST: Search = Search { last: false, fold: false };
const LAST: Search = Search { last: true, fold: false };

/// The first place of the needle. Most searches are over before a better one would be prepared.
fn first_place(haystack: &[u8], needle: &[u8]) -> Option<usize> {
    const TRIES: usize = 8;
    // Last bytes of characters differ more than first ones do.
    let Some((&last, front)) = needle.split_last() else { return Some(0) };
    let mut from = 0;
    for _ in 0..TRIES {
        let searched = from + front.len();
        let at = searched + memchr::memchr(last, haystack.get(searched..)?)?;
        if haystack[..at].ends_with(front) {
            return Some(at - front.len());
        }
        from = at + 1 - front.len();
    }
    memmem::find(&haystack[from..], needle).map(|found| from + found)
}

/// The last place of the needle, in the same way.
fn last_place(haystack: &[u8], needle: &[u8]) -> Option<usize> {
    const TRIES: usize = 8;
    let Some((&last, front)) = needle.split_last() else { return Some(haystack.len()) };
    let mut to = haystack.len();
    for _ in 0..TRIES {
        to = memchr::memrchr(last, &haystack[..to])?;
        if haystack[..to].ends_with(front) {
            return Some(to - front.len());
        }
    }
    // The next one ends before the last byte that was tried.
    memmem::rfind(&haystack[..to], needle)
}

/// The number of the character at which the needle is found.
fn find(
    late: Late<'_>,
    search: Search,
    haystack: &Str,
    needle: &Str,
    offset: i64,
    encoding: EncodingRef,
) -> PhpResult<Option<usize>> {
    if encoding.is_utf8() && (!search.fold || folds_in_ascii(haystack, needle)) {
        return find_utf8(late, search, haystack, needle, offset);
    }
    let mut haystack = to_utf8(late, encoding, haystack)?;
    let mut needle = to_utf8(late, encoding, needle)?;
    if search.fold {
        haystack = in_case(late, Mode::FoldSimple, &haystack, encoding::utf8())?;
        needle = in_case(late, Mode::FoldSimple, &needle, encoding::utf8())?;
    }
    find_utf8(late, Search { fold: false, ..search }, &haystack, &needle, offset)
}
/// Whether the needle is found in any case by the letters of ASCII alone: nothing else in the haystack becomes one of them.
fn folds_in_ascii(haystack: &Str, needle: &PhpStr) -> bool {
    // The Kelvin sign, the long s, and both of the Turkish letters that have or lack a dot.
    const OTHERS: [(u8, &str); 4] = [(b'k', "\u{212a}"), (b's', "\u{17f}"), (b'i', "\u{130}"), (b'i', "\u{131}")];
    let is_there = |(letter, other): (u8, &str)| {
        needle.iter().any(|byte| byte.eq_ignore_ascii_case(&letter)) && memmem::find(haystack, other.as_bytes()).is_some()
    };
    !needle.is_empty() && needle.is_ascii() && haystack.as_utf8().is_some() && !OTHERS.into_iter().any(is_there)
}
/// The first or the last place of a needle of ASCII, whatever the case of its letters.
fn place_in_ascii(haystack: &[u8], needle: &[u8], last: bool) -> Option<usize> {
    let [first, rest @ ..] = needle else { return None };
    let starts = &haystack[..(haystack.len() + 1).checked_sub(needle.len())?];
    let fits = |at: &usize| haystack[at + 1..at + needle.len()].eq_ignore_ascii_case(rest);
    let mut places = memchr::memchr2_iter(first.to_ascii_lowercase(), first.to_ascii_uppercase(), starts);
    if last { places.rfind(fits) } else { places.find(fits) }
}
fn find_utf8(late: Late<'_>, search: Search, haystack: &PhpStr, needle: &PhpStr, offset: i64) -> PhpResult<Option<usize>> {
    // Where the search begins, and the characters in front of it, if they were counted.
    let (at, before) = match offset {
        0 => (0, Some(0)),
        1.. => match place_utf8(haystack, magnitude(offset)) {
            Some(at) => (at, Some(magnitude(offset))),
            None => return Err(outside(late)?),
        },
        _ => match count_utf8(haystack).checked_sub(magnitude(offset)) {
            Some(number) => (offset_utf8(haystack, number), None),
            None => return Err(outside(late)?),
        },
    };
    let first = |text: &[u8]| if search.fold { place_in_ascii(text, needle, false) } else { first_place(text, needle) };
    let last = |text: &[u8]| if search.fold { place_in_ascii(text, needle, true) } else { last_place(text, needle) };
    let found = match (search.last, offset < 0) {
        (false, _) => first(&haystack[at..]).map(|found| at + found),
        (true, false) => last(&haystack[at..]).map(|found| at + found),
        // A negative offset says where the match may begin at the latest.
        (true, true) => last(&haystack[..(at + needle.len()).min(haystack.len())]),
    };
    Ok(found.map(|found| match before {
        Some(number) => number + count_utf8(&haystack[at..found]),
        None => count_utf8(&haystack[..found]),
    }))
}

/// The error of an offset that is not within the text.
#[cold]
fn outside(late: Late<'_>) -> PhpResult<Thrown> {
    Ok(late.ctx()?.argument_error(3, "must be contained in argument #1 ($haystack)"))
}

/// The number of the character at which a text is found first.
#[php("function mb_strpos(string $haystack, string $needle, int $offset = 0, ?string $encoding = null): int|false")]
fn mb_strpos(late: Late<'_>, haystack: &Str, needle: &Str, offset: i64, encoding: Option<&PhpStr>) -> PhpResult<OrFalse<usize>> {
    let encoding = argument(late, 4, encoding)?;
    Ok(find(late, FIRST, haystack, needle, offset, encoding)?.into())
}

/// The number of the character at which a text is found last.
#[php("function mb_strrpos(string $haystack, string $needle, int $offset = 0, ?string $encoding = null): int|false")]
fn mb_strrpos(late: Late<'_>, haystack: &Str, needle: &Str, offset: i64, encoding: Option<&PhpStr>) -> PhpResult<OrFalse<usize>> {
    let encoding = argument(late, 4, encoding)?;
    Ok(find(late, LAST, haystack, needle, offset, encoding)?.into())
}

/// The number of the character at which a text is found first, in any case.
#[php("function mb_stripos(string $haystack, string $needle, int $offset = 0, ?string $encoding = null): int|false")]
fn mb_stripos(late: Late<'_>, haystack: &Str, needle: &Str, offset: i64, encoding: Option<&PhpStr>) -> PhpResult<OrFalse<usize>> {
    let encoding = argument(late, 4, encoding)?;
    Ok(find(late, Search { fold: true, ..FIRST }, haystack, needle, offset, encoding)?.into())
}

/// The number of the character at which a text is found last, in any case.
#[php("function mb_strripos(string $haystack, string $needle, int $offset = 0, ?string $encoding = null): int|false")]
fn mb_strripos(
    late: Late<'_>,
    haystack: &Str,
    needle: &Str,
    offset: i64,
    encoding: Option<&PhpStr>,
) -> PhpResult<OrFalse<usize>> {
    let encoding = argument(late, 4, encoding)?;
    Ok(find(late, Search { fold: true, ..LAST }, haystack, needle, offset, encoding)?.into())
}

fn cut(
    late: Late<'_>,
    search: Search,
    haystack: &Str,
    needle: &Str,
    before: bool,
    encoding: Option<&PhpStr>,
) -> PhpResult<OrFalse<Str>> {
    let encoding = argument(late, 4, encoding)?;
    let Some(at) = find(late, search, haystack, needle, 0, encoding)? else { return Ok(OrFalse::False) };
    let (from, count) = if before { (0, at) } else { (at, usize::MAX) };
    Ok(OrFalse::Some(part(late, encoding, haystack, from, count)?))
}

/// The text from where another is found first, or up to there.
#[php(
    "function mb_strstr(string $haystack, string $needle, bool $before_needle = false, ?string $encoding = null): string|false"
)]
fn mb_strstr(late: Late<'_>, haystack: &Str, needle: &Str, before: bool, encoding: Option<&PhpStr>) -> PhpResult<OrFalse<Str>> {
    cut(late, FIRST, haystack, needle, before, encoding)
}

/// The text from where another is found last, or up to there.
#[php(
    "function mb_strrchr(string $haystack, string $needle, bool $before_needle = false, ?string $encoding = null): string|false"
)]
fn mb_strrchr(late: Late<'_>, haystack: &Str, needle: &Str, before: bool, encoding: Option<&PhpStr>) -> PhpResult<OrFalse<Str>> {
    cut(late, LAST, haystack, needle, before, encoding)
}

/// The text from where another is found first in any case, or up to there.
#[php(
    "function mb_stristr(string $haystack, string $needle, bool $before_needle = false, ?string $encoding = null): string|false"
)]
fn mb_stristr(late: Late<'_>, haystack: &Str, needle: &Str, before: bool, encoding: Option<&PhpStr>) -> PhpResult<OrFalse<Str>> {
    cut(late, Search { fold: true, ..FIRST }, haystack, needle, before, encoding)
}

/// The text from where another is found last in any case, or up to there.
#[php(
    "function mb_strrichr(string $haystack, string $needle, bool $before_needle = false, ?string $encoding = null): string|false"
)]
fn mb_strrichr(late: Late<'_>, haystack: &Str, needle: &Str, before: bool, encoding: Option<&PhpStr>) -> PhpResult<OrFalse<Str>> {
    cut(late, Search { fold: true, ..LAST }, haystack, needle, before, encoding)
}

/// How often a text occurs.
#[php("function mb_substr_count(string $haystack, string $needle, ?string $encoding = null): int")]
fn mb_substr_count(late: Late<'_>, haystack: &Str, needle: &Str, encoding: Option<&PhpStr>) -> PhpResult<usize> {
    let encoding = argument(late, 3, encoding)?;
    if needle.is_empty() {
        return Err(late.ctx()?.argument_error(2, "must not be empty"));
    }
    let utf8 = |s: &Str| {
        if encoding.is_utf8() && s.as_utf8().is_none() {
            let chars = chars(late, encoding, s)?;
            return Ok(text(late, encoding, &chars));
        }
        to_utf8(late, encoding, s)
    };
    let (haystack, needle) = (utf8(haystack)?, utf8(needle)?);
    // Bytes that only switch between character sets are no characters.
    if needle.is_empty() {
        return Err(late.ctx()?.argument_error(2, "must not be empty"));
    }
    if let [byte] = **needle {
        return Ok(memchr::memchr_iter(byte, &haystack).count());
    }
    let mut count = 0;
    let ended = each_text(&haystack, &needle, |_| {
        count += 1;
        true
    });
    Ok(match ended {
        Ok(()) => count,
        Err(from) => count + memmem::find_iter(&haystack[from..], &*needle).count(),
    })
}
