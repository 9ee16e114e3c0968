//! WeakReference and WeakMap.
//!
//! An object that something refers to weakly is marked, and the engine state lists who wants to know when it goes. The
//! lists hold plain pointers: holders take themselves out when they go first.

use crate::runtime::vm::Vm;
use phant_memory::{
    Array, Held, Key, KeyRef, NativeData, Object, PhpObject, Tracer, Value, WeakMapData, heap_vec, object::WEAKLY_REFERENCED,
};
use phant_native::{
    ClassPtr, Ctx, ObjectExt, ObjectHandlers, PhpResult, Thrown,
    class::{Fetch, Place},
    convert,
    internal_iterator::internal_iterator,
    php_class,
};
use std::cell::{Cell, RefCell};

/// Notes that `holder` must be told when `object` goes.
fn watch(vm: &Vm, object: &Object, holder: &Object) {
    object.set_flag(WEAKLY_REFERENCED, true);
    vm.weak.borrow_mut().entry(object.as_ptr().addr()).or_insert_with(heap_vec).push(holder.as_ptr());
}

/// Ends what [`watch`] began. The object need not exist any more.
fn unwatch(vm: &Vm, object: usize, holder: *mut PhpObject) {
    let mut watched = vm.weak.borrow_mut();
    let Some(holders) = watched.get_mut(&object) else { return };
    if let Some(at) = holders.iter().position(|&h| h == holder) {
        holders.swap_remove(at);
    }
    if holders.is_empty() {
        watched.remove(&object);
    }
}

/// An object went away: weak references to it become empty, and it leaves weak maps.
pub fn gone(vm: &Vm, object: *mut PhpObject) {
    let Some(holders) = vm.weak.borrow_mut().remove(&object.addr()) else { return };
    // Values of weak maps are dropped last: their destructors may do anything.
    let mut values = heap_vec();
    for &holder in &holders {
        // SAFETY: holders that go take themselves out of the lists, so this one is live; its count is not touched.
        let holder = std::mem::ManuallyDrop::new(unsafe { Object::from_raw(holder) });
        if let Some(reference) = holder.native::<Referent>() {
            reference.object.set(std::ptr::null_mut());
        } else if let Some(map) = holder.native::<Entries>() {
            let removed = map.values.borrow_mut().remove(&KeyRef::Int(object.addr() as i64));
            values.extend(removed);
        }
    }
    drop(values);
}

/// Shows the collector the entries of weak maps that an object is the key of.
pub fn entries_of(vm: &Vm, object: *mut PhpObject, visit: &mut dyn FnMut(*mut PhpObject, &Value)) {
    let watched = vm.weak.borrow();
    let Some(holders) = watched.get(&object.addr()) else { return };
    for &holder in holders {
        // SAFETY: as in `gone`.
        let map = std::mem::ManuallyDrop::new(unsafe { Object::from_raw(holder) });
        if let Some(map) = map.native::<Entries>()
            && let Ok(values) = map.values.try_borrow()
            && let Some(value) = values.get_int(object.addr() as i64)
        {
            visit(holder, value);
        }
    }
}

/// What a WeakReference refers to; null when it is gone.
struct Referent {
    object: Cell<*mut PhpObject>,
    holder: Cell<*mut PhpObject>,
}

impl NativeData for Referent {
    fn trace(&self, _tracer: &mut Tracer<'_>) {}
}

impl Drop for Referent {
    fn drop(&mut self) {
        let object = self.object.get();
        if !object.is_null()
            && let Some(vm) = Vm::current()
        {
            unwatch(vm, object.addr(), self.holder.get());
        }
    }
}

/// Refers to an object without keeping it.
pub struct WeakReference;

static REFERENCE_HANDLERS: ObjectHandlers =
    ObjectHandlers { debug_info: Some(WeakReference::debug_info), ..ObjectHandlers::DEFAULT };

#[php_class("final class WeakReference {}", create = Self::init, handlers = REFERENCE_HANDLERS, not_serializable, not_cloneable, no_dynamic)]
impl WeakReference {
    fn init(_ctx: &Ctx, object: &Object) {
        object.init_native(Referent { object: Cell::new(std::ptr::null_mut()), holder: Cell::new(object.as_ptr()) });
    }
    fn debug_info(_ctx: &Ctx, this: &Object) -> PhpResult<Array> {
        let mut shown = Array::with_hash_capacity(1);
        shown.set_name("object", Self::get(this).map_or(Value::NULL, Value::from));
        Ok(shown)
    }
    fn referent(this: &Object) -> &Referent {
        this.native().expect("made by create")
    }

    #[php("public function __construct()")]
    fn construct(ctx: &Ctx, _this: &Object) -> PhpResult<()> {
        Err(ctx.throw_error("Direct instantiation of WeakReference is not allowed, use WeakReference::create instead"))
    }

    #[php("public static function create(object $object): WeakReference")]
    fn make(ctx: &Ctx, object: &Object) -> PhpResult<Object> {
        let vm = Vm::of(ctx);
        if let Some(holders) = vm.weak.borrow().get(&object.as_ptr().addr()) {
            for &holder in holders {
                // SAFETY: as in `gone`.
                let holder = std::mem::ManuallyDrop::new(unsafe { Object::from_raw(holder) });
                if holder.native::<Referent>().is_some() {
                    return Ok((*holder).clone());
                }
            }
        }
        let class: ClassPtr = vm.ctx.known_class("WeakReference");
        let reference = vm.ctx.allocate(class)?;
        Self::referent(&reference).object.set(object.as_ptr());
        watch(Vm::of(ctx), object, &reference);
        Ok(reference)
    }

    #[php("public function get(): ?object")]
    fn get(this: &Object) -> Option<Object> {
        let object = Self::referent(this).object.get();
        if object.is_null() {
            return None;
        }
        // SAFETY: the pointer is cleared when the object goes, so it is live; the handle gets a count of its own.
        let object = std::mem::ManuallyDrop::new(unsafe { Object::from_raw(object) });
        Some((*object).clone())
    }
}

/// The entries of a WeakMap: values by the addresses of their keys.
struct Entries {
    values: RefCell<Array>,
    holder: Cell<*mut PhpObject>,
}

impl NativeData for Entries {
    fn trace(&self, _tracer: &mut Tracer<'_>) {}
    fn weak_map(&self) -> Option<&dyn WeakMapData> {
        Some(self)
    }
}
impl WeakMapData for Entries {
    fn entries(&self, visit: &mut dyn FnMut(*mut PhpObject, &Value)) {
        if let Ok(values) = self.values.try_borrow() {
            for (key, value) in values.iter() {
                if let KeyRef::Int(address) = key {
                    visit(std::ptr::with_exposed_provenance_mut(address as usize), value);
                }
            }
        }
    }
}

impl Drop for Entries {
    fn drop(&mut self) {
        let Some(vm) = Vm::current() else { return };
        for key in self.values.get_mut().keys() {
            if let KeyRef::Int(object) = key {
                unwatch(vm, object as usize, self.holder.get());
            }
        }
    }
}

/// A key of a weak map, from its address.
fn key_object(address: i64) -> Object {
    // SAFETY: entries leave the map when their key goes, so the object is live; the handle gets a count of its own.
    let object = std::mem::ManuallyDrop::new(unsafe { Object::from_raw(address as usize as *mut PhpObject) });
    (*object).clone()
}

fn address_of(object: &Object) -> i64 {
    object.as_ptr().expose_provenance() as i64
}

static MAP_HANDLERS: ObjectHandlers = ObjectHandlers {
    debug_info: Some(WeakMap::debug_info),
    clone: Some(WeakMap::copy),
    read_dimension: Some(WeakMap::read),
    peek_dimension: Some(WeakMap::peek),
    put_dimension: Some(WeakMap::put),
    write_dimension: Some(WeakMap::write),
    has_dimension: Some(WeakMap::has),
    unset_dimension: Some(WeakMap::unset),
    dimension_place: Some(WeakMap::place),
    walk: Some(WeakMap::walk),
    len: Some(WeakMap::length),
    ..ObjectHandlers::DEFAULT
};

/// A map whose keys are objects that it does not keep.
pub struct WeakMap;

#[php_class(
    "final class WeakMap implements ArrayAccess, Countable, IteratorAggregate {}",
    create = Self::init,
    handlers = MAP_HANDLERS,
    not_serializable,
    no_dynamic
)]
impl WeakMap {
    fn init(_ctx: &Ctx, object: &Object) {
        object.init_native(Entries { values: RefCell::new(Array::new()), holder: Cell::new(object.as_ptr()) });
    }
    fn entries(this: &Object) -> &Entries {
        this.native().expect("made by create")
    }
    fn no_object(ctx: &Ctx) -> Thrown {
        ctx.type_error("WeakMap key must be an object")
    }
    fn key<'a>(ctx: &Ctx, offset: Option<&'a Value>) -> PhpResult<Held<'a, Object>> {
        match offset {
            Some(offset) => offset.as_object().ok_or_else(|| Self::no_object(ctx)),
            None => Err(ctx.throw_error("Cannot append to WeakMap")),
        }
    }
    fn missing(ctx: &Ctx, key: &Object) -> Thrown {
        let text = format!("Object {}#{} not contained in WeakMap", key.class().name, key.handle());
        ctx.throw_error(text)
    }

    fn peek(this: &Object, offset: &Value) -> Option<Value> {
        Self::entries(this).values.borrow().get_int(address_of(&*offset.as_object()?)).map(Value::unref)
    }
    fn put(this: &Object, offset: Option<&Value>, value: &Value) -> bool {
        let Some(key) = offset.and_then(Value::as_object) else { return false };
        let mut values = Self::entries(this).values.borrow_mut();
        let Some(slot) = values.make_mut().get_mut(&KeyRef::Int(address_of(&key))) else { return false };
        let old = slot.take();
        slot.set(value.unref());
        drop(values);
        drop(old);
        true
    }
    fn read(ctx: &Ctx, this: &Object, offset: Option<&Value>) -> PhpResult {
        let key = Self::key(ctx, offset)?;
        let value = Self::entries(this).values.borrow().get_int(address_of(&key)).map(Value::unref);
        value.ok_or_else(|| Self::missing(ctx, &key))
    }
    fn place(ctx: &Ctx, this: &Object, offset: Option<&Value>, _fetch: Fetch) -> PhpResult<Place> {
        let key = Self::key(ctx, offset)?;
        let reference =
            Self::entries(this).values.borrow_mut().make_mut().get_mut(&KeyRef::Int(address_of(&key))).map(|v| v.make_ref());
        match reference {
            Some(reference) => Ok(Place::Temporary(Value::from(reference))),
            None => Err(Self::missing(ctx, &key)),
        }
    }
    fn write(ctx: &Ctx, this: &Object, offset: Option<&Value>, value: &Value) -> PhpResult<()> {
        let key = Self::key(ctx, offset)?;
        let entries = Self::entries(this);
        let address = address_of(&key);
        let mut values = entries.values.borrow_mut();
        let old = match values.make_mut().get_mut(&KeyRef::Int(address)) {
            Some(slot) => {
                let old = slot.take();
                slot.set(value.unref());
                Some(old)
            }
            None => {
                values.make_mut().set(Key::Int(address), value.unref());
                None
            }
        };
        drop(values);
        if old.is_none() {
            watch(Vm::of(ctx), &key, this);
        }
        drop(old);
        Ok(())
    }
    fn has(ctx: &Ctx, this: &Object, offset: &Value, check_empty: bool) -> PhpResult<bool> {
        let key = Self::key(ctx, Some(offset))?;
        let value = Self::entries(this).values.borrow().get_int(address_of(&key)).map(Value::unref);
        Ok(match value {
            Some(value) if check_empty => convert::to_bool(&value),
            Some(value) => !value.is_null(),
            None => false,
        })
    }
    fn unset(ctx: &Ctx, this: &Object, offset: &Value) -> PhpResult<()> {
        let key = Self::key(ctx, Some(offset))?;
        let removed = Self::entries(this).values.borrow_mut().remove(&KeyRef::Int(address_of(&key)));
        if removed.is_some() {
            unwatch(Vm::of(ctx), key.as_ptr().addr(), this.as_ptr());
        }
        drop(removed);
        Ok(())
    }
    fn length(this: &Object) -> usize {
        Self::entries(this).values.borrow().len()
    }
    fn copy(ctx: &Ctx, from: &Object, to: &Object) -> PhpResult<()> {
        let mut copy = Array::new();
        for (key, value) in Self::entries(from).values.borrow().iter() {
            if let KeyRef::Int(address) = key {
                copy.set(Key::Int(address), value.copied());
                watch(Vm::of(ctx), &key_object(address), to);
            }
        }
        Self::entries(to).values.replace(copy);
        Ok(())
    }
    fn debug_info(_ctx: &Ctx, this: &Object) -> PhpResult<Array> {
        let mut list = Array::new();
        for (key, value) in Self::entries(this).values.borrow().iter() {
            if let KeyRef::Int(address) = key {
                let mut entry = Array::with_hash_capacity(2);
                entry.set_name("key", Value::from(key_object(address)));
                entry.set_name("value", value.clone());
                let _ = list.push(Value::from(entry));
            }
        }
        Ok(list)
    }
    /// `state` is the slot behind the current element.
    fn walk(_ctx: &Ctx, this: &Object, state: &mut u64, by_ref: bool) -> PhpResult<Option<(Value, Value)>> {
        let mut values = Self::entries(this).values.borrow_mut();
        let Some(at) = values.next_from(*state as u32) else { return Ok(None) };
        *state = u64::from(at) + 1;
        let KeyRef::Int(address) = values.key_at(at) else { return Ok(None) };
        let value = if by_ref { Value::from(values.make_mut().slot_at(at).make_ref()) } else { values.value_at(at).unref() };
        Ok(Some((Value::from(key_object(address)), value)))
    }

    #[php("public function offsetGet($object): mixed")]
    fn offset_get(ctx: &Ctx, this: &Object, object: &Value) -> PhpResult {
        Self::read(ctx, this, Some(object))
    }

    #[php("public function offsetSet($object, mixed $value): void")]
    fn offset_set(ctx: &Ctx, this: &Object, object: &Value, value: &Value) -> PhpResult<()> {
        Self::write(ctx, this, Some(object), value)
    }

    #[php("public function offsetExists($object): bool")]
    fn offset_exists(ctx: &Ctx, this: &Object, object: &Value) -> PhpResult<bool> {
        Self::has(ctx, this, object, false)
    }

    #[php("public function offsetUnset($object): void")]
    fn offset_unset(ctx: &Ctx, this: &Object, object: &Value) -> PhpResult<()> {
        Self::unset(ctx, this, object)
    }

    #[php("public function count(): int")]
    fn count(this: &Object) -> usize {
        Self::length(this)
    }

    #[php("public function getIterator(): Iterator")]
    fn iterator(ctx: &Ctx, this: &Object) -> PhpResult<Object> {
        internal_iterator(ctx, this)
    }
}
