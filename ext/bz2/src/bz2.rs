//! The functions, and `compress.bzip2://`.

use crate::{
    bz2_file::Bz2File,
    codec::{self, Compressor, Expander, Flush, PIECE, Step},
};
use phant_memory::{Array, PhpStr, Resource, Str, StrBuilder, Value};
use phant_native::{Ctx, PhpResult, convert, descriptor::FunctionGroup, functions, php, resource, ret::OrFalse};
use phant_streams::{
    self as streams, Stream, Wrapper, options, path as paths,
    plain::{OpenMode, PlainFile},
    wrapper,
};
use std::rc::Rc;

pub(crate) const FUNCTIONS: FunctionGroup =
    functions![bzopen, bzread, bzwrite, bzflush, bzclose, bzerrno, bzerrstr, bzerror, bzcompress, bzdecompress,];

/// The wrapper `compress.bzip2://`.
pub struct Bz2Wrapper;

const SCHEME: &[u8] = b"compress.bzip2://";

fn open(ctx: &Ctx, path: &[u8], mode: &[u8], options: u32) -> PhpResult<Option<Resource>> {
    let path = match path.get(..SCHEME.len()) {
        Some(head) if head.eq_ignore_ascii_case(SCHEME) => &path[SCHEME.len()..],
        _ => path,
    };
    let plain: &[u8] = if mode.contains(&b'w') { b"wb" } else { b"rb" };
    let stream = match open_file(ctx, path, plain) {
        Some(stream) => stream,
        None => {
            let Some(inner) = streams::open(ctx, path, plain, options, None)? else { return Ok(None) };
            let Some(stream) = resource::get::<Stream>(&inner) else { return Ok(None) };
            // The file is open as long as the stream on it is, which closes it: its count stays with that.
            std::mem::forget(inner);
            stream
        }
    };
    Ok(Some(Stream::new(Box::new(Bz2File::new(stream, mode, true)), mode).register()))
}

/// A file of the file system, which takes no resource number of its own.
fn open_file(ctx: &Ctx, path: &[u8], mode: &[u8]) -> Option<Rc<Stream>> {
    if wrapper::scheme_length(path).is_some() || !paths::permitted(ctx, path) {
        return None;
    }
    let file = OpenMode::parse(mode)?.open(paths::os(path)).ok()?;
    Some(Rc::new(Stream::new(Box::new(PlainFile::new(file)), mode)))
}

impl Wrapper for Bz2Wrapper {
    fn label(&self) -> &'static str {
        "BZip2"
    }
    fn open(&self, ctx: &Ctx, path: &[u8], mode: &[u8], options: u32, _context: Option<&Resource>) -> Option<Resource> {
        open(ctx, path, mode, options).ok().flatten()
    }
    fn can_rename(&self) -> bool {
        false
    }
    fn unlink(&self, ctx: &Ctx, _path: &[u8], options: u32, _context: Option<&Resource>) -> Option<bool> {
        if options & options::REPORT_ERRORS != 0 {
            ctx.warning("BZip2 does not allow unlinking");
        }
        Some(false)
    }
}

/// Opens a file, or goes on with one that is open.
#[php("function bzopen($file, string $mode)")]
fn bzopen(ctx: &Ctx, file: &Value, mode: &PhpStr) -> PhpResult<OrFalse<Resource>> {
    let mode = mode.to_handle();
    if !matches!(mode.as_bytes(), b"r" | b"w") {
        return Err(ctx.argument_error(2, "must be either \"r\" or \"w\""));
    }
    if let Some(path) = file.as_str() {
        if path.is_empty() {
            return Err(ctx.argument_error(1, "must not be empty"));
        }
        if path.contains(&0) {
            return Err(ctx.argument_type_error(1, "must not contain null bytes"));
        }
        let opened = open(ctx, &path, &mode, options::REPORT_ERRORS)?;
        ctx.check()?;
        return Ok(opened.into());
    }
    if file.as_resource().is_none() {
        let given = convert::value_name(file);
        return Err(ctx.argument_type_error(1, format!("must be of type string or file-resource, {given} given")));
    }
    let stream = streams::from_value(ctx, file, 1)?;
    if let Some(complaint) = unfit(&stream.mode(), mode.as_bytes() == b"w") {
        ctx.warning(complaint);
        return ctx.check().map(|()| OrFalse::False);
    }
    if stream.ops().cast(ctx, &stream, false).is_none() {
        let label = stream.ops().label();
        ctx.warning(format!("Cannot represent a stream of type {label} as a File Descriptor"));
        return ctx.check().map(|()| OrFalse::False);
    }
    Ok(OrFalse::Some(Stream::new(Box::new(Bz2File::new(stream, &mode, false)), &mode).register()))
}

/// Why a stream of a mode cannot be read, or written.
fn unfit(mode: &[u8], to_write: bool) -> Option<String> {
    let plain: Vec<u8> = match mode {
        [first, b'b'] | [b'b', first] => vec![*first],
        other => other.to_vec(),
    };
    match plain.as_slice() {
        [b'r'] if to_write => Some("cannot write to a stream opened in read only mode".to_owned()),
        [b'r'] => None,
        [b'w' | b'a' | b'x'] if !to_write => Some("Cannot read from a stream opened in write only mode".to_owned()),
        [b'w' | b'a' | b'x'] => None,
        _ => Some(format!("Cannot use stream opened in mode '{}'", String::from_utf8_lossy(mode))),
    }
}

/// Reads.
#[php("function bzread(resource $bz, int $length = 1024): string|false")]
fn bzread(ctx: &Ctx, bz: &Value, length: i64) -> PhpResult<OrFalse<Str>> {
    let Ok(length) = usize::try_from(length) else {
        return Err(ctx.argument_error(2, "must be greater than or equal to 0"));
    };
    let stream = streams::from_value(ctx, bz, 1)?;
    if length == 0 {
        return Ok(OrFalse::Some(Str::default()));
    }
    Ok(stream.read_str(ctx, length).into())
}

/// Writes.
#[php("function bzwrite(resource $bz, string $data, ?int $length = null): int|false")]
fn bzwrite(ctx: &Ctx, bz: &Value, data: &PhpStr, length: Option<i64>) -> PhpResult<OrFalse<usize>> {
    let size = match length {
        None => data.len(),
        Some(length) => data.len().min(usize::try_from(length).unwrap_or(0)),
    };
    if size == 0 && bz.as_resource().is_some() {
        return Ok(OrFalse::Some(0));
    }
    let stream = streams::from_value(ctx, bz, 1)?;
    let data = data.to_handle();
    Ok(stream.write(ctx, &data[..size]).into())
}

/// Does nothing: what is compressed is written when it is complete.
#[php("function bzflush(resource $bz): bool")]
fn bzflush(ctx: &Ctx, bz: &Value) -> PhpResult<bool> {
    Ok(streams::from_value(ctx, bz, 1)?.flush(ctx, false))
}

/// Closes.
#[php("function bzclose(resource $bz): bool")]
fn bzclose(ctx: &Ctx, bz: &Value) -> PhpResult<bool> {
    let stream = streams::from_value(ctx, bz, 1)?;
    if stream.has_flag(streams::flags::NO_FCLOSE) {
        ctx.warning("cannot close the provided stream, as it must not be manually closed");
        return Ok(false);
    }
    stream.close(ctx);
    ctx.check().map(|()| true)
}

/// What went wrong last on a stream.
fn error_of(ctx: &Ctx, bz: &Value) -> PhpResult<i64> {
    let stream: Rc<Stream> = streams::from_value(ctx, bz, 1)?;
    match stream.ops_as::<Bz2File>() {
        Some(file) => Ok(file.error()),
        None => Err(ctx.argument_type_error(1, "must be a bz2 stream")),
    }
}

/// The number of the last error.
#[php("function bzerrno(resource $bz): int")]
fn bzerrno(ctx: &Ctx, bz: &Value) -> PhpResult<i64> {
    error_of(ctx, bz)
}

/// The name of the last error.
#[php("function bzerrstr(resource $bz): string")]
fn bzerrstr(ctx: &Ctx, bz: &Value) -> PhpResult<&'static str> {
    error_of(ctx, bz).map(codec::name)
}

/// Number and name of the last error.
#[php("function bzerror(resource $bz): array")]
fn bzerror(ctx: &Ctx, bz: &Value) -> PhpResult<Array> {
    let number = error_of(ctx, bz)?;
    let mut error = Array::with_hash_capacity(2);
    error.set_name("errno", Value::int(number));
    error.set_name("errstr", Value::str(codec::name(number)));
    Ok(error)
}

/// Compresses a string.
#[php("function bzcompress(string $data, int $block_size = 4, int $work_factor = 0): string|int")]
fn bzcompress(ctx: &Ctx, data: &PhpStr, block_size: i64, work_factor: i64) -> PhpResult {
    let Some(mut compressor) = Compressor::new(block_size, work_factor) else {
        return Ok(Value::int(codec::code::PARAM_ERROR));
    };
    let data = data.to_handle();
    let mut out = StrBuilder::new();
    let result = compressor.run(&data, Flush::Finish, &mut |piece| out.push_bytes(piece));
    ctx.poll()?;
    Ok(match result {
        Ok(()) => Value::from(out.finish()),
        Err(number) => Value::int(number),
    })
}

/// Expands a string; the number of an error if it is damaged, and what there is if it ends too early.
#[php("function bzdecompress(string $data, bool $use_less_memory = false): string|int|false")]
fn bzdecompress(ctx: &Ctx, data: &PhpStr, use_less_memory: bool) -> PhpResult {
    let data = data.to_handle();
    let mut expander = Expander::new(use_less_memory);
    let (mut at, mut out) = (0, StrBuilder::new());
    let mut piece = vec![0; PIECE];
    loop {
        let (step, read, made) = expander.step(&data[at..], &mut piece);
        at += read;
        out.push_bytes(&piece[..made]);
        ctx.poll()?;
        match step {
            Step::End => break,
            Step::Failed(number) => return Ok(Value::int(number)),
            Step::More if at == data.len() && made < piece.len() => break,
            Step::More => {}
        }
    }
    Ok(Value::from(out.finish()))
}
