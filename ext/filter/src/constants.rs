//! Numbers of filters and flags.

use phant_native::{Constant, ConstantValue};

/// Numbers of filters.
pub mod filter {
    pub const INT: i64 = 257;
    pub const BOOL: i64 = 258;
    pub const FLOAT: i64 = 259;
    pub const REGEXP: i64 = 272;
    pub const URL: i64 = 273;
    pub const EMAIL: i64 = 274;
    pub const IP: i64 = 275;
    pub const MAC: i64 = 276;
    pub const DOMAIN: i64 = 277;
    pub const STRING: i64 = 513;
    pub const ENCODED: i64 = 514;
    pub const SPECIAL_CHARS: i64 = 515;
    pub const UNSAFE_RAW: i64 = 516;
    pub const SANITIZE_EMAIL: i64 = 517;
    pub const SANITIZE_URL: i64 = 518;
    pub const NUMBER_INT: i64 = 519;
    pub const NUMBER_FLOAT: i64 = 520;
    pub const FULL_SPECIAL_CHARS: i64 = 522;
    pub const ADD_SLASHES: i64 = 523;
    pub const CALLBACK: i64 = 1024;
}

/// Flags; some bits mean different things to different filters.
pub mod flag {
    pub const ALLOW_OCTAL: i64 = 0x1;
    pub const ALLOW_HEX: i64 = 0x2;
    pub const STRIP_LOW: i64 = 0x4;
    pub const STRIP_HIGH: i64 = 0x8;
    pub const ENCODE_LOW: i64 = 0x10;
    pub const ENCODE_HIGH: i64 = 0x20;
    pub const ENCODE_AMP: i64 = 0x40;
    pub const NO_ENCODE_QUOTES: i64 = 0x80;
    pub const EMPTY_STRING_NULL: i64 = 0x100;
    pub const STRIP_BACKTICK: i64 = 0x200;
    pub const ALLOW_FRACTION: i64 = 0x1000;
    pub const ALLOW_THOUSAND: i64 = 0x2000;
    pub const ALLOW_SCIENTIFIC: i64 = 0x4000;
    pub const PATH_REQUIRED: i64 = 0x40000;
    pub const QUERY_REQUIRED: i64 = 0x80000;
    pub const IPV4: i64 = 0x100000;
    pub const HOSTNAME: i64 = 0x100000;
    pub const EMAIL_UNICODE: i64 = 0x100000;
    pub const IPV6: i64 = 0x200000;
    pub const NO_RES_RANGE: i64 = 0x400000;
    pub const NO_PRIV_RANGE: i64 = 0x800000;
    pub const GLOBAL_RANGE: i64 = 0x10000000;
    pub const REQUIRE_ARRAY: i64 = 0x1000000;
    pub const REQUIRE_SCALAR: i64 = 0x2000000;
    pub const FORCE_ARRAY: i64 = 0x4000000;
    pub const NULL_ON_FAILURE: i64 = 0x8000000;
}

/// The filters by name, in the order of `filter_list()`.
pub const NAMES: &[(&str, i64)] = &[
    ("int", filter::INT),
    ("boolean", filter::BOOL),
    ("float", filter::FLOAT),
    ("validate_regexp", filter::REGEXP),
    ("validate_domain", filter::DOMAIN),
    ("validate_url", filter::URL),
    ("validate_email", filter::EMAIL),
    ("validate_ip", filter::IP),
    ("validate_mac", filter::MAC),
    ("string", filter::STRING),
    ("stripped", filter::STRING),
    ("encoded", filter::ENCODED),
    ("special_chars", filter::SPECIAL_CHARS),
    ("full_special_chars", filter::FULL_SPECIAL_CHARS),
    ("unsafe_raw", filter::UNSAFE_RAW),
    ("email", filter::SANITIZE_EMAIL),
    ("url", filter::SANITIZE_URL),
    ("number_int", filter::NUMBER_INT),
    ("number_float", filter::NUMBER_FLOAT),
    ("add_slashes", filter::ADD_SLASHES),
    ("callback", filter::CALLBACK),
];

const fn int(name: &'static str, value: i64) -> Constant {
    Constant { name, value: ConstantValue::Int(value) }
}

pub(crate) const CONSTANTS: &[Constant] = &[
    int("INPUT_POST", 0),
    int("INPUT_GET", 1),
    int("INPUT_COOKIE", 2),
    int("INPUT_ENV", 4),
    int("INPUT_SERVER", 5),
    int("FILTER_FLAG_NONE", 0),
    int("FILTER_REQUIRE_SCALAR", flag::REQUIRE_SCALAR),
    int("FILTER_REQUIRE_ARRAY", flag::REQUIRE_ARRAY),
    int("FILTER_FORCE_ARRAY", flag::FORCE_ARRAY),
    int("FILTER_NULL_ON_FAILURE", flag::NULL_ON_FAILURE),
    int("FILTER_VALIDATE_INT", filter::INT),
    int("FILTER_VALIDATE_BOOLEAN", filter::BOOL),
    int("FILTER_VALIDATE_BOOL", filter::BOOL),
    int("FILTER_VALIDATE_FLOAT", filter::FLOAT),
    int("FILTER_VALIDATE_REGEXP", filter::REGEXP),
    int("FILTER_VALIDATE_DOMAIN", filter::DOMAIN),
    int("FILTER_VALIDATE_URL", filter::URL),
    int("FILTER_VALIDATE_EMAIL", filter::EMAIL),
    int("FILTER_VALIDATE_IP", filter::IP),
    int("FILTER_VALIDATE_MAC", filter::MAC),
    int("FILTER_DEFAULT", filter::UNSAFE_RAW),
    int("FILTER_UNSAFE_RAW", filter::UNSAFE_RAW),
    int("FILTER_SANITIZE_STRING", filter::STRING),
    int("FILTER_SANITIZE_STRIPPED", filter::STRING),
    int("FILTER_SANITIZE_ENCODED", filter::ENCODED),
    int("FILTER_SANITIZE_SPECIAL_CHARS", filter::SPECIAL_CHARS),
    int("FILTER_SANITIZE_FULL_SPECIAL_CHARS", filter::FULL_SPECIAL_CHARS),
    int("FILTER_SANITIZE_EMAIL", filter::SANITIZE_EMAIL),
    int("FILTER_SANITIZE_URL", filter::SANITIZE_URL),
    int("FILTER_SANITIZE_NUMBER_INT", filter::NUMBER_INT),
    int("FILTER_SANITIZE_NUMBER_FLOAT", filter::NUMBER_FLOAT),
    int("FILTER_SANITIZE_ADD_SLASHES", filter::ADD_SLASHES),
    int("FILTER_CALLBACK", filter::CALLBACK),
    int("FILTER_FLAG_ALLOW_OCTAL", flag::ALLOW_OCTAL),
    int("FILTER_FLAG_ALLOW_HEX", flag::ALLOW_HEX),
    int("FILTER_FLAG_STRIP_LOW", flag::STRIP_LOW),
    int("FILTER_FLAG_STRIP_HIGH", flag::STRIP_HIGH),
    int("FILTER_FLAG_STRIP_BACKTICK", flag::STRIP_BACKTICK),
    int("FILTER_FLAG_ALLOW_FRACTION", flag::ALLOW_FRACTION),
    int("FILTER_FLAG_ALLOW_THOUSAND", flag::ALLOW_THOUSAND),
    int("FILTER_FLAG_ALLOW_SCIENTIFIC", flag::ALLOW_SCIENTIFIC),
    int("FILTER_FLAG_NO_ENCODE_QUOTES", flag::NO_ENCODE_QUOTES),
    int("FILTER_FLAG_ENCODE_LOW", flag::ENCODE_LOW),
    int("FILTER_FLAG_ENCODE_HIGH", flag::ENCODE_HIGH),
    int("FILTER_FLAG_ENCODE_AMP", flag::ENCODE_AMP),
    int("FILTER_FLAG_IPV4", flag::IPV4),
    int("FILTER_FLAG_IPV6", flag::IPV6),
    int("FILTER_FLAG_NO_RES_RANGE", flag::NO_RES_RANGE),
    int("FILTER_FLAG_NO_PRIV_RANGE", flag::NO_PRIV_RANGE),
    int("FILTER_FLAG_GLOBAL_RANGE", flag::GLOBAL_RANGE),
    int("FILTER_FLAG_HOSTNAME", flag::HOSTNAME),
    int("FILTER_FLAG_EMAIL_UNICODE", flag::EMAIL_UNICODE),
    int("FILTER_FLAG_QUERY_REQUIRED", flag::QUERY_REQUIRED),
    int("FILTER_FLAG_PATH_REQUIRED", flag::PATH_REQUIRED),
    int("FILTER_FLAG_EMPTY_STRING_NULL", flag::EMPTY_STRING_NULL),
];
