//! Files: opening, reading, writing, and what else is done to a path's file.

use crate::whole_file;
use phant_memory::{Array, Name, PhpStr, Resource, Str, StrBuilder, Value, View};
use phant_native::{Ctx, PhpResult, RefArg, convert, ctx::Late, descriptor::FunctionGroup, functions, php, ret::OrFalse};
use phant_streams::{
    self as streams, OptionResult, Stream, StreamOption, Whence,
    csv::{self, Dialect},
    options, path as paths,
    plain::PlainFile,
    wrapper,
};
use std::{cell::Cell, rc::Rc, sync::OnceLock};

pub(crate) const FUNCTIONS: FunctionGroup = functions![
    flock,
    file_get_contents,
    file_put_contents,
    file,
    tempnam,
    tmpfile,
    fopen,
    fclose,
    feof,
    fgets,
    fgetc,
    fread,
    fwrite,
    fflush,
    fsync,
    fdatasync,
    rewind,
    ftell,
    fseek,
    mkdir,
    rmdir,
    readfile,
    umask,
    fpassthru,
    rename,
    unlink,
    ftruncate,
    fstat,
    copy,
    fputcsv,
    fgetcsv,
    realpath,
    fnmatch,
    sys_get_temp_dir,
    get_meta_tags,
    fscanf,
];

const USE_INCLUDE_PATH: i64 = 1;
const IGNORE_NEW_LINES: i64 = 2;
const SKIP_EMPTY_LINES: i64 = 4;
const APPEND: i64 = 8;
const NO_DEFAULT_CONTEXT: i64 = 16;
const LOCK_EXCLUSIVE: i64 = 2;

/// Throws if a path argument has a NUL byte. `number` is the argument's, from 1.
pub(crate) fn check_path(ctx: &Ctx, path: &[u8], number: usize) -> PhpResult<()> {
    if path.contains(&0) {
        return Err(ctx.argument_error(number, "must not contain any null bytes"));
    }
    Ok(())
}

/// Options for opening with a `use_include_path` argument.
fn open_options(use_include_path: bool) -> u32 {
    options::REPORT_ERRORS | if use_include_path { options::USE_PATH } else { 0 }
}

#[php("function fopen(string $filename, string $mode, bool $use_include_path = false, ?resource $context = null)")]
fn fopen(
    ctx: &Ctx,
    filename: &PhpStr,
    mode: &PhpStr,
    use_include_path: bool,
    context: Option<&Value>,
) -> PhpResult<OrFalse<Resource>> {
    check_path(ctx, filename, 1)?;
    let context = streams::context_argument(ctx, context, false, 4)?;
    Ok(streams::open(ctx, filename, mode, open_options(use_include_path), context.as_ref())?.into())
}

#[php("function fclose(resource $stream): bool")]
fn fclose(ctx: &Ctx, stream: &Value) -> PhpResult<bool> {
    let stream = streams::from_value(ctx, stream, 1)?;
    if stream.has_flag(streams::flags::NO_FCLOSE) {
        ctx.warning("cannot close the provided stream, as it must not be manually closed");
        return Ok(false);
    }
    stream.close(ctx);
    if let Some(file) = stream.ops_as::<PlainFile>() {
        file.closed_by_hand();
    }
    ctx.check()?;
    Ok(true)
}

#[php("function feof(resource $stream): bool")]
fn feof(ctx: &Ctx, stream: &Value) -> PhpResult<bool> {
    let stream = streams::from_value(ctx, stream, 1)?;
    Ok(stream.at_eof(ctx))
}

#[php("function fgets(resource $stream, ?int $length = null): string|false")]
fn fgets(ctx: &Ctx, stream: &Value, length: Option<i64>) -> PhpResult<OrFalse<Str>> {
    let stream = streams::from_value(ctx, stream, 1)?;
    let limit = match length {
        None => None,
        Some(n) if n > 0 => Some(n as usize - 1),
        Some(_) => return Err(ctx.argument_error(2, "must be greater than 0")),
    };
    Ok(stream.read_line(ctx, limit).into())
}

#[php("function fgetc(resource $stream): string|false")]
fn fgetc(ctx: &Ctx, stream: &Value) -> PhpResult<OrFalse<Str>> {
    let stream = streams::from_value(ctx, stream, 1)?;
    Ok(stream.read_byte(ctx).map(phant_memory::string::single_byte).into())
}

#[php("function fread(resource $stream, int $length): string|false")]
fn fread(ctx: &Ctx, stream: &Value, length: i64) -> PhpResult<OrFalse<Str>> {
    let stream = streams::from_value(ctx, stream, 1)?;
    if length <= 0 {
        return Err(ctx.argument_error(2, "must be greater than 0"));
    }
    Ok(stream.read_str(ctx, length as usize).into())
}

#[php("function fwrite(resource $stream, string $data, ?int $length = null): int|false", alias = "fputs")]
fn fwrite(ctx: &Ctx, stream: &Value, data: &PhpStr, length: Option<i64>) -> PhpResult<OrFalse<usize>> {
    let n = match length {
        None => data.len(),
        Some(n) if n < 0 => 0,
        Some(n) => data.len().min(n as usize),
    };
    if n == 0 && stream.as_resource().is_some() {
        // An empty write tells nothing of the stream, not even that it is closed.
        return Ok(OrFalse::Some(0));
    }
    let stream = streams::from_value(ctx, stream, 1)?;
    let data = data.to_handle();
    Ok(stream.write(ctx, &data.as_bytes()[..n]).into())
}

#[php("function fflush(resource $stream): bool")]
fn fflush(ctx: &Ctx, stream: &Value) -> PhpResult<bool> {
    let stream = streams::from_value(ctx, stream, 1)?;
    Ok(stream.flush(ctx, false))
}

#[php("function fsync(resource $stream): bool")]
fn fsync(ctx: &Ctx, stream: &Value) -> PhpResult<bool> {
    sync(ctx, stream, StreamOption::Sync)
}

#[php("function fdatasync(resource $stream): bool")]
fn fdatasync(ctx: &Ctx, stream: &Value) -> PhpResult<bool> {
    sync(ctx, stream, StreamOption::DataSync)
}

fn sync(ctx: &Ctx, stream: &Value, option: StreamOption<'_>) -> PhpResult<bool> {
    let stream = streams::from_value(ctx, stream, 1)?;
    if stream.ops().set_option(ctx, &stream, StreamOption::SyncSupported) != OptionResult::Done {
        ctx.warning("Can't fsync this stream!");
        return Ok(false);
    }
    stream.flush(ctx, false);
    Ok(stream.ops().set_option(ctx, &stream, option) == OptionResult::Done)
}

#[php("function rewind(resource $stream): bool")]
fn rewind(ctx: &Ctx, stream: &Value) -> PhpResult<bool> {
    let stream = streams::from_value(ctx, stream, 1)?;
    Ok(stream.seek(ctx, 0, Whence::Set))
}

#[php("function ftell(resource $stream): int|false")]
fn ftell(ctx: &Ctx, stream: &Value) -> PhpResult<OrFalse<i64>> {
    let stream = streams::from_value(ctx, stream, 1)?;
    let position = stream.position();
    Ok(Some(position).filter(|&p| p != -1).into())
}

/// `SEEK_*` as a number.
pub(crate) fn whence(number: i64) -> Option<Whence> {
    match number {
        0 => Some(Whence::Set),
        1 => Some(Whence::Current),
        2 => Some(Whence::End),
        _ => None,
    }
}

#[php("function fseek(resource $stream, int $offset, int $whence = SEEK_SET): int")]
fn fseek(ctx: &Ctx, stream: &Value, offset: i64, whence: i64) -> PhpResult<i64> {
    let stream = streams::from_value(ctx, stream, 1)?;
    let done = match self::whence(whence) {
        Some(whence) => stream.seek(ctx, offset, whence),
        None => false,
    };
    Ok(if done { 0 } else { -1 })
}

#[php("function flock(resource $stream, int $operation, &$would_block = null): bool")]
fn flock(ctx: &Ctx, stream: &Value, operation: i64, mut would_block: RefArg<'_>, passed: usize) -> PhpResult<bool> {
    let stream = streams::from_value(ctx, stream, 1)?;
    // Locks are numbered 1, 2, 3 here and 1, 2, 8 by the system; 4 is "do not wait" for both.
    let Some(lock) = [1, 2, 8].get(((operation & 3) - 1) as usize) else {
        return Err(ctx.argument_error(2, "must be one of LOCK_SH, LOCK_EX, or LOCK_UN"));
    };
    if passed > 2 {
        would_block.set(0i64);
    }
    let lock = lock | if operation & 4 != 0 { 4 } else { 0 };
    match stream.ops().set_option(ctx, &stream, StreamOption::Lock(lock)) {
        OptionResult::Done => Ok(true),
        OptionResult::Value(_) => {
            if passed > 2 {
                would_block.set(1i64);
            }
            Ok(false)
        }
        _ => Ok(false),
    }
}

#[php("function ftruncate(resource $stream, int $size): bool")]
fn ftruncate(ctx: &Ctx, stream: &Value, size: i64) -> PhpResult<bool> {
    if size < 0 {
        return Err(ctx.argument_error(2, "must be greater than or equal to 0"));
    }
    let stream = streams::from_value(ctx, stream, 1)?;
    if stream.ops().set_option(ctx, &stream, StreamOption::TruncateSupported) != OptionResult::Done {
        ctx.warning("Can't truncate this stream!");
        return Ok(false);
    }
    Ok(stream.ops().set_option(ctx, &stream, StreamOption::Truncate(size)) == OptionResult::Done)
}

#[php("function fstat(resource $stream): array|false")]
fn fstat(ctx: &Ctx, stream: &Value) -> PhpResult<OrFalse<Array>> {
    let stream = streams::from_value(ctx, stream, 1)?;
    Ok(stream.stat(ctx).map(|s| s.to_array()).into())
}

#[php("function fpassthru(resource $stream): int")]
fn fpassthru(ctx: &Ctx, stream: &Value) -> PhpResult<i64> {
    let stream = streams::from_value(ctx, stream, 1)?;
    Ok(pass_through(ctx, &stream))
}

/// Writes the rest of a stream to the output.
pub(crate) fn pass_through(ctx: &Ctx, stream: &Stream) -> i64 {
    let mut chunk = streams::Scratch::new();
    let mut total = 0;
    while let Some(n) = stream.read(ctx, &mut chunk)
        && n > 0
    {
        ctx.echo(&chunk[..n]);
        total += n as i64;
        if ctx.has_exception() {
            break;
        }
    }
    total
}

#[php(
    "function file_get_contents(string $filename, bool $use_include_path = false, ?resource $context = null, int $offset = 0, ?int $length = null): string|false"
)]
fn file_get_contents(
    ctx: &Ctx,
    filename: &PhpStr,
    use_include_path: bool,
    context: Option<&Value>,
    offset: i64,
    length: Option<i64>,
) -> PhpResult<OrFalse<Str>> {
    check_path(ctx, filename, 1)?;
    if length.is_some_and(|l| l < 0) {
        return Err(ctx.argument_error(5, "must be greater than or equal to 0"));
    }
    let context = streams::context_argument(ctx, context, false, 3)?;
    if !use_include_path
        && offset == 0
        && length.is_none()
        && let Some(content) = whole_file::read(ctx, filename)
    {
        return Ok(OrFalse::Some(content));
    }
    let opened = streams::open_required(ctx, filename, b"rb", open_options(use_include_path), context.as_ref())?;
    let Some((_resource, stream)) = opened else { return Ok(OrFalse::False) };
    if offset != 0 && !stream.seek(ctx, offset, if offset > 0 { Whence::Set } else { Whence::End }) {
        ctx.warning(format!("Failed to seek to position {offset} in the stream"));
        stream.close(ctx);
        return Ok(OrFalse::False);
    }
    let content = stream.read_all(ctx, length.map_or(usize::MAX, |l| l as usize));
    stream.close(ctx);
    ctx.check()?;
    Ok(content.into())
}

#[php("function file_put_contents(string $filename, mixed $data, int $flags = 0, ?resource $context = null): int|false")]
fn file_put_contents(
    ctx: &Ctx,
    filename: &PhpStr,
    data: &Value,
    flags: i64,
    context: Option<&Value>,
) -> PhpResult<OrFalse<usize>> {
    check_path(ctx, filename, 1)?;
    let source = match data.view() {
        View::Resource(_) => Some(streams::from_value(ctx, data, 2)?),
        _ => None,
    };
    let context = streams::context_argument(ctx, context, flags & NO_DEFAULT_CONTEXT != 0, 4)?;
    let mut mode: &[u8] = b"wb";
    if flags & APPEND != 0 {
        mode = b"ab";
    } else if flags & LOCK_EXCLUSIVE != 0 {
        let is_url = filename.windows(3).any(|w| w == b"://");
        if is_url && !filename.get(..7).is_some_and(|p| p.eq_ignore_ascii_case(b"file://")) {
            ctx.warning("Exclusive locks may only be set for regular files");
            return Ok(OrFalse::False);
        }
        mode = b"cb";
    }
    let opened = streams::open_required(ctx, filename, mode, open_options(flags & USE_INCLUDE_PATH != 0), context.as_ref())?;
    let Some((_resource, stream)) = opened else { return Ok(OrFalse::False) };
    if flags & LOCK_EXCLUSIVE != 0 {
        let locks = stream.ops().set_option(ctx, &stream, StreamOption::LockSupported) == OptionResult::Done;
        if !locks || stream.ops().set_option(ctx, &stream, StreamOption::Lock(2)) != OptionResult::Done {
            stream.close(ctx);
            ctx.warning("Exclusive locks are not supported for this stream");
            return Ok(OrFalse::False);
        }
    }
    if mode[0] == b'c' {
        stream.ops().set_option(ctx, &stream, StreamOption::Truncate(0));
    }
    let written = put_contents(ctx, &stream, filename, data, source);
    stream.close(ctx);
    ctx.check()?;
    Ok(written?.into())
}

fn put_contents(
    ctx: &Ctx,
    stream: &Stream,
    filename: &PhpStr,
    data: &Value,
    source: Option<Rc<Stream>>,
) -> PhpResult<Option<usize>> {
    if let Some(source) = source {
        let (n, ok) = streams::copy::copy(ctx, &source, stream, None);
        return Ok(if ok { Some(n) } else { None });
    }
    if let Some(pieces) = data.as_array() {
        let mut total = 0;
        for (_, piece) in pieces.clone().iter() {
            let piece = convert::to_str(ctx, piece)?;
            if piece.is_empty() {
                continue;
            }
            match stream.write(ctx, &piece) {
                None => {
                    ctx.warning(format!("Failed to write {} bytes to {filename}", piece.len()));
                    return Ok(None);
                }
                Some(n) => {
                    total += n;
                    if n != piece.len() {
                        short_write(ctx, n, piece.len());
                        return Ok(None);
                    }
                }
            }
        }
        return Ok(Some(total));
    }
    let text = match data.as_object() {
        Some(object) => match convert::object_to_str(ctx, &object)? {
            Some(text) => text,
            None => return Ok(None),
        },
        None => convert::to_str(ctx, data)?,
    };
    if text.is_empty() {
        return Ok(Some(0));
    }
    match stream.write(ctx, &text) {
        Some(n) if n != text.len() => {
            short_write(ctx, n, text.len());
            Ok(None)
        }
        other => Ok(other),
    }
}

fn short_write(ctx: &Ctx, written: usize, wanted: usize) {
    ctx.warning(format!("Only {written} of {wanted} bytes written, possibly out of free disk space"));
}

#[php("function file(string $filename, int $flags = 0, ?resource $context = null): array|false")]
fn file(ctx: &Ctx, filename: &PhpStr, flags: i64, context: Option<&Value>) -> PhpResult<OrFalse<Array>> {
    check_path(ctx, filename, 1)?;
    if flags & !(USE_INCLUDE_PATH | IGNORE_NEW_LINES | SKIP_EMPTY_LINES | NO_DEFAULT_CONTEXT) != 0 {
        return Err(ctx.argument_error(2, "must be a valid flag value"));
    }
    let context = streams::context_argument(ctx, context, flags & NO_DEFAULT_CONTEXT != 0, 3)?;
    let opened = streams::open_required(ctx, filename, b"rb", open_options(flags & USE_INCLUDE_PATH != 0), context.as_ref())?;
    let Some((_resource, stream)) = opened else { return Ok(OrFalse::False) };
    let content = stream.read_all(ctx, usize::MAX);
    let detect = stream.has_flag(streams::flags::DETECT_EOL);
    stream.close(ctx);
    ctx.check()?;
    let Some(content) = content else { return Ok(OrFalse::False) };
    let mac = detect && content.contains(&b'\r') && !content.contains(&b'\n');
    let end = if mac { b'\r' } else { b'\n' };
    let mut lines = Array::with_capacity(memchr::memchr_iter(end, &content).count() + 1);
    let mut rest = &content[..];
    while !rest.is_empty() {
        let line;
        (line, rest) = rest.split_at(memchr::memchr(end, rest).map_or(rest.len(), |at| at + 1));
        let line = if flags & IGNORE_NEW_LINES == 0 {
            line
        } else {
            match line.split_last() {
                Some((&last, body)) if last == end => {
                    let body = if end == b'\n' { body.strip_suffix(b"\r").unwrap_or(body) } else { body };
                    if body.is_empty() && flags & SKIP_EMPTY_LINES != 0 {
                        continue;
                    }
                    body
                }
                _ => line,
            }
        };
        let _ = lines.push(Value::from(line));
    }
    Ok(OrFalse::Some(lines))
}

#[php("function readfile(string $filename, bool $use_include_path = false, ?resource $context = null): int|false")]
fn readfile(ctx: &Ctx, filename: &PhpStr, use_include_path: bool, context: Option<&Value>) -> PhpResult<OrFalse<i64>> {
    check_path(ctx, filename, 1)?;
    let context = streams::context_argument(ctx, context, false, 3)?;
    let opened = streams::open_required(ctx, filename, b"rb", open_options(use_include_path), context.as_ref())?;
    let Some((_resource, stream)) = opened else { return Ok(OrFalse::False) };
    let n = pass_through(ctx, &stream);
    stream.close(ctx);
    ctx.check()?;
    Ok(OrFalse::Some(n))
}

#[php("function tempnam(string $directory, string $prefix): string|false")]
fn tempnam(ctx: &Ctx, directory: &PhpStr, prefix: &PhpStr) -> PhpResult<OrFalse<Vec<u8>>> {
    use std::os::unix::ffi::OsStringExt;
    check_path(ctx, directory, 1)?;
    check_path(ctx, prefix, 2)?;
    let base = prefix.rsplit(|&b| b == b'/').find(|p| !p.is_empty()).unwrap_or_default();
    let base = &base[..base.len().min(63)];
    let fallback = streams::php::temp_dir();
    let wanted = if directory.is_empty() { fallback.clone() } else { directory.to_vec() };
    if !paths::check_basedir(ctx, &wanted) {
        return Ok(OrFalse::False);
    }
    let in_directory = |dir: &[u8]| {
        let dir = paths::real(dir).ok_or(std::io::ErrorKind::NotFound)?;
        streams::php::unique_file(&dir, base)
    };
    let made = match in_directory(&wanted) {
        Ok(made) => made,
        Err(_) => {
            if !directory.is_empty() {
                ctx.notice("file created in the system's temporary directory");
                ctx.check()?;
            }
            if !paths::check_basedir(ctx, &fallback) {
                return Ok(OrFalse::False);
            }
            match in_directory(&fallback) {
                Ok(made) => made,
                Err(_) => return Ok(OrFalse::False),
            }
        }
    };
    Ok(OrFalse::Some(made.1.into_os_string().into_vec()))
}

#[php("function tmpfile()")]
fn tmpfile(ctx: &Ctx) -> OrFalse<Resource> {
    use std::os::unix::ffi::OsStrExt;
    let Ok((file, path)) = streams::php::unique_file(&streams::php::temp_dir(), b"php") else { return OrFalse::False };
    let _ = ctx;
    let ops = PlainFile::new(file);
    ops.delete_on_close(path.clone());
    let stream = Stream::new(Box::new(ops), b"r+b").with_wrapper(wrapper::plain());
    stream.set_path(path.as_os_str().as_bytes());
    OrFalse::Some(stream.register())
}

#[php("function sys_get_temp_dir(): string")]
fn sys_get_temp_dir(late: Late<'_>) -> Str {
    if late.ini().is_empty("sys_temp_dir") {
        static SYSTEMS: OnceLock<Name> = OnceLock::new();
        return SYSTEMS.get_or_init(|| Name::forever(&streams::php::temp_dir())).to_str();
    }
    let dir = late.ini().text("sys_temp_dir");
    dir.strip_suffix(b"/").map_or_else(|| dir.clone(), Str::new)
}

#[php("function mkdir(string $directory, int $permissions = 0777, bool $recursive = false, ?resource $context = null): bool")]
fn mkdir(ctx: &Ctx, directory: &PhpStr, permissions: i64, recursive: bool, context: Option<&Value>) -> PhpResult<bool> {
    check_path(ctx, directory, 1)?;
    let context = streams::context_argument(ctx, context, false, 4)?;
    let options = options::REPORT_ERRORS | if recursive { options::MKDIR_RECURSIVE } else { 0 };
    let Some((wrapper, path)) = wrapper::locate_to_change(ctx, directory, 0) else { return Ok(false) };
    Ok(wrapper.mkdir(ctx, path, permissions, options, context.as_ref()).unwrap_or(false))
}

#[php("function rmdir(string $directory, ?resource $context = null): bool")]
fn rmdir(ctx: &Ctx, directory: &PhpStr, context: Option<&Value>) -> PhpResult<bool> {
    check_path(ctx, directory, 1)?;
    let context = streams::context_argument(ctx, context, false, 2)?;
    let Some((wrapper, path)) = wrapper::locate_to_change(ctx, directory, 0) else { return Ok(false) };
    Ok(wrapper.rmdir(ctx, path, options::REPORT_ERRORS, context.as_ref()).unwrap_or(false))
}

#[php("function rename(string $from, string $to, ?resource $context = null): bool")]
fn rename(ctx: &Ctx, from: &PhpStr, to: &PhpStr, context: Option<&Value>) -> PhpResult<bool> {
    check_path(ctx, from, 1)?;
    check_path(ctx, to, 2)?;
    let Some((wrapper, _)) = wrapper::locate(ctx, from, 0) else {
        ctx.check()?;
        ctx.warning("Unable to locate stream wrapper");
        return Ok(false);
    };
    if !wrapper.can_rename() {
        ctx.warning(format!("{} wrapper does not support renaming", wrapper.label()));
        return Ok(false);
    }
    let target = wrapper::locate(ctx, to, 0);
    ctx.check()?;
    if !target.is_some_and(|(w, _)| std::ptr::addr_eq(w, wrapper)) {
        ctx.warning("Cannot rename a file across wrapper types");
        return Ok(false);
    }
    let context = streams::context_argument(ctx, context, false, 3)?;
    match wrapper.rename(ctx, from, to, 0, context.as_ref()) {
        Some(done) => Ok(done),
        None => {
            let label = wrapper.label();
            ctx.warning(format!("{} wrapper does not support renaming", if label.is_empty() { "Source" } else { label }));
            Ok(false)
        }
    }
}

#[php("function unlink(string $filename, ?resource $context = null): bool")]
fn unlink(ctx: &Ctx, filename: &PhpStr, context: Option<&Value>) -> PhpResult<bool> {
    check_path(ctx, filename, 1)?;
    let context = streams::context_argument(ctx, context, false, 2)?;
    let Some((wrapper, path)) = wrapper::locate_to_change(ctx, filename, 0) else {
        ctx.check()?;
        ctx.warning("Unable to locate stream wrapper");
        return Ok(false);
    };
    match wrapper.unlink(ctx, path, options::REPORT_ERRORS, context.as_ref()) {
        Some(done) => Ok(done),
        None => {
            let label = wrapper.label();
            ctx.warning(format!("{} does not allow unlinking", if label.is_empty() { "Wrapper" } else { label }));
            Ok(false)
        }
    }
}

#[php("function copy(string $from, string $to, ?resource $context = null): bool")]
fn copy(ctx: &Ctx, from: &PhpStr, to: &PhpStr, context: Option<&Value>) -> PhpResult<bool> {
    check_path(ctx, from, 1)?;
    if wrapper::scheme_length(from).is_none() && !paths::check_basedir(ctx, from) {
        return Ok(false);
    }
    check_path(ctx, to, 2)?;
    let context = streams::context_argument(ctx, context, false, 3)?;
    copy_file(ctx, from, to, context.as_ref())
}

/// Copies a file, as `copy()` does.
pub(crate) fn copy_file(ctx: &Ctx, from: &[u8], to: &[u8], context: Option<&Resource>) -> PhpResult<bool> {
    if let Some(source) = wrapper::stat_path(ctx, from, 0, context) {
        if source.is_dir() {
            ctx.warning("The first argument to copy() function cannot be a directory");
            return Ok(false);
        }
        if let Some(target) = wrapper::stat_path(ctx, to, options::STAT_QUIET, context) {
            if target.is_dir() {
                ctx.warning("The second argument to copy() function cannot be a directory");
                return Ok(false);
            }
            if source.ino != 0 && source.ino == target.ino && source.dev == target.dev {
                return Ok(false);
            }
        }
    }
    let Some((_in, source)) = streams::open_required(ctx, from, b"rb", options::REPORT_ERRORS, context)? else {
        return Ok(false);
    };
    let Some((_out, target)) = streams::open_required(ctx, to, b"wb", options::REPORT_ERRORS, context)? else {
        source.close(ctx);
        return Ok(false);
    };
    let (_, ok) = streams::copy::copy(ctx, &source, &target, None);
    source.close(ctx);
    target.close(ctx);
    ctx.check()?;
    Ok(ok)
}

/// The process's own mask, from before the first request that asked: requests of other threads may have changed it by now.
static OWN_MASK: OnceLock<u32> = OnceLock::new();

thread_local! {
    /// Whether the request has changed the mask.
    static IS_MASK_CHANGED: Cell<bool> = const { Cell::new(false) };
}

#[php("function umask(?int $mask = null): int")]
fn umask(mask: Option<i64>) -> i64 {
    let exchange = |mask: Option<u32>| {
        let old = phant_os::fs::umask(0o077);
        phant_os::fs::umask(mask.unwrap_or(old));
        old
    };
    OWN_MASK.get_or_init(|| exchange(None));
    IS_MASK_CHANGED.set(IS_MASK_CHANGED.get() || mask.is_some());
    i64::from(exchange(mask.map(|m| m as u32 & 0o777)))
}

/// A request is over: the process has the mask again that it had before.
pub(crate) fn end_request(_: &Ctx) {
    if IS_MASK_CHANGED.take()
        && let Some(&own) = OWN_MASK.get()
    {
        phant_os::fs::umask(own);
    }
}

#[php("function realpath(string $path): string|false")]
fn realpath(ctx: &Ctx, path: &PhpStr) -> PhpResult<OrFalse<Str>> {
    check_path(ctx, path, 1)?;
    // No file has so long a name.
    if path.len() >= 4096 {
        return Ok(OrFalse::False);
    }
    match streams::stat_cache::real(ctx, path) {
        Some(real) => Ok(if paths::check_basedir(ctx, &real) { OrFalse::Some(real) } else { OrFalse::False }),
        // In a directory that was deleted, a relative path can only be given back.
        None if std::env::current_dir().is_err() && path.first().is_some_and(|&b| b != b'/') => {
            Ok(OrFalse::Some(Str::new(path.strip_suffix(b"/").unwrap_or(path))))
        }
        None => Ok(OrFalse::False),
    }
}

#[php("function fnmatch(string $pattern, string $filename, int $flags = 0): bool")]
fn fnmatch(ctx: &Ctx, pattern: &PhpStr, filename: &PhpStr, flags: i64) -> PhpResult<bool> {
    const LONGEST: usize = 4096;
    check_path(ctx, pattern, 1)?;
    check_path(ctx, filename, 2)?;
    if filename.len() >= LONGEST {
        ctx.warning(format!("Filename exceeds the maximum allowed length of {LONGEST} characters"));
        return Ok(false);
    }
    if pattern.len() >= LONGEST {
        ctx.warning(format!("Pattern exceeds the maximum allowed length of {LONGEST} characters"));
        return Ok(false);
    }
    Ok(phant_os::fs::fnmatch(pattern, filename, flags as i32).unwrap_or(false))
}

/// The characters of a CSV function's arguments, checked. `first` is the number of the separator argument.
pub(crate) fn dialect(ctx: &Ctx, separator: &PhpStr, enclosure: &PhpStr, escape: &PhpStr, first: usize) -> PhpResult<Dialect> {
    let single = |ctx: &Ctx, s: &PhpStr, number: usize| match s.as_bytes() {
        [b] => Ok(*b),
        _ => Err(ctx.argument_error(number, "must be a single character")),
    };
    let separator = single(ctx, separator, first)?;
    let enclosure = single(ctx, enclosure, first + 1)?;
    let escape = match escape.as_bytes() {
        [] => None,
        [b] => Some(*b),
        _ => return Err(ctx.argument_error(first + 2, "must be empty or a single character")),
    };
    Ok(Dialect { separator, enclosure, escape })
}

/// Reports a call that relies on the escape character's default. `index` is the argument's, from 0.
pub(crate) fn escape_default_notice(ctx: &Ctx, passed: bool) -> PhpResult<()> {
    if !passed {
        ctx.deprecated("the $escape parameter must be provided as its default value will change");
        ctx.check()?;
    }
    Ok(())
}

#[php(
    "function fgetcsv(resource $stream, ?int $length = null, string $separator = ',', string $enclosure = '\"', string $escape = '\\\\'): array|false"
)]
fn fgetcsv(
    ctx: &Ctx,
    stream: &Value,
    length: Option<i64>,
    separator: &PhpStr,
    enclosure: &PhpStr,
    escape: &PhpStr,
    passed: usize,
) -> PhpResult<OrFalse<Array>> {
    let dialect = dialect(ctx, separator, enclosure, escape, 3)?;
    escape_default_notice(ctx, passed > 4)?;
    let limit = match length {
        None | Some(0) => None,
        Some(n) if n > 0 && n < i64::MAX => Some(n as usize),
        Some(_) => return Err(ctx.argument_error(2, format!("must be between 0 and {}", i64::MAX - 1))),
    };
    let stream = streams::from_value(ctx, stream, 1)?;
    let Some(line) = stream.read_line(ctx, limit) else { return Ok(OrFalse::False) };
    let record = csv::parse(&line, dialect, &mut || stream.read_line(ctx, None).map(|s| s.as_bytes().to_vec()));
    Ok(OrFalse::Some(record))
}

#[php(
    "function fputcsv(resource $stream, array $fields, string $separator = ',', string $enclosure = '\"', string $escape = '\\\\', string $eol = \"\\n\"): int|false"
)]
fn fputcsv(
    ctx: &Ctx,
    stream: &Value,
    fields: &Array,
    separator: &PhpStr,
    enclosure: &PhpStr,
    escape: &PhpStr,
    eol: &PhpStr,
    passed: usize,
) -> PhpResult<OrFalse<usize>> {
    let dialect = dialect(ctx, separator, enclosure, escape, 3)?;
    escape_default_notice(ctx, passed > 4)?;
    let stream = streams::from_value(ctx, stream, 1)?;
    let eol = eol.to_handle();
    let line = csv_line(ctx, fields, dialect, &eol)?;
    Ok(stream.write(ctx, &line).into())
}

/// A record as a line.
pub(crate) fn csv_line(ctx: &Ctx, fields: &Array, dialect: Dialect, eol: &[u8]) -> PhpResult<Str> {
    let mut line = StrBuilder::new();
    let mut first = true;
    for (_, field) in fields.clone().iter() {
        if !std::mem::take(&mut first) {
            line.push(dialect.separator);
        }
        let field = convert::to_str(ctx, field)?;
        csv::write_field(&mut line, &field, dialect);
    }
    line.push_bytes(eol);
    Ok(line.finish())
}

#[php("function get_meta_tags(string $filename, bool $use_include_path = false): array|false")]
fn get_meta_tags(ctx: &Ctx, filename: &PhpStr, use_include_path: bool) -> PhpResult<OrFalse<Array>> {
    check_path(ctx, filename, 1)?;
    let opened = streams::open_required(ctx, filename, b"rb", open_options(use_include_path), None)?;
    let Some((_resource, stream)) = opened else { return Ok(OrFalse::False) };
    let page = stream.read_all(ctx, usize::MAX).unwrap_or_default();
    stream.close(ctx);
    ctx.check()?;
    Ok(OrFalse::Some(meta_tags(&page)))
}

/// A token of the little HTML scanner of [`meta_tags`].
#[derive(PartialEq)]
enum Token<'a> {
    Open,
    Close,
    Slash,
    Equals,
    Space,
    Word(&'a [u8]),
    Quoted(&'a [u8]),
    Other,
}

fn next_token<'a>(page: &'a [u8], at: &mut usize, in_meta: bool) -> Option<Token<'a>> {
    let first = *page.get(*at)?;
    *at += 1;
    Some(match first {
        b'<' => Token::Open,
        b'>' => Token::Close,
        b'=' => Token::Equals,
        b'/' => Token::Slash,
        b'\n' | b'\r' | b'\t' | b' ' => Token::Space,
        b'\'' | b'"' => {
            let start = *at;
            // An apostrophe in running text is no quote, so a tag's beginning ends it.
            while let Some(&b) = page.get(*at) {
                if b == first || b == b'<' || b == b'>' {
                    break;
                }
                *at += 1;
            }
            let text = &page[start..*at];
            if page.get(*at) == Some(&first) {
                *at += 1;
            }
            if in_meta { Token::Quoted(text) } else { Token::Other }
        }
        b if b.is_ascii_alphanumeric() => {
            let start = *at - 1;
            while page.get(*at).is_some_and(|&b| b.is_ascii_alphanumeric() || b"-_.:".contains(&b)) {
                *at += 1;
            }
            Token::Word(&page[start..*at])
        }
        _ => Token::Other,
    })
}

/// Name and content of the `<meta>` tags in a page's head.
fn meta_tags(page: &[u8]) -> Array {
    let mut out = Array::new();
    let (mut at, mut in_tag, mut in_meta) = (0, false, false);
    let mut looking_for: Option<bool> = None;
    let mut expects_value = false;
    let (mut name, mut content): (Option<Vec<u8>>, Option<Vec<u8>>) = (None, None);
    let mut after_open = false;
    let mut after_slash = false;
    while let Some(token) = next_token(page, &mut at, in_meta) {
        let (was_open, was_slash) = (after_open, after_slash);
        (after_open, after_slash) = (false, false);
        match token {
            Token::Word(word) if was_open && word.eq_ignore_ascii_case(b"meta") => in_meta = true,
            Token::Word(word) if was_slash && word.eq_ignore_ascii_case(b"head") => break,
            Token::Word(word) if in_meta && expects_value => {
                set_meta(looking_for, word, &mut name, &mut content);
                (looking_for, expects_value) = (None, false);
            }
            Token::Quoted(text) if expects_value => {
                set_meta(looking_for, text, &mut name, &mut content);
                (looking_for, expects_value) = (None, false);
            }
            Token::Word(word) if in_meta => {
                looking_for = match word.to_ascii_lowercase().as_slice() {
                    b"name" => Some(true),
                    b"content" => Some(false),
                    _ => None,
                };
            }
            Token::Equals if looking_for.is_some() => expects_value = true,
            Token::Open => {
                in_tag = true;
                after_open = true;
                (looking_for, expects_value) = (None, false);
            }
            Token::Slash => after_slash = was_open,
            Token::Close => {
                if let Some(name) = name.take().filter(|_| in_tag) {
                    let key = phant_memory::Key::from(&name[..]);
                    out.set(key, content.take().map_or_else(|| Value::from(""), Value::from));
                }
                content = None;
                (in_tag, in_meta) = (false, false);
            }
            _ => {}
        }
    }
    out
}

fn set_meta(looking_for: Option<bool>, text: &[u8], name: &mut Option<Vec<u8>>, content: &mut Option<Vec<u8>>) {
    match looking_for {
        Some(true) => {
            let clean = |&b: &u8| if b"-_.\\+*?[^]$() ".contains(&b) { b'_' } else { b.to_ascii_lowercase() };
            *name = Some(text.iter().map(clean).collect());
        }
        Some(false) => *content = Some(text.to_vec()),
        None => {}
    }
}

#[php("function fscanf(resource $stream, string $format, mixed &...$vars): array|int|false|null")]
fn fscanf(ctx: &Ctx, stream: &Value, format: &PhpStr, vars: &mut [Value]) -> PhpResult {
    let r = streams::resource_argument(ctx, stream, 1)?;
    let Some(stream) = phant_native::resource::get::<Stream>(&r) else {
        return Err(ctx.type_error("fscanf(): supplied resource is not a valid File-Handle resource"));
    };
    match stream.read_line(ctx, None) {
        Some(line) => crate::scanf::scan(ctx, &line, format, vars),
        None => Ok(Value::FALSE),
    }
}
