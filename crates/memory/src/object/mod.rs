//! Objects: class pointer, inline property slots, and a side table for the rare rest (dynamic properties, data of
//! native classes).

mod extra;
pub mod store;

use extra::Extra;

use crate::{
    alloc,
    array::Array,
    finalize,
    gc::Tracer,
    header::{FLAG_A, FLAG_B, FLAG_C, Header, PROTECTED, kind},
    permanent::Literal,
    state,
    value::{Value, tag},
};
use std::{
    any::{Any, TypeId},
    fmt,
    hash::{Hash, Hasher},
    ptr::{self, NonNull},
    sync::atomic::{AtomicU64, Ordering},
};

/// `__destruct` has run, or must not run.
pub const DESTRUCTED: u32 = FLAG_A;
/// The class has a destructor.
pub const HAS_DESTRUCTOR: u32 = FLAG_B;
/// Weak references to the object exist.
pub const WEAKLY_REFERENCED: u32 = FLAG_C;

/// State of a native class's object. All memory it owns must be in the request heap (`Value`, handles,
/// [`crate::HeapVec`], [`crate::HeapMap`], …), or a snapshot could not roll it back; what lives outside is held by
/// resource id. Use `Cell` and `RefCell` inside; never keep a borrow across a call into PHP code.
pub trait NativeData: Any {
    /// Shows every value it owns to the cycle collector.
    fn trace(&self, tracer: &mut Tracer<'_>);
    /// The state as a weak map, if it is one. Asked once, when an object gets the state.
    fn weak_map(&self) -> Option<&dyn WeakMapData> {
        None
    }
    /// What it owns outside the heap, in words. A snapshot of the heap is refused while there is such an object.
    fn outside(&self) -> Option<&'static str> {
        None
    }
}

/// State of an object that is a weak map.
pub trait WeakMapData {
    /// Shows the collector the entries: keys, of which the map has no count, and values, which `trace` does not show.
    fn entries(&self, visit: &mut dyn FnMut(*mut PhpObject, &Value));
}

/// The 32-byte object header; property slots follow it.
#[repr(C)]
pub struct PhpObject {
    pub(crate) header: Header,
    class: *const (),
    handle: u32,
    slots: u16,
    /// Engine state bits (lazy objects, …).
    bits: u16,
    extra: *mut Extra,
}

const _: () = assert!(size_of::<PhpObject>() == 32);

/// In `bits`: the side table with the native state is in the object's own block, behind the slots.
const INSIDE: u16 = 1 << 15;
/// In `bits`: the native state is a weak map's.
const WEAK_MAP: u16 = 1 << 14;
/// The bits that are not the engine's.
const OWN_BITS: u16 = INSIDE | WEAK_MAP;

/// A new object whose slots, and the `room` bytes behind them, are not written yet.
#[inline(always)]
fn shell(class: *const (), slots: u16, flags: u32, room: usize) -> Object {
    let object = alloc::object::<PhpObject>(slots as usize * size_of::<Value>() + room);
    let p = object.as_ptr();
    // SAFETY: freshly allocated, large enough for the header; the state outlives the call.
    unsafe {
        let objects = &mut (*state::state()).objects;
        let handle = objects.add(p);
        if flags & HAS_DESTRUCTOR != 0 {
            objects.mark(handle);
        }
        p.write(PhpObject {
            header: Header::new(1, kind::OBJECT | flags),
            class,
            handle,
            slots,
            bits: 0,
            extra: ptr::null_mut(),
        });
    }
    Object(object)
}

/// The type of the engine's classes, which objects are made with: its [`type_number`]. 0: none yet.
static CLASS_TYPE: AtomicU64 = AtomicU64::new(0);

/// The hash of a type, which is compared in an instruction where a `TypeId` takes a dozen.
#[inline(always)]
fn type_number<C: Any>() -> u64 {
    struct Number(u64);
    impl Hasher for Number {
        #[inline(always)]
        fn finish(&self) -> u64 {
            self.0
        }
        #[inline(always)]
        fn write_u64(&mut self, number: u64) {
            self.0 = self.0.rotate_left(32) ^ number;
        }
        fn write(&mut self, bytes: &[u8]) {
            bytes.iter().for_each(|&b| self.write_u64(b.into()));
        }
    }
    let mut number = Number(0);
    TypeId::of::<C>().hash(&mut number);
    number.finish().max(1)
}

/// An owned handle to an object.
#[repr(transparent)]
pub struct Object(NonNull<PhpObject>);

impl Object {
    /// Says of what Rust type the classes of all objects of this process are.
    pub fn classes_are<C: Any>() {
        let before = CLASS_TYPE.compare_exchange(0, type_number::<C>(), Ordering::Relaxed, Ordering::Relaxed);
        assert!(before.is_ok() || before == Err(type_number::<C>()), "a second type of classes");
    }
    /// A new object with `slots` property slots, all UNDEF. `flags` is [`HAS_DESTRUCTOR`] or 0.
    pub fn allocate<C: Any>(class: &'static C, slots: u16, flags: u32) -> Object {
        Object::classes_are::<C>();
        // SAFETY: the class lives on and is of the one type.
        unsafe { Object::allocate_unchecked(ptr::from_ref(class).cast(), slots, flags, 0) }
    }
    /// As [`Object::allocate`], without asking what type the class is of, and with the [room](Object::room) that other objects of
    /// the class have taken for their native state.
    ///
    /// # Safety
    /// `class` is of the type that [`Object::classes_are`] was told, and outlives the object.
    pub unsafe fn allocate_unchecked(class: *const (), slots: u16, flags: u32, room: u32) -> Object {
        let object = shell(class, slots, flags, room as usize);
        // SAFETY: freshly allocated, large enough for header, slots and room.
        unsafe {
            for i in 0..slots {
                Self::slot_of(object.0.as_ptr(), i).write(Value::UNDEF);
            }
            object.furnish(room);
        }
        object
    }
    /// As [`Object::allocate_unchecked`], with a slot for each of the values, which are copied there with those of their marks
    /// that are in `marks`.
    ///
    /// # Safety
    /// As [`Object::allocate_unchecked`].
    #[inline(always)]
    pub unsafe fn allocate_filled(class: *const (), values: &[Literal], marks: u32, flags: u32, room: u32) -> Object {
        let object = shell(class, values.len() as u16, flags, room as usize);
        // SAFETY: freshly allocated, large enough for header, slots and room. Literals are not counted.
        unsafe {
            let mut slot = Self::slot_of(object.0.as_ptr(), 0);
            for value in values {
                slot.write(value.copied(marks));
                slot = slot.add(1);
            }
            object.furnish(room);
        }
        object
    }
    /// Makes the side table in the object's own block.
    ///
    /// # Safety
    /// The object is new, and has that much room behind its slots, if it has any.
    #[inline(always)]
    unsafe fn furnish(&self, room: u32) {
        if room == 0 {
            return;
        }
        // SAFETY: by contract.
        unsafe {
            let p = self.raw();
            let place = NonNull::new_unchecked(Self::slot_of(p, (*p).slots).cast::<Extra>());
            Extra::write_empty(place, room);
            (*p).extra = place.as_ptr();
            (*p).bits = INSIDE;
        }
    }
    /// How many bytes of a block the side table with the native state takes, or 0: what the next object of the class may as well have
    /// in its own block.
    pub fn room(&self) -> u32 {
        self.extra().filter(|extra| extra.native().is_some()).map_or(0, Extra::size)
    }
    /// As [`Object::allocate_unchecked`], without slots, and with its native state in the same block.
    ///
    /// # Safety
    /// As [`Object::allocate_unchecked`].
    #[inline(always)]
    pub unsafe fn allocate_with<T: NativeData>(class: *const (), data: T) -> Object {
        let bits = INSIDE | if data.weak_map().is_some() { WEAK_MAP } else { 0 };
        let object = shell(class, 0, 0, Extra::size_inside::<T>());
        // SAFETY: freshly allocated, large enough for header and side table.
        unsafe {
            let p = object.0.as_ptr();
            let place = NonNull::new_unchecked(Self::slot_of(p, 0).cast::<Extra>());
            Extra::write_inside(place, data);
            (*p).extra = place.as_ptr();
            (*p).bits = bits;
        }
        object
    }
    #[inline(always)]
    fn raw(&self) -> *mut PhpObject {
        self.0.as_ptr()
    }
    #[inline(always)]
    fn slot_of(p: *mut PhpObject, slot: u16) -> *mut Value {
        // SAFETY: slots follow the header; callers stay below the slot count.
        unsafe { p.add(1).cast::<Value>().add(slot as usize) }
    }
    /// The class, as the engine's own type.
    #[inline(always)]
    pub fn class_ptr(&self) -> *const () {
        // SAFETY: the handle keeps the object alive (here and below).
        unsafe { (*self.raw()).class }
    }
    /// Number for `spl_object_id` and `var_dump`.
    #[inline]
    pub fn handle(&self) -> u32 {
        // SAFETY: as above.
        unsafe { (*self.raw()).handle }
    }
    /// Gives the number back at once: the object is none that PHP code sees.
    pub fn give_back_handle(&self) {
        // SAFETY: as above.
        unsafe { give_back_handle(self.raw()) }
    }
    /// Number of property slots.
    #[inline]
    pub fn slot_count(&self) -> u16 {
        // SAFETY: as above.
        unsafe { (*self.raw()).slots }
    }
    /// The address of a property slot.
    #[inline(always)]
    pub fn slot_ptr(&self, slot: u16) -> *mut Value {
        debug_assert!(slot < self.slot_count());
        Self::slot_of(self.raw(), slot)
    }
    /// A property slot's value; UNDEF when uninitialised or unset. Whoever has a handle may replace it at any time, so this
    /// is a copy, without the slot's marks.
    #[inline(always)]
    pub fn slot(&self, slot: u16) -> Value {
        assert!(slot < self.slot_count());
        // SAFETY: in range; slots are always initialised memory, and the borrow ends with this statement.
        unsafe { (*self.slot_ptr(slot)).clone() }
    }
    /// How the values of a slot of two objects compare, where that can be told from their words: both are integers or of the same
    /// constant, both are floats that can be ordered, both are the same string or array, or there are none.
    #[inline]
    pub fn slot_order(&self, other: &Object, slot: u16) -> Option<std::cmp::Ordering> {
        assert!(slot < self.slot_count() && slot < other.slot_count());
        // SAFETY: in range; slots are always initialised memory, and the borrows end with this call.
        let (x, y) = unsafe { (&*self.slot_ptr(slot), &*other.slot_ptr(slot)) };
        if x.raw_type() != y.raw_type() {
            return None;
        }
        match x.raw_type() {
            tag::UNDEF => Some(std::cmp::Ordering::Equal),
            kind if kind <= tag::INT => Some(x.payload().cast_signed().cmp(&y.payload().cast_signed())),
            tag::FLOAT => f64::from_bits(x.payload()).partial_cmp(&f64::from_bits(y.payload())),
            tag::STRING | tag::ARRAY if x.payload() == y.payload() => Some(std::cmp::Ordering::Equal),
            _ => None,
        }
    }
    /// A property slot's value as it goes into a copy: a reference that nobody else shares becomes its value.
    pub fn slot_copied(&self, slot: u16) -> Value {
        let value = self.slot(slot);
        match value.as_ref() {
            // The slot and this copy.
            Some(reference) if reference.refcount() <= 2 => reference.get(),
            _ => value,
        }
    }
    /// The marks of a property slot ([`Value::aux`]).
    #[inline(always)]
    pub fn slot_marks(&self, slot: u16) -> u32 {
        assert!(slot < self.slot_count());
        // SAFETY: as above.
        unsafe { (*self.slot_ptr(slot)).aux() }
    }
    /// Whether a property slot has no value.
    #[inline(always)]
    pub fn slot_is_undef(&self, slot: u16) -> bool {
        assert!(slot < self.slot_count());
        // SAFETY: as above.
        unsafe { (*self.slot_ptr(slot)).is_undef() }
    }
    /// Sets a property slot (replacing a reference); the old value is dropped last.
    #[inline]
    pub fn set_slot(&self, slot: u16, value: Value) {
        assert!(slot < self.slot_count());
        // SAFETY: in range; the new value is in place before the old one is dropped.
        let old = unsafe { std::ptr::replace(self.slot_ptr(slot), value) };
        drop(old);
    }
    #[inline(always)]
    fn extra(&self) -> Option<&Extra> {
        // SAFETY: the side table lives as long as the object.
        unsafe { (*self.raw()).extra.as_ref() }
    }
    fn extra_mut(&self) -> *mut Extra {
        self.extra_with_room(0).as_ptr()
    }
    /// The side table; if there is none yet it is made, with room for native state.
    fn extra_with_room(&self, room: usize) -> NonNull<Extra> {
        // SAFETY: as above; made on first use.
        let at = unsafe { &mut (*self.raw()).extra };
        *NonNull::new(*at).get_or_insert_with(|| {
            let extra = Extra::make(room);
            *at = extra.as_ptr();
            extra
        })
    }
    /// Dynamic properties, if there ever were any: the table as it is now, which later writes leave as it is.
    pub fn dynamic(&self) -> Option<Array> {
        self.extra()?.dynamic.clone()
    }
    /// The table of dynamic properties, where it lies.
    ///
    /// # Safety
    /// While the borrow lives nothing writes to the table: no PHP code runs.
    pub unsafe fn dynamic_lent(&self) -> Option<&Array> {
        self.extra()?.dynamic.as_ref()
    }
    /// Whether this is the table of dynamic properties.
    pub fn has_table(&self, table: &Array) -> bool {
        self.extra().and_then(|extra| extra.dynamic.as_ref()).is_some_and(|own| own.same(table))
    }
    /// Whether there are dynamic properties.
    pub fn has_dynamic(&self) -> bool {
        self.extra().and_then(|extra| extra.dynamic.as_ref()).is_some_and(|table| !table.is_empty())
    }
    /// The address of the dynamic-property table, made on first use. For the engine: do not keep it across PHP code.
    pub fn dynamic_ptr(&self) -> *mut Array {
        // SAFETY: `extra_mut` returns the live side table.
        unsafe { (*self.extra_mut()).dynamic.get_or_insert_with(|| Array::with_hash_capacity(8)) }
    }
    /// Sets a dynamic property. Names are string keys, unlike in any other array, even if they are decimal integers.
    pub fn set_dynamic(&self, key: crate::Key, value: Value) {
        let key = match key {
            crate::Key::Int(name) => crate::Key::Str(crate::Str::from(name)),
            key => key,
        };
        // SAFETY: no PHP code runs before the array's own write has finished.
        unsafe { (*self.dynamic_ptr()).make_mut().set(key, value) }
    }
    /// Replaces all dynamic properties.
    pub fn replace_dynamic(&self, properties: Option<Array>) {
        // SAFETY: the old table is dropped after the new one is in place.
        let old = unsafe { std::mem::replace(&mut (*self.extra_mut()).dynamic, properties) };
        drop(old);
    }
    /// Gives the object its native state. Only once, when the object is made.
    pub fn init_native<T: NativeData>(&self, data: T) {
        // SAFETY: the object and its side table are live, and there is no state yet that somebody could borrow.
        unsafe {
            if data.weak_map().is_some() {
                (*self.raw()).bits |= WEAK_MAP;
            }
            Extra::init_native(self.extra_with_room(size_of::<T>()), data);
        }
    }
    /// The native state, if it is a `T`.
    #[inline]
    pub fn native<T: NativeData>(&self) -> Option<&T> {
        let extra = self.extra()?;
        if extra.native_type != TypeId::of::<T>() {
            return None;
        }
        let data: &dyn NativeData = extra.native()?;
        // SAFETY: the state was noted to be of this type when it was made.
        Some(unsafe { &*std::ptr::from_ref(data).cast::<T>() })
    }
    /// The native state, without asking whether it is a `T`.
    ///
    /// # Safety
    /// The object must have native state of the type `T`.
    #[inline(always)]
    pub unsafe fn native_unchecked<T: NativeData>(&self) -> &T {
        // SAFETY: by contract.
        unsafe {
            let data: &dyn NativeData = self.extra().unwrap_unchecked().native().unwrap_unchecked();
            &*std::ptr::from_ref(data).cast::<T>()
        }
    }
    /// What its native state owns outside the heap, in words.
    pub fn outside(&self) -> Option<&'static str> {
        self.extra()?.native()?.outside()
    }
    /// Whether the object has native state.
    pub fn has_native(&self) -> bool {
        self.extra().is_some_and(|e| e.native().is_some())
    }
    /// Engine state bits: the lower fourteen.
    #[inline]
    pub fn bits(&self) -> u16 {
        // SAFETY: the handle keeps the object alive.
        unsafe { (*self.raw()).bits & !OWN_BITS }
    }
    /// Sets engine state bits.
    pub fn set_bits(&self, bits: u16) {
        debug_assert!(bits & OWN_BITS == 0);
        // SAFETY: as above.
        unsafe { (*self.raw()).bits = bits | (*self.raw()).bits & OWN_BITS }
    }
    /// Tests header flags such as [`DESTRUCTED`].
    pub fn has_flag(&self, flag: u32) -> bool {
        // SAFETY: as above.
        unsafe { (*self.raw()).header.flags & flag != 0 }
    }
    /// Sets header flags such as [`DESTRUCTED`].
    pub fn set_flag(&self, flag: u32, on: bool) {
        // SAFETY: as above.
        unsafe {
            let flags = &raw mut (*self.raw()).header.flags;
            *flags = if on { *flags | flag } else { *flags & !flag };
            if on && flag & HAS_DESTRUCTOR != 0 {
                (*state::state()).objects.mark(self.handle());
            }
        }
    }
    /// Marks the object as being walked; false if it already was. See [`crate::PhpArray::protect`].
    pub fn protect(&self) -> bool {
        let was = self.has_flag(PROTECTED);
        self.set_flag(PROTECTED, true);
        !was
    }
    /// Ends what [`Object::protect`] began.
    pub fn unprotect(&self) {
        self.set_flag(PROTECTED, false);
    }
    /// How many handles and values share the object.
    pub fn refcount(&self) -> u32 {
        // SAFETY: as above.
        unsafe { (*self.raw()).header.refcount }
    }
    /// Whether both handles are the same object.
    #[inline]
    pub fn same(&self, other: &Object) -> bool {
        self.0 == other.0
    }
    /// Gives up the handle without dropping its count.
    #[inline(always)]
    pub fn into_raw(self) -> *mut PhpObject {
        let p = self.raw();
        std::mem::forget(self);
        p
    }
    /// Takes over a pointer from [`Object::into_raw`].
    ///
    /// # Safety
    /// The caller must own one count of the live object.
    #[inline(always)]
    pub unsafe fn from_raw(p: *mut PhpObject) -> Object {
        // SAFETY: non-null by contract.
        Object(unsafe { NonNull::new_unchecked(p) })
    }
    /// The pointer, still owned by the handle.
    #[inline(always)]
    pub fn as_ptr(&self) -> *mut PhpObject {
        self.raw()
    }
}

impl Clone for Object {
    #[inline(always)]
    fn clone(&self) -> Object {
        // SAFETY: the handle keeps the object alive.
        unsafe {
            crate::header::check(self.raw().cast());
            (*self.raw()).header.refcount += 1
        };
        Object(self.0)
    }
}
impl Drop for Object {
    #[inline]
    fn drop(&mut self) {
        // SAFETY: the handle owns one count.
        unsafe { crate::value::release(self.raw().cast()) }
    }
}
impl fmt::Debug for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Object#{}", self.handle())
    }
}

/// Ends an object whose count is zero: destructor, properties, memory.
///
/// # Safety
/// `p` must be live with count zero.
pub(crate) unsafe fn free(p: *mut PhpObject) {
    // SAFETY: by contract nobody else points to the object.
    unsafe {
        if finalize::wait_for_destructor(p.cast()) {
            return;
        }
        let state = state::state();
        if !(*state).finalizers.is_empty() {
            // PHP has run what waits by the time that this object goes.
            (*p).header.refcount = 1;
            return finalize::wait(finalize::Waiting::Object(Object::from_raw(p)));
        }
        crate::gc::forget(p.cast());
        take_contents(p);
        if (*state).finalizers.is_empty() {
            free_shell_of(&mut (*state).objects, p)
        } else {
            finalize::wait(finalize::Waiting::Shell(p))
        }
    }
}

/// Frees an object whose count is zero and about which nobody has to be told, as with most: one that has slots and nothing else. False
/// for others, which [`free`] then frees.
///
/// # Safety
/// As [`free`], where nothing is held back and the collector does not weigh.
#[inline(always)]
pub(crate) unsafe fn free_plain(p: *mut PhpObject) -> bool {
    // SAFETY: by contract nobody else points to the object; where there is an object there is the state.
    unsafe {
        let is_plain =
            (*p).header.flags & (HAS_DESTRUCTOR | WEAKLY_REFERENCED) == 0 && (*p).extra.is_null() && (*p).bits & INSIDE == 0;
        // What comes to wait meanwhile is what slots held.
        if !is_plain || !(*state::known()).finalizers.is_empty() {
            return false;
        }
        crate::gc::forget(p.cast());
        empty_slots(p);
        free_emptied(p, 0);
        true
    }
}
/// The same for one that has its native state in its own block, and no dynamic properties.
///
/// # Safety
/// As [`free_plain`].
#[inline(always)]
pub(crate) unsafe fn free_native(p: *mut PhpObject) -> bool {
    // SAFETY: as in `free_plain`; the side table's memory is the object's.
    unsafe {
        let odd = (*p).header.flags & (HAS_DESTRUCTOR | WEAKLY_REFERENCED) != 0 || (*p).bits & OWN_BITS != INSIDE;
        if odd || !(*state::known()).finalizers.is_empty() {
            return false;
        }
        let Some(extra) = NonNull::new((*p).extra).filter(|extra| extra.as_ref().is_state_inside()) else { return false };
        crate::gc::forget(p.cast());
        (*p).extra = ptr::null_mut();
        let room = Extra::free_inside(extra);
        empty_slots(p);
        free_emptied(p, room);
        true
    }
}
/// Gives back what the slots of an object hold that ends.
///
/// # Safety
/// As [`free_plain`].
#[inline(always)]
unsafe fn empty_slots(p: *mut PhpObject) {
    // SAFETY: by contract nobody else points to the object; a slot that has been emptied is none of another's.
    unsafe {
        let mut slot = Object::slot_of(p, 0);
        let mut left = (*p).slots;
        while left != 0 {
            if (*slot).is_counted() {
                if (*slot).is_ref() {
                    reference_goes(p, slot);
                }
                let header = (*slot).payload() as *mut Header;
                slot.write(Value::UNDEF);
                crate::value::release_inside(header);
            }
            slot = slot.add(1);
            left -= 1;
        }
    }
}
/// Frees an emptied object's block, which has `room` bytes behind the slots, and its handle; or lets it wait for what was in it.
///
/// # Safety
/// As [`free_plain`].
#[inline(always)]
unsafe fn free_emptied(p: *mut PhpObject, room: usize) {
    // SAFETY: by contract; where there is an object there is the state.
    unsafe {
        let state = state::known();
        if !(*state).finalizers.is_empty() {
            return finalize::wait(finalize::Waiting::Shell(p));
        }
        (*state).objects.remove((*p).handle);
        alloc::free(p.cast(), size_of::<PhpObject>() + (*p).slots as usize * size_of::<Value>() + room);
    }
}
/// Tells the engine that a slot lets go of a reference that typed properties share.
#[cold]
#[inline(never)]
unsafe fn reference_goes(p: *mut PhpObject, slot: *mut Value) {
    // SAFETY: called for a slot of a live object.
    unsafe {
        if (*slot).as_ref().is_some_and(|r| !r.sources().is_null()) {
            (state::hooks().slot_gone)(p, slot.offset_from_unsigned(Object::slot_of(p, 0)) as u16);
        }
    }
}

/// Whether the object has a destructor that is still to be called.
///
/// # Safety
/// `p` must be live.
#[inline(always)]
pub(crate) unsafe fn wants_destructor(p: *mut PhpObject) -> bool {
    // SAFETY: by contract.
    unsafe {
        (*p).header.flags & (HAS_DESTRUCTOR | DESTRUCTED) == HAS_DESTRUCTOR && (*state::state()).objects.destructors_enabled
    }
}

/// Tells weak references to the object that it is gone.
///
/// # Safety
/// `p` must be live.
pub(crate) unsafe fn end_weak_references(p: *mut PhpObject) {
    // SAFETY: by contract.
    unsafe {
        if (*p).header.flags & WEAKLY_REFERENCED != 0 {
            (*p).header.flags &= !WEAKLY_REFERENCED;
            (state::hooks().weak_gone)(p);
        }
    }
}

/// Drops everything the object holds, leaving empty slots.
///
/// # Safety
/// `p` must be live.
#[inline]
pub(crate) unsafe fn take_contents(p: *mut PhpObject) {
    // SAFETY: by contract; each part is moved out before it is dropped.
    unsafe {
        end_weak_references(p);
        let extra = std::mem::replace(&mut (*p).extra, std::ptr::null_mut());
        if let Some(extra) = NonNull::new(extra) {
            Extra::free(extra);
        }
        for i in 0..(*p).slots {
            let slot = Object::slot_of(p, i);
            if !(*slot).is_counted() {
                slot.write(Value::UNDEF);
                continue;
            }
            if (*slot).is_ref() {
                reference_goes(p, slot);
            }
            drop(std::ptr::replace(slot, Value::UNDEF));
        }
    }
}
/// Gives an object's handle back before the object goes.
///
/// # Safety
/// `p` must be live.
pub(crate) unsafe fn give_back_handle(p: *mut PhpObject) {
    // SAFETY: by contract; the state outlives the call. Handle 0 is nobody's.
    unsafe {
        let handle = std::mem::replace(&mut (*p).handle, 0);
        (*state::state()).objects.remove(handle);
    }
}

/// Frees an emptied object and its handle.
///
/// # Safety
/// `p` must be emptied by [`take_contents`] and unreferenced.
pub(crate) unsafe fn free_shell(p: *mut PhpObject) {
    // SAFETY: by contract; the state outlives the call.
    unsafe { free_shell_of(&mut (*state::state()).objects, p) }
}

/// The same, where the table of objects is at hand.
#[inline(always)]
unsafe fn free_shell_of(objects: &mut store::ObjectStore, p: *mut PhpObject) {
    // SAFETY: by contract.
    unsafe {
        objects.remove((*p).handle);
        let mut size = size_of::<PhpObject>() + (*p).slots as usize * size_of::<Value>();
        if (*p).bits & INSIDE != 0 {
            size += Extra::size_of_inside(Object::slot_of(p, (*p).slots).cast());
        }
        alloc::free(p.cast(), size);
    }
}

/// The property slots of an object.
///
/// # Safety
/// `p` must be live, and nothing may write to it while the borrow lives.
pub(crate) unsafe fn slots<'a>(p: *mut PhpObject) -> &'a [Value] {
    // SAFETY: slots are always initialised memory.
    unsafe { std::slice::from_raw_parts(Object::slot_of(p, 0), usize::from((*p).slots)) }
}

/// Shows the collector what the object holds besides its slots.
///
/// # Safety
/// `p` must be live.
#[inline]
pub(crate) unsafe fn trace_extra(p: *mut PhpObject, tracer: &mut Tracer<'_>) {
    // SAFETY: by contract.
    unsafe {
        if let Some(extra) = (*p).extra.as_ref() {
            if let Some(dynamic) = &extra.dynamic {
                // The table may be shared with an array, so it is a node of its own.
                tracer.array(dynamic);
            }
            if let Some(native) = extra.native() {
                native.trace(tracer);
            }
        }
    }
}

/// Whether an object is a weak map.
///
/// # Safety
/// `p` must be live.
#[inline(always)]
pub(crate) unsafe fn is_weak_map(p: *mut PhpObject) -> bool {
    // SAFETY: by contract.
    unsafe { (*p).bits & WEAK_MAP != 0 }
}

/// Shows the collector the entries of an object that is a weak map.
///
/// # Safety
/// `p` must be live.
pub(crate) unsafe fn weak_entries(p: *mut PhpObject, visit: &mut dyn FnMut(*mut PhpObject, &Value)) {
    // SAFETY: by contract.
    if let Some(map) = unsafe { (*p).extra.as_ref() }.and_then(|extra| extra.native()).and_then(|native| native.weak_map()) {
        map.entries(visit);
    }
}

/// The header of an object's dynamic-property table.
///
/// # Safety
/// `p` must be live.
pub(crate) unsafe fn own_table(p: *mut PhpObject) -> Option<*mut Header> {
    // SAFETY: by contract.
    let dynamic = unsafe { (*p).extra.as_ref() }?.dynamic.as_ref()?;
    Some(dynamic.as_ptr().cast())
}

impl Object {
    /// The class, of the type that objects were made with ([`Object::allocate`]).
    #[inline(always)]
    pub fn class_as<C: Any>(&self) -> &'static C {
        assert!(CLASS_TYPE.load(Ordering::Relaxed) == type_number::<C>(), "not the type of classes");
        // SAFETY: every object was made with a reference to a class of the one type, which is `C`.
        unsafe { &*self.class_ptr().cast::<C>() }
    }
}
