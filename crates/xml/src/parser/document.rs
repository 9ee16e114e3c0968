//! The parts of a document in their order.

use super::{Conversion, Event, Loader, Parser, State};
use crate::{
    chars,
    error::{Domain, Level, code},
};

impl Parser {
    /// Goes on by a construct; false if more must be fed first.
    pub(super) fn advance(&mut self, loader: &mut dyn Loader) -> bool {
        match self.state {
            State::Start => self.start(),
            State::Misc | State::Prolog | State::Epilog => self.misc(loader),
            State::Content => self.content(loader),
            State::End => true,
        }
    }

    fn start(&mut self) -> bool {
        if !self.encoding_known {
            return false;
        }
        let declared = self.input.starts_with(b"<?xml") && chars::is_blank(self.peek(5));
        if !self.finished && (self.input.rest().len() < 6 || declared && !self.has(b"?>")) {
            // Whether it is a declaration cannot be told yet, unless it begins otherwise.
            let known = self.input.rest().len().min(5);
            if declared || self.input.rest()[..known] == b"<?xml"[..known] {
                return false;
            }
        }
        if self.options.push && self.finished && self.input.rest().len() < 4 {
            // The push parser has not begun to look.
            self.fatal(code::DOCUMENT_END);
            self.state = State::End;
            return true;
        }
        if self.input.at_end() && self.finished {
            self.fatal(code::DOCUMENT_EMPTY);
            self.state = State::End;
            return true;
        }
        self.state = State::Misc;
        let (version, mut standalone) = (b"1.0".to_vec(), -2);
        let (version, declared_encoding) = if declared {
            standalone = -1;
            match self.xml_declaration(&mut standalone) {
                Some(found) => found,
                None => {
                    self.state = State::End;
                    return true;
                }
            }
        } else {
            (version, None)
        };
        self.standalone = standalone;
        if declared_encoding.is_some() && self.encoding.is_none() {
            self.encoding.clone_from(&declared_encoding);
        }
        let encoding = self.encoding.clone();
        self.emit(Event::StartDocument { version, encoding, standalone });
        if self.options.push && !self.input.at_end() && self.peek(0) != b'<' && !chars::is_blank(self.peek(0)) {
            self.fatal(code::DOCUMENT_EMPTY);
            self.halt();
        }
        true
    }

    /// Whether what follows has a text; remembers how far it looked.
    pub(super) fn has(&mut self, end: &[u8]) -> bool {
        if self.finished || !self.outer.is_empty() {
            return true;
        }
        let from = self.input.at.max(self.scanned.saturating_sub(end.len()));
        let text = &self.input.text;
        let found = text.get(from..).is_some_and(|rest| rest.windows(end.len()).any(|window| window == end));
        if !found {
            self.scanned = text.len();
        }
        found
    }
    /// Whether what follows has a `>` outside quotes.
    pub(super) fn has_tag_end(&mut self) -> bool {
        if self.finished || !self.outer.is_empty() {
            return true;
        }
        let mut quote = 0;
        for &byte in &self.input.text[self.input.at..] {
            match byte {
                b'"' | b'\'' if quote == 0 => quote = byte,
                byte if byte == quote => quote = 0,
                b'>' if quote == 0 => return true,
                _ => {}
            }
        }
        false
    }
    /// Whether the whole document type is there.
    fn has_doctype(&self) -> bool {
        if self.finished {
            return true;
        }
        let (mut quote, mut inside, mut at) = (0, false, self.input.at);
        let text = &self.input.text;
        while let Some(&byte) = text.get(at) {
            match byte {
                _ if quote != 0 => quote = if byte == quote { 0 } else { quote },
                b'<' if text[at..].starts_with(b"<!--") => match text[at + 4..].windows(3).position(|end| end == b"-->") {
                    Some(end) => at += end + 6,
                    None => return false,
                },
                b'<' if text[at..].starts_with(b"<?") => match text[at + 2..].windows(2).position(|end| end == b"?>") {
                    Some(end) => at += end + 3,
                    None => return false,
                },
                b'"' | b'\'' => quote = byte,
                b'[' => inside = true,
                b']' => inside = false,
                b'>' if !inside => return true,
                _ => {}
            }
            at += 1;
        }
        false
    }

    /// What stands before and behind the root element.
    fn misc(&mut self, loader: &mut dyn Loader) -> bool {
        self.skip_blanks();
        let rest = self.input.rest();
        if !self.finished {
            let enough = match rest {
                [] | [b'<'] => false,
                [b'<', b'!', ..] => rest.len() >= 9 || !b"<!DOCTYPE".starts_with(rest) && !b"<!--".starts_with(rest),
                _ => true,
            };
            if !enough {
                return false;
            }
        }
        if rest.starts_with(b"<?") {
            if !self.has(b"?>") {
                return false;
            }
            self.processing_instruction();
        } else if rest.starts_with(b"<!--") {
            if !self.has(b"-->") {
                return false;
            }
            self.comment();
        } else if self.state == State::Misc && rest.starts_with(b"<!DOCTYPE") {
            if !self.has_doctype() {
                return false;
            }
            self.state = State::Prolog;
            self.doctype(loader);
        } else if self.state == State::Epilog {
            self.end_of_document();
        } else if self.peek(0) == b'<' {
            if !self.has_tag_end() {
                return false;
            }
            self.state = State::Content;
            self.root();
        } else {
            if self.options.push {
                self.fatal(code::DOCUMENT_EMPTY);
            } else {
                self.fatal_text(code::DOCUMENT_EMPTY, "Start tag expected, '<' not found\n");
            }
            self.emit(Event::EndDocument);
            self.state = State::End;
        }
        true
    }
    fn root(&mut self) {
        self.start_tag();
        if self.open.is_empty() && self.state == State::Content {
            self.state = State::Epilog;
        }
    }
    fn end_of_document(&mut self) {
        if self.peek(0) != 0 {
            self.fatal(code::DOCUMENT_END);
        }
        self.emit(Event::EndDocument);
        self.state = State::End;
    }

    /// `<?xml …?>`: version and encoding. `None`: nothing more can be read.
    fn xml_declaration(&mut self, standalone: &mut i8) -> Option<(Vec<u8>, Option<Vec<u8>>)> {
        self.skip(5);
        self.skip_blanks();
        let version = match self.declared_version() {
            Some(version) => {
                if version != b"1.0" {
                    let message = super::filled("Unsupported version '{}'\n", &version);
                    if version.starts_with(b"1.") {
                        self.warning(code::WAR_UNKNOWN_VERSION, message);
                    } else {
                        self.fatal_text(code::UNKNOWN_VERSION, message);
                    }
                }
                version
            }
            None => {
                self.fatal(code::VERSION_MISSING);
                b"1.0".to_vec()
            }
        };
        if !chars::is_blank(self.peek(0)) {
            if self.input.starts_with(b"?>") {
                self.skip(2);
                return Some((version, None));
            }
            self.fatal_text(code::SPACE_REQUIRED, "Blank needed here\n");
        }
        let encoding = self.declared_encoding();
        if let Some(name) = &encoding
            && !self.apply_encoding(name)
        {
            return None;
        }
        if encoding.is_some() && !chars::is_blank(self.peek(0)) {
            if self.input.starts_with(b"?>") {
                self.skip(2);
                return Some((version, encoding));
            }
            self.fatal_text(code::SPACE_REQUIRED, "Blank needed here\n");
        }
        self.skip_blanks();
        if self.input.starts_with(b"standalone") {
            *standalone = self.declared_standalone();
        }
        self.skip_blanks();
        if self.input.starts_with(b"?>") {
            self.skip(2);
        } else {
            self.fatal(code::XMLDECL_NOT_FINISHED);
            while !self.input.at_end() && self.peek(0) != b'>' {
                self.skip(1);
            }
            self.skip(1);
        }
        Some((version, encoding))
    }
    /// `name = "value"`, as far as the value.
    fn pseudo_attribute(&mut self, name: &[u8], accepts: fn(u8) -> bool) -> Option<Option<Vec<u8>>> {
        self.skip_blanks();
        if !self.input.starts_with(name) {
            return None;
        }
        self.skip(name.len());
        self.skip_blanks();
        if self.peek(0) != b'=' {
            self.fatal(code::EQUAL_REQUIRED);
            return Some(None);
        }
        self.skip(1);
        self.skip_blanks();
        let quote = self.peek(0);
        if quote != b'"' && quote != b'\'' {
            self.fatal(code::STRING_NOT_STARTED);
            return Some(None);
        }
        self.skip(1);
        let from = self.input.at;
        while accepts(self.peek(0)) {
            self.skip(1);
        }
        let value = self.input.text[from..self.input.at].to_vec();
        if self.peek(0) == quote {
            self.skip(1);
        } else {
            self.fatal(code::STRING_NOT_CLOSED);
        }
        Some(Some(value))
    }
    fn declared_version(&mut self) -> Option<Vec<u8>> {
        let accepts = |byte: u8| byte.is_ascii_digit() || byte == b'.';
        let version = self.pseudo_attribute(b"version", accepts).flatten()?;
        let fits = version.len() > 2 && version[0].is_ascii_digit() && version[1] == b'.';
        fits.then_some(version)
    }
    fn declared_encoding(&mut self) -> Option<Vec<u8>> {
        let accepts = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-');
        let name = self.pseudo_attribute(b"encoding", accepts)??;
        if !name.first().is_some_and(u8::is_ascii_alphabetic) {
            self.fatal(code::ENCODING_NAME);
            return None;
        }
        Some(name)
    }
    /// Reads on in an encoding; false if there is no such encoding.
    fn apply_encoding(&mut self, name: &[u8]) -> bool {
        let upper = name.to_ascii_uppercase();
        if matches!(&upper[..], b"UTF-16" | b"UTF16") {
            if self.conversion.is_none() {
                self.fatal_text(code::INVALID_ENCODING, "Document labelled UTF-16 but has UTF-8 content\n");
            }
            return true;
        }
        if !self.conversion.is_none() || self.encoding.is_some() {
            return true;
        }
        match Conversion::by_name(name) {
            Some(conversion) => self.switch_encoding(conversion),
            None => {
                let message = super::filled("Unsupported encoding {}\n", name);
                self.report(Domain::Parser, code::UNSUPPORTED_ENCODING, Level::Fatal, message);
                return false;
            }
        }
        true
    }
    fn declared_standalone(&mut self) -> i8 {
        self.skip(10);
        self.skip_blanks();
        if self.peek(0) != b'=' {
            self.fatal(code::EQUAL_REQUIRED);
            return -1;
        }
        self.skip(1);
        self.skip_blanks();
        let quote = self.peek(0);
        if quote != b'"' && quote != b'\'' {
            self.fatal(code::STRING_NOT_STARTED);
            return -1;
        }
        self.skip(1);
        let value = match (self.input.starts_with(b"yes"), self.input.starts_with(b"no")) {
            (true, _) => {
                self.skip(3);
                1
            }
            (_, true) => {
                self.skip(2);
                0
            }
            _ => {
                self.fatal(code::STANDALONE_VALUE);
                -1
            }
        };
        if self.peek(0) == quote {
            self.skip(1);
        } else {
            self.fatal(code::STRING_NOT_CLOSED);
        }
        value
    }
}
