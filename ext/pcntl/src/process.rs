//! Making processes and becoming other programs; priorities, namespaces, processors.

use crate::{AfterFork, LastError, own_process, set_error};
use phant_memory::{Array, PhpStr, Value, View};
use phant_native::{Ctx, PhpResult, convert, descriptor::FunctionGroup, functions, php, registry, ret::OrFalse};
use phant_numeric::parse;
use phant_os::{self as os, child, posix};
use std::{ffi::CString, io};

pub const FUNCTIONS: FunctionGroup = functions![
    pcntl_fork,
    pcntl_exec,
    pcntl_get_last_error,
    pcntl_getpriority,
    pcntl_setpriority,
    pcntl_strerror,
    pcntl_unshare,
    pcntl_setns,
    pcntl_getcpuaffinity,
    pcntl_setcpuaffinity,
    pcntl_getcpu,
];

/// Error numbers of Linux.
const EPERM: i32 = 1;
const ESRCH: i32 = 3;
const ENOMEM: i32 = 12;
const EACCES: i32 = 13;
const EINVAL: i32 = 22;
const ENOSPC: i32 = 28;
const EUSERS: i32 = 87;

#[php("function pcntl_fork(): int")]
fn pcntl_fork(ctx: &Ctx) -> PhpResult<i64> {
    own_process(ctx)?;
    let child = ctx.host.service(ctx, "fork", &[])?.as_int().unwrap_or(-1);
    if child < 0 {
        let error = io::Error::from_raw_os_error(-child as i32);
        let number = set_error(ctx, &error);
        ctx.warning(format!("Error {number}"));
        return Ok(-1);
    }
    if child == 0 {
        registry::provided::<AfterFork>().for_each(|AfterFork(act)| act());
    }
    Ok(child)
}

/// A text for another program. What follows a NUL does not reach it, as in PHP.
fn c_text(bytes: &[u8]) -> CString {
    let end = bytes.iter().position(|&b| b == 0).unwrap_or(bytes.len());
    CString::new(&bytes[..end]).unwrap_or_default()
}

#[php("function pcntl_exec(string $path, array $args = [], array $env_vars = []): bool")]
fn pcntl_exec(ctx: &Ctx, path: &PhpStr, args: &Array, environment: &Array, passed: usize) -> PhpResult<bool> {
    own_process(ctx)?;
    if path.contains(&0) {
        return Err(ctx.argument_error(1, "must not contain any null bytes"));
    }
    let path = c_text(path);
    let mut arguments = vec![path.clone()];
    for value in args.values() {
        arguments.push(c_text(&convert::to_str(ctx, &value.unref())?));
    }
    let mut variables = Vec::new();
    for (key, value) in environment.iter() {
        let mut text = key.to_str().to_vec();
        text.push(b'=');
        text.extend_from_slice(&convert::to_str(ctx, &value.unref())?);
        variables.push(c_text(&text));
    }
    let error = child::exec(&path, &arguments, (passed > 2).then_some(&variables));
    let number = set_error(ctx, &error);
    ctx.warning(format!("Error has occurred: (errno {number}) {}", os::strerror(number)));
    Ok(false)
}

#[php("function pcntl_get_last_error(): int", alias = "pcntl_errno")]
fn pcntl_get_last_error(ctx: &Ctx) -> i64 {
    i64::from(ctx.state::<LastError>().0.get())
}

#[php("function pcntl_strerror(int $error_code): string")]
fn pcntl_strerror(error: i64) -> String {
    os::strerror(error as i32)
}

fn priority_failed(ctx: &Ctx, error: &io::Error, mode_at: usize) -> PhpResult<()> {
    let number = set_error(ctx, error);
    match number {
        ESRCH => ctx.warning(format!("Error {number}: No process was located using the given parameters")),
        EINVAL => return Err(ctx.argument_error(mode_at, "must be one of PRIO_PGRP, PRIO_USER, or PRIO_PROCESS")),
        EPERM => ctx.warning(format!(
            "Error {number}: A process was located, but neither its effective nor real user ID matched the effective user ID of the caller"
        )),
        EACCES => ctx.warning(format!("Error {number}: Only a super user may attempt to increase the process priority")),
        _ => ctx.warning(format!("Unknown error {number} has occurred")),
    }
    Ok(())
}

fn or_self(process: Option<i64>) -> i64 {
    process.unwrap_or_else(posix::process_id)
}

#[php("function pcntl_getpriority(?int $process_id = null, int $mode = PRIO_PROCESS): int|false")]
fn pcntl_getpriority(ctx: &Ctx, process: Option<i64>, mode: i64) -> PhpResult<OrFalse<i64>> {
    match child::priority(mode as u32, or_self(process) as u32) {
        Ok(priority) => Ok(OrFalse::Some(i64::from(priority))),
        Err(error) => {
            priority_failed(ctx, &error, 2)?;
            Ok(OrFalse::False)
        }
    }
}

#[php("function pcntl_setpriority(int $priority, ?int $process_id = null, int $mode = PRIO_PROCESS): bool")]
fn pcntl_setpriority(ctx: &Ctx, priority: i64, process: Option<i64>, mode: i64) -> PhpResult<bool> {
    own_process(ctx)?;
    match child::set_priority(mode as u32, or_self(process) as u32, priority as i32) {
        Ok(()) => Ok(true),
        Err(error) => {
            priority_failed(ctx, &error, 3)?;
            Ok(false)
        }
    }
}

#[php("function pcntl_unshare(int $flags): bool")]
fn pcntl_unshare(ctx: &Ctx, flags: i64) -> PhpResult<bool> {
    own_process(ctx)?;
    let Err(error) = child::unshare(flags as i32) else { return Ok(true) };
    let number = set_error(ctx, &error);
    let text = match number {
        EINVAL => {
            let text = "must be a combination of CLONE_* flags, or at least one flag is unsupported by the kernel";
            return Err(ctx.argument_error(1, text));
        }
        ENOMEM => "Insufficient memory for unshare".to_owned(),
        EPERM => "No privilege to use these flags".to_owned(),
        ENOSPC => "Reached the maximum nesting limit for one of the specified namespaces".to_owned(),
        EUSERS => "Reached the maximum nesting limit for the user namespace".to_owned(),
        _ => "Unknown error has occurred".to_owned(),
    };
    ctx.warning(format!("Error {number}: {text}"));
    Ok(false)
}

#[php("function pcntl_setns(?int $process_id = null, int $nstype = CLONE_NEWNET): bool")]
fn pcntl_setns(ctx: &Ctx, process: Option<i64>, kind: i64) -> PhpResult<bool> {
    own_process(ctx)?;
    let process = or_self(process);
    let Err(error) = child::set_namespace(process as i32, kind as i32) else { return Ok(true) };
    let number = set_error(ctx, &error);
    match number {
        ESRCH => Err(ctx.argument_error(1, format!("is not a valid process ({process})"))),
        EINVAL => Err(ctx.argument_error(2, format!("is an invalid nstype ({kind})"))),
        _ => {
            let reason = match number {
                EPERM => "No required capability for this process",
                _ => "Unknown error has occurred",
            };
            ctx.warning(format!("Error {number}: {reason}"));
            Ok(false)
        }
    }
}

fn affinity_failed(ctx: &Ctx, error: &io::Error, process: i64) -> PhpResult<()> {
    let number = set_error(ctx, error);
    match number {
        ESRCH => return Err(ctx.argument_error(1, format!("invalid process ({process})"))),
        EPERM => ctx.warning("Calling process not having the proper privileges"),
        EINVAL => return Err(ctx.value_error("invalid cpu affinity mask size")),
        _ => ctx.warning(format!("Error {number}")),
    }
    Ok(())
}

#[php("function pcntl_getcpuaffinity(?int $process_id = null): array|false")]
fn pcntl_getcpuaffinity(ctx: &Ctx, process: Option<i64>) -> PhpResult<OrFalse<Array>> {
    let process = process.unwrap_or(0);
    // The system says of numbers below zero that they are invalid; PHP says it of the process.
    let asked = if process < 0 { Err(io::Error::from_raw_os_error(ESRCH)) } else { child::affinity(process as i32) };
    match asked {
        Ok(all) => Ok(OrFalse::Some(Array::list(all.into_iter().map(|cpu| Value::int(cpu as i64))))),
        Err(error) => {
            affinity_failed(ctx, &error, process)?;
            Ok(OrFalse::False)
        }
    }
}

#[php("function pcntl_setcpuaffinity(?int $process_id = null, array $cpu_ids = []): bool")]
fn pcntl_setcpuaffinity(ctx: &Ctx, process: Option<i64>, ids: &Array) -> PhpResult<bool> {
    own_process(ctx)?;
    if ids.is_empty() {
        return Err(ctx.argument_error(2, "must not be empty"));
    }
    let most = child::processors();
    let mut set = Vec::new();
    for value in ids.values() {
        let cpu = match value.deref().view() {
            View::Int(cpu) => cpu,
            View::Str(text) => match parse::classify(&text).whole() {
                Some(phant_numeric::Number::Int(cpu)) => cpu,
                _ => return Err(ctx.argument_error(2, format!("cpu id invalid value ({text})"))),
            },
            _ => {
                let given = convert::value_name(&value.deref());
                return Err(ctx.argument_type_error(2, format!("value must be of type int|string, {given} given")));
            }
        };
        match usize::try_from(cpu).ok().filter(|_| cpu < most) {
            Some(cpu) => set.push(cpu),
            None => return Err(ctx.argument_error(2, format!("cpu id must be between 0 and {most} ({cpu})"))),
        }
    }
    let process = process.unwrap_or(0);
    match child::set_affinity(process as i32, &set) {
        Ok(()) => Ok(true),
        Err(error) => {
            affinity_failed(ctx, &error, process)?;
            Ok(false)
        }
    }
}

#[php("function pcntl_getcpu(): int")]
fn pcntl_getcpu() -> i64 {
    i64::from(child::current_processor())
}
