//! The classes of generators as PHP code sees them.

use super::*;

/// The class Generator.
pub struct Generator;

#[php_class("final class Generator implements Iterator", create = Self::create, not_serializable, not_instantiable, not_cloneable, no_dynamic)]
impl Generator {
    /// Generators come from functions alone, which give them their state themselves.
    fn create(ctx: &Ctx, _o: &Object) {
        ctx.throw_error("The \"Generator\" class is reserved for internal use and cannot be manually instantiated");
    }
    #[php("public function rewind(): void")]
    fn rewind(ctx: &Ctx, this: &Object) -> PhpResult<()> {
        let d = data(this);
        if d.state.get() == State::Finished && !d.advanced.get() {
            return Ok(());
        }
        // Where what it yields from runs, it is past its own beginning.
        let is_under_way = || !stands_alone(d) && data(&root(this)).state.get() == State::Running;
        if d.advanced.get() || is_under_way() {
            return Err(ctx.throw("Exception", "Cannot rewind a generator that was already run"));
        }
        ensure_started(Vm::of(ctx), this)
    }
    #[php("public function valid(): bool")]
    fn valid(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        super::valid(Vm::of(ctx), this)
    }
    #[php("public function current(): mixed")]
    fn current(ctx: &Ctx, this: &Object) -> PhpResult<Value> {
        super::current(Vm::of(ctx), this).map(Value::into_unref)
    }
    #[php("public function key(): mixed")]
    fn key(ctx: &Ctx, this: &Object) -> PhpResult<Value> {
        super::key(Vm::of(ctx), this)
    }
    #[php("public function next(): void")]
    fn next(ctx: &Ctx, this: &Object) -> PhpResult<()> {
        let vm = Vm::of(ctx);
        ensure_started(vm, this)?;
        advance(vm, this)
    }
    #[php("public function send(mixed $value): mixed")]
    fn send(ctx: &Ctx, this: &Object, value: Value) -> PhpResult<Value> {
        let vm = Vm::of(ctx);
        ensure_started(vm, this)?;
        let d = data(this);
        if d.state.get() == State::Finished {
            return Ok(Value::NULL);
        }
        if d.state.get() == State::Running {
            return Err(vm.ctx.throw_error("Cannot resume an already running generator"));
        }
        let root = root(this);
        let old = std::mem::replace(&mut *data(&root).sent.borrow_mut(), value);
        drop(old);
        d.advanced.set(true);
        resume(vm, this, None, false)?;
        super::current(vm, this).map(Value::into_unref)
    }
    #[php("public function throw(Throwable $exception): mixed")]
    fn throw(ctx: &Ctx, this: &Object, exception: &Object) -> PhpResult<Value> {
        throw_into(Vm::of(ctx), this, exception.clone())?;
        super::current(Vm::of(ctx), this).map(Value::into_unref)
    }
    #[php("public function getReturn(): mixed")]
    fn get_return(ctx: &Ctx, this: &Object) -> PhpResult<Value> {
        ensure_started(Vm::of(ctx), this)?;
        let d = data(this);
        if d.state.get() == State::Finished && !d.failed.get() {
            return Ok(d.result.borrow().clone());
        }
        Err(ctx.throw("Exception", "Cannot get return value of a generator that hasn't returned"))
    }
    #[php("public function __debugInfo(): array", strict_return)]
    fn debug_info(this: &Object) -> phant_memory::Array {
        let mut shown = phant_memory::Array::new();
        if let Some(function) = function(this) {
            shown.set_name("function", Value::from(function.display_name()));
        }
        shown
    }
}

/// The class ClosedGeneratorException.
pub struct ClosedGeneratorException;

#[php_class("class ClosedGeneratorException extends Exception")]
impl ClosedGeneratorException {}
