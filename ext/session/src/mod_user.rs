//! The user module: a save handler that the script provides, as an object or as functions.

use crate::{
    module::Module,
    settings,
    state::{State, USER_FUNCTIONS, UserFunction},
};
use phant_memory::{Array, Str, Value};
use phant_native::{
    Args, Callable, Ctx, ObjectExt, PhpResult, convert,
    descriptor::FunctionGroup,
    functions,
    ini::{Ini, Stage},
    php,
};

pub(crate) const FUNCTIONS: FunctionGroup = functions![session_set_save_handler];

/// Runs one of the script's functions; `None` if there is none, it is refused, or it throws.
fn call(ctx: &Ctx, state: &State, which: UserFunction, arguments: &[Value]) -> Option<Value> {
    let callable = state.user.borrow()[which as usize].clone()?;
    if ctx.has_exception() {
        return None;
    }
    if state.in_save_handler.replace(true) {
        state.in_save_handler.set(false);
        ctx.warning("Cannot call session save handler in a recursive manner");
        return None;
    }
    let result = ctx.call(&callable, arguments);
    state.in_save_handler.set(false);
    result.ok().map(Value::into_unref)
}

fn has(state: &State, which: UserFunction) -> bool {
    state.user.borrow()[which as usize].is_some()
}

/// Whether a function said that it worked. Numbers are from times when it was not asked for a truth value.
fn is_success(ctx: &Ctx, result: Option<Value>) -> bool {
    let Some(result) = result else { return false };
    if let Some(answer) = result.as_bool() {
        return answer;
    }
    let expected = || {
        let given = convert::value_name(&result);
        format!("Session callback must have a return value of type bool, {given} returned")
    };
    match result.as_int() {
        Some(number @ (0 | -1)) => {
            if !ctx.has_exception() {
                ctx.deprecated(expected());
            }
            number == 0
        }
        _ => {
            if !ctx.has_exception() {
                ctx.type_error(expected());
            }
            false
        }
    }
}

/// Begins.
pub fn open(ctx: &Ctx, state: &State, path: &Str, name: &Str) -> bool {
    if !has(state, UserFunction::Open) {
        ctx.warning("User session functions are not defined");
        return false;
    }
    let result = call(ctx, state, UserFunction::Open, &[Value::from(path.clone()), Value::from(name.clone())]);
    state.user_implemented.set(true);
    is_success(ctx, result)
}

/// Ends.
pub fn close(ctx: &Ctx, state: &State) -> bool {
    let result = call(ctx, state, UserFunction::Close, &[]);
    state.user_implemented.set(false);
    is_success(ctx, result)
}

/// The data of a session.
pub fn read(ctx: &Ctx, state: &State, id: &Str) -> Option<Str> {
    call(ctx, state, UserFunction::Read, &[Value::from(id.clone())])?.into_str()
}

/// Writes it.
pub fn write(ctx: &Ctx, state: &State, id: &Str, data: &Str) -> bool {
    let result = call(ctx, state, UserFunction::Write, &[Value::from(id.clone()), Value::from(data.clone())]);
    is_success(ctx, result)
}

/// Notes that it is in use.
pub fn update_timestamp(ctx: &Ctx, state: &State, id: &Str, data: &Str) -> bool {
    if !has(state, UserFunction::UpdateTimestamp) {
        return write(ctx, state, id, data);
    }
    let result = call(ctx, state, UserFunction::UpdateTimestamp, &[Value::from(id.clone()), Value::from(data.clone())]);
    is_success(ctx, result)
}

/// Deletes it.
pub fn destroy(ctx: &Ctx, state: &State, id: &Str) -> bool {
    let result = call(ctx, state, UserFunction::Destroy, &[Value::from(id.clone())]);
    is_success(ctx, result)
}

/// Deletes what is old.
pub fn gc(ctx: &Ctx, state: &State, lifetime: i64) -> i64 {
    match call(ctx, state, UserFunction::Gc, &[Value::int(lifetime)]) {
        Some(result) => match (result.as_int(), result.as_bool()) {
            (Some(number), _) => number,
            // As it was before there were figures.
            (None, Some(true)) => 1,
            _ => -1,
        },
        None => -1,
    }
}

/// Whether the script makes the ids.
pub fn has_create_id(state: &State) -> bool {
    has(state, UserFunction::CreateSid)
}

/// Makes an id.
pub fn create_id(ctx: &Ctx, state: &State) -> Option<Str> {
    let Some(result) = call(ctx, state, UserFunction::CreateSid, &[]) else {
        if !ctx.has_exception() {
            ctx.throw_error("No session id returned by function");
        }
        return None;
    };
    let id = result.into_str();
    if id.is_none() {
        ctx.throw_error("Session id must be a string");
    }
    id
}

/// Whether there is data of an id. Without a function every id is one.
pub fn validates(ctx: &Ctx, state: &State, id: &Str) -> bool {
    if !can_validate(state) {
        return true;
    }
    let result = call(ctx, state, UserFunction::ValidateSid, &[Value::from(id.clone())]);
    is_success(ctx, result)
}

/// Whether the script tells which ids there are.
pub fn can_validate(state: &State) -> bool {
    has(state, UserFunction::ValidateSid)
}

/// Sets the save handler: an object, or functions.
#[php(
    "function session_set_save_handler($open, $close = UNKNOWN, callable $read = UNKNOWN, callable $write = UNKNOWN, callable $destroy = UNKNOWN, callable $gc = UNKNOWN, ?callable $create_sid = null, ?callable $validate_sid = null, ?callable $update_timestamp = null): bool",
    raw
)]
fn session_set_save_handler(ctx: &Ctx, args: &mut Args<'_>) -> PhpResult<bool> {
    let state = State::of(ctx);
    let given = &args.values[..args.passed];
    match given {
        [handler, rest @ ..] if rest.len() < 2 => {
            if !settings::may_change(ctx, "Session save handler cannot be changed") {
                return ctx.check().map(|()| false);
            }
            return set_object(ctx, state, handler, rest.first());
        }
        _ => {}
    }
    ctx.deprecated("Providing individual callbacks instead of an object implementing SessionHandlerInterface is deprecated");
    ctx.check()?;
    if !(6..=USER_FUNCTIONS).contains(&given.len()) {
        let bound = if given.len() < 6 { "at least 6" } else { "at most 9" };
        let text = format!("session_set_save_handler() expects {bound} arguments, {} given", given.len());
        return Err(ctx.throw("ArgumentCountError", text));
    }
    let mut callables: [Option<Callable>; USER_FUNCTIONS] = Default::default();
    for (number, (place, value)) in callables.iter_mut().zip(given).enumerate() {
        if number > 5 && value.is_null() {
            continue;
        }
        match ctx.resolve_callable(value) {
            Ok(callable) => *place = Some(callable),
            Err(reason) => {
                ctx.check()?;
                let or_null = if number > 5 { " or null" } else { "" };
                return Err(ctx.argument_type_error(number + 1, format!("must be a valid callback{or_null}, {reason}")));
            }
        }
    }
    if !settings::may_change(ctx, "Session save handler cannot be changed") {
        return ctx.check().map(|()| false);
    }
    state.user_class.set(None);
    state.shutdown_wanted.set(false);
    install(ctx, state, callables);
    Ok(true)
}

fn install(ctx: &Ctx, state: &State, callables: [Option<Callable>; USER_FUNCTIONS]) {
    let before = state.user.replace(callables);
    drop(before);
    let current = Module::current(ctx);
    if current != Some(Module::User) {
        state.default_module.set(current);
        Ini::store(ctx, "session.save_handler", b"user", Stage::Runtime);
    }
}

/// The methods that stand for the functions; those behind the first six need not be there.
const METHODS: [&str; USER_FUNCTIONS] =
    ["open", "close", "read", "write", "destroy", "gc", "create_sid", "validateId", "updateTimestamp"];

fn set_object(ctx: &Ctx, state: &State, handler: &Value, register_shutdown: Option<&Value>) -> PhpResult<bool> {
    let interface = ctx.known_class("SessionHandlerInterface");
    let Some(object) = handler.as_object().filter(|o| o.class().is_subclass_or_same(interface)) else {
        let given = convert::value_name(handler);
        return Err(ctx.argument_type_error(1, format!("must be of type SessionHandlerInterface, {given} given")));
    };
    let register_shutdown = match register_shutdown {
        Some(value) => convert::boolean(ctx, value)?,
        None => true,
    };
    let mut callables: [Option<Callable>; USER_FUNCTIONS] = Default::default();
    for (place, name) in callables.iter_mut().zip(METHODS) {
        if object.class().method(name.to_ascii_lowercase().as_bytes()).is_some() {
            let pair = Array::list([Value::from(object.clone()), Value::str(name)]);
            *place = ctx.resolve_callable(&Value::from(pair)).ok();
        }
    }
    state.user_class.set(Some(Str::new(object.class().name.as_bytes())));
    state.shutdown_wanted.set(register_shutdown);
    if register_shutdown
        && !state.shutdown_registered.replace(true)
        && let Ok(callable) = ctx.resolve_callable(&Value::str("session_register_shutdown"))
    {
        ctx.host.register_shutdown(ctx, callable, Vec::new());
    }
    install(ctx, state, callables);
    Ok(true)
}
