//! HTML 4, with the recovery that libxml2 has: a tree comes of any text.
//!
//! Elements are implied (`html`, `head`, `body`, and `p` around text that stands directly in one of the first two), end tags
//! are supplied where a start tag closes what is open, and end tags that close nothing are errors and nothing else.

mod entities;
mod serialize;
mod tags;

pub use serialize::{document, node};

use crate::{
    chars,
    error::{Domain, Error, Level, code},
    parser::encoding::Conversion,
    tree::{Forest, Kind, Node},
};
use entities::ENTITIES;
use phant_memory::Str;

/// How to parse.
#[derive(Clone, Default)]
pub struct Options {
    /// The document's name, for errors.
    pub file: Option<Vec<u8>>,
    /// No `html`, `head`, `body` and `p` that are not written (`LIBXML_HTML_NOIMPLIED`).
    pub no_implied: bool,
    /// No document type if none is written (`LIBXML_HTML_NODEFDTD`).
    pub no_default_doctype: bool,
    /// White space alone is no text (`LIBXML_NOBLANKS`).
    pub drop_blanks: bool,
}

/// How deep elements nest.
const MAX_DEPTH: usize = 255;

struct Parser<'a> {
    forest: &'a Forest,
    document: Node,
    text: Vec<u8>,
    at: usize,
    /// Line and column of `counted`.
    line: u32,
    column: u32,
    counted: usize,
    options: &'a Options,
    report: &'a mut dyn FnMut(Error),
    /// Elements that are open.
    open: Vec<(Vec<u8>, Node)>,
    /// Start tags of `html`, `head` and `body` that were left out.
    discarded: usize,
    halted: bool,
}

/// Parses a text into a document.
pub fn parse(forest: &Forest, document: Node, bytes: &[u8], options: &Options, report: &mut dyn FnMut(Error)) {
    let (text, encoding) = decoded(bytes);
    if let Some(data) = forest.document_data(document) {
        data.encoding.replace(encoding.map(Str::new));
    }
    let mut parser = Parser {
        forest,
        document,
        text,
        at: 0,
        line: 1,
        column: 1,
        counted: 0,
        options,
        report,
        open: Vec::new(),
        discarded: 0,
        halted: false,
    };
    parser.run();
}

/// The text in UTF-8, and the encoding that its `meta` element says it has.
fn decoded(bytes: &[u8]) -> (Vec<u8>, Option<Vec<u8>>) {
    let mut to = Vec::with_capacity(bytes.len());
    let (bytes, is_utf8) = match Conversion::detect(bytes) {
        Some((conversion, skip, _)) if conversion.is_none() => (&bytes[skip..], true),
        Some((mut conversion, skip, _)) => {
            let _ = conversion.convert(&bytes[skip..], true, &mut to);
            let declared = charset(&to);
            return (to, declared);
        }
        // What begins as an XML declaration does is in UTF-8, whatever else that says.
        None => (bytes, bytes.starts_with(b"<?xm")),
    };
    let declared = charset(bytes);
    let conversion = declared.as_deref().and_then(Conversion::by_name).or(is_utf8.then_some(Conversion::None));
    match conversion {
        Some(conversion) if conversion.is_none() => to.extend_from_slice(bytes),
        Some(mut conversion) => {
            let _ = conversion.convert(bytes, true, &mut to);
        }
        None => bytes.iter().for_each(|&byte| chars::push(&mut to, u32::from(byte))),
    }
    // What is not UTF-8 is Latin-1, from there on.
    if let Err(error) = std::str::from_utf8(&to) {
        let rest = to.split_off(error.valid_up_to());
        rest.iter().for_each(|&byte| chars::push(&mut to, u32::from(byte)));
    }
    (to, declared)
}

/// What a `meta` element says of the encoding.
fn charset(bytes: &[u8]) -> Option<Vec<u8>> {
    let lower = bytes[..bytes.len().min(1 << 16)].to_ascii_lowercase();
    let mut from = 0;
    while let Some(at) = lower[from..].windows(5).position(|window| window == b"<meta") {
        let start = from + at;
        let end = lower[start..].iter().position(|&byte| byte == b'>').map_or(lower.len(), |end| start + end);
        let tag = &lower[start..end];
        if let Some(at) = tag.windows(8).position(|window| window == b"charset=") {
            let value = &bytes[start + at + 8..end];
            let value = value.trim_ascii_start();
            let value = value.strip_prefix(b"\"").or_else(|| value.strip_prefix(b"'")).unwrap_or(value);
            let length = value.iter().take_while(|byte| byte.is_ascii_alphanumeric() || b"-_:.".contains(byte)).count();
            if length > 0 {
                return Some(value[..length].to_vec());
            }
        }
        from = end;
    }
    None
}

/// The character of an entity.
fn entity(name: &[u8]) -> Option<u32> {
    ENTITIES.iter().find(|(_, known)| known.as_bytes() == name).map(|(c, _)| *c)
}

impl Parser<'_> {
    fn peek(&self, ahead: usize) -> u8 {
        self.text.get(self.at + ahead).copied().unwrap_or(0)
    }
    fn rest(&self) -> &[u8] {
        &self.text[self.at.min(self.text.len())..]
    }
    fn at_end(&self) -> bool {
        self.at >= self.text.len()
    }
    fn blanks(&mut self) {
        while chars::is_blank(self.peek(0)) {
            self.at += 1;
        }
    }
    fn place(&mut self) -> (u32, u32) {
        let upto = self.at.min(self.text.len());
        for &byte in &self.text[self.counted.min(upto)..upto] {
            if byte == b'\n' {
                (self.line, self.column) = (self.line + 1, 1);
            } else if byte & 0xC0 != 0x80 {
                self.column += 1;
            }
        }
        self.counted = upto;
        (self.line, self.column)
    }
    fn error(&mut self, code: i32, message: &str, names: &[&[u8]]) {
        let mut text = Vec::new();
        for (at, part) in message.split("{}").enumerate() {
            if at > 0 {
                text.extend_from_slice(names.get(at - 1).copied().unwrap_or_default());
            }
            text.extend_from_slice(part.as_bytes());
        }
        text.push(b'\n');
        let (line, column) = self.place();
        let file = self.options.file.clone();
        let level = Level::Error;
        (self.report)(Error { domain: Domain::Html, code, level, message: text, file, line, column, in_entity: false });
    }

    fn run(&mut self) {
        self.blanks();
        if self.at_end() {
            self.error(code::DOCUMENT_EMPTY, "Document is empty", &[]);
        }
        while self.rest().starts_with(b"<!--") || self.rest().starts_with(b"<?") {
            self.misc();
            self.blanks();
        }
        if self.is_doctype() {
            self.doctype(true);
            self.blanks();
        }
        while !self.at_end() && !self.halted && !phant_interrupt::is_urgent() {
            self.construct();
        }
        while !self.open.is_empty() {
            self.open.pop();
        }
        let forest = self.forest;
        if !self.options.no_default_doctype && forest.doctype(self.document).is_none() {
            let doctype = forest.create(Kind::DocumentType, self.document, Str::from("html"), Str::from(""));
            let external = crate::tree::External {
                public_id: Some(Str::from("-//W3C//DTD HTML 4.0 Transitional//EN")),
                system_id: Some(Str::from("http://www.w3.org/TR/REC-html40/loose.dtd")),
                ..crate::tree::External::default()
            };
            forest.set_identifiers(doctype, external);
            forest.insert(self.document, doctype, forest.first_child(self.document));
        }
    }
    fn is_doctype(&self) -> bool {
        self.rest().get(..9).is_some_and(|start| start.eq_ignore_ascii_case(b"<!doctype"))
    }
    fn misc(&mut self) {
        if self.rest().starts_with(b"<!--") {
            self.comment();
        } else {
            self.processing_instruction();
        }
    }
    fn construct(&mut self) {
        if let Some((name, _)) = self.open.last()
            && (name == b"script" || name == b"style")
        {
            let name = name.clone();
            if self.raw_text(&name) {
                return;
            }
        }
        let rest = self.rest();
        match rest {
            [b'<', b'/', ..] => self.end_tag(),
            [b'<', b'!', ..] if self.is_doctype() => {
                self.error(800, "Misplaced DOCTYPE declaration", &[b"DOCTYPE"]);
                self.doctype(false);
            }
            [b'<', b'!', b'-', b'-', ..] => self.comment(),
            [b'<', b'?', ..] => self.processing_instruction(),
            [b'<', next, ..] if next.is_ascii_alphabetic() || matches!(next, b'_' | b':') => self.start_tag(),
            [b'<', ..] => {
                self.add_text(b"<");
                self.at += 1;
            }
            [b'&', ..] => self.reference(),
            _ => self.char_data(),
        }
    }

    /// The node that what comes next hangs in.
    fn current(&self) -> Node {
        self.open.last().map_or(Node::NONE, |(_, node)| *node)
    }
    fn add_text(&mut self, text: &[u8]) {
        let parent = self.current();
        if parent.is_none() || text.is_empty() {
            return;
        }
        let last = self.forest.last_child(parent);
        if last.is_some() && self.forest.kind(last) == Kind::Text {
            let value = Str::concat(&self.forest.value(last), text);
            return self.forest.set_value(last, value);
        }
        let node = self.forest.create(Kind::Text, self.document, Str::from(""), Str::new(text));
        let (line, _) = self.place();
        self.forest.set_line(node, line);
        self.forest.append(parent, node);
    }
    fn add(&mut self, kind: Kind, name: &[u8], value: &[u8]) {
        let node = self.forest.create(kind, self.document, Str::new(name), Str::new(value));
        let (line, _) = self.place();
        self.forest.set_line(node, line);
        let parent = self.current();
        self.forest.append(if parent.is_some() { parent } else { self.document }, node);
    }

    /// Text up to markup.
    fn char_data(&mut self) {
        let length = self.rest().iter().position(|&byte| byte == b'<' || byte == b'&').unwrap_or(self.rest().len());
        let mut text = Vec::with_capacity(length);
        let piece = self.rest()[..length].to_vec();
        for (at, &byte) in piece.iter().enumerate() {
            match byte {
                b'\r' if piece.get(at + 1) == Some(&b'\n') => {}
                b'\r' => text.push(b'\n'),
                0..0x20 if !chars::is_blank(byte) => {
                    self.error(code::INVALID_CHAR, "Invalid char in CDATA 0x{}", &[format!("{byte:X}").as_bytes()]);
                }
                byte => text.push(byte),
            }
        }
        self.at += length;
        if text.iter().all(|&byte| chars::is_blank(byte)) && self.are_blanks() {
            if !self.options.drop_blanks {
                self.add_text(&text);
            }
            return;
        }
        self.check_paragraph();
        self.add_text(&text);
    }
    /// Whether white space here is between elements.
    fn are_blanks(&self) -> bool {
        if self.at_end() {
            return true;
        }
        if self.peek(0) != b'<' {
            return false;
        }
        let Some((name, node)) = self.open.last() else { return true };
        if name == b"html" || name == b"head" {
            return true;
        }
        let last = self.forest.last_child(*node);
        if last.is_none() {
            return !tags::has_text(name);
        }
        self.forest.kind(last) != Kind::Text && !tags::has_text(&self.forest.name(last))
    }
    /// Text does not stand in `html` or `head`: there a paragraph is begun.
    fn check_paragraph(&mut self) {
        let needs = match self.open.last() {
            None => true,
            Some((name, _)) => name == b"html" || name == b"head",
        };
        if needs && !self.options.no_implied {
            self.auto_close(b"p");
            self.check_implied(b"p");
            self.push(b"p");
        }
    }
    /// `&…`
    fn reference(&mut self) {
        if self.peek(1) == b'#' {
            if let Some(c) = self.char_reference() {
                let mut text = Vec::new();
                chars::push(&mut text, c);
                self.check_paragraph();
                self.add_text(&text);
            }
            return;
        }
        self.at += 1;
        let (name, found) = self.entity_reference();
        self.check_paragraph();
        match found {
            Some(c) => {
                let mut text = Vec::new();
                chars::push(&mut text, c);
                self.add_text(&text);
            }
            None => self.add_text(&[b"&", &name[..]].concat()),
        }
    }
    /// What follows `&`: a name, and its character if there is one.
    fn entity_reference(&mut self) -> (Vec<u8>, Option<u32>) {
        let length = self.rest().iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        let starts = self.peek(0).is_ascii_alphabetic();
        if !starts {
            self.error(code::NAME_REQUIRED, "htmlParseEntityRef: no name", &[]);
            return (Vec::new(), None);
        }
        let name = self.rest()[..length].to_vec();
        self.at += length;
        if self.peek(0) != b';' {
            self.error(code::ENTITYREF_SEMICOL_MISSING, "htmlParseEntityRef: expecting ';'", &[]);
            return (name, None);
        }
        let found = entity(&name);
        self.at += usize::from(found.is_some());
        (name, found)
    }
    fn char_reference(&mut self) -> Option<u32> {
        let is_hex = matches!(self.peek(2), b'x' | b'X');
        let radix = if is_hex { 16 } else { 10 };
        self.at += if is_hex { 3 } else { 2 };
        let mut value = 0u32;
        while let Some(digit) = char::from(self.peek(0)).to_digit(radix) {
            value = value.saturating_mul(radix).saturating_add(digit).min(0x110000);
            self.at += 1;
        }
        if self.peek(0) == b';' {
            self.at += 1;
        } else {
            self.error(if is_hex { 6 } else { 7 }, "htmlParseCharRef: missing semicolon", &[]);
        }
        if chars::is_char(value) {
            return Some(value);
        }
        if value >= 0x110000 {
            self.error(code::INVALID_CHAR, "htmlParseCharRef: value too large", &[]);
        } else {
            self.error(code::INVALID_CHAR, "htmlParseCharRef: invalid xmlChar value {}", &[value.to_string().as_bytes()]);
        }
        None
    }
    fn comment(&mut self) {
        self.at += 4;
        match self.rest().windows(3).position(|window| window == b"-->") {
            Some(end) => {
                let text = self.rest()[..end].to_vec();
                self.at += end + 3;
                self.add(Kind::Comment, b"", &text);
            }
            None => {
                self.at = self.text.len();
                self.error(code::COMMENT_NOT_FINISHED, "Comment not terminated \n<!--", &[]);
            }
        }
    }
    fn processing_instruction(&mut self) {
        self.at += 2;
        let Some(target) = self.name(false) else {
            return self.error(code::PI_NOT_STARTED, "PI is not started correctly", &[]);
        };
        if !self.at_end() && self.peek(0) != b'>' && !chars::is_blank(self.peek(0)) {
            self.error(code::SPACE_REQUIRED, "ParsePI: PI {} space expected", &[&target]);
        }
        self.blanks();
        let end = self.rest().iter().position(|&byte| byte == b'>').unwrap_or(self.rest().len());
        let data = self.rest()[..end].to_vec();
        self.at = (self.at + end + 1).min(self.text.len());
        self.add(Kind::ProcessingInstruction, &target, &data);
    }
    fn doctype(&mut self, is_kept: bool) {
        self.at += 9;
        self.blanks();
        let name = self.name(false).unwrap_or_default();
        self.blanks();
        let keyword = self.rest().get(..6).unwrap_or_default().to_ascii_uppercase();
        let (mut public, mut system) = (None, None);
        if keyword == b"SYSTEM" || keyword == b"PUBLIC" {
            self.at += 6;
            self.blanks();
            let first = self.quoted();
            self.blanks();
            if keyword == b"PUBLIC" {
                public = first;
                system = if matches!(self.peek(0), b'"' | b'\'') { self.quoted() } else { None };
            } else {
                system = first;
            }
            self.blanks();
        }
        if self.peek(0) != b'>' {
            self.error(code::DOCTYPE_NOT_FINISHED, "DOCTYPE improperly terminated", &[]);
        }
        while !self.at_end() && self.peek(0) != b'>' {
            self.at += 1;
        }
        self.at += 1;
        if is_kept {
            let forest = self.forest;
            let doctype = forest.create(Kind::DocumentType, self.document, Str::new(name), Str::from(""));
            let id = |id: Option<Vec<u8>>| id.map(Str::new);
            let external =
                crate::tree::External { public_id: id(public), system_id: id(system), ..crate::tree::External::default() };
            forest.set_identifiers(doctype, external);
            // Before comments and the like that came before it, as in libxml2.
            forest.insert(self.document, doctype, forest.first_child(self.document));
        }
    }
    fn quoted(&mut self) -> Option<Vec<u8>> {
        let quote = self.peek(0);
        if quote != b'"' && quote != b'\'' {
            return None;
        }
        let length = self.rest()[1..].iter().position(|&byte| byte == quote)?;
        let text = self.rest()[1..=length].to_vec();
        self.at += length + 2;
        Some(text)
    }
    /// A name of a tag or attribute, in lower case if asked for.
    fn name(&mut self, lower: bool) -> Option<Vec<u8>> {
        let from = self.at;
        while let Some((c, length)) = chars::decode(self.rest()) {
            let fits = if self.at == from { chars::is_name_start(c) } else { chars::is_name_char(c) };
            if !fits {
                break;
            }
            self.at += length;
        }
        let name = &self.text[from..self.at];
        (self.at > from).then(|| if lower { name.to_ascii_lowercase() } else { name.to_vec() })
    }

    /// Opens an element.
    fn push(&mut self, name: &[u8]) -> Node {
        let node = self.forest.create(Kind::Element, self.document, Str::new(name), Str::from(""));
        let (line, _) = self.place();
        self.forest.set_line(node, line);
        let parent = match self.current().some().or_else(|| self.forest.root(self.document).some()) {
            Some(parent) => parent,
            None => self.document,
        };
        self.forest.append(parent, node);
        self.open.push((name.to_vec(), node));
        node
    }
    /// Closes what a start tag closes.
    fn auto_close(&mut self, new: &[u8]) {
        while self.open.last().is_some_and(|(old, _)| tags::closes(new, old)) {
            self.open.pop();
        }
    }
    /// Opens what an element stands in.
    fn check_implied(&mut self, new: &[u8]) {
        if self.options.no_implied || new == b"html" {
            return;
        }
        if self.open.is_empty() {
            self.push(b"html");
        }
        if new == b"body" || new == b"head" {
            return;
        }
        let in_head = matches!(new, b"script" | b"style" | b"meta" | b"link" | b"title" | b"base");
        let has = |name: &[u8]| self.open.iter().any(|(open, _)| open == name);
        if self.open.len() <= 1 && in_head {
            // Only before the body is there a head to be begun.
            let root = self.forest.root(self.document);
            let begun = self
                .forest
                .children(root)
                .any(|child| self.forest.is_named(child, b"head") || self.forest.is_named(child, b"body"));
            if !begun {
                self.push(b"head");
            }
        } else if !matches!(new, b"noframes" | b"frame" | b"frameset") && !has(b"body") && !has(b"head") {
            let root = self.forest.root(self.document);
            if !self.forest.children(root).any(|child| self.forest.is_named(child, b"body")) {
                self.push(b"body");
            }
        }
    }
    fn start_tag(&mut self) {
        self.at += 1;
        let Some(name) = self.name(true) else { return };
        self.auto_close(&name);
        self.check_implied(&name);
        let is_open = |parser: &Self, name: &[u8]| parser.open.iter().any(|(open, _)| open == name);
        let misplaced = match &name[..] {
            b"html" => !self.open.is_empty(),
            b"head" => self.open.len() != 1 && !self.options.no_implied,
            b"body" => is_open(self, b"body"),
            _ => false,
        };
        if misplaced {
            self.error(800, "htmlParseStartTag: misplaced <{}> tag", &[&name]);
            self.discarded += 1;
        }
        if self.open.len() >= MAX_DEPTH {
            self.error(code::INTERNAL_ERROR, "Excessive depth in document: 256 use XML_PARSE_HUGE option", &[]);
            self.halted = true;
            return;
        }
        let node = if misplaced { Node::NONE } else { self.push(&name) };
        let target = if misplaced && name == b"html" { self.forest.root(self.document) } else { node };
        self.attributes(target, misplaced);
        if misplaced {
            self.skip_tag_end();
            return;
        }
        if !tags::is_known(&name) {
            self.error(801, "Tag {} invalid", &[&name]);
        }
        if self.rest().starts_with(b"/>") {
            self.at += 2;
            self.open.pop();
            return;
        }
        if self.peek(0) == b'>' {
            self.at += 1;
        } else {
            self.error(code::GT_REQUIRED, "Couldn't find end of Start Tag {}", &[&name]);
            self.open.pop();
            return;
        }
        if tags::is_empty(&name) {
            self.open.pop();
        }
    }
    fn skip_tag_end(&mut self) {
        while !self.at_end() && self.peek(0) != b'>' {
            self.at += 1;
        }
        self.at += 1;
    }
    fn attributes(&mut self, element: Node, is_extra: bool) {
        loop {
            self.blanks();
            if self.at_end() || self.peek(0) == b'>' || self.rest().starts_with(b"/>") {
                return;
            }
            let Some(name) = self.name(true) else {
                self.error(code::NAME_REQUIRED, "error parsing attribute name", &[]);
                while !self.at_end() && !chars::is_blank(self.peek(0)) && self.peek(0) != b'>' && !self.rest().starts_with(b"/>")
                {
                    self.at += 1;
                }
                continue;
            };
            self.blanks();
            let mut value = None;
            if self.peek(0) == b'=' {
                self.at += 1;
                self.blanks();
                value = self.attribute_value();
            }
            if element.is_none() {
                continue;
            }
            if self.forest.attribute_by_name(element, &name).is_some() {
                if !is_extra {
                    self.error(code::ATTRIBUTE_REDEFINED, "Attribute {} redefined", &[&name]);
                }
                continue;
            }
            self.add_attribute(element, &name, value);
        }
    }
    fn add_attribute(&mut self, element: Node, name: &[u8], value: Option<Vec<u8>>) {
        let forest = self.forest;
        let text = match &value {
            Some(text) => text.clone(),
            None if tags::is_boolean(name) => name.to_vec(),
            None => Vec::new(),
        };
        let attribute = forest.create(Kind::Attribute, self.document, Str::new(name), Str::new(text));
        forest.append_attribute(element, attribute);
        if value.is_none() && !tags::is_boolean(name) {
            forest.set_without_value(attribute);
        }
        if name == b"id" || name == b"name" && forest.is_named(element, b"a") {
            forest.set_id(attribute, true);
        }
    }
    fn attribute_value(&mut self) -> Option<Vec<u8>> {
        let quote = self.peek(0);
        let is_quoted = quote == b'"' || quote == b'\'';
        self.at += usize::from(is_quoted);
        let mut value = Vec::new();
        while !self.at_end() {
            let byte = self.peek(0);
            if is_quoted && byte == quote || !is_quoted && (chars::is_blank(byte) || byte == b'>') {
                break;
            }
            if byte != b'&' {
                value.push(byte);
                self.at += 1;
                continue;
            }
            if self.peek(1) == b'#' {
                if let Some(c) = self.char_reference() {
                    chars::push(&mut value, c);
                }
                continue;
            }
            self.at += 1;
            match self.entity_reference() {
                (_, Some(c)) => chars::push(&mut value, c),
                (name, None) => {
                    value.push(b'&');
                    value.extend_from_slice(&name);
                }
            }
        }
        if is_quoted {
            if self.at_end() {
                self.error(code::ATTRIBUTE_NOT_FINISHED, "AttValue: \" expected", &[]);
            } else {
                self.at += 1;
            }
        } else if value.is_empty() {
            self.error(code::ATTRIBUTE_WITHOUT_VALUE, "AttValue: no value found", &[]);
            return None;
        }
        Some(value)
    }
    fn end_tag(&mut self) {
        if !self.peek(2).is_ascii_alphabetic() && !matches!(self.peek(2), b'_' | b':') {
            // No end tag: left out up to its end.
            self.at += 2;
            self.error(code::LTSLASH_REQUIRED, "htmlParseEndTag: '</' not found", &[]);
            return self.skip_tag_end();
        }
        self.at += 2;
        let name = self.name(true).unwrap_or_default();
        self.blanks();
        if self.peek(0) != b'>' {
            self.error(code::GT_REQUIRED, "End tag : expected '>'", &[]);
            while !self.at_end() && self.peek(0) != b'>' {
                self.at += 1;
            }
        }
        self.at += 1;
        if self.discarded > 0 && matches!(&name[..], b"html" | b"body" | b"head") {
            self.discarded -= 1;
            return;
        }
        if !self.open.iter().any(|(open, _)| *open == name) {
            return self.error(code::TAG_NAME_MISMATCH, "Unexpected end tag : {}", &[&name]);
        }
        self.close_up_to(&name);
    }
    fn close_up_to(&mut self, name: &[u8]) {
        let priority = tags::priority(name);
        let stops = |(open, _): &&(Vec<u8>, Node)| open == name || tags::priority(open) > priority;
        if self.open.iter().rev().find(stops).is_none_or(|(open, _)| open != name) {
            return;
        }
        while let Some((open, _)) = self.open.last().cloned() {
            if open == name {
                self.open.pop();
                return;
            }
            if tags::must_be_closed(&open) {
                self.error(code::TAG_NAME_MISMATCH, "Opening and ending tag mismatch: {} and {}", &[name, &open]);
            }
            self.open.pop();
        }
    }
    /// The text of a script or style, up to its end tag; false if that comes at once.
    fn raw_text(&mut self, name: &[u8]) -> bool {
        let rest = self.rest();
        let ends = |at: usize| {
            rest[at..].starts_with(b"</")
                && rest.get(at + 2..at + 2 + name.len()).is_some_and(|found| found.eq_ignore_ascii_case(name))
        };
        let length = (0..rest.len()).find(|&at| rest[at] == b'<' && ends(at)).unwrap_or(rest.len());
        if length == 0 {
            return false;
        }
        let text = rest[..length].to_vec();
        self.at += length;
        self.add(Kind::CData, b"", &text);
        true
    }
}
