//! Validation by the document type.

use crate::object;
use phant_ext_libxml::{errors, forest, load as files};
use phant_memory::Object;
use phant_native::{Ctx, PhpResult};
use phant_xml::{
    dtd::{self, DocumentType},
    error::{Domain, Error, Level},
    parser::{Declaration, Event, Options, Parser, Step},
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
    let declarations = declarations(ctx, document, doctype)?;
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
    let declared = DocumentType::new(&forest.name(doctype), declarations(ctx, document, doctype)?);
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

/// What a document type declares, the external subset's declarations among it.
fn declarations(ctx: &Ctx, document: Node, doctype: Node) -> PhpResult<Vec<Declaration>> {
    let forest = forest(ctx);
    let external = forest.external(doctype);
    let mut text = b"<!DOCTYPE ".to_vec();
    text.extend_from_slice(&forest.name(doctype));
    let (public, system) = (external.public_id, external.system_id);
    identifier_text(public.as_ref().map(|id| id.as_bytes()), system.as_ref().map(|id| id.as_bytes()), &mut text);
    text.extend_from_slice(b" [");
    text.extend_from_slice(&serialize::internal_subset(forest, doctype));
    text.extend_from_slice(b"]><x/>");
    let file = file(ctx, document);
    let options = Options { file: file.clone(), load_dtd: system.is_some(), recover: true, ..Options::default() };
    let mut parser = Parser::new(options);
    parser.feed(&text);
    parser.finish();
    let mut loader = files::StreamLoader { ctx, no_network: false, file };
    let mut all = Vec::new();
    while let Step::Event(event) = parser.next(&mut loader) {
        for error in parser.take_errors() {
            // The document's own errors were reported when it was parsed.
            if error.domain == Domain::Parser && error.level == Level::Warning && !ctx.has_exception() {
                errors::report_as(ctx, &error, errors::Shown::Alone);
            }
        }
        match event {
            Event::Declaration(declaration) => all.push(declaration),
            Event::EndDoctype => break,
            _ => {}
        }
    }
    ctx.check()?;
    Ok(all)
}
