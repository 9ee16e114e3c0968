//! JSON's tokens.

use crate::{error::JsonError, flags};
use phant_key_cache::{KeyCache, plain_run, push_plain_run};
use phant_memory::{Str, StrBuilder};
use phant_native::utf8::next_utf8;
use phant_numeric::parse;

/// A token; strings are decoded.
#[derive(Debug)]
pub(crate) enum Token {
    ObjectStart,
    ObjectEnd,
    ArrayStart,
    ArrayEnd,
    Comma,
    Colon,
    Null,
    Bool(bool),
    Int(i64),
    Float(f64),
    /// A string.
    Str(Str),
    /// An integer too large for `int`, wanted as a string.
    BigInt(Str),
    End,
}

pub(crate) struct Lexer<'a> {
    text: &'a [u8],
    at: usize,
    options: i64,
    /// Where keys are looked up; nowhere if they are only checked.
    keys: Option<&'static KeyCache>,
}

/// What a byte is in a string.
#[derive(Clone, Copy, PartialEq)]
enum InString {
    Plain,
    Quote,
    Escape,
    Control,
    High,
}

const CLASSES: [InString; 256] = {
    let mut classes = [InString::Plain; 256];
    let mut b = 0;
    while b < 256 {
        classes[b] = match b as u8 {
            b'"' => InString::Quote,
            b'\\' => InString::Escape,
            0..0x20 => InString::Control,
            0x80.. => InString::High,
            _ => InString::Plain,
        };
        b += 1;
    }
    classes
};

/// The values of hexadecimal digits; 255 for other bytes.
const DIGITS: [u8; 256] = {
    let mut digits = [255; 256];
    let mut b = 0;
    while b < 256 {
        digits[b] = match b as u8 {
            digit @ b'0'..=b'9' => digit - b'0',
            digit @ b'a'..=b'f' => digit - b'a' + 10,
            digit @ b'A'..=b'F' => digit - b'A' + 10,
            _ => 255,
        };
        b += 1;
    }
    digits
};

impl<'a> Lexer<'a> {
    pub(crate) fn new(text: &'a [u8], options: i64, keys: Option<&'static KeyCache>) -> Lexer<'a> {
        Lexer { text, at: 0, options, keys }
    }

    fn rest(&self) -> &'a [u8] {
        &self.text[self.at..]
    }

    /// The next token where a key may stand: keys are often met again.
    #[inline]
    pub(crate) fn next_key(&mut self) -> Result<Token, JsonError> {
        self.skip_space();
        match self.text.get(self.at) {
            Some(b'"') => self.string(true),
            _ => self.next(),
        }
    }

    /// Passes this sign, if it is the next token.
    #[inline(always)]
    pub(crate) fn eat(&mut self, sign: u8) -> bool {
        self.skip_space();
        let found = self.text.get(self.at) == Some(&sign);
        self.at += usize::from(found);
        found
    }

    #[inline]
    fn skip_space(&mut self) {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.text.get(self.at) {
            self.at += 1;
        }
    }

    #[inline]
    pub(crate) fn next(&mut self) -> Result<Token, JsonError> {
        self.skip_space();
        let Some(&byte) = self.text.get(self.at) else { return Ok(Token::End) };
        let token = match byte {
            b'{' => Token::ObjectStart,
            b'}' => Token::ObjectEnd,
            b'[' => Token::ArrayStart,
            b']' => Token::ArrayEnd,
            b',' => Token::Comma,
            b':' => Token::Colon,
            b'"' => return self.string(false),
            b'-' | b'0'..=b'9' => return self.number(),
            b't' if self.rest().starts_with(b"true") => return Ok(self.word(Token::Bool(true), 4)),
            b'f' if self.rest().starts_with(b"false") => return Ok(self.word(Token::Bool(false), 5)),
            b'n' if self.rest().starts_with(b"null") => return Ok(self.word(Token::Null, 4)),
            0..0x20 => return Err(JsonError::ControlCharacter),
            0x80.. if next_utf8(self.rest()).0.is_none() => return Err(JsonError::Utf8),
            _ => return Err(JsonError::Syntax),
        };
        self.at += 1;
        Ok(token)
    }

    fn word(&mut self, token: Token, len: usize) -> Token {
        self.at += len;
        token
    }

    /// An integer of few digits, as most numbers are.
    #[inline]
    fn short_int(&mut self) -> Option<i64> {
        let negative = self.text[self.at] == b'-';
        let start = self.at + usize::from(negative);
        let (mut at, mut number) = (start, 0i64);
        while let Some(digit @ 0..=9) = self.text.get(at).map(|b| b.wrapping_sub(b'0')) {
            number = number.wrapping_mul(10).wrapping_add(i64::from(digit));
            at += 1;
        }
        let digits = at - start;
        let whole = !matches!(self.text.get(at), Some(b'.' | b'e' | b'E'));
        // Nothing follows a zero at the beginning.
        let fits = matches!(digits, 1..=18) && (self.text[start] != b'0' || digits == 1);
        (whole && fits).then(|| {
            self.at = at;
            if negative { -number } else { number }
        })
    }

    fn number(&mut self) -> Result<Token, JsonError> {
        if let Some(int) = self.short_int() {
            return Ok(Token::Int(int));
        }
        let rest = self.rest();
        let digits_from = |from: usize| rest.get(from..).unwrap_or_default().iter().take_while(|b| b.is_ascii_digit()).count();
        let sign = usize::from(rest[0] == b'-');
        let integral = if rest.get(sign) == Some(&b'0') { 1 } else { digits_from(sign) };
        if integral == 0 {
            return Err(JsonError::Syntax);
        }
        let mut len = sign + integral;
        if rest.get(len) == Some(&b'.') && digits_from(len + 1) > 0 {
            len += 1 + digits_from(len + 1);
        }
        if let Some(b'e' | b'E') = rest.get(len) {
            let exponent_sign = usize::from(matches!(rest.get(len + 1), Some(b'+' | b'-')));
            let exponent = digits_from(len + 1 + exponent_sign);
            if exponent > 0 {
                len += 1 + exponent_sign + exponent;
            }
        }
        let text = &rest[..len];
        self.at += len;
        if len > sign + integral {
            return Ok(Token::Float(parse::strtod(text).0));
        }
        let value = text[sign..].iter().try_fold(0i64, |n, b| {
            // Downwards, because there is one negative number more.
            n.checked_mul(10)?.checked_sub(i64::from(b - b'0'))
        });
        match value.and_then(|v| if sign == 1 { Some(v) } else { v.checked_neg() }) {
            Some(int) => Ok(Token::Int(int)),
            None if self.options & flags::BIGINT_AS_STRING != 0 => Ok(Token::BigInt(Str::new(text))),
            None => Ok(Token::Float(parse::strtod(text).0)),
        }
    }

    fn string(&mut self, key: bool) -> Result<Token, JsonError> {
        self.at += 1;
        let start = self.at;
        // Most strings are taken as they are.
        loop {
            self.at += plain_run::<false>(self.rest());
            let Some(&byte) = self.text.get(self.at) else { return Err(JsonError::ControlCharacter) };
            match CLASSES[usize::from(byte)] {
                InString::Plain => {}
                InString::Quote => {
                    let text = &self.text[start..self.at];
                    self.at += 1;
                    return Ok(Token::Str(match self.keys {
                        None => Str::default(),
                        Some(keys) if key => keys.get(text),
                        Some(_) => Str::new(text),
                    }));
                }
                InString::Control => return Err(JsonError::ControlCharacter),
                InString::High => match next_utf8(self.rest()) {
                    (Some(_), len) => self.at += len,
                    (None, _) => break,
                },
                InString::Escape => break,
            }
        }
        let mut out = StrBuilder::with_capacity(self.at - start + 32);
        out.push_bytes(&self.text[start..self.at]);
        self.unescaped(out)
    }

    /// The rest of a string, which is not taken as it is.
    fn unescaped(&mut self, mut out: StrBuilder) -> Result<Token, JsonError> {
        loop {
            let rest = self.rest();
            let Some(&byte) = rest.first() else { return Err(JsonError::ControlCharacter) };
            match CLASSES[usize::from(byte)] {
                InString::Plain => self.at += push_plain_run::<false>(&mut out, rest),
                InString::Quote => {
                    self.at += 1;
                    return Ok(Token::Str(out.finish()));
                }
                InString::Control => return Err(JsonError::ControlCharacter),
                InString::High => match next_utf8(rest) {
                    (Some(_), len) => {
                        out.push_bytes(&rest[..len]);
                        self.at += len;
                    }
                    (None, _) => {
                        // One byte at a time, unlike the encoder.
                        self.at += 1;
                        if self.options & flags::INVALID_UTF8_SUBSTITUTE != 0 {
                            out.push_str("\u{fffd}");
                        } else if self.options & flags::INVALID_UTF8_IGNORE == 0 {
                            return Err(JsonError::Utf8);
                        }
                    }
                },
                InString::Escape => self.escape(&mut out)?,
            }
        }
    }

    #[inline]
    fn escape(&mut self, out: &mut StrBuilder) -> Result<(), JsonError> {
        let byte = match self.text.get(self.at + 1) {
            Some(b'u') => return self.unicode(out),
            Some(&byte @ (b'"' | b'\\' | b'/')) => byte,
            Some(b'b') => 0x08,
            Some(b'f') => 0x0c,
            Some(b'n') => b'\n',
            Some(b'r') => b'\r',
            Some(b't') => b'\t',
            _ => return Err(JsonError::Syntax),
        };
        out.push(byte);
        self.at += 2;
        Ok(())
    }

    /// The four hexadecimal digits of a `\u` escape at `at`.
    #[inline]
    fn hex(&self, at: usize) -> Option<u32> {
        let [b'\\', b'u', digits @ ..] = self.text.get(at..)?.first_chunk::<6>()? else { return None };
        let digits = digits.map(|digit| u32::from(DIGITS[usize::from(digit)]));
        let [a, b, c, d] = digits;
        (a | b | c | d < 16).then_some(a << 12 | b << 8 | c << 4 | d)
    }

    fn unicode(&mut self, out: &mut StrBuilder) -> Result<(), JsonError> {
        let unit = self.hex(self.at).ok_or(JsonError::Syntax)?;
        self.at += 6;
        let code = match unit {
            0xd800..0xdc00 => {
                let low = self.hex(self.at).filter(|u| (0xdc00..0xe000).contains(u)).ok_or(JsonError::Utf16)?;
                self.at += 6;
                0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00)
            }
            _ => unit,
        };
        let c = char::from_u32(code).ok_or(JsonError::Utf16)?;
        let mut bytes = [0; 4];
        let len = c.encode_utf8(&mut bytes).len();
        out.push_some(bytes, len);
        Ok(())
    }
}
