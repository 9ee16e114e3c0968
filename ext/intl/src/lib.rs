//! PHP's internationalization functions, on ICU4X.

#![forbid(unsafe_code)]

mod break_iterator;
mod calendar;
mod char;
mod collator;
mod converter;
mod data;
mod date;
mod display;
mod error;
mod grapheme;
mod idn;
mod idn_validity;
mod known;
mod locale;
mod locale_class;
mod locale_id;
mod message;
mod normalizer;
mod number;
mod punycode;
mod resource;
mod search;
mod spoof;
mod timezone;
mod transliterator;
mod utf16;

use phant_native::{Constant, ConstantValue, Extension, IniSetting};

/// The extension.
pub static EXTENSION: Extension = Extension {
    name: "intl",
    functions: &[
        error::FUNCTIONS,
        normalizer::FUNCTIONS,
        grapheme::FUNCTIONS,
        locale::FUNCTIONS,
        idn::FUNCTIONS,
        transliterator::FUNCTIONS,
        collator::FUNCTIONS,
        number::FUNCTIONS,
        display::names::FUNCTIONS,
        message::FUNCTIONS,
        date::FUNCTIONS,
        timezone::FUNCTIONS,
        timezone::LISTS,
        calendar::FUNCTIONS,
        calendar::GREGORIAN_FUNCTIONS,
        resource::FUNCTIONS,
    ],
    classes: &[
        collator::Collator::PHP,
        break_iterator::IntlBreakIterator::PHP,
        break_iterator::IntlRuleBasedBreakIterator::PHP,
        break_iterator::IntlCodePointBreakIterator::PHP,
        break_iterator::IntlIterator::PHP,
        break_iterator::IntlPartsIterator::PHP,
        converter::UConverter::PHP,
        spoof::Spoofchecker::PHP,
        char::IntlChar::PHP,
        transliterator::Transliterator::PHP,
        normalizer::Normalizer::PHP,
        locale_class::Locale::PHP,
        error::IntlException::PHP,
        number::NumberFormatter::PHP,
        message::MessageFormatter::PHP,
        date::IntlDateFormatter::PHP,
        date::IntlDatePatternGenerator::PHP,
        timezone::IntlTimeZone::PHP,
        calendar::IntlCalendar::PHP,
        calendar::IntlGregorianCalendar::PHP,
        resource::ResourceBundle::PHP,
    ],
    constants: &[CONSTANTS, idn::CONSTANTS, error::CONSTANTS],
    ini: INI,
    info: &[("Internationalization support", "enabled")],
    ..Extension::EMPTY
};

const CONSTANTS: &[Constant] = &[
    Constant { name: "INTL_MAX_LOCALE_LEN", value: ConstantValue::Int(156) },
    // The release whose data and rules ICU4X 2.0's are nearest to among those PHP 8.4 is built with.
    Constant { name: "INTL_ICU_VERSION", value: ConstantValue::Str("76.1") },
    Constant { name: "INTL_ICU_DATA_VERSION", value: ConstantValue::Str("76.1") },
    Constant { name: "ULOC_ACTUAL_LOCALE", value: ConstantValue::Int(0) },
    Constant { name: "ULOC_VALID_LOCALE", value: ConstantValue::Int(1) },
    Constant { name: "GRAPHEME_EXTR_COUNT", value: ConstantValue::Int(0) },
    Constant { name: "GRAPHEME_EXTR_MAXBYTES", value: ConstantValue::Int(1) },
    Constant { name: "GRAPHEME_EXTR_MAXCHARS", value: ConstantValue::Int(2) },
];

const INI: &[IniSetting] = &[
    IniSetting { name: "intl.default_locale", default: None, access: 7, on_change: None },
    IniSetting { name: "intl.error_level", default: Some("0"), access: 7, on_change: None },
    IniSetting { name: "intl.use_exceptions", default: Some("0"), access: 7, on_change: None },
];
