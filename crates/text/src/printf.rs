//! `printf` and its family: the format string, and the layout of one value.
//!
//! The caller fetches and converts arguments; [`Format`] tells which, and the `append_*` functions write them.

use phant_numeric::IntText;
use phant_numeric::float_text::{SHORTEST, append_fixed, append_general, exact_digits};

/// The digits behind the point if the format does not say.
const DEFAULT_PRECISION: i32 = 6;

/// The most digits that a format may ask for in a float.
pub const MAX_PRECISION: i32 = 53;

/// Which argument a directive takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument {
    /// The next one.
    Next,
    /// The one with this index, from 0.
    At(usize),
}

/// A width or precision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// None given.
    Default,
    /// Written in the format.
    Given(i32),
    /// `*`: taken from an argument, before the directive's own.
    Argument(Argument),
}

/// One `%…` of a format string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Directive {
    /// The value to format.
    pub argument: Argument,
    /// The smallest width.
    pub width: Count,
    /// Digits of a float, or the largest width of a string.
    pub precision: Count,
    /// Padding, alignment and sign; [`Directive::layout`] adds width and precision.
    pub flags: Layout,
    /// The conversion: one of `bcdeEfFgGhHosuxX`, or `%`, which takes an argument too if anything stands before it.
    pub conversion: u8,
    /// What is wrong with the conversion; raised by [`Directive::layout`].
    error: Option<FormatError>,
}

impl Directive {
    /// Checks the width that was fetched for a `*`.
    pub fn check_width(&self, width: Option<i64>) -> Result<usize, FormatError> {
        let width = i32::try_from(width.unwrap_or(0)).ok();
        width.and_then(|w| usize::try_from(w).ok()).ok_or(FormatError::Width)
    }

    /// Checks the precision that was fetched for a `.*`.
    pub fn check_precision(&self, precision: Option<i64>) -> Result<Option<i32>, FormatError> {
        let in_range = |p| i32::try_from(p).ok().filter(|&p| p >= -1).ok_or(FormatError::PrecisionArgument);
        precision.map(in_range).transpose()
    }

    /// The layout, once width and precision have been fetched and checked and the argument is known to be there.
    pub fn layout(&self, width: Option<i64>, precision: Option<i64>) -> Result<Layout, FormatError> {
        let width = self.check_width(width)?;
        let precision = self.check_precision(precision)?;
        if precision == Some(SHORTEST) && !matches!(self.conversion, b'g' | b'G' | b'h' | b'H') {
            return Err(FormatError::ShortestOnlyGeneral);
        }
        self.error.map_or(Ok(Layout { width, precision, ..self.flags }), Err)
    }
}

/// How a value is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// What fills up the width.
    pub padding: u8,
    /// Whether padding goes to the right.
    pub left: bool,
    /// Whether positive numbers get a "+".
    pub plus: bool,
    /// The smallest width.
    pub width: usize,
    /// The precision, if the format gives one; -1 is "as many digits as needed".
    pub precision: Option<i32>,
}

impl Default for Layout {
    fn default() -> Layout {
        Layout { padding: b' ', left: false, plus: false, width: 0, precision: None }
    }
}

/// A piece of a format string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece<'a> {
    /// Text to copy.
    Literal(&'a [u8]),
    /// A value to format.
    Directive(Directive),
}

/// What is wrong with a format string; the display form is the text of PHP's `ValueError`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormatError {
    /// `%0$s`
    ArgumentNumber,
    /// A width that does not fit.
    Width,
    /// A precision that does not fit.
    Precision,
    /// `%'` at the end.
    MissingPadding,
    /// `%` at the end.
    MissingSpecifier,
    /// A conversion that does not exist.
    UnknownSpecifier(u8),
    /// `*` with an argument that is no integer.
    WidthType,
    /// `.*` with an argument that is no integer.
    PrecisionType,
    /// `.*` with an argument that is out of range.
    PrecisionArgument,
    /// `%.*e` with -1, which only the general conversions know.
    ShortestOnlyGeneral,
}

impl FormatError {
    /// The text of PHP's `ValueError`.
    pub fn message(self) -> Vec<u8> {
        let text = match self {
            FormatError::ArgumentNumber => "Argument number specifier must be greater than zero and less than 2147483647",
            FormatError::Width => "Width must be between 0 and 2147483647",
            FormatError::WidthType => "Width must be an integer",
            FormatError::Precision => "Precision must be between 0 and 2147483647",
            FormatError::PrecisionType => "Precision must be an integer",
            FormatError::PrecisionArgument => "Precision must be between -1 and 2147483647",
            FormatError::MissingPadding => "Missing padding character",
            FormatError::MissingSpecifier => "Missing format specifier at end of string",
            FormatError::ShortestOnlyGeneral => "Precision -1 is only supported for %g, %G, %h and %H",
            FormatError::UnknownSpecifier(byte) => {
                return [b"Unknown format specifier \"", &[byte][..], b"\""].concat();
            }
        };
        text.into()
    }
}

/// Takes a format string apart, from left to right.
#[derive(Clone, Debug)]
pub struct Format<'a> {
    rest: &'a [u8],
    /// Where reading goes on if an argument of the last directive is missing; see [`Missing`].
    resume: [&'a [u8]; 3],
}

/// Which argument of a directive is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// The one for a `*` width.
    Width,
    /// The one for a `.*` precision.
    Precision,
    /// The value itself.
    Value,
}

impl<'a> Format<'a> {
    /// Starts at the beginning of `text`.
    pub fn new(text: &'a [u8]) -> Format<'a> {
        Format { rest: text, resume: [&[]; 3] }
    }

    /// Takes the text in front of the next directive.
    #[inline]
    pub fn literal(&mut self) -> &'a [u8] {
        let percent = self.rest.iter().position(|&b| b == b'%').unwrap_or(self.rest.len());
        let (literal, rest) = self.rest.split_at(percent);
        self.rest = rest;
        literal
    }
    /// Takes a directive that has no `*` and nothing wrong with it, if one is next: which argument, the conversion, the layout.
    #[inline]
    pub fn simple(&mut self) -> Option<(Argument, u8, Layout)> {
        const CONVERSIONS: [bool; 256] = {
            let mut known = [false; 256];
            let mut i = 0;
            while i < b"bcdeEfFgGhHosuxX".len() {
                known[b"bcdeEfFgGhHosuxX"[i] as usize] = true;
                i += 1;
            }
            known
        };
        let [b'%', conversion, ..] = *self.rest else { return None };
        let mut layout = Layout::default();
        let mut argument = Argument::Next;
        let mut at = 1;
        if !CONVERSIONS[usize::from(conversion)] {
            let (number, behind) = self.few_digits(at)?;
            if behind > at && self.rest.get(behind) == Some(&b'$') {
                argument = Argument::At((number as usize).checked_sub(1)?);
                at = behind + 1;
            }
            loop {
                match self.rest.get(at)? {
                    b'0' => layout.padding = b'0',
                    b' ' => layout.padding = b' ',
                    b'-' => layout.left = true,
                    b'+' => layout.plus = true,
                    _ => break,
                }
                at += 1;
            }
            let (width, behind) = self.few_digits(at)?;
            layout.width = width as usize;
            at = behind;
            if self.rest.get(at) == Some(&b'.') {
                let (precision, behind) = self.few_digits(at + 1)?;
                if behind > at + 1 {
                    layout.precision = Some(precision);
                }
                at = behind;
            }
            if !CONVERSIONS[usize::from(*self.rest.get(at)?)] {
                return None;
            }
        }
        let conversion = self.rest[at];
        self.resume[Missing::Value as usize] = &self.rest[at..];
        self.rest = &self.rest[at + 1..];
        Some((argument, conversion, layout))
    }
    /// The number of at most four digits at a place, and the place behind it.
    #[inline]
    fn few_digits(&self, from: usize) -> Option<(i32, usize)> {
        let (mut value, mut at) = (0, from);
        while at < from + 5
            && let Some(digit @ b'0'..=b'9') = self.rest.get(at)
        {
            value = value * 10 + i32::from(digit - b'0');
            at += 1;
        }
        (at <= from + 4).then_some((value, at))
    }

    #[inline]
    fn peek(&self) -> u8 {
        self.rest.first().copied().unwrap_or(0)
    }

    fn skip_if(&mut self, byte: u8) -> bool {
        let found = self.rest.first() == Some(&byte);
        self.rest = &self.rest[usize::from(found)..];
        found
    }

    /// A number below `i32::MAX`.
    fn number(&mut self) -> Option<i32> {
        let len = self.rest.iter().take_while(|b| b.is_ascii_digit()).count();
        let add = |value: i64, &digit: &u8| value.saturating_mul(10).saturating_add(i64::from(digit - b'0'));
        let value = self.rest[..len].iter().fold(0, add);
        self.rest = &self.rest[len..];
        i32::try_from(value).ok().filter(|&n| n < i32::MAX)
    }

    /// `2$`, if it is there.
    fn argument(&mut self) -> Result<Argument, FormatError> {
        let len = self.rest.iter().take_while(|b| b.is_ascii_digit()).count();
        if self.rest.get(len) != Some(&b'$') {
            return Ok(Argument::Next);
        }
        let number = self.number().filter(|&n| n > 0).ok_or(FormatError::ArgumentNumber)?;
        self.rest = &self.rest[1..];
        Ok(Argument::At(number as usize - 1))
    }

    /// `*`, `*2$` or a number, if it is there.
    fn count(&mut self, error: FormatError) -> Result<Count, FormatError> {
        if self.skip_if(b'*') {
            return self.argument().map(Count::Argument);
        }
        if self.peek().is_ascii_digit() {
            return self.number().map(Count::Given).ok_or(error);
        }
        Ok(Count::Default)
    }

    fn modifiers(&mut self, layout: &mut Layout) -> Result<(), FormatError> {
        loop {
            match self.peek() {
                byte @ (b' ' | b'0') => layout.padding = byte,
                b'-' => layout.left = true,
                b'+' => layout.plus = true,
                b'\'' => {
                    layout.padding = *self.rest.get(1).ok_or(FormatError::MissingPadding)?;
                    self.rest = &self.rest[1..];
                }
                _ => return Ok(()),
            }
            self.rest = &self.rest[1..];
        }
    }

    /// Reads what follows a "%".
    #[inline]
    fn directive(&mut self) -> Result<Directive, FormatError> {
        let mut directive = Directive {
            argument: Argument::Next,
            width: Count::Default,
            precision: Count::Default,
            flags: Layout::default(),
            conversion: 0,
            error: None,
        };
        if !self.peek().is_ascii_alphabetic() {
            directive.argument = self.argument()?;
            self.modifiers(&mut directive.flags)?;
            directive.width = self.count(FormatError::Width)?;
            self.resume[Missing::Width as usize] = self.rest;
            if self.skip_if(b'.') {
                directive.precision = self.count(FormatError::Precision)?;
                self.resume[Missing::Precision as usize] = self.rest;
            }
        }
        self.skip_if(b'l');
        self.resume[Missing::Value as usize] = self.rest;
        directive.conversion = self.peek();
        directive.error = match self.rest.first() {
            Some(
                b'%' | b'b' | b'c' | b'd' | b'e' | b'E' | b'f' | b'F' | b'g' | b'G' | b'h' | b'H' | b'o' | b's' | b'u' | b'x'
                | b'X',
            ) => None,
            Some(&byte) => Some(FormatError::UnknownSpecifier(byte)),
            None => Some(FormatError::MissingSpecifier),
        };
        self.rest = self.rest.get(1..).unwrap_or_default();
        Ok(directive)
    }

    /// Tells that there is no argument for the directive just read. PHP reads on where it was, to count how many are
    /// missing; so in "%5%" the second "%" starts another directive.
    pub fn argument_missing(&mut self, which: Missing) {
        self.rest = self.resume[which as usize];
    }
}

impl<'a> Iterator for Format<'a> {
    type Item = Result<Piece<'a>, FormatError>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let literal = self.literal();
        if !literal.is_empty() {
            return Some(Ok(Piece::Literal(literal)));
        }
        if !self.skip_if(b'%') {
            return None;
        }
        if self.skip_if(b'%') {
            return Some(Ok(Piece::Literal(b"%")));
        }
        match self.directive() {
            Ok(directive) => Some(Ok(Piece::Directive(directive))),
            Err(error) => {
                self.rest = &[];
                Some(Err(error))
            }
        }
    }
}

impl Layout {
    /// Pads `text`; `signed` says that it starts with a sign, which goes before padding with zeros.
    fn append(&self, out: &mut Vec<u8>, text: &[u8], signed: bool) {
        if text.len() >= self.width {
            return out.extend_from_slice(text);
        }
        let missing = self.width.saturating_sub(text.len());
        let (sign, rest) = text.split_at(usize::from(signed && self.padding == b'0' && !self.left));
        out.extend_from_slice(sign);
        if self.left {
            out.extend_from_slice(rest);
        }
        out.resize(out.len() + missing, self.padding);
        if !self.left {
            out.extend_from_slice(rest);
        }
    }

    /// Pads what was appended from `start` on, as [`Layout::append`] does.
    fn pad(&self, out: &mut Vec<u8>, start: usize, signed: bool) {
        let end = out.len();
        let missing = self.width.saturating_sub(end - start);
        if missing == 0 {
            return;
        }
        out.resize(end + missing, self.padding);
        if !self.left {
            let from = start + usize::from(signed && self.padding == b'0');
            out.copy_within(from..end, from + missing);
            out[from..from + missing].fill(self.padding);
        }
    }

    /// Zeros to the right would change the number.
    fn for_int(self) -> Layout {
        let padding = if self.left && self.padding == b'0' { b' ' } else { self.padding };
        Layout { padding, ..self }
    }

    fn limit<'t>(&self, text: &'t [u8], limit: usize) -> &'t [u8] {
        if self.precision.is_some() { &text[..limit.min(text.len())] } else { text }
    }
}

/// `%s`
pub fn append_string(out: &mut Vec<u8>, layout: Layout, text: &[u8]) {
    let limit = layout.precision.map_or(0, |p| p.max(0) as usize);
    layout.append(out, layout.limit(text, limit), false);
}

/// `%d`
pub fn append_int(out: &mut Vec<u8>, layout: Layout, value: i64) {
    if layout.width == 0 && !layout.plus {
        return phant_numeric::append_int(out, value);
    }
    let mut text = [0; 21];
    let digits = IntText::new(value);
    let digits = digits.as_bytes();
    text[0] = b'+';
    text[1..=digits.len()].copy_from_slice(digits);
    let plus = layout.plus && value >= 0;
    let text = &text[usize::from(!plus)..=digits.len()];
    layout.for_int().append(out, text, plus || value < 0);
}

/// `%u`
pub fn append_unsigned(out: &mut Vec<u8>, layout: Layout, value: i64) {
    layout.for_int().append(out, IntText::unsigned(value as u64).as_bytes(), false);
}

/// `%b`, `%o`, `%x`, `%X`: `bits` is 1, 3 or 4.
pub fn append_bits(out: &mut Vec<u8>, layout: Layout, value: i64, bits: u32, upper: bool) {
    let mut buffer = [0; 64];
    let text = phant_numeric::base::bit_digits(value, bits, upper, &mut buffer);
    // PHP takes a precision for the largest width here, and a largest width is zero.
    layout.append(out, layout.limit(text, 0), false);
}

/// `%c`; padding does not apply.
pub fn append_char(out: &mut Vec<u8>, value: i64) {
    out.push(value as u8);
}

/// Whether the precision of a float is more than PHP gives (it says so in a notice, and uses [`MAX_PRECISION`]).
pub fn exceeds_max_precision(layout: Layout) -> bool {
    layout.precision.is_some_and(|p| p > MAX_PRECISION)
}

/// `%e`, `%E`, `%f`, `%F`, `%g`, `%G`, `%h`, `%H`; `point` is the decimal point, which a locale may change.
pub fn append_float(out: &mut Vec<u8>, layout: Layout, value: f64, conversion: u8, point: u8) {
    if !value.is_finite() {
        return append_not_finite(out, layout, value);
    }
    let precision = layout.precision.unwrap_or(DEFAULT_PRECISION).min(MAX_PRECISION);
    let start = out.len();
    match conversion {
        b'g' | b'G' | b'h' | b'H' => {
            if layout.plus && !value.is_sign_negative() {
                out.push(b'+');
            }
            let exponent_char = if conversion.is_ascii_uppercase() { b'E' } else { b'e' };
            append_general(out, value, precision, exponent_char);
        }
        _ => {
            // Not the sign bit: negative zero has no sign here, though it has with %g.
            if value < 0.0 {
                out.push(b'-');
            } else if layout.plus {
                out.push(b'+');
            }
            if matches!(conversion, b'f' | b'F') {
                append_fixed(out, value.abs(), precision.max(0) as usize);
            } else {
                append_exponential(out, value.abs(), precision.max(0) as usize, conversion);
            }
        }
    }
    if point != b'.' {
        out[start..].iter_mut().filter(|b| **b == b'.').for_each(|b| *b = point);
    }
    let signed = out.get(start).is_some_and(|b| matches!(b, b'-' | b'+'));
    layout.pad(out, start, signed);
}

fn append_exponential(out: &mut Vec<u8>, value: f64, precision: usize, exponent_char: u8) {
    let start = out.len();
    let mut exponent = exact_digits(value, precision + 1, out) - 1;
    if value == 0.0 {
        exponent = 0;
    }
    if precision > 0 {
        out.insert(start + 1, b'.');
    }
    out.extend_from_slice(&[exponent_char, if exponent < 0 { b'-' } else { b'+' }]);
    out.extend_from_slice(IntText::new(i64::from(exponent).abs()).as_bytes());
}

/// The width does not apply, but padding with zeros still takes the first letter for a sign: `%+05f` of INF is "+NF".
fn append_not_finite(out: &mut Vec<u8>, layout: Layout, value: f64) {
    let text: &[u8] = match (value.is_nan(), value < 0.0) {
        (true, _) => b"NaN",
        (false, true) => b"-INF",
        (false, false) => b"INF",
    };
    if layout.padding == b'0' && !layout.left && layout.plus && text[0] != b'-' {
        out.push(b'+');
        out.extend_from_slice(&text[1..]);
    } else {
        out.extend_from_slice(text);
    }
}
