//! PHP's bz2 extension: strings, files and streams in the format of bzip2.
//!
//! `codec` is the way to the compression library; `bz2` has the functions and `compress.bzip2://`, `bz2_file` the files
//! behind them, `bz2_filter` the stream filters.

#![forbid(unsafe_code)]

mod bz2;
mod bz2_file;
mod bz2_filter;
mod codec;

use phant_native::Extension;
use phant_streams::{Provided, filter::FilterKind};

/// The extension.
pub static EXTENSION: Extension = Extension {
    name: "bz2",
    functions: &[bz2::FUNCTIONS],
    info: &[
        ("BZip2 Support", "Enabled"),
        ("Stream Wrapper support", "compress.bzip2://"),
        ("Stream Filter support", "bzip2.decompress, bzip2.compress"),
        ("BZip2 Version", "1.0.8, 13-Jul-2019"),
    ],
    provides: &[&Provided {
        wrappers: &[("compress.bzip2", &bz2::Bz2Wrapper)],
        filters: &[FilterKind { name: "bzip2.*", make: bz2_filter::make }],
        ..Provided::NOTHING
    }],
    ..Extension::EMPTY
};
