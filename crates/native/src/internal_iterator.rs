//! `InternalIterator`: what `getIterator()` of a native class returns, an Iterator over the class's own walk.

use crate::{
    class::{ObjectExt, WalkFn},
    ctx::Ctx,
    error::PhpResult,
};
use phant_memory::{Held, NativeData, Object, Tracer, Value};
use phant_native_macros::php_class;
use std::cell::{Cell, RefCell};

/// What is walked and how far the walk has come.
#[derive(Default)]
struct Walk {
    object: RefCell<Value>,
    step: Cell<Option<WalkFn>>,
    state: Cell<u64>,
    started: Cell<bool>,
    entry: RefCell<Option<(Value, Value)>>,
}

impl NativeData for Walk {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        tracer.value(&self.object.borrow());
        if let Some((key, value)) = &*self.entry.borrow() {
            tracer.value(key);
            tracer.value(value);
        }
    }
}

/// See the [module documentation](self).
pub struct InternalIterator;

/// Walks an object of a native class.
#[php_class("final class InternalIterator implements Iterator {}", create = Self::create, not_serializable, not_cloneable)]
impl InternalIterator {
    fn create(_ctx: &Ctx, object: &Object) {
        object.init_native(Walk::default());
    }
    fn walk(this: &Object) -> &Walk {
        this.native().expect("made by create")
    }
    /// Takes the next step, the first one when `restart`.
    fn step(ctx: &Ctx, this: &Object, restart: bool) -> PhpResult<()> {
        let walk = Self::walk(this);
        walk.started.set(true);
        let object = walk.object.borrow().as_object().map(Held::into_owned);
        let (Some(object), Some(step)) = (object, walk.step.get()) else {
            let text = "The InternalIterator object has not been properly initialized";
            return Err(ctx.throw_error(text));
        };
        let mut state = if restart { 0 } else { walk.state.get() };
        let entry = step(ctx, &object, &mut state, false);
        walk.state.set(state);
        let old = walk.entry.replace(entry?);
        drop(old);
        Ok(())
    }
    fn start(ctx: &Ctx, this: &Object) -> PhpResult<()> {
        if Self::walk(this).started.get() { Ok(()) } else { Self::step(ctx, this, true) }
    }
    fn entry(this: &Object) -> Option<(Value, Value)> {
        Self::walk(this).entry.borrow().clone()
    }

    #[php("private function __construct()")]
    fn construct(_this: &Object) {}

    #[php("public function current(): mixed")]
    fn current(ctx: &Ctx, this: &Object) -> PhpResult {
        Self::start(ctx, this)?;
        Ok(Self::entry(this).map_or(Value::NULL, |(_, value)| value))
    }

    #[php("public function key(): mixed")]
    fn key(ctx: &Ctx, this: &Object) -> PhpResult {
        Self::start(ctx, this)?;
        Ok(Self::entry(this).map_or(Value::NULL, |(key, _)| key))
    }

    #[php("public function next(): void")]
    fn next(ctx: &Ctx, this: &Object) -> PhpResult<()> {
        Self::start(ctx, this)?;
        if Self::walk(this).entry.borrow().is_none() {
            return Ok(());
        }
        Self::step(ctx, this, false)
    }

    #[php("public function valid(): bool")]
    fn valid(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Self::start(ctx, this)?;
        Ok(Self::walk(this).entry.borrow().is_some())
    }

    #[php("public function rewind(): void")]
    fn rewind(ctx: &Ctx, this: &Object) -> PhpResult<()> {
        Self::step(ctx, this, true)
    }
}

/// An iterator over an object whose class has a walk of its own.
pub fn internal_iterator(ctx: &Ctx, object: &Object) -> PhpResult<Object> {
    let class = ctx.known_class("InternalIterator");
    let iterator = ctx.allocate(class)?;
    let walk = InternalIterator::walk(&iterator);
    walk.step.set(object.class().handlers.walk);
    walk.object.replace(Value::from(object.clone()));
    Ok(iterator)
}
