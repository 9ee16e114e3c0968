//! Casts.

use super::{arithmetic::unary, *};
use crate::runtime::object::property;
use phant_memory::{Array, Key, KeyRef, Object, View};
use phant_native::{ObjectExt, convert};

fn cast(vm: &Vm, v: Value, to: u16) -> phant_native::PhpResult {
    Ok(match to {
        4 => Value::int(convert::int(&vm.ctx, &v)?),
        5 => Value::float(convert::float(&vm.ctx, &v)?),
        6 => Value::from(convert::to_str(&vm.ctx, &v)?),
        7 => match v.view() {
            View::Null => Value::empty_array(),
            View::Array(_) => v,
            View::Object(o) => array_of_object(vm, &v, &o)?,
            _ => Value::from(Array::list([v])),
        },
        _ => match v.view() {
            View::Object(_) => v,
            View::Array(a) if has_names_only(&a) => Value::from(vm.ctx.std_object(a.clone())?),
            View::Array(a) => {
                let mut properties = Array::with_hash_capacity(a.len());
                for (k, v) in a.iter() {
                    properties.make_mut().set(Key::Str(k.to_str()), v.clone());
                }
                Value::from(vm.ctx.std_object(properties)?)
            }
            View::Null => Value::from(vm.ctx.std_object(Array::new())?),
            _ => {
                let mut properties = Array::new();
                properties.set_name("scalar", v);
                Value::from(vm.ctx.std_object(properties)?)
            }
        },
    })
}
fn array_of_object(vm: &Vm, v: &Value, o: &Object) -> phant_native::PhpResult {
    if let Some(callable) = vm.ctx.host.closure_callable(&vm.ctx, o) {
        drop(callable);
        return Ok(Value::from(Array::list([v.clone()])));
    }
    let properties = property::properties_array(vm, o, phant_native::host::PropertyView::Raw)?;
    let class = o.class();
    if class.handlers.properties.is_none() && properties.len() <= class.slots.len() && o.dynamic().is_none() {
        // Names of declared properties are no integers.
        return Ok(Value::from(properties));
    }
    Ok(Value::from(if has_numbers(&properties) {
        properties.iter().map(|(k, v)| (Key::from(&k.to_str()), v.clone())).collect::<Array>()
    } else {
        properties
    }))
}
/// Whether names of properties are decimal integers, which become integers in every array.
fn has_numbers(properties: &Array) -> bool {
    let is_number = |s: &[u8]| s.first().is_some_and(|b| *b <= b'9') && phant_numeric::array_key(s).is_some();
    properties.keys().any(|k| matches!(k, KeyRef::Str(s) if is_number(s)))
}
/// Whether an array can be an object's table of properties as it is.
fn has_names_only(a: &Array) -> bool {
    a.keys().all(|k| matches!(k, KeyRef::Str(_)))
}
/// The array of an object whose properties are all it takes: no code runs, and no class has a say.
fn quick_array(o: &Object) -> Option<Array> {
    if o.bits() != 0 || o.class().handlers.properties.is_some() || crate::runtime::closure::is_closure(o) {
        return None;
    }
    let properties = property::stored(o);
    (!o.has_dynamic() || !has_numbers(&properties)).then_some(properties)
}
op!(Cast(pc, fp, vm) {
    let v = &*slot(fp, (*pc).b);
    // Already of the type, in a temporary: it just moves.
    if v.type_bit() == 1 << (*pc).c.number() && is_temp(fp, (*pc).b) {
        let moved = slot(fp, (*pc).b).read();
        set(fp, (*pc).a, moved);
        next!(pc, fp, vm);
    }
    // A string in a variable is shared.
    if (*pc).c.number() == 6 && v.raw_type() == tag::STRING {
        let shared = v.clone();
        set(fp, (*pc).a, shared);
        next!(pc, fp, vm);
    }
    if (*pc).c.number() == 4 && v.tag() == tag::FLOAT {
        let i = phant_numeric::float_to_int(float(v));
        set(fp, (*pc).a, Value::int(i));
        next!(pc, fp, vm);
    }
    if (*pc).c.number() == 5 && v.tag() == tag::INT {
        set(fp, (*pc).a, Value::float(int(v) as f64));
        next!(pc, fp, vm);
    }
    otherwise_go!(pc, fp, vm, {
        if quick_cast(pc, fp) {
            next!(pc, fp, vm);
        }
        if (*pc).c.number() == 6
            && let Some((entry, frame)) = magic::begin_to_string(pc, fp, vm)
        {
            crate::interpreter::dispatch::go!(entry.as_ptr(), frame, vm);
        }
        if (*pc).c.number() >= 7 && cast_shape(pc, fp, vm) {
            next!(pc, fp, vm);
        }
        next_if!(unary(pc, fp, vm, cast), pc, fp, vm)
    })
});
/// Casts between scalars, for which no code runs; false, and nothing is done, for others.
unsafe fn quick_cast(pc: *const Insn, fp: *mut Frame) -> bool {
    // SAFETY: called by the handler with its own instruction.
    unsafe {
        let v = (*slot(fp, (*pc).b)).deref_lent();
        let result = match ((*pc).c.number(), v.tag() & tag::TYPE) {
            (4, tag::STRING) => match v.own_str().and_then(|text| phant_numeric::parse::plain_int(text.as_bytes())) {
                Some(i) => Value::int(i),
                None => return false,
            },
            (4, tag::INT) | (5, tag::FLOAT) | (6, tag::STRING) => v.clone(),
            (4, tag::NULL | tag::FALSE | tag::TRUE) => Value::int(i64::from(v.tag() == tag::TRUE)),
            (5, tag::INT) => Value::float(int(v) as f64),
            (6, tag::INT) => Value::from(phant_memory::Str::from(int(v))),
            _ => return false,
        };
        // Text goes without a destructor.
        consume(fp, (*pc).b);
        set(fp, (*pc).a, result);
        true
    }
}
/// A variable's object as an array, or its array as an object, for which no code runs; false, and nothing is done, for others.
#[inline(never)]
unsafe fn cast_shape(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by the handler with its own instruction.
    unsafe {
        if is_temp(fp, (*pc).b) {
            return false;
        }
        let v = (*slot(fp, (*pc).b)).deref_lent();
        let result = match ((*pc).c.number(), v.own_object(), v.own_array()) {
            (7, Some(o), _) => quick_array(o).map(Value::from),
            (8, _, Some(a)) if has_names_only(a) => vm.ctx.std_object(a.clone()).ok().map(Value::from),
            _ => None,
        };
        result.map(|result| set(fp, (*pc).a, result)).is_some()
    }
}
