//! Encoded words in mail headers.

use crate::{
    codec::{Substitute, decode, encode},
    encoding::{self, BAD, EncodingRef},
    state::{self, argument, chars, text},
    transfer,
};
use phant_digest::base64;
use phant_memory::{PhpStr, Str};
use phant_native::{Ctx, PhpResult, descriptor::FunctionGroup, functions, php};

pub(crate) const FUNCTIONS: FunctionGroup = functions![mb_encode_mimeheader, mb_decode_mimeheader];

/// Columns of a header line, but for the space at its beginning.
const LINE: usize = 75;
/// What a line must have room for, beside the name of the character set, so that encoded words begin in it.
const ENCODED_WORD: usize = 20;
const SUBSTITUTE: Substitute = Substitute::Char(b'?' as u32);

/// A header's text, with what is not ASCII as encoded words.
#[php(
    "function mb_encode_mimeheader(string $string, ?string $charset = null, ?string $transfer_encoding = null, string $newline = \"\\r\\n\", int $indent = 0): string"
)]
fn mb_encode_mimeheader(
    ctx: &Ctx,
    string: &PhpStr,
    charset: Option<&PhpStr>,
    transfer: Option<&PhpStr>,
    newline: &PhpStr,
    indent: i64,
    passed: usize,
) -> PhpResult<Str> {
    // `null` is the default in the signature alone.
    let empty = Str::default();
    let given = |number: usize, name: &str, value| match value {
        None if passed >= number => {
            ctx.deprecated(format!("Passing null to parameter #{number} (${name}) of type ?string is deprecated"));
            ctx.check().map(|()| Some(&*empty))
        }
        _ => Ok(value),
    };
    let charset = given(2, "charset", charset)?;
    let transfer = given(3, "transfer_encoding", transfer)?;
    let language = state::of(ctx).language.get();
    let (charset, mut quoted) = match charset {
        Some(_) => (argument(ctx, 2, charset)?, false),
        None => (encoding::find(language.mail.0.as_bytes()).unwrap_or(encoding::utf8()), language.mail.1 == "Quoted-Printable"),
    };
    if let Some(first) = transfer.and_then(|t| t.first()) {
        quoted = first.eq_ignore_ascii_case(&b'q');
    }
    let internal = state::internal(ctx);
    let all = chars(ctx, internal, string)?;
    let indent = usize::try_from(indent).unwrap_or(0);
    let indent = if indent < LINE - 1 { indent } else { 0 };
    Ok(Str::from(Header { charset, quoted, newline, column: indent, out: Vec::new() }.encode(&all)))
}

/// A subject as mail has it.
pub(crate) fn encode_header(ctx: &Ctx, text: &PhpStr, charset: EncodingRef, quoted: bool, newline: &[u8]) -> PhpResult<Str> {
    // As long as the longest prefix that mailing lists write before it.
    const COLUMN: usize = "Subject: [PHP-jp nnnnnnnn]\r\n".len();
    let all = chars(ctx, state::internal(ctx), text)?;
    Ok(Str::from(Header { charset, quoted, newline, column: COLUMN, out: Vec::new() }.encode(&all)))
}

struct Header<'a> {
    charset: EncodingRef,
    quoted: bool,
    newline: &'a [u8],
    column: usize,
    out: Vec<u8>,
}

/// What stands in a header as it is; the others could be taken for an encoded word, or for what stands in one.
fn is_plain(c: u32) -> bool {
    (0x20..0x7f).contains(&c) && ![b'=', b'?', b'_'].map(u32::from).contains(&c)
}

impl Header<'_> {
    fn encode(mut self, all: &[u32]) -> Vec<u8> {
        let mut rest = all;
        while !rest.is_empty() {
            // A word begins with the spaces before it, but for the one that ends the word before.
            let spaces = rest.iter().take_while(|&&c| c == 0x20).count();
            let length = rest[spaces..].iter().position(|&c| c == 0x20).map(|at| spaces + at);
            let word = &rest[..length.unwrap_or(rest.len())];
            // Nor does a word stay as it is that fills a line, unless it is the last.
            if !word.iter().copied().all(is_plain) || length.is_some_and(|n| n >= LINE - 1) {
                self.words(rest);
                break;
            }
            let is_only = self.out.is_empty() && length.is_none();
            self.separate(!is_only && self.column + word.len() >= LINE);
            self.out.extend(word.iter().map(|&c| c as u8));
            self.column += word.len();
            rest = length.map_or(&[], |n| &rest[n + 1..]);
        }
        self.out
    }
    /// What comes before a word: a space, or a new line.
    fn separate(&mut self, on_new_line: bool) {
        if on_new_line {
            self.out.extend_from_slice(self.newline);
            self.out.push(b' ');
            self.column = 0;
        } else if !self.out.is_empty() {
            self.out.push(b' ');
            self.column += 1;
        }
    }
    fn payload(&self, chars: &[u32]) -> Vec<u8> {
        let bytes = encode(self.charset, chars, SUBSTITUTE);
        if !self.quoted {
            return base64::encode(&bytes);
        }
        let mut out = Vec::with_capacity(bytes.len());
        for byte in bytes {
            if byte.is_ascii_alphabetic() || b"!*+-/".contains(&byte) {
                out.push(byte);
            } else {
                const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
                out.extend_from_slice(&[b'=', DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]]);
            }
        }
        out
    }
    /// How many characters fit; one at least, or there would be no end.
    fn fitting(&self, chars: &[u32], room: usize) -> usize {
        if self.charset.is_utf8() && !self.quoted {
            let mut bytes = 0;
            let fits = |&c: &u32| {
                bytes += char::from_u32(c).map_or(1, char::len_utf8);
                bytes.div_ceil(3) * 4 <= room
            };
            return chars.iter().copied().take_while(fits).count().max(1);
        }
        let (mut low, mut high) = (1, chars.len().min(LINE));
        // Mostly all of them do.
        if self.payload(&chars[..high]).len() <= room {
            return high;
        }
        while low < high {
            let middle = (low + high).div_ceil(2);
            if self.payload(&chars[..middle]).len() <= room { low = middle } else { high = middle - 1 }
        }
        low
    }
    fn words(&mut self, mut rest: &[u32]) {
        let name = self.charset.mime.unwrap_or(self.charset.name);
        let prefix = format!("=?{name}?{}?", if self.quoted { 'Q' } else { 'B' });
        self.separate(self.column + name.len() + ENCODED_WORD > LINE);
        while !rest.is_empty() {
            let room = LINE.saturating_sub(self.column + prefix.len() + 2);
            let (word, tail) = rest.split_at(self.fitting(rest, room));
            self.out.extend_from_slice(prefix.as_bytes());
            let payload = self.payload(word);
            self.out.extend_from_slice(&payload);
            self.out.extend_from_slice(b"?=");
            rest = tail;
            if !rest.is_empty() {
                self.separate(true);
            }
        }
    }
}

/// An encoded word at the start of the text: its characters and length.
fn word(text: &[u8]) -> Option<(Vec<u32>, usize)> {
    let body = text.strip_prefix(b"=?")?;
    let mut parts = body.splitn(3, |&b| b == b'?');
    let (charset, method, rest) = (parts.next()?, parts.next()?, parts.next()?);
    // A word that nothing ends goes on to the end.
    let (end, mark) = rest.windows(2).position(|w| w == b"?=").map_or((rest.len(), 0), |end| (end, 2));
    let encoding = encoding::find(charset)?;
    let data = &rest[..end];
    let bytes = match method {
        b"B" | b"b" => {
            let mut bytes = Vec::new();
            transfer::decode_base64(data, &mut bytes);
            bytes.into_iter().map(|b| u8::try_from(b).unwrap_or(b'?')).collect()
        }
        b"Q" | b"q" => unquote(data),
        _ => return None,
    };
    Some((decode(encoding, &bytes), 2 + charset.len() + 1 + method.len() + 1 + end + mark))
}

fn unquote(data: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(data.len());
    let mut rest = data;
    while let Some((&byte, tail)) = rest.split_first() {
        rest = tail;
        let hex = |b: &u8| (*b as char).to_digit(16);
        match (byte, tail) {
            (b'_', _) => out.push(b' '),
            (b'=', [high, low, after @ ..]) => {
                if let (Some(high), Some(low)) = (hex(high), hex(low)) {
                    out.push((high << 4 | low) as u8);
                    rest = after;
                } else {
                    out.push(byte);
                }
            }
            _ => out.push(byte),
        }
    }
    out
}

/// The text of a header with encoded words.
#[php("function mb_decode_mimeheader(string $string): string")]
fn mb_decode_mimeheader(ctx: &Ctx, string: &PhpStr) -> PhpResult<Str> {
    let internal = state::internal(ctx);
    let mut out = Vec::new();
    let mut rest = string.as_bytes();
    let mut after_word = false;
    while !rest.is_empty() {
        // White space, line breaks included, is one space, and none between two encoded words.
        let space = rest.iter().take_while(|b| matches!(b, b' ' | b'\t' | b'\r' | b'\n')).count();
        if space > 0 {
            let tail = &rest[space..];
            let broken = rest[..space].iter().any(|b| matches!(b, b'\r' | b'\n'));
            if tail.is_empty() && broken {
                break;
            }
            if !(after_word && word(tail).is_some()) {
                if broken || after_word {
                    out.push(0x20);
                } else {
                    out.extend(rest[..space].iter().map(|&b| u32::from(b)));
                }
            }
            rest = tail;
            continue;
        }
        match word(rest) {
            Some((chars, length)) => {
                out.extend(chars);
                rest = &rest[length..];
                after_word = true;
            }
            None => {
                let end = rest
                    .iter()
                    .skip(1)
                    .position(|b| matches!(b, b' ' | b'\t' | b'\r' | b'\n' | b'='))
                    .map_or(rest.len(), |p| p + 1);
                out.extend(rest[..end].iter().map(|&b| if b < 0x80 { u32::from(b) } else { BAD }));
                rest = &rest[end..];
                after_word = false;
            }
        }
    }
    Ok(text(ctx, internal, &out))
}
