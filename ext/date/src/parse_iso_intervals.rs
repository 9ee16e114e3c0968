//! ISO 8601 durations and recurring periods.

use crate::{
    parse_date,
    scan::Scan,
    time::{Relative, Time},
};

/// `P1Y2M3DT4H5M6S`, `P2W`, or `P0001-02-03T04:05:06`.
pub(crate) fn duration(text: &[u8]) -> Option<Relative> {
    let end = text.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    let body = text[..end].trim_ascii().strip_prefix(b"P")?;
    combined(body).or_else(|| designated(body))
}

fn designated(body: &[u8]) -> Option<Relative> {
    let mut interval = Relative::default();
    let mut scan = Scan::new(body);
    let mut in_time = false;
    let mut any = false;
    // Each designator may come once, in this order.
    let mut order: &[u8] = b"YMWD";
    while let Some(byte) = scan.peek() {
        if byte == b'T' && !in_time {
            scan.advance(1);
            (in_time, order) = (true, b"HMS");
            // There must be something behind it.
            scan.peek()?;
            continue;
        }
        let number = scan.number_here(12)?;
        let designator = scan.peek()?;
        scan.advance(1);
        let at = order.iter().position(|&d| d == designator)?;
        order = &order[at + 1..];
        any = true;
        match (designator, in_time) {
            (b'Y', _) => interval.y = number,
            (b'M', false) => interval.m = number,
            (b'W', _) => interval.d = 7 * number,
            (b'D', _) => interval.d += number,
            (b'H', _) => interval.h = number,
            (b'M', true) => interval.i = number,
            _ => interval.s = number,
        }
    }
    any.then_some(interval)
}

fn combined(body: &[u8]) -> Option<Relative> {
    let shape = b"dddd-dd-ddTdd:dd:dd";
    let fits = |(b, s): (&u8, &u8)| if *s == b'd' { b.is_ascii_digit() } else { b == s };
    if body.len() != shape.len() || !body.iter().zip(shape).all(fits) {
        return None;
    }
    let mut scan = Scan::new(body);
    let [y, m, d] = [scan.number(4), scan.number(2), scan.number(2)];
    let [h, i, s] = [scan.number(2), scan.number(2), scan.number(2)];
    if m > 12 || d > 31 || h > 24 || i > 59 || s > 59 {
        return None;
    }
    Some(Relative { y, m, d, h, i, s, ..Relative::default() })
}

/// A recurring period's parts.
pub(crate) struct Period {
    pub(crate) recurrences: Option<i64>,
    pub(crate) start: Option<Time>,
    pub(crate) end: Option<Time>,
    pub(crate) interval: Option<Relative>,
}

/// `R5/2008-03-01T13:00:00Z/P1Y2M10DT2H30M`. `None`: not of that form.
pub(crate) fn period(text: &[u8]) -> Option<Period> {
    let mut period = Period { recurrences: None, start: None, end: None, interval: None };
    for part in text.split(|&b| matches!(b, b'/' | b' ')) {
        match part.first() {
            Some(b'R') => {
                let digits = std::str::from_utf8(&part[1..]).ok()?;
                period.recurrences = Some(digits.parse().ok()?);
            }
            Some(b'P') => period.interval = Some(duration(part)?),
            Some(b'0'..=b'9') => {
                let time = moment(part)?;
                if period.start.is_none() { period.start = Some(time) } else { period.end = Some(time) }
            }
            _ => return None,
        }
    }
    Some(period)
}

/// `2008-03-01T13:00:00Z` or `20080301T130000Z`
fn moment(text: &[u8]) -> Option<Time> {
    let digits = text.strip_suffix(b"Z")?;
    let plain = digits.iter().filter(|b| b.is_ascii_digit()).count() == 14;
    if !plain || !digits.contains(&b'T') {
        return None;
    }
    let parsed = parse_date::parse(text);
    let mut time = parsed.time;
    if !parsed.errors.errors.is_empty() || !time.have_date {
        return None;
    }
    let nothing = Time::new(0, 0, crate::time::Tz::Offset(0));
    parse_date::fill_holes(&mut time, &nothing, false);
    // Universal time counts as an offset here.
    crate::parse_date::set_zone(&mut time, crate::time::Tz::Offset(0));
    time.update();
    Some(time)
}
