//! Time zones as ICU has them: those of the database, and offsets with a name.

use crate::data::{Res, bundle, fact};
use phant_ext_date::exchange::{TimeZone, Zone};
use std::{collections::HashMap, sync::LazyLock};

pub(crate) const UNKNOWN: &str = "Etc/Unknown";
const HOUR: i64 = 3_600_000;
/// Half a year in seconds: how near summer time must be for a zone to be one that has it.
const HALF_YEAR: i64 = 184 * 86_400;

/// A time zone; offsets are in milliseconds.
#[derive(Clone, PartialEq)]
pub(crate) struct Tz {
    pub(crate) id: String,
    zone: Option<Zone>,
    offset: i64,
}

/// What is in force at a moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Offsets {
    pub(crate) raw: i64,
    pub(crate) dst: i64,
}

impl Offsets {
    pub(crate) fn total(self) -> i64 {
        self.raw + self.dst
    }
}

/// Seconds of a moment in milliseconds, kept within what the database can answer.
fn seconds(moment: f64) -> i64 {
    (moment / 1000.0).floor().clamp(-9e15, 9e15) as i64
}

impl Tz {
    pub(crate) fn unknown() -> Tz {
        Tz { id: UNKNOWN.to_owned(), zone: None, offset: 0 }
    }
    pub(crate) fn gmt() -> Tz {
        Tz { id: "GMT".to_owned(), zone: None, offset: 0 }
    }
    /// A zone by its name, or by a custom one like `GMT+3`.
    pub(crate) fn find(id: &str) -> Option<Tz> {
        if is_system(id) {
            let zone = Zone::find(id).or_else(|| Zone::find(canonical_of_system(id)?));
            // Names that only ICU has are offsets it knows.
            return Some(Tz { id: id.to_owned(), zone: zone.or_else(|| Zone::find(old_name(id)?)), offset: 0 });
        }
        let offset = custom_offset(id)?;
        Some(Tz::custom(offset))
    }
    pub(crate) fn custom(offset: i64) -> Tz {
        let zone = if offset == 0 { "GMT".to_owned() } else { custom_name(offset) };
        Tz { id: zone, zone: None, offset }
    }
    /// The zone with a name, or the unknown one.
    pub(crate) fn of(id: &str) -> Tz {
        Tz::find(id).unwrap_or_else(Tz::unknown)
    }
    /// A zone of PHP's. The error is what is wrong with it.
    pub(crate) fn of_date(zone: &TimeZone) -> Result<Tz, String> {
        match zone {
            TimeZone::Offset(seconds) if seconds.abs() >= 24 * 3600 => {
                Err("object has an time zone offset that's too large".to_owned())
            }
            TimeZone::Offset(seconds) => Ok(Tz::custom(seconds / 60 * 60_000)),
            TimeZone::Abbreviation(name) | TimeZone::Named(name) => {
                let name = name.as_str();
                let found = if name == "UTC" { Tz::find("Etc/UTC") } else { Tz::find(name) };
                found.ok_or_else(|| format!("time zone id '{name}' extracted from ext/date DateTimeZone not recognized"))
            }
        }
    }
    pub(crate) fn zone(&self) -> Option<Zone> {
        self.zone
    }
    /// What is in force at a moment.
    pub(crate) fn at(&self, moment: f64) -> Offsets {
        let Some(zone) = self.zone else { return Offsets { raw: self.offset, dst: 0 } };
        let second = seconds(moment);
        let (offset, dst, since) = zone.at(second);
        if !dst {
            return Offsets { raw: offset * 1000, dst: 0 };
        }
        // How much of it is summer time: the difference to standard time before it.
        let mut standard = offset - 3600;
        let mut before = since;
        for _ in 0..4 {
            if before == i64::MIN {
                break;
            }
            let (other, summer, earlier) = zone.at(before - 1);
            if !summer {
                if (1..=7200).contains(&(offset - other)) {
                    standard = other;
                } else if other > offset {
                    // Ireland's winter time, which is the standard for everyone else.
                    standard = offset;
                }
                break;
            }
            before = earlier;
        }
        Offsets { raw: standard * 1000, dst: (offset - standard) * 1000 }
    }
    /// What is in force at a local time, in milliseconds. Of a time that is there twice the earlier one is meant if `former`,
    /// and one that is left out has the offset from before if `gap_former`.
    pub(crate) fn at_local(&self, local: f64, former: bool, gap_former: bool) -> Offsets {
        if self.zone.is_none() {
            return self.at(local);
        }
        let day = 86_400_000.0;
        let (before, after) = (self.at(local - day), self.at(local + day));
        let fits = |offsets: Offsets| {
            let found = self.at(local - offsets.total() as f64);
            found.total() == offsets.total()
        };
        let exact = |offsets: Offsets| self.at(local - offsets.total() as f64);
        match (fits(before), fits(after)) {
            (true, true) if before.total() != after.total() => exact(if former { before } else { after }),
            (true, _) => exact(before),
            (_, true) => exact(after),
            _ if gap_former => before,
            _ => after,
        }
    }
    /// The offset without summer time, now.
    pub(crate) fn raw_offset(&self) -> i64 {
        self.at(now()).raw
    }
    /// Whether there is summer time in this year.
    pub(crate) fn has_summer_time(&self) -> bool {
        let Some(zone) = self.zone else { return false };
        let second = seconds(now());
        zone.at(second).1 || zone.changes(second - HALF_YEAR, second + HALF_YEAR).iter().any(|change| change.2)
    }
    pub(crate) fn savings(&self) -> i64 {
        match self.zone {
            None => HOUR,
            Some(_) if self.has_summer_time() => HOUR,
            Some(_) => 0,
        }
    }
    /// Whether summer time begins or ended within half a year of a moment.
    pub(crate) fn summer_is_near(&self, moment: f64) -> bool {
        let Some(zone) = self.zone else { return false };
        let second = seconds(moment);
        let (_, _, since) = zone.at(second);
        let ended = since != i64::MIN && second - since < HALF_YEAR && self.at((since - 1) as f64 * 1000.0).dst != 0;
        ended || zone.changes(second, second + HALF_YEAR).first().is_some_and(|change| change.2)
    }
    /// Whether two zones have the same times for ever.
    pub(crate) fn same_rules(&self, other: &Tz) -> bool {
        match (self.zone, other.zone) {
            (None, None) => self.offset == other.offset,
            (Some(a), Some(b)) => {
                a == b
                    || (a.at(i64::MIN / 4).0 == b.at(i64::MIN / 4).0
                        && a.changes(i64::MIN / 4, i64::from(i32::MAX)) == b.changes(i64::MIN / 4, i64::from(i32::MAX)))
            }
            _ => false,
        }
    }
    /// The next change after a moment in milliseconds, or the last one before it.
    pub(crate) fn change_before(&self, moment: f64) -> Option<f64> {
        let (_, _, since) = self.zone?.at(seconds(moment));
        (since != i64::MIN).then_some(since as f64 * 1000.0)
    }
}

/// Milliseconds since 1970.
pub(crate) fn now() -> f64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0.0, |since| since.as_millis() as f64)
}

/// ICU's list of zones, and where each is in it.
static LIST: LazyLock<(Vec<&'static str>, HashMap<&'static str, usize>)> = LazyLock::new(|| {
    let list = names().map(Res::texts).unwrap_or_default();
    let places = list.iter().enumerate().map(|(at, &name)| (name, at)).collect();
    (list, places)
});

/// Where a zone is in ICU's list.
pub(crate) fn index_of(id: &str) -> Option<usize> {
    LIST.1.get(id).copied()
}

pub(crate) fn names() -> Option<Res> {
    bundle("", "zoneinfo64")?.get("Names")
}

/// The name at a place of the list.
pub(crate) fn name_at(index: usize) -> Option<&'static str> {
    LIST.0.get(index).copied()
}

/// Whether ICU has a zone of that name.
pub(crate) fn is_system(id: &str) -> bool {
    index_of(id).is_some()
}

/// The zone that another name stands for.
fn target_of(index: usize) -> usize {
    let same = fact("zoneinfo64", &["Same"]).map(Res::ints).unwrap_or_default();
    same.get(index).copied().unwrap_or(index as i64) as usize
}

fn old_name(id: &str) -> Option<&'static str> {
    name_at(target_of(index_of(id)?))
}

/// The names that are the same zone, its own among them.
pub(crate) fn equivalents(id: &str) -> Vec<&'static str> {
    let Some(index) = index_of(id) else { return Vec::new() };
    let target = target_of(index).to_string();
    let links = fact("zoneinfo64", &["Links", &target]).map(Res::ints).unwrap_or_default();
    links.into_iter().filter_map(|index| name_at(usize::try_from(index).ok()?)).collect()
}

/// The country of a zone; `001` for those of none.
pub(crate) fn region(id: &str) -> Option<&'static str> {
    fact("zoneinfo64", &["Regions"])?.at(index_of(id)?)?.text()
}

fn key(id: &str) -> String {
    id.replace('/', ":")
}

fn canonical_of_system(id: &str) -> Option<&'static str> {
    let lookup = |id: &str| fact("timezoneTypes", &["typeAlias", "timezone", &key(id)]).and_then(Res::text);
    if fact("timezoneTypes", &["typeMap", "timezone", &key(id)]).is_some() {
        return name_at(index_of(id)?);
    }
    lookup(id).or_else(|| {
        let target = old_name(id)?;
        if fact("timezoneTypes", &["typeMap", "timezone", &key(target)]).is_some() { Some(target) } else { lookup(target) }
    })
}

/// The name CLDR gives a zone, and whether it is one of the list.
pub(crate) fn canonical(id: &str) -> Option<(String, bool)> {
    if id == UNKNOWN {
        return Some((id.to_owned(), true));
    }
    if let Some(found) = canonical_of_system(id) {
        return Some((found.replace(':', "/"), true));
    }
    Some((custom_name(custom_offset(id)?), false))
}

/// The name IANA gives a zone.
pub(crate) fn iana(id: &str) -> Option<String> {
    let (canonical, system) = canonical(id)?;
    if !system {
        return None;
    }
    let mapped = fact("timezoneTypes", &["ianaMap", "timezone", &key(&canonical)]).and_then(Res::text);
    Some(mapped.map_or(canonical, str::to_owned))
}

/// Milliseconds that a name like `GMT-03:30` says.
fn custom_offset(id: &str) -> Option<i64> {
    let rest = id.get(..3).filter(|start| start.eq_ignore_ascii_case("GMT")).map(|_| &id[3..])?;
    let sign = match rest.chars().next()? {
        '+' => 1,
        '-' => -1,
        _ => return None,
    };
    let text = &rest[1..];
    let all_digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let parts: Vec<&str> = text.split(':').collect();
    if !parts.iter().all(|part| all_digits(part)) {
        return None;
    }
    let number = |text: &str| text.parse::<i64>().ok();
    let (hours, minutes, seconds) = match parts[..] {
        [whole] if whole.len() <= 2 => (number(whole)?, 0, 0),
        [whole] if whole.len() <= 4 => {
            let (hours, minutes) = whole.split_at(whole.len() - 2);
            (number(hours)?, number(minutes)?, 0)
        }
        [whole] if whole.len() <= 6 => {
            let (rest, seconds) = whole.split_at(whole.len() - 2);
            let (hours, minutes) = rest.split_at(rest.len() - 2);
            (number(hours)?, number(minutes)?, number(seconds)?)
        }
        [hours, minutes] if hours.len() <= 2 && minutes.len() == 2 => (number(hours)?, number(minutes)?, 0),
        [hours, minutes, seconds] if hours.len() <= 2 && minutes.len() == 2 && seconds.len() == 2 => {
            (number(hours)?, number(minutes)?, number(seconds)?)
        }
        _ => return None,
    };
    (hours <= 23 && minutes <= 59 && seconds <= 59).then_some(sign * ((hours * 60 + minutes) * 60 + seconds) * 1000)
}

fn custom_name(offset: i64) -> String {
    if offset == 0 {
        return "GMT".to_owned();
    }
    let size = offset.abs() / 1000;
    let sign = if offset < 0 { '-' } else { '+' };
    let mut name = format!("GMT{sign}{:02}:{:02}", size / 3600, size / 60 % 60);
    if size % 60 != 0 {
        name.push_str(&format!(":{:02}", size % 60));
    }
    name
}
