//! From characters to tokens, by the HTML standard; errors have the names and places that lexbor gives them.

use super::entities;

/// An attribute of a tag.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Attribute {
    pub name: Vec<u8>,
    pub value: Vec<u8>,
}

/// A start or end tag.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Tag {
    pub name: Vec<u8>,
    pub attributes: Vec<Attribute>,
    pub self_closing: bool,
}

impl Tag {
    pub fn attribute(&self, name: &[u8]) -> Option<&[u8]> {
        self.attributes.iter().find(|attribute| attribute.name == name).map(|attribute| &attribute.value[..])
    }
}

/// A document type.
#[derive(Clone, Debug, Default)]
pub(super) struct Doctype {
    pub name: Option<Vec<u8>>,
    pub public_id: Option<Vec<u8>>,
    pub system_id: Option<Vec<u8>>,
    pub force_quirks: bool,
}

#[derive(Clone, Debug)]
pub(super) enum Token {
    Doctype(Doctype),
    Start(Tag),
    End(Tag),
    Comment(Vec<u8>),
    Text(Vec<u8>),
    EndOfFile,
}

/// What text means where the tokenizer is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Content {
    Data,
    /// References, but no tags.
    Rcdata,
    Rawtext,
    Script,
    Plaintext,
}

pub(super) struct Tokenizer<'t> {
    pub text: &'t [u8],
    at: usize,
    pub content: Content,
    /// The name of the last start tag: only its end tag ends special content.
    pub last_start: Vec<u8>,
    /// `<![CDATA[` begins a section here.
    pub allows_cdata: bool,
    /// Names of errors, and where they are.
    pub errors: Vec<(&'static str, usize)>,
    /// Where the last token begins and ends.
    pub begin: usize,
    pub end: usize,
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | 0x0C | b' ')
}

const REPLACEMENT: &[u8] = "\u{FFFD}".as_bytes();

impl<'t> Tokenizer<'t> {
    pub fn new(text: &'t [u8]) -> Tokenizer<'t> {
        Tokenizer {
            text,
            at: 0,
            content: Content::Data,
            last_start: Vec::new(),
            allows_cdata: false,
            errors: Vec::new(),
            begin: 0,
            end: 0,
        }
    }
    fn peek(&self, ahead: usize) -> Option<u8> {
        self.text.get(self.at + ahead).copied()
    }
    fn starts_with(&self, what: &[u8]) -> bool {
        self.text[self.at..].starts_with(what)
    }
    fn starts_with_caseless(&self, what: &[u8]) -> bool {
        self.text.get(self.at..self.at + what.len()).is_some_and(|text| text.eq_ignore_ascii_case(what))
    }
    fn error(&mut self, name: &'static str) {
        self.error_at(name, self.at);
    }
    fn error_at(&mut self, name: &'static str, at: usize) {
        // What only the end of the text makes wrong is not reported.
        if at < self.text.len() {
            self.errors.push((name, at));
        }
    }
    /// The next token.
    pub fn next(&mut self) -> Token {
        let mut text = Vec::new();
        let begin = self.at;
        loop {
            if self.at >= self.text.len() {
                break;
            }
            if self.content != Content::Data {
                self.special_content(&mut text);
                if !text.is_empty() || self.at >= self.text.len() {
                    break;
                }
                return self.tag(true);
            }
            let run =
                self.text[self.at..].iter().position(|byte| matches!(byte, b'<' | b'&' | 0)).unwrap_or(self.text.len() - self.at);
            text.extend_from_slice(&self.text[self.at..self.at + run]);
            self.at += run;
            match self.peek(0) {
                Some(b'&') => self.reference(false, &mut text),
                Some(0) => {
                    self.error("unexpected-null-character");
                    text.push(0);
                    self.at += 1;
                }
                Some(_) => {
                    if let Some(markup) = self.markup_begins(&mut text) {
                        if !text.is_empty() {
                            break;
                        }
                        return self.markup(markup);
                    }
                }
                None => {}
            }
        }
        self.begin = begin;
        self.end = self.at;
        if text.is_empty() { Token::EndOfFile } else { Token::Text(text) }
    }

    /// What kind of markup begins at `<`; what is none of it is text.
    fn markup_begins(&mut self, text: &mut Vec<u8>) -> Option<u8> {
        match self.peek(1) {
            Some(byte) if byte.is_ascii_alphabetic() => return Some(b'<'),
            Some(b'!') => {
                if self.starts_with(b"<![CDATA[") && self.allows_cdata {
                    self.at += 9;
                    let rest = &self.text[self.at..];
                    let length = rest.windows(3).position(|window| window == b"]]>");
                    text.extend_from_slice(&rest[..length.unwrap_or(rest.len())]);
                    self.at += length.map_or(rest.len(), |length| length + 3);
                    return None;
                }
                return Some(b'!');
            }
            Some(b'?') => return Some(b'?'),
            Some(b'/') => match self.peek(2) {
                Some(byte) if byte.is_ascii_alphabetic() => return Some(b'/'),
                Some(b'>') => {
                    self.error_at("missing-end-tag-name", self.at + 2);
                    self.at += 3;
                    return None;
                }
                Some(_) => return Some(b'x'),
                None => {
                    text.extend_from_slice(b"</");
                    self.at += 2;
                    return None;
                }
            },
            _ => self.error_at("invalid-first-character-of-tag-name", self.at + 1),
        }
        text.push(b'<');
        self.at += 1;
        None
    }
    fn markup(&mut self, kind: u8) -> Token {
        match kind {
            b'<' => self.tag(false),
            b'/' => self.tag(true),
            b'?' => {
                self.error_at("unexpected-question-mark-instead-of-tag-name", self.at + 1);
                self.bogus_comment(1)
            }
            b'x' => {
                self.error_at("invalid-first-character-of-tag-name", self.at + 2);
                self.bogus_comment(2)
            }
            _ => {
                if self.starts_with(b"<!--") {
                    return self.comment();
                }
                self.at += 2;
                if self.starts_with_caseless(b"doctype") {
                    return self.doctype();
                }
                if self.starts_with(b"[CDATA[") {
                    self.error("cdata-in-html-content");
                } else {
                    self.error("incorrectly-opened-comment");
                }
                self.bogus_comment(0)
            }
        }
    }
    fn bogus_comment(&mut self, skip: usize) -> Token {
        self.at += skip;
        self.begin = self.at;
        let rest = &self.text[self.at..];
        let length = rest.iter().position(|&byte| byte == b'>').unwrap_or(rest.len());
        let content = replace_nuls(&rest[..length]);
        self.at = (self.at + length + 1).min(self.text.len());
        self.end = self.at;
        Token::Comment(content)
    }
    fn comment(&mut self) -> Token {
        self.begin = self.at;
        self.at += 4;
        for end in [&b">"[..], b"->"] {
            if self.starts_with(end) {
                self.error_at("abrupt-closing-of-empty-comment", self.at + end.len() - 1);
                self.at += end.len();
                self.end = self.at;
                return Token::Comment(Vec::new());
            }
        }
        let rest = &self.text[self.at..];
        let mut length = None;
        for at in 0..rest.len() {
            if !rest[at..].starts_with(b"--") {
                continue;
            }
            if rest[at..].starts_with(b"-->") {
                length = Some((at, 3));
                break;
            }
            if rest[at..].starts_with(b"--!>") {
                self.error_at("incorrectly-closed-comment", self.at + at + 3);
                length = Some((at, 4));
                break;
            }
        }
        let (content, end) = match length {
            Some((length, end)) => (&rest[..length], length + end),
            None => {
                let open = [&b"--!"[..], b"--", b"-"].into_iter().find(|end| rest.ends_with(end)).map_or(0, <[u8]>::len);
                (&rest[..rest.len() - open], rest.len())
            }
        };
        for (at, _) in content.iter().enumerate().filter(|(_, byte)| **byte == 0) {
            self.error_at("unexpected-null-character", self.at + at);
        }
        let content = replace_nuls(content);
        self.at += end;
        self.end = self.at;
        Token::Comment(content)
    }

    fn skip_spaces(&mut self) {
        while self.peek(0).is_some_and(is_space) {
            self.at += 1;
        }
    }
    fn doctype(&mut self) -> Token {
        self.begin = self.at;
        self.at += 7;
        self.end = self.at;
        let mut doctype = Doctype::default();
        if self.peek(0).is_some_and(|byte| !is_space(byte) && byte != b'>') {
            self.error("missing-whitespace-before-doctype-name");
        }
        self.skip_spaces();
        match self.peek(0) {
            None => doctype.force_quirks = true,
            Some(b'>') => {
                self.error("missing-doctype-name");
                doctype.force_quirks = true;
            }
            Some(_) => {
                let from = self.at;
                while self.peek(0).is_some_and(|byte| !is_space(byte) && byte != b'>') {
                    self.at += 1;
                }
                doctype.name = Some(replace_nuls(&self.text[from..self.at]).to_ascii_lowercase());
                self.skip_spaces();
                self.identifiers(&mut doctype);
            }
        }
        doctype.force_quirks |= self.at >= self.text.len();
        // Whatever else there is means nothing.
        while self.peek(0).is_some_and(|byte| byte != b'>') {
            self.at += 1;
        }
        self.at = (self.at + 1).min(self.text.len());
        Token::Doctype(doctype)
    }
    fn identifiers(&mut self, doctype: &mut Doctype) {
        let is_public = self.starts_with_caseless(b"public");
        if !is_public && !self.starts_with_caseless(b"system") {
            if self.peek(0).is_some_and(|byte| byte != b'>') {
                self.error("invalid-character-sequence-after-doctype-name");
                doctype.force_quirks = true;
            }
            return;
        }
        self.at += 6;
        if matches!(self.peek(0), Some(b'"' | b'\'')) {
            self.error(match is_public {
                true => "missing-whitespace-after-doctype-public-keyword",
                false => "missing-whitespace-after-doctype-system-keyword",
            });
        }
        self.skip_spaces();
        if is_public {
            let names = [
                "missing-doctype-public-identifier",
                "missing-quote-before-doctype-public-identifier",
                "abrupt-doctype-public-identifier",
            ];
            doctype.public_id = self.identifier(doctype, names);
            if doctype.force_quirks || doctype.public_id.is_none() {
                return;
            }
            let had_space = self.peek(0).is_some_and(is_space);
            self.skip_spaces();
            match self.peek(0) {
                Some(b'>') | None => return,
                Some(b'"' | b'\'') => {
                    if !had_space {
                        self.error("missing-whitespace-between-doctype-public-and-system-identifiers");
                    }
                }
                Some(_) => {
                    self.error("missing-quote-before-doctype-system-identifier");
                    doctype.force_quirks = true;
                    return;
                }
            }
        }
        let names = [
            "missing-doctype-system-identifier",
            "missing-quote-before-doctype-system-identifier",
            "abrupt-doctype-system-identifier",
        ];
        doctype.system_id = self.identifier(doctype, names);
        if doctype.force_quirks || doctype.system_id.is_none() {
            return;
        }
        self.skip_spaces();
        if self.peek(0).is_some_and(|byte| byte != b'>') {
            self.error("unexpected-character-after-doctype-system-identifier");
        }
    }
    /// An identifier between quotes; the names of the errors are those for none, no quote, and an early end.
    fn identifier(&mut self, doctype: &mut Doctype, names: [&'static str; 3]) -> Option<Vec<u8>> {
        let quote = match self.peek(0) {
            Some(quote @ (b'"' | b'\'')) => quote,
            Some(byte) => {
                self.error(names[usize::from(byte != b'>')]);
                doctype.force_quirks = true;
                return None;
            }
            None => {
                doctype.force_quirks = true;
                return None;
            }
        };
        self.at += 1;
        let from = self.at;
        while self.peek(0).is_some_and(|byte| byte != quote && byte != b'>') {
            self.at += 1;
        }
        let id = replace_nuls(&self.text[from..self.at]);
        match self.peek(0) {
            Some(b'>') => {
                self.error(names[2]);
                doctype.force_quirks = true;
            }
            Some(_) => self.at += 1,
            None => doctype.force_quirks = true,
        }
        Some(id)
    }

    /// A tag, at its `<`.
    fn tag(&mut self, is_end: bool) -> Token {
        self.at += if is_end { 2 } else { 1 };
        self.begin = self.at;
        while self.peek(0).is_some_and(|byte| !is_space(byte) && byte != b'>' && byte != b'/') {
            if self.peek(0) == Some(0) {
                self.error("unexpected-null-character");
            }
            self.at += 1;
        }
        self.end = self.at;
        let mut tag = Tag { name: replace_nuls(&self.text[self.begin..self.at]).to_ascii_lowercase(), ..Tag::default() };
        let mut first_attribute = None;
        let mut needs_space = false;
        loop {
            let before = self.at;
            self.skip_spaces();
            match self.peek(0) {
                None => {
                    self.at = self.text.len();
                    return Token::EndOfFile;
                }
                Some(b'>') => {
                    self.at += 1;
                    break;
                }
                Some(b'/') if self.peek(1) == Some(b'>') => {
                    tag.self_closing = true;
                    self.at += 2;
                    break;
                }
                Some(b'/') => {
                    self.error_at("unexpected-solidus-in-tag", self.at + 1);
                    self.at += 1;
                    needs_space = false;
                }
                Some(_) => {
                    if needs_space && before == self.at {
                        self.error("missing-whitespace-between-attributes");
                    }
                    first_attribute = first_attribute.or(Some(self.at));
                    let quoted = self.attribute(&mut tag);
                    needs_space = quoted;
                }
            }
        }
        if is_end {
            if let Some(at) = first_attribute {
                self.error_at("end-tag-with-attributes", at);
            }
            if tag.self_closing {
                self.error_at("end-tag-with-trailing-solidus", self.at - 1);
            }
            self.content = Content::Data;
            return Token::End(tag);
        }
        self.last_start.clone_from(&tag.name);
        Token::Start(tag)
    }
    /// An attribute; whether its value has quotes.
    fn attribute(&mut self, tag: &mut Tag) -> bool {
        let from = self.at;
        if self.peek(0) == Some(b'=') {
            self.error("unexpected-equals-sign-before-attribute-name");
            self.at += 1;
        }
        while let Some(byte) = self.peek(0) {
            match byte {
                b'=' | b'>' | b'/' => break,
                byte if is_space(byte) => break,
                b'"' | b'\'' | b'<' => self.error("unexpected-character-in-attribute-name"),
                0 => self.error("unexpected-null-character"),
                _ => {}
            }
            self.at += 1;
        }
        let name = replace_nuls(&self.text[from..self.at]).to_ascii_lowercase();
        let behind = self.at;
        self.skip_spaces();
        let mut value = Vec::new();
        let mut quoted = false;
        if self.peek(0) == Some(b'=') {
            self.at += 1;
            self.skip_spaces();
            match self.peek(0) {
                Some(quote @ (b'"' | b'\'')) => {
                    quoted = true;
                    self.at += 1;
                    self.attribute_value(&mut value, |byte| byte == quote);
                    self.at = (self.at + 1).min(self.text.len());
                }
                Some(b'>') => self.error("missing-attribute-value"),
                _ => self.attribute_value(&mut value, |byte| is_space(byte) || byte == b'>'),
            }
        } else {
            self.at = behind;
        }
        if !tag.attributes.iter().any(|known| known.name == name) {
            tag.attributes.push(Attribute { name, value });
        }
        quoted
    }
    fn attribute_value(&mut self, value: &mut Vec<u8>, ends: impl Fn(u8) -> bool) {
        while let Some(byte) = self.peek(0) {
            match byte {
                byte if ends(byte) => return,
                b'&' => {
                    self.reference(true, value);
                    continue;
                }
                0 => {
                    self.error("unexpected-null-character");
                    value.extend_from_slice(REPLACEMENT);
                }
                byte => value.push(byte),
            }
            self.at += 1;
        }
    }

    /// A reference to a character, at its `&`.
    fn reference(&mut self, in_attribute: bool, to: &mut Vec<u8>) {
        match self.peek(1) {
            Some(b'#') => return self.numeric_reference(to),
            Some(byte) if byte.is_ascii_alphanumeric() => {}
            _ => {
                to.push(b'&');
                self.at += 1;
                return;
            }
        }
        let rest = &self.text[self.at + 1..];
        let found = entities::find(rest);
        if let Some((name, characters)) = found.longest {
            let next = rest.get(name.len());
            let is_closed = name.ends_with(b";");
            let is_text = in_attribute && !is_closed && next.is_some_and(|&byte| byte == b'=' || byte.is_ascii_alphanumeric());
            if is_text {
                to.push(b'&');
                to.extend_from_slice(name);
            } else {
                if !is_closed {
                    self.error_at("missing-semicolon-after-character-reference", self.at + 1 + found.upto);
                }
                to.extend_from_slice(characters.as_bytes());
            }
            self.at += 1 + name.len();
            return;
        }
        let length = rest.iter().position(|byte| !byte.is_ascii_alphanumeric()).unwrap_or(rest.len());
        if rest.get(length) == Some(&b';') {
            self.error_at("unknown-named-character-reference", self.at + 1 + length);
        }
        to.push(b'&');
        to.extend_from_slice(&rest[..length]);
        self.at += 1 + length;
    }
    fn numeric_reference(&mut self, to: &mut Vec<u8>) {
        let begin = self.at;
        let is_hex = matches!(self.peek(2), Some(b'x' | b'X'));
        let digits_at = begin + if is_hex { 3 } else { 2 };
        let is_digit = |byte: &u8| if is_hex { byte.is_ascii_hexdigit() } else { byte.is_ascii_digit() };
        let digits: &[u8] = self.text.get(digits_at..).unwrap_or_default();
        let digits = &digits[..digits.iter().position(|byte| !is_digit(byte)).unwrap_or(digits.len())];
        if digits.is_empty() {
            self.error_at("absence-of-digits-in-numeric-character-reference", digits_at);
            let upto = digits_at.min(self.text.len());
            to.extend_from_slice(&self.text[begin..upto]);
            self.at = upto;
            return;
        }
        let radix = if is_hex { 16 } else { 10 };
        let number = digits.iter().fold(0u32, |number, &byte| {
            number.saturating_mul(radix).saturating_add(char::from(byte).to_digit(radix).unwrap_or(0))
        });
        self.at = digits_at + digits.len();
        if self.peek(0) == Some(b';') {
            self.at += 1;
        } else {
            self.error("missing-semicolon-after-character-reference");
        }
        let c = self.checked(number, begin + 1);
        crate::chars::push(to, c);
    }
    /// The character that a number stands for.
    fn checked(&mut self, number: u32, at: usize) -> u32 {
        const C1: [u16; 32] = [
            0x20AC, 0x81, 0x201A, 0x192, 0x201E, 0x2026, 0x2020, 0x2021, 0x2C6, 0x2030, 0x160, 0x2039, 0x152, 0x8D, 0x17D, 0x8F,
            0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x2DC, 0x2122, 0x161, 0x203A, 0x153, 0x9D, 0x17E,
            0x178,
        ];
        match number {
            0 => self.error_at("null-character-reference", at),
            0x11_0000.. => self.error_at("character-reference-outside-unicode-range", at),
            0xD800..=0xDFFF => self.error_at("surrogate-character-reference", at),
            0xFDD0..=0xFDEF => {
                self.error_at("noncharacter-character-reference", at);
                return number;
            }
            0x80..=0x9F => {
                self.error_at("control-character-reference", at);
                return u32::from(C1[number as usize - 0x80]);
            }
            _ if number & 0xFFFE == 0xFFFE => {
                self.error_at("noncharacter-character-reference", at);
                return number;
            }
            0x0D | 1..=8 | 0x0B | 0x0E..=0x1F | 0x7F => {
                self.error_at("control-character-reference", at);
                return number;
            }
            _ => return number,
        }
        0xFFFD
    }

    /// Whether the end tag that ends special content begins here.
    fn is_appropriate_end(&self) -> bool {
        let length = self.last_start.len();
        self.starts_with(b"</")
            && self.text.get(self.at + 2..self.at + 2 + length).is_some_and(|name| name.eq_ignore_ascii_case(&self.last_start))
            && self.peek(2 + length).is_some_and(|byte| is_space(byte) || byte == b'/' || byte == b'>')
    }
    /// Text up to the end tag.
    fn special_content(&mut self, to: &mut Vec<u8>) {
        let mut script = Script { depth: 0, dashes: 0 };
        while let Some(byte) = self.peek(0) {
            match byte {
                b'<' if self.content == Content::Script => {
                    if script.depth < 2 && self.is_appropriate_end() {
                        return;
                    }
                    if let Some(length) = script.markup(&self.text[self.at..]) {
                        to.extend_from_slice(&self.text[self.at..self.at + length]);
                        self.at += length;
                        continue;
                    }
                    script.dashes = 0;
                }
                b'<' if self.content != Content::Plaintext && self.is_appropriate_end() => return,
                b'&' if self.content == Content::Rcdata => {
                    self.reference(false, to);
                    continue;
                }
                0 => {
                    self.error("unexpected-null-character");
                    to.extend_from_slice(REPLACEMENT);
                    self.at += 1;
                    script.dashes = 0;
                    continue;
                }
                byte => script.other(byte),
            }
            to.push(byte);
            self.at += 1;
        }
    }
}

/// Where a script is with respect to comments in it: 0 outside, 1 inside, 2 inside an element `script` in one.
struct Script {
    depth: u8,
    dashes: usize,
}

impl Script {
    /// `<` and what belongs to it; how long it is.
    fn markup(&mut self, text: &[u8]) -> Option<usize> {
        if self.depth == 0 {
            if !text.starts_with(b"<!--") {
                return None;
            }
            self.depth = 1;
            self.dashes = 2;
            return Some(4);
        }
        let from = if self.depth == 2 { 2 } else { 1 };
        let begins = if self.depth == 2 { text.starts_with(b"</") } else { true };
        let name = text.get(from..from + 6)?;
        let behind = *text.get(from + 6)?;
        let ends = is_space(behind) || behind == b'/' || behind == b'>';
        if begins && ends && name.eq_ignore_ascii_case(b"script") {
            self.depth = if self.depth == 2 { 1 } else { 2 };
            self.dashes = 0;
            return Some(from + 7);
        }
        None
    }
    fn other(&mut self, byte: u8) {
        match byte {
            b'-' if self.depth > 0 => self.dashes += 1,
            b'>' if self.depth > 0 && self.dashes >= 2 => {
                self.depth = 0;
                self.dashes = 0;
            }
            _ => self.dashes = 0,
        }
    }
}

fn replace_nuls(text: &[u8]) -> Vec<u8> {
    if !text.contains(&0) {
        return text.to_vec();
    }
    text.split(|&byte| byte == 0).collect::<Vec<_>>().join(REPLACEMENT)
}
