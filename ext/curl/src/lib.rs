//! PHP's curl extension: transfers by URL.
//!
//! libcurl does the work, through `crates/curl`. `handle` has the class CurlHandle and what transfers tell PHP code,
//! `options` what can be set, `post` forms and files, `info` what is known of a transfer, `easy`, `multi` and `share` the
//! functions.

#![forbid(unsafe_code)]

mod constants;
mod easy;
mod handle;
mod info;
mod multi;
mod options;
mod post;
mod share;
mod version;

use phant_native::{Extension, IniSetting};

/// The extension.
pub static EXTENSION: Extension = Extension {
    name: "curl",
    functions: &[easy::FUNCTIONS, info::FUNCTIONS, post::FUNCTIONS, multi::FUNCTIONS, share::FUNCTIONS, version::FUNCTIONS],
    classes: &[
        handle::CurlHandle::PHP,
        multi::CurlMultiHandle::PHP,
        share::CurlShareHandle::PHP,
        post::CURLFile::PHP,
        post::CURLStringFile::PHP,
    ],
    constants: &[constants::CONSTANTS],
    ini: &[IniSetting { name: "curl.cainfo", default: Some(""), access: 4, on_change: None }],
    info: version::INFO,
    ..Extension::EMPTY
};
