//! XInclude 1.0: elements that stand for other documents, or parts of them, are replaced by these.

use crate::load;
use phant_ext_libxml::{errors, forest, load as files, option};
use phant_memory::{Object, Str};
use phant_native::{Ctx, ObjectExt, PhpResult, Thrown};
use phant_xml::{
    chars::XML_NAMESPACE,
    error::{Domain, Error, Level},
    parser::encoding,
    tree::{Forest, Kind, Node},
    xpath::{self, Fault},
};

/// The namespace, and that of a draft which is still in use.
const NAMESPACES: [&[u8]; 2] = [b"http://www.w3.org/2001/XInclude", b"http://www.w3.org/2003/XInclude"];
/// libxml2's option that no `xml:base` is added; PHP has no constant for it.
const KEEP_BASE: i64 = 1 << 18;
/// How deep documents may include one another.
const DEEPEST: usize = 40;

/// libxml2's numbers of the errors.
mod code {
    pub const RECURSION: i32 = 1600;
    pub const PARSE_VALUE: i32 = 1601;
    pub const NO_FALLBACK: i32 = 1604;
    pub const XPOINTER_FAILED: i32 = 1612;
    pub const FALLBACKS_IN_INCLUDE: i32 = 1615;
    pub const FALLBACK_NOT_IN_INCLUDE: i32 = 1616;
    pub const INCLUDE_IN_INCLUDE: i32 = 1614;
    pub const UNKNOWN_ENCODING: i32 = 1610;
}

/// Replaces what the document includes. The number of replacements; below zero if one of them failed.
pub fn process(ctx: &Ctx, document: Node, options: i64) -> PhpResult<i64> {
    let file = forest(ctx).document_data(document).and_then(|data| data.uri.borrow().clone());
    let file = file.map_or_else(Vec::new, |uri| uri.as_bytes().to_vec());
    let mut pass = Pass { ctx, forest: forest(ctx), options, files: vec![file], replaced: 0, failed: false };
    pass.document(document)?;
    Ok(if pass.failed { -1 } else { pass.replaced })
}

struct Pass<'c> {
    ctx: &'c Ctx,
    forest: &'c Forest,
    options: i64,
    /// The documents that are being read, the innermost last.
    files: Vec<Vec<u8>>,
    replaced: i64,
    failed: bool,
}

/// What an element says it includes.
struct Wanted {
    file: Vec<u8>,
    pointer: Option<Vec<u8>>,
    as_text: bool,
    encoding: Option<Vec<u8>>,
}

impl Pass<'_> {
    fn is(&self, node: Node, name: &[u8]) -> bool {
        self.forest.is_element(node)
            && self.forest.is_named(node, name)
            && self.forest.uri(node).is_some_and(|uri| NAMESPACES.contains(&uri.as_bytes()))
    }
    fn attribute(&self, element: Node, name: &[u8]) -> Option<Vec<u8>> {
        let attribute = self.forest.attribute(element, name, None);
        attribute.some().map(|attribute| self.forest.value(attribute).as_bytes().to_vec())
    }
    fn file(&self) -> &[u8] {
        self.files.last().map_or(&[], Vec::as_slice)
    }
    fn fail(&mut self, at: Node, code: i32, message: &[&[u8]]) -> PhpResult<()> {
        self.failed = true;
        let error = Error {
            domain: Domain::XInclude,
            code,
            level: Level::Error,
            message: [&message.concat()[..], b"\n"].concat(),
            file: Some(self.file().to_vec()),
            line: self.forest.line(at),
            column: 0,
            in_entity: false,
        };
        // Printed without its place, unlike a parser's error.
        let shown = if errors::are_internal(self.ctx) { errors::Shown::WithPlace } else { errors::Shown::Alone };
        errors::report_as(self.ctx, &error, shown);
        self.ctx.check()
    }

    /// Replaces all elements below a node that include something.
    fn document(&mut self, top: Node) -> PhpResult<()> {
        let mut at = self.forest.following(top, top);
        while at.is_some() {
            self.ctx.poll()?;
            if self.is(at, b"include") {
                let after = self.forest.following_outside(at, top);
                self.include(at)?;
                at = after;
                continue;
            }
            if self.is(at, b"fallback") {
                self.fail(at, code::FALLBACK_NOT_IN_INCLUDE, &[b"fallback is not the child of an 'include'"])?;
            }
            at = self.forest.following(at, top);
        }
        Ok(())
    }

    fn include(&mut self, element: Node) -> PhpResult<()> {
        let Some(wanted) = self.wanted(element)? else { return Ok(()) };
        let found = if wanted.as_text { self.text(element, &wanted)? } else { self.nodes(element, &wanted)? };
        let nodes = match found {
            Some(nodes) => nodes,
            None => {
                let Some(fallback) = self.forest.children(element).find(|&child| self.is(child, b"fallback")) else {
                    let message: [&[u8]; 3] = [b"could not load ", &wanted.file, b", and no fallback was found"];
                    return self.fail(element, code::NO_FALLBACK, &message);
                };
                let replaced = self.replaced;
                self.document(fallback)?;
                self.replaced = replaced;
                let children: Vec<Node> = self.forest.children(fallback).collect();
                children.iter().for_each(|&child| self.forest.unlink(child));
                children
            }
        };
        let parent = self.forest.parent(element);
        for node in nodes {
            self.forest.insert(parent, node, element);
        }
        self.forest.unlink(element);
        self.forest.free_tree(element);
        self.replaced += 1;
        Ok(())
    }

    /// What the element says; none if it makes no sense.
    fn wanted(&mut self, element: Node) -> PhpResult<Option<Wanted>> {
        let parse = self.attribute(element, b"parse");
        let as_text = match parse.as_deref() {
            None | Some(b"xml") => false,
            Some(b"text") => true,
            Some(other) => {
                let other = other.to_vec();
                self.fail(element, code::PARSE_VALUE, &[b"invalid value ", &other, b" for 'parse'"])?;
                return Ok(None);
            }
        };
        let children: Vec<Node> = self.forest.children(element).collect();
        if children.iter().any(|&child| self.is(child, b"include")) {
            self.fail(element, code::INCLUDE_IN_INCLUDE, &[b"include has an 'include' child"])?;
            return Ok(None);
        }
        if children.iter().filter(|&&child| self.is(child, b"fallback")).count() > 1 {
            self.fail(element, code::FALLBACKS_IN_INCLUDE, &[b"include has multiple fallback children"])?;
            return Ok(None);
        }
        let href = self.attribute(element, b"href").unwrap_or_default();
        let file = if href.is_empty() { self.file().to_vec() } else { files::resolve(Some(self.file()), &href) };
        let pointer = self.attribute(element, b"xpointer");
        if !as_text && pointer.is_none() {
            let message: &[u8] = if self.file() == file {
                b"detected a local recursion with no xpointer in "
            } else if self.files.contains(&file) || self.files.len() > DEEPEST {
                b"detected a recursion in "
            } else {
                b""
            };
            if !message.is_empty() {
                self.fail(element, code::RECURSION, &[message, &file])?;
                return Ok(None);
            }
        }
        Ok(Some(Wanted { file, pointer, as_text, encoding: self.attribute(element, b"encoding") }))
    }

    /// A file's content. None, with a report, if it cannot be read.
    fn read(&self, file: &[u8]) -> PhpResult<Option<Str>> {
        let text = files::read(self.ctx, file)?;
        if text.is_none() {
            self.ctx.check()?;
            files::report_missing(self.ctx, file);
            self.ctx.check()?;
        }
        Ok(text)
    }

    fn text(&mut self, element: Node, wanted: &Wanted) -> PhpResult<Option<Vec<Node>>> {
        let Some(text) = self.read(&wanted.file)? else { return Ok(None) };
        let text = match &wanted.encoding {
            None => text,
            Some(name) => match encoding::decode(text.as_bytes(), name) {
                Some(text) => Str::from(text),
                None => {
                    self.fail(element, code::UNKNOWN_ENCODING, &[b"encoding ", name, b" not supported"])?;
                    return Ok(None);
                }
            },
        };
        let document = self.forest.document(element);
        Ok(Some(vec![self.forest.create(Kind::Text, document, Str::from("#text"), text)]))
    }

    fn nodes(&mut self, element: Node, wanted: &Wanted) -> PhpResult<Option<Vec<Node>>> {
        let document = self.forest.document(element);
        let some = |nodes: Vec<Node>| if nodes.is_empty() { None } else { Some(nodes) };
        if self.file() == wanted.file {
            // A part of the document that is being read.
            let pointer = wanted.pointer.as_deref().unwrap_or_default();
            return self.pointed(element, document, document, pointer).map(some);
        }
        if wanted.file.contains(&b'#') {
            return Ok(None);
        }
        let Some(text) = self.read(&wanted.file)? else { return Ok(None) };
        let options = self.options | option::DTDLOAD;
        let Some(other) = load::parse(self.ctx, text.as_bytes(), Some(wanted.file.clone()), options, 0)? else {
            return Ok(None);
        };
        self.files.push(wanted.file.clone());
        // What fails in there stays as it is; this document has been included all the same.
        let (replaced, failed) = (self.replaced, self.failed);
        let inner = self.document(other);
        (self.replaced, self.failed) = (replaced, failed);
        self.files.pop();
        let copies = inner.and_then(|()| match &wanted.pointer {
            Some(pointer) => self.pointed(element, other, document, pointer),
            None => {
                let children = self.forest.children(other).filter(|&child| self.forest.kind(child) != Kind::DocumentType);
                Ok(children.map(|child| self.forest.copy(child, true, document)).collect())
            }
        });
        self.forest.free_document(other);
        let copies = copies?;
        if self.options & KEEP_BASE == 0 {
            self.set_base(&copies, document, &wanted.file);
        }
        Ok(some(copies))
    }

    /// Copies of what a pointer selects.
    fn pointed(&mut self, element: Node, from: Node, document: Node, pointer: &[u8]) -> PhpResult<Vec<Node>> {
        let expression = pointer.strip_prefix(b"xpointer(").and_then(|rest| rest.strip_suffix(b")"));
        let selected = match expression {
            Some(expression) => {
                let mut host = Pointing { ctx: self.ctx, forest: self.forest, thrown: None };
                let value = xpath::compile(expression).and_then(|compiled| xpath::evaluate(&compiled, from, &mut host));
                if let Some(thrown) = host.thrown {
                    return Err(thrown);
                }
                match value {
                    Ok(xpath::Value::Nodes(items)) => items.into_iter().map(|item| item.node).collect(),
                    _ => {
                        self.fail(element, code::XPOINTER_FAILED, &[b"could not evaluate XPointer ", pointer])?;
                        Vec::new()
                    }
                }
            }
            None => self.forest.element_by_id(from, pointer).some().into_iter().collect(),
        };
        Ok(selected.into_iter().map(|node| self.forest.copy(node, true, document)).collect())
    }

    /// Elements from another directory say where they are from.
    fn set_base(&self, nodes: &[Node], document: Node, file: &[u8]) {
        let base = relative(file, self.file());
        if !base.contains(&b'/') {
            return;
        }
        let namespace = self.forest.intern_namespace(Some(b"xml"), XML_NAMESPACE);
        for &element in nodes.iter().filter(|&&node| self.forest.is_element(node)) {
            let own = self.forest.attribute(element, b"base", Some(XML_NAMESPACE));
            if own.is_some() {
                let base = files::resolve(Some(base), self.forest.value(own).as_bytes());
                self.forest.set_attribute_value(own, Str::new(base));
                continue;
            }
            let attribute = self.forest.create(Kind::Attribute, document, Str::from("base"), Str::new(base));
            self.forest.set_namespace(attribute, namespace);
            self.forest.append_attribute(element, attribute);
        }
    }
}

/// The name of a file as seen from another one below whose directory it is, or as it is.
fn relative<'n>(file: &'n [u8], from: &[u8]) -> &'n [u8] {
    let directory = from.iter().rposition(|&byte| byte == b'/').map_or(0, |at| at + 1);
    file.strip_prefix(&from[..directory]).unwrap_or(file)
}

/// What an expression in a pointer can refer to: nothing but the tree.
struct Pointing<'c> {
    ctx: &'c Ctx,
    forest: &'c Forest,
    thrown: Option<Thrown>,
}

impl xpath::Host for Pointing<'_> {
    fn forest(&self) -> &Forest {
        self.forest
    }
    fn namespace(&mut self, _: &[u8]) -> Option<Vec<u8>> {
        None
    }
    fn call(&mut self, _: Option<&[u8]>, _: &[u8], _: &[xpath::Value]) -> Option<Result<xpath::Value, Fault>> {
        None
    }
    fn variable(&mut self, _: Option<&[u8]>, _: &[u8]) -> Option<xpath::Value> {
        None
    }
    fn should_end(&mut self) -> bool {
        self.ctx.poll().map_err(|thrown| self.thrown = Some(thrown)).is_err()
    }
}

/// The method `xinclude`.
pub fn method(ctx: &Ctx, this: &Object, options: i64) -> PhpResult<phant_native::ret::OrFalse<i64>> {
    use phant_native::ret::OrFalse;
    let document = crate::object::node(ctx, this)?;
    let class = this.class();
    if i32::try_from(options).is_err() {
        if class.name.as_bytes().starts_with(b"Dom\\") {
            return Err(ctx.argument_error(1, "is too large"));
        }
        ctx.warning("Invalid flags");
        ctx.check()?;
        return Ok(OrFalse::False);
    }
    Ok(match process(ctx, document, options)? {
        // The living DOM tells none from a fault.
        0 if !class.name.as_bytes().starts_with(b"Dom\\") => OrFalse::False,
        count => OrFalse::Some(count),
    })
}
