//! The classes Fiber and FiberError.

use super::{FiberData, Input, State, data};
use crate::runtime::vm::Vm;
use phant_memory::{Array, Object, Value};
use phant_native::{Args, Ctx, PhpResult, php_class};

/// The class Fiber.
pub struct Fiber;

#[php_class("final class Fiber", create = Self::create, not_serializable, not_cloneable, no_dynamic)]
impl Fiber {
    fn create(_ctx: &Ctx, o: &Object) {
        o.init_native(FiberData::new());
        // A suspended fiber is closed before it goes.
        o.set_flag(phant_memory::object::HAS_DESTRUCTOR, true);
    }
    #[php("public function __construct(callable $callback)")]
    fn construct(ctx: &Ctx, this: &Object, callback: &Value) -> PhpResult<()> {
        let d = data(this);
        if d.state.get() != State::Fresh || d.callable.borrow().is_some() {
            return Err(ctx.throw("FiberError", "Cannot call constructor twice"));
        }
        let callable = ctx.callable(callback)?;
        d.callable.replace(Some(callable));
        Ok(())
    }
    #[php("public function start(mixed ...$args): mixed")]
    fn start(ctx: &Ctx, this: &Object, args: &[Value], named: Option<Array>) -> PhpResult {
        super::start(Vm::of(ctx), this, args, named)
    }
    #[php("public function resume(mixed $value = null): mixed")]
    fn resume(ctx: &Ctx, this: &Object, value: Value) -> PhpResult {
        super::resume(Vm::of(ctx), this, Input::Value(value))
    }
    #[php("public function throw(Throwable $exception): mixed")]
    fn throw(ctx: &Ctx, this: &Object, exception: &Object) -> PhpResult {
        super::resume(Vm::of(ctx), this, Input::Throw(exception.clone()))
    }
    #[php("public function isStarted(): bool")]
    fn is_started(this: &Object) -> bool {
        data(this).state.get() != State::Fresh
    }
    #[php("public function isSuspended(): bool")]
    fn is_suspended(this: &Object) -> bool {
        data(this).state.get() == State::Suspended
    }
    #[php("public function isRunning(): bool")]
    fn is_running(this: &Object) -> bool {
        data(this).state.get() == State::Running
    }
    #[php("public function isTerminated(): bool")]
    fn is_terminated(this: &Object) -> bool {
        matches!(data(this).state.get(), State::Returned | State::Threw | State::Closed)
    }
    #[php("public function getReturn(): mixed")]
    fn get_return(ctx: &Ctx, this: &Object) -> PhpResult<Value> {
        let d = data(this);
        let reason = match d.state.get() {
            State::Returned => return Ok(d.result.borrow().clone()),
            State::Closed => return Ok(Value::NULL),
            State::Fresh => "The fiber has not been started",
            State::Threw => "The fiber threw an exception",
            State::Running | State::Suspended => "The fiber has not returned",
        };
        Err(ctx.throw("FiberError", format!("Cannot get fiber return value: {reason}")))
    }
    #[php("public static function getCurrent(): ?Fiber")]
    fn get_current(ctx: &Ctx) -> Option<Object> {
        Vm::of(ctx).fiber.get()
    }
    #[php("public static function suspend(mixed $value = null): mixed")]
    fn suspend(ctx: &Ctx, value: Value) -> PhpResult {
        super::suspend(Vm::of(ctx), value)
    }
}

/// The class FiberError.
pub struct FiberError;

#[php_class("final class FiberError extends Error")]
impl FiberError {
    #[php("public function __construct()", raw)]
    fn construct(ctx: &Ctx, _args: &mut Args<'_>) -> PhpResult<()> {
        let text = "The \"FiberError\" class is reserved for internal use and cannot be manually instantiated";
        Err(ctx.throw_error(text))
    }
}
