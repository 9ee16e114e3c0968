//! Opening streams by path or URL.

use super::{Stream, Whence, context::Context, errors, options, path as paths, wrapper};
use phant_memory::{Resource, Value};
use phant_native::{ctx::Ctx, error::PhpResult, resource};
use std::rc::Rc;

/// Opens a path or URL. `None` if that failed: with [`options::REPORT_ERRORS`] a warning has told why.
///
/// `context` is the context to use; with `None` the default context is used if the script has one.
pub fn open(ctx: &Ctx, path: &[u8], mode: &[u8], options: u32, context: Option<&Resource>) -> PhpResult<Option<Resource>> {
    if path.is_empty() {
        return Err(ctx.value_error("Path must not be empty"));
    }
    if path.contains(&0) {
        return Ok(None);
    }
    let mut resolved = None;
    let mut options = options;
    if options & options::OPEN_FOR_INCLUDE == 0 {
        resolved = super::inside::meant(ctx, path, super::inside::Use::Open(options & options::USE_PATH != 0));
    }
    if options & options::USE_PATH != 0 && resolved.is_none() {
        resolved = paths::resolve_include(ctx, path);
        ctx.check()?;
        if resolved.is_some() {
            options = options & !options::USE_PATH | options::ASSUME_REALPATH;
        }
    }
    let path = resolved.as_deref().unwrap_or(path);
    let found = wrapper::locate(ctx, path, options);
    ctx.check()?;
    let mut opened = None;
    if let Some((wrapper, rest)) = found {
        errors::clear(ctx);
        opened = wrapper.open(ctx, rest, mode, options & !options::REPORT_ERRORS, context);
    }
    let Some(opened) = opened else {
        if options & options::REPORT_ERRORS != 0 && !ctx.has_exception() {
            if found.is_none() {
                errors::log(ctx, 0, "no suitable wrapper could be found");
            }
            errors::show(ctx, found.map(|(w, _)| w), path, "Failed to open stream");
        }
        ctx.check()?;
        errors::clear(ctx);
        return Ok(None);
    };
    errors::clear(ctx);
    if let Some(stream) = resource::get::<Stream>(&opened) {
        if let Some((wrapper, _)) = found {
            stream.set_wrapper(wrapper);
        }
        stream.set_path(path);
        if stream.context().is_none() {
            stream.set_context(context.cloned());
        }
        if ctx.ini.bool("auto_detect_line_endings") {
            stream.set_flags(super::flags::DETECT_EOL);
        }
        if mode.contains(&b'a') && stream.is_seekable() && stream.position() == 0 {
            if let Some(position) = stream.ops().seek(ctx, &stream, 0, Whence::Current) {
                stream.set_position(position);
            }
        }
        if ctx.has_exception() {
            stream.close(ctx);
        }
    }
    ctx.check()?;
    Ok(Some(opened))
}

/// As [`open`], giving the stream too.
pub fn open_required(
    ctx: &Ctx,
    path: &[u8],
    mode: &[u8],
    options: u32,
    context: Option<&Resource>,
) -> PhpResult<Option<(Resource, Rc<Stream>)>> {
    Ok(open(ctx, path, mode, options, context)?.and_then(|r| resource::get::<Stream>(&r).map(|s| (r, s))))
}

/// The context argument of a function: null is the default context (or none, with `no_default`). Throws if it is
/// something else.
pub fn context_argument(ctx: &Ctx, context: Option<&Value>, no_default: bool, number: usize) -> PhpResult<Option<Resource>> {
    match context.map(Value::deref) {
        Some(v) if !v.is_null() => {
            let r = super::resource_argument(ctx, &v, number)?.clone();
            if resource::get::<Context>(&r).is_none() {
                let name = ctx.current.get().map_or_else(String::new, |f| f.display_name());
                return Err(ctx.type_error(format!("{name}(): supplied resource is not a valid Stream-Context resource")));
            }
            Ok(Some(r))
        }
        _ if no_default => Ok(None),
        _ => Ok(Some(Context::default_resource(ctx))),
    }
}
