//! SplDoublyLinkedList, SplQueue and SplStack.
//!
//! Nodes live in one vector and link each other by number. Walks may stand on a removed node, which ends them: its
//! number is reused only after many others have been removed.

use crate::util;
use phant_ext_standard::{serialize, unserialize};
use phant_memory::{Array, HeapVec, Held, NativeData, Object, Str, Tracer, Value, heap_vec};
use phant_native::{Ctx, ObjectHandlers, PhpResult, Thrown, convert, php_class};
use std::cell::{Cell, RefCell};

/// No node.
const NONE: u32 = u32::MAX;
/// Elements are removed as they are passed.
const DELETE: i64 = 1;
/// From the end to the beginning.
const LIFO: i64 = 2;
/// The direction is the class's.
const FIXED: i64 = 4;
/// The bits that `setIteratorMode` takes.
const MODES: i64 = DELETE | LIFO;
/// So many removed nodes are not reused yet.
const GRACE: usize = 64;

struct Node {
    prev: u32,
    next: u32,
    /// UNDEF once removed.
    value: Value,
}

struct List {
    nodes: HeapVec<Node>,
    /// Removed nodes; those before `free_from` have been reused.
    free: HeapVec<u32>,
    free_from: usize,
    head: u32,
    tail: u32,
    len: usize,
}

impl List {
    fn new() -> List {
        List { nodes: heap_vec(), free: heap_vec(), free_from: 0, head: NONE, tail: NONE, len: 0 }
    }
    fn node(&self, at: u32) -> Option<&Node> {
        self.nodes.get(at as usize)
    }
    fn set_next(&mut self, at: u32, next: u32) {
        match self.nodes.get_mut(at as usize) {
            Some(node) => node.next = next,
            None => self.head = next,
        }
    }
    fn set_prev(&mut self, at: u32, prev: u32) {
        match self.nodes.get_mut(at as usize) {
            Some(node) => node.prev = prev,
            None => self.tail = prev,
        }
    }
    /// Puts a value between two neighbours.
    fn insert(&mut self, prev: u32, next: u32, value: Value) {
        let node = Node { prev, next, value };
        let at = if self.free.len() - self.free_from > GRACE {
            let at = self.free[self.free_from];
            self.free_from += 1;
            if self.free_from > 4 * GRACE && self.free_from * 2 > self.free.len() {
                self.free.drain(..self.free_from);
                self.free_from = 0;
            }
            self.nodes[at as usize] = node;
            at
        } else {
            self.nodes.push(node);
            (self.nodes.len() - 1) as u32
        };
        self.set_next(prev, at);
        self.set_prev(next, at);
        self.len += 1;
    }
    fn push(&mut self, value: Value) {
        self.insert(self.tail, NONE, value);
    }
    fn unshift(&mut self, value: Value) {
        self.insert(NONE, self.head, value);
    }
    /// Takes a node out; it loses its links.
    fn remove(&mut self, at: u32) -> Option<Value> {
        let node = self.nodes.get_mut(at as usize)?;
        let value = std::mem::replace(&mut node.value, Value::UNDEF);
        let prev = std::mem::replace(&mut node.prev, NONE);
        let next = std::mem::replace(&mut node.next, NONE);
        self.set_next(prev, next);
        self.set_prev(next, prev);
        self.free.push(at);
        self.len -= 1;
        Some(value)
    }
    /// Removes the last element.
    fn pop(&mut self) -> Option<Value> {
        self.remove(self.tail)
    }
    /// Removes the first element.
    fn shift(&mut self) -> Option<Value> {
        self.remove(self.head)
    }
    /// The node at an index that is in range, counted from the end if `backward`.
    fn find(&self, index: usize, backward: bool) -> u32 {
        let from_head = if backward { self.len - 1 - index } else { index };
        if from_head * 2 < self.len {
            (0..from_head).fold(self.head, |at, _| self.nodes[at as usize].next)
        } else {
            (from_head + 1..self.len).fold(self.tail, |at, _| self.nodes[at as usize].prev)
        }
    }
    /// Clones of the values, first to last.
    fn values(&self) -> HeapVec<Value> {
        let mut all = heap_vec();
        let mut at = self.head;
        while let Some(node) = self.node(at) {
            all.push(node.value.clone());
            at = node.next;
        }
        all
    }
}

/// Where a walk stands: a node and the key shown for it.
#[derive(Clone, Copy)]
struct Place {
    node: u32,
    index: i64,
}

struct State {
    list: RefCell<List>,
    flags: Cell<i64>,
    place: Cell<Place>,
}

impl NativeData for State {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        if let Ok(list) = self.list.try_borrow() {
            list.nodes.iter().for_each(|node| tracer.value(&node.value));
        }
    }
}

impl State {
    fn has(&self, flag: i64) -> bool {
        self.flags.get() & flag != 0
    }
    fn len(&self) -> usize {
        self.list.borrow().len
    }
    fn start(&self) -> Place {
        let list = self.list.borrow();
        if self.has(LIFO) { Place { node: list.tail, index: list.len as i64 - 1 } } else { Place { node: list.head, index: 0 } }
    }
    /// Moves on from a place. In the mode that deletes, the element on that end goes; it is returned to be dropped.
    fn advance(&self, place: &mut Place, backward: bool) -> Option<Value> {
        let mut list = self.list.borrow_mut();
        let node = list.node(place.node)?;
        place.node = if backward { node.prev } else { node.next };
        match (self.has(DELETE), backward) {
            (true, true) => {
                place.index -= 1;
                list.pop()
            }
            (true, false) => list.shift(),
            (false, true) => {
                place.index -= 1;
                None
            }
            (false, false) => {
                place.index += 1;
                None
            }
        }
    }
    fn value(&self, place: Place) -> Option<Value> {
        self.list.borrow().node(place.node).map(|node| if node.value.is_undef() { Value::NULL } else { node.value.clone() })
    }
    /// The node at an index, if there is one.
    fn at(&self, index: i64) -> Option<u32> {
        let list = self.list.borrow();
        let index = usize::try_from(index).ok().filter(|&i| i < list.len)?;
        Some(list.find(index, self.has(LIFO)))
    }
}

/// One step of `foreach`, which has a place of its own. The word is the place plus one, or 0.
fn walk(ctx: &Ctx, object: &Object, word: &mut u64, by_ref: bool) -> PhpResult<Option<(Value, Value)>> {
    if by_ref {
        return Err(ctx.throw_error("An iterator cannot be used with foreach by reference"));
    }
    let state = SplDoublyLinkedList::state(object);
    let mut place = match word.checked_sub(1) {
        None => state.start(),
        Some(packed) => {
            let mut place = Place { node: packed as u32, index: i64::from((packed >> 32) as i32) };
            let gone = state.advance(&mut place, state.has(LIFO));
            drop(gone);
            place
        }
    };
    let Some(value) = state.value(place) else {
        place.node = NONE;
        *word = u64::from(place.node) + 1;
        return Ok(None);
    };
    *word = (u64::from(place.node) | (place.index as u64) << 32).wrapping_add(1);
    Ok(Some((Value::int(place.index), value)))
}

pub struct SplDoublyLinkedList;

static HANDLERS: ObjectHandlers = ObjectHandlers {
    clone: Some(SplDoublyLinkedList::copy),
    walk: Some(walk),
    peek_dimension: Some(peek),
    put_dimension: Some(put),
    len: Some(|this| SplDoublyLinkedList::state(this).len()),
    ..ObjectHandlers::DEFAULT
};

fn peek(this: &Object, offset: &Value) -> Option<Value> {
    let state = SplDoublyLinkedList::state(this);
    let index = offset.as_int()?;
    state.value(Place { node: state.at(index)?, index })
}

fn put(this: &Object, offset: Option<&Value>, value: &Value) -> bool {
    let state = SplDoublyLinkedList::state(this);
    let Some(offset) = offset else {
        state.list.borrow_mut().push(value.unref());
        return true;
    };
    let Some(at) = offset.as_int().and_then(|index| state.at(index)) else { return false };
    let old = std::mem::replace(&mut state.list.borrow_mut().nodes[at as usize].value, value.unref());
    drop(old);
    true
}

/// A doubly linked list.
#[php_class(
    "class SplDoublyLinkedList implements Iterator, Countable, ArrayAccess, Serializable {
        public const int IT_MODE_LIFO = 2;
        public const int IT_MODE_FIFO = 0;
        public const int IT_MODE_DELETE = 1;
        public const int IT_MODE_KEEP = 0;
    }",
    create = Self::create,
    handlers = HANDLERS
)]
impl SplDoublyLinkedList {
    fn create(_ctx: &Ctx, object: &Object) {
        use phant_native::ObjectExt;
        let class = object.class();
        let flags = if util::descends(class, "SplStack") {
            FIXED | LIFO
        } else if util::descends(class, "SplQueue") {
            FIXED
        } else {
            0
        };
        object.init_native(State {
            list: RefCell::new(List::new()),
            flags: Cell::new(flags),
            place: Cell::new(Place { node: NONE, index: 0 }),
        });
    }
    fn state(object: &Object) -> &State {
        object.native().expect("made by create")
    }
    fn copy(_ctx: &Ctx, from: &Object, to: &Object) -> PhpResult<()> {
        let (from, to) = (Self::state(from), Self::state(to));
        to.flags.set(from.flags.get());
        let mut list = List::new();
        from.list.borrow().values().into_iter().for_each(|value| list.push(value));
        // As in PHP a clone stands at its first element, whichever way it is walked.
        to.place.set(Place { node: list.head, index: 0 });
        to.list.replace(list);
        Ok(())
    }
    fn out_of_range(ctx: &Ctx) -> Thrown {
        let method = ctx.current.get().map(|f| f.display_name()).unwrap_or_default();
        ctx.throw("OutOfRangeException", format!("{method}(): Argument #1 ($index) is out of range"))
    }
    fn or_empty(ctx: &Ctx, value: Option<Value>, verb: &str) -> PhpResult {
        value.ok_or_else(|| ctx.throw("RuntimeException", format!("Can't {verb} an empty datastructure")))
    }

    /// Inserts a value before the one at an index.
    #[php("public function add(int $index, mixed $value): void")]
    fn add(ctx: &Ctx, this: &Object, index: i64, value: Value) -> PhpResult<()> {
        let state = Self::state(this);
        if usize::try_from(index).is_ok_and(|i| i == state.len()) {
            state.list.borrow_mut().push(value);
            return Ok(());
        }
        let Some(at) = state.at(index) else { return Err(Self::out_of_range(ctx)) };
        let mut list = state.list.borrow_mut();
        let prev = list.nodes[at as usize].prev;
        list.insert(prev, at, value);
        Ok(())
    }

    /// Removes the last element and returns it.
    #[php("public function pop(): mixed")]
    fn pop(ctx: &Ctx, this: &Object) -> PhpResult {
        let value = Self::state(this).list.borrow_mut().pop();
        Self::or_empty(ctx, value, "pop from")
    }

    /// Removes the first element and returns it.
    #[php("public function shift(): mixed")]
    fn shift(ctx: &Ctx, this: &Object) -> PhpResult {
        let value = Self::state(this).list.borrow_mut().shift();
        Self::or_empty(ctx, value, "shift from")
    }

    /// Appends a value.
    #[php("public function push(mixed $value): void")]
    fn push(this: &Object, value: Value) {
        Self::state(this).list.borrow_mut().push(value);
    }

    /// Puts a value in front.
    #[php("public function unshift(mixed $value): void")]
    fn unshift(this: &Object, value: Value) {
        Self::state(this).list.borrow_mut().unshift(value);
    }

    /// The last element.
    #[php("public function top(): mixed")]
    fn top(ctx: &Ctx, this: &Object) -> PhpResult {
        let list = Self::state(this).list.borrow();
        let value = list.node(list.tail).map(|node| node.value.clone());
        drop(list);
        Self::or_empty(ctx, value, "peek at")
    }

    /// The first element.
    #[php("public function bottom(): mixed")]
    fn bottom(ctx: &Ctx, this: &Object) -> PhpResult {
        let list = Self::state(this).list.borrow();
        let value = list.node(list.head).map(|node| node.value.clone());
        drop(list);
        Self::or_empty(ctx, value, "peek at")
    }

    #[php("public function __debugInfo(): array")]
    fn debug_info(this: &Object) -> Array {
        let state = Self::state(this);
        let mut info = util::members(this);
        info.set(util::private_name("SplDoublyLinkedList", "flags"), Value::int(state.flags.get()));
        let values = Array::list(state.list.borrow().values());
        info.set(util::private_name("SplDoublyLinkedList", "dllist"), Value::from(values));
        info
    }

    #[php("public function count(): int")]
    fn count(this: &Object) -> usize {
        Self::state(this).len()
    }

    #[php("public function isEmpty(): bool")]
    fn is_empty(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        match util::overridden(this, |magic| magic.count) {
            Some(count) => Ok(convert::to_int(&util::call(ctx, this, count, &[])?) == 0),
            None => Ok(Self::state(this).len() == 0),
        }
    }

    /// Sets the direction of walks, and whether they remove what they pass.
    #[php("public function setIteratorMode(int $mode): int")]
    fn set_iterator_mode(ctx: &Ctx, this: &Object, mode: i64) -> PhpResult<i64> {
        let flags = &Self::state(this).flags;
        if flags.get() & FIXED != 0 && (flags.get() ^ mode) & LIFO != 0 {
            let text = "Iterators' LIFO/FIFO modes for SplStack/SplQueue objects are frozen";
            return Err(ctx.throw("RuntimeException", text));
        }
        flags.set(mode & MODES | flags.get() & FIXED);
        Ok(flags.get())
    }

    #[php("public function getIteratorMode(): int")]
    fn get_iterator_mode(this: &Object) -> i64 {
        Self::state(this).flags.get()
    }

    #[php("public function offsetExists($index): bool")]
    fn offset_exists(ctx: &Ctx, this: &Object, index: &Value) -> PhpResult<bool> {
        let index = util::int_argument(ctx, index, 1)?;
        Ok(usize::try_from(index).is_ok_and(|i| i < Self::state(this).len()))
    }

    #[php("public function offsetGet($index): mixed")]
    fn offset_get(ctx: &Ctx, this: &Object, index: &Value) -> PhpResult {
        let index = util::int_argument(ctx, index, 1)?;
        let state = Self::state(this);
        let value = state.at(index).and_then(|node| state.value(Place { node, index }));
        value.ok_or_else(|| Self::out_of_range(ctx))
    }

    #[php("public function offsetSet($index, mixed $value): void")]
    fn offset_set(ctx: &Ctx, this: &Object, index: &Value, value: Value) -> PhpResult<()> {
        let state = Self::state(this);
        let Some(index) = util::nullable_int_argument(ctx, index, 1)? else {
            state.list.borrow_mut().push(value);
            return Ok(());
        };
        let Some(at) = state.at(index) else { return Err(Self::out_of_range(ctx)) };
        let old = std::mem::replace(&mut state.list.borrow_mut().nodes[at as usize].value, value);
        drop(old);
        Ok(())
    }

    #[php("public function offsetUnset($index): void")]
    fn offset_unset(ctx: &Ctx, this: &Object, index: &Value) -> PhpResult<()> {
        let index = util::int_argument(ctx, index, 1)?;
        let state = Self::state(this);
        let Some(at) = state.at(index) else { return Err(Self::out_of_range(ctx)) };
        let old = state.list.borrow_mut().remove(at);
        if state.place.get().node == at {
            state.place.set(Place { node: NONE, ..state.place.get() });
        }
        drop(old);
        Ok(())
    }

    #[php("public function rewind(): void")]
    fn rewind(this: &Object) {
        let state = Self::state(this);
        state.place.set(state.start());
    }

    #[php("public function current(): mixed")]
    fn current(this: &Object) -> Option<Value> {
        let state = Self::state(this);
        state.value(state.place.get())
    }

    #[php("public function key(): int")]
    fn key(this: &Object) -> i64 {
        Self::state(this).place.get().index
    }

    #[php("public function prev(): void")]
    fn prev(this: &Object) {
        Self::step(this, true);
    }

    #[php("public function next(): void")]
    fn next(this: &Object) {
        Self::step(this, false);
    }
    fn step(this: &Object, reversed: bool) {
        let state = Self::state(this);
        let mut place = state.place.get();
        let gone = state.advance(&mut place, state.has(LIFO) != reversed);
        state.place.set(place);
        drop(gone);
    }

    #[php("public function valid(): bool")]
    fn valid(this: &Object) -> bool {
        let state = Self::state(this);
        state.list.borrow().node(state.place.get().node).is_some()
    }

    #[php("public function unserialize(string $data): void")]
    fn unserialize(ctx: &Ctx, this: &Object, data: &Str) -> PhpResult<()> {
        let state = Self::state(this);
        if data.is_empty() {
            return Ok(());
        }
        let old = state.list.replace(List::new());
        drop(old);
        unserialize::pieces(ctx, data, |ctx, text| {
            match text.value(ctx)?.and_then(|flags| flags.as_int()) {
                Some(flags) => state.flags.set(flags),
                None => return Err(text.error(ctx)),
            }
            while text.eat(b":") {
                match text.value(ctx)? {
                    Some(value) => state.list.borrow_mut().push(value),
                    None => return Err(text.error(ctx)),
                }
            }
            if text.rest().is_empty() { Ok(()) } else { Err(text.error(ctx)) }
        })
    }

    #[php("public function serialize(): string")]
    fn serialize(ctx: &Ctx, this: &Object) -> PhpResult<Str> {
        let state = Self::state(this);
        let values = state.list.borrow().values();
        serialize::pieces(ctx, |ctx, text| {
            text.put(ctx, &Value::int(state.flags.get()))?;
            for value in &values {
                text.raw(":");
                text.put(ctx, value)?;
            }
            Ok(())
        })
    }

    #[php("public function __serialize(): array")]
    fn to_serialized(this: &Object) -> Array {
        let state = Self::state(this);
        let values = Array::list(state.list.borrow().values());
        Array::list([Value::int(state.flags.get()), Value::from(values), Value::from(util::members(this))])
    }

    #[php("public function __unserialize(array $data): void")]
    fn from_serialized(ctx: &Ctx, this: &Object, data: &Array) -> PhpResult<()> {
        let state = Self::state(this);
        let part = |i| data.get_int(i);
        let (Some(flags), Some(values), Some(members)) = (
            part(0).and_then(Value::as_int),
            part(1).and_then(Value::as_array).map(Held::into_owned),
            part(2).and_then(Value::as_array).map(Held::into_owned),
        ) else {
            return Err(util::ill_typed(ctx));
        };
        state.flags.set(flags);
        for (_, value) in values.iter() {
            state.list.borrow_mut().push(value.clone());
        }
        util::load_members(ctx, this, &members)
    }
}

pub struct SplQueue;

/// A queue: first in, first out.
#[php_class("class SplQueue extends SplDoublyLinkedList {}")]
impl SplQueue {
    /// Appends a value.
    #[php("public function enqueue(mixed $value): void")]
    fn enqueue(this: &Object, value: Value) {
        SplDoublyLinkedList::push(this, value);
    }

    /// Removes the first element and returns it.
    #[php("public function dequeue(): mixed")]
    fn dequeue(ctx: &Ctx, this: &Object) -> PhpResult {
        SplDoublyLinkedList::shift(ctx, this)
    }
}

/// A stack: last in, first out.
#[php_class("class SplStack extends SplDoublyLinkedList {}")]
pub struct SplStack;
