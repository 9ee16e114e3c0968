//! The class XMLParser, and what its objects own.

use crate::{
    encoding::Target,
    handlers::{Handler, KINDS},
};
use phant_memory::{HeapVec, Object, PhpStr, Str, Tracer, heap_vec};
use phant_native::{Ctx, PhpResult, descriptor::FunctionGroup, functions, php, php_class, resource};
use phant_xml::parser::{Options, Parser, Position};
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

pub(crate) const FUNCTIONS: FunctionGroup = functions![xml_parser_create, xml_parser_create_ns, xml_parser_free];

/// The parser outside the heap: an entry of the worker's table, which goes with the request at the latest.
pub(crate) struct Kept(u64);

impl Kept {
    pub(crate) fn parser(&self) -> Option<Rc<RefCell<Parser>>> {
        resource::hidden(self.0)
    }
}
impl Drop for Kept {
    fn drop(&mut self) {
        resource::drop_hidden(self.0);
    }
}

/// What an object owns. No borrow lasts while a handler runs.
pub(crate) struct State {
    /// What stands between a namespace and a name; `None`: namespaces are not looked at.
    pub(crate) separator: Option<Str>,
    pub(crate) case_folding: Cell<bool>,
    pub(crate) skip_white: Cell<bool>,
    pub(crate) huge: Cell<bool>,
    pub(crate) tag_start: Cell<usize>,
    pub(crate) target: Cell<Target>,
    pub(crate) handlers: RefCell<[Handler; KINDS]>,
    /// The object of handlers that are names of methods.
    pub(crate) object: RefCell<Option<Object>>,
    /// Made when parsing begins.
    pub(crate) kept: RefCell<Option<Kept>>,
    pub(crate) is_parsing: Cell<bool>,
    /// The last error's number.
    pub(crate) error: Cell<i32>,
    /// Nothing more is parsed.
    pub(crate) is_over: Cell<bool>,
    pub(crate) position: Cell<Position>,
    /// Names of the open elements, for `xml_parse_into_struct`.
    pub(crate) tags: RefCell<HeapVec<Str>>,
    pub(crate) level: Cell<usize>,
    /// The entry of the element that was opened last, if nothing has followed it.
    pub(crate) opened: Cell<Option<i64>>,
}

impl phant_memory::NativeData for State {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        for handler in &*self.handlers.borrow() {
            if let Handler::Callable(value) = handler {
                tracer.value(value);
            }
        }
        if let Some(object) = &*self.object.borrow() {
            tracer.object(object);
        }
    }
}

impl State {
    /// The parser, made if there is none yet.
    pub(crate) fn parser(&self) -> Option<Rc<RefCell<Parser>>> {
        let mut kept = self.kept.borrow_mut();
        let kept = kept.get_or_insert_with(|| {
            let options =
                Options { huge: self.huge.get(), no_namespaces: self.separator.is_none(), push: true, ..Options::default() };
            Kept(resource::hide(Rc::new(RefCell::new(Parser::new(options)))))
        });
        kept.parser()
    }
}

pub(crate) struct XMLParser;

/// A parser that calls handlers.
#[php_class("final class XMLParser {}", create = Self::create, not_cloneable, not_serializable, no_dynamic)]
impl XMLParser {
    fn create(ctx: &Ctx, object: &Object) {
        let making = ctx.state::<Making>();
        let (separator, target) = making.0.take().unwrap_or((None, Target::Utf8));
        object.init_native(State {
            separator,
            case_folding: Cell::new(true),
            skip_white: Cell::new(false),
            huge: Cell::new(false),
            tag_start: Cell::new(0),
            target: Cell::new(target),
            handlers: RefCell::default(),
            object: RefCell::new(None),
            kept: RefCell::new(None),
            is_parsing: Cell::new(false),
            error: Cell::new(0),
            is_over: Cell::new(false),
            position: Cell::new(Position { line: 1, column: 1, offset: 0 }),
            tags: RefCell::new(heap_vec()),
            level: Cell::new(0),
            opened: Cell::new(None),
        });
        if !making.1.replace(false) {
            ctx.throw_error("Cannot directly construct XMLParser, use xml_parser_create() or xml_parser_create_ns() instead");
        }
    }
    pub(crate) fn state(object: &Object) -> &State {
        object.native().expect("made by create")
    }
}

/// What the parser being made is to be, and that it is one of ours.
#[derive(Default)]
struct Making(RefCell<Option<(Option<Str>, Target)>>, Cell<bool>);

fn make(ctx: &Ctx, encoding: Option<&Str>, separator: Option<Str>) -> PhpResult<Object> {
    let target = match encoding {
        Some(name) if !name.is_empty() => match Target::find(name) {
            Some(target) => target,
            None => return Err(ctx.argument_error(1, "is not a supported source encoding")),
        },
        _ => Target::Utf8,
    };
    let making = ctx.state::<Making>();
    *making.0.borrow_mut() = Some((separator, target));
    making.1.set(true);
    ctx.allocate(ctx.known_class("XMLParser"))
}

/// A parser that takes names as they are.
#[php("function xml_parser_create(?string $encoding = null): XMLParser")]
fn xml_parser_create(ctx: &Ctx, encoding: Option<&Str>) -> PhpResult<Object> {
    make(ctx, encoding, None)
}

/// A parser that puts namespaces in the place of prefixes.
#[php("function xml_parser_create_ns(?string $encoding = null, string $separator = ':'): XMLParser")]
fn xml_parser_create_ns(ctx: &Ctx, encoding: Option<&Str>, separator: &PhpStr) -> PhpResult<Object> {
    // Of the separator there is one byte.
    make(ctx, encoding, Some(Str::new(&separator[..separator.len().min(1)])))
}

/// Does nothing any more, unless the parser is at work.
#[php("function xml_parser_free(XMLParser $parser): bool")]
fn xml_parser_free(ctx: &Ctx, parser: &Object) -> PhpResult<bool> {
    if XMLParser::state(parser).is_parsing.get() {
        ctx.warning("Parser cannot be freed while it is parsing");
        ctx.check()?;
        return Ok(false);
    }
    Ok(true)
}
