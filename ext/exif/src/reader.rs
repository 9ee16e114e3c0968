//! Reading JPEG and TIFF files: markers, directories, tags.

use crate::{
    image::{Image, Section, format},
    tags::{self, MAKERS, Table},
};
use phant_memory::Value;

/// How many tags are read at most, and how deep directories may nest.
const MOST_TAGS: usize = 1000;
const MOST_NESTING: usize = 10;

/// `IMAGETYPE_…`
pub const JPEG: i64 = 2;
pub const TIFF_II: i64 = 7;
pub const TIFF_MM: i64 = 8;

/// Where offsets of a directory count from in the file, and how far they may lead.
#[derive(Clone, Copy)]
struct Base {
    at: usize,
    len: usize,
}

fn tag_name(table: Table, tag: u16) -> &'static str {
    tags::name(table, tag).unwrap_or("UndefinedTag")
}

impl Image<'_> {
    fn slice(&self, at: usize, len: usize) -> Option<&[u8]> {
        self.bytes.get(at..at.checked_add(len)?)
    }

    /// Reads the file; false if it cannot be read.
    pub fn scan(&mut self) -> bool {
        let len = self.bytes.len();
        if len < 2 {
            self.complain(format!("File too small ({len})"));
            return false;
        }
        if self.bytes.starts_with(b"\xFF\xD8") {
            self.kind = JPEG;
            if self.jpeg() {
                return true;
            }
            self.complain("Invalid JPEG file");
            return false;
        }
        if len < 8 {
            self.complain(format!("File too small ({len})"));
            return false;
        }
        self.kind = match &self.bytes[..4] {
            b"II\x2A\x00" => TIFF_II,
            b"MM\x00\x2A" => TIFF_MM,
            _ => {
                self.complain("File not supported");
                return false;
            }
        };
        self.motorola = self.kind == TIFF_MM;
        self.order_known = true;
        self.find(Section::Ifd0);
        let first = self.u32(&self.bytes[4..8]) as usize;
        if self.tiff_directory(first, Section::Ifd0) {
            return true;
        }
        self.complain("Invalid TIFF file");
        false
    }

    fn jpeg(&mut self) -> bool {
        let (mut at, mut last, mut correction) = (2, 0_u8, 2);
        loop {
            if last == 0xFE && correction > 0 {
                correction = 2;
            }
            // The marker, and what fills up before it.
            let mut marker = 0xFF;
            while marker == 0xFF {
                let Some(&byte) = self.bytes.get(at) else {
                    self.complain("File structure corrupted");
                    return false;
                };
                at += 1;
                marker = byte;
                if last == 0xFE && correction > 0 {
                    if marker == 0xFF {
                        last = 0;
                    } else {
                        marker = 0xFF;
                        correction -= 1;
                    }
                }
            }
            if last == 0xFE && correction == 0 {
                self.notice("Image has corrupt COM section: some software set wrong length information");
            }
            let Some(len) = self.slice(at, 2).map(|b| usize::from(b[0]) << 8 | usize::from(b[1])).filter(|&len| len >= 2) else {
                self.complain("File structure corrupted");
                return false;
            };
            let Some(data) = self.slice(at, len).map(<[u8]>::to_vec) else {
                let got = self.bytes.len().saturating_sub(at + 2);
                let wanted = len - 2;
                self.complain(format!("Error reading from file: got=x{got:04X}(={got}) != itemlen-2=x{wanted:04X}(={wanted})"));
                return false;
            };
            match marker {
                0xDA => return true,
                0xD9 => {
                    self.complain("No image in jpeg!");
                    return self.found & !(1 << Section::Computed as u32) != 0;
                }
                0xFE => {
                    let text = data[2..].split(|&b| b == 0).next().unwrap_or_default();
                    self.add(Section::Comment, "Comment", Value::str(text));
                }
                0xE1 if !self.has(Section::Ifd0) => self.app1(&data, at),
                0xEC => self.app12(&data),
                0xC0..=0xC3 | 0xC5..=0xC7 | 0xC9..=0xCB | 0xCD..=0xCF => {
                    if len - 2 < 6 {
                        return false;
                    }
                    self.height = i64::from(data[3]) << 8 | i64::from(data[4]);
                    self.width = i64::from(data[5]) << 8 | i64::from(data[6]);
                    self.is_color = data[7] == 3;
                }
                _ => {}
            }
            last = marker;
            at += len;
        }
    }

    fn app12(&mut self, data: &[u8]) {
        let text = &data[2..];
        let mut parts = text.splitn(2, |&b| b == 0);
        let company = parts.next().unwrap_or_default();
        if company.is_empty() {
            return;
        }
        self.add(Section::App12, "Company", Value::str(company));
        if let Some(rest) = parts.next().filter(|rest| !rest.is_empty()) {
            let info = rest.split(|&b| b == 0).next().unwrap_or_default();
            self.add(Section::App12, "Info", Value::str(info));
        }
    }

    fn app1(&mut self, data: &[u8], at: usize) {
        if data.len() <= 8 || &data[2..8] != b"Exif\0\0" {
            self.complain("Incorrect APP1 Exif Identifier Code");
            return;
        }
        let base = Base { at: at + 8, len: data.len() - 8 };
        let tiff = &data[8..];
        self.motorola = match tiff.get(..2) {
            Some(b"II") => false,
            Some(b"MM") => true,
            None => return self.complain("Missing TIFF alignment marker"),
            _ => return self.complain("Invalid TIFF alignment marker"),
        };
        self.order_known = true;
        if tiff.len() < 8 || self.u16(&tiff[2..]) != 0x2A {
            return self.complain("Invalid TIFF start (1)");
        }
        let first = self.u32(&tiff[4..]) as usize;
        if first < 8 || first > base.len {
            return self.complain("Invalid IFD start");
        }
        self.find(Section::Ifd0);
        self.directory(base, first, Section::Ifd0, Table::Ifd);
        self.measure();
    }

    fn measure(&mut self) {
        if self.plane_res != 0.0 {
            self.ccd_width = self.image_width as f64 * self.plane_unit / self.plane_res;
        }
    }

    /// A directory in a JPEG file, or one that tags lead to.
    fn directory(&mut self, base: Base, at: usize, section: Section, table: Table) -> bool {
        self.find(Section::Ifd0);
        if at + 2 > base.len {
            self.complain("Illegal IFD size");
            return false;
        }
        let count = self.slice(base.at + at, 2).map_or(0, |b| usize::from(self.u16(b)));
        let end = at + 2 + count * 12;
        if end > base.len {
            self.complain(format!("Illegal IFD size: x{:04X} + 2 + x{count:04X}*12 = x{end:04X} > x{:04X}", at + 2, base.len));
            return false;
        }
        for i in 0..count {
            if !self.tag(base, base.at + at + 2 + i * 12, section, true, table) {
                return false;
            }
        }
        if section == Section::Thumbnail || table != Table::Ifd {
            return true;
        }
        if end + 4 > base.len {
            return true;
        }
        let next = self.slice(base.at + end, 4).map_or(0, |b| self.u32(b) as usize);
        if next == 0 {
            return true;
        }
        if next >= base.len {
            self.complain("Illegal IFD offset");
            return false;
        }
        if !self.directory(base, next, Section::Thumbnail, Table::Ifd) {
            return false;
        }
        let known = self.thumbnail.kind != 0 && self.thumbnail.size > 0 && self.thumbnail.offset > 0;
        if known && self.read_thumbnail {
            self.extract_thumbnail(base);
        }
        true
    }

    fn extract_thumbnail(&mut self, base: Base) {
        if self.thumbnail.data.is_some() {
            self.complain("Multiple possible thumbnails");
            return;
        }
        let (offset, size) = (self.thumbnail.offset as usize, self.thumbnail.size as usize);
        if size >= 65_536 || size == 0 || offset == 0 {
            self.complain("Illegal thumbnail size/offset");
            return;
        }
        if offset.checked_add(size).is_none_or(|end| end > base.len) {
            self.complain("Thumbnail goes IFD boundary or end of file reached");
            return;
        }
        self.thumbnail.data = self.slice(base.at + offset, size).map(<[u8]>::to_vec);
    }

    /// Looks into a thumbnail for its size.
    pub fn thumbnail_size(&mut self) {
        let Some(data) = self.thumbnail.data.clone() else { return };
        if !data.starts_with(b"\xFF\xD8\xFF") {
            if self.thumbnail.width == 0 && self.thumbnail.height == 0 {
                self.complain("Thumbnail is not a JPEG image");
            }
            return;
        }
        let mut at = 2;
        while at + 9 < data.len() && data[at] == 0xFF {
            let (marker, len) = (data[at + 1], usize::from(data[at + 2]) << 8 | usize::from(data[at + 3]));
            match marker {
                0xC0..=0xC3 | 0xC5..=0xC7 | 0xC9..=0xCB | 0xCD..=0xCF => {
                    self.thumbnail.height = i64::from(data[at + 5]) << 8 | i64::from(data[at + 6]);
                    self.thumbnail.width = i64::from(data[at + 7]) << 8 | i64::from(data[at + 8]);
                    return;
                }
                0xDA | 0xD9 => return self.complain("Could not compute size of thumbnail"),
                _ => at += 2 + len,
            }
        }
    }

    /// A directory of a TIFF file.
    fn tiff_directory(&mut self, at: usize, section: Section) -> bool {
        if self.nesting > MOST_NESTING {
            self.complain("corrupt EXIF header: maximum directory nesting level reached");
            return false;
        }
        self.nesting += 1;
        let done = self.tiff_directory_inside(at, section);
        self.nesting -= 1;
        done
    }

    fn tiff_directory_inside(&mut self, at: usize, section: Section) -> bool {
        let len = self.bytes.len();
        if len < 2 || at > len - 2 {
            self.complain(format!("Error in TIFF: filesize(x{len:04X}) less than start of IFD dir(x{:04X})", at + 2));
            return false;
        }
        let count = usize::from(self.u16(&self.bytes[at..]));
        let size = 2 + 12 * count + 4;
        if at + size > len {
            self.complain(format!("Error in TIFF: filesize(x{len:04X}) less than size of IFD dir(x{:04X})", at + size));
            return false;
        }
        let next = self.u32(&self.bytes[at + size - 4..]) as usize;
        let (mut whole, mut value) = (size, 0);
        for i in 0..count {
            let entry = self.bytes[at + 2 + i * 12..at + 14 + i * 12].to_vec();
            let (tag, kind) = (self.u16(&entry), self.u16(&entry[2..]));
            if kind > format::IFD {
                let name = tag_name(Table::Ifd, tag);
                self.notice(format!(
                    "Read from TIFF: tag(0x{tag:04X},{name:>12}): Illegal format code 0x{kind:04X}, switching to BYTE"
                ));
            }
            let kind = if kind > format::IFD { format::BYTE } else { kind };
            let length = (u64::from(self.u32(&entry[4..])) * format::size(kind)) as usize;
            if length <= 4 {
                // Other kinds are no numbers here: the one before counts.
                if matches!(kind, 1 | 3 | 4 | 6 | 8 | 9) {
                    value = self.number(kind, &entry[8..]) as i64;
                }
                match tag {
                    0x100 | 0xA002 => self.width = value,
                    0x101 | 0xA003 => self.height = value,
                    0x106 => self.is_color = !matches!(value, 0 | 1 | 4),
                    _ => {}
                }
            } else if self.u32(&entry[8..]) as usize == at + whole {
                whole += length;
            }
        }
        if at + whole > len {
            self.complain(format!("Error in TIFF: filesize(x{len:04X}) less than size of IFD(x{:04X})", at + whole));
            return false;
        }
        let table = match section {
            Section::Gps => Table::Gps,
            Section::Interop => Table::Iop,
            _ => Table::Ifd,
        };
        for i in 0..count {
            let place = at + 2 + i * 12;
            let (tag, target) = (self.u16(&self.bytes[place..]), self.u32(&self.bytes[place + 8..]) as usize);
            let sub = match tag {
                0x8769 => Section::Exif,
                0x8825 => Section::Gps,
                0xA005 => Section::Interop,
                0x014A => Section::Thumbnail,
                _ => {
                    let base = Base { at: 0, len: at + whole };
                    if !self.tag(base, place, section, false, table) {
                        return false;
                    }
                    continue;
                }
            };
            self.find(sub);
            let done = self.tiff_directory(target, sub);
            if tag == 0x014A && section != Section::Thumbnail && done {
                self.tiff_thumbnail();
            }
        }
        if next != 0 && section != Section::Thumbnail {
            self.tiff_directory(next, Section::Thumbnail);
            self.tiff_thumbnail();
        }
        if section == Section::Ifd0 {
            self.measure();
        }
        true
    }

    fn tiff_thumbnail(&mut self) {
        let thumbnail = &self.thumbnail;
        if thumbnail.data.is_none() && thumbnail.offset > 0 && thumbnail.size > 0 && self.read_thumbnail {
            let (offset, size) = (thumbnail.offset as usize, thumbnail.size as usize);
            match self.slice(offset, size).map(<[u8]>::to_vec) {
                Some(data) => self.thumbnail.data = Some(data),
                None => self.complain("Thumbnail goes IFD boundary or end of file reached"),
            }
        }
    }

    /// One entry of a directory.
    fn tag(&mut self, base: Base, place: usize, section: Section, follow: bool, table: Table) -> bool {
        self.tags_read += 1;
        if self.tags_read > MOST_TAGS {
            self.complain("corrupt EXIF header: maximum IFD tag count reached");
            return false;
        }
        if self.nesting > MOST_NESTING {
            self.complain("corrupt EXIF header: maximum directory nesting level reached");
            return false;
        }
        self.nesting += 1;
        let done = self.tag_inside(base, place, section, follow, table);
        self.nesting -= 1;
        done
    }

    fn tag_inside(&mut self, base: Base, place: usize, section: Section, follow: bool, table: Table) -> bool {
        let Some(entry) = self.slice(place, 12).map(<[u8]>::to_vec) else {
            self.complain("Unexpected end of file reached");
            return false;
        };
        let (tag, mut kind, count) = (self.u16(&entry), self.u16(&entry[2..]), self.u32(&entry[4..]));
        let name = tag_name(table, tag);
        if kind == 0 || kind > format::IFD {
            self.complain(format!("Process tag(x{tag:04X}={name}): Illegal format code 0x{kind:04X}, suppose BYTE"));
            kind = format::BYTE;
        }
        let length = u64::from(count) * format::size(kind);
        if length > i32::MAX as u64 {
            self.complain(format!("Process tag(x{tag:04X}={name}): Illegal byte_count"));
            return false;
        }
        let length = length as usize;
        let value = if length <= 4 {
            entry[8..8 + length].to_vec()
        } else {
            let offset = self.u32(&entry[8..]) as usize;
            let end = offset + length;
            let found = match end <= base.len {
                true => self.slice(base.at + offset, length),
                // Some values are in other parts of the file.
                false if end <= self.bytes.len() => self.slice(base.at + offset, length),
                false => {
                    self.complain(format!(
                        "Process tag(x{tag:04X}={name}): Illegal pointer offset(x{offset:04X} + x{length:04X} = x{end:04X} > x{:04X})",
                        base.len
                    ));
                    return false;
                }
            };
            let Some(value) = found.map(<[u8]>::to_vec) else {
                self.complain("Unexpected end of file reached");
                return false;
            };
            value
        };
        self.find(Section::AnyTag);
        // What is computed with needs a value.
        const COMPUTED: [u16; 8] = [0x829D, 0x9202, 0x9205, 0x9201, 0xA002, 0xA20E, 0x9206, 0xA210];
        const THUMBNAIL: [u16; 8] = [0x100, 0xA002, 0x101, 0xA003, 0x111, 0x201, 0x117, 0x202];
        let needs_value = match section {
            Section::Thumbnail => THUMBNAIL.contains(&tag),
            Section::Ifd0 | Section::Exif => COMPUTED.contains(&tag),
            _ => false,
        };
        if length == 0 && needs_value {
            self.complain(format!("Process tag(x{tag:04X}={name}): Cannot be empty"));
            return false;
        }
        if section == Section::Thumbnail {
            self.thumbnail_tag(tag, kind, &value);
        } else if matches!(section, Section::Ifd0 | Section::Exif) && !self.known_tag(base, &entry, tag, kind, &value, follow) {
            return false;
        }
        let undefined = format!("UndefinedTag:0x{tag:04X}");
        let name = tags::name(table, tag).unwrap_or(&undefined);
        // Of a maker's notes only the name in front is text.
        let shown = match (tag, kind) {
            (0x927C, format::UNDEFINED) if value.first().is_none_or(|&b| b == 0) => Value::NULL,
            (0x927C, format::UNDEFINED) => self.value(format::STRING, count as usize, &value),
            _ => self.value(kind, count as usize, &value),
        };
        self.add(section, name, shown);
        true
    }

    fn thumbnail_tag(&mut self, tag: u16, kind: u16, value: &[u8]) {
        let number = self.number(kind, value) as i64;
        let thumbnail = &mut self.thumbnail;
        match tag {
            0x100 | 0xA002 => thumbnail.width = number,
            0x101 | 0xA003 => thumbnail.height = number,
            0x111 | 0x201 => thumbnail.offset = number.max(0) as u64,
            0x117 => {
                thumbnail.kind = if matches!(self.kind, TIFF_II | TIFF_MM) { self.kind } else { TIFF_II };
                thumbnail.size = number.max(0) as u64;
            }
            0x202 if thumbnail.kind == 0 => {
                thumbnail.kind = JPEG;
                thumbnail.size = number.max(0) as u64;
            }
            _ => {}
        }
    }

    /// Tags that tell of more than their value.
    fn known_tag(&mut self, base: Base, entry: &[u8], tag: u16, kind: u16, value: &[u8], follow: bool) -> bool {
        let number = self.number(kind, value);
        let text = || value.split(|&b| b == 0).next().unwrap_or_default().to_vec();
        match tag {
            0x8298 => self.copyright(value),
            0x9286 => self.user_comment(value),
            0x9C9B..=0x9C9F => self.windows_text(tag, value),
            0x829D => self.f_number = number,
            0x9202 | 0x9205 if self.f_number == 0.0 => {
                self.f_number = f64::from((number * std::f64::consts::LN_2 * 0.5).exp() as f32);
            }
            0x9201 if self.exposure == 0.0 => {
                self.exposure = f64::from((1.0 / (number * std::f64::consts::LN_2).exp()) as f32);
            }
            // The tag itself says it: nothing is to be computed.
            0x829A => self.exposure = -1.0,
            0xA002 => self.image_width = number as i64,
            0xA20E => self.plane_res = number,
            0x9206 => self.distance = number,
            0xA210 => {
                self.plane_unit = match number as i64 {
                    1 | 2 => 25.4,
                    3 => 10.0,
                    4 => 1.0,
                    5 => 0.001,
                    _ => 0.0,
                }
            }
            0x010F => self.make = text(),
            0x0110 => self.model = text(),
            0x927C => {
                let at = if value.len() > 4 { self.u32(&entry[8..]) as usize } else { 0 };
                return self.maker_notes(base, at, value);
            }
            0x8769 | 0x8825 | 0xA005 if follow => {
                let (section, table) = match tag {
                    0x8769 => (Section::Exif, Table::Ifd),
                    0x8825 => (Section::Gps, Table::Gps),
                    _ => (Section::Interop, Table::Iop),
                };
                self.find(section);
                let target = self.u32(&entry[8..]) as usize;
                if target >= base.len {
                    self.complain("Illegal IFD Pointer");
                    return false;
                }
                return self.directory(base, target, section, table);
            }
            _ => {}
        }
        true
    }

    fn copyright(&mut self, value: &[u8]) {
        let end = value.iter().position(|&b| b == 0).unwrap_or(value.len());
        if value.len() <= 1 || end == 0 {
            return;
        }
        let first = value[..end].to_vec();
        if end + 1 < value.len() {
            let rest = &value[end + 1..];
            let editor = rest.split(|&b| b == 0).next().unwrap_or_default().to_vec();
            let both = [&first[..], b", ", &editor].concat();
            self.copyright = Some((both, Some((first, editor))));
        } else {
            self.copyright = Some((first, None));
        }
    }

    fn convert(&self, from: &str, text: &[u8]) -> Vec<u8> {
        let to = self.ctx.ini.text("exif.encode_unicode");
        let converted = self.ctx.host.lookup_function(self.ctx, b"mb_convert_encoding").and_then(|convert| {
            let args = [Value::str(text), Value::str(to.as_bytes()), Value::str(from)];
            self.ctx.host.call_function(self.ctx, convert, None, None, &args).ok()
        });
        converted.and_then(|v| v.as_str().map(|s| s.to_vec())).unwrap_or_else(|| text.to_vec())
    }

    fn unicode_name(&self, motorola: bool) -> String {
        let setting = if motorola { "exif.decode_unicode_motorola" } else { "exif.decode_unicode_intel" };
        self.ctx.ini.text(setting).to_string()
    }

    fn user_comment(&mut self, value: &[u8]) {
        let Some((code, rest)) = value.split_at_checked(8) else {
            self.user_comment = Some((value.to_vec(), None));
            return;
        };
        let until_nul = |text: &[u8]| text.split(|&b| b == 0).next().unwrap_or_default().to_vec();
        let trimmed = |text: &[u8]| {
            let mut end = text.len();
            while end > 0 && matches!(text[end - 1], 0 | b' ') {
                end -= 1;
            }
            until_nul(&text[..end])
        };
        self.user_comment = Some(match code {
            b"UNICODE\0" => {
                let (motorola, rest) = match rest.get(..2) {
                    Some(b"\xFE\xFF") => (true, &rest[2..]),
                    Some(b"\xFF\xFE") => (false, &rest[2..]),
                    _ => (self.motorola, rest),
                };
                let from = self.unicode_name(motorola);
                (self.convert(&from, rest), Some("UNICODE"))
            }
            b"ASCII\0\0\0" => (trimmed(rest), Some("ASCII")),
            b"JIS\0\0\0\0\0" => {
                let setting = if self.motorola { "exif.decode_jis_motorola" } else { "exif.decode_jis_intel" };
                let from = self.ctx.ini.text(setting).to_string();
                (self.convert(&from, rest), Some("JIS"))
            }
            b"\0\0\0\0\0\0\0\0" => (trimmed(rest), Some("UNDEFINED")),
            _ => (trimmed(value), None),
        });
    }

    fn windows_text(&mut self, tag: u16, value: &[u8]) {
        let from = self.unicode_name(self.motorola);
        let mut text = self.convert(&from, value);
        while text.last() == Some(&0) {
            text.pop();
        }
        let name = match tag {
            0x9C9B => "Title",
            0x9C9C => "Comments",
            0x9C9D => "Author",
            0x9C9E => "Keywords",
            _ => "Subject",
        };
        self.add(Section::WinXp, name, Value::str(text));
    }

    /// The notes of a camera's maker, if that is known.
    fn maker_notes(&mut self, base: Base, at: usize, value: &[u8]) -> bool {
        // What is too short to begin as the maker's notes do is not compared.
        let begins = |begin: &[u8]| value.len() < begin.len() || value.starts_with(begin);
        let known = MAKERS.iter().find(|maker| maker.make.is_none_or(|make| make.as_bytes() == self.make) && begins(maker.begin));
        let Some(maker) = known else { return true };
        if value.len() < 2 || maker.offset + 2 > value.len() {
            self.complain(format!("IFD data too short: 0x{:04X} offset 0x{:04X}", value.len(), maker.offset));
            return true;
        }
        self.find(Section::MakerNote);
        let order = self.motorola;
        match maker.order {
            0 => self.motorola = false,
            1 => self.motorola = true,
            _ => {}
        }
        let mut from = maker.offset;
        if maker.table == Table::Fuji {
            from = value.get(8..12).map_or(0, |four| self.u32(four)) as usize;
        }
        let done = self.maker_directory(base, at, value, from, maker.from_notes, maker.table);
        self.motorola = order;
        done
    }

    fn maker_directory(&mut self, base: Base, at: usize, value: &[u8], from: usize, own: bool, table: Table) -> bool {
        let Some(head) = value.get(from..from + 2) else { return true };
        let mut count = usize::from(self.u16(head));
        let mut size = 2 + count * 12;
        if from + size > value.len() {
            // The order may be the other one.
            self.notice("Potentially invalid endianess, trying again with different endianness before imminent failure.");
            self.motorola = !self.motorola;
            count = usize::from(self.u16(head));
            size = 2 + count * 12;
            if from + size > value.len() {
                self.complain(format!("Illegal IFD size: 2 + 0x{count:04X}*12 = 0x{size:04X} > 0x{:04X}", value.len() - from));
                return false;
            }
        }
        let notes = base.at + at;
        let base = if own {
            Base { at: notes + from - if table == Table::Nikon990 { 8 } else { from }, len: value.len() }
        } else {
            base
        };
        for i in 0..count {
            if !self.tag(base, notes + from + 2 + i * 12, Section::MakerNote, true, table) {
                return false;
            }
        }
        true
    }
}
