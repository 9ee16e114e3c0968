//! Formats that lines of a database could not describe: tar, JSON, CSV, SIMH tapes.

/// The words for a format.
pub struct Format {
    pub description: &'static str,
    pub mime: &'static str,
}

/// A header of a tar archive.
const TAR_HEADER: usize = 512;

fn octal(field: &[u8]) -> Option<u32> {
    let field = field.trim_ascii_start();
    let digits = field.iter().take_while(|b| (b'0'..=b'7').contains(b)).count();
    let value = field[..digits].iter().fold(0_u32, |n, b| n.wrapping_mul(8).wrapping_add(u32::from(b - b'0')));
    match field.get(digits) {
        Some(&b) if b != 0 && !b.is_ascii_whitespace() => None,
        _ => (!field.is_empty()).then_some(value),
    }
}

/// A tar archive, by the sum in its header.
pub fn tar(bytes: &[u8]) -> Option<Format> {
    let header = bytes.get(..TAR_HEADER)?;
    let name = header[..100].split(|&b| b == 0).next().unwrap_or_default();
    // Packages of Gentoo are for the database.
    if name.len() < 100 && name.len() > 7 && name.ends_with(b"/gpkg-1") {
        return None;
    }
    let sum: u32 = header.iter().map(|&b| u32::from(b)).sum();
    let own: u32 = header[148..156].iter().map(|&b| u32::from(b)).sum();
    if octal(&header[148..156])? != sum - own + 8 * 32 {
        return None;
    }
    let description = match &header[257..265] {
        b"ustar  \0" => "POSIX tar archive (GNU)",
        magic if magic.starts_with(b"ustar\0") => "POSIX tar archive",
        _ => "tar archive",
    };
    Some(Format { description, mime: "application/x-tar" })
}

/// The lines of CSV that are looked at.
const CSV_LINES: usize = 10;

/// Comma-separated values: lines with the same number of fields, more than one.
pub fn csv(bytes: &[u8]) -> Option<Format> {
    let format = Some(Format { description: "CSV text", mime: "text/csv" });
    let (mut fields, mut wanted, mut lines, mut at) = (0, 0, 0, 0);
    while let Some(&byte) = bytes.get(at) {
        at += 1;
        match byte {
            b'"' => at = behind_quotes(bytes, at),
            b',' => fields += 1,
            b'\n' => {
                lines += 1;
                if lines == CSV_LINES {
                    return format.filter(|_| wanted != 0 && wanted == fields);
                }
                if wanted == 0 {
                    wanted = fields;
                }
                if fields == 0 || wanted != fields {
                    return None;
                }
                fields = 0;
            }
            _ => {}
        }
    }
    format.filter(|_| wanted != 0 && lines >= 2)
}

fn behind_quotes(bytes: &[u8], mut at: usize) -> usize {
    let mut quote = false;
    while let Some(&byte) = bytes.get(at) {
        if byte == b'"' {
            quote = !quote;
        } else if quote {
            return at;
        }
        at += 1;
    }
    at
}

/// The marks of a SIMH tape that are looked at.
const TAPE_MARKS: usize = 10;

/// A tape of SIMH: records between their lengths.
pub fn simh(bytes: &[u8]) -> Option<Format> {
    let length = |at: usize| -> Option<u32> {
        let word = bytes.get(at..)?.first_chunk::<4>()?;
        let word = u32::from_le_bytes(*word);
        Some(if word == u32::MAX { word } else { (word & 0xff_ffff).next_multiple_of(2) })
    };
    let (mut at, mut marks, mut records) = (0, 0, 0);
    while let Some(record) = length(at) {
        at += 4;
        if record == u32::MAX && (marks > 0 || records > 0) {
            break;
        }
        if record == 0 {
            marks += 1;
            if marks == TAPE_MARKS {
                break;
            }
            continue;
        }
        at += record as usize;
        let Some(again) = length(at) else { break };
        at += 4;
        if again != record {
            return None;
        }
        records += 1;
    }
    (records > 0).then_some(Format { description: "SIMH tape data", mime: "application/SIMH-tape-data" })
}

/// How deep JSON may be.
const JSON_DEPTH: usize = 500;

/// A reader of JSON that is a little more tolerant than the standard.
struct Json<'a> {
    bytes: &'a [u8],
    at: usize,
    /// Whether there was an array or object.
    compound: bool,
}

/// JSON, or lines of it: an array or object, and nothing but another of the same kind behind it.
pub fn json(bytes: &[u8]) -> Option<Format> {
    let mut json = Json { bytes, at: 0, compound: false };
    json.space();
    let first = json.peek();
    if !json.value(0) {
        return None;
    }
    let is_one = json.peek().is_none();
    if !is_one && (json.peek() != first || !json.value(1)) || !json.compound {
        return None;
    }
    Some(match is_one {
        true => Format { description: "JSON text data", mime: "application/json" },
        false => Format { description: "New Line Delimited JSON text data", mime: "application/x-ndjson" },
    })
}

impl Json<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }
    fn next(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.at += 1;
        Some(byte)
    }
    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\n' | b'\r' | b'\t')) {
            self.at += 1;
        }
    }
    fn value(&mut self, depth: usize) -> bool {
        self.space();
        let Some(first) = self.peek() else { return false };
        if depth > JSON_DEPTH {
            return false;
        }
        self.at += 1;
        let is_good = match first {
            b'"' => self.string(),
            b'[' => self.array(depth + 1),
            b'{' => {
                let is_good = self.object(depth + 1);
                self.compound |= is_good;
                is_good
            }
            b't' => self.word(b"rue"),
            b'f' => self.word(b"alse"),
            b'n' => self.word(b"ull"),
            _ => {
                self.at -= 1;
                self.number()
            }
        };
        self.space();
        is_good
    }
    fn word(&mut self, word: &[u8]) -> bool {
        let rest = &self.bytes[self.at..];
        let length = word.len().min(rest.len());
        let is_good = rest[..length] == word[..length];
        self.at += length;
        is_good
    }
    fn string(&mut self) -> bool {
        while let Some(byte) = self.next() {
            match byte {
                0 => return false,
                b'"' => return true,
                b'\\' => match self.next() {
                    Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => {}
                    Some(b'u') => {
                        let digits = self.bytes.get(self.at..self.at + 4);
                        if !digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit)) {
                            return false;
                        }
                        self.at += 4;
                    }
                    _ => return false,
                },
                _ => {}
            }
        }
        false
    }
    fn array(&mut self, depth: usize) -> bool {
        loop {
            self.space();
            if self.peek() != Some(b']') {
                if self.peek().is_none() || !self.value(depth + 1) {
                    return false;
                }
                if self.peek() == Some(b',') {
                    self.at += 1;
                    continue;
                }
            }
            let is_closed = self.next() == Some(b']');
            self.compound |= is_closed;
            return is_closed;
        }
    }
    fn object(&mut self, depth: usize) -> bool {
        loop {
            self.space();
            match self.next() {
                Some(b'}') => return true,
                Some(b'"') if self.string() => {}
                _ => return false,
            }
            self.space();
            if self.next() != Some(b':') || !self.value(depth + 1) {
                return false;
            }
            match self.next() {
                Some(b',') => {}
                Some(b'}') => return true,
                _ => return false,
            }
        }
    }
    fn digits(&mut self) -> bool {
        let from = self.at;
        while self.peek().is_some_and(|b| b.is_ascii_digit()) {
            self.at += 1;
        }
        self.at > from
    }
    fn number(&mut self) -> bool {
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        let mut got = self.digits();
        if self.peek() == Some(b'.') {
            self.at += 1;
        }
        got |= self.digits();
        if got && matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(self.peek(), Some(b'+' | b'-')) {
                self.at += 1;
            }
            got = self.digits();
        }
        got
    }
}
