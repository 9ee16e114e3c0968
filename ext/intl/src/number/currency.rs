//! Currencies: which a country has, what they are called, and how many digits they have.

use crate::{
    data::{Chain, Res, fact_of, keyword},
    locale_id::LocaleId,
};
use std::collections::{HashMap, HashSet};

/// A name of a currency.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    Symbol,
    Narrow,
}

/// The currency of a locale's country.
pub(crate) fn of_locale(locale: &str) -> Option<String> {
    if let Some(code) = keyword(locale, "currency").filter(|code| code.len() == 3) {
        return Some(code.to_ascii_uppercase());
    }
    let canonical = crate::locale_id::canonical(locale)?;
    let region = LocaleId::new(&canonical).region;
    let map = fact_of("curr", "supplementalData", &["CurrencyMap", &region])?;
    // The first one that is still used, and money for all purposes.
    let mut entries = map.items().filter(|entry| entry.get("to").is_none() && entry.get("tender").is_none());
    Some(entries.next()?.get("id")?.text()?.to_owned())
}

/// A currency's symbol; its code where it has none.
pub(crate) fn symbol(chain: &Chain, code: &str, form: Form) -> String {
    let other = match form {
        Form::Symbol => None,
        Form::Narrow => chain.text(&["Currencies%narrow", code]),
    };
    let found = other.or_else(|| chain.find(&["Currencies", code])?.at(0)?.text());
    found.unwrap_or(code).to_owned()
}

/// The separators that a currency has for itself in a locale, in place of the locale's.
pub(crate) fn separators(chain: &Chain, code: &str) -> Option<(&'static str, &'static str)> {
    let extra = chain.find(&["Currencies", code])?.at(2)?;
    Some((extra.at(1)?.text()?, extra.at(2)?.text()?))
}

/// A currency's name.
pub(crate) fn name(chain: &Chain, code: &str) -> Option<&'static str> {
    chain.find(&["Currencies", code])?.at(1)?.text()
}

/// A currency's name behind a number of a plural form.
pub(crate) fn plural_name(chain: &Chain, code: &str, form: &str) -> String {
    let find = |form: &str| chain.text(&["CurrencyPlurals", code, form]);
    find(form).or_else(|| find("other")).or_else(|| name(chain, code)).unwrap_or(code).to_owned()
}

/// The digits behind the point, and the increment in their units, where there is one.
pub(crate) fn digits(code: &str) -> (i32, i64) {
    let meta = |code| fact_of("curr", "supplementalData", &["CurrencyMeta", code]);
    let found = meta(code).or_else(|| meta("DEFAULT")).map(Res::ints).unwrap_or_default();
    match found[..] {
        [digits, increment, ..] => (digits as i32, increment),
        _ => (2, 0),
    }
}

/// Every code with its names in a locale, for reading amounts, by how they begin.
#[derive(Default)]
pub(crate) struct Names(HashMap<char, Vec<Name>>);

/// Symbols that mean the same.
const EQUIVALENT: [&[&str]; 4] =
    [&["\u{a5}", "\u{ffe5}"], &["$", "\u{fe69}", "\u{ff04}"], &["\u{20a8}", "\u{20b9}"], &["\u{a3}", "\u{20a4}"]];

/// A code, a symbol or a name of a currency.
pub(crate) struct Name {
    pub(crate) text: &'static str,
    pub(crate) code: &'static str,
    /// Its letters have the case that they have.
    pub(crate) exact: bool,
}

impl Names {
    pub(crate) fn new(chain: &Chain) -> Names {
        let mut names = Names::default();
        let mut known = HashSet::new();
        for table in chain.tables(&["Currencies"]) {
            // What a locale says of a currency hides what those say that it inherits from.
            for (code, own) in table.entries().filter(|(code, _)| known.insert(*code)) {
                names.add(code, code, true);
                let texts = own.items().take(2).zip([true, false]).filter_map(|(item, exact)| Some((item.text()?, exact)));
                texts.filter(|(text, _)| *text != code).for_each(|(text, exact)| names.add_with_equivalents(text, code, exact));
            }
        }
        known.clear();
        for table in chain.tables(&["CurrencyPlurals"]) {
            for (code, forms) in table.entries().filter(|(code, _)| known.insert(*code)) {
                forms.items().filter_map(Res::text).for_each(|name| names.add(name, code, false));
            }
        }
        names
    }
    /// A text, and what ICU takes for the same symbol.
    fn add_with_equivalents(&mut self, text: &'static str, code: &'static str, exact: bool) {
        let class = EQUIVALENT.iter().find(|class| exact && class.contains(&text));
        class.copied().unwrap_or(&[text]).iter().for_each(|text| self.add(text, code, exact));
    }
    fn add(&mut self, text: &'static str, code: &'static str, exact: bool) {
        if let Some(first) = text.chars().next() {
            self.0.entry(lower(first)).or_default().push(Name { text, code, exact });
        }
    }
    /// Those that begin with a character of either case.
    pub(crate) fn beginning_with(&self, first: char) -> &[Name] {
        self.0.get(&lower(first)).map_or(&[], Vec::as_slice)
    }
}

fn lower(c: char) -> char {
    c.to_lowercase().next().unwrap_or(c)
}
