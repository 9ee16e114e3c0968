//! A PHP value: sixteen bytes, scalars inline, everything else a counted pointer into the request heap.
//!
//! The tag's low byte is the type; bit 8 says that the payload points to a counted object. Interned strings and
//! literals of compiled units have that bit clear, so copying and dropping them touches no memory. Bit 9 is always set:
//! a word that is never zero leaves room for `None` and `Err`, so that an `Option<Value>` or a `Result<Value, Thrown>`
//! is two words too, and comes back in registers. `aux` belongs
//! to whoever stores the value: hash arrays keep their collision chain there, so it is never copied with a value.

use crate::Held;
use crate::{
    array::{Array, PhpArray},
    header::{Header, kind},
    object::{Object, PhpObject},
    reference::Reference,
    resource::Resource,
    string::{PhpStr, Str},
};
use std::marker::PhantomData;
use std::{fmt, mem::ManuallyDrop, num::NonZeroU64, ptr};

/// Type tags as stored in a value.
pub mod tag {
    /// No value: an unset variable, a hole in an array, an uninitialised typed property.
    pub const UNDEF: u32 = SOME;
    /// `null`
    pub const NULL: u32 = SOME | 1;
    /// `false`
    pub const FALSE: u32 = SOME | 2;
    /// `true`
    pub const TRUE: u32 = SOME | 3;
    /// A 64-bit integer.
    pub const INT: u32 = SOME | 4;
    /// A double.
    pub const FLOAT: u32 = SOME | 5;
    /// An immutable string; counted ones carry [`COUNTED`] as well.
    pub const STRING: u32 = SOME | 6;
    /// An immutable array; counted ones carry [`COUNTED`] as well.
    pub const ARRAY: u32 = SOME | 7;
    /// An object (always counted).
    pub const OBJECT: u32 = SOME | 8 | COUNTED;
    /// A resource (always counted).
    pub const RESOURCE: u32 = SOME | 9 | COUNTED;
    /// A reference (always counted).
    pub const REFERENCE: u32 = SOME | 10 | COUNTED;
    /// Engine-private: points to another value (symbol tables point to local variables).
    pub const INDIRECT: u32 = SOME | 11;
    /// Engine-private: an untyped word (iteration positions, return addresses).
    pub const WORD: u32 = SOME | 12;
    /// The payload points to a counted heap object.
    pub const COUNTED: u32 = 1 << 8;
    /// Set in every tag.
    pub const SOME: u32 = 1 << 9;
    /// Mask over the type without the counted bit.
    pub const TYPE: u32 = SOME | 0xff;
}

/// A PHP value. See the [module documentation](self).
///
/// Two machine words, so that values are passed, returned and copied in two registers: a sixteen-byte copy of what was
/// just written word by word would stall until both stores have left the store buffer.
#[repr(C)]
pub struct Value {
    /// The tag in the lower half, `aux` in the upper.
    meta: NonZeroU64,
    pub(crate) payload: u64,
    /// Counts are not atomic: a value stays in its thread. What threads share are [`Literal`](crate::Literal)s.
    of_thread: PhantomData<*const ()>,
}

const _: () = assert!(size_of::<Value>() == 16 && size_of::<Option<Value>>() == 16);

/// The first word of a value, from a tag and `aux`.
#[inline(always)]
const fn meta_word(word: u64) -> NonZeroU64 {
    debug_assert!(word as u32 & tag::SOME != 0);
    // SAFETY: every tag has the bit SOME, and a word is a tag with something above it.
    unsafe { NonZeroU64::new_unchecked(word) }
}

/// What [`Value::raw_type`] says of objects and resources.
const OBJECT: u32 = tag::OBJECT & tag::TYPE;
const RESOURCE: u32 = tag::RESOURCE & tag::TYPE;
const REFERENCE: u32 = tag::REFERENCE & tag::TYPE;

/// A value taken apart for matching; references are followed.
#[derive(Debug)]
pub enum View<'a> {
    /// `null` or no value.
    Null,
    /// `true` or `false`
    Bool(bool),
    /// An integer.
    Int(i64),
    /// A double.
    Float(f64),
    /// A string.
    Str(Held<'a, Str>),
    /// An array.
    Array(Held<'a, Array>),
    /// An object.
    Object(Held<'a, Object>),
    /// A resource.
    Resource(Held<'a, Resource>),
}

/// A value taken apart for matching, as it lies there: references are not followed, so nothing of it is counted or given back.
#[derive(Clone, Copy)]
pub enum OwnView<'a> {
    /// `null` or no value.
    Null,
    /// `true` or `false`
    Bool(bool),
    /// An integer.
    Int(i64),
    /// A double.
    Float(f64),
    /// A string.
    Str(&'a Str),
    /// An array.
    Array(&'a Array),
    /// An object.
    Object(&'a Object),
    /// A resource.
    Resource(&'a Resource),
    /// A reference to a value.
    Reference(&'a Reference),
}

/// The type of a value, references followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Type {
    /// `null` or no value.
    Null = 1,
    /// `false`
    False = 2,
    /// `true`
    True = 3,
    /// An integer.
    Int = 4,
    /// A double.
    Float = 5,
    /// A string.
    Str = 6,
    /// An array.
    Array = 7,
    /// An object.
    Object = 8,
    /// A resource.
    Resource = 9,
}

impl Value {
    /// No value at all; reads as `null`.
    pub const UNDEF: Value = Value::pack(tag::UNDEF, 0);
    /// `null`
    pub const NULL: Value = Value::pack(tag::NULL, 0);
    /// `false`
    pub const FALSE: Value = Value::pack(tag::FALSE, 0);
    /// `true`
    pub const TRUE: Value = Value::pack(tag::TRUE, 0);

    /// An integer value.
    #[inline(always)]
    pub const fn int(i: i64) -> Value {
        Value::pack(tag::INT, i as u64)
    }
    /// A double value.
    #[inline(always)]
    pub const fn float(f: f64) -> Value {
        Value::pack(tag::FLOAT, f.to_bits())
    }
    /// `true` or `false`
    #[inline(always)]
    pub const fn bool(b: bool) -> Value {
        Value::pack(tag::FALSE + b as u32, 0)
    }
    /// A new string value holding a copy of `bytes`.
    #[inline]
    pub fn str(bytes: impl AsRef<[u8]>) -> Value {
        Value::from(Str::new(bytes.as_ref()))
    }
    /// The shared empty array.
    #[inline]
    pub fn empty_array() -> Value {
        Value::from(Array::new())
    }

    /// The raw tag with the counted bit.
    #[inline(always)]
    pub fn tag(&self) -> u32 {
        self.meta.get() as u32
    }
    /// The type as the bit that stands for it in a mask of types.
    #[inline(always)]
    pub fn type_bit(&self) -> u32 {
        1 << (self.tag() & 0x1f)
    }
    /// The number of the bit that [`type_bit`](Value::type_bit) is.
    #[inline(always)]
    pub fn type_number(&self) -> u32 {
        self.tag() & 0x1f
    }
    /// Changes the tag alone; the payload must fit.
    #[inline(always)]
    pub(crate) fn set_tag(&mut self, tag: u32) {
        self.meta = meta_word(self.meta.get() >> 32 << 32 | tag as u64);
    }
    /// A value of its parts.
    #[inline(always)]
    pub(crate) const fn pack(tag: u32, payload: u64) -> Value {
        Value::from_meta(tag as u64, payload)
    }
    /// A value of its two words.
    #[inline(always)]
    pub(crate) const fn from_meta(meta: u64, payload: u64) -> Value {
        Value { meta: meta_word(meta), payload, of_thread: PhantomData }
    }
    /// The first word: tag and storage word.
    #[inline(always)]
    pub(crate) fn meta(&self) -> u64 {
        self.meta.get()
    }
    /// The type part of the tag, references not followed.
    #[inline(always)]
    pub fn raw_type(&self) -> u32 {
        self.tag() & tag::TYPE
    }
    /// The payload as an untyped word.
    #[inline(always)]
    pub fn payload(&self) -> u64 {
        self.payload
    }
    /// The storage owner's word; not part of the value.
    #[inline(always)]
    pub fn aux(&self) -> u32 {
        (self.meta.get() >> 32) as u32
    }
    /// The value with another storage word.
    #[inline(always)]
    pub fn with_aux(mut self, aux: u32) -> Value {
        self.set_aux(aux);
        self
    }
    /// Where `aux` is.
    #[inline(always)]
    pub(crate) fn aux_ptr(&mut self) -> *mut u32 {
        const { assert!(cfg!(target_endian = "little")) };
        (&raw mut self.meta).cast::<u32>().wrapping_add(1)
    }
    /// Sets the storage owner's word.
    #[inline(always)]
    pub fn set_aux(&mut self, aux: u32) {
        self.meta = meta_word(self.meta.get() as u32 as u64 | (aux as u64) << 32);
    }
    /// Engine-private: a value pointing to another value.
    #[inline(always)]
    pub fn indirect(to: *mut Value) -> Value {
        Value::pack(tag::INDIRECT, to as u64)
    }
    /// Engine-private: an untyped word.
    #[inline(always)]
    pub fn word(word: u64) -> Value {
        Value::pack(tag::WORD, word)
    }
    /// Engine-private: where an indirect value points.
    #[inline(always)]
    pub fn indirect_target(&self) -> Option<*mut Value> {
        (self.raw_type() == tag::INDIRECT).then_some(self.payload as *mut Value)
    }

    /// Whether this is no value at all.
    #[inline(always)]
    pub fn is_undef(&self) -> bool {
        self.tag() == tag::UNDEF
    }
    /// Whether this is `null` or no value; references are followed.
    #[inline(always)]
    pub fn is_null(&self) -> bool {
        self.bits_behind().0 <= tag::NULL
    }
    /// Whether this is a reference.
    #[inline(always)]
    pub fn is_ref(&self) -> bool {
        self.tag() == tag::REFERENCE
    }
    /// Whether the payload is a counted pointer.
    #[inline(always)]
    pub fn is_counted(&self) -> bool {
        self.tag() & tag::COUNTED != 0
    }
    /// Whether the value is a string; references are followed.
    #[inline(always)]
    pub fn is_str(&self) -> bool {
        self.raw_type_behind() == tag::STRING
    }
    /// Whether the value is an array; references are followed.
    #[inline(always)]
    pub fn is_array(&self) -> bool {
        self.raw_type_behind() == tag::ARRAY
    }
    /// Whether the value is an object; references are followed.
    #[inline(always)]
    pub fn is_object(&self) -> bool {
        self.bits_behind().0 == tag::OBJECT
    }
    /// Whether the value is an integer; references are followed.
    #[inline(always)]
    pub fn is_int(&self) -> bool {
        self.bits_behind().0 == tag::INT
    }
    /// Whether the value is a double; references are followed.
    #[inline(always)]
    pub fn is_float(&self) -> bool {
        self.bits_behind().0 == tag::FLOAT
    }
    /// Whether the value is `true` or `false`; references are followed.
    #[inline(always)]
    pub fn is_bool(&self) -> bool {
        matches!(self.bits_behind().0, tag::FALSE | tag::TRUE)
    }

    /// The value behind a reference, or the value itself. What is behind a reference others may overwrite at any time,
    /// so it comes as a copy.
    #[inline(always)]
    pub fn deref(&self) -> Held<'_, Value> {
        match self.as_ref() {
            Some(reference) => Held::Owned(reference.get()),
            None => Held::Borrowed(self),
        }
    }
    /// The value behind a reference, or the value itself, where it lies.
    ///
    /// # Safety
    /// While the borrow lives nothing writes to the reference's cell: no PHP code runs, no value is assigned through
    /// another handle, and the last of them is not dropped.
    #[inline(always)]
    pub unsafe fn deref_lent(&self) -> &Value {
        // SAFETY: as below; nobody writes to it, by contract.
        unsafe { &*self.behind() }
    }
    /// The value behind a reference, or the value itself, for writing.
    ///
    /// # Safety
    /// As for [`Value::deref_lent`]; and nobody reads the cell either.
    #[inline(always)]
    pub unsafe fn deref_mut(&mut self) -> &mut Value {
        if self.tag() == tag::REFERENCE {
            // SAFETY: a REFERENCE tag always goes with a live cell, which outlives this borrow of its owner.
            unsafe { &mut (*(self.payload as *mut crate::reference::PhpRef)).value }
        } else {
            self
        }
    }
    /// Where the value is: here, or in the cell of a reference.
    #[inline(always)]
    fn behind(&self) -> *const Value {
        if self.tag() == tag::REFERENCE {
            // SAFETY: a REFERENCE tag always goes with a live cell.
            unsafe { &raw const (*(self.payload as *const crate::reference::PhpRef)).value }
        } else {
            self
        }
    }
    /// Tag and payload, references followed.
    #[inline(always)]
    fn bits_behind(&self) -> (u32, u64) {
        // SAFETY: `behind` points to a live value, and the borrow ends with this statement.
        let value = unsafe { &*self.behind() };
        (value.tag(), value.payload)
    }
    /// The type's tag, references followed.
    #[inline(always)]
    pub fn raw_type_behind(&self) -> u32 {
        self.bits_behind().0 & tag::TYPE
    }
    /// The payload as a handle of the type `T`, borrowed where it lies here, counted once more where a reference is between.
    ///
    /// # Safety
    /// The type behind the reference, or of the value itself, is the one that `T` is the handle of.
    #[inline(always)]
    unsafe fn handle<T: Clone>(&self) -> Held<'_, T> {
        // SAFETY: handles are transparent pointers, so a payload whose tag names the type can be viewed as the handle.
        let handle = unsafe { &*(&raw const (*self.behind()).payload).cast::<T>() };
        if self.is_ref() { Held::Owned(handle.clone()) } else { Held::Borrowed(handle) }
    }

    /// The type, references followed.
    #[inline]
    pub fn type_of(&self) -> Type {
        match self.raw_type_behind() {
            tag::FALSE => Type::False,
            tag::TRUE => Type::True,
            tag::INT => Type::Int,
            tag::FLOAT => Type::Float,
            tag::STRING => Type::Str,
            tag::ARRAY => Type::Array,
            OBJECT => Type::Object,
            RESOURCE => Type::Resource,
            _ => Type::Null,
        }
    }

    /// The value taken apart for matching; references are followed.
    #[inline]
    pub fn view(&self) -> View<'_> {
        let (tag, payload) = self.bits_behind();
        // SAFETY: the tag names the type.
        unsafe {
            match tag & tag::TYPE {
                tag::FALSE => View::Bool(false),
                tag::TRUE => View::Bool(true),
                tag::INT => View::Int(payload as i64),
                tag::FLOAT => View::Float(f64::from_bits(payload)),
                tag::STRING => View::Str(self.handle()),
                tag::ARRAY => View::Array(self.handle()),
                OBJECT => View::Object(self.handle()),
                RESOURCE => View::Resource(self.handle()),
                _ => View::Null,
            }
        }
    }

    /// The value itself taken apart for matching; references are not followed.
    #[inline(always)]
    pub fn own_view(&self) -> OwnView<'_> {
        let payload = &raw const self.payload;
        // SAFETY: the tag names the type, whose handle is the payload.
        unsafe {
            match self.raw_type() {
                tag::FALSE => OwnView::Bool(false),
                tag::TRUE => OwnView::Bool(true),
                tag::INT => OwnView::Int(self.payload as i64),
                tag::FLOAT => OwnView::Float(f64::from_bits(self.payload)),
                tag::STRING => OwnView::Str(&*payload.cast()),
                tag::ARRAY => OwnView::Array(&*payload.cast()),
                OBJECT => OwnView::Object(&*payload.cast()),
                RESOURCE => OwnView::Resource(&*payload.cast()),
                REFERENCE => OwnView::Reference(&*payload.cast()),
                _ => OwnView::Null,
            }
        }
    }

    /// The integer, if it is one; references are followed.
    #[inline(always)]
    pub fn as_int(&self) -> Option<i64> {
        let (tag, payload) = self.bits_behind();
        (tag == tag::INT).then_some(payload as i64)
    }
    /// The double, if it is one; references are followed.
    #[inline(always)]
    pub fn as_float(&self) -> Option<f64> {
        let (tag, payload) = self.bits_behind();
        (tag == tag::FLOAT).then_some(f64::from_bits(payload))
    }
    /// The truth value, if it is `true` or `false`; references are followed.
    #[inline(always)]
    pub fn as_bool(&self) -> Option<bool> {
        match self.bits_behind().0 {
            tag::FALSE => Some(false),
            tag::TRUE => Some(true),
            _ => None,
        }
    }
    /// The string, if it is one; references are followed.
    #[inline(always)]
    pub fn as_str(&self) -> Option<Held<'_, Str>> {
        // SAFETY: the tag names the type.
        (self.raw_type_behind() == tag::STRING).then(|| unsafe { self.handle() })
    }
    /// The str, if this value itself is one, and no reference to one.
    #[inline(always)]
    pub fn own_str(&self) -> Option<&Str> {
        // SAFETY: the tag names the type, whose handle is the payload.
        (self.raw_type() == tag::STRING).then(|| unsafe { &*(&raw const self.payload).cast() })
    }
    /// The array, if it is one; references are followed.
    #[inline(always)]
    pub fn as_array(&self) -> Option<Held<'_, Array>> {
        // SAFETY: the tag names the type.
        (self.raw_type_behind() == tag::ARRAY).then(|| unsafe { self.handle() })
    }
    /// The array, if this value itself is one, and no reference to one.
    #[inline(always)]
    pub fn own_array(&self) -> Option<&Array> {
        // SAFETY: the tag names the type, whose handle is the payload.
        (self.raw_type() == tag::ARRAY).then(|| unsafe { &*(&raw const self.payload).cast() })
    }
    /// The array handle for writing, if this value itself is an array, and no reference to one (see [`Value::update`]).
    /// The array itself may be shared: [`Array::make_mut`] separates it.
    #[inline]
    pub fn own_array_mut(&mut self) -> Option<&mut Array> {
        let v = self;
        if v.raw_type() != tag::ARRAY {
            return None;
        }
        // SAFETY: the tag says the payload is an array handle. `make_mut` on it may replace an immutable array by a
        // counted one, so the tag is set to counted first and immutable arrays are separated here.
        unsafe {
            let handle = &mut *(&raw mut v.payload).cast::<Array>();
            if v.tag() & tag::COUNTED == 0 {
                let copy = handle.duplicate();
                v.payload = copy.into_raw() as u64;
                v.set_tag(tag::ARRAY | tag::COUNTED);
            }
            Some(&mut *(&raw mut v.payload).cast::<Array>())
        }
    }
    /// The object, if it is one; references are followed.
    #[inline(always)]
    pub fn as_object(&self) -> Option<Held<'_, Object>> {
        // SAFETY: the tag names the type.
        (self.raw_type_behind() == OBJECT).then(|| unsafe { self.handle() })
    }
    /// The object, if this value itself is one, and no reference to one.
    #[inline(always)]
    pub fn own_object(&self) -> Option<&Object> {
        // SAFETY: the tag names the type, whose handle is the payload.
        (self.raw_type() == OBJECT).then(|| unsafe { &*(&raw const self.payload).cast() })
    }
    /// The resource, if it is one; references are followed.
    #[inline(always)]
    pub fn as_resource(&self) -> Option<Held<'_, Resource>> {
        // SAFETY: the tag names the type.
        (self.raw_type_behind() == RESOURCE).then(|| unsafe { self.handle() })
    }
    /// The resource, if this value itself is one, and no reference to one.
    #[inline(always)]
    pub fn own_resource(&self) -> Option<&Resource> {
        // SAFETY: the tag names the type, whose handle is the payload.
        (self.raw_type() == RESOURCE).then(|| unsafe { &*(&raw const self.payload).cast() })
    }
    /// The reference itself, if it is one.
    #[inline(always)]
    pub fn as_ref(&self) -> Option<&Reference> {
        // SAFETY: a REFERENCE tag goes with a reference handle as payload.
        (self.tag() == tag::REFERENCE).then(|| unsafe { &*(&raw const self.payload).cast() })
    }

    /// Gives up the value as a string handle, if it is a string.
    #[inline]
    pub fn into_str(self) -> Option<Str> {
        if self.is_ref() {
            return self.as_str().map(Held::into_owned);
        }
        if self.raw_type() != tag::STRING {
            return None;
        }
        let v = ManuallyDrop::new(self);
        // SAFETY: the tag says string; ownership moves from the value to the handle.
        Some(unsafe { Str::from_raw(v.payload as *mut PhpStr) })
    }
    /// Gives up the value as an array handle, if it is an array.
    #[inline]
    pub fn into_array(self) -> Option<Array> {
        if self.is_ref() {
            return self.as_array().map(Held::into_owned);
        }
        if self.raw_type() != tag::ARRAY {
            return None;
        }
        let v = ManuallyDrop::new(self);
        // SAFETY: the tag says array; ownership moves from the value to the handle.
        Some(unsafe { Array::from_raw(v.payload as *mut PhpArray) })
    }
    /// Gives up the value as an object handle, if it is an object.
    #[inline]
    pub fn into_object(self) -> Option<Object> {
        if self.tag() != tag::OBJECT {
            return self.as_object().map(Held::into_owned);
        }
        let v = ManuallyDrop::new(self);
        // SAFETY: the tag says object; ownership moves from the value to the handle.
        Some(unsafe { Object::from_raw(v.payload as *mut PhpObject) })
    }

    /// A copy with any reference removed.
    #[inline]
    pub fn unref(&self) -> Value {
        // SAFETY: the borrow ends with the copy.
        unsafe { self.deref_lent().clone() }
    }
    /// The value as it goes into a copy of what holds it: a reference that nobody else shares becomes its value.
    #[inline(always)]
    pub fn copied(&self) -> Value {
        if self.is_ref() { self.copied_ref() } else { self.clone() }
    }
    #[cold]
    #[inline(never)]
    fn copied_ref(&self) -> Value {
        match self.as_ref() {
            Some(reference) if reference.refcount() == 1 => reference.get(),
            _ => self.clone(),
        }
    }
    /// Whether this is null, a boolean, an integer or a float: its words are all there is to it.
    #[inline(always)]
    pub fn is_scalar(&self) -> bool {
        self.tag().wrapping_sub(tag::NULL) <= tag::FLOAT - tag::NULL
    }
    /// Gives the value up where `other`, which may hold the same thing, is given up next: then the collector need not be told of
    /// a count that is not the last.
    #[inline(always)]
    pub fn drop_before(self, other: &Value) {
        if self.is_counted() && self.tag() == other.tag() && self.payload == other.payload {
            let v = ManuallyDrop::new(self);
            // SAFETY: a live counted object of this thread, of which `other` has a count as well.
            unsafe { (*(v.payload as *mut Header)).refcount -= 1 };
        }
    }
    /// Removes a reference in place, keeping the value behind it.
    #[inline]
    pub fn into_unref(self) -> Value {
        if self.is_ref() { self.unref() } else { self }
    }
    /// Turns the value in place into a reference (if it is not one yet) and returns that reference.
    #[inline]
    pub fn make_ref(&mut self) -> Reference {
        match self.as_ref() {
            Some(reference) => reference.clone(),
            None => self.become_ref(),
        }
    }
    #[inline(never)]
    fn become_ref(&mut self) -> Reference {
        // SAFETY: the value moves into the cell, of which this place and the caller have a count each.
        unsafe {
            let inner = if self.is_undef() { Value::NULL } else { Value::pack(self.tag(), self.payload) };
            let reference = Reference::new_shared(inner);
            let word = u64::from(tag::REFERENCE) | u64::from(self.aux()) << 32;
            ptr::write(self, Value::from_meta(word, reference.as_ptr() as u64));
            reference
        }
    }
    /// Assigns through a reference: the old value is dropped after the new one is in place.
    #[inline]
    pub fn assign(&mut self, new: Value) {
        // SAFETY: nothing else runs until the new value is in place.
        let target = unsafe { self.deref_mut() };
        let old = std::mem::replace(target, Value::UNDEF);
        target.set_tag(new.tag());
        target.set_aux(old.aux());
        target.payload = new.payload;
        std::mem::forget(new);
        drop(old);
    }

    /// Changes the value, or the one behind a reference, and returns what `change` returns. See [`Reference::update`].
    pub fn update<R>(&mut self, change: impl FnOnce(&mut Value) -> R) -> R {
        match self.as_ref() {
            Some(reference) => reference.update(change),
            None => change(self),
        }
    }

    /// The header of the counted object, if there is one.
    #[inline(always)]
    pub fn header(&self) -> Option<*mut Header> {
        self.is_counted().then_some(self.payload as *mut Header)
    }
    /// The reference count, or 0 for values without one.
    #[inline(always)]
    pub fn refcount(&self) -> u32 {
        // SAFETY: the counted bit says the payload points to a live header.
        self.header().map_or(0, |h| unsafe { (*h).refcount })
    }
    /// Builds a value from its parts.
    ///
    /// # Safety
    /// The payload must fit the tag, and the caller must own one count of a counted payload.
    #[inline(always)]
    pub const unsafe fn from_parts(tag: u32, payload: u64) -> Value {
        Value::pack(tag, payload)
    }
    /// Whether both are the same object, array or string in memory, or equal scalars.
    #[inline]
    pub fn same_bits(&self, other: &Value) -> bool {
        self.raw_type() == other.raw_type() && self.payload == other.payload
    }
}

impl Clone for Value {
    #[inline(always)]
    fn clone(&self) -> Value {
        if self.tag() & tag::COUNTED != 0 {
            // SAFETY: the counted bit says the payload points to a live header.
            unsafe {
                crate::header::check(self.payload as *mut Header);
                (*(self.payload as *mut Header)).refcount += 1
            };
        }
        Value::pack(self.tag(), self.payload)
    }
}

impl Drop for Value {
    #[inline(always)]
    fn drop(&mut self) {
        if self.tag() & tag::COUNTED != 0 {
            // SAFETY: the counted bit says the payload points to a live header and that we own one count of it.
            unsafe { release(self.payload as *mut Header) };
        }
    }
}

/// Gives back one count of a heap object, freeing it at zero.
///
/// # Safety
/// `header` must point to a live counted object of which the caller owns one count.
#[inline(always)]
pub unsafe fn release(header: *mut Header) {
    // SAFETY: live by contract.
    unsafe {
        crate::header::check(header);
        let count = (*header).refcount - 1;
        (*header).refcount = count;
        if count == 0 {
            destroy(header);
        } else {
            crate::gc::possible_root(header);
        }
    }
}

/// Frees an object whose count has reached zero.
///
/// # Safety
/// `header` must point to a live object with reference count zero.
#[cold]
#[inline(never)]
pub unsafe fn destroy(header: *mut Header) {
    // SAFETY: the kind bits name the real type of the object; nobody else points to it.
    unsafe {
        // The commonest, which the collector never weighs: it holds nothing.
        if (*header).kind() == kind::STRING {
            return crate::string::free(header.cast());
        }
        destroy_other(header);
    }
}
/// The same for what is no string. What frees is called last, so that nothing has to be kept meanwhile.
#[inline(never)]
unsafe fn destroy_other(header: *mut Header) {
    // SAFETY: as in `destroy`.
    unsafe {
        if crate::heap::holding() && crate::hold::keep(header) || crate::gc::is_weighing() {
            return;
        }
        end(header)
    }
}
/// Frees what is no string, nothing being held back.
#[inline(always)]
unsafe fn end(header: *mut Header) {
    // SAFETY: as in `destroy`.
    unsafe {
        match (*header).kind() {
            kind::ARRAY => crate::array::free(header.cast()),
            kind::OBJECT => end_object(header),
            kind::REFERENCE => crate::reference::free(header.cast()),
            _ => end_resource(header),
        }
    }
}
#[inline(never)]
unsafe fn end_object(header: *mut Header) {
    // SAFETY: called by `end` for an object.
    unsafe {
        if !crate::object::free_plain(header.cast()) {
            nested(header, |header| {
                if !crate::object::free_native(header.cast()) {
                    crate::object::free(header.cast());
                }
            });
        }
    }
}
#[inline(never)]
unsafe fn end_resource(header: *mut Header) {
    // SAFETY: as in `destroy`.
    unsafe {
        assert!((*header).kind() == kind::RESOURCE, "heap object of unknown kind {}", (*header).kind());
        crate::resource::free(header.cast());
    }
}

/// Gives back one count of what is in an array or object that is being freed.
///
/// # Safety
/// As [`release`], where nothing is held back and the collector does not weigh.
#[inline(always)]
pub(crate) unsafe fn release_inside(header: *mut Header) {
    // SAFETY: live by contract.
    unsafe {
        crate::header::check(header);
        let count = (*header).refcount - 1;
        (*header).refcount = count;
        if count == 0 {
            destroy_inside(header);
        } else {
            crate::gc::possible_root(header);
        }
    }
}
/// As [`destroy`], for what is in an array or object that is being freed: strings as they are, and what may hold more one level
/// further in. Nothing is held back or weighed here, or what it is in would not be freed.
#[inline(never)]
unsafe fn destroy_inside(header: *mut Header) {
    // SAFETY: as in `destroy`.
    unsafe {
        if (*header).kind() == kind::STRING {
            return crate::string::free_now(header.cast());
        }
        destroy_other_inside(header);
    }
}
#[inline(never)]
unsafe fn destroy_other_inside(header: *mut Header) {
    // SAFETY: as in `destroy`.
    unsafe { nested(header, |header| end(header)) };
}

/// How many objects may be freed one inside the other. What is nested more deeply waits until the outermost is done, so
/// that a list of a million elements does not need a native stack for a million calls.
const NESTED: u32 = 512;

/// Frees something by `free`, one level further in. Whatever way leads from an array or object to what it holds, through elements,
/// slots or what it has besides, comes by here.
#[inline(always)]
unsafe fn nested(header: *mut Header, free: impl FnOnce(*mut Header)) {
    let state = crate::state::state();
    // SAFETY: as in `destroy`; the state outlives the call, and no borrow of it is kept across the calls.
    unsafe {
        let depth = (*state).freeing;
        if depth >= NESTED {
            return wait(header);
        }
        (*state).freeing = depth + 1;
        free(header);
        if depth == 0 && !(*state).waiting.is_empty() {
            free_waiting();
        }
        (*state).freeing = depth;
    }
}
/// What waits has the waiting list's count, like any other live object.
#[cold]
#[inline(never)]
unsafe fn wait(header: *mut Header) {
    // SAFETY: as in `destroy`.
    unsafe {
        (*header).refcount = 1;
        (*crate::state::state()).waiting.push(header);
    }
}
#[cold]
#[inline(never)]
unsafe fn free_waiting() {
    let state = crate::state::state();
    // SAFETY: what waits is live; no borrow of the list is kept across the calls.
    unsafe {
        while let Some(next) = (*state).waiting.pop() {
            release(next);
        }
    }
}

impl Default for Value {
    fn default() -> Self {
        Value::NULL
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_ref() {
            f.write_str("&")?;
        }
        self.view().fmt(f)
    }
}

impl From<bool> for Value {
    fn from(b: bool) -> Value {
        Value::bool(b)
    }
}
impl From<i64> for Value {
    fn from(i: i64) -> Value {
        Value::int(i)
    }
}
impl From<usize> for Value {
    fn from(i: usize) -> Value {
        Value::int(i as i64)
    }
}
impl From<f64> for Value {
    fn from(f: f64) -> Value {
        Value::float(f)
    }
}
impl From<()> for Value {
    fn from((): ()) -> Value {
        Value::NULL
    }
}
impl From<&[u8]> for Value {
    fn from(bytes: &[u8]) -> Value {
        Value::from(Str::new(bytes))
    }
}
impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::from(Str::new(text.as_bytes()))
    }
}
impl From<String> for Value {
    fn from(text: String) -> Value {
        Value::from(Str::from(text.into_bytes()))
    }
}
impl From<Vec<u8>> for Value {
    fn from(bytes: Vec<u8>) -> Value {
        Value::from(Str::from(bytes))
    }
}
impl From<Str> for Value {
    #[inline]
    fn from(s: Str) -> Value {
        let tag = if s.is_immutable() { tag::STRING } else { tag::STRING | tag::COUNTED };
        Value::pack(tag, s.into_raw() as u64)
    }
}
impl From<&PhpStr> for Value {
    #[inline]
    fn from(s: &PhpStr) -> Value {
        Value::from(s.to_handle())
    }
}
impl From<Array> for Value {
    #[inline]
    fn from(a: Array) -> Value {
        let tag = if a.is_immutable() { tag::ARRAY } else { tag::ARRAY | tag::COUNTED };
        Value::pack(tag, a.into_raw() as u64)
    }
}
impl From<Object> for Value {
    #[inline]
    fn from(o: Object) -> Value {
        Value::pack(tag::OBJECT, o.into_raw() as u64)
    }
}
impl From<Resource> for Value {
    #[inline]
    fn from(r: Resource) -> Value {
        Value::pack(tag::RESOURCE, r.into_raw() as u64)
    }
}
impl From<Reference> for Value {
    #[inline]
    fn from(r: Reference) -> Value {
        Value::pack(tag::REFERENCE, r.into_raw() as u64)
    }
}
impl<T: Clone + Into<Value>> From<Held<'_, T>> for Value {
    fn from(handle: Held<'_, T>) -> Value {
        handle.into_owned().into()
    }
}
impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(option: Option<T>) -> Value {
        option.map_or(Value::NULL, Into::into)
    }
}

/// Overwrites a value without dropping what was there.
///
/// # Safety
/// `to` must be valid for writes; what it held must have been dropped or moved out.
#[inline(always)]
pub unsafe fn write(to: *mut Value, value: Value) {
    // SAFETY: by contract.
    unsafe { ptr::write(to, value) }
}
