//! The transliterators that are not made of rules.

use super::text::{Span, Text};
use crate::char::{
    names::{self, Kind},
    tables::{Tables, table},
};
use icu_casemap::CaseMapperBorrowed;
use icu_casemap::options::TitlecaseOptions;
use icu_locale_core::LanguageIdentifier;

/// How numbers of characters are written.
#[derive(Clone, Copy)]
pub(super) struct HexForm {
    prefix: &'static str,
    suffix: &'static str,
    radix: u32,
    least: usize,
    most: usize,
    /// Whether characters beyond the first plane are written as two.
    pairs: bool,
    /// How those are written instead.
    long: Option<(&'static str, usize)>,
}

const fn form(prefix: &'static str, suffix: &'static str, radix: u32, least: usize, most: usize) -> HexForm {
    HexForm { prefix, suffix, radix, least, most, pairs: false, long: None }
}

pub(super) const UNICODE: HexForm = form("U+", "", 16, 4, 6);
pub(super) const JAVA: HexForm = HexForm { pairs: true, ..form("\\u", "", 16, 4, 4) };
pub(super) const C: HexForm = HexForm { long: Some(("\\U", 8)), ..form("\\u", "", 16, 4, 4) };
pub(super) const C_LONG: HexForm = form("\\U", "", 16, 8, 8);
pub(super) const XML: HexForm = form("&#x", ";", 16, 1, 6);
pub(super) const XML10: HexForm = form("&#", ";", 10, 1, 7);
pub(super) const PERL: HexForm = form("\\x{", "}", 16, 1, 6);

pub(super) fn hex(text: &str, form: HexForm) -> String {
    let mut out = String::new();
    let mut write = |number: u32| {
        let (prefix, least) = match form.long {
            Some(long) if number > 0xffff => long,
            _ => (form.prefix, form.least),
        };
        let digits = if form.radix == 10 { format!("{number:0least$}") } else { format!("{number:0least$X}") };
        out.push_str(&[prefix, &digits, form.suffix].concat());
    };
    for c in text.chars() {
        if form.pairs {
            c.encode_utf16(&mut [0; 2]).iter().for_each(|&unit| write(u32::from(unit)));
        } else {
            write(u32::from(c));
        }
    }
    out
}

pub(super) fn unhex(text: &str, forms: &[HexForm]) -> String {
    let (mut units, mut rest): (Vec<u16>, &str) = (Vec::new(), text);
    while let Some(c) = rest.chars().next() {
        if let Some((number, length)) = forms.iter().find_map(|form| number(rest, form)) {
            match char::from_u32(number) {
                Some(c) => units.extend_from_slice(c.encode_utf16(&mut [0; 2])),
                None => units.push(number as u16),
            }
            rest = &rest[length..];
            continue;
        }
        units.extend_from_slice(c.encode_utf16(&mut [0; 2]));
        rest = &rest[c.len_utf8()..];
    }
    String::from_utf16_lossy(&units)
}

/// The number that begins a text, and its length.
fn number(text: &str, form: &HexForm) -> Option<(u32, usize)> {
    let rest = text.strip_prefix(form.prefix)?;
    let digits = rest.bytes().take(form.most).take_while(|&b| char::from(b).is_digit(form.radix)).count();
    let number = u32::from_str_radix(rest.get(..digits)?, form.radix).ok()?;
    let fits = digits >= form.least && number <= 0x10ffff && rest[digits..].starts_with(form.suffix);
    fits.then_some((number, form.prefix.len() + digits + form.suffix.len()))
}

pub(super) fn name(text: &str) -> String {
    text.chars().map(|c| format!("\\N{{{}}}", names::of(u32::from(c), Kind::Extended))).collect()
}

pub(super) fn unname(text: &str) -> String {
    let (mut out, mut rest) = (String::new(), text);
    while let Some(at) = rest.find("\\N") {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let body = rest[2..].trim_start().strip_prefix('{').and_then(|body| body.split_once('}'));
        let found = body.and_then(|(name, behind)| {
            let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
            Some((names::find(name.as_bytes(), Kind::Extended).and_then(char::from_u32)?, behind))
        });
        match found {
            Some((c, behind)) => {
                out.push(c);
                rest = behind;
            }
            None => {
                out.push_str("\\N");
                rest = &rest[2..];
            }
        }
    }
    out + rest
}

pub(super) fn upper(text: &str) -> String {
    CaseMapperBorrowed::new().uppercase_to_string(text, &LanguageIdentifier::UNKNOWN).into_owned()
}
pub(super) fn lower(text: &str) -> String {
    CaseMapperBorrowed::new().lowercase_to_string(text, &LanguageIdentifier::UNKNOWN).into_owned()
}

const CASED: u32 = 49;
const CASE_IGNORABLE: u32 = 50;

fn is(table: u32, c: char) -> bool {
    Tables::get().value(table, u32::from(c)) != 0
}

/// Whether a span begins within a word.
pub(super) fn inside_word(text: &Text, span: &Span) -> bool {
    let before = (span.context_start..span.start).rev().filter_map(|at| text.get(at));
    before.into_iter().find(|&c| !is(CASE_IGNORABLE, c)).is_some_and(|c| is(CASED, c))
}

/// Every first letter as in titles, the others small.
pub(super) fn title(text: &str, inside: bool) -> String {
    let (mut out, mut first, mut small) = (String::new(), !inside, String::new());
    for c in text.chars() {
        if is(CASE_IGNORABLE, c) {
            small.push(c);
            continue;
        }
        let cased = is(CASED, c);
        if first || !cased {
            out.push_str(&end_word(&small));
            small.clear();
        }
        if first && cased {
            let mut bytes = [0; 4];
            let letter: &str = c.encode_utf8(&mut bytes);
            let mapper = CaseMapperBorrowed::new();
            let titled = match Tables::get().map_char(table::TITLE, c) {
                other if other != c => other.to_string(),
                _ => mapper
                    .titlecase_segment_with_only_case_data_to_string(
                        letter,
                        &LanguageIdentifier::UNKNOWN,
                        TitlecaseOptions::default(),
                    )
                    .into_owned(),
            };
            out.push_str(&titled);
        } else {
            small.push(c);
        }
        first = !cased;
    }
    out + &end_word(&small)
}

/// The small letters behind the first one, where a last sigma has another form.
fn end_word(small: &str) -> String {
    let lowered = lower(&["a", small].concat());
    lowered[1..].to_owned()
}
