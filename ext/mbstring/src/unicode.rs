//! Upper, lower and title case, and case folding.
//!
//! The standard library knows upper and lower case; what title case and folding do differently is written out here.

use crate::{encoding::BAD, tables::CASE_IGNORABLE};
use phant_memory::{Str, StrBuilder};
use std::sync::LazyLock;

/// `MB_CASE_*`
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    Upper,
    Lower,
    Title,
    Fold,
    UpperSimple,
    LowerSimple,
    TitleSimple,
    FoldSimple,
}

impl Mode {
    pub(crate) fn new(mode: i64) -> Option<Mode> {
        use Mode::*;
        [Upper, Lower, Title, Fold, UpperSimple, LowerSimple, TitleSimple, FoldSimple].get(usize::try_from(mode).ok()?).copied()
    }
}

const SIGMA: u32 = 0x3a3;
const FINAL_SIGMA: u32 = 0x3c2;

fn in_ranges(ranges: &[(u32, u32)], c: u32) -> bool {
    ranges
        .binary_search_by(|&(from, to)| {
            if c < from {
                std::cmp::Ordering::Greater
            } else if c > to {
                std::cmp::Ordering::Less
            } else {
                std::cmp::Ordering::Equal
            }
        })
        .is_ok()
}

fn is_ignorable(c: u32) -> bool {
    in_ranges(&CASE_IGNORABLE, c)
}
fn is_cased(c: u32) -> bool {
    let title = matches!(c, 0x1c5 | 0x1c8 | 0x1cb | 0x1f2 | 0x1f88..=0x1f8f | 0x1f98..=0x1f9f | 0x1fa8..=0x1faf | 0x1fbc | 0x1fcc | 0x1ffc);
    title || char::from_u32(c).is_some_and(|c| c.is_lowercase() || c.is_uppercase())
}

/// How many characters the tables below have: the scripts with letters of two cases that are written most.
const FIRST: usize = 0x600;
/// A character that becomes several.
const SEVERAL: u32 = u32::MAX;

type Small = [u32; FIRST];

fn table(map: fn(u32, &mut Vec<u32>)) -> Box<Small> {
    let mut table = Box::new([SEVERAL; FIRST]);
    for (c, place) in (0..).zip(table.iter_mut()) {
        let mut out = Vec::new();
        map(c, &mut out);
        if let [one] = out[..] {
            *place = one;
        }
    }
    table
}

static UPPER: LazyLock<Box<Small>> = LazyLock::new(|| table(upper));
static LOWER: LazyLock<Box<Small>> = LazyLock::new(|| table(lower));
static FOLDED: LazyLock<Box<Small>> = LazyLock::new(|| table(fold));
static FOLDED_SIMPLE: LazyLock<Box<Small>> = LazyLock::new(|| table(|c, out| out.push(fold_simple(c))));

/// What the characters become one by one, and where that says nothing how to find out.
fn by_table(table: &Small, chars: &[u32], otherwise: fn(u32, &mut Vec<u32>)) -> Vec<u32> {
    let mut out = Vec::with_capacity(chars.len());
    for &c in chars {
        match table.get(c as usize) {
            Some(&mapped) if mapped != SEVERAL => out.push(mapped),
            // No script here has letters of two cases.
            None if matches!(c, 0x2e80..0xa640 | 0xac00..0xd7b0 | 0xf900..0xfb00) => out.push(c),
            _ => otherwise(c, &mut out),
        }
    }
    out
}

/// Text in another case.
pub(crate) fn convert(mode: Mode, chars: &[u32]) -> Vec<u32> {
    match mode {
        Mode::Upper => by_table(&UPPER, chars, upper),
        Mode::Lower if !chars.contains(&SIGMA) => by_table(&LOWER, chars, lower),
        Mode::Fold => by_table(&FOLDED, chars, fold),
        Mode::FoldSimple => by_table(&FOLDED_SIMPLE, chars, |c, out| out.push(fold_simple(c))),
        _ => convert_each(mode, chars),
    }
}

fn convert_each(mode: Mode, chars: &[u32]) -> Vec<u32> {
    let mut out = Vec::with_capacity(chars.len());
    let mut inside = false;
    for (i, &c) in chars.iter().enumerate() {
        if c == BAD {
            // A word goes on behind it.
            out.push(c);
            continue;
        }
        if c < 0x80 {
            let byte = c as u8;
            let upper = match mode {
                Mode::Upper | Mode::UpperSimple => true,
                Mode::Title | Mode::TitleSimple => !inside,
                _ => false,
            };
            out.push(u32::from(if upper { byte.to_ascii_uppercase() } else { byte.to_ascii_lowercase() }));
        } else {
            match mode {
                Mode::Upper => upper(c, &mut out),
                Mode::Lower => lower_at(chars, i, &mut out),
                Mode::Fold => fold(c, &mut out),
                Mode::UpperSimple => out.push(upper_simple(c)),
                Mode::LowerSimple => out.push(lower_simple(c)),
                Mode::FoldSimple => out.push(fold_simple(c)),
                Mode::Title if inside => lower_at(chars, i, &mut out),
                Mode::Title => title(c, &mut out),
                Mode::TitleSimple if inside => out.push(lower_simple(c)),
                Mode::TitleSimple => out.push(title_simple(c)),
            }
        }
        if matches!(mode, Mode::Title | Mode::TitleSimple) && !is_ignorable(c) {
            inside = is_cased(c);
        }
    }
    out
}

fn upper(c: u32, out: &mut Vec<u32>) {
    match char::from_u32(c) {
        Some(c) => out.extend(c.to_uppercase().map(u32::from)),
        None => out.push(c),
    }
}
fn lower(c: u32, out: &mut Vec<u32>) {
    match char::from_u32(c) {
        Some(c) => out.extend(c.to_lowercase().map(u32::from)),
        None => out.push(c),
    }
}
/// How many characters are looked through for the one that a sigma follows.
const LOOK_BACK: usize = 64;

/// A capital sigma at the end of a word has a small letter of its own.
fn lower_at(chars: &[u32], i: usize, out: &mut Vec<u32>) {
    let cased = |c: Option<&u32>| c.is_some_and(|&c| is_cased(c));
    if chars[i] == SIGMA
        && cased(chars[..i].iter().rev().take(LOOK_BACK).find(|&&c| !is_ignorable(c)))
        && !cased(chars[i + 1..].iter().find(|&&c| !is_ignorable(c)))
    {
        out.push(FINAL_SIGMA);
    } else {
        lower(chars[i], out);
    }
}
/// The only result of a mapping, or `None` if it has several characters.
fn single(mut mapped: impl Iterator<Item = char>) -> Option<u32> {
    let first = mapped.next()?;
    mapped.next().is_none().then_some(u32::from(first))
}
fn upper_simple(c: u32) -> u32 {
    match c {
        // Small letters with iota below have one capital and one written as two.
        0x1f80..=0x1f87 | 0x1f90..=0x1f97 | 0x1fa0..=0x1fa7 => c + 8,
        0x1fb3 | 0x1fc3 | 0x1ff3 => c + 9,
        _ => char::from_u32(c).and_then(|c| single(c.to_uppercase())).unwrap_or(c),
    }
}
fn lower_simple(c: u32) -> u32 {
    match c {
        0x130 => 0x69,
        _ => char::from_u32(c).and_then(|c| single(c.to_lowercase())).unwrap_or(c),
    }
}
fn title_simple(c: u32) -> u32 {
    match c {
        0x1c4..=0x1cc => (c - 0x1c4) / 3 * 3 + 0x1c5,
        0x1f1..=0x1f3 => 0x1f2,
        // Georgian has no title case.
        0x10d0..=0x10ff => c,
        _ => upper_simple(c),
    }
}
fn title(c: u32, out: &mut Vec<u32>) {
    match c {
        // Letters that title case writes as one: with iota below, digraphs, Georgian.
        0x1f80..=0x1faf
        | 0x1fb3
        | 0x1fbc
        | 0x1fc3
        | 0x1fcc
        | 0x1ff3
        | 0x1ffc
        | 0x1c4..=0x1cc
        | 0x1f1..=0x1f3
        | 0x10d0..=0x10ff => {
            out.push(title_simple(c));
        }
        // With iota below and no capital of their own: the iota stays small.
        0x1fb2 | 0x1fb4 | 0x1fb7 | 0x1fc2 | 0x1fc4 | 0x1fc7 | 0x1ff2 | 0x1ff4 | 0x1ff7 => {
            upper(c, out);
            if let Some(last) = out.last_mut() {
                *last = 0x345;
            }
        }
        // Ligatures: only the first letter is a capital.
        0xdf | 0x587 | 0xfb00..=0xfb17 => {
            let mut capitals = Vec::new();
            upper(c, &mut capitals);
            for (i, c) in capitals.into_iter().enumerate() {
                if i == 0 { out.push(c) } else { lower(c, out) }
            }
        }
        _ => upper(c, out),
    }
}
fn fold(c: u32, out: &mut Vec<u32>) {
    match c {
        0x1e9e => out.extend([0x73, 0x73]),
        0x131 | 0x13a0..=0x13f5 | 0x13f8..=0x13fd | 0xab70..=0xabbf => out.push(fold_simple(c)),
        _ => {
            let Some(c) = char::from_u32(c) else { return out.push(c) };
            out.extend(c.to_uppercase().flat_map(char::to_lowercase).map(u32::from));
        }
    }
}
fn fold_simple(c: u32) -> u32 {
    match c {
        0..=0x7f => u32::from((c as u8).to_ascii_lowercase()),
        0xc0..=0xde if c != 0xd7 => c + 0x20,
        0x80..=0xff if c != 0xb5 => c,
        0x131 => c,
        // Cyrillic, and what has no case: punctuation, Chinese, Japanese, Korean.
        0x400..=0x40f => c + 0x50,
        0x410..=0x42f => c + 0x20,
        0x430..=0x45f | 0x2000..=0x20ff | 0x2e80..=0xa63f | 0xac00..=0xd7ff => c,
        0x1fd3 => 0x390,
        0x1fe3 => 0x3b0,
        0xfb05 => 0xfb06,
        // Cherokee folds to capitals.
        0x13a0..=0x13f5 => c,
        0x13f8..=0x13fd => c - 8,
        0xab70..=0xabbf => c - 0xab70 + 0x13a0,
        0x130 => c,
        _ => folded_by_cases(c),
    }
}
/// The small letter of the capital.
fn folded_by_cases(c: u32) -> u32 {
    let capital = char::from_u32(c).and_then(|c| single(c.to_uppercase())).unwrap_or(c);
    char::from_u32(capital).and_then(|c| single(c.to_lowercase())).unwrap_or(c)
}

/// A text of UTF-8 in the case that is neither.
pub(crate) fn fold_simple_utf8(text: &str) -> Str {
    let mut out = StrBuilder::with_capacity(text.len() + 8);
    let mut rest = text;
    loop {
        let plain = rest.bytes().position(|b| b >= 0x80).unwrap_or(rest.len());
        let (ascii, other) = rest.split_at(plain);
        out.push_lower(ascii.as_bytes());
        let mut chars = other.chars();
        let Some(c) = chars.next() else { return out.finish() };
        // Every character that folds to one folds to one that is no surrogate.
        let folded = char::from_u32(fold_simple(u32::from(c))).unwrap_or(c);
        out.push_str(folded.encode_utf8(&mut [0; 4]));
        rest = chars.as_str();
    }
}

/// How many columns a character takes.
pub(crate) fn width(c: u32) -> usize {
    if c >= 0x1100 && in_ranges(&crate::tables::WIDE, c) { 2 } else { 1 }
}

#[cfg(test)]
mod tests {
    use super::{Mode, convert, width};

    #[track_caller]
    fn check(mode: Mode, text: &str, expected: &str) {
        let chars: Vec<u32> = text.chars().map(u32::from).collect();
        let converted: String = convert(mode, &chars).into_iter().filter_map(char::from_u32).collect();
        assert_eq!(converted, expected);
    }

    #[test]
    fn cases() {
        check(Mode::Upper, "straße ﬁ", "STRASSE FI");
        check(Mode::UpperSimple, "straße ᾳ", "STRAßE ᾼ");
        check(Mode::Lower, "ΑΣ ΑΣ.Α İ", "ας ασ.α i̇");
        check(Mode::Title, "o'neil ǆabc ßa", "O'neil ǅabc Ssa");
        check(Mode::Fold, "Straße ẞ Σς Ꭰ", "strasse ss σσ Ꭰ");
        check(Mode::FoldSimple, "Straßẞ ΣςıİK", "straßß σσıİk");
    }

    #[test]
    fn folding_at_once() {
        for c in (0x400..=0x45f).chain(0x2000..=0x20ff).chain(0x2e80..=0xa63f).chain(0xac00..=0xd7ff) {
            assert_eq!(super::fold_simple(c), super::folded_by_cases(c), "{c:x}");
        }
    }

    #[test]
    fn widths() {
        assert_eq!((width(0x61), width(0x3042), width(0x1f600), width(0x301)), (1, 2, 2, 1));
    }
}
