//! What can be set of a collator, with ICU's numbers.

use icu_collator::{
    CollatorPreferences,
    options::{AlternateHandling, CaseLevel, CollatorOptions, Strength},
    preferences::{CollationCaseFirst, CollationNumericOrdering},
};

const DEFAULT: i64 = -1;
pub(super) const OFF: i64 = 16;
const ON: i64 = 17;
const SHIFTED: i64 = 20;
const NON_IGNORABLE: i64 = 21;
const LOWER_FIRST: i64 = 24;
const UPPER_FIRST: i64 = 25;

pub(super) const FRENCH: usize = 0;
const ALTERNATE: usize = 1;
const CASE_FIRST: usize = 2;
const CASE_LEVEL: usize = 3;
const NORMALIZATION: usize = 4;
pub(super) const STRENGTH: usize = 5;
const HIRAGANA: usize = 6;
const NUMERIC: usize = 7;

/// The values, by attribute.
#[derive(Clone, Copy)]
pub(super) struct Attributes(pub(super) [i64; 8]);

impl Attributes {
    /// What a locale's collator begins with, without keywords.
    pub(super) fn of_locale(actual: &str, normalized: bool) -> Attributes {
        let mut values = [OFF, NON_IGNORABLE, OFF, OFF, OFF, 2, OFF, OFF];
        match actual {
            "fr_CA" => values[FRENCH] = ON,
            "th" => values[ALTERNATE] = SHIFTED,
            "da" | "mt" => values[CASE_FIRST] = UPPER_FIRST,
            _ => {}
        }
        if normalized {
            values[NORMALIZATION] = ON;
        }
        Attributes(values)
    }

    /// Sets a value, or the one from before. Whether it was possible comes back.
    pub(super) fn set(&mut self, attribute: i64, value: i64, usual: &Attributes) -> bool {
        let Some(index) = usize::try_from(attribute).ok().filter(|&index| index < 8) else { return false };
        let fits = match (index, value) {
            (_, DEFAULT) => true,
            (ALTERNATE, _) => matches!(value, SHIFTED | NON_IGNORABLE),
            (CASE_FIRST, _) => matches!(value, OFF | LOWER_FIRST | UPPER_FIRST),
            (STRENGTH, _) => matches!(value, 0..=3 | 15),
            _ => matches!(value, OFF | ON),
        };
        // ICU takes what was for Hiragana, and does nothing with it.
        if fits && index != HIRAGANA {
            self.0[index] = if value == DEFAULT { usual.0[index] } else { value };
        }
        fits
    }

    /// Sets what a keyword of the locale says. Whether it makes sense comes back.
    pub(super) fn keyword(&mut self, key: &str, value: &str) -> bool {
        let index = match key {
            "colbackwards" => FRENCH,
            "colalternate" => ALTERNATE,
            "colcasefirst" => CASE_FIRST,
            "colcaselevel" => CASE_LEVEL,
            "colnormalization" => NORMALIZATION,
            "colstrength" => STRENGTH,
            "colnumeric" => NUMERIC,
            _ => return true,
        };
        let number = match (index, value.to_ascii_lowercase().as_str()) {
            (STRENGTH, "primary") => 0,
            (STRENGTH, "secondary") => 1,
            (STRENGTH, "tertiary") => 2,
            (STRENGTH, "quaternary") => 3,
            (STRENGTH, "identical") => 15,
            (ALTERNATE, "shifted") => SHIFTED,
            (ALTERNATE, "non-ignorable") => NON_IGNORABLE,
            (CASE_FIRST, "upper") => UPPER_FIRST,
            (CASE_FIRST, "lower") => LOWER_FIRST,
            (STRENGTH | ALTERNATE, _) => return false,
            (CASE_FIRST, "no" | "false") => OFF,
            (CASE_FIRST, _) => return false,
            (_, "yes" | "true") => ON,
            (_, "no" | "false") => OFF,
            _ => return false,
        };
        self.0[index] = number;
        true
    }

    pub(super) fn options(&self) -> CollatorOptions {
        let mut options = CollatorOptions::default();
        options.strength = Some(match self.0[STRENGTH] {
            0 => Strength::Primary,
            1 => Strength::Secondary,
            2 => Strength::Tertiary,
            3 => Strength::Quaternary,
            _ => Strength::Identical,
        });
        let shifted = self.0[ALTERNATE] == SHIFTED;
        options.alternate_handling = Some(if shifted { AlternateHandling::Shifted } else { AlternateHandling::NonIgnorable });
        options.case_level = Some(if self.0[CASE_LEVEL] == ON { CaseLevel::On } else { CaseLevel::Off });
        options
    }

    pub(super) fn prefer(&self, preferences: &mut CollatorPreferences) {
        preferences.case_first = Some(match self.0[CASE_FIRST] {
            UPPER_FIRST => CollationCaseFirst::Upper,
            LOWER_FIRST => CollationCaseFirst::Lower,
            _ => CollationCaseFirst::False,
        });
        let numeric = self.0[NUMERIC] == ON;
        preferences.numeric_ordering =
            Some(if numeric { CollationNumericOrdering::True } else { CollationNumericOrdering::False });
    }
}
