//! Dates and times in a format that the caller describes: `DateTime::createFromFormat`.

use crate::{
    calendar,
    parse_date::{Parsed, set_zone, zone},
    scan::{Errors, Scan, Unit, full_year},
    time::{Time, Tz, UNSET},
};

struct Reader<'a> {
    scan: Scan<'a>,
    time: Time,
    errors: Errors,
    /// Where the part being read begins.
    begin: usize,
}

/// Reads a text in a format.
pub(crate) fn parse(format: &[u8], text: &[u8]) -> Parsed {
    let mut reader = Reader { scan: Scan::new(text), time: Time::unset(), errors: Errors::default(), begin: 0 };
    let mut format = format.iter().copied().peekable();
    let mut trailing = false;
    while !reader.scan.rest().is_empty() {
        let Some(letter) = format.next() else { break };
        reader.begin = reader.scan.position();
        match letter {
            b'+' => trailing = true,
            b'\\' => match format.next() {
                Some(escaped) if reader.scan.peek() == Some(escaped) => reader.scan.advance(1),
                Some(_) => reader.error("The escaped character could not be found"),
                None => reader.error("Escaped character expected"),
            },
            _ => reader.part(letter),
        }
    }
    reader.begin = reader.scan.position();
    if !reader.scan.rest().is_empty() {
        if trailing { reader.warning("Trailing data") } else { reader.error("Trailing data") }
    }
    for letter in format {
        match letter {
            b'!' => reader.reset(true),
            b'|' => reader.reset(false),
            b'*' | b'+' => {}
            _ => {
                reader.error("Not enough data available to satisfy format");
                break;
            }
        }
    }
    reader.finish()
}

impl Reader<'_> {
    fn character(&self) -> u8 {
        self.scan.whole().get(self.begin).copied().unwrap_or(0)
    }
    fn error(&mut self, message: &'static str) {
        self.errors.error(self.begin, self.character(), message);
    }
    fn warning(&mut self, message: &'static str) {
        self.errors.warning(self.begin, self.character(), message);
    }
    /// A number of so many digits at most.
    fn number(&mut self, most: usize, missing: &'static str) -> Option<i64> {
        Some(self.number_and_length(most, missing)?.0)
    }
    fn number_and_length(&mut self, most: usize, missing: &'static str) -> Option<(i64, usize)> {
        if !self.scan.peek().is_some_and(|b| b.is_ascii_digit()) {
            self.error("Unexpected data found.");
        }
        while self.scan.peek().is_some_and(|b| !b.is_ascii_digit()) {
            self.scan.advance(1);
        }
        let from = self.scan.position();
        match self.scan.number_here(most) {
            Some(number) => Some((number, self.scan.position() - from)),
            None => {
                self.error(missing);
                None
            }
        }
    }
    /// Sets everything to the epoch, or just what is not set yet.
    fn reset(&mut self, all: bool) {
        let time = &mut self.time;
        let defaults = [
            (&mut time.y, 1970),
            (&mut time.m, 1),
            (&mut time.d, 1),
            (&mut time.h, 0),
            (&mut time.i, 0),
            (&mut time.s, 0),
            (&mut time.us, 0),
        ];
        for (field, default) in defaults {
            if all || *field == UNSET {
                *field = default;
            }
        }
        if all {
            time.tz = None;
        }
    }
    fn separator(&mut self, one_of: &[u8], missing: &'static str) {
        if !self.scan.accept(one_of) {
            self.error(missing);
        }
    }
    fn part(&mut self, letter: u8) {
        match letter {
            b'd' | b'j' => {
                self.time.have_date = true;
                if let Some(day) = self.number(2, "A two digit day could not be found") {
                    self.time.d = day;
                }
            }
            b'm' | b'n' => {
                self.time.have_date = true;
                if let Some(month) = self.number(2, "A two digit month could not be found") {
                    self.time.m = month;
                }
            }
            b'M' | b'F' => match self.scan.month() {
                0 => self.error("A textual month could not be found"),
                month => {
                    self.time.have_date = true;
                    self.time.m = month;
                }
            },
            b'y' => {
                self.time.have_date = true;
                if let Some((year, length)) = self.number_and_length(2, "A two digit year could not be found") {
                    self.time.y = full_year(year, length);
                }
            }
            b'Y' => {
                self.time.have_date = true;
                if let Some(year) = self.number(4, "A four digit year could not be found") {
                    self.time.y = year;
                }
            }
            b'x' | b'X' => {
                let found = self.scan.peek().is_some_and(|b| b.is_ascii_digit() || matches!(b, b'+' | b'-'));
                match self.scan.signed_number(19).filter(|_| found) {
                    Some(year) => {
                        self.time.have_date = true;
                        self.time.y = year;
                    }
                    None => self.error("An expanded digit year could not be found"),
                }
            }
            b'z' => self.day_of_year(),
            b'D' | b'l' => match self.scan.unit() {
                Some(Unit::Weekday(day)) => {
                    self.time.have_relative = true;
                    self.time.relative.weekday = Some(day);
                    self.time.relative.weekday_behavior = 1;
                }
                _ => self.error("A textual day could not be found"),
            },
            b'S' => self.scan.skip_day_suffix(),
            _ => self.time_part(letter),
        }
    }
    fn time_part(&mut self, letter: u8) {
        match letter {
            b'a' | b'A' => self.meridian(),
            b'g' | b'h' | b'G' | b'H' => {
                if let Some(hour) = self.number(2, "A two digit hour could not be found") {
                    self.time.h = hour;
                    if matches!(letter, b'g' | b'h') && hour > 12 {
                        self.error("Hour cannot be higher than 12");
                        return;
                    }
                    self.time.have_time = 1;
                }
            }
            b'i' | b's' => {
                let missing = if letter == b'i' {
                    "A two digit minute could not be found"
                } else {
                    "A two digit second could not be found"
                };
                match self.number_and_length(2, missing) {
                    Some((number, 2)) => {
                        self.time.have_time = 1;
                        if letter == b'i' { self.time.i = number } else { self.time.s = number }
                    }
                    Some(_) => self.error(missing),
                    None => {}
                }
            }
            b'u' | b'v' => {
                let (most, missing) = if letter == b'u' {
                    (6, "A six digit microsecond could not be found")
                } else {
                    (3, "A three digit millisecond could not be found")
                };
                if let Some((number, length)) = self.number_and_length(most, missing) {
                    self.time.us = number * 10_i64.pow(6 - length.min(6) as u32);
                }
            }
            b'U' => {
                let found = self.scan.peek().is_some_and(|b| b.is_ascii_digit() || matches!(b, b'+' | b'-'));
                if !found {
                    self.error("Unexpected data found.");
                }
                let moment = self.scan.signed_number(24).filter(|_| found);
                if moment.is_none() {
                    self.error(if found { "Number out of range" } else { "Found unexpected data" });
                }
                // What is no number counts as 0.
                let moment = Time::new(moment.unwrap_or(0), self.time.us, Tz::Offset(0));
                self.time = Time { have_zone: 1, have_time: 1, have_date: true, ..moment };
            }
            b'e' | b'p' | b'T' | b'O' | b'P' => {
                if letter == b'p' && self.scan.peek() == Some(b'Z') {
                    self.scan.advance(1);
                    set_zone(&mut self.time, Tz::Abbreviation { name: crate::time::ShortName::new(b"Z"), offset: 0, dst: false });
                    self.time.have_zone += 1;
                    return;
                }
                self.time.named_zone = true;
                match zone(&mut self.scan) {
                    Some(tz) => {
                        self.time.have_zone += 1;
                        set_zone(&mut self.time, tz);
                    }
                    None => self.error("The timezone could not be found in the database"),
                }
            }
            _ => self.other_part(letter),
        }
    }
    fn other_part(&mut self, letter: u8) {
        match letter {
            // As many spaces as there are, none included.
            b' ' => self.scan.skip_spaces(),
            b'#' => self.separator(b";:/.,-()", "The separation symbol ([;:/.,-]) could not be found"),
            b';' | b':' | b'/' | b'.' | b',' | b'-' | b'(' | b')' => {
                self.separator(&[letter], "The separation symbol could not be found");
            }
            b'!' => self.reset(true),
            b'|' => self.reset(false),
            b'?' => self.scan.advance(1),
            b'*' => {
                self.scan.advance(1);
                while self.scan.peek().is_some_and(|b| !b" \t.,:;/-0123456789".contains(&b)) {
                    self.scan.advance(1);
                }
            }
            other => {
                if self.scan.peek() != Some(other) {
                    self.error("The format separator does not match");
                }
                self.scan.advance(1);
            }
        }
    }
    fn day_of_year(&mut self) {
        if self.time.y == UNSET {
            self.error("A 'day of year' can only come after a year has been found");
        }
        let Some(day) = self.number(3, "A three digit day-of-year could not be found") else { return };
        if self.time.y != UNSET {
            self.time.have_date = true;
            let (y, m, d) = calendar::date(calendar::days(self.time.y, 1, 1 + day));
            (self.time.y, self.time.m, self.time.d) = (y, m, d);
        }
    }
    fn meridian(&mut self) {
        if self.time.h == UNSET {
            self.error("Meridian can only come after an hour has been found");
        }
        // Whatever is before the letter is passed over.
        while self.scan.peek().is_some_and(|b| !b"AaPp".contains(&b)) {
            self.scan.advance(1);
        }
        let letter = self.scan.peek().map(|b| b.to_ascii_lowercase());
        self.scan.advance(usize::from(letter.is_some()));
        let dotted = self.scan.accept(b".");
        if letter.is_none() || !self.scan.accept(b"mM") || dotted && !self.scan.accept(b".") {
            self.error("A meridian could not be found");
            return;
        }
        self.time.have_time = 1;
        match (letter, self.time.h) {
            (_, UNSET) => {}
            (Some(b'a'), 12) => self.time.h = 0,
            (Some(b'p'), hour) if hour != 12 => self.time.h += 12,
            _ => {}
        }
    }
    fn finish(mut self) -> Parsed {
        let end = self.scan.position();
        let time = &mut self.time;
        if [time.h, time.i, time.s, time.us].iter().any(|&field| field != UNSET) {
            for field in [&mut time.h, &mut time.i, &mut time.s, &mut time.us] {
                if *field == UNSET {
                    *field = 0;
                }
            }
            if !((0..24).contains(&time.h) && (0..60).contains(&time.i) && (0..60).contains(&time.s)) {
                self.errors.warning(end, 0, "The parsed time was invalid");
            }
        }
        let time = &self.time;
        if ![time.y, time.m, time.d].contains(&UNSET) && !calendar::is_valid(time.y, time.m, time.d) {
            self.errors.warning(end, 0, "The parsed date was invalid");
        }
        Parsed { time: self.time, errors: self.errors }
    }
}
