//! PHP's multibyte strings.

#![forbid(unsafe_code)]

mod codec;
mod convert;
mod detect;
mod encoding;
mod iso2022;
mod kana;
mod mail;
mod mbregex;
mod mime;
mod multibyte;
mod numeric_entity;
mod output_handler;
mod php_mbregex;
mod search;
mod settings;
mod source;
mod state;
mod string;
mod tables;
mod transfer;
mod trim;
mod unicode;
mod utf7;
mod utf8;
mod width;

use phant_native::{Constant, ConstantValue, Extension, IniSetting};

/// The extension.
pub static EXTENSION: Extension = Extension {
    name: "mbstring",
    functions: &[
        settings::FUNCTIONS,
        string::FUNCTIONS,
        search::FUNCTIONS,
        width::FUNCTIONS,
        trim::FUNCTIONS,
        convert::FUNCTIONS,
        kana::FUNCTIONS,
        detect::FUNCTIONS,
        mime::FUNCTIONS,
        numeric_entity::FUNCTIONS,
        php_mbregex::FUNCTIONS,
        mail::FUNCTIONS,
        output_handler::FUNCTIONS,
    ],
    constants: &[CONSTANTS],
    ini: INI,
    source_encodings: Some(&source::ENCODINGS),
    info: &[("Multibyte Support", "enabled")],
    ..Extension::EMPTY
};

const fn int(name: &'static str, value: i64) -> Constant {
    Constant { name, value: ConstantValue::Int(value) }
}

const CONSTANTS: &[Constant] = &[
    int("MB_CASE_UPPER", 0),
    int("MB_CASE_LOWER", 1),
    int("MB_CASE_TITLE", 2),
    int("MB_CASE_FOLD", 3),
    int("MB_CASE_UPPER_SIMPLE", 4),
    int("MB_CASE_LOWER_SIMPLE", 5),
    int("MB_CASE_TITLE_SIMPLE", 6),
    int("MB_CASE_FOLD_SIMPLE", 7),
    Constant { name: "MB_ONIGURUMA_VERSION", value: ConstantValue::Str("6.9.9") },
];

const fn setting(name: &'static str, default: Option<&'static str>, access: u8) -> IniSetting {
    IniSetting { name, default, access, on_change: None }
}

const INI: &[IniSetting] = &[
    IniSetting { name: "mbstring.language", default: Some("neutral"), access: 7, on_change: Some(state::set_language) },
    IniSetting { name: "mbstring.detect_order", default: None, access: 7, on_change: Some(state::set_detect_order) },
    IniSetting { name: "mbstring.http_input", default: None, access: 7, on_change: Some(state::set_http_input) },
    IniSetting { name: "mbstring.http_output", default: None, access: 7, on_change: Some(state::set_http_output) },
    IniSetting { name: "mbstring.internal_encoding", default: None, access: 7, on_change: Some(state::set_internal_encoding) },
    IniSetting {
        name: "mbstring.substitute_character",
        default: None,
        access: 7,
        on_change: Some(state::set_substitute_character),
    },
    setting("mbstring.encoding_translation", Some("0"), 6),
    setting("mbstring.http_output_conv_mimetypes", Some("^(text/|application/xhtml\\+xml)"), 7),
    setting("mbstring.strict_detection", Some("0"), 7),
    setting("mbstring.regex_stack_limit", Some("100000"), 7),
    setting("mbstring.regex_retry_limit", Some("1000000"), 7),
];
