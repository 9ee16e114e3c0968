//! `preg_match` and `preg_match_all`.

use crate::{
    cache::{LentMatcher, compile},
    error::State,
    flags,
    groups::{Shape, Walk, groups},
    pattern::Pattern,
};
use phant_memory::{Array, Key, Str, Value};
use phant_native::{Ctx, PhpResult, RefArg, descriptor::FunctionGroup, functions, php, ret::OrFalse};
use phant_pcre2::Captures;

pub(crate) const FUNCTIONS: FunctionGroup = functions![preg_match, preg_match_all];

/// How the groups of all matches are arranged.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum MatchAll {
    /// Only the first match.
    No,
    /// By group.
    PatternOrder,
    /// By match.
    SetOrder,
}

/// Searches a text for a pattern.
#[php(
    "function preg_match(string $pattern, string $subject, &$matches = null, int $flags = 0, int $offset = 0): int|false",
    leaves_arrays
)]
fn preg_match(
    ctx: &Ctx,
    passed: usize,
    pattern: &Str,
    subject: &Str,
    matches: RefArg<'_>,
    flags: i64,
    offset: i64,
) -> PhpResult<OrFalse<i64>> {
    run(ctx, pattern, subject, (passed > 2).then_some(matches), flags, offset, false)
}

/// Searches a text for every match of a pattern.
#[php(
    "function preg_match_all(string $pattern, string $subject, &$matches = null, int $flags = 0, int $offset = 0): int|false",
    leaves_arrays
)]
fn preg_match_all(
    ctx: &Ctx,
    passed: usize,
    pattern: &Str,
    subject: &Str,
    matches: RefArg<'_>,
    flags: i64,
    offset: i64,
) -> PhpResult<OrFalse<i64>> {
    run(ctx, pattern, subject, (passed > 2).then_some(matches), flags, offset, true)
}

fn run(
    ctx: &Ctx,
    pattern: &Str,
    subject: &Str,
    groups: Option<RefArg<'_>>,
    flags: i64,
    offset: i64,
    all: bool,
) -> PhpResult<OrFalse<i64>> {
    let state = State::of(ctx);
    let Some(pattern) = compile(ctx, state, pattern)? else { return Ok(OrFalse::False) };
    if offset == i64::MIN {
        return Err(ctx.argument_error(5, format!("must be greater than {offset}")));
    }
    match groups {
        None => matches(ctx, state, &pattern, subject, None, flags, offset, all),
        Some(mut variable) => {
            let mut groups = Array::new();
            let result = matches(ctx, state, &pattern, subject, Some(&mut groups), flags, offset, all);
            variable.set(groups);
            result
        }
    }
}

fn order(flags: i64, all: bool) -> Option<MatchAll> {
    match (flags & 0xff, all) {
        (0, false) => Some(MatchAll::No),
        (0 | flags::PATTERN_ORDER, true) => Some(MatchAll::PatternOrder),
        (flags::SET_ORDER, true) => Some(MatchAll::SetOrder),
        _ => None,
    }
}

/// Searches a text: `preg_match`, or `preg_match_all` if `all`. `out` gets the groups; without it, matches are only
/// counted. The result is the number of matches, or `false` if `preg_last_error` has something to say.
fn matches(
    ctx: &Ctx,
    state: &State,
    pattern: &Pattern,
    subject: &Str,
    mut out: Option<&mut Array>,
    flags: i64,
    offset: i64,
    all: bool,
) -> PhpResult<OrFalse<i64>> {
    let Some(order) = order(flags, all) else {
        return Err(ctx.argument_error(4, "must be a PREG_* constant"));
    };
    let start = if offset < 0 { subject.len().saturating_sub(offset.unsigned_abs() as usize) } else { offset as usize };
    if start > subject.len() {
        state.fail_internally();
        return Ok(OrFalse::False);
    }
    state.clear_error();
    let shape = Shape::new(flags);
    let mut matcher = LentMatcher::new(state.limits());
    let mut walk = Walk::new(pattern, subject, start, state);
    let mut columns = match (&out, order) {
        (Some(_), MatchAll::PatternOrder) => Some(Columns::new(pattern)),
        _ => None,
    };
    let mut count = 0;
    loop {
        let found = match walk.next(&mut matcher) {
            Ok(Some(found)) => found,
            Ok(None) => break,
            Err(code) => {
                state.fail(code);
                break;
            }
        };
        let (from, to) = found.whole();
        if to < from {
            ctx.warning("Get subpatterns list failed");
            ctx.check()?;
            return Ok(OrFalse::False);
        }
        count += 1;
        if let Some(out) = out.as_deref_mut() {
            match (order, &mut columns) {
                (MatchAll::No, _) => *out = groups(pattern, &found, subject, shape),
                (_, Some(columns)) => columns.add(&found, subject, shape),
                (_, None) => {
                    let _ = out.push(Value::from(groups(pattern, &found, subject, shape)));
                }
            }
        }
        if !all {
            break;
        }
    }
    if let (Some(out), Some(columns)) = (out, columns) {
        *out = columns.finish(pattern);
    }
    Ok(if state.has_error() { OrFalse::False } else { OrFalse::Some(count) })
}

/// All matches, by group.
struct Columns {
    groups: Vec<Array>,
    marks: Option<Array>,
    count: usize,
    has_marks: bool,
}

impl Columns {
    fn new(pattern: &Pattern) -> Columns {
        let groups = vec![Array::new(); pattern.regex.groups()];
        Columns { groups, marks: None, count: 0, has_marks: pattern.marks }
    }
    #[inline]
    fn add(&mut self, found: &Captures<'_>, subject: &Str, shape: Shape) {
        for (i, column) in self.groups.iter_mut().enumerate() {
            if self.count == 0 {
                *column = Array::with_capacity(8);
            }
            let _ = column.push(shape.group(subject, found.raw(i)));
        }
        if self.has_marks
            && let Some(mark) = found.mark()
        {
            self.marks.get_or_insert_default().set(self.count, Value::str(mark));
        }
        self.count += 1;
    }
    fn finish(self, pattern: &Pattern) -> Array {
        if pattern.names.is_empty() && self.marks.is_none() {
            return self.groups.into_iter().map(Value::from).collect();
        }
        let mut array = Array::with_hash_capacity(self.groups.len() * 2 + 1);
        let elements = array.make_mut();
        for (i, column) in self.groups.into_iter().enumerate() {
            let column = Value::from(column);
            if let Some(Some(name)) = pattern.names.get(i) {
                elements.set(Key::Str(name.to_str()), column.clone());
            }
            let _ = elements.push(column);
        }
        if let Some(marks) = self.marks {
            elements.set(Key::Str(Str::new("MARK")), Value::from(marks));
        }
        array
    }
}
