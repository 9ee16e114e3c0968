//! Functions that read and write the caller's variables.

use super::caller;
use crate::{
    interpreter::symbols,
    runtime::{frame::Frame, vm::Vm},
};
use phant_memory::{Array, Held, Key, KeyRef, Str, Value, View};
use phant_native::{Ctx, PhpResult, RefArg, descriptor::FunctionGroup, functions, php};

pub(crate) const CORE: FunctionGroup = functions![get_defined_vars];
pub(crate) const STANDARD: FunctionGroup = functions![compact, extract];

#[php("function get_defined_vars(): array", reads_vars)]
fn get_defined_vars(ctx: &Ctx) -> PhpResult<Array> {
    caller::forbid_dynamic(ctx)?;
    let vm = Vm::of(ctx);
    let frame = caller::frame(vm);
    Ok(if frame.is_null() { symbols::globals_copy(vm) } else { symbols::defined(vm, frame) })
}

#[php("function compact($var_name, ...$var_names): array", reads_vars)]
fn compact(ctx: &Ctx, var_name: &Value, var_names: &[Value]) -> PhpResult<Array> {
    caller::forbid_dynamic(ctx)?;
    let mut result = Array::with_hash_capacity(var_names.len() + 1);
    let all = std::iter::once(var_name).chain(var_names);
    for (i, name) in all.enumerate() {
        collect(ctx, &mut result, &name.deref(), i + 1)?;
    }
    Ok(result)
}

/// Adds the variable of that name, or those of an array of names.
fn collect(ctx: &Ctx, result: &mut Array, name: &Value, number: usize) -> PhpResult<()> {
    match name.view() {
        View::Str(name) => {
            let vm = Vm::of(ctx);
            let frame = caller::frame(vm);
            if frame.is_null() {
                return Ok(());
            }
            if let Some(place) = symbols::find(vm, frame, &name) {
                // SAFETY: a live place; its value is copied at once.
                let value = unsafe { (*place).unref() };
                if !value.is_undef() {
                    result.set(Key::from(name), value);
                    return Ok(());
                }
            }
            if name.as_bytes() == b"this" {
                // SAFETY: the frame is live.
                if let Some(this) = unsafe { crate::runtime::frame::this_of(frame) } {
                    result.set(Key::from(name), Value::from(this));
                }
                return Ok(());
            }
            let text = format!("Undefined variable ${name}");
            ctx.warning(text);
            ctx.check()
        }
        View::Array(names) => {
            if !names.protect() {
                return Err(ctx.throw_error("Recursion detected"));
            }
            let names = names.clone();
            let mut done = Ok(());
            for value in names.values() {
                done = collect(ctx, result, &value.deref(), number);
                if done.is_err() {
                    break;
                }
            }
            names.unprotect();
            done
        }
        _ => {
            let given = phant_native::convert::value_name(name);
            ctx.warning(format!("Argument #{number} must be string or array of strings, {given} given"));
            ctx.check()
        }
    }
}

const EXTR_OVERWRITE: i64 = 0;
const EXTR_SKIP: i64 = 1;
const EXTR_PREFIX_SAME: i64 = 2;
const EXTR_PREFIX_ALL: i64 = 3;
const EXTR_PREFIX_INVALID: i64 = 4;
const EXTR_PREFIX_IF_EXISTS: i64 = 5;
const EXTR_IF_EXISTS: i64 = 6;
const EXTR_REFS: i64 = 256;

#[php("function extract(array prefer &$array, int $flags = EXTR_OVERWRITE, string $prefix = ''): int", writes_vars)]
fn extract(ctx: &Ctx, mut array: RefArg<'_>, flags: i64, prefix: &Str, passed: usize) -> PhpResult<i64> {
    let by_ref = flags & EXTR_REFS != 0;
    let mode = flags & 0xff;
    if !(EXTR_OVERWRITE..=EXTR_IF_EXISTS).contains(&mode) {
        return Err(ctx.argument_error(2, "must be a valid extract type"));
    }
    if (EXTR_PREFIX_SAME..=EXTR_PREFIX_IF_EXISTS).contains(&mode) && passed < 3 {
        return Err(ctx.argument_error(3, "is required when using this extract type"));
    }
    if !prefix.is_empty() && !is_name(prefix) {
        return Err(ctx.argument_error(3, "must be a valid identifier"));
    }
    caller::forbid_dynamic(ctx)?;

    // References are made before anything runs; the elements are then walked in a copy of the handle.
    if by_ref {
        array.update(|array| {
            for (_, slot) in array.own_array_mut().into_iter().flat_map(|array| array.make_mut().iter_mut()) {
                slot.make_ref();
            }
        });
    }
    let Some(values) = array.get().as_array().map(Held::into_owned) else { return Ok(0) };
    let frame = caller::frame(Vm::of(ctx));
    let mut count = 0;
    for (key, value) in values.iter() {
        let plain = match key {
            KeyRef::Str(name) if mode == EXTR_OVERWRITE && !matches!(name.as_bytes(), b"this" | b"GLOBALS") => Some(name),
            _ => None,
        };
        let name = match plain {
            Some(name) if !is_name(name) => continue,
            Some(name) => name.to_handle(),
            None => match target(ctx, key, mode, prefix)? {
                Some(name) => name,
                None => continue,
            },
        };
        assign(ctx, frame, &name, value, by_ref)?;
        count += 1;
    }
    Ok(count)
}

/// The variable that an element goes to; `None` leaves it out.
fn target(ctx: &Ctx, key: KeyRef<'_>, mode: i64, prefix: &Str) -> PhpResult<Option<Str>> {
    let prefixed = |name: &[u8]| Str::from([prefix.as_bytes(), b"_", name].concat());
    let name = match key {
        KeyRef::Str(name) => name.to_handle(),
        KeyRef::Int(_) if mode != EXTR_PREFIX_ALL && mode != EXTR_PREFIX_INVALID => return Ok(None),
        KeyRef::Int(number) => return usable(ctx, prefixed(number.to_string().as_bytes())),
    };
    let is_this = name.as_bytes() == b"this";
    // Whether a variable is set; `None` if the code does not even have it.
    let known = || {
        let vm = Vm::of(ctx);
        let frame = caller::frame(vm);
        let place = if frame.is_null() { None } else { symbols::find(vm, frame, &name) };
        // SAFETY: a live place.
        place.map(|place| unsafe { !(*place).is_undef() })
    };
    let exists = || known() == Some(true);
    let chosen = match mode {
        EXTR_SKIP if is_this || exists() => return Ok(None),
        EXTR_IF_EXISTS if !exists() => return Ok(None),
        // One that the code has and that is not set is set as it is, in PHP too.
        EXTR_PREFIX_IF_EXISTS if known() != Some(true) => match known() {
            None => return Ok(None),
            _ => name,
        },
        EXTR_OVERWRITE | EXTR_IF_EXISTS if name.as_bytes() == b"GLOBALS" && exists() => return Ok(None),
        EXTR_PREFIX_SAME | EXTR_PREFIX_ALL if name.is_empty() => return Ok(None),
        EXTR_PREFIX_SAME if is_this || exists() => prefixed(&name),
        EXTR_PREFIX_INVALID if is_this || !is_name(&name) => prefixed(&name),
        EXTR_PREFIX_ALL | EXTR_PREFIX_IF_EXISTS => prefixed(&name),
        _ => name,
    };
    usable(ctx, chosen)
}

/// Names that are none are left out; `$this` is an error.
fn usable(ctx: &Ctx, name: Str) -> PhpResult<Option<Str>> {
    if name.as_bytes() == b"this" {
        return Err(ctx.throw_error("Cannot re-assign $this"));
    }
    Ok(is_name(&name).then_some(name))
}

/// Assigns to a variable of the frame, or to a global one if that is null.
fn assign(ctx: &Ctx, frame: *mut Frame, name: &Str, value: &Value, by_ref: bool) -> PhpResult<()> {
    let vm = Vm::of(ctx);
    let place = if frame.is_null() { symbols::make_global(vm, name) } else { symbols::make(vm, frame, name) };
    // SAFETY: a live place; the old value is dropped once the new one is there.
    unsafe {
        let aux = (*place).aux();
        let old = if by_ref {
            std::ptr::replace(place, value.clone())
        } else {
            match (*place).as_ref().cloned() {
                Some(reference) if !reference.sources().is_null() => {
                    return crate::runtime::object::property::assign_through_reference(vm, &reference, value.unref(), false);
                }
                Some(reference) => {
                    reference.set(value.unref());
                    return ctx.check();
                }
                None => std::ptr::replace(place, value.unref()),
            }
        };
        (*place).set_aux(aux);
        drop(old);
    }
    ctx.check()
}

/// Whether a text can be the name of a variable.
fn is_name(name: &[u8]) -> bool {
    /// Whether a byte may be part of one.
    const WORD: [bool; 256] = {
        let mut word = [false; 256];
        let mut b = 0;
        while b < 256 {
            word[b] = (b as u8).is_ascii_alphanumeric() || b == b'_' as usize || b >= 0x80;
            b += 1;
        }
        word
    };
    name.first().is_some_and(|b| !b.is_ascii_digit()) && name.iter().all(|&b| WORD[usize::from(b)])
}
