//! Processes, users and groups by number.

use crate::{last_error, remember, set_error};
use phant_memory::{Array, PhpStr, Value};
use phant_native::{Ctx, descriptor::FunctionGroup, functions, php, ret::OrFalse};
use phant_os::{self as os, posix, system};

pub const FUNCTIONS: FunctionGroup = functions![
    posix_kill,
    posix_getpid,
    posix_getppid,
    posix_getuid,
    posix_setuid,
    posix_geteuid,
    posix_seteuid,
    posix_getgid,
    posix_setgid,
    posix_getegid,
    posix_setegid,
    posix_getgroups,
    posix_getlogin,
    posix_getpgrp,
    posix_setsid,
    posix_setpgid,
    posix_getpgid,
    posix_getsid,
    posix_uname,
    posix_times,
    posix_get_last_error,
    posix_strerror,
    posix_initgroups,
];

#[php("function posix_kill(int $process_id, int $signal): bool")]
fn posix_kill(ctx: &Ctx, process: i64, signal: i64) -> bool {
    remember(ctx, posix::kill(process as i32, signal as i32)).is_some()
}

#[php("function posix_getpid(): int")]
fn posix_getpid() -> i64 {
    posix::process_id()
}

#[php("function posix_getppid(): int")]
fn posix_getppid() -> i64 {
    posix::parent_id()
}

#[php("function posix_getuid(): int")]
fn posix_getuid() -> i64 {
    posix::user()
}

#[php("function posix_setuid(int $user_id): bool")]
fn posix_setuid(ctx: &Ctx, id: i64) -> bool {
    remember(ctx, posix::set_user(id as u32)).is_some()
}

#[php("function posix_geteuid(): int")]
fn posix_geteuid() -> i64 {
    posix::effective_user()
}

#[php("function posix_seteuid(int $user_id): bool")]
fn posix_seteuid(ctx: &Ctx, id: i64) -> bool {
    remember(ctx, posix::set_effective_user(id as u32)).is_some()
}

#[php("function posix_getgid(): int")]
fn posix_getgid() -> i64 {
    posix::group()
}

#[php("function posix_setgid(int $group_id): bool")]
fn posix_setgid(ctx: &Ctx, id: i64) -> bool {
    remember(ctx, posix::set_group(id as u32)).is_some()
}

#[php("function posix_getegid(): int")]
fn posix_getegid() -> i64 {
    posix::effective_group()
}

#[php("function posix_setegid(int $group_id): bool")]
fn posix_setegid(ctx: &Ctx, id: i64) -> bool {
    remember(ctx, posix::set_effective_group(id as u32)).is_some()
}

#[php("function posix_getgroups(): array|false")]
fn posix_getgroups(ctx: &Ctx) -> OrFalse<Array> {
    let groups = remember(ctx, posix::groups());
    OrFalse::from(groups.map(|all| Array::list(all.into_iter().map(|id| Value::int(i64::from(id))))))
}

#[php("function posix_getlogin(): string|false")]
fn posix_getlogin(ctx: &Ctx) -> OrFalse<Vec<u8>> {
    OrFalse::from(remember(ctx, posix::login()))
}

#[php("function posix_getpgrp(): int")]
fn posix_getpgrp() -> i64 {
    posix::process_group()
}

#[php("function posix_setsid(): int")]
fn posix_setsid() -> i64 {
    posix::new_session()
}

#[php("function posix_setpgid(int $process_id, int $process_group_id): bool")]
fn posix_setpgid(ctx: &Ctx, process: i64, group: i64) -> bool {
    remember(ctx, posix::set_process_group(process as i32, group as i32)).is_some()
}

#[php("function posix_getpgid(int $process_id): int|false")]
fn posix_getpgid(ctx: &Ctx, process: i64) -> OrFalse<i64> {
    OrFalse::from(remember(ctx, posix::process_group_of(process as i32)).map(i64::from))
}

#[php("function posix_getsid(int $process_id): int|false")]
fn posix_getsid(ctx: &Ctx, process: i64) -> OrFalse<i64> {
    OrFalse::from(remember(ctx, posix::session_of(process as i32)).map(i64::from))
}

#[php("function posix_uname(): array|false")]
fn posix_uname(ctx: &Ctx) -> OrFalse<Array> {
    let (Some(facts), Some(domain)) = (remember(ctx, system::uname()), remember(ctx, posix::domain_name())) else {
        return OrFalse::False;
    };
    let mut out = Array::new();
    for (name, text) in
        ["sysname", "nodename", "release", "version", "machine", "domainname"].iter().zip(facts.iter().chain([&domain]))
    {
        out.set_name(name, Value::str(text));
    }
    OrFalse::Some(out)
}

#[php("function posix_times(): array|false")]
fn posix_times(ctx: &Ctx) -> OrFalse<Array> {
    let Some(times) = remember(ctx, posix::times()) else { return OrFalse::False };
    let mut out = Array::new();
    for (name, ticks) in ["ticks", "utime", "stime", "cutime", "cstime"].iter().zip(times) {
        out.set_name(name, Value::int(ticks));
    }
    OrFalse::Some(out)
}

#[php("function posix_get_last_error(): int", alias = "posix_errno")]
fn posix_get_last_error(ctx: &Ctx) -> i64 {
    i64::from(last_error(ctx))
}

#[php("function posix_strerror(int $error_code): string")]
fn posix_strerror(error: i64) -> String {
    os::strerror(error as i32)
}

#[php("function posix_initgroups(string $username, int $group_id): bool")]
fn posix_initgroups(ctx: &Ctx, name: &PhpStr, group: i64) -> bool {
    if name.is_empty() {
        return false;
    }
    match posix::init_groups(name, group as u32) {
        Ok(()) => true,
        Err(error) => {
            set_error(ctx, error.raw_os_error().unwrap_or(0));
            false
        }
    }
}
