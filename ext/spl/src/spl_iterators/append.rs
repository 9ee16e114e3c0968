//! AppendIterator, InfiniteIterator and NoRewindIterator.

use super::cursor::{Cursor, number};
use super::dual::{ASKING_HANDLERS, Dual, begin, construct, create, dual, raw};
use crate::{
    spl_array::{self, ArrayIterator},
    util,
};
use phant_memory::{Held, Object, Value};
use phant_native::{Ctx, FunctionPtr, ObjectExt, ObjectHandlers, PhpResult, php_class};

/// The ArrayIterator over the iterators.
fn list(dual: &Dual) -> Option<Object> {
    dual.extra.borrow().as_object().map(Held::into_owned)
}

/// Takes up the iterator that the list stands on.
fn enter(ctx: &Ctx, dual: &Dual) -> PhpResult<bool> {
    dual.free();
    let old = dual.cursor.take();
    drop(old);
    let Some(list) = list(dual) else { return Ok(false) };
    let Some(iterator) = ArrayIterator::current(&list).and_then(Value::into_object) else { return Ok(false) };
    let cursor = Cursor::new(ctx, &iterator)?;
    dual.cursor.replace(Some(cursor));
    dual.rewind(ctx)?;
    Ok(true)
}

/// Fetches the next element there is, in whichever iterator.
fn fetch(ctx: &Ctx, dual: &Dual) -> PhpResult<()> {
    while !dual.valid(ctx)? {
        if let Some(list) = list(dual) {
            ArrayIterator::next(&list);
        }
        if !enter(ctx, dual)? {
            return Ok(());
        }
    }
    dual.fetch(ctx, false)?;
    Ok(())
}

/// One step of `foreach`, which calls the methods unless what is walked runs no PHP code: then nobody can tell.
fn walk(ctx: &Ctx, this: &Object, started: &mut u64, by_ref: bool) -> PhpResult<Option<(Value, Value)>> {
    if by_ref {
        return Err(ctx.throw_error("An iterator cannot be used with foreach by reference"));
    }
    let magic = &this.class().magic;
    let is_first = *started == 0;
    *started = 1;
    if is_first {
        call(ctx, this, magic.rewind)?;
    } else if !step_quietly(ctx, raw(this))? {
        call(ctx, this, magic.next)?;
    }
    let dual = dual(ctx, this)?;
    if !dual.has_current() {
        return Ok(None);
    }
    if !dual.is_quiet() {
        call(ctx, this, magic.current)?;
    }
    Ok(Some((dual.shown_key(), dual.shown_current())))
}
fn call(ctx: &Ctx, this: &Object, method: Option<FunctionPtr>) -> PhpResult<()> {
    match method {
        Some(method) => util::call(ctx, this, method, &[]).map(drop),
        None => Ok(()),
    }
}
/// Goes on in an iterator that runs no PHP code. False where there is more to be done: the end of it, perhaps.
fn step_quietly(ctx: &Ctx, dual: &Dual) -> PhpResult<bool> {
    if !dual.constructed.get() || !dual.is_quiet() || !dual.valid(ctx)? {
        return Ok(false);
    }
    dual.next(ctx, true)?;
    dual.fetch(ctx, true)
}

static APPEND_HANDLERS: ObjectHandlers = ObjectHandlers { walk: Some(walk), ..ASKING_HANDLERS };

pub struct AppendIterator;

/// Walks several iterators, one after the other.
#[php_class("class AppendIterator extends IteratorIterator {}", create = create, handlers = APPEND_HANDLERS, not_cloneable)]
impl AppendIterator {
    #[php("public function __construct()")]
    fn construct(ctx: &Ctx, this: &Object) -> PhpResult<()> {
        begin(ctx, this, "AppendIterator")?;
        let class = ctx.known_class("ArrayIterator");
        let list = ctx.new_object(class, &[])?;
        let dual = raw(this);
        dual.extra.replace(Value::from(list));
        dual.number.replace(number(ctx)?);
        dual.has_element.set(None);
        dual.constructed.set(true);
        Ok(())
    }

    #[php("public function append(Iterator $iterator): void")]
    fn append(ctx: &Ctx, this: &Object, iterator: &Object) -> PhpResult<()> {
        let dual = dual(ctx, this)?;
        let Some(list) = list(dual) else { return Ok(()) };
        let value = Value::from(iterator.clone());
        let exhausted = ArrayIterator::valid(&list) && !dual.valid(ctx)?;
        spl_array::append(ctx, &list, &value)?;
        if exhausted {
            ArrayIterator::next(&list);
        }
        if dual.inner().is_some() && dual.valid(ctx)? {
            return Ok(());
        }
        if !ArrayIterator::valid(&list) {
            ArrayIterator::rewind(&list);
        }
        while enter(ctx, dual)? && !ArrayIterator::current(&list).is_some_and(|v| v.same_bits(&value)) {
            ArrayIterator::next(&list);
        }
        fetch(ctx, dual)
    }

    #[php("public function rewind(): void")]
    fn rewind(ctx: &Ctx, this: &Object) -> PhpResult<()> {
        let dual = dual(ctx, this)?;
        if let Some(list) = list(dual) {
            ArrayIterator::rewind(&list);
        }
        if enter(ctx, dual)? {
            fetch(ctx, dual)?;
        }
        Ok(())
    }

    #[php("public function valid(): bool")]
    fn valid(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Ok(dual(ctx, this)?.has_current())
    }

    #[php("public function current(): mixed")]
    fn current(ctx: &Ctx, this: &Object) -> PhpResult {
        let dual = dual(ctx, this)?;
        dual.fetch(ctx, true)?;
        Ok(dual.shown_current())
    }

    #[php("public function next(): void")]
    fn next(ctx: &Ctx, this: &Object) -> PhpResult<()> {
        let dual = dual(ctx, this)?;
        if dual.valid(ctx)? {
            dual.next(ctx, true)?;
        }
        fetch(ctx, dual)
    }

    /// The number of the iterator that is being walked.
    #[php("public function getIteratorIndex(): ?int")]
    fn get_iterator_index(ctx: &Ctx, this: &Object) -> PhpResult {
        let dual = dual(ctx, this)?;
        Ok(list(dual).map_or(Value::NULL, |list| ArrayIterator::key(&list)))
    }

    /// The iterators.
    #[php("public function getArrayIterator(): ArrayIterator")]
    fn get_array_iterator(ctx: &Ctx, this: &Object) -> PhpResult {
        Ok(dual(ctx, this)?.extra.borrow().clone())
    }
}

pub struct InfiniteIterator;

/// Starts over at the end.
#[php_class("class InfiniteIterator extends IteratorIterator {}")]
impl InfiniteIterator {
    #[php("public function __construct(Iterator $iterator)")]
    fn construct(ctx: &Ctx, this: &Object, iterator: &Object) -> PhpResult<()> {
        construct(ctx, this, "InfiniteIterator", iterator)
    }

    #[php("public function next(): void")]
    fn next(ctx: &Ctx, this: &Object) -> PhpResult<()> {
        let dual = dual(ctx, this)?;
        dual.next(ctx, true)?;
        if !dual.valid(ctx)? {
            dual.rewind(ctx)?;
            if !dual.valid(ctx)? {
                return Ok(());
            }
        }
        dual.fetch(ctx, false)?;
        Ok(())
    }
}

pub struct NoRewindIterator;

/// Goes on where the inner iterator stands.
#[php_class("class NoRewindIterator extends IteratorIterator {}", create = create, handlers = ASKING_HANDLERS, not_cloneable)]
impl NoRewindIterator {
    #[php("public function __construct(Iterator $iterator)")]
    fn construct(ctx: &Ctx, this: &Object, iterator: &Object) -> PhpResult<()> {
        raw(this).has_element.set(None);
        construct(ctx, this, "NoRewindIterator", iterator)
    }

    #[php("public function rewind(): void")]
    fn rewind(_this: &Object) {}

    #[php("public function valid(): bool")]
    fn valid(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        dual(ctx, this)?.valid(ctx)
    }

    #[php("public function key(): mixed")]
    fn key(ctx: &Ctx, this: &Object) -> PhpResult<Option<Value>> {
        dual(ctx, this)?.inner_key(ctx)
    }

    #[php("public function current(): mixed")]
    fn current(ctx: &Ctx, this: &Object) -> PhpResult<Option<Value>> {
        dual(ctx, this)?.inner_current(ctx)
    }

    #[php("public function next(): void")]
    fn next(ctx: &Ctx, this: &Object) -> PhpResult<()> {
        dual(ctx, this)?.step(ctx)
    }
}
