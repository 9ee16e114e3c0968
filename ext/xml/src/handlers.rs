//! The handlers: how they are set, and how they are called.

use crate::parser::{State, XMLParser};
use phant_memory::{Array, Held, Object, Str, Value};
use phant_native::{Ctx, Level, ObjectExt, PhpResult, descriptor::FunctionGroup, functions, php};

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

/// Whether the value is a string that is not the name of a function.
fn is_method_name(ctx: &Ctx, value: &Value) -> PhpResult<bool> {
    if value.as_str().is_none() {
        return Ok(false);
    }
    let is_callable = ctx.resolve_callable(value).is_ok();
    ctx.check()?;
    Ok(!is_callable)
}

/// The handler of an argument.
fn checked(ctx: &Ctx, state: &State, value: &Value, number: usize) -> PhpResult<Handler> {
    if value.is_null() {
        return Ok(Handler::None);
    }
    if !is_method_name(ctx, value)? {
        return Ok(Handler::Callable(value.clone()));
    }
    let name = value.as_str().map(Held::into_owned).unwrap_or_default();
    if name.is_empty() {
        return Ok(Handler::None);
    }
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

fn set(ctx: &Ctx, parser: &Object, handlers: &[(Kind, &Value)]) -> PhpResult<bool> {
    let state = XMLParser::state(parser);
    for (_, value) in handlers {
        if is_method_name(ctx, value)? {
            ctx.report_here(Level::Deprecated, "Passing non-callable strings is deprecated since 8.4");
            ctx.check()?;
            break;
        }
    }
    let mut new = Vec::with_capacity(handlers.len());
    for (at, (kind, value)) in handlers.iter().enumerate() {
        new.push((*kind, checked(ctx, state, value, at + 2)?));
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
    "function xml_set_element_handler(XMLParser $parser, callable|string|null $start_handler, callable|string|null $end_handler): true"
)]
fn xml_set_element_handler(ctx: &Ctx, parser: &Object, start: &Value, end: &Value) -> PhpResult<bool> {
    set(ctx, parser, &[(Kind::StartElement, start), (Kind::EndElement, end)])
}

/// Sets what is called for text.
#[php("function xml_set_character_data_handler(XMLParser $parser, callable|string|null $handler): true")]
fn xml_set_character_data_handler(ctx: &Ctx, parser: &Object, handler: &Value) -> PhpResult<bool> {
    set(ctx, parser, &[(Kind::CharacterData, handler)])
}

/// Sets what is called for processing instructions.
#[php("function xml_set_processing_instruction_handler(XMLParser $parser, callable|string|null $handler): true")]
fn xml_set_processing_instruction_handler(ctx: &Ctx, parser: &Object, handler: &Value) -> PhpResult<bool> {
    set(ctx, parser, &[(Kind::ProcessingInstruction, handler)])
}

/// Sets what is called for all that has no handler of its own.
#[php("function xml_set_default_handler(XMLParser $parser, callable|string|null $handler): true")]
fn xml_set_default_handler(ctx: &Ctx, parser: &Object, handler: &Value) -> PhpResult<bool> {
    set(ctx, parser, &[(Kind::Default, handler)])
}

/// Sets what is called for declarations of entities that are no XML.
#[php("function xml_set_unparsed_entity_decl_handler(XMLParser $parser, callable|string|null $handler): true")]
fn xml_set_unparsed_entity_decl_handler(ctx: &Ctx, parser: &Object, handler: &Value) -> PhpResult<bool> {
    set(ctx, parser, &[(Kind::UnparsedEntity, handler)])
}

/// Sets what is called for declarations of notations.
#[php("function xml_set_notation_decl_handler(XMLParser $parser, callable|string|null $handler): true")]
fn xml_set_notation_decl_handler(ctx: &Ctx, parser: &Object, handler: &Value) -> PhpResult<bool> {
    set(ctx, parser, &[(Kind::Notation, handler)])
}

/// Sets what is called for references to external entities.
#[php("function xml_set_external_entity_ref_handler(XMLParser $parser, callable|string|null $handler): true")]
fn xml_set_external_entity_ref_handler(ctx: &Ctx, parser: &Object, handler: &Value) -> PhpResult<bool> {
    set(ctx, parser, &[(Kind::ExternalEntity, handler)])
}

/// Sets what is called where a namespace comes into scope.
#[php("function xml_set_start_namespace_decl_handler(XMLParser $parser, callable|string|null $handler): true")]
fn xml_set_start_namespace_decl_handler(ctx: &Ctx, parser: &Object, handler: &Value) -> PhpResult<bool> {
    set(ctx, parser, &[(Kind::StartNamespace, handler)])
}

/// Sets what would be called where a namespace goes out of scope.
#[php("function xml_set_end_namespace_decl_handler(XMLParser $parser, callable|string|null $handler): true")]
fn xml_set_end_namespace_decl_handler(ctx: &Ctx, parser: &Object, handler: &Value) -> PhpResult<bool> {
    set(ctx, parser, &[(Kind::EndNamespace, handler)])
}
