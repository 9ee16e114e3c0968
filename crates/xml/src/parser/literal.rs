//! Names, references to characters, and values in quotes.

use super::{MAX_NAME, MAX_TEXT, Name, Parser};
use crate::{
    chars,
    error::{Domain, Level, code},
};

impl Parser {
    /// The byte `ahead` of the current one; 0 at the end.
    #[inline]
    pub(super) fn peek(&self, ahead: usize) -> u8 {
        self.input.peek(ahead)
    }
    #[inline]
    pub(super) fn skip(&mut self, count: usize) {
        self.input.at = (self.input.at + count).min(self.input.text.len());
    }
    /// Skips white space; whether there was any.
    pub(super) fn skip_blanks(&mut self) -> bool {
        let from = self.input.at;
        while chars::is_blank(self.peek(0)) {
            self.input.at += 1;
        }
        self.input.at > from
    }
    /// The current character and its length; what is not UTF-8 is reported and taken as Latin-1.
    pub(super) fn char(&mut self) -> (u32, usize) {
        if self.input.at_end() {
            return (0, 0);
        }
        match self.input.char() {
            Some((c, length)) => (c, length),
            None => {
                let bytes: Vec<String> = (0..4).map(|at| format!("0x{:02X}", self.peek(at))).collect();
                if self.conversion.is_none() || !self.outer.is_empty() {
                    let message = format!("Input is not proper UTF-8, indicate encoding !\nBytes: {}\n", bytes.join(" "));
                    self.fatal_text(code::INVALID_CHAR, message);
                    self.take_as_latin1();
                }
                self.input.char().unwrap_or((u32::from(self.peek(0)), 1))
            }
        }
    }
    /// What was not UTF-8 is Latin-1 from here on.
    fn take_as_latin1(&mut self) {
        let rest = self.input.text.split_off(self.input.at);
        rest.iter().for_each(|&byte| chars::push(&mut self.input.text, u32::from(byte)));
        if self.outer.is_empty() {
            self.conversion = super::Conversion::Latin1;
        }
    }

    #[inline(always)]
    fn scan_name(&mut self, first: impl Fn(u32) -> bool, more: impl Fn(u32) -> bool) -> Option<Name> {
        let from = self.input.at;
        let mut at = from;
        loop {
            if at > from {
                let plain = |&byte: &u8| byte < 0x80 && more(u32::from(byte));
                at += self.input.text[at..].iter().take_while(|byte| plain(byte)).count();
            }
            let rest = &self.input.text[at..];
            let Some((c, length)) = chars::decode(rest) else { break };
            let fits = if at == from { first(c) } else { more(c) };
            if !fits {
                break;
            }
            at += length;
        }
        if at == from {
            return None;
        }
        self.input.at = at;
        if at - from > MAX_NAME && !self.options.huge {
            self.fatal(code::NAME_TOO_LONG);
            return None;
        }
        Some(self.names.get(&self.input.text[from..at]))
    }
    /// A name, colons included.
    pub(super) fn name(&mut self) -> Option<Name> {
        self.scan_name(chars::is_name_start, chars::is_name_char)
    }
    pub(super) fn nmtoken(&mut self) -> Option<Name> {
        self.scan_name(chars::is_name_char, chars::is_name_char)
    }
    #[inline(never)]
    pub(super) fn ncname(&mut self) -> Option<Name> {
        self.scan_name(|c| c != 0x3A && chars::is_name_start(c), |c| c != 0x3A && chars::is_name_char(c))
    }
    /// A name in parts: prefix and local name.
    pub(super) fn qname(&mut self) -> Option<(Option<Name>, Name)> {
        if self.options.no_namespaces {
            return self.name().map(|name| (None, name));
        }
        let Some(first) = self.ncname() else {
            if self.peek(0) != b':' {
                return None;
            }
            let name = self.name()?;
            self.namespace_error(code::NS_QNAME, super::filled("Failed to parse QName '{}'\n", &name));
            return Some((None, name));
        };
        if self.peek(0) != b':' {
            return Some((None, first));
        }
        self.skip(1);
        let Some(local) = self.ncname() else {
            self.namespace_error(code::NS_QNAME, super::filled("Failed to parse QName '{}:'\n", &first));
            let rest = self.nmtoken();
            let joined = [&first[..], b":", rest.as_deref().unwrap_or_default()].concat();
            return Some((None, self.names.get(&joined)));
        };
        if self.peek(0) == b':' {
            let message = super::filled_all("Failed to parse QName '{}:{}:'\n", &[&first, &local]);
            self.namespace_error(code::NS_QNAME, message);
            self.skip(1);
            let rest = self.name();
            let joined = [&local[..], b":", rest.as_deref().unwrap_or_default()].concat();
            return Some((Some(first), self.names.get(&joined)));
        }
        Some((Some(first), local))
    }

    /// The character of `&#…;`; `None` if it is none, which is reported.
    pub(super) fn char_reference(&mut self) -> Option<u32> {
        let (radix, bad) = match self.peek(2) {
            b'x' => (16, code::INVALID_HEX_CHARREF),
            _ => (10, code::INVALID_DEC_CHARREF),
        };
        self.skip(if radix == 16 { 3 } else { 2 });
        let mut value = 0u32;
        loop {
            let byte = self.peek(0);
            if byte == b';' {
                self.skip(1);
                break;
            }
            let Some(digit) = char::from(byte).to_digit(radix) else {
                self.fatal(bad);
                value = 0;
                break;
            };
            value = value.saturating_mul(radix).saturating_add(digit).min(0x110000);
            self.skip(1);
        }
        if value >= 0x110000 {
            self.fatal_text(code::INVALID_CHAR, "xmlParseCharRef: character reference out of bounds\n");
            return None;
        }
        if !chars::is_char(value) {
            self.fatal_text(code::INVALID_CHAR, format!("xmlParseCharRef: invalid xmlChar value {value}\n"));
            return None;
        }
        Some(value)
    }

    /// A value in quotes, as attributes have it: the value and, if entities are left alone in it, its text with them.
    pub(super) fn attribute_value(&mut self, is_cdata: bool) -> Option<(Vec<u8>, Option<Vec<u8>>)> {
        let quote = self.peek(0);
        if quote != b'"' && quote != b'\'' {
            self.fatal(code::ATTRIBUTE_NOT_STARTED);
            return None;
        }
        self.skip(1);
        let mut value = Vec::new();
        let mut kept: Option<Vec<u8>> = None;
        loop {
            let from = self.input.at;
            let rest = self.input.rest();
            let plain = rest.iter().position(|&b| b == quote || b == b'&' || b == b'<' || !(0x20..0x80).contains(&b));
            let plain = plain.unwrap_or(rest.len());
            append(&mut value, &mut kept, &rest[..plain]);
            self.input.at = from + plain;
            if value.len() > MAX_TEXT && !self.options.huge {
                self.fatal_text(code::ATTRIBUTE_NOT_FINISHED, "AttValue length too long\n");
                return None;
            }
            match self.peek(0) {
                b'&' if self.peek(1) == b'#' => {
                    if let Some(c) = self.char_reference() {
                        let mut text = Vec::new();
                        chars::push(&mut text, c);
                        append_literal(&mut value, &mut kept, &text);
                    }
                }
                b'&' => self.entity_in_value(&mut value, &mut kept),
                b'\r' | b'\n' | b'\t' => {
                    let crlf = self.peek(0) == b'\r' && self.peek(1) == b'\n';
                    append(&mut value, &mut kept, b" ");
                    self.skip(if crlf { 2 } else { 1 });
                }
                byte if byte >= 0x80 => {
                    let (c, length) = self.char();
                    if !chars::is_char(c) {
                        break;
                    }
                    append(&mut value, &mut kept, &self.input.rest()[..length]);
                    self.skip(length);
                }
                _ => break,
            }
        }
        self.value_end(quote);
        if !is_cdata {
            value = collapsed(&value);
            kept = kept.map(|text| collapsed(&text));
        }
        Some((value, kept))
    }
    fn value_end(&mut self, quote: u8) {
        match self.peek(0) {
            b'<' => self.fatal(code::LT_IN_ATTRIBUTE),
            byte if byte == quote => self.skip(1),
            0 if !self.input.at_end() => {
                self.fatal_text(code::INVALID_CHAR, "Char 0x0 out of allowed range\n");
                self.fatal_text(code::ATTRIBUTE_NOT_FINISHED, "AttValue: ' expected\n");
            }
            0 => self.fatal_text(code::ATTRIBUTE_NOT_FINISHED, "AttValue: ' expected\n"),
            _ => self.fatal_text(code::INVALID_CHAR, "invalid character in attribute value\n"),
        }
    }
    /// A reference to an entity in a value.
    fn entity_in_value(&mut self, value: &mut Vec<u8>, kept: &mut Option<Vec<u8>>) {
        let Some((name, entity)) = self.entity_reference(true) else { return };
        if let Some(c) = predefined(&name) {
            append_literal(value, kept, &[c]);
            return;
        }
        let Some(entity) = entity else { return };
        let mut text = Vec::new();
        let depth = self.depth;
        self.expand_in_value(&entity, &mut text);
        self.depth = depth;
        if self.options.expand_entities {
            append(value, kept, &text);
        } else {
            let before = kept.get_or_insert_with(|| escaped_ampersands(value));
            before.push(b'&');
            before.extend_from_slice(&name);
            before.push(b';');
            value.extend_from_slice(&text);
        }
    }

    /// A system or public identifier in quotes.
    pub(super) fn system_literal(&mut self) -> Option<Vec<u8>> {
        let quote = self.peek(0);
        if quote != b'"' && quote != b'\'' {
            self.fatal(code::LITERAL_NOT_STARTED);
            return None;
        }
        self.skip(1);
        let from = self.input.at;
        loop {
            let (c, length) = self.char();
            if c == u32::from(quote) {
                break;
            }
            if length == 0 || !chars::is_char(c) {
                self.fatal(code::LITERAL_NOT_FINISHED);
                break;
            }
            self.skip(length);
        }
        let value = self.input.text[from..self.input.at].to_vec();
        if self.peek(0) == quote {
            self.skip(1);
        }
        Some(value)
    }
    pub(super) fn public_literal(&mut self) -> Option<Vec<u8>> {
        let quote = self.peek(0);
        if quote != b'"' && quote != b'\'' {
            self.fatal(code::LITERAL_NOT_STARTED);
            return None;
        }
        self.skip(1);
        let from = self.input.at;
        while self.peek(0) != quote
            && matches!(self.peek(0), b' ' | b'\r' | b'\n' | b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'\'' | b'('
                | b')' | b'+' | b',' | b'.' | b'/' | b':' | b'=' | b'?' | b';' | b'!' | b'*' | b'#' | b'@' | b'$' | b'_' | b'%')
        {
            self.skip(1);
        }
        let value = self.input.text[from..self.input.at].to_vec();
        if self.peek(0) == quote {
            self.skip(1);
        } else {
            self.fatal(code::LITERAL_NOT_FINISHED);
        }
        Some(value)
    }
    /// `SYSTEM "…"` or `PUBLIC "…" "…"`: public and system identifier. `strict`: the latter must be there.
    pub(super) fn external_id(&mut self, strict: bool) -> (Option<Vec<u8>>, Option<Vec<u8>>) {
        if self.input.starts_with(b"SYSTEM") {
            self.skip(6);
            if !self.skip_blanks_dtd() {
                self.fatal_text(code::SPACE_REQUIRED, "Space required after 'SYSTEM'\n");
            }
            let system = self.system_literal();
            if system.is_none() {
                self.fatal(code::URI_REQUIRED);
            }
            return (None, system);
        }
        if !self.input.starts_with(b"PUBLIC") {
            return (None, None);
        }
        self.skip(6);
        if !self.skip_blanks_dtd() {
            self.fatal_text(code::SPACE_REQUIRED, "Space required after 'PUBLIC'\n");
        }
        let public = self.public_literal();
        if public.is_none() {
            self.fatal(code::PUBID_REQUIRED);
        }
        let blank = self.skip_blanks_dtd();
        if strict {
            if !blank {
                self.fatal_text(code::SPACE_REQUIRED, "Space required after the Public Identifier\n");
            }
        } else if !blank || !matches!(self.peek(0), b'"' | b'\'') {
            return (public, None);
        }
        let system = self.system_literal();
        if system.is_none() {
            self.fatal(code::URI_REQUIRED);
        }
        (public, system)
    }
    /// Reports an attribute that is there twice.
    pub(super) fn redefined(&mut self, prefix: Option<&Name>, local: &Name) {
        let message = match prefix {
            Some(prefix) => super::filled_all("Attribute {}:{} redefined\n", &[prefix, local]),
            None => super::filled("Attribute {} redefined\n", local),
        };
        self.report(Domain::Parser, code::ATTRIBUTE_REDEFINED, Level::Fatal, message);
    }
}

/// The character of one of the entities that every document has.
pub(super) fn predefined(name: &[u8]) -> Option<u8> {
    Some(match name {
        b"lt" => b'<',
        b"gt" => b'>',
        b"amp" => b'&',
        b"quot" => b'"',
        b"apos" => b'\'',
        _ => return None,
    })
}

fn append(value: &mut Vec<u8>, kept: &mut Option<Vec<u8>>, text: &[u8]) {
    value.extend_from_slice(text);
    if let Some(kept) = kept {
        kept.extend_from_slice(text);
    }
}

/// As [`append`], of what a reference stood for: an ampersand is none that begins another.
fn append_literal(value: &mut Vec<u8>, kept: &mut Option<Vec<u8>>, text: &[u8]) {
    value.extend_from_slice(text);
    if let Some(kept) = kept {
        kept.extend_from_slice(&escaped_ampersands(text));
    }
}

fn escaped_ampersands(text: &[u8]) -> Vec<u8> {
    let mut to = Vec::with_capacity(text.len());
    for &byte in text {
        match byte {
            b'&' => to.extend_from_slice(b"&#38;"),
            byte => to.push(byte),
        }
    }
    to
}

/// Without spaces at the ends, and with one where there were several.
pub(super) fn collapsed(value: &[u8]) -> Vec<u8> {
    value.split(|&byte| byte == b' ').filter(|part| !part.is_empty()).collect::<Vec<_>>().join(&b' ')
}
