//! Constants and ini settings of this extension that belong to no single file.

use phant_native::{
    IniSetting,
    descriptor::{Constant, ConstantValue},
};
use std::f64::consts;

const fn int(name: &'static str, value: i64) -> Constant {
    Constant { name, value: ConstantValue::Int(value) }
}

const fn float(name: &'static str, value: f64) -> Constant {
    Constant { name, value: ConstantValue::Float(value) }
}

pub(crate) const CONSTANTS: &[Constant] = &[
    int("EXTR_OVERWRITE", 0),
    int("EXTR_SKIP", 1),
    int("EXTR_PREFIX_SAME", 2),
    int("EXTR_PREFIX_ALL", 3),
    int("EXTR_PREFIX_INVALID", 4),
    int("EXTR_PREFIX_IF_EXISTS", 5),
    int("EXTR_IF_EXISTS", 6),
    int("EXTR_REFS", 256),
    int("SORT_ASC", 4),
    int("SORT_DESC", 3),
    int("SORT_REGULAR", 0),
    int("SORT_NUMERIC", 1),
    int("SORT_STRING", 2),
    int("SORT_LOCALE_STRING", 5),
    int("SORT_NATURAL", 6),
    int("SORT_FLAG_CASE", 8),
    int("CASE_LOWER", 0),
    int("CASE_UPPER", 1),
    int("COUNT_NORMAL", 0),
    int("COUNT_RECURSIVE", 1),
    int("ARRAY_FILTER_USE_BOTH", 1),
    int("ARRAY_FILTER_USE_KEY", 2),
    int("ASSERT_ACTIVE", 1),
    int("ASSERT_CALLBACK", 2),
    int("ASSERT_BAIL", 3),
    int("ASSERT_WARNING", 4),
    int("ASSERT_EXCEPTION", 5),
    int("CONNECTION_ABORTED", 1),
    int("CONNECTION_NORMAL", 0),
    int("CONNECTION_TIMEOUT", 2),
    int("INI_USER", 1),
    int("INI_PERDIR", 2),
    int("INI_SYSTEM", 4),
    int("INI_ALL", 7),
    int("INI_SCANNER_NORMAL", 0),
    int("INI_SCANNER_RAW", 1),
    int("INI_SCANNER_TYPED", 2),
    float("M_E", consts::E),
    float("M_LOG2E", consts::LOG2_E),
    float("M_LOG10E", consts::LOG10_E),
    float("M_LN2", consts::LN_2),
    float("M_LN10", consts::LN_10),
    float("M_PI", consts::PI),
    float("M_PI_2", consts::FRAC_PI_2),
    float("M_PI_4", consts::FRAC_PI_4),
    float("M_1_PI", consts::FRAC_1_PI),
    float("M_2_PI", consts::FRAC_2_PI),
    float("M_SQRTPI", 1.772453850905516),
    float("M_2_SQRTPI", consts::FRAC_2_SQRT_PI),
    float("M_LNPI", 1.1447298858494002),
    float("M_EULER", 0.577_215_664_901_532_9),
    float("M_SQRT2", consts::SQRT_2),
    float("M_SQRT1_2", consts::FRAC_1_SQRT_2),
    float("M_SQRT3", 1.7320508075688772),
    float("INF", f64::INFINITY),
    float("NAN", f64::NAN),
    int("PHP_ROUND_HALF_UP", 1),
    int("PHP_ROUND_HALF_DOWN", 2),
    int("PHP_ROUND_HALF_EVEN", 3),
    int("PHP_ROUND_HALF_ODD", 4),
    int("INFO_GENERAL", 1),
    int("INFO_CREDITS", 2),
    int("INFO_CONFIGURATION", 4),
    int("INFO_MODULES", 8),
    int("INFO_ENVIRONMENT", 16),
    int("INFO_VARIABLES", 32),
    int("INFO_LICENSE", 64),
    int("INFO_ALL", 4294967295),
    int("CREDITS_GROUP", 1),
    int("CREDITS_GENERAL", 2),
    int("CREDITS_SAPI", 4),
    int("CREDITS_MODULES", 8),
    int("CREDITS_DOCS", 16),
    int("CREDITS_FULLPAGE", 32),
    int("CREDITS_QA", 64),
    int("CREDITS_ALL", 4294967295),
];

const fn setting(name: &'static str, default: Option<&'static str>, access: u8) -> IniSetting {
    IniSetting { name, default, access, on_change: None }
}

/// Settings.
pub(crate) const INI: &[IniSetting] = &[
    setting("unserialize_max_depth", Some("4096"), 7),
    setting("user_agent", None, 7),
    setting("from", None, 7),
    setting("default_socket_timeout", Some("60"), 7),
    IniSetting {
        name: "auto_detect_line_endings",
        default: Some("0"),
        access: 7,
        on_change: Some(crate::ini::auto_detect_line_endings),
    },
    IniSetting { name: "assert.active", default: Some("1"), access: 7, on_change: Some(crate::ini::assert_active) },
    IniSetting { name: "assert.bail", default: Some("0"), access: 7, on_change: Some(crate::ini::assert_bail) },
    IniSetting { name: "assert.warning", default: Some("1"), access: 7, on_change: Some(crate::ini::assert_warning) },
    IniSetting { name: "assert.callback", default: None, access: 7, on_change: Some(crate::assert::callback_setting) },
    IniSetting { name: "assert.exception", default: Some("1"), access: 7, on_change: Some(crate::ini::assert_exception) },
    IniSetting {
        name: "session.trans_sid_tags",
        default: Some(crate::ini::SESSION_TAGS),
        access: 7,
        on_change: Some(crate::ini::session_tags),
    },
    IniSetting { name: "session.trans_sid_hosts", default: Some(""), access: 7, on_change: Some(crate::ini::session_hosts) },
    setting("url_rewriter.tags", Some("form="), 7),
    setting("url_rewriter.hosts", Some(""), 7),
];
