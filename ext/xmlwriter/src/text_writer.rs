//! The state machine of an XML writer: what is open, and what may be written there. It behaves as libxml2's
//! `xmlTextWriter` does, and collects text; where that goes is the [output](crate::output)'s business.

use phant_charset::Charset;
use phant_memory::{HeapVec, heap_vec};

/// Why something was not written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Refusal {
    /// It does not fit here.
    Silent,
    /// It does not fit here, and the user is told.
    Told(&'static str),
}

pub(crate) type Written = Result<(), Refusal>;

/// What is open, innermost last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// A start tag.
    Name,
    /// An attribute within a start tag.
    Attribute,
    /// The content of an element.
    Text,
    Pi,
    PiText,
    Cdata,
    Dtd,
    DtdText,
    DtdElement,
    DtdElementText,
    DtdAttlist,
    DtdAttlistText,
    DtdEntity,
    DtdEntityText,
    DtdParameterEntity,
    Comment,
}

struct Open {
    state: State,
    name: HeapVec<u8>,
}

/// A declaration that waits for the end of its start tag.
struct Namespace {
    attribute: HeapVec<u8>,
    uri: HeapVec<u8>,
    /// How many things were open: which element it belongs to.
    depth: usize,
}

/// See the [module documentation](self).
pub(crate) struct TextWriter {
    open: HeapVec<Open>,
    namespaces: HeapVec<Namespace>,
    /// An element was ended where there was none: libxml2 declares no namespaces from then on.
    is_without_namespaces: bool,
    indent: bool,
    /// Whether the next end tag is on a line of its own.
    indent_end: bool,
    indentation: HeapVec<u8>,
    /// Whether a declaration has named an encoding: attributes keep characters as they are then.
    encoded: bool,
    /// What was written since the output took it.
    text: HeapVec<u8>,
    /// What went in although it should not have, for the user to know.
    complaints: HeapVec<&'static str>,
}

fn copy(bytes: &[u8]) -> HeapVec<u8> {
    let mut out = heap_vec();
    out.extend_from_slice(bytes);
    out
}

fn qualified(prefix: Option<&[u8]>, name: &[u8]) -> HeapVec<u8> {
    let mut out = heap_vec();
    if let Some(prefix) = prefix {
        out.extend_from_slice(prefix);
        out.push(b':');
    }
    out.extend_from_slice(name);
    out
}

/// An identifier and where the external part is.
#[derive(Clone, Copy, Default)]
pub(crate) struct External<'a> {
    pub(crate) public: Option<&'a [u8]>,
    pub(crate) system: Option<&'a [u8]>,
    /// The notation of an unparsed entity.
    pub(crate) notation: Option<&'a [u8]>,
}

impl TextWriter {
    pub(crate) fn new() -> TextWriter {
        TextWriter {
            open: heap_vec(),
            namespaces: heap_vec(),
            is_without_namespaces: false,
            indent: false,
            indent_end: true,
            indentation: copy(b" "),
            encoded: false,
            text: heap_vec(),
            complaints: heap_vec(),
        }
    }

    /// What was written since this was asked last.
    pub(crate) fn take_text(&mut self) -> HeapVec<u8> {
        std::mem::replace(&mut self.text, heap_vec())
    }
    /// What to tell the user about what was written.
    pub(crate) fn take_complaints(&mut self) -> HeapVec<&'static str> {
        std::mem::replace(&mut self.complaints, heap_vec())
    }

    /// Whether nothing is open.
    pub(crate) fn is_at_top(&self) -> bool {
        self.open.is_empty()
    }
    pub(crate) fn set_indent(&mut self, indent: bool) {
        self.indent = indent;
        self.indent_end = true;
    }
    pub(crate) fn set_indentation(&mut self, text: &[u8]) {
        self.indentation = copy(text);
    }

    fn state(&self) -> Option<State> {
        self.open.last().map(|open| open.state)
    }
    fn set_state(&mut self, state: State) {
        if let Some(open) = self.open.last_mut() {
            open.state = state;
        }
    }
    fn push(&mut self, state: State, name: &[u8]) {
        self.open.push(Open { state, name: copy(name) });
    }
    fn put(&mut self, text: impl AsRef<[u8]>) {
        self.text.extend_from_slice(text.as_ref());
    }
    fn put_quoted(&mut self, text: &[u8]) {
        self.put("\"");
        self.put(text);
        self.put("\"");
    }
    fn end_line(&mut self) {
        if self.indent {
            self.put("\n");
        }
    }
    /// Indents by what is open, the innermost not counted.
    fn put_indentation(&mut self) {
        for _ in 1..self.open.len() {
            self.text.extend_from_slice(&self.indentation);
        }
    }

    /// `<?xml … ?>`; the encoding is what its name was given as, where the set is known.
    pub(crate) fn start_document(
        &mut self,
        version: Option<&[u8]>,
        encoding: Option<&[u8]>,
        standalone: Option<&[u8]>,
    ) -> Written {
        if !self.open.is_empty() {
            return Err(Refusal::Told("xmlTextWriterStartDocument : not allowed in this context!"));
        }
        self.encoded |= encoding.is_some();
        self.put("<?xml version=");
        self.put_quoted(version.unwrap_or(b"1.0"));
        for (name, value) in [(" encoding=", encoding), (" standalone=", standalone)] {
            if let Some(value) = value {
                self.put(name);
                self.put_quoted(value);
            }
        }
        self.put("?>\n");
        Ok(())
    }

    /// Ends everything that is open.
    pub(crate) fn end_document(&mut self) -> Written {
        while let Some(state) = self.state() {
            match state {
                State::Name | State::Attribute | State::Text => self.end_element()?,
                State::Pi | State::PiText => self.end_pi()?,
                State::Cdata => self.end_cdata()?,
                State::Comment => self.end_comment()?,
                _ => self.end_dtd()?,
            }
        }
        if !self.indent {
            self.put("\n");
        }
        Ok(())
    }

    pub(crate) fn start_comment(&mut self) -> Written {
        match self.state() {
            None | Some(State::Text) => {}
            Some(State::Name) => {
                self.end_start_tag()?;
                self.end_line();
            }
            Some(_) => return Err(Refusal::Silent),
        }
        self.push(State::Comment, b"");
        if self.indent {
            self.put_indentation();
        }
        self.put("<!--");
        Ok(())
    }
    pub(crate) fn end_comment(&mut self) -> Written {
        if self.state() != Some(State::Comment) {
            return Err(Refusal::Silent);
        }
        self.put("-->");
        self.end_line();
        self.open.pop();
        Ok(())
    }

    /// Writes the declarations that wait, and `>`.
    fn end_start_tag(&mut self) -> Written {
        self.put_namespaces()?;
        self.put(">");
        self.set_state(State::Text);
        Ok(())
    }
    fn put_namespaces(&mut self) -> Written {
        while let Some(namespace) = self.namespaces.pop() {
            self.start_attribute(&namespace.attribute)?;
            self.put_string(&namespace.uri)?;
            self.end_attribute()?;
        }
        Ok(())
    }

    pub(crate) fn start_element(&mut self, name: &[u8]) -> Written {
        if name.is_empty() {
            return Err(Refusal::Silent);
        }
        match self.state() {
            Some(State::Pi | State::PiText) => return Err(Refusal::Silent),
            Some(state @ (State::Attribute | State::Name)) => {
                if state == State::Attribute {
                    self.end_attribute()?;
                }
                self.end_start_tag()?;
                self.end_line();
            }
            _ => {}
        }
        self.push(State::Name, name);
        if self.indent {
            self.put_indentation();
        }
        self.put("<");
        self.put(name);
        Ok(())
    }
    pub(crate) fn start_element_ns(&mut self, prefix: Option<&[u8]>, name: &[u8], uri: Option<&[u8]>) -> Written {
        if name.is_empty() {
            return Err(Refusal::Silent);
        }
        self.start_element(&qualified(prefix, name))?;
        if let Some(uri) = uri {
            self.declare(prefix, uri);
        }
        Ok(())
    }
    fn declare(&mut self, prefix: Option<&[u8]>, uri: &[u8]) {
        if self.is_without_namespaces {
            return;
        }
        let attribute = match prefix {
            Some(prefix) => qualified(Some(b"xmlns"), prefix),
            None => copy(b"xmlns"),
        };
        self.namespaces.push(Namespace { attribute, uri: copy(uri), depth: self.open.len() });
    }

    /// Ends an element: an empty one as `<a/>`.
    pub(crate) fn end_element(&mut self) -> Written {
        self.end_element_as(false)
    }
    /// Ends an element: an empty one as `<a></a>`.
    pub(crate) fn full_end_element(&mut self) -> Written {
        self.end_element_as(true)
    }
    fn end_element_as(&mut self, full: bool) -> Written {
        let Some(mut state) = self.state() else {
            if !full {
                self.namespaces.clear();
                self.is_without_namespaces = true;
            }
            return Err(Refusal::Silent);
        };
        if state == State::Attribute {
            if let Err(refusal) = self.end_attribute() {
                self.namespaces.clear();
                return Err(refusal);
            }
            state = State::Name;
        }
        match state {
            State::Name => {
                self.put_namespaces()?;
                if full {
                    self.put(">");
                    self.indent_end &= !self.indent;
                    self.put_end_tag();
                } else {
                    self.indent_end |= self.indent;
                    self.put("/>");
                }
            }
            State::Text => self.put_end_tag(),
            _ => return Err(Refusal::Silent),
        }
        self.end_line();
        self.open.pop();
        Ok(())
    }
    fn put_end_tag(&mut self) {
        if self.indent && self.indent_end {
            self.put_indentation();
        }
        self.indent_end = true;
        self.put("</");
        if let Some(open) = self.open.last() {
            self.text.extend_from_slice(&open.name);
        }
        self.put(">");
    }

    pub(crate) fn start_attribute(&mut self, name: &[u8]) -> Written {
        if name.is_empty() {
            return Err(Refusal::Silent);
        }
        match self.state() {
            Some(State::Attribute) => self.end_attribute()?,
            Some(State::Name) => {}
            _ => return Err(Refusal::Silent),
        }
        self.put(" ");
        self.put(name);
        self.put("=\"");
        self.set_state(State::Attribute);
        Ok(())
    }
    /// The declaration of a namespace comes behind the attributes, once for an element.
    pub(crate) fn start_attribute_ns(&mut self, prefix: Option<&[u8]>, name: &[u8], uri: Option<&[u8]>) -> Written {
        if name.is_empty() {
            return Err(Refusal::Silent);
        }
        if let Some(uri) = uri {
            let attribute = prefix.map_or_else(|| copy(b"xmlns"), |prefix| qualified(Some(b"xmlns"), prefix));
            let depth = self.open.len();
            match self.namespaces.iter().rev().find(|n| n.attribute == attribute && n.depth == depth) {
                Some(known) if known.uri.as_slice() != uri => return Err(Refusal::Silent),
                Some(_) => {}
                None if self.is_without_namespaces => {
                    return Err(Refusal::Told("xmlTextWriterStartAttributeNS : out of memory!"));
                }
                None => self.declare(prefix, uri),
            }
        }
        self.start_attribute(&qualified(prefix, name))
    }
    pub(crate) fn end_attribute(&mut self) -> Written {
        if self.state() != Some(State::Attribute) {
            return Err(Refusal::Silent);
        }
        self.set_state(State::Name);
        self.put("\"");
        Ok(())
    }

    pub(crate) fn start_pi(&mut self, target: &[u8]) -> Written {
        if target.is_empty() {
            return Err(Refusal::Silent);
        }
        if target.eq_ignore_ascii_case(b"xml") {
            return Err(Refusal::Told("xmlTextWriterStartPI : target name [Xx][Mm][Ll] is reserved for xml standardization!"));
        }
        match self.state() {
            None | Some(State::Text | State::Dtd) => {}
            Some(state @ (State::Attribute | State::Name)) => {
                if state == State::Attribute {
                    self.end_attribute()?;
                }
                self.end_start_tag()?;
            }
            Some(State::Pi | State::PiText) => return Err(Refusal::Told("xmlTextWriterStartPI : nested PI!")),
            Some(_) => return Err(Refusal::Silent),
        }
        self.push(State::Pi, target);
        self.put("<?");
        self.put(target);
        Ok(())
    }
    /// Ends an instruction; that none is open is all right where nothing is.
    pub(crate) fn end_pi(&mut self) -> Written {
        match self.state() {
            None => return Ok(()),
            Some(State::Pi | State::PiText) => {}
            Some(_) => return Err(Refusal::Silent),
        }
        self.put("?>");
        self.end_line();
        self.open.pop();
        Ok(())
    }

    pub(crate) fn start_cdata(&mut self) -> Written {
        match self.state() {
            None | Some(State::Pi | State::PiText | State::Text) => {}
            Some(state @ (State::Attribute | State::Name)) => {
                if state == State::Attribute {
                    self.end_attribute()?;
                }
                self.end_start_tag()?;
            }
            Some(State::Cdata) => {
                return Err(Refusal::Told("xmlTextWriterStartCDATA : CDATA not allowed in this context!"));
            }
            Some(_) => return Err(Refusal::Silent),
        }
        self.push(State::Cdata, b"");
        self.put("<![CDATA[");
        Ok(())
    }
    pub(crate) fn end_cdata(&mut self) -> Written {
        if self.state() != Some(State::Cdata) {
            return Err(Refusal::Silent);
        }
        self.put("]]>");
        self.open.pop();
        Ok(())
    }

    /// Writes text as it is, at the place for text.
    pub(crate) fn put_raw(&mut self, text: &[u8]) -> Written {
        let (between, state) = match self.state() {
            Some(State::Name) => {
                self.end_start_tag()?;
                ("", None)
            }
            Some(State::Pi) => (" ", Some(State::PiText)),
            Some(State::Dtd) => (" [", Some(State::DtdText)),
            Some(State::DtdElement) => (" ", Some(State::DtdElementText)),
            Some(State::DtdAttlist) => (" ", Some(State::DtdAttlistText)),
            Some(State::DtdEntity | State::DtdParameterEntity) => (" \"", Some(State::DtdEntityText)),
            _ => ("", None),
        };
        self.put(between);
        if let Some(state) = state {
            self.set_state(state);
        }
        if self.indent {
            self.indent_end = false;
        }
        self.put(text);
        Ok(())
    }

    /// Writes text, escaped as the place asks for.
    pub(crate) fn put_string(&mut self, text: &[u8]) -> Written {
        match self.state() {
            Some(State::Attribute) => {
                self.put_attribute_value(text);
                Ok(())
            }
            Some(State::Name | State::Text) => {
                let mut escaped = heap_vec();
                for &byte in text {
                    match byte {
                        b'<' => escaped.extend_from_slice(b"&lt;"),
                        b'>' => escaped.extend_from_slice(b"&gt;"),
                        b'&' => escaped.extend_from_slice(b"&amp;"),
                        b'"' => escaped.extend_from_slice(b"&quot;"),
                        b'\r' => escaped.extend_from_slice(b"&#13;"),
                        _ => escaped.push(byte),
                    }
                }
                self.put_raw(&escaped)
            }
            _ => self.put_raw(text),
        }
    }

    fn put_attribute_value(&mut self, text: &[u8]) {
        let mut rest = text;
        while let Some((&byte, tail)) = rest.split_first() {
            rest = tail;
            match byte {
                b'"' => self.put("&quot;"),
                b'\n' => self.put("&#10;"),
                b'\r' => self.put("&#13;"),
                b'\t' => self.put("&#9;"),
                b'<' => self.put("&lt;"),
                b'>' => self.put("&gt;"),
                b'&' => self.put("&amp;"),
                0x80.. if !self.encoded && !tail.is_empty() => rest = self.put_reference(byte, tail),
                _ => self.text.push(byte),
            }
        }
    }
    /// Writes a character that is not ASCII as a reference; bytes that are no character one by one. `tail` is not empty.
    fn put_reference<'a>(&mut self, lead: u8, tail: &'a [u8]) -> &'a [u8] {
        let bits = |n: usize| tail[..n].iter().fold(0, |sum, b| sum << 6 | u32::from(b & 0x3f));
        let lead = u32::from(lead);
        let (code, more) = match lead {
            ..0xc0 => {
                self.complaints.push("string is not in UTF-8");
                self.put(format!("&#x{lead:X};"));
                return tail;
            }
            0xc0..0xe0 => ((lead & 0x1f) << 6 | bits(1), 1),
            0xe0..0xf0 if tail.len() > 1 => ((lead & 0x0f) << 12 | bits(2), 2),
            0xf0..0xf8 if tail.len() > 2 => ((lead & 0x07) << 18 | bits(3), 3),
            _ => (0, 0),
        };
        if more == 0 || !is_xml_char(code) {
            self.complaints.push("invalid character value");
            self.put(format!("&#x{lead:X};"));
            return tail;
        }
        self.put(format!("&#x{code:X};"));
        &tail[more..]
    }

    pub(crate) fn start_dtd(&mut self, name: &[u8], external: External<'_>) -> Written {
        if name.is_empty() {
            return Err(Refusal::Silent);
        }
        if !self.open.is_empty() {
            return Err(Refusal::Told("xmlTextWriterStartDTD : DTD allowed only in prolog!"));
        }
        self.push(State::Dtd, name);
        self.put("<!DOCTYPE ");
        self.put(name);
        let gap = if self.indent { "\n" } else { " " };
        if let Some(public) = external.public {
            if external.system.is_none() {
                return Err(Refusal::Told("xmlTextWriterStartDTD : system identifier needed!"));
            }
            self.put(gap);
            self.put("PUBLIC ");
            self.put_quoted(public);
        }
        if let Some(system) = external.system {
            self.put(gap);
            match external.public {
                None => self.put("SYSTEM "),
                Some(_) if self.indent => self.put("       "),
                Some(_) => {}
            }
            self.put_quoted(system);
        }
        Ok(())
    }
    /// Ends the DTD and the declarations in it.
    pub(crate) fn end_dtd(&mut self) -> Written {
        loop {
            match self.state() {
                Some(state @ (State::Dtd | State::DtdText)) => {
                    self.put(if state == State::DtdText { "]>" } else { ">" });
                    self.end_line();
                    self.open.pop();
                }
                Some(State::DtdElement | State::DtdElementText) => self.end_dtd_element()?,
                Some(State::DtdAttlist | State::DtdAttlistText) => self.end_dtd_attlist()?,
                Some(State::DtdEntity | State::DtdParameterEntity | State::DtdEntityText) => self.end_dtd_entity()?,
                Some(State::Comment) => self.end_comment()?,
                _ => return Ok(()),
            }
        }
    }

    fn start_declaration(&mut self, state: State, name: &[u8], keyword: &str) -> Written {
        if name.is_empty() {
            return Err(Refusal::Silent);
        }
        match self.state() {
            None | Some(State::DtdText) => {}
            Some(State::Dtd) => {
                self.put(" [");
                self.end_line();
                self.set_state(State::DtdText);
            }
            Some(_) => return Err(Refusal::Silent),
        }
        self.push(state, name);
        if self.indent {
            self.put_indentation();
        }
        self.put(keyword);
        self.put(name);
        Ok(())
    }
    fn end_declaration(&mut self) {
        self.put(">");
        self.end_line();
        self.open.pop();
    }

    pub(crate) fn start_dtd_element(&mut self, name: &[u8]) -> Written {
        self.start_declaration(State::DtdElement, name, "<!ELEMENT ")
    }
    pub(crate) fn end_dtd_element(&mut self) -> Written {
        match self.state() {
            Some(State::DtdElement | State::DtdElementText) => self.end_declaration(),
            _ => return Err(Refusal::Silent),
        }
        Ok(())
    }
    pub(crate) fn start_dtd_attlist(&mut self, name: &[u8]) -> Written {
        self.start_declaration(State::DtdAttlist, name, "<!ATTLIST ")
    }
    pub(crate) fn end_dtd_attlist(&mut self) -> Written {
        match self.state() {
            Some(State::DtdAttlist | State::DtdAttlistText) => self.end_declaration(),
            _ => return Err(Refusal::Silent),
        }
        Ok(())
    }
    pub(crate) fn start_dtd_entity(&mut self, name: &[u8], parameter: bool) -> Written {
        if parameter {
            self.start_declaration(State::DtdParameterEntity, name, "<!ENTITY % ")
        } else {
            self.start_declaration(State::DtdEntity, name, "<!ENTITY ")
        }
    }
    pub(crate) fn end_dtd_entity(&mut self) -> Written {
        match self.state() {
            Some(State::DtdEntityText) => self.put("\""),
            Some(State::DtdEntity | State::DtdParameterEntity) => {}
            _ => return Err(Refusal::Silent),
        }
        self.end_declaration();
        Ok(())
    }
    /// A whole entity: an external one if it has identifiers.
    pub(crate) fn put_dtd_entity(&mut self, name: &[u8], parameter: bool, content: &[u8], external: External<'_>) -> Written {
        if parameter && external.notation.is_some() {
            return Err(Refusal::Silent);
        }
        if external.public.is_none() && external.system.is_none() {
            self.start_dtd_entity(name, parameter)?;
            self.put_string(content)?;
            return self.end_dtd_entity();
        }
        self.start_dtd_entity(name, parameter)?;
        let Some(system) = external.system else {
            return Err(Refusal::Told("xmlTextWriterWriteDTDExternalEntityContents: system identifier needed!"));
        };
        match external.public {
            Some(public) => {
                self.put(" PUBLIC ");
                self.put_quoted(public);
            }
            None => self.put(" SYSTEM"),
        }
        self.put(" ");
        self.put_quoted(system);
        if let Some(notation) = external.notation {
            self.put(" NDATA ");
            self.put(notation);
        }
        self.end_dtd_entity()
    }
}

/// The name that a document's declaration shows for an encoding.
pub(crate) fn shown_name<'a>(set: &'static Charset, asked: &'a [u8]) -> &'a [u8] {
    const OWN: [&str; 6] = ["UTF-8", "UTF-16LE", "UTF-16BE", "UTF-16", "ISO-8859-1", "ASCII"];
    match OWN.iter().find(|own| own.as_bytes().eq_ignore_ascii_case(asked)) {
        Some(own) if *own == set.name => own.as_bytes(),
        _ => asked,
    }
}

fn is_xml_char(code: u32) -> bool {
    matches!(code, 9 | 10 | 13 | 0x20..0xd800 | 0xe000..=0xfffd | 0x1_0000..=0x10_ffff)
}

/// Whether a text is the name of an element, attribute or instruction.
pub(crate) fn is_name(text: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(text) else { return false };
    let mut chars = text.chars();
    chars.next().is_some_and(is_name_start) && chars.all(is_name_char)
}

fn is_name_start(c: char) -> bool {
    matches!(c, ':' | '_' | 'A'..='Z' | 'a'..='z' | '\u{c0}'..='\u{d6}' | '\u{d8}'..='\u{f6}' | '\u{f8}'..='\u{2ff}'
        | '\u{370}'..='\u{37d}' | '\u{37f}'..='\u{1fff}' | '\u{200c}'..='\u{200d}' | '\u{2070}'..='\u{218f}'
        | '\u{2c00}'..='\u{2fef}' | '\u{3001}'..='\u{d7ff}' | '\u{f900}'..='\u{fdcf}' | '\u{fdf0}'..='\u{fffd}'
        | '\u{10000}'..='\u{effff}')
}

fn is_name_char(c: char) -> bool {
    is_name_start(c) || matches!(c, '-' | '.' | '0'..='9' | '\u{b7}' | '\u{300}'..='\u{36f}' | '\u{203f}'..='\u{2040}')
}
