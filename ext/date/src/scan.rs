//! Reading numbers and words off a text, and what may be wrong with it.

use crate::time::{Special, UNSET};

/// A unit of time in a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unit {
    Micro(i64),
    Second,
    Minute,
    Hour,
    Day(i64),
    Month,
    Year,
    Weekday(i64),
    Weekdays,
    /// Not units but how to add one: to which weekday of a month, …
    Special(Special),
    /// … keeping the time of day …
    Keep,
    /// … or setting it to midnight where a day is named.
    Reset,
}

/// Complaints about a text, each with its place and the character there.
#[derive(Default, Clone)]
pub(crate) struct Errors {
    pub(crate) errors: Vec<(usize, u8, &'static str)>,
    pub(crate) warnings: Vec<(usize, u8, &'static str)>,
}

impl Errors {
    pub(crate) fn error(&mut self, position: usize, character: u8, message: &'static str) {
        self.errors.push((position, character, message));
    }
    pub(crate) fn warning(&mut self, position: usize, character: u8, message: &'static str) {
        self.warnings.push((position, character, message));
    }
    pub(crate) fn is_empty(&self) -> bool {
        self.errors.is_empty() && self.warnings.is_empty()
    }
}

/// A reader of text.
pub(crate) struct Scan<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Scan<'a> {
    pub(crate) fn new(text: &'a [u8]) -> Scan<'a> {
        Scan { text, at: 0 }
    }
    pub(crate) fn whole(&self) -> &'a [u8] {
        self.text
    }
    pub(crate) fn rest(&self) -> &'a [u8] {
        &self.text[self.at..]
    }
    pub(crate) fn position(&self) -> usize {
        self.at
    }
    pub(crate) fn at_end(&self) -> bool {
        self.rest().iter().all(|&b| b == 0)
    }
    pub(crate) fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }
    pub(crate) fn advance(&mut self, count: usize) {
        self.at = (self.at + count).min(self.text.len());
    }
    pub(crate) fn back(&mut self) {
        self.at = self.at.saturating_sub(1);
    }
    pub(crate) fn accept(&mut self, one_of: &[u8]) -> bool {
        let found = self.peek().is_some_and(|b| one_of.contains(&b));
        self.at += usize::from(found);
        found
    }
    pub(crate) fn skip(&mut self, any_of: &[u8]) {
        while self.accept(any_of) {}
    }
    /// Spaces, those that do not break a line among them.
    pub(crate) fn skip_spaces(&mut self) {
        loop {
            match self.rest() {
                [b' ' | b'\t', ..] => self.advance(1),
                [0xc2, 0xa0, ..] => self.advance(2),
                [0xe2, 0x80, 0xaf, ..] => self.advance(3),
                _ => return,
            }
        }
    }
    fn digits(&mut self, most: usize) -> &'a [u8] {
        let count = self.rest().iter().take(most).take_while(|b| b.is_ascii_digit()).count();
        let digits = &self.rest()[..count];
        self.at += count;
        digits
    }
    fn to_digit(&mut self) {
        while self.peek().is_some_and(|b| !b.is_ascii_digit()) {
            self.at += 1;
        }
    }
    /// The next number, of so many digits at most; [`UNSET`] if there is none.
    pub(crate) fn number(&mut self, most: usize) -> i64 {
        self.to_digit();
        value(self.digits(most))
    }
    /// The number right here; `None` if there is none.
    pub(crate) fn number_here(&mut self, most: usize) -> Option<i64> {
        let digits = self.digits(most);
        (!digits.is_empty()).then(|| value(digits))
    }
    /// The next number as a year: two digits are of 1970 to 2069.
    pub(crate) fn year(&mut self, most: usize) -> i64 {
        self.to_digit();
        let digits = self.digits(most);
        full_year(value(digits), digits.len())
    }
    /// A number with any signs in front; `None` if it is too large.
    pub(crate) fn signed_number(&mut self, most: usize) -> Option<i64> {
        let mut negative = false;
        while let Some(byte) = self.peek() {
            match byte {
                b'-' => negative = !negative,
                b'0'..=b'9' => break,
                _ => {}
            }
            self.at += 1;
        }
        let digits = self.digits(most);
        let mut number: i64 = 0;
        for digit in digits {
            let digit = i64::from(digit - b'0');
            number = number.checked_mul(10)?;
            number = if negative { number.checked_sub(digit)? } else { number.checked_add(digit)? };
        }
        Some(number)
    }
    /// A year whose sign is its own.
    pub(crate) fn signed_year(&mut self) -> i64 {
        self.signed_number(19).unwrap_or(i64::MAX / 400)
    }
    /// `.123` in microseconds.
    pub(crate) fn fraction(&mut self) -> i64 {
        self.accept(b".:,");
        let digits = self.digits(usize::MAX);
        digits.iter().chain(b"000000").take(6).fold(0, |n, b| n * 10 + i64::from(b - b'0'))
    }
    /// Letters, and the sign of micro.
    pub(crate) fn word(&mut self) -> &'a [u8] {
        let is_word = |b: &&u8| b.is_ascii_alphabetic() || **b == 0xc2 || **b == 0xb5;
        let count = self.rest().iter().take_while(is_word).count();
        let word = &self.rest()[..count];
        self.at += count;
        word
    }
    pub(crate) fn skip_day_suffix(&mut self) {
        let suffix = self.rest().get(..2).map(<[u8]>::to_ascii_lowercase);
        if let Some(b"nd" | b"rd" | b"st" | b"th") = suffix.as_deref() {
            self.at += 2;
        }
    }
    /// The next month by name or Roman number; 0 if it is none.
    pub(crate) fn month(&mut self) -> i64 {
        self.skip(b" \t-./");
        month(self.word()).unwrap_or(0)
    }
    /// What `am` or `pm` adds to an hour.
    pub(crate) fn meridian(&mut self, hour: i64) -> i64 {
        while self.peek().is_some_and(|b| !matches!(b, b'a' | b'A' | b'p' | b'P')) {
            self.at += 1;
        }
        let letter = self.peek().map(|b| b.to_ascii_lowercase());
        self.advance(1);
        self.skip(b".");
        self.accept(b"mM");
        self.accept(b".");
        match (letter, hour) {
            (Some(b'a'), 12) => -12,
            (Some(b'p'), hour) if hour != 12 => 12,
            _ => 0,
        }
    }
    /// Letters and what else a time zone's name has.
    pub(crate) fn zone_name(&mut self) -> &'a [u8] {
        let is_name = |b: &&u8| b.is_ascii_alphanumeric() || b"/_-+".contains(b);
        let count = self.rest().iter().take_while(is_name).count();
        let name = &self.rest()[..count];
        self.at += count;
        name
    }
    /// An offset behind its sign, in seconds: `2`, `0200`, `02:00`, `02:00:00`, `020000`. `None` if it is none.
    pub(crate) fn offset(&mut self) -> Option<i64> {
        let is_offset = |b: &&u8| b.is_ascii_digit() || **b == b':';
        let text = &self.rest()[..self.rest().iter().take_while(is_offset).count()];
        self.at += text.len();
        // The number at a place, up to what is no digit.
        let number =
            |at: usize| text[at..].iter().take_while(|b| b.is_ascii_digit()).fold(0, |n, b| n * 10 + i64::from(b - b'0'));
        let colon = |at: usize| text.get(at) == Some(&b':');
        Some(match text.len() {
            1 | 2 => number(0) * 3600,
            3 | 4 if colon(1) => number(0) * 3600 + number(2) * 60,
            3 | 4 if colon(2) => number(0) * 3600 + number(3) * 60,
            3 | 4 => number(0) / 100 * 3600 + number(0) % 100 * 60,
            5 if colon(2) => number(0) * 3600 + number(3) * 60,
            6 => number(0) / 10_000 * 3600 + number(0) / 100 % 100 * 60 + number(0) % 100,
            8 if colon(2) && colon(5) => number(0) * 3600 + number(3) * 60 + number(6),
            _ => return None,
        })
    }
    /// The next unit of time.
    pub(crate) fn unit(&mut self) -> Option<Unit> {
        self.skip(b" \t-/");
        unit(&self.word().to_ascii_lowercase())
    }
}

fn value(digits: &[u8]) -> i64 {
    if digits.is_empty() {
        return UNSET;
    }
    digits.iter().fold(0i64, |n, b| n.saturating_mul(10).saturating_add(i64::from(b - b'0')))
}

/// A year of so many digits.
pub(crate) fn full_year(year: i64, digits: usize) -> i64 {
    match year {
        UNSET => UNSET,
        _ if digits >= 4 => year,
        0..70 => year + 2000,
        70..100 => year + 1900,
        _ => year,
    }
}

const MONTHS: [&str; 12] =
    ["january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"];
const ROMAN: [&str; 12] = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii"];

/// A month's number by its name.
pub(crate) fn month(name: &[u8]) -> Option<i64> {
    let name = name.to_ascii_lowercase();
    let name = std::str::from_utf8(&name).ok()?;
    let at = match name {
        "sept" => Some(8),
        _ => MONTHS
            .iter()
            .position(|m| *m == name || name.len() == 3 && m.starts_with(name))
            .or_else(|| ROMAN.iter().position(|r| *r == name)),
    };
    at.map(|at| at as i64 + 1)
}

const DAYS: [&str; 7] = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

/// A weekday's number by its name, from Sunday 0.
pub(crate) fn weekday(name: &[u8]) -> Option<i64> {
    let name = std::str::from_utf8(name).ok()?;
    let name = if name.len() > 5 { name.strip_suffix('s').unwrap_or(name) } else { name };
    let short = |day: &str| {
        day.starts_with(name) && name.len() >= 3 && (name.len() == 3 || matches!(name, "tues" | "wednes" | "thur" | "thurs"))
    };
    DAYS.iter().position(|d| *d == name || short(d)).map(|at| at as i64)
}

pub(crate) fn unit(word: &[u8]) -> Option<Unit> {
    Some(match word {
        b"ms" | b"msec" | b"msecs" | b"millisecond" | b"milliseconds" => Unit::Micro(1000),
        b"usec" | b"usecs" | b"microsecond" | b"microseconds" | b"\xc2\xb5s" | b"\xc2\xb5sec" | b"\xc2\xb5secs" => Unit::Micro(1),
        b"sec" | b"secs" | b"second" | b"seconds" => Unit::Second,
        b"min" | b"mins" | b"minute" | b"minutes" => Unit::Minute,
        b"hour" | b"hours" => Unit::Hour,
        b"day" | b"days" => Unit::Day(1),
        b"week" | b"weeks" => Unit::Day(7),
        b"fortnight" | b"fortnights" | b"forthnight" | b"forthnights" => Unit::Day(14),
        b"month" | b"months" => Unit::Month,
        b"year" | b"years" => Unit::Year,
        b"weekday" | b"weekdays" => Unit::Weekdays,
        _ => Unit::Weekday(weekday(word)?),
    })
}
