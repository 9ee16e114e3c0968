//! `preg_replace` and `preg_filter`.

use crate::{
    cache::{LentMatcher, compile},
    error::State,
    groups::Walk,
    pattern::Pattern,
    replacement::Replacement,
};
use phant_memory::{Array, Held, Str, StrBuilder, Value, View};
use phant_native::{Ctx, PhpResult, RefArg, convert, descriptor::FunctionGroup, functions, php};

pub(crate) const FUNCTIONS: FunctionGroup = functions![preg_replace, preg_filter];

/// Replaces what matches.
#[php(
    "function preg_replace(array|string $pattern, array|string $replacement, array|string $subject, int $limit = -1, &$count = null): array|string|null"
)]
fn preg_replace(
    ctx: &Ctx,
    pattern: &Value,
    replacement: &Value,
    subject: &Value,
    limit: i64,
    count: RefArg<'_>,
) -> PhpResult<Value> {
    run(ctx, pattern, replacement, subject, limit, count, false)
}

/// Replaces what matches and drops the subjects in which nothing does.
#[php(
    "function preg_filter(array|string $pattern, array|string $replacement, array|string $subject, int $limit = -1, &$count = null): array|string|null"
)]
fn preg_filter(
    ctx: &Ctx,
    pattern: &Value,
    replacement: &Value,
    subject: &Value,
    limit: i64,
    count: RefArg<'_>,
) -> PhpResult<Value> {
    run(ctx, pattern, replacement, subject, limit, count, true)
}

fn run(
    ctx: &Ctx,
    pattern: &Value,
    replacement: &Value,
    subject: &Value,
    limit: i64,
    mut count: RefArg<'_>,
    filter: bool,
) -> PhpResult<Value> {
    if pattern.is_str() && replacement.is_array() {
        return Err(ctx.argument_type_error(1, "must be of type array when argument #2 ($replacement) is an array, string given"));
    }
    let mut total = 0;
    if let (Some(pattern), Some(replacement), Some(subject)) = (pattern.own_str(), replacement.own_str(), subject.own_str()) {
        let state = State::of(ctx);
        let result = match compile(ctx, state, pattern)? {
            Some(pattern) => replace(state, &pattern, subject, replacement, limit, &mut total),
            None => None,
        };
        count.set(total);
        return Ok(Value::from(result.filter(|_| !filter || total > 0)));
    }
    if let (Some(pattern), Some(replacement)) = (pattern.own_str(), replacement.own_str()) {
        let state = State::of(ctx);
        let mut compiled = None;
        // One that is broken is told of for each subject.
        let result = over_subjects(ctx, subject, filter, &mut total, &mut |ctx, subject, total| {
            if compiled.is_none() {
                compiled = compile(ctx, state, pattern)?;
            }
            Ok(compiled.as_ref().and_then(|pattern| replace(state, pattern, &subject, replacement, limit, total)))
        })?;
        count.set(total);
        return Ok(result);
    }
    let result = over_subjects(ctx, subject, filter, &mut total, &mut |ctx, subject, total| {
        in_subject(ctx, pattern, replacement, subject, limit, total)
    })?;
    count.set(total);
    Ok(result)
}

/// What replaces one subject; the last argument counts replacements. `None`: an error.
pub(crate) type InSubject<'a> = dyn FnMut(&Ctx, Str, &mut i64) -> PhpResult<Option<Str>> + 'a;

/// Replaces in a text or in every element of an array. Elements with errors, and with `filter` those without matches,
/// are left out.
pub(crate) fn over_subjects(
    ctx: &Ctx,
    subject: &Value,
    filter: bool,
    total: &mut i64,
    each: &mut InSubject<'_>,
) -> PhpResult<Value> {
    match subject.view() {
        View::Array(subjects) => {
            let subjects = subjects.clone();
            let mut result = Array::with_capacity(if filter { 0 } else { subjects.len() });
            for (key, subject) in subjects.iter() {
                let before = *total;
                let subject = convert::to_str_onward(ctx, &subject.unref());
                if let Some(text) = each(ctx, subject, total)?
                    && (!filter || *total > before)
                {
                    result.set(key, Value::from(text));
                }
            }
            ctx.check()?;
            Ok(Value::from(result))
        }
        _ => {
            let subject = convert::to_str(ctx, subject)?;
            let text = each(ctx, subject, total)?;
            Ok(Value::from(text.filter(|_| !filter || *total > 0)))
        }
    }
}

fn in_subject(
    ctx: &Ctx,
    pattern: &Value,
    replacement: &Value,
    subject: Str,
    limit: i64,
    total: &mut i64,
) -> PhpResult<Option<Str>> {
    let state = State::of(ctx);
    let View::Array(patterns) = pattern.view() else {
        let (Some(pattern), Some(replacement)) = (pattern.as_str(), replacement.as_str()) else { return Ok(None) };
        let Some(pattern) = compile(ctx, state, &pattern)? else { return Ok(None) };
        return Ok(replace(state, &pattern, &subject, &replacement, limit, total));
    };
    let patterns = patterns.clone();
    let replacements = replacement.as_array().map(Held::into_owned);
    let mut next = replacements.iter().flat_map(|r| r.values());
    let mut subject = subject;
    for source in patterns.values() {
        let source = convert::to_str(ctx, &source.unref())?;
        let replacement = match (replacement.as_str(), next.next()) {
            (Some(one), _) => one.into_owned(),
            (None, Some(own)) => convert::to_str(ctx, &own.unref())?,
            (None, None) => Str::default(),
        };
        let Some(pattern) = compile(ctx, state, &source)? else { return Ok(None) };
        match replace(state, &pattern, &subject, &replacement, limit, total) {
            Some(replaced) => subject = replaced,
            None => return Ok(None),
        }
    }
    Ok(Some(subject))
}

/// Replaces up to `limit` matches (all if negative), adding their number to `total`. `None`: `preg_last_error` says why.
fn replace(state: &State, pattern: &Pattern, subject: &Str, replacement: &[u8], limit: i64, total: &mut i64) -> Option<Str> {
    state.clear_error();
    let mut matcher = LentMatcher::new(state.limits());
    let mut walk = Walk::new(pattern, subject, 0, state);
    let mut left = if limit < 0 { u64::MAX } else { limit as u64 };
    let text = subject.as_bytes();
    let mut parsed = None;
    let mut out = None;
    let mut done = 0;
    while left > 0 {
        let found = match walk.next(&mut matcher) {
            Ok(Some(found)) => found,
            Ok(None) => break,
            Err(code) => {
                state.fail(code);
                return None;
            }
        };
        let (start, end) = found.whole();
        let (Some(between), true) = (text.get(done..start), start <= end) else {
            state.fail_internally();
            return None;
        };
        let replacement = parsed.get_or_insert_with(|| Replacement::new(replacement));
        let out = out.get_or_insert_with(|| StrBuilder::with_capacity(text.len()));
        out.push_bytes(between);
        replacement.write(out, &found, text);
        done = end;
        left -= 1;
        *total += 1;
    }
    Some(match out {
        None => subject.clone(),
        Some(mut out) => {
            out.push_bytes(&text[done..]);
            out.finish()
        }
    })
}
