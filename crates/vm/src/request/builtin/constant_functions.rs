//! Functions about constants.

use crate::runtime::{constant, vm::Vm};
use phant_memory::{Array, Key, Str, Value};
use phant_native::{Ctx, Level, PhpResult, ctx::Late, descriptor::FunctionGroup, functions, php};

pub(crate) const CORE: FunctionGroup = functions![define, defined, get_defined_constants];
pub(crate) const STANDARD: FunctionGroup = functions![constant_function];

#[php("function define(string $constant_name, mixed $value, bool $case_insensitive = false): bool")]
fn define(ctx: &Ctx, name: &Str, value: &Value, case_insensitive: bool) -> PhpResult<bool> {
    if name.as_bytes().windows(2).any(|w| w == b"::") {
        return Err(ctx.argument_error(1, "cannot be a class constant"));
    }
    if case_insensitive {
        ctx.warning(
            "Argument #3 ($case_insensitive) is ignored since declaration of case-insensitive constants is no longer supported",
        );
        ctx.check()?;
    }
    let value = match value.as_array() {
        Some(array) => {
            if !constant::is_acyclic(Vm::of(ctx), value)? {
                return Err(ctx.argument_error(2, "cannot be a recursive array"));
            }
            Value::from(constant::without_references(Vm::of(ctx), &array)?)
        }
        None => value.clone(),
    };
    if constant::define(Vm::of(ctx), name, value) {
        return Ok(true);
    }
    ctx.report(Level::Warning, format!("Constant {name} already defined"));
    Ok(false)
}

#[php("function defined(string $constant_name): bool")]
fn defined(late: Late<'_>, name: &Str) -> PhpResult<bool> {
    match Vm::current().and_then(|vm| constant::exists_plainly(vm, name)) {
        Some(exists) => Ok(exists),
        None => constant::exists(Vm::of(late.ctx()?), name),
    }
}

#[php("function constant(string $name): mixed")]
fn constant_function(ctx: &Ctx, name: &Str) -> PhpResult {
    match constant::by_text(Vm::of(ctx), name)? {
        Some(value) => Ok(value),
        None => Err(ctx.throw_error(format!("Undefined constant \"{name}\""))),
    }
}

#[php("function get_defined_constants(bool $categorize = false): array")]
fn get_defined_constants(ctx: &Ctx, categorize: bool) -> Array {
    let all = constant::all(Vm::of(ctx));
    let mut result = Array::with_hash_capacity(all.len());
    if !categorize {
        for (name, value, _) in all {
            result.set(Key::Str(name), value);
        }
        return result;
    }
    for (name, value, extension) in all {
        let key = Key::Str(phant_memory::intern(extension.as_bytes()));
        let group = result.make_mut().get_or_insert(key);
        if group.is_null() {
            group.set(Value::empty_array());
        }
        if let Some(group) = group.own_array_mut() {
            group.set(Key::Str(name), value);
        }
    }
    result
}
