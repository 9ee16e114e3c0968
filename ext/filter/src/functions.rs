//! The functions.

use crate::{
    apply::{Plan, exists},
    constants::{NAMES, flag},
};
use phant_memory::{Array, Held, PhpStr, Value};
use phant_native::{Ctx, PhpResult, convert, descriptor::FunctionGroup, functions, php, ret::OrFalse};

pub(crate) const FUNCTIONS: FunctionGroup =
    functions![filter_has_var, filter_input, filter_var, filter_input_array, filter_var_array, filter_list, filter_id];

/// The input that an `INPUT_` constant names.
fn input(ctx: &Ctx, kind: i64) -> PhpResult<Option<Array>> {
    let name = match kind {
        0 => "_POST",
        1 => "_GET",
        2 => "_COOKIE",
        4 => "_ENV",
        5 => "_SERVER",
        _ => return Err(ctx.argument_error(1, "must be an INPUT_* constant")),
    };
    let variable = ctx.host.global(ctx, &phant_memory::intern(name.as_bytes()));
    Ok(variable.as_ref().and_then(Value::as_array).map(Held::into_owned))
}

fn element(array: &Array, name: &PhpStr) -> Option<Value> {
    array.get_symbolic(name).map(Value::unref)
}

/// Warns about a number that no filter has.
fn unknown(ctx: &Ctx, filter: i64) -> bool {
    let unknown = !exists(filter);
    if unknown {
        ctx.warning(format!("Unknown filter with ID {filter}"));
    }
    unknown
}

/// Whether the request has a variable.
#[php("function filter_has_var(int $input_type, string $var_name): bool")]
fn filter_has_var(ctx: &Ctx, input_type: i64, var_name: &PhpStr) -> PhpResult<bool> {
    Ok(input(ctx, input_type)?.is_some_and(|array| element(&array, var_name).is_some()))
}

/// A variable of the request, filtered.
#[php("function filter_input(int $type, string $var_name, int $filter = FILTER_DEFAULT, array|int $options = 0): mixed")]
fn filter_input(ctx: &Ctx, r#type: i64, var_name: &PhpStr, filter: i64, options: &Value) -> PhpResult {
    if unknown(ctx, filter) {
        return Ok(Value::FALSE);
    }
    let array = input(ctx, r#type)?;
    if let Some(value) = array.and_then(|array| element(&array, var_name)) {
        return Plan::new(filter, options).apply(ctx, &value);
    }
    let mut flags = 0;
    match options.as_array() {
        Some(options) => {
            flags = options.get_bytes(b"flags").map_or(0, |flags| convert::to_int(&flags.deref()));
            let inner = options.get_bytes(b"options").and_then(Value::as_array);
            if let Some(default) = inner.and_then(|inner| Some(inner.get_bytes(b"default")?.unref())) {
                return Ok(default);
            }
        }
        None => flags |= convert::to_int(options),
    }
    // The flag turns the two round: a missing variable is no failure.
    Ok(if flags & flag::NULL_ON_FAILURE != 0 { Value::FALSE } else { Value::NULL })
}

/// A value, filtered.
#[php("function filter_var(mixed $value, int $filter = FILTER_DEFAULT, array|int $options = 0): mixed")]
fn filter_var(ctx: &Ctx, value: &Value, filter: i64, options: &Value) -> PhpResult {
    if unknown(ctx, filter) {
        return Ok(Value::FALSE);
    }
    Plan::new(filter, options).apply(ctx, value)
}

/// Elements of an array, each filtered by its own definition, or all by one filter.
fn filtered(ctx: &Ctx, array: &Array, options: &Value, add_empty: bool) -> PhpResult {
    let Some(definitions) = options.as_array() else {
        return Plan::simple(convert::to_int(options), flag::REQUIRE_ARRAY).apply(ctx, &Value::from(array.clone()));
    };
    let mut out = Array::new();
    for (key, definition) in definitions.clone().iter() {
        let phant_memory::KeyRef::Str(name) = key else {
            return Err(ctx.argument_type_error(2, "must contain only string keys"));
        };
        if name.is_empty() {
            return Err(ctx.argument_error(2, "cannot contain empty keys"));
        }
        match array.get(&key) {
            Some(value) => {
                let value = Plan::from_definition(&definition.deref()).apply(ctx, &value.unref())?;
                out.set(key.to_key(), value);
            }
            None if add_empty => out.set(key.to_key(), Value::NULL),
            None => {}
        }
    }
    Ok(Value::from(out))
}

/// Variables of the request, filtered.
#[php("function filter_input_array(int $type, array|int $options = FILTER_DEFAULT, bool $add_empty = true): array|false|null")]
fn filter_input_array(ctx: &Ctx, r#type: i64, options: &Value, add_empty: bool) -> PhpResult {
    if let Some(filter) = options.as_int()
        && unknown(ctx, filter)
    {
        return Ok(Value::FALSE);
    }
    let Some(array) = input(ctx, r#type)?.filter(|array| !array.is_empty()) else {
        let flags =
            options.as_array().and_then(|options| Some(convert::to_int(&options.get_bytes(b"flags")?.deref()))).unwrap_or(0);
        return Ok(if flags & flag::NULL_ON_FAILURE != 0 { Value::FALSE } else { Value::NULL });
    };
    filtered(ctx, &array, options, add_empty)
}

/// Elements of an array, filtered.
#[php("function filter_var_array(array $array, array|int $options = FILTER_DEFAULT, bool $add_empty = true): array|false|null")]
fn filter_var_array(ctx: &Ctx, array: &Array, options: &Value, add_empty: bool) -> PhpResult {
    if let Some(filter) = options.as_int()
        && unknown(ctx, filter)
    {
        return Ok(Value::FALSE);
    }
    filtered(ctx, array, options, add_empty)
}

/// The names of all filters.
#[php("function filter_list(): array")]
fn filter_list() -> Array {
    Array::list(NAMES.iter().map(|entry| Value::str(entry.0)))
}

/// The number of a filter.
#[php("function filter_id(string $name): int|false")]
fn filter_id(name: &PhpStr) -> OrFalse<i64> {
    NAMES.iter().find(|entry| entry.0.as_bytes() == name.as_bytes()).map(|entry| entry.1).into()
}
