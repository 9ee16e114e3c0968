//! What the iterators around one inner iterator share, the interfaces, and IteratorIterator.
//!
//! Such an iterator fetches key and value of the inner one when it moves, and shows what it has fetched.

use super::cursor::{Cursor, aggregated};
use crate::util;
use phant_memory::{Array, Object, Str, Tracer, Value};
use phant_native::{ClassPtr, Ctx, FunctionPtr, ObjectExt, ObjectHandlers, PhpResult, php_class};
use std::cell::{Cell, RefCell};

/// An iterator around another iterator.
#[php_class("interface OuterIterator extends Iterator { public function getInnerIterator(): ?Iterator; }")]
pub struct OuterIterator;

/// An iterator whose elements may be walked too.
#[php_class(
    "interface RecursiveIterator extends Iterator {
        public function hasChildren(): bool;
        public function getChildren(): ?RecursiveIterator;
    }"
)]
pub struct RecursiveIterator;

/// An iterator that can go to a position.
#[php_class("interface SeekableIterator extends Iterator { public function seek(int $offset): void; }")]
pub struct SeekableIterator;

/// Native state of all of them; each kind uses what it needs.
pub struct Dual {
    pub constructed: Cell<bool>,
    pub cursor: RefCell<Option<Cursor>>,
    /// What has been fetched; UNDEF at the end.
    pub current: RefCell<Value>,
    pub key: RefCell<Value>,
    pub position: Cell<i64>,
    /// `accept()`, for the filters.
    pub accept: Cell<Option<FunctionPtr>>,
    /// Flags (CachingIterator, RegexIterator).
    pub flags: Cell<i64>,
    /// Limits (LimitIterator), mode and pattern flags (RegexIterator).
    pub numbers: Cell<(i64, i64)>,
    /// The string of the current element (CachingIterator), the pattern (RegexIterator).
    pub text: RefCell<Option<Str>>,
    /// The number of the iterator over the list (AppendIterator).
    pub number: RefCell<Value>,
    /// Iterator over the children (RecursiveCachingIterator), callback (CallbackFilterIterator), list of iterators
    /// (AppendIterator).
    pub extra: RefCell<Value>,
    /// All elements so far (CachingIterator).
    pub cache: RefCell<Array>,
    /// Whether there is an element, of what has been fetched; `None` if the class's methods have to be called for that.
    pub has_element: Cell<Option<fn(&Dual) -> bool>>,
}

impl phant_memory::NativeData for Dual {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        for value in [&self.current, &self.key, &self.extra] {
            if let Ok(value) = value.try_borrow() {
                tracer.value(&value);
            }
        }
        if let Ok(cursor) = self.cursor.try_borrow()
            && let Some(cursor) = &*cursor
        {
            cursor.trace(tracer);
        }
    }
}

/// Gives an object the state of an iterator around another one.
pub fn create(_ctx: &Ctx, object: &Object) {
    object.init_native(Dual {
        constructed: Cell::new(false),
        cursor: RefCell::new(None),
        current: RefCell::new(Value::UNDEF),
        key: RefCell::new(Value::UNDEF),
        position: Cell::new(0),
        accept: Cell::new(object.class().method(b"accept")),
        flags: Cell::new(0),
        numbers: Cell::new((0, 0)),
        text: RefCell::new(None),
        number: RefCell::new(Value::UNDEF),
        extra: RefCell::new(Value::UNDEF),
        cache: RefCell::new(Array::new()),
        has_element: Cell::new(Some(Dual::has_current)),
    });
}

/// The state, without a check.
pub fn raw(this: &Object) -> &Dual {
    this.native().expect("made by create")
}

/// The state of an iterator whose constructor has run.
pub fn dual<'a>(ctx: &Ctx, this: &'a Object) -> PhpResult<&'a Dual> {
    let dual = raw(this);
    if dual.constructed.get() {
        return Ok(dual);
    }
    Err(ctx.throw_error("The object is in an invalid state as the parent constructor was not called"))
}

/// Sets the inner iterator, once.
pub fn construct(ctx: &Ctx, this: &Object, class: &str, inner: &Object) -> PhpResult<()> {
    begin(ctx, this, class)?;
    let cursor = Cursor::new(ctx, inner)?;
    let dual = raw(this);
    dual.cursor.replace(Some(cursor));
    dual.constructed.set(true);
    Ok(())
}

/// Refuses a second construction.
pub fn begin(ctx: &Ctx, this: &Object, class: &str) -> PhpResult<()> {
    if !raw(this).constructed.get() {
        return Ok(());
    }
    let text = format!("{class}::getIterator() must be called exactly once per instance");
    Err(ctx.throw("BadMethodCallException", text))
}

/// An undefined slot's new value, or what it was.
fn take(cell: &RefCell<Value>) -> Value {
    cell.replace(Value::UNDEF)
}

fn shown(cell: &RefCell<Value>) -> Value {
    let value = cell.borrow();
    if value.is_undef() { Value::NULL } else { value.clone() }
}

impl Dual {
    /// Uses the inner iterator. Calls of it may come back here, so it is out of its cell meanwhile.
    fn with<R>(&self, ctx: &Ctx, act: impl FnOnce(&Ctx, &mut Cursor) -> PhpResult<R>) -> PhpResult<Option<R>> {
        if self.is_quiet()
            && let Some(cursor) = &mut *self.cursor.borrow_mut()
        {
            return act(ctx, cursor).map(Some);
        }
        let Some(mut cursor) = self.cursor.borrow().clone() else { return Ok(None) };
        let object = cursor.object();
        let result = act(ctx, &mut cursor);
        let mut old = None;
        if let Some(own) = &mut *self.cursor.borrow_mut()
            && own.object().same(&object)
        {
            old = Some(std::mem::replace(own, cursor));
        }
        drop(old);
        result.map(Some)
    }
    /// Whether the inner iterator runs no PHP code, so that it can be used where it lies.
    pub fn is_quiet(&self) -> bool {
        self.cursor.borrow().as_ref().is_some_and(Cursor::is_quiet)
    }
    /// The inner iterator.
    pub fn inner(&self) -> Option<Object> {
        self.cursor.borrow().as_ref().map(Cursor::object)
    }
    /// Forgets what has been fetched.
    pub fn free(&self) {
        let inner = self.cursor.borrow_mut().as_mut().map(Cursor::forget);
        let old = (take(&self.current), take(&self.key), inner);
        drop(old);
    }
    pub fn rewind(&self, ctx: &Ctx) -> PhpResult<()> {
        self.free();
        self.position.set(0);
        self.with(ctx, |ctx, cursor| cursor.rewind(ctx))?;
        Ok(())
    }
    pub fn valid(&self, ctx: &Ctx) -> PhpResult<bool> {
        if self.is_quiet()
            && let Some(cursor) = &*self.cursor.borrow()
        {
            return cursor.valid(ctx);
        }
        let Some(cursor) = self.cursor.borrow().clone() else { return Ok(false) };
        cursor.valid(ctx)
    }
    /// Fetches key and value; with `check` only if there is an element.
    pub fn fetch(&self, ctx: &Ctx, check: bool) -> PhpResult<bool> {
        if let Some(cursor) = &*self.cursor.borrow()
            && cursor.is_quiet()
        {
            let entry = cursor.quiet_entry();
            let found = entry.is_some();
            if found || check {
                let (key, value) = entry.unwrap_or((Value::UNDEF, Value::UNDEF));
                let old = (self.current.replace(value), self.key.replace(key));
                drop(old);
                return Ok(found);
            }
        }
        self.free();
        if check && !self.valid(ctx)? {
            return Ok(false);
        }
        let Some(value) = self.inner_current(ctx)? else { return Ok(false) };
        self.current.replace(value);
        let key = self.inner_key(ctx)?.unwrap_or_default();
        self.key.replace(key);
        Ok(true)
    }
    pub fn inner_current(&self, ctx: &Ctx) -> PhpResult<Option<Value>> {
        self.with(ctx, |ctx, cursor| cursor.current(ctx))
    }
    pub fn inner_key(&self, ctx: &Ctx) -> PhpResult<Option<Value>> {
        if self.is_quiet()
            && let Some(cursor) = &*self.cursor.borrow()
        {
            return cursor.key(ctx).map(Some);
        }
        let Some(cursor) = self.cursor.borrow().clone() else { return Ok(None) };
        cursor.key(ctx).map(Some)
    }
    /// Moves the inner iterator on.
    pub fn step(&self, ctx: &Ctx) -> PhpResult<()> {
        self.with(ctx, |ctx, cursor| cursor.next(ctx))?;
        Ok(())
    }
    /// Moves on, after forgetting what has been fetched if `free`.
    pub fn next(&self, ctx: &Ctx, free: bool) -> PhpResult<()> {
        if free {
            self.free();
        }
        self.step(ctx)?;
        self.position.set(self.position.get().saturating_add(1));
        Ok(())
    }
    /// The value fetched, or null.
    pub fn shown_current(&self) -> Value {
        shown(&self.current)
    }
    /// The key fetched, or null.
    pub fn shown_key(&self) -> Value {
        shown(&self.key)
    }
    /// Whether there is an element; `None` if that has to be asked.
    pub fn has_element(&self) -> Option<bool> {
        self.has_element.get().filter(|_| self.constructed.get()).map(|has| has(self))
    }
    /// Whether there is a fetched element.
    pub fn has_current(&self) -> bool {
        !self.current.borrow().is_undef()
    }
}

fn forward(this: &Object) -> Option<Object> {
    raw(this).inner()
}

/// One step of `foreach`. `rewind` and `next` are called, as they may call anything; what they have fetched is just looked at.
fn walk(ctx: &Ctx, this: &Object, started: &mut u64, by_ref: bool) -> PhpResult<Option<(Value, Value)>> {
    if by_ref {
        return Err(ctx.throw_error("An iterator cannot be used with foreach by reference"));
    }
    let magic = &this.class().magic;
    let method = if *started == 0 { magic.rewind } else { magic.next };
    *started = 1;
    if let Some(method) = method {
        util::call(ctx, this, method, &[])?;
    }
    let dual = dual(ctx, this)?;
    Ok(dual.has_element().unwrap_or(false).then(|| (dual.shown_key(), dual.shown_current())))
}

/// What all of them ask of the engine.
pub static HANDLERS: ObjectHandlers =
    ObjectHandlers { forward_calls: Some(forward), walk: Some(walk), ..ObjectHandlers::DEFAULT };

/// The same for those whose methods ask the inner iterator.
pub static ASKING_HANDLERS: ObjectHandlers = ObjectHandlers { walk: None, ..HANDLERS };

pub struct IteratorIterator;

/// Makes an Iterator of anything Traversable.
#[php_class("class IteratorIterator implements OuterIterator {}", create = create, handlers = HANDLERS, not_cloneable)]
impl IteratorIterator {
    #[php("public function __construct(Traversable $iterator, ?string $class = null)")]
    fn construct(ctx: &Ctx, this: &Object, iterator: &Object, class: Option<&Str>) -> PhpResult<()> {
        begin(ctx, this, "IteratorIterator")?;
        // With a class it is that class's iterator, whatever the object's own class has made of getIterator(). What iterates by itself
        // has no other iterator, so the class is not looked at.
        let mut made = None;
        if let Some(name) = class.filter(|_| util::descends(iterator.class(), "IteratorAggregate")) {
            let base = ctx.class(name);
            ctx.check()?;
            let fits =
                |base: &ClassPtr| !base.is_interface() && iterator.is_instance_of(base) && util::descends(base, "Traversable");
            let Some(method) = base.filter(fits).and_then(|base| base.method(b"getiterator")) else {
                let text = "Class to downcast to not found or not base class or does not implement Traversable";
                return Err(ctx.throw("LogicException", text));
            };
            made = ctx.host.call_function(ctx, method, Some(iterator), Some(iterator.class()), &[])?.into_object();
        }
        let inner = aggregated(ctx, made.as_ref().unwrap_or(iterator))?;
        construct(ctx, this, "IteratorIterator", &inner)
    }

    #[php("public function getInnerIterator(): ?Iterator")]
    fn get_inner_iterator(ctx: &Ctx, this: &Object) -> PhpResult<Option<Object>> {
        Ok(dual(ctx, this)?.inner())
    }

    #[php("public function rewind(): void")]
    fn rewind(ctx: &Ctx, this: &Object) -> PhpResult<()> {
        let dual = dual(ctx, this)?;
        dual.rewind(ctx)?;
        dual.fetch(ctx, true)?;
        Ok(())
    }

    #[php("public function valid(): bool")]
    fn valid(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Ok(dual(ctx, this)?.has_current())
    }

    #[php("public function key(): mixed")]
    fn key(ctx: &Ctx, this: &Object) -> PhpResult {
        Ok(dual(ctx, this)?.shown_key())
    }

    #[php("public function current(): mixed")]
    fn current(ctx: &Ctx, this: &Object) -> PhpResult {
        Ok(dual(ctx, this)?.shown_current())
    }

    #[php("public function next(): void")]
    fn next(ctx: &Ctx, this: &Object) -> PhpResult<()> {
        let dual = dual(ctx, this)?;
        dual.next(ctx, true)?;
        dual.fetch(ctx, true)?;
        Ok(())
    }
}
