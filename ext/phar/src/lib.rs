//! PHP's phar extension: programs in one file, in the phar, tar and zip formats, and the scheme `phar://`.
//!
//! `archive` is the model, `load*` and `save` connect it to the formats of `phant_archive`. `state` knows what is open.
//! `wrapper` and `stream` are the ways in by URL; `phar_object*` and `file_info` the classes; `web` answers requests from
//! an archive; `inside` is for programs that run from one.

#![forbid(unsafe_code)]

mod archive;
mod entries;
mod file_info;
mod inside;
mod load;
mod load_tar;
mod load_zip;
mod metadata;
mod names;
mod phar_object;
mod save;
mod sign;
mod state;
mod stream;
mod stub;
mod web;
mod wrapper;

use phant_native::{Extension, IniSetting, php_class};
use phant_streams::Provided;

struct PharException;

/// What goes wrong in archives.
#[php_class("class PharException extends Exception {}")]
impl PharException {}

/// Which settings were on before a script changed them: it may make them stricter than that, and take that back.
#[derive(Default)]
struct Original {
    readonly: std::cell::Cell<Option<bool>>,
    require_hash: std::cell::Cell<Option<bool>>,
}

fn stricter(ctx: &phant_native::Ctx, name: &'static str, new: &[u8]) -> Result<(), ()> {
    let on = new.first().is_some_and(|b| (b'1'..=b'9').contains(b))
        || [&b"on"[..], b"yes", b"true"].iter().any(|w| new.eq_ignore_ascii_case(w));
    if ctx.ini.starting.get() {
        return Ok(());
    }
    let original = ctx.state::<Original>();
    let place = if name == "phar.readonly" { &original.readonly } else { &original.require_hash };
    let was_on = place.get().unwrap_or_else(|| ctx.ini.bool(name));
    place.set(Some(was_on));
    if on || !was_on { Ok(()) } else { Err(()) }
}

const INI: &[IniSetting] = &[
    IniSetting {
        name: "phar.readonly",
        default: Some("1"),
        access: 7,
        on_change: Some(|ctx, new| stricter(ctx, "phar.readonly", new)),
    },
    IniSetting {
        name: "phar.require_hash",
        default: Some("1"),
        access: 7,
        on_change: Some(|ctx, new| stricter(ctx, "phar.require_hash", new)),
    },
    IniSetting { name: "phar.cache_list", default: Some(""), access: 4, on_change: None },
];

/// The extension.
pub static EXTENSION: Extension = Extension {
    name: "Phar",
    classes: &[PharException::PHP, phar_object::Phar::PHP, phar_object::PharData::PHP, file_info::PharFileInfo::PHP],
    ini: INI,
    info: &[
        ("Phar: PHP Archive support", "enabled"),
        ("Phar API version", "1.1.1"),
        ("Phar-based phar archives", "enabled"),
        ("Tar-based phar archives", "enabled"),
        ("ZIP-based phar archives", "enabled"),
        ("gzip compression", "enabled"),
        ("bzip2 compression", "enabled"),
        ("OpenSSL support", "disabled"),
    ],
    provides: &[&Provided { wrappers: &[("phar", &wrapper::PharWrapper)], ..Provided::NOTHING }, &inside::INSIDE],
    ..Extension::EMPTY
};
