//! The tokens of `strtotime`: of all formats the one that matches the most text wins, and of equals the first.
//!
//! That is what a multi-pattern automaton does, so the formats are regular expressions, put together once per process, and
//! only when a text has a token that [`quick_token`] does not know.

use crate::quick_token;
use Format as F;
use regex_automata::{
    Anchored, Input, MatchKind,
    hybrid::dfa::{Cache, DFA},
    nfa::thompson,
    util::syntax,
};
use std::{cell::RefCell, sync::LazyLock};

/// What a token is. The order is that of precedence between matches of equal length.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Format {
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
pub(crate) fn token(text: &[u8], at: usize) -> Option<(Format, usize)> {
    quick_token::find(text, at).or_else(|| search(text, at))
}

/// The token that the formats say.
fn search(text: &[u8], at: usize) -> Option<(Format, usize)> {
    CACHE.with_borrow_mut(|cache| {
        let cache = cache.get_or_insert_with(|| SCANNER.0.create_cache());
        let input = Input::new(text).range(at..).anchored(Anchored::Yes);
        let found = SCANNER.0.try_search_fwd(cache, &input).ok().flatten()?;
        Some((FORMATS.get(found.pattern().as_usize())?.0, found.offset()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What texts are put together from: parts of dates, whole ones, and what makes another token of them.
    #[rustfmt::skip]
    const PIECES: &[&str] = &[
        "2024-01-30", "2024-13-30", "24-01-30", "2024-1-3", "2024/01/30", "01/30/2024", "1/3/24", "30.01.2024", "30-01-2024", "2024", "1999",
        "20240130", "10:00", "10:00:00", "1:2", "9:05", "23:59:59.123456", "24:00", "25:00", "10.30", "10:60", "T", "t", "T10:00", "T10:00:00",
        "T10:00:00.5", "T1:2:3", "Z", "z", "UTC", "GMT", "EST", "cest", "Europe/Berlin", "America/New_York", "Etc/GMT+1", "+02:00", "-0530", "+2",
        "+0200", "-13:75", "+1", "-1", "1", "2", "15", "31", "32", "100", "12345678901234", " ", " ", " ", " ", "  ", "\t", ",", ", ", ".", "-", "/", ":", "+",
        "(", ")", "\u{a0}", "\u{202f}", "\0", "\n", "day", "days", "week", "weeks", "month", "year", "sec", "second", "seconds", "min", "hour", "hours",
        "fortnight", "weekday", "weekdays", "ms", "msec", "usec", "\u{b5}s", "monday", "Mon", "tues", "thursdays", "Sat", "sunday", "January", "jan",
        "sept", "sep", "May", "mar", "IV", "X", "december", "next", "last", "this", "previous", "first", "third", "eighth", "twelfth", "of", "first day of",
        "last day of", "ago", "now", "today", "midnight", "noon", "tomorrow", "yesterday", "back of", "front of", "7pm", "am", "pm", "AM", "p.m.", "a",
        "p", "st", "nd", "th", "@", "@123", "@-5.25", "@1.1234567", "W05", "2024W051", "2024-W05-1", "10/Oct/2000:13:55:36 -0700", "2024:01:30 10:00:00",
        "foo", "x", "é",
    ];

    /// A number below `below`, of a sequence that is always the same.
    fn pick(state: &mut u64, below: usize) -> usize {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*state >> 33) as usize % below
    }

    #[test]
    fn what_is_found_by_hand_is_what_the_formats_say() {
        let (mut state, mut found, mut all) = (7, 0, 0);
        for round in 0..60_000 {
            let mut text: Vec<u8> = Vec::new();
            for _ in 0..=pick(&mut state, 6) {
                text.extend_from_slice(PIECES[pick(&mut state, PIECES.len())].as_bytes());
                // Half of the texts are words with spaces between them.
                if round % 2 == 0 {
                    text.push(b' ');
                }
            }
            // A letter or digit in another place finds what was thought to be sure.
            if round % 5 == 0 {
                let (from, to) = (pick(&mut state, text.len()), pick(&mut state, text.len()));
                text[to] = text[from];
            }
            let length = text.len();
            text.extend_from_slice(&[0; 4]);
            let mut at = 0;
            while at < length {
                let expected = search(&text, at);
                let quick = quick_token::find(&text, at);
                assert!(
                    quick.is_none() || quick == expected,
                    "{:?} at {at}: {quick:?}, {expected:?}",
                    text.escape_ascii().to_string()
                );
                found += usize::from(quick.is_some());
                all += 1;
                at = expected.map_or(at + 1, |(_, end)| end);
            }
        }
        assert!(found * 4 > all, "{found} of {all}");
    }

    #[test]
    fn the_forms_that_programs_write_need_no_automaton() {
        for text in [
            "2024-01-30",
            "2024-01-30 10:00",
            "2024-01-30 10:00:00",
            "2024-01-30 10:00:00.123456",
            "2024-01-30T10:00:00+00:00",
            "2024-01-30T10:00:00Z",
            "2024-01-30T10:00:00.123Z",
            "2024-01-30T10:00:00.5+02:00",
            "2024-01-30T10:00",
            "2024/01/30",
            "01/30/2024",
            "30.01.2024",
            "30-01-2024",
            "now",
            "today",
            "tomorrow noon",
            "yesterday 10:00",
            "+1 day",
            "-2 weeks 3 days",
            "1 month ago",
            "@123",
            "@-5.25",
            "first day of next month",
            "last day of february 2024",
            "next friday",
            "last monday of january 2025",
            "monday next week",
            "monday this week",
            "Mon, 15 Jan 2024 10:00:00 +0000",
            "Mon, 15 Jan 2024 10:00:00 GMT",
            "15 January 2024",
            "January 15, 2024",
            "15-Jan-2024",
            "2024-01-30 10:30 PM",
            "3pm",
            "2024-01-30 10:00:00 Europe/Berlin",
            "2024-01-30 UTC",
            "+3 weekdays",
            "midnight",
        ] {
            let length = text.len();
            let text = [text.as_bytes(), &[0; 4]].concat();
            let mut at = 0;
            while at < length {
                let found = quick_token::find(&text, at);
                assert_eq!(found, search(&text, at), "{} at {at}", text.escape_ascii());
                at = found.unwrap().1;
            }
        }
    }
}
