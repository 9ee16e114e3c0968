//! Memory of what outlives requests: names and literals of compiled units, names that the program itself has.
//!
//! Immutable strings and arrays are never counted, so nobody frees them one by one. Those that are made while [`collect`]
//! runs are in its [`Pool`], where equal strings are one, and go with it; all others live as long as the process.
//!
//! What compiled code holds is not a `Str` or `Value`, which may be counted and belong to a thread, but a [`Name`] or a
//! [`Literal`]: immutable by construction, so all threads may read them. They hand out `Str` and `Value` for running code;
//! whoever runs the code keeps its pool for as long as those may be used, which is until the end of the request.

use crate::{
    Array, Key, KeyRef, Str, Value,
    string::{self, immutable_size, write_immutable},
    value::View,
};
use hashbrown::HashTable;
use std::{
    alloc::Layout,
    borrow::Borrow,
    cell::RefCell,
    fmt,
    mem::ManuallyDrop,
    ops::Deref,
    ptr::NonNull,
    sync::{Arc, Mutex, MutexGuard},
};

/// The room that is asked for first, and the most that is asked for at a time; large blocks have room of their own.
const FIRST: usize = 256;
const CHUNK: usize = 16 << 10;
/// Every block begins at a multiple of this.
const ALIGN: usize = 16;

/// Owns immutable strings and arrays: those of one compiled unit, or of all texts that one request evaluates.
#[derive(Default)]
pub struct Pool(Mutex<Blocks>);

#[derive(Default)]
struct Blocks {
    chunks: Vec<(NonNull<u8>, Layout)>,
    /// Where the next block may begin, and how much room is left there.
    next: Option<NonNull<u8>>,
    left: usize,
    size: usize,
    /// The strings, each once.
    strings: HashTable<Name>,
}

// SAFETY: the chunks are owned, and what is in them is not written to once it was made.
unsafe impl Send for Blocks {}

thread_local! {
    static COLLECTING: RefCell<Option<Arc<Pool>>> = const { RefCell::new(None) };
}

/// Runs `f`. The names, literals and immutable arrays that it makes live as long as the pool.
pub fn collect<R>(pool: &Arc<Pool>, f: impl FnOnce() -> R) -> R {
    /// Puts the outer pool back, also when `f` panics.
    struct Outer(Option<Arc<Pool>>);
    impl Drop for Outer {
        fn drop(&mut self) {
            COLLECTING.set(self.0.take());
        }
    }
    let _outer = Outer(COLLECTING.replace(Some(pool.clone())));
    f()
}

fn collecting() -> Option<Arc<Pool>> {
    COLLECTING.with_borrow(Clone::clone)
}

/// Room for something that lives as long as the [`Pool`] being collected into, or the process.
pub(crate) fn allocate(size: usize) -> NonNull<u8> {
    match collecting() {
        Some(pool) => pool.blocks().allocate(size),
        None => allocate_forever(size),
    }
}

/// Room for something that lives as long as the process.
pub(crate) fn allocate_forever(size: usize) -> NonNull<u8> {
    chunk(size.max(1)).0
}

fn chunk(size: usize) -> (NonNull<u8>, Layout) {
    let layout = Layout::from_size_align(size, ALIGN).expect("less than the address space");
    // SAFETY: the size is not zero.
    let start = unsafe { std::alloc::alloc(layout) };
    (NonNull::new(start).unwrap_or_else(|| std::alloc::handle_alloc_error(layout)), layout)
}

impl Pool {
    fn blocks(&self) -> MutexGuard<'_, Blocks> {
        self.0.lock().expect("no panics while strings are made")
    }
    /// Bytes taken from the system.
    pub fn size(&self) -> usize {
        let blocks = self.blocks();
        blocks.size + blocks.strings.capacity() * size_of::<Name>()
    }
    /// How many strings it has.
    pub fn strings(&self) -> usize {
        self.blocks().strings.len()
    }
    /// Makes room for so many strings with so many bytes in all.
    pub fn reserve(&self, strings: usize, bytes: usize) {
        let mut blocks = self.blocks();
        blocks.strings.reserve(strings, |s| s.hash());
        let room = (strings * immutable_size(ALIGN) + bytes).next_multiple_of(ALIGN).min(CHUNK);
        if blocks.left < room {
            blocks.next = Some(blocks.fresh(room));
            blocks.left = room;
        }
    }
    /// The name with these bytes, in this pool.
    pub fn name(&self, bytes: &[u8]) -> Name {
        if bytes.len() < 2 { Name::forever(bytes) } else { self.intern(bytes) }
    }
    /// The one string of the pool with these bytes.
    fn intern(&self, bytes: &[u8]) -> Name {
        let hash = string::hash_bytes(bytes);
        let mut blocks = self.blocks();
        if let Some(known) = blocks.strings.find(hash, |s| s.as_bytes() == bytes) {
            return known.copy();
        }
        let place = blocks.allocate(immutable_size(bytes.len()));
        // SAFETY: the block has the right size and lives as long as the pool.
        let fresh = Name::of(unsafe { write_immutable(place.as_ptr(), bytes, hash) });
        blocks.strings.insert_unique(hash, fresh.copy(), |s| s.hash());
        fresh
    }
    /// Whether an address is in the pool.
    fn owns(&self, address: usize) -> bool {
        self.blocks().chunks.iter().any(|(start, layout)| address.wrapping_sub(start.addr().get()) < layout.size())
    }
}

impl Blocks {
    fn allocate(&mut self, size: usize) -> NonNull<u8> {
        let size = size.next_multiple_of(ALIGN);
        if size > CHUNK / 4 {
            return self.fresh(size);
        }
        let start = match self.next {
            Some(next) if size <= self.left => next,
            _ => {
                let room = self.size.clamp(FIRST, CHUNK).max(size);
                self.left = room;
                self.fresh(room)
            }
        };
        self.left -= size;
        // SAFETY: `size` bytes from `start` are inside its chunk.
        self.next = Some(unsafe { start.add(size) });
        start
    }
    fn fresh(&mut self, size: usize) -> NonNull<u8> {
        let fresh = chunk(size);
        self.chunks.push(fresh);
        self.size += size;
        fresh.0
    }
}

impl Drop for Blocks {
    fn drop(&mut self) {
        for (start, layout) in self.chunks.drain(..) {
            // SAFETY: the chunk was allocated with this layout; whoever dropped the owner uses nothing in it any more.
            unsafe { std::alloc::dealloc(start.as_ptr(), layout) };
        }
    }
}

impl fmt::Debug for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Pool({} bytes)", self.size())
    }
}

/// An immutable string of compiled code. Derefs to a `Str`, whose clones are not counted either.
#[repr(transparent)]
pub struct Name(ManuallyDrop<Str>);

// SAFETY: the string is immutable: its bytes, hash and flags were complete when it was made, and its count is never touched.
unsafe impl Send for Name {}
// SAFETY: as above.
unsafe impl Sync for Name {}

impl Name {
    /// The name with these bytes, in the pool being collected into.
    pub fn new(bytes: impl AsRef<[u8]>) -> Name {
        let bytes = bytes.as_ref();
        match collecting() {
            Some(pool) => pool.name(bytes),
            None => Name::forever(bytes),
        }
    }
    /// The name with these bytes, for as long as the process lives: for what the program itself names, not for data.
    pub fn forever(bytes: &[u8]) -> Name {
        Name::of(string::intern(bytes))
    }
    /// A string as a name that lives as long as a pool. Immutable strings live longer than any value, so they do already.
    pub fn in_pool(pool: &Pool, s: &Str) -> Name {
        if s.is_immutable() { Name::of(s.clone()) } else { pool.intern(s.as_bytes()) }
    }
    /// An immutable string as a name.
    pub(crate) fn of(s: Str) -> Name {
        assert!(s.is_immutable());
        Name(ManuallyDrop::new(s))
    }
    /// The same name.
    pub fn copy(&self) -> Name {
        Name::of(self.to_handle())
    }
    /// The name as a string.
    pub fn to_str(&self) -> Str {
        self.to_handle()
    }
}

impl Deref for Name {
    type Target = Str;
    #[inline(always)]
    fn deref(&self) -> &Str {
        &self.0
    }
}
impl Default for Name {
    fn default() -> Name {
        Name::of(string::empty())
    }
}
impl From<&Name> for Str {
    fn from(name: &Name) -> Str {
        name.to_str()
    }
}
impl From<Name> for Str {
    fn from(name: Name) -> Str {
        name.to_str()
    }
}
impl From<&Name> for Value {
    fn from(name: &Name) -> Value {
        Value::from(name.to_str())
    }
}
impl From<Name> for Value {
    fn from(name: Name) -> Value {
        Value::from(name.to_str())
    }
}
impl From<&Str> for Name {
    fn from(s: &Str) -> Name {
        Name::new(s.as_bytes())
    }
}
impl From<Str> for Name {
    fn from(s: Str) -> Name {
        Name::new(s.as_bytes())
    }
}
impl Borrow<[u8]> for Name {
    fn borrow(&self) -> &[u8] {
        self.as_bytes()
    }
}
impl PartialEq for Name {
    fn eq(&self, other: &Name) -> bool {
        self.0 == other.0
    }
}
impl Eq for Name {}
impl PartialEq<Str> for Name {
    fn eq(&self, other: &Str) -> bool {
        *self.0 == *other
    }
}
impl PartialEq<Name> for Str {
    fn eq(&self, other: &Name) -> bool {
        *self == *other.0
    }
}
impl From<&Name> for Key {
    fn from(name: &Name) -> Key {
        Key::from(&**name)
    }
}
impl std::hash::Hash for Name {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}
impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}
impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&**self, f)
    }
}

/// An immutable value of compiled code: a scalar, a string, or an array of such values. Derefs to a `Value`, whose clones
/// are not counted.
#[repr(transparent)]
pub struct Literal(ManuallyDrop<Value>);

// SAFETY: scalars, and strings and arrays that are immutable and complete.
unsafe impl Send for Literal {}
// SAFETY: as above.
unsafe impl Sync for Literal {}

impl Literal {
    /// A copy with those of the marks ([`Value::aux`]) that are in `marks`: two words, as nothing is counted.
    #[inline(always)]
    pub(crate) fn copied(&self, marks: u32) -> Value {
        // SAFETY: a literal is not counted, so a copy of its words is a value too.
        unsafe { std::ptr::read(&*self.0).with_aux(self.0.aux() & marks) }
    }
    /// `null`
    pub const NULL: Literal = Literal(ManuallyDrop::new(Value::NULL));

    /// An integer.
    pub const fn int(i: i64) -> Literal {
        Literal(ManuallyDrop::new(Value::int(i)))
    }
    /// The value as a literal in the pool being collected into. Objects, resources and references have none.
    pub fn new(value: &Value) -> Option<Literal> {
        let literal = match value.view() {
            View::Str(s) => Value::from(Name::new(s.as_bytes()).to_str()),
            View::Array(a) if a.is_empty() && a.next_free_key() == 0 => Value::empty_array(),
            View::Array(a) if a.is_immutable() && collecting().is_some_and(|pool| pool.owns(a.as_ptr().addr())) => value.clone(),
            View::Array(a) => Value::from(array(&a)?),
            View::Null if value.is_undef() => Value::UNDEF,
            View::Null => Value::NULL,
            View::Bool(b) => Value::bool(b),
            View::Int(i) => Value::int(i),
            View::Float(f) => Value::float(f),
            _ => return None,
        };
        Some(Literal(ManuallyDrop::new(literal)))
    }
    /// The value as a literal that lives as long as the process: for what the program itself contains.
    pub fn forever(value: &Value) -> Option<Literal> {
        let outer = COLLECTING.replace(None);
        let literal = Literal::new(value);
        COLLECTING.set(outer);
        literal
    }
    /// No value, with marks that mean something to whoever keeps the literal.
    pub fn marked_undef(marks: u32) -> Literal {
        let mut value = Value::UNDEF;
        value.set_aux(marks);
        Literal(ManuallyDrop::new(value))
    }
    /// The same literal, with its marks.
    pub fn copy(&self) -> Literal {
        let mut value = (**self).clone();
        value.set_aux(self.aux());
        Literal(ManuallyDrop::new(value))
    }
}

/// An immutable copy of an array.
fn array(source: &Array) -> Option<Array> {
    let mut copy = if source.is_list() { Array::with_capacity(source.len()) } else { Array::with_hash_capacity(source.len()) };
    for (key, value) in source.iter() {
        let key = match key {
            KeyRef::Int(i) => Key::Int(i),
            KeyRef::Str(s) => Key::Str(Name::new(s.as_bytes()).to_str()),
        };
        copy.make_mut().set(key, (*Literal::new(value)?).clone());
    }
    // In an array that has had no integer keys the first one may be negative: the next is the one after it.
    if copy.next_free_key() != source.next_free_key() {
        copy.make_mut().set_next_free_key(source.next_free_key());
    }
    Some(copy.into_permanent())
}

impl From<&Name> for Literal {
    fn from(name: &Name) -> Literal {
        Literal(ManuallyDrop::new(Value::from(name)))
    }
}

impl Deref for Literal {
    type Target = Value;
    #[inline(always)]
    fn deref(&self) -> &Value {
        &self.0
    }
}
impl Default for Literal {
    fn default() -> Literal {
        Literal(ManuallyDrop::new(Value::NULL))
    }
}
impl fmt::Debug for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::{Literal, Name, Pool};
    use crate::{Array, Value};
    use std::sync::Arc;

    #[test]
    fn what_is_collected_can_be_read_by_other_threads() {
        let pool = Arc::new(Pool::default());
        let (text, list) = super::collect(&pool, || {
            let text: Vec<Name> = (0..1000u32).map(|i| Name::new(vec![b'a'; i as usize])).collect();
            let list = Array::list(text.iter().map(|t| Value::from(t.to_str())));
            (text, Literal::new(&Value::from(list)).expect("strings only"))
        });
        assert!(pool.size() > 500_000);
        std::thread::spawn(move || {
            let list = list.as_array().expect("an array");
            assert!(text.iter().enumerate().all(|(i, t)| t.len() == i));
            assert!(list.iter().zip(&text).all(|((_, v), t)| v.as_str().is_some_and(|s| s.as_bytes() == t.as_bytes())));
            drop(pool);
        })
        .join()
        .expect("no panic");
    }

    #[test]
    fn equal_strings_of_a_pool_are_one() {
        let pool = Arc::new(Pool::default());
        let (a, b) = super::collect(&pool, || (Name::new("some name"), Name::new("some name")));
        assert_eq!(a.as_ptr(), b.as_ptr());
        let other = Arc::new(Pool::default());
        let c = super::collect(&other, || Literal::new(&Value::from(a.to_str())).expect("a string"));
        assert_ne!(c.as_str().expect("a string").as_ptr(), a.as_ptr(), "a pool does not refer to another one");
    }

    #[test]
    fn collections_nest() {
        let (outer, inner) = (Arc::new(Pool::default()), Arc::new(Pool::default()));
        let kept = super::collect(&outer, || {
            let before = Name::new("before");
            super::collect(&inner, || assert_eq!(Name::new("inner").as_bytes(), b"inner"));
            (before, Name::new("after"))
        });
        drop(inner);
        assert_eq!((kept.0.as_bytes(), kept.1.as_bytes()), (&b"before"[..], &b"after"[..]));
    }
}
