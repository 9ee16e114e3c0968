//! What is known of an image while its file is read, and the values of tags.

use phant_memory::{Array, Str, Value};
use phant_native::Ctx;
use phant_streams::errors;

/// Parts of the result, in PHP's order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Section {
    File,
    Computed,
    AnyTag,
    Ifd0,
    Thumbnail,
    Comment,
    Exif,
    Gps,
    Interop,
    Fpix,
    App12,
    WinXp,
    MakerNote,
}

/// Their names.
pub const SECTIONS: [&str; 13] = [
    "FILE",
    "COMPUTED",
    "ANY_TAG",
    "IFD0",
    "THUMBNAIL",
    "COMMENT",
    "EXIF",
    "GPS",
    "INTEROP",
    "FPIX",
    "APP12",
    "WINXP",
    "MAKERNOTE",
];

/// Formats of values.
pub mod format {
    pub const BYTE: u16 = 1;
    pub const STRING: u16 = 2;
    pub const USHORT: u16 = 3;
    pub const ULONG: u16 = 4;
    pub const URATIONAL: u16 = 5;
    pub const SBYTE: u16 = 6;
    pub const UNDEFINED: u16 = 7;
    pub const SSHORT: u16 = 8;
    pub const SLONG: u16 = 9;
    pub const SRATIONAL: u16 = 10;
    pub const SINGLE: u16 = 11;
    pub const DOUBLE: u16 = 12;
    pub const IFD: u16 = 13;

    /// How many bytes a value takes.
    pub fn size(format: u16) -> u64 {
        [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4].get(usize::from(format)).copied().unwrap_or(0)
    }
}

/// The thumbnail.
#[derive(Default)]
pub struct Thumbnail {
    pub kind: i64,
    pub width: i64,
    pub height: i64,
    pub size: u64,
    pub offset: u64,
    pub data: Option<Vec<u8>>,
}

/// See the [module documentation](self).
pub struct Image<'c> {
    pub ctx: &'c Ctx,
    pub bytes: Vec<u8>,
    pub name: Vec<u8>,
    pub mtime: i64,
    pub kind: i64,
    pub motorola: bool,
    pub order_known: bool,
    pub width: i64,
    pub height: i64,
    pub is_color: bool,
    pub found: u32,
    pub make: Vec<u8>,
    pub model: Vec<u8>,
    pub f_number: f64,
    pub exposure: f64,
    pub distance: f64,
    pub ccd_width: f64,
    pub focal_length: f64,
    pub plane_res: f64,
    pub plane_unit: f64,
    pub image_width: i64,
    pub user_comment: Option<(Vec<u8>, Option<&'static str>)>,
    pub copyright: Option<(Vec<u8>, Option<(Vec<u8>, Vec<u8>)>)>,
    pub thumbnail: Thumbnail,
    pub read_thumbnail: bool,
    pub lists: Vec<Vec<(String, Value)>>,
    pub tags_read: usize,
    pub nesting: usize,
    complaints: usize,
}

/// Floats are in the order of the machine, as PHP reads them.
fn single(bytes: &[u8]) -> f64 {
    bytes.get(..4).and_then(|b| b.try_into().ok()).map_or(0.0, |b| f64::from(f32::from_ne_bytes(b)))
}
fn double(bytes: &[u8]) -> f64 {
    bytes.get(..8).and_then(|b| b.try_into().ok()).map_or(0.0, f64::from_ne_bytes)
}

/// How many complaints are shown.
const MOST_COMPLAINTS: usize = 10;

impl<'c> Image<'c> {
    pub fn new(ctx: &'c Ctx, bytes: Vec<u8>, name: Vec<u8>) -> Image<'c> {
        Image {
            ctx,
            bytes,
            name,
            mtime: 0,
            kind: 0,
            motorola: false,
            order_known: false,
            width: 0,
            height: 0,
            is_color: false,
            found: 0,
            make: Vec::new(),
            model: Vec::new(),
            f_number: 0.0,
            exposure: 0.0,
            distance: 0.0,
            ccd_width: 0.0,
            focal_length: 0.0,
            plane_res: 0.0,
            plane_unit: 0.0,
            image_width: 0,
            user_comment: None,
            copyright: None,
            thumbnail: Thumbnail::default(),
            read_thumbnail: false,
            lists: SECTIONS.iter().map(|_| Vec::new()).collect(),
            tags_read: 0,
            nesting: 0,
            complaints: 0,
        }
    }
    /// A warning or notice about the file; after some, no more.
    pub fn complain(&mut self, text: impl AsRef<str>) {
        self.report(phant_native::Level::Warning, text.as_ref());
    }
    pub fn notice(&mut self, text: impl AsRef<str>) {
        self.report(phant_native::Level::Notice, text.as_ref());
    }
    fn report(&mut self, level: phant_native::Level, text: &str) {
        self.complaints += 1;
        if self.complaints > MOST_COMPLAINTS {
            if self.complaints == MOST_COMPLAINTS + 1 {
                self.ctx.warning("Further exif parsing errors have been suppressed");
            }
            return;
        }
        if self.name.is_empty() {
            self.ctx.report_here(level, text);
        } else {
            errors::report_with(self.ctx, level, &[&self.name], text.as_bytes());
        }
    }
    pub fn has(&self, section: Section) -> bool {
        self.found & 1 << section as u32 != 0
    }
    pub fn find(&mut self, section: Section) {
        self.found |= 1 << section as u32;
    }
    pub fn add(&mut self, section: Section, name: &str, value: Value) {
        self.find(section);
        self.lists[section as usize].push((name.to_string(), value));
    }
    pub fn u16(&self, bytes: &[u8]) -> u16 {
        let Some(&[a, b]) = bytes.get(..2) else { return 0 };
        if self.motorola { u16::from_be_bytes([a, b]) } else { u16::from_le_bytes([a, b]) }
    }
    pub fn u32(&self, bytes: &[u8]) -> u32 {
        let Some(&[a, b, c, d]) = bytes.get(..4) else { return 0 };
        if self.motorola { u32::from_be_bytes([a, b, c, d]) } else { u32::from_le_bytes([a, b, c, d]) }
    }
    /// The first value as a number.
    pub fn number(&self, kind: u16, bytes: &[u8]) -> f64 {
        match kind {
            format::BYTE => f64::from(bytes.first().copied().unwrap_or(0)),
            format::SBYTE => f64::from(bytes.first().copied().unwrap_or(0) as i8),
            format::USHORT => f64::from(self.u16(bytes)),
            format::SSHORT => f64::from(self.u16(bytes) as i16),
            format::ULONG | format::IFD => f64::from(self.u32(bytes)),
            format::SLONG => f64::from(self.u32(bytes) as i32),
            format::URATIONAL | format::SRATIONAL => {
                let (a, b) = (self.u32(bytes), self.u32(bytes.get(4..).unwrap_or_default()));
                match (kind, b) {
                    (_, 0) => 0.0,
                    (format::URATIONAL, b) => f64::from(a) / f64::from(b),
                    (_, b) => f64::from(a as i32) / f64::from(b as i32),
                }
            }
            format::SINGLE => single(bytes),
            format::DOUBLE => double(bytes),
            _ => 0.0,
        }
    }
    fn one(&self, kind: u16, bytes: &[u8]) -> Value {
        match kind {
            format::USHORT => Value::int(i64::from(self.u16(bytes))),
            format::SSHORT => Value::int(i64::from(self.u16(bytes) as i16)),
            format::ULONG | format::IFD => Value::int(i64::from(self.u32(bytes))),
            format::SLONG => Value::int(i64::from(self.u32(bytes) as i32)),
            format::SINGLE => Value::float(single(bytes)),
            format::DOUBLE => Value::float(double(bytes)),
            _ => {
                let (a, b) = (self.u32(bytes), self.u32(bytes.get(4..).unwrap_or_default()));
                Value::str(match kind {
                    format::SRATIONAL => format!("{}/{}", a as i32, b as i32),
                    _ => format!("{a}/{b}"),
                })
            }
        }
    }
    /// The value of a tag.
    pub fn value(&self, kind: u16, count: usize, bytes: &[u8]) -> Value {
        match kind {
            format::STRING => {
                let text = bytes.split(|&b| b == 0).next().unwrap_or_default();
                Value::str(text)
            }
            format::BYTE | format::SBYTE | format::UNDEFINED => {
                if count == 0 && kind != format::UNDEFINED {
                    return Value::NULL;
                }
                Value::str(&bytes[..count.min(bytes.len())])
            }
            _ if count == 0 => Value::NULL,
            _ if count == 1 => self.one(kind, bytes),
            _ => {
                let size = format::size(kind) as usize;
                Value::from(Array::list(bytes.chunks_exact(size.max(1)).take(count).map(|chunk| self.one(kind, chunk))))
            }
        }
    }
    /// What was found, as names.
    pub fn sections_found(&self) -> String {
        let names: Vec<&str> = (2..SECTIONS.len()).filter(|&i| self.found & 1 << i != 0).map(|i| SECTIONS[i]).collect();
        names.join(", ")
    }
    /// Puts a section into the result.
    pub fn put(&self, out: &mut Array, section: Section, as_array: bool) {
        let list = &self.lists[section as usize];
        if list.is_empty() {
            return;
        }
        if !as_array {
            for (name, value) in list {
                out.set(phant_memory::Key::Str(Str::from(name.as_str())), value.clone());
            }
            return;
        }
        let mut inner = Array::new();
        for (name, value) in list {
            if section == Section::Comment {
                let _ = inner.push(value.clone());
            } else {
                inner.set(phant_memory::Key::Str(Str::from(name.as_str())), value.clone());
            }
        }
        out.set_name(SECTIONS[section as usize], Value::from(inner));
    }
}
