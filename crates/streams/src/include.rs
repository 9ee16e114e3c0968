//! Source files for `include`, `require` and the command line.

use super::{CHUNK_SIZE, OptionResult, Stream, StreamOption, flags, open_required, options, wrapper};
use phant_memory::Resource;
use phant_native::{ctx::Ctx, error::PhpResult};
use std::{
    fs::{File, Metadata},
    io::{self, Read},
    path::Path,
    rc::Rc,
};

/// A source file that was read.
pub struct IncludeFile {
    /// The path it was found at: absolute, or a URL.
    pub path: Vec<u8>,
    /// Its bytes.
    pub source: Vec<u8>,
    /// For a plain file: what the system knew about it when it was read.
    pub file: Option<Metadata>,
    /// For anything else: the stream, which stays open until the source is compiled.
    pub open: Option<(Resource, Rc<Stream>)>,
}

impl IncludeFile {
    /// Closes what the source was read from.
    pub fn close(open: Option<(Resource, Rc<Stream>)>, ctx: &Ctx) {
        if let Some((_resource, stream)) = open {
            stream.close(ctx);
        }
    }
}

/// Whether paths without a scheme are plain files: no script has put another wrapper in their place.
pub fn are_files_plain(ctx: &Ctx) -> bool {
    wrapper::has_plain_files(ctx)
}

/// A file's bytes, and what the system knows about it.
pub fn read_plain(path: &Path) -> io::Result<(Vec<u8>, Metadata)> {
    let mut file = File::open(path)?;
    let known = file.metadata()?;
    let mut source = Vec::with_capacity(usize::try_from(known.len()).unwrap_or(0).min(1 << 30) + 1);
    file.read_to_end(&mut source)?;
    Ok((source, known))
}

/// Reads a file for `include`: looks in `include_path`, asks wrappers. Failures are reported as warnings of the
/// function in `ctx.current.get()`, so the engine sets that to a function named `include`, `require_once`, … first; `None`
/// then.
pub fn read_file_for_include(ctx: &Ctx, path: &[u8]) -> PhpResult<Option<IncludeFile>> {
    // The path of another scheme is looked for when it is opened.
    let is_file = wrapper::scheme_length(path).is_none_or(|n| path[..n].eq_ignore_ascii_case(b"file"));
    let resolved = if is_file { super::path::resolve_include(ctx, path) } else { None };
    ctx.check()?;
    let actual = resolved.as_deref().unwrap_or(path);
    // The usual case needs no stream.
    if let Some(found) = &resolved
        && wrapper::scheme_length(found).is_none()
        && are_files_plain(ctx)
        && super::path::permitted(ctx, found)
        && let Ok((source, file)) = read_plain(super::path::os(found))
    {
        super::stat_cache::clear(ctx, false, None);
        // What runs in place of the file's own bytes is nothing that the code cache could check by the file.
        return Ok(Some(match super::inside::source(ctx, found, &source) {
            Some(source) => IncludeFile { path: found.clone(), source, file: None, open: None },
            None => IncludeFile { path: found.clone(), source, file: Some(file), open: None },
        }));
    }
    let mut options = options::REPORT_ERRORS | options::OPEN_FOR_INCLUDE;
    if wrapper::scheme_length(actual).is_some() {
        options |= options::USE_PATH | options::OPEN_FOR_COMPILER;
    }
    let Some((resource, stream)) = open_required(ctx, actual, b"rb", options, None)? else { return Ok(None) };
    if stream.ops().set_option(ctx, &stream, StreamOption::ReadBuffer(i64::MIN)) == OptionResult::Unsupported {
        stream.set_flags(flags::NO_BUFFER);
    }
    let mut source = Vec::new();
    let expected = stream.stat(ctx).map_or(0, |s| s.size.clamp(0, 1 << 30) as usize);
    let mut chunk = vec![0; expected.max(CHUNK_SIZE)];
    // A wrapper that tells the file's size is held to it.
    while !ctx.has_exception() && (expected == 0 || source.len() < expected) {
        if expected > 0 {
            chunk.truncate(expected - source.len());
        }
        match stream.read(ctx, &mut chunk) {
            Some(n) if n > 0 => source.extend_from_slice(&chunk[..n]),
            _ => break,
        }
    }
    if let Err(thrown) = ctx.check() {
        stream.close(ctx);
        return Err(thrown);
    }
    Ok(Some(IncludeFile { path: actual.to_vec(), source, file: None, open: Some((resource, stream)) }))
}
