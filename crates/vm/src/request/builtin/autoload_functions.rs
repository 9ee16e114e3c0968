//! `spl_autoload` and its family.

use super::call_functions::same_callable;
use crate::runtime::vm::Vm;
use phant_memory::{Array, Str, Value};
use phant_native::{Callable, Ctx, PhpResult, descriptor::FunctionGroup, functions, php};
use std::cell::RefCell;

pub(crate) const SPL: FunctionGroup = functions![
    spl_autoload,
    spl_autoload_call,
    spl_autoload_extensions,
    spl_autoload_functions,
    spl_autoload_register,
    spl_autoload_unregister,
];

/// The endings that `spl_autoload` tries.
#[derive(Default)]
struct Endings(RefCell<Option<Str>>);

fn endings(ctx: &Ctx) -> Str {
    ctx.state::<Endings>().0.borrow().clone().unwrap_or_else(|| phant_memory::intern(b".inc,.php"))
}

#[php("function spl_autoload_extensions(?string $file_extensions = null): string")]
fn spl_autoload_extensions(ctx: &Ctx, file_extensions: Option<Str>) -> Str {
    if let Some(list) = file_extensions {
        ctx.state::<Endings>().0.replace(Some(list));
    }
    endings(ctx)
}

#[php("function spl_autoload(string $class, ?string $file_extensions = null): void")]
fn spl_autoload(ctx: &Ctx, class: &Str, file_extensions: Option<&Str>) -> PhpResult<()> {
    let list = file_extensions.cloned().unwrap_or_else(|| endings(ctx));
    let lower = class.to_lower();
    let path: Vec<u8> = lower.iter().map(|&b| if b == b'\\' { b'/' } else { b }).collect();
    for ending in list.split(|&b| b == b',') {
        ctx.poll()?;
        let file = Str::from([&path[..], ending].concat());
        let Some(found) = crate::request::files::resolve_include(Vm::of(ctx), &file) else { continue };
        let already = Vm::of(ctx).included.borrow().contains(&found);
        if !already {
            ctx.host.include_file(ctx, &found, true)?;
        }
        if Vm::of(ctx).classes.borrow().contains(lower.as_bytes()) {
            return Ok(());
        }
    }
    Ok(())
}

#[php("function spl_autoload_call(string $class): void")]
fn spl_autoload_call(ctx: &Ctx, class: &Str) -> PhpResult<()> {
    let vm = Vm::of(ctx);
    let lower = class.to_lower();
    crate::request::autoload::load(vm, class, &lower);
    ctx.check()
}

/// A callable as `spl_autoload_functions` shows it.
fn shown(callable: &Callable) -> Value {
    if let Some(closure) = &callable.closure {
        return Value::from(closure.clone());
    }
    let name = match &callable.magic_name {
        Some(name) => name.clone(),
        None => callable.function.name.clone(),
    };
    let target = match (&callable.this, callable.called_class.or(callable.function.class)) {
        // An object that can be called was given as such.
        (Some(object), _) if name.as_bytes() == b"__invoke" => return Value::from(object.clone()),
        (Some(object), _) => Value::from(object.clone()),
        (None, Some(class)) => Value::from(class.name.clone()),
        (None, None) => return Value::from(name),
    };
    Value::from(Array::list([target, Value::from(name)]))
}

#[php("function spl_autoload_functions(): array")]
fn spl_autoload_functions(ctx: &Ctx) -> Array {
    Array::list(Vm::of(ctx).autoloaders.borrow().iter().map(shown))
}

#[php("function spl_autoload_register(?callable $callback = null, bool $throw = true, bool $prepend = false): bool")]
fn spl_autoload_register(ctx: &Ctx, callback: Option<&Value>, throw: bool, prepend: bool) -> PhpResult<bool> {
    if !throw {
        ctx.notice("Argument #2 ($do_throw) has been ignored, spl_autoload_register() will always throw");
        ctx.check()?;
    }
    let callable = match callback {
        Some(callback) => ctx.callable(callback)?,
        None => ctx.callable(&Value::str("spl_autoload"))?,
    };
    if callable.function.class.is_none() && callable.function.name.as_bytes() == b"spl_autoload_call" {
        return Err(ctx.argument_error(1, "must not be the spl_autoload_call() function"));
    }
    let mut loaders = Vm::of(ctx).autoloaders.borrow_mut();
    if loaders.iter().any(|known| same_callable(known, &callable)) {
        return Ok(true);
    }
    if prepend {
        loaders.insert(0, callable);
    } else {
        loaders.push(callable);
    }
    Ok(true)
}

#[php("function spl_autoload_unregister(callable $callback): bool")]
fn spl_autoload_unregister(ctx: &Ctx, callback: &Value) -> PhpResult<bool> {
    let callable = ctx.callable(callback)?;
    let vm = Vm::of(ctx);
    if callable.function.class.is_none() && callable.function.name.as_bytes() == b"spl_autoload_call" {
        let old = vm.autoloaders.replace(phant_memory::heap_vec());
        drop(old);
        return Ok(true);
    }
    let known = vm.autoloaders.borrow().iter().position(|known| same_callable(known, &callable));
    match known {
        Some(at) => {
            let removed = vm.autoloaders.borrow_mut().remove(at);
            drop(removed);
            Ok(true)
        }
        None => Ok(false),
    }
}
