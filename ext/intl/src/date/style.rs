//! Patterns of dates: the locale's own by style, and their pieces.

use crate::data::{Chain, Kind, Res};

/// The pattern of styles where neither is given.
const NO_STYLE: &str = "yMMdd hh:mm a";

/// A piece of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    Literal(String),
    Field(char, usize),
}

/// The pieces of a pattern, quotes resolved.
pub(crate) fn pieces(pattern: &str) -> Vec<Piece> {
    let (mut found, mut literal) = (Vec::new(), String::new());
    let mut chars = pattern.chars().peekable();
    let mut quoted = false;
    while let Some(c) = chars.next() {
        if c == '\'' {
            if chars.next_if_eq(&'\'').is_some() {
                literal.push('\'');
            } else {
                quoted = !quoted;
            }
        } else if !quoted && c.is_ascii_alphabetic() {
            if !literal.is_empty() {
                found.push(Piece::Literal(std::mem::take(&mut literal)));
            }
            let mut count = 1;
            while chars.next_if_eq(&c).is_some() {
                count += 1;
            }
            found.push(Piece::Field(c, count));
        } else {
            literal.push(c);
        }
    }
    if !literal.is_empty() {
        found.push(Piece::Literal(literal));
    }
    found
}

/// A text of a list whose items may be lists that begin with it.
fn item(list: Option<Res>, at: usize) -> Option<&'static str> {
    let found = list?.at(at)?;
    if found.kind() == Kind::List { found.at(0)?.text() } else { found.text() }
}

fn list(chain: &Chain, kind: &str, key: &str) -> Option<Res> {
    chain.find(&["calendar", kind, key]).or_else(|| chain.find(&["calendar", "gregorian", key]))
}

/// What joins a date (`{1}`) of a style with a time (`{0}`).
pub(crate) fn glue(chain: &Chain, kind: &str, style: i64, at_time: bool) -> &'static str {
    let style = style.clamp(0, 3) as usize;
    let special = if at_time { item(list(chain, kind, "DateTimePatterns%atTime"), style) } else { None };
    let patterns = list(chain, kind, "DateTimePatterns");
    let plain = patterns.filter(|patterns| patterns.len() > 9).and_then(|patterns| item(Some(patterns), 9 + style));
    special.or(plain).or_else(|| item(patterns, 8)).unwrap_or("{1} {0}")
}

/// The pattern of a style of dates and one of times; a style of -1 is none.
pub(crate) fn pattern(chain: &Chain, kind: &str, date: i64, time: i64) -> String {
    let patterns = list(chain, kind, "DateTimePatterns");
    let time_text = (0..=3).contains(&time).then(|| item(patterns, time as usize)).flatten();
    let date_text = (0..=3).contains(&(date & 127)).then(|| item(patterns, 4 + (date & 127) as usize)).flatten();
    match (date_text.filter(|_| date >= 0), time_text) {
        (Some(date_text), Some(time_text)) => {
            glue(chain, kind, date & 127, true).replace("{1}", date_text).replace("{0}", time_text)
        }
        (Some(text), None) | (None, Some(text)) => text.to_owned(),
        (None, None) => NO_STYLE.to_owned(),
    }
}
