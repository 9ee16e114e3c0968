//! ReflectionFiber.

use crate::state::{self, State, What, engine};
use phant_memory::{Array, Object, Str, Value};
use phant_native::{Callable, Ctx, PhpResult, mirror::FiberParts, php_class};

/// A fiber.
pub struct ReflectionFiber;

impl ReflectionFiber {
    /// The fiber and what it is doing, if it is doing something.
    fn active(ctx: &Ctx, this: &Object) -> PhpResult<(Object, FiberParts)> {
        if let Some(fiber) = State::of(this).object()
            && let Some(parts) = engine(ctx).fiber(ctx, &fiber).filter(|parts| parts.active)
        {
            return Ok((fiber, parts));
        }
        Err(ctx.throw_error("Cannot fetch information from a fiber that has not been started or is terminated"))
    }
}

/// A callable as PHP code would write it.
fn value_of(callable: Callable) -> Value {
    if let Some(closure) = callable.closure {
        return Value::from(closure);
    }
    let name = callable.magic_name.unwrap_or_else(|| callable.function.name.clone());
    match (callable.this, callable.called_class.or(callable.function.class)) {
        (Some(object), _) if name.eq_ignore_ascii_case(b"__invoke") => Value::from(object),
        (Some(object), _) => Value::from(Array::list([Value::from(object), Value::from(name)])),
        (None, Some(class)) => Value::from(Array::list([Value::from(class.name.clone()), Value::from(name)])),
        (None, None) => Value::from(name),
    }
}

#[php_class(
    "final class ReflectionFiber",
    create = state::create,
    handlers = state::HANDLERS,
    not_serializable,
    not_cloneable
)]
impl ReflectionFiber {
    #[php("public function __construct(Fiber $fiber)")]
    fn construct(this: &Object, fiber: &Object) {
        State::of(this).set(What::Running, Some(fiber.clone()));
    }

    #[php("public function getFiber(): Fiber")]
    fn fiber(ctx: &Ctx, this: &Object) -> PhpResult<Object> {
        match State::of(this).object() {
            Some(fiber) => Ok(fiber),
            None => Err(ctx.throw_error("Internal error: Failed to retrieve the reflection object")),
        }
    }

    #[php("public function getExecutingFile(): ?string")]
    fn executing_file(ctx: &Ctx, this: &Object) -> PhpResult<Option<Str>> {
        Ok(Self::active(ctx, this)?.1.place.map(|(file, _)| file))
    }

    #[php("public function getExecutingLine(): ?int")]
    fn executing_line(ctx: &Ctx, this: &Object) -> PhpResult<Option<i64>> {
        Ok(Self::active(ctx, this)?.1.place.map(|(_, line)| i64::from(line)))
    }

    #[php("public function getCallable(): callable")]
    fn callable(ctx: &Ctx, this: &Object) -> PhpResult<Value> {
        let fiber = State::of(this).object();
        match fiber.and_then(|fiber| engine(ctx).fiber(ctx, &fiber)).and_then(|parts| parts.callable) {
            Some(callable) => Ok(value_of(callable)),
            None => Err(ctx.throw_error("Cannot fetch the callable from a fiber that has terminated")),
        }
    }

    #[php("public function getTrace(int $options = DEBUG_BACKTRACE_PROVIDE_OBJECT): array")]
    fn trace(ctx: &Ctx, this: &Object, options: i64) -> PhpResult<Array> {
        let (fiber, _) = Self::active(ctx, this)?;
        Ok(engine(ctx).fiber_trace(ctx, &fiber, options))
    }
}
