//! `preg_grep`.

use crate::{
    cache::{LentMatcher, compile},
    error::State,
    flags,
};
use phant_memory::{Array, Str};
use phant_native::{Ctx, PhpResult, convert, descriptor::FunctionGroup, functions, php, ret::OrFalse};

pub(crate) const FUNCTIONS: FunctionGroup = functions![preg_grep];

/// The elements that match a pattern, with their keys.
#[php("function preg_grep(string $pattern, array $array, int $flags = 0): array|false")]
fn preg_grep(ctx: &Ctx, pattern: &Str, array: &Array, flags: i64) -> PhpResult<OrFalse<Array>> {
    let Some(pattern) = compile(ctx, State::of(ctx), pattern)? else { return Ok(OrFalse::False) };
    let invert = flags & flags::GREP_INVERT != 0;
    let state = State::of(ctx);
    state.clear_error();
    let mut matcher = LentMatcher::new(state.limits());
    let mut kept = Array::with_capacity(0);
    for (key, value) in array.clone().iter() {
        let converted;
        let text = match value.own_str() {
            Some(text) => text,
            None => {
                converted = convert::to_str(ctx, &value.unref())?;
                &converted
            }
        };
        match matcher.find(&pattern.regex, pattern.subject(text), 0, 0) {
            Ok(found) => {
                if found.is_some() != invert {
                    kept.set(key, value.clone());
                }
            }
            Err(code) => {
                state.fail(code);
                break;
            }
        }
    }
    Ok(OrFalse::Some(kept))
}
