//! The filters: FilterIterator, its callback and recursive kinds, and ParentIterator.

use super::dual::{Dual, construct, dual, raw};
use crate::util;
use phant_memory::{Object, Value};
use phant_native::{Ctx, ObjectExt, PhpResult, convert, php_class};

/// Moves on to the next element that is accepted, starting with the one at hand.
fn find(ctx: &Ctx, this: &Object, dual: &Dual) -> PhpResult<()> {
    while dual.fetch(ctx, true)? {
        if let Some(accept) = dual.accept.get() {
            let accepted = util::call(ctx, this, accept, &[])?;
            if convert::to_bool(&accepted) {
                return Ok(());
            }
        }
        dual.step(ctx)?;
    }
    dual.free();
    Ok(())
}

pub struct FilterIterator;

/// Shows the elements that `accept()` accepts.
#[php_class("abstract class FilterIterator extends IteratorIterator { abstract public function accept(): bool; }")]
impl FilterIterator {
    #[php("public function __construct(Iterator $iterator)")]
    fn construct(ctx: &Ctx, this: &Object, iterator: &Object) -> PhpResult<()> {
        construct(ctx, this, "FilterIterator", iterator)
    }

    #[php("public function rewind(): void")]
    fn rewind(ctx: &Ctx, this: &Object) -> PhpResult<()> {
        let dual = dual(ctx, this)?;
        dual.rewind(ctx)?;
        find(ctx, this, dual)
    }

    #[php("public function next(): void")]
    fn next(ctx: &Ctx, this: &Object) -> PhpResult<()> {
        let dual = dual(ctx, this)?;
        dual.next(ctx, true)?;
        find(ctx, this, dual)
    }
}

/// Asks the inner iterator whether its element has children.
pub fn inner_has_children(ctx: &Ctx, dual: &Dual) -> PhpResult {
    match dual.inner() {
        Some(inner) => ctx.call_method(&inner, "hasChildren", &[]),
        None => Ok(Value::FALSE),
    }
}

/// The inner iterator's children.
pub fn inner_children(ctx: &Ctx, dual: &Dual) -> PhpResult {
    match dual.inner() {
        Some(inner) => ctx.call_method(&inner, "getChildren", &[]),
        None => Ok(Value::NULL),
    }
}

pub struct RecursiveFilterIterator;

/// A filter whose elements may be walked, filtered too.
#[php_class("abstract class RecursiveFilterIterator extends FilterIterator implements RecursiveIterator {}")]
impl RecursiveFilterIterator {
    #[php("public function __construct(RecursiveIterator $iterator)")]
    fn construct(ctx: &Ctx, this: &Object, iterator: &Object) -> PhpResult<()> {
        construct(ctx, this, "RecursiveFilterIterator", iterator)
    }

    #[php("public function hasChildren(): bool")]
    fn has_children(ctx: &Ctx, this: &Object) -> PhpResult {
        let dual = dual(ctx, this)?;
        inner_has_children(ctx, dual)
    }

    #[php("public function getChildren(): ?RecursiveFilterIterator")]
    fn get_children(ctx: &Ctx, this: &Object) -> PhpResult<Object> {
        let dual = dual(ctx, this)?;
        let children = inner_children(ctx, dual)?;
        ctx.new_object(this.class(), &[children])
    }
}

pub struct ParentIterator;

/// Shows the elements that have children.
#[php_class("class ParentIterator extends RecursiveFilterIterator {}")]
impl ParentIterator {
    #[php("public function __construct(RecursiveIterator $iterator)")]
    fn construct(ctx: &Ctx, this: &Object, iterator: &Object) -> PhpResult<()> {
        construct(ctx, this, "ParentIterator", iterator)
    }

    #[php("public function accept(): bool")]
    fn accept(ctx: &Ctx, this: &Object) -> PhpResult {
        let dual = dual(ctx, this)?;
        inner_has_children(ctx, dual)
    }
}

pub struct CallbackFilterIterator;

/// Shows the elements that a callback accepts, which gets value, key and inner iterator.
#[php_class("class CallbackFilterIterator extends FilterIterator {}")]
impl CallbackFilterIterator {
    #[php("public function __construct(Iterator $iterator, callable $callback)")]
    fn construct(ctx: &Ctx, this: &Object, iterator: &Object, callback: Value) -> PhpResult<()> {
        construct(ctx, this, "CallbackFilterIterator", iterator)?;
        raw(this).extra.replace(callback);
        Ok(())
    }

    #[php("public function accept(): bool")]
    fn accept(ctx: &Ctx, this: &Object) -> PhpResult {
        let dual = dual(ctx, this)?;
        if !dual.has_current() {
            return Ok(Value::FALSE);
        }
        let args = [dual.shown_current(), dual.shown_key(), Value::from(dual.inner())];
        let callback = dual.extra.borrow().clone();
        ctx.call_value(&callback, &args)
    }
}

pub struct RecursiveCallbackFilterIterator;

/// A callback filter whose elements may be walked, filtered too.
#[php_class("class RecursiveCallbackFilterIterator extends CallbackFilterIterator implements RecursiveIterator {}")]
impl RecursiveCallbackFilterIterator {
    #[php("public function __construct(RecursiveIterator $iterator, callable $callback)")]
    fn construct(ctx: &Ctx, this: &Object, iterator: &Object, callback: Value) -> PhpResult<()> {
        construct(ctx, this, "RecursiveCallbackFilterIterator", iterator)?;
        raw(this).extra.replace(callback);
        Ok(())
    }

    #[php("public function hasChildren(): bool")]
    fn has_children(ctx: &Ctx, this: &Object) -> PhpResult {
        let dual = dual(ctx, this)?;
        inner_has_children(ctx, dual)
    }

    #[php("public function getChildren(): RecursiveCallbackFilterIterator")]
    fn get_children(ctx: &Ctx, this: &Object) -> PhpResult<Object> {
        let dual = dual(ctx, this)?;
        let children = inner_children(ctx, dual)?;
        let callback = dual.extra.borrow().clone();
        ctx.new_object(this.class(), &[children, callback])
    }
}
