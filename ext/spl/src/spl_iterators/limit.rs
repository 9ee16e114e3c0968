//! LimitIterator.

use super::dual::{Dual, construct, dual, raw};
use crate::util;
use phant_memory::{Object, Value};
use phant_native::{Ctx, ObjectExt, PhpResult, php_class};

/// No limit.
const ALL: i64 = -1;

/// Whether a position is before the end of the range.
fn within(dual: &Dual) -> bool {
    let (offset, limit) = dual.numbers.get();
    limit == ALL || dual.position.get() < offset.saturating_add(limit)
}

fn seek(ctx: &Ctx, dual: &Dual, position: i64) -> PhpResult<()> {
    let (offset, limit) = dual.numbers.get();
    dual.free();
    if position < offset {
        let text = format!("Cannot seek to {position} which is below the offset {offset}");
        return Err(ctx.throw("OutOfBoundsException", text));
    }
    if limit != ALL && position >= offset.saturating_add(limit) {
        let text = format!("Cannot seek to {position} which is behind offset {offset} plus count {limit}");
        return Err(ctx.throw("OutOfBoundsException", text));
    }
    let seekable = dual.inner().filter(|inner| util::descends(inner.class(), "SeekableIterator"));
    if let Some(inner) = seekable.filter(|_| position != dual.position.get()) {
        ctx.call_method(&inner, "seek", &[Value::int(position)])?;
        dual.position.set(position);
        if within(dual) && dual.valid(ctx)? {
            dual.fetch(ctx, false)?;
        }
        return Ok(());
    }
    if position < dual.position.get() {
        dual.rewind(ctx)?;
    }
    while dual.position.get() < position && dual.valid(ctx)? {
        dual.next(ctx, true)?;
    }
    if dual.valid(ctx)? {
        dual.fetch(ctx, true)?;
    }
    Ok(())
}

pub struct LimitIterator;

/// Shows a range of another iterator's elements.
#[php_class("class LimitIterator extends IteratorIterator {}")]
impl LimitIterator {
    #[php("public function __construct(Iterator $iterator, int $offset = 0, int $limit = -1)")]
    fn construct(ctx: &Ctx, this: &Object, iterator: &Object, offset: i64, limit: i64) -> PhpResult<()> {
        super::dual::begin(ctx, this, "LimitIterator")?;
        if offset < 0 {
            return Err(ctx.argument_error(2, "must be greater than or equal to 0"));
        }
        if limit < ALL {
            return Err(ctx.argument_error(3, "must be greater than or equal to -1"));
        }
        raw(this).numbers.set((offset, limit));
        raw(this).has_element.set(Some(|dual| within(dual) && dual.has_current()));
        construct(ctx, this, "LimitIterator", iterator)
    }

    #[php("public function rewind(): void")]
    fn rewind(ctx: &Ctx, this: &Object) -> PhpResult<()> {
        let dual = dual(ctx, this)?;
        dual.rewind(ctx)?;
        let (offset, _) = dual.numbers.get();
        seek(ctx, dual, offset)
    }

    #[php("public function valid(): bool")]
    fn valid(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        let dual = dual(ctx, this)?;
        Ok(within(dual) && dual.has_current())
    }

    #[php("public function next(): void")]
    fn next(ctx: &Ctx, this: &Object) -> PhpResult<()> {
        let dual = dual(ctx, this)?;
        dual.next(ctx, true)?;
        if within(dual) {
            dual.fetch(ctx, true)?;
        }
        Ok(())
    }

    /// Goes to a position of the inner iterator, which must be in the range.
    #[php("public function seek(int $offset): int")]
    fn seek(ctx: &Ctx, this: &Object, offset: i64) -> PhpResult<i64> {
        let dual = dual(ctx, this)?;
        seek(ctx, dual, offset)?;
        Ok(dual.position.get())
    }

    /// The position in the inner iterator.
    #[php("public function getPosition(): int")]
    fn get_position(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
        Ok(dual(ctx, this)?.position.get())
    }
}
