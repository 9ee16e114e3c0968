//! `preg_replace_callback` and `preg_replace_callback_array`.

use crate::{
    cache::{LentMatcher, compile},
    error::State,
    groups::{Shape, Walk, groups},
    pattern::Pattern,
    replace::over_subjects,
};
use phant_memory::{Array, KeyRef, Str, StrBuilder, Value, View};
use phant_native::{Callable, Ctx, PhpResult, RefArg, convert, descriptor::FunctionGroup, functions, php};

pub(crate) const FUNCTIONS: FunctionGroup = functions![preg_replace_callback, preg_replace_callback_array];

/// Replaces what matches by what a callback makes of it.
#[php(
    "function preg_replace_callback(array|string $pattern, callable $callback, array|string $subject, int $limit = -1, &$count = null, int $flags = 0): array|string|null"
)]
fn preg_replace_callback(
    ctx: &Ctx,
    pattern: &Value,
    callback: &Value,
    subject: &Value,
    limit: i64,
    mut count: RefArg<'_>,
    flags: i64,
) -> PhpResult<Value> {
    let callback = ctx.callable(callback)?;
    let mut total = 0;
    let shape = Shape::new(flags);
    let result = over_subjects(ctx, subject, false, &mut total, &mut |ctx, subject, total| {
        in_subject(ctx, pattern, &callback, subject, limit, total, shape)
    });
    count.set(total);
    result
}

/// Replaces what matches by what each pattern's own callback makes of it.
#[php(
    "function preg_replace_callback_array(array $pattern, array|string $subject, int $limit = -1, &$count = null, int $flags = 0): array|string|null"
)]
fn preg_replace_callback_array(
    ctx: &Ctx,
    pattern: Array,
    subject: &Value,
    limit: i64,
    mut count: RefArg<'_>,
    flags: i64,
) -> PhpResult<Value> {
    let shape = Shape::new(flags);
    let mut total = 0;
    let mut subject = subject.clone();
    for (source, callback) in pattern.iter() {
        let Ok(callback) = ctx.resolve_callable(&callback.unref()) else {
            ctx.check()?;
            return Err(ctx.argument_type_error(1, "must contain only valid callbacks"));
        };
        let KeyRef::Str(source) = source else {
            return Err(ctx.argument_type_error(1, "must contain only string patterns as keys"));
        };
        let source = Value::from(source);
        subject = over_subjects(ctx, &subject, false, &mut total, &mut |ctx, subject, total| {
            in_subject(ctx, &source, &callback, subject, limit, total, shape)
        })?;
        if subject.is_null() {
            return Ok(subject);
        }
    }
    count.set(total);
    Ok(subject)
}

fn in_subject(
    ctx: &Ctx,
    pattern: &Value,
    callback: &Callable,
    mut subject: Str,
    limit: i64,
    total: &mut i64,
    shape: Shape,
) -> PhpResult<Option<Str>> {
    let View::Array(patterns) = pattern.view() else {
        let Some(source) = pattern.as_str() else { return Ok(None) };
        let Some(pattern) = compile(ctx, State::of(ctx), &source)? else { return Ok(None) };
        return replace(ctx, &pattern, callback, &subject, limit, total, shape);
    };
    for source in patterns.clone().values() {
        let source = convert::to_str(ctx, &source.unref())?;
        let Some(pattern) = compile(ctx, State::of(ctx), &source)? else { return Ok(None) };
        match replace(ctx, &pattern, callback, &subject, limit, total, shape)? {
            Some(replaced) => subject = replaced,
            None => return Ok(None),
        }
    }
    Ok(Some(subject))
}

fn replace(
    ctx: &Ctx,
    pattern: &Pattern,
    callback: &Callable,
    subject: &Str,
    limit: i64,
    total: &mut i64,
    shape: Shape,
) -> PhpResult<Option<Str>> {
    let state = State::of(ctx);
    state.clear_error();
    let mut matcher = LentMatcher::new(state.limits());
    let mut walk = Walk::new(pattern, subject, 0, state);
    let mut left = if limit < 0 { u64::MAX } else { limit as u64 };
    let text = subject.as_bytes();
    let mut out = None;
    let mut done = 0;
    let mut thrown = None;
    while left > 0 {
        let found = match walk.next(&mut matcher) {
            Ok(Some(found)) => found,
            Ok(None) => break,
            Err(code) => {
                state.fail(code);
                return Ok(None);
            }
        };
        let (start, end) = found.whole();
        let (Some(between), true) = (text.get(done..start), start <= end) else {
            state.fail_internally();
            return Ok(None);
        };
        left -= 1;
        *total += 1;
        // What matches after the callback has thrown is still counted.
        if thrown.is_some() {
            continue;
        }
        let argument = Value::from(groups(pattern, &found, subject, shape));
        let replacement = match ctx.call_with(callback, [argument]).and_then(|result| convert::to_str(ctx, &result)) {
            Ok(replacement) => replacement,
            Err(error) => {
                thrown = Some(error);
                continue;
            }
        };
        let out = out.get_or_insert_with(|| StrBuilder::with_capacity(text.len()));
        out.push_bytes(between);
        out.push_bytes(&replacement);
        done = end;
    }
    if let Some(error) = thrown {
        return Err(error);
    }
    Ok(Some(match out {
        None => subject.clone(),
        Some(mut out) => {
            out.push_bytes(&text[done..]);
            out.finish()
        }
    }))
}
