//! XMLWriter's methods as functions.

use crate::php_xmlwriter::XMLWriter;
use phant_memory::{Object, PhpStr, Str, Value};
use phant_native::{Ctx, PhpResult, descriptor::FunctionGroup, functions, php, ret::OrFalse};

pub(crate) const FUNCTIONS: FunctionGroup = functions![
    xmlwriter_open_uri,
    xmlwriter_open_memory,
    xmlwriter_set_indent,
    xmlwriter_set_indent_string,
    xmlwriter_start_comment,
    xmlwriter_end_comment,
    xmlwriter_start_attribute,
    xmlwriter_end_attribute,
    xmlwriter_write_attribute,
    xmlwriter_start_attribute_ns,
    xmlwriter_write_attribute_ns,
    xmlwriter_start_element,
    xmlwriter_end_element,
    xmlwriter_full_end_element,
    xmlwriter_start_element_ns,
    xmlwriter_write_element,
    xmlwriter_write_element_ns,
    xmlwriter_start_pi,
    xmlwriter_end_pi,
    xmlwriter_write_pi,
    xmlwriter_start_cdata,
    xmlwriter_end_cdata,
    xmlwriter_write_cdata,
    xmlwriter_text,
    xmlwriter_write_raw,
    xmlwriter_start_document,
    xmlwriter_end_document,
    xmlwriter_write_comment,
    xmlwriter_start_dtd,
    xmlwriter_end_dtd,
    xmlwriter_write_dtd,
    xmlwriter_start_dtd_element,
    xmlwriter_end_dtd_element,
    xmlwriter_write_dtd_element,
    xmlwriter_start_dtd_attlist,
    xmlwriter_end_dtd_attlist,
    xmlwriter_write_dtd_attlist,
    xmlwriter_start_dtd_entity,
    xmlwriter_end_dtd_entity,
    xmlwriter_write_dtd_entity,
    xmlwriter_output_memory,
    xmlwriter_flush,
];

/// A writer to a file or URL, or `false` after a warning.
#[php("function xmlwriter_open_uri(string $uri): XMLWriter|false")]
fn xmlwriter_open_uri(ctx: &Ctx, uri: &PhpStr) -> PhpResult<OrFalse<Object>> {
    let writer = ctx.allocate(ctx.known_class("XMLWriter"))?;
    Ok(OrFalse::from(XMLWriter::begin_uri(ctx, &writer, uri)?.then_some(writer)))
}

/// A writer to a string.
#[php("function xmlwriter_open_memory(): XMLWriter|false")]
fn xmlwriter_open_memory(ctx: &Ctx) -> PhpResult<OrFalse<Object>> {
    let writer = ctx.allocate(ctx.known_class("XMLWriter"))?;
    XMLWriter::begin_memory(&writer);
    Ok(OrFalse::from(Some(writer)))
}

/// Whether elements are on lines of their own.
#[php("function xmlwriter_set_indent(XMLWriter $writer, bool $enable): bool")]
fn xmlwriter_set_indent(ctx: &Ctx, writer: &Object, enable: bool) -> PhpResult<bool> {
    XMLWriter::set_indent(ctx, writer, enable)
}

/// What a level is indented by.
#[php("function xmlwriter_set_indent_string(XMLWriter $writer, string $indentation): bool")]
fn xmlwriter_set_indent_string(ctx: &Ctx, writer: &Object, indentation: &PhpStr) -> PhpResult<bool> {
    XMLWriter::set_indent_string(ctx, writer, indentation)
}

/// Begins a comment.
#[php("function xmlwriter_start_comment(XMLWriter $writer): bool")]
fn xmlwriter_start_comment(ctx: &Ctx, writer: &Object) -> PhpResult<bool> {
    XMLWriter::start_comment(ctx, writer)
}

/// Ends a comment.
#[php("function xmlwriter_end_comment(XMLWriter $writer): bool")]
fn xmlwriter_end_comment(ctx: &Ctx, writer: &Object) -> PhpResult<bool> {
    XMLWriter::end_comment(ctx, writer)
}

/// Begins an attribute.
#[php("function xmlwriter_start_attribute(XMLWriter $writer, string $name): bool")]
fn xmlwriter_start_attribute(ctx: &Ctx, writer: &Object, name: &PhpStr) -> PhpResult<bool> {
    XMLWriter::start_attribute(ctx, writer, name)
}

/// Ends an attribute.
#[php("function xmlwriter_end_attribute(XMLWriter $writer): bool")]
fn xmlwriter_end_attribute(ctx: &Ctx, writer: &Object) -> PhpResult<bool> {
    XMLWriter::end_attribute(ctx, writer)
}

/// A whole attribute.
#[php("function xmlwriter_write_attribute(XMLWriter $writer, string $name, string $value): bool")]
fn xmlwriter_write_attribute(ctx: &Ctx, writer: &Object, name: &PhpStr, value: &PhpStr) -> PhpResult<bool> {
    XMLWriter::write_attribute(ctx, writer, name, value)
}

/// Begins an attribute of a namespace.
#[php("function xmlwriter_start_attribute_ns(XMLWriter $writer, ?string $prefix, string $name, ?string $namespace): bool")]
fn xmlwriter_start_attribute_ns(
    ctx: &Ctx,
    writer: &Object,
    prefix: Option<&Str>,
    name: &PhpStr,
    namespace: Option<&Str>,
) -> PhpResult<bool> {
    XMLWriter::start_attribute_ns(ctx, writer, prefix, name, namespace)
}

/// A whole attribute of a namespace.
#[php(
    "function xmlwriter_write_attribute_ns(XMLWriter $writer, ?string $prefix, string $name, ?string $namespace, string $value): bool"
)]
fn xmlwriter_write_attribute_ns(
    ctx: &Ctx,
    writer: &Object,
    prefix: Option<&Str>,
    name: &PhpStr,
    namespace: Option<&Str>,
    value: &PhpStr,
) -> PhpResult<bool> {
    XMLWriter::write_attribute_ns(ctx, writer, prefix, name, namespace, value)
}

/// Begins an element.
#[php("function xmlwriter_start_element(XMLWriter $writer, string $name): bool")]
fn xmlwriter_start_element(ctx: &Ctx, writer: &Object, name: &PhpStr) -> PhpResult<bool> {
    XMLWriter::start_element(ctx, writer, name)
}

/// Ends an element.
#[php("function xmlwriter_end_element(XMLWriter $writer): bool")]
fn xmlwriter_end_element(ctx: &Ctx, writer: &Object) -> PhpResult<bool> {
    XMLWriter::end_element(ctx, writer)
}

/// Ends an element, with an end tag even if it is empty.
#[php("function xmlwriter_full_end_element(XMLWriter $writer): bool")]
fn xmlwriter_full_end_element(ctx: &Ctx, writer: &Object) -> PhpResult<bool> {
    XMLWriter::full_end_element(ctx, writer)
}

/// Begins an element of a namespace.
#[php("function xmlwriter_start_element_ns(XMLWriter $writer, ?string $prefix, string $name, ?string $namespace): bool")]
fn xmlwriter_start_element_ns(
    ctx: &Ctx,
    writer: &Object,
    prefix: Option<&Str>,
    name: &PhpStr,
    namespace: Option<&Str>,
) -> PhpResult<bool> {
    XMLWriter::start_element_ns(ctx, writer, prefix, name, namespace)
}

/// A whole element.
#[php("function xmlwriter_write_element(XMLWriter $writer, string $name, ?string $content = null): bool")]
fn xmlwriter_write_element(ctx: &Ctx, writer: &Object, name: &PhpStr, content: Option<&Str>) -> PhpResult<bool> {
    XMLWriter::write_element(ctx, writer, name, content)
}

/// A whole element of a namespace.
#[php(
    "function xmlwriter_write_element_ns(XMLWriter $writer, ?string $prefix, string $name, ?string $namespace, ?string $content = null): bool"
)]
fn xmlwriter_write_element_ns(
    ctx: &Ctx,
    writer: &Object,
    prefix: Option<&Str>,
    name: &PhpStr,
    namespace: Option<&Str>,
    content: Option<&Str>,
) -> PhpResult<bool> {
    XMLWriter::write_element_ns(ctx, writer, prefix, name, namespace, content)
}

/// Begins a processing instruction.
#[php("function xmlwriter_start_pi(XMLWriter $writer, string $target): bool")]
fn xmlwriter_start_pi(ctx: &Ctx, writer: &Object, target: &PhpStr) -> PhpResult<bool> {
    XMLWriter::start_pi(ctx, writer, target)
}

/// Ends a processing instruction.
#[php("function xmlwriter_end_pi(XMLWriter $writer): bool")]
fn xmlwriter_end_pi(ctx: &Ctx, writer: &Object) -> PhpResult<bool> {
    XMLWriter::end_pi(ctx, writer)
}

/// A whole processing instruction.
#[php("function xmlwriter_write_pi(XMLWriter $writer, string $target, string $content): bool")]
fn xmlwriter_write_pi(ctx: &Ctx, writer: &Object, target: &PhpStr, content: &PhpStr) -> PhpResult<bool> {
    XMLWriter::write_pi(ctx, writer, target, content)
}

/// Begins a CDATA section.
#[php("function xmlwriter_start_cdata(XMLWriter $writer): bool")]
fn xmlwriter_start_cdata(ctx: &Ctx, writer: &Object) -> PhpResult<bool> {
    XMLWriter::start_cdata(ctx, writer)
}

/// Ends a CDATA section.
#[php("function xmlwriter_end_cdata(XMLWriter $writer): bool")]
fn xmlwriter_end_cdata(ctx: &Ctx, writer: &Object) -> PhpResult<bool> {
    XMLWriter::end_cdata(ctx, writer)
}

/// A whole CDATA section.
#[php("function xmlwriter_write_cdata(XMLWriter $writer, string $content): bool")]
fn xmlwriter_write_cdata(ctx: &Ctx, writer: &Object, content: &PhpStr) -> PhpResult<bool> {
    XMLWriter::write_cdata(ctx, writer, content)
}

/// Text, escaped.
#[php("function xmlwriter_text(XMLWriter $writer, string $content): bool")]
fn xmlwriter_text(ctx: &Ctx, writer: &Object, content: &PhpStr) -> PhpResult<bool> {
    XMLWriter::put_text(ctx, writer, content)
}

/// Text as it is.
#[php("function xmlwriter_write_raw(XMLWriter $writer, string $content): bool")]
fn xmlwriter_write_raw(ctx: &Ctx, writer: &Object, content: &PhpStr) -> PhpResult<bool> {
    XMLWriter::write_raw(ctx, writer, content)
}

/// The XML declaration.
#[php(
    "function xmlwriter_start_document(XMLWriter $writer, ?string $version = '1.0', ?string $encoding = null, ?string $standalone = null): bool"
)]
fn xmlwriter_start_document(
    ctx: &Ctx,
    writer: &Object,
    version: Option<&Str>,
    encoding: Option<&Str>,
    standalone: Option<&Str>,
) -> PhpResult<bool> {
    XMLWriter::start_document(ctx, writer, version, encoding, standalone)
}

/// Ends all that is open.
#[php("function xmlwriter_end_document(XMLWriter $writer): bool")]
fn xmlwriter_end_document(ctx: &Ctx, writer: &Object) -> PhpResult<bool> {
    XMLWriter::end_document(ctx, writer)
}

/// A whole comment.
#[php("function xmlwriter_write_comment(XMLWriter $writer, string $content): bool")]
fn xmlwriter_write_comment(ctx: &Ctx, writer: &Object, content: &PhpStr) -> PhpResult<bool> {
    XMLWriter::write_comment(ctx, writer, content)
}

/// Begins a document type.
#[php(
    "function xmlwriter_start_dtd(XMLWriter $writer, string $qualifiedName, ?string $publicId = null, ?string $systemId = null): bool"
)]
fn xmlwriter_start_dtd(
    ctx: &Ctx,
    writer: &Object,
    qualified_name: &PhpStr,
    public_id: Option<&Str>,
    system_id: Option<&Str>,
) -> PhpResult<bool> {
    XMLWriter::start_dtd(ctx, writer, qualified_name, public_id, system_id)
}

/// Ends a document type.
#[php("function xmlwriter_end_dtd(XMLWriter $writer): bool")]
fn xmlwriter_end_dtd(ctx: &Ctx, writer: &Object) -> PhpResult<bool> {
    XMLWriter::end_dtd(ctx, writer)
}

/// A whole document type.
#[php(
    "function xmlwriter_write_dtd(XMLWriter $writer, string $name, ?string $publicId = null, ?string $systemId = null, ?string $content = null): bool"
)]
fn xmlwriter_write_dtd(
    ctx: &Ctx,
    writer: &Object,
    name: &PhpStr,
    public_id: Option<&Str>,
    system_id: Option<&Str>,
    content: Option<&Str>,
) -> PhpResult<bool> {
    XMLWriter::write_dtd(ctx, writer, name, public_id, system_id, content)
}

/// Begins the declaration of an element.
#[php("function xmlwriter_start_dtd_element(XMLWriter $writer, string $qualifiedName): bool")]
fn xmlwriter_start_dtd_element(ctx: &Ctx, writer: &Object, qualified_name: &PhpStr) -> PhpResult<bool> {
    XMLWriter::start_dtd_element(ctx, writer, qualified_name)
}

/// Ends the declaration of an element.
#[php("function xmlwriter_end_dtd_element(XMLWriter $writer): bool")]
fn xmlwriter_end_dtd_element(ctx: &Ctx, writer: &Object) -> PhpResult<bool> {
    XMLWriter::end_dtd_element(ctx, writer)
}

/// A whole declaration of an element.
#[php("function xmlwriter_write_dtd_element(XMLWriter $writer, string $name, string $content): bool")]
fn xmlwriter_write_dtd_element(ctx: &Ctx, writer: &Object, name: &PhpStr, content: &PhpStr) -> PhpResult<bool> {
    XMLWriter::write_dtd_element(ctx, writer, name, content)
}

/// Begins the declaration of attributes.
#[php("function xmlwriter_start_dtd_attlist(XMLWriter $writer, string $name): bool")]
fn xmlwriter_start_dtd_attlist(ctx: &Ctx, writer: &Object, name: &PhpStr) -> PhpResult<bool> {
    XMLWriter::start_dtd_attlist(ctx, writer, name)
}

/// Ends the declaration of attributes.
#[php("function xmlwriter_end_dtd_attlist(XMLWriter $writer): bool")]
fn xmlwriter_end_dtd_attlist(ctx: &Ctx, writer: &Object) -> PhpResult<bool> {
    XMLWriter::end_dtd_attlist(ctx, writer)
}

/// A whole declaration of attributes.
#[php("function xmlwriter_write_dtd_attlist(XMLWriter $writer, string $name, string $content): bool")]
fn xmlwriter_write_dtd_attlist(ctx: &Ctx, writer: &Object, name: &PhpStr, content: &PhpStr) -> PhpResult<bool> {
    XMLWriter::write_dtd_attlist(ctx, writer, name, content)
}

/// Begins the declaration of an entity.
#[php("function xmlwriter_start_dtd_entity(XMLWriter $writer, string $name, bool $isParam): bool")]
fn xmlwriter_start_dtd_entity(ctx: &Ctx, writer: &Object, name: &PhpStr, is_param: bool) -> PhpResult<bool> {
    XMLWriter::start_dtd_entity(ctx, writer, name, is_param)
}

/// Ends the declaration of an entity.
#[php("function xmlwriter_end_dtd_entity(XMLWriter $writer): bool")]
fn xmlwriter_end_dtd_entity(ctx: &Ctx, writer: &Object) -> PhpResult<bool> {
    XMLWriter::end_dtd_entity(ctx, writer)
}

/// A whole declaration of an entity.
#[php(
    "function xmlwriter_write_dtd_entity(XMLWriter $writer, string $name, string $content, bool $isParam = false, ?string $publicId = null, ?string $systemId = null, ?string $notationData = null): bool"
)]
fn xmlwriter_write_dtd_entity(
    ctx: &Ctx,
    writer: &Object,
    name: &PhpStr,
    content: &PhpStr,
    is_param: bool,
    public_id: Option<&Str>,
    system_id: Option<&Str>,
    notation_data: Option<&Str>,
) -> PhpResult<bool> {
    XMLWriter::write_dtd_entity(ctx, writer, name, content, is_param, public_id, system_id, notation_data)
}

/// The text in memory, which is forgotten if it is to be flushed.
#[php("function xmlwriter_output_memory(XMLWriter $writer, bool $flush = true): string")]
fn xmlwriter_output_memory(ctx: &Ctx, writer: &Object, flush: bool) -> PhpResult<Str> {
    XMLWriter::output_memory(ctx, writer, flush)
}

/// Sends what is held back: how many bytes; or gives the text in memory.
#[php("function xmlwriter_flush(XMLWriter $writer, bool $empty = true): string|int")]
fn xmlwriter_flush(ctx: &Ctx, writer: &Object, empty: bool) -> PhpResult<Value> {
    XMLWriter::flush(ctx, writer, empty)
}
