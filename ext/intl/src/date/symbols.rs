//! Names of months, days and eras, and digits, in a locale.

use crate::{
    data::{Chain, Res, fact},
    number::symbols::{digits_of, numbering_system},
    timezone::names::ZoneNames,
};
use std::cell::OnceCell;

/// What dates of a calendar are written with.
pub(crate) struct DateSymbols {
    pub(crate) chain: Chain,
    pub(crate) locale: String,
    /// ICU's name of the calendar.
    pub(crate) kind: &'static str,
    pub(crate) digits: [String; 10],
    zones: OnceCell<ZoneNames>,
}

impl DateSymbols {
    pub(crate) fn new(locale: &str, kind: &'static str) -> DateSymbols {
        let chain = Chain::new("", locale);
        let digits = digits_of(&numbering_system(&chain, locale)).unwrap_or_else(|| std::array::from_fn(|d| d.to_string()));
        let kind = if kind == "iso8601" { "gregorian" } else { kind };
        DateSymbols { chain, locale: locale.to_owned(), kind, digits, zones: OnceCell::new() }
    }
    pub(crate) fn zones(&self) -> &ZoneNames {
        self.zones.get_or_init(|| ZoneNames::new(&self.locale))
    }
    fn list(&self, path: &[&str]) -> Vec<&'static str> {
        let mut whole = vec!["calendar", self.kind];
        whole.extend_from_slice(path);
        let found = self.chain.texts(&whole);
        if !found.is_empty() {
            return found;
        }
        whole[1] = "gregorian";
        self.chain.texts(&whole)
    }
    /// `monthNames`, `dayNames` or `quarters` in a width: `wide`, `abbreviated`, `short`, `narrow`.
    pub(crate) fn names(&self, of: &str, alone: bool, width: &str) -> Vec<&'static str> {
        self.list(&[of, if alone { "stand-alone" } else { "format" }, width])
    }
    pub(crate) fn eras(&self, width: &str) -> Vec<&'static str> {
        self.list(&["eras", width])
    }
    pub(crate) fn day_halves(&self, narrow: bool) -> Vec<&'static str> {
        self.list(&[if narrow { "AmPmMarkersNarrow" } else { "AmPmMarkers" }])
    }
    /// `noon`, `morning1` and the like.
    pub(crate) fn period(&self, name: &str, width: &str) -> Option<&'static str> {
        self.chain.text(&["calendar", "gregorian", "dayPeriod", "format", width, name])
    }
    /// The name of the part of the day that an hour is in.
    pub(crate) fn period_at(&self, hour: i64, minute: i64) -> Option<&'static str> {
        let locale = crate::data::plain(&self.locale);
        let mut name = locale.as_str();
        let set = loop {
            if let Some(set) = fact("dayPeriods", &["locales", name]).and_then(Res::text) {
                break set;
            }
            name = &name[..name.rfind('_')?];
        };
        let rules = fact("dayPeriods", &["rules", set])?;
        let hour_of = |text: &str| text.split(':').next().and_then(|hour| hour.parse::<i64>().ok());
        let mut found = None;
        for (period, rule) in rules.entries() {
            let get = |key: &str| rule.get(key).and_then(Res::text).and_then(hour_of);
            if let Some(at) = get("at") {
                if at % 24 == hour && minute == 0 {
                    return Some(period);
                }
                continue;
            }
            if let (Some(from), Some(before)) = (get("from"), get("before")) {
                let inside = if from < before { (from..before).contains(&hour) } else { hour >= from || hour < before };
                if inside {
                    found = Some(period);
                }
            }
        }
        found
    }
    /// A number in the locale's digits, with at least so many of them.
    pub(crate) fn number(&self, value: i64, least: usize) -> String {
        let mut out = String::new();
        if value < 0 {
            out.push('-');
        }
        for digit in format!("{:0least$}", value.unsigned_abs()).bytes() {
            out.push_str(&self.digits[usize::from(digit - b'0')]);
        }
        out
    }
}
