//! Reading dates by patterns.

use super::{
    style::{Piece, pieces},
    symbols::DateSymbols,
};
use crate::{
    calendar::cal::*,
    timezone::{Tz, names::Name},
};

/// Reads a text into a calendar, whose fields are set: where reading ended. The error is where it failed.
pub(crate) fn parse(
    cal: &mut Cal,
    pattern: &str,
    symbols: &DateSymbols,
    text: &[char],
    start: usize,
    lenient: bool,
) -> Result<usize, usize> {
    let pieces = pieces(pattern);
    let mut reader = Reader { text, symbols, lenient, half: None, zone: None };
    let mut at = start;
    let mut index = 0;
    while index < pieces.len() {
        match &pieces[index] {
            Piece::Literal(literal) => at = reader.literal(at, literal, Behind::of(&pieces, index))?,
            Piece::Field(c, count) => {
                // Numbers that follow one another without anything between have as many digits as letters.
                let run = pieces[index..].iter().take_while(|piece| is_number(piece)).count();
                if run > 1 && is_number(&pieces[index]) {
                    at = reader.run(cal, &pieces[index..index + run], at)?;
                    index += run;
                    continue;
                }
                at = reader.field(cal, *c, *count, at, None)?;
            }
        }
        index += 1;
    }
    // The point of an abbreviation at the end.
    if lenient && matches!(pieces.last(), Some(piece @ Piece::Field(..)) if !is_number(piece)) && reader.get(at) == Some('.') {
        at += 1;
    }
    reader.finish(cal);
    Ok(at)
}

fn is_number(piece: &Piece) -> bool {
    match piece {
        Piece::Field(c, count) => match c {
            'y' | 'Y' | 'u' | 'd' | 'D' | 'F' | 'g' | 'w' | 'W' | 'h' | 'H' | 'k' | 'K' | 'm' | 's' | 'S' | 'A' => true,
            'M' | 'L' | 'Q' | 'q' | 'e' | 'c' => *count < 3,
            _ => false,
        },
        Piece::Literal(_) => false,
    }
}

/// What is around a literal.
struct Behind {
    /// The field before it is none of numbers.
    name: bool,
    /// What may stand in its place.
    separators: &'static str,
}

impl Behind {
    fn of(pieces: &[Piece], index: usize) -> Behind {
        let before = index.checked_sub(1).map(|before| &pieces[before]);
        let separators = match pieces.get(index + 1) {
            Some(Piece::Field(
                'y' | 'Y' | 'u' | 'M' | 'L' | 'd' | 'D' | 'E' | 'e' | 'c' | 'F' | 'w' | 'W' | 'g' | 'Q' | 'q',
                _,
            )) => "-,./",
            Some(Piece::Field('h' | 'H' | 'k' | 'K' | 'm' | 's' | 'S', _)) => "-.:",
            _ => "",
        };
        Behind { name: before.is_some_and(|piece| matches!(piece, Piece::Field(..)) && !is_number(piece)), separators }
    }
}

struct Reader<'a> {
    text: &'a [char],
    symbols: &'a DateSymbols,
    lenient: bool,
    /// A half of the day that was read, which hours are of.
    half: Option<i64>,
    zone: Option<Tz>,
}

impl Reader<'_> {
    fn get(&self, at: usize) -> Option<char> {
        self.text.get(at).copied()
    }
    fn skip_spaces(&self, mut at: usize) -> usize {
        while self.get(at).is_some_and(|c| c.is_whitespace() || matches!(c, '\u{200e}' | '\u{200f}' | '\u{61c}')) {
            at += 1;
        }
        at
    }
    /// What stands between fields. Leniently, white space may be anywhere, and what differs ends the comparison: what is left is left
    /// out. Where nothing was the same, what separates dates or times is skipped in its place, by the field behind it.
    fn literal(&self, start: usize, literal: &str, behind: Behind) -> Result<usize, usize> {
        if !self.lenient {
            let mut at = start;
            for c in literal.chars() {
                if self.get(at) != Some(c) {
                    return Err(start);
                }
                at += 1;
            }
            return Ok(at);
        }
        let begin = self.skip_spaces(start);
        let (mut at, mut matched) = (begin, false);
        let mut chars = literal.trim().chars().peekable();
        while let Some(&c) = chars.peek() {
            if c.is_whitespace() {
                at = self.skip_spaces(at);
                chars.next();
                continue;
            }
            match self.get(at) {
                Some(own) if own == c => {
                    (at, matched) = (at + 1, true);
                    chars.next();
                }
                // The point of an abbreviation.
                Some('.') if at == begin && behind.name => at += 1,
                Some(own) if own.is_whitespace() => at += 1,
                _ => break,
            }
        }
        if !matched {
            at = begin;
            while self.get(at).is_some_and(|c| c.is_whitespace() || behind.separators.contains(c)) {
                at += 1;
            }
        }
        Ok(at)
    }
    fn digit(&self, at: usize) -> Option<(i64, usize)> {
        let c = self.get(at)?;
        if let Some(digit) = c.to_digit(10) {
            return Some((i64::from(digit), at + 1));
        }
        let found = self.symbols.digits.iter().position(|own| own.chars().eq([c]))?;
        Some((found as i64, at + 1))
    }
    /// A number of at most so many digits, with a sign if asked for: its value, its length in digits, and its end.
    fn number(&self, start: usize, most: usize, sign: bool) -> Option<(i64, usize, usize)> {
        let mut at = start;
        let negative = sign && matches!(self.get(at), Some('-' | '\u{2212}'));
        if negative {
            at += 1;
        }
        let (mut value, mut count) = (0i64, 0);
        while count < most
            && let Some((digit, next)) = self.digit(at)
        {
            value = value.saturating_mul(10).saturating_add(digit);
            (at, count) = (next, count + 1);
        }
        (count > 0).then_some((if negative { -value } else { value }, count, at))
    }
    /// Numbers without anything between: the first one has what the others leave.
    fn run(&mut self, cal: &mut Cal, fields: &[Piece], start: usize) -> Result<usize, usize> {
        let width = |piece: &Piece| if let Piece::Field(_, count) = piece { *count } else { 0 };
        let start = if self.lenient { self.skip_spaces(start) } else { start };
        for shorter in 0..width(&fields[0]) {
            let mut at = start;
            let mut fits = true;
            for (index, piece) in fields.iter().enumerate() {
                let Piece::Field(c, count) = piece else { continue };
                let most = if index == 0 {
                    count - shorter
                } else if index + 1 == fields.len() {
                    usize::MAX
                } else {
                    *count
                };
                match self.field(cal, *c, *count, at, Some(most)) {
                    Ok(end) => at = end,
                    Err(_) => {
                        fits = false;
                        break;
                    }
                }
            }
            if fits {
                return Ok(at);
            }
        }
        Err(start)
    }
    /// The longest of several lists of names that a text goes on with.
    fn name(&self, at: usize, lists: &[Vec<&'static str>]) -> Option<(i64, usize)> {
        let mut best: Option<(i64, usize)> = None;
        for list in lists {
            for (index, name) in list.iter().enumerate().filter(|(_, name)| !name.is_empty()) {
                for candidate in [*name, name.trim_end_matches('.')] {
                    if let Some(end) = self.matches(at, candidate)
                        && best.is_none_or(|best| end > best.1)
                    {
                        best = Some((index as i64, end));
                    }
                }
            }
        }
        best
    }
    fn matches(&self, start: usize, name: &str) -> Option<usize> {
        let mut at = start;
        for c in name.chars() {
            let own = self.get(at)?;
            let same = own == c || own.to_lowercase().eq(c.to_lowercase()) || (own.is_whitespace() && c.is_whitespace());
            if !same {
                return None;
            }
            at += 1;
        }
        (at > start).then_some(at)
    }
    fn field(&mut self, cal: &mut Cal, c: char, count: usize, start: usize, most: Option<usize>) -> Result<usize, usize> {
        let at = if self.lenient || most.is_none() { self.skip_spaces(start) } else { start };
        let fail = Err(start);
        let all = |of: &str| {
            let names = |alone: bool, width: &str| self.symbols.names(of, alone, width);
            vec![
                names(false, "wide"),
                names(false, "abbreviated"),
                names(true, "wide"),
                names(true, "abbreviated"),
                names(false, "short"),
            ]
        };
        match c {
            'G' => {
                let lists =
                    [self.symbols.eras("abbreviated"), self.symbols.eras("wide"), self.symbols.eras("narrow"), vec!["BC", "AD"]];
                let Some((era, end)) = self.name(at, &lists) else { return fail };
                cal.set(ERA, era);
                return Ok(end);
            }
            'M' | 'L' | 'E' | 'e' | 'c' | 'Q' | 'q' if count >= 3 || c == 'E' => {
                let (field, of) = match c {
                    'M' | 'L' => (MONTH, "monthNames"),
                    'Q' | 'q' => (MONTH, "quarters"),
                    _ => (DAY_OF_WEEK, "dayNames"),
                };
                if let Some((found, end)) = self.name(at, &all(of)) {
                    let value = match (field, of) {
                        (DAY_OF_WEEK, _) => found + 1,
                        (_, "quarters") => found * 3,
                        _ => found,
                    };
                    cal.set(field, value);
                    return Ok(end);
                }
                if field == DAY_OF_WEEK || !self.lenient {
                    return fail;
                }
            }
            'a' | 'b' | 'B' => {
                let lists = [self.symbols.day_halves(false), self.symbols.day_halves(true), vec!["AM", "PM"]];
                let Some((half, end)) = self.name(at, &lists) else { return fail };
                self.half = Some(half);
                cal.set(AM_PM, half);
                return Ok(end);
            }
            'z' | 'Z' | 'O' | 'v' | 'V' | 'X' | 'x' => {
                let Some((tz, end)) = self.zone(cal, at) else { return fail };
                self.zone = Some(tz);
                return Ok(end);
            }
            _ => {}
        }
        let Some((value, digits, end)) = self.number(at, most.unwrap_or(usize::MAX), matches!(c, 'y' | 'Y' | 'u')) else {
            // A name will do for the number of a month.
            return match self.name(at, &all("monthNames")) {
                Some((month, end)) if matches!(c, 'M' | 'L') && most.is_none() => {
                    cal.set(MONTH, month);
                    Ok(end)
                }
                _ => fail,
            };
        };
        self.set(cal, c, count, value, digits).ok_or(start)?;
        Ok(end)
    }
    /// Sets the field of a number. `None` if the number makes no sense for it.
    fn set(&self, cal: &mut Cal, c: char, count: usize, value: i64, digits: usize) -> Option<()> {
        let value = value.clamp(i64::from(i32::MIN), i64::from(i32::MAX));
        let within = |most: i64| (0..=most).contains(&value).then_some(());
        let (field, value) = match c {
            'y' | 'Y' => {
                let mut year = value;
                if count <= 2 && digits == 2 && value >= 0 {
                    // Within the hundred years that begin eighty years ago.
                    let first = crate::calendar::gregorian::civil((crate::timezone::zone::now() / DAY) as i64).0 - 80;
                    year += first - first % 100;
                    if year < first {
                        year += 100;
                    }
                }
                (if c == 'y' { YEAR } else { YEAR_WOY }, year)
            }
            'u' => (EXTENDED_YEAR, value),
            'M' | 'L' => (MONTH, value - 1),
            'Q' | 'q' => (MONTH, (value - 1) * 3),
            'd' => (DATE, value),
            'D' => (DAY_OF_YEAR, value),
            'F' => (DAY_OF_WEEK_IN_MONTH, value),
            'g' => (JULIAN_DAY, value),
            'w' => (WEEK_OF_YEAR, value),
            'W' => (WEEK_OF_MONTH, value),
            'e' | 'c' => (DOW_LOCAL, value),
            'h' => {
                within(24)?;
                (HOUR, if value == 12 { 0 } else { value })
            }
            'K' => {
                within(24)?;
                (HOUR, value)
            }
            'H' => {
                within(24)?;
                (HOUR_OF_DAY, value)
            }
            'k' => {
                within(24)?;
                (HOUR_OF_DAY, if value == 24 { 0 } else { value })
            }
            'm' => {
                within(59)?;
                (MINUTE, value)
            }
            's' => {
                within(59)?;
                (SECOND, value)
            }
            'S' => {
                let scaled = if digits < 3 {
                    value * 10i64.pow(3 - digits as u32)
                } else {
                    value / 10i64.pow((digits as u32 - 3).min(15))
                };
                (MILLISECOND, scaled)
            }
            'A' => (MILLISECONDS_IN_DAY, value),
            _ => return None,
        };
        cal.set(field, value);
        Some(())
    }
    /// `+03:00`, `+0300`, `+03`: milliseconds, and the end.
    fn offset(&self, at: usize) -> Option<(i64, usize)> {
        let sign = match self.get(at)? {
            '+' => 1,
            '-' | '\u{2212}' => -1,
            _ => return None,
        };
        let (value, digits, end) = self.number(at + 1, 6, false)?;
        let (hours, mut minutes) = match digits {
            1 | 2 => (value, 0),
            3 | 4 => (value / 100, value % 100),
            _ => (value / 10_000, value / 100 % 100),
        };
        let mut end = end;
        if digits <= 2
            && self.get(end) == Some(':')
            && let Some((more, 2, next)) = self.number(end + 1, 2, false)
        {
            (minutes, end) = (more, next);
        }
        (hours < 24 && minutes < 60).then_some((sign * (hours * 60 + minutes) * 60_000, end))
    }
    fn zone(&self, cal: &mut Cal, at: usize) -> Option<(Tz, usize)> {
        if let Some((offset, end)) = self.offset(at) {
            return Some((Tz::custom(offset), end));
        }
        for prefix in ["GMT", "UTC", "UT"] {
            if let Some(end) = self.matches(at, prefix) {
                return Some(match self.offset(end) {
                    Some((offset, end)) => (Tz::custom(offset), end),
                    None => (Tz::of("UTC"), end),
                });
            }
        }
        if self.get(at) == Some('Z') && !self.get(at + 1).is_some_and(char::is_alphanumeric) {
            return Some((Tz::of("UTC"), at + 1));
        }
        let mut end = at;
        while self.get(end).is_some_and(|c| c.is_ascii_alphanumeric() || matches!(c, '/' | '_' | '-' | '+')) {
            end += 1;
        }
        let id: String = self.text[at..end].iter().collect();
        if id.contains('/')
            && let Some(tz) = Tz::find(&id)
        {
            return Some((tz, end));
        }
        self.named_zone(cal, at)
    }
    /// A zone by one of its names: the calendar's own, or those that programs' texts have most.
    fn named_zone(&self, cal: &mut Cal, at: usize) -> Option<(Tz, usize)> {
        const COMMON: [&str; 12] = [
            "America/New_York",
            "America/Chicago",
            "America/Denver",
            "America/Los_Angeles",
            "America/Anchorage",
            "Pacific/Honolulu",
            "Europe/London",
            "Europe/Paris",
            "Europe/Helsinki",
            "Europe/Moscow",
            "Asia/Tokyo",
            "Asia/Kolkata",
        ];
        let names = self.symbols.zones();
        let own = cal.tz.clone();
        let moment = crate::timezone::zone::now();
        let mut best: Option<(Tz, usize)> = None;
        for tz in std::iter::once(own).chain(COMMON.iter().map(|id| Tz::of(id))) {
            for name in [
                Name::LongStandard,
                Name::LongDaylight,
                Name::LongGeneric,
                Name::ShortStandard,
                Name::ShortDaylight,
                Name::ShortGeneric,
            ] {
                if let Some(end) = names.specific(&tz, name, moment).and_then(|name| self.matches(at, name))
                    && best.as_ref().is_none_or(|best| end > best.1)
                {
                    let daylight = matches!(name, Name::LongDaylight | Name::ShortDaylight);
                    let generic = matches!(name, Name::LongGeneric | Name::ShortGeneric);
                    let tz =
                        if generic { tz.clone() } else { Tz::custom(tz.raw_offset() + if daylight { 3_600_000 } else { 0 }) };
                    best = Some((tz, end));
                }
            }
        }
        best
    }
    fn finish(self, cal: &mut Cal) {
        if let Some(tz) = self.zone {
            cal.tz = tz;
        }
    }
}
