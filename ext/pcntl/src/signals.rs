//! Signals: handlers, masks, waiting.

use crate::{own_process, set_error};
use phant_interrupt::{SIGNAL, raise};
use phant_memory::{Array, HeapMap, Value, View, heap_map};
use phant_native::{
    Ctx, PhpResult, RefArg, coerce, convert, descriptor::FunctionGroup, descriptor::TypeMask, functions, php, ret::OrFalse,
};
use phant_os::{
    self as os,
    signals::{self, Action, Info, LAST},
};
use std::{
    cell::{Cell, RefCell},
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

pub const FUNCTIONS: FunctionGroup = functions![
    pcntl_signal,
    pcntl_signal_get_handler,
    pcntl_signal_dispatch,
    pcntl_sigprocmask,
    pcntl_sigwaitinfo,
    pcntl_sigtimedwait,
    pcntl_alarm,
    pcntl_async_signals,
];

/// `SIG_DFL` and `SIG_IGN`
const DEFAULT: i64 = 0;
const IGNORE: i64 = 1;
/// `SIG_BLOCK`, `SIG_UNBLOCK` and `SIG_SETMASK`
const MODES: std::ops::RangeInclusive<i64> = 0..=2;
const SET_MASK: i64 = 2;

/// What the script has said of signals.
#[derive(Default)]
struct State {
    /// By signal: a callable, `SIG_DFL` or `SIG_IGN`.
    handlers: RefCell<Option<HeapMap<i32, Value>>>,
    /// Handlers are being called: they do not interrupt each other.
    dispatching: Cell<bool>,
}

/// Whether handlers are called at safepoints. It is looked at where signals arrive, in the middle of anything; the process
/// has one script (`own_process`).
static ASYNC: AtomicBool = AtomicBool::new(false);

/// What has arrived and was not looked at ends with the script.
pub fn end() {
    ASYNC.store(false, Ordering::Relaxed);
    while signals::take().is_some() {}
}

fn arrived() {
    if ASYNC.load(Ordering::Relaxed) {
        raise(SIGNAL);
    }
}

/// What is known about a signal, as handlers get it.
pub fn info_array(info: &Info) -> Array {
    const SIGILL: i32 = 4;
    const SIGBUS: i32 = 7;
    const SIGFPE: i32 = 8;
    const SIGUSR1: i32 = 10;
    const SIGSEGV: i32 = 11;
    const SIGUSR2: i32 = 12;
    const SIGCHLD: i32 = 17;
    const SIGPOLL: i32 = 29;
    const SIGRTMIN: i32 = 34;
    let mut out = Array::new();
    let mut set = |name: &str, value: i64| out.set_text(name, Value::int(value));
    set("signo", i64::from(info.signal));
    set("errno", i64::from(info.error));
    set("code", i64::from(info.code));
    match info.signal {
        SIGCHLD => {
            set("status", i64::from(info.status));
            set("utime", info.user_time);
            set("stime", info.system_time);
            set("pid", i64::from(info.process));
            set("uid", i64::from(info.user));
        }
        SIGUSR1 | SIGUSR2 | SIGRTMIN..=LAST => {
            set("pid", i64::from(info.process));
            set("uid", i64::from(info.user));
        }
        SIGILL | SIGFPE | SIGSEGV | SIGBUS => set("addr", info.address as i64),
        SIGPOLL => {
            set("band", info.band);
            set("fd", i64::from(info.descriptor));
        }
        _ => {}
    }
    out
}

/// Calls the handlers of the signals that have arrived. Once one has thrown, the rest are forgotten. What arrives
/// meanwhile waits for the next time, as in PHP.
pub fn dispatch(ctx: &Ctx) {
    let waiting = signals::waiting();
    if waiting == 0 {
        return;
    }
    let state = ctx.state::<State>();
    if state.dispatching.replace(true) {
        return;
    }
    for info in std::iter::from_fn(signals::take).take(waiting) {
        if ctx.has_exception() {
            continue;
        }
        let handler = state.handlers.borrow().as_ref().and_then(|all| all.get(&info.signal).cloned());
        if let Some(handler) = handler.filter(|handler| !handler.is_int()) {
            // What it throws is pending.
            let _ = ctx.call_value(&handler, &[Value::int(i64::from(info.signal)), Value::from(info_array(&info))]);
        }
    }
    state.dispatching.set(false);
}

#[php("function pcntl_signal(int $signal, $handler, bool $restart_syscalls = true): bool")]
fn pcntl_signal(ctx: &Ctx, signal: i64, handler: &Value, restart: bool) -> PhpResult<bool> {
    own_process(ctx)?;
    if signal < 1 {
        return Err(ctx.argument_error(1, "must be greater than or equal to 1"));
    }
    if signal > i64::from(LAST) {
        return Err(ctx.argument_error(1, format!("must be less than {}", LAST + 1)));
    }
    let signal = signal as i32;
    let action = match handler.view() {
        View::Int(DEFAULT) => Action::Default,
        View::Int(IGNORE) => Action::Ignore,
        View::Int(_) => {
            return Err(ctx.argument_error(2, "must be either SIG_DFL or SIG_IGN when an integer value is given"));
        }
        _ => {
            if ctx.resolve_callable(handler).is_err() {
                ctx.check()?;
                let given = convert::value_name(handler);
                return Err(ctx.argument_type_error(2, format!("must be of type callable|int, {given} given")));
            }
            Action::Queue { restart }
        }
    };
    if let Err(error) = signals::set_action(signal, action, arrived) {
        set_error(ctx, &error);
        ctx.warning("Error assigning signal");
        return Ok(false);
    }
    let old = ctx.state::<State>().handlers.borrow_mut().get_or_insert_with(heap_map).insert(signal, handler.clone());
    drop(old);
    Ok(true)
}

#[php("function pcntl_signal_get_handler(int $signal)")]
fn pcntl_signal_get_handler(ctx: &Ctx, signal: i64) -> PhpResult {
    if !(1..=i64::from(LAST)).contains(&signal) {
        return Err(ctx.argument_error(1, format!("must be between 1 and {LAST}")));
    }
    let known = ctx.state::<State>().handlers.borrow().as_ref().and_then(|all| all.get(&(signal as i32)).cloned());
    Ok(known.unwrap_or(Value::int(DEFAULT)))
}

#[php("function pcntl_signal_dispatch(): bool")]
fn pcntl_signal_dispatch(ctx: &Ctx) -> bool {
    dispatch(ctx);
    true
}

#[php("function pcntl_async_signals(?bool $enable = null): bool")]
fn pcntl_async_signals(ctx: &Ctx, enable: Option<bool>) -> PhpResult<bool> {
    let Some(enable) = enable else { return Ok(ASYNC.load(Ordering::Relaxed)) };
    own_process(ctx)?;
    let before = ASYNC.swap(enable, Ordering::Relaxed);
    // What has arrived before is not forgotten.
    if enable && signals::waiting() > 0 {
        raise(SIGNAL);
    }
    Ok(before)
}

#[php("function pcntl_alarm(int $seconds): int")]
fn pcntl_alarm(ctx: &Ctx, seconds: i64) -> PhpResult<i64> {
    own_process(ctx)?;
    Ok(i64::from(signals::alarm(seconds as u32)))
}

/// The signals that an argument lists.
fn signal_list(ctx: &Ctx, number: usize, list: &Array) -> PhpResult<Vec<i32>> {
    let strict = ctx.host.caller_is_strict(ctx);
    let mut out = Vec::new();
    for value in list.values() {
        let value = value.unref();
        let signal = match value.view() {
            View::Int(signal) => Some(signal),
            View::Null if !strict => Some(0),
            View::Array(_) | View::Object(_) => None,
            _ => coerce::scalar_to(ctx, &value, TypeMask::INT, strict)?.and_then(|signal| signal.as_int()),
        };
        match signal {
            Some(signal) if (1..=i64::from(LAST)).contains(&signal) => out.push(signal as i32),
            Some(_) => return Err(ctx.argument_error(number, format!("signals must be between 1 and {LAST}"))),
            None => {
                let given = convert::value_name(&value);
                return Err(ctx.argument_type_error(number, format!("signals must be of type int, {given} given")));
            }
        }
    }
    Ok(out)
}

#[php("function pcntl_sigprocmask(int $mode, array $signals, &$old_signals = null): bool")]
fn pcntl_sigprocmask(ctx: &Ctx, mode: i64, list: &Array, mut old: RefArg<'_>, passed: usize) -> PhpResult<bool> {
    own_process(ctx)?;
    if !MODES.contains(&mode) {
        return Err(ctx.argument_error(1, "must be one of SIG_BLOCK, SIG_UNBLOCK, or SIG_SETMASK"));
    }
    if list.is_empty() && mode != SET_MASK {
        return Err(ctx.argument_error(2, "must not be empty"));
    }
    let list = signal_list(ctx, 2, list)?;
    match signals::mask(mode as i32, &list) {
        Ok(before) => {
            if passed > 2 {
                old.set(Array::list(before.into_iter().map(|signal| Value::int(i64::from(signal)))));
            }
            Ok(true)
        }
        Err(error) => {
            set_error(ctx, &error);
            ctx.warning(os::error_text(&error));
            Ok(false)
        }
    }
}

fn wait(ctx: &Ctx, list: &[i32], timeout: Option<Duration>, mut info: RefArg<'_>, passed: usize) -> PhpResult<OrFalse<i64>> {
    const EAGAIN: i32 = 11;
    match signals::wait_for(list, timeout) {
        Ok(told) => {
            if passed > 1 {
                info.set(info_array(&told));
            }
            Ok(OrFalse::Some(i64::from(told.signal)))
        }
        Err(error) => {
            if set_error(ctx, &error) != EAGAIN {
                ctx.warning(os::error_text(&error));
            }
            Ok(OrFalse::False)
        }
    }
}

#[php("function pcntl_sigwaitinfo(array $signals, &$info = []): int|false")]
fn pcntl_sigwaitinfo(ctx: &Ctx, list: &Array, info: RefArg<'_>, passed: usize) -> PhpResult<OrFalse<i64>> {
    own_process(ctx)?;
    if list.is_empty() {
        return Err(ctx.argument_error(1, "must not be empty"));
    }
    let list = signal_list(ctx, 1, list)?;
    wait(ctx, &list, None, info, passed)
}

#[php("function pcntl_sigtimedwait(array $signals, &$info = [], int $seconds = 0, int $nanoseconds = 0): int|false")]
fn pcntl_sigtimedwait(
    ctx: &Ctx,
    list: &Array,
    info: RefArg<'_>,
    seconds: i64,
    nanoseconds: i64,
    passed: usize,
) -> PhpResult<OrFalse<i64>> {
    own_process(ctx)?;
    if list.is_empty() {
        return Err(ctx.argument_error(1, "must not be empty"));
    }
    let list = signal_list(ctx, 1, list)?;
    let Ok(whole) = u64::try_from(seconds) else {
        return Err(ctx.argument_error(3, "must be greater than or equal to 0"));
    };
    let Some(rest) = u32::try_from(nanoseconds).ok().filter(|&rest| rest < 1_000_000_000) else {
        return Err(ctx.argument_error(4, "must be between 0 and 1e9"));
    };
    if whole == 0 && rest == 0 {
        let text =
            "pcntl_sigtimedwait(): At least one of argument #3 ($seconds) or argument #4 ($nanoseconds) must be greater than 0";
        return Err(ctx.value_error(text));
    }
    wait(ctx, &list, Some(Duration::new(whole, rest)), info, passed)
}
