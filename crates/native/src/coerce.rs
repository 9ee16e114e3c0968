//! Coercion of arguments to declared types: one routine for every native function, driven by its descriptor.

use crate::{
    class::{Class, ObjectExt},
    convert,
    ctx::Ctx,
    descriptor::{ByRef, FunctionDescriptor, ParamDescriptor, Ready, TypeDescriptor, facts},
    error::{PhpResult, Thrown},
    function::{FunctionPtr, function_flags},
    registry,
};
use phant_bytecode::types::TypeMask;
use phant_memory::{HeapVec, Literal, Str, Value, View, heap_vec};
use phant_numeric::parse;
use std::{cell::RefCell, sync::OnceLock};

/// Checks and converts the arguments of a native call in place. `values` has a slot for every declared parameter (and
/// every further argument); slots from `passed` on are UNDEF and receive defaults.
#[inline]
pub fn arguments(ctx: &Ctx, function: FunctionPtr, values: &mut [Value], passed: usize) -> PhpResult<()> {
    let d = function.descriptor().expect("native");
    let params = d.params;
    if passed < d.required as usize || (passed > params.len() && function.flags & function_flags::VARIADIC == 0) {
        return Err(count_error(ctx, function, d, passed, function.flags & function_flags::VARIADIC != 0));
    }
    let untyped = d.facts & facts::UNTYPED != 0;
    // UNDEF and references are of no type, so what was not passed goes the long way, and what is by reference.
    for (i, (p, value)) in params.iter().zip(&mut *values).enumerate() {
        let fits = match &p.ty {
            Some(ty) => ty.mask.intersects(TypeMask::of_tag(value.raw_type())) || untyped && !value.is_undef(),
            None => !value.is_undef() && (p.by_ref != ByRef::No || !value.is_ref()),
        };
        if fits {
            continue;
        }
        // An integer is a float in every mode.
        if let Some(ty) = &p.ty
            && ty.mask.0 & !TypeMask::NULL.0 == TypeMask::FLOAT.0
            && let Some(int) = value.as_int()
            && !value.is_ref()
        {
            *value = Value::float(int as f64);
            continue;
        }
        if i >= passed && p.by_ref == ByRef::No && value.is_undef() {
            let ready = match p.ready {
                _ if p.variadic => break,
                Ready::Null => Some(Value::NULL),
                Ready::Int(n) => Some(Value::int(n)),
                Ready::Bool(b) => Some(Value::bool(b)),
                Ready::EmptyArray => Some(Value::empty_array()),
                Ready::Evaluate(_) => function.known_default(i).map(|known| (**known).clone()),
            };
            if let Some(ready) = ready {
                *value = ready;
                continue;
            }
        }
        unfit(ctx, function, i, p, value, passed)?;
    }
    if values.len() > params.len() {
        return rest(ctx, function, values, passed);
    }
    Ok(())
}

/// The arguments of a variadic parameter behind its first one.
#[inline(never)]
fn rest(ctx: &Ctx, function: FunctionPtr, values: &mut [Value], passed: usize) -> PhpResult<()> {
    let params = function.descriptor().expect("native").params;
    let Some(p) = params.last() else { return Ok(()) };
    for (i, value) in values.iter_mut().enumerate().skip(params.len()) {
        if !p.ty.as_ref().is_some_and(|ty| ty.mask.intersects(TypeMask::of_tag(value.raw_type()))) {
            unfit(ctx, function, i, p, value, passed)?;
        }
    }
    Ok(())
}

/// An argument that is not there or not yet of a declared type.
#[inline(never)]
fn unfit(
    ctx: &Ctx,
    function: FunctionPtr,
    i: usize,
    p: &'static ParamDescriptor,
    slot: &mut Value,
    passed: usize,
) -> PhpResult<()> {
    if slot.is_undef() {
        if p.variadic {
            return Ok(());
        }
        if i < passed && p.default.is_none() {
            return Err(not_passed(ctx, function, i, p));
        }
        *slot = match p.ready {
            Ready::Null => Value::NULL,
            Ready::Bool(b) => Value::bool(b),
            Ready::Int(n) => Value::int(n),
            Ready::EmptyArray => Value::empty_array(),
            Ready::Evaluate(_) => match function.known_default(i) {
                Some(known) => (**known).clone(),
                None => remembered_default(ctx, function, i, p)?,
            },
        };
        // `null` needs no reference: nobody sees what is assigned.
        if p.by_ref == ByRef::Yes && !slot.is_null() {
            slot.make_ref();
        }
        return Ok(());
    }
    if slot.is_ref() && p.by_ref == ByRef::No {
        *slot = slot.unref();
    }
    match &p.ty {
        Some(ty) if !ty.mask.intersects(TypeMask::of_tag(slot.raw_type_behind())) => argument(ctx, function, i, p, ty, slot),
        _ => Ok(()),
    }
}

/// Defaults that are objects (enum cases), by the address of their parameter: a handful at most.
struct ObjectDefaults(RefCell<HeapVec<(usize, Value)>>);

impl Default for ObjectDefaults {
    fn default() -> ObjectDefaults {
        ObjectDefaults(RefCell::new(heap_vec()))
    }
}

/// A default that must be evaluated, kept for the next time.
#[cold]
fn remembered_default(ctx: &Ctx, function: FunctionPtr, i: usize, p: &'static ParamDescriptor) -> PhpResult {
    let key = std::ptr::from_ref(p).addr();
    if let Some((_, known)) = ctx.state::<ObjectDefaults>().0.borrow().iter().find(|(of, _)| *of == key) {
        return Ok(known.clone());
    }
    let place = function.evaluated_defaults().get(i);
    if let Some(known) = place.and_then(OnceLock::get) {
        return Ok((**known).clone());
    }
    let value = default_value(ctx, p)?;
    if let (Some(literal), Some(place)) = (Literal::forever(&value), place) {
        let _ = place.set(literal);
    } else {
        ctx.state::<ObjectDefaults>().0.borrow_mut().push((key, value.clone()));
    }
    Ok(value)
}

/// A parameter's default.
pub fn default_value(ctx: &Ctx, p: &ParamDescriptor) -> PhpResult {
    match p.ready {
        Ready::Null => Ok(Value::NULL),
        Ready::Bool(b) => Ok(Value::bool(b)),
        Ready::Int(n) => Ok(Value::int(n)),
        Ready::EmptyArray => Ok(Value::empty_array()),
        Ready::Evaluate(text) => constant_default(ctx, text),
    }
}

/// Defaults that name constants, by the address of their text: evaluated once a request.
struct Defaults(std::cell::RefCell<phant_memory::HeapMap<usize, Value>>);

impl Default for Defaults {
    fn default() -> Self {
        Defaults(std::cell::RefCell::new(phant_memory::heap_map()))
    }
}

fn constant_default(ctx: &Ctx, text: &'static str) -> PhpResult {
    let known = ctx.state::<Defaults>();
    if let Some(v) = known.0.borrow().get(&text.as_ptr().addr()) {
        return Ok(v.clone());
    }
    let v = crate::constexpr::evaluate(ctx, text, None)?;
    known.0.borrow_mut().insert(text.as_ptr().addr(), v.clone());
    Ok(v)
}

fn not_passed(ctx: &Ctx, function: FunctionPtr, i: usize, p: &ParamDescriptor) -> Thrown {
    let text = format!("{}(): Argument #{} (${}) not passed", function.display_name(), i + 1, p.name);
    ctx.throw("ArgumentCountError", text)
}

#[cold]
fn count_error(ctx: &Ctx, function: FunctionPtr, d: &FunctionDescriptor, passed: usize, variadic: bool) -> Thrown {
    let (min, max) = (d.required as usize, d.params.len());
    let word = if min == max && !variadic {
        "exactly"
    } else if passed < min {
        "at least"
    } else {
        "at most"
    };
    let limit = if passed < min { min } else { max };
    let plural = if limit == 1 { "" } else { "s" };
    let text = format!("{}() expects {word} {limit} argument{plural}, {passed} given", function.display_name());
    ctx.throw("ArgumentCountError", text)
}

/// One argument whose type does not match at once.
#[cold]
#[inline(never)]
fn argument(
    ctx: &Ctx,
    function: FunctionPtr,
    i: usize,
    p: &ParamDescriptor,
    ty: &'static TypeDescriptor,
    slot: &mut Value,
) -> PhpResult<()> {
    let v = slot.unref();
    if let Some(o) = v.as_object()
        && (ty.classes.iter().any(|name| is_instance_of_name(o.class(), name)))
    {
        return Ok(());
    }
    if ty.mask.contains(TypeMask::CALLABLE) {
        // The commonest one needs no look: that class is final.
        if v.as_object().is_some_and(|o| o.class().name.as_bytes() == b"Closure") {
            return Ok(());
        }
        match ctx.host.resolve_callable(ctx, &v) {
            Ok(_) => return Ok(()),
            Err(reason) => {
                ctx.check()?;
                if ty.mask.contains(TypeMask::STRING) {
                    return Err(ctx.argument_type_error(i + 1, format!("must be of type {}", type_text(ty))));
                }
                let or_null = if ty.mask.contains(TypeMask::NULL) { " or null" } else { "" };
                let text = format!("must be a valid callback{or_null}, {reason}");
                return Err(ctx.argument_type_error(i + 1, text));
            }
        }
    }
    let strict = ctx.host.caller_is_strict(ctx);
    let scalar = ty.mask.intersects(SCALAR);
    if v.is_null() && scalar && !strict && p.by_ref == ByRef::No {
        let text = format!(
            "{}(): Passing null to parameter #{} (${}) of type {} is deprecated",
            function.display_name(),
            i + 1,
            p.name,
            type_text(ty)
        );
        ctx.report(crate::error::Level::Deprecated, text);
        ctx.check()?;
        let m = ty.mask;
        *slot = if m.contains(TypeMask::INT) {
            Value::int(0)
        } else if m.contains(TypeMask::FLOAT) {
            Value::float(0.0)
        } else if m.contains(TypeMask::STRING) {
            Value::from(Str::default())
        } else {
            Value::FALSE
        };
        return Ok(());
    }
    if scalar && let Some(converted) = scalar_to(ctx, &v, ty.mask, strict)? {
        if slot.is_ref() {
            slot.assign(converted);
        } else {
            *slot = converted;
        }
        return Ok(());
    }
    ctx.check()?;
    // Where an object will do for an array, PHP's messages only speak of the array.
    let wanted = if ty.wants_resource() {
        if ty.mask.contains(TypeMask::NULL) { "resource or null" } else { "resource" }.to_owned()
    } else if ty.mask.0 == TypeMask::ARRAY.union(TypeMask::OBJECT).0 && ty.classes.is_empty() {
        "array".to_owned()
    } else {
        type_text(ty)
    };
    let text = format!("must be of type {wanted}, {} given", convert::value_name(&v));
    Err(ctx.argument_type_error(i + 1, text))
}

/// The scalar types.
const SCALAR: TypeMask = TypeMask::INT.union(TypeMask::FLOAT).union(TypeMask::STRING).union(TypeMask::BOOL);

/// Converts a value to one of the scalar types of a declaration that it does not have. `None`: it cannot be.
/// In strict mode only integers widen to float.
pub fn scalar_to(ctx: &Ctx, v: &Value, mask: TypeMask, strict: bool) -> PhpResult<Option<Value>> {
    if strict {
        return Ok(match v.view() {
            View::Int(i) if mask.contains(TypeMask::FLOAT) => Some(Value::float(i as f64)),
            _ => None,
        });
    }
    let (int, float) = (mask.contains(TypeMask::INT), mask.contains(TypeMask::FLOAT));
    match v.view() {
        View::Null | View::Array(_) | View::Resource(_) => return Ok(None),
        View::Object(o) => {
            if mask.contains(TypeMask::STRING) {
                let o = o.clone();
                return Ok(convert::object_to_str(ctx, &o)?.map(Value::from));
            }
            return Ok(None);
        }
        View::Str(s) => {
            if int || float {
                match parse::classify(&s).whole() {
                    Some(phant_numeric::Number::Int(i)) if int => return Ok(Some(Value::int(i))),
                    Some(phant_numeric::Number::Int(i)) => return Ok(Some(Value::float(i as f64))),
                    Some(phant_numeric::Number::Float(f)) if float => return Ok(Some(Value::float(f))),
                    Some(phant_numeric::Number::Float(f)) => {
                        if let Some(i) = float_as_int(ctx, f, Some(&s))? {
                            return Ok(Some(Value::int(i)));
                        }
                    }
                    None => {}
                }
            }
        }
        View::Float(f) if int && !float => {
            // With a deprecation if it is no integer, even where the declaration has a string, too.
            if let Some(i) = float_as_int(ctx, f, None)? {
                return Ok(Some(Value::int(i)));
            }
        }
        View::Bool(b) if int => return Ok(Some(Value::int(i64::from(b)))),
        View::Int(i) if float => return Ok(Some(Value::float(i as f64))),
        View::Bool(b) if float => return Ok(Some(Value::float(f64::from(u8::from(b))))),
        _ => {}
    }
    if mask.contains(TypeMask::STRING) {
        return Ok(Some(Value::from(convert::to_str(ctx, v)?)));
    }
    if mask.contains(TypeMask::BOOL) {
        return Ok(Some(Value::bool(convert::to_bool(v))));
    }
    Ok(None)
}

fn float_as_int(ctx: &Ctx, f: f64, text: Option<&Str>) -> PhpResult<Option<i64>> {
    if !f.is_finite() || !(-9_223_372_036_854_775_808.0..9_223_372_036_854_775_808.0).contains(&f) {
        return Ok(None);
    }
    if f.fract() != 0.0 {
        let what = match text {
            Some(s) => format!("float-string \"{s}\""),
            None => format!("float {}", convert::repr(f)),
        };
        ctx.report(crate::error::Level::Deprecated, format!("Implicit conversion from {what} to int loses precision"));
        ctx.check()?;
    }
    Ok(Some(f as i64))
}

/// Whether a class is, extends or implements the class of that name.
pub fn is_instance_of_name(class: &Class, name: &str) -> bool {
    let is_any = |same: fn(&[u8], &[u8]) -> bool| {
        let mut c = Some(class);
        while let Some(k) = c {
            if same(k.name.as_bytes(), name.as_bytes()) {
                return true;
            }
            c = k.parent;
        }
        class.interfaces.iter().any(|i| same(i.name.as_bytes(), name.as_bytes()))
    };
    // Nearly always it is written as the class is.
    is_any(|a, b| a == b) || is_any(|a, b| a.eq_ignore_ascii_case(b))
}

/// A descriptor's type as PHP prints it. `resource` has no such text.
pub fn type_text(ty: &'static TypeDescriptor) -> String {
    crate::mirror::declared::type_decl(ty).display()
}

/// The name of the extension a native function belongs to.
pub fn extension_of(name: &str) -> Option<&'static str> {
    registry::get().functions.get(&name.to_ascii_lowercase()).map(|f| f.extension.name)
}
