//! What a checked build (feature `checked`) adds to the engine. Without the feature nothing of this is in the code.
//!
//! - `PHANT_CHECK_GC=n` runs the collector at every n-th safepoint, so that values that only a frame or a native function
//!   refers to, without counting them, are missed at once.
//! - The effects that opcodes' rows and native functions declare are held against what happens: PHP code begins to run, an
//!   exception unwinds, the collector runs, variables are reached by name. Whatever was not declared panics and says who.

use crate::runtime::frame::{Frame, flags};
use phant_bytecode::Op;
use phant_bytecode::ops::Effects;
use phant_native::FunctionPtr;
use phant_native::descriptor::facts;
use std::cell::Cell;
use std::sync::OnceLock;

/// Every how many safepoints the collector runs; 0 for not.
fn interval() -> u32 {
    static INTERVAL: OnceLock<u32> = OnceLock::new();
    *INTERVAL.get_or_init(|| std::env::var("PHANT_CHECK_GC").ok().and_then(|n| n.parse().ok()).unwrap_or(0))
}

/// What the interrupt word never loses, so that every safepoint is noticed.
pub(crate) fn standing_interrupt() -> u32 {
    if cfg!(feature = "checked") && interval() > 0 { phant_memory::interrupt::CHECK } else { 0 }
}

/// A safepoint: whether the collector is to run, however little there is to collect.
pub(crate) fn wants_collection() -> bool {
    thread_local! {
        static PASSED: Cell<u32> = const { Cell::new(0) };
    }
    if standing_interrupt() == 0 {
        return false;
    }
    let passed = PASSED.get() + 1;
    let due = passed >= interval();
    PASSED.set(if due { 0 } else { passed });
    due
}

thread_local! {
    /// The native function whose body runs, as opposed to what the engine does around it.
    static BODY: Cell<Option<FunctionPtr>> = const { Cell::new(None) };
}

#[inline(always)]
fn with_body<R>(body: Option<FunctionPtr>, run: impl FnOnce() -> R) -> R {
    if !cfg!(feature = "checked") {
        return run();
    }
    let outer = BODY.replace(body);
    let result = run();
    BODY.set(outer);
    result
}
/// Runs the body of a native function.
#[inline(always)]
pub(crate) fn body<R>(function: FunctionPtr, run: impl FnOnce() -> R) -> R {
    with_body(Some(function), run)
}
/// Runs what happens in a native function but is no matter of it: destructors and error handlers.
#[inline(always)]
pub(crate) fn aside<R>(run: impl FnOnce() -> R) -> R {
    with_body(None, run)
}

/// Whether `PHANT_CHECK_EFFECTS=list` asks for a list instead of a panic.
fn lists() -> bool {
    static LIST: OnceLock<bool> = OnceLock::new();
    *LIST.get_or_init(|| std::env::var_os("PHANT_CHECK_EFFECTS").is_some_and(|v| v == "list"))
}

/// Panics if something happens that was not declared; with `PHANT_CHECK_EFFECTS=list`, the error stream says it.
fn hold(declared: bool, what: impl FnOnce() -> String) {
    if declared {
        return;
    }
    if lists() {
        eprintln!("effect: {}", what());
    } else {
        panic!("{}", what());
    }
}
fn fact(function: FunctionPtr) -> u32 {
    function.descriptor().map_or(u32::MAX, |d| d.facts)
}

/// PHP code is about to run on top of `caller`.
#[inline(always)]
pub(crate) fn enters<R>(caller: *mut Frame, run: impl FnOnce() -> R) -> R {
    if !cfg!(feature = "checked") {
        return run();
    }
    match BODY.get() {
        Some(f) => {
            hold(fact(f) & facts::CALLS_PHP != 0, || format!("{}() calls PHP code and does not declare it", f.display_name()))
        }
        None => expect(caller, Effects::call, "runs PHP code"),
    }
    with_body(None, run)
}
/// Variables of the running function are reached by name.
pub(crate) fn reaches_variables(write: bool) {
    if !cfg!(feature = "checked") {
        return;
    }
    let Some(f) = BODY.get() else { return };
    let needed = if write { facts::WRITES_VARS } else { facts::WRITES_VARS | facts::READS_VARS };
    let how = if write { "writes" } else { "reads" };
    hold(fact(f) & needed != 0, || format!("{}() {how} variables of its caller and does not declare it", f.display_name()));
}
thread_local! {
    /// What unwinds next was noticed on the way to another instruction.
    static BETWEEN: Cell<bool> = const { Cell::new(false) };
}
/// A jump has ended in an exception: its target is the frame's instruction by now, and says nothing of that.
pub(crate) fn unwinds_between() {
    if cfg!(feature = "checked") {
        BETWEEN.set(true);
    }
}
/// An exception, or the end of the request, leaves an instruction of `frame`.
pub(crate) fn unwinds(frame: *mut Frame) {
    if cfg!(feature = "checked") && !BETWEEN.take() {
        expect(frame, Effects::throw, "throws");
    }
}
/// The collector is about to run in an instruction of `frame`.
pub(crate) fn collects(frame: *mut Frame) {
    if cfg!(feature = "checked") && BODY.get().is_none() {
        expect(frame, Effects::collect, "runs the collector");
    }
}
/// The instruction that a frame of compiled code is at must have an effect.
fn expect(frame: *mut Frame, effect: Effects, what: &str) {
    // Only as a list: the instruction that a frame is said to be at is an older one where fast paths have not noted theirs.
    if frame.is_null() || !lists() {
        return;
    }
    // SAFETY: a live frame, whose instruction is noted before anything that could look at it.
    let op = unsafe {
        let in_code = (*frame).flags & flags::NATIVE == 0 && !(*frame).func.is_null() && (*(*frame).func).code().is_some();
        // A frame that lets go of its variables is at its end, which need not be noted; returning may call and collect.
        let leaves = (*frame).flags & flags::LEFT != 0;
        if !in_code || leaves || (*frame).pc.is_null() {
            return;
        }
        Op::from_number((*(*frame).pc).op)
    };
    let op = op.expect("compiled code");
    // Where a part of a string is an undefined variable, the joining reports it in that part's place.
    let op = if op == Op::RopeVar { Op::Rope } else { op };
    hold(op.row().effects.has(effect), || format!("{op:?} {what}, which its row does not say"));
}
