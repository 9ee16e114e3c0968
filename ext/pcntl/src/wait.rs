//! Waiting for children, and what their status says.

use crate::{own_process, set_error, signals::info_array};
use phant_memory::{Array, Value};
use phant_native::{Ctx, PhpResult, RefArg, convert, descriptor::FunctionGroup, functions, php, ret::OrFalse};
use phant_os::{
    child::{self, status},
    signals,
    system::Usage,
};

pub const FUNCTIONS: FunctionGroup = functions![
    pcntl_waitpid,
    pcntl_wait,
    pcntl_waitid,
    pcntl_wifexited,
    pcntl_wifstopped,
    pcntl_wifcontinued,
    pcntl_wifsignaled,
    pcntl_wexitstatus,
    pcntl_wtermsig,
    pcntl_wstopsig,
];

fn usage_array(usage: &Usage) -> Array {
    let mut out = Array::new();
    for (name, value) in [
        ("ru_oublock", usage.blocks_out),
        ("ru_inblock", usage.blocks_in),
        ("ru_msgsnd", usage.messages_sent),
        ("ru_msgrcv", usage.messages_received),
        ("ru_maxrss", usage.max_rss),
        ("ru_ixrss", usage.shared_memory),
        ("ru_idrss", usage.data),
        ("ru_minflt", usage.minor_faults),
        ("ru_majflt", usage.major_faults),
        ("ru_nsignals", usage.signals),
        ("ru_nvcsw", usage.voluntary_switches),
        ("ru_nivcsw", usage.involuntary_switches),
        ("ru_nswap", usage.swaps),
        ("ru_utime.tv_usec", usage.user.1),
        ("ru_utime.tv_sec", usage.user.0),
        ("ru_stime.tv_usec", usage.system.1),
        ("ru_stime.tv_sec", usage.system.0),
    ] {
        out.set_name(name, Value::int(value));
    }
    out
}

fn wait(ctx: &Ctx, process: i64, mut status: RefArg<'_>, flags: i64, mut usage: RefArg<'_>, wants_usage: bool) -> PhpResult<i64> {
    own_process(ctx)?;
    // What is there stays if nothing is to be told.
    let before = convert::int(ctx, &status.get())?;
    let (child, word, used) = match child::wait(process as i32, flags as i32) {
        Ok((child, word, used)) => (i64::from(child), if child > 0 { i64::from(word) } else { before }, Some(used)),
        Err(error) => {
            set_error(ctx, &error);
            (-1, before, None)
        }
    };
    if wants_usage {
        usage.set(used.filter(|_| child > 0).map_or_else(Array::new, |used| usage_array(&used)));
    }
    status.set(i64::from(word as i32));
    Ok(child)
}

#[php("function pcntl_waitpid(int $process_id, &$status, int $flags = 0, &$resource_usage = []): int")]
fn pcntl_waitpid(ctx: &Ctx, process: i64, status: RefArg<'_>, flags: i64, usage: RefArg<'_>, passed: usize) -> PhpResult<i64> {
    wait(ctx, process, status, flags, usage, passed > 3)
}

#[php("function pcntl_wait(&$status, int $flags = 0, &$resource_usage = []): int")]
fn pcntl_wait(ctx: &Ctx, status: RefArg<'_>, flags: i64, usage: RefArg<'_>, passed: usize) -> PhpResult<i64> {
    wait(ctx, -1, status, flags, usage, passed > 2)
}

#[php("function pcntl_waitid(int $idtype = P_ALL, ?int $id = null, &$info = [], int $flags = WEXITED): bool")]
fn pcntl_waitid(ctx: &Ctx, kind: i64, id: Option<i64>, mut info: RefArg<'_>, flags: i64) -> PhpResult<bool> {
    own_process(ctx)?;
    match signals::wait_id(kind as u32, id.unwrap_or(0) as u32, flags as i32) {
        Ok(told) => {
            info.set(info_array(&told));
            Ok(true)
        }
        Err(error) => {
            set_error(ctx, &error);
            Ok(false)
        }
    }
}

#[php("function pcntl_wifexited(int $status): bool")]
fn pcntl_wifexited(status: i64) -> bool {
    status::exited(status as i32)
}

#[php("function pcntl_wifstopped(int $status): bool")]
fn pcntl_wifstopped(status: i64) -> bool {
    status::stopped(status as i32)
}

#[php("function pcntl_wifcontinued(int $status): bool")]
fn pcntl_wifcontinued(status: i64) -> bool {
    status::continued(status as i32)
}

#[php("function pcntl_wifsignaled(int $status): bool")]
fn pcntl_wifsignaled(status: i64) -> bool {
    status::signaled(status as i32)
}

#[php("function pcntl_wexitstatus(int $status): int|false")]
fn pcntl_wexitstatus(status: i64) -> OrFalse<i64> {
    OrFalse::Some(i64::from(status::exit_code(status as i32)))
}

#[php("function pcntl_wtermsig(int $status): int|false")]
fn pcntl_wtermsig(status: i64) -> OrFalse<i64> {
    OrFalse::Some(i64::from(status::end_signal(status as i32)))
}

#[php("function pcntl_wstopsig(int $status): int|false")]
fn pcntl_wstopsig(status: i64) -> OrFalse<i64> {
    OrFalse::Some(i64::from(status::stop_signal(status as i32)))
}
