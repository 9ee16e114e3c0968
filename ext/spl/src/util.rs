//! What the classes share: own properties, overridden methods, index arguments, the serialized form.

use phant_memory::{Array, Key, Object, Str, Value};
use phant_native::{
    Class, ClassPtr, Ctx, FunctionPtr, ObjectExt, PhpResult,
    class::Magic,
    coerce, convert,
    descriptor::{TypeMask, modifiers},
};

/// The name of a property of a class as property tables have it.
pub fn private_name(class: &str, name: &str) -> Key {
    Key::Str(Str::from(format!("\0{class}\0{name}")))
}

/// The object's own properties, as `(array)` shows a plain object's: names of private and protected ones mangled.
pub fn members(object: &Object) -> Array {
    let class = object.class();
    let dynamic = object.dynamic();
    let mut all = Array::with_hash_capacity(class.slots.len() + dynamic.as_ref().map_or(0, |d| d.len()));
    for (slot, property) in (0..object.slot_count()).zip(class.slots.iter()) {
        if object.slot_is_undef(slot) {
            continue;
        }
        let name = &property.name;
        let key = match property.modifiers & modifiers::VISIBILITY {
            modifiers::PRIVATE => Str::from([b"\0", property.class.name.as_bytes(), b"\0", name.as_bytes()].concat()),
            modifiers::PROTECTED => Str::concat(b"\0*\0", name),
            _ => name.to_str(),
        };
        all.set(Key::Str(key), object.slot_copied(slot));
    }
    for (key, value) in dynamic.iter().flat_map(|d| d.iter()) {
        all.set(key.to_key(), value.copied());
    }
    all
}

/// An array of two named elements.
pub fn pair(names: [&str; 2], values: [Value; 2]) -> Value {
    let mut array = Array::with_hash_capacity(2);
    for (name, value) in names.into_iter().zip(values) {
        array.set(Key::Str(phant_memory::intern(name.as_bytes())), value);
    }
    Value::from(array)
}

/// Sets the properties that `__serialize` has written.
pub fn load_members(ctx: &Ctx, object: &Object, members: &Array) -> PhpResult<()> {
    let members = members.clone();
    for (key, value) in members.iter() {
        let name = key.to_str();
        let bytes = name.as_bytes();
        let (class, plain) = match bytes.strip_prefix(b"\0").and_then(|rest| Some((rest, memchr(rest)?))) {
            Some((rest, nul)) => (Some(&rest[..nul]), &rest[nul + 1..]),
            None => (None, bytes),
        };
        let scope = scope_of(object, class);
        ctx.host.write_property(ctx, object, &Str::new(plain), value.unref(), Some(scope))?;
        ctx.check()?;
    }
    Ok(())
}

fn memchr(bytes: &[u8]) -> Option<usize> {
    bytes.iter().position(|&b| b == 0)
}

/// The class whose code may write a property that was mangled with this class name.
fn scope_of(object: &Object, mangled: Option<&[u8]>) -> ClassPtr {
    let mut class = Some(object.class());
    while let (Some(c), Some(name)) = (class, mangled) {
        if c.name.as_bytes().eq_ignore_ascii_case(name) {
            return c;
        }
        class = c.parent;
    }
    object.class()
}

/// One of the methods that every class knows without a look-up, if it is PHP code.
#[inline]
pub fn overridden(object: &Object, pick: impl FnOnce(&Magic) -> Option<FunctionPtr>) -> Option<FunctionPtr> {
    let class = object.class();
    if class.is_native() { None } else { pick(&class.magic).filter(|f| f.code().is_some()) }
}

/// The method of that (lower-case) name, if it is PHP code.
pub fn user_method(object: &Object, lower: &str) -> Option<FunctionPtr> {
    let class = object.class();
    if class.is_native() {
        return None;
    }
    class.method(lower.as_bytes()).filter(|f| f.code().is_some())
}

/// Calls a method that was looked up before.
pub fn call(ctx: &Ctx, object: &Object, method: FunctionPtr, args: &[Value]) -> PhpResult {
    ctx.host.call_function(ctx, method, Some(object), Some(object.class()), args)
}

/// Whether a class is the native class of that name or descends from it.
pub fn descends(class: &Class, name: &str) -> bool {
    coerce::is_instance_of_name(class, name)
}

/// An argument without a declared type that must be an integer, as if it were declared so. `number` is from 1.
pub fn int_argument(ctx: &Ctx, value: &Value, number: usize) -> PhpResult<i64> {
    int_or(ctx, value, number, "int")
}

/// As [`int_argument`], where the message says that `null` would do as well.
pub fn nullable_int_argument(ctx: &Ctx, value: &Value, number: usize) -> PhpResult<Option<i64>> {
    if value.is_null() { Ok(None) } else { int_or(ctx, value, number, "?int").map(Some) }
}

fn int_or(ctx: &Ctx, value: &Value, number: usize, wanted: &str) -> PhpResult<i64> {
    if let Some(i) = value.as_int() {
        return Ok(i);
    }
    let strict = ctx.host.caller_is_strict(ctx);
    if value.is_null() && !strict {
        let name = ctx.current.get().and_then(|f| f.param_name(number - 1)).unwrap_or_default();
        ctx.deprecated(format!("Passing null to parameter #{number} (${name}) of type {wanted} is deprecated"));
        ctx.check()?;
        return Ok(0);
    }
    match coerce::scalar_to(ctx, value, TypeMask::INT, strict)? {
        Some(i) => Ok(convert::to_int(&i)),
        None => {
            ctx.check()?;
            let text = format!("must be of type {wanted}, {} given", convert::value_name(value));
            Err(ctx.argument_type_error(number, text))
        }
    }
}

/// An argument without a declared type that must be a string, as if it were declared so. `number` is from 1.
pub fn str_argument(ctx: &Ctx, value: &Value, number: usize) -> PhpResult<Str> {
    if let Some(s) = value.as_str() {
        return Ok(s.into_owned());
    }
    let strict = ctx.host.caller_is_strict(ctx);
    if value.is_null() && !strict {
        let name = ctx.current.get().and_then(|f| f.param_name(number - 1)).unwrap_or_default();
        ctx.deprecated(format!("Passing null to parameter #{number} (${name}) of type string is deprecated"));
        ctx.check()?;
        return Ok(Str::default());
    }
    match coerce::scalar_to(ctx, value, TypeMask::STRING, strict)?.and_then(Value::into_str) {
        Some(s) => Ok(s),
        None => {
            ctx.check()?;
            let text = format!("must be of type string, {} given", convert::value_name(value));
            Err(ctx.argument_type_error(number, text))
        }
    }
}

/// Calls a function of another extension.
pub fn call_named(ctx: &Ctx, name: &str, args: &[Value]) -> PhpResult {
    match ctx.host.lookup_function(ctx, name.as_bytes()) {
        Some(function) => ctx.host.call_function(ctx, function, None, None, args),
        None => Err(ctx.throw_error(format!("Call to undefined function {name}()"))),
    }
}

/// Throws what PHP throws when `__unserialize` gets something else than `__serialize` returns.
pub fn ill_typed(ctx: &Ctx) -> phant_native::Thrown {
    ctx.throw("UnexpectedValueException", "Incomplete or ill-typed serialization data")
}

/// Memory for `count` values more; PHP's fatal error if there is none.
pub fn reserve(ctx: &Ctx, count: usize) -> PhpResult<()> {
    let size = size_of::<Value>();
    let Some(bytes) = count.checked_mul(size) else {
        let text = format!("Possible integer overflow in memory allocation ({count} * {size} + 0)");
        ctx.report(phant_native::Level::Error, text);
        return Err(phant_native::Thrown);
    };
    match phant_memory::heap::try_reserve(bytes) {
        Ok(()) => Ok(()),
        Err(error) => {
            ctx.report(phant_native::Level::Error, error.to_string());
            Err(phant_native::Thrown)
        }
    }
}
