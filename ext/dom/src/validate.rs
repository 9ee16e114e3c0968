//! Validation by the document type.

use crate::object;
use phant_ext_libxml::{errors, forest, load as files};
use phant_memory::Object;
use phant_native::{Ctx, PhpResult};
use phant_xml::{
    dtd::{self, DocumentType},
    error::{Domain, Error, Level, code},
    parser::{Declaration, Event, Loader, Options, Parser, Step, Wanted},
    serialize,
    tree::{Node, identifier_text},
};

/// `validate`
pub fn validate(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
    let document = object::node(ctx, this)?;
    let forest = forest(ctx);
    let doctype = forest.doctype(document);
    if doctype.is_none() {
        errors::report_text(ctx, Domain::Valid, 522, Level::Error, b"no DTD found!");
        ctx.check()?;
        return Ok(false);
    }
    let Some(declarations) = declarations(ctx, document, doctype)? else { return Ok(false) };
    let declared = DocumentType::new(&forest.name(doctype), declarations);
    let valid = dtd::validate(forest, document, &declared, file(ctx, document), &mut |error| {
        if !ctx.has_exception() {
            errors::report_as(ctx, &error, errors::Shown::Alone);
        }
    });
    ctx.check()?;
    ctx.poll()?;
    Ok(valid)
}

/// Validates a document that was just parsed, if it has a document type; errors are shown with their place.
pub fn on_parse(ctx: &Ctx, document: Node, file: Option<Vec<u8>>, report: &mut dyn FnMut(&Error)) -> PhpResult<()> {
    let forest = forest(ctx);
    let doctype = forest.doctype(document);
    if doctype.is_none() {
        return Ok(());
    }
    let Some(declarations) = declarations(ctx, document, doctype)? else { return Ok(()) };
    let declared = DocumentType::new(&forest.name(doctype), declarations);
    dtd::validate(forest, document, &declared, file, &mut |error| {
        if !ctx.has_exception() {
            report(&error);
        }
    });
    ctx.check()
}

/// The name of the file a document comes from.
fn file(ctx: &Ctx, document: Node) -> Option<Vec<u8>> {
    let uri = forest(ctx).document_data(document)?.uri.borrow().clone()?;
    (!uri.ends_with(b"/")).then(|| uri.as_bytes().to_vec())
}

/// Loads what validation needs: nobody is told of the document that it is for.
struct External<'c> {
    streams: files::StreamLoader<'c>,
    /// What the external subset is called.
    subset: Option<Vec<u8>>,
    /// It could not be had.
    has_failed: bool,
}

impl Loader for External<'_> {
    fn load(&mut self, wanted: &Wanted<'_>, errors: &mut Vec<Error>) -> Option<(Vec<u8>, Vec<u8>)> {
        let found = self.streams.load(&Wanted { doctype: None, ..*wanted }, errors);
        self.has_failed |= found.is_none() && wanted.system_id == self.subset.as_deref();
        found
    }
}

/// What a document type declares, the external subset's declarations among it; `None`, which was reported, if that cannot
/// be had.
fn declarations(ctx: &Ctx, document: Node, doctype: Node) -> PhpResult<Option<Vec<Declaration>>> {
    let forest = forest(ctx);
    let external = forest.external(doctype);
    let mut text = b"<!DOCTYPE ".to_vec();
    text.extend_from_slice(&forest.name(doctype));
    let (public, system) = (external.public_id, external.system_id);
    identifier_text(public.as_ref().map(|id| id.as_bytes()), system.as_ref().map(|id| id.as_bytes()), &mut text);
    text.extend_from_slice(b" [");
    text.extend_from_slice(&serialize::internal_subset(forest, doctype));
    // What was read with the document is not read again.
    let read_before: Vec<Node> = forest.children(doctype).filter(|&node| forest.is_external(node)).collect();
    for &node in &read_before {
        text.extend_from_slice(forest.value(node).as_bytes());
    }
    text.extend_from_slice(b"]><x/>");
    let file = file(ctx, document);
    let load_dtd = system.is_some() && read_before.is_empty();
    let options = Options { file: file.clone(), load_dtd, recover: true, ..Options::default() };
    let mut parser = Parser::new(options);
    parser.feed(&text);
    parser.finish();
    let streams = files::StreamLoader { ctx, no_network: false, file };
    let subset = system.map(|system| system.as_bytes().to_vec());
    let mut loader = External { streams, subset, has_failed: false };
    let mut all = Vec::new();
    while let Step::Event(event) = parser.next(&mut loader) {
        for error in parser.take_errors() {
            // The document's own errors were reported when it was parsed.
            let is_own = error.level == Level::Warning || error.code == code::INTERNAL_ERROR;
            if error.domain == Domain::Parser && is_own && !ctx.has_exception() {
                report(ctx, error);
            }
        }
        match event {
            Event::Declaration(declaration) => all.push(declaration),
            Event::EndDoctype => break,
            _ => {}
        }
    }
    ctx.check()?;
    if load_dtd && loader.has_failed {
        let shown = loader.subset.unwrap_or_default();
        let message = [b"Could not load the external subset \"", &shown[..], b"\""].concat();
        errors::report_text(ctx, Domain::Valid, 517, Level::Error, &message);
        ctx.check()?;
        return Ok(None);
    }
    Ok(Some(all))
}

/// Reports what keeps the external subset from being read. It has no place.
fn report(ctx: &Ctx, error: Error) {
    let mut error = Error { line: 0, column: 0, ..error };
    if error.code == code::IO_LOAD_ERROR && !errors::are_internal(ctx) {
        error.message = [b"I/O warning : ", &error.message[..]].concat();
    }
    errors::report_as(ctx, &error, errors::Shown::Alone);
}
