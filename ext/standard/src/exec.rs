//! Running programs through the shell.

use phant_memory::{Array, PhpStr, Resource, Str, StrBuilder, Value};
use phant_native::{Ctx, PhpResult, RefArg, descriptor::FunctionGroup, functions, php, ret::OrFalse};
use phant_streams::{self as streams, Stream, plain::PlainFile};
use std::{
    borrow::Cow,
    io::{BufRead, BufReader, Read},
    os::{
        fd::OwnedFd,
        unix::{ffi::OsStrExt, process::CommandExt},
    },
    process::{Child, Command, Stdio},
    sync::OnceLock,
};

pub(crate) const FUNCTIONS: FunctionGroup =
    functions![exec, system, passthru, shell_exec, escapeshellarg, escapeshellcmd, proc_nice, popen, pclose];

/// A command line for the shell, in the script's environment.
pub(crate) fn shell(ctx: &Ctx, command: &[u8]) -> Command {
    let mut shell = Command::new("/bin/sh");
    shell.arg0("sh").arg("-c").arg(std::ffi::OsStr::from_bytes(command));
    crate::environment::pass_on(ctx, &mut shell);
    shell
}

fn check_command(ctx: &Ctx, command: &PhpStr) -> PhpResult<()> {
    if command.is_empty() {
        return Err(ctx.argument_error(1, "must not be empty"));
    }
    crate::file::check_path(ctx, command, 1)
}

/// Starts a command with its output going to us. What was echoed before comes out first.
fn start(ctx: &Ctx, command: &PhpStr) -> Option<Child> {
    // The command may change any file.
    phant_streams::stat_cache::clear(ctx, false, None);
    match shell(ctx, command).stdout(Stdio::piped()).spawn() {
        Ok(child) => Some(child),
        Err(_) => {
            ctx.warning(format!("Unable to fork [{command}]"));
            None
        }
    }
}

fn exit_code(child: &mut Child) -> i64 {
    child.wait().ok().and_then(|s| s.code()).map_or(-1, i64::from)
}

fn trimmed(line: &[u8]) -> &[u8] {
    let end = line.iter().rposition(|b| !b.is_ascii_whitespace() && *b != 0x0b).map_or(0, |i| i + 1);
    &line[..end]
}

/// How much of a line is read at a time.
const PIECE: u64 = 1 << 20;

/// Runs a command line by line; `each` gets every line with its end. Returns the last line, trimmed, and the exit code.
fn run_lines(ctx: &Ctx, command: &PhpStr, each: &mut dyn FnMut(&Ctx, &[u8])) -> PhpResult<Option<(Str, i64)>> {
    check_command(ctx, command)?;
    let Some(mut child) = start(ctx, command) else { return Ok(None) };
    let mut last = Vec::new();
    if let Some(out) = child.stdout.take() {
        let mut out = BufReader::new(out);
        let mut line = Vec::new();
        // A line is read in pieces: it may have no end.
        while matches!(out.by_ref().take(PIECE).read_until(b'\n', &mut line), Ok(n) if n > 0) {
            if ctx.poll().is_err() {
                break;
            }
            if !line.ends_with(b"\n") && out.fill_buf().is_ok_and(|rest| !rest.is_empty()) {
                continue;
            }
            each(ctx, &line);
            std::mem::swap(&mut last, &mut line);
            line.clear();
            if ctx.has_exception() {
                break;
            }
        }
    }
    let code = exit_code(&mut child);
    Ok(Some((Str::new(trimmed(&last)), code)))
}

#[php("function exec(string $command, &$output = null, &$result_code = null): string|false")]
fn exec(
    ctx: &Ctx,
    command: &PhpStr,
    mut output: RefArg<'_>,
    mut result_code: RefArg<'_>,
    passed: usize,
) -> PhpResult<OrFalse<Str>> {
    let mut lines = Array::new();
    if passed > 1 {
        lines = output.take().into_array().unwrap_or_default();
    }
    let collect = passed > 1;
    let result = run_lines(ctx, command, &mut |_, line| {
        if collect {
            let _ = lines.push(Value::from(trimmed(line)));
        }
    });
    if collect {
        output.set(lines);
    }
    let result = result?;
    if passed > 2 {
        result_code.set(result.as_ref().map_or(-1, |r| r.1));
    }
    Ok(result.map(|r| r.0).into())
}

#[php("function system(string $command, &$result_code = null): string|false")]
fn system(ctx: &Ctx, command: &PhpStr, mut result_code: RefArg<'_>, passed: usize) -> PhpResult<OrFalse<Str>> {
    let result = run_lines(ctx, command, &mut |ctx, line| {
        ctx.echo(line);
        if ctx.output.buffers.borrow().is_empty() {
            ctx.host.flush_output(ctx);
        }
    })?;
    if passed > 1 {
        result_code.set(result.as_ref().map_or(-1, |r| r.1));
    }
    Ok(result.map(|r| r.0).into())
}

#[php("function passthru(string $command, &$result_code = null): ?false")]
fn passthru(ctx: &Ctx, command: &PhpStr, mut result_code: RefArg<'_>, passed: usize) -> PhpResult<Value> {
    check_command(ctx, command)?;
    let Some(mut child) = start(ctx, command) else { return Ok(Value::FALSE) };
    if let Some(mut out) = child.stdout.take() {
        let mut chunk = [0; 8192];
        while let Ok(n) = out.read(&mut chunk)
            && n > 0
        {
            ctx.echo(&chunk[..n]);
            if ctx.poll().is_err() {
                break;
            }
        }
    }
    let code = exit_code(&mut child);
    if passed > 1 {
        result_code.set(code);
    }
    Ok(Value::NULL)
}

#[php("function shell_exec(string $command): string|false|null")]
fn shell_exec(ctx: &Ctx, command: &PhpStr) -> PhpResult<Value> {
    check_command(ctx, command)?;
    let Ok(mut child) = shell(ctx, command).stdout(Stdio::piped()).spawn() else {
        ctx.warning(format!("Unable to execute '{command}'"));
        return Ok(Value::FALSE);
    };
    let mut out = StrBuilder::new();
    if let Some(mut pipe) = child.stdout.take() {
        let mut chunk = [0; 8192];
        while let Ok(n) = pipe.read(&mut chunk)
            && n > 0
        {
            if let Err(e) = phant_memory::heap::try_reserve(out.len() + n) {
                ctx.report(phant_native::Level::Error, e.to_string());
                break;
            }
            out.push_bytes(&chunk[..n]);
        }
    }
    let _ = child.wait();
    Ok(if out.is_empty() { Value::NULL } else { Value::from(out.finish()) })
}

/// The longest argument the shell is given.
fn longest() -> usize {
    static LONGEST: OnceLock<usize> = OnceLock::new();
    *LONGEST.get_or_init(phant_os::process::max_command_length)
}

#[php("function escapeshellarg(string $arg): string")]
fn escapeshellarg(ctx: &Ctx, arg: &PhpStr) -> PhpResult<Str> {
    crate::file::check_path(ctx, arg, 1)?;
    let limit = longest();
    if arg.len() > limit.saturating_sub(3) {
        return Err(ctx.value_error(format!("Argument exceeds the allowed length of {limit} bytes")));
    }
    let mut out = StrBuilder::with_capacity(arg.len() + 2);
    out.push(b'\'');
    let arg = valid_characters(arg);
    for (i, piece) in arg.split(|&b| b == b'\'').enumerate() {
        if i > 0 {
            out.push_bytes(b"'\\''");
        }
        out.push_bytes(piece);
    }
    out.push(b'\'');
    let out = out.finish();
    if out.len() > limit + 1 {
        return Err(ctx.value_error(format!("Escaped argument exceeds the allowed length of {limit} bytes")));
    }
    Ok(out)
}

/// The text without bytes that are no characters in UTF-8, which shells might take for others.
fn valid_characters(text: &[u8]) -> Cow<'_, [u8]> {
    if std::str::from_utf8(text).is_ok() {
        return Cow::Borrowed(text);
    }
    text.utf8_chunks().flat_map(|chunk| chunk.valid().as_bytes()).copied().collect::<Vec<u8>>().into()
}

#[php("function escapeshellcmd(string $command): string")]
fn escapeshellcmd(ctx: &Ctx, command: &PhpStr) -> PhpResult<Str> {
    crate::file::check_path(ctx, command, 1)?;
    let limit = longest();
    if command.len() > limit.saturating_sub(3) {
        return Err(ctx.value_error(format!("Command exceeds the allowed length of {limit} bytes")));
    }
    let bytes = &*valid_characters(command);
    let mut out = StrBuilder::with_capacity(bytes.len() * 2);
    // A quote with a partner later in the text stays; the partner stays too.
    let mut partner: Option<usize> = None;
    for (i, &b) in bytes.iter().enumerate() {
        match b {
            b'\'' | b'"' => {
                if partner == Some(i) {
                    partner = None;
                } else if let (None, Some(at)) = (partner, bytes[i + 1..].iter().position(|&c| c == b)) {
                    partner = Some(i + 1 + at);
                } else {
                    out.push(b'\\');
                }
            }
            b'#' | b'&' | b';' | b'`' | b'|' | b'*' | b'?' | b'~' | b'<' | b'>' | b'^' | b'(' | b')' | b'[' | b']' | b'{'
            | b'}' | b'$' | b'\\' | b'\n' | 0xff => out.push(b'\\'),
            _ => {}
        }
        out.push(b);
    }
    let out = out.finish();
    if out.len() > limit + 1 {
        return Err(ctx.value_error(format!("Escaped command exceeds the allowed length of {limit} bytes")));
    }
    Ok(out)
}

#[php("function proc_nice(int $priority): bool")]
fn proc_nice(ctx: &Ctx, priority: i64) -> bool {
    let increment = i32::try_from(priority).unwrap_or(if priority < 0 { i32::MIN } else { i32::MAX });
    if phant_os::process::nice(increment).is_err() {
        ctx.warning("Only a super user may attempt to increase the priority of a process");
        return false;
    }
    true
}

#[php("function popen(string $command, string $mode)")]
fn popen(ctx: &Ctx, command: &PhpStr, mode: &PhpStr) -> PhpResult<OrFalse<Resource>> {
    crate::file::check_path(ctx, command, 1)?;
    let reading = match mode.as_bytes() {
        b"r" | b"rb" => true,
        b"w" | b"wb" => false,
        _ => return Err(ctx.argument_error(2, "must be one of \"r\", \"rb\", \"w\", or \"wb\"")),
    };
    let mut shell = shell(ctx, command);
    if reading {
        shell.stdout(Stdio::piped());
    } else {
        shell.stdin(Stdio::piped());
    }
    let mut child = match shell.spawn() {
        Ok(child) => child,
        Err(e) => {
            let text = phant_os::error_text(&e);
            streams::errors::warn_with(ctx, &[command, mode], text.as_bytes());
            return Ok(OrFalse::False);
        }
    };
    let ours: Option<OwnedFd> =
        if reading { child.stdout.take().map(OwnedFd::from) } else { child.stdin.take().map(OwnedFd::from) };
    let Some(ours) = ours else { return Ok(OrFalse::False) };
    Ok(OrFalse::Some(streams::plain::from_process(ours, child, &mode[..1])))
}

#[php("function pclose(resource $handle): int")]
fn pclose(ctx: &Ctx, handle: &Value) -> PhpResult<i64> {
    let stream = streams::from_value(ctx, handle, 1)?;
    stream.close(ctx);
    Ok(status_of(&stream))
}

/// The exit status of a closed stream's process; 0 if it had none.
fn status_of(stream: &Stream) -> i64 {
    stream.ops_as::<PlainFile>().and_then(PlainFile::exit_status).unwrap_or(0)
}
