//! Lazy objects: ghosts, which an initializer fills in place, and proxies, which stand for an instance that a factory
//! makes. Both are initialised by the first use of a property that is still lazy.

use super::{create, probe::mark, reference, slot_marks};
use crate::{Vm, runtime::class::link::not_instantiable};
use phant_memory::{Held, NativeData, Object, PhpObject, Tracer, Value, object::DESTRUCTED};
use phant_native::{
    ClassPtr, ObjectExt, PhpResult, Thrown,
    class::Property,
    convert,
    descriptor::{ClassKind, modifiers},
};
use std::cell::{Cell, RefCell};

/// Object bit: not initialised yet.
const UNINITIALIZED: u16 = 1;
/// Object bit: a proxy.
const PROXY: u16 = 2;

/// Object bit: its initializer is running.
const INITIALIZING: u16 = 4;

/// Option: serialization does not initialise the object.
pub const SKIP_INITIALIZATION_ON_SERIALIZE: i64 = 8;
/// Option: resetting does not call the destructor.
pub const SKIP_DESTRUCTOR: i64 = 16;

/// What a lazy object keeps.
struct LazyState {
    /// Initializer or factory.
    initializer: RefCell<Value>,
    /// The instance of an initialised proxy, or null.
    instance: RefCell<Value>,
    options: Cell<i64>,
}

impl NativeData for LazyState {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        tracer.value(&self.initializer.borrow());
        tracer.value(&self.instance.borrow());
    }
}

/// Changes the bits that say how far a lazy object is.
fn set_state(object: &Object, bits: u16) {
    object.set_bits(bits | object.bits() & super::guard::GUARDED);
}

/// Whether an object is lazy: not initialised, or a proxy.
#[inline(always)]
pub fn is_lazy(object: &Object) -> bool {
    object.bits() & (UNINITIALIZED | PROXY) != 0
}

/// Whether an object is lazy and not initialised.
#[inline]
pub fn is_uninitialized(object: &Object) -> bool {
    object.bits() & UNINITIALIZED != 0
}

/// Whether an object is an initialised proxy, or one to be.
#[inline]
pub fn is_proxy(object: &Object) -> bool {
    object.bits() & PROXY != 0
}

/// Whether initialisation is put off even by serialization.
pub fn skips_serialize(object: &Object) -> bool {
    is_uninitialized(object) && state(object).is_some_and(|s| s.options.get() & SKIP_INITIALIZATION_ON_SERIALIZE != 0)
}

fn state(object: &Object) -> Option<&LazyState> {
    object.native::<LazyState>()
}

/// The instance of an initialised proxy.
pub fn instance(object: &Object) -> Option<Object> {
    if !is_proxy(object) || is_uninitialized(object) {
        return None;
    }
    state(object)?.instance.borrow().as_object().map(Held::into_owned)
}

/// The initializer or factory of an object that is not initialised.
pub fn initializer(object: &Object) -> Option<Value> {
    if !is_uninitialized(object) {
        return None;
    }
    state(object).map(|s| s.initializer.borrow().clone())
}

/// Whether `proxy` is an initialised proxy for `object`.
pub(crate) fn is_instance_of_proxy(proxy: *mut PhpObject, object: &Object) -> bool {
    if proxy.is_null() {
        return false;
    }
    // SAFETY: the caller's frame owns a count of the object; the handle made here gives its own back.
    let proxy = std::mem::ManuallyDrop::new(unsafe { Object::from_raw(proxy) });
    instance(&proxy).is_some_and(|i| i.same(object))
}

/// The object that has the properties: a ghost itself, initialised now if need be, or the instance of a proxy. `None` if
/// the object is not lazy.
pub fn target(vm: &Vm, object: &Object) -> PhpResult<Option<Object>> {
    if !is_lazy(object) {
        return Ok(None);
    }
    if !is_uninitialized(object) {
        return Ok(instance(object));
    }
    initialize(vm, object).map(Some)
}

/// Initialises a lazy object. The result is the object that has the properties.
pub fn initialize(vm: &Vm, object: &Object) -> PhpResult<Object> {
    if !is_uninitialized(object) {
        return Ok(instance(object).unwrap_or_else(|| object.clone()));
    }
    if is_proxy(object) { initialize_proxy(vm, object) } else { initialize_ghost(vm, object) }
}

fn call_initializer(vm: &Vm, object: &Object) -> PhpResult {
    let initializer = state(object).map(|s| s.initializer.borrow().clone()).unwrap_or_default();
    vm.ctx.call_value(&initializer, &[Value::from(object.clone())])
}

fn initialize_ghost(vm: &Vm, object: &Object) -> PhpResult<Object> {
    let object = object.clone();
    let class = object.class();
    let slots = object.slot_count();
    let snapshot: Vec<(Value, u32)> = (0..slots).map(|s| (object.slot(s), object.slot_marks(s))).collect();
    let dynamic = object.dynamic();
    crate::runtime::class::constants::resolve(vm, class)?;
    set_state(&object, INITIALIZING);
    for slot in 0..slots {
        if object.slot_marks(slot) & slot_marks::LAZY != 0 {
            set_with_marks(&object, slot, create::default_of(vm, class, slot));
        }
    }
    let result = call_initializer(vm, &object).and_then(|value| {
        if value.is_null() {
            return Ok(());
        }
        Err(vm.ctx.type_error("Lazy object initializer must return NULL or no value"))
    });
    if result.is_err() {
        for (slot, (value, marks)) in snapshot.into_iter().enumerate() {
            replace_slot(&object, slot as u16, value);
            mark(&object, slot as u16, marks);
        }
        if dynamic.is_some() || object.dynamic().is_some() {
            object.replace_dynamic(dynamic);
        }
        set_state(&object, UNINITIALIZED);
        return Err(Thrown);
    }
    set_state(&object, 0);
    forget_initializer(&object);
    object.set_flag(DESTRUCTED, false);
    Ok(object)
}

/// Puts a value into a slot. References that come or go are told of the property.
fn replace_slot(object: &Object, slot: u16, value: Value) {
    let property = object.class().slots[slot as usize];
    if let Some(reference) = object.slot(slot).as_ref() {
        reference::remove_source(reference, property);
    }
    if let Some(reference) = value.as_ref() {
        reference::add_source(reference, property);
    }
    object.set_slot(slot, value);
}

fn set_with_marks(object: &Object, slot: u16, value: Value) {
    let marks = value.aux();
    object.set_slot(slot, value);
    mark(object, slot, marks & slot_marks::UNINIT);
}

fn forget_initializer(object: &Object) {
    if let Some(state) = state(object) {
        let initializer = state.initializer.replace(Value::NULL);
        drop(initializer);
    }
}

fn initialize_proxy(vm: &Vm, object: &Object) -> PhpResult<Object> {
    let object = object.clone();
    let bits = object.bits();
    set_state(&object, INITIALIZING);
    let made = call_initializer(vm, &object).and_then(|value| check_instance(vm, &object, &value));
    let instance = match made {
        Ok(instance) => instance,
        Err(thrown) => {
            set_state(&object, bits);
            return Err(thrown);
        }
    };
    forget_initializer(&object);
    set_state(&object, PROXY);
    if let Some(state) = state(&object) {
        let _ = state.instance.replace(Value::from(instance.clone()));
    }
    make_slots_lazy(&object, &|_| true);
    if object.dynamic().is_some() {
        object.replace_dynamic(None);
    }
    Ok(instance)
}

fn check_instance(vm: &Vm, proxy: &Object, value: &Value) -> PhpResult<Object> {
    let class = proxy.class();
    let Some(instance) = value.as_object() else {
        let text = format!(
            "Lazy proxy factory must return an instance of a class compatible with {}, {} returned",
            class.name,
            convert::value_name(value)
        );
        return Err(vm.ctx.type_error(text));
    };
    if !is_compatible(class, instance.class()) {
        let text = format!(
            "The real instance class {} is not compatible with the proxy class {}. The proxy must be a instance of the same class as the real instance, or a sub-class with no additional properties, and no overrides of the __destructor or __clone methods.",
            instance.class().name,
            class.name
        );
        return Err(vm.ctx.type_error(text));
    }
    if instance.same(proxy) || is_lazy(&instance) {
        return Err(vm.ctx.throw_error("Lazy proxy factory must return a non-lazy object"));
    }
    Ok(instance.into_owned())
}

fn is_compatible(proxy: ClassPtr, real: ClassPtr) -> bool {
    if proxy.same(real) {
        return true;
    }
    let same_method = |a: Option<phant_native::FunctionPtr>, b: Option<phant_native::FunctionPtr>| match (a, b) {
        (Some(a), Some(b)) => std::ptr::eq(a, b),
        (None, None) => true,
        _ => false,
    };
    proxy.is_subclass_or_same(real)
        && proxy.slots.len() == real.slots.len()
        && same_method(proxy.magic.destruct, real.magic.destruct)
        && same_method(proxy.magic.clone, real.magic.clone)
}

/// Empties slots and marks them lazy, where `wanted`. The result is how many.
fn make_slots_lazy(object: &Object, wanted: &dyn Fn(u16) -> bool) -> usize {
    let mut count = 0;
    for slot in (0..object.slot_count()).filter(|&s| wanted(s)) {
        replace_slot(object, slot, Value::UNDEF);
        mark(object, slot, slot_marks::UNINIT | slot_marks::LAZY);
        count += 1;
    }
    count
}

fn check_class(vm: &Vm, class: ClassPtr) -> PhpResult<()> {
    let is_internal = |c: ClassPtr| c.is_native() && c.lower.as_bytes() != b"stdclass";
    if is_internal(class) {
        let text = format!("Cannot make instance of internal class lazy: {} is internal", class.name);
        return Err(vm.ctx.throw_error(text));
    }
    let mut parent = class.parent;
    while let Some(p) = parent {
        if is_internal(p) {
            let text = format!("Cannot make instance of internal class lazy: {} inherits internal class {}", class.name, p.name);
            return Err(vm.ctx.throw_error(text));
        }
        parent = p.parent;
    }
    Ok(())
}

/// A new lazy object. `options` are those of `ReflectionClass::newLazyGhost`.
pub fn new_lazy(vm: &Vm, class: ClassPtr, initializer: Value, options: i64, proxy: bool) -> PhpResult<Object> {
    check_class(vm, class)?;
    if class.kind != ClassKind::Class || class.is_abstract() {
        return Err(not_instantiable(vm, class));
    }
    crate::runtime::class::constants::resolve(vm, class)?;
    let object = create::bare(class);
    if make_slots_lazy(&object, &|_| true) == 0 {
        return Ok(object);
    }
    begin(&object, initializer, options, proxy);
    Ok(object)
}

fn begin(object: &Object, initializer: Value, options: i64, proxy: bool) {
    object.set_flag(DESTRUCTED, true);
    set_state(object, if proxy { UNINITIALIZED | PROXY } else { UNINITIALIZED });
    match state(object) {
        Some(state) => {
            state.options.set(options);
            let old = (state.initializer.replace(initializer), state.instance.replace(Value::NULL));
            drop(old);
        }
        None => object.init_native(LazyState {
            initializer: RefCell::new(initializer),
            instance: RefCell::new(Value::NULL),
            options: Cell::new(options),
        }),
    }
}

/// Makes an existing object lazy again: its properties are gone until it is initialised.
pub fn reset(vm: &Vm, object: &Object, class: ClassPtr, initializer: Value, options: i64, proxy: bool) -> PhpResult<()> {
    check_class(vm, object.class())?;
    if object.bits() & INITIALIZING != 0 {
        return Err(vm.ctx.throw_error("Can not reset an object while it is being initialized"));
    }
    if is_uninitialized(object) {
        return Err(vm.ctx.throw("ReflectionException", "Object is already lazy"));
    }
    if is_proxy(object) {
        set_state(object, 0);
    } else if options & SKIP_DESTRUCTOR == 0
        && !object.has_flag(DESTRUCTED)
        && let Some(destruct) = object.class().magic.destruct
    {
        object.set_flag(DESTRUCTED, true);
        vm.ctx.host.call_function(&vm.ctx, destruct, Some(object), Some(object.class()), &[])?;
    }
    // It will be an object like a new one.
    object.set_flag(DESTRUCTED, false);
    if object.dynamic().is_some() {
        object.replace_dynamic(None);
    }
    let slots = class.slots.len() as u16;
    let kept = |slot: u16| {
        let p = object.class().slots[slot as usize];
        let closed = (object.class().modifiers | p.modifiers) & modifiers::FINAL != 0;
        !object.slot_is_undef(slot) && p.is_readonly() && closed && object.slot_marks(slot) & slot_marks::REINITABLE == 0
    };
    if make_slots_lazy(object, &|slot| slot < slots && !kept(slot)) == 0 {
        return Ok(());
    }
    begin(object, initializer, options, proxy);
    Ok(())
}

/// Ends laziness without initializer: the remaining lazy properties get their defaults.
pub fn mark_initialized(vm: &Vm, object: &Object) -> PhpResult<Object> {
    if !is_uninitialized(object) {
        return Ok(instance(object).unwrap_or_else(|| object.clone()));
    }
    crate::runtime::class::constants::resolve(vm, object.class())?;
    for slot in 0..object.slot_count() {
        if object.slot_marks(slot) & slot_marks::LAZY != 0 {
            set_with_marks(object, slot, create::default_of(vm, object.class(), slot));
        }
    }
    settle(object);
    Ok(object.clone())
}

/// The object is no longer lazy.
fn settle(object: &Object) {
    set_state(object, object.bits() & !(UNINITIALIZED | PROXY));
    object.set_flag(DESTRUCTED, false);
    forget_initializer(object);
}

/// A property is lazy no more: it gets its default, or a value as code of a class would store it. An object without lazy
/// properties is initialised.
pub fn skip_property(vm: &Vm, object: &Object, p: &'static Property, value: Option<(Value, ClassPtr)>) -> PhpResult<()> {
    let Some(slot) = p.slot.filter(|_| !p.is_static()) else { return Ok(()) };
    let object = &innermost(object);
    let was_lazy = object.slot_marks(slot) & slot_marks::LAZY != 0;
    if was_lazy {
        crate::runtime::class::constants::resolve(vm, object.class())?;
        set_with_marks(object, slot, create::default_of(vm, object.class(), slot));
    }
    if let Some((value, scope)) = value {
        let strict = super::reference::caller_strict(vm);
        if let Err(thrown) = super::write::store(vm, object, p, slot, value, Some(scope), strict) {
            if was_lazy {
                replace_slot(object, slot, Value::UNDEF);
                mark(object, slot, slot_marks::UNINIT | slot_marks::LAZY);
            }
            return Err(thrown);
        }
    }
    let any_lazy = (0..object.slot_count()).any(|s| object.slot_marks(s) & slot_marks::LAZY != 0);
    if is_uninitialized(object) && !any_lazy {
        settle(object);
    }
    Ok(())
}

/// What is behind a proxy, and behind the proxy that may be.
fn innermost(object: &Object) -> Object {
    let mut object = object.clone();
    while let Some(instance) = instance(&object) {
        object = instance;
    }
    object
}

/// Whether a property of a lazy object would initialise it.
pub fn is_lazy_property(object: &Object, p: &Property) -> bool {
    let object = &innermost(object);
    p.slot.is_some_and(|slot| !p.is_static() && object.slot_marks(slot) & slot_marks::LAZY != 0)
}

/// Makes a bare object a proxy for an instance, like another proxy.
pub(crate) fn become_initialized_proxy(proxy: &Object, instance: Object, like: &Object) {
    make_slots_lazy(proxy, &|_| true);
    proxy.set_flag(DESTRUCTED, true);
    let options = state(like).map_or(0, |s| s.options.get());
    proxy.init_native(LazyState {
        initializer: RefCell::new(Value::NULL),
        instance: RefCell::new(Value::from(instance)),
        options: Cell::new(options),
    });
    set_state(proxy, PROXY);
}
