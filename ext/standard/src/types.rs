//! Types of values: `gettype`, `settype`, `intval`, `is_*`.

use phant_memory::{Array, Name, Str, Type, Value, View};
use phant_native::{
    Ctx, Late, ObjectExt, PhpResult, RefArg, class::class_flags, convert, descriptor::FunctionGroup, functions, php, resource,
};
use phant_numeric::parse;
use std::sync::OnceLock;

pub(crate) const FUNCTIONS: FunctionGroup = functions![
    gettype,
    get_debug_type,
    settype,
    intval,
    floatval,
    boolval,
    strval,
    is_null,
    is_resource,
    is_bool,
    is_int,
    is_float,
    is_numeric,
    is_string,
    is_array,
    is_object,
    is_scalar,
    is_callable,
    is_iterable,
    is_countable,
];

#[php("function gettype(mixed $value): string", pure)]
fn gettype(value: &Value) -> Str {
    let name = match value.type_of() {
        Type::Null => Known::Nothing,
        Type::False | Type::True => Known::Boolean,
        Type::Int => Known::Integer,
        Type::Float => Known::Double,
        Type::Str => Known::Text,
        Type::Array => Known::Array,
        Type::Object => Known::Object,
        Type::Resource => return Str::from(convert::gettype(value)),
    };
    known_name(name)
}

/// The names of types, in the order of [`NAMES`].
#[derive(Clone, Copy)]
enum Known {
    Nothing,
    Boolean,
    Integer,
    Double,
    Text,
    Array,
    Object,
    Null,
    Bool,
    Int,
    Float,
}

const NAMES: [&str; 11] = ["NULL", "boolean", "integer", "double", "string", "array", "object", "null", "bool", "int", "float"];

/// The shared string of a type's name.
fn known_name(name: Known) -> Str {
    static SHARED: OnceLock<[Name; NAMES.len()]> = OnceLock::new();
    SHARED.get_or_init(|| NAMES.map(|name| Name::forever(name.as_bytes())))[name as usize].to_str()
}

#[php("function get_debug_type(mixed $value): string", pure)]
fn get_debug_type(value: &Value) -> Str {
    match value.view() {
        View::Object(o) => {
            let (name, short) = (&o.class().name, o.class().short_name());
            if short.len() == name.len() { name.to_str() } else { Str::from(short) }
        }
        View::Resource(r) => match resource::type_name(&r) {
            Some(name) => Str::from(format!("resource ({name})")),
            None => Str::from("resource (closed)"),
        },
        View::Null => known_name(Known::Null),
        View::Bool(_) => known_name(Known::Bool),
        View::Int(_) => known_name(Known::Int),
        View::Float(_) => known_name(Known::Float),
        View::Str(_) => known_name(Known::Text),
        View::Array(_) => known_name(Known::Array),
    }
}

#[php("function settype(mixed &$var, string $type): bool")]
fn settype(ctx: &Ctx, mut var: RefArg<'_>, r#type: &Str) -> PhpResult<bool> {
    // What is of the type already stays.
    let is_it = match r#type.as_bytes() {
        b"integer" | b"int" => var.get().is_int(),
        b"string" => var.get().is_str(),
        b"array" => var.get().is_array(),
        b"float" | b"double" => var.get().is_float(),
        _ => false,
    };
    if is_it {
        return Ok(true);
    }
    let old = var.get().clone();
    let mut lower = [0; 8];
    let name = lower.get_mut(..r#type.len()).unwrap_or_default();
    name.iter_mut().zip(r#type.iter()).for_each(|(to, byte)| *to = byte.to_ascii_lowercase());
    // What cannot be converted becomes what PHP's conversions leave behind when they have thrown.
    let (new, left) = match &*name {
        b"integer" | b"int" => (convert::int(ctx, &old).map(Value::int), Value::int(1)),
        b"float" | b"double" => (convert::float(ctx, &old).map(Value::float), Value::float(1.0)),
        b"string" => {
            let left = if old.is_array() { "Array" } else { "" };
            (convert::to_str(ctx, &old).map(Value::from), Value::str(left))
        }
        b"array" => (crate::convert::to_array(ctx, &old).map(Value::from), old.clone()),
        b"object" => (to_object(ctx, &old), old.clone()),
        b"bool" | b"boolean" => (convert::boolean(ctx, &old).map(Value::bool), Value::TRUE),
        b"null" => (Ok(Value::NULL), Value::NULL),
        b"resource" => return Err(ctx.value_error("Cannot convert to resource type")),
        _ => return Err(ctx.argument_error(2, "must be a valid type")),
    };
    match new {
        Ok(new) => var.set(new),
        Err(thrown) => {
            if ctx.has_exception() {
                var.set(left);
            }
            return Err(thrown);
        }
    }
    Ok(true)
}

/// `(object)`
fn to_object(ctx: &Ctx, v: &Value) -> PhpResult {
    let properties = match v.view() {
        View::Object(_) => return Ok(v.unref()),
        // Property names are strings, whatever the keys were.
        View::Array(a) => a.iter().map(|(k, v)| (phant_memory::Key::Str(k.to_str()), v.copied())).collect(),
        View::Null => Array::new(),
        _ => {
            let mut one = Array::with_hash_capacity(1);
            one.set_name("scalar", v.unref());
            one
        }
    };
    Ok(Value::from(ctx.std_object(properties)?))
}

#[php("function intval(mixed $value, int $base = 10): int", pure)]
fn intval(late: Late<'_>, value: &Value, base: i64) -> PhpResult<i64> {
    if let Some(i) = value.as_int() {
        return Ok(i);
    }
    if let Some(float) = value.as_float() {
        return Ok(phant_numeric::float_to_int(float));
    }
    match value.own_str() {
        Some(text) if base != 10 => Ok(match u32::try_from(base) {
            Ok(base @ (0 | 2..=36)) => parse::to_int_in_base(text, base),
            _ => 0,
        }),
        _ if !value.is_object() => Ok(convert::to_int(value)),
        _ => convert::int(late.ctx()?, value),
    }
}

#[php("function floatval(mixed $value): float", pure, alias = "doubleval")]
fn floatval(late: Late<'_>, value: &Value) -> PhpResult<f64> {
    if let Some(text) = value.own_str() {
        return Ok(parse::to_float(text));
    }
    match value.view() {
        View::Float(_) | View::Int(_) | View::Str(_) | View::Null | View::Bool(_) => Ok(convert::to_float(value)),
        _ => convert::float(late.ctx()?, value),
    }
}

#[php("function boolval(mixed $value): bool", pure)]
fn boolval(late: Late<'_>, value: &Value) -> PhpResult<bool> {
    match value.view() {
        View::Object(_) => convert::boolean(late.ctx()?, value),
        _ => Ok(convert::to_bool(value)),
    }
}

#[php("function strval(mixed $value): string")]
fn strval(late: Late<'_>, value: &Value) -> PhpResult<Str> {
    match (value.own_str(), value.as_int()) {
        (Some(text), _) => Ok(text.clone()),
        (None, Some(i)) => Ok(Str::from(i)),
        (None, None) => convert::to_str(late.ctx()?, value),
    }
}

#[php("function is_null(mixed $value): bool", pure)]
fn is_null(value: &Value) -> bool {
    value.is_null()
}

#[php("function is_resource(mixed $value): bool")]
fn is_resource(value: &Value) -> bool {
    value.as_resource().is_some_and(|r| resource::type_name(&r).is_some())
}

#[php("function is_bool(mixed $value): bool", pure)]
fn is_bool(value: &Value) -> bool {
    value.is_bool()
}

#[php("function is_int(mixed $value): bool", pure, alias = "is_integer", alias = "is_long")]
fn is_int(value: &Value) -> bool {
    value.is_int()
}

#[php("function is_float(mixed $value): bool", pure, alias = "is_double")]
fn is_float(value: &Value) -> bool {
    value.is_float()
}

#[php("function is_numeric(mixed $value): bool", pure)]
fn is_numeric(value: &Value) -> bool {
    if let Some(text) = value.own_str() {
        return crate::text::may_be_numeric(text) && parse::is_whole(text);
    }
    match value.view() {
        View::Int(_) | View::Float(_) => true,
        View::Str(s) => parse::is_whole(&s),
        _ => false,
    }
}

#[php("function is_string(mixed $value): bool", pure)]
fn is_string(value: &Value) -> bool {
    value.is_str()
}

#[php("function is_array(mixed $value): bool", pure)]
fn is_array(value: &Value) -> bool {
    value.is_array()
}

#[php("function is_object(mixed $value): bool", pure)]
fn is_object(value: &Value) -> bool {
    value.is_object()
}

#[php("function is_scalar(mixed $value): bool", pure)]
fn is_scalar(value: &Value) -> bool {
    matches!(value.type_of(), Type::False | Type::True | Type::Int | Type::Float | Type::Str)
}

#[php("function is_callable(mixed $value, bool $syntax_only = false, &$callable_name = null): bool")]
fn is_callable(ctx: &Ctx, passed: usize, value: &Value, syntax_only: bool, mut callable_name: RefArg<'_>) -> PhpResult<bool> {
    if passed > 2 {
        let name = ctx.host.callable_name(ctx, value);
        callable_name.set(name);
    }
    if syntax_only {
        return Ok(looks_callable(value));
    }
    // What names no method is a function, or none: no reason has to be told.
    if let Some(name) = value.own_str()
        && !name.contains(&b':')
    {
        return Ok(ctx.host.lookup_function(ctx, name).is_some());
    }
    let callable = ctx.resolve_callable(value).is_ok();
    ctx.check()?;
    Ok(callable)
}

/// Whether a value has the form of a callable.
fn looks_callable(value: &Value) -> bool {
    match value.view() {
        View::Str(_) => true,
        View::Array(a) => {
            a.len() == 2 && a.get_int(0).is_some_and(|v| v.is_str() || v.is_object()) && a.get_int(1).is_some_and(Value::is_str)
        }
        View::Object(o) => o.class().magic.invoke.is_some() || o.class().is_named("Closure"),
        _ => false,
    }
}

#[php("function is_iterable(mixed $value): bool")]
fn is_iterable(value: &Value) -> bool {
    if value.own_array().is_some() {
        return true;
    }
    match value.view() {
        View::Array(_) => true,
        View::Object(o) => o.class().interfaces.iter().any(|i| i.is_named("Traversable")),
        _ => false,
    }
}

#[php("function is_countable(mixed $value): bool")]
fn is_countable(value: &Value) -> bool {
    if value.own_array().is_some() {
        return true;
    }
    match value.view() {
        View::Array(_) => true,
        View::Object(o) => o.class().handlers.count.is_some() || o.class().has_flag(class_flags::COUNTABLE),
        _ => false,
    }
}
