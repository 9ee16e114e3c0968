//! Processes with pipes of their own.

use crate::exec::shell;
use phant_memory::{Array, Key, KeyRef, Resource, Str, Value, View};
use phant_native::{Ctx, PhpResult, RefArg, convert, descriptor::FunctionGroup, functions, php, resource, ret::OrFalse};
use phant_os::process::{self, Status};
use phant_streams::{self as streams, Stream, Whence, flags, options, path as paths, plain};
use std::{
    any::Any,
    cell::Cell,
    ffi::OsStr,
    os::{
        fd::OwnedFd,
        unix::{ffi::OsStrExt, process::CommandExt},
    },
    process::Command,
    rc::Rc,
};

pub(crate) const FUNCTIONS: FunctionGroup = functions![proc_open, proc_close, proc_terminate, proc_get_status];

/// What a process resource stands for.
struct Process {
    pid: u32,
    command: Str,
    /// Resource numbers of the pipes, which are closed with the process.
    pipes: Vec<u64>,
    /// What a status check has collected already: a process can be waited for only once.
    ended: Cell<Option<Status>>,
}

/// The command shown for a process whose resource has been closed is gone with the request heap, so only the number
/// counts then.
fn close_process(ctx: &Ctx, _id: u64, data: Rc<dyn Any>) {
    if let Ok(process) = data.downcast::<Process>() {
        close_pipes(ctx, &process);
        if process.ended.get().is_none() {
            process::wait(process.pid, false);
        }
    }
}

fn close_pipes(ctx: &Ctx, process: &Process) {
    for &id in &process.pipes {
        if let Some(stream) = resource::by_id::<Stream>(id) {
            stream.close(ctx);
        }
    }
}

/// One descriptor of the child: where it comes from, and what the parent keeps.
struct Descriptor {
    number: i32,
    child: OwnedFd,
    parent: Option<Parent>,
}

enum Parent {
    Pipe(OwnedFd, &'static [u8]),
    Socket(OwnedFd),
}

fn not_an_int_key(ctx: &Ctx) -> phant_native::Thrown {
    ctx.argument_error(2, "must be an integer indexed array only")
}

/// The text of an element of a descriptor specification.
fn spec_text(ctx: &Ctx, spec: &Array, index: i64, missing: &str) -> PhpResult<Str> {
    match spec.get_int(index) {
        Some(v) => {
            let v = v.unref();
            convert::to_str(ctx, &v)
        }
        None => Err(ctx.value_error(missing)),
    }
}

/// What a specification asks for. `None` if that failed with a warning.
fn descriptor(ctx: &Ctx, number: i32, spec: &Value, so_far: &[Descriptor]) -> PhpResult<Option<Descriptor>> {
    let io = |ctx: &Ctx, what: &str, e: &std::io::Error| {
        ctx.warning(format!("{what}: {}", phant_os::error_text(e)));
    };
    match spec.view() {
        View::Resource(_) => {
            let stream = streams::from_value(ctx, spec, 2)?;
            Ok(duplicate_of(ctx, &stream)?.map(|child| Descriptor { number, child, parent: None }))
        }
        View::Array(spec) => {
            let spec = spec.clone();
            let kind = spec_text(ctx, &spec, 0, "Missing handle qualifier in array")?;
            match kind.as_bytes() {
                b"pipe" => {
                    let mode = spec_text(ctx, &spec, 1, "Missing mode parameter for 'pipe'")?;
                    let (read, write) = match phant_os::fs::pipe() {
                        Ok(ends) => ends,
                        Err(e) => {
                            io(ctx, "Unable to create pipe", &e);
                            return Ok(None);
                        }
                    };
                    // The mode is the child's: it reads what the parent writes.
                    Ok(Some(if mode.starts_with(b"w") {
                        Descriptor { number, child: write, parent: Some(Parent::Pipe(read, b"r")) }
                    } else {
                        Descriptor { number, child: read, parent: Some(Parent::Pipe(write, b"w")) }
                    }))
                }
                b"socket" => {
                    // AF_UNIX and SOCK_STREAM.
                    let kind = phant_os::socket::Kind { family: 1, kind: 1, protocol: 0 };
                    match phant_os::socket::pair(kind) {
                        Ok((ours, theirs)) => Ok(Some(Descriptor { number, child: theirs, parent: Some(Parent::Socket(ours)) })),
                        Err(e) => {
                            io(ctx, "Unable to create socket pair", &e);
                            Ok(None)
                        }
                    }
                }
                b"file" => {
                    let path = spec_text(ctx, &spec, 1, "Missing file name parameter for 'file'")?;
                    let mode = spec_text(ctx, &spec, 2, "Missing mode parameter for 'file'")?;
                    let opened = streams::open_required(ctx, &path, &mode, options::REPORT_ERRORS, None)?;
                    let Some((_resource, stream)) = opened else { return Ok(None) };
                    if mode.starts_with(b"a") {
                        stream.seek(ctx, 0, Whence::End);
                    }
                    let child = duplicate_of(ctx, &stream)?;
                    stream.close(ctx);
                    Ok(child.map(|child| Descriptor { number, child, parent: None }))
                }
                b"redirect" => {
                    let Some(target) = spec.get_int(1).map(Value::unref) else {
                        return Err(ctx.value_error("Missing redirection target"));
                    };
                    let Some(target) = target.as_int() else {
                        let given = convert::value_name(&target);
                        return Err(ctx.value_error(format!("Redirection target must be of type int, {given} given")));
                    };
                    redirect(ctx, number, target, so_far)
                }
                b"null" => match std::fs::OpenOptions::new().read(true).write(true).open("/dev/null") {
                    Ok(file) => Ok(Some(Descriptor { number, child: file.into(), parent: None })),
                    Err(e) => {
                        io(ctx, "Failed to open /dev/null", &e);
                        Ok(None)
                    }
                },
                b"pty" => match phant_os::fs::openpty() {
                    Ok((master, slave)) => {
                        Ok(Some(Descriptor { number, child: slave, parent: Some(Parent::Pipe(master, b"r+")) }))
                    }
                    Err(e) => {
                        io(ctx, "Could not open PTY (pseudoterminal)", &e);
                        Ok(None)
                    }
                },
                _ => {
                    ctx.warning(format!("{kind} is not a valid descriptor spec/mode"));
                    Ok(None)
                }
            }
        }
        _ => Err(ctx.argument_error(2, "must only contain arrays and streams")),
    }
}

fn redirect(ctx: &Ctx, number: i32, target: i64, so_far: &[Descriptor]) -> PhpResult<Option<Descriptor>> {
    use std::os::fd::AsRawFd;
    let source = match so_far.iter().find(|d| i64::from(d.number) == target) {
        Some(d) => d.child.as_raw_fd(),
        None if (0..=2).contains(&target) => target as i32,
        None => {
            ctx.warning(format!("Redirection target {target} not found"));
            return Ok(None);
        }
    };
    match phant_os::fs::duplicate(source) {
        Ok(child) => Ok(Some(Descriptor { number, child, parent: None })),
        Err(e) => {
            let text = phant_os::error_text(&e);
            ctx.warning(format!("Failed to dup() for descriptor {number}: {text}"));
            Ok(None)
        }
    }
}

/// A copy of a stream's descriptor.
fn duplicate_of(ctx: &Ctx, stream: &Stream) -> PhpResult<Option<OwnedFd>> {
    let Some(fd) = stream.ops().cast(ctx, stream, false) else {
        ctx.check()?;
        let label = stream.ops().label();
        ctx.warning(format!("Cannot represent a stream of type {label} as a File Descriptor"));
        return Ok(None);
    };
    match phant_os::fs::duplicate(fd) {
        Ok(copy) => Ok(Some(copy)),
        Err(e) => {
            let text = phant_os::error_text(&e);
            ctx.warning(format!("Failed to dup() for descriptor {fd}: {text}"));
            Ok(None)
        }
    }
}

#[php(
    "function proc_open(array|string $command, array $descriptor_spec, &$pipes, ?string $cwd = null, ?array $env_vars = null, ?array $options = null)"
)]
fn proc_open(
    ctx: &Ctx,
    command: &Value,
    descriptor_spec: &Array,
    mut pipes: RefArg<'_>,
    cwd: Option<&phant_memory::PhpStr>,
    env_vars: Option<&Array>,
    _options: Option<&Array>,
) -> PhpResult<OrFalse<Resource>> {
    let (mut program, shown, direct) = match command.view() {
        View::Array(words) => {
            let (program, shown) = program(ctx, &words.clone())?;
            (program, shown, true)
        }
        _ => {
            let text = convert::to_str(ctx, command)?;
            crate::file::check_path(ctx, &text, 1)?;
            (shell(ctx, &text), text, false)
        }
    };
    if let Some(cwd) = cwd {
        crate::file::check_path(ctx, cwd, 4)?;
        program.current_dir(paths::os(cwd));
    }
    if let Some(vars) = env_vars {
        environment(ctx, &mut program, vars)?;
    }
    let mut descriptors: Vec<Descriptor> = Vec::new();
    for (key, spec) in descriptor_spec.clone().iter() {
        let KeyRef::Int(number) = key else { return Err(not_an_int_key(ctx)) };
        let Ok(number) = i32::try_from(number) else { return Err(not_an_int_key(ctx)) };
        if number < 0 {
            return Err(not_an_int_key(ctx));
        }
        match descriptor(ctx, number, spec, &descriptors)? {
            Some(d) => descriptors.push(d),
            None => return Ok(OrFalse::False),
        }
    }
    ctx.check()?;
    let mut map = Vec::new();
    let mut parents = Vec::new();
    for d in descriptors {
        map.push((d.number, d.child));
        if let Some(parent) = d.parent {
            parents.push((d.number, parent));
        }
    }
    let child = match process::spawn(&mut program, &map, None) {
        Ok(child) => child,
        Err(e) if direct => {
            // PHP's child reports a program that cannot be run, and ends with the shell's code for that.
            ctx.warning(format!("Exec failed: {}", phant_os::error_text(&e)));
            match process::spawn(&mut shell(ctx, b"exit 127"), &map, None) {
                Ok(child) => child,
                Err(_) => return Ok(OrFalse::False),
            }
        }
        Err(e) => {
            ctx.warning(format!("Fork failed - {}", phant_os::error_text(&e)));
            return Ok(OrFalse::False);
        }
    };
    drop(map);
    let mut table = Array::new();
    let mut ids = Vec::new();
    for (number, parent) in parents {
        let r = match parent {
            Parent::Pipe(fd, mode) => {
                let r = plain::from_descriptor(fd, mode);
                if let Some(stream) = resource::get::<Stream>(&r) {
                    stream.set_flags(flags::NO_SEEK);
                }
                r
            }
            Parent::Socket(fd) => streams::socket::register(ctx, fd, streams::socket::labels::GENERIC),
        };
        ids.push(r.id());
        table.set(Key::Int(i64::from(number)), Value::from(r));
    }
    pipes.set(table);
    let process = Process { pid: child.id(), command: shown, pipes: ids, ended: Cell::new(None) };
    Ok(OrFalse::Some(resource::register_shared("process", Rc::new(process), Some(close_process))))
}

/// Gives a program these variables and no others.
fn environment(ctx: &Ctx, program: &mut Command, vars: &Array) -> PhpResult<()> {
    program.env_clear();
    for (key, value) in vars.clone().iter() {
        let value = convert::to_str(ctx, value)?;
        match key {
            KeyRef::Str(name) if !name.is_empty() && !name.contains(&0) && !value.contains(&0) => {
                program.env(OsStr::from_bytes(name), OsStr::from_bytes(&value));
            }
            // A plain list holds NAME=value texts.
            KeyRef::Int(_) => {
                if let Some(at) = value.iter().position(|&b| b == b'=').filter(|&at| at > 0 && !value.contains(&0)) {
                    program.env(OsStr::from_bytes(&value[..at]), OsStr::from_bytes(&value[at + 1..]));
                }
            }
            KeyRef::Str(_) => {}
        }
    }
    Ok(())
}

/// A program with its arguments, run without a shell.
fn program(ctx: &Ctx, words: &Array) -> PhpResult<(Command, Str)> {
    if words.is_empty() {
        return Err(ctx.argument_error(1, "must have at least one element"));
    }
    let mut texts = Vec::new();
    for (i, (_, word)) in words.iter().enumerate() {
        let text = convert::to_str(ctx, word)?;
        if text.contains(&0) {
            return Err(ctx.value_error(format!("Command array element {} contains a null byte", i + 1)));
        }
        texts.push(text);
    }
    if texts[0].is_empty() {
        return Err(ctx.value_error("First element must contain a non-empty program name"));
    }
    let mut command = Command::new(OsStr::from_bytes(&texts[0]));
    crate::environment::pass_on(ctx, &mut command);
    command.arg0(OsStr::from_bytes(&texts[0]));
    for text in &texts[1..] {
        command.arg(OsStr::from_bytes(text));
    }
    Ok((command, texts[0].clone()))
}

fn process_of(ctx: &Ctx, value: &Value) -> PhpResult<(Resource, Rc<Process>)> {
    let r = streams::resource_argument(ctx, value, 1)?.clone();
    match resource::get::<Process>(&r) {
        Some(process) => Ok((r, process)),
        None => {
            let name = ctx.current.get().map_or_else(String::new, |f| f.display_name());
            Err(ctx.type_error(format!("{name}(): supplied resource is not a valid process resource")))
        }
    }
}

#[php("function proc_close(resource $process): int")]
fn proc_close(ctx: &Ctx, process: &Value) -> PhpResult<i64> {
    let (r, process) = process_of(ctx, process)?;
    // A child that waits for the end of its input would never end while we hold the other side.
    close_pipes(ctx, &process);
    let status = match process.ended.get() {
        Some(status) => status,
        None => process::wait(process.pid, true),
    };
    process.ended.set(Some(status));
    resource::close(r.id());
    Ok(match status {
        Status::Exited(code) => i64::from(code),
        Status::Signaled(_) | Status::Stopped(_) | Status::Running | Status::Gone => -1,
    })
}

#[php("function proc_terminate(resource $process, int $signal = 15): bool")]
fn proc_terminate(ctx: &Ctx, process: &Value, signal: i64) -> PhpResult<bool> {
    let (_, process) = process_of(ctx, process)?;
    Ok(process.ended.get().is_none() && process::kill(process.pid, signal as i32).is_ok())
}

#[php("function proc_get_status(resource $process): array")]
fn proc_get_status(ctx: &Ctx, process: &Value) -> PhpResult<Array> {
    let (_, process) = process_of(ctx, process)?;
    let cached = process.ended.get().is_some();
    let status = match process.ended.get() {
        Some(status) => status,
        None => process::wait(process.pid, false),
    };
    if matches!(status, Status::Exited(_) | Status::Signaled(_) | Status::Gone) {
        process.ended.set(Some(status));
    }
    let (mut running, mut signaled, mut stopped) = (false, false, false);
    let (mut code, mut term, mut stop) = (-1, 0, 0);
    match status {
        Status::Running => running = true,
        Status::Exited(n) => code = n,
        Status::Signaled(n) => (signaled, term) = (true, n),
        Status::Stopped(n) => (running, stopped, stop) = (true, true, n),
        Status::Gone => {}
    }
    let mut out = Array::with_hash_capacity(9);
    out.set_name("command", process.command.clone().into());
    out.set_name("pid", i64::from(process.pid).into());
    out.set_name("cached", cached.into());
    out.set_name("running", running.into());
    out.set_name("signaled", signaled.into());
    out.set_name("stopped", stopped.into());
    out.set_name("exitcode", i64::from(code).into());
    out.set_name("termsig", i64::from(term).into());
    out.set_name("stopsig", i64::from(stop).into());
    Ok(out)
}
