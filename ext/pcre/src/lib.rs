//! PHP's regular expressions, on PCRE2.
//!
//! Other extensions use [`compile`], [`matches()`], [`replace`] and [`split`]: the bodies of `preg_match`,
//! `preg_match_all`, `preg_replace` and `preg_split`.

#![forbid(unsafe_code)]

mod cache;
mod error;
mod grep;
mod groups;
mod matching;
mod pattern;
mod quote;
mod replace;
mod replace_callback;
mod replacement;
mod shared;
mod split;

pub use pattern::Pattern;
pub use split::split;

use error::State;
use phant_native::{Constant, ConstantValue, Extension, IniSetting, descriptor::ConstantOwned};

/// Bits of the functions' `$flags`.
pub mod flags {
    /// Groups by number, each a list over all matches.
    pub const PATTERN_ORDER: i64 = 1;
    /// Matches in order, each a list of its groups.
    pub const SET_ORDER: i64 = 2;
    /// Every text with its offset.
    pub const OFFSET_CAPTURE: i64 = 1 << 8;
    /// Groups that took no part are `null`.
    pub const UNMATCHED_AS_NULL: i64 = 1 << 9;
    /// No empty pieces.
    pub const SPLIT_NO_EMPTY: i64 = 1;
    /// Groups of the separator among the pieces.
    pub const SPLIT_DELIM_CAPTURE: i64 = 2;
    /// Every piece with its offset.
    pub const SPLIT_OFFSET_CAPTURE: i64 = 4;
    /// What does not match.
    pub const GREP_INVERT: i64 = 1;
}

/// The extension.
pub static EXTENSION: Extension = Extension {
    name: "pcre",
    functions: &[
        matching::FUNCTIONS,
        replace::FUNCTIONS,
        replace_callback::FUNCTIONS,
        split::FUNCTIONS,
        quote::FUNCTIONS,
        grep::FUNCTIONS,
        error::FUNCTIONS,
    ],
    constants: &[CONSTANTS],
    ini: INI,
    info: &[("PCRE (Perl Compatible Regular Expressions) Support", "enabled"), ("PCRE JIT Support", "enabled")],
    ..Extension::EMPTY
};

const fn int(name: &'static str, value: i64) -> Constant {
    Constant { name, value: ConstantValue::Int(value) }
}

const CONSTANTS: &[Constant] = &[
    int("PREG_PATTERN_ORDER", flags::PATTERN_ORDER),
    int("PREG_SET_ORDER", flags::SET_ORDER),
    int("PREG_OFFSET_CAPTURE", flags::OFFSET_CAPTURE),
    int("PREG_UNMATCHED_AS_NULL", flags::UNMATCHED_AS_NULL),
    int("PREG_SPLIT_NO_EMPTY", flags::SPLIT_NO_EMPTY),
    int("PREG_SPLIT_DELIM_CAPTURE", flags::SPLIT_DELIM_CAPTURE),
    int("PREG_SPLIT_OFFSET_CAPTURE", flags::SPLIT_OFFSET_CAPTURE),
    int("PREG_GREP_INVERT", flags::GREP_INVERT),
    int("PREG_NO_ERROR", error::NONE),
    int("PREG_INTERNAL_ERROR", error::INTERNAL),
    int("PREG_BACKTRACK_LIMIT_ERROR", error::BACKTRACK_LIMIT),
    int("PREG_RECURSION_LIMIT_ERROR", error::RECURSION_LIMIT),
    int("PREG_BAD_UTF8_ERROR", error::BAD_UTF8),
    int("PREG_BAD_UTF8_OFFSET_ERROR", error::BAD_UTF8_OFFSET),
    int("PREG_JIT_STACKLIMIT_ERROR", error::JIT_STACK_LIMIT),
    Constant { name: "PCRE_VERSION", value: ConstantValue::Computed(|| ConstantOwned::Str(phant_pcre2::version())) },
    Constant { name: "PCRE_VERSION_MAJOR", value: ConstantValue::Computed(|| ConstantOwned::Int(version_part(0))) },
    Constant { name: "PCRE_VERSION_MINOR", value: ConstantValue::Computed(|| ConstantOwned::Int(version_part(1))) },
    Constant { name: "PCRE_JIT_SUPPORT", value: ConstantValue::Bool(true) },
];

/// The major or minor version of PCRE2.
fn version_part(index: usize) -> i64 {
    let version = phant_pcre2::version();
    let number = version.split(' ').next().and_then(|v| v.split('.').nth(index));
    number.and_then(|n| n.parse().ok()).unwrap_or(0)
}

const INI: &[IniSetting] = &[
    IniSetting { name: "pcre.backtrack_limit", default: Some("1000000"), access: 7, on_change: Some(State::set_backtrack_limit) },
    IniSetting { name: "pcre.recursion_limit", default: Some("100000"), access: 7, on_change: Some(State::set_recursion_limit) },
    IniSetting { name: "pcre.jit", default: Some("1"), access: 7, on_change: Some(State::set_jit) },
];
