//! Memory of what outlives requests: names and literals of compiled units, names that the program itself has.
//!
//! Immutable strings and arrays are never counted, so nobody frees them one by one. Those that are made while [`collect`]
//! runs are in its [`Pool`], where equal strings are one, and go with it; all others live as long as the process.
//!
//! What compiled code holds is not a `Str` or `Value`, which may be counted and belong to a thread, but a [`Name`] or a
//! [`Literal`]: immutable by construction, so all threads may read them. They hand out `Str` and `Value` for running code;
//! whoever runs the code keeps its pool for as long as those may be used, which is until the end of the request.

use crate::{
    Array, Key, KeyRef, PhpStr, Str, Value, array,
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
    /// In the order of their addresses.
    chunks: Vec<(NonNull<u8>, Layout)>,
    /// Where the next block may begin, and how much room is left there.
    next: Option<NonNull<u8>>,
    left: usize,
    size: usize,
    /// The strings, each once, but for those that nobody looks for.
    strings: HashTable<Name>,
    /// How many those are, and what the ones that the pool began with take.
    unsought: usize,
    begun: usize,
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

/// Whether the pool being collected into, if there is one, fits.
fn collecting(fits: impl FnOnce(&Pool) -> bool) -> bool {
    COLLECTING.with_borrow(|pool| pool.as_ref().is_some_and(|pool| fits(pool)))
}

/// Room for something that lives as long as the [`Pool`] being collected into, or the process.
pub(crate) fn allocate(size: usize) -> NonNull<u8> {
    COLLECTING.with_borrow(|pool| match pool {
        Some(pool) => pool.blocks().allocate(size),
        None => allocate_forever(size),
    })
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
        let blocks = self.blocks();
        blocks.strings.len() + blocks.unsought
    }
    /// A pool that begins with some strings, in one block, and their names in the same order. Nobody looks for them by their
    /// bytes: a name that is made later is another one, even if it has the same.
    pub fn with_texts<'a>(texts: impl Iterator<Item = &'a [u8]> + Clone) -> (Pool, Box<[Name]>) {
        let room = |text: &[u8]| immutable_size(text.len()).next_multiple_of(ALIGN);
        let (mut size, mut count) = (0, 0);
        for text in texts.clone().filter(|text| text.len() > 1) {
            (size, count) = (size + room(text), count + 1);
        }
        let mut blocks = Blocks::default();
        (blocks.unsought, blocks.begun) = (count, size);
        let (mut next, mut left) = (if size == 0 { NonNull::dangling() } else { blocks.fresh(size) }, size);
        let names = texts.map(|text| {
            let Some(short) = Name::short(text) else {
                // An iterator may give others the second time.
                left = left.checked_sub(room(text)).expect("the texts that were measured");
                let place = next;
                // SAFETY: the block has room for what was measured, and as much was left.
                next = unsafe { place.add(room(text)) };
                // SAFETY: as above; the block lives as long as the pool.
                return Name::of(unsafe { write_immutable(place.as_ptr(), text, string::hash_bytes(text)) });
            };
            short
        });
        let names = names.collect();
        (Pool(Mutex::new(blocks)), names)
    }
    /// The name with these bytes, in this pool.
    pub fn name(&self, bytes: &[u8]) -> Name {
        Name::short(bytes).unwrap_or_else(|| self.intern(bytes, string::hash_bytes(bytes)))
    }
    /// A name in this pool that consists of some parts, which the caller makes once: nobody looks for it by its bytes.
    pub fn joined(&self, parts: &[&[u8]]) -> Name {
        let length: usize = parts.iter().map(|part| part.len()).sum();
        let mut short = [0; 128];
        let mut long = Vec::new();
        let bytes = match short.get_mut(..length) {
            Some(bytes) => bytes,
            None => {
                long.resize(length, 0);
                &mut long[..]
            }
        };
        let mut at = 0;
        for part in parts {
            bytes[at..at + part.len()].copy_from_slice(part);
            at += part.len();
        }
        let mut blocks = self.blocks();
        blocks.unsought += 1;
        let place = blocks.allocate(immutable_size(length));
        // SAFETY: the block has the right size and lives as long as the pool.
        Name::of(unsafe { write_immutable(place.as_ptr(), bytes, string::hash_bytes(bytes)) })
    }
    /// The one string of the pool with these bytes, and this hash of them.
    fn intern(&self, bytes: &[u8], hash: u64) -> Name {
        let mut blocks = self.blocks();
        if let Some(known) = blocks.strings.find(hash, |s| std::ptr::eq(s.as_bytes(), bytes) || s.as_bytes() == bytes) {
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
        let blocks = self.blocks();
        let behind = blocks.chunks.partition_point(|(start, _)| start.addr().get() <= address);
        let chunk = behind.checked_sub(1).map(|at| &blocks.chunks[at]);
        chunk.is_some_and(|(start, layout)| address - start.addr().get() < layout.size())
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
                let room = (self.size - self.begun).clamp(FIRST, CHUNK).max(size);
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
        let place = self.chunks.partition_point(|(start, _)| *start < fresh.0);
        self.chunks.insert(place, fresh);
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
        COLLECTING.with_borrow(|pool| match pool {
            Some(pool) => pool.name(bytes),
            None => Name::forever(bytes),
        })
    }
    /// A string as a name in the pool being collected into, where it mostly is.
    fn kept(s: &PhpStr) -> Name {
        let bytes = s.as_bytes();
        COLLECTING.with_borrow(|pool| match pool {
            Some(pool) => Name::short(bytes).unwrap_or_else(|| pool.intern(bytes, s.hash())),
            None => Name::forever(bytes),
        })
    }
    /// The name with these bytes, for as long as the process lives: for what the program itself names, not for data.
    pub fn forever(bytes: &[u8]) -> Name {
        Name::of(string::intern(bytes))
    }
    /// The name with these bytes if they are so few that it is the same in the whole process.
    fn short(bytes: &[u8]) -> Option<Name> {
        match *bytes {
            [] => Some(Name::default()),
            [byte] => Some(Name::of(string::single_byte(byte))),
            _ => None,
        }
    }
    /// A string as a name that lives as long as a pool. Immutable strings live longer than any value, so they do already.
    pub fn in_pool(pool: &Pool, s: &Str) -> Name {
        if s.is_immutable() { Name::of(s.clone()) } else { pool.intern(s.as_bytes(), s.hash()) }
    }
    /// An immutable string as a name.
    pub(crate) fn of(s: Str) -> Name {
        assert!(s.is_immutable());
        Name(ManuallyDrop::new(s))
    }
    /// The same name.
    #[inline]
    pub fn copy(&self) -> Name {
        // SAFETY: an immutable string is not counted, so another pointer to it is a handle, too.
        Name(unsafe { std::ptr::read(&self.0) })
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

/// A key of an array that is a literal.
pub enum LiteralKey {
    /// An integer.
    Int(i64),
    /// A string that is not a decimal integer.
    Name(Name),
}

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
    /// `true` or `false`
    pub const fn bool(b: bool) -> Literal {
        Literal(ManuallyDrop::new(Value::bool(b)))
    }
    /// A floating-point number.
    pub const fn float(f: f64) -> Literal {
        Literal(ManuallyDrop::new(Value::float(f)))
    }
    /// A list with these elements, whose next key is `next`, in the pool being collected into. They are in it, too, or live
    /// longer.
    pub fn list(elements: impl ExactSizeIterator<Item = Literal>, next: i64) -> Literal {
        let values = elements.map(|element| element.copied(0));
        Literal(ManuallyDrop::new(match values.len() {
            0 if next == 0 => Value::empty_array(),
            _ => Value::from(array::Array::permanent_list(values, next)),
        }))
    }
    /// The same with keys; none of the names is a decimal integer. Nothing if two elements have the same key.
    pub fn keyed(elements: impl ExactSizeIterator<Item = (LiteralKey, Literal)>, next: i64) -> Option<Literal> {
        let elements = elements.map(|(key, value)| (key, value.copied(0)));
        Some(Literal(ManuallyDrop::new(match elements.len() {
            0 if next == 0 => Value::empty_array(),
            _ => Value::from(array::Array::permanent_keyed(elements, next)?),
        })))
    }
    /// The value as a literal in the pool being collected into. Objects, resources and references have none.
    pub fn new(value: &Value) -> Option<Literal> {
        let literal = match value.view() {
            View::Str(s) => Value::from(Name::kept(&s).to_str()),
            View::Array(a) if a.is_empty() && a.next_free_key() == 0 => Value::empty_array(),
            View::Array(a) if a.is_immutable() && collecting(|pool| pool.owns(a.as_ptr().addr())) => value.clone(),
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
            KeyRef::Str(s) => Key::Str(Name::kept(s).to_str()),
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
    use super::{Literal, LiteralKey, Name, Pool};
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
    fn a_pool_begins_with_texts_in_one_block() {
        let texts: [&[u8]; 6] = [b"a name", b"", b"x", b"\xff not UTF-8", b"a name", &[b'y'; 9000]];
        let (pool, names) = Pool::with_texts(texts.into_iter());
        assert!(names.iter().zip(texts).all(|(name, text)| name.as_bytes() == text));
        assert!(names.iter().all(|name| name.hash() == crate::string::hash_bytes(name)));
        assert_eq!(names[2].as_ptr(), crate::string::single_byte(b'x').as_ptr());
        assert_eq!(pool.strings(), 4);
        let pool = Arc::new(pool);
        let later = super::collect(&pool, || Name::new("a name"));
        assert_eq!(later, names[0]);
        assert_eq!(pool.joined(&[b"\0*\0", b"a name"]).as_bytes(), b"\0*\0a name");
        assert_eq!(pool.joined(&[&[b'z'; 200], b"!"]).len(), 201);
        assert_eq!(pool.strings(), 7);
    }

    #[test]
    fn an_array_is_made_of_its_elements_in_one_step() {
        let pool = Arc::new(Pool::default());
        super::collect(&pool, || {
            let list = Literal::list([Literal::int(5), Literal::bool(true), Literal::float(0.5)].into_iter(), 3);
            let array = list.as_array().expect("an array");
            assert!(array.is_list() && array.is_immutable() && array.len() == 3 && array.next_free_key() == 3);
            let keys = |more| {
                let name = |text: &str| LiteralKey::Name(Name::new(text));
                [(name("one"), Literal::int(1)), (LiteralKey::Int(-7), list.copy()), (more, Literal::NULL)].into_iter()
            };
            let keyed = Literal::keyed(keys(LiteralKey::Int(40)), 41).expect("three keys");
            let array = keyed.as_array().expect("an array");
            let mut same = Array::with_hash_capacity(3);
            same.make_mut().set(crate::Key::Str("one".into()), Value::int(1));
            same.make_mut().set(crate::Key::Int(-7), (*list).clone());
            same.make_mut().set(crate::Key::Int(40), Value::NULL);
            let copied = Literal::new(&Value::from(same)).expect("literals only");
            assert_eq!(format!("{keyed:?}"), format!("{copied:?}"));
            assert_eq!(array.get_str(&Name::new("one")).and_then(Value::as_int), Some(1));
            assert!(array.get_int(40).is_some() && array.get_int(41).is_none());
            let mut copy = array.clone();
            copy.make_mut().push(Value::int(9)).expect("a free key");
            assert_eq!((copy.len(), copy.next_free_key(), array.len()), (4, 42, 3));
            assert!(Literal::keyed(keys(LiteralKey::Int(-7)), 0).is_none(), "a key twice");
            assert!(Literal::keyed(keys(LiteralKey::Name(Name::new("one"))), 0).is_none(), "a name twice");
            assert!(Literal::list([].into_iter(), 0).as_array().is_some_and(|empty| empty.is_empty()));
            assert_eq!(Literal::list([].into_iter(), 4).as_array().map(|empty| empty.next_free_key()), Some(4));
            assert_eq!(Literal::keyed([].into_iter(), 4).and_then(|empty| empty.as_array().map(|e| e.next_free_key())), Some(4));
        });
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
