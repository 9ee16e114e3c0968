//! `compress.zlib://`, and the functions for gzip files.

use crate::gz_file::{GzFile, Mode};
use phant_memory::{Array, PhpStr, Resource, Str, Value};
use phant_native::{Ctx, PhpResult, convert, descriptor::FunctionGroup, functions, php, resource, ret::OrFalse};
use phant_streams::{self as streams, Context, Stream, Whence, Wrapper, errors, options};
use std::rc::Rc;

pub(crate) const FUNCTIONS: FunctionGroup = functions![
    gzopen, gzfile, readgzfile, gzwrite, gzrewind, gzclose, gzeof, gzgetc, gzpassthru, gzseek, gztell, gzread, gzgets,
];

/// The wrapper `compress.zlib://`.
pub struct ZlibWrapper;

/// The path behind the scheme.
fn strip(path: &[u8]) -> &[u8] {
    let behind = |scheme: &[u8]| {
        let head = path.get(..scheme.len())?;
        head.eq_ignore_ascii_case(scheme).then(|| &path[scheme.len()..])
    };
    behind(b"compress.zlib://").or_else(|| behind(b"zlib:")).unwrap_or(path)
}

/// Opens a gzip file, with errors as the options say.
fn open(ctx: &Ctx, path: &[u8], mode: &[u8], options: u32, context: Option<&Resource>) -> PhpResult<Option<Resource>> {
    if mode.contains(&b'+') {
        errors::log(ctx, options, "Cannot open a zlib stream for reading and writing at the same time!");
        return Ok(None);
    }
    let path = strip(path);
    // Letters for the compressor alone mean nothing to a file.
    let is_mode = mode.first().is_some_and(|letter| b"rwaxc".contains(letter));
    let plain: Vec<u8> = mode.iter().copied().filter(|letter| !is_mode || b"rwaxcbten".contains(letter)).collect();
    let Some(inner) = streams::open(ctx, path, &plain, options, context)? else { return Ok(None) };
    let Some(stream) = resource::get::<Stream>(&inner) else { return Ok(None) };
    let level = context.and_then(Context::of).and_then(|context| context.option("zlib", "level"));
    let parsed = Mode::parse(mode).map(|parsed| match &level {
        Some(level) => parsed.with_level(convert::to_int(level)),
        None => parsed,
    });
    let Some(file) = parsed.and_then(|parsed| GzFile::new(Rc::clone(&stream), parsed)) else {
        stream.close(ctx);
        errors::log(ctx, options, "gzopen failed");
        return Ok(None);
    };
    // The file is open as long as the gzip file on it is, which closes it: its count stays with that.
    std::mem::forget(inner);
    Ok(Some(Stream::new(Box::new(file), mode).with_flags(streams::flags::NO_BUFFER).register()))
}

impl Wrapper for ZlibWrapper {
    fn label(&self) -> &'static str {
        "ZLIB"
    }
    fn open(&self, ctx: &Ctx, path: &[u8], mode: &[u8], options: u32, context: Option<&Resource>) -> Option<Resource> {
        open(ctx, path, mode, options, context).ok().flatten()
    }
    fn can_rename(&self) -> bool {
        false
    }
    fn unlink(&self, ctx: &Ctx, _path: &[u8], options: u32, _context: Option<&Resource>) -> Option<bool> {
        if options & options::REPORT_ERRORS != 0 {
            ctx.warning("ZLIB does not allow unlinking");
        }
        Some(false)
    }
}

/// Opens for a function: relative paths may be looked for along `include_path`.
fn open_for(ctx: &Ctx, filename: &PhpStr, mode: &[u8], use_include_path: i64) -> PhpResult<Option<Rc<Stream>>> {
    let resource = open_resource(ctx, filename, mode, use_include_path)?;
    let stream = resource.as_ref().and_then(resource::get::<Stream>);
    // Whoever opens it closes it.
    std::mem::forget(resource);
    Ok(stream)
}

fn open_resource(ctx: &Ctx, filename: &PhpStr, mode: &[u8], use_include_path: i64) -> PhpResult<Option<Resource>> {
    if filename.contains(&0) {
        return Err(ctx.argument_error(1, "must not contain any null bytes"));
    }
    let path = filename.to_handle();
    let found = if use_include_path != 0 { options::USE_PATH } else { 0 };
    let opened = open(ctx, &path, mode, options::REPORT_ERRORS | found, None)?;
    ctx.check()?;
    Ok(opened)
}

/// Opens a gzip file.
#[php("function gzopen(string $filename, string $mode, int $use_include_path = 0)")]
fn gzopen(ctx: &Ctx, filename: &PhpStr, mode: &PhpStr, use_include_path: i64) -> PhpResult<OrFalse<Resource>> {
    Ok(open_resource(ctx, filename, &mode.to_handle(), use_include_path)?.into())
}

/// Longer lines come in pieces.
const LONGEST_LINE: usize = 8191;

/// The lines of a gzip file.
#[php("function gzfile(string $filename, int $use_include_path = 0): array|false")]
fn gzfile(ctx: &Ctx, filename: &PhpStr, use_include_path: i64) -> PhpResult<OrFalse<Array>> {
    let Some(stream) = open_for(ctx, filename, b"rb", use_include_path)? else { return Ok(OrFalse::False) };
    let mut lines = Array::new();
    // PHP reads into a buffer of 8 KB, of which it takes a C string.
    while let Some(line) = stream.read_line(ctx, Some(LONGEST_LINE)) {
        let end = line.iter().position(|&b| b == 0).unwrap_or(line.len());
        let _ = lines.push(Value::str(&line[..end]));
        ctx.poll()?;
        ctx.check()?;
    }
    stream.close(ctx);
    Ok(OrFalse::Some(lines))
}

/// Prints a gzip file.
#[php("function readgzfile(string $filename, int $use_include_path = 0): int|false")]
fn readgzfile(ctx: &Ctx, filename: &PhpStr, use_include_path: i64) -> PhpResult<OrFalse<i64>> {
    let Some(stream) = open_for(ctx, filename, b"rb", use_include_path)? else { return Ok(OrFalse::False) };
    let total = pass_through(ctx, &stream);
    stream.close(ctx);
    Ok(OrFalse::Some(total))
}

/// Writes the rest of a stream to the output.
fn pass_through(ctx: &Ctx, stream: &Stream) -> i64 {
    let mut piece = vec![0; streams::CHUNK_SIZE];
    let mut total = 0;
    while let Some(read) = stream.read(ctx, &mut piece).filter(|&read| read > 0) {
        ctx.echo(&piece[..read]);
        total += read as i64;
        if ctx.has_exception() || ctx.poll().is_err() {
            break;
        }
    }
    total
}

/// Writes to a gzip file.
#[php("function gzwrite(resource $stream, string $data, ?int $length = null): int|false", alias = "gzputs")]
fn gzwrite(ctx: &Ctx, stream: &Value, data: &PhpStr, length: Option<i64>) -> PhpResult<OrFalse<usize>> {
    let size = match length {
        None => data.len(),
        Some(length) => data.len().min(usize::try_from(length).unwrap_or(0)),
    };
    if size == 0 && stream.as_resource().is_some() {
        return Ok(OrFalse::Some(0));
    }
    let stream = streams::from_value(ctx, stream, 1)?;
    let data = data.to_handle();
    Ok(stream.write(ctx, &data[..size]).into())
}

/// Back to the beginning.
#[php("function gzrewind(resource $stream): bool")]
fn gzrewind(ctx: &Ctx, stream: &Value) -> PhpResult<bool> {
    let stream = streams::from_value(ctx, stream, 1)?;
    Ok(stream.seek(ctx, 0, Whence::Set))
}

/// Closes.
#[php("function gzclose(resource $stream): bool")]
fn gzclose(ctx: &Ctx, stream: &Value) -> PhpResult<bool> {
    let stream = streams::from_value(ctx, stream, 1)?;
    if stream.has_flag(streams::flags::NO_FCLOSE) {
        ctx.warning("cannot close the provided stream, as it must not be manually closed");
        return Ok(false);
    }
    stream.close(ctx);
    ctx.check().map(|()| true)
}

/// Whether everything was read.
#[php("function gzeof(resource $stream): bool")]
fn gzeof(ctx: &Ctx, stream: &Value) -> PhpResult<bool> {
    Ok(streams::from_value(ctx, stream, 1)?.at_eof(ctx))
}

/// Reads a byte.
#[php("function gzgetc(resource $stream): string|false")]
fn gzgetc(ctx: &Ctx, stream: &Value) -> PhpResult<OrFalse<Str>> {
    let stream = streams::from_value(ctx, stream, 1)?;
    Ok(stream.read_byte(ctx).map(phant_memory::string::single_byte).into())
}

/// Prints the rest.
#[php("function gzpassthru(resource $stream): int")]
fn gzpassthru(ctx: &Ctx, stream: &Value) -> PhpResult<i64> {
    let stream = streams::from_value(ctx, stream, 1)?;
    Ok(pass_through(ctx, &stream))
}

/// Goes elsewhere in the text.
#[php("function gzseek(resource $stream, int $offset, int $whence = SEEK_SET): int")]
fn gzseek(ctx: &Ctx, stream: &Value, offset: i64, whence: i64) -> PhpResult<i64> {
    let stream = streams::from_value(ctx, stream, 1)?;
    let whence = match whence {
        0 => Whence::Set,
        1 => Whence::Current,
        2 => Whence::End,
        _ => return Ok(-1),
    };
    Ok(if stream.seek(ctx, offset, whence) { 0 } else { -1 })
}

/// Where in the text the next byte is.
#[php("function gztell(resource $stream): int|false")]
fn gztell(ctx: &Ctx, stream: &Value) -> PhpResult<OrFalse<i64>> {
    let stream = streams::from_value(ctx, stream, 1)?;
    Ok(OrFalse::Some(stream.position()))
}

/// Reads.
#[php("function gzread(resource $stream, int $length): string|false")]
fn gzread(ctx: &Ctx, stream: &Value, length: i64) -> PhpResult<OrFalse<Str>> {
    let stream = streams::from_value(ctx, stream, 1)?;
    match usize::try_from(length) {
        Ok(length @ 1..) => Ok(stream.read_str(ctx, length).into()),
        _ => Err(ctx.argument_error(2, "must be greater than 0")),
    }
}

/// Reads a line.
#[php("function gzgets(resource $stream, ?int $length = null): string|false")]
fn gzgets(ctx: &Ctx, stream: &Value, length: Option<i64>) -> PhpResult<OrFalse<Str>> {
    let stream = streams::from_value(ctx, stream, 1)?;
    let most = match length {
        None => None,
        Some(length) if length > 0 => Some(length as usize - 1),
        Some(_) => return Err(ctx.argument_error(2, "must be greater than 0")),
    };
    Ok(stream.read_line(ctx, most).into())
}
