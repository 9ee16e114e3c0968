//! PHP's fileinfo extension: what kind of file something is, by its content.
//!
//! `crates/magic` has the rules and the engine; `fileinfo` has the class and the functions, `database` finds the rules
//! that a script names.

#![forbid(unsafe_code)]

mod database;
mod fileinfo;

use phant_native::{Constant, ConstantValue, Extension};

const fn int(name: &'static str, value: i64) -> Constant {
    Constant { name, value: ConstantValue::Int(value) }
}

/// The extension.
pub static EXTENSION: Extension = Extension {
    name: "fileinfo",
    functions: &[fileinfo::FUNCTIONS],
    classes: &[fileinfo::Finfo::PHP],
    constants: &[&[
        int("FILEINFO_NONE", 0),
        int("FILEINFO_SYMLINK", 2),
        int("FILEINFO_MIME", 1040),
        int("FILEINFO_MIME_TYPE", 16),
        int("FILEINFO_MIME_ENCODING", 1024),
        int("FILEINFO_DEVICES", 8),
        int("FILEINFO_CONTINUE", 32),
        int("FILEINFO_PRESERVE_ATIME", 128),
        int("FILEINFO_RAW", 256),
        int("FILEINFO_APPLE", 2048),
        int("FILEINFO_EXTENSION", 16_777_216),
    ]],
    info: &[("fileinfo support", "enabled"), ("libmagic", "545")],
    ..Extension::EMPTY
};
