//! The elements behind an ArrayObject: reading, changing, walking.
//!
//! No PHP code runs in here. What is replaced or removed is handed back, for the caller to drop when no borrow is held.

use super::{IS_SELF, Position, State, USE_OTHER, state};
use crate::util;
use phant_memory::{Array, Held, Key, KeyRef, Object, PhpArray, Reference, Value};
use phant_native::{Ctx, ObjectExt, PhpResult, class::Property, descriptor::modifiers};

/// How many ArrayObjects may wrap each other.
const MAX_NESTING: usize = 10_000;

/// Whose elements they are in the end.
#[derive(Clone)]
pub enum Target {
    /// The array in the state of this ArrayObject.
    Array(Object),
    /// The properties of this object.
    Properties(Object),
}

/// A place among an object's properties.
enum Place {
    Slot(u16),
    Dynamic,
}

impl Target {
    /// Follows an ArrayObject to where its elements are.
    pub fn of(object: &Object) -> Target {
        let mut object = object.clone();
        for _ in 0..MAX_NESTING {
            let state = state(&object);
            let flags = state.flags.get();
            if flags & IS_SELF != 0 {
                return Target::Properties(object);
            }
            let next = state.elements.borrow().as_object().map(Held::into_owned);
            match next {
                None => return Target::Array(object),
                Some(other) if flags & USE_OTHER == 0 => return Target::Properties(other),
                Some(other) => object = other,
            }
        }
        Target::Properties(object)
    }
    /// As [`Target::of`], for access: an object whose properties are to come is made real.
    pub fn ready(ctx: &Ctx, object: &Object) -> PhpResult<Target> {
        match Target::of(object) {
            Target::Properties(object) if object.bits() != 0 => Ok(Target::Properties(ctx.host.initialize_lazy(ctx, &object)?)),
            target => Ok(target),
        }
    }
    /// Whether the elements are properties.
    pub fn is_object(&self) -> bool {
        matches!(self, Target::Properties(_))
    }
    /// Tells storages apart, for walks.
    pub fn identity(&self) -> (u32, u32) {
        match self {
            Target::Array(holder) => (holder.handle(), state(holder).generation.get()),
            Target::Properties(object) => (object.handle(), u32::MAX),
        }
    }

    /// Looks at the array. `look` must not run PHP code.
    fn with<R>(holder: &Object, look: impl FnOnce(&PhpArray) -> R) -> R {
        let elements = state(holder).elements.borrow();
        if let Some(array) = elements.own_array() {
            return look(array);
        }
        match elements.as_array() {
            Some(array) => look(&array),
            None => look(&Array::new()),
        }
    }
    /// Changes the array. What `change` returns is to be dropped by the caller.
    fn change(holder: &Object, change: &mut dyn FnMut(&mut PhpArray) -> Value) -> Value {
        match state(holder).elements.borrow_mut().own_array_mut() {
            Some(array) => change(array.make_mut()),
            None => Value::UNDEF,
        }
    }

    /// All elements, as an array; names of properties that are not public are mangled.
    pub fn to_array(&self) -> Array {
        match self {
            Target::Array(holder) => state(holder).elements.borrow().as_array().map(Held::into_owned).unwrap_or_default(),
            Target::Properties(object) => util::members(object),
        }
    }
    /// Number of elements; of properties only the accessible ones count.
    pub fn len(&self) -> usize {
        match self {
            Target::Array(holder) => Target::with(holder, PhpArray::len),
            Target::Properties(_) => (0..self.slots()).filter(|&slot| self.is_live(slot)).count(),
        }
    }
    /// The element at a key, as it is stored (a reference remains one).
    pub fn get(&self, key: &Key) -> Option<Value> {
        match self {
            Target::Array(holder) => Target::with(holder, |a| a.get(&key.as_ref()).cloned()),
            Target::Properties(object) => {
                let name = key.as_ref().to_str();
                match place(object, &name) {
                    Place::Slot(slot) => Some(object.slot(slot)).filter(|value| !value.is_undef()),
                    Place::Dynamic => object.dynamic()?.get(&KeyRef::Str(&name)).cloned(),
                }
            }
        }
    }
    /// Sets the element at a key; the old one is returned.
    pub fn set(&self, key: &Key, value: Value) -> Value {
        match self {
            Target::Array(holder) => {
                let mut value = Some(value);
                Target::change(holder, &mut |array| {
                    let slot = array.get_or_insert(key.clone());
                    let old = slot.take();
                    slot.set(value.take().unwrap_or_default());
                    old
                })
            }
            Target::Properties(object) => {
                let name = key.as_ref().to_str();
                let old = self.get(key).unwrap_or_default();
                match place(object, &name) {
                    Place::Slot(slot) => object.set_slot(slot, value),
                    Place::Dynamic => object.set_dynamic(Key::Str(name), value),
                }
                old
            }
        }
    }
    /// Appends an element; silently nothing if no key is left.
    pub fn push(&self, value: Value) {
        match self {
            Target::Array(holder) => {
                let mut value = Some(value);
                let left = Target::change(holder, &mut |array| {
                    let value = value.take().unwrap_or_default();
                    match array.push(value.clone()) {
                        Ok(()) => Value::UNDEF,
                        Err(_) => value,
                    }
                });
                drop(left);
            }
            Target::Properties(object) => {
                let name = object.dynamic().map_or(0, |d| d.len());
                object.set_dynamic(Key::Str(phant_memory::Str::from(name as i64)), value);
            }
        }
    }
    /// Removes the element at a key and returns it.
    pub fn remove(&self, key: &Key) -> Option<Value> {
        match self {
            Target::Array(holder) => {
                self.get(key)?;
                Some(Target::change(holder, &mut |array| array.remove(&key.as_ref()).unwrap_or_default()))
            }
            Target::Properties(object) => {
                let name = key.as_ref().to_str();
                let old = self.get(key)?;
                match place(object, &name) {
                    Place::Slot(slot) => object.set_slot(slot, Value::UNDEF),
                    Place::Dynamic => {
                        let mut dynamic = object.dynamic().unwrap_or_default();
                        object.replace_dynamic(None);
                        dynamic.remove(&KeyRef::Str(&name));
                        object.replace_dynamic(Some(dynamic));
                    }
                }
                Some(old)
            }
        }
    }
    /// The element at a key as a reference, if there is one. Of a property with a type it is bound to the type.
    pub fn reference(&self, ctx: &Ctx, key: &Key) -> PhpResult<Option<Reference>> {
        let Some(value) = self.get(key) else { return Ok(None) };
        if let Target::Properties(object) = self {
            let name = key.as_ref().to_str();
            if let Place::Slot(slot) = place(object, &name) {
                let property = object.class().slots[slot as usize];
                if property.is_readonly() {
                    let text =
                        format!("Cannot acquire reference to readonly property {}::${}", property.class.name, property.name);
                    return Err(ctx.throw_error(text));
                }
                return ctx.host.bind_reference(ctx, object, &name).map(Some);
            }
        }
        if let Some(r) = value.as_ref() {
            return Ok(Some(r.clone()));
        }
        if let Target::Array(holder) = self {
            drop(value);
            let mut made = None;
            Target::change(holder, &mut |array| {
                made = array.get_mut(&key.as_ref()).map(|slot| slot.make_ref());
                Value::UNDEF
            });
            return Ok(made);
        }
        let made = Reference::new(value);
        let old = self.set(key, Value::from(made.clone()));
        drop(old);
        Ok(Some(made))
    }

    /// The place of the element at a key, if there is one.
    pub fn place(&self, key: &Key) -> Option<phant_memory::Place> {
        match self {
            Target::Array(holder) => {
                self.get(key)?;
                let mut place = None;
                Target::change(holder, &mut |array| {
                    place = phant_memory::Place::element(array, &key.as_ref());
                    Value::UNDEF
                });
                place
            }
            Target::Properties(object) => {
                let name = key.as_ref().to_str();
                match place(object, &name) {
                    Place::Slot(slot) if object.slot_is_undef(slot) => None,
                    Place::Slot(slot) => Some(phant_memory::Place::slot(object, slot)),
                    Place::Dynamic => {
                        let mut dynamic = object.dynamic()?.clone();
                        object.replace_dynamic(None);
                        let place = phant_memory::Place::element(dynamic.make_mut(), &KeyRef::Str(&name));
                        object.replace_dynamic(Some(dynamic));
                        place
                    }
                }
            }
        }
    }

    // Walking: slots are numbers from 0; of an object first the declared properties, then the dynamic ones.

    /// The number of slots, holes included.
    pub fn slots(&self) -> u32 {
        match self {
            Target::Array(holder) => Target::with(holder, PhpArray::slots),
            Target::Properties(object) => u32::from(object.slot_count()) + object.dynamic().map_or(0, |d| d.slots()),
        }
    }
    /// Whether there is an element in the slot that a walk shows.
    pub fn is_live(&self, slot: u32) -> bool {
        match self {
            Target::Array(holder) => Target::with(holder, |a| slot < a.slots() && !a.value_at(slot).is_undef()),
            Target::Properties(object) => match declared(object, slot) {
                Some((at, property)) => {
                    property.modifiers & modifiers::VISIBILITY == modifiers::PUBLIC && !object.slot_is_undef(at)
                }
                None => {
                    let slot = slot - u32::from(object.slot_count());
                    object.dynamic().is_some_and(|d| slot < d.slots() && !d.value_at(slot).is_undef() && is_shown(d.key_at(slot)))
                }
            },
        }
    }
    /// Key and value in a slot, if there is an element.
    pub fn entry(&self, slot: u32) -> Option<(Key, Value)> {
        match self {
            Target::Array(holder) => Target::with(holder, |a| {
                let value = (slot < a.slots()).then(|| a.value_at(slot)).filter(|v| !v.is_undef())?;
                Some((a.key_at(slot).to_key(), value.clone()))
            }),
            Target::Properties(object) => {
                if !self.is_live(slot) {
                    return None;
                }
                match declared(object, slot) {
                    Some((at, property)) => Some((Key::Str(property.name.clone()), object.slot(at))),
                    None => {
                        let d = object.dynamic()?;
                        let slot = slot - u32::from(object.slot_count());
                        Some((d.key_at(slot).to_key(), d.value_at(slot).clone()))
                    }
                }
            }
        }
    }
    /// The first element's slot at or after `slot`; the number of slots at the end.
    pub fn next_from(&self, slot: u32) -> u32 {
        match self {
            Target::Array(holder) => Target::with(holder, |a| a.next_from(slot).unwrap_or(a.slots())),
            Target::Properties(_) => {
                let end = self.slots();
                (slot..end).find(|&s| self.is_live(s)).unwrap_or(end)
            }
        }
    }
    /// Where a walk stands now that elements may have moved or gone since it looked last.
    pub fn locate(&self, walker: &State) -> u32 {
        let position = &walker.position;
        if position.storage.get() != self.identity() {
            return self.stand(walker, 0);
        }
        let slot = position.slot.get();
        let known = position.key.borrow().clone();
        let Some(known) = known else {
            let slot = slot.min(self.slots());
            return if self.is_live(slot) { self.stand(walker, slot) } else { slot };
        };
        if self.holds(slot, &known) {
            return slot;
        }
        let moved = match self {
            Target::Array(holder) => Target::with(holder, |a| a.position_of(&known.as_ref())),
            Target::Properties(_) => (0..self.slots()).find(|&s| self.holds(s, &known)),
        };
        self.stand(walker, moved.unwrap_or(slot))
    }
    fn holds(&self, slot: u32, key: &Key) -> bool {
        match self {
            Target::Array(holder) => {
                Target::with(holder, |a| slot < a.slots() && !a.value_at(slot).is_undef() && a.key_at(slot) == key.as_ref())
            }
            Target::Properties(_) => self.entry(slot).is_some_and(|(k, _)| k == *key),
        }
    }
    /// Puts a walk on the first element at or after a slot; returns where that is.
    pub fn stand(&self, walker: &State, slot: u32) -> u32 {
        let slot = self.next_from(slot);
        let position = &walker.position;
        position.storage.set(self.identity());
        position.slot.set(slot);
        let key = match self {
            Target::Array(holder) => Target::with(holder, |a| (slot < a.slots()).then(|| a.key_at(slot).to_key())),
            Target::Properties(_) => self.entry(slot).map(|(key, _)| key),
        };
        position.key.replace(key);
        slot
    }
}

/// Looks at the array that is an object's own elements; `None` if they are somebody else's. `look` must not run PHP code.
#[inline]
pub fn own<R>(object: &Object, look: impl FnOnce(&PhpArray) -> R) -> Option<R> {
    let state = state(object);
    if state.flags.get() & (IS_SELF | USE_OTHER) != 0 {
        return None;
    }
    state.elements.borrow().own_array().map(|array| look(array))
}
/// The same for changing it.
#[inline]
pub fn own_mut<R>(object: &Object, change: impl FnOnce(&mut PhpArray) -> R) -> Option<R> {
    let state = state(object);
    if state.flags.get() & (IS_SELF | USE_OTHER) != 0 {
        return None;
    }
    state.elements.borrow_mut().own_array_mut().map(|array| change(array.make_mut()))
}

/// Looks at the element that a walk stands on, in an array of the iterator's own or of the ArrayObject that it walks, if the
/// array still has what the walk stands on. `look` must not run PHP code.
pub fn standing<R>(object: &Object, look: impl FnOnce(&Position, &PhpArray, u32) -> R) -> Option<R> {
    let walker = state(object);
    let walked = walker.elements.borrow();
    let holder = match walker.flags.get() & (IS_SELF | USE_OTHER) {
        0 => object,
        USE_OTHER => walked.own_object().filter(|other| state(other).flags.get() & (IS_SELF | USE_OTHER) == 0)?,
        _ => return None,
    };
    let storage = state(holder);
    let elements = storage.elements.borrow();
    let array = elements.own_array()?;
    let position = &walker.position;
    if position.storage.get() != (holder.handle(), storage.generation.get()) {
        return None;
    }
    let slot = position.slot.get();
    let is_there = slot < array.slots() && !array.value_at(slot).is_undef();
    if !is_there || array.key_at(slot) != position.key.borrow().as_ref()?.as_ref() {
        return None;
    }
    Some(look(position, array, slot))
}
impl Position {
    /// Goes on from a slot of an array to the next element; `None` at the end.
    pub fn advance(&self, array: &PhpArray, slot: u32) -> Option<u32> {
        let next = array.next_from(slot + 1);
        self.slot.set(next.unwrap_or(array.slots()));
        let old = self.key.replace(next.map(|next| array.key_at(next).to_key()));
        drop(old);
        next
    }
}

/// The array behind an ArrayIterator, which then stands at its end as if each element had been asked for. `None`: the elements
/// are properties, or some are references.
pub fn run_through(object: &Object) -> Option<Array> {
    let target = Target::of(object);
    if target.is_object() {
        return None;
    }
    let all = target.to_array();
    if all.values().any(Value::is_ref) {
        return None;
    }
    target.stand(state(object), u32::MAX);
    Some(all)
}

/// The declared property in a slot.
fn declared(object: &Object, slot: u32) -> Option<(u16, &'static Property)> {
    if slot >= u32::from(object.slot_count()) {
        return None;
    }
    let property = object.class().slots.get(slot as usize)?;
    Some((slot as u16, property))
}

/// Whether a walk shows a dynamic property of that name.
fn is_shown(key: KeyRef<'_>) -> bool {
    match key {
        KeyRef::Int(_) => true,
        KeyRef::Str(s) => s.first() != Some(&0),
    }
}

/// Where a property of that plain name is.
fn place(object: &Object, name: &[u8]) -> Place {
    let property = object.class().properties.get(name);
    let public = property.filter(|p| p.modifiers & modifiers::VISIBILITY == modifiers::PUBLIC && !p.is_static());
    match public.and_then(|p| p.slot) {
        Some(slot) => Place::Slot(slot),
        None => Place::Dynamic,
    }
}
