//! The built-in stream filters.

use phant_memory::{Array, Value};
use phant_native::{Ctx, convert};
use phant_streams::{
    Stream,
    filter::{Brigade, ByteFilter, Converter, ConverterFilter, Filter, FilterKind, FilterStatus, Flush},
};
use std::cell::{Cell, RefCell};

pub(crate) const FILTERS: &[FilterKind] = &[
    FilterKind { name: "string.rot13", make: |_, _, _, _| Some(Box::new(ByteFilter(rot13))) },
    FilterKind { name: "string.toupper", make: |_, _, _, _| Some(Box::new(ByteFilter(|b| b.make_ascii_uppercase()))) },
    FilterKind { name: "string.tolower", make: |_, _, _, _| Some(Box::new(ByteFilter(|b| b.make_ascii_lowercase()))) },
    FilterKind { name: "convert.*", make: make_convert },
    FilterKind { name: "consumed", make: |_, _, _, _| Some(Box::new(Consumed { total: Cell::new(0), offset: Cell::new(-1) })) },
    FilterKind { name: "dechunk", make: |_, _, _, _| Some(Box::new(Dechunk(RefCell::default()))) },
];

fn rot13(bytes: &mut [u8]) {
    for b in bytes {
        *b = match *b {
            c @ (b'a'..=b'm' | b'A'..=b'M') => c + 13,
            c @ (b'n'..=b'z' | b'N'..=b'Z') => c - 13,
            c => c,
        };
    }
}

/// What `convert.*` filters take as parameters.
#[derive(Default)]
struct Parameters {
    line_length: Option<usize>,
    line_break: Option<Vec<u8>>,
    binary: bool,
    force_first: bool,
}

impl Parameters {
    fn read(params: &Array) -> Option<Parameters> {
        let get = |name: &str| params.get_bytes(name.as_bytes());
        let mut out = Parameters::default();
        if let Some(v) = get("line-length") {
            out.line_length = usize::try_from(convert::to_int(v)).ok().filter(|&n| n > 0);
        }
        out.line_break = get("line-break-chars").and_then(|v| v.as_str()).map(|s| s.to_vec());
        out.binary = get("binary").is_some_and(convert::to_bool);
        out.force_first = get("force-encode-first").is_some_and(convert::to_bool);
        if out.line_break.as_ref().is_some_and(Vec::is_empty) {
            out.line_break = None;
        }
        Some(out)
    }
}

fn make_convert(ctx: &Ctx, name: &[u8], params: &Value, _stream: &Stream) -> Option<Box<dyn Filter>> {
    let lower = name.to_ascii_lowercase();
    let known: [&[u8]; 4] = [
        b"convert.base64-encode",
        b"convert.base64-decode",
        b"convert.quoted-printable-encode",
        b"convert.quoted-printable-decode",
    ];
    let which = known.iter().position(|k| *k == lower)?;
    let parameters = if params.is_undef() {
        Parameters::default()
    } else {
        match params.as_array().and_then(|params| Parameters::read(&params)) {
            Some(p) => p,
            None => {
                ctx.warning(format!("Stream filter ({}): invalid filter parameter", String::from_utf8_lossy(name)));
                return None;
            }
        }
    };
    // Breaking lines needs both a length and something to break them with.
    let lines = match (parameters.line_length, &parameters.line_break) {
        (Some(n), Some(end)) => Some((n, end.clone())),
        (Some(n), None) => Some((n, b"\r\n".to_vec())),
        _ => None,
    };
    Some(match which {
        0 => {
            let encoder = Base64Encoder { rest: Vec::new(), column: 0, lines };
            Box::new(ConverterFilter::new(encoder, name))
        }
        1 => Box::new(ConverterFilter::new(Base64Decoder::default(), name)),
        2 => {
            let encoder = QuotedEncoder {
                lines: lines.clone(),
                line_break: parameters.line_break.or(lines.map(|l| l.1)),
                binary: parameters.binary,
                force_first: parameters.force_first,
                held: Vec::new(),
                left: parameters.line_length.unwrap_or(0),
            };
            Box::new(ConverterFilter::new(encoder, name))
        }
        _ => Box::new(ConverterFilter::new(QuotedDecoder { line_break: parameters.line_break, held: Vec::new() }, name)),
    })
}

struct Base64Encoder {
    /// Up to two bytes that wait for a third.
    rest: Vec<u8>,
    column: usize,
    lines: Option<(usize, Vec<u8>)>,
}

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

impl Base64Encoder {
    fn emit(&mut self, group: &[u8], out: &mut Vec<u8>) {
        let byte = |i: usize| u32::from(group.get(i).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for i in 0..4 {
            if let Some((length, end)) = &self.lines
                && self.column >= *length
            {
                out.extend_from_slice(end);
                self.column = 0;
            }
            let letter = if i <= group.len() { ALPHABET[(bits >> (18 - 6 * i) & 63) as usize] } else { b'=' };
            out.push(letter);
            self.column += 1;
        }
    }
}

impl Converter for Base64Encoder {
    fn convert(&mut self, piece: &[u8], out: &mut Vec<u8>) -> Result<(), String> {
        let mut input = std::mem::take(&mut self.rest);
        input.extend_from_slice(piece);
        let groups = input.chunks_exact(3);
        self.rest = groups.remainder().to_vec();
        for group in groups {
            self.emit(group, out);
        }
        Ok(())
    }
    fn finish(&mut self, out: &mut Vec<u8>) -> Result<(), String> {
        let rest = std::mem::take(&mut self.rest);
        if !rest.is_empty() {
            self.emit(&rest, out);
        }
        Ok(())
    }
}

#[derive(Default)]
struct Base64Decoder {
    bits: u32,
    count: u32,
    padded: bool,
}

impl Converter for Base64Decoder {
    fn convert(&mut self, piece: &[u8], out: &mut Vec<u8>) -> Result<(), String> {
        for &b in piece {
            let value = match b {
                b'A'..=b'Z' => b - b'A',
                b'a'..=b'z' => b - b'a' + 26,
                b'0'..=b'9' => b - b'0' + 52,
                b'+' => 62,
                b'/' => 63,
                b'=' => {
                    // Padding makes sense only behind two or three letters of a group.
                    if self.count < 2 {
                        return Err("invalid byte sequence".into());
                    }
                    self.padded = true;
                    continue;
                }
                // Whatever is not of the alphabet is skipped.
                _ => continue,
            };
            if self.padded {
                return Err("invalid byte sequence".into());
            }
            self.bits = self.bits << 6 | u32::from(value);
            self.count += 1;
            match self.count {
                2 => out.push((self.bits >> 4) as u8),
                3 => out.push((self.bits >> 2) as u8),
                4 => {
                    out.push(self.bits as u8);
                    (self.bits, self.count) = (0, 0);
                }
                _ => {}
            }
        }
        Ok(())
    }
    fn finish(&mut self, _out: &mut Vec<u8>) -> Result<(), String> {
        Ok(())
    }
}

struct QuotedEncoder {
    lines: Option<(usize, Vec<u8>)>,
    line_break: Option<Vec<u8>>,
    binary: bool,
    force_first: bool,
    /// White space or the beginning of a line break whose meaning depends on what follows.
    held: Vec<u8>,
    /// Columns left in the line.
    left: usize,
}

impl QuotedEncoder {
    fn room(&mut self, needed: usize, out: &mut Vec<u8>) {
        if let Some((length, end)) = &self.lines
            && self.left < needed + 1
        {
            out.push(b'=');
            out.extend_from_slice(end);
            self.left = *length;
        }
    }
    fn plain(&mut self, b: u8, out: &mut Vec<u8>) {
        self.room(1, out);
        out.push(b);
        self.left = self.left.saturating_sub(1);
    }
    fn encoded(&mut self, b: u8, out: &mut Vec<u8>) {
        const HEX: &[u8; 16] = b"0123456789ABCDEF";
        self.room(3, out);
        out.extend_from_slice(&[b'=', HEX[usize::from(b >> 4)], HEX[usize::from(b & 15)]]);
        self.left = self.left.saturating_sub(3);
    }
    fn encode(&mut self, input: &[u8], last: bool, out: &mut Vec<u8>) {
        let line_break = if self.binary { None } else { self.line_break.clone() };
        let mut i = 0;
        while i < input.len() {
            let b = input[i];
            if let Some(end) = &line_break {
                if input[i..].starts_with(end) {
                    out.extend_from_slice(end);
                    self.left = self.lines.as_ref().map_or(0, |l| l.0);
                    i += end.len();
                    continue;
                }
                if !last && end.starts_with(&input[i..]) {
                    break;
                }
            }
            if !self.binary && matches!(b, b' ' | b'\t') {
                let run = input[i..].iter().take_while(|c| matches!(c, b' ' | b'\t')).count();
                let after = &input[i + run..];
                if let Some(end) = &line_break {
                    if !last && (after.is_empty() || end.starts_with(after)) {
                        break;
                    }
                    // White space at the end of a line would be lost on the way.
                    if after.starts_with(end) || after.is_empty() {
                        for &c in &input[i..i + run] {
                            self.encoded(c, out);
                        }
                        i += run;
                        continue;
                    }
                }
                for &c in &input[i..i + run] {
                    self.plain(c, out);
                }
                i += run;
                continue;
            }
            let at_start = self.lines.as_ref().is_some_and(|l| self.left >= l.0);
            if matches!(b, 33..=60 | 62..=126) && !(self.force_first && at_start) {
                self.plain(b, out);
            } else {
                self.encoded(b, out);
            }
            i += 1;
        }
        self.held = input[i..].to_vec();
    }
}

impl Converter for QuotedEncoder {
    fn convert(&mut self, piece: &[u8], out: &mut Vec<u8>) -> Result<(), String> {
        let mut input = std::mem::take(&mut self.held);
        input.extend_from_slice(piece);
        self.encode(&input, false, out);
        Ok(())
    }
    fn finish(&mut self, out: &mut Vec<u8>) -> Result<(), String> {
        let input = std::mem::take(&mut self.held);
        self.encode(&input, true, out);
        self.held.clear();
        Ok(())
    }
}

struct QuotedDecoder {
    line_break: Option<Vec<u8>>,
    /// The beginning of an escape that is not complete yet.
    held: Vec<u8>,
}

impl Converter for QuotedDecoder {
    fn convert(&mut self, piece: &[u8], out: &mut Vec<u8>) -> Result<(), String> {
        let mut input = std::mem::take(&mut self.held);
        input.extend_from_slice(piece);
        let result = self.decode(&input, out);
        if result.is_err() {
            // What could not be decoded stays in the way.
            self.held = b"=?".to_vec();
        }
        result
    }
    fn finish(&mut self, out: &mut Vec<u8>) -> Result<(), String> {
        if self.held == b"=?" { self.convert(b"", out) } else { Ok(()) }
    }
}

impl QuotedDecoder {
    fn decode(&mut self, input: &[u8], out: &mut Vec<u8>) -> Result<(), String> {
        let hex = |b: u8| (b as char).to_digit(16).map(|d| d as u8);
        let mut i = 0;
        while i < input.len() {
            if input[i] != b'=' {
                out.push(input[i]);
                i += 1;
                continue;
            }
            let rest = &input[i + 1..];
            if let Some(end) = &self.line_break {
                if rest.starts_with(end) {
                    i += 1 + end.len();
                    continue;
                }
                if end.starts_with(rest) {
                    break;
                }
            }
            // Without line breaks of its own the filter takes any: white space, then CR, LF or both.
            let blank = rest.iter().take_while(|b| matches!(b, b' ' | b'\t')).count();
            match rest.get(blank) {
                None => break,
                Some(b'\r') if self.line_break.is_none() => {
                    let n = match rest.get(blank + 1) {
                        None => break,
                        Some(b'\n') => 2,
                        Some(_) => 1,
                    };
                    i += 1 + blank + n;
                }
                Some(b'\n') if self.line_break.is_none() => i += 1 + blank + 1,
                Some(&first) => {
                    let Some(high) = hex(first).filter(|_| blank == 0) else {
                        return Err("invalid byte sequence".into());
                    };
                    let Some(&second) = rest.get(1) else { break };
                    let Some(low) = hex(second) else { return Err("invalid byte sequence".into()) };
                    out.push(high << 4 | low);
                    i += 3;
                }
            }
        }
        self.held = input[i..].to_vec();
        Ok(())
    }
}

/// Passes everything on, and when the stream ends moves it to just behind what went through.
struct Consumed {
    total: Cell<i64>,
    offset: Cell<i64>,
}

impl Filter for Consumed {
    fn filter(
        &self,
        ctx: &Ctx,
        stream: &Stream,
        input: &mut Brigade,
        output: &mut Brigade,
        consumed: Option<&mut usize>,
        flush: Flush,
    ) -> FilterStatus {
        if self.offset.get() == -1 {
            self.offset.set(stream.position());
        }
        let mut taken = 0;
        for bucket in input.drain(..) {
            taken += bucket.data.len();
            output.push_back(bucket);
        }
        self.total.set(self.total.get() + taken as i64);
        if let Some(consumed) = consumed {
            *consumed = taken;
        }
        if flush == Flush::Close {
            stream.seek(ctx, self.offset.get() + self.total.get(), phant_streams::Whence::Set);
        }
        FilterStatus::PassOn
    }
}

/// Where in a chunked body the decoder is.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum ChunkState {
    #[default]
    SizeStart,
    Size,
    SizeExtension,
    SizeCr,
    SizeLf,
    Body,
    BodyCr,
    BodyLf,
    Trailer,
    /// Not chunked after all: passed on as it is.
    Broken,
}

#[derive(Default)]
struct ChunkDecoder {
    state: ChunkState,
    size: usize,
}

impl ChunkDecoder {
    fn decode(&mut self, input: &[u8], out: &mut Vec<u8>) {
        use ChunkState as S;
        let mut i = 0;
        while i < input.len() {
            let b = input[i];
            match self.state {
                S::SizeStart | S::Size => match (b as char).to_digit(16) {
                    Some(d) => {
                        if self.state == S::SizeStart {
                            self.size = 0;
                        }
                        self.size = self.size.saturating_mul(16).saturating_add(d as usize);
                        self.state = S::Size;
                        i += 1;
                    }
                    None if self.state == S::SizeStart => self.state = S::Broken,
                    None => self.state = S::SizeExtension,
                },
                S::SizeExtension => {
                    if b == b'\r' || b == b'\n' {
                        self.state = S::SizeCr;
                    } else {
                        i += 1;
                    }
                }
                S::SizeCr => {
                    if b == b'\r' {
                        i += 1;
                    }
                    self.state = S::SizeLf;
                }
                S::SizeLf => {
                    if b == b'\n' {
                        i += 1;
                        self.state = if self.size == 0 { S::Trailer } else { S::Body };
                    } else {
                        self.state = S::Broken;
                    }
                }
                S::Body => {
                    let n = self.size.min(input.len() - i);
                    out.extend_from_slice(&input[i..i + n]);
                    i += n;
                    self.size -= n;
                    if self.size == 0 {
                        self.state = S::BodyCr;
                    }
                }
                S::BodyCr => {
                    if b == b'\r' {
                        i += 1;
                    }
                    self.state = S::BodyLf;
                }
                S::BodyLf => {
                    if b == b'\n' {
                        i += 1;
                        self.state = S::SizeStart;
                    } else {
                        self.state = S::Broken;
                    }
                }
                S::Trailer => return,
                S::Broken => {
                    out.extend_from_slice(&input[i..]);
                    return;
                }
            }
        }
    }
}

struct Dechunk(RefCell<ChunkDecoder>);

impl Filter for Dechunk {
    fn filter(
        &self,
        _ctx: &Ctx,
        _stream: &Stream,
        input: &mut Brigade,
        output: &mut Brigade,
        consumed: Option<&mut usize>,
        _flush: Flush,
    ) -> FilterStatus {
        let mut taken = 0;
        for mut bucket in input.drain(..) {
            taken += bucket.data.len();
            let mut out = Vec::with_capacity(bucket.data.len());
            self.0.borrow_mut().decode(&bucket.data, &mut out);
            if !out.is_empty() {
                bucket.data = out;
                output.push_back(bucket);
            }
        }
        if let Some(consumed) = consumed {
            *consumed = taken;
        }
        FilterStatus::PassOn
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(mut converter: impl Converter, pieces: &[&str]) -> Result<String, String> {
        let mut out = Vec::new();
        for piece in pieces {
            converter.convert(piece.as_bytes(), &mut out)?;
        }
        converter.finish(&mut out)?;
        Ok(String::from_utf8(out).unwrap())
    }

    #[test]
    fn base64() {
        let encoder = |lines| Base64Encoder { rest: Vec::new(), column: 0, lines };
        assert_eq!(run(encoder(None), &["ab", "c", "de"]).unwrap(), "YWJjZGU=");
        let lines = Some((20, b"\r\n".to_vec()));
        assert_eq!(
            run(encoder(lines), &["xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"]).unwrap(),
            "eHh4eHh4eHh4eHh4eHh4\r\neHh4eHh4eHh4eHh4eHh4\r\neHh4eHh4eHh4eA=="
        );
        assert_eq!(run(Base64Decoder::default(), &["YW Jj\n!!ZA=="]).unwrap(), "abcd");
        assert_eq!(run(Base64Decoder::default(), &["Y", "W", "Jj"]).unwrap(), "abc");
        assert!(run(Base64Decoder::default(), &["YW==YW=="]).is_err());
        assert!(run(Base64Decoder::default(), &["YWJj="]).is_err());
    }
    #[test]
    fn quoted_printable() {
        let encoder = |length: Option<usize>, end: Option<&str>| QuotedEncoder {
            lines: length.map(|n| (n, end.unwrap_or("\r\n").into())),
            line_break: end.map(Into::into),
            binary: false,
            force_first: false,
            held: Vec::new(),
            left: length.unwrap_or(0),
        };
        assert_eq!(run(encoder(None, None), &["a=b \r\nx \n"]).unwrap(), "a=3Db =0D=0Ax =0A");
        assert_eq!(run(encoder(Some(20), Some("\r\n")), &["a=b \r\nx \r\n end "]).unwrap(), "a=3Db=20\r\nx=20\r\n end=20");
        let text = "abc def=".repeat(12);
        assert_eq!(
            run(encoder(Some(30), Some("\r\n")), &[&text]).unwrap(),
            "abc def=3Dabc def=3Dabc def=\r\n=3Dabc def=3Dabc def=3Dabc de=\r\nf=3Dabc def=3Dabc def=3Dabc d=\r\nef=3Dabc def=3Dabc def=3Dabc =\r\ndef=3D"
        );
        let decoder = |end: Option<&str>| QuotedDecoder { line_break: end.map(Into::into), held: Vec::new() };
        assert_eq!(run(decoder(None), &["a=3", "Db"]).unwrap(), "a=b");
        assert_eq!(run(decoder(None), &["a=\nb"]).unwrap(), "ab");
        assert_eq!(run(decoder(Some("\r\n")), &["a=\r\nb"]).unwrap(), "ab");
        assert!(run(decoder(None), &["=zz"]).is_err());
    }
    #[test]
    fn chunks() {
        let run = |text: &str| {
            let mut out = Vec::new();
            ChunkDecoder::default().decode(text.as_bytes(), &mut out);
            String::from_utf8(out).unwrap()
        };
        assert_eq!(run("3\r\nabc\r\n2;x\r\nde\r\n0\r\n\r\nrest"), "abcde");
        assert_eq!(run("zz"), "zz");
        assert_eq!(run("3\nabc\n0\n"), "abc");
        assert_eq!(run("A\r\n0123"), "0123");
    }
}
