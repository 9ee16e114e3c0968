//! Functions about classes and objects.

use crate::EXTENSION;
use phant_memory::{Array, Key, Object, Str, Value, View};
use phant_native::{
    ClassPtr, Ctx, Level, ObjectExt, PhpResult, convert, descriptor::FunctionGroup, functions, php, ret::OrFalse,
};

pub const FUNCTIONS: FunctionGroup =
    functions![class_implements, class_parents, class_uses, spl_classes, spl_object_hash, spl_object_id];

/// The class that an object has or a string names; `None` after a warning.
fn class_of(ctx: &Ctx, value: &Value, autoload: bool) -> PhpResult<Option<ClassPtr>> {
    match value.view() {
        View::Object(object) => Ok(Some(object.class())),
        View::Str(name) => {
            let class = ctx.host.lookup_class(ctx, &name, autoload);
            ctx.check()?;
            if class.is_none() {
                let why = if autoload { " and could not be loaded" } else { "" };
                ctx.report_here(Level::Warning, format!("Class {name} does not exist{why}"));
                ctx.check()?;
            }
            Ok(class)
        }
        _ => {
            let text = format!("must be of type object|string, {} given", convert::value_name(value));
            Err(ctx.argument_type_error(1, text))
        }
    }
}

/// Names as keys and values.
fn names(classes: impl Iterator<Item = ClassPtr>) -> OrFalse<Array> {
    let mut all = Array::new();
    for class in classes {
        all.set(Key::Str(class.name.clone()), Value::from(class.name.clone()));
    }
    OrFalse::Some(all)
}

/// The interfaces that a class implements, those of its parents included.
#[php("function class_implements($object_or_class, bool $autoload = true): array|false")]
fn class_implements(ctx: &Ctx, object_or_class: &Value, autoload: bool) -> PhpResult<OrFalse<Array>> {
    let Some(class) = class_of(ctx, object_or_class, autoload)? else { return Ok(OrFalse::False) };
    Ok(names(class.interfaces.iter().copied()))
}

/// The parents of a class, the nearest first.
#[php("function class_parents($object_or_class, bool $autoload = true): array|false")]
fn class_parents(ctx: &Ctx, object_or_class: &Value, autoload: bool) -> PhpResult<OrFalse<Array>> {
    let Some(class) = class_of(ctx, object_or_class, autoload)? else { return Ok(OrFalse::False) };
    Ok(names(std::iter::successors(class.parent, |class| class.parent)))
}

/// The traits that a class itself uses.
#[php("function class_uses($object_or_class, bool $autoload = true): array|false")]
fn class_uses(ctx: &Ctx, object_or_class: &Value, autoload: bool) -> PhpResult<OrFalse<Array>> {
    let Some(class) = class_of(ctx, object_or_class, autoload)? else { return Ok(OrFalse::False) };
    Ok(names(class.traits.iter().copied()))
}

/// The classes of this extension.
#[php("function spl_classes(): array")]
fn spl_classes() -> Array {
    let mut listed: Vec<&str> = EXTENSION.classes.iter().map(|class| class.name).collect();
    listed.sort_unstable();
    let mut all = Array::with_hash_capacity(listed.len());
    for name in listed {
        let name = Str::from(name);
        all.set(Key::Str(name.clone()), Value::from(name));
    }
    all
}

/// 32 characters that no other living object has.
#[php("function spl_object_hash(object $object): string")]
fn spl_object_hash(object: &Object) -> Str {
    hash_of(object)
}

/// The text that stands for an object as long as it lives.
pub(crate) fn hash_of(object: &Object) -> Str {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let mut left = u64::from(object.handle());
    Str::filled(32, |out| {
        out.fill(b'0');
        for place in out[..16].iter_mut().rev() {
            *place = DIGITS[(left & 15) as usize];
            left >>= 4;
        }
    })
}

/// A number that no other living object has.
#[php("function spl_object_id(object $object): int")]
fn spl_object_id(object: &Object) -> i64 {
    i64::from(object.handle())
}
