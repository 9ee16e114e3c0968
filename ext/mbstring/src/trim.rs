//! `mb_trim` and its siblings.

use crate::{
    encoding::EncodingRef,
    state::{argument, chars, text},
};
use phant_memory::{PhpStr, Str};
use phant_native::{PhpResult, ctx::Late, descriptor::FunctionGroup, functions, php};

pub(crate) const FUNCTIONS: FunctionGroup = functions![mb_trim, mb_ltrim, mb_rtrim];

fn is_space(c: u32) -> bool {
    matches!(
        c,
        0x20 | 0x0c | 0x0a | 0x0d | 0x09 | 0x0b | 0 | 0xa0 | 0x1680 | 0x2000
            ..=0x200a | 0x2028 | 0x2029 | 0x202f | 0x205f | 0x3000 | 0x85 | 0x180e
    )
}

fn run(
    late: Late<'_>,
    string: &Str,
    characters: Option<&PhpStr>,
    encoding: Option<&PhpStr>,
    left: bool,
    right: bool,
) -> PhpResult<Str> {
    let encoding: EncodingRef = argument(late, 3, encoding)?;
    if let (true, Some(text), None | Some(Some(_))) = (encoding.is_utf8(), string.as_utf8(), characters.map(PhpStr::as_utf8)) {
        let what = characters.and_then(PhpStr::as_utf8);
        let goes = |c: char| what.map_or_else(|| is_space(u32::from(c)), |what| what.contains(c));
        let rest = if left { text.trim_start_matches(goes) } else { text };
        let rest = if right { rest.trim_end_matches(goes) } else { rest };
        return Ok(if rest.len() == text.len() { string.clone() } else { Str::new(rest) });
    }
    let all = chars(late, encoding, string)?;
    let mut what = match characters {
        Some(characters) => Some(chars(late, encoding, characters)?),
        None => None,
    };
    if let Some(what) = &mut what {
        what.sort_unstable();
    }
    let goes = |c: &u32| match &what {
        Some(what) => what.binary_search(c).is_ok(),
        None => is_space(*c),
    };
    let from = if left { all.iter().take_while(|c| goes(c)).count() } else { 0 };
    let rest = &all[from..];
    let cut = if right { rest.iter().rev().take_while(|c| goes(c)).count() } else { 0 };
    if from == 0 && cut == 0 {
        return Ok(string.clone());
    }
    Ok(text(late, encoding, &rest[..rest.len() - cut]))
}

/// Removes white space, or the characters given, from both ends.
#[php("function mb_trim(string $string, ?string $characters = null, ?string $encoding = null): string")]
fn mb_trim(late: Late<'_>, string: &Str, characters: Option<&PhpStr>, encoding: Option<&PhpStr>) -> PhpResult<Str> {
    run(late, string, characters, encoding, true, true)
}

/// Removes white space, or the characters given, from the start.
#[php("function mb_ltrim(string $string, ?string $characters = null, ?string $encoding = null): string")]
fn mb_ltrim(late: Late<'_>, string: &Str, characters: Option<&PhpStr>, encoding: Option<&PhpStr>) -> PhpResult<Str> {
    run(late, string, characters, encoding, true, false)
}

/// Removes white space, or the characters given, from the end.
#[php("function mb_rtrim(string $string, ?string $characters = null, ?string $encoding = null): string")]
fn mb_rtrim(late: Late<'_>, string: &Str, characters: Option<&PhpStr>, encoding: Option<&PhpStr>) -> PhpResult<Str> {
    run(late, string, characters, encoding, false, true)
}
