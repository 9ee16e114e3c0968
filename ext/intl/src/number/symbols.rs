//! What numbers are written with in a locale: digits, separators, signs.

use super::currency;
use crate::data::{Chain, Res, fact, keyword};

/// The symbols of a locale, by NumberFormatter's numbers, and its digits.
#[derive(Clone)]
pub(crate) struct Symbols {
    pub(crate) texts: [String; 18],
    pub(crate) digits: [String; 10],
}

pub(crate) const DECIMAL: usize = 0;
pub(crate) const GROUPING: usize = 1;
pub(crate) const PERCENT: usize = 3;
pub(crate) const ZERO: usize = 4;
pub(crate) const MINUS: usize = 6;
pub(crate) const PLUS: usize = 7;
pub(crate) const CURRENCY: usize = 8;
pub(crate) const INTL_CURRENCY: usize = 9;
pub(crate) const MONETARY: usize = 10;
pub(crate) const EXPONENTIAL: usize = 11;
pub(crate) const PER_MILLE: usize = 12;
pub(crate) const INFINITY: usize = 14;
pub(crate) const NAN: usize = 15;
pub(crate) const MONETARY_GROUPING: usize = 17;

/// The name of the numbering system that a locale writes with. Those that are no digits (Roman) are `None` here.
pub(crate) fn numbering_system(chain: &Chain, locale: &str) -> String {
    let asked = keyword(locale, "numbers");
    let name = match asked.as_deref() {
        Some(kind @ ("default" | "native" | "traditional" | "finance")) => chain.text(&["NumberElements", kind]),
        Some(name) if fact("numberingSystems", &["numberingSystems", name]).is_some() => return name.to_owned(),
        _ => chain.text(&["NumberElements", "default"]),
    };
    name.unwrap_or("latn").to_owned()
}

/// The digits of a numbering system, if it is one of digits.
pub(crate) fn digits_of(system: &str) -> Option<[String; 10]> {
    let found = fact("numberingSystems", &["numberingSystems", system])?;
    if found.get("algorithmic").and_then(Res::int) != Some(0) {
        return None;
    }
    let chars: Vec<String> = found.get("desc")?.text()?.chars().map(String::from).collect();
    chars.try_into().ok()
}

impl Symbols {
    pub(crate) fn new(chain: &Chain, locale: &str) -> Symbols {
        let mut system = numbering_system(chain, locale);
        let digits = digits_of(&system).unwrap_or_else(|| {
            system = "latn".to_owned();
            std::array::from_fn(|digit| digit.to_string())
        });
        let get = |key: &str, default: &str| {
            let own = chain.text(&["NumberElements", &system, "symbols", key]);
            own.or_else(|| chain.text(&["NumberElements", "latn", "symbols", key])).unwrap_or(default).to_owned()
        };
        let code = currency::of_locale(locale).unwrap_or_else(|| "XXX".to_owned());
        let (decimal, group) = (get("decimal", "."), get("group", ","));
        let symbol = currency::symbol(&Chain::new("curr", locale), &code, currency::Form::Symbol);
        let texts = [
            decimal.clone(),
            group.clone(),
            ";".to_owned(),
            get("percentSign", "%"),
            digits[0].clone(),
            "#".to_owned(),
            get("minusSign", "-"),
            get("plusSign", "+"),
            symbol,
            code,
            get("currencyDecimal", &decimal),
            get("exponential", "E"),
            get("perMille", "‰"),
            "*".to_owned(),
            get("infinity", "∞"),
            get("nan", "NaN"),
            "@".to_owned(),
            get("currencyGroup", &group),
        ];
        Symbols { texts, digits }
    }
    pub(crate) fn get(&self, symbol: usize) -> &str {
        &self.texts[symbol]
    }
    /// Sets a symbol; the first digit brings the others with it.
    pub(crate) fn set(&mut self, symbol: usize, text: &str) {
        self.texts[symbol] = text.to_owned();
        if symbol == ZERO
            && let Some(zero) = text.chars().next()
            && zero.is_numeric()
        {
            self.digits = std::array::from_fn(|digit| char::from_u32(zero as u32 + digit as u32).unwrap_or(zero).to_string());
        }
    }
}
