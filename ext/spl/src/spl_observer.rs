//! SplObserver, SplSubject, SplObjectStorage and MultipleIterator.
//!
//! A storage is a list of entries with holes and an index from the objects' handles (or what `getHash()` says) to
//! places in the list. Walks stand on places; a hole reads as the next entry.

use crate::{
    spl_iterators::cursor::{self, Method},
    util,
};
use phant_ext_standard::{
    serialize,
    unserialize::{self, Pieces},
};
use phant_memory::{Array, HeapVec, Held, Key, NativeData, Object, Str, Tracer, Value, heap_vec};
use phant_native::{Ctx, FunctionPtr, ObjectExt, ObjectHandlers, PhpResult, class::Magic, compare, convert, php_class};
use std::cell::{Cell, RefCell};

/// Is told when a subject changes.
#[php_class("interface SplObserver { public function update(SplSubject $subject): void; }")]
pub struct SplObserver;

/// Tells observers when it changes.
#[php_class(
    "interface SplSubject {
        public function attach(SplObserver $observer): void;
        public function detach(SplObserver $observer): void;
        public function notify(): void;
    }"
)]
pub struct SplSubject;

#[derive(Clone)]
struct Entry {
    key: Key,
    /// An object; UNDEF in a hole.
    object: Value,
    info: Value,
}

struct Entries {
    list: HeapVec<Entry>,
    /// Places in the list.
    index: Array,
}

/// Holes are removed when there are more of them than entries, and more than this.
const MAX_HOLES: usize = 16;

impl Entries {
    fn new() -> Entries {
        Entries { list: heap_vec(), index: Array::new() }
    }
    fn len(&self) -> usize {
        self.index.len()
    }
    /// Where the entry of a key is.
    #[inline]
    fn place(&self, key: &Key) -> Option<usize> {
        let at = match key {
            Key::Int(handle) => self.index.get_int(*handle),
            Key::Str(_) => self.index.get(&key.as_ref()),
        };
        Some(at?.as_int()? as usize)
    }
    fn get(&self, key: &Key) -> Option<&Entry> {
        self.place(key).map(|at| &self.list[at])
    }
    /// The first entry's place at or after one.
    fn next_from(&self, at: usize) -> Option<usize> {
        (at..self.list.len()).find(|&i| !self.list[i].object.is_undef())
    }
    fn iter(&self) -> impl Iterator<Item = &Entry> {
        self.list.iter().filter(|entry| !entry.object.is_undef())
    }
    /// Sets an entry; what it replaces is returned to be dropped.
    fn set(&mut self, entry: Entry) -> Option<Entry> {
        if let Some(at) = self.place(&entry.key) {
            return Some(std::mem::replace(&mut self.list[at], entry));
        }
        self.add(entry);
        None
    }
    /// Adds an entry whose key is not there.
    fn add(&mut self, entry: Entry) {
        self.index.make_mut().add_new_key(entry.key.as_ref(), Value::int(self.list.len() as i64));
        self.list.push(entry);
    }
    /// Removes an entry, which is returned to be dropped.
    fn remove(&mut self, key: &Key) -> Option<Entry> {
        let at = self.index.remove(&key.as_ref())?.as_int()? as usize;
        let hole = Entry { key: Key::Int(0), object: Value::UNDEF, info: Value::NULL };
        let old = std::mem::replace(&mut self.list[at], hole);
        while self.list.last().is_some_and(|entry| entry.object.is_undef()) {
            self.list.pop();
        }
        Some(old)
    }
    /// Closes the holes; returns where `place` has moved.
    fn compact(&mut self, place: usize) -> usize {
        if self.list.len() - self.len() <= self.len().max(MAX_HOLES) {
            return place;
        }
        let moved = self.list.iter().take(place).filter(|entry| !entry.object.is_undef()).count();
        self.list.retain(|entry| !entry.object.is_undef());
        for (at, entry) in self.list.iter().enumerate() {
            self.index.set(entry.key.clone(), Value::int(at as i64));
        }
        moved
    }
}

struct State {
    entries: RefCell<Entries>,
    /// Place of the walk, and the number it shows.
    place: Cell<usize>,
    number: Cell<i64>,
    /// Flags (MultipleIterator).
    flags: Cell<i64>,
    /// `getHash()` of a class in PHP.
    get_hash: Cell<Option<FunctionPtr>>,
}

impl NativeData for State {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        if let Ok(entries) = self.entries.try_borrow() {
            for entry in entries.iter() {
                tracer.value(&entry.object);
                tracer.value(&entry.info);
            }
        }
    }
}

fn create(_ctx: &Ctx, object: &Object) {
    object.init_native(State {
        entries: RefCell::new(Entries::new()),
        place: Cell::new(0),
        number: Cell::new(0),
        flags: Cell::new(0),
        get_hash: Cell::new(util::user_method(object, "gethash")),
    });
}

fn state(object: &Object) -> &State {
    object.native().expect("made by create")
}

fn copy(_ctx: &Ctx, from: &Object, to: &Object) -> PhpResult<()> {
    let (from, to) = (state(from), state(to));
    let mut copied = Entries::new();
    for entry in from.entries.borrow().iter() {
        copied.set(entry.clone());
    }
    to.entries.replace(copied);
    to.flags.set(from.flags.get());
    Ok(())
}

fn compare_storages(ctx: &Ctx, a: &Value, b: &Value) -> PhpResult<i32> {
    let (Some(x), Some(y)) = (a.as_object(), b.as_object()) else { return compare::without_handler(ctx, a, b) };
    let (Some(first), Some(second)) = (x.native::<State>(), y.native::<State>()) else { return Ok(compare::UNCOMPARABLE) };
    if first.entries.borrow().len() != second.entries.borrow().len() {
        return Ok(compare::UNCOMPARABLE);
    }
    let mut pairs = Vec::new();
    for entry in first.entries.borrow().iter() {
        match second.entries.borrow().get(&entry.key) {
            Some(other) => pairs.push((entry.info.clone(), other.info.clone())),
            None => return Ok(compare::UNCOMPARABLE),
        }
    }
    let members = (Value::from(util::members(&x)), Value::from(util::members(&y)));
    for (one, other) in pairs {
        if compare::compare(ctx, &one, &other)? != 0 {
            return Ok(compare::UNCOMPARABLE);
        }
    }
    compare::compare(ctx, &members.0, &members.1)
}

static HANDLERS: ObjectHandlers =
    ObjectHandlers { clone: Some(copy), compare: Some(compare_storages), ..ObjectHandlers::DEFAULT };

/// Elements of a storage are read and written without its methods, unless PHP code has other ones.
static STORAGE_HANDLERS: ObjectHandlers = ObjectHandlers {
    read_dimension: Some(read_dimension),
    write_dimension: Some(write_dimension),
    peek_dimension: Some(peek),
    put_dimension: Some(put),
    has_dimension: Some(has_dimension),
    unset_dimension: Some(unset_dimension),
    len: Some(SplObjectStorage::len),
    walk: Some(walk),
    ..HANDLERS
};

/// The object that an offset is, if the storage's own method would take it.
#[inline]
fn own_offset<'a>(
    this: &Object,
    offset: Option<&'a Value>,
    pick: impl FnOnce(&Magic) -> Option<FunctionPtr>,
) -> Option<Held<'a, Object>> {
    if util::overridden(this, pick).is_some() { None } else { offset?.as_object() }
}

/// The entry of an object that is told by its handle.
#[inline]
fn own_place(state: &State, entries: &Entries, offset: &Value) -> Option<usize> {
    if state.get_hash.get().is_some() {
        return None;
    }
    Some(entries.index.get_int(i64::from(offset.as_object()?.handle()))?.as_int()? as usize)
}

fn peek(this: &Object, offset: &Value) -> Option<Value> {
    let state = state(this);
    let entries = state.entries.borrow();
    Some(entries.list[own_place(state, &entries, offset)?].info.clone())
}

fn put(this: &Object, offset: Option<&Value>, value: &Value) -> bool {
    let state = state(this);
    let mut entries = state.entries.borrow_mut();
    let Some(at) = offset.and_then(|offset| own_place(state, &entries, offset)) else { return false };
    let old = std::mem::replace(&mut entries.list[at].info, value.unref());
    drop(entries);
    drop(old);
    true
}

fn read_dimension(ctx: &Ctx, this: &Object, offset: Option<&Value>) -> PhpResult {
    match own_offset(this, offset, |magic| magic.offset_get) {
        Some(object) => info_of(ctx, this, &object),
        None => ctx.call_method(this, "offsetGet", &[offset.map_or(Value::NULL, Value::unref)]),
    }
}

fn write_dimension(ctx: &Ctx, this: &Object, offset: Option<&Value>, value: &Value) -> PhpResult<()> {
    match own_offset(this, offset, |magic| magic.offset_set) {
        Some(object) => attach(ctx, this, &object, value.unref()),
        None => ctx.call_method(this, "offsetSet", &[offset.map_or(Value::NULL, Value::unref), value.unref()]).map(drop),
    }
}

fn has_dimension(ctx: &Ctx, this: &Object, offset: &Value, not_empty: bool) -> PhpResult<bool> {
    let has = match own_offset(this, Some(offset), |magic| magic.offset_exists) {
        Some(object) => contains(ctx, this, &object)?,
        None => convert::boolean(ctx, &ctx.call_method(this, "offsetExists", &[offset.unref()])?)?,
    };
    Ok(has && (!not_empty || convert::boolean(ctx, &read_dimension(ctx, this, Some(offset))?)?))
}

fn unset_dimension(ctx: &Ctx, this: &Object, offset: &Value) -> PhpResult<()> {
    match own_offset(this, Some(offset), |magic| magic.offset_unset) {
        Some(object) => detach(ctx, this, &object),
        None => ctx.call_method(this, "offsetUnset", &[offset.unref()]).map(drop),
    }
}

/// The key of an object.
fn key_of(ctx: &Ctx, this: &Object, object: &Object) -> PhpResult<Key> {
    let Some(method) = state(this).get_hash.get() else { return Ok(Key::Int(i64::from(object.handle()))) };
    let hash = util::call(ctx, this, method, &[Value::from(object.clone())])?;
    match hash.as_str() {
        Some(hash) => Ok(Key::Str(hash.into_owned())),
        None => {
            let (class, given) = (&this.class().name, convert::value_name(&hash));
            let text = format!("{class}::getHash(): Return value must be of type string, {given} returned");
            Err(ctx.type_error(text))
        }
    }
}

fn attach(ctx: &Ctx, this: &Object, object: &Object, info: Value) -> PhpResult<()> {
    let key = key_of(ctx, this, object)?;
    let state = state(this);
    let mut entries = state.entries.borrow_mut();
    if let Some(at) = entries.place(&key) {
        let old = std::mem::replace(&mut entries.list[at].info, info);
        drop(entries);
        drop(old);
        return Ok(());
    }
    state.place.set(entries.compact(state.place.get()));
    entries.add(Entry { key, object: Value::from(object.clone()), info });
    Ok(())
}

fn detach(ctx: &Ctx, this: &Object, object: &Object) -> PhpResult<()> {
    let key = key_of(ctx, this, object)?;
    let old = state(this).entries.borrow_mut().remove(&key);
    drop(old);
    rewind_place(this);
    Ok(())
}

fn contains(ctx: &Ctx, this: &Object, object: &Object) -> PhpResult<bool> {
    let state = state(this);
    if state.get_hash.get().is_none() {
        return Ok(state.entries.borrow().index.get_int(i64::from(object.handle())).is_some());
    }
    let key = key_of(ctx, this, object)?;
    Ok(state.entries.borrow().get(&key).is_some())
}

fn info_of(ctx: &Ctx, this: &Object, object: &Object) -> PhpResult {
    let key = key_of(ctx, this, object)?;
    let found = state(this).entries.borrow().get(&key).map(|entry| entry.info.clone());
    found.ok_or_else(|| ctx.throw("UnexpectedValueException", "Object not found"))
}

fn rewind_place(this: &Object) {
    let state = state(this);
    state.place.set(0);
    state.number.set(0);
}

/// Clones of all entries: for loops that run PHP code.
fn entries(this: &Object) -> Vec<(Object, Value)> {
    let entries = state(this).entries.borrow();
    entries.iter().filter_map(|entry| Some((entry.object.as_object()?.into_owned(), entry.info.clone()))).collect()
}

fn debug_info(this: &Object) -> Array {
    let mut info = util::members(this);
    let pairs = entries(this).into_iter().map(|(object, value)| util::pair(["obj", "inf"], [Value::from(object), value]));
    info.set(util::private_name("SplObjectStorage", "storage"), Value::from(Array::list(pairs)));
    info
}

/// The entry that the walk stands on.
fn current(this: &Object) -> Option<(usize, Entry)> {
    let state = state(this);
    let entries = state.entries.borrow();
    let at = entries.next_from(state.place.get())?;
    Some((at, entries.list[at].clone()))
}

fn advance(this: &Object) {
    let state = state(this);
    let at = state.entries.borrow().next_from(state.place.get());
    if let Some(at) = at {
        state.place.set(at + 1);
        state.number.set(state.number.get() + 1);
    }
}

/// One step of a walk, which moves the storage itself.
fn walk(ctx: &Ctx, this: &Object, started: &mut u64, by_ref: bool) -> PhpResult<Option<(Value, Value)>> {
    if by_ref {
        return Err(ctx.throw_error("An iterator cannot be used with foreach by reference"));
    }
    if *started == 0 {
        rewind_place(this)
    } else {
        advance(this)
    }
    *started = 1;
    let state = state(this);
    let entries = state.entries.borrow();
    let at = entries.next_from(state.place.get());
    Ok(at.map(|at| (Value::int(state.number.get()), entries.list[at].object.clone())))
}

pub struct SplObjectStorage;

/// A map from objects to data, or a set of objects.
#[php_class(
    "class SplObjectStorage implements Countable, SeekableIterator, Serializable, ArrayAccess {}",
    create = create,
    handlers = STORAGE_HANDLERS
)]
impl SplObjectStorage {
    /// Adds an object with its data.
    #[php("public function attach(object $object, mixed $info = null): void")]
    fn attach(ctx: &Ctx, this: &Object, object: &Object, info: Value) -> PhpResult<()> {
        attach(ctx, this, object, info)
    }

    /// Removes an object.
    #[php("public function detach(object $object): void")]
    fn detach(ctx: &Ctx, this: &Object, object: &Object) -> PhpResult<()> {
        detach(ctx, this, object)
    }

    /// Whether an object is in the storage.
    #[php("public function contains(object $object): bool")]
    fn contains(ctx: &Ctx, this: &Object, object: &Object) -> PhpResult<bool> {
        contains(ctx, this, object)
    }

    /// Adds all objects of another storage.
    #[php("public function addAll(SplObjectStorage $storage): int")]
    fn add_all(ctx: &Ctx, this: &Object, storage: &Object) -> PhpResult<usize> {
        for (object, info) in entries(storage) {
            attach(ctx, this, &object, info)?;
        }
        Ok(Self::len(this))
    }

    /// Removes the objects of another storage.
    #[php("public function removeAll(SplObjectStorage $storage): int")]
    fn remove_all(ctx: &Ctx, this: &Object, storage: &Object) -> PhpResult<usize> {
        for (object, _) in entries(storage) {
            detach(ctx, this, &object)?;
        }
        rewind_place(this);
        Ok(Self::len(this))
    }

    /// Removes the objects that another storage does not have.
    #[php("public function removeAllExcept(SplObjectStorage $storage): int")]
    fn remove_all_except(ctx: &Ctx, this: &Object, storage: &Object) -> PhpResult<usize> {
        for (object, _) in entries(this) {
            if !contains(ctx, storage, &object)? {
                detach(ctx, this, &object)?;
            }
        }
        rewind_place(this);
        Ok(Self::len(this))
    }
    fn len(this: &Object) -> usize {
        state(this).entries.borrow().len()
    }

    /// The data of the current object.
    #[php("public function getInfo(): mixed")]
    fn get_info(this: &Object) -> Option<Value> {
        current(this).map(|(_, entry)| entry.info)
    }

    /// Sets the data of the current object.
    #[php("public function setInfo(mixed $info): void")]
    fn set_info(this: &Object, info: Value) {
        let Some((at, _)) = current(this) else { return };
        let old = std::mem::replace(&mut state(this).entries.borrow_mut().list[at].info, info);
        drop(old);
    }

    #[php("public function count(int $mode = COUNT_NORMAL): int")]
    fn count(this: &Object, _mode: i64) -> usize {
        Self::len(this)
    }

    #[php("public function rewind(): void")]
    fn rewind(this: &Object) {
        rewind_place(this);
    }

    #[php("public function valid(): bool")]
    fn valid(this: &Object) -> bool {
        current(this).is_some()
    }

    #[php("public function key(): int")]
    fn key(this: &Object) -> i64 {
        state(this).number.get()
    }

    #[php("public function current(): object")]
    fn current(ctx: &Ctx, this: &Object) -> PhpResult {
        match current(this) {
            Some((_, entry)) => Ok(entry.object),
            None => Err(ctx.throw("RuntimeException", "Called current() on invalid iterator")),
        }
    }

    #[php("public function next(): void")]
    fn next(this: &Object) {
        advance(this);
    }

    /// Goes to an entry by its number.
    #[php("public function seek(int $offset): void", strict_return)]
    fn seek(ctx: &Ctx, this: &Object, offset: i64) -> PhpResult<()> {
        let state = state(this);
        let count = Self::len(this);
        let Some(steps) = usize::try_from(offset).ok().filter(|&n| n < count) else {
            return Err(ctx.throw("OutOfBoundsException", format!("Seek position {offset} is out of range")));
        };
        let entries = state.entries.borrow();
        let place = (0..entries.list.len()).filter(|&i| !entries.list[i].object.is_undef()).nth(steps);
        state.place.set(place.unwrap_or(0));
        state.number.set(offset);
        Ok(())
    }

    #[php("public function unserialize(string $data): void")]
    fn unserialize(ctx: &Ctx, this: &Object, data: &Str) -> PhpResult<()> {
        if data.is_empty() {
            return Ok(());
        }
        unserialize::pieces(ctx, data, |ctx, text| Self::read_pieces(ctx, this, text))
    }

    fn read_pieces(ctx: &Ctx, this: &Object, text: &mut Pieces<'_>) -> PhpResult<()> {
        if !text.eat(b"x:") {
            return Err(text.error(ctx));
        }
        let count = text.value(ctx)?.and_then(|count| count.as_int()).filter(|&count| count >= 0);
        let Some(count) = count else { return Err(text.error(ctx)) };
        for i in 0..count {
            if i > 0 && !text.eat(b";") {
                return Err(text.error(ctx));
            }
            if !matches!(text.rest().first(), Some(b'O' | b'C' | b'r')) {
                return Err(text.error(ctx));
            }
            let Some(object) = text.value(ctx)?.and_then(Value::into_object) else { return Err(text.error(ctx)) };
            let info = match text.eat(b",") {
                true => match text.value(ctx)? {
                    Some(info) => info,
                    None => return Err(text.error(ctx)),
                },
                false => Value::NULL,
            };
            attach(ctx, this, &object, info)?;
        }
        let _ = text.eat(b";");
        if !text.eat(b"m:") {
            return Err(text.error(ctx));
        }
        match text.value(ctx)?.and_then(Value::into_array) {
            Some(members) => util::load_members(ctx, this, &members),
            None => Err(text.error(ctx)),
        }
    }

    #[php("public function serialize(): string")]
    fn serialize(ctx: &Ctx, this: &Object) -> PhpResult<Str> {
        let all = entries(this);
        serialize::pieces(ctx, |ctx, text| {
            text.raw("x:");
            text.put(ctx, &Value::int(all.len() as i64))?;
            for (object, info) in all {
                text.put(ctx, &Value::from(object))?;
                text.raw(",");
                text.put(ctx, &info)?;
                text.raw(";");
            }
            text.raw("m:");
            text.put(ctx, &Value::from(util::members(this)))
        })
    }

    #[php("public function offsetExists($object): bool")]
    fn offset_exists(ctx: &Ctx, this: &Object, object: &Value) -> PhpResult<bool> {
        let object = Self::object(ctx, object)?;
        contains(ctx, this, &object)
    }
    fn object(ctx: &Ctx, value: &Value) -> PhpResult<Object> {
        match value.as_object() {
            Some(object) => Ok(object.into_owned()),
            None => {
                let text = format!("must be of type object, {} given", convert::value_name(value));
                Err(ctx.argument_type_error(1, text))
            }
        }
    }

    #[php("public function offsetGet($object): mixed")]
    fn offset_get(ctx: &Ctx, this: &Object, object: &Value) -> PhpResult {
        info_of(ctx, this, &Self::object(ctx, object)?)
    }

    #[php("public function offsetSet($object, mixed $info = null): void")]
    fn offset_set(ctx: &Ctx, this: &Object, object: &Value, info: Value) -> PhpResult<()> {
        let object = Self::object(ctx, object)?;
        attach(ctx, this, &object, info)
    }

    #[php("public function offsetUnset($object): void")]
    fn offset_unset(ctx: &Ctx, this: &Object, object: &Value) -> PhpResult<()> {
        let object = Self::object(ctx, object)?;
        detach(ctx, this, &object)
    }

    /// What tells objects apart; classes in PHP may override it.
    #[php("public function getHash(object $object): string")]
    fn get_hash(object: &Object) -> Str {
        crate::php_spl::hash_of(object)
    }

    #[php("public function __serialize(): array")]
    fn to_serialized(this: &Object) -> Array {
        let all = entries(this);
        let list = Array::list(all.into_iter().flat_map(|(object, info)| [Value::from(object), info]));
        Array::list([Value::from(list), Value::from(util::members(this))])
    }

    #[php("public function __unserialize(array $data): void")]
    fn from_serialized(ctx: &Ctx, this: &Object, data: &Array) -> PhpResult<()> {
        let part = |i| data.get_int(i).and_then(Value::as_array).map(Held::into_owned);
        let (2, Some(list), Some(members)) = (data.len(), part(0), part(1)) else { return Err(util::ill_typed(ctx)) };
        if list.len() % 2 != 0 {
            return Err(ctx.throw("UnexpectedValueException", "Odd number of elements"));
        }
        let mut values = list.values();
        while let (Some(object), Some(info)) = (values.next(), values.next()) {
            let Some(object) = object.as_object() else {
                return Err(ctx.throw("UnexpectedValueException", "Non-object key"));
            };
            attach(ctx, this, &object.clone(), info.unref())?;
        }
        util::load_members(ctx, this, &members)
    }

    #[php("public function __debugInfo(): array")]
    fn debug_info(this: &Object) -> Array {
        debug_info(this)
    }
}

const NEED_ALL: i64 = 1;
const KEYS_ASSOC: i64 = 2;

pub struct MultipleIterator;

/// Walks several iterators side by side.
#[php_class(
    "class MultipleIterator implements Iterator {
        public const int MIT_NEED_ANY = 0;
        public const int MIT_NEED_ALL = 1;
        public const int MIT_KEYS_NUMERIC = 0;
        public const int MIT_KEYS_ASSOC = 2;
    }",
    create = create,
    handlers = HANDLERS
)]
impl MultipleIterator {
    #[php("public function __construct(int $flags = MultipleIterator::MIT_NEED_ALL|MultipleIterator::MIT_KEYS_NUMERIC)")]
    fn construct(this: &Object, flags: i64) {
        state(this).flags.set(flags);
    }

    #[php("public function getFlags(): int")]
    fn get_flags(this: &Object) -> i64 {
        state(this).flags.get()
    }

    #[php("public function setFlags(int $flags): void")]
    fn set_flags(this: &Object, flags: i64) {
        state(this).flags.set(flags);
    }

    /// Adds an iterator, with the key of its values.
    #[php("public function attachIterator(Iterator $iterator, string|int|null $info = null): void")]
    fn attach_iterator(ctx: &Ctx, this: &Object, iterator: &Object, info: Value) -> PhpResult<()> {
        if !info.is_null() {
            for (_, other) in entries(this).iter() {
                if compare::identical(ctx, &info, other)? {
                    return Err(ctx.throw("InvalidArgumentException", "Key duplication error"));
                }
            }
        }
        attach(ctx, this, iterator, info)
    }

    /// Removes an iterator.
    #[php("public function detachIterator(Iterator $iterator): void")]
    fn detach_iterator(ctx: &Ctx, this: &Object, iterator: &Object) -> PhpResult<()> {
        detach(ctx, this, iterator)
    }

    #[php("public function containsIterator(Iterator $iterator): bool")]
    fn contains_iterator(ctx: &Ctx, this: &Object, iterator: &Object) -> PhpResult<bool> {
        contains(ctx, this, iterator)
    }

    #[php("public function countIterators(): int")]
    fn count_iterators(this: &Object) -> usize {
        state(this).entries.borrow().len()
    }

    #[php("public function rewind(): void")]
    fn rewind(ctx: &Ctx, this: &Object) -> PhpResult<()> {
        for (iterator, _) in entries(this) {
            cursor::call(ctx, &iterator, Method::Rewind)?;
        }
        Ok(())
    }

    #[php("public function valid(): bool")]
    fn valid(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        let all = entries(this);
        if all.is_empty() {
            return Ok(false);
        }
        // With all needed the first invalid one decides, otherwise the first valid one.
        let needed = state(this).flags.get() & NEED_ALL != 0;
        for (iterator, _) in all {
            let valid = convert::to_bool(&cursor::call(ctx, &iterator, Method::Valid)?);
            if valid != needed {
                return Ok(valid);
            }
        }
        Ok(needed)
    }

    #[php("public function key(): array")]
    fn key(ctx: &Ctx, this: &Object) -> PhpResult<Array> {
        collect(ctx, this, Method::Key)
    }

    #[php("public function current(): array")]
    fn current(ctx: &Ctx, this: &Object) -> PhpResult<Array> {
        collect(ctx, this, Method::Current)
    }

    #[php("public function next(): void")]
    fn next(ctx: &Ctx, this: &Object) -> PhpResult<()> {
        for (iterator, _) in entries(this) {
            cursor::call(ctx, &iterator, Method::Next)?;
        }
        Ok(())
    }

    #[php("public function __debugInfo(): array")]
    fn debug_info(this: &Object) -> Array {
        debug_info(this)
    }
}

/// The keys or values of all iterators.
fn collect(ctx: &Ctx, this: &Object, method: Method) -> PhpResult<Array> {
    let name = if method == Method::Key { "key" } else { "current" };
    let all = entries(this);
    let flags = state(this).flags.get();
    if all.is_empty() {
        return Err(ctx.throw("RuntimeException", format!("Called {name}() on an invalid iterator")));
    }
    let mut result = Array::new();
    for (iterator, info) in all {
        let valid = convert::to_bool(&cursor::call(ctx, &iterator, Method::Valid)?);
        let value = if valid {
            match cursor::call(ctx, &iterator, method) {
                Ok(value) => value,
                // The observer's own exception comes on top of what was thrown.
                Err(_) if ctx.has_exception() => return Err(ctx.throw("RuntimeException", "Failed to call sub iterator method")),
                Err(thrown) => return Err(thrown),
            }
        } else if flags & NEED_ALL != 0 {
            return Err(ctx.throw("RuntimeException", format!("Called {name}() with non valid sub iterator")));
        } else {
            Value::NULL
        };
        if flags & KEYS_ASSOC == 0 {
            let _ = result.push(value);
            continue;
        }
        match convert::to_key(ctx, &info)?.filter(|_| !info.is_null()) {
            Some(key) => result.set(key, value),
            None => return Err(ctx.throw("InvalidArgumentException", "Sub-Iterator is associated with NULL")),
        }
    }
    Ok(result)
}
