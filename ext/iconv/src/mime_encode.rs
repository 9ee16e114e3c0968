//! Texts as MIME headers (RFC 2047).

use crate::{
    convert::{Conversion, Error, Target},
    settings::{Role, encoding, is_short},
};
use phant_charset::{Decoder, Encoder, Fault};
use phant_digest::base64;
use phant_memory::{Array, PhpStr, Str, Value};
use phant_native::{Ctx, PhpResult, convert, descriptor::FunctionGroup, functions, php, ret::OrFalse};

pub(crate) const FUNCTIONS: FunctionGroup = functions![iconv_mime_encode];

/// What may be chosen.
struct Style {
    quoted: bool,
    to: Vec<u8>,
    from: Vec<u8>,
    line_length: usize,
    line_break: Vec<u8>,
}

impl Style {
    /// `None` after a warning.
    fn read(ctx: &Ctx, options: &Array) -> PhpResult<Option<Style>> {
        let internal = encoding(ctx, Role::Internal);
        let mut style =
            Style { quoted: false, to: internal.clone(), from: internal, line_length: 76, line_break: b"\r\n".to_vec() };
        let get = |name: &str| options.get_bytes(name.as_bytes());
        if let Some(scheme) = get("scheme").and_then(Value::as_str) {
            match scheme.first() {
                Some(b'B' | b'b') => style.quoted = false,
                Some(b'Q' | b'q') => style.quoted = true,
                _ => {}
            }
        }
        for (name, place) in [("input-charset", &mut style.from), ("output-charset", &mut style.to)] {
            if let Some(set) = get(name).and_then(Value::as_str) {
                if !is_short(ctx, &set) {
                    ctx.check()?;
                    return Ok(None);
                }
                if !set.is_empty() {
                    *place = set.to_vec();
                }
            }
        }
        if let Some(length) = get("line-length") {
            // A negative length is an enormous one.
            style.line_length = convert::to_int(length) as usize;
        }
        if let Some(line_break) = get("line-break-chars") {
            style.line_break = convert::to_str(ctx, line_break)?.to_vec();
        }
        Ok(Some(style))
    }
}

/// A header field whose text is in any character set.
#[php("function iconv_mime_encode(string $field_name, string $field_value, array $options = []): string|false")]
fn iconv_mime_encode(ctx: &Ctx, name: &PhpStr, value: &PhpStr, options: &Array) -> PhpResult<OrFalse<Str>> {
    let Some(style) = Style::read(ctx, options)? else { return Ok(OrFalse::from(None)) };
    // A line is put together in memory.
    ctx.reserve(style.line_length.saturating_add(5))?;
    match encode(name, value, &style) {
        Ok(header) => Ok(OrFalse::from(Some(Str::new(&header)))),
        Err(error) => {
            error.show(ctx, &style.to, &style.from);
            ctx.check()?;
            Ok(OrFalse::from(None))
        }
    }
}

fn encode(name: &[u8], value: &[u8], style: &Style) -> Result<Vec<u8>, Error> {
    if name.len() + 2 >= style.line_length || style.to.len() + 12 >= style.line_length {
        return Err(Error::TooBig);
    }
    let to = Target::find(&style.to).ok_or(Error::WrongCharset)?;
    let mut out = Vec::new();
    let mut plain = Conversion::open(b"ASCII", &style.from)?;
    // A name that is not ASCII is left out.
    let _ = plain.append(name, &mut out);
    out.extend_from_slice(b": ");
    let mut words = Words { style, to, out, room: style.line_length - name.len() - 2 };
    let mut text = String::new();
    let mut decoder = Decoder::new(Target::find(&style.from).ok_or(Error::WrongCharset)?.set);
    let fault = decoder.decode(value, &mut text).1.or_else(|| decoder.finish(&mut text));
    let mut rest = text.as_str();
    loop {
        rest = if style.quoted { words.quoted(rest)? } else { words.base64(rest)? };
        if rest.is_empty() {
            break;
        }
    }
    match fault {
        None => Ok(words.out),
        Some(Fault::Incomplete) => Err(Error::Incomplete),
        Some(Fault::Illegal) => Err(Error::Illegal),
    }
}

/// Encoded words being written.
struct Words<'a> {
    style: &'a Style,
    to: Target,
    out: Vec<u8>,
    /// How many characters there are left on the line.
    room: usize,
}

impl Words<'_> {
    /// Begins a word, on a new line if too little would fit.
    fn begin(&mut self, scheme: u8) -> Result<(), Error> {
        let least = b"=??X??=".len() + self.style.to.len() + if scheme == b'B' { 4 } else { 3 };
        if self.room < least + self.style.line_break.len() + 1 {
            self.out.extend_from_slice(&self.style.line_break);
            self.out.push(b' ');
            self.room = self.style.line_length - 1;
        }
        self.out.extend_from_slice(b"=?");
        self.out.extend_from_slice(&self.style.to);
        self.out.extend_from_slice(&[b'?', scheme, b'?']);
        self.room = self.room.checked_sub(self.style.to.len() + 5).ok_or(Error::TooBig)?;
        Ok(())
    }
    fn end(&mut self) {
        self.out.extend_from_slice(b"?=");
        self.room = self.room.saturating_sub(2);
    }

    /// A word in base 64 with as many characters as fit; what is left.
    fn base64<'t>(&mut self, text: &'t str) -> Result<&'t str, Error> {
        self.begin(b'B')?;
        let size = self.room.saturating_sub(2) / 4 * 3;
        // Room to come back to where a reader began. What does not do is made larger.
        let mut reserved = 4;
        let (bytes, rest) = loop {
            if size <= reserved {
                return Err(Error::TooBig);
            }
            let (mut bytes, rest, mut encoder) = self.fill(text, |bytes| bytes.len() <= size - reserved)?;
            encoder.finish(&mut bytes);
            if bytes.len() <= size {
                break (bytes, rest);
            }
            reserved += 4;
        };
        let encoded = base64::encode(&bytes);
        self.room = self.room.saturating_sub(encoded.len());
        self.out.extend_from_slice(&encoded);
        self.end();
        Ok(rest)
    }

    /// A word in which most bytes stand for themselves; what is left.
    fn quoted<'t>(&mut self, text: &'t str) -> Result<&'t str, Error> {
        self.begin(b'Q')?;
        let size = self.room.saturating_sub(2);
        let needed = |bytes: &[u8]| bytes.iter().map(|&b| if is_plain(b) { 1 } else { 3 }).sum::<usize>();
        let (mut bytes, rest, mut encoder) = self.fill(text, |bytes| needed(bytes) <= size)?;
        encoder.finish(&mut bytes);
        for &byte in &bytes {
            if is_plain(byte) {
                self.out.push(byte);
            } else {
                self.out.extend_from_slice(format!("={byte:02X}").as_bytes());
            }
        }
        self.room = self.room.saturating_sub(needed(&bytes));
        self.end();
        Ok(rest)
    }

    /// Encodes characters for as long as they fit, at least one.
    fn fill<'t>(&self, text: &'t str, fits: impl Fn(&[u8]) -> bool) -> Result<(Vec<u8>, &'t str, Encoder), Error> {
        let mut encoder = Encoder::new(self.to.set);
        let mut bytes = Vec::new();
        for (at, c) in text.char_indices() {
            let before = bytes.len();
            if encoder.encode(c.encode_utf8(&mut [0; 4]), &mut bytes).is_err() {
                return Err(Error::Illegal);
            }
            if !fits(&bytes) {
                if at == 0 {
                    return Err(Error::TooBig);
                }
                // Nothing is left of the character, not even a change of state.
                bytes.truncate(before);
                let mut again = Encoder::new(self.to.set);
                let _ = again.encode(&text[..at], &mut Vec::new());
                return Ok((bytes, &text[at..], again));
            }
        }
        Ok((bytes, "", encoder))
    }
}

/// Whether a byte stands for itself in a quoted word.
fn is_plain(byte: u8) -> bool {
    matches!(byte, b'!'..=b'~') && !b"=?_".contains(&byte)
}
