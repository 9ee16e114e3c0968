//! Functions that calls of compile to instructions: what looks something up in an array, and what looks at the frame.

use super::*;
use crate::interpreter::symbols;
use phant_memory::{Array, PhpArray, Str, View, array::LookedUp};

/// Whether the array has the key, if both can be looked at where they are: nobody else runs meanwhile.
#[inline(always)]
unsafe fn has_lent_key(pc: *const Insn, fp: *mut Frame) -> Option<bool> {
    // SAFETY: called by the handler.
    unsafe {
        let (k, a) = (&*slot(fp, (*pc).b), &*slot(fp, (*pc).c));
        // A temporary would have to be dropped.
        if k.is_counted() && is_temp(fp, (*pc).b) || a.is_counted() && is_temp(fp, (*pc).c) {
            return None;
        }
        let (k, a) = (k.deref_lent(), a.deref_lent().own_array()?);
        match (k.own_str(), k.as_int()) {
            // It may be an integer.
            (Some(s), _) if s.first().is_some_and(|first| *first <= b'9') => None,
            (Some(s), _) => match a.look_up(s) {
                LookedUp::Found(_) => Some(true),
                LookedUp::Absent => Some(false),
                LookedUp::Unknown => None,
            },
            (None, Some(i)) => Some(a.get_int(i).is_some()),
            _ => None,
        }
    }
}
#[inline(never)]
unsafe fn key_exists(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let k = take(fp, (*pc).b, vm);
        let a = take(fp, (*pc).c, vm);
        !vm.ctx.has_exception() && look_for_key(pc, fp, vm, k, a)
    }
}
/// Whether a value that should be an array has a key.
unsafe fn look_for_key(pc: *const Insn, fp: *mut Frame, vm: &Vm, k: Value, a: Value) -> bool {
    // SAFETY: called with the instruction being executed.
    unsafe {
        let quick = match (k.view(), a.view()) {
            (View::Int(i), View::Array(a)) => Some(a.get_int(i).is_some()),
            (View::Str(s), View::Array(a)) => Some(a.get(&phant_memory::KeyRef::from_str(&s)).is_some()),
            (View::Null, View::Array(a)) => Some(a.get_bytes(b"").is_some()),
            (View::Bool(b), View::Array(a)) => Some(a.get_int(i64::from(b)).is_some()),
            _ => None,
        };
        let r = match quick {
            Some(b) => Ok(Value::bool(b)),
            None if a.is_array() && matches!(k.view(), View::Array(_) | View::Object(_)) => {
                let text = format!("Cannot access offset of type {} on array", phant_native::convert::type_name(&k));
                Err(vm.ctx.type_error(text))
            }
            None => vm.call_named_native(b"array_key_exists", &[k, a]),
        };
        match r {
            Ok(v) => {
                set(fp, (*pc).a, v);
                true
            }
            Err(_) => false,
        }
    }
}
op!(ArrayKeyExists(pc, fp, vm) {
    if let Some(exists) = has_lent_key(pc, fp) {
        give_truth!((*pc).a, pc.add(1), fp, vm, exists);
    }
    otherwise!(key_exists(pc, fp, vm), pc, fp, vm)
});

#[inline(never)]
unsafe fn global_exists(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let k = take(fp, (*pc).b, vm);
        if vm.ctx.has_exception() {
            return false;
        }
        let exists = match k.view() {
            View::Str(name) => symbols::find_global(vm, &name).is_some(),
            View::Int(i) => symbols::find_global(vm, &Str::from(i)).is_some(),
            _ => return look_for_key(pc, fp, vm, k, Value::from(symbols::globals_copy(vm))),
        };
        drop(k);
        set(fp, (*pc).a, Value::bool(exists));
        !vm.ctx.has_exception()
    }
}
op!(GlobalExists(pc, fp, vm) { next_if!(global_exists(pc, fp, vm), pc, fp, vm) });

/// The keys that an instruction searches among.
#[inline(always)]
unsafe fn searched<'a>(pc: *const Insn, fp: *mut Frame) -> &'a PhpArray {
    // SAFETY: called with the instruction being executed, whose literal is an array.
    unsafe { &*((*lit(fp, (*pc).c)).payload() as *const PhpArray) }
}
op!(InStrings(pc, fp, vm) {
    let v = &*slot(fp, (*pc).b);
    // A temporary would have to be dropped.
    if !(v.is_counted() && is_temp(fp, (*pc).b))
        && let Some(s) = v.deref_lent().own_str()
    {
        let found = match searched(pc, fp).look_up(s) {
            LookedUp::Found(_) => Some(true),
            LookedUp::Absent => Some(false),
            LookedUp::Unknown => None,
        };
        if let Some(found) = found {
            give_truth!((*pc).a, pc.add(1), fp, vm, found);
        }
    }
    otherwise!(search(pc, fp, vm, |keys, v| Some(keys.get_bytes(v.own_str()?).is_some())), pc, fp, vm)
});
op!(InIntegers(pc, fp, vm) {
    let v = &*slot(fp, (*pc).b);
    if v.raw_type() == tag::INT {
        let found = searched(pc, fp).get_int(v.payload() as i64).is_some();
        give_truth!((*pc).a, pc.add(1), fp, vm, found);
    }
    otherwise!(search(pc, fp, vm, |keys, v| Some(keys.get_int(v.as_int()?).is_some())), pc, fp, vm)
});
/// Searches for a value of any type: `among` does it for those of the keys' type.
#[inline(never)]
unsafe fn search(pc: *const Insn, fp: *mut Frame, vm: &Vm, among: fn(&PhpArray, &Value) -> Option<bool>) -> bool {
    // SAFETY: called by its handlers.
    unsafe {
        let vm = leave(pc, fp, vm);
        let v = take(fp, (*pc).b, vm);
        if vm.ctx.has_exception() {
            return false;
        }
        let keys = searched(pc, fp);
        let strictly = keys.values().next().is_some_and(|v| v.as_bool() == Some(true));
        let found = match among(keys, &v) {
            Some(found) => Ok(Value::bool(found)),
            None if strictly => Ok(Value::FALSE),
            None => {
                let values = keys.keys().map(|key| key.to_key().to_value()).collect::<Array>();
                vm.call_named_native(b"in_array", &[v, Value::from(values)])
            }
        };
        match found {
            Ok(found) => {
                set(fp, (*pc).a, found);
                true
            }
            Err(_) => false,
        }
    }
}

op!(Compact(pc, fp, vm) { next_if!(compact(pc, fp, vm), pc, fp, vm) });
/// An array of the variables; where one is not set, the function itself says so.
#[inline(never)]
unsafe fn compact(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler; the literal is an array whose elements are slots of variables.
    unsafe {
        let vm = leave(pc, fp, vm);
        let slots = &*((*lit(fp, (*pc).b)).payload() as *const PhpArray);
        let mut made = Array::with_hash_capacity(slots.len());
        let out = made.make_mut();
        for (name, at) in slots.iter() {
            let v = &*slot(fp, at.payload() as u16);
            let v = v.deref_lent();
            if v.is_undef() {
                let names: Vec<_> = slots.keys().map(|key| key.to_key().to_value()).collect();
                return match vm.call_named_native(b"compact", &names) {
                    Ok(made) => {
                        set(fp, (*pc).a, made);
                        true
                    }
                    Err(_) => false,
                };
            }
            out.set(name.to_key(), v.clone());
        }
        set(fp, (*pc).a, Value::from(made));
        true
    }
}

op!(FuncGetArgs(pc, fp, vm) {
    get_args(pc, fp);
    next!(pc, fp, vm)
});
op!(FuncNumArgs(pc, fp, vm) {
    set(fp, (*pc).a, Value::int(i64::from((*fp).nargs)));
    next!(pc, fp, vm)
});
#[inline(never)]
unsafe fn get_args(pc: *const Insn, fp: *mut Frame) {
    // SAFETY: called by its handler.
    unsafe { set(fp, (*pc).a, Value::from(crate::runtime::frame::arguments_list(fp))) }
}
