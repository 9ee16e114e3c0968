//! Microsoft's compound documents: the files inside are found, and what their summary says is told.

use crate::{Input, flags, run::Run, time};

const MAGIC: [u8; 8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1];
/// How many sectors a chain may have.
const MOST_SECTORS: usize = 10_000;
/// Kinds of entries of a directory.
const STORAGE: u8 = 1;
const STREAM: u8 = 2;
const ROOT: u8 = 5;

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}
fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}
fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

/// An entry of the directory.
struct Directory {
    name: [u16; 32],
    kind: u8,
    class: [u64; 2],
    first: i32,
    size: u32,
}

/// An open document.
struct Document<'a> {
    input: Input<'a>,
    sector: usize,
    short_sector: usize,
    least_standard: u32,
    table: Vec<i32>,
    short_table: Vec<i32>,
    directory: Vec<Directory>,
    /// The stream that short sectors are in.
    short: Option<Vec<u8>>,
}

impl<'a> Document<'a> {
    fn read(&self, sector: i32) -> Option<Vec<u8>> {
        let from = usize::try_from(sector).ok()?.checked_mul(self.sector)?.checked_add(self.sector)?;
        let to = from.checked_add(self.sector)?;
        if let Some(bytes) = self.input.bytes.get(from..to) {
            return Some(bytes.to_vec());
        }
        let mut out = vec![0; self.sector];
        self.input.read_at?(from as u64, &mut out).then_some(out)
    }
    fn chain(&self, first: i32) -> Option<Vec<u8>> {
        let (mut out, mut sector, mut count) = (Vec::new(), first, 0);
        while sector >= 0 {
            if count >= MOST_SECTORS || out.len() > crate::MOST {
                return None;
            }
            match self.read(sector) {
                Some(bytes) => out.extend_from_slice(&bytes),
                None => {
                    // The last sector may be cut off.
                    let from = (sector as usize).checked_mul(self.sector)?.checked_add(self.sector)?;
                    let rest = self.input.bytes.get(from..).filter(|rest| !rest.is_empty())?;
                    if *self.table.get(sector as usize)? >= 0 {
                        return None;
                    }
                    out.extend_from_slice(rest);
                    out.resize(out.len().next_multiple_of(self.sector), 0);
                }
            }
            sector = *self.table.get(sector as usize)?;
            count += 1;
        }
        (count > 0 || first == -2).then_some(out)
    }
    fn short_chain(&self, short: &[u8], first: i32) -> Option<Vec<u8>> {
        let (mut out, mut sector, mut count) = (Vec::new(), first, 0);
        while sector >= 0 {
            if count >= MOST_SECTORS {
                return None;
            }
            let from = (sector as usize).checked_mul(self.short_sector)?;
            out.extend_from_slice(short.get(from..from.checked_add(self.short_sector)?)?);
            sector = *self.short_table.get(sector as usize)?;
            count += 1;
        }
        (count > 0).then_some(out)
    }
    fn sectors(bytes: &[u8]) -> Vec<i32> {
        bytes.as_chunks::<4>().0.iter().map(|b| i32::from_le_bytes(*b)).collect()
    }
    /// The table of sectors, from the list in the header and the sectors that continue it.
    fn read_table(&mut self, header: &[u8]) -> Option<()> {
        let mut table = Vec::new();
        for sector in Self::sectors(&header[76..512]) {
            if sector < 0 {
                break;
            }
            table.extend(Self::sectors(&self.read(sector)?));
        }
        let more = u32_at(header, 72)? as usize;
        let mut sector = u32_at(header, 68)? as i32;
        'all: for count in 0..more {
            if sector < 0 {
                break;
            }
            if count >= MOST_SECTORS {
                return None;
            }
            let mut list = Self::sectors(&self.read(sector)?);
            sector = list.pop()?;
            for part in list {
                if part < 0 {
                    break 'all;
                }
                if table.len() > crate::MOST {
                    return None;
                }
                table.extend(Self::sectors(&self.read(part)?));
            }
        }
        self.table = table;
        Some(())
    }
    /// Opens a document. `None`: it is none; an error: it cannot be read.
    fn open(input: Input<'a>) -> Option<Result<Document<'a>, ()>> {
        let header = input.bytes.get(..512)?;
        let (size, short) = (u16_at(header, 30)?, u16_at(header, 32)?);
        if header[..8] != MAGIC || size > 20 || short > 20 {
            return None;
        }
        let mut document = Document {
            input,
            sector: 1 << size,
            short_sector: 1 << short,
            least_standard: u32_at(header, 56)?,
            table: Vec::new(),
            short_table: Vec::new(),
            directory: Vec::new(),
            short: None,
        };
        Some(document.fill(header).map(|()| document).ok_or(()))
    }
    fn fill(&mut self, header: &[u8]) -> Option<()> {
        self.read_table(header)?;
        self.short_table = Self::sectors(&self.chain(u32_at(header, 60)? as i32)?);
        let bytes = self.chain(u32_at(header, 48)? as i32)?;
        for entry in bytes.chunks_exact(128) {
            let mut name = [0; 32];
            for (to, from) in name.iter_mut().zip(entry.as_chunks::<2>().0) {
                *to = u16::from_le_bytes(*from);
            }
            self.directory.push(Directory {
                name,
                kind: entry[66],
                class: [u64_at(entry, 80)?, u64_at(entry, 88)?],
                first: u32_at(entry, 116)? as i32,
                size: u32_at(entry, 120)?,
            });
        }
        let root = self.directory.iter().find(|entry| entry.kind == ROOT);
        if let Some(root) = root.filter(|root| root.first >= 0) {
            if root.size == 0 {
                return None;
            }
            self.short = Some(self.chain(root.first)?);
        }
        Some(())
    }
    fn root_class(&self) -> Option<[u64; 2]> {
        self.directory.iter().find(|entry| entry.kind == ROOT).map(|root| root.class)
    }
    fn find(&self, name: &str, kind: u8) -> Option<&Directory> {
        let mut wanted = name.encode_utf16().collect::<Vec<u16>>();
        wanted.push(0);
        self.directory.iter().rev().find(|entry| entry.kind == kind && entry.name.starts_with(&wanted))
    }
    fn stream(&self, name: &str) -> Option<Vec<u8>> {
        let entry = self.find(name, STREAM)?;
        if let Some(short) = self.short.as_ref().filter(|_| entry.size < self.least_standard) {
            return self.short_chain(short, entry.first);
        }
        if entry.size == 0 || entry.first == -2 {
            return None;
        }
        self.chain(entry.first)
    }
}

/// A property of a summary.
enum Property {
    Nothing,
    Unknown,
    Signed(i64),
    Unsigned(u32),
    Float(f64),
    Text { bytes: Vec<u8>, is_wide: bool },
    Time(u64),
}

const SHORT: u32 = 2;
const VECTOR: u32 = 0x1000;

/// A summary: byte order, system, its version, the properties.
struct Summary {
    order: u16,
    version: u16,
    system: u16,
    properties: Vec<(u32, Property)>,
}

fn summary(stream: &[u8]) -> Option<Summary> {
    let offset = u32_at(stream, 44)? as usize;
    let length = u32_at(stream, offset)? as usize;
    let section = stream.get(offset..offset.checked_add(length)?)?;
    let count = u32_at(section, 4)? as usize;
    if count > section.len() {
        return None;
    }
    let mut properties = Vec::new();
    while properties.len() < count {
        let i = properties.len();
        let id = u32_at(section, 8 + i * 8)?;
        let at = u32_at(section, 12 + i * 8)? as usize;
        let data = section.get(at..).filter(|data| data.len() >= 4 && at >= 8)?;
        value(data, id, count, &mut properties)?;
    }
    Some(Summary { order: u16_at(stream, 0)?, version: u16_at(stream, 4)?, system: u16_at(stream, 6)?, properties })
}

fn value(data: &[u8], id: u32, count: usize, out: &mut Vec<(u32, Property)>) -> Option<()> {
    let kind = u32_at(data, 0)?;
    let is_vector = kind & VECTOR != 0;
    let elements = if is_vector { u32_at(data, 4)? } else { 1 };
    if elements == 0 {
        return None;
    }
    let body = &data[4..];
    let property = match kind {
        _ if kind & !(VECTOR | 0xfff) != 0 => Property::Unknown,
        0 | 1 if !is_vector => Property::Nothing,
        SHORT => u16_at(body, 0).map_or(Property::Unknown, |v| Property::Signed(i64::from(v as i16))),
        3 => u32_at(body, 0).map_or(Property::Unknown, |v| Property::Signed(i64::from(v as i32))),
        19 => u32_at(body, 0).map_or(Property::Unknown, Property::Unsigned),
        4 => u32_at(body, 0).map_or(Property::Unknown, |v| Property::Float(f64::from(f32::from_bits(v)))),
        5 => u64_at(body, 0).map_or(Property::Unknown, |v| Property::Float(f64::from_bits(v))),
        64 => u64_at(body, 0).map_or(Property::Unknown, Property::Time),
        71 => Property::Nothing,
        _ if matches!(kind & 0xfff, 30 | 31) => {
            let mut at = if is_vector { 8 } else { 4 };
            for _ in 0..elements {
                if out.len() >= count {
                    break;
                }
                let length = u32_at(data, at)? as usize;
                at += 4;
                let bytes = data.get(at..at.checked_add(length)?)?.to_vec();
                let text = Property::Text { bytes, is_wide: kind & 0xfff == 31 };
                out.push((id, if is_vector { Property::Unknown } else { text }));
                at += (length.div_ceil(2) * 4).saturating_sub(4);
            }
            return Some(());
        }
        _ => Property::Unknown,
    };
    out.push((id, property));
    Some(())
}

fn property_name(id: u32) -> String {
    const NAMES: [&str; 19] = [
        "Code page",
        "Title",
        "Subject",
        "Author",
        "Keywords",
        "Comments",
        "Template",
        "Last Saved By",
        "Revision Number",
        "Total Editing Time",
        "Last Printed",
        "Create Time/Date",
        "Last Saved Time/Date",
        "Number of Pages",
        "Number of Words",
        "Number of Characters",
        "Thumbnail",
        "Name of Creating Application",
        "Security",
    ];
    match id {
        0x8000_0000 => "Locale ID".to_string(),
        0 => "0".to_string(),
        _ => NAMES.get(id as usize - 1).map_or_else(|| format!("{id:#x}"), |name| (*name).to_string()),
    }
}

fn elapsed(time: u64) -> String {
    let seconds = time / 10_000_000;
    let (days, hours, minutes, rest) = (seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    let mut out = String::new();
    if days > 0 {
        out += &format!("{days}d+");
    }
    if days > 0 || hours > 0 {
        out += &format!("{hours:02}:");
    }
    out + &format!("{minutes:02}:{rest:02}")
}

const APPLICATIONS: &[(&str, &str)] = &[
    ("word", "msword"),
    ("excel", "vnd.ms-excel"),
    ("powerpoint", "vnd.ms-powerpoint"),
    ("crystal reports", "x-rpt"),
    ("advanced installer", "vnd.ms-msi"),
    ("installshield", "vnd.ms-msi"),
    ("microsoft patch compiler", "vnd.ms-msi"),
    ("nant", "vnd.ms-msi"),
    ("windows installer", "vnd.ms-msi"),
];

/// Names of entries, with MIME type and description.
const ENTRIES: &[(&str, &str, &str)] = &[
    ("book", "vnd.ms-excel", "Microsoft Excel"),
    ("workbook", "vnd.ms-excel", "Microsoft Excel"),
    ("worddocument", "msword", "Microsoft Word"),
    ("powerpoint", "vnd.ms-powerpoint", "Microsoft PowerPoint"),
    ("digitalsignature", "vnd.ms-msi", "Microsoft Installer"),
];

/// Entries by which a document without summary is known.
const SECTIONS: &[(&str, &str, &[(&str, u8)])] = &[
    ("Encrypted", "encrypted", &[("EncryptedPackage", STREAM), ("EncryptedSummary", STREAM)]),
    ("QuickBooks", "quickbooks", &[("mfbu_header", STREAM)]),
    ("Microsoft Excel", "vnd.ms-excel", &[("Book", STREAM), ("Workbook", STREAM)]),
    ("Microsoft Word", "msword", &[("WordDocument", STREAM)]),
    ("Microsoft PowerPoint", "vnd.ms-powerpoint", &[("PowerPoint", STREAM)]),
    (
        "Microsoft Outlook Message",
        "vnd.ms-outlook",
        &[("__properties_version1.0", STREAM), ("__recip_version1.0_#00000000", STORAGE)],
    ),
];

/// The class of the root of an installer's package.
const INSTALLER: [u64; 2] = [0x0000_0000_000c_1084, 0x4600_0000_0000_00c0];

impl Run<'_> {
    fn compound_says(&mut self, description: &str, mime: &str) {
        if !self.asks(flags::MIME) {
            self.print(description);
        } else if self.asks(flags::MIME_TYPE) {
            self.print(format!("application/{mime}"));
        }
    }
    /// Whether the file is a compound document; says what is in it.
    pub fn compound(&mut self) -> bool {
        if self.asks(flags::APPLE | flags::EXTENSION) {
            return false;
        }
        let Some(document) = Document::open(self.input) else { return false };
        let Ok(document) = document else {
            return self.unreadable("Can't read SAT");
        };
        if document.stream("FileHeader").is_some_and(|stream| stream.starts_with(b"HWP Document File")) {
            self.compound_says("Hancom HWP (Hangul Word Processor) file, version 5.0", "x-hwp");
            return true;
        }
        let mut problem = "";
        for name in ["\u{5}SummaryInformation", "\u{5}DocumentSummaryInformation"] {
            let Some(stream) = document.stream(name) else {
                if document.find(name, STREAM).is_some() {
                    problem = "Cannot read summary info";
                }
                continue;
            };
            match self.summary(&document, &stream) {
                Ok(true) => return true,
                Ok(false) => {}
                Err(()) => problem = "Can't expand summary_info",
            }
        }
        for (description, mime, entries) in SECTIONS {
            if entries.iter().any(|(name, kind)| document.find(name, *kind).is_some()) {
                self.compound_says(&format!("CDFV2 {description}"), mime);
                return true;
            }
        }
        let _ = problem;
        self.unreadable("Cannot read section info")
    }
    fn unreadable(&mut self, _why: &str) -> bool {
        if !self.asks(flags::MIME) {
            // What libmagic adds in brackets is for those who look for its faults.
            self.print("Composite Document File V2 Document");
            if !_why.is_empty() {
                self.print(format!(", {_why}"));
            }
        } else if self.asks(flags::MIME_TYPE) {
            self.print("application/x-ole-storage");
        }
        true
    }
    fn summary(&mut self, document: &Document<'_>, stream: &[u8]) -> Result<bool, ()> {
        let summary = summary(stream).ok_or(())?;
        let class = document.root_class().filter(|class| *class == INSTALLER);
        let is_mime = self.asks(flags::MIME);
        if !is_mime {
            let order = if summary.order == 0xfffe { "Little" } else { "Big" };
            let (low, high) = (summary.version & 0xff, summary.version >> 8);
            let system = match summary.system {
                2 => format!("Os: Windows, Version {low}.{high}"),
                1 => format!("Os: MacOS, Version {high}.{low}"),
                other => format!("Os {other}, Version: {low}.{high}"),
            };
            self.print(format!("Composite Document File V2 Document, {order} Endian, {system}"));
            if class.is_some() {
                self.print(", MSI Installer");
            }
        }
        let mut mime = class.filter(|_| is_mime).map(|_| "x-msi");
        for (id, property) in &summary.properties {
            let text = match property {
                Property::Nothing => continue,
                Property::Unknown => return Err(()),
                Property::Signed(value) => value.to_string(),
                Property::Unsigned(value) => value.to_string(),
                Property::Float(value) => {
                    let mut text = Vec::new();
                    phant_numeric::float_text::append_general(&mut text, *value, 6, b'e');
                    String::from_utf8_lossy(&text).into_owned()
                }
                Property::Text { bytes, is_wide } => {
                    let step = if *is_wide { 2 } else { 1 };
                    let text = bytes.iter().step_by(step).take_while(|&&b| b != 0).filter(|b| (b' '..=b'~').contains(b));
                    let text: String = text.take(1023).map(|&b| char::from(b)).collect();
                    if *id == 18 && mime.is_none() {
                        let name = text.to_ascii_lowercase();
                        mime = APPLICATIONS.iter().find(|(part, _)| name.contains(part)).map(|(_, mime)| *mime);
                    }
                    if text.is_empty() || bytes.len() < 2 {
                        continue;
                    }
                    text
                }
                Property::Time(0) => continue,
                Property::Time(value) if *value < 1_000_000_000_000_000 => elapsed(*value),
                Property::Time(value) => time::date_time(*value, time::Zone::Windows),
            };
            if !is_mime {
                self.print(format!(", {}: {text}", property_name(*id)));
            }
        }
        if !self.asks(flags::MIME_TYPE) {
            return Ok(true);
        }
        if mime.is_none() {
            let names = document.directory.iter().map(|entry| {
                let name = entry.name.iter().map(|&c| c as u8).take_while(|&c| c != 0);
                String::from_utf8_lossy(&name.collect::<Vec<u8>>()).to_ascii_lowercase()
            });
            let known = |name: String| ENTRIES.iter().find(|(part, ..)| name.contains(part)).map(|(_, mime, _)| *mime);
            mime = names.filter_map(known).next();
        }
        self.print(format!("application/{}", mime.unwrap_or("vnd.ms-office")));
        Ok(true)
    }
}
