//! The handlers: how they are set, and how they are called.

use crate::parser::{State, XMLParser};
use phant_memory::{Array, Object, Str, Value};
use phant_native::{
    Ctx, Level, ObjectExt, PhpResult, coerce, convert,
    descriptor::{FunctionGroup, TypeMask},
    functions, php,
};

pub(crate) const FUNCTIONS: FunctionGroup = functions![
    xml_set_object,
    xml_set_element_handler,
    xml_set_character_data_handler,
    xml_set_processing_instruction_handler,
    xml_set_default_handler,
    xml_set_unparsed_entity_decl_handler,
    xml_set_notation_decl_handler,
    xml_set_external_entity_ref_handler,
    xml_set_start_namespace_decl_handler,
    xml_set_end_namespace_decl_handler,
];

/// What a handler is called for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    StartElement,
    EndElement,
    CharacterData,
    ProcessingInstruction,
    Default,
    UnparsedEntity,
    Notation,
    ExternalEntity,
    StartNamespace,
    /// Never called: libxml2 does not tell.
    EndNamespace,
}

/// How many kinds there are.
pub(crate) const KINDS: usize = 10;

/// By which functions they are set.
const SETTERS: [&str; KINDS] = [
    "xml_set_element_handler",
    "xml_set_element_handler",
    "xml_set_character_data_handler",
    "xml_set_processing_instruction_handler",
    "xml_set_default_handler",
    "xml_set_unparsed_entity_decl_handler",
    "xml_set_notation_decl_handler",
    "xml_set_external_entity_ref_handler",
    "xml_set_start_namespace_decl_handler",
    "xml_set_end_namespace_decl_handler",
];

/// A handler.
#[derive(Clone, Default)]
pub(crate) enum Handler {
    #[default]
    None,
    Callable(Value),
    /// A method of the object that `xml_set_object` has set.
    Method(Str),
}

impl State {
    /// Whether there is a handler for something.
    pub(crate) fn handles(&self, kind: Kind) -> bool {
        !matches!(self.handlers.borrow()[kind as usize], Handler::None)
    }

    /// Calls a handler with what there is to tell, the parser first; `None` if there is no such handler.
    pub(crate) fn call<const N: usize>(&self, ctx: &Ctx, kind: Kind, told: [Value; N]) -> PhpResult<Option<Value>> {
        let handler = self.handlers.borrow()[kind as usize].clone();
        let callable = match handler {
            Handler::None => return Ok(None),
            Handler::Callable(value) => value,
            Handler::Method(name) => match self.object.borrow().clone() {
                Some(object) => Value::from(Array::list([Value::from(object), Value::from(name)])),
                None => return Ok(None),
            },
        };
        let callable = ctx.callable(&callable)?;
        let result = ctx.call_with(&callable, told)?;
        ctx.check()?;
        Ok(Some(result))
    }
}

/// An argument for a handler.
enum Given {
    Handler(Handler),
    /// Text that names no function; other scalars are converted.
    Name(Str),
}

/// What an argument is; `None` if it is of a wrong type.
fn given(ctx: &Ctx, value: &Value) -> PhpResult<Option<Given>> {
    if value.is_null() {
        return Ok(Some(Given::Handler(Handler::None)));
    }
    let is_callable = ctx.resolve_callable(value).is_ok();
    ctx.check()?;
    if is_callable {
        return Ok(Some(Given::Handler(Handler::Callable(value.clone()))));
    }
    if let Some(name) = value.as_str() {
        return Ok(Some(Given::Name(name.into_owned())));
    }
    let strict = ctx.host.caller_is_strict(ctx);
    let name = coerce::scalar_to(ctx, value, TypeMask::STRING, strict)?;
    Ok(name.as_ref().and_then(Value::as_str).map(|name| Given::Name(name.into_owned())))
}

/// The handler of an argument.
fn checked(ctx: &Ctx, state: &State, given: Given, number: usize) -> PhpResult<Handler> {
    let name = match given {
        Given::Handler(handler) => return Ok(handler),
        Given::Name(name) if name.is_empty() => return Ok(Handler::None),
        Given::Name(name) => name,
    };
    let Some(object) = state.object.borrow().clone() else {
        let why = "an object must be set via xml_set_object() to be able to lookup method";
        return Err(ctx.argument_error(number, why));
    };
    if object.class().method(&name.to_ascii_lowercase()).is_none() {
        let shown = format!("method {}::{}() does not exist", object.class().name, name);
        return Err(ctx.argument_error(number, shown));
    }
    Ok(Handler::Method(name))
}

fn set(ctx: &Ctx, parser: &Value, handlers: &[(Kind, &Value)]) -> PhpResult<bool> {
    let of_parser = parser.as_object().filter(|object| object.class().name.as_bytes() == b"XMLParser");
    let Some(parser) = of_parser else {
        let text = format!("must be of type XMLParser, {} given", convert::value_name(parser));
        return Err(ctx.argument_type_error(1, text));
    };
    let state = XMLParser::state(&parser);
    let mut all = Vec::with_capacity(handlers.len());
    for (at, (_, value)) in handlers.iter().enumerate() {
        match given(ctx, value)? {
            Some(given) => all.push(given),
            None => return Err(ctx.argument_type_error(at + 2, "must be of type callable|string|null")),
        }
    }
    if all.iter().any(|given| matches!(given, Given::Name(_))) {
        ctx.report_here(Level::Deprecated, "Passing non-callable strings is deprecated since 8.4");
        ctx.check()?;
    }
    let mut new = Vec::with_capacity(handlers.len());
    for (at, ((kind, _), given)) in handlers.iter().zip(all).enumerate() {
        new.push((*kind, checked(ctx, state, given, at + 2)?));
    }
    for (kind, handler) in new {
        let old = std::mem::replace(&mut state.handlers.borrow_mut()[kind as usize], handler);
        drop(old);
    }
    Ok(true)
}

/// Sets the object whose methods handlers are that are given by name.
#[php(
    "function xml_set_object(XMLParser $parser, object $object): true",
    deprecated = " since 8.4, provide a proper method callable to xml_set_*_handler() functions"
)]
fn xml_set_object(ctx: &Ctx, parser: &Object, object: &Object) -> PhpResult<bool> {
    let state = XMLParser::state(parser);
    let handlers = state.handlers.borrow().clone();
    for (at, handler) in handlers.iter().enumerate() {
        let Handler::Method(name) = handler else { continue };
        if object.class().method(&name.to_ascii_lowercase()).is_none() {
            let class = &object.class().name;
            let setter = SETTERS[at];
            return Err(ctx.argument_error(
                2,
                format!(
                    "cannot safely swap to object of class {class} as method \"{name}\" does not exist, which was set via {setter}()"
                ),
            ));
        }
    }
    let old = state.object.replace(Some(object.clone()));
    drop(old);
    Ok(true)
}

/// Sets what is called for tags.
#[php(
    "function xml_set_element_handler(XMLParser $parser, callable|string|null $start_handler, callable|string|null $end_handler): true",
    untyped
)]
fn xml_set_element_handler(ctx: &Ctx, parser: &Value, start: &Value, end: &Value) -> PhpResult<bool> {
    set(ctx, parser, &[(Kind::StartElement, start), (Kind::EndElement, end)])
}

/// Sets what is called for text.
#[php("function xml_set_character_data_handler(XMLParser $parser, callable|string|null $handler): true", untyped)]
fn xml_set_character_data_handler(ctx: &Ctx, parser: &Value, handler: &Value) -> PhpResult<bool> {
    set(ctx, parser, &[(Kind::CharacterData, handler)])
}

/// Sets what is called for processing instructions.
#[php("function xml_set_processing_instruction_handler(XMLParser $parser, callable|string|null $handler): true", untyped)]
fn xml_set_processing_instruction_handler(ctx: &Ctx, parser: &Value, handler: &Value) -> PhpResult<bool> {
    set(ctx, parser, &[(Kind::ProcessingInstruction, handler)])
}

/// Sets what is called for all that has no handler of its own.
#[php("function xml_set_default_handler(XMLParser $parser, callable|string|null $handler): true", untyped)]
fn xml_set_default_handler(ctx: &Ctx, parser: &Value, handler: &Value) -> PhpResult<bool> {
    set(ctx, parser, &[(Kind::Default, handler)])
}

/// Sets what is called for declarations of entities that are no XML.
#[php("function xml_set_unparsed_entity_decl_handler(XMLParser $parser, callable|string|null $handler): true", untyped)]
fn xml_set_unparsed_entity_decl_handler(ctx: &Ctx, parser: &Value, handler: &Value) -> PhpResult<bool> {
    set(ctx, parser, &[(Kind::UnparsedEntity, handler)])
}

/// Sets what is called for declarations of notations.
#[php("function xml_set_notation_decl_handler(XMLParser $parser, callable|string|null $handler): true", untyped)]
fn xml_set_notation_decl_handler(ctx: &Ctx, parser: &Value, handler: &Value) -> PhpResult<bool> {
    set(ctx, parser, &[(Kind::Notation, handler)])
}

/// Sets what is called for references to external entities.
#[php("function xml_set_external_entity_ref_handler(XMLParser $parser, callable|string|null $handler): true", untyped)]
fn xml_set_external_entity_ref_handler(ctx: &Ctx, parser: &Value, handler: &Value) -> PhpResult<bool> {
    set(ctx, parser, &[(Kind::ExternalEntity, handler)])
}

/// Sets what is called where a namespace comes into scope.
#[php("function xml_set_start_namespace_decl_handler(XMLParser $parser, callable|string|null $handler): true", untyped)]
fn xml_set_start_namespace_decl_handler(ctx: &Ctx, parser: &Value, handler: &Value) -> PhpResult<bool> {
    set(ctx, parser, &[(Kind::StartNamespace, handler)])
}

/// Sets what would be called where a namespace goes out of scope.
#[php("function xml_set_end_namespace_decl_handler(XMLParser $parser, callable|string|null $handler): true", untyped)]
fn xml_set_end_namespace_decl_handler(ctx: &Ctx, parser: &Value, handler: &Value) -> PhpResult<bool> {
    set(ctx, parser, &[(Kind::EndNamespace, handler)])
}
