//! Walking objects: Iterator, IteratorAggregate, generators, plain objects.

use crate::{
    interpreter::generator,
    runtime::{dim::known_method, object::property, vm::Vm},
};
use phant_memory::{Array, Held, Key, NativeData, Object, Tracer, Value};
use phant_native::{ClassPtr, Ctx, ObjectExt, PhpResult, class::class_flags, convert};
use std::cell::{Cell, RefCell};

/// Beside the object in an iteration's slot: its class walks it natively.
const NATIVE: u32 = 1;

/// Whether an object can be walked as Traversable.
pub fn is_traversable(o: &Object) -> bool {
    o.class().has_flag(class_flags::ITERATOR | class_flags::ITERATOR_AGGREGATE) || generator::is_generator(o)
}

/// A walk over the properties of a plain object.
struct PropertyWalk {
    object: Object,
    names: RefCell<Array>,
    pos: Cell<u32>,
    scope: Option<ClassPtr>,
}
impl NativeData for PropertyWalk {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        tracer.object(&self.object);
    }
}

/// Begins a walk: the value to keep in the iteration's slot. `None`: nothing to walk.
pub fn start(vm: &Vm, o: &Object, by_ref: bool) -> PhpResult<Option<Value>> {
    if generator::is_generator(o) {
        if by_ref && !generator::is_by_ref(o) {
            return Err(vm
                .ctx
                .throw("Exception", "You can only iterate a generator by-reference if it declared that it yields by-reference"));
        }
        generator::rewind(vm, o)?;
        return Ok(Some(Value::from(o.clone())));
    }
    let class = o.class();
    if class.walk().is_some() {
        let mut walked = Value::from(o.clone());
        walked.set_aux(NATIVE);
        return Ok(Some(walked));
    }
    if class.has_flag(class_flags::ITERATOR_AGGREGATE) && !class.has_flag(class_flags::ITERATOR) {
        let inner = known_method(vm, o, |m| m.get_iterator, "getIterator", &[])?;
        return match inner.as_object() {
            Some(i) if is_traversable(&i) => {
                let i = i.clone();
                start(vm, &i, by_ref)
            }
            _ => {
                let text = format!(
                    "Objects returned by {}::getIterator() must be traversable or implement interface Iterator",
                    class.name
                );
                Err(vm.ctx.throw("Exception", text))
            }
        };
    }
    if class.has_flag(class_flags::ITERATOR) {
        if by_ref {
            return Err(vm.ctx.throw_error("An iterator cannot be used with foreach by reference"));
        }
        known_method(vm, o, |m| m.rewind, "rewind", &[])?;
        return Ok(Some(Value::from(o.clone())));
    }
    // A plain object: its visible properties, by name.
    let scope = crate::runtime::callable::calling_scope(vm);
    let mut o = o.clone();
    while let Some(target) = crate::runtime::object::lazy::target(vm, &o)?.filter(|target| !target.same(&o)) {
        o = target;
    }
    let names = property::names(vm, &o, scope)?;
    if names.is_empty() {
        return Ok(None);
    }
    let holder = vm.walk_object();
    holder.give_back_handle();
    holder.init_native(PropertyWalk { object: o, names: RefCell::new(names), pos: Cell::new(0), scope });
    Ok(Some(Value::from(holder)))
}

/// Gives an iteration the number that PHP's iterator objects have; [`free_number`] gives it back.
pub fn take_number(it: &mut Value) {
    if it.as_object().is_none_or(|o| o.native::<PropertyWalk>().is_none()) {
        it.set_aux(it.aux() | phant_memory::object::store::reserve() << 1);
    }
}
/// Ends what [`take_number`] began, after the iteration's object is gone.
pub fn free_number(aux: u32) {
    if aux >> 1 != 0 {
        phant_memory::object::store::give_back(aux >> 1);
    }
}

/// The next key and value, or `None` at the end. `state` is 0 for the step right after [`start`].
pub fn step(vm: &Vm, it: &Value, state: &mut u64, want_key: bool, by_ref: bool) -> PhpResult<Option<(Value, Value)>> {
    let Some(o) = it.as_object().map(Held::into_owned) else { return Ok(None) };
    if it.aux() & NATIVE != 0 {
        return match o.class().handlers.walk {
            Some(walk) => walk(&vm.ctx, &o, state, by_ref),
            None => Ok(None),
        };
    }
    let first = *state == 0;
    *state = 1;
    if generator::is_generator(&o) {
        if !first {
            generator::advance(vm, &o)?;
        }
        if !generator::valid(vm, &o)? {
            return Ok(None);
        }
        let v = generator::current(vm, &o)?;
        let k = if want_key { generator::key(vm, &o)? } else { Value::NULL };
        return Ok(Some((k, v)));
    }
    if let Some(walk) = o.native::<PropertyWalk>() {
        return step_properties(vm, walk, by_ref);
    }
    if !first {
        known_method(vm, &o, |m| m.next, "next", &[])?;
    }
    let valid = known_method(vm, &o, |m| m.valid, "valid", &[])?;
    if !convert::boolean(&vm.ctx, &valid)? {
        return Ok(None);
    }
    let v = known_method(vm, &o, |m| m.current, "current", &[])?;
    let k = if want_key { known_method(vm, &o, |m| m.key, "key", &[])? } else { Value::NULL };
    Ok(Some((k, v)))
}

fn step_properties(vm: &Vm, walk: &PropertyWalk, by_ref: bool) -> PhpResult<Option<(Value, Value)>> {
    loop {
        let name = {
            let names = walk.names.borrow();
            let Some(at) = names.next_from(walk.pos.get()) else {
                // Properties added meanwhile are walked too.
                drop(names);
                let fresh = property::names(vm, &walk.object, walk.scope)?;
                let mut names = walk.names.borrow_mut();
                let mut added = false;
                for (k, _) in fresh.iter() {
                    if !names.contains(&k) {
                        names.make_mut().set(k.to_key(), Value::TRUE);
                        added = true;
                    }
                }
                if added {
                    continue;
                }
                return Ok(None);
            };
            walk.pos.set(at + 1);
            names.key_at(at).to_key()
        };
        let text = match &name {
            Key::Int(i) => phant_memory::Str::from(*i),
            Key::Str(s) => s.clone(),
        };
        if !by_ref && let Some(v) = property::plainly_stored(&walk.object, &text, walk.scope) {
            let key = match name {
                Key::Int(_) => Value::from(text),
                name => name.to_value(),
            };
            return Ok(Some((key, v)));
        }
        if !property::is_hooked(&walk.object, &text, walk.scope) && !property::has_property(vm, &walk.object, &text, walk.scope)?
        {
            continue;
        }
        let v = if by_ref {
            property::check_walk_by_ref(vm, &walk.object, &text, walk.scope)?;
            Value::from(property::property_ref(vm, &walk.object, &text, walk.scope)?)
        } else {
            property::read_property(vm, &walk.object, &text, walk.scope, true)?
        };
        let key = match phant_numeric::array_key(&text) {
            Some(_) => Value::from(text),
            None => name.to_value(),
        };
        return Ok(Some((key, v)));
    }
}

/// Walks a Traversable for native code.
pub fn walk(ctx: &Ctx, o: &Object, each: &mut dyn FnMut(&Ctx, Value, Value) -> PhpResult<bool>) -> PhpResult<()> {
    let vm = Vm::of(ctx);
    let Some(it) = start(vm, o, false)? else { return Ok(()) };
    let mut state = 0;
    while let Some((k, v)) = step(Vm::of(ctx), &it, &mut state, true, false)? {
        if !each(ctx, k, v.into_unref())? {
            break;
        }
        // What is iterated may be native code from one end to the other.
        ctx.poll()?;
    }
    Ok(())
}
