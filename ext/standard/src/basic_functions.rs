//! The process, the error log, connections, time limits.

use phant_memory::{Str, Value};
use phant_native::{
    Ctx, PhpResult,
    descriptor::FunctionGroup,
    functions,
    ini::{Ini, Stage},
    log, php,
};
use phant_streams as streams;
use std::{cell::OnceCell, fs::Metadata, io::Write, os::unix::fs::MetadataExt};

pub(crate) const FUNCTIONS: FunctionGroup = functions![
    set_time_limit,
    get_current_user,
    error_log,
    error_get_last,
    error_clear_last,
    connection_aborted,
    connection_status,
    ignore_user_abort,
    getmyuid,
    getmygid,
    getmypid,
    getmyinode,
    getlastmod,
];

#[php("function set_time_limit(int $seconds): bool")]
fn set_time_limit(ctx: &Ctx, seconds: i64) -> PhpResult<bool> {
    let set = Ini::set(ctx, "max_execution_time", seconds.to_string().as_bytes(), Stage::Runtime).is_ok();
    ctx.check()?;
    Ok(set)
}

/// What a request knows of its main script, once it was asked.
#[derive(Default)]
struct Script {
    file: OnceCell<Option<Metadata>>,
    owner: OnceCell<Str>,
}

/// The main script's file.
fn script(ctx: &Ctx) -> Option<&'static Metadata> {
    ctx.state::<Script>().file.get_or_init(|| look_at_script(ctx)).as_ref()
}
fn look_at_script(ctx: &Ctx) -> Option<Metadata> {
    // The path may be relative to where the program was started; the first file that runs has its full path.
    let included = ctx.call_value(&Value::str("get_included_files"), &[]).ok()?;
    let path = included.own_array()?.get_int(0)?.as_str()?;
    std::fs::metadata(streams::path::os(&path)).ok()
}

#[php("function get_current_user(): string")]
fn get_current_user(ctx: &Ctx) -> Str {
    let name = || {
        let owner = script(ctx).map_or_else(|| phant_os::system::own_ids().0, |m| m.uid());
        Str::from(phant_os::system::user_name(owner).unwrap_or_default())
    };
    ctx.state::<Script>().owner.get_or_init(name).clone()
}

#[php("function getmyuid(): int|false")]
fn getmyuid(ctx: &Ctx) -> i64 {
    i64::from(script(ctx).map_or_else(|| phant_os::system::own_ids().0, |m| m.uid()))
}

#[php("function getmygid(): int|false")]
fn getmygid(ctx: &Ctx) -> i64 {
    i64::from(script(ctx).map_or_else(|| phant_os::system::own_ids().1, |m| m.gid()))
}

#[php("function getmypid(): int|false")]
fn getmypid() -> i64 {
    i64::from(std::process::id())
}

#[php("function getmyinode(): int|false")]
fn getmyinode(ctx: &Ctx) -> Value {
    script(ctx).map_or(Value::FALSE, |m| Value::int(m.ino() as i64))
}

#[php("function getlastmod(): int|false")]
fn getlastmod(ctx: &Ctx) -> Value {
    script(ctx).map_or(Value::FALSE, |m| Value::int(m.mtime()))
}

#[php(
    "function error_log(string $message, int $message_type = 0, ?string $destination = null, ?string $additional_headers = null): bool"
)]
fn error_log(
    ctx: &Ctx,
    message: &Str,
    message_type: i64,
    destination: Option<Str>,
    additional_headers: Option<Str>,
) -> PhpResult<bool> {
    match message_type {
        1 => {
            let mut args = vec![
                Value::from(destination.unwrap_or_default()),
                Value::str("PHP error_log message"),
                Value::from(message.clone()),
            ];
            args.extend(additional_headers.map(Value::from));
            let sent = ctx.call_value(&Value::str("mail"), &args)?;
            Ok(sent.as_bool() == Some(true))
        }
        2 => Err(ctx.value_error("TCP/IP option is not available for error logging")),
        3 => {
            let path = destination.unwrap_or_default();
            let options = streams::options::REPORT_ERRORS;
            let Some((_log, log)) = streams::open_required(ctx, &path, b"a", options, None)? else { return Ok(false) };
            let written = log.write(ctx, message);
            log.close(ctx);
            Ok(written.is_some())
        }
        4 => {
            let line = [message.as_bytes(), b"\n"].concat();
            Ok(std::io::stderr().write_all(&line).is_ok())
        }
        _ => {
            log::error(ctx, message);
            Ok(true)
        }
    }
}

#[php("function error_get_last(): ?array")]
fn error_get_last(ctx: &Ctx) -> PhpResult {
    ctx.host.service(ctx, "error_get_last", &[])
}

#[php("function error_clear_last(): void")]
fn error_clear_last(ctx: &Ctx) -> PhpResult<()> {
    ctx.host.service(ctx, "error_clear_last", &[]).map(drop)
}

#[php("function connection_aborted(): int")]
fn connection_aborted(ctx: &Ctx) -> PhpResult<i64> {
    Ok(connection_status(ctx)? & 1)
}

#[php("function connection_status(): int")]
fn connection_status(ctx: &Ctx) -> PhpResult<i64> {
    let status = ctx.host.service(ctx, "connection_status", &[])?;
    Ok(status.as_int().unwrap_or(0))
}

#[php("function ignore_user_abort(?bool $enable = null): int")]
fn ignore_user_abort(ctx: &Ctx, enable: Option<bool>) -> PhpResult<i64> {
    let old = i64::from(ctx.ini.bool("ignore_user_abort"));
    if let Some(enable) = enable {
        let _ = Ini::set(ctx, "ignore_user_abort", if enable { b"1" } else { b"0" }, Stage::Runtime);
        ctx.check()?;
    }
    Ok(old)
}
