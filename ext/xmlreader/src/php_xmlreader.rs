//! The class XMLReader: its state, where documents come from, and reading.

use crate::{
    checks::{self, Checks},
    reader::{Progress, Reader, Wishes},
};
use phant_ext_dom::schema;
use phant_ext_libxml::{errors, load::StreamLoader, option};
use phant_memory::{Held, Object, PhpStr, Resource, Str, Tracer, Value};
use phant_native::{ClassPtr, Ctx, PhpResult, Thrown, php_class, resource};
use phant_streams::{self as streams, Stream};
use phant_xml::parser::{Options, encoding::is_known as encoding_is_known};
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

/// The reader outside the heap: an entry of the worker's table, which goes with the request at the latest.
struct Kept(u64);

impl Drop for Kept {
    fn drop(&mut self) {
        resource::drop_hidden(self.0);
    }
}

/// What the object owns. No borrow lasts while PHP code can run.
#[derive(Default)]
pub(crate) struct State {
    kept: RefCell<Option<Kept>>,
    /// A document is set; the reader is made when reading begins.
    document: RefCell<Option<Document>>,
    /// What is read from, if it is a stream.
    stream: RefCell<Option<Resource>>,
    /// The schemas that the document is held against.
    checks: RefCell<Option<Kept>>,
    pub(crate) properties: Cell<u8>,
}

/// A document that nobody has read of yet.
struct Document {
    options: i64,
    encoding: Option<Str>,
    uri: Option<Str>,
    /// The text, if it is no stream's.
    text: Option<Str>,
}

impl phant_memory::NativeData for State {
    fn trace(&self, _tracer: &mut Tracer<'_>) {}
}

/// `XMLReader::LOADDTD`
const LOADDTD: i64 = 1;
/// `XMLReader::DEFAULTATTRS`
const DEFAULTATTRS: i64 = 2;
/// `XMLReader::VALIDATE`
const VALIDATE: i64 = 3;
/// `XMLReader::SUBST_ENTITIES`
const SUBST_ENTITIES: i64 = 4;

impl State {
    fn shared(&self) -> Option<Rc<RefCell<Reader>>> {
        self.kept.borrow().as_ref().and_then(|kept| resource::hidden(kept.0))
    }
    /// Whether there is a document.
    pub(crate) fn is_open(&self) -> bool {
        self.document.borrow().is_some()
    }
    /// Looks at the reader; `None` if reading has not begun.
    pub(crate) fn look<R>(&self, look: impl FnOnce(&Reader) -> R) -> Option<R> {
        let shared = self.shared()?;
        // It is at work while an entity is loaded, which may run PHP code.
        let reader = shared.try_borrow().ok()?;
        Some(look(&reader))
    }
    pub(crate) fn change<R>(&self, change: impl FnOnce(&mut Reader) -> R) -> Option<R> {
        let shared = self.shared()?;
        let mut reader = shared.try_borrow_mut().ok()?;
        Some(change(&mut reader))
    }
    /// The name of the document.
    pub(crate) fn uri(&self) -> Option<Str> {
        self.document.borrow().as_ref().and_then(|d| d.uri.clone())
    }
    fn options(&self) -> i64 {
        self.document.borrow().as_ref().map_or(0, |d| d.options)
    }

    /// The reader, made if this is the first look at the document.
    fn begin(&self) -> Option<Rc<RefCell<Reader>>> {
        if let Some(shared) = self.shared() {
            return Some(shared);
        }
        let document = self.document.borrow();
        let document = document.as_ref()?;
        let has = |option: i64| document.options & option != 0;
        let is_set = |property: i64| self.properties.get() & 1 << property != 0;
        let options = Options {
            file: document.uri.as_ref().map(|uri| uri.to_vec()),
            encoding: document.encoding.as_ref().map(|name| name.to_vec()),
            expand_entities: has(option::NOENT) || is_set(SUBST_ENTITIES),
            load_dtd: has(option::DTDLOAD) || is_set(LOADDTD),
            default_attributes: has(option::DTDATTR) || is_set(DEFAULTATTRS),
            huge: has(option::PARSEHUGE),
            pedantic: has(option::PEDANTIC),
            ..Options::default()
        };
        let wishes = Wishes {
            keep_no_blanks: has(option::NOBLANKS),
            cdata_as_text: has(option::NOCDATA),
            default_attributes: options.default_attributes,
        };
        let mut reader = Reader::new(options, wishes);
        if let Some(text) = &document.text {
            reader.give(text);
            reader.complete();
        }
        let shared = Rc::new(RefCell::new(reader));
        *self.kept.borrow_mut() = Some(Kept(resource::hide(shared.clone())));
        Some(shared)
    }

    /// Reads a piece of the stream into the reader.
    fn fill(&self, ctx: &Ctx, shared: &Rc<RefCell<Reader>>) -> PhpResult<()> {
        const PIECE: usize = 4096;
        let stream = self.stream.borrow().as_ref().and_then(resource::get::<Stream>);
        let mut bytes = [0; PIECE];
        let read = stream.filter(|stream| !stream.is_closed()).and_then(|stream| stream.read(ctx, &mut bytes)).unwrap_or(0);
        ctx.check()?;
        let Ok(mut reader) = shared.try_borrow_mut() else { return Ok(()) };
        match read {
            0 => reader.complete(),
            len => reader.give(&bytes[..len]),
        }
        Ok(())
    }

    /// Parses until there is a node to look at, or, with `whole`, all of the current element.
    pub(crate) fn prepare(&self, ctx: &Ctx, whole: bool) -> PhpResult<Progress> {
        let Some(shared) = self.begin() else { return Ok(Progress::Failed) };
        let file = self.uri().map(|uri| uri.to_vec());
        let mut loader = StreamLoader { ctx, no_network: self.options() & option::NONET != 0, file };
        loop {
            ctx.poll()?;
            let (progress, reports, weight) = {
                let Ok(mut reader) = shared.try_borrow_mut() else { return Ok(Progress::Failed) };
                let progress = if whole { reader.more(&mut loader) } else { reader.advance(&mut loader) };
                (progress, std::mem::take(&mut reader.reports), if whole { reader.weight() } else { 0 })
            };
            ctx.reserve(weight)?;
            let (no_errors, no_warnings) = (self.options() & option::NOERROR != 0, self.options() & option::NOWARNING != 0);
            for report in &reports {
                let is_warning = report.error.level == phant_xml::error::Level::Warning;
                if !(if is_warning { no_warnings } else { no_errors }) {
                    errors::print(ctx, &report.error, report.context.as_ref());
                    ctx.check()?;
                }
            }
            let done = match progress {
                Progress::Hungry => {
                    let wants = shared.try_borrow().is_ok_and(|reader| reader.wants_text());
                    if wants {
                        self.fill(ctx, &shared)?;
                    }
                    false
                }
                Progress::Ready => !whole || shared.try_borrow().is_ok_and(|reader| reader.has_whole()),
                Progress::Failed | Progress::Over => true,
            };
            if done {
                return Ok(progress);
            }
        }
    }
    /// Makes all of the current element be there.
    pub(crate) fn expand(&self, ctx: &Ctx) -> PhpResult<()> {
        while !self.look(Reader::has_whole).unwrap_or(true) {
            if !matches!(self.prepare(ctx, true)?, Progress::Ready | Progress::Hungry) {
                break;
            }
        }
        Ok(())
    }

    /// The schemas that the document is held against.
    pub(crate) fn checks(&self) -> Option<Rc<RefCell<Checks>>> {
        self.checks.borrow().as_ref().and_then(|kept| resource::hidden(kept.0))
    }
    /// The schemas, made if there are none yet.
    fn made_checks(&self) -> Rc<RefCell<Checks>> {
        self.checks().unwrap_or_else(|| {
            let checks = Rc::new(RefCell::new(Checks::default()));
            *self.checks.borrow_mut() = Some(Kept(resource::hide(checks.clone())));
            checks
        })
    }
    /// Whether reading has begun.
    fn has_begun(&self) -> bool {
        self.kept.borrow().is_some()
    }

    /// Goes to the next node; false at the end and after errors.
    pub(crate) fn read(&self, ctx: &Ctx) -> PhpResult<bool> {
        if self.checks.borrow().is_none() && self.change(Reader::step_if_ready) == Some(true) {
            return Ok(true);
        }
        match self.prepare(ctx, false)? {
            Progress::Ready => {
                self.change(Reader::step);
                if let Some(checks) = self.checks() {
                    let file = self.uri().map(|uri| uri.to_vec());
                    let node = self.look(|reader| reader.current.clone()).flatten();
                    checks::read(ctx, &checks, node.as_ref(), file)?;
                }
                Ok(true)
            }
            Progress::Over => {
                self.change(Reader::leave);
                Ok(false)
            }
            Progress::Failed | Progress::Hungry => Ok(false),
        }
    }
    pub(crate) fn close(&self) {
        let old = (self.kept.take(), self.document.take(), self.stream.take(), self.checks.take());
        self.properties.set(0);
        drop(old);
    }
}

pub(crate) struct XMLReader;

/// Reads XML node by node, without keeping what was read.
#[php_class(
    "class XMLReader {
        public const int NONE = 0;
        public const int ELEMENT = 1;
        public const int ATTRIBUTE = 2;
        public const int TEXT = 3;
        public const int CDATA = 4;
        public const int ENTITY_REF = 5;
        public const int ENTITY = 6;
        public const int PI = 7;
        public const int COMMENT = 8;
        public const int DOC = 9;
        public const int DOC_TYPE = 10;
        public const int DOC_FRAGMENT = 11;
        public const int NOTATION = 12;
        public const int WHITESPACE = 13;
        public const int SIGNIFICANT_WHITESPACE = 14;
        public const int END_ELEMENT = 15;
        public const int END_ENTITY = 16;
        public const int XML_DECLARATION = 17;
        public const int LOADDTD = 1;
        public const int DEFAULTATTRS = 2;
        public const int VALIDATE = 3;
        public const int SUBST_ENTITIES = 4;
        public virtual int $attributeCount;
        public virtual string $baseURI;
        public virtual int $depth;
        public virtual bool $hasAttributes;
        public virtual bool $hasValue;
        public virtual bool $isDefault;
        public virtual bool $isEmptyElement;
        public virtual string $localName;
        public virtual string $name;
        public virtual string $namespaceURI;
        public virtual int $nodeType;
        public virtual string $prefix;
        public virtual string $value;
        public virtual string $xmlLang;
    }",
    create = Self::create,
    not_cloneable,
    handlers = crate::properties::HANDLERS,
    methods = [Self::MOVING]
)]
impl XMLReader {
    fn create(_ctx: &Ctx, object: &Object) {
        object.init_native(State::default());
    }
    pub(crate) fn state(object: &Object) -> &State {
        object.native().expect("made by create")
    }
    fn set(object: &Object, document: Document, stream: Option<Resource>) {
        let state = Self::state(object);
        state.close();
        *state.document.borrow_mut() = Some(document);
        *state.stream.borrow_mut() = stream;
    }

    /// Ends reading.
    #[php("public function close(): true")]
    fn close(this: &Object) -> bool {
        Self::state(this).close();
        true
    }

    /// Reads from a file or URL: the object it is called on, or a new one.
    #[php("public static function open(string $uri, ?string $encoding = null, int $flags = 0)")]
    fn open(
        ctx: &Ctx,
        this: Option<&Object>,
        class: ClassPtr,
        uri: &PhpStr,
        encoding: Option<&Str>,
        flags: i64,
    ) -> PhpResult<Value> {
        match open(ctx, uri, encoding, flags)? {
            Some((document, stream)) => place(ctx, this, class, document, Some(stream)),
            None => {
                ctx.warning("Unable to open source data");
                ctx.check()?;
                Ok(Value::FALSE)
            }
        }
    }
    /// A reader of a file or URL.
    #[php("public static function fromUri(string $uri, ?string $encoding = null, int $flags = 0): static")]
    fn from_uri(ctx: &Ctx, class: ClassPtr, uri: &PhpStr, encoding: Option<&Str>, flags: i64) -> PhpResult<Object> {
        let Some((document, stream)) = open(ctx, uri, encoding, flags)? else {
            return Err(ctx.throw_error("Unable to open source data"));
        };
        let object = ctx.new_object(class, &[])?;
        Self::set(&object, document, Some(stream));
        Ok(object)
    }
    /// A reader of an open stream.
    #[php(
        "public static function fromStream($stream, ?string $encoding = null, int $flags = 0, ?string $documentUri = null): static"
    )]
    fn from_stream(
        ctx: &Ctx,
        class: ClassPtr,
        stream: &Value,
        encoding: Option<&Str>,
        flags: i64,
        document_uri: Option<&Str>,
    ) -> PhpResult<Object> {
        streams::from_value(ctx, stream, 1)?;
        check_encoding(ctx, encoding)?;
        let object = ctx.new_object(class, &[])?;
        let document = Document { options: flags, encoding: encoding.cloned(), uri: document_uri.cloned(), text: None };
        Self::set(&object, document, stream.as_resource().map(Held::into_owned));
        Ok(object)
    }
    /// Reads a text: the object it is called on, or a new one.
    #[php("public static function XML(string $source, ?string $encoding = null, int $flags = 0)")]
    fn xml(
        ctx: &Ctx,
        this: Option<&Object>,
        class: ClassPtr,
        source: &Str,
        encoding: Option<&Str>,
        flags: i64,
    ) -> PhpResult<Value> {
        let document = document(ctx, source, encoding, flags)?;
        place(ctx, this, class, document, None)
    }
    /// A reader of a text.
    #[php("public static function fromString(string $source, ?string $encoding = null, int $flags = 0): static")]
    fn from_string(ctx: &Ctx, class: ClassPtr, source: &Str, encoding: Option<&Str>, flags: i64) -> PhpResult<Object> {
        let document = document(ctx, source, encoding, flags)?;
        let object = ctx.new_object(class, &[])?;
        Self::set(&object, document, None);
        Ok(object)
    }

    /// Goes to the next node.
    #[php("public function read(): bool")]
    fn read(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        let state = Self::state(this);
        if !state.is_open() {
            return Err(ctx.throw_error("Data must be loaded before reading"));
        }
        state.read(ctx)
    }
    /// Goes to the next node that is not in this one, with a name if one is given.
    #[php("public function next(?string $name = null): bool")]
    fn next(ctx: &Ctx, this: &Object, name: Option<&Str>) -> PhpResult<bool> {
        let state = Self::state(this);
        if !state.is_open() {
            return Err(ctx.throw_error("Data must be loaded before reading"));
        }
        loop {
            skip_inside(ctx, state)?;
            if !state.read(ctx)? {
                return Ok(false);
            }
            let Some(name) = name else { return Ok(true) };
            let fits =
                |reader: &Reader| reader.current.as_ref().is_some_and(|n| crate::properties::local_name(n) == name.as_bytes());
            if state.look(fits).unwrap_or(false) {
                return Ok(true);
            }
        }
    }

    /// Whether what was read of the document is what its schema says; false without one.
    #[php("public function isValid(): bool")]
    fn is_valid(this: &Object) -> bool {
        Self::state(this).checks().is_some_and(|checks| checks.borrow().is_valid())
    }
    /// Holds the document against the XML Schema in a file, or against none any more.
    #[php("public function setSchema(?string $filename): bool")]
    fn set_schema(ctx: &Ctx, this: &Object, filename: Option<&PhpStr>) -> PhpResult<bool> {
        set_checks(ctx, this, filename, true, |file| Ok(schema::load(ctx, file, true)?.map(Checks::by_schema)))
    }
    /// Holds the document against the RELAX NG schema in a file, or against none any more.
    #[php("public function setRelaxNGSchema(?string $filename): bool")]
    fn set_relaxng(ctx: &Ctx, this: &Object, filename: Option<&PhpStr>) -> PhpResult<bool> {
        let uri = Self::state(this).uri();
        set_checks(ctx, this, filename, true, |file| {
            Ok(schema::load_relaxng(ctx, file, true)?.map(|schema| Checks::by_relaxng(schema, uri)))
        })
    }
    /// Holds the document against a RELAX NG schema, or against none any more.
    #[php("public function setRelaxNGSchemaSource(?string $source): bool")]
    fn set_relaxng_source(ctx: &Ctx, this: &Object, source: Option<&PhpStr>) -> PhpResult<bool> {
        let uri = Self::state(this).uri();
        set_checks(ctx, this, source, false, |source| {
            Ok(schema::load_relaxng(ctx, source, false)?.map(|schema| Checks::by_relaxng(schema, uri)))
        })
    }
    /// What was set.
    #[php("public function getParserProperty(int $property): bool")]
    fn get_parser_property(ctx: &Ctx, this: &Object, property: i64) -> PhpResult<bool> {
        let state = Self::state(this);
        if !state.is_open() {
            return Err(no_data_for_properties(ctx));
        }
        if !(LOADDTD..=SUBST_ENTITIES).contains(&property) {
            return Err(ctx.argument_error(1, "must be a valid parser property"));
        }
        Ok(state.properties.get() & 1 << property != 0)
    }
    /// Sets what is done with a document, before it is read. Validation is refused.
    #[php("public function setParserProperty(int $property, bool $value): bool")]
    fn set_parser_property(ctx: &Ctx, this: &Object, property: i64, value: bool) -> PhpResult<bool> {
        let state = Self::state(this);
        if !state.is_open() {
            return Err(no_data_for_properties(ctx));
        }
        // Once reading has begun it is too late to load a DTD.
        let too_late = property == LOADDTD && value && state.has_begun() && state.properties.get() & 1 << LOADDTD == 0;
        if !(LOADDTD..=SUBST_ENTITIES).contains(&property) || too_late {
            return Err(ctx.argument_error(1, "must be a valid parser property"));
        }
        if property == VALIDATE && value {
            return Ok(false);
        }
        let bit = 1 << property;
        let set = state.properties.get();
        state.properties.set(if value { set | bit } else { set & !bit });
        Ok(true)
    }
}

/// Sets what the document is held against, before anything of it is read.
fn set_checks(
    ctx: &Ctx,
    this: &Object,
    source: Option<&PhpStr>,
    is_file: bool,
    make: impl FnOnce(&PhpStr) -> PhpResult<Option<Checks>>,
) -> PhpResult<bool> {
    if let Some(source) = source {
        schema::check_source(ctx, source, is_file)?;
    }
    let state = XMLReader::state(this);
    if !state.is_open() {
        return Err(ctx.throw_error("Schema must be set prior to reading"));
    }
    let Some(source) = source else {
        if let Some(checks) = state.checks() {
            checks.borrow_mut().clear();
        }
        return Ok(true);
    };
    let made = if state.has_begun() { None } else { make(source)? };
    ctx.check()?;
    let Some(made) = made else {
        ctx.warning("Schema contains errors");
        ctx.check()?;
        return Ok(false);
    };
    *state.made_checks().borrow_mut() = made;
    Ok(true)
}

fn no_data_for_properties(ctx: &Ctx) -> Thrown {
    ctx.throw_error("Cannot access parser properties before loading data")
}

/// Leaves what is in the current element behind.
fn skip_inside(ctx: &Ctx, state: &State) -> PhpResult<()> {
    let depth = state.look(|reader| {
        let node = reader.current.as_ref()?;
        let element = node.tag()?;
        (node.kind == crate::node::Kind::Element && !element.empty).then_some(element.depth)
    });
    let Some(depth) = depth.flatten() else { return Ok(()) };
    loop {
        if !state.read(ctx)? {
            return Ok(());
        }
        let is_end = |reader: &Reader| {
            let Some(node) = &reader.current else { return true };
            node.kind == crate::node::Kind::EndElement && node.element.as_ref().is_some_and(|e| e.depth == depth)
        };
        if state.look(is_end).unwrap_or(true) {
            return Ok(());
        }
    }
}

fn check_encoding(ctx: &Ctx, encoding: Option<&Str>) -> PhpResult<()> {
    match encoding {
        Some(name) if !encoding_is_known(name) => Err(ctx.argument_error(2, "must be a valid character encoding")),
        _ => Ok(()),
    }
}

fn document(ctx: &Ctx, source: &Str, encoding: Option<&Str>, options: i64) -> PhpResult<Document> {
    if source.is_empty() {
        return Err(ctx.argument_error(1, "must not be empty"));
    }
    check_encoding(ctx, encoding)?;
    let mut folder = streams::path::current_dir();
    folder.push(b'/');
    Ok(Document { options, encoding: encoding.cloned(), uri: Some(Str::new(&folder)), text: Some(source.clone()) })
}

/// Opens a file or URL; `None` if that failed.
fn open(ctx: &Ctx, uri: &PhpStr, encoding: Option<&Str>, options: i64) -> PhpResult<Option<(Document, Resource)>> {
    if uri.is_empty() {
        return Err(ctx.argument_error(1, "must not be empty"));
    }
    check_encoding(ctx, encoding)?;
    let Some(path) = phant_ext_libxml::uri::resolve(uri) else { return Ok(None) };
    let context = phant_ext_libxml::load::context(ctx)?;
    // What is not there is not complained of.
    if let Some((wrapper, rest)) = streams::wrapper::locate(ctx, &path, 0)
        && let Some(None) = wrapper.stat(ctx, rest, streams::options::STAT_QUIET, context.as_ref())
    {
        ctx.check()?;
        return Ok(None);
    }
    ctx.check()?;
    let opened = streams::open_required(ctx, &path, b"rb", streams::options::REPORT_ERRORS, context.as_ref())?;
    Ok(opened.map(|(handle, stream)| {
        stream.set_flags(streams::flags::NO_FCLOSE);
        (Document { options, encoding: encoding.cloned(), uri: Some(Str::new(&path)), text: None }, handle)
    }))
}

/// Gives a document to an object: true, or to a new one.
fn place(ctx: &Ctx, this: Option<&Object>, class: ClassPtr, document: Document, stream: Option<Resource>) -> PhpResult {
    match this {
        Some(object) => {
            XMLReader::set(object, document, stream);
            Ok(Value::TRUE)
        }
        None => {
            let object = ctx.new_object(class, &[])?;
            XMLReader::set(&object, document, stream);
            Ok(Value::from(object))
        }
    }
}
