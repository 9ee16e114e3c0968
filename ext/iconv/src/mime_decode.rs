//! MIME headers (RFC 2047) as texts.

use crate::{
    convert::{Conversion, Error, Target},
    settings::argument,
};
use phant_digest::{base64, quoted_printable};
use phant_memory::{Array, Key, PhpStr, Str, Value};
use phant_native::{Ctx, PhpResult, descriptor::FunctionGroup, functions, php, ret::OrFalse};

pub(crate) const FUNCTIONS: FunctionGroup = functions![iconv_mime_decode, iconv_mime_decode_headers];

/// `ICONV_MIME_DECODE_STRICT`: encoded words must stand alone.
pub(crate) const STRICT: i64 = 1;
/// `ICONV_MIME_DECODE_CONTINUE_ON_ERROR`: what cannot be decoded stays as it is.
pub(crate) const CONTINUE_ON_ERROR: i64 = 2;

/// The text of a header field.
#[php("function iconv_mime_decode(string $string, int $mode = 0, ?string $encoding = null): string|false")]
fn iconv_mime_decode(ctx: &Ctx, string: &PhpStr, mode: i64, encoding: Option<&PhpStr>) -> PhpResult<OrFalse<Str>> {
    let Some(encoding) = argument(ctx, encoding) else { return ctx.check().map(|()| OrFalse::from(None)) };
    ctx.reserve(string.len().saturating_mul(2))?;
    match decode_field(string, &encoding, mode) {
        Ok((text, _)) => Ok(OrFalse::from(Some(Str::new(&text)))),
        Err(error) => {
            error.show(ctx, &encoding, b"???");
            ctx.check()?;
            Ok(OrFalse::from(None))
        }
    }
}

/// The fields of a header, by name; several of a name as an array.
#[php("function iconv_mime_decode_headers(string $headers, int $mode = 0, ?string $encoding = null): array|false")]
fn iconv_mime_decode_headers(ctx: &Ctx, headers: &PhpStr, mode: i64, encoding: Option<&PhpStr>) -> PhpResult<OrFalse<Array>> {
    let Some(encoding) = argument(ctx, encoding) else { return ctx.check().map(|()| OrFalse::from(None)) };
    let mut fields = Array::new();
    let mut rest = headers.as_bytes();
    while !rest.is_empty() {
        ctx.poll()?;
        let (text, taken) = match decode_field(rest, &encoding, mode) {
            Ok(field) => field,
            Err(error) => {
                error.show(ctx, &encoding, b"???");
                ctx.check()?;
                return Ok(OrFalse::from(None));
            }
        };
        if text.is_empty() {
            break;
        }
        add_field(&mut fields, &text);
        rest = &rest[taken..];
    }
    Ok(OrFalse::from(Some(fields)))
}

fn add_field(fields: &mut Array, text: &[u8]) {
    let Some(colon) = text.iter().position(|&b| b == b':') else { return };
    let value = &text[colon + 1..];
    let blank = value.iter().take_while(|b| b" \t".contains(b)).count();
    let (key, value) = (Key::from(Str::new(&text[..colon])), Value::from(Str::new(&value[blank..])));
    let all = match fields.get(&key.as_ref()).cloned() {
        None => {
            fields.set(key, value);
            return;
        }
        Some(known) => match known.as_array() {
            Some(all) => {
                let mut all = all.clone();
                let _ = all.push(value);
                all
            }
            None => Array::list([known.clone(), value]),
        },
    };
    fields.set(key, Value::from(all));
}

/// What is expected next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Expect {
    Anything,
    /// The `?` behind `=`.
    FirstMark,
    Charset,
    Scheme,
    /// The `?` behind the scheme.
    SchemeMark,
    Encoded,
    /// The `=` at the end of a word.
    WordEnd,
    LineFeed,
    /// A blank that continues the field on the next line.
    Folding,
    /// What follows a word.
    AfterWord,
    Language,
    Blanks,
    /// Text in which words are not looked for.
    Plain,
}

/// A field being decoded. Positions are of the input.
struct Field<'a> {
    input: &'a [u8],
    strict: bool,
    lenient: bool,
    to: Target,
    plain: Conversion,
    out: Vec<u8>,
    expect: Expect,
    at: usize,
    /// Where the word began; none if what it was has been written.
    word: Option<usize>,
    charset: usize,
    base64: bool,
    encoded: (usize, usize),
    conversion: Option<Conversion>,
    /// Where blanks began that are written if no word follows.
    blanks: Option<usize>,
}

/// The text of one field, and how much of the input it was.
fn decode_field(input: &[u8], encoding: &[u8], mode: i64) -> Result<(Vec<u8>, usize), Error> {
    let to = Target::find(encoding).ok_or(Error::WrongCharset)?;
    let mut field = Field {
        input,
        strict: mode & STRICT != 0,
        lenient: mode & CONTINUE_ON_ERROR != 0,
        to,
        plain: Conversion::open(encoding, b"ASCII")?,
        out: Vec::new(),
        expect: Expect::Anything,
        at: 0,
        word: None,
        charset: 0,
        base64: false,
        encoded: (0, 0),
        conversion: None,
        blanks: None,
    };
    while field.at < input.len() {
        if field.step()? {
            return Ok((field.out, field.at));
        }
        field.at += 1;
    }
    match field.expect {
        Expect::Anything | Expect::Folding | Expect::Blanks | Expect::Plain => {}
        _ if field.lenient => {
            if field.expect == Expect::FirstMark {
                field.put(b"=")?;
            }
        }
        _ => return Err(Error::Malformed),
    }
    Ok((field.out, input.len()))
}

impl Field<'_> {
    fn is_last(&self) -> bool {
        self.at + 1 >= self.input.len()
    }
    /// What comes when words are done with.
    fn go_on(&mut self) {
        self.expect = if self.strict { Expect::Plain } else { Expect::Anything };
    }
    fn put(&mut self, text: &[u8]) -> Result<(), Error> {
        match self.plain.append(text, &mut self.out) {
            Err(_) if self.lenient => Ok(()),
            result => result,
        }
    }
    /// Takes a word for what it looks like, up to the present character.
    fn give_up(&mut self) -> Result<(), Error> {
        if !self.lenient {
            return Err(Error::Malformed);
        }
        self.put_raw_word(self.at + 1)?;
        self.go_on();
        Ok(())
    }
    fn put_raw_word(&mut self, end: usize) -> Result<(), Error> {
        let input = self.input;
        match self.word.take() {
            Some(begin) => self.plain.append(&input[begin..end], &mut self.out),
            None => Ok(()),
        }
    }
    fn begin_word(&mut self) {
        self.word = Some(self.at);
        self.expect = Expect::FirstMark;
    }

    /// Looks at one character; true at the end of the field, which that character is not part of.
    fn step(&mut self) -> Result<bool, Error> {
        let c = self.input[self.at];
        match self.expect {
            Expect::Anything => self.anything(c)?,
            Expect::FirstMark if c == b'?' => {
                self.charset = self.at + 1;
                self.expect = Expect::Charset;
            }
            Expect::FirstMark => {
                if matches!(c, b'\r' | b'\n') {
                    self.at -= 1;
                }
                let end = self.at + 1;
                self.put_raw_word(end)?;
                self.go_on();
            }
            Expect::Charset => self.charset_end(c)?,
            Expect::Scheme => match c {
                b'b' | b'B' | b'q' | b'Q' => {
                    self.base64 = c.eq_ignore_ascii_case(&b'b');
                    self.expect = Expect::SchemeMark;
                }
                _ => self.give_up()?,
            },
            Expect::SchemeMark if c == b'?' => {
                self.encoded = (self.at + 1, self.at + 1);
                self.expect = Expect::Encoded;
            }
            Expect::SchemeMark => self.give_up()?,
            Expect::Encoded => {
                if c == b'?' {
                    self.encoded.1 = self.at;
                    self.expect = Expect::WordEnd;
                }
            }
            Expect::WordEnd if c != b'=' => self.give_up()?,
            Expect::WordEnd => {
                self.expect = Expect::AfterWord;
                if self.is_last() {
                    self.after_word(c, true)?;
                }
            }
            Expect::AfterWord => self.after_word(c, false)?,
            Expect::LineFeed if c == b'\n' => self.expect = Expect::Folding,
            Expect::LineFeed => {
                self.put(b"\r")?;
                self.put(&[c])?;
                self.expect = Expect::Anything;
            }
            Expect::Folding => {
                if !matches!(c, b' ' | b'\t') {
                    return Ok(true);
                }
                if self.word.is_none() {
                    self.put(b" ")?;
                }
                self.blanks = None;
                self.expect = Expect::Blanks;
            }
            Expect::Language => {
                if c == b'?' {
                    self.expect = Expect::Scheme;
                }
            }
            Expect::Blanks => self.in_blanks(c)?,
            Expect::Plain => self.in_plain(c)?,
        }
        Ok(false)
    }

    fn anything(&mut self, c: u8) -> Result<(), Error> {
        match c {
            b'\r' => self.expect = Expect::LineFeed,
            b'\n' => self.expect = Expect::Folding,
            b'=' => self.begin_word(),
            b' ' | b'\t' => {
                self.blanks = Some(self.at);
                self.expect = Expect::Blanks;
            }
            _ => {
                self.put(&[c])?;
                self.word = None;
                if self.strict {
                    self.expect = Expect::Plain;
                }
            }
        }
        Ok(())
    }

    /// The end of the name of a character set: opens the conversion.
    fn charset_end(&mut self, c: u8) -> Result<(), Error> {
        let input = self.input;
        self.expect = match c {
            b'?' => Expect::Scheme,
            b'*' => Expect::Language,
            b'\r' | b'\n' => {
                self.put(b"=?")?;
                self.put(&input[self.charset..self.at])?;
                self.word = None;
                self.at -= 1;
                self.go_on();
                return Ok(());
            }
            _ => return Ok(()),
        };
        let name = &input[self.charset..self.at];
        if name.len() > 79 {
            return self.give_up();
        }
        match Target::find(name) {
            Some(from) => self.conversion = Some(Conversion::between(self.to, from.set)),
            None if self.lenient => {
                // The word stays as it is: its end is behind two more question marks.
                let mut marks = 2;
                while marks > 0 && !self.is_last() {
                    self.at += 1;
                    marks -= u32::from(input[self.at] == b'?');
                }
                if input.get(self.at + 1) == Some(&b'=') {
                    self.at += 1;
                }
                let end = self.at + 1;
                self.put_raw_word(end)?;
                self.go_on();
            }
            None => return Err(Error::WrongCharset),
        }
        Ok(())
    }

    /// Decodes the word that has ended, and looks at what follows it. `end`: nothing does.
    fn after_word(&mut self, c: u8, end: bool) -> Result<(), Error> {
        let blank = matches!(c, b'\r' | b'\n' | b' ' | b'\t');
        if self.strict && !end && !blank {
            let upto = self.at + 1;
            self.put_raw_word(upto)?;
            self.expect = Expect::Plain;
            return Ok(());
        }
        let encoded = &self.input[self.encoded.0..self.encoded.1];
        let bytes = if self.base64 {
            base64::decode(encoded, false).unwrap_or_default()
        } else {
            quoted_printable::decode(&encoded.iter().map(|&b| if b == b'_' { b' ' } else { b }).collect::<Vec<_>>())
        };
        let decoded = match &mut self.conversion {
            Some(conversion) => conversion.append(&bytes, &mut self.out),
            None => Ok(()),
        };
        if let Err(error) = decoded {
            if !self.lenient {
                return Err(error);
            }
            let upto = self.at;
            if self.put_raw_word(upto).is_err() {
                return Ok(());
            }
        }
        if end {
            self.expect = Expect::Anything;
            return Ok(());
        }
        match c {
            b'\r' => self.expect = Expect::LineFeed,
            b'\n' => self.expect = Expect::Folding,
            b' ' | b'\t' => {
                self.blanks = Some(self.at);
                self.expect = Expect::Blanks;
            }
            b'=' => self.begin_word(),
            _ => {
                self.put(&[c])?;
                self.word = None;
                self.go_on();
            }
        }
        Ok(())
    }

    fn in_blanks(&mut self, c: u8) -> Result<(), Error> {
        let input = self.input;
        match c {
            b'\r' => self.expect = Expect::LineFeed,
            b'\n' => self.expect = Expect::Folding,
            b' ' | b'\t' => {}
            _ => {
                // Blanks between two words are not written.
                let between_words = c == b'=' && self.word.is_some();
                if let Some(begin) = self.blanks.take()
                    && !between_words
                {
                    self.put(&input[begin..self.at])?;
                }
                if c == b'=' {
                    self.begin_word();
                } else {
                    self.put(&[c])?;
                    self.word = None;
                    self.go_on();
                }
            }
        }
        Ok(())
    }

    fn in_plain(&mut self, c: u8) -> Result<(), Error> {
        match c {
            b'\r' => self.expect = Expect::LineFeed,
            b'\n' => self.expect = Expect::Folding,
            b' ' | b'\t' => {
                self.blanks = Some(self.at);
                self.expect = Expect::Blanks;
            }
            b'=' if !self.strict => self.begin_word(),
            _ => {
                self.put(&[c])?;
                self.word = None;
            }
        }
        Ok(())
    }
}
