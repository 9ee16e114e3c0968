//! What formats of serialized values have in common: the properties of an object as its table has them, and how values get
//! back into one.

use crate::{
    serialize::{INCOMPLETE_CLASS, INCOMPLETE_NAME},
    var,
};
use phant_memory::{Key, KeyRef, Object, Reference, Str, Value};
use phant_native::{
    ClassPtr, Ctx, Level, ObjectExt, PhpResult,
    class::{ClassKind, Property, class_flags},
    coerce, convert,
    descriptor::TypeMask,
    host::PropertyView,
};

pub use crate::var::{case_name, mangled_name};

/// A name as messages show it: that of an anonymous class ends where its file begins.
pub fn display(name: &[u8]) -> String {
    var::display(name)
}

/// A property's name without what says whose it is.
pub fn plain_name(mangled: &[u8]) -> &[u8] {
    var::unmangle(mangled).1
}

/// Whether a property's name that begins with a NUL byte has behind it the class (or `*`), another one, and the name. If not, there
/// is a notice.
pub fn check_name(ctx: &Ctx, mangled: &[u8]) -> PhpResult<bool> {
    let Some(wrong) = fault_of_name(mangled) else { return Ok(true) };
    ctx.report(Level::Notice, wrong);
    ctx.check()?;
    Ok(false)
}

/// What is wrong with a mangled name.
#[inline]
pub(crate) fn fault_of_name(mangled: &[u8]) -> Option<&'static str> {
    let Some((0, rest)) = mangled.split_first() else { return None };
    match rest {
        [] | [_] | [0, ..] => Some("Illegal member variable name"),
        [owner @ .., _] if !owner.contains(&0) => Some("Corrupt member variable name"),
        _ => None,
    }
}

/// Whether objects of a class cannot be serialized at all.
pub fn is_refused(class: ClassPtr) -> bool {
    class.has_flag(class_flags::NOT_SERIALIZABLE) || class.has_flag(class_flags::ANONYMOUS)
}

/// Whether a class is the one of objects whose own class is unknown.
pub fn is_incomplete(class: ClassPtr) -> bool {
    class.is_named(INCOMPLETE_CLASS)
}

/// The name of an object's class; for an object of an unknown class the one it was read with.
pub fn class_name(object: &Object) -> Str {
    let class = object.class();
    let known = || class.name.to_str();
    if !class.is_named(INCOMPLETE_CLASS) {
        return known();
    }
    object.dynamic().and_then(|d| d.get_bytes(INCOMPLETE_NAME.as_bytes())?.unref().into_str()).unwrap_or_else(known)
}

/// Whether a key is that of the property which names an unknown class.
pub fn is_incomplete_name(key: KeyRef<'_>) -> bool {
    matches!(key, KeyRef::Str(name) if name.as_bytes() == INCOMPLETE_NAME.as_bytes())
}

/// Makes a lazy object real, where serializing it asks for that.
pub fn settled(ctx: &Ctx, object: &Object) -> PhpResult<Object> {
    if object.bits() != 0 && ctx.host.is_lazy_uninitialized(ctx, object) && !ctx.host.mirror().is_serialized_lazy(ctx, object) {
        return ctx.host.initialize_lazy(ctx, object);
    }
    Ok(object.clone())
}

/// Whether an object's properties are just its slots and what was added to it.
pub fn is_plain(ctx: &Ctx, object: &Object) -> bool {
    // Of the engine's marks, that a magic method was called is none that counts.
    let is_own = || object.bits() == 0 || ctx.host.mirror().lazy_kind(ctx, object).is_none();
    object.class().handlers.properties.is_none() && is_own()
}

/// All properties with their mangled names; references stay references, and uninitialised ones are undefined values.
pub fn properties(ctx: &Ctx, object: &Object) -> PhpResult<Vec<(Key, Value)>> {
    let class = object.class();
    if !is_plain(ctx, object) {
        let table = ctx.properties(object, PropertyView::Raw)?;
        return Ok(table.iter().map(|(k, v)| (k.to_key(), v.clone())).collect());
    }
    let mut out = Vec::with_capacity(class.slots.len());
    for (slot, property) in class.slots.iter().enumerate() {
        out.push((Key::Str(mangled_name(property)), object.slot(slot as u16)));
    }
    if let Some(dynamic) = object.dynamic() {
        out.extend(dynamic.iter().map(|(k, v)| (k.to_key(), v.clone())));
    }
    Ok(out)
}

/// Looks up one property among all by the name that `__sleep` gave: as it is, as a private one of the class, as a
/// protected one. The mangled name comes back.
pub fn named_by_sleep<'a>(class: ClassPtr, all: &'a [(Key, Value)], name: &[u8]) -> Option<&'a (Key, Value)> {
    let private = [b"\0", class.name.as_bytes(), b"\0", name].concat();
    let protected = [b"\0*\0", name].concat();
    let forms: [&[u8]; 3] = [name, &private, &protected];
    forms.iter().find_map(|form| all.iter().find(|(key, _)| crate::serialize::is_name(key, form)))
}

/// The class of that name, with PHP's `unserialize_callback_func` if there is none; `None` if it remains unknown. A handler that
/// throws when it is told so does not end the reading: what follows is still made, and the exception is found at the end.
pub fn find_class(ctx: &Ctx, name: &Str) -> PhpResult<Option<ClassPtr>> {
    let found = ctx.class(name);
    if found.is_some() {
        return Ok(found);
    }
    ctx.check()?;
    let callback = ctx.ini.text("unserialize_callback_func");
    if callback.is_empty() {
        return Ok(None);
    }
    match ctx.resolve_callable(&Value::from(callback.clone())) {
        Ok(callable) => {
            ctx.call(&callable, &[Value::from(name.clone())])?;
        }
        Err(reason) => {
            ctx.check()?;
            return Err(ctx.throw_error([b"Invalid callback ", callback.as_bytes(), b", ", reason.as_bytes()].concat()));
        }
    }
    let found = ctx.class(name);
    if found.is_none() {
        ctx.check()?;
        ctx.warning(format!("Function {callback}() hasn't defined the class it was called for"));
    }
    Ok(found)
}

/// An object without a constructor call. Of a class that is unknown it keeps the name.
pub fn create(ctx: &Ctx, class: Option<ClassPtr>, name: &Str) -> PhpResult<Object> {
    let Some(class) = class else {
        let object = ctx.allocate(ctx.known_class(INCOMPLETE_CLASS))?;
        object.set_dynamic(Key::Str(Str::from(INCOMPLETE_NAME)), Value::from(name.clone()));
        return Ok(object);
    };
    match not_made(class) {
        Some(word) => Err(ctx.throw_error(format!("Cannot instantiate {word} {}", class.name))),
        None => ctx.allocate(class),
    }
}

/// The word for a class that has no objects.
pub fn not_made(class: ClassPtr) -> Option<&'static str> {
    match class.kind {
        ClassKind::Interface => Some("interface"),
        ClassKind::Trait => Some("trait"),
        ClassKind::Enum => Some("enum"),
        ClassKind::Class if class.is_abstract() => Some("abstract class"),
        ClassKind::Class => None,
    }
}

/// The slot of the property whose mangled name this is. `guess` is where to look first.
#[inline]
pub fn slot_of(class: ClassPtr, name: &[u8], guess: usize) -> Option<(u16, &'static Property)> {
    let is_it = |property: &&'static Property| property.mangled.as_bytes() == name;
    if let Some(property) = class.slots.get(guess).filter(|p| is_it(p)) {
        return Some((guess as u16, property));
    }
    let at = class.slots.iter().position(is_it)?;
    Some((at as u16, class.slots[at]))
}

/// Puts a value, or a reference, into a declared property. An error is thrown if its type does not take it.
#[inline]
pub fn set_slot(ctx: &Ctx, object: &Object, slot: u16, property: &'static Property, value: Value) -> PhpResult<()> {
    if property.ty.is_none() {
        object.set_slot(slot, value);
        return Ok(());
    }
    set_typed_slot(ctx, object, slot, property, value)
}

fn set_typed_slot(ctx: &Ctx, object: &Object, slot: u16, property: &'static Property, value: Value) -> PhpResult<()> {
    match (value.as_ref(), &property.ty) {
        (Some(reference), Some(_)) => {
            let reference: &Reference = reference;
            if let Err(thrown) = ctx.host.set_property_reference(ctx, object, slot, property, reference) {
                object.set_slot(slot, Value::UNDEF);
                return Err(thrown);
            }
        }
        (None, Some(ty)) => match ctx.host.coerce_to_type(ctx, value, ty, Some(property.class), true) {
            Ok(value) => object.set_slot(slot, value),
            Err(refused) => {
                object.set_slot(slot, Value::UNDEF);
                ctx.check()?;
                return Err(ctx.type_error(format!(
                    "Cannot assign {} to property {}::${} of type {}",
                    convert::type_name(&refused),
                    property.class.name,
                    property.name,
                    ty.display()
                )));
            }
        },
        (_, None) => object.set_slot(slot, value),
    }
    Ok(())
}

/// Says that an object gets a property that its class does not declare, where PHP does. `here` puts the function's name in
/// front.
pub fn report_dynamic(ctx: &Ctx, object: &Object, name: &[u8], here: bool) -> PhpResult<()> {
    let class = object.class();
    // Messages end at a NUL byte, as C strings do.
    let shown = name.split(|&b| b == 0).next().unwrap_or_default();
    if class.has_flag(class_flags::NO_DYNAMIC_PROPERTIES) {
        let text = [b"Cannot create dynamic property ", class.name.as_bytes(), b"::$", shown].concat();
        return Err(ctx.throw_error(text));
    }
    if !class.has_flag(class_flags::ALLOW_DYNAMIC_PROPERTIES) {
        let text = [b"Creation of dynamic property ", class.name.as_bytes(), b"::$", shown, b" is deprecated"].concat();
        if here {
            ctx.deprecated(text)
        } else {
            ctx.report(Level::Deprecated, text)
        }
        ctx.check()?;
    }
    Ok(())
}

/// An argument that must be a string though the signature does not say so.
pub fn text_argument(ctx: &Ctx, value: &Value, number: usize, name: &str) -> PhpResult<Str> {
    if let Some(text) = value.as_str() {
        return Ok(text.into_owned());
    }
    let strict = ctx.host.caller_is_strict(ctx);
    if value.is_null() && !strict {
        ctx.deprecated(format!("Passing null to parameter #{number} (${name}) of type string is deprecated"));
        ctx.check()?;
        return Ok(Str::default());
    }
    match coerce::scalar_to(ctx, value, TypeMask::STRING, strict)?.and_then(Value::into_str) {
        Some(text) => Ok(text),
        None => {
            let given = convert::value_name(value);
            Err(ctx.argument_type_error(number, format!("must be of type string, {given} given")))
        }
    }
}
