//! Dates and times as people write them: the grammar of `strtotime`.
//!
//! The text is cut into tokens: of all formats the one that matches the most text wins, and of equals the first. That is
//! what a multi-pattern automaton does, so the formats are regular expressions, put together once per process.

use crate::{
    calendar, parse_tz,
    scan::{Errors, Scan, Unit},
    time::{MonthEnd, Relative, ShortName, Special, Time, Tz, UNSET},
};
use regex_automata::{
    Anchored, Input, MatchKind,
    hybrid::dfa::{Cache, DFA},
    nfa::thompson,
    util::syntax,
};
use std::{cell::RefCell, sync::LazyLock};

/// What a token is. The order is that of precedence between matches of equal length.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Format {
    Yesterday,
    Now,
    Noon,
    Today,
    Tomorrow,
    Timestamp,
    TimestampFraction,
    MonthEnd,
    BackOf,
    WeekdayOf,
    Time12,
    MssqlTime,
    Time24,
    GnuNoColon,
    Iso8601NoColon,
    American,
    Iso8601Date4,
    Iso8601Date2,
    Iso8601DateX,
    GnuDateShorter,
    GnuDateShort,
    DateFull,
    PointedDate4,
    PointedDate2,
    DateNoDay,
    DateNoDayReverse,
    DateTextual,
    DateNoYearReverse,
    DateNoColon,
    XmlRpc,
    PgYearDay,
    IsoWeekDay,
    IsoWeek,
    PgTextShort,
    PgTextReverse,
    CommonLog,
    Year4,
    Ago,
    DayText,
    RelativeTextWeek,
    RelativeText,
    MonthText,
    TimeZone,
    DateShortTime12,
    DateShortTime24,
    Relative,
    End,
    Separator,
}

use Format as F;

/// The formats and how they are written. `{name}` stands for a part.
#[rustfmt::skip]
const FORMATS: &[(Format, &str)] = &[
    (F::Yesterday, "(?i:yesterday)"),
    (F::Now, "(?i:now)"),
    (F::Noon, "(?i:noon)"),
    (F::Today, "(?i:midnight|today)"),
    (F::Tomorrow, "(?i:tomorrow)"),
    (F::Timestamp, "@-?[0-9]+"),
    (F::TimestampFraction, r"@-?[0-9]+\.[0-9]{0,6}"),
    (F::MonthEnd, "(?i:first day of|last day of)"),
    (F::BackOf, "(?i:back of |front of ){hour24}({space}?{meridian})?"),
    (F::WeekdayOf, "({reltextnumber}|{reltexttext}){space}({dayfulls}|{dayfull}|{dayabbr}){space}(?i:of)"),
    (F::Time12, "{timetiny12}|{timeshort12}|{timelong12}"),
    (F::MssqlTime, "{hour12}:{minutelz}:{secondlz}[:.][0-9]+{meridian}"),
    (F::Time24, "{timetiny24}|{timeshort24}|{timelong24}|{iso8601long}"),
    (F::GnuNoColon, "(?i:t)?{hour24lz}{minutelz}"),
    (F::Iso8601NoColon, "(?i:t)?{hour24lz}{minutelz}{secondlz}"),
    (F::American, "{month}/{day}(/{year})?"),
    (F::Iso8601Date4, "[+-]?{year4}-{monthlz}-{daylz}|{year4}/{monthlz}/{daylz}/?|{year4}/{month}/{day}"),
    (F::Iso8601Date2, "{year2}-{monthlz}-{daylz}"),
    (F::Iso8601DateX, "[+-][0-9]{5,19}-{monthlz}-{daylz}"),
    (F::GnuDateShorter, "{year4}-{month}"),
    (F::GnuDateShort, "{year}-{month}-{day}"),
    (F::DateFull, r"{day}[ \t.-]*{monthtext}[ \t.-]*{year}"),
    (F::PointedDate4, r"{day}[.\t-]{month}[.-]{year4}"),
    (F::PointedDate2, r"{day}[.\t]{month}\.{year2}"),
    (F::DateNoDay, r"{monthtext}[ .\t-]*{year4}"),
    (F::DateNoDayReverse, r"{year4}[ .\t-]*{monthtext}"),
    (F::DateTextual, r"{datetextual}|{datenoyear}"),
    (F::DateNoYearReverse, r"{day}[ .\t-]*{monthtext}"),
    (F::DateNoColon, "{year4}{monthlz}{daylz}"),
    (F::XmlRpc, "{xmlrpc}|{xmlrpcnocolon}|{soap}|{wddx}|{exif}"),
    (F::PgYearDay, "{year4}[.-]?{dayofyear}"),
    (F::IsoWeekDay, "{year4}-?W{weekofyear}-?[0-7]"),
    (F::IsoWeek, "{year4}-?W{weekofyear}"),
    (F::PgTextShort, "{monthabbr}-{daylz}-{year}"),
    (F::PgTextReverse, "{year}-{monthabbr}-{daylz}"),
    (F::CommonLog, "{day}/{monthabbr}/{year4}:{hour24lz}:{minutelz}:{secondlz}{space}{tzcorrection}"),
    (F::Year4, "{year4}"),
    (F::Ago, "(?i:ago)"),
    (F::DayText, "{daytext}"),
    (F::RelativeTextWeek, "{reltexttext}{space}(?i:week)"),
    (F::RelativeText, "({reltextnumber}|{reltexttext}|{reltextunit})+{space}{reltextunit}"),
    (F::MonthText, "{monthfull}|{monthabbr}"),
    (F::TimeZone, "{tzcorrection}|{tz}"),
    (F::DateShortTime12, "{datenoyear}({timeshort12}|{timelong12})"),
    (F::DateShortTime24, "{datenoyear}({timeshort24}|{timelong24}|{iso8601normtz})"),
    (F::Relative, "{relnumber}{space}?({reltextunit}|(?i:week))"),
    (F::End, r"\x00|\n"),
    (F::Separator, r"[ .,\t]|\xc2\xa0|\xe2\x80\xaf"),
];

/// The parts, each made of those before it.
#[rustfmt::skip]
const PARTS: &[(&str, &str)] = &[
    ("space", r"([ \t]|\xc2\xa0|\xe2\x80\xaf)+"),
    ("frac", r"\.[0-9]+"),
    ("hour24", "([01]?[0-9]|2[0-4])"),
    ("hour24lz", "([01][0-9]|2[0-4])"),
    ("hour12", "(0?[1-9]|1[0-2])"),
    ("minute", "[0-5]?[0-9]"),
    ("minutelz", "[0-5][0-9]"),
    ("second", "([0-5]?[0-9]|60)"),
    ("secondlz", "([0-5][0-9]|60)"),
    ("meridian", r"[AaPp]\.?[Mm]\.?[\x00\t ]"),
    ("tz", r"(\(?[A-Za-z]{1,6}\)?|[A-Z][a-z]+([_/-][A-Za-z]+)+)"),
    ("tzcorrection", "(GMT)?[+-]({hour24}(:?{minute})?|{hour24lz}{minutelz}{secondlz}|{hour24lz}:{minutelz}:{secondlz})"),
    ("month", "(0?[0-9]|1[0-2])"),
    ("day", "(([0-2]?[0-9]|3[01])(st|nd|rd|th)?)"),
    ("year4", "[0-9]{4}"),
    ("year2", "[0-9]{2}"),
    ("year", "[0-9]{1,4}"),
    ("dayofyear", "(00[1-9]|0[1-9][0-9]|[12][0-9][0-9]|3[0-5][0-9]|36[0-6])"),
    ("weekofyear", "(0[1-9]|[1-4][0-9]|5[0-3])"),
    ("monthlz", "(0[0-9]|1[0-2])"),
    ("daylz", "(0[0-9]|[1-2][0-9]|3[01])"),
    ("dayfulls", "(?i:(sun|mon|tues|wednes|thurs|fri|satur)days)"),
    ("dayfull", "(?i:(sun|mon|tues|wednes|thurs|fri|satur)day)"),
    ("dayabbr", "(?i:sun|mon|tue|wed|thu|fri|sat)"),
    ("daytext", "({dayfulls}|{dayfull}|{dayabbr}|(?i:weekdays?))"),
    ("monthfull", "(?i:january|february|march|april|may|june|july|august|september|october|november|december)"),
    ("monthabbr", "(?i:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)"),
    ("monthtext", "({monthfull}|{monthabbr}|I{1,3}|IV|VI{0,3}|IX|XI{0,2})"),
    ("timetiny12", "{hour12}{space}?{meridian}"),
    ("timeshort12", "{hour12}[:.]{minutelz}{space}?{meridian}"),
    ("timelong12", "{hour12}[:.]{minute}[:.]{secondlz}{space}?{meridian}"),
    ("timetiny24", "(?i:t){hour24}"),
    ("timeshort24", "(?i:t)?{hour24}[:.]{minute}"),
    ("timelong24", "(?i:t)?{hour24}[:.]{minute}[:.]{second}"),
    ("iso8601long", "(?i:t)?{hour24}[:.]{minute}[:.]{second}{frac}"),
    ("iso8601normtz", "(?i:t)?{hour24}[:.]{minute}[:.]{secondlz}{space}?({tzcorrection}|{tz})"),
    ("datetextual", r"{monthtext}[ .\t-]*{day}[,.stndrh\t ]+{year}"),
    ("datenoyear", r"{monthtext}[ .\t-]*{day}([,.stndrh\t ]+|\x00)"),
    ("soap", "{year4}-{monthlz}-{daylz}T{hour24lz}:{minutelz}:{secondlz}{frac}{tzcorrection}?"),
    ("xmlrpc", "{year4}{monthlz}{daylz}T{hour24}:{minutelz}:{secondlz}"),
    ("xmlrpcnocolon", "{year4}{monthlz}{daylz}(?i:t){hour24}{minutelz}{secondlz}"),
    ("wddx", "{year4}-{month}-{day}T{hour24}:{minute}:{second}"),
    ("exif", "{year4}:{monthlz}:{daylz} {hour24lz}:{minutelz}:{secondlz}"),
    ("reltextnumber", "(?i:first|second|third|fourth|fifth|sixth|seventh|eighth?|ninth|tenth|eleventh|twelfth)"),
    ("reltexttext", "(?i:next|last|previous|this)"),
    ("reltextunit", r"((?i:ms|\xc2\xb5s|(msec|millisecond|\xc2\xb5sec|microsecond|usec|sec|second|min|minute|hour|day|fortnight|forthnight|month|year)s?|weeks)|{daytext})"),
    ("relnumber", r"[+-]*[ \t]*[0-9]{1,13}"),
];

struct Scanner(DFA);

static SCANNER: LazyLock<Scanner> = LazyLock::new(|| {
    let mut parts: Vec<(String, String)> = Vec::new();
    let expand = |parts: &[(String, String)], text: &str| {
        parts.iter().rev().fold(text.to_owned(), |text, (name, part)| text.replace(name, part))
    };
    for (name, text) in PARTS {
        // A group, so that `{part}?` makes all of it optional.
        let text = format!("(?:{})", expand(&parts, text));
        parts.push((format!("{{{name}}}"), text));
    }
    let formats: Vec<String> = FORMATS.iter().map(|(_, text)| expand(&parts, text)).collect();
    let dfa = DFA::builder()
        .configure(DFA::config().match_kind(MatchKind::All).skip_cache_capacity_check(true))
        .syntax(syntax::Config::new().unicode(false).utf8(false))
        .thompson(thompson::Config::new().utf8(false))
        .build_many(&formats);
    Scanner(dfa.expect("the formats are well formed"))
});

thread_local! {
    static CACHE: RefCell<Option<Cache>> = const { RefCell::new(None) };
}

/// The token at `at`, and where it ends. The text ends with a zero byte.
fn token(text: &[u8], at: usize) -> Option<(Format, usize)> {
    CACHE.with_borrow_mut(|cache| {
        let cache = cache.get_or_insert_with(|| SCANNER.0.create_cache());
        let input = Input::new(text).range(at..).anchored(Anchored::Yes);
        let found = SCANNER.0.try_search_fwd(cache, &input).ok().flatten()?;
        Some((FORMATS.get(found.pattern().as_usize())?.0, found.offset()))
    })
}

/// A time that a text says, and what is wrong with it.
pub(crate) struct Parsed {
    pub(crate) time: Time,
    pub(crate) errors: Errors,
}

/// Reads a text.
pub(crate) fn parse(text: &[u8]) -> Parsed {
    let mut parser = Parser { time: Time::unset(), errors: Errors::default(), position: 0 };
    let is_space = |b: &u8| b.is_ascii_whitespace() || *b == 0x0b;
    let start = text.iter().position(|b| !is_space(b));
    let Some(start) = start else {
        if text.is_empty() {
            parser.errors.error(0, b' ', "Empty string");
        }
        return Parsed { time: parser.time, errors: parser.errors };
    };
    let end = text.iter().rposition(|b| !is_space(b)).map_or(text.len(), |at| at + 1);
    // The zero bytes behind the text are the end; a format may take one for its own.
    let mut buffer = text[start..end].to_vec();
    let length = buffer.len();
    buffer.extend_from_slice(&[0; 4]);
    let mut at = 0;
    while at < length {
        parser.position = at;
        match token(&buffer, at) {
            Some((format, end)) => {
                parser.token(format, &buffer[at..end.min(length)]);
                at = end;
            }
            None => {
                parser.errors.error(at, buffer[at], "Unexpected character");
                at += 1;
            }
        }
    }
    let time = &mut parser.time;
    // Checked as the calendar has it, but only reported.
    let set = |n: i64| n != UNSET;
    if time.have_time > 0
        && set(time.h)
        && !(0..=23).contains(&time.h) | !(0..=59).contains(&time.i) | !(0..=59).contains(&time.s)
    {
        // One place further on, where PHP's reader then is.
        parser.errors.warning(length + 1, 0, "The parsed time was invalid");
    }
    // Without a year it is no leap year; without a day it is no date.
    let year = if set(time.y) { time.y } else { 1 };
    if time.have_date && !(set(time.m) && set(time.d) && calendar::is_valid(year, time.m, time.d)) {
        parser.errors.warning(length + 1, 0, "The parsed date was invalid");
    }
    Parsed { time: parser.time, errors: parser.errors }
}

struct Parser {
    time: Time,
    errors: Errors,
    position: usize,
}

impl Parser {
    fn error(&mut self, message: &'static str, text: &[u8]) {
        self.errors.error(self.position, text.first().copied().unwrap_or(0), message);
    }
    /// False: there was a time before, and this one does not count.
    fn have_time(&mut self, text: &[u8]) -> bool {
        if self.time.have_time > 0 {
            self.error("Double time specification", text);
            return false;
        }
        self.time.have_time = 1;
        self.clear_clock();
        true
    }
    fn clear_clock(&mut self) {
        let time = &mut self.time;
        (time.h, time.i, time.s, time.us) = (0, 0, 0, 0);
    }
    fn unhave_time(&mut self) {
        self.time.have_time = 0;
        self.clear_clock();
    }
    /// False: there was a date before, and this one does not count.
    fn have_date(&mut self, text: &[u8]) -> bool {
        if self.time.have_date {
            self.error("Double date specification", text);
            return false;
        }
        self.time.have_date = true;
        true
    }
    /// False: there was a time zone before, and this one does not count.
    fn have_zone(&mut self, text: &[u8]) -> bool {
        self.time.have_zone += 1;
        match self.time.have_zone {
            1 => return true,
            2 => self.errors.warning(self.position, text.first().copied().unwrap_or(0), "Double timezone specification"),
            _ => self.error("Double timezone specification", text),
        }
        false
    }
    fn zone(&mut self, scan: &mut Scan<'_>) {
        self.time.named_zone = true;
        match zone(scan) {
            Some(tz) => set_zone(&mut self.time, tz),
            None => self.error("The timezone could not be found in the database", scan.whole()),
        }
    }
    /// The time zone behind a time, if there is one.
    fn zone_behind(&mut self, scan: &mut Scan<'_>) {
        if !scan.at_end() {
            self.zone(scan);
        }
    }
    /// Hour, then minute, second and fraction as far as there are any.
    fn clock(&mut self, scan: &mut Scan<'_>) {
        self.time.h = scan.number(2);
        if scan.accept(b":.") {
            self.time.i = scan.number(2);
            if scan.accept(b":.") {
                self.time.s = scan.number(2);
                if scan.peek() == Some(b'.') {
                    self.time.us = scan.fraction();
                }
            }
        }
    }
    fn relative(&mut self) -> &mut Relative {
        self.time.have_relative = true;
        &mut self.time.relative
    }

    fn token(&mut self, format: Format, text: &[u8]) {
        let scan = &mut Scan::new(text);
        let (has_time, has_date) = match format {
            F::Time12 | F::Time24 | F::MssqlTime | F::Iso8601NoColon => (true, false),
            F::XmlRpc | F::CommonLog => (true, true),
            F::DateShortTime12 | F::DateShortTime24 => (false, true),
            _ => (false, false),
        };
        if has_time && !self.have_time(text) || has_date && !self.have_date(text) {
            return;
        }
        match format {
            F::Separator | F::End | F::Now => {}
            F::Noon => {
                self.unhave_time();
                self.have_time(text);
                self.time.h = 12;
            }
            F::Today => self.unhave_time(),
            F::Timestamp | F::TimestampFraction => self.timestamp(scan, text),
            F::BackOf => {
                self.unhave_time();
                self.have_time(text);
                let back = text[0].eq_ignore_ascii_case(&b'b');
                let hour = scan.number(2);
                (self.time.h, self.time.i) = if back { (hour, 15) } else { (hour - 1, 45) };
                if !scan.at_end() {
                    self.time.h += scan.meridian(self.time.h);
                }
            }
            F::Time12 => {
                self.clock(scan);
                self.time.h += scan.meridian(self.time.h);
            }
            F::MssqlTime => {
                (self.time.h, self.time.i) = (scan.number(2), scan.number(2));
                self.time.s = scan.number(2);
                if scan.accept(b":.") {
                    scan.back();
                    self.time.us = scan.fraction();
                }
                scan.skip_spaces();
                self.time.h += scan.meridian(self.time.h);
            }
            F::Time24 => {
                self.clock(scan);
                self.zone_behind(scan);
            }
            F::GnuNoColon => match self.time.have_time {
                0 => {
                    (self.time.h, self.time.i, self.time.s) = (scan.number(2), scan.number(2), 0);
                    self.time.have_time = 1;
                }
                // Behind a time, four digits are a year.
                1 => {
                    self.time.have_time = 2;
                    self.time.y = scan.number(4);
                }
                _ => self.error("Double time specification", text),
            },
            F::Iso8601NoColon => {
                (self.time.h, self.time.i, self.time.s) = (scan.number(2), scan.number(2), scan.number(2));
                self.zone_behind(scan);
            }
            F::XmlRpc => {
                (self.time.y, self.time.m, self.time.d) = (scan.number(4), scan.number(2), scan.number(2));
                (self.time.h, self.time.i, self.time.s) = (scan.number(2), scan.number(2), scan.number(2));
                if scan.peek() == Some(b'.') {
                    self.time.us = scan.fraction();
                    self.zone_behind(scan);
                }
            }
            F::CommonLog => {
                (self.time.d, self.time.m, self.time.y) = (scan.number(2), scan.month(), scan.number(4));
                (self.time.h, self.time.i, self.time.s) = (scan.number(2), scan.number(2), scan.number(2));
                self.zone(scan);
            }
            F::Year4 => self.time.y = scan.number(4),
            F::TimeZone => {
                if self.have_zone(text) {
                    self.zone(scan);
                }
            }
            F::DateShortTime12 | F::DateShortTime24 => {
                (self.time.m, self.time.d) = (scan.month(), scan.number(2));
                if !self.have_time(text) {
                    return;
                }
                self.clock(scan);
                if format == F::DateShortTime12 {
                    self.time.h += scan.meridian(self.time.h);
                } else {
                    self.zone_behind(scan);
                }
            }
            _ => self.relative_token(format, scan, text),
        }
    }

    /// Formats that say how far something is from now.
    fn relative_token(&mut self, format: Format, scan: &mut Scan<'_>, text: &[u8]) {
        match format {
            F::Yesterday | F::Tomorrow => {
                self.unhave_time();
                self.relative().d = if format == F::Yesterday { -1 } else { 1 };
            }
            F::MonthEnd => {
                self.relative().month_end = if text[0].eq_ignore_ascii_case(&b'l') { MonthEnd::Last } else { MonthEnd::First };
            }
            F::WeekdayOf => {
                let (amount, _) = relative_text(scan);
                scan.skip_spaces();
                let special = if amount > 0 { Special::DayOfWeekInMonth } else { Special::LastDayOfWeekInMonth };
                self.relative().special = Some((special, 0));
                self.add_unit(scan, amount, 1, Unit::Special(special));
            }
            F::Ago => self.ago(),
            F::DayText => {
                self.unhave_time();
                let unit = scan.unit();
                let relative = self.relative();
                // "weekday" by itself is taken for Monday.
                relative.weekday = Some(if let Some(Unit::Weekday(day)) = unit { day } else { 1 });
                if relative.weekday_behavior != 2 {
                    relative.weekday_behavior = 1;
                }
            }
            F::RelativeTextWeek => {
                self.relative();
                while !scan.at_end() {
                    let (amount, behavior) = relative_text(scan);
                    scan.skip_spaces();
                    let before = scan.rest().len();
                    self.add_unit(scan, amount, behavior, Unit::Keep);
                    let relative = self.relative();
                    relative.weekday_behavior = 2;
                    // Without a day, the week begins on Monday.
                    if relative.weekday.is_none() {
                        relative.weekday = Some(1);
                    }
                    if scan.rest().len() == before {
                        break;
                    }
                }
            }
            F::RelativeText => {
                self.relative();
                while !scan.at_end() {
                    let (amount, behavior) = relative_text(scan);
                    scan.skip_spaces();
                    let before = scan.rest().len();
                    self.add_unit(scan, amount, behavior, Unit::Reset);
                    if scan.rest().len() == before {
                        break;
                    }
                }
            }
            F::Relative => {
                self.relative();
                while !scan.at_end() {
                    let Some(amount) = scan.signed_number(24) else {
                        self.error("Number out of range", text);
                        return;
                    };
                    scan.skip_spaces();
                    let before = scan.rest().len();
                    self.add_unit(scan, amount, 1, Unit::Keep);
                    if scan.rest().len() == before {
                        break;
                    }
                }
            }
            _ => self.date(format, scan, text),
        }
    }

    fn date(&mut self, format: Format, scan: &mut Scan<'_>, text: &[u8]) {
        if !self.have_date(text) {
            return;
        }
        let time = &mut self.time;
        match format {
            F::American => {
                (time.m, time.d) = (scan.number(2), scan.number(2));
                if scan.peek() == Some(b'/') {
                    time.y = scan.year(4);
                }
            }
            F::Iso8601Date4 | F::Iso8601DateX => {
                time.y = scan.signed_year();
                (time.m, time.d) = (scan.number(2), scan.number(2));
            }
            F::Iso8601Date2 | F::GnuDateShort => {
                (time.y, time.m, time.d) = (scan.year(4), scan.number(2), scan.number(2));
            }
            F::GnuDateShorter => (time.y, time.m, time.d) = (scan.year(4), scan.number(2), 1),
            F::DateFull => {
                time.d = scan.number(2);
                scan.skip_day_suffix();
                (time.m, time.y) = (scan.month(), scan.year(4));
            }
            F::PointedDate4 => (time.d, time.m, time.y) = (scan.number(2), scan.number(2), scan.number(4)),
            F::PointedDate2 => (time.d, time.m, time.y) = (scan.number(2), scan.number(2), scan.year(2)),
            F::DateNoDay => (time.m, time.y, time.d) = (scan.month(), scan.year(4), 1),
            F::DateNoDayReverse => (time.y, time.m, time.d) = (scan.year(4), scan.month(), 1),
            F::DateTextual => {
                (time.m, time.d, time.y) = (scan.month(), scan.number(2), scan.year(4));
            }
            F::DateNoYearReverse => {
                time.d = scan.number(2);
                scan.skip_day_suffix();
                time.m = scan.month();
            }
            F::DateNoColon => (time.y, time.m, time.d) = (scan.number(4), scan.number(2), scan.number(2)),
            F::PgYearDay => (time.y, time.d, time.m) = (scan.year(4), scan.number(3), 1),
            F::IsoWeekDay | F::IsoWeek => {
                time.y = scan.number(4);
                let week = scan.number(2);
                let day = if format == F::IsoWeekDay { scan.number(1) } else { 1 };
                (time.m, time.d) = (1, 1);
                let days = calendar::day_of_iso_week(time.y, week, day);
                self.relative().d = days;
            }
            F::PgTextShort => (time.m, time.d, time.y) = (scan.month(), scan.number(2), scan.year(4)),
            F::PgTextReverse => (time.y, time.m, time.d) = (scan.year(4), scan.month(), scan.number(2)),
            F::MonthText => time.m = scan.month(),
            _ => {}
        }
    }

    /// `@seconds`, with a fraction or without.
    fn timestamp(&mut self, scan: &mut Scan<'_>, text: &[u8]) {
        self.time.have_date = false;
        self.unhave_time();
        if !self.have_zone(text) {
            return;
        }
        let negative = text.get(1) == Some(&b'-');
        let Some(seconds) = scan.signed_number(24) else {
            self.error("Number out of range", text);
            return;
        };
        let fraction = scan.rest().first().map(|_| &scan.rest()[1..]).unwrap_or_default();
        let micros = fraction.iter().chain(b"000000").take(6).fold(0, |n, b| n * 10 + i64::from(b - b'0'));
        let time = &mut self.time;
        (time.y, time.m, time.d) = (1970, 1, 1);
        (time.h, time.i, time.s, time.us) = (0, 0, 0, 0);
        set_zone(time, Tz::Offset(0));
        let relative = self.relative();
        relative.s = relative.s.saturating_add(seconds);
        relative.us = if negative { -micros } else { micros };
    }

    fn ago(&mut self) {
        let relative = &mut self.time.relative;
        for field in [
            &mut relative.y,
            &mut relative.m,
            &mut relative.d,
            &mut relative.h,
            &mut relative.i,
            &mut relative.s,
            &mut relative.us,
        ] {
            *field = field.wrapping_neg();
        }
        // Sunday is 0, which has no negative: a week before it does.
        if let Some(day) = &mut relative.weekday {
            *day = if *day == 0 { -7 } else { -*day };
        }
        if let Some((Special::Weekdays, amount)) = &mut relative.special {
            *amount = amount.wrapping_neg();
        }
    }

    /// Adds so many of a unit. `how` says what happens to the time of day, or which weekdays of a month are meant.
    fn add_unit(&mut self, scan: &mut Scan<'_>, amount: i64, behavior: i64, how: Unit) {
        let Some(unit) = scan.unit() else { return };
        let reset = how != Unit::Keep;
        let relative = self.relative();
        let add = |field: &mut i64, factor: i64| *field = field.wrapping_add(amount.wrapping_mul(factor));
        match unit {
            Unit::Micro(factor) => add(&mut relative.us, factor),
            Unit::Second => add(&mut relative.s, 1),
            Unit::Minute => add(&mut relative.i, 1),
            Unit::Hour => add(&mut relative.h, 1),
            Unit::Day(factor) => add(&mut relative.d, factor),
            Unit::Month => add(&mut relative.m, 1),
            Unit::Year => add(&mut relative.y, 1),
            Unit::Weekday(day) => {
                let weeks = if amount > 0 { amount - 1 } else { amount };
                relative.d = relative.d.wrapping_add(weeks.wrapping_mul(7));
                relative.weekday = Some(day);
                relative.weekday_behavior = behavior;
                if reset {
                    self.unhave_time();
                }
            }
            Unit::Weekdays => {
                relative.special = Some((Special::Weekdays, amount));
                if reset {
                    self.unhave_time();
                }
            }
            Unit::Special(_) | Unit::Keep | Unit::Reset => {}
        }
    }
}

fn relative_text(scan: &mut Scan<'_>) -> (i64, i64) {
    scan.skip(b" \t-/");
    let word = scan.word().to_ascii_lowercase();
    let numbers: [&[u8]; 12] = [
        b"first",
        b"second",
        b"third",
        b"fourth",
        b"fifth",
        b"sixth",
        b"seventh",
        b"eighth",
        b"ninth",
        b"tenth",
        b"eleventh",
        b"twelfth",
    ];
    match word.as_slice() {
        b"next" => (1, 0),
        b"last" | b"previous" => (-1, 0),
        b"this" => (0, 1),
        b"eight" => (8, 0),
        word => (numbers.iter().position(|n| *n == word).map_or(0, |at| at as i64 + 1), 0),
    }
}

pub(crate) fn set_zone(time: &mut Time, tz: Tz) {
    time.tz = Some(tz);
    if let Tz::Abbreviation { dst, .. } = tz {
        time.dst = dst;
    }
}

/// A time zone: an offset, an abbreviation or a name.
pub(crate) fn zone(scan: &mut Scan<'_>) -> Option<Tz> {
    scan.skip(b" \t(");
    if let [b'G', b'M', b'T', b'+' | b'-', ..] = scan.rest() {
        scan.advance(3);
    }
    let tz = match scan.peek() {
        Some(sign @ (b'+' | b'-')) => {
            scan.advance(1);
            let offset = scan.offset()?;
            Some(Tz::Offset(if sign == b'-' { -offset } else { offset }))
        }
        _ => {
            let name = scan.zone_name();
            let abbreviation = parse_tz::find_abbreviation(name);
            match abbreviation {
                Some(found) if found.name != "utc" => Some(Tz::abbreviation(&found)),
                // UTC is a zone of the database as well.
                Some(_) if name == b"UTC" => Some(Tz::Id(parse_tz::utc())),
                Some(found) => Some(Tz::Abbreviation { name: ShortName::new(found.name.as_bytes()), offset: 0, dst: false }),
                None => parse_tz::find(name).map(Tz::Id),
            }
        }
    };
    scan.skip(b")");
    tz
}

/// Sets what the text did not, from another time.
pub(crate) fn fill_holes(time: &mut Time, now: &Time, override_time: bool) {
    if !override_time && time.have_date && time.have_time == 0 {
        (time.h, time.i, time.s, time.us) = (0, 0, 0, 0);
    }
    let any = [time.y, time.m, time.d, time.h, time.i, time.s].iter().any(|&field| field != UNSET);
    if time.us == UNSET {
        time.us = if any || now.us == UNSET { 0 } else { now.us };
    }
    for (field, from) in [
        (&mut time.y, now.y),
        (&mut time.m, now.m),
        (&mut time.d, now.d),
        (&mut time.h, now.h),
        (&mut time.i, now.i),
        (&mut time.s, now.s),
    ] {
        if *field == UNSET {
            *field = if from == UNSET { 0 } else { from };
        }
    }
    if time.tz.is_none() {
        time.tz = now.tz;
        (time.offset, time.dst, time.zone_name) = (now.offset, now.dst, now.zone_name);
    }
}
