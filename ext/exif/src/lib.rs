//! PHP's exif extension: what cameras write into images.
//!
//! `reader` walks the file, `image` holds what is found, `tags` has names; `exif` has the functions.

#![forbid(unsafe_code)]

mod exif;
mod image;
mod reader;
mod tags;

use phant_native::{Constant, ConstantValue, Extension, IniSetting};

const fn setting(name: &'static str, default: &'static str) -> IniSetting {
    IniSetting { name, default: Some(default), access: 7, on_change: None }
}

/// The extension.
pub static EXTENSION: Extension = Extension {
    name: "exif",
    functions: &[exif::FUNCTIONS],
    constants: &[&[Constant { name: "EXIF_USE_MBSTRING", value: ConstantValue::Int(1) }]],
    ini: &[
        setting("exif.encode_unicode", "ISO-8859-15"),
        setting("exif.decode_unicode_motorola", "UCS-2BE"),
        setting("exif.decode_unicode_intel", "UCS-2LE"),
        setting("exif.encode_jis", ""),
        setting("exif.decode_jis_motorola", "JIS"),
        setting("exif.decode_jis_intel", "JIS"),
    ],
    info: &[
        ("EXIF Support", "enabled"),
        ("Supported EXIF Version", "0220"),
        ("Supported filetypes", "JPEG, TIFF"),
        ("Multibyte decoding support using mbstring", "enabled"),
    ],
    ..Extension::EMPTY
};
