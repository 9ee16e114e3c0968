//! `assert`. The compiler leaves calls of it out, or gives them the source text of the assertion as description.

use phant_memory::{Held, Object, Value};
use phant_native::{
    Ctx, PhpResult, convert,
    descriptor::FunctionGroup,
    functions,
    ini::{Ini, Stage},
    php, php_class,
};
use std::cell::RefCell;

pub(crate) const FUNCTIONS: FunctionGroup = functions![assert, assert_options];

/// What a failed assertion throws.
#[php_class("class AssertionError extends Error")]
pub(crate) struct AssertionError;

/// The callback that `assert_options` set, which may be any callable.
#[derive(Default)]
struct Callback(RefCell<Value>);

fn callback(ctx: &Ctx) -> Value {
    ctx.state::<Callback>().0.borrow().clone()
}

/// Sets the callback; what it replaces is dropped when nothing is borrowed any more.
fn set_callback(ctx: &Ctx, value: Value) {
    drop(ctx.state::<Callback>().0.replace(value));
}

/// A change of the setting `assert.callback`.
pub(crate) fn callback_setting(ctx: &Ctx, name: &[u8]) -> Result<(), ()> {
    set_callback(ctx, if name.is_empty() { Value::NULL } else { Value::str(name) });
    crate::ini::deprecated(ctx, "assert.callback", !name.is_empty())
}

#[php("function assert(mixed $assertion, Throwable|string|null $description = null): bool")]
fn assert(ctx: &Ctx, assertion: &Value, description: &Value) -> PhpResult<bool> {
    if ctx.ini.hot.assertions.get() <= 0 || !ctx.ini.bool("assert.active") || convert::boolean(ctx, assertion)? {
        return Ok(true);
    }
    let thrown: Option<Object> = description.as_object().map(Held::into_owned);
    let text = description.as_str().map(Held::into_owned);
    let callback = callback(ctx);
    if !callback.is_null() {
        let (file, line) = ctx.location();
        let mut args = vec![Value::from(file), Value::int(i64::from(line)), Value::NULL];
        args.extend(text.clone().map(Value::from));
        if let Ok(callable) = ctx.resolve_callable(&callback) {
            ctx.call(&callable, &args)?;
        }
        ctx.check()?;
    }
    let bail = ctx.ini.bool("assert.bail");
    if ctx.ini.bool("assert.exception") {
        let error = match thrown {
            Some(object) => ctx.throw_object(object),
            None => ctx.throw_with_code("AssertionError", text.unwrap_or_default(), 1),
        };
        return Err(error);
    }
    if ctx.ini.bool("assert.warning") {
        match text {
            Some(text) => ctx.warning([text.as_bytes(), b" failed"].concat()),
            None => ctx.warning("Assertion failed"),
        }
        ctx.check()?;
    }
    if bail {
        ctx.host.exit(ctx, 255);
        return Err(phant_native::Thrown);
    }
    Ok(false)
}

#[php("function assert_options(int $option, mixed $value = UNKNOWN): mixed", deprecated = " since 8.3")]
fn assert_options(ctx: &Ctx, passed: usize, option: i64, value: Value) -> PhpResult {
    let name = match option {
        1 => "assert.active",
        2 => {
            let old = callback(ctx);
            if passed > 1 {
                set_callback(ctx, value);
            }
            return Ok(old);
        }
        3 => "assert.bail",
        4 => "assert.warning",
        5 => "assert.exception",
        _ => return Err(ctx.argument_error(1, "must be an ASSERT_* constant")),
    };
    let old = Value::int(i64::from(ctx.ini.bool(name)));
    if passed > 1 {
        let value = convert::to_str(ctx, &value)?;
        // Unlike `ini_set`, this function is deprecated itself, and says nothing more of the value.
        Ini::store(ctx, name, &value, Stage::Runtime);
    }
    Ok(old)
}
