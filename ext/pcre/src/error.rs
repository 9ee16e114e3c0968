//! What the extension remembers during a request: the last error and the limits.

use phant_native::{Ctx, Late, descriptor::FunctionGroup, functions, ini, php};
use phant_pcre2::{Limits, errors};
use std::cell::Cell;

pub(crate) const FUNCTIONS: FunctionGroup = functions![preg_last_error, preg_last_error_msg];

pub(crate) const NONE: i64 = 0;
pub(crate) const INTERNAL: i64 = 1;
pub(crate) const BACKTRACK_LIMIT: i64 = 2;
pub(crate) const RECURSION_LIMIT: i64 = 3;
pub(crate) const BAD_UTF8: i64 = 4;
pub(crate) const BAD_UTF8_OFFSET: i64 = 5;
pub(crate) const JIT_STACK_LIMIT: i64 = 6;

const USUAL_LIMITS: Limits = Limits { matches: 1_000_000, depth: 100_000 };

/// State of the request. The settings are kept here because every call needs them.
pub(crate) struct State {
    last_error: Cell<i64>,
    limits: Cell<Limits>,
    jit: Cell<bool>,
}

impl Default for State {
    fn default() -> State {
        State { last_error: Cell::new(NONE), limits: Cell::new(USUAL_LIMITS), jit: Cell::new(true) }
    }
}

impl State {
    pub(crate) fn of(ctx: &Ctx) -> &'static State {
        ctx.state::<State>()
    }
    pub(crate) fn limits(&self) -> Limits {
        self.limits.get()
    }
    /// Whether empty matches may be stepped over in one search; a recursion limit set by hand must be seen where PHP
    /// sees it, in the interpreted search of the second step.
    pub(crate) fn usual_depth(&self) -> bool {
        self.limits.get().depth == USUAL_LIMITS.depth
    }
    pub(crate) fn jit(&self) -> bool {
        self.jit.get()
    }
    pub(crate) fn disable_jit(&self) {
        self.jit.set(false);
    }
    pub(crate) fn clear_error(&self) {
        self.last_error.set(NONE);
    }
    pub(crate) fn has_error(&self) -> bool {
        self.last_error.get() != NONE
    }
    pub(crate) fn fail_internally(&self) {
        self.last_error.set(INTERNAL);
    }
    /// Remembers an error of PCRE2's.
    pub(crate) fn fail(&self, code: i32) {
        self.last_error.set(match code {
            errors::MATCHLIMIT => BACKTRACK_LIMIT,
            errors::DEPTHLIMIT => RECURSION_LIMIT,
            errors::BADUTFOFFSET => BAD_UTF8_OFFSET,
            errors::JIT_STACKLIMIT => JIT_STACK_LIMIT,
            errors::UTF8_LAST..=errors::UTF8_FIRST => BAD_UTF8,
            _ => INTERNAL,
        });
    }

    pub(crate) fn set_backtrack_limit(ctx: &Ctx, value: &[u8]) -> Result<(), ()> {
        let state = State::of(ctx);
        state.limits.set(Limits { matches: ini::parse_int(value) as u32, ..state.limits() });
        Ok(())
    }
    pub(crate) fn set_recursion_limit(ctx: &Ctx, value: &[u8]) -> Result<(), ()> {
        let state = State::of(ctx);
        state.limits.set(Limits { depth: ini::parse_int(value) as u32, ..state.limits() });
        Ok(())
    }
    pub(crate) fn set_jit(ctx: &Ctx, value: &[u8]) -> Result<(), ()> {
        State::of(ctx).jit.set(ini::parse_bool(value));
        Ok(())
    }
}

/// The error of the last regular-expression call.
#[php("function preg_last_error(): int")]
fn preg_last_error(late: Late<'_>) -> i64 {
    late.state::<State>().last_error.get()
}

/// The text of the last regular-expression call's error.
#[php("function preg_last_error_msg(): string")]
fn preg_last_error_msg(late: Late<'_>) -> &'static str {
    match late.state::<State>().last_error.get() {
        NONE => "No error",
        BACKTRACK_LIMIT => "Backtrack limit exhausted",
        RECURSION_LIMIT => "Recursion limit exhausted",
        BAD_UTF8 => "Malformed UTF-8 characters, possibly incorrectly encoded",
        BAD_UTF8_OFFSET => "The offset did not correspond to the beginning of a valid UTF-8 code point",
        JIT_STACK_LIMIT => "JIT stack exhausted",
        _ => "Internal error",
    }
}
