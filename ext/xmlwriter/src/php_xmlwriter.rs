//! The class XMLWriter.

use crate::{
    output::{self, Output},
    text_writer::{self, External, Refusal, TextWriter, Written},
};
use phant_ext_libxml::uri;
use phant_memory::{Object, PhpStr, Resource, Str, Tracer, Value};
use phant_native::{ClassPtr, Ctx, PhpResult, php_class, php_methods};
use phant_streams::{self as streams, Stream, flags};
use std::cell::RefCell;

/// A writer at work, and where its text goes.
struct Writing {
    writer: TextWriter,
    output: Output,
}

/// What the object owns; `None` until something is opened.
struct State(RefCell<Option<Writing>>);

impl phant_memory::NativeData for State {
    fn trace(&self, _tracer: &mut Tracer<'_>) {}
}

const ELEMENT: &str = "element name";
const ATTRIBUTE: &str = "attribute name";
const PI: &str = "PI target";

/// A text as far as C would see it.
fn text(s: &PhpStr) -> &[u8] {
    s.split(|&b| b == 0).next().unwrap_or_default()
}
fn opt(s: Option<&Str>) -> Option<&[u8]> {
    s.map(|s| text(s))
}

/// A text that must be a name, of a writer that writes. The number of the argument is the function's, where the writer
/// is the first.
fn named<'a>(ctx: &Ctx, writer: &Object, number: usize, name: &'a PhpStr, what: &str) -> PhpResult<&'a [u8]> {
    if XMLWriter::state(writer).borrow().is_none() {
        return Err(uninitialized(ctx));
    }
    let name = text(name);
    if text_writer::is_name(name) {
        return Ok(name);
    }
    let shown = phant_memory::string::escaped::text(name);
    Err(ctx.argument_error(number, format!("must be a valid {what}, \"{shown}\" given")))
}

pub(crate) struct XMLWriter;

/// Writes XML to a string or a stream.
#[php_class("class XMLWriter {}", create = Self::create, not_cloneable, methods = [Self::WRITING])]
impl XMLWriter {
    fn create(_ctx: &Ctx, object: &Object) {
        object.init_native(State(RefCell::new(None)));
    }
    fn state(object: &Object) -> &RefCell<Option<Writing>> {
        &object.native::<State>().expect("made by create").0
    }
    fn begin(object: &Object, output: Output) {
        let before = Self::state(object).replace(Some(Writing { writer: TextWriter::new(), output }));
        drop(before);
    }
    pub(crate) fn begin_memory(object: &Object) {
        Self::begin(object, Output::memory());
    }
    /// Opens a file or URL; false after a warning.
    pub(crate) fn begin_uri(ctx: &Ctx, object: &Object, uri: &PhpStr) -> PhpResult<bool> {
        let Some(path) = Self::path(ctx, uri)? else {
            ctx.warning("Unable to resolve file path");
            ctx.check()?;
            return Ok(false);
        };
        let opened = open(ctx, &path)?;
        let done = opened.is_some();
        if let Some(output) = opened {
            Self::begin(object, output);
        }
        Ok(done)
    }
    fn path(ctx: &Ctx, uri: &PhpStr) -> PhpResult<Option<Vec<u8>>> {
        if uri.is_empty() {
            return Err(ctx.argument_error(1, "must not be empty"));
        }
        if uri.contains(&0) {
            return Err(ctx.argument_error(1, "must not contain any null bytes"));
        }
        Ok(uri::resolve(uri))
    }

    /// Does something with the writer that writes nothing.
    fn with(ctx: &Ctx, object: &Object, act: impl FnOnce(&mut TextWriter)) -> PhpResult<bool> {
        match &mut *Self::state(object).borrow_mut() {
            Some(writing) => act(&mut writing.writer),
            None => return Err(uninitialized(ctx)),
        }
        Ok(true)
    }

    /// Writes: false if it does not fit here. `size` is about how much.
    fn write(ctx: &Ctx, object: &Object, size: usize, act: impl FnOnce(&mut TextWriter) -> Written) -> PhpResult<bool> {
        ctx.reserve(size.saturating_mul(2))?;
        let (result, complaints, ready) = {
            let mut state = Self::state(object).borrow_mut();
            let Some(writing) = &mut *state else { return Err(uninitialized(ctx)) };
            let result = act(&mut writing.writer);
            let text = writing.writer.take_text();
            (result, writing.writer.take_complaints(), writing.output.put(&text))
        };
        ctx.check_memory()?;
        // From here on PHP code may run, which may use the writer.
        for complaint in &complaints {
            ctx.warning(complaint);
        }
        let sent = Self::send(ctx, ready);
        if let Err(Refusal::Told(why)) = result {
            ctx.warning(why);
        }
        ctx.check()?;
        Ok(result.is_ok() && sent)
    }
    fn send(ctx: &Ctx, ready: Option<(Resource, phant_memory::HeapVec<u8>)>) -> bool {
        match ready {
            Some((stream, text)) if !text.is_empty() => {
                let Some(stream) = phant_native::resource::get::<Stream>(&stream) else { return false };
                stream.write(ctx, &text).is_some()
            }
            _ => true,
        }
    }

    fn begin_document(
        ctx: &Ctx,
        object: &Object,
        version: Option<&[u8]>,
        encoding: Option<&[u8]>,
        standalone: Option<&[u8]>,
    ) -> PhpResult<bool> {
        let set = encoding.map(|name| (phant_charset::find(name).filter(|_| !name.is_empty()), name));
        if let Some(writing) = &mut *Self::state(object).borrow_mut()
            && writing.writer.is_at_top()
        {
            writing.output.set_charset(set.and_then(|(set, _)| set));
        }
        Self::write(ctx, object, 0, |w| match set {
            Some((None, _)) if w.is_at_top() => Err(Refusal::Told("xmlTextWriterStartDocument : unsupported encoding")),
            Some((Some(set), name)) => w.start_document(version, Some(text_writer::shown_name(set, name)), standalone),
            _ => w.start_document(version, None, standalone),
        })
    }

    /// The text in memory, as far as C would see it.
    fn memory(ctx: &Ctx, object: &Object, forget: bool) -> PhpResult<Str> {
        match Self::flush_output_as(ctx, object, forget, true)?.into_str() {
            Some(text) => Ok(text),
            None => Ok(Str::default()),
        }
    }
    fn flush_output(ctx: &Ctx, object: &Object, empty: bool) -> PhpResult<Value> {
        Self::flush_output_as(ctx, object, empty, false)
    }
    fn flush_output_as(ctx: &Ctx, object: &Object, empty: bool, only_text: bool) -> PhpResult<Value> {
        let (ready, stream) = {
            let mut state = Self::state(object).borrow_mut();
            let Some(writing) = &mut *state else { return Err(uninitialized(ctx)) };
            if only_text && writing.output.memory_text().is_none() {
                return Ok(Value::from(Str::default()));
            }
            let ready = writing.output.convert();
            if let Some(text) = writing.output.memory_text() {
                let shown = Str::new(text.split(|&b| b == 0).next().unwrap_or_default());
                if empty {
                    writing.output.clear_memory();
                }
                return Ok(Value::from(shown));
            }
            (ready, writing.output.sink_stream())
        };
        Self::send(ctx, ready);
        let sent = stream.and_then(|stream| output::flush(ctx, &stream));
        ctx.check()?;
        Ok(Value::int(sent.map_or(-1, |sent| sent as i64)))
    }

    /// Writes to a file or URL; false after a warning.
    #[php("public function openUri(string $uri): bool")]
    fn open_uri(ctx: &Ctx, this: &Object, uri: &PhpStr) -> PhpResult<bool> {
        Self::begin_uri(ctx, this, uri)
    }
    /// A writer to a file or URL.
    #[php("public static function toUri(string $uri): static")]
    fn to_uri(ctx: &Ctx, class: ClassPtr, uri: &PhpStr) -> PhpResult<Object> {
        let Some(path) = Self::path(ctx, uri)? else {
            return Err(ctx.argument_error(1, "must resolve to a valid file path"));
        };
        let Some(output) = open(ctx, &path)? else {
            return Err(ctx.throw_error("Could not construct libxml writer"));
        };
        let object = ctx.new_object(class, &[])?;
        Self::begin(&object, output);
        Ok(object)
    }
    /// Writes to a string.
    #[php("public function openMemory(): bool")]
    fn open_memory(this: &Object) -> bool {
        Self::begin_memory(this);
        true
    }
    /// A writer to a string.
    #[php("public static function toMemory(): static")]
    fn to_memory(ctx: &Ctx, class: ClassPtr) -> PhpResult<Object> {
        let object = ctx.new_object(class, &[])?;
        Self::begin_memory(&object);
        Ok(object)
    }
    /// A writer to an open stream.
    #[php("public static function toStream($stream): static")]
    fn to_stream(ctx: &Ctx, class: ClassPtr, stream: &Value) -> PhpResult<Object> {
        let target = streams::from_value(ctx, stream, 1)?;
        let object = ctx.new_object(class, &[])?;
        if let Some(handle) = stream.as_resource() {
            Self::begin(&object, Output::stream(handle.clone(), target, false));
        }
        Ok(object)
    }
}

/// Opens a stream to write to; `None` after a warning.
fn open(ctx: &Ctx, path: &[u8]) -> PhpResult<Option<Output>> {
    let context = phant_ext_libxml::load::context(ctx)?;
    let tries = if uri::scheme(path).is_some() { 2 } else { 1 };
    for _ in 0..tries {
        let opened = streams::open_required(ctx, path, b"wb", streams::options::REPORT_ERRORS, context.as_ref())?;
        if let Some((handle, stream)) = opened {
            stream.set_flags(flags::NO_FCLOSE);
            return Ok(Some(Output::stream(handle, stream, true)));
        }
    }
    ctx.warning("xmlNewTextWriterFilename : cannot open uri");
    ctx.check()?;
    Ok(None)
}

fn uninitialized(ctx: &Ctx) -> phant_native::Thrown {
    ctx.throw_error("Invalid or uninitialized XMLWriter object")
}

#[php_methods(WRITING)]
impl XMLWriter {
    /// Whether elements are on lines of their own.
    #[php("public function setIndent(bool $enable): bool")]
    pub(crate) fn set_indent(ctx: &Ctx, this: &Object, enable: bool) -> PhpResult<bool> {
        Self::with(ctx, this, |w| w.set_indent(enable))
    }

    /// What a level is indented by.
    #[php("public function setIndentString(string $indentation): bool")]
    pub(crate) fn set_indent_string(ctx: &Ctx, this: &Object, indentation: &PhpStr) -> PhpResult<bool> {
        Self::with(ctx, this, |w| w.set_indentation(text(indentation)))
    }

    /// Begins a comment.
    #[php("public function startComment(): bool")]
    pub(crate) fn start_comment(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Self::write(ctx, this, 0, TextWriter::start_comment)
    }

    /// Ends a comment.
    #[php("public function endComment(): bool")]
    pub(crate) fn end_comment(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Self::write(ctx, this, 0, TextWriter::end_comment)
    }

    /// Begins an attribute.
    #[php("public function startAttribute(string $name): bool")]
    pub(crate) fn start_attribute(ctx: &Ctx, this: &Object, name: &PhpStr) -> PhpResult<bool> {
        let name = named(ctx, this, 2, name, ATTRIBUTE)?;
        Self::write(ctx, this, name.len(), |w| w.start_attribute(name))
    }

    /// Ends an attribute.
    #[php("public function endAttribute(): bool")]
    pub(crate) fn end_attribute(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Self::write(ctx, this, 0, TextWriter::end_attribute)
    }

    /// A whole attribute.
    #[php("public function writeAttribute(string $name, string $value): bool")]
    pub(crate) fn write_attribute(ctx: &Ctx, this: &Object, name: &PhpStr, value: &PhpStr) -> PhpResult<bool> {
        let (name, value) = (named(ctx, this, 2, name, ATTRIBUTE)?, text(value));
        Self::write(ctx, this, value.len(), |w| {
            w.start_attribute(name)?;
            w.put_string(value)?;
            w.end_attribute()
        })
    }

    /// Begins an attribute of a namespace.
    #[php("public function startAttributeNs(?string $prefix, string $name, ?string $namespace): bool")]
    pub(crate) fn start_attribute_ns(
        ctx: &Ctx,
        this: &Object,
        prefix: Option<&Str>,
        name: &PhpStr,
        namespace: Option<&Str>,
    ) -> PhpResult<bool> {
        let name = named(ctx, this, 3, name, ATTRIBUTE)?;
        Self::write(ctx, this, name.len(), |w| w.start_attribute_ns(opt(prefix), name, opt(namespace)))
    }

    /// A whole attribute of a namespace.
    #[php("public function writeAttributeNs(?string $prefix, string $name, ?string $namespace, string $value): bool")]
    pub(crate) fn write_attribute_ns(
        ctx: &Ctx,
        this: &Object,
        prefix: Option<&Str>,
        name: &PhpStr,
        namespace: Option<&Str>,
        value: &PhpStr,
    ) -> PhpResult<bool> {
        let (name, value) = (named(ctx, this, 3, name, ATTRIBUTE)?, text(value));
        Self::write(ctx, this, value.len(), |w| {
            w.start_attribute_ns(opt(prefix), name, opt(namespace))?;
            w.put_string(value)?;
            w.end_attribute()
        })
    }

    /// Begins an element.
    #[php("public function startElement(string $name): bool")]
    pub(crate) fn start_element(ctx: &Ctx, this: &Object, name: &PhpStr) -> PhpResult<bool> {
        let name = named(ctx, this, 2, name, ELEMENT)?;
        Self::write(ctx, this, name.len(), |w| w.start_element(name))
    }

    /// Ends an element.
    #[php("public function endElement(): bool")]
    pub(crate) fn end_element(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Self::write(ctx, this, 0, TextWriter::end_element)
    }

    /// Ends an element, with an end tag even if it is empty.
    #[php("public function fullEndElement(): bool")]
    pub(crate) fn full_end_element(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Self::write(ctx, this, 0, TextWriter::full_end_element)
    }

    /// Begins an element of a namespace.
    #[php("public function startElementNs(?string $prefix, string $name, ?string $namespace): bool")]
    pub(crate) fn start_element_ns(
        ctx: &Ctx,
        this: &Object,
        prefix: Option<&Str>,
        name: &PhpStr,
        namespace: Option<&Str>,
    ) -> PhpResult<bool> {
        let name = named(ctx, this, 3, name, ELEMENT)?;
        Self::write(ctx, this, name.len(), |w| w.start_element_ns(opt(prefix), name, opt(namespace)))
    }

    /// A whole element.
    #[php("public function writeElement(string $name, ?string $content = null): bool")]
    pub(crate) fn write_element(ctx: &Ctx, this: &Object, name: &PhpStr, content: Option<&Str>) -> PhpResult<bool> {
        let (name, content) = (named(ctx, this, 2, name, ELEMENT)?, opt(content));
        Self::write(ctx, this, content.map_or(0, <[u8]>::len), |w| {
            w.start_element(name)?;
            if let Some(content) = content {
                w.put_string(content)?;
            }
            w.end_element()
        })
    }

    /// A whole element of a namespace.
    #[php("public function writeElementNs(?string $prefix, string $name, ?string $namespace, ?string $content = null): bool")]
    pub(crate) fn write_element_ns(
        ctx: &Ctx,
        this: &Object,
        prefix: Option<&Str>,
        name: &PhpStr,
        namespace: Option<&Str>,
        content: Option<&Str>,
    ) -> PhpResult<bool> {
        let (name, content) = (named(ctx, this, 3, name, ELEMENT)?, opt(content));
        Self::write(ctx, this, content.map_or(0, <[u8]>::len), |w| {
            w.start_element_ns(opt(prefix), name, opt(namespace))?;
            if let Some(content) = content {
                w.put_string(content)?;
            }
            w.end_element()
        })
    }

    /// Begins a processing instruction.
    #[php("public function startPi(string $target): bool")]
    pub(crate) fn start_pi(ctx: &Ctx, this: &Object, target: &PhpStr) -> PhpResult<bool> {
        let target = named(ctx, this, 2, target, PI)?;
        Self::write(ctx, this, target.len(), |w| w.start_pi(target))
    }

    /// Ends a processing instruction.
    #[php("public function endPi(): bool")]
    pub(crate) fn end_pi(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Self::write(ctx, this, 0, TextWriter::end_pi)
    }

    /// A whole processing instruction.
    #[php("public function writePi(string $target, string $content): bool")]
    pub(crate) fn write_pi(ctx: &Ctx, this: &Object, target: &PhpStr, content: &PhpStr) -> PhpResult<bool> {
        let (target, content) = (named(ctx, this, 2, target, PI)?, text(content));
        Self::write(ctx, this, content.len(), |w| {
            w.start_pi(target)?;
            w.put_string(content)?;
            w.end_pi()
        })
    }

    /// Begins a CDATA section.
    #[php("public function startCdata(): bool")]
    pub(crate) fn start_cdata(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Self::write(ctx, this, 0, TextWriter::start_cdata)
    }

    /// Ends a CDATA section.
    #[php("public function endCdata(): bool")]
    pub(crate) fn end_cdata(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Self::write(ctx, this, 0, TextWriter::end_cdata)
    }

    /// A whole CDATA section.
    #[php("public function writeCdata(string $content): bool")]
    pub(crate) fn write_cdata(ctx: &Ctx, this: &Object, content: &PhpStr) -> PhpResult<bool> {
        let content = text(content);
        Self::write(ctx, this, content.len(), |w| {
            w.start_cdata()?;
            w.put_string(content)?;
            w.end_cdata()
        })
    }

    /// Text, escaped.
    #[php("public function text(string $content): bool")]
    pub(crate) fn put_text(ctx: &Ctx, this: &Object, content: &PhpStr) -> PhpResult<bool> {
        let content = text(content);
        Self::write(ctx, this, content.len(), |w| w.put_string(content))
    }

    /// Text as it is.
    #[php("public function writeRaw(string $content): bool")]
    pub(crate) fn write_raw(ctx: &Ctx, this: &Object, content: &PhpStr) -> PhpResult<bool> {
        let content = text(content);
        Self::write(ctx, this, content.len(), |w| w.put_raw(content))
    }

    /// The XML declaration.
    #[php("public function startDocument(?string $version = '1.0', ?string $encoding = null, ?string $standalone = null): bool")]
    pub(crate) fn start_document(
        ctx: &Ctx,
        this: &Object,
        version: Option<&Str>,
        encoding: Option<&Str>,
        standalone: Option<&Str>,
    ) -> PhpResult<bool> {
        Self::begin_document(ctx, this, opt(version), opt(encoding), opt(standalone))
    }

    /// Ends all that is open.
    #[php("public function endDocument(): bool")]
    pub(crate) fn end_document(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        let ended = Self::write(ctx, this, 0, TextWriter::end_document)?;
        // What goes to a stream is all there then.
        let is_stream = |writing: &Writing| writing.output.memory_text().is_none();
        if ended && Self::state(this).borrow().as_ref().is_some_and(is_stream) {
            Self::flush_output(ctx, this, false)?;
        }
        Ok(ended)
    }

    /// A whole comment.
    #[php("public function writeComment(string $content): bool")]
    pub(crate) fn write_comment(ctx: &Ctx, this: &Object, content: &PhpStr) -> PhpResult<bool> {
        let content = text(content);
        Self::write(ctx, this, content.len(), |w| {
            w.start_comment()?;
            w.put_string(content)?;
            w.end_comment()
        })
    }

    /// Begins a document type.
    #[php("public function startDtd(string $qualifiedName, ?string $publicId = null, ?string $systemId = null): bool")]
    pub(crate) fn start_dtd(
        ctx: &Ctx,
        this: &Object,
        qualified_name: &PhpStr,
        public_id: Option<&Str>,
        system_id: Option<&Str>,
    ) -> PhpResult<bool> {
        let external = External { public: opt(public_id), system: opt(system_id), notation: None };
        Self::write(ctx, this, qualified_name.len(), |w| w.start_dtd(text(qualified_name), external))
    }

    /// Ends a document type.
    #[php("public function endDtd(): bool")]
    pub(crate) fn end_dtd(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Self::write(ctx, this, 0, TextWriter::end_dtd)
    }

    /// A whole document type.
    #[php(
        "public function writeDtd(string $name, ?string $publicId = null, ?string $systemId = null, ?string $content = null): bool"
    )]
    pub(crate) fn write_dtd(
        ctx: &Ctx,
        this: &Object,
        name: &PhpStr,
        public_id: Option<&Str>,
        system_id: Option<&Str>,
        content: Option<&Str>,
    ) -> PhpResult<bool> {
        let external = External { public: opt(public_id), system: opt(system_id), notation: None };
        let content = opt(content);
        Self::write(ctx, this, content.map_or(0, <[u8]>::len), |w| {
            w.start_dtd(text(name), external)?;
            if let Some(content) = content {
                w.put_string(content)?;
            }
            w.end_dtd()
        })
    }

    /// Begins the declaration of an element.
    #[php("public function startDtdElement(string $qualifiedName): bool")]
    pub(crate) fn start_dtd_element(ctx: &Ctx, this: &Object, qualified_name: &PhpStr) -> PhpResult<bool> {
        let name = named(ctx, this, 2, qualified_name, ELEMENT)?;
        Self::write(ctx, this, name.len(), |w| w.start_dtd_element(name))
    }

    /// Ends the declaration of an element.
    #[php("public function endDtdElement(): bool")]
    pub(crate) fn end_dtd_element(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Self::write(ctx, this, 0, TextWriter::end_dtd_element)
    }

    /// A whole declaration of an element.
    #[php("public function writeDtdElement(string $name, string $content): bool")]
    pub(crate) fn write_dtd_element(ctx: &Ctx, this: &Object, name: &PhpStr, content: &PhpStr) -> PhpResult<bool> {
        let (name, content) = (named(ctx, this, 2, name, ELEMENT)?, text(content));
        Self::write(ctx, this, content.len(), |w| {
            w.start_dtd_element(name)?;
            w.put_string(content)?;
            w.end_dtd_element()
        })
    }

    /// Begins the declaration of attributes.
    #[php("public function startDtdAttlist(string $name): bool")]
    pub(crate) fn start_dtd_attlist(ctx: &Ctx, this: &Object, name: &PhpStr) -> PhpResult<bool> {
        let name = named(ctx, this, 2, name, ELEMENT)?;
        Self::write(ctx, this, name.len(), |w| w.start_dtd_attlist(name))
    }

    /// Ends the declaration of attributes.
    #[php("public function endDtdAttlist(): bool")]
    pub(crate) fn end_dtd_attlist(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Self::write(ctx, this, 0, TextWriter::end_dtd_attlist)
    }

    /// A whole declaration of attributes.
    #[php("public function writeDtdAttlist(string $name, string $content): bool")]
    pub(crate) fn write_dtd_attlist(ctx: &Ctx, this: &Object, name: &PhpStr, content: &PhpStr) -> PhpResult<bool> {
        let (name, content) = (named(ctx, this, 2, name, ELEMENT)?, text(content));
        Self::write(ctx, this, content.len(), |w| {
            w.start_dtd_attlist(name)?;
            w.put_string(content)?;
            w.end_dtd_attlist()
        })
    }

    /// Begins the declaration of an entity.
    #[php("public function startDtdEntity(string $name, bool $isParam): bool")]
    pub(crate) fn start_dtd_entity(ctx: &Ctx, this: &Object, name: &PhpStr, is_param: bool) -> PhpResult<bool> {
        let name = named(ctx, this, 2, name, ATTRIBUTE)?;
        Self::write(ctx, this, name.len(), |w| w.start_dtd_entity(name, is_param))
    }

    /// Ends the declaration of an entity.
    #[php("public function endDtdEntity(): bool")]
    pub(crate) fn end_dtd_entity(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Self::write(ctx, this, 0, TextWriter::end_dtd_entity)
    }

    /// A whole declaration of an entity.
    #[php(
        "public function writeDtdEntity(string $name, string $content, bool $isParam = false, ?string $publicId = null, ?string $systemId = null, ?string $notationData = null): bool"
    )]
    pub(crate) fn write_dtd_entity(
        ctx: &Ctx,
        this: &Object,
        name: &PhpStr,
        content: &PhpStr,
        is_param: bool,
        public_id: Option<&Str>,
        system_id: Option<&Str>,
        notation_data: Option<&Str>,
    ) -> PhpResult<bool> {
        let (name, content) = (named(ctx, this, 2, name, ELEMENT)?, text(content));
        let external = External { public: opt(public_id), system: opt(system_id), notation: opt(notation_data) };
        Self::write(ctx, this, content.len(), |w| w.put_dtd_entity(name, is_param, content, external))
    }

    /// The text in memory, which is forgotten if it is to be flushed.
    #[php("public function outputMemory(bool $flush = true): string")]
    pub(crate) fn output_memory(ctx: &Ctx, this: &Object, flush: bool) -> PhpResult<Str> {
        Self::memory(ctx, this, flush)
    }

    /// Sends what is held back: how many bytes; or gives the text in memory.
    #[php("public function flush(bool $empty = true): string|int")]
    pub(crate) fn flush(ctx: &Ctx, this: &Object, empty: bool) -> PhpResult<Value> {
        Self::flush_output(ctx, this, empty)
    }
}
