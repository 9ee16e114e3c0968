//! What stands inside elements: text, references, comments, processing instructions, end tags.

use super::{Event, Input, Loader, MAX_TEXT, Open, Parser, State, literal::predefined};
use crate::{
    chars,
    error::{Domain, Level, code},
};

/// How much text is passed on before its end is there.
const PIECE: usize = 300;

/// How long the text is, of at most about `most` bytes, that needs no second look: no line ends but line feeds, no `]`, and
/// other characters than ASCII only if they are `wanted`.
fn plain_run(text: &[u8], wanted: bool, most: usize) -> usize {
    let mut at = 0;
    while at < text.len() && at < most {
        match text[at] {
            b']' => break,
            b'\t' | b'\n' | 0x20..0x80 => at += 1,
            0x80.. if wanted => match chars::decode(&text[at..]) {
                Some((c, length)) if chars::is_char(c) => at += length,
                _ => break,
            },
            _ => break,
        }
    }
    at
}

impl Parser {
    /// Goes on by a construct inside the root element; false if more must be fed first.
    pub(super) fn content(&mut self, loader: &mut dyn Loader) -> bool {
        let rest = self.input.rest();
        let whole = self.finished || !self.outer.is_empty();
        match rest {
            [] if !self.outer.is_empty() => self.leave_entity(),
            [0, ..] => self.end_of_content(),
            [] if whole => self.end_of_content(),
            // The push parser does not look at a last byte alone.
            [_] if self.options.push && self.finished && self.outer.is_empty() => {
                self.fatal(code::DOCUMENT_END);
                self.emit(Event::EndDocument);
                self.state = State::End;
            }
            [] => return false,
            [b'<'] if !whole => return false,
            [b'<', b'?', ..] => {
                if !self.has(b"?>") {
                    return false;
                }
                self.processing_instruction();
            }
            [b'<', b'!', ..] if !whole && rest.len() < 9 && b"<![CDATA[".starts_with(rest) => return false,
            [b'<', b'!', ..] if !whole && rest.len() < 4 => return false,
            [b'<', b'!', ..] if rest.starts_with(b"<![CDATA[") => {
                if !self.has(b"]]>") {
                    return false;
                }
                self.cdata();
            }
            [b'<', b'!', ..] if rest.starts_with(b"<!--") => {
                if !self.has(b"-->") {
                    return false;
                }
                self.comment();
            }
            [b'<', b'/', ..] => {
                if !self.has_tag_end() {
                    return false;
                }
                self.end_tag();
            }
            [b'<', ..] => {
                if !self.has_tag_end() {
                    return false;
                }
                self.start_tag();
            }
            [b'&', ..] => {
                if !self.has(b";") && self.input.rest().len() < PIECE {
                    return false;
                }
                self.reference(loader);
            }
            _ => return self.text(),
        }
        true
    }
    /// The text is over, or a byte of value 0 stands where content should.
    fn end_of_content(&mut self) {
        if self.options.push && self.input.at_end() && !self.open.is_empty() {
            self.fatal(code::DOCUMENT_END);
        } else if self.options.push && self.open.is_empty() {
            // A fragment ends here.
        } else if !self.open.is_empty() {
            // Of those that are open only the innermost is named.
            self.premature_end();
        } else if !self.input.at_end() {
            self.fatal(code::EXTRA_CONTENT);
        }
        self.emit(Event::EndDocument);
        self.state = State::End;
    }
    fn premature_end(&mut self) {
        if let Some(Open { name, line, .. }) = self.open.last() {
            let line = *line;
            let message = super::filled_all("Premature end of data in tag {} line ", &[&name.local]);
            self.fatal_text(code::TAG_NOT_FINISHED, [&message[..], format!("{line}\n").as_bytes()].concat());
        }
    }

    /// `</name>`
    fn end_tag(&mut self) {
        let floor = if self.outer.is_empty() { 0 } else { self.input.depth };
        if self.open.len() <= floor {
            // An end tag of an element outside of this entity or fragment.
            self.fatal(code::NOT_WELL_BALANCED);
            if self.outer.is_empty() {
                self.emit(Event::EndDocument);
                self.state = State::End;
            } else {
                self.input.at = self.input.text.len();
            }
            return;
        }
        self.skip(2);
        if self.skip_expected_name() {
            if let Some(open) = self.open.pop() {
                self.close(open);
            }
            return;
        }
        let written = self.qname();
        self.skip_blanks();
        if self.peek(0) == b'>' {
            self.skip(1);
        } else {
            self.fatal(code::GT_REQUIRED);
        }
        let Some(open) = self.open.pop() else { return };
        let fits = written.as_ref().is_some_and(|(prefix, local)| *local == open.name.local && *prefix == open.name.prefix);
        if !fits {
            let written = written.map_or(b"unparsable".to_vec(), |(_, local)| local.to_vec());
            let line = open.line.to_string();
            let parts: [&[u8]; 3] = [&open.name.local, line.as_bytes(), &written];
            let message = super::filled_all("Opening and ending tag mismatch: {} line {} and {}\n", &parts);
            self.fatal_text(code::TAG_NAME_MISMATCH, message);
        }
        self.close(open);
    }
    /// Skips the name of the element that is open and `>`, if that is what follows.
    fn skip_expected_name(&mut self) -> bool {
        let Some(open) = self.open.last() else { return false };
        let mut rest = self.input.rest();
        if let Some(prefix) = &open.name.prefix {
            let Some(behind) = rest.strip_prefix(&prefix[..]).and_then(|rest| rest.strip_prefix(b":")) else { return false };
            rest = behind;
        }
        let Some(rest) = rest.strip_prefix(&open.name.local[..]).and_then(|rest| rest.strip_prefix(b">")) else { return false };
        self.input.at = self.input.text.len() - rest.len();
        true
    }
    /// Ends an element.
    pub(super) fn close(&mut self, open: Open) {
        self.namespaces.truncate(open.namespaces);
        self.emit(Event::EndElement(open.name));
        if self.open.is_empty() && self.outer.is_empty() && !self.is_fragment() {
            self.state = State::Epilog;
        }
    }
    fn is_fragment(&self) -> bool {
        self.is_content
    }

    /// Text up to the next markup; in the pieces that libxml2 makes of it.
    fn text(&mut self) -> bool {
        let whole = self.finished || !self.outer.is_empty();
        let rest = self.input.rest();
        let limit = memchr::memchr2(b'<', b'&', rest);
        if limit.is_none() && !whole && rest.len() < PIECE {
            return false;
        }
        let end = self.input.at + limit.unwrap_or(rest.len());
        let mut piece: Vec<u8> = Vec::new();
        let mut is_complex = false;
        let mut stuck = true;
        while self.input.at < end {
            let most = if is_complex { PIECE } else { MAX_TEXT + 1 };
            let plain = plain_run(&self.input.text[self.input.at..end], is_complex, most.saturating_sub(piece.len()));
            if plain > 0 {
                piece.extend_from_slice(&self.input.text[self.input.at..self.input.at + plain]);
                self.input.at += plain;
                stuck = false;
                if piece.len() >= most {
                    self.emit_text(&mut piece);
                }
                continue;
            }
            let byte = self.peek(0);
            match byte {
                b'\r' => {
                    // A line ends with a line feed, whatever ended it.
                    if self.input.at + 1 == end && limit.is_none() && !whole {
                        break;
                    }
                    if self.peek(1) != b'\n' {
                        piece.push(b'\n');
                    } else if !is_complex {
                        self.emit_text(&mut piece);
                    }
                    self.skip(1);
                }
                b']' if self.input.starts_with(b"]]>") => {
                    self.fatal(code::MISPLACED_CDATA_END);
                    piece.extend_from_slice(b"]]>");
                    self.skip(3);
                }
                b']' if limit.is_none() && !whole && end - self.input.at < 3 => break,
                b']' => {
                    piece.push(byte);
                    self.skip(1);
                }
                0x80.. => {
                    if limit.is_none() && !whole && end - self.input.at < 4 && self.input.char().is_none() {
                        break;
                    }
                    if !is_complex {
                        self.emit_text(&mut piece);
                        is_complex = true;
                    }
                    let before = self.input.text.len();
                    let (c, length) = self.char();
                    if self.input.text.len() != before {
                        // It was no UTF-8: the text is another one now.
                        self.emit_text(&mut piece);
                        return true;
                    }
                    if chars::is_char(c) {
                        piece.extend_from_slice(&self.input.rest()[..length]);
                    } else {
                        self.invalid_char(c);
                    }
                    self.skip(length);
                }
                0 => break,
                _ => {
                    self.emit_text(&mut piece);
                    self.invalid_char(u32::from(byte));
                    self.skip(1);
                }
            }
            stuck = false;
            if is_complex && piece.len() >= PIECE {
                self.emit_text(&mut piece);
            }
            if piece.len() > MAX_TEXT {
                self.emit_text(&mut piece);
            }
        }
        self.emit_text(&mut piece);
        !stuck
    }
    fn emit_text(&mut self, piece: &mut Vec<u8>) {
        if !piece.is_empty() {
            self.emit(Event::Text(std::mem::take(piece)));
        }
    }
    fn invalid_char(&mut self, c: u32) {
        self.fatal_text(code::INVALID_CHAR, format!("PCDATA invalid Char value {c}\n"));
    }

    /// `&…;`
    fn reference(&mut self, loader: &mut dyn Loader) {
        if self.peek(1) == b'#' {
            if let Some(c) = self.char_reference() {
                let mut text = Vec::new();
                chars::push(&mut text, c);
                self.emit(Event::Text(text));
            }
            return;
        }
        let Some((name, entity)) = self.entity_reference(false) else { return };
        if let Some(c) = predefined(&name) {
            self.emit(Event::Text(vec![c]));
            return;
        }
        match entity {
            Some(entity) => self.entity_in_content(&entity, loader),
            None if !self.halted => self.emit(Event::EntityReference { name, entity: None }),
            None => {}
        }
    }

    /// `<!--…-->`
    pub(super) fn comment(&mut self) {
        self.skip(4);
        let from = self.input.at;
        let mut text = Vec::new();
        loop {
            let (c, length) = self.char();
            if length == 0 || c == 0 {
                self.fatal_text(code::COMMENT_NOT_FINISHED, "Comment not terminated\n");
                return;
            }
            if c == u32::from(b'-') && self.peek(1) == b'-' {
                if self.peek(2) == b'>' {
                    self.skip(3);
                    break;
                }
                let shown = &text[..text.len().min(50)];
                let message = super::filled("Double hyphen within comment: <!--{}\n", shown);
                self.fatal_text(code::HYPHEN_IN_COMMENT, message);
                self.skip(1);
                text.push(b'-');
                continue;
            }
            match c {
                13 => {
                    if self.peek(1) != b'\n' {
                        text.push(b'\n');
                    }
                }
                c if chars::is_char(c) => text.extend_from_slice(&self.input.rest()[..length]),
                c => {
                    let message = format!("xmlParseComment: invalid xmlChar value {c}\n");
                    self.fatal_text(code::INVALID_CHAR, message);
                }
            }
            self.skip(length);
            if self.input.at - from > MAX_TEXT && !self.options.huge {
                self.fatal_text(code::COMMENT_NOT_FINISHED, "Comment too big found\n");
                return;
            }
        }
        self.emit(Event::Comment(text));
    }

    /// `<?…?>`
    pub(super) fn processing_instruction(&mut self) {
        self.skip(2);
        let Some(target) = self.name() else {
            self.fatal(code::PI_NOT_STARTED);
            return;
        };
        if target.eq_ignore_ascii_case(b"xml") {
            if &target[..] == b"xml" {
                let message = "XML declaration allowed only at the start of the document\n";
                self.fatal_text(code::RESERVED_XML_NAME, message);
            } else {
                self.fatal(code::RESERVED_XML_NAME);
            }
        } else if target.len() > 3
            && target[..3].eq_ignore_ascii_case(b"xml")
            && !matches!(&target[..], b"xml-stylesheet" | b"xml-model")
        {
            self.warning(code::RESERVED_XML_NAME, "xmlParsePITarget: invalid name prefix 'xml'\n");
        }
        if target.contains(&b':') && !self.options.no_namespaces {
            let message = super::filled("colons are forbidden from PI names '{}'\n", &target);
            self.namespace_error(code::NS_COLON, message);
        }
        if self.input.starts_with(b"?>") {
            self.skip(2);
            self.emit(Event::ProcessingInstruction { target, data: None });
            return;
        }
        if !self.skip_blanks() {
            self.fatal_name(code::SPACE_REQUIRED, "ParsePI: PI {} space expected\n", &target);
        }
        let mut data = Vec::new();
        loop {
            if self.input.starts_with(b"?>") {
                self.skip(2);
                break;
            }
            let (c, length) = self.char();
            if length == 0 || !chars::is_char(c) || data.len() > MAX_TEXT && !self.options.huge {
                self.fatal_name(code::PI_NOT_FINISHED, "ParsePI: PI {} never end ...\n", &target);
                return;
            }
            if c == 13 {
                if self.peek(1) != b'\n' {
                    data.push(b'\n');
                }
            } else {
                data.extend_from_slice(&self.input.rest()[..length]);
            }
            self.skip(length);
        }
        self.emit(Event::ProcessingInstruction { target, data: Some(data) });
    }

    /// `<![CDATA[…]]>`
    fn cdata(&mut self) {
        self.skip(9);
        let mut data = Vec::new();
        loop {
            if self.input.starts_with(b"]]>") {
                self.skip(3);
                break;
            }
            let (c, length) = self.char();
            if length == 0 || !chars::is_char(c) {
                let shown = data.get(..50).unwrap_or(&data).to_vec();
                if data.len() < 2 {
                    self.fatal(code::CDATA_NOT_FINISHED);
                } else {
                    self.fatal_name(code::CDATA_NOT_FINISHED, "CData section not finished\n{}\n", &shown);
                }
                return;
            }
            if c == 13 {
                if self.peek(1) != b'\n' {
                    data.push(b'\n');
                }
            } else {
                data.extend_from_slice(&self.input.rest()[..length]);
            }
            self.skip(length);
            if data.len() > MAX_TEXT && !self.options.huge {
                self.fatal_text(code::CDATA_NOT_FINISHED, "CData section too big found\n");
                return;
            }
        }
        self.emit(Event::CData(data));
    }

    /// Reads on in another text.
    pub(super) fn enter(&mut self, input: Input) {
        let outer = std::mem::replace(&mut self.input, input);
        self.outer.push(outer);
    }
    /// The text of an entity in content is over.
    fn leave_entity(&mut self) {
        let mut failed = false;
        if self.open.len() > self.input.depth {
            self.premature_end();
            self.fatal(code::NOT_WELL_BALANCED);
            failed = true;
            while self.open.len() > self.input.depth {
                let Some(open) = self.open.pop() else { break };
                self.close(open);
            }
        }
        let Some(outer) = self.outer.pop() else { return };
        let inner = std::mem::replace(&mut self.input, outer);
        if inner.is_check {
            self.checks -= 1;
        }
        let Some(entity) = inner.entity else { return };
        let name = entity.name.clone();
        let was_fine = inner.was_fine;
        if self.loop_found {
            self.fatal(code::ENTITY_LOOP);
            if self.outer.is_empty() {
                self.loop_found = false;
            }
        } else if failed || was_fine && !self.well_formed {
            let message = super::filled("Entity '{}' failed to parse\n", &name);
            self.report(Domain::Parser, code::UNDECLARED_ENTITY, Level::Fatal, message);
        }
        if inner.is_check {
            self.checked.insert(name.clone());
            self.emit(Event::EntityReference { name, entity: Some(entity) });
        } else if self.options.entity_boundaries {
            self.emit(Event::EndEntity(name));
        }
    }
}
