//! Methods and properties that were found by class and name, and types that classes were found to be of, for places in code
//! that meet objects of many classes: behind their inline caches, which know one class.
//!
//! Members that are not public are kept with the class whose code may use them. An entry is found by the addresses of class and name.
//! The address of a name may come to mean another text, so that is compared. A worker keeps what was found from request to request, as
//! long as all classes in it are shared and none is retired.

use crate::runtime::object::property;
use phant_memory::Str;
use phant_native::{
    Class, ClassPtr, Function, FunctionPtr, class::Property, coerce, descriptor::modifiers, function::function_flags,
};
use std::cell::{Cell, OnceCell};

/// Entries of each table at first.
const SMALL: usize = 128;
/// Entries of each table of a program that has pushed so many out of the small ones.
const LARGE: usize = 2048;
const MANY: u32 = 1024;

/// A member, with the addresses of the class and name that it was found by.
type Entry<T> = Cell<Option<(*const Class, *const u8, &'static T)>>;

/// A declared property, as code of a scope finds it.
#[derive(Clone, Copy)]
struct KnownProperty {
    class: *const Class,
    property: &'static Property,
    /// Anybody's, or that of code of this class.
    scope: Option<ClassPtr>,
}

/// A method, as code of a scope finds it by a name that the program made up.
#[derive(Clone, Copy)]
struct NamedMethod {
    class: *const Class,
    scope: *const Class,
    function: FunctionPtr,
}
/// The address of the class that code is in, or null.
#[inline(always)]
fn address(scope: Option<ClassPtr>) -> *const Class {
    scope.map_or(std::ptr::null(), std::ptr::from_ref)
}

/// See the [module documentation](self). There are no tables before something is noted: most requests of a server are
/// over before that, and would pay for memory that nobody reads.
#[derive(Default)]
pub struct MemberCache {
    small: OnceCell<Box<Tables<SMALL>>>,
    large: OnceCell<Box<Tables<LARGE>>>,
    /// How many entries made way for others.
    pushed_out: Cell<u32>,
    /// Native classes, and names in declarations of native functions that mean them, one of their ancestors or interfaces: addresses,
    /// which say the same as long as the process lives.
    native_types: [Cell<[usize; 2]>; NATIVE_TYPES],
}

/// Entries of the table of native classes.
const NATIVE_TYPES: usize = 32;

struct Tables<const SIZE: usize> {
    methods: [Entry<Function>; SIZE],
    /// Methods by the text of their names.
    named_methods: [Cell<Option<NamedMethod>>; SIZE],
    properties: [Cell<Option<KnownProperty>>; SIZE],
    /// The class or interface that a name meant, by a class that is one of it.
    types: [Entry<Class>; SIZE],
    /// Classes by their names as they are declared.
    classes: [Cell<Option<ClassPtr>>; SIZE],
}

/// The tables of either size.
#[derive(Clone, Copy)]
struct View<'a> {
    methods: &'a [Entry<Function>],
    named_methods: &'a [Cell<Option<NamedMethod>>],
    properties: &'a [Cell<Option<KnownProperty>>],
    types: &'a [Entry<Class>],
    classes: &'a [Cell<Option<ClassPtr>>],
}

impl<const SIZE: usize> Tables<SIZE> {
    #[cold]
    fn new() -> Box<Self> {
        Box::new(Tables {
            methods: [const { Cell::new(None) }; SIZE],
            named_methods: [const { Cell::new(None) }; SIZE],
            properties: [const { Cell::new(None) }; SIZE],
            types: [const { Cell::new(None) }; SIZE],
            classes: [const { Cell::new(None) }; SIZE],
        })
    }
    #[inline(always)]
    fn view(&self) -> View<'_> {
        View {
            methods: &self.methods,
            named_methods: &self.named_methods,
            properties: &self.properties,
            types: &self.types,
            classes: &self.classes,
        }
    }
}

/// What spreads numbers over the highest bits of a product.
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

/// The place of a member in a table of a power of two of entries, no more than 2^16. Classes that were linked one after the other
/// are at regular distances.
#[inline(always)]
fn number(class: *const Class, name: &[u8], size: usize) -> usize {
    let mixed = (class as u64 >> 4) ^ (name.as_ptr() as u64 >> 4).rotate_left(20);
    (mixed.wrapping_mul(SPREAD) >> 48) as usize & (size - 1)
}

/// That of the worker that a request runs in.
pub struct Members(Cell<*const MemberCache>);

impl Members {
    pub(crate) fn of(cache: *const MemberCache) -> Members {
        Members(Cell::new(cache))
    }
    /// The request goes on in another worker.
    pub(crate) fn set(&self, cache: *const MemberCache) {
        self.0.set(cache);
    }
}

impl std::ops::Deref for Members {
    type Target = MemberCache;
    #[inline(always)]
    fn deref(&self) -> &MemberCache {
        // SAFETY: the worker has it as long as it lives, and changes it as a whole only between requests.
        unsafe { &*self.0.get() }
    }
}

/// Names of classes differ at their ends: the last bytes are the highest of the number, which only the highest bits of a product
/// depend on.
fn number_of_name(name: &[u8], size: usize) -> usize {
    let end = match name.last_chunk::<8>() {
        Some(end) => u64::from_le_bytes(*end),
        None => name.iter().fold(0, |number, byte| number << 8 | u64::from(*byte)),
    };
    let end = end ^ name.len() as u64;
    ((end ^ end >> 31).wrapping_mul(SPREAD) >> 48) as usize & (size - 1)
}

fn number_of_method(class: *const Class, name: &[u8], size: usize) -> usize {
    (number_of_name(name, size) ^ class.addr() >> 6) & (size - 1)
}

/// Whether two names are the same: mostly it is the very name.
#[inline(always)]
fn same(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && (a.as_ptr() == b.as_ptr() || a == b)
}

#[inline(always)]
fn find<T>(entries: &[Entry<T>], class: *const Class, name: &[u8]) -> Option<&'static T> {
    let (known_class, known_name, member) = entries[number(class, name, entries.len())].get()?;
    (known_class == class && known_name == name.as_ptr()).then_some(member)
}

/// Empties entries.
fn forget<T: Copy>(entries: &[Cell<Option<T>>], is_over: impl Fn(&T) -> bool) {
    entries.iter().filter(|entry| entry.get().as_ref().is_some_and(&is_over)).for_each(|entry| entry.set(None));
}

impl MemberCache {
    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        *self = MemberCache::default();
    }
    /// Forgets all that is about some classes, whose addresses are sorted.
    pub(crate) fn forget(&mut self, classes: &[usize]) {
        let Some(View { methods, named_methods, properties, types, classes: named }) = self.tables() else { return };
        let is_one = |class: *const Class| classes.binary_search(&class.addr()).is_ok();
        forget(methods, |&(class, ..)| is_one(class));
        forget(named_methods, |known| is_one(known.class) || is_one(known.scope));
        forget(properties, |known| is_one(known.class) || is_one(address(known.scope)));
        forget(types, |&(class, _, wanted)| is_one(class) || is_one(wanted));
        forget(named, |&class| is_one(class));
    }
    #[inline(always)]
    fn tables(&self) -> Option<View<'_>> {
        match self.large.get() {
            Some(large) => Some(large.view()),
            None => self.small.get().map(|small| small.view()),
        }
    }
    fn filled(&self) -> View<'_> {
        self.tables().unwrap_or_else(|| self.small.get_or_init(Tables::new).view())
    }
    /// Writes an entry. Where many have made way for others, larger tables begin, empty.
    fn put<T: Copy>(&self, entry: &Cell<Option<T>>, fresh: T) {
        let was = entry.replace(Some(fresh));
        if was.is_some() && self.large.get().is_none() {
            self.pushed_out.set(self.pushed_out.get() + 1);
            if self.pushed_out.get() == MANY {
                self.large.get_or_init(Tables::new);
            }
        }
    }
    fn note<T>(&self, entries: &[Entry<T>], class: ClassPtr, name: &[u8], member: &'static T) {
        let at = std::ptr::from_ref(class);
        self.put(&entries[number(at, name, entries.len())], (at, name.as_ptr(), member));
    }
    /// The plain method of that name: neither static nor with references, and what calls of it are made to.
    #[inline]
    pub fn method(&self, class: *const Class, name: &Str) -> Option<FunctionPtr> {
        find(self.tables()?.methods, class, name).filter(|f| same(f.name.as_bytes(), name.as_bytes()))
    }
    /// Notes a method that was found for an object whose class looks after nothing itself.
    pub fn note_method(&self, class: ClassPtr, name: &Str, f: FunctionPtr) {
        let aside = function_flags::HIDES_PRIVATE | function_flags::OWN | function_flags::TRAMPOLINE;
        if f.modifiers & modifiers::PUBLIC != 0 && f.flags & aside == 0 && f.name.as_bytes() == name.as_bytes() {
            self.note(self.filled().methods, class, name, f);
        }
    }
    /// The method that code of a scope calls by a name it has made up, written as in the method's declaration.
    #[inline]
    pub fn named_method(&self, class: *const Class, name: &[u8], scope: Option<ClassPtr>) -> Option<FunctionPtr> {
        let entries = self.tables()?.named_methods;
        let known = entries[number_of_method(class, name, entries.len())].get()?;
        let found = known.class == class && known.scope == address(scope) && known.function.name.as_bytes() == name;
        found.then_some(known.function)
    }
    /// Notes such a method, if it is one that calls are made to as it is.
    pub fn note_named_method(&self, class: ClassPtr, name: &[u8], scope: Option<ClassPtr>, function: FunctionPtr) {
        if function.flags & (function_flags::OWN | function_flags::TRAMPOLINE) == 0 && function.name.as_bytes() == name {
            let entries = self.filled().named_methods;
            let class = std::ptr::from_ref(class);
            let entry = &entries[number_of_method(class, name, entries.len())];
            self.put(entry, NamedMethod { class, scope: address(scope), function });
        }
    }
    /// The slot of the declared property of that name, which code of the scope may read without further ado.
    #[inline]
    pub fn slot(&self, class: *const Class, name: &Str, scope: impl FnOnce() -> Option<ClassPtr>) -> Option<u16> {
        self.property(class, name, scope)?.slot
    }
    /// The declared property of that name, which code of the scope may read without further ado.
    #[inline]
    pub fn property(
        &self,
        class: *const Class,
        name: &Str,
        scope: impl FnOnce() -> Option<ClassPtr>,
    ) -> Option<&'static Property> {
        let entries = self.tables()?.properties;
        let known = entries[number(class, name, entries.len())].get().filter(|known| known.class == class)?;
        let property = known.property;
        let allowed = known.scope.is_none_or(|wanted| scope().is_some_and(|scope| scope.same(wanted)));
        (same(property.name.as_bytes(), name.as_bytes()) && allowed).then_some(property)
    }
    /// Whether a class was found to be, extend or implement the one of a lower-case name.
    #[inline]
    pub fn is_instance(&self, class: ClassPtr, lower: &[u8]) -> bool {
        self.tables().and_then(|t| find(t.types, class, lower)).is_some_and(|wanted| same(wanted.lower.as_bytes(), lower))
    }
    /// Whether a class is native, and is, extends or implements the one that a native function's declaration names.
    pub fn is_native_instance(&self, class: ClassPtr, name: &'static str) -> bool {
        // A text is its address and its length.
        let key = [std::ptr::from_ref(class).addr(), name.as_ptr().addr() ^ name.len() << 48];
        let entry = &self.native_types[(key[0] >> 5 ^ key[1]) % NATIVE_TYPES];
        if entry.get() == key {
            return true;
        }
        let is_one = class.is_native() && coerce::is_instance_of_name(class, name);
        if is_one {
            entry.set(key);
        }
        is_one
    }
    /// Notes that it is; names that stand for a class of another name are not kept.
    pub fn note_instance(&self, class: ClassPtr, lower: &[u8], wanted: ClassPtr) {
        if wanted.lower.as_bytes() == lower {
            self.note(self.filled().types, class, lower, wanted);
        }
    }
    /// The class that some request has declared under exactly this name.
    #[inline]
    pub fn class(&self, name: &[u8]) -> Option<ClassPtr> {
        let entries = self.tables()?.classes;
        entries[number_of_name(name, entries.len())].get().filter(|class| same(class.name.as_bytes(), name))
    }
    /// Notes a class that a name was found to mean; an alias is not kept.
    pub fn note_class(&self, class: ClassPtr, name: &[u8]) {
        if class.name.as_bytes() == name {
            let entries = self.filled().classes;
            self.put(&entries[number_of_name(name, entries.len())], class);
        }
    }
    /// Notes a property that `lookup_slot` found for code of a scope.
    pub fn note_property(&self, class: ClassPtr, name: &Str, property: &'static Property, scope: Option<ClassPtr>) {
        let scope = scope.filter(|_| !property::is_free_to_read(property));
        if scope.is_some() || property::is_free_to_read(property) {
            let entries = self.filled().properties;
            self.put(&entries[number(class, name, entries.len())], KnownProperty { class, property, scope });
        }
    }
}
