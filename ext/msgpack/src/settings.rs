//! The settings `msgpack.*`, and what objects of the classes set for themselves.

use phant_native::{Ctx, IniSetting, Level};

pub(crate) const INI: &[IniSetting] = &[
    IniSetting { name: "msgpack.error_display", default: Some("1"), access: 7, on_change: None },
    IniSetting { name: "msgpack.php_only", default: Some("1"), access: 7, on_change: None },
    IniSetting { name: "msgpack.assoc", default: Some("1"), access: 7, on_change: None },
    IniSetting { name: "msgpack.illegal_key_insert", default: Some("0"), access: 7, on_change: None },
    IniSetting { name: "msgpack.use_str8_serialization", default: Some("1"), access: 7, on_change: None },
];

/// How values are written and read.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// With the marks for classes, references and recursion that only PHP understands.
    pub php_only: bool,
    /// Maps are arrays; else they are objects.
    pub assoc: bool,
}

impl Options {
    /// What the settings say.
    pub fn of(ctx: &Ctx) -> Options {
        Options { php_only: ctx.ini.bool("msgpack.php_only"), assoc: ctx.ini.bool("msgpack.assoc") }
    }
}

/// Reports something, unless the setting forbids it.
pub(crate) fn report(ctx: &Ctx, level: Level, function: &str, text: &str) {
    if ctx.ini.bool("msgpack.error_display") {
        ctx.report(level, format!("[msgpack] ({function}) {text}"));
    }
}

pub(crate) fn warn(ctx: &Ctx, function: &str, text: &str) {
    report(ctx, Level::Warning, function, text);
}

/// What the first value behind a null key says of a map.
pub(crate) mod mark {
    pub const REFERENCE: i64 = 1;
    pub const RECURSIVE: i64 = 2;
    pub const CUSTOM_OBJECT: i64 = 3;
    pub const OBJECT: i64 = 4;
    pub const OBJECT_REFERENCE: i64 = 5;
    pub const ENUM: i64 = 6;
}
