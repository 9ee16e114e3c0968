//! ReflectionFunction.

use crate::{
    function_abstract::{is_written_closure, no_function, to_text},
    state::{State, What, engine, function_of, set_names},
};
use phant_memory::{Array, Held, Object, Value};
use phant_native::{Callable, Ctx, PhpResult, php_class};

/// A function or closure.
pub struct ReflectionFunction;

/// The function as something to call.
fn callable(ctx: &Ctx, this: &Object) -> PhpResult<Callable> {
    let function = function_of(ctx, this)?;
    let owner = State::of(this).object();
    if let Some(closure) = owner
        && let Some(callable) = ctx.host.closure_callable(ctx, &closure)
    {
        return Ok(callable);
    }
    Ok(Callable { function, this: None, called_class: None, closure: None, magic_name: None, through_invoke: false })
}

#[php_class(
    "class ReflectionFunction extends ReflectionFunctionAbstract { public const int IS_DEPRECATED = 2048; }",
    not_serializable,
    not_cloneable
)]
impl ReflectionFunction {
    #[php("public function __construct(Closure|string $function)")]
    fn construct(ctx: &Ctx, this: &Object, function: &Value) -> PhpResult<()> {
        if let Some(closure) = function.as_object() {
            if let Some(parts) = engine(ctx).closure(ctx, &closure) {
                State::of(this).set(What::Function(parts.function, None), Some(closure.into_owned()));
                set_names(this, parts.function.name.clone(), None);
            }
            return Ok(());
        }
        let name = function.as_str().map(Held::into_owned).unwrap_or_default();
        let Some(function) = ctx.host.lookup_function(ctx, &name) else { return Err(no_function(ctx, &name)) };
        State::of(this).set(What::Function(function, None), None);
        set_names(this, function.name.clone(), None);
        Ok(())
    }

    #[php("public function __toString(): string", strict_return)]
    fn to_string(ctx: &Ctx, this: &Object) -> PhpResult<Vec<u8>> {
        to_text(ctx, this)
    }

    #[php("public function isAnonymous(): bool", strict_return)]
    fn is_anonymous(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Ok(is_written_closure(function_of(ctx, this)?))
    }

    #[php(
        "public function isDisabled(): bool",
        deprecated = " since 8.0, as ReflectionFunction can no longer be constructed for disabled functions"
    )]
    fn is_disabled() -> bool {
        // A disabled function does not exist.
        false
    }

    #[php("public function invoke(mixed ...$args): mixed")]
    fn invoke(ctx: &Ctx, this: &Object, args: &[Value], named: Option<Array>) -> PhpResult {
        let callable = callable(ctx, this)?;
        ctx.call_named(&callable, args, named.as_ref())
    }

    #[php("public function invokeArgs(array $args): mixed")]
    fn invoke_args(ctx: &Ctx, this: &Object, args: &Array) -> PhpResult {
        let callable = callable(ctx, this)?;
        let (positional, named) = split_arguments(args);
        ctx.call_named(&callable, &positional, named.as_ref())
    }

    #[php("public function getClosure(): Closure")]
    fn closure(ctx: &Ctx, this: &Object) -> PhpResult<Object> {
        let callable = callable(ctx, this)?;
        match callable.closure {
            Some(closure) => Ok(closure),
            None => ctx.host.make_closure(ctx, &callable),
        }
    }
}

/// The elements of an array of arguments: those with integer keys, and the named ones.
pub fn split_arguments(args: &Array) -> (Vec<Value>, Option<Array>) {
    let (mut positional, mut named) = (Vec::with_capacity(args.len()), None);
    for (key, value) in args.iter() {
        match key {
            phant_memory::KeyRef::Int(_) => positional.push(value.clone()),
            phant_memory::KeyRef::Str(_) => named.get_or_insert_with(Array::new).set(key.to_key(), value.clone()),
        }
    }
    (positional, named)
}
