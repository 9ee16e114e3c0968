//! The pattern that fits a skeleton best, by CLDR's rules for choosing and mending one.

use super::style::{self, Piece, pieces};
use crate::data::{Chain, Kind, fact};

/// The order of fields in skeletons, and which letters are the same field.
const FIELDS: [&str; 16] = ["G", "yYuUr", "Qq", "ML", "wW", "Eec", "d", "D", "F", "abB", "hHkK", "m", "s", "S", "A", "zZOvVXx"];
const ZONE: usize = 15;
const FIRST_TIME: usize = 9;
const APPEND: [&str; 16] = [
    "Era",
    "Year",
    "Quarter",
    "Month",
    "Week",
    "Day-Of-Week",
    "Day",
    "*",
    "*",
    "*",
    "Hour",
    "Minute",
    "Second",
    "*",
    "*",
    "Timezone",
];

fn place(c: char) -> Option<usize> {
    FIELDS.iter().position(|letters| letters.contains(c))
}

/// For each field its letter and how often it is there.
type Skeleton = [Option<(char, usize)>; 16];

fn skeleton_of(text: &str) -> Skeleton {
    let mut found: Skeleton = [None; 16];
    for c in text.chars() {
        if let Some(at) = place(c) {
            found[at] = match found[at] {
                Some((known, count)) if known == c => Some((c, count + 1)),
                _ => Some((c, 1)),
            };
        }
    }
    // Hours up to twelve are told with their half of the day.
    if let Some((hour, _)) = found[10]
        && "hK".contains(hour)
        && found[9].is_none()
    {
        found[9] = Some(('a', 1));
    }
    found
}

/// Whether a field is written in letters: long names, short ones, or digits.
fn form(field: usize, c: char, count: usize) -> i64 {
    let is_text = match field {
        0 | 5 if !matches!(c, 'e' | 'c') || count > 2 => true,
        2 | 3 => count > 2,
        9 | ZONE => true,
        _ => false,
    };
    if !is_text {
        return 0x100 * i64::from(count > 1) / 0x100 + if count > 1 { 1 } else { 0 };
    }
    match count {
        4 => -0x103,
        5 => -0x101,
        _ => -0x102,
    }
}

/// The patterns of a locale.
pub(crate) struct Generator {
    chain: Chain,
    kind: &'static str,
    available: Vec<(Skeleton, &'static str)>,
    hour: (char, String),
    decimal: String,
}

impl Generator {
    pub(crate) fn new(locale: &str) -> Generator {
        let chain = Chain::new("", locale);
        let system = crate::calendar::cal::system_of(locale).map_or("gregorian", |system| system.name());
        let kind = if system == "iso8601" { "gregorian" } else { system };
        let mut available: Vec<(Skeleton, &'static str)> = Vec::new();
        let mut add = |skeleton: &str, pattern: &'static str| {
            let key = skeleton_of(skeleton);
            if !available.iter().any(|(known, _)| *known == key) {
                available.push((key, pattern));
            }
        };
        for table in chain.tables(&["calendar", kind, "availableFormats"]) {
            for (skeleton, pattern) in table.entries() {
                // Those that depend on numbers are no patterns of one text.
                if let Some(pattern) = pattern.text() {
                    add(skeleton, pattern);
                }
            }
        }
        if let Some(styles) = chain.find(&["calendar", kind, "DateTimePatterns"]) {
            for pattern in
                styles.items().take(8).filter_map(|item| if item.kind() == Kind::List { item.at(0)?.text() } else { item.text() })
            {
                let letters: String = pieces(pattern)
                    .iter()
                    .filter_map(|piece| if let Piece::Field(c, n) = piece { Some(c.to_string().repeat(*n)) } else { None })
                    .collect();
                add(&letters, pattern);
            }
        }
        for letters in ["G", "y", "Q", "M", "w", "W", "E", "d", "D", "F", "H", "m", "s", "S", "A", "v"] {
            add(letters, letters);
        }
        let hour = hours(locale);
        let decimal = crate::number::symbols::Symbols::new(&chain, locale).get(0).to_owned();
        Generator { chain, kind, available, hour, decimal }
    }
    /// Replaces what stands for the locale's own hours.
    fn resolve_hours(&self, skeleton: &str) -> (String, bool) {
        let (mut out, mut no_half) = (String::new(), false);
        let mut chars = skeleton.chars().peekable();
        while let Some(c) = chars.next() {
            match c {
                'j' | 'C' => {
                    let mut count = 1;
                    while chars.next_if_eq(&c).is_some() {
                        count += 1;
                    }
                    let (letter, half) = if c == 'j' {
                        (self.hour.0, if "hK".contains(self.hour.0) { "a" } else { "" })
                    } else {
                        (self.hour.1.chars().next().unwrap_or('H'), self.hour.1.get(1..).unwrap_or(""))
                    };
                    let half = if half.is_empty() && "hK".contains(letter) { "a" } else { half };
                    let half_count = match count {
                        1 | 2 => 1,
                        3 | 4 => 4,
                        _ => 5,
                    };
                    if !half.is_empty() {
                        out.push_str(&half.repeat(half_count));
                    }
                    out.push_str(&letter.to_string().repeat(if count % 2 == 0 { 2 } else { 1 }));
                }
                'J' => {
                    out.push('H');
                    no_half = true;
                }
                _ => out.push(c),
            }
        }
        (out, no_half)
    }
    /// The pattern for a skeleton.
    pub(crate) fn best(&self, skeleton: &str) -> String {
        let (resolved, no_half) = self.resolve_hours(skeleton);
        let wanted = skeleton_of(&resolved);
        let (date, time): (Vec<usize>, Vec<usize>) = (0..16).filter(|&at| wanted[at].is_some()).partition(|&at| at < FIRST_TIME);
        let mut text = match (date.is_empty(), time.is_empty()) {
            (true, true) => String::new(),
            (false, true) => self.assemble(&wanted, &date),
            (true, false) => self.assemble(&wanted, &time),
            (false, false) => {
                if let Some(pattern) = self.exact(&wanted) {
                    self.adjust(pattern, &wanted)
                } else {
                    let month = wanted[3].map_or(0, |(_, count)| count);
                    let style = match (month, wanted[5].is_some()) {
                        (4.., true) => 0,
                        (4.., false) => 1,
                        (3, _) => 2,
                        _ => 3,
                    };
                    let glue = style::glue(&self.chain, self.kind, style, true);
                    glue.replace("{1}", &self.assemble(&wanted, &date)).replace("{0}", &self.assemble(&wanted, &time))
                }
            }
        };
        if no_half {
            let hour = |piece: &Piece| match piece {
                Piece::Field('H' | 'h' | 'K' | 'k', count) => self.hour.0.to_string().repeat(*count),
                piece => written(piece),
            };
            text = pieces(&text).iter().map(hour).collect();
        }
        text
    }
    fn exact(&self, wanted: &Skeleton) -> Option<&'static str> {
        let has = |skeleton: &Skeleton| (0..16).all(|at| skeleton[at].is_some() == wanted[at].is_some());
        self.available
            .iter()
            .filter(|(skeleton, _)| has(skeleton))
            .min_by_key(|(skeleton, _)| distance(skeleton, wanted))
            .map(|found| found.1)
    }
    /// A pattern for some of the fields: the nearest one, and what it lacks appended.
    fn assemble(&self, wanted: &Skeleton, fields: &[usize]) -> String {
        let mut left: Skeleton = [None; 16];
        fields.iter().for_each(|&at| left[at] = wanted[at]);
        // Fractions of seconds are put behind the seconds.
        let fraction = left[13].filter(|_| left[12].is_some());
        if fraction.is_some() {
            left[13] = None;
        }
        let mut text: Option<String> = None;
        for _ in 0..16 {
            if left.iter().all(Option::is_none) {
                break;
            }
            let usable = self.available.iter().filter(|(skeleton, _)| {
                (0..16).all(|at| skeleton[at].is_none() || left[at].is_some()) && skeleton.iter().any(Option::is_some)
            });
            let Some((skeleton, pattern)) = usable.min_by_key(|(skeleton, _)| distance(skeleton, &left)) else { break };
            let part = self.adjust_with(pattern, &left, fraction);
            text = Some(match text {
                None => part,
                Some(base) => {
                    let field = (0..16).find(|&at| skeleton[at].is_some()).unwrap_or(0);
                    let append = self.chain.text(&["calendar", "gregorian", "appendItems", APPEND[field]]).unwrap_or("{0} {1}");
                    let name = self.chain.text(&["fields", &APPEND[field].to_lowercase(), "dn"]).unwrap_or_default();
                    append.replace("{0}", &base).replace("{1}", &part).replace("{2}", &format!("'{name}'"))
                }
            });
            for at in 0..16 {
                if skeleton[at].is_some() {
                    left[at] = None;
                }
            }
        }
        text.unwrap_or_default()
    }
    fn adjust(&self, pattern: &str, wanted: &Skeleton) -> String {
        self.adjust_with(pattern, wanted, wanted[13].filter(|_| wanted[12].is_some()))
    }
    /// A pattern with its fields as long as they are asked for.
    fn adjust_with(&self, pattern: &str, wanted: &Skeleton, fraction: Option<(char, usize)>) -> String {
        let mut out = String::new();
        for piece in pieces(pattern) {
            let Piece::Field(c, count) = piece else {
                out.push_str(&written(&piece));
                continue;
            };
            let asked = place(c).and_then(|at| wanted[at].map(|(letter, length)| (at, letter, length)));
            let (letter, length) = match asked {
                None => (c, count),
                // Hours, minutes and seconds are as long as the pattern has them, and so is what changes between digits and letters.
                Some((10..=12, _, _)) => (c, count),
                Some((5, _, length)) if c == 'E' => (c, length.max(3)),
                Some((1, letter, length)) if length == 2 || (length > 2 && count == 1) => {
                    (if c == 'y' { letter } else { c }, length)
                }
                Some((1, letter, _)) => (if c == 'y' { letter } else { c }, count),
                Some((at, _, length)) => {
                    let same = (form(at, c, count) < 0) == (form(at, c, length.max(1)) < 0);
                    let keeps = at == 6 && length == 1;
                    let month_or_day = matches!(at, 3 | 5) && length >= 3 && count >= 3;
                    match (same, keeps) {
                        _ if matches!(c, 'e' | 'c') && length < 3 && count >= 3 => (c, count),
                        (true, false) if at == 3 && length < 3 => (c, if length == 2 { 2 } else { count }),
                        (true, false) => (c, if month_or_day || length > 1 { length } else { count }),
                        _ => (c, count),
                    }
                }
            };
            out.push_str(&letter.to_string().repeat(length));
            if c == 's'
                && let Some((_, digits)) = fraction
            {
                out.push_str(&self.decimal);
                out.push_str(&"S".repeat(digits));
            }
        }
        out
    }
}

fn written(piece: &Piece) -> String {
    match piece {
        Piece::Field(c, count) => c.to_string().repeat(*count),
        Piece::Literal(text) if text.chars().any(|c| c.is_ascii_alphabetic() || c == '\'') => {
            // Only letters need quotes; spaces at the ends stay outside.
            let core = text.trim();
            let at = text.find(core).unwrap_or(0);
            format!("{}'{}'{}", &text[..at], core.replace('\'', "''"), &text[at + core.len()..])
        }
        Piece::Literal(text) => text.clone(),
    }
}

/// How far a skeleton is from what is asked for: missing fields count most.
fn distance(skeleton: &Skeleton, wanted: &Skeleton) -> i64 {
    let mut sum = 0;
    for at in 0..16 {
        sum += match (skeleton[at], wanted[at]) {
            (None, None) => 0,
            (Some(_), None) => 0x10000,
            (None, Some(_)) => 0x1000,
            (Some((a, m)), Some((b, n))) => {
                let letters = if a == b { 0 } else { 0x80 };
                (kind_of(at, a, m) - kind_of(at, b, n)).abs() + letters
            }
        };
    }
    sum
}

/// A number for how a field is written, by which differences are weighed.
fn kind_of(at: usize, c: char, count: usize) -> i64 {
    let count_of = count as i64;
    match at {
        0 | 5 | 2 | 3 | 9 if form(at, c, count) < 0 => form(at, c, count),
        ZONE => -0x102 - count_of,
        _ => 0x100 + count_of,
    }
}

/// The hours of a locale's country: the letter for `j`, and the preferred form for `C`.
fn hours(locale: &str) -> (char, String) {
    let region = crate::display::region_of(locale);
    let language = crate::locale_id::LocaleId::new(&crate::data::plain(locale)).language;
    let found = fact("supplementalData", &["timeData", &format!("{language}_{region}")])
        .or_else(|| fact("supplementalData", &["timeData", &region]))
        .or_else(|| fact("supplementalData", &["timeData", "001"]));
    let preferred = found.and_then(|data| data.get("preferred")?.text()).and_then(|text| text.chars().next()).unwrap_or('H');
    let allowed = found.and_then(|data| {
        let list = data.get("allowed")?;
        list.text().or_else(|| list.at(0)?.text())
    });
    let preferred = match crate::data::keyword(locale, "hours").as_deref() {
        Some("h11") => 'K',
        Some("h12") => 'h',
        Some("h23") => 'H',
        Some("h24") => 'k',
        _ => preferred,
    };
    let first = allowed.and_then(|list| list.split(' ').next()).unwrap_or("H").to_owned();
    (preferred, first)
}
