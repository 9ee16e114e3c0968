//! PHP's zip extension: ZipArchive, `zip://`, and the old functions.
//!
//! `archive` is the model of an open archive, `write` what closing it does, `crypt` encryption; `zip_archive*` is the class,
//! `wrapper` the streams, `php_zip` the functions.

#![forbid(unsafe_code)]

mod archive;
mod crypt;
mod php_zip;
mod wrapper;
mod write;
mod zip_archive;

use phant_native::Extension;
use phant_streams::Provided;

/// The extension.
pub static EXTENSION: Extension = Extension {
    name: "zip",
    functions: &[php_zip::FUNCTIONS],
    classes: &[zip_archive::ZipArchive::PHP],
    version: Some("1.22.8"),
    info: &[("Zip", "enabled"), ("Zip version", "1.22.8"), ("Libzip version", "1.11.3")],
    provides: &[&Provided { wrappers: &[("zip", &wrapper::ZipWrapper)], ..Provided::NOTHING }],
    ..Extension::EMPTY
};
