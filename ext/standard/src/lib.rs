//! PHP's standard extension: strings, arrays, math, variables, files, output control, and the rest of what every
//! script expects to find.

#![forbid(unsafe_code)]

mod array;
mod array_callback;
mod array_keys;
mod array_math;
mod array_merge;
mod array_multisort;
mod array_pointer;
mod array_random;
mod array_set;
mod array_sort;
mod assert;
mod basic_functions;
mod browscap;
mod constants;
mod convert;
pub mod core_constants;
mod datetime;
mod digests;
mod dir;
mod dl;
mod dns;
pub mod environment;
mod exec;
mod file;
mod file_constants;
mod filestat;
mod filters;
mod formatted_print;
mod ftok;
pub mod head;
mod html;
pub mod http;
mod http_fopen_wrapper;
mod image;
mod incomplete_class;
mod info;
mod info_page;
mod ini;
mod iptc;
mod link;
mod mail;
mod math;
mod memory;
mod microtime;
pub mod object_data;
mod output;
mod pack;
mod parse_ini;
mod password;
mod proc_open;
mod process_title;
mod scanf;
pub mod serialize;
pub mod sort;
mod source;
mod stream_context;
mod stream_socket;
mod streamsfuncs;
mod string_case;
mod string_escape;
mod string_locale;
mod string_misc;
mod string_path;
mod string_replace;
mod string_search;
mod string_trim;
mod syslog;
mod text;
mod types;
pub mod unserialize;
mod uploads;
pub mod url;
pub mod url_rewriter;
mod user_filters;
mod userspace;
mod var;
mod var_export;
mod versioning;
mod whole_file;

use phant_native::Extension;
use phant_streams::Provided;

/// The extension.
pub static EXTENSION: Extension = Extension {
    name: "standard",
    functions: &[
        formatted_print::FUNCTIONS,
        digests::FUNCTIONS,
        html::FUNCTIONS,
        http::FUNCTIONS,
        pack::FUNCTIONS,
        password::FUNCTIONS,
        string_locale::FUNCTIONS,
        source::FUNCTIONS,
        string_misc::FUNCTIONS,
        string_path::FUNCTIONS,
        uploads::FUNCTIONS,
        url::FUNCTIONS,
        versioning::FUNCTIONS,
        scanf::FUNCTIONS,
        string_case::FUNCTIONS,
        string_escape::FUNCTIONS,
        string_replace::FUNCTIONS,
        string_search::FUNCTIONS,
        string_trim::FUNCTIONS,
        array::FUNCTIONS,
        array_callback::FUNCTIONS,
        array_keys::FUNCTIONS,
        array_math::FUNCTIONS,
        array_merge::FUNCTIONS,
        array_multisort::FUNCTIONS,
        array_pointer::FUNCTIONS,
        array_set::FUNCTIONS,
        array_sort::FUNCTIONS,
        math::FUNCTIONS,
        serialize::FUNCTIONS,
        types::FUNCTIONS,
        unserialize::FUNCTIONS,
        var::FUNCTIONS,
        var_export::FUNCTIONS,
        ini::FUNCTIONS,
        parse_ini::FUNCTIONS,
        array_random::FUNCTIONS,
        assert::FUNCTIONS,
        basic_functions::FUNCTIONS,
        environment::FUNCTIONS,
        head::FUNCTIONS,
        info::FUNCTIONS,
        microtime::FUNCTIONS,
        memory::FUNCTIONS,
        output::FUNCTIONS,
        file::FUNCTIONS,
        http_fopen_wrapper::FUNCTIONS,
        ftok::FUNCTIONS,
        iptc::FUNCTIONS,
        image::FUNCTIONS,
        mail::FUNCTIONS,
        syslog::FUNCTIONS,
        dns::FUNCTIONS,
        proc_open::FUNCTIONS,
        userspace::FUNCTIONS,
        user_filters::FUNCTIONS,
        stream_socket::FUNCTIONS,
        stream_context::FUNCTIONS,
        streamsfuncs::FUNCTIONS,
        exec::FUNCTIONS,
        link::FUNCTIONS,
        dir::FUNCTIONS,
        filestat::FUNCTIONS,
        browscap::FUNCTIONS,
        datetime::FUNCTIONS,
        dl::FUNCTIONS,
        process_title::FUNCTIONS,
    ],
    constants: &[
        html::CONSTANTS,
        password::CONSTANTS,
        string_case::CONSTANTS,
        string_locale::CONSTANTS,
        string_path::CONSTANTS,
        string_locale::ITEM_CONSTANTS,
        url::CONSTANTS,
        constants::CONSTANTS,
        output::CONSTANTS,
        file_constants::FILE,
        file_constants::STREAM,
        file_constants::DIRECTORY,
        file_constants::NETWORK,
        file_constants::SYSLOG,
        file_constants::IMAGE,
    ],
    ini: constants::INI,
    request_begin: Some(output::begin_request),
    classes: &[
        dir::Directory::PHP,
        user_filters::UserFilterBase::PHP,
        user_filters::StreamBucket::PHP,
        math::RoundingModeEnum::PHP,
        assert::AssertionError::PHP,
        incomplete_class::IncompleteClass::PHP,
    ],
    provides: &[&Provided {
        wrappers: &[("http", &http_fopen_wrapper::HTTP), ("https", &http_fopen_wrapper::HTTPS)],
        filters: filters::FILTERS,
        ..Provided::NOTHING
    }],
    dependencies: &[("session", "Optional")],
    request_shutdown: Some(whole_file::end_request),
    request_end: Some(|ctx| {
        whole_file::end_request(ctx);
        file::end_request(ctx);
    }),
    ..Extension::EMPTY
};
