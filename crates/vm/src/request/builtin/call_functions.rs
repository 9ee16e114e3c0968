//! Functions that call functions, and those that look at their own call.

use super::caller;
use crate::{interpreter::call, runtime::vm::Vm};
use phant_memory::{Array, HeapVec, KeyRef, Value, heap_vec};
use phant_native::{Callable, Ctx, PhpResult, descriptor::FunctionGroup, functions, php};

pub(crate) const CORE: FunctionGroup = functions![func_num_args, func_get_arg, func_get_args, exit, clone_function];
pub(crate) const STANDARD: FunctionGroup = functions![
    call_user_func,
    call_user_func_array,
    forward_static_call,
    forward_static_call_array,
    register_shutdown_function,
    register_tick_function,
    unregister_tick_function,
];

#[php("function func_num_args(): int", reads_vars)]
fn func_num_args(ctx: &Ctx) -> PhpResult<i64> {
    caller::forbid_call_from_nowhere(ctx)?;
    let frame = caller::function_frame(ctx, "func_num_args() must be called from a function context")?;
    caller::forbid_dynamic(ctx)?;
    // SAFETY: the frame is live.
    Ok(unsafe { i64::from((*frame).nargs) })
}

#[php("function func_get_arg(int $position): mixed", reads_vars)]
fn func_get_arg(ctx: &Ctx, position: i64) -> PhpResult {
    if position < 0 {
        return Err(ctx.argument_error(1, "must be greater than or equal to 0"));
    }
    caller::forbid_call_from_nowhere(ctx)?;
    let frame = caller::function_frame(ctx, "func_get_arg() cannot be called from the global scope")?;
    caller::forbid_dynamic(ctx)?;
    // SAFETY: the frame is live.
    let mut args = unsafe { crate::runtime::frame::arguments(frame) };
    match usize::try_from(position).ok().filter(|&i| i < args.len()) {
        Some(i) => Ok(args.swap_remove(i)),
        None => {
            Err(ctx.argument_error(1, "must be less than the number of the arguments passed to the currently executed function"))
        }
    }
}

#[php("function func_get_args(): array", reads_vars)]
fn func_get_args(ctx: &Ctx) -> PhpResult<Array> {
    caller::forbid_call_from_nowhere(ctx)?;
    let frame = caller::function_frame(ctx, "func_get_args() cannot be called from the global scope")?;
    caller::forbid_dynamic(ctx)?;
    // SAFETY: the frame is live.
    Ok(unsafe { crate::runtime::frame::arguments_list(frame) })
}

/// Ends the script.
#[php("function exit(string|int $status = 0): never", alias = "die")]
fn exit(ctx: &Ctx, status: &Value) -> PhpResult<()> {
    let code = match status.as_str() {
        Some(text) => {
            ctx.echo(&**text);
            ctx.check()?;
            0
        }
        None => status.as_int().unwrap_or(0),
    };
    ctx.host.exit(ctx, code);
    Err(phant_native::Thrown)
}

/// Clones an object and changes properties of the clone.
#[php("function clone(object $object, array $withProperties = []): object")]
fn clone_function(ctx: &Ctx, object: &phant_memory::Object, with_properties: &Array) -> PhpResult<phant_memory::Object> {
    let vm = Vm::of(ctx);
    let scope = crate::runtime::callable::calling_scope(vm);
    crate::runtime::object::property::clone_checked(vm, object, Some(with_properties), scope)
}

#[php("function call_user_func(callable $callback, mixed ...$args): mixed")]
fn call_user_func(ctx: &Ctx, callback: &Value, args: &[Value], named: Option<Array>) -> PhpResult {
    let callable = ctx.callable(callback)?;
    ctx.call_named(&callable, args, named.as_ref()).map(Value::into_unref)
}

#[php("function call_user_func_array(callable $callback, array $args): mixed")]
fn call_user_func_array(ctx: &Ctx, callback: &Value, args: &Array) -> PhpResult {
    let callable = ctx.callable(callback)?;
    call_with(ctx, &callable, args)
}

/// Calls with the arguments in an array; string keys are names.
pub(crate) fn call_with(ctx: &Ctx, callable: &Callable, args: &Array) -> PhpResult {
    if let Some(list) = args.as_slice() {
        return ctx.call(callable, list).map(Value::into_unref);
    }
    let mut list: Vec<Value> = Vec::with_capacity(args.len());
    let mut named: Option<Array> = None;
    for (key, value) in args.iter() {
        match key {
            KeyRef::Str(name) => {
                // `__call` takes any name.
                if callable.magic_name.is_none() && !call::accepts_name(callable.function, name.as_bytes()) {
                    return Err(ctx.throw_error(format!("Unknown named parameter ${name}")));
                }
                named.get_or_insert_with(Array::new).set(key.to_key(), value.clone());
            }
            KeyRef::Int(_) if named.is_some() => {
                return Err(ctx.throw_error("Cannot use positional argument after named argument"));
            }
            KeyRef::Int(_) => list.push(value.clone()),
        }
    }
    ctx.call_named(callable, &list, named.as_ref()).map(Value::into_unref)
}

/// Calls keep the class that `static` means if it is a subclass.
fn forwarded(ctx: &Ctx, callback: &Value, needs_scope: bool) -> PhpResult<Callable> {
    let mut callable = ctx.callable(callback)?;
    let frame = caller::frame(Vm::of(ctx));
    // SAFETY: the frames of the chain are live.
    let (scope, called) = unsafe {
        if frame.is_null() {
            (None, None)
        } else {
            (crate::runtime::frame::scope_of(frame), crate::runtime::frame::called_of(frame))
        }
    };
    if needs_scope && scope.is_none() {
        let name = ctx.current.get().map_or_else(String::new, |f| f.display_name());
        return Err(ctx.throw_error(format!("Cannot call {name}() when no class scope is active")));
    }
    if let (Some(called), Some(class)) = (called, callable.called_class.or(callable.function.class))
        && called.is_subclass_or_same(class)
    {
        callable.called_class = Some(called);
    }
    Ok(callable)
}

#[php("function forward_static_call(callable $callback, mixed ...$args): mixed")]
fn forward_static_call(ctx: &Ctx, callback: &Value, args: &[Value]) -> PhpResult {
    let callable = forwarded(ctx, callback, true)?;
    ctx.call(&callable, args).map(Value::into_unref)
}

#[php("function forward_static_call_array(callable $callback, array $args): mixed")]
fn forward_static_call_array(ctx: &Ctx, callback: &Value, args: &Array) -> PhpResult {
    let callable = forwarded(ctx, callback, false)?;
    call_with(ctx, &callable, args)
}

fn owned(args: &[Value]) -> HeapVec<Value> {
    let mut list = heap_vec();
    list.extend(args.iter().cloned());
    list
}

#[php("function register_shutdown_function(callable $callback, mixed ...$args): void")]
fn register_shutdown_function(ctx: &Ctx, callback: &Value, args: &[Value]) -> PhpResult<()> {
    let callable = ctx.callable(callback)?;
    Vm::of(ctx).shutdown.borrow_mut().push((callable, owned(args)));
    Ok(())
}

/// Calls the shutdown functions, also those that they register. What they hold lives on: destructors are called before it
/// goes.
pub fn run_shutdown_functions(vm: &Vm) {
    let mut next = 0;
    while next < vm.shutdown.borrow().len() {
        let (callable, args) = vm.shutdown.borrow()[next].clone();
        next += 1;
        let _ = vm.ctx.call(&callable, &args);
        let uncaught = vm.ctx.exception.take().is_some_and(|exception| crate::runtime::throwable::report_uncaught(vm, exception));
        if uncaught {
            // Destructors run nevertheless.
            vm.ctx.ending.set(None);
        }
        if uncaught || vm.ctx.ending.get().is_some() {
            vm.errors.unclean.set(true);
            break;
        }
    }
}

#[php("function register_tick_function(callable $callback, mixed ...$args): bool")]
fn register_tick_function(ctx: &Ctx, callback: &Value, args: &[Value]) -> PhpResult<bool> {
    let callable = ctx.callable(callback)?;
    Vm::of(ctx).ticks.borrow_mut().push((callable, owned(args)));
    Ok(true)
}

#[php("function unregister_tick_function(callable $callback): void")]
fn unregister_tick_function(ctx: &Ctx, callback: &Value) -> PhpResult<()> {
    let callable = ctx.callable(callback)?;
    let vm = Vm::of(ctx);
    let at = vm.ticks.borrow().iter().position(|(c, _)| same_callable(c, &callable));
    if let Some(at) = at {
        let removed = vm.ticks.borrow_mut().remove(at);
        drop(removed);
    }
    Ok(())
}

/// Whether two callables are the same function of the same object.
pub(crate) fn same_callable(a: &Callable, b: &Callable) -> bool {
    if let (Some(a), Some(b)) = (&a.closure, &b.closure) {
        return a.same(b);
    }
    if a.closure.is_some() != b.closure.is_some() || !std::ptr::eq(a.function, b.function) || a.magic_name != b.magic_name {
        return false;
    }
    match (&a.this, &b.this) {
        (Some(a), Some(b)) => a.same(b),
        (None, None) => a.called_class.map(|c| c.name.clone()) == b.called_class.map(|c| c.name.clone()),
        _ => false,
    }
}
