//! Classes at run time: what linking a declaration (or materialising a native descriptor) yields.

use crate::{
    ctx::Ctx,
    descriptor::{ClassDescriptor, modifiers},
    error::PhpResult,
    function::FunctionPtr,
};
use phant_bytecode::{Attribute, ClassDecl, ConstExpr, TypeDecl, TypeMask};
use phant_memory::{HeapMap, HeapVec, Literal, Name, Object, Str, Value, heap_map, heap_vec, string::hash_bytes};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// A class lives at least as long as the requests that it is declared in.
pub type ClassPtr = &'static Class;

/// A map that keeps the order of insertion.
pub struct OrderedMap<V> {
    entries: HeapVec<(Str, V)>,
    index: HeapMap<Str, u32>,
}

impl<V> OrderedMap<V> {
    /// An empty map.
    pub fn new() -> OrderedMap<V> {
        OrderedMap { entries: heap_vec(), index: heap_map() }
    }
    /// An empty map with room.
    pub fn with_capacity(capacity: usize) -> OrderedMap<V> {
        let mut map = OrderedMap::new();
        map.entries.reserve_exact(capacity);
        map.index.reserve(capacity);
        map
    }
    /// The value of a key.
    #[inline]
    pub fn get(&self, key: &[u8]) -> Option<&V> {
        if self.entries.is_empty() {
            return None;
        }
        self.index.get(key).map(|&i| &self.entries[i as usize].1)
    }
    /// The value of a key, for changing.
    pub fn get_mut(&mut self, key: &[u8]) -> Option<&mut V> {
        self.index.get(key).map(|&i| &mut self.entries[i as usize].1)
    }
    /// Sets the value of a key; a new key goes to the end.
    pub fn insert(&mut self, key: Str, value: V) {
        match self.index.get(&key) {
            Some(&i) => self.entries[i as usize].1 = value,
            None => {
                self.index.insert(key.clone(), self.entries.len() as u32);
                self.entries.push((key, value));
            }
        }
    }
    /// Entries in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&Str, &V)> {
        self.entries.iter().map(|(k, v)| (k, v))
    }
    /// Values in order.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &V> {
        self.entries.iter().map(|(_, v)| v)
    }
    /// Number of entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
    /// Whether the key is there.
    pub fn contains(&self, key: &[u8]) -> bool {
        self.get(key).is_some()
    }
}

impl<V> Default for OrderedMap<V> {
    fn default() -> Self {
        OrderedMap::new()
    }
}

/// The members of a class of one kind, by name, in order. Outside the request heap.
///
/// A request that uses a class finds its members for the first time, and so mostly not in the processor's caches: a lookup
/// looks at as few places in memory as possible.
pub struct Members<V> {
    entries: Vec<(Name, V)>,
    /// Open addressing, at most half full: the low half of a name's hash, and the number of its entry plus one, or 0.
    table: Box<[(u32, u32)]>,
}

impl<V> Members<V> {
    /// No members.
    pub fn new() -> Members<V> {
        Members { entries: Vec::new(), table: Box::default() }
    }
    /// The member of a name.
    #[inline]
    pub fn get(&self, key: &[u8]) -> Option<&V> {
        if self.entries.is_empty() {
            return None;
        }
        Some(&self.entries[self.position(hash_bytes(key), key)?].1)
    }
    /// The same for a string, whose hash is mostly known.
    #[inline]
    pub fn named(&self, key: &Str) -> Option<&V> {
        if self.entries.is_empty() {
            return None;
        }
        Some(&self.entries[self.position(key.hash(), key)?].1)
    }
    #[inline]
    fn position(&self, hash: u64, key: &[u8]) -> Option<usize> {
        let mask = self.table.len().wrapping_sub(1);
        let mut at = hash as usize & mask;
        loop {
            let &(low, number) = self.table.get(at)?;
            let entry = (number as usize).checked_sub(1)?;
            if low == hash as u32 {
                // Mostly it is the very string.
                let own = self.entries[entry].0.as_bytes();
                if own.len() == key.len() && (own.as_ptr() == key.as_ptr() || own == key) {
                    return Some(entry);
                }
            }
            at = (at + 1) & mask;
        }
    }
    /// Sets the member of a name; a new name goes to the end.
    pub fn insert(&mut self, key: Name, value: V) {
        match self.position(key.hash(), &key) {
            Some(at) => self.entries[at].1 = value,
            None => {
                self.make_room(1);
                self.entries.push((key, value));
                self.note(self.entries.len());
            }
        }
    }
    /// Notes an entry, by its number plus one, in the table. There is room for it.
    fn note(&mut self, number: usize) {
        let hash = self.entries[number - 1].0.hash();
        let mask = self.table.len() - 1;
        let mut at = hash as usize & mask;
        while self.table[at].1 != 0 {
            at = (at + 1) & mask;
        }
        self.table[at] = (hash as u32, number as u32);
    }
    fn make_room(&mut self, more: usize) {
        let wanted = (2 * (self.entries.len() + more)).next_power_of_two();
        if wanted > self.table.len() {
            self.table = vec![(0, 0); wanted].into_boxed_slice();
            (1..=self.entries.len()).for_each(|number| self.note(number));
        }
    }
    /// Makes room for more.
    pub fn reserve(&mut self, more: usize) {
        self.entries.reserve_exact(more);
        self.make_room(more);
    }
    /// Gives back room that is not needed.
    pub fn shrink(&mut self) {
        self.entries.shrink_to_fit();
    }
    /// Names and members in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&Name, &V)> {
        self.entries.iter().map(|(k, v)| (k, v))
    }
    /// Members in order.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &V> {
        self.entries.iter().map(|(_, v)| v)
    }
    /// Number of members.
    pub fn len(&self) -> usize {
        self.entries.len()
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
    /// Whether there is a member of that name.
    pub fn contains(&self, key: &[u8]) -> bool {
        self.get(key).is_some()
    }
}

impl<V: Copy> Clone for Members<V> {
    fn clone(&self) -> Self {
        let entries = self.entries.iter().map(|(name, v)| (name.copy(), *v)).collect();
        Members { entries, table: self.table.clone() }
    }
}

impl<V> Default for Members<V> {
    fn default() -> Self {
        Members::new()
    }
}

/// What a class-like is.
pub use crate::descriptor::ClassKind;

/// Bits of [`Class::flags`].
pub mod class_flags {
    /// Parent and interfaces are in place.
    pub const LINKED: u32 = 1;
    /// There is nothing that a request must evaluate: constants, defaults and static properties are literals.
    pub const LITERAL: u32 = 2;
    /// Objects may not have dynamic properties.
    pub const NO_DYNAMIC_PROPERTIES: u32 = 4;
    /// Dynamic properties are allowed without notice.
    pub const ALLOW_DYNAMIC_PROPERTIES: u32 = 8;
    /// Objects can be neither serialized nor unserialized.
    pub const NOT_SERIALIZABLE: u32 = 16;
    /// An anonymous class.
    pub const ANONYMOUS: u32 = 32;
    /// Implements ArrayAccess.
    pub const ARRAY_ACCESS: u32 = 64;
    /// Some property has hooks.
    pub const HAS_HOOKS: u32 = 128;
    /// Some property has a type, is readonly, or has restricted writing.
    pub const HAS_CHECKED_PROPERTIES: u32 = 256;
    /// Implements Iterator.
    pub const ITERATOR: u32 = 512;
    /// Implements IteratorAggregate.
    pub const ITERATOR_AGGREGATE: u32 = 1024;
    /// Implements Countable.
    pub const COUNTABLE: u32 = 2048;
    /// Implements Throwable.
    pub const THROWABLE: u32 = 4096;
    /// Defaults contain something that must be evaluated per class use.
    pub const NOT_INSTANTIABLE: u32 = 8192;
    /// Objects cannot be cloned.
    pub const NOT_CLONEABLE: u32 = 16384;
    /// Implements Serializable.
    pub const SERIALIZABLE: u32 = 32768;
    /// `#[\Deprecated]` cannot be on classes, but traits can carry it in 8.5.
    pub const DEPRECATED: u32 = 65536;
    /// `new` has met it: objects are made of literals alone, and anybody may call the constructor, if there is one.
    pub const PLAIN_NEW: u32 = 1 << 17;
}

/// What a class is once it is linked: immutable, outside the request heap, and shared by all requests that declare it (see
/// the [module documentation](self)). What a request adds (values of static properties, of what must be evaluated) it
/// keeps by [`Class::index`].
pub struct Class {
    /// Name as PHP shows it.
    pub name: Name,
    /// Lower-case name.
    pub lower: Name,
    /// Class, interface, trait or enum.
    pub kind: ClassKind,
    /// `abstract`, `final`, `readonly` (see [`modifiers`]); `ABSTRACT` also if it has abstract methods.
    pub modifiers: u32,
    /// See [`class_flags`]. They change while the class is being linked.
    pub flags: AtomicU32,
    /// Bytes that its objects have in their own block for native state: as many as the first one took, 0 before. See
    /// [`Object::room`].
    pub room: AtomicU32,
    /// Where requests keep what is theirs of this class.
    pub index: u32,
    /// Parent.
    pub parent: Option<ClassPtr>,
    /// Every interface, inherited ones included, in PHP's order.
    pub interfaces: Vec<ClassPtr>,
    /// The chain of its ancestors, root first, without the class itself: for quick subclass tests.
    pub ancestors: Vec<ClassPtr>,
    /// Constants and enum cases by name.
    pub constants: Members<&'static ClassConstant>,
    /// How many constants it has that are not inherited.
    pub own_constants: u32,
    /// Properties by name, own ones first (private ones of parents that are hidden here are found through the parent).
    pub properties: Members<&'static Property>,
    /// Which property is in which slot; for slots, including inherited private ones.
    pub slots: Vec<&'static Property>,
    /// Default value of every slot, with marks of the engine's; some must be evaluated by each request.
    pub defaults: Vec<Literal>,
    /// How many static properties are the parent's.
    pub shared_statics: u32,
    /// What its other static properties start with.
    pub statics: Vec<Literal>,
    /// Methods by lower-case name.
    pub methods: Members<FunctionPtr>,
    /// Magic methods.
    pub magic: Magic,
    /// Behaviour that differs from a plain object's (inherited from native parents).
    pub handlers: &'static ObjectHandlers,
    /// Gives a new object its native state (inherited from native parents).
    pub create: Option<fn(&Ctx, &Object)>,
    /// The native descriptor, for native classes.
    pub native: Option<&'static ClassDescriptor>,
    /// The declaration, for user classes.
    pub decl: Option<&'static ClassDecl>,
    /// Backing type of an enum.
    pub backing: Option<TypeMask>,
    /// Traits it uses directly.
    pub traits: Vec<ClassPtr>,
    /// Aliases of trait methods: (alias, "Trait::method").
    pub trait_aliases: Vec<(Name, Name)>,
    /// Attributes.
    pub attributes: &'static [Attribute],
}

/// What threads share is shared by its types.
const _: () = {
    const fn shared<T: Send + Sync>() {}
    shared::<Class>();
};

/// The magic methods of a class.
#[derive(Clone, Copy, Default)]
#[allow(missing_docs)]
pub struct Magic {
    pub construct: Option<FunctionPtr>,
    pub destruct: Option<FunctionPtr>,
    pub clone: Option<FunctionPtr>,
    pub get: Option<FunctionPtr>,
    pub set: Option<FunctionPtr>,
    pub unset: Option<FunctionPtr>,
    pub isset: Option<FunctionPtr>,
    pub call: Option<FunctionPtr>,
    pub call_static: Option<FunctionPtr>,
    pub to_string: Option<FunctionPtr>,
    pub invoke: Option<FunctionPtr>,
    pub debug_info: Option<FunctionPtr>,
    pub serialize: Option<FunctionPtr>,
    pub unserialize: Option<FunctionPtr>,
    pub offset_get: Option<FunctionPtr>,
    pub offset_set: Option<FunctionPtr>,
    pub offset_exists: Option<FunctionPtr>,
    pub offset_unset: Option<FunctionPtr>,
    pub current: Option<FunctionPtr>,
    pub key: Option<FunctionPtr>,
    pub next: Option<FunctionPtr>,
    pub valid: Option<FunctionPtr>,
    pub rewind: Option<FunctionPtr>,
    pub get_iterator: Option<FunctionPtr>,
    pub count: Option<FunctionPtr>,
}

/// A class constant or enum case.
pub struct ClassConstant {
    /// Name.
    pub name: Name,
    /// The class that declares it.
    pub class: ClassPtr,
    /// Which of the class's own constants it is.
    pub index: u32,
    /// Visibility and `final`.
    pub modifiers: u32,
    /// Declared type.
    pub ty: Option<&'static TypeDecl>,
    /// The value, unless requests must evaluate it.
    pub literal: Option<Literal>,
    /// The expression to evaluate.
    pub expr: Option<&'static ConstExpr>,
    /// Source text of a native constant's value, evaluated on first use.
    pub native_text: Option<&'static str>,
    /// Whether it is an enum case.
    pub is_case: bool,
    /// Attributes.
    pub attributes: &'static [Attribute],
    /// `/** */`
    pub doc_comment: Option<Name>,
}

/// A property.
pub struct Property {
    /// Name without `$`.
    pub name: Name,
    /// The name as `(array)` shows it, with the class of a private property and a star for a protected one.
    pub mangled: Name,
    /// The class that declares it.
    pub class: ClassPtr,
    /// Modifiers as Reflection numbers them.
    pub modifiers: u32,
    /// Declared type.
    pub ty: Option<&'static TypeDecl>,
    /// Slot in objects, or in [`Class::statics`] for a static property; virtual properties have none.
    pub slot: Option<u16>,
    /// Default as declared (Reflection; the evaluated one is in [`Class::defaults`]).
    pub default: Option<&'static ConstExpr>,
    /// Source text of a native property's default.
    pub native_default: Option<&'static str>,
    /// `get` hook.
    pub get_hook: Option<FunctionPtr>,
    /// `set` hook.
    pub set_hook: Option<FunctionPtr>,
    /// Whether it comes from a constructor parameter.
    pub promoted: bool,
    /// Whether an ancestor has a private property of this name, which code of that ancestor sees instead.
    pub hides_private: bool,
    /// The class of the prototype whose visibility rules apply (protected access across siblings).
    pub prototype_class: ClassPtr,
    /// Attributes.
    pub attributes: &'static [Attribute],
    /// `/** */`
    pub doc_comment: Option<Name>,
}

impl Property {
    /// Whether it is static.
    pub fn is_static(&self) -> bool {
        self.modifiers & modifiers::STATIC != 0
    }
    /// Whether it is readonly.
    pub fn is_readonly(&self) -> bool {
        self.modifiers & modifiers::READONLY != 0
    }
    /// Whether it has hooks.
    pub fn has_hooks(&self) -> bool {
        self.get_hook.is_some() || self.set_hook.is_some()
    }
}

impl Class {
    /// Tests a bit of [`class_flags`].
    #[inline(always)]
    pub fn has_flag(&self, flag: u32) -> bool {
        self.flags.load(Relaxed) & flag != 0
    }
    /// Sets a bit of [`class_flags`].
    pub fn set_flag(&self, flag: u32) {
        self.flags.fetch_or(flag, Relaxed);
    }
    /// Whether both are the same class.
    #[inline(always)]
    pub fn same(&self, other: &Class) -> bool {
        std::ptr::eq(self, other)
    }
    /// Whether this is `other`, a subclass of it, or implements it.
    #[inline]
    pub fn is_subclass_or_same(&self, other: &Class) -> bool {
        if std::ptr::eq(self, other) {
            return true;
        }
        if other.kind == ClassKind::Interface {
            return self.interfaces.iter().any(|i| std::ptr::eq(*i, other));
        }
        self.ancestors.get(other.ancestors.len()).is_some_and(|a| std::ptr::eq(*a, other))
    }
    /// Whether it is an interface.
    pub fn is_interface(&self) -> bool {
        self.kind == ClassKind::Interface
    }
    /// Whether it is an enum.
    pub fn is_enum(&self) -> bool {
        self.kind == ClassKind::Enum
    }
    /// Whether it is native.
    pub fn is_native(&self) -> bool {
        self.native.is_some()
    }
    /// Whether it is abstract (declared so, or an interface).
    pub fn is_abstract(&self) -> bool {
        self.modifiers & modifiers::ABSTRACT != 0
    }
    /// The method with this lower-case name.
    #[inline]
    pub fn method(&self, lower: &[u8]) -> Option<FunctionPtr> {
        self.methods.get(lower).copied()
    }
    /// The same for a string, whose hash is mostly known.
    #[inline]
    pub fn method_named(&self, lower: &Str) -> Option<FunctionPtr> {
        self.methods.named(lower).copied()
    }
    /// How to walk the objects natively, unless PHP code overrides one of the methods that this stands for.
    pub fn walk(&self) -> Option<WalkFn> {
        const METHODS: [&[u8]; 6] = [b"getiterator", b"rewind", b"valid", b"current", b"key", b"next"];
        let walk = self.handlers.walk?;
        if self.is_native() {
            return Some(walk);
        }
        let native = |name: &&[u8]| self.method(name).is_none_or(|f| f.code().is_none());
        METHODS.iter().all(native).then_some(walk)
    }
    /// How to read elements at once, unless PHP code overrides `offsetGet`.
    #[inline(always)]
    pub fn peek_dimension(&self) -> Option<PeekFn> {
        self.handlers.peek_dimension.filter(|_| self.is_native() || self.magic.offset_get.is_none_or(|f| f.code().is_none()))
    }
    /// How to write elements at once, unless PHP code overrides `offsetSet`.
    #[inline(always)]
    pub fn put_dimension(&self) -> Option<PutFn> {
        self.handlers.put_dimension.filter(|_| self.is_native() || self.magic.offset_set.is_none_or(|f| f.code().is_none()))
    }
    /// How to count what is in an object at once, unless PHP code overrides `count()`.
    #[inline(always)]
    pub fn own_len(&self) -> Option<fn(&Object) -> usize> {
        self.handlers.len.filter(|_| self.is_native() || self.magic.count.is_none_or(|f| f.code().is_none()))
    }
    /// The name up to the NUL byte of an anonymous class's generated name.
    pub fn short_name(&self) -> &[u8] {
        let name = self.name.as_bytes();
        name.iter().position(|&b| b == 0).map_or(name, |i| &name[..i])
    }
    /// Whether it descends from a native class or is one by name.
    pub fn is_named(&self, name: &str) -> bool {
        self.name.as_bytes() == name.as_bytes()
    }
}

/// What a place inside an object is fetched for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fetch {
    /// To be written into: made if it is not there.
    Write,
    /// To be read, then written: missing ones are made, with a warning.
    ReadWrite,
    /// To unset something inside: missing ones are not made.
    Unset,
    /// Not at all: the question is whether the class has to do with the name (any place but [`Place::Unknown`]).
    Ask,
}

/// A place inside an object.
pub enum Place {
    /// Here.
    At(phant_memory::Place),
    /// Nowhere: this is a value on its own, and changing it changes nothing.
    Temporary(Value),
    /// The handler does not know: the default behaviour is asked.
    Unknown,
}

/// See [`ObjectHandlers::peek_dimension`].
pub type PeekFn = fn(&Object, &Value) -> Option<Value>;
/// See [`ObjectHandlers::put_dimension`]. What was there is dropped; no offset stands for `[]`.
pub type PutFn = fn(&Object, Option<&Value>, &Value) -> bool;

/// One step of a walk that does not go through Iterator's methods. `state` is a word of the caller's, 0 at first: the
/// first step goes to the first element, every other one to the next. Yields key and value; `None` is the end.
pub type WalkFn = fn(&Ctx, &Object, state: &mut u64, by_ref: bool) -> PhpResult<Option<(Value, Value)>>;

/// What the engine asks of native objects instead of the default behaviour. `None` keeps the default.
pub struct ObjectHandlers {
    /// The properties that `var_dump`, `print_r`, `var_export`, `(array)` and `foreach` of a plain object show.
    pub properties: Option<fn(&Ctx, &Object) -> PhpResult<phant_memory::Array>>,
    /// `properties` is only what casts, exports and `json_encode` show: `get_object_vars` and comparison see the object's
    /// own.
    pub properties_are_a_view: bool,
    /// The properties that `var_dump` shows, if they differ from those (as `__debugInfo` would).
    pub debug_info: Option<fn(&Ctx, &Object) -> PhpResult<phant_memory::Array>>,
    /// Copies native state into a fresh clone; without it, a class with native state is created anew by `create`.
    pub clone: Option<fn(&Ctx, from: &Object, to: &Object) -> PhpResult<()>>,
    /// `<=>`, `==`: -1, 0, 1, or 2 for "not comparable". Both operands are passed; one may be no object.
    pub compare: Option<fn(&Ctx, &Value, &Value) -> PhpResult<i32>>,
    /// `<=>` with another object, if both can tell at once: nothing is reported or called. Asked before `compare`.
    pub order: Option<fn(&Object, &Object) -> Option<std::cmp::Ordering>>,
    /// Conversion to a scalar type; `None` result falls back to the default.
    pub cast: Option<fn(&Ctx, &Object, phant_memory::Type) -> PhpResult<Option<Value>>>,
    /// Property reads before the default; `None` result falls back to the default.
    pub read_property: Option<fn(&Ctx, &Object, &Str) -> PhpResult<Option<Value>>>,
    /// Property writes before the default; `false` falls back to the default.
    pub write_property: Option<fn(&Ctx, &Object, &Str, &Value) -> PhpResult<bool>>,
    /// Property existence before the default: mode 0 = not null, 1 = not empty, 2 = exists.
    pub has_property: Option<fn(&Ctx, &Object, &Str, u8) -> PhpResult<Option<bool>>>,
    /// Property removal before the default; `false` falls back to the default.
    pub unset_property: Option<fn(&Ctx, &Object, &Str) -> PhpResult<bool>>,
    /// `$object[$offset]`; without it ArrayAccess's methods are called.
    pub read_dimension: Option<fn(&Ctx, &Object, Option<&Value>) -> PhpResult>,
    /// The element at an offset, if it can just be handed over: nothing is converted, reported or called, and the object's own
    /// `offsetGet` would do the same. Asked first, and only through [`Class::peek_dimension`].
    pub peek_dimension: Option<PeekFn>,
    /// The same for writing: false, and nothing is done, where there is more to it.
    pub put_dimension: Option<PutFn>,
    /// `$object[$offset] = $value`
    pub write_dimension: Option<fn(&Ctx, &Object, Option<&Value>, &Value) -> PhpResult<()>>,
    /// `isset($object[$offset])` (false) and `!empty(…)` (true)
    pub has_dimension: Option<fn(&Ctx, &Object, &Value, bool) -> PhpResult<bool>>,
    /// `unset($object[$offset])`
    pub unset_dimension: Option<fn(&Ctx, &Object, &Value) -> PhpResult<()>>,
    /// The element's place, for writing into it (`$object[$offset][] = 1`, `&$object[$offset]`). Without it, or if the
    /// result is [`Place::Unknown`], `offsetGet` is called and its result changed, with a notice if that has no effect.
    pub dimension_place: Option<fn(&Ctx, &Object, Option<&Value>, Fetch) -> PhpResult<Place>>,
    /// The property's place, for writing into it, before the default.
    pub property_place: Option<fn(&Ctx, &Object, &Str, Fetch) -> PhpResult<Place>>,
    /// `foreach` and everything else that walks; without it Iterator's methods (or `getIterator`) are called. Ask
    /// [`Class::walk`], which knows whether PHP code overrides those.
    pub walk: Option<WalkFn>,
    /// The object that gets calls of methods that this one does not have (an iterator's inner iterator).
    pub forward_calls: Option<fn(&Object) -> Option<Object>>,
    /// Asked before a method is called from PHP code: objects that were not constructed refuse.
    pub before_call: Option<fn(&Ctx, &Object) -> PhpResult<()>>,
    /// `count($object)` that the object can tell at once, unless PHP code overrides `count()`: see [`Class::own_len`].
    pub len: Option<fn(&Object) -> usize>,
    /// `count($object)`; without it Countable's method is called.
    pub count: Option<fn(&Ctx, &Object) -> PhpResult<i64>>,
    /// The function that makes objects of the class, as `deflate_init()`: `new` is an error that names it.
    pub made_by: Option<&'static str>,
    /// Reads what the old form of serialization (`C:`) has between its braces, for classes without Serializable's methods.
    pub unserialize: Option<fn(&Ctx, &Object, &Str) -> PhpResult<()>>,
    /// Arithmetic on the object (`+`, `-`, …, by operator text); `None` result falls back to the default.
    pub operator: Option<fn(&Ctx, &str, &Value, &Value) -> PhpResult<Option<Value>>>,
}

impl ObjectHandlers {
    /// A plain object's behaviour.
    pub const DEFAULT: ObjectHandlers = ObjectHandlers {
        properties: None,
        properties_are_a_view: false,
        debug_info: None,
        clone: None,
        compare: None,
        order: None,
        cast: None,
        read_property: None,
        write_property: None,
        has_property: None,
        unset_property: None,
        read_dimension: None,
        peek_dimension: None,
        put_dimension: None,
        write_dimension: None,
        has_dimension: None,
        unset_dimension: None,
        dimension_place: None,
        property_place: None,
        walk: None,
        forward_calls: None,
        before_call: None,
        len: None,
        count: None,
        made_by: None,
        unserialize: None,
        operator: None,
    };
}

/// The handlers of plain objects.
pub static DEFAULT_HANDLERS: ObjectHandlers = ObjectHandlers::DEFAULT;

/// What an object knows about its class.
pub trait ObjectExt {
    /// The class.
    fn class(&self) -> ClassPtr;
    /// Whether the object is an instance of the class (or implements it).
    fn is_instance_of(&self, class: &Class) -> bool;
}

impl ObjectExt for Object {
    #[inline(always)]
    fn class(&self) -> ClassPtr {
        self.class_as::<Class>()
    }
    #[inline]
    fn is_instance_of(&self, class: &Class) -> bool {
        self.class().is_subclass_or_same(class)
    }
}
