//! What time zones are called, by CLDR's rules for choosing among the names there are.

use super::zone::{Offsets, Tz, canonical, region};
use crate::{
    data::{Chain, Res, fact},
    number::symbols,
};

/// Names of a locale.
pub(crate) struct ZoneNames {
    zones: Chain,
    regions: Chain,
    main: Chain,
    locale: String,
}

/// A kind of name: the key ICU's data have for it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Name {
    LongStandard,
    LongDaylight,
    LongGeneric,
    ShortStandard,
    ShortDaylight,
    ShortGeneric,
}

impl Name {
    fn key(self) -> &'static str {
        match self {
            Name::LongStandard => "ls",
            Name::LongDaylight => "ld",
            Name::LongGeneric => "lg",
            Name::ShortStandard => "ss",
            Name::ShortDaylight => "sd",
            Name::ShortGeneric => "sg",
        }
    }
}

/// The metazone of a zone at a moment.
fn metazone(id: &str, moment: f64) -> Option<&'static str> {
    let table = fact("metaZones", &["metazoneInfo", &id.replace('/', ":")])?;
    let minute = |text: &str| minutes_of(text) * 60_000.0;
    table.items().find_map(|entry| {
        let parts = entry.texts();
        let inside = parts.len() < 3 || (minute(parts[1]) <= moment && moment < minute(parts[2]));
        parts.first().copied().filter(|_| inside)
    })
}

/// `1970-01-01 00:00` in minutes since then.
fn minutes_of(text: &str) -> f64 {
    let numbers: Vec<i64> = text.split(['-', ' ', ':']).filter_map(|part| part.parse().ok()).collect();
    let [year, month, day, rest @ ..] = &numbers[..] else { return f64::INFINITY };
    let days = crate::calendar::gregorian::days_from_civil(*year, *month, *day);
    let (hour, minute) = (rest.first().copied().unwrap_or(0), rest.get(1).copied().unwrap_or(0));
    (days * 1440 + hour * 60 + minute) as f64
}

impl ZoneNames {
    pub(crate) fn new(locale: &str) -> ZoneNames {
        ZoneNames {
            zones: Chain::new("zone", locale),
            regions: Chain::new("region", locale),
            main: Chain::new("", locale),
            locale: locale.to_owned(),
        }
    }
    fn text(&self, key: &str) -> &'static str {
        self.zones.text(&["zoneStrings", key]).unwrap_or_default()
    }
    fn entry(&self, of: &str, key: &str) -> Option<&'static str> {
        self.zones.text(&["zoneStrings", of, key]).filter(|name| !name.is_empty() && *name != "∅∅∅")
    }
    fn meta(&self, metazone: &str, name: Name) -> Option<&'static str> {
        self.entry(&format!("meta:{metazone}"), name.key())
    }
    fn own(&self, id: &str, name: Name) -> Option<&'static str> {
        self.entry(&id.replace('/', ":"), name.key())
    }
    /// A name that says which time it is, in the zone or in its metazone.
    pub(crate) fn specific(&self, tz: &Tz, name: Name, moment: f64) -> Option<&'static str> {
        let (id, system) = canonical(&tz.id)?;
        if !system {
            return None;
        }
        self.own(&id, name).or_else(|| self.meta(metazone(&id, moment)?, name))
    }
    /// The city that a zone is named after.
    pub(crate) fn city(&self, id: &str) -> String {
        let known = self.entry(&id.replace('/', ":"), "ec").map(str::to_owned);
        known.unwrap_or_else(|| id.rsplit('/').next().unwrap_or(id).replace('_', " "))
    }
    fn country(&self, code: &str) -> String {
        self.regions.text(&["Countries", code]).unwrap_or(code).to_owned()
    }
    /// Whether a country's name stands for the zone: it is the only one there, or the main one.
    fn is_primary(id: &str, code: &str) -> bool {
        if let Some(main) = fact("metaZones", &["primaryZones", code]).and_then(Res::text) {
            return main == id;
        }
        let Some(names) = super::zone::names() else { return true };
        let Some(regions) = fact("zoneinfo64", &["Regions"]) else { return true };
        let mut others = names.items().zip(regions.items()).filter(|(_, region)| region.text() == Some(code));
        !others.any(|(name, _)| {
            let name = name.text().unwrap_or_default();
            canonical(name).is_some_and(|(other, _)| other != id)
        })
    }
    /// `Germany Time`
    pub(crate) fn location(&self, tz: &Tz) -> Option<String> {
        let (id, system) = canonical(&tz.id)?;
        let code = region(&id).filter(|code| system && *code != "001")?;
        let place = if Self::is_primary(&id, code) { self.country(code) } else { self.city(&id) };
        Some(self.text("regionFormat").replace("{0}", &place))
    }
    /// `Eastern Time`
    pub(crate) fn generic(&self, tz: &Tz, long: bool, moment: f64) -> Option<String> {
        self.generic_of_zone(tz, long, moment).or_else(|| self.location(tz))
    }
    fn generic_of_zone(&self, tz: &Tz, long: bool, moment: f64) -> Option<String> {
        let kind = if long { Name::LongGeneric } else { Name::ShortGeneric };
        let (id, system) = canonical(&tz.id)?;
        if !system {
            return None;
        }
        if let Some(name) = self.own(&id, kind) {
            return Some(name.to_owned());
        }
        let meta = metazone(&id, moment)?;
        let offsets = tz.at(moment);
        let generic = self.meta(meta, kind);
        if offsets.dst == 0 && !tz.summer_is_near(moment) {
            let standard = if long { Name::LongStandard } else { Name::ShortStandard };
            if let Some(name) = self.specific(tz, standard, moment)
                && generic.is_none_or(|generic| generic.to_lowercase() != name.to_lowercase())
            {
                return Some(name.to_owned());
            }
        }
        let generic = generic?;
        let target = self.main_region();
        let golden = fact("metaZones", &["mapTimezones", meta, &target])
            .or_else(|| fact("metaZones", &["mapTimezones", meta, "001"]))
            .and_then(Res::text)?;
        let golden = golden.replace(':', "/");
        if golden != id {
            let local = moment + offsets.total() as f64;
            if Tz::of(&golden).at_local(local, true, true) != offsets {
                return Some(self.partial(&id, generic));
            }
        }
        Some(generic.to_owned())
    }
    fn main_region(&self) -> String {
        crate::display::region_of(&self.locale)
    }
    /// `Pacific Time (Canada)`
    fn partial(&self, id: &str, name: &str) -> String {
        let place = match region(id) {
            Some(code) if code != "001" && Self::is_primary(id, code) => self.country(code),
            _ => self.city(id),
        };
        let format = self.zones.text(&["zoneStrings", "fallbackFormat"]).unwrap_or("{1} ({0})");
        format.replace("{0}", &place).replace("{1}", name)
    }
    /// `GMT+01:00`, or `GMT+1`
    pub(crate) fn gmt(&self, offset: i64, short: bool) -> String {
        if offset == 0 {
            return self.text("gmtZeroFormat").to_owned();
        }
        let patterns = self.text("hourFormat");
        let (plus, minus) = patterns.split_once(';').unwrap_or(("+HH:mm", "-HH:mm"));
        let pattern = if offset < 0 { minus } else { plus };
        let size = offset.abs() / 1000;
        let (hour, minute, second) = (size / 3600, size / 60 % 60, size % 60);
        let mut body = if short && minute == 0 && second == 0 {
            let end = pattern.rfind('H').map_or(pattern.len(), |at| at + 1);
            let tail: String =
                pattern.chars().rev().take_while(|c| !matches!(c, 'm')).collect::<Vec<_>>().into_iter().rev().collect();
            format!("{}{tail}", &pattern[..end])
        } else {
            pattern.to_owned()
        };
        if second != 0 {
            body = body.replace("mm", "mm:ss");
        }
        let hours = if short { hour.to_string() } else { format!("{hour:02}") };
        let hours = if body.contains("HH") || short { hours } else { format!("{hour:02}") };
        body = body.replace("HH", "H").replace('H', &hours);
        body = body.replace("mm", &format!("{minute:02}")).replace("ss", &format!("{second:02}"));
        let system = symbols::numbering_system(&self.main, &self.locale);
        if let Some(digits) = symbols::digits_of(&system) {
            body = body.chars().map(|c| c.to_digit(10).map_or_else(|| c.to_string(), |d| digits[d as usize].clone())).collect();
        }
        self.text("gmtFormat").replace("{0}", &body)
    }
}

/// `+0100`, `+01:00`, `Z`: ISO 8601's ways, with as many parts as there must be and may be.
pub(crate) fn iso(offset: i64, colon: bool, zulu: bool, fewest: usize, most: usize) -> String {
    let size = offset.abs() / 1000;
    if zulu && size == 0 {
        return "Z".to_owned();
    }
    let parts = [size / 3600, size / 60 % 60, size % 60];
    let mut count = most;
    while count > fewest && parts[count - 1] == 0 {
        count -= 1;
    }
    let negative = offset < 0 && parts[..count].iter().any(|part| *part != 0);
    let mut text = String::from(if negative { '-' } else { '+' });
    for (at, part) in parts[..count].iter().enumerate() {
        if at > 0 && colon {
            text.push(':');
        }
        text.push_str(&format!("{part:02}"));
    }
    text
}

/// A name in one of IntlTimeZone's styles.
pub(crate) fn display(tz: &Tz, daylight: bool, style: i64, locale: &str) -> Option<String> {
    let names = ZoneNames::new(locale);
    let moment = super::zone::now();
    let raw = tz.raw_offset();
    let shifted = if daylight { raw + tz.savings() } else { raw };
    let used = if daylight && tz.has_summer_time() { raw + tz.savings() } else { raw };
    Some(match style {
        3 | 4 | 8 => {
            let named = if style == 8 { names.location(tz) } else { names.generic(tz, style == 4, moment) };
            let Offsets { dst, .. } = tz.at(moment);
            match named {
                Some(name) => name,
                None if daylight != (dst != 0) => names.gmt(shifted, style == 3),
                None => names.gmt(tz.at(moment).total(), style == 3),
            }
        }
        5 => iso(used, false, false, 2, 2),
        6 => names.gmt(used, false),
        1 | 2 | 7 => {
            let name = match (style == 2, daylight) {
                (true, false) => Name::LongStandard,
                (true, true) => Name::LongDaylight,
                (false, false) => Name::ShortStandard,
                (false, true) => Name::ShortDaylight,
            };
            names.specific(tz, name, moment).map_or_else(|| names.gmt(used, style != 2), str::to_owned)
        }
        _ => return None,
    })
}
