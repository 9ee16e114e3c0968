//! PHP's sqlite3 extension: SQLite's own interface as classes.
//!
//! `connection` has what the objects hold outside the request heap and what they report, `sqlite3` the class SQLite3 with
//! `callback` for what SQL calls back, `statement` SQLite3Stmt, `result` SQLite3Result. The library is `phant_sqlite`; the
//! streams of `openBlob()` are those of pdo_sqlite.

#![forbid(unsafe_code)]

mod callback;
mod connection;
mod result;
mod sqlite3;
mod statement;

use phant_native::{Constant, ConstantValue, Extension, IniSetting, php_class};

const fn int(name: &'static str, value: i64) -> Constant {
    Constant { name, value: ConstantValue::Int(value) }
}

/// Errors, where they are exceptions.
#[php_class("class SQLite3Exception extends Exception")]
struct SQLite3Exception;

/// The extension.
pub static EXTENSION: Extension = Extension {
    name: "sqlite3",
    classes: &[SQLite3Exception::PHP, sqlite3::SQLite3::PHP, statement::SQLite3Stmt::PHP, result::SQLite3Result::PHP],
    constants: &[&[
        int("SQLITE3_ASSOC", 1),
        int("SQLITE3_NUM", 2),
        int("SQLITE3_BOTH", 3),
        int("SQLITE3_INTEGER", 1),
        int("SQLITE3_FLOAT", 2),
        int("SQLITE3_TEXT", 3),
        int("SQLITE3_BLOB", 4),
        int("SQLITE3_NULL", 5),
        int("SQLITE3_OPEN_READONLY", 1),
        int("SQLITE3_OPEN_READWRITE", 2),
        int("SQLITE3_OPEN_CREATE", 4),
        int("SQLITE3_DETERMINISTIC", 2048),
    ]],
    ini: &[
        IniSetting { name: "sqlite3.extension_dir", default: None, access: 4, on_change: None },
        IniSetting { name: "sqlite3.defensive", default: Some("1"), access: 1, on_change: None },
    ],
    info: &[("SQLite3 support", "enabled")],
    ..Extension::EMPTY
};
