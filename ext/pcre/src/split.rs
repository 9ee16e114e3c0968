//! `preg_split`.

use crate::{
    cache::{LentMatcher, compile},
    error::State,
    flags,
    groups::{Walk, piece_at},
    pattern::Pattern,
};
use phant_memory::{Array, Str, Value};
use phant_native::{Ctx, PhpResult, descriptor::FunctionGroup, functions, php, ret::OrFalse};

pub(crate) const FUNCTIONS: FunctionGroup = functions![preg_split];

/// Splits a text where a pattern matches.
#[php("function preg_split(string $pattern, string $subject, int $limit = -1, int $flags = 0): array|false")]
fn preg_split(ctx: &Ctx, pattern: &Str, subject: &Str, limit: i64, flags: i64) -> PhpResult<OrFalse<Array>> {
    let Some(pattern) = compile(ctx, State::of(ctx), pattern)? else { return Ok(OrFalse::False) };
    split(ctx, &pattern, subject, limit, flags)
}

/// Splits a text: the body of `preg_split`.
pub fn split(ctx: &Ctx, pattern: &Pattern, subject: &Str, limit: i64, flags: i64) -> PhpResult<OrFalse<Array>> {
    let no_empty = flags & flags::SPLIT_NO_EMPTY != 0;
    let separators = flags & flags::SPLIT_DELIM_CAPTURE != 0;
    let offsets = flags & flags::SPLIT_OFFSET_CAPTURE != 0;
    let state = State::of(ctx);
    state.clear_error();
    let mut pieces = Array::with_capacity(8);
    let out = pieces.make_mut();
    // -1 and 0: no limit. Any other number leaves the last piece, so that other negative ones do not split at all.
    let mut left = if limit == -1 || limit == 0 { None } else { Some(limit) };
    let mut matcher = LentMatcher::new(state.limits());
    let mut walk = Walk::new(pattern, subject, 0, state);
    let mut last = 0;
    while left.is_none_or(|left| left > 1) {
        let found = match walk.next(&mut matcher) {
            Ok(Some(found)) => found,
            Ok(None) => break,
            Err(code) => {
                state.fail(code);
                return Ok(OrFalse::False);
            }
        };
        let (start, end) = found.whole();
        if end < start || start < last {
            state.fail_internally();
            return Ok(OrFalse::False);
        }
        if !no_empty || start != last {
            let _ = out.push(piece_at(subject, last, start, offsets));
            left = left.map(|left| left - 1);
        }
        if separators {
            for group in 1..found.count() {
                let (from, to) = found.raw(group).unwrap_or_default();
                if !no_empty || from != to {
                    let piece = match found.raw(group) {
                        // A group that took no part is nowhere.
                        None if offsets => Value::from(Array::list([Value::from(Str::default()), Value::int(-1)])),
                        _ => piece_at(subject, from, to, offsets),
                    };
                    let _ = out.push(piece);
                }
            }
        }
        last = end;
    }
    if !no_empty || last < subject.len() {
        let _ = out.push(piece_at(subject, last, subject.len(), offsets));
    }
    Ok(OrFalse::Some(pieces))
}
