//! What locales are called, and what is likely about them.

pub(crate) mod names;

use crate::locale_id::LocaleId;
use icu_locale::{LanguageIdentifier, LocaleExpander};

/// The country of a locale: its own, the one that its keyword `rg` names, or the likely one of its language.
pub(crate) fn region_of(locale: &str) -> String {
    if let Some(region) = crate::data::keyword(locale, "rg").filter(|region| region.len() >= 2 && region.is_ascii()) {
        return region[..2].to_ascii_uppercase();
    }
    let canonical = crate::locale_id::canonical(locale).unwrap_or_default();
    let id = LocaleId::new(canonical.split('@').next().unwrap_or_default());
    if !id.region.is_empty() {
        return id.region;
    }
    maximized(&id).and_then(|full| full.region).map_or_else(|| "001".to_owned(), |region| region.as_str().to_owned())
}

/// A locale with its likely script and region.
pub(crate) fn maximized(id: &LocaleId) -> Option<LanguageIdentifier> {
    let mut text = if id.language.is_empty() { "und".to_owned() } else { id.language.clone() };
    for part in [&id.script, &id.region] {
        if !part.is_empty() {
            text.push('-');
            text.push_str(part);
        }
    }
    let mut full: LanguageIdentifier = text.parse().ok()?;
    LocaleExpander::new_extended().maximize(&mut full);
    Some(full)
}
