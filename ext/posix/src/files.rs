//! Paths, descriptors and terminals.

use crate::{remember, set_error};
use phant_memory::{PhpStr, Value, View};
use phant_native::descriptor::FunctionGroup;
use phant_native::{Ctx, Level, PhpResult, Thrown, coerce, convert, descriptor::TypeMask, functions, php, ret::OrFalse};
use phant_os::{fs, posix};
use phant_streams::{self as streams, Stream, path};
use std::os::fd::RawFd;

pub const FUNCTIONS: FunctionGroup = functions![
    posix_ctermid,
    posix_ttyname,
    posix_isatty,
    posix_getcwd,
    posix_mkfifo,
    posix_mknod,
    posix_access,
    posix_eaccess,
    posix_sysconf,
    posix_pathconf,
    posix_fpathconf,
];

#[php("function posix_ctermid(): string|false")]
fn posix_ctermid() -> Vec<u8> {
    posix::terminal_path()
}

#[php("function posix_getcwd(): string|false")]
fn posix_getcwd(ctx: &Ctx) -> OrFalse<Vec<u8>> {
    let folder = remember(ctx, std::env::current_dir());
    OrFalse::from(folder.map(|path| std::os::unix::ffi::OsStringExt::into_vec(path.into_os_string())))
}

/// What a `$file_descriptor` argument is.
enum Descriptor {
    Number(i64),
    /// A stream without a descriptor; a warning has said so.
    None,
    /// Neither a number nor a resource.
    WrongType(String),
}

fn descriptor(ctx: &Ctx, value: &Value) -> PhpResult<Descriptor> {
    match value.view() {
        View::Resource(_) => {
            let stream = streams::from_value(ctx, value, 1)?;
            Ok(match stream_descriptor(&stream) {
                Some(fd) => Descriptor::Number(i64::from(fd)),
                None => {
                    ctx.warning(format!("Could not use stream of type '{}'", stream.ops().label()));
                    Descriptor::None
                }
            })
        }
        View::Null => {
            let name = ctx.current.get().map_or_else(String::new, |f| f.display_name());
            let text = format!("{name}(): Passing null to parameter #1 ($file_descriptor) of type int is deprecated");
            ctx.report(Level::Deprecated, text);
            ctx.check()?;
            Ok(Descriptor::Number(0))
        }
        View::Int(number) => Ok(Descriptor::Number(number)),
        _ => {
            let strict = ctx.host.caller_is_strict(ctx);
            let number = match value.view() {
                View::Array(_) | View::Object(_) => None,
                _ => coerce::scalar_to(ctx, value, TypeMask::INT, strict)?,
            };
            Ok(match number.and_then(|number| number.as_int()) {
                Some(number) => Descriptor::Number(number),
                None => Descriptor::WrongType(format!("must be of type int|resource, {} given", convert::value_name(value))),
            })
        }
    }
}

fn stream_descriptor(stream: &Stream) -> Option<RawFd> {
    stream.ops().descriptor()
}

/// Warns of an argument's type, as these functions do instead of throwing.
fn complain(ctx: &Ctx, text: &str) {
    ctx.warning(format!("Argument #1 ($file_descriptor) {text}"));
}

#[php("function posix_ttyname($file_descriptor): string|false")]
fn posix_ttyname(ctx: &Ctx, descriptor: &Value) -> PhpResult<OrFalse<Vec<u8>>> {
    let number = match self::descriptor(ctx, descriptor)? {
        Descriptor::Number(number) => number,
        Descriptor::None => return Ok(OrFalse::False),
        Descriptor::WrongType(text) => {
            complain(ctx, &text);
            return Ok(OrFalse::False);
        }
    };
    let Ok(fd) = RawFd::try_from(number).and_then(|fd| u32::try_from(fd).map(|_| fd)) else {
        set_error(ctx, EBADF);
        complain(ctx, &format!("must be between 0 and {}", i32::MAX));
        return Ok(OrFalse::False);
    };
    Ok(OrFalse::from(remember(ctx, posix::terminal_name(fd))))
}

/// The error of descriptors that are none, of what is forbidden, and of what the system could not do (Linux).
const EBADF: i32 = 9;
const EPERM: i32 = 1;
const EIO: i32 = 5;

#[php("function posix_isatty($file_descriptor): bool")]
fn posix_isatty(ctx: &Ctx, descriptor: &Value) -> PhpResult<bool> {
    let number = match self::descriptor(ctx, descriptor)? {
        Descriptor::Number(number) => number,
        Descriptor::None => return Ok(false),
        Descriptor::WrongType(text) => {
            complain(ctx, &text);
            return Ok(false);
        }
    };
    let Ok(fd) = RawFd::try_from(number) else {
        set_error(ctx, EBADF);
        return Ok(false);
    };
    Ok(remember(ctx, posix::is_terminal(fd)).is_some())
}

fn no_nul(ctx: &Ctx, path: &PhpStr) -> PhpResult<()> {
    if path.contains(&0) {
        return Err(ctx.argument_error(1, "must not contain any null bytes"));
    }
    Ok(())
}

#[php("function posix_mkfifo(string $filename, int $permissions): bool")]
fn posix_mkfifo(ctx: &Ctx, filename: &PhpStr, permissions: i64) -> PhpResult<bool> {
    no_nul(ctx, filename)?;
    if !path::check_basedir(ctx, filename) {
        return Ok(false);
    }
    Ok(remember(ctx, fs::mkfifo(&path::absolute(filename), permissions as u32)).is_some())
}

#[php("function posix_mknod(string $filename, int $flags, int $major = 0, int $minor = 0): bool")]
fn posix_mknod(ctx: &Ctx, filename: &PhpStr, flags: i64, major: i64, minor: i64, passed: usize) -> PhpResult<bool> {
    const CHARACTER: i64 = 0o020_000;
    const BLOCK: i64 = 0o060_000;
    no_nul(ctx, filename)?;
    if !path::check_basedir(ctx, filename) {
        return Ok(false);
    }
    if flags & CHARACTER != 0 || flags & BLOCK != 0 {
        if passed == 2 || major == 0 {
            return Err(ctx.argument_error(3, "cannot be 0 for the POSIX_S_IFCHR and POSIX_S_IFBLK modes"));
        }
    }
    let made = posix::make_node(&path::absolute(filename), flags as u32, major as u32, minor as u32);
    Ok(remember(ctx, made).is_some())
}

/// The path of `posix_access` and its kind; none if it is refused.
fn access_path(ctx: &Ctx, filename: &PhpStr) -> PhpResult<Option<Vec<u8>>> {
    no_nul(ctx, filename)?;
    if filename.is_empty() {
        return Ok(None);
    }
    let path = path::absolute(filename);
    if !path::check_basedir(ctx, &path) {
        set_error(ctx, EPERM);
        return Ok(None);
    }
    Ok(Some(path))
}

#[php("function posix_access(string $filename, int $flags = 0): bool")]
fn posix_access(ctx: &Ctx, filename: &PhpStr, flags: i64) -> PhpResult<bool> {
    let Some(path) = access_path(ctx, filename)? else {
        if filename.is_empty() {
            set_error(ctx, EIO);
        }
        return Ok(false);
    };
    Ok(remember(ctx, posix::access(&path, flags as i32, false)).is_some())
}

#[php("function posix_eaccess(string $filename, int $flags = 0): bool")]
fn posix_eaccess(ctx: &Ctx, filename: &PhpStr, flags: i64) -> PhpResult<bool> {
    const LONGEST: usize = 4096;
    no_nul(ctx, filename)?;
    if filename.is_empty() || filename.len() >= LONGEST {
        return Err(must_not_be_empty(ctx));
    }
    let Some(path) = access_path(ctx, filename)? else { return Ok(false) };
    Ok(remember(ctx, posix::access(&path, flags as i32, true)).is_some())
}

fn must_not_be_empty(ctx: &Ctx) -> Thrown {
    ctx.argument_error(1, "must not be empty")
}

#[php("function posix_sysconf(int $conf_id): int")]
fn posix_sysconf(id: i64) -> i64 {
    posix::system_configuration(id as i32)
}

/// A fact about a file. Without a limit, as without a fact, it is `false`.
fn fact(ctx: &Ctx, answer: Result<i64, i32>) -> OrFalse<i64> {
    match answer {
        Ok(value) => OrFalse::Some(value),
        Err(error) => {
            if error != 0 {
                set_error(ctx, error);
            }
            OrFalse::False
        }
    }
}

#[php("function posix_pathconf(string $path, int $name): int|false")]
fn posix_pathconf(ctx: &Ctx, path: &PhpStr, name: i64) -> PhpResult<OrFalse<i64>> {
    no_nul(ctx, path)?;
    if path.is_empty() {
        return Err(must_not_be_empty(ctx));
    }
    if !path::check_basedir(ctx, path) {
        set_error(ctx, EPERM);
        return Ok(OrFalse::False);
    }
    Ok(fact(ctx, posix::path_configuration(&path::absolute(path), name as i32)))
}

#[php("function posix_fpathconf($file_descriptor, int $name): int|false")]
fn posix_fpathconf(ctx: &Ctx, descriptor: &Value, name: i64) -> PhpResult<OrFalse<i64>> {
    match self::descriptor(ctx, descriptor)? {
        Descriptor::Number(number) => Ok(fact(ctx, posix::descriptor_configuration(number as RawFd, name as i32))),
        Descriptor::None => Ok(OrFalse::False),
        Descriptor::WrongType(text) => Err(ctx.argument_type_error(1, text)),
    }
}
