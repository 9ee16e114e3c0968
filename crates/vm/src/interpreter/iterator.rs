//! Walking objects: Iterator, IteratorAggregate, generators, plain objects.

use crate::{
    interpreter::generator,
    runtime::{dim::known_method, object::property, vm::Vm},
};
use phant_memory::{Array, Held, Key, KeyRef, NativeData, Object, Tracer, Value};
use phant_native::{ClassPtr, Ctx, ObjectExt, PhpResult, class::class_flags, convert};
use std::cell::{Cell, RefCell};

/// Beside the object in an iteration's slot: its class walks it natively.
pub const NATIVE: u32 = 1;

/// The state of a walk over a generator that has begun.
pub const GENERATOR: u64 = 2;

/// Whether an object can be walked as Traversable.
pub fn is_traversable(o: &Object) -> bool {
    o.class().has_flag(class_flags::ITERATOR | class_flags::ITERATOR_AGGREGATE) || generator::is_generator(o)
}

/// A walk over the properties of a plain object.
struct PropertyWalk {
    object: Object,
    scope: Option<ClassPtr>,
    /// Properties are just what is stored: slots, and then the table of dynamic ones.
    plain: bool,
    /// The next slot to look at.
    slot: Cell<Option<u16>>,
    /// The names that are walked behind the slots; the table of dynamic properties itself as long as that is the one.
    names: RefCell<Option<Array>>,
    /// Where the walk is among them.
    pos: Cell<u32>,
    /// All names so far, once there was a second table of them.
    seen: RefCell<Array>,
}
impl NativeData for PropertyWalk {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        tracer.object(&self.object);
        if let Some(names) = &*self.names.borrow() {
            tracer.array(names);
        }
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
        generator::check_unmoved(vm, o)?;
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
    let class = o.class();
    let handlers = class.handlers;
    let plain = !by_ref
        && !class.has_flag(class_flags::HAS_HOOKS)
        && handlers.properties.is_none()
        && handlers.read_property.is_none()
        && handlers.has_property.is_none();
    let slots = plain && !class.slots.is_empty();
    let names = match plain {
        true if slots => None,
        true => Some(o.dynamic().unwrap_or_default()),
        false => Some(property::names(vm, &o, scope)?),
    };
    if names.as_ref().is_some_and(|names| names.is_empty()) {
        return Ok(None);
    }
    let holder = vm.walk_object();
    holder.give_back_handle();
    holder.init_native(PropertyWalk {
        object: o,
        scope,
        plain,
        slot: Cell::new(slots.then_some(0)),
        seen: RefCell::new(if plain { Array::new() } else { names.clone().unwrap_or_default() }),
        names: RefCell::new(names),
        pos: Cell::new(0),
    });
    Ok(Some(Value::from(holder)))
}

/// Whether an iteration, which has just begun, is over the properties of a plain object.
pub fn is_property_walk(it: &Value) -> bool {
    it.own_object().is_some_and(|o| o.native::<PropertyWalk>().is_some())
}
/// The next property of such a walk, where it is there to be read and nobody has written to the object's table since.
pub fn next_stored(it: &Object, want_key: bool) -> Option<(Value, Value)> {
    let walk = it.native::<PropertyWalk>().filter(|walk| walk.plain)?;
    let class = walk.object.class();
    if let Some(first) = walk.slot.get() {
        let (slot, (p, v)) = (first..class.slots.len() as u16)
            .find_map(|slot| Some((slot, property::stored_in_slot(&walk.object, slot, walk.scope)?)))?;
        walk.slot.set(Some(slot + 1));
        return Some((if want_key { Value::from(p.name.clone()) } else { Value::NULL }, v.into_unref()));
    }
    let names = walk.names.borrow();
    let names = names.as_ref().filter(|names| class.slots.is_empty() && walk.object.has_table(names))?;
    let at = names.next_from(walk.pos.get())?;
    match names.key_at(at) {
        KeyRef::Str(name) if name.first() != Some(&0) => {}
        _ => return None,
    }
    walk.pos.set(at + 1);
    Some((if want_key { names.key_at(at).to_value() } else { Value::NULL }, names.value_at(at).unref()))
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
        *state = GENERATOR;
        if !first {
            generator::advance(vm, &o)?;
        }
        return generator::shown(vm, &o, want_key);
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
    if let Some(first) = walk.slot.get() {
        for slot in first..walk.object.class().slots.len() as u16 {
            if let Some((p, v)) = property::stored_in_slot(&walk.object, slot, walk.scope) {
                walk.slot.set(Some(slot + 1));
                return Ok(Some((Value::from(p.name.clone()), v.into_unref())));
            }
        }
        walk.slot.set(None);
    }
    loop {
        let (name, stored) = {
            let names = walk.names.borrow();
            let table = walk.object.dynamic();
            let at = names.as_ref().and_then(|names| names.next_from(walk.pos.get()));
            let (Some(names), Some(at)) = (&*names, at) else {
                drop(names);
                match more_names(vm, walk, table)? {
                    true => continue,
                    false => return Ok(None),
                }
            };
            walk.pos.set(at + 1);
            let stored = table.filter(|table| !by_ref && table.same(names)).map(|_| names.value_at(at).unref());
            (names.key_at(at).to_key(), stored)
        };
        let text = match &name {
            Key::Int(i) => phant_memory::Str::from(*i),
            Key::Str(s) => s.clone(),
        };
        let key = Value::from(text.clone());
        if text.first() == Some(&0) {
            continue;
        }
        if walk.plain && property::has_visible_slot(&walk.object, &text, walk.scope) {
            continue;
        }
        if let Some(v) = stored {
            return Ok(Some((key, v)));
        }
        if !by_ref && let Some(v) = property::plainly_stored(&walk.object, &text, walk.scope) {
            return Ok(Some((key, v)));
        }
        if !property::is_hooked(&walk.object, &text, walk.scope) && !property::has_property(vm, &walk.object, &text, walk.scope)?
        {
            continue;
        }
        let v = if by_ref {
            property::check_walk_by_ref(vm, &walk.object, &text, walk.scope)?;
            Value::from(property::walked_ref(vm, &walk.object, &text, walk.scope)?)
        } else {
            property::read_property(vm, &walk.object, &text, walk.scope, true)?
        };
        return Ok(Some((key, v)));
    }
}

/// Names that have not been walked yet: those of the table of dynamic properties at first, then what was added meanwhile.
fn more_names(vm: &Vm, walk: &PropertyWalk, table: Option<Array>) -> PhpResult<bool> {
    if walk.names.borrow().is_none()
        && let Some(table) = table
    {
        *walk.names.borrow_mut() = Some(table);
        return Ok(true);
    }
    match (&table, &*walk.names.borrow()) {
        // Nobody has written to it.
        (Some(table), Some(names)) if table.same(names) => return Ok(false),
        (None, None) => return Ok(false),
        _ => {}
    }
    let fresh = property::names(vm, &walk.object, walk.scope)?;
    let mut seen = walk.seen.borrow_mut();
    let mut names = walk.names.borrow_mut();
    for (key, _) in names.iter().flat_map(|names| names.iter()) {
        seen.make_mut().set(key.to_key(), Value::TRUE);
    }
    let mut added = Array::new();
    for (key, _) in fresh.iter() {
        if !seen.contains(&key) {
            added.make_mut().set(key.to_key(), Value::TRUE);
        }
    }
    if walk.plain {
        // What is in slots is not walked again by its name.
        for p in walk.object.class().slots.iter() {
            added.remove(&KeyRef::Str(&p.name));
        }
    }
    let any = !added.is_empty();
    if any {
        *names = Some(added);
        walk.pos.set(0);
    }
    Ok(any)
}

/// Walks a Traversable for native code.
pub fn walk(ctx: &Ctx, o: &Object, each: &mut dyn FnMut(&Ctx, Value, Value) -> PhpResult<bool>) -> PhpResult<()> {
    let Some(mut it) = start(Vm::of(ctx), o, false)? else { return Ok(()) };
    take_number(&mut it);
    let number = it.aux();
    let result = walk_on(ctx, &it, each);
    drop(it);
    free_number(number);
    result
}
fn walk_on(ctx: &Ctx, it: &Value, each: &mut dyn FnMut(&Ctx, Value, Value) -> PhpResult<bool>) -> PhpResult<()> {
    let mut state = 0;
    while let Some((k, v)) = step(Vm::of(ctx), it, &mut state, true, false)? {
        if !each(ctx, k, v.into_unref())? {
            break;
        }
        // What is iterated may be native code from one end to the other.
        ctx.poll()?;
    }
    Ok(())
}
