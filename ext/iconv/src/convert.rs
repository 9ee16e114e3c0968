//! Conversions as `iconv_open` names them, and what may go wrong.

use phant_charset::{Charset, Decoder, Encoder, Fault};
use phant_native::{Ctx, Level};

/// How long the name of a character set may be.
pub(crate) const NAME_LIMIT: usize = 64;

/// What went wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Error {
    /// A character set is not known.
    WrongCharset,
    /// The input ends within a character.
    Incomplete,
    /// Bytes that mean nothing, or a character that the target lacks.
    Illegal,
    /// A line is too short for what is to be on it.
    TooBig,
    /// A MIME header that breaks the rules.
    Malformed,
}

impl Error {
    /// Tells the user. The names are those of the conversion.
    pub(crate) fn show(self, ctx: &Ctx, to: &[u8], from: &[u8]) {
        match self {
            Error::WrongCharset => {
                let mut text = b"Wrong encoding, conversion from \"".to_vec();
                text.extend_from_slice(from);
                text.extend_from_slice(b"\" to \"");
                text.extend_from_slice(to);
                text.extend_from_slice(b"\" is not allowed");
                ctx.warning(text);
            }
            Error::Incomplete => {
                ctx.report_here(Level::Notice, "Detected an incomplete multibyte character in input string");
            }
            Error::Illegal => ctx.report_here(Level::Notice, "Detected an illegal character in input string"),
            Error::TooBig => ctx.warning("Buffer length exceeded"),
            Error::Malformed => ctx.warning("Malformed string"),
        }
    }
}

/// The name of a character set with what it asks for: `ASCII//TRANSLIT//IGNORE`.
#[derive(Clone, Copy)]
pub(crate) struct Target {
    pub(crate) set: &'static Charset,
    /// What the set lacks is left out.
    ignore: bool,
    /// What the set lacks is written differently.
    transliterate: bool,
}

impl Target {
    pub(crate) fn find(name: &[u8]) -> Option<Target> {
        let end = name.windows(2).position(|w| w == b"//").unwrap_or(name.len());
        let (set, mut rest) = name.split_at(end);
        let mut target = Target { set: phant_charset::find(set)?, ignore: false, transliterate: false };
        while !rest.is_empty() {
            let cut = rest.iter().position(|b| !b"/,".contains(b)).unwrap_or(rest.len());
            rest = &rest[cut..];
            let end = rest.iter().position(|b| b"/,".contains(b)).unwrap_or(rest.len());
            target.ignore |= rest[..end].eq_ignore_ascii_case(b"IGNORE");
            target.transliterate |= rest[..end].eq_ignore_ascii_case(b"TRANSLIT");
            rest = &rest[end..];
        }
        Some(target)
    }
}

/// A conversion at work.
pub(crate) struct Conversion {
    decoder: Decoder,
    encoder: Encoder,
    from: &'static Charset,
    to: Target,
    /// Text between the two, kept for its room.
    text: String,
}

impl Conversion {
    pub(crate) fn open(to: &[u8], from: &[u8]) -> Result<Conversion, Error> {
        let from = Target::find(from).ok_or(Error::WrongCharset)?.set;
        let to = Target::find(to).ok_or(Error::WrongCharset)?;
        Ok(Conversion::between(to, from))
    }
    pub(crate) fn between(to: Target, from: &'static Charset) -> Conversion {
        Conversion { decoder: Decoder::new(from), encoder: Encoder::new(to.set), from, to, text: String::new() }
    }

    /// Converts a piece; the end of it may be held back.
    pub(crate) fn convert(&mut self, mut input: &[u8], out: &mut Vec<u8>) -> Result<(), Error> {
        loop {
            self.text.clear();
            let (taken, fault) = self.decoder.decode(input, &mut self.text);
            input = &input[taken..];
            self.encode(out)?;
            match fault {
                None => return Ok(()),
                Some(_) if self.to.ignore => {}
                Some(_) => return Err(Error::Illegal),
            }
        }
    }
    /// Ends the text: what was held back must have been whole.
    pub(crate) fn finish(&mut self, out: &mut Vec<u8>) -> Result<(), Error> {
        self.text.clear();
        let fault = self.decoder.finish(&mut self.text);
        self.encode(out)?;
        match fault {
            None => {}
            Some(Fault::Incomplete) => return Err(Error::Incomplete),
            Some(Fault::Illegal) => return Err(Error::Illegal),
        }
        self.encoder.finish(out);
        Ok(())
    }
    /// Converts a whole text: all or nothing is appended.
    pub(crate) fn append(&mut self, input: &[u8], out: &mut Vec<u8>) -> Result<(), Error> {
        let before = out.len();
        let result = self.convert(input, out).and_then(|()| self.finish(out));
        if result.is_err() {
            out.truncate(before);
            *self = Conversion::between(self.to, self.from);
        }
        result
    }

    fn encode(&mut self, out: &mut Vec<u8>) -> Result<(), Error> {
        let mut rest = self.text.as_str();
        while let Err(unmappable) = self.encoder.encode(rest, out) {
            rest = &rest[unmappable.rest..];
            let written = self.to.transliterate && self.encoder.transliterate(unmappable.c, out);
            if !written && !self.to.ignore {
                return Err(Error::Illegal);
            }
        }
        Ok(())
    }
}

/// The characters of a text.
pub(crate) fn decode(from: &[u8], input: &[u8]) -> Result<String, Error> {
    match prefix(from, input) {
        (text, None) => Ok(text),
        (_, Some(error)) => Err(error),
    }
}

/// The characters of a text up to what is wrong in it.
pub(crate) fn prefix(from: &[u8], input: &[u8]) -> (String, Option<Error>) {
    let mut text = String::new();
    let Some(target) = Target::find(from) else { return (text, Some(Error::WrongCharset)) };
    let mut decoder = Decoder::new(target.set);
    let fault = decoder.decode(input, &mut text).1.or_else(|| decoder.finish(&mut text));
    let error = fault.map(|fault| if fault == Fault::Illegal { Error::Illegal } else { Error::Incomplete });
    (text, error)
}
