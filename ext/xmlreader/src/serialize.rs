//! Nodes as XML. Namespaces that are declared further out are declared where the text begins.

use crate::node::{Element, Kind, Node};
use std::rc::Rc;

/// How it is written.
#[derive(Clone, Copy)]
pub(crate) struct Style {
    /// Attributes have references for what is not ASCII: the document names no encoding.
    pub(crate) ascii_attributes: bool,
}

/// An element with what is in it.
pub(crate) fn outer<'a>(element: &Rc<Element>, inside: impl Iterator<Item = &'a Node>, style: Style) -> Vec<u8> {
    let inside: Vec<&Node> = inside.collect();
    let mut out = Vec::new();
    tree(element, &inside, style, &mut out);
    out
}

/// What is in an element: each child stands on its own.
pub(crate) fn inner<'a>(inside: impl Iterator<Item = &'a Node>, depth: usize, style: Style) -> Vec<u8> {
    let inside: Vec<&Node> = inside.collect();
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(node) = inside.get(at) {
        match (node.kind, &node.element) {
            (Kind::Element, Some(element)) if element.depth == depth + 1 => {
                let is_end = |n: &&Node| n.kind == Kind::EndElement && n.element.as_ref().is_some_and(|e| Rc::ptr_eq(e, element));
                let len = if element.empty { 0 } else { inside[at + 1..].iter().position(is_end).unwrap_or(0) };
                tree(element, &inside[at + 1..at + 1 + len], style, &mut out);
                at += len + usize::from(!element.empty);
            }
            _ => leaf(node, &mut out),
        }
        at += 1;
    }
    out
}

/// A node that is no element.
pub(crate) fn leaf(node: &Node, out: &mut Vec<u8>) {
    match node.kind {
        Kind::Text | Kind::SignificantWhitespace => text(&node.value, out),
        Kind::CData => cdata(&node.value, out),
        Kind::Comment => out.extend_from_slice(&[b"<!--", node.value.as_slice(), b"-->"].concat()),
        Kind::ProcessingInstruction => {
            out.extend_from_slice(b"<?");
            out.extend_from_slice(&node.name);
            if !node.value.is_empty() {
                out.push(b' ');
                out.extend_from_slice(&node.value);
            }
            out.extend_from_slice(b"?>");
        }
        Kind::EntityReference => out.extend_from_slice(&[b"&", node.name.as_slice(), b";"].concat()),
        Kind::DocumentType | Kind::Element | Kind::EndElement | Kind::Attribute => {}
    }
}

fn cdata(value: &[u8], out: &mut Vec<u8>) {
    out.extend_from_slice(b"<![CDATA[");
    // The end of a section cannot be in one.
    let mut rest = value;
    while let Some(at) = rest.windows(3).position(|w| w == b"]]>") {
        out.extend_from_slice(&rest[..at + 2]);
        out.extend_from_slice(b"]]><![CDATA[");
        rest = &rest[at + 2..];
    }
    out.extend_from_slice(rest);
    out.extend_from_slice(b"]]>");
}

fn text(value: &[u8], out: &mut Vec<u8>) {
    for &byte in value {
        match byte {
            b'<' => out.extend_from_slice(b"&lt;"),
            b'>' => out.extend_from_slice(b"&gt;"),
            b'&' => out.extend_from_slice(b"&amp;"),
            b'\r' => out.extend_from_slice(b"&#13;"),
            _ => out.push(byte),
        }
    }
}

fn attribute_value(value: &[u8], style: Style, out: &mut Vec<u8>) {
    for c in String::from_utf8_lossy(value).chars() {
        match c {
            '"' => out.extend_from_slice(b"&quot;"),
            '\n' => out.extend_from_slice(b"&#10;"),
            '\t' => out.extend_from_slice(b"&#9;"),
            '\r' => out.extend_from_slice(b"&#13;"),
            '<' => out.extend_from_slice(b"&lt;"),
            '>' => out.extend_from_slice(b"&gt;"),
            '&' => out.extend_from_slice(b"&amp;"),
            c if !c.is_ascii() && style.ascii_attributes => {
                out.extend_from_slice(format!("&#x{:X};", u32::from(c)).as_bytes());
            }
            c => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
}

/// A value in which references to entities stay.
fn unexpanded_value(value: &[u8], style: Style, out: &mut Vec<u8>) {
    let mut rest = value;
    while let Some(at) = rest.iter().position(|&b| b == b'&') {
        attribute_value(&rest[..at], style, out);
        let end = rest[at..].iter().position(|&b| b == b';').map_or(rest.len(), |end| at + end + 1);
        let reference = &rest[at..end];
        out.extend_from_slice(if reference == b"&#38;" { b"&amp;" } else { reference });
        rest = &rest[end..];
    }
    attribute_value(rest, style, out);
}

/// Declarations that elements inside need and do not have: (prefix, namespace).
fn missing(element: &Rc<Element>, inside: &[&Node]) -> Vec<(Option<Vec<u8>>, Vec<u8>)> {
    let mut missing: Vec<(Option<Vec<u8>>, Vec<u8>)> = Vec::new();
    let tags = inside.iter().filter(|n| n.kind == Kind::Element).filter_map(|n| n.element.as_ref());
    for tag in std::iter::once(element).chain(tags) {
        let names = std::iter::once(&tag.name).chain(tag.attributes.iter().map(|a| &a.name));
        for name in names {
            let Some(uri) = &name.uri else { continue };
            let prefix = name.prefix.as_deref();
            if prefix == Some(b"xml") || is_declared_within(tag, element, prefix) {
                continue;
            }
            if !missing.iter().any(|(p, _)| p.as_deref() == prefix) {
                missing.push((prefix.map(<[u8]>::to_vec), uri.to_vec()));
            }
        }
    }
    missing
}

/// Whether a prefix is declared by a tag or one around it, up to `top`.
fn is_declared_within(tag: &Rc<Element>, top: &Rc<Element>, prefix: Option<&[u8]>) -> bool {
    let mut tag = Some(tag);
    while let Some(t) = tag {
        if t.namespaces.iter().any(|n| n.prefix.as_deref() == prefix) {
            return true;
        }
        if Rc::ptr_eq(t, top) {
            return false;
        }
        tag = t.parent.as_ref();
    }
    false
}

fn declaration(prefix: Option<&[u8]>, uri: &[u8], style: Style, out: &mut Vec<u8>) {
    out.extend_from_slice(b" xmlns");
    if let Some(prefix) = prefix {
        out.push(b':');
        out.extend_from_slice(prefix);
    }
    out.extend_from_slice(b"=\"");
    attribute_value(uri, style, out);
    out.push(b'"');
}

fn tree(element: &Rc<Element>, inside: &[&Node], style: Style, out: &mut Vec<u8>) {
    let more = missing(element, inside);
    start_tag(element, &more, inside.is_empty(), style, out);
    for (at, node) in inside.iter().enumerate() {
        match (node.kind, &node.element) {
            (Kind::Element, Some(tag)) => {
                let next = inside.get(at + 1);
                let ends = |n: &&&Node| n.kind == Kind::EndElement && n.element.as_ref().is_some_and(|e| Rc::ptr_eq(e, tag));
                start_tag(tag, &[], tag.empty || next.filter(ends).is_some(), style, out);
            }
            (Kind::EndElement, Some(tag)) => {
                let opened_before = at > 0 && {
                    let before = inside[at - 1];
                    before.kind == Kind::Element && before.element.as_ref().is_some_and(|e| Rc::ptr_eq(e, tag))
                };
                if !opened_before {
                    end_tag(tag, out);
                }
            }
            _ => leaf(node, out),
        }
    }
    if !inside.is_empty() {
        end_tag(element, out);
    }
}

fn end_tag(element: &Element, out: &mut Vec<u8>) {
    out.extend_from_slice(b"</");
    out.extend_from_slice(&crate::node::written(&element.name));
    out.push(b'>');
}

fn start_tag(element: &Element, more: &[(Option<Vec<u8>>, Vec<u8>)], empty: bool, style: Style, out: &mut Vec<u8>) {
    out.push(b'<');
    out.extend_from_slice(&crate::node::written(&element.name));
    for namespace in &element.namespaces {
        declaration(namespace.prefix.as_deref(), &namespace.uri, style, out);
    }
    for (prefix, uri) in more {
        declaration(prefix.as_deref(), uri, style, out);
    }
    for attribute in &element.attributes {
        out.push(b' ');
        out.extend_from_slice(&crate::node::written(&attribute.name));
        out.extend_from_slice(b"=\"");
        match &attribute.unexpanded {
            Some(value) => unexpanded_value(value, style, out),
            None => attribute_value(&attribute.value, style, out),
        }
        out.push(b'"');
    }
    out.extend_from_slice(if empty { b"/>" } else { b">" });
}
