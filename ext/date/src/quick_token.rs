//! The tokens that most dates in programs are made of, found by hand.
//!
//! A token is given only where no other format matches as much of the text: what follows it is looked at until that is
//! sure. Everything else is left to the formats, which the test in `token.rs` compares this with.

use crate::{
    scan::{Unit, month, unit},
    token::{Format, Format as F},
};

type Found = Option<(Format, usize)>;

/// The token at `at`, and where it ends. The text ends with a zero byte.
pub(crate) fn find(text: &[u8], at: usize) -> Found {
    match byte(text, at) {
        b' ' => space(text, at),
        b',' => Some((F::Separator, at + 1)),
        b'0'..=b'9' => number(text, at),
        b'+' | b'-' => signed(text, at),
        b'@' => timestamp(text, at),
        b'A'..=b'Z' | b'a'..=b'z' => word(text, at),
        _ => None,
    }
}

fn byte(text: &[u8], at: usize) -> u8 {
    text.get(at).copied().unwrap_or(0)
}

/// Whether a token that ends here cannot go on.
fn ends(text: &[u8], at: usize) -> bool {
    matches!(byte(text, at), 0 | b' ')
}

/// How many digits there are.
fn digits(text: &[u8], at: usize) -> usize {
    text[at.min(text.len())..].iter().take_while(|b| b.is_ascii_digit()).count()
}

/// How many letters there are.
fn letters(text: &[u8], at: usize) -> usize {
    text[at.min(text.len())..].iter().take_while(|b| b.is_ascii_alphabetic()).count()
}

/// The number of one or two digits.
fn value(digits: &[u8]) -> u8 {
    digits.iter().fold(0, |n, b| n * 10 + (b - b'0'))
}

/// Whether exactly two digits are here, of a number that is not above `most`.
fn two(text: &[u8], at: usize, most: u8) -> bool {
    digits(text, at) == 2 && value(&text[at..at + 2]) <= most
}

/// Whether one or two digits from `at` to `end` are a number that is not above `most`.
fn at_most(text: &[u8], at: usize, end: usize, most: u8) -> bool {
    end - at <= 2 && value(&text[at..end]) <= most
}

/// A word in lower case; longer ones than any of these are empty.
struct Word {
    bytes: [u8; 12],
    length: usize,
    end: usize,
}

impl Word {
    fn at(text: &[u8], at: usize) -> Word {
        let found = letters(text, at);
        let mut bytes = [0; 12];
        let length = if found <= bytes.len() { found } else { 0 };
        bytes[..length].copy_from_slice(&text[at..at + length]);
        bytes.make_ascii_lowercase();
        Word { bytes, length, end: at + found }
    }
    fn name(&self) -> &[u8] {
        &self.bytes[..self.length]
    }
    /// A month's name; Roman numbers are none.
    fn is_month(&self) -> bool {
        self.length >= 3 && !matches!(self.bytes[0], b'i' | b'v' | b'x') && month(self.name()).is_some()
    }
    fn unit(&self) -> Option<Unit> {
        // Short names of days other than those of three letters are not of the formats.
        unit(self.name()).filter(|unit| !matches!(unit, Unit::Weekday(_)) || self.length == 3 || self.name().ends_with(b"day"))
    }
    fn is_day(&self) -> bool {
        matches!(self.unit(), Some(Unit::Weekday(_)))
    }
    fn is_half_of_day(&self) -> bool {
        matches!(self.name(), b"am" | b"pm")
    }
    fn is_relative(&self) -> bool {
        matches!(self.name(), b"next" | b"last" | b"previous" | b"this")
    }
    fn is_ordinal(&self) -> bool {
        matches!(
            self.name(),
            b"first"
                | b"second"
                | b"third"
                | b"fourth"
                | b"fifth"
                | b"sixth"
                | b"seventh"
                | b"eighth"
                | b"ninth"
                | b"tenth"
                | b"eleventh"
                | b"twelfth"
        )
    }
}

/// A space, or an amount with a space in front.
fn space(text: &[u8], at: usize) -> Found {
    let run = match byte(text, at + 1) {
        b'A'..=b'Z' | b'a'..=b'z' | b'+' | b'-' | b'(' | b'@' => 0,
        b'0'..=b'9' => digits(text, at + 1),
        _ => return None,
    };
    let end = at + 1 + run;
    if run == 0 || matches!(byte(text, end), 0 | b':' | b'-' | b'.' | b'/' | b',') {
        return Some((F::Separator, at + 1));
    }
    let word = Word::at(text, end + usize::from(byte(text, end) == b' '));
    if word.is_month() || word.is_half_of_day() {
        return Some((F::Separator, at + 1));
    }
    (run <= 13 && word.unit().is_some() && ends(text, word.end)).then_some((F::Relative, word.end))
}

/// What begins with a digit.
fn number(text: &[u8], at: usize) -> Found {
    let run = digits(text, at);
    let end = at + run;
    match (run, byte(text, end)) {
        (4, b'-') => iso_date(text, at),
        (4, b'/') => {
            let whole = two(text, at + 5, 12) && byte(text, at + 7) == b'/' && two(text, at + 8, 31);
            (whole && ends(text, at + 10)).then_some((F::Iso8601Date4, at + 10))
        }
        (1 | 2, b':') => clock(text, at, end, true),
        (1 | 2, b'/') => american(text, at, end),
        (1 | 2, b'-') if byte(text, end + 1).is_ascii_alphabetic() => day_and_month(text, at, end),
        (1 | 2, b'-' | b'.') => pointed(text, at, end),
        (1..=13, _) => amount(text, at, end),
        _ => None,
    }
}

/// `2024-01-30`, and its time behind a `T`.
fn iso_date(text: &[u8], at: usize) -> Found {
    let end = at + 10;
    if !(two(text, at + 5, 12) && byte(text, at + 7) == b'-' && two(text, at + 8, 31)) {
        return None;
    }
    if ends(text, end) {
        return Some((F::Iso8601Date4, end));
    }
    if byte(text, end) != b'T' || !two(text, end + 1, 24) || byte(text, end + 3) != b':' || !two(text, end + 4, 59) {
        return None;
    }
    match byte(text, end + 6) {
        // Without seconds it is a date and a time.
        0 | b' ' | b'Z' | b'+' | b'-' => Some((F::Iso8601Date4, end)),
        b':' if two(text, end + 7, 59) => match byte(text, end + 9) {
            0 | b' ' | b'Z' | b'+' | b'-' => Some((F::XmlRpc, end + 9)),
            b'.' => fraction_of_iso_time(text, end + 10),
            _ => None,
        },
        _ => None,
    }
}

/// The digits behind the point, with an offset if there is one.
fn fraction_of_iso_time(text: &[u8], at: usize) -> Found {
    let end = at + digits(text, at);
    if end == at {
        return None;
    }
    match byte(text, end) {
        0 | b' ' | b'Z' => Some((F::XmlRpc, end)),
        b'+' | b'-' => Some((F::XmlRpc, offset(text, end)?)),
        _ => None,
    }
}

/// Where `+02:00` or `+0200` ends.
fn offset(text: &[u8], at: usize) -> Option<usize> {
    let end = match digits(text, at + 1) {
        2 if byte(text, at + 3) == b':' && two(text, at + 4, 59) => at + 6,
        4 if value(&text[at + 3..at + 5]) <= 59 => at + 5,
        _ => return None,
    };
    (value(&text[at + 1..at + 3]) <= 24 && ends(text, end)).then_some(end)
}

/// `10:00`, `10:00:00`, `10:00:00.5`, `10:00 pm`.
fn clock(text: &[u8], at: usize, colon: usize, may_be_12: bool) -> Found {
    if !at_most(text, at, colon, 24) || !two(text, colon + 1, 59) {
        return None;
    }
    let mut end = colon + 3;
    let mut may_be_12 = may_be_12 && (1..=12).contains(&value(&text[at..colon]));
    if byte(text, end) == b':' {
        if !two(text, end + 1, 59) {
            return None;
        }
        end += 3;
    }
    if byte(text, end) == b'.' {
        let run = digits(text, end + 1);
        if end == colon + 3 || run == 0 {
            return None;
        }
        end += 1 + run;
        may_be_12 = false;
    }
    match byte(text, end) {
        0 | b'+' | b'-' | b'Z' => return Some((F::Time24, end)),
        b' ' => {}
        b'a' | b'A' | b'p' | b'P' if may_be_12 => return half_of_day(text, end),
        _ => return None,
    }
    match byte(text, end + 1) {
        b'a' | b'A' | b'p' | b'P' if may_be_12 && Word::at(text, end + 1).is_half_of_day() => half_of_day(text, end + 1),
        b'a' | b'A' | b'p' | b'P' if Word::at(text, end + 1).length < 3 => None,
        b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | b'+' | b'-' | b'(' | b',' => Some((F::Time24, end)),
        _ => None,
    }
}

/// `pm` behind an hour. The space or zero byte behind it is part of the token.
fn half_of_day(text: &[u8], at: usize) -> Found {
    let word = Word::at(text, at);
    (word.is_half_of_day() && ends(text, word.end)).then_some((F::Time12, word.end + 1))
}

/// `1/30/2024`
fn american(text: &[u8], at: usize, slash: usize) -> Found {
    let second = slash + 1 + digits(text, slash + 1);
    let found = at_most(text, at, slash, 12)
        && second > slash + 1
        && at_most(text, slash + 1, second, 31)
        && byte(text, second) == b'/'
        && digits(text, second + 1) == 4
        && ends(text, second + 5);
    found.then_some((F::American, second + 5))
}

/// `30.1.2024`, `30-1-2024`
fn pointed(text: &[u8], at: usize, first: usize) -> Found {
    let second = first + 1 + digits(text, first + 1);
    let found = at_most(text, at, first, 31)
        && second > first + 1
        && at_most(text, first + 1, second, 12)
        && byte(text, second) == byte(text, first)
        && digits(text, second + 1) == 4
        && ends(text, second + 5);
    found.then_some((F::PointedDate4, second + 5))
}

/// `2 days`, `15 January 2024`, `3pm`
fn amount(text: &[u8], at: usize, end: usize) -> Found {
    let start = end + usize::from(byte(text, end) == b' ');
    let word = Word::at(text, start);
    if word.unit().is_some() {
        return ends(text, word.end).then_some((F::Relative, word.end));
    }
    if word.is_half_of_day() && at_most(text, at, end, 12) && value(&text[at..end]) > 0 {
        return half_of_day(text, start);
    }
    day_and_month(text, at, end)
}

/// `15 January 2024`, `15-Jan-2024`
fn day_and_month(text: &[u8], at: usize, end: usize) -> Found {
    if !at_most(text, at, end, 31) || !matches!(byte(text, end), b' ' | b'-') {
        return None;
    }
    let word = Word::at(text, end + 1);
    let year = word.end + 1;
    let found = word.is_month() && byte(text, word.end) == byte(text, end) && digits(text, year) == 4 && ends(text, year + 4);
    found.then_some((F::DateFull, year + 4))
}

/// `+02:00`, `+1 day`
fn signed(text: &[u8], at: usize) -> Found {
    let run = digits(text, at + 1);
    let end = at + 1 + run;
    match (run, byte(text, end)) {
        (1 | 2, 0) => at_most(text, at + 1, end, 24).then_some((F::TimeZone, end)),
        (2, b':') | (4, 0) => Some((F::TimeZone, offset(text, at)?)),
        (1..=13, _) => {
            let word = Word::at(text, end + usize::from(byte(text, end) == b' '));
            (word.unit().is_some() && ends(text, word.end)).then_some((F::Relative, word.end))
        }
        _ => None,
    }
}

/// `@123`, `@-1.5`
fn timestamp(text: &[u8], at: usize) -> Found {
    let at = at + 1 + usize::from(byte(text, at + 1) == b'-');
    let end = at + digits(text, at);
    if end == at {
        return None;
    }
    if ends(text, end) {
        return Some((F::Timestamp, end));
    }
    let fraction = digits(text, end + 1);
    let whole = byte(text, end) == b'.' && fraction <= 6 && ends(text, end + 1 + fraction);
    whole.then_some((F::TimestampFraction, end + 1 + fraction))
}

/// What begins with a letter.
fn word(text: &[u8], at: usize) -> Found {
    if matches!(byte(text, at), b'T' | b't') && byte(text, at + 1).is_ascii_digit() {
        let end = at + 1 + digits(text, at + 1);
        return if byte(text, end) == b':' && end - at <= 3 { clock(text, at + 1, end, false) } else { None };
    }
    let word = Word::at(text, at);
    let alone = match word.name() {
        b"now" => Some(F::Now),
        b"today" | b"midnight" => Some(F::Today),
        b"noon" => Some(F::Noon),
        b"tomorrow" => Some(F::Tomorrow),
        b"yesterday" => Some(F::Yesterday),
        b"ago" => Some(F::Ago),
        _ => None,
    };
    if let Some(format) = alone {
        return ends(text, word.end).then_some((format, word.end));
    }
    if word.is_relative() || word.is_ordinal() {
        return relative(text, &word);
    }
    if word.is_day() {
        return day(text, &word).then_some((F::DayText, word.end));
    }
    if word.is_month() {
        return month_and_day(text, &word);
    }
    zone(text, at, word.end)
}

/// `first day of`, `next month`, `last friday of`
fn relative(text: &[u8], first: &Word) -> Found {
    if byte(text, first.end) != b' ' {
        return None;
    }
    let second = Word::at(text, first.end + 1);
    let third = if byte(text, second.end) == b' ' { Word::at(text, second.end + 1) } else { Word::at(text, second.end) };
    // A word behind it that only begins with "of" leaves two ways to read it.
    let of = third.end - second.end == 3 && third.name() == b"of" && ends(text, third.end);
    if !ends(text, second.end) || !of && matches!(byte(text, second.end + 1), b'o' | b'O' | b'\t' | b' ' | 0x80..) {
        return None;
    }
    let is_week = second.name() == b"week";
    match second.unit()? {
        _ if of && second.name() == b"day" && matches!(first.name(), b"first" | b"last") => Some((F::MonthEnd, third.end)),
        Unit::Weekday(_) if of => Some((F::WeekdayOf, third.end)),
        _ if is_week && first.is_relative() => Some((F::RelativeTextWeek, second.end)),
        _ if is_week => None,
        _ => Some((F::RelativeText, second.end)),
    }
}

/// Whether a weekday stands by itself, and is not the first word of `monday week`.
fn day(text: &[u8], day: &Word) -> bool {
    match (byte(text, day.end), byte(text, day.end + 1)) {
        (0 | b',', _) | (b' ', b'0'..=b'9' | b'+' | b'-') => true,
        (b' ', _) => {
            let next = Word::at(text, day.end + 1);
            next.is_relative() && ends(text, next.end)
        }
        _ => false,
    }
}

/// `January`, `January 2024`, `January 15, 2024`
fn month_and_day(text: &[u8], month: &Word) -> Found {
    if byte(text, month.end) == 0 {
        return Some((F::MonthText, month.end));
    }
    let at = month.end + 1;
    let end = at + digits(text, at);
    if byte(text, month.end) != b' ' || end == at {
        return None;
    }
    if end == at + 4 {
        return ends(text, end).then_some((F::DateNoDay, end));
    }
    let year = match (byte(text, end), byte(text, end + 1)) {
        (b',', b' ') => end + 2,
        (b',' | b' ', _) => end + 1,
        _ => return None,
    };
    let found = at_most(text, at, end, 31) && digits(text, year) == 4 && ends(text, year + 4);
    found.then_some((F::DateTextual, year + 4))
}

/// `UTC`, `Europe/Berlin`. Words that mean something else have been seen before.
fn zone(text: &[u8], at: usize, end: usize) -> Found {
    if byte(text, end) == 0 {
        return (end - at <= 6).then_some((F::TimeZone, end));
    }
    let is_capital = text[at].is_ascii_uppercase() && end > at + 1 && text[at + 1..end].iter().all(u8::is_ascii_lowercase);
    let mut end = end;
    while is_capital && matches!(byte(text, end), b'/' | b'_' | b'-') {
        let more = letters(text, end + 1);
        if more == 0 {
            return None;
        }
        end += 1 + more;
        if byte(text, end) == 0 {
            return Some((F::TimeZone, end));
        }
    }
    None
}
