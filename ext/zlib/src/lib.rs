//! PHP's zlib extension: gzip, zlib and raw deflate, of strings, in parts, of files and of the output.
//!
//! `codec` is the way to the compression library; `zlib` has the functions for whole strings, `context` those for data in
//! parts, `gz_file` and `zlib_fopen_wrapper` files, `zlib_filter` the stream filters, `output` what compresses pages.

#![forbid(unsafe_code)]

mod codec;
mod context;
mod gz_file;
mod output;
mod zlib;
mod zlib_filter;
mod zlib_fopen_wrapper;

use codec::Encoding;
use phant_native::{Constant, ConstantValue, Extension, IniSetting, output::NamedHandler};
use phant_streams::{Provided, filter::FilterKind};

/// The extension.
pub static EXTENSION: Extension = Extension {
    name: "zlib",
    functions: &[zlib::FUNCTIONS, context::FUNCTIONS, zlib_fopen_wrapper::FUNCTIONS, output::FUNCTIONS],
    classes: &[context::InflateContext::PHP, context::DeflateContext::PHP],
    constants: &[CONSTANTS],
    ini: INI,
    request_begin: Some(output::begin_request),
    info: &[
        ("ZLib Support", "enabled"),
        ("Stream Wrapper", "compress.zlib://"),
        ("Stream Filter", "zlib.inflate, zlib.deflate"),
        ("Compiled Version", VERSION),
        ("Linked Version", VERSION),
    ],
    provides: &[
        &Provided {
            wrappers: &[("compress.zlib", &zlib_fopen_wrapper::ZlibWrapper)],
            filters: &[FilterKind { name: "zlib.*", make: zlib_filter::make }],
            ..Provided::NOTHING
        },
        &NamedHandler {
            name: output::HANDLER,
            handler: output::handle,
            conflicts: &[output::HANDLER, output::COMPRESSION],
            started: output::started,
        },
    ],
    ..Extension::EMPTY
};

/// The zlib whose interface and formats this is.
const VERSION: &str = "1.3.1";

const fn int(name: &'static str, value: i64) -> Constant {
    Constant { name, value: ConstantValue::Int(value) }
}

const CONSTANTS: &[Constant] = &[
    int("FORCE_GZIP", Encoding::Gzip as i64),
    int("FORCE_DEFLATE", Encoding::Deflate as i64),
    int("ZLIB_ENCODING_RAW", Encoding::Raw as i64),
    int("ZLIB_ENCODING_GZIP", Encoding::Gzip as i64),
    int("ZLIB_ENCODING_DEFLATE", Encoding::Deflate as i64),
    int("ZLIB_NO_FLUSH", 0),
    int("ZLIB_PARTIAL_FLUSH", 1),
    int("ZLIB_SYNC_FLUSH", 2),
    int("ZLIB_FULL_FLUSH", 3),
    int("ZLIB_BLOCK", 5),
    int("ZLIB_FINISH", 4),
    int("ZLIB_FILTERED", 1),
    int("ZLIB_HUFFMAN_ONLY", 2),
    int("ZLIB_RLE", 3),
    int("ZLIB_FIXED", 4),
    int("ZLIB_DEFAULT_STRATEGY", 0),
    Constant { name: "ZLIB_VERSION", value: ConstantValue::Str(VERSION) },
    int("ZLIB_VERNUM", 0x1310),
    int("ZLIB_OK", codec::status::OK),
    int("ZLIB_STREAM_END", codec::status::STREAM_END),
    int("ZLIB_NEED_DICT", codec::status::NEED_DICT),
    int("ZLIB_ERRNO", -1),
    int("ZLIB_STREAM_ERROR", codec::status::STREAM_ERROR),
    int("ZLIB_DATA_ERROR", codec::status::DATA_ERROR),
    int("ZLIB_MEM_ERROR", codec::status::MEM_ERROR),
    int("ZLIB_BUF_ERROR", codec::status::BUF_ERROR),
    int("ZLIB_VERSION_ERROR", -6),
];

const INI: &[IniSetting] = &[
    IniSetting { name: "zlib.output_compression", default: Some("0"), access: 7, on_change: Some(output::change_compression) },
    IniSetting { name: "zlib.output_compression_level", default: Some("-1"), access: 7, on_change: None },
    IniSetting { name: "zlib.output_handler", default: Some(""), access: 7, on_change: Some(output::change_handler) },
];
