//! Clocks, waiting, and use of resources: `microtime`, `hrtime`, `sleep`, `getrusage`, `sys_getloadavg`.

use phant_memory::{Array, Value};
use phant_native::{Ctx, PhpResult, descriptor::FunctionGroup, functions, php};
use phant_os::time;
use std::{
    sync::OnceLock,
    thread,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

pub(crate) const FUNCTIONS: FunctionGroup =
    functions![microtime, gettimeofday, hrtime, sleep, usleep, time_nanosleep, time_sleep_until, getrusage, sys_getloadavg,];

/// Time since 1970.
fn now() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

#[php("function microtime(bool $as_float = false): string|float")]
fn microtime(as_float: bool) -> Value {
    let now = now();
    let micros = now.subsec_micros();
    if as_float {
        return Value::float(now.as_secs() as f64 + f64::from(micros) / 1e6);
    }
    Value::from(format!("0.{micros:06}00 {}", now.as_secs()))
}

#[php("function gettimeofday(bool $as_float = false): array|float")]
fn gettimeofday(as_float: bool) -> Value {
    if as_float {
        return microtime(true);
    }
    let now = now();
    let mut out = Array::with_hash_capacity(4);
    out.set_name("sec", Value::int(now.as_secs() as i64));
    out.set_name("usec", Value::int(i64::from(now.subsec_micros())));
    out.set_name("minuteswest", Value::int(0));
    out.set_name("dsttime", Value::int(0));
    Value::from(out)
}

/// Nanoseconds of a clock that never goes back, from an arbitrary point in time.
fn monotonic() -> u64 {
    static START: OnceLock<(Instant, u64)> = OnceLock::new();
    // Starting from the wall clock keeps two processes' readings apart, and values positive.
    let (start, offset) = START.get_or_init(|| (Instant::now(), now().as_nanos() as u64 & (u64::MAX >> 20)));
    offset + start.elapsed().as_nanos() as u64
}

#[php("function hrtime(bool $as_number = false): array|int|float|false")]
fn hrtime(as_number: bool) -> Value {
    let nanos = monotonic();
    if as_number {
        return Value::int(nanos as i64);
    }
    Value::from(Array::list([Value::int((nanos / 1_000_000_000) as i64), Value::int((nanos % 1_000_000_000) as i64)]))
}

fn negative(ctx: &Ctx, number: usize) -> phant_native::Thrown {
    ctx.argument_error(number, "must be greater than or equal to 0")
}

#[php("function sleep(int $seconds): int")]
fn sleep(ctx: &Ctx, seconds: i64) -> PhpResult<i64> {
    match u64::try_from(seconds) {
        Ok(seconds) => {
            // What is left is rounded, as the C library does it.
            let left = time::sleep(Duration::from_secs(seconds));
            Ok(left.as_secs() as i64 + i64::from(left.subsec_millis() >= 500))
        }
        Err(_) => Err(negative(ctx, 1)),
    }
}

#[php("function usleep(int $microseconds): void")]
fn usleep(ctx: &Ctx, microseconds: i64) -> PhpResult<()> {
    match u64::try_from(microseconds) {
        Ok(microseconds) => {
            time::sleep(Duration::from_micros(microseconds));
            Ok(())
        }
        Err(_) => Err(negative(ctx, 1)),
    }
}

#[php("function time_nanosleep(int $seconds, int $nanoseconds): array|bool")]
fn time_nanosleep(ctx: &Ctx, seconds: i64, nanoseconds: i64) -> PhpResult {
    let (Ok(s), Ok(n)) = (u64::try_from(seconds), u64::try_from(nanoseconds)) else {
        return Err(negative(ctx, if seconds < 0 { 1 } else { 2 }));
    };
    if n > 999_999_999 {
        return Err(ctx.value_error("Nanoseconds was not in the range 0 to 999 999 999 or seconds was negative"));
    }
    let left = time::sleep(Duration::new(s, n as u32));
    if left.is_zero() {
        return Ok(Value::TRUE);
    }
    let mut rest = Array::new();
    rest.set_name("seconds", Value::int(left.as_secs() as i64));
    rest.set_name("nanoseconds", Value::int(i64::from(left.subsec_nanos())));
    Ok(Value::from(rest))
}

#[php("function time_sleep_until(float $timestamp): bool")]
fn time_sleep_until(ctx: &Ctx, timestamp: f64) -> PhpResult<bool> {
    // What fits the system's clock in nanoseconds.
    const MOST: u64 = u64::MAX / 1_000_000_000;
    if !(0.0..=MOST as f64).contains(&timestamp) {
        return Err(ctx.argument_error(1, format!("must be between 0 and {MOST}")));
    }
    let wait = timestamp - now().as_secs_f64();
    if wait <= 0.0 {
        ctx.warning("Argument #1 ($timestamp) must be greater than or equal to the current time");
        ctx.check()?;
        return Ok(false);
    }
    thread::sleep(Duration::try_from_secs_f64(wait).unwrap_or(Duration::MAX));
    Ok(true)
}

#[php("function getrusage(int $mode = 0): array|false")]
fn getrusage(mode: i64) -> Value {
    let Ok(u) = phant_os::system::resource_usage(mode == 1) else { return Value::FALSE };
    let rows = [
        ("ru_oublock", u.blocks_out),
        ("ru_inblock", u.blocks_in),
        ("ru_msgsnd", u.messages_sent),
        ("ru_msgrcv", u.messages_received),
        ("ru_maxrss", u.max_rss),
        ("ru_ixrss", u.shared_memory),
        ("ru_idrss", u.data),
        ("ru_minflt", u.minor_faults),
        ("ru_majflt", u.major_faults),
        ("ru_nsignals", u.signals),
        ("ru_nvcsw", u.voluntary_switches),
        ("ru_nivcsw", u.involuntary_switches),
        ("ru_nswap", u.swaps),
        ("ru_utime.tv_usec", u.user.1),
        ("ru_utime.tv_sec", u.user.0),
        ("ru_stime.tv_usec", u.system.1),
        ("ru_stime.tv_sec", u.system.0),
    ];
    let mut out = Array::with_hash_capacity(rows.len());
    for (name, value) in rows {
        out.set_name(name, Value::int(value));
    }
    Value::from(out)
}

#[php("function sys_getloadavg(): array|false")]
fn sys_getloadavg() -> Value {
    match phant_os::ids::load_average() {
        Some(averages) => Value::from(averages.into_iter().map(Value::float).collect::<Array>()),
        None => Value::FALSE,
    }
}
