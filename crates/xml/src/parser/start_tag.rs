//! Start tags: attributes and namespaces.

use super::{Attribute, Event, MAX_DEPTH, Name, NamespaceDeclaration, Open, Parser, QName};
use crate::{
    chars::{self, XML_NAMESPACE, XMLNS_NAMESPACE},
    error::{Domain, Level, code},
};
use std::collections::HashSet;

/// An attribute as written.
struct Written {
    prefix: Option<Name>,
    local: Name,
    value: Vec<u8>,
    unexpanded: Option<Vec<u8>>,
    defaulted: bool,
}

impl Parser {
    /// `<name …>` or `<name …/>`
    pub(super) fn start_tag(&mut self) {
        if self.open.len() >= MAX_DEPTH && !self.options.huge {
            let message = format!("Excessive depth in document: {MAX_DEPTH} use XML_PARSE_HUGE option\n");
            self.fatal_text(code::INTERNAL_ERROR, message);
            self.halt();
            return;
        }
        let (line, _) = self.input.place();
        self.skip(1);
        let Some((prefix, local)) = self.qname() else {
            self.fatal_text(code::NAME_REQUIRED, "StartTag: invalid element name\n");
            return;
        };
        self.skip_blanks();
        let outer_namespaces = self.namespaces.len();
        let mut written = Vec::new();
        let mut namespaces = Vec::new();
        self.attributes(&prefix, &local, &mut written, &mut namespaces);
        self.add_defaults(&prefix, &local, &mut written, &mut namespaces);
        let attributes = self.resolve(written, &local);
        let uri = self.namespace(prefix.as_ref());
        if let Some(prefix) = &prefix
            && uri.is_none()
        {
            let message = super::filled_all("Namespace prefix {} on {} is not defined\n", &[prefix, &local]);
            self.namespace_error(code::NS_UNDEFINED_NAMESPACE, message);
        }
        let name = QName { prefix, local, uri };
        let empty = self.input.starts_with(b"/>");
        self.emit(Event::StartElement { name: name.clone(), namespaces, attributes, empty });
        let open = Open { name, line, namespaces: outer_namespaces };
        if empty {
            self.skip(2);
            self.close(open);
        } else if self.peek(0) == b'>' {
            self.skip(1);
            self.open.push(open);
        } else {
            let line = line.to_string();
            let parts: [&[u8]; 2] = [&open.name.local, line.as_bytes()];
            // The push parser has forgotten the line.
            let place = if self.options.push { "" } else { " line {}" };
            let message = super::filled_all(&format!("Couldn't find end of Start Tag {{}}{place}\n"), &parts);
            self.fatal_text(code::GT_REQUIRED, message);
            self.close(open);
        }
    }

    /// The attributes of a tag, declarations of namespaces apart.
    fn attributes(
        &mut self,
        element_prefix: &Option<Name>,
        element: &Name,
        written: &mut Vec<Written>,
        namespaces: &mut Vec<NamespaceDeclaration>,
    ) {
        let mut many = HashSet::new();
        loop {
            let byte = self.peek(0);
            if byte == b'>' || byte == b'/' && self.peek(1) == b'>' || byte < 0x20 && !chars::is_blank(byte) {
                return;
            }
            if let Some((prefix, local, value, unexpanded)) = self.attribute(element_prefix, element) {
                if !self.options.no_namespaces && self.declares_namespace(&prefix, &local, &value, namespaces) {
                    // Kept apart.
                } else {
                    let twice = match written.len() {
                        0..16 => written.iter().any(|other| other.local == local && other.prefix == prefix),
                        _ => {
                            if many.is_empty() {
                                many.extend(written.iter().map(|other| (other.prefix.clone(), other.local.clone())));
                            }
                            !many.insert((prefix.clone(), local.clone()))
                        }
                    };
                    if twice {
                        self.redefined(prefix.as_ref(), &local);
                    } else {
                        written.push(Written { prefix, local, value, unexpanded, defaulted: false });
                    }
                }
            }
            if self.peek(0) == b'>' || self.peek(0) == b'/' && self.peek(1) == b'>' {
                return;
            }
            if !self.skip_blanks() {
                self.fatal_text(code::SPACE_REQUIRED, "attributes construct error\n");
                return;
            }
        }
    }
    fn attribute(
        &mut self,
        element_prefix: &Option<Name>,
        element: &Name,
    ) -> Option<(Option<Name>, Name, Vec<u8>, Option<Vec<u8>>)> {
        let Some((prefix, local)) = self.qname() else {
            self.fatal_text(code::NAME_REQUIRED, "error parsing attribute name\n");
            return None;
        };
        let is_cdata = self.attributes.is_empty() || {
            let element = self.joined(element_prefix, element);
            let declared = self
                .attributes
                .get(&element)
                .and_then(|all| all.iter().find(|declared| declared.local == local && declared.prefix == prefix));
            declared.is_none_or(|declared| declared.is_cdata)
        };
        self.skip_blanks();
        if self.peek(0) != b'=' {
            self.fatal_name(code::ATTRIBUTE_WITHOUT_VALUE, "Specification mandates value for attribute {}\n", &local);
            return None;
        }
        self.skip(1);
        self.skip_blanks();
        let (value, unexpanded) = self.attribute_value(is_cdata)?;
        if prefix.as_ref() == Some(&self.xml_name) {
            match &local[..] {
                b"lang" if self.options.pedantic && !is_language(&value) => {
                    let message = super::filled("Malformed value for xml:lang : {}\n", &value);
                    self.warning(code::WAR_LANG_VALUE, message);
                }
                b"space" if value != b"default" && value != b"preserve" => {
                    let text = "Invalid value \"{}\" for xml:space : \"default\" or \"preserve\" expected\n";
                    self.warning(code::WAR_SPACE_VALUE, super::filled(text, &value));
                }
                _ => {}
            }
        }
        Some((prefix, local, value, unexpanded))
    }
    /// A qualified name as written.
    pub(super) fn joined(&mut self, prefix: &Option<Name>, local: &Name) -> Name {
        match prefix {
            Some(prefix) => {
                let joined = [&prefix[..], b":", local].concat();
                self.names.get(&joined)
            }
            None => local.clone(),
        }
    }

    /// Takes an attribute that declares a namespace; false if it is none.
    fn declares_namespace(
        &mut self,
        prefix: &Option<Name>,
        local: &Name,
        value: &[u8],
        namespaces: &mut Vec<NamespaceDeclaration>,
    ) -> bool {
        let declared = match prefix {
            None if *local == self.xmlns_name => None,
            Some(prefix) if *prefix == self.xmlns_name => Some(local.clone()),
            _ => return false,
        };
        if let Err((code, message, level)) = self.check_namespace(declared.as_ref(), value) {
            if level == Level::Error {
                self.namespace_error(code, message);
                if code == code::NS_XML_NAMESPACE {
                    return true;
                }
            } else {
                self.report(Domain::Namespace, code, level, message);
            }
        }
        if declared.as_ref() == Some(&self.xml_name) {
            return true;
        }
        if namespaces.iter().any(|other| other.prefix == declared) {
            self.redefined(prefix.as_ref(), local);
            return true;
        }
        let uri = self.names.get(value);
        self.namespaces.push((declared.clone(), uri.clone()));
        namespaces.push(NamespaceDeclaration { prefix: declared, uri });
        true
    }
    fn check_namespace(&self, declared: Option<&Name>, value: &[u8]) -> Result<(), (i32, Vec<u8>, Level)> {
        let wrong = |message: &str| Err((code::NS_XML_NAMESPACE, message.as_bytes().to_vec(), Level::Error));
        let Some(prefix) = declared else {
            return match value {
                b"" => Ok(()),
                XML_NAMESPACE => wrong("xml namespace URI cannot be the default namespace\n"),
                XMLNS_NAMESPACE => wrong("reuse of the xmlns namespace name is forbidden\n"),
                _ if !is_uri(value) => {
                    Err((code::WAR_NS_URI, super::filled("xmlns: '{}' is not a valid URI\n", value), Level::Error))
                }
                _ if !has_scheme(value) => {
                    let message = super::filled("xmlns: URI {} is not absolute\n", value);
                    Err((code::WAR_NS_URI_RELATIVE, message, Level::Warning))
                }
                _ => Ok(()),
            };
        };
        match (&prefix[..], value) {
            (b"xml", XML_NAMESPACE) => Ok(()),
            (b"xml", _) => wrong("xml namespace prefix mapped to wrong URI\n"),
            (_, XML_NAMESPACE) => wrong("xml namespace URI mapped to wrong prefix\n"),
            (b"xmlns", _) => wrong("redefinition of the xmlns prefix is forbidden\n"),
            (_, XMLNS_NAMESPACE) => wrong("reuse of the xmlns namespace name is forbidden\n"),
            (_, b"") => {
                let message = super::filled("xmlns:{}: Empty XML namespace is not allowed\n", prefix);
                Err((code::NS_XML_NAMESPACE, message, Level::Error))
            }
            _ if !is_uri(value) => {
                let message = super::filled_all("xmlns:{}: '{}' is not a valid URI\n", &[prefix, value]);
                Err((code::WAR_NS_URI, message, Level::Error))
            }
            _ if self.options.pedantic && !has_scheme(value) => {
                let message = super::filled_all("xmlns:{}: URI {} is not absolute\n", &[prefix, value]);
                Err((code::WAR_NS_URI_RELATIVE, message, Level::Warning))
            }
            _ => Ok(()),
        }
    }
    /// The namespace of a prefix, or the default one.
    fn namespace(&mut self, prefix: Option<&Name>) -> Option<Name> {
        if self.options.no_namespaces {
            return None;
        }
        if prefix == Some(&self.xml_name) {
            return Some(self.names.get(XML_NAMESPACE));
        }
        let found = self.namespaces.iter().rev().find(|(declared, _)| declared.as_ref() == prefix);
        found.map(|(_, uri)| uri.clone()).filter(|uri| !uri.is_empty())
    }

    /// Adds what the document type says that an element has.
    fn add_defaults(
        &mut self,
        prefix: &Option<Name>,
        local: &Name,
        written: &mut Vec<Written>,
        namespaces: &mut Vec<NamespaceDeclaration>,
    ) {
        if self.attributes.is_empty() {
            return;
        }
        let element = self.joined(prefix, local);
        let Some(declared) = self.attributes.get(&element) else { return };
        let with_external = self.options.default_attributes;
        let defaults = declared
            .iter()
            .filter(|declared| !declared.is_external || with_external)
            .filter_map(|declared| Some((declared.prefix.clone(), declared.local.clone(), declared.value.clone()?)));
        for (prefix, local, value) in defaults.collect::<Vec<_>>() {
            let is_default = prefix.is_none() && local == self.xmlns_name;
            if !self.options.no_namespaces && (is_default || prefix.as_ref() == Some(&self.xmlns_name)) {
                let declared = (!is_default).then(|| local.clone());
                if !namespaces.iter().any(|other| other.prefix == declared) {
                    let uri = self.names.get(&value);
                    if self.namespace(declared.as_ref()) != Some(uri.clone()) {
                        self.namespaces.push((declared.clone(), uri.clone()));
                        namespaces.push(NamespaceDeclaration { prefix: declared, uri });
                    }
                }
            } else if !written.iter().any(|other| other.local == local && other.prefix == prefix) {
                written.push(Written { prefix, local, value, unexpanded: None, defaulted: true });
            }
        }
    }
    /// Finds the attributes' namespaces.
    fn resolve(&mut self, written: Vec<Written>, element: &Name) -> Vec<Attribute> {
        let mut attributes = Vec::with_capacity(written.len());
        let mut resolved = HashSet::new();
        for Written { prefix, local, value, unexpanded, defaulted } in written {
            let uri = prefix.as_ref().and_then(|prefix| self.namespace(Some(prefix)));
            if let Some(prefix) = &prefix {
                match &uri {
                    None => {
                        let text = "Namespace prefix {} for {} on {} is not defined\n";
                        let message = super::filled_all(text, &[prefix, &local, element]);
                        self.namespace_error(code::NS_UNDEFINED_NAMESPACE, message);
                    }
                    Some(uri) => {
                        if !resolved.insert((local.clone(), uri.clone())) {
                            let message = super::filled_all("Namespaced Attribute {} in '{}' redefined\n", &[&local, uri]);
                            self.namespace_error(code::NS_ATTRIBUTE_REDEFINED, message);
                        }
                    }
                }
            }
            attributes.push(Attribute { name: QName { prefix, local, uri }, value, unexpanded, defaulted });
        }
        attributes
    }
}

/// Whether a text looks like `de` or `de-CH`.
fn is_language(value: &[u8]) -> bool {
    let mut parts = value.split(|&byte| byte == b'-');
    let first = parts.next().unwrap_or_default();
    (1..=8).contains(&first.len()) && first.iter().all(u8::is_ascii_alphabetic) && parts.all(|part| !part.is_empty())
}

/// Whether a text can be a reference to a resource.
pub(crate) fn is_uri(value: &[u8]) -> bool {
    let mut at = 0;
    while at < value.len() {
        match value[at] {
            b'%' => {
                let digits = value.get(at + 1..at + 3);
                if !digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit)) {
                    return false;
                }
                at += 2;
            }
            0..=b' ' | b'"' | b'<' | b'>' | b'\\' | b'^' | b'`' | b'{' | b'|' | b'}' | 0x7F.. => return false,
            _ => {}
        }
        at += 1;
    }
    value.iter().filter(|&&byte| byte == b'#').count() < 2
}

/// Whether a reference begins with a scheme.
pub(crate) fn has_scheme(value: &[u8]) -> bool {
    let end = value.iter().position(|&byte| !byte.is_ascii_alphanumeric() && !matches!(byte, b'+' | b'-' | b'.'));
    value.first().is_some_and(u8::is_ascii_alphabetic) && end.is_some_and(|end| value[end] == b':')
}
