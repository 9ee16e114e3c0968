//! What PHP's XML extensions share: the trees of a request, errors and how they are reported, and where documents and
//! entities are loaded from.

#![forbid(unsafe_code)]

pub mod errors;
pub mod load;
pub mod uri;

use phant_memory::{Array, HeapRc, HeapVec, Object, Str, Value, heap_vec};
use phant_native::{Constant, ConstantValue, Ctx, Extension, PhpResult, descriptor::FunctionGroup, functions, php, php_class};
use phant_xml::tree::Forest;
use std::cell::{Cell, RefCell};

/// The version of libxml2 whose behaviour this is.
pub const VERSION: &str = "2.9.14";

const FUNCTIONS: FunctionGroup = functions![
    libxml_set_streams_context,
    libxml_use_internal_errors,
    libxml_get_last_error,
    libxml_get_errors,
    libxml_clear_errors,
    libxml_disable_entity_loader,
    libxml_set_external_entity_loader,
    libxml_get_external_entity_loader,
];

/// The extension.
pub static EXTENSION: Extension = Extension {
    name: "libxml",
    functions: &[FUNCTIONS],
    classes: &[LibXmlError::PHP],
    constants: &[CONSTANTS],
    info: &[("libXML support", "active"), ("libXML Compiled Version", VERSION), ("libXML Loaded Version", "20914")],
    ..Extension::EMPTY
};

/// Options of parsing, by the bits that PHP has for them.
pub mod option {
    #![allow(missing_docs)]
    pub const RECOVER: i64 = 1;
    pub const NOENT: i64 = 2;
    pub const DTDLOAD: i64 = 4;
    pub const DTDATTR: i64 = 8;
    pub const DTDVALID: i64 = 16;
    pub const NOERROR: i64 = 32;
    pub const NOWARNING: i64 = 64;
    pub const PEDANTIC: i64 = 128;
    pub const NOBLANKS: i64 = 256;
    pub const XINCLUDE: i64 = 1024;
    pub const NONET: i64 = 2048;
    pub const NSCLEAN: i64 = 8192;
    pub const NOCDATA: i64 = 16384;
    pub const COMPACT: i64 = 65536;
    pub const PARSEHUGE: i64 = 524288;
    pub const BIGLINES: i64 = 4194304;
    pub const NOXMLDECL: i64 = 2;
    pub const NOEMPTYTAG: i64 = 4;
    pub const SCHEMA_CREATE: i64 = 1;
    pub const HTML_NOIMPLIED: i64 = 8192;
    pub const HTML_NODEFDTD: i64 = 4;
}

const fn int(name: &'static str, value: i64) -> Constant {
    Constant { name, value: ConstantValue::Int(value) }
}

const CONSTANTS: &[Constant] = &[
    int("LIBXML_VERSION", 20914),
    Constant { name: "LIBXML_DOTTED_VERSION", value: ConstantValue::Str(VERSION) },
    Constant { name: "LIBXML_LOADED_VERSION", value: ConstantValue::Str("20914") },
    int("LIBXML_RECOVER", option::RECOVER),
    int("LIBXML_NOENT", option::NOENT),
    int("LIBXML_DTDLOAD", option::DTDLOAD),
    int("LIBXML_DTDATTR", option::DTDATTR),
    int("LIBXML_DTDVALID", option::DTDVALID),
    int("LIBXML_NOERROR", option::NOERROR),
    int("LIBXML_NOWARNING", option::NOWARNING),
    int("LIBXML_NOBLANKS", option::NOBLANKS),
    int("LIBXML_XINCLUDE", option::XINCLUDE),
    int("LIBXML_NSCLEAN", option::NSCLEAN),
    int("LIBXML_NOCDATA", option::NOCDATA),
    int("LIBXML_NONET", option::NONET),
    int("LIBXML_PEDANTIC", option::PEDANTIC),
    int("LIBXML_COMPACT", option::COMPACT),
    int("LIBXML_NOXMLDECL", option::NOXMLDECL),
    int("LIBXML_PARSEHUGE", option::PARSEHUGE),
    int("LIBXML_BIGLINES", option::BIGLINES),
    int("LIBXML_NOEMPTYTAG", option::NOEMPTYTAG),
    int("LIBXML_SCHEMA_CREATE", option::SCHEMA_CREATE),
    int("LIBXML_HTML_NOIMPLIED", option::HTML_NOIMPLIED),
    int("LIBXML_HTML_NODEFDTD", option::HTML_NODEFDTD),
    int("LIBXML_ERR_NONE", 0),
    int("LIBXML_ERR_WARNING", 1),
    int("LIBXML_ERR_ERROR", 2),
    int("LIBXML_ERR_FATAL", 3),
];

/// What the XML extensions remember for the length of a request.
pub struct State {
    /// All trees.
    pub forest: HeapRc<Forest>,
    internal: Cell<bool>,
    errors: RefCell<HeapVec<errors::Problem>>,
    last: RefCell<Option<errors::Problem>>,
    context: RefCell<Value>,
    resolver: RefCell<Value>,
    disabled: Cell<bool>,
}

impl Default for State {
    fn default() -> State {
        State {
            forest: HeapRc::new(Forest::new()),
            internal: Cell::new(false),
            errors: RefCell::new(heap_vec()),
            last: RefCell::new(None),
            context: RefCell::new(Value::NULL),
            resolver: RefCell::new(Value::NULL),
            disabled: Cell::new(false),
        }
    }
}

/// The trees of the request.
#[inline]
pub fn forest(ctx: &Ctx) -> &'static HeapRc<Forest> {
    &ctx.state::<State>().forest
}

struct LibXmlError;

/// An error of the XML parser.
#[php_class(
    "class LibXMLError {
        public int $level;
        public int $code;
        public int $column;
        public string $message;
        public string $file;
        public int $line;
    }"
)]
impl LibXmlError {}

/// An error as PHP shows it.
fn error_object(ctx: &Ctx, problem: &errors::Problem) -> PhpResult<Object> {
    let object = ctx.allocate(ctx.known_class("LibXMLError"))?;
    object.set_slot(0, Value::int(problem.level));
    object.set_slot(1, Value::int(problem.code));
    object.set_slot(2, Value::int(problem.column));
    object.set_slot(3, Value::from(problem.message.clone()));
    object.set_slot(4, Value::from(problem.file.clone().unwrap_or_else(|| Str::from(""))));
    object.set_slot(5, Value::int(problem.line));
    Ok(object)
}

/// Sets the stream context that documents are loaded and saved with.
#[php("function libxml_set_streams_context($context): void")]
fn libxml_set_streams_context(ctx: &Ctx, context: &Value) -> PhpResult<()> {
    if context.deref().as_resource().is_none() {
        let given = phant_native::convert::type_name(context);
        let text = format!("must be of type resource, {given} given");
        return Err(ctx.argument_type_error(1, text));
    }
    phant_streams::context_argument(ctx, Some(context), false, 1)?;
    let old = ctx.state::<State>().context.replace(context.unref());
    drop(old);
    Ok(())
}

/// Collects errors instead of reporting them as warnings.
#[php("function libxml_use_internal_errors(?bool $use_errors = null): bool")]
fn libxml_use_internal_errors(ctx: &Ctx, use_errors: Option<bool>) -> bool {
    let state = ctx.state::<State>();
    let before = state.internal.get();
    if let Some(wanted) = use_errors {
        state.internal.set(wanted);
        if !wanted {
            state.errors.borrow_mut().clear();
        }
    }
    before
}

/// The last error.
#[php("function libxml_get_last_error(): LibXMLError|false")]
fn libxml_get_last_error(ctx: &Ctx) -> PhpResult<Value> {
    let last = ctx.state::<State>().last.borrow().clone();
    Ok(match last {
        Some(problem) => Value::from(error_object(ctx, &problem)?),
        None => Value::bool(false),
    })
}

/// The errors that were collected.
#[php("function libxml_get_errors(): array")]
fn libxml_get_errors(ctx: &Ctx) -> PhpResult<Array> {
    let mut list = Array::with_capacity(0);
    let errors = ctx.state::<State>().errors.borrow().clone();
    for problem in &errors {
        let _ = list.push(Value::from(error_object(ctx, problem)?));
    }
    Ok(list)
}

/// Forgets the errors that were collected.
#[php("function libxml_clear_errors(): void")]
fn libxml_clear_errors(ctx: &Ctx) {
    let state = ctx.state::<State>();
    state.last.replace(None);
    state.errors.borrow_mut().clear();
}

/// Keeps everything from being loaded.
#[php(
    "function libxml_disable_entity_loader(bool $disable = true): bool",
    deprecated = " since 8.0, as external entity loading is disabled by default"
)]
fn libxml_disable_entity_loader(ctx: &Ctx, disable: bool) -> bool {
    ctx.state::<State>().disabled.replace(disable)
}

/// Sets the function that says where entities come from.
#[php("function libxml_set_external_entity_loader(?callable $resolver_function): bool")]
fn libxml_set_external_entity_loader(ctx: &Ctx, resolver_function: &Value) -> bool {
    let old = ctx.state::<State>().resolver.replace(resolver_function.unref());
    drop(old);
    true
}

/// The function that says where entities come from.
#[php("function libxml_get_external_entity_loader(): ?callable")]
fn libxml_get_external_entity_loader(ctx: &Ctx) -> Value {
    ctx.state::<State>().resolver.borrow().clone()
}
