//! EmptyIterator.

use phant_memory::Object;
use phant_native::{Ctx, PhpResult, php_class};

pub struct EmptyIterator;

/// An iterator over nothing.
#[php_class("class EmptyIterator implements Iterator {}")]
impl EmptyIterator {
    #[php("public function current(): never")]
    fn current(ctx: &Ctx, _this: &Object) -> PhpResult<()> {
        Err(ctx.throw("BadMethodCallException", "Accessing the value of an EmptyIterator"))
    }

    #[php("public function next(): void")]
    fn next(_this: &Object) {}

    #[php("public function key(): never")]
    fn key(ctx: &Ctx, _this: &Object) -> PhpResult<()> {
        Err(ctx.throw("BadMethodCallException", "Accessing the key of an EmptyIterator"))
    }

    #[php("public function valid(): false")]
    fn valid(_this: &Object) -> bool {
        false
    }

    #[php("public function rewind(): void")]
    fn rewind(_this: &Object) {}
}
