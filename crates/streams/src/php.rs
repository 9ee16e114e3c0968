//! `php://`: the process's and the request's own streams, memory, filters.

use super::{
    Stat, Stream, StreamOps, Whence, errors, filter, filter::Chain, flags, memory::Memory, open_required, options,
    plain::PlainFile, wrapper::Wrapper,
};
use phant_memory::{Resource, Value};
use phant_native::{ctx::Ctx, sapi};
use std::{any::Any, cell::Cell, fs::File, io, os::fd::AsFd};

/// Bytes that `php://temp` keeps in memory.
const TEMP_LIMIT: usize = 2 * 1024 * 1024;

/// See the [module documentation](self).
pub struct PhpWrapper;

/// The mode that memory streams show, and what it permits: read-only, appending.
fn memory_mode(mode: &[u8]) -> (&'static [u8], bool, bool) {
    if mode.contains(&b'a') {
        (b"a+b", false, true)
    } else if !mode.contains(&b'w') && !mode.contains(&b'+') {
        (b"rb", true, false)
    } else {
        (b"w+b", false, false)
    }
}

fn has_prefix(path: &[u8], prefix: &str) -> bool {
    path.get(..prefix.len()).is_some_and(|p| p.eq_ignore_ascii_case(prefix.as_bytes()))
}

impl Wrapper for PhpWrapper {
    fn label(&self) -> &'static str {
        "PHP"
    }
    fn open(&self, ctx: &Ctx, path: &[u8], mode: &[u8], options: u32, context: Option<&Resource>) -> Option<Resource> {
        let name = if has_prefix(path, "php://") { &path[6..] } else { path };
        let is = |word: &str| name.eq_ignore_ascii_case(word.as_bytes());
        if has_prefix(name, "temp") {
            let mut limit = TEMP_LIMIT;
            if has_prefix(&name[4..], "/maxmemory:") {
                let n = phant_numeric::parse::to_int(&name[15..]);
                if n < 0 {
                    let text = "Max memory must be greater than or equal to 0";
                    ctx.argument_error(2, text.trim_start_matches("Max memory "));
                    return None;
                }
                limit = n as usize;
            }
            let (shown, readonly, append) = memory_mode(mode);
            let ops = Memory::temp(readonly, append, limit);
            return Some(Stream::new(Box::new(ops), shown).with_flags(flags::NO_BUFFER).register());
        }
        if is("memory") {
            let (shown, readonly, append) = memory_mode(mode);
            let ops = Memory::new(readonly, append);
            return Some(Stream::new(Box::new(ops), shown).with_flags(flags::NO_BUFFER).register());
        }
        if is("output") {
            return Some(Stream::new(Box::new(Output), b"wb").register());
        }
        let restricted = is("input") || is("stdin") || has_prefix(name, "fd/");
        if restricted && options & options::OPEN_FOR_INCLUDE != 0 && !ctx.ini.bool("allow_url_include") {
            errors::log(ctx, options, "URL file-access is disabled in the server configuration");
            return None;
        }
        if is("input") {
            return Some(Stream::new(Box::new(Input { at: Cell::new(0) }), b"rb").register());
        }
        if is("stdin") {
            return standard(ctx, 0, mode, options);
        }
        if is("stdout") {
            return standard(ctx, 1, mode, options);
        }
        if is("stderr") {
            return standard(ctx, 2, mode, options);
        }
        if has_prefix(name, "fd/") {
            return descriptor(ctx, &name[3..], mode, options);
        }
        if has_prefix(name, "filter/") {
            return filtered(ctx, &name[6..], mode, options, context);
        }
        ctx.warning("Invalid php:// URL specified");
        None
    }
}

/// The stream of one of the process's three descriptors.
fn standard(ctx: &Ctx, fd: i32, mode: &[u8], options: u32) -> Option<Resource> {
    match phant_os::fs::duplicate(fd) {
        // A server may hand a connection, or the socket it listens on, to a child as its input.
        Ok(owned) if fd == 0 && phant_os::socket::local_address(owned.as_fd()).is_ok() => {
            Some(super::socket::register(ctx, owned, super::socket::labels::GENERIC))
        }
        Ok(owned) => Some(Stream::new(Box::new(PlainFile::standard(owned)), mode).register()),
        Err(e) => {
            errors::set_errno(ctx, &e);
            let text = phant_os::error_text(&e);
            errors::log(ctx, options, text);
            None
        }
    }
}

/// Defines STDIN, STDOUT and STDERR, as the command line has them. Closing one of them by hand closes the process's own
/// descriptor, so that a script can become a daemon.
pub fn define_constants(ctx: &Ctx) {
    const STREAMS: [(&str, &str, &str, i32); 3] =
        [("STDIN", "php://stdin", "rb", 0), ("STDOUT", "php://stdout", "wb", 1), ("STDERR", "php://stderr", "wb", 2)];
    for (name, path, mode, number) in STREAMS {
        let opened = super::open(ctx, path.as_bytes(), mode.as_bytes(), 0, None).ok().flatten();
        if let Some(r) = opened {
            if let Some(file) = phant_native::resource::get::<Stream>(&r).as_ref().and_then(|s| s.ops_as::<PlainFile>()) {
                file.set_owned_number(number);
            }
            ctx.define(name, r);
        }
    }
}

fn descriptor(ctx: &Ctx, number: &[u8], mode: &[u8], options: u32) -> Option<Resource> {
    if ctx.request.http.get() {
        errors::log(ctx, options, "Direct access to file descriptors is only available from command-line PHP");
        return None;
    }
    let text = String::from_utf8_lossy(number);
    let Ok(fd) = text.parse::<i64>() else {
        errors::log(ctx, options, "php://fd/ stream must be specified in the form php://fd/<orig fd>");
        return None;
    };
    let most = 1 << 20;
    if !(0..most).contains(&fd) {
        errors::log(ctx, options, format!("The file descriptors must be non-negative numbers smaller than {most}"));
        return None;
    }
    match phant_os::fs::duplicate(fd as i32) {
        Ok(owned) => {
            if phant_os::socket::local_address(owned.as_fd()).is_ok() {
                return Some(super::socket::register(ctx, owned, super::socket::labels::DESCRIPTOR));
            }
            let is_standard = fd == 1 || fd == 2;
            let file = if is_standard { PlainFile::standard(owned) } else { PlainFile::from_descriptor(owned) };
            Some(Stream::new(Box::new(file), mode).register())
        }
        Err(e) => {
            let errno = e.raw_os_error().unwrap_or(0);
            let text = phant_os::error_text(&e);
            let text = format!("Error duping file descriptor {fd}; possibly it doesn't exist: [{errno}]: {text}");
            errors::log(ctx, options, text);
            None
        }
    }
}

/// `php://filter/read=a|b/write=c/resource=path`; `spec` begins with the slash.
fn filtered(ctx: &Ctx, spec: &[u8], mode: &[u8], options: u32, context: Option<&Resource>) -> Option<Resource> {
    let marker = b"/resource=";
    let Some(at) = spec.windows(marker.len()).position(|w| w == marker) else {
        ctx.throw_error("No URL resource specified");
        return None;
    };
    let target = &spec[at + marker.len()..];
    let opened = open_required(ctx, target, mode, options, context);
    let (resource, stream) = opened.ok().flatten()?;
    let reads = mode.contains(&b'r') || mode.contains(&b'+');
    let writes = mode.contains(&b'w') || mode.contains(&b'+') || mode.contains(&b'a');
    for part in spec[..at].split(|&b| b == b'/').filter(|p| !p.is_empty()) {
        if has_prefix(part, "read=") {
            apply(ctx, &stream, &part[5..], true, false);
        } else if has_prefix(part, "write=") {
            apply(ctx, &stream, &part[6..], false, true);
        } else {
            apply(ctx, &stream, part, reads, writes);
        }
    }
    if ctx.has_exception() {
        stream.close(ctx);
        return None;
    }
    Some(resource)
}

fn apply(ctx: &Ctx, stream: &Stream, list: &[u8], read: bool, write: bool) {
    for name in list.split(|&b| b == b'|').filter(|n| !n.is_empty()) {
        let name = super::data::url_decode(name);
        for (wanted, chain) in [(read, Chain::Read), (write, Chain::Write)] {
            if !wanted {
                continue;
            }
            match filter::make(ctx, stream, &name, &Value::UNDEF) {
                Some(entry) => {
                    filter::attach(ctx, stream, entry, chain, true);
                }
                None => ctx.warning([b"Unable to create filter (", &name[..], b")"].concat()),
            }
        }
    }
}

/// A new file that has no name: gone when closed.
pub fn anonymous_file() -> io::Result<File> {
    let (file, path) = unique_file(&temp_dir(), b"php")?;
    let _ = std::fs::remove_file(path);
    Ok(file)
}

/// The directory for temporary files.
pub fn temp_dir() -> Vec<u8> {
    use std::os::unix::ffi::OsStringExt;
    match std::env::var_os("TMPDIR") {
        Some(dir) if !dir.is_empty() => {
            let mut dir = dir.into_vec();
            if dir.len() > 1 && dir.last() == Some(&b'/') {
                dir.pop();
            }
            dir
        }
        _ => b"/tmp".to_vec(),
    }
}

/// Makes a new file with a name that begins with `prefix`.
pub fn unique_file(directory: &[u8], prefix: &[u8]) -> io::Result<(File, std::path::PathBuf)> {
    use std::{
        hash::{BuildHasher, Hasher},
        os::unix::fs::OpenOptionsExt,
    };
    const LETTERS: &[u8; 62] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    for _ in 0..100 {
        let mut random = std::hash::RandomState::new().build_hasher().finish();
        let mut path = directory.to_vec();
        if path.last() != Some(&b'/') {
            path.push(b'/');
        }
        path.extend_from_slice(prefix);
        for _ in 0..6 {
            path.push(LETTERS[(random % 62) as usize]);
            random /= 62;
        }
        let path = super::path::os(&path).to_owned();
        match std::fs::OpenOptions::new().read(true).write(true).create_new(true).mode(0o600).open(&path) {
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {}
            Err(e) => return Err(e),
            Ok(file) => return Ok((file, path)),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// `php://output`
struct Output;

impl StreamOps for Output {
    fn label(&self) -> &'static str {
        "Output"
    }
    fn keep(&self) -> Option<Box<dyn Fn() -> Option<Box<dyn StreamOps>>>> {
        Some(Box::new(|| Some(Box::new(Output))))
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn read(&self, _ctx: &Ctx, stream: &Stream, _out: &mut [u8]) -> Option<usize> {
        stream.set_eof(true);
        None
    }
    fn write(&self, ctx: &Ctx, _stream: &Stream, data: &[u8]) -> Option<usize> {
        ctx.echo(data);
        Some(data.len())
    }
}

/// `php://input`: the request body.
struct Input {
    at: Cell<u64>,
}

impl StreamOps for Input {
    fn label(&self) -> &'static str {
        "Input"
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn read(&self, _ctx: &Ctx, stream: &Stream, out: &mut [u8]) -> Option<usize> {
        let n = sapi::current().read_body(self.at.get(), out);
        self.at.set(self.at.get() + n as u64);
        stream.set_eof(n < out.len());
        Some(n)
    }
    fn write(&self, _ctx: &Ctx, _stream: &Stream, _data: &[u8]) -> Option<usize> {
        None
    }
    fn seek(&self, _ctx: &Ctx, stream: &Stream, offset: i64, whence: Whence) -> Option<i64> {
        let len = i64::try_from(sapi::current().body_size()).ok()?;
        let base = match whence {
            Whence::Set => 0,
            Whence::Current => self.at.get() as i64,
            Whence::End => len,
        };
        let to = base.checked_add(offset).filter(|to| (0..=len).contains(to))?;
        self.at.set(to as u64);
        stream.set_eof(false);
        Some(to)
    }
    fn can_seek(&self) -> bool {
        true
    }
    fn stat(&self, _ctx: &Ctx, _stream: &Stream) -> Option<Stat> {
        None
    }
}
