//! Writing dates by patterns: what ICU calls SimpleDateFormat.

use super::{
    style::{Piece, pieces},
    symbols::DateSymbols,
};
use crate::{
    calendar::cal::*,
    timezone::names::{Name, iso},
};

const INVALID_FORMAT: i64 = 3;

fn width(count: usize) -> &'static str {
    match count {
        4 => "wide",
        5 => "narrow",
        6 => "short",
        _ => "abbreviated",
    }
}

/// Writes what a calendar says. The error is ICU's code.
pub(crate) fn format(cal: &mut Cal, pattern: &str, symbols: &DateSymbols) -> Result<String, i64> {
    let mut out = String::new();
    for piece in pieces(pattern) {
        match piece {
            Piece::Literal(text) => out.push_str(&text),
            Piece::Field(c, count) => {
                if out.len() + count > 10_000_000 {
                    return Err(INVALID_FORMAT);
                }
                out.push_str(&field(cal, c, count, symbols)?);
            }
        }
    }
    Ok(out)
}

fn named(names: &[&'static str], at: i64, or: String) -> String {
    usize::try_from(at).ok().and_then(|at| names.get(at)).filter(|name| !name.is_empty()).map_or(or, |name| (*name).to_owned())
}

fn field(cal: &mut Cal, c: char, count: usize, symbols: &DateSymbols) -> Result<String, i64> {
    let number = |value: i64| symbols.number(value, count.min(1000));
    Ok(match c {
        'G' => {
            let era = cal.get(ERA)?;
            let width = if count > 5 { "abbreviated" } else { width(count) };
            named(&symbols.eras(width), era, symbols.number(era, 1))
        }
        'y' | 'Y' => {
            let year = cal.get(if c == 'y' { YEAR } else { YEAR_WOY })?;
            if count == 2 { symbols.number(year.rem_euclid(100), 2) } else { number(year) }
        }
        'u' | 'r' => number(cal.get(EXTENDED_YEAR)?),
        'U' => number(cal.get(YEAR)?),
        'M' | 'L' => month(cal, c == 'L', count, symbols)?,
        'Q' | 'q' => {
            let quarter = cal.get(MONTH)? / 3;
            if count < 3 {
                number(quarter + 1)
            } else {
                named(&symbols.names("quarters", c == 'q', width(count.min(5))), quarter, number(quarter + 1))
            }
        }
        'd' => number(cal.get(DATE)?),
        'D' => number(cal.get(DAY_OF_YEAR)?),
        'F' => number(cal.get(DAY_OF_WEEK_IN_MONTH)?),
        'g' => number(cal.get(JULIAN_DAY)?),
        'w' => number(cal.get(WEEK_OF_YEAR)?),
        'W' => number(cal.get(WEEK_OF_MONTH)?),
        'e' if count < 3 => number(cal.get(DOW_LOCAL)?),
        'c' if count < 3 => symbols.number(cal.get(DOW_LOCAL)?, 1),
        'E' | 'e' | 'c' => {
            let day = cal.get(DAY_OF_WEEK)? - 1;
            named(&symbols.names("dayNames", c == 'c', width(count)), day, String::new())
        }
        'a' => named(&symbols.day_halves(count == 5), cal.get(AM_PM)?, String::new()),
        'b' | 'B' => day_period(cal, c == 'B', count, symbols)?,
        'h' => number((cal.get(HOUR)? + 11) % 12 + 1),
        'H' => number(cal.get(HOUR_OF_DAY)?),
        'k' => number((cal.get(HOUR_OF_DAY)? + 23) % 24 + 1),
        'K' => number(cal.get(HOUR)?),
        'm' => number(cal.get(MINUTE)?),
        's' => number(cal.get(SECOND)?),
        'S' => {
            let milliseconds = cal.get(MILLISECOND)?;
            let shown = match count {
                1 => symbols.number(milliseconds / 100, 1),
                2 => symbols.number(milliseconds / 10, 2),
                _ => symbols.number(milliseconds, 3),
            };
            shown + &symbols.number(0, 1).repeat(count.saturating_sub(3).min(1000))
        }
        'A' => number(cal.get(MILLISECONDS_IN_DAY)?),
        'z' | 'Z' | 'O' | 'v' | 'V' | 'X' | 'x' => zone(cal, c, count, symbols)?,
        _ => return Err(INVALID_FORMAT),
    })
}

fn month(cal: &mut Cal, alone: bool, count: usize, symbols: &DateSymbols) -> Result<String, i64> {
    let month = cal.get(MONTH)?;
    let year = cal.get(EXTENDED_YEAR)?;
    // In Hebrew years without a leap month the months behind it have other numbers, and in those with it Adar has another name.
    let hebrew = cal.system == crate::calendar::system::System::Hebrew;
    let is_leap = hebrew && cal.month_length(year, 5) > 0;
    let shown = if hebrew && !is_leap && month >= 6 { month } else { month + 1 };
    if count < 3 {
        return Ok(symbols.number(shown, count));
    }
    let names = symbols.names("monthNames", alone, width(count.min(5)));
    let at = if is_leap && month == 6 && names.len() > 13 { 13 } else { month };
    Ok(named(&names, at, symbols.number(shown, 1)))
}

fn day_period(cal: &mut Cal, flexible: bool, count: usize, symbols: &DateSymbols) -> Result<String, i64> {
    let (hour, minute) = (cal.get(HOUR_OF_DAY)?, cal.get(MINUTE)?);
    let exact = minute == 0 && cal.get(SECOND)? == 0;
    let width = width(count.min(5));
    let name = if flexible {
        symbols.period_at(hour, if exact { 0 } else { 1 })
    } else {
        match (hour, exact) {
            (12, true) => Some("noon"),
            (0, true) => Some("midnight").filter(|_| symbols.period_at(0, 0) == Some("midnight")),
            _ => None,
        }
    };
    let of = |name| [width, "abbreviated", "wide"].into_iter().find_map(|width| symbols.period(name, width));
    match name.and_then(of) {
        Some(text) => Ok(text.to_owned()),
        None => Ok(named(&symbols.day_halves(count == 5), cal.get(AM_PM)?, String::new())),
    }
}

fn zone(cal: &mut Cal, c: char, count: usize, symbols: &DateSymbols) -> Result<String, i64> {
    let moment = cal.time()?;
    let (raw, dst) = (cal.get(ZONE_OFFSET)?, cal.get(DST_OFFSET)?);
    let offset = raw + dst;
    let names = symbols.zones();
    Ok(match (c, count) {
        ('z', _) => {
            let name = match (count >= 4, dst != 0) {
                (true, false) => Name::LongStandard,
                (true, true) => Name::LongDaylight,
                (false, false) => Name::ShortStandard,
                (false, true) => Name::ShortDaylight,
            };
            names.specific(&cal.tz, name, moment).map_or_else(|| names.gmt(offset, count < 4), str::to_owned)
        }
        ('Z', 4) | ('O', 4..) => names.gmt(offset, false),
        ('Z', 5) => iso(offset, true, true, 2, 3),
        ('Z', _) => iso(offset, false, false, 2, 3),
        ('O', _) => names.gmt(offset, true),
        ('v', _) => names.generic(&cal.tz, count >= 4, moment).unwrap_or_else(|| names.gmt(offset, count < 4)),
        ('V', 1) => short_id(&cal.tz.id),
        ('V', 2) => cal.tz.id.clone(),
        ('V', 3) => names.city(&crate::timezone::zone::canonical(&cal.tz.id).map_or_else(|| cal.tz.id.clone(), |found| found.0)),
        ('V', _) => names.location(&cal.tz).unwrap_or_else(|| names.gmt(offset, false)),
        (_, 1) => iso(offset, false, c == 'X', 1, 2),
        (_, 2) => iso(offset, false, c == 'X', 2, 2),
        (_, 3) => iso(offset, true, c == 'X', 2, 2),
        (_, 4) => iso(offset, false, c == 'X', 2, 3),
        _ => iso(offset, true, c == 'X', 2, 3),
    })
}

/// The name of a zone in locales' extension `u`.
fn short_id(id: &str) -> String {
    let canonical = crate::timezone::zone::canonical(id).map_or_else(|| id.to_owned(), |found| found.0);
    let found = crate::data::fact("timezoneTypes", &["typeMap", "timezone", &canonical.replace('/', ":")]);
    found.and_then(crate::data::Res::text).unwrap_or("unk").to_owned()
}
