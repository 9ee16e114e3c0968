//! SplHeap, SplMinHeap, SplMaxHeap and SplPriorityQueue: binary heaps whose order PHP code may define.
//!
//! Comparing may run PHP code that looks at the heap, so no borrow lasts across a comparison, and the vector is in a
//! presentable state at each: elements are copied along the path before the moving one is put down.

use crate::util;
use phant_memory::{Array, HeapVec, NativeData, Object, Tracer, Value, heap_vec};
use phant_native::{Ctx, FunctionPtr, ObjectExt, ObjectHandlers, PhpResult, Thrown, compare, convert, php_class, php_methods};
use std::{
    cell::{Cell, RefCell},
    cmp::Ordering,
};

/// What `extract` and `top` return of an element.
const DATA: i64 = 1;
const PRIORITY: i64 = 2;
const BOTH: i64 = 3;

#[derive(Clone)]
struct Element {
    data: Value,
    /// NULL in heaps that compare the data.
    priority: Value,
}

/// Which way the elements are ordered if PHP code does not say.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    /// Only PHP code knows.
    User,
    Min,
    Max,
    Priority,
}

struct State {
    elements: RefCell<HeapVec<Element>>,
    order: Cell<Order>,
    /// `compare()` of a class in PHP.
    user: Cell<Option<FunctionPtr>>,
    extract: Cell<i64>,
    corrupted: Cell<bool>,
    /// Elements are being moved: only looking is allowed.
    locked: Cell<bool>,
}

impl NativeData for State {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        if let Ok(elements) = self.elements.try_borrow() {
            for element in elements.iter() {
                tracer.value(&element.data);
                tracer.value(&element.priority);
            }
        }
    }
}

fn create(_ctx: &Ctx, object: &Object) {
    let class = object.class();
    let order = if util::descends(class, "SplPriorityQueue") {
        Order::Priority
    } else if util::descends(class, "SplMinHeap") {
        Order::Min
    } else if util::descends(class, "SplMaxHeap") {
        Order::Max
    } else {
        Order::User
    };
    object.init_native(State {
        elements: RefCell::new(heap_vec()),
        order: Cell::new(order),
        user: Cell::new(util::user_method(object, "compare")),
        extract: Cell::new(if order == Order::Priority { DATA } else { 0 }),
        corrupted: Cell::new(false),
        locked: Cell::new(false),
    });
}

fn state(object: &Object) -> &State {
    object.native().expect("made by create")
}

fn copy(_ctx: &Ctx, from: &Object, to: &Object) -> PhpResult<()> {
    let (from, to) = (state(from), state(to));
    to.extract.set(from.extract.get());
    to.corrupted.set(from.corrupted.get());
    let elements = from.elements.borrow().clone();
    to.elements.replace(elements);
    Ok(())
}

static HANDLERS: ObjectHandlers = ObjectHandlers {
    clone: Some(copy),
    walk: Some(walk),
    len: Some(|this| state(this).elements.borrow().len()),
    ..ObjectHandlers::DEFAULT
};

/// One step of `foreach`, which takes the elements out as it goes.
fn walk(ctx: &Ctx, object: &Object, started: &mut u64, by_ref: bool) -> PhpResult<Option<(Value, Value)>> {
    if by_ref {
        return Err(ctx.throw_error("An iterator cannot be used with foreach by reference"));
    }
    if *started == 1 {
        check(ctx, object, true)?;
        let gone = take_top(ctx, object);
        drop(gone);
        ctx.check()?;
    }
    *started = 1;
    check(ctx, object, false)?;
    let state = state(object);
    let elements = state.elements.borrow();
    let Some(first) = elements.first().cloned() else { return Ok(None) };
    let key = Value::int(elements.len() as i64 - 1);
    drop(elements);
    Ok(Some((key, shown(state, first))))
}

/// Whether the heap may be used now, or changed.
fn check(ctx: &Ctx, this: &Object, change: bool) -> PhpResult<()> {
    let state = state(this);
    if state.corrupted.get() {
        let text = "Heap is corrupted, heap properties are no longer ensured.";
        return Err(ctx.throw("RuntimeException", text));
    }
    if change && state.locked.get() {
        let text = "Heap cannot be changed when it is already being modified.";
        return Err(ctx.throw("RuntimeException", text));
    }
    Ok(())
}

/// Positive if `a` belongs nearer to the top than `b`. After an exception everything is equal.
fn order(ctx: &Ctx, this: &Object, a: &Element, b: &Element) -> i64 {
    if ctx.has_exception() {
        return 0;
    }
    let state = state(this);
    let by_priority = state.order.get() == Order::Priority;
    let (x, y) = if by_priority { (&a.priority, &b.priority) } else { (&a.data, &b.data) };
    let result = match (state.user.get(), state.order.get()) {
        (Some(method), _) => {
            let args = [x.clone(), y.clone()];
            let result = util::call(ctx, this, method, &args);
            result.and_then(|v| convert::int(ctx, &v))
        }
        (None, Order::Min) => compare::compare(ctx, y, x).map(i64::from),
        (None, _) => compare::compare(ctx, x, y).map(i64::from),
    };
    result.unwrap_or(0)
}

impl State {
    /// Moves an element up as far as numbers say where it belongs; returns where it is, and whether that is its place.
    fn rise(&self, at: usize) -> (usize, bool) {
        let elements = &mut self.elements.borrow_mut()[..];
        match self.order.get() {
            Order::Priority => rise(elements, at, |a, b| plain_order(&a.priority, &b.priority)),
            Order::Min => rise(elements, at, |a, b| plain_order(&b.data, &a.data)),
            Order::Max | Order::User => rise(elements, at, |a, b| plain_order(&a.data, &b.data)),
        }
    }
    /// The same downwards, from the top.
    fn sink(&self) -> (usize, bool) {
        let elements = &mut self.elements.borrow_mut()[..];
        match self.order.get() {
            Order::Priority => sink(elements, |a, b| plain_order(&a.priority, &b.priority)),
            Order::Min => sink(elements, |a, b| plain_order(&b.data, &a.data)),
            Order::Max | Order::User => sink(elements, |a, b| plain_order(&a.data, &b.data)),
        }
    }
}

/// The order of two numbers of the same type; `None` for everything else.
#[inline(always)]
fn plain_order(x: &Value, y: &Value) -> Option<Ordering> {
    match (x.as_int(), y.as_int()) {
        (Some(x), Some(y)) => Some(x.cmp(&y)),
        _ => x.as_float()?.partial_cmp(&y.as_float()?),
    }
}

#[inline(always)]
fn rise(elements: &mut [Element], mut at: usize, order: impl Fn(&Element, &Element) -> Option<Ordering>) -> (usize, bool) {
    while at > 0 {
        let parent = (at - 1) / 2;
        match order(&elements[parent], &elements[at]) {
            None => return (at, false),
            Some(Ordering::Less) => elements.swap(parent, at),
            Some(_) => break,
        }
        at = parent;
    }
    (at, true)
}

#[inline(always)]
fn sink(elements: &mut [Element], order: impl Fn(&Element, &Element) -> Option<Ordering>) -> (usize, bool) {
    let mut at = 0;
    while 2 * at + 1 < elements.len() {
        let mut child = 2 * at + 1;
        if child + 1 < elements.len() {
            match order(&elements[child + 1], &elements[child]) {
                None => return (at, false),
                Some(order) => child += usize::from(order.is_gt()),
            }
        }
        match order(&elements[at], &elements[child]) {
            None => return (at, false),
            Some(Ordering::Less) => elements.swap(child, at),
            Some(_) => break,
        }
        at = child;
    }
    (at, true)
}

fn insert(ctx: &Ctx, this: &Object, element: Element) -> PhpResult<()> {
    let state = state(this);
    let mut at = state.elements.borrow().len();
    if state.user.get().is_none() && !ctx.has_exception() {
        state.elements.borrow_mut().push(element);
        let (reached, is_done) = state.rise(at);
        if is_done {
            return Ok(());
        }
        at = reached;
    } else {
        state.elements.borrow_mut().push(element);
    }
    state.locked.set(true);
    let element = state.elements.borrow()[at].clone();
    while at > 0 {
        let parent_at = (at - 1) / 2;
        let parent = state.elements.borrow()[parent_at].clone();
        if order(ctx, this, &parent, &element) >= 0 {
            break;
        }
        put(state, at, parent);
        at = parent_at;
    }
    put(state, at, element);
    finish(ctx, state)
}

/// Removes the top element.
fn take_top(ctx: &Ctx, this: &Object) -> Option<Element> {
    let state = state(this);
    let top = state.elements.borrow().first().cloned()?;
    let bottom = state.elements.borrow_mut().pop()?;
    let count = state.elements.borrow().len();
    if count == 0 {
        return Some(top);
    }
    let mut at = 0;
    let mut bottom = bottom;
    if state.user.get().is_none() && !ctx.has_exception() {
        // The last element sinks from the top on.
        let old = std::mem::replace(&mut state.elements.borrow_mut()[0], bottom);
        drop(old);
        let (reached, is_done) = state.sink();
        if is_done {
            return Some(top);
        }
        at = reached;
        bottom = state.elements.borrow()[at].clone();
    }
    state.locked.set(true);
    while 2 * at + 1 < count {
        let mut child_at = 2 * at + 1;
        let mut child = state.elements.borrow()[child_at].clone();
        // In PHP the last element still lies behind the others, and is asked about as well.
        let sibling = state.elements.borrow().get(child_at + 1).unwrap_or(&bottom).clone();
        if order(ctx, this, &sibling, &child) > 0 {
            child_at += 1;
            child = sibling;
        }
        if order(ctx, this, &bottom, &child) >= 0 {
            break;
        }
        put(state, at, child);
        at = child_at;
    }
    put(state, at, bottom);
    let _ = finish(ctx, state);
    Some(top)
}

fn put(state: &State, at: usize, element: Element) {
    let old = state.elements.borrow_mut().get_mut(at).map(|place| std::mem::replace(place, element));
    drop(old);
}

/// Ends a change: an exception in between leaves the order in doubt.
fn finish(ctx: &Ctx, state: &State) -> PhpResult<()> {
    state.locked.set(false);
    if ctx.has_exception() {
        state.corrupted.set(true);
        return Err(Thrown);
    }
    Ok(())
}

/// An element as `top` and `extract` return it.
fn shown(state: &State, element: Element) -> Value {
    match (state.order.get(), state.extract.get()) {
        (Order::Priority, PRIORITY) => element.priority,
        (Order::Priority, BOTH) => both(element),
        _ => element.data,
    }
}

fn both(element: Element) -> Value {
    util::pair(["data", "priority"], [element.data, element.priority])
}

fn first(ctx: &Ctx, this: &Object, element: Option<Element>, verb: &str) -> PhpResult {
    match element {
        Some(element) => Ok(shown(state(this), element)),
        None => Err(ctx.throw("RuntimeException", format!("Can't {verb} an empty heap"))),
    }
}

fn debug_info(this: &Object, class: &str) -> Array {
    let state = state(this);
    let mut info = util::members(this);
    info.set(util::private_name(class, "flags"), Value::int(state.extract.get()));
    info.set(util::private_name(class, "isCorrupted"), Value::bool(state.corrupted.get()));
    let elements = state.elements.borrow().clone();
    let by_priority = state.order.get() == Order::Priority;
    let list = elements.into_iter().map(|element| if by_priority { both(element) } else { element.data });
    info.set(util::private_name(class, "heap"), Value::from(Array::list(list)));
    info
}

/// What all heaps have.
struct Heap;

#[php_methods(METHODS)]
impl Heap {
    /// Removes the top element and returns it.
    #[php("public function extract(): mixed")]
    fn extract(ctx: &Ctx, this: &Object) -> PhpResult {
        check(ctx, this, true)?;
        let top = take_top(ctx, this);
        ctx.check()?;
        first(ctx, this, top, "extract from")
    }

    /// The top element.
    #[php("public function top(): mixed")]
    fn top(ctx: &Ctx, this: &Object) -> PhpResult {
        check(ctx, this, false)?;
        let top = state(this).elements.borrow().first().cloned();
        first(ctx, this, top, "peek at")
    }

    #[php("public function count(): int")]
    fn count(this: &Object) -> usize {
        state(this).elements.borrow().len()
    }

    #[php("public function isEmpty(): bool")]
    fn is_empty(this: &Object) -> bool {
        state(this).elements.borrow().is_empty()
    }

    #[php("public function rewind(): void")]
    fn rewind(_this: &Object) {}

    #[php("public function current(): mixed")]
    fn current(this: &Object) -> Option<Value> {
        let state = state(this);
        let first = state.elements.borrow().first().cloned();
        first.map(|element| shown(state, element))
    }

    #[php("public function key(): int")]
    fn key(this: &Object) -> i64 {
        state(this).elements.borrow().len() as i64 - 1
    }

    #[php("public function next(): void")]
    fn next(ctx: &Ctx, this: &Object) -> PhpResult<()> {
        check(ctx, this, true)?;
        let gone = take_top(ctx, this);
        drop(gone);
        ctx.check()
    }

    #[php("public function valid(): bool")]
    fn valid(this: &Object) -> bool {
        !state(this).elements.borrow().is_empty()
    }

    /// Trusts the order again after an exception in a comparison.
    #[php("public function recoverFromCorruption(): true")]
    fn recover_from_corruption(this: &Object) -> bool {
        state(this).corrupted.set(false);
        true
    }

    /// Whether a comparison has thrown while elements were being moved.
    #[php("public function isCorrupted(): bool")]
    fn is_corrupted(this: &Object) -> bool {
        state(this).corrupted.get()
    }
}

pub struct SplHeap;

/// A heap ordered by `compare()`.
#[php_class(
    "abstract class SplHeap implements Iterator, Countable {
        abstract protected function compare(mixed $value1, mixed $value2): int;
    }",
    create = create,
    handlers = HANDLERS,
    methods = [Heap::METHODS]
)]
impl SplHeap {
    /// Inserts a value.
    #[php("public function insert(mixed $value): true")]
    fn insert(ctx: &Ctx, this: &Object, value: Value) -> PhpResult<bool> {
        check(ctx, this, true)?;
        insert(ctx, this, Element { data: value, priority: Value::NULL })?;
        Ok(true)
    }

    #[php("public function __debugInfo(): array")]
    fn debug_info(this: &Object) -> Array {
        debug_info(this, "SplHeap")
    }
}

pub struct SplMinHeap;

/// A heap with the smallest element on top.
#[php_class("class SplMinHeap extends SplHeap {}")]
impl SplMinHeap {
    #[php("protected function compare(mixed $value1, mixed $value2): int")]
    fn compare(ctx: &Ctx, _this: &Object, value1: &Value, value2: &Value) -> PhpResult<i64> {
        compare::compare(ctx, value2, value1).map(i64::from)
    }
}

pub struct SplMaxHeap;

/// A heap with the greatest element on top.
#[php_class("class SplMaxHeap extends SplHeap {}")]
impl SplMaxHeap {
    #[php("protected function compare(mixed $value1, mixed $value2): int")]
    fn compare(ctx: &Ctx, _this: &Object, value1: &Value, value2: &Value) -> PhpResult<i64> {
        compare::compare(ctx, value1, value2).map(i64::from)
    }
}

pub struct SplPriorityQueue;

/// A heap with the element of the greatest priority on top.
#[php_class(
    "class SplPriorityQueue implements Iterator, Countable {
        public const int EXTR_BOTH = 3;
        public const int EXTR_PRIORITY = 2;
        public const int EXTR_DATA = 1;
    }",
    create = create,
    handlers = HANDLERS,
    methods = [Heap::METHODS]
)]
impl SplPriorityQueue {
    #[php("public function compare(mixed $priority1, mixed $priority2): int")]
    fn compare(ctx: &Ctx, _this: &Object, priority1: &Value, priority2: &Value) -> PhpResult<i64> {
        compare::compare(ctx, priority1, priority2).map(i64::from)
    }

    /// Inserts a value with its priority.
    #[php("public function insert(mixed $value, mixed $priority): true")]
    fn insert(ctx: &Ctx, this: &Object, value: Value, priority: Value) -> PhpResult<bool> {
        check(ctx, this, true)?;
        insert(ctx, this, Element { data: value, priority })?;
        Ok(true)
    }

    /// Sets what `extract`, `top` and `current` return.
    #[php("public function setExtractFlags(int $flags): int")]
    fn set_extract_flags(ctx: &Ctx, this: &Object, flags: i64) -> PhpResult<i64> {
        let flags = flags & BOTH;
        if flags == 0 {
            return Err(ctx.throw("RuntimeException", "Must specify at least one extract flag"));
        }
        state(this).extract.set(flags);
        Ok(flags)
    }

    #[php("public function getExtractFlags(): int")]
    fn get_extract_flags(this: &Object) -> i64 {
        state(this).extract.get()
    }

    #[php("public function __debugInfo(): array")]
    fn debug_info(this: &Object) -> Array {
        debug_info(this, "SplPriorityQueue")
    }
}
