//! Walking objects: Iterator, IteratorAggregate, generators, plain objects.

use crate::{
    interpreter::generator,
    runtime::{dim::known_method, object::property, vm::Vm},
};
use phant_memory::{Array, Held, Key, KeyRef, NativeData, Object, Tracer, Value};
use phant_native::{
    ClassPtr, Ctx, ObjectExt, PhpResult,
    class::{Property, class_flags},
    convert,
};
use std::cell::{Cell, RefCell};

/// Beside the object in an iteration's slot: its class walks it natively.
pub const NATIVE: u32 = 1;

/// The state of a walk that has not begun.
pub const FRESH: u64 = 0;
/// The state of a walk that has taken a step; the one over a plain object's properties has it from the start.
pub const STEPPED: u64 = 1;
/// The state of a walk over a generator that has begun.
pub const GENERATOR: u64 = 2;
/// The state of a walk whose iterator was rewound, and has an element or none.
const REWOUND: u64 = 3;
const EMPTY: u64 = 4;

/// Whether an object can be walked as Traversable.
pub fn is_traversable(o: &Object) -> bool {
    o.class().has_flag(class_flags::ITERATOR | class_flags::ITERATOR_AGGREGATE) || generator::is_generator(o)
}

/// Whether `yield from` and `...` take an object: what is Traversable, and objects with hooked properties, which PHP walks by an
/// iterator, too.
pub fn is_unpackable(o: &Object) -> bool {
    is_traversable(o) || o.class().has_flag(class_flags::HAS_HOOKS)
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

/// A walk that has begun: the value to keep in the iteration's slot, and the state of the walk.
pub struct Begun {
    pub it: Value,
    pub state: u64,
}
/// The walk over an object by its own class. It has a number, as PHP's iterator objects have, which [`free`] gives back.
fn numbered(o: Object, marks: u32) -> Value {
    let mut it = Value::from(o);
    it.set_aux(marks | phant_memory::object::store::reserve() << 1);
    it
}
/// Ends a walk. Its number is free when all is gone that ends with it.
pub fn free(it: Value) {
    let number = if it.is_object() { it.aux() >> 1 } else { 0 };
    if number == 0 {
        drop(it);
    } else if it.own_object().is_some_and(generator::failed_at_once) {
        // PHP runs to the first yield where the loop begins.
        phant_memory::object::store::give_back(number);
        drop(it);
    } else {
        phant_memory::object::store::give_back_after(number, it);
    }
}
/// The first step of a walk has failed, which PHP takes where the loop begins: its number is free before what is walked goes.
pub fn failed_at_once(it: &mut Value) {
    let (marks, number) = (it.aux() & NATIVE, it.aux() >> 1);
    if number != 0 {
        it.set_aux(marks);
        phant_memory::object::store::give_back(number);
    }
}

/// Begins a walk. `None`: nothing to walk. What fails lets go of the object before its number is free.
pub fn start(vm: &Vm, o: Object, by_ref: bool) -> PhpResult<Option<Begun>> {
    if generator::is_generator(&o) {
        if by_ref && !generator::is_by_ref(&o) {
            return Err(vm
                .ctx
                .throw("Exception", "You can only iterate a generator by-reference if it declared that it yields by-reference"));
        }
        generator::check_unmoved(vm, &o)?;
        return Ok(Some(Begun { it: numbered(o, 0), state: FRESH }));
    }
    let class = o.class();
    if class.walk().is_some() {
        return Ok(Some(Begun { it: numbered(o, NATIVE), state: FRESH }));
    }
    if class.has_flag(class_flags::ITERATOR_AGGREGATE) && !class.has_flag(class_flags::ITERATOR) {
        let inner = known_method(vm, &o, |m| m.get_iterator, "getIterator", &[])?;
        return match inner.into_object() {
            Some(i) if is_traversable(&i) => start(vm, i, by_ref),
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
        let it = numbered(o, 0);
        let walked = it.own_object().expect("made of an object");
        return match rewound(vm, walked) {
            Ok(state) => Ok(Some(Begun { it, state })),
            Err(thrown) => {
                free(it);
                Err(thrown)
            }
        };
    }
    start_properties(vm, &o, by_ref)
}
/// Rewinds an iterator: the state of the walk from there.
fn rewound(vm: &Vm, o: &Object) -> PhpResult<u64> {
    known_method(vm, o, |m| m.rewind, "rewind", &[])?;
    let valid = known_method(vm, o, |m| m.valid, "valid", &[])?;
    Ok(if convert::boolean(&vm.ctx, &valid)? { REWOUND } else { EMPTY })
}
fn start_properties(vm: &Vm, o: &Object, by_ref: bool) -> PhpResult<Option<Begun>> {
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
    Ok(Some(Begun { it: Value::from(holder), state: STEPPED }))
}

/// The next declared property that is visible and has a value, if the walk is among those.
fn next_in_slots(walk: &PropertyWalk) -> Option<(&'static Property, Value)> {
    let mut slots = walk.slot.get()?..walk.object.class().slots.len() as u16;
    let stored = |slot| Some((slot, property::stored_in_slot(&walk.object, slot, walk.scope)?));
    let (slot, (p, v)) = slots.find_map(stored)?;
    walk.slot.set(Some(slot + 1));
    Some((p, v.into_unref()))
}
/// The next property in a walk over a plain object, where it is there to be read and nobody has written to the object's table since.
pub fn next_stored(it: &Object, want_key: bool) -> Option<(Value, Value)> {
    let walk = it.native::<PropertyWalk>().filter(|walk| walk.plain)?;
    if walk.slot.get().is_some() {
        let (p, v) = next_in_slots(walk)?;
        return Some((if want_key { Value::from(p.name.clone()) } else { Value::NULL }, v));
    }
    let class = walk.object.class();
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

/// The next key and value, or `None` at the end. `state` is what [`start`] gave, and then what the last step has left there.
pub fn step(vm: &Vm, it: &Value, state: &mut u64, want_key: bool, by_ref: bool) -> PhpResult<Option<(Value, Value)>> {
    if it.aux() & NATIVE == 0
        && *state == GENERATOR
        && let Some(o) = it.own_object()
    {
        return generator::next(vm, o, want_key);
    }
    let Some(o) = it.as_object().map(Held::into_owned) else { return Ok(None) };
    if it.aux() & NATIVE != 0 {
        return match o.class().handlers.walk {
            Some(walk) => walk(&vm.ctx, &o, state, by_ref),
            None => Ok(None),
        };
    }
    let before = std::mem::replace(state, STEPPED);
    let first = before == FRESH;
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
    let valid = if matches!(before, REWOUND | EMPTY) {
        before == REWOUND
    } else {
        known_method(vm, &o, |m| m.next, "next", &[])?;
        let valid = known_method(vm, &o, |m| m.valid, "valid", &[])?;
        convert::boolean(&vm.ctx, &valid)?
    };
    if !valid {
        return Ok(None);
    }
    let v = known_method(vm, &o, |m| m.current, "current", &[])?;
    let k = if want_key { known_method(vm, &o, |m| m.key, "key", &[])? } else { Value::NULL };
    Ok(Some((k, v)))
}

fn step_properties(vm: &Vm, walk: &PropertyWalk, by_ref: bool) -> PhpResult<Option<(Value, Value)>> {
    if let Some((p, v)) = next_in_slots(walk) {
        return Ok(Some((Value::from(p.name.clone()), v)));
    }
    walk.slot.set(None);
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
    let Some(Begun { it, state }) = start(Vm::of(ctx), o.clone(), false)? else { return Ok(()) };
    let result = walk_on(ctx, &it, state, each);
    free(it);
    result
}
fn walk_on(ctx: &Ctx, it: &Value, mut state: u64, each: &mut dyn FnMut(&Ctx, Value, Value) -> PhpResult<bool>) -> PhpResult<()> {
    while let Some((k, v)) = step(Vm::of(ctx), it, &mut state, true, false)? {
        if !each(ctx, k, v.into_unref())? {
            break;
        }
        // What is iterated may be native code from one end to the other.
        ctx.poll()?;
    }
    Ok(())
}
