//! PHP's type conversions.

use crate::{
    class::ObjectExt,
    ctx::Ctx,
    error::{Level, PhpResult},
};
use phant_memory::{Key, Str, Type, Value, View};
use phant_numeric::{FloatText, cast::float_to_int, parse};

/// `(bool)`
#[inline]
pub fn to_bool(v: &Value) -> bool {
    if let Some(s) = v.own_str() {
        return str_to_bool(s);
    }
    match v.view() {
        View::Null => false,
        View::Bool(b) => b,
        View::Int(i) => i != 0,
        View::Float(f) => f != 0.0,
        View::Str(s) => str_to_bool(&s),
        View::Array(a) => !a.is_empty(),
        View::Object(_) | View::Resource(_) => true,
    }
}

/// `(bool)` of a string: only `""` and `"0"` are false.
#[inline]
pub fn str_to_bool(s: &[u8]) -> bool {
    match s {
        [] => false,
        [only] => *only != b'0',
        _ => true,
    }
}

/// `(int)` of anything but an object, which gives 1 (use [`int`] to have the warning).
pub fn to_int(v: &Value) -> i64 {
    match v.view() {
        View::Null => 0,
        View::Bool(b) => i64::from(b),
        View::Int(i) => i,
        View::Float(f) => float_to_int(f),
        View::Str(s) => parse::to_int(&s),
        View::Array(a) => i64::from(!a.is_empty()),
        View::Object(_) => 1,
        View::Resource(r) => r.id() as i64,
    }
}

/// `(float)` of anything but an object, which gives 1 (use [`float`] to have the warning).
pub fn to_float(v: &Value) -> f64 {
    match v.view() {
        View::Float(f) => f,
        View::Int(i) => i as f64,
        View::Str(s) => parse::to_float(&s),
        _ => to_int(v) as f64,
    }
}

/// `(int)`, with the warning for objects.
#[inline]
pub fn int(ctx: &Ctx, v: &Value) -> PhpResult<i64> {
    if let Some(i) = v.as_int() {
        return Ok(i);
    }
    if let Some(s) = v.own_str() {
        return Ok(parse::to_int(s));
    }
    match object_number(ctx, v, Type::Int)? {
        Some(n) => Ok(to_int(&n)),
        None => Ok(to_int(v)),
    }
}

/// `(float)`, with the warning for objects.
#[inline]
pub fn float(ctx: &Ctx, v: &Value) -> PhpResult<f64> {
    if let Some(f) = v.as_float() {
        return Ok(f);
    }
    if let Some(s) = v.own_str() {
        return Ok(parse::to_float(s));
    }
    match object_number(ctx, v, Type::Float)? {
        Some(n) => Ok(to_float(&n)),
        None => Ok(to_float(v)),
    }
}

fn object_number(ctx: &Ctx, v: &Value, ty: Type) -> PhpResult<Option<Value>> {
    let Some(o) = v.as_object() else { return Ok(None) };
    if let Some(cast) = o.class().handlers.cast
        && let Some(n) = cast(ctx, &o, ty)?
    {
        return Ok(Some(n));
    }
    let word = if ty == Type::Int { "int" } else { "float" };
    ctx.report(Level::Warning, format!("Object of class {} could not be converted to {word}", o.class().name));
    ctx.check()?;
    Ok(Some(Value::int(1)))
}

/// `(bool)`, asking objects with a conversion of their own.
#[inline]
pub fn boolean(ctx: &Ctx, v: &Value) -> PhpResult<bool> {
    if let Some(b) = v.as_bool() {
        return Ok(b);
    }
    if let Some(i) = v.as_int() {
        return Ok(i != 0);
    }
    if let Some(s) = v.own_str() {
        return Ok(str_to_bool(s));
    }
    boolean_slow(ctx, v)
}

#[inline(never)]
fn boolean_slow(ctx: &Ctx, v: &Value) -> PhpResult<bool> {
    if let Some(o) = v.as_object()
        && let Some(cast) = o.class().handlers.cast
        && let Some(b) = cast(ctx, &o.clone(), Type::True)?
    {
        return Ok(to_bool(&b));
    }
    Ok(to_bool(v))
}

/// A float as `echo` prints it.
pub fn float_to_str(ctx: &Ctx, f: f64) -> Str {
    let precision = ctx.ini.hot.precision.get();
    if precision > 17 {
        let mut text = Vec::new();
        phant_numeric::append_float(&mut text, f, precision);
        return Str::new(text);
    }
    Str::new(FloatText::new(f, precision).as_bytes())
}

/// `(string)`: arrays warn, objects are asked.
#[inline]
pub fn to_str(ctx: &Ctx, v: &Value) -> PhpResult<Str> {
    if let Some(s) = v.own_str() {
        return Ok(s.clone());
    }
    to_str_slow(ctx, v)
}

/// As [`to_str`], for functions that turn one element after the other into text: as in PHP they go on when one fails. That one is
/// an empty text then, and the exception is pending: whoever has all texts asks [`Ctx::check`]. PHP code runs no more by then.
pub fn to_str_onward(ctx: &Ctx, v: &Value) -> Str {
    if let Some(s) = v.own_str() {
        return s.clone();
    }
    let is_array = v.is_array();
    if ctx.has_exception() && (!is_array || ctx.ending.get().is_some()) && !v.is_scalar() {
        return Str::default();
    }
    match to_str_slow(ctx, v) {
        Ok(text) => text,
        Err(_) if is_array => phant_memory::intern(b"Array"),
        Err(_) => Str::default(),
    }
}

#[cold]
#[inline(never)]
fn to_str_slow(ctx: &Ctx, v: &Value) -> PhpResult<Str> {
    Ok(match v.view() {
        View::Null | View::Bool(false) => Str::default(),
        View::Bool(true) => phant_memory::string::single_byte(b'1'),
        View::Int(i) => Str::from(i),
        View::Float(f) => float_to_str(ctx, f),
        View::Str(s) => s.into_owned(),
        View::Array(_) => {
            ctx.report(Level::Warning, "Array to string conversion");
            ctx.check()?;
            phant_memory::intern(b"Array")
        }
        View::Resource(r) => Str::from(format!("Resource id #{}", r.id())),
        View::Object(o) => {
            let o = o.clone();
            match object_to_str(ctx, &o)? {
                Some(s) => s,
                None => {
                    // It adds nothing to what was thrown before.
                    ctx.check()?;
                    let text = format!("Object of class {} could not be converted to string", o.class().name);
                    return Err(ctx.throw_error(text));
                }
            }
        }
    })
}

/// The string of an object that has one (`__toString`, or a conversion of its own).
pub fn object_to_str(ctx: &Ctx, o: &phant_memory::Object) -> PhpResult<Option<Str>> {
    let class = o.class();
    if let Some(cast) = class.handlers.cast
        && let Some(s) = cast(ctx, o, Type::Str)?
    {
        return Ok(s.into_str());
    }
    let Some(method) = class.magic.to_string else { return Ok(None) };
    let result = ctx.host.call_function(ctx, method, Some(o), Some(class), &[])?;
    match result.into_str() {
        Some(s) => Ok(Some(s)),
        None => {
            let text = format!("{}::__toString(): Return value must be of type string, none returned", class.name);
            Err(ctx.type_error(text))
        }
    }
}

/// A value as an array key, as `$a[$v]` has it. Arrays and objects are no keys: `None`.
#[inline]
pub fn to_key(ctx: &Ctx, v: &Value) -> PhpResult<Option<Key>> {
    if let Some(i) = v.as_int() {
        return Ok(Some(Key::Int(i)));
    }
    if let Some(s) = v.own_str() {
        return Ok(Some(Key::from(s)));
    }
    to_key_slow(ctx, v)
}

#[inline(never)]
fn to_key_slow(ctx: &Ctx, v: &Value) -> PhpResult<Option<Key>> {
    Ok(Some(match v.view() {
        View::Int(i) => Key::Int(i),
        View::Str(s) => Key::from(s),
        View::Null => Key::Str(Str::default()),
        View::Bool(b) => Key::Int(i64::from(b)),
        View::Float(f) => Key::Int(float_to_offset(ctx, f)?),
        View::Resource(r) => {
            let text = format!("Resource ID#{} used as offset, casting to integer ({})", r.id(), r.id());
            let id = r.id() as i64;
            ctx.report(Level::Warning, text);
            ctx.check()?;
            Key::Int(id)
        }
        View::Array(_) | View::Object(_) => return Ok(None),
    }))
}

/// A float where an integer is meant, with PHP's deprecation if digits are lost.
pub fn float_to_offset(ctx: &Ctx, f: f64) -> PhpResult<i64> {
    if !phant_numeric::cast::is_float_int_compatible(f) {
        let text = format!("Implicit conversion from float {} to int loses precision", repr(f));
        ctx.report(Level::Deprecated, text);
        ctx.check()?;
    }
    Ok(float_to_int(f))
}

/// A float with the digits that tell it from every other (as `var_export` and messages print it).
pub fn repr(f: f64) -> String {
    String::from_utf8_lossy(FloatText::repr(f).as_bytes()).into_owned()
}

/// The type name PHP's operator messages use: `int`, `string`, `array`, `null`, `bool`, a class name.
pub fn type_name(v: &Value) -> String {
    match v.view() {
        View::Bool(_) => "bool".into(),
        View::Object(o) => o.class().name.to_text().into_owned(),
        _ => value_name(v),
    }
}

/// The name PHP's argument messages use behind "given": like [`type_name`], but `true` and `false`.
pub fn value_name(v: &Value) -> String {
    match v.view() {
        View::Null => "null".into(),
        View::Bool(true) => "true".into(),
        View::Bool(false) => "false".into(),
        View::Int(_) => "int".into(),
        View::Float(_) => "float".into(),
        View::Str(_) => "string".into(),
        View::Array(_) => "array".into(),
        View::Object(o) => String::from_utf8_lossy(o.class().short_name()).into_owned(),
        View::Resource(_) => "resource".into(),
    }
}

/// What `gettype` says.
pub fn gettype(v: &Value) -> &'static str {
    match v.view() {
        View::Null => "NULL",
        View::Bool(_) => "boolean",
        View::Int(_) => "integer",
        View::Float(_) => "double",
        View::Str(_) => "string",
        View::Array(_) => "array",
        View::Object(_) => "object",
        View::Resource(r) => {
            if crate::resource::type_name(&r).is_some() {
                "resource"
            } else {
                "resource (closed)"
            }
        }
    }
}
