//! Declarations of elements and attributes.

use super::{
    AttributeDefault, AttributeType, ContentModel, Declaration, DeclaredAttribute, Event, Loader, Name, Occurs, Parser, Particle,
    Term, literal::collapsed,
};
use crate::error::code;

/// How deep content models nest.
const MAX_MODEL_DEPTH: usize = 128;

impl Parser {
    /// `<!ELEMENT name model>`
    pub(super) fn element_declaration(&mut self, _: &mut dyn Loader) {
        self.begin_declaration(9);
        if !self.skip_blanks_dtd() {
            return self.fatal_text(code::SPACE_REQUIRED, "Space required after 'ELEMENT'\n");
        }
        let Some(name) = self.name() else {
            return self.fatal_text(code::NAME_REQUIRED, "xmlParseElementDecl: no name for Element\n");
        };
        if !self.skip_blanks_dtd() {
            self.fatal_text(code::SPACE_REQUIRED, "Space required after the element name\n");
        }
        let model = if self.input.starts_with(b"EMPTY") {
            self.skip(5);
            ContentModel::Empty
        } else if self.input.starts_with(b"ANY") {
            self.skip(3);
            ContentModel::Any
        } else if self.peek(0) == b'(' {
            self.skip(1);
            self.skip_blanks_dtd();
            let found = if self.input.starts_with(b"#PCDATA") { self.mixed() } else { self.children() };
            match found {
                Some(model) => model,
                None => return,
            }
        } else {
            let message = "xmlParseElementDecl: 'EMPTY', 'ANY' or '(' expected\n";
            return self.fatal_text(code::ELEMCONTENT_NOT_STARTED, message);
        };
        self.skip_blanks_dtd();
        if self.peek(0) != b'>' {
            return self.fatal(code::GT_REQUIRED);
        }
        self.skip(1);
        self.emit(Event::Declaration(Declaration::Element { name, model }));
    }
    fn mixed(&mut self) -> Option<ContentModel> {
        self.skip(7);
        self.skip_blanks_dtd();
        let mut names = Vec::new();
        while self.peek(0) == b'|' {
            self.skip(1);
            let Some(name) = self.listed_name() else {
                self.fatal_text(code::NAME_REQUIRED, "xmlParseElementMixedContentDecl : Name expected\n");
                return None;
            };
            names.push(name);
            self.skip_blanks_dtd();
        }
        if self.peek(0) != b')' || !names.is_empty() && self.peek(1) != b'*' {
            self.fatal(code::MIXED_NOT_STARTED);
            return None;
        }
        self.skip(1);
        if self.peek(0) == b'*' {
            self.skip(1);
        }
        Some(ContentModel::Mixed(names))
    }
    fn children(&mut self) -> Option<ContentModel> {
        self.group(1).map(ContentModel::Children)
    }
    /// What follows `(`, with the mark behind `)`. Recurses by the nesting of groups, which is bounded.
    fn group(&mut self, depth: usize) -> Option<Particle> {
        if depth > MAX_MODEL_DEPTH {
            let message = format!("xmlParseElementChildrenContentDecl : depth {depth} too deep, use XML_PARSE_HUGE\n");
            self.fatal_text(code::ELEMCONTENT_NOT_FINISHED, message);
            return None;
        }
        let (mut parts, mut separator) = (Vec::new(), 0);
        loop {
            self.skip_blanks_dtd();
            if self.peek(0) == b'(' {
                self.skip(1);
                parts.push(self.group(depth + 1)?);
            } else {
                let Some(name) = self.name() else {
                    self.fatal(code::ELEMCONTENT_NOT_STARTED);
                    return None;
                };
                let occurs = self.occurs();
                parts.push(Particle { term: Term::Element(name), occurs });
            }
            self.skip_blanks_dtd();
            match self.peek(0) {
                b')' => break,
                byte @ (b',' | b'|') if separator == 0 || separator == byte => {
                    separator = byte;
                    self.skip(1);
                }
                b',' | b'|' => {
                    let message = format!("xmlParseElementChildrenContentDecl : '{}' expected\n", char::from(separator));
                    self.fatal_text(66, message);
                    return None;
                }
                _ => {
                    self.fatal(code::ELEMCONTENT_NOT_FINISHED);
                    return None;
                }
            }
        }
        self.skip(1);
        let occurs = self.occurs();
        if parts.len() == 1
            && let Some(mut only) = parts.pop()
        {
            only.occurs = both(only.occurs, occurs);
            return Some(only);
        }
        let term = if separator == b'|' { Term::Choice(parts) } else { Term::Sequence(parts) };
        Some(Particle { term, occurs })
    }
    fn occurs(&mut self) -> Occurs {
        let occurs = match self.peek(0) {
            b'?' => Occurs::Optional,
            b'*' => Occurs::Any,
            b'+' => Occurs::More,
            _ => return Occurs::Once,
        };
        self.skip(1);
        occurs
    }

    /// `<!ATTLIST element …>`
    pub(super) fn attribute_declarations(&mut self, _: &mut dyn Loader) {
        self.begin_declaration(9);
        if !self.skip_blanks_dtd() {
            self.fatal_text(code::SPACE_REQUIRED, "Space required after '<!ATTLIST'\n");
        }
        let Some(element) = self.name() else {
            return self.fatal_text(code::NAME_REQUIRED, "ATTLIST: no name for Element\n");
        };
        self.skip_blanks_dtd();
        while self.peek(0) != b'>' && !self.halted {
            let Some(name) = self.name() else {
                self.fatal_text(code::NAME_REQUIRED, "ATTLIST: no name for Attribute\n");
                break;
            };
            if !self.skip_blanks_dtd() {
                self.fatal_text(code::SPACE_REQUIRED, "Space required after the attribute name\n");
                break;
            }
            let Some(kind) = self.attribute_type() else { break };
            if !self.skip_blanks_dtd() {
                self.fatal_text(code::SPACE_REQUIRED, "Space required after the attribute type\n");
                break;
            }
            let Some((default, value)) = self.attribute_default(&kind) else { break };
            if self.peek(0) != b'>' && !self.skip_blanks_dtd() {
                self.fatal_text(code::SPACE_REQUIRED, "Space required after the attribute default value\n");
                break;
            }
            self.declare_attribute(element.clone(), name, kind, default, value);
        }
        if self.peek(0) == b'>' {
            self.skip(1);
        }
    }
    fn declare_attribute(
        &mut self,
        element: Name,
        name: Name,
        kind: AttributeType,
        default: AttributeDefault,
        value: Option<Vec<u8>>,
    ) {
        let (prefix, local) = match name.iter().position(|&byte| byte == b':') {
            Some(colon) if !self.options.no_namespaces => {
                (Some(self.names.get(&name[..colon])), self.names.get(&name[colon + 1..]))
            }
            _ => (None, name.clone()),
        };
        let is_external = self.in_external_subset;
        let known = self.attributes.entry(element.clone()).or_default();
        // The first declaration counts.
        if known.iter().any(|known| known.local == local && known.prefix == prefix) {
            return;
        }
        let is_cdata = kind == AttributeType::Cdata;
        known.push(DeclaredAttribute { prefix, local, is_cdata, value: value.clone(), is_external });
        self.emit(Event::Declaration(Declaration::Attribute { element, name, kind, default, value }));
    }
    fn attribute_type(&mut self) -> Option<AttributeType> {
        const TYPES: [(&[u8], AttributeType); 8] = [
            (b"CDATA", AttributeType::Cdata),
            (b"IDREFS", AttributeType::IdRefs),
            (b"IDREF", AttributeType::IdRef),
            (b"ID", AttributeType::Id),
            (b"ENTITY", AttributeType::Entity),
            (b"ENTITIES", AttributeType::Entities),
            (b"NMTOKENS", AttributeType::NmTokens),
            (b"NMTOKEN", AttributeType::NmToken),
        ];
        for (keyword, kind) in TYPES {
            if self.input.starts_with(keyword) {
                self.skip(keyword.len());
                return Some(kind);
            }
        }
        let is_notation = self.input.starts_with(b"NOTATION");
        if is_notation {
            self.skip(8);
            if !self.skip_blanks_dtd() {
                self.fatal_text(code::SPACE_REQUIRED, "Space required after 'NOTATION'\n");
                return None;
            }
        }
        if self.peek(0) != b'(' {
            self.fatal(if is_notation { code::NOTATION_NOT_STARTED } else { code::ATTLIST_NOT_STARTED });
            return None;
        }
        let mut values = Vec::new();
        loop {
            self.skip(1);
            self.skip_blanks_dtd();
            let value = if is_notation { self.name() } else { self.nmtoken() };
            let Some(value) = value else {
                if is_notation {
                    self.fatal_text(code::NAME_REQUIRED, "Name expected in NOTATION declaration\n");
                } else {
                    self.fatal(code::NMTOKEN_REQUIRED);
                }
                return None;
            };
            values.push(value);
            self.skip_blanks_dtd();
            if self.peek(0) != b'|' {
                break;
            }
        }
        if self.peek(0) != b')' {
            self.fatal(if is_notation { code::NOTATION_NOT_FINISHED } else { code::ATTLIST_NOT_FINISHED });
            return None;
        }
        self.skip(1);
        Some(if is_notation { AttributeType::Notation(values) } else { AttributeType::Enumeration(values) })
    }
    fn attribute_default(&mut self, kind: &AttributeType) -> Option<(AttributeDefault, Option<Vec<u8>>)> {
        let mut default = AttributeDefault::Value;
        if self.input.starts_with(b"#REQUIRED") {
            self.skip(9);
            return Some((AttributeDefault::Required, None));
        }
        if self.input.starts_with(b"#IMPLIED") {
            self.skip(8);
            return Some((AttributeDefault::Implied, None));
        }
        if self.input.starts_with(b"#FIXED") {
            self.skip(6);
            default = AttributeDefault::Fixed;
            if !self.skip_blanks_dtd() {
                self.fatal_text(code::SPACE_REQUIRED, "Space required after '#FIXED'\n");
            }
        }
        let Some((value, _)) = self.attribute_value(true) else {
            self.fatal_text(code::ATTRIBUTE_NOT_STARTED, "Attribute default value declaration error\n");
            return None;
        };
        let value = if *kind == AttributeType::Cdata { value } else { collapsed(&value) };
        Some((default, Some(value)))
    }
}

/// How often what occurs inside of a group does, if the group has nothing else.
fn both(inner: Occurs, outer: Occurs) -> Occurs {
    match (inner, outer) {
        (Occurs::Once, other) | (other, Occurs::Once) => other,
        (Occurs::Optional, Occurs::Optional) => Occurs::Optional,
        (Occurs::More, Occurs::More) => Occurs::More,
        _ => Occurs::Any,
    }
}
