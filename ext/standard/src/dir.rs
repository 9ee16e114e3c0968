//! Directories: reading them, the current one, patterns.

use crate::file::check_path;
use phant_memory::{Array, Object, PhpStr, Resource, Str, Tracer, Value, object::NativeData};
use phant_native::{
    Ctx, PhpResult, class::ObjectExt, descriptor::FunctionGroup, functions, php, php_class, resource, ret::OrFalse,
};
use phant_os::fs::GlobError;
use phant_streams::{self as streams, Stream, errors, options, path as paths, wrapper};
use std::{cell::RefCell, rc::Rc};

pub(crate) const FUNCTIONS: FunctionGroup =
    functions![opendir, dir, closedir, chroot, chdir, getcwd, rewinddir, readdir, scandir, glob];

/// The directory that functions without an argument mean: the one opened last.
#[derive(Default)]
struct LastOpened(RefCell<Option<Resource>>);

/// Opens a directory; failures have been reported.
pub(crate) fn open(ctx: &Ctx, path: &[u8], options: u32, context: Option<&Resource>) -> PhpResult<Option<Resource>> {
    if path.is_empty() {
        return Ok(None);
    }
    let found = wrapper::locate(ctx, path, options);
    ctx.check()?;
    errors::clear(ctx);
    let mut opened = None;
    if let Some((wrapper, rest)) = found {
        match wrapper.open_dir(ctx, rest, options & !options::REPORT_ERRORS, context) {
            Some(result) => opened = result,
            None => errors::log(ctx, 0, "not implemented"),
        }
        if let Some(stream) = opened.as_ref().and_then(resource::get::<Stream>) {
            stream.set_wrapper(wrapper);
            stream.set_flags(streams::flags::NO_BUFFER | streams::flags::DIRECTORY);
        }
    } else {
        errors::set_errno_number(ctx, 2);
    }
    if opened.is_none() && options & options::REPORT_ERRORS != 0 && !ctx.has_exception() {
        errors::show(ctx, found.map(|(w, _)| w), path, "Failed to open directory");
    }
    ctx.check()?;
    errors::clear(ctx);
    Ok(opened)
}

fn opened(ctx: &Ctx, directory: &PhpStr, context: Option<&Value>) -> PhpResult<Option<Resource>> {
    check_path(ctx, directory, 1)?;
    let context = streams::context_argument(ctx, context, false, 2)?;
    let inside = streams::inside::meant(ctx, directory, streams::inside::Use::Directory);
    let found = open(ctx, inside.as_deref().unwrap_or(directory), options::REPORT_ERRORS, context.as_ref())?;
    if let Some(r) = &found {
        let old = ctx.state::<LastOpened>().0.replace(Some(r.clone()));
        drop(old);
    }
    Ok(found)
}

#[php("function opendir(string $directory, ?resource $context = null)")]
fn opendir(ctx: &Ctx, directory: &PhpStr, context: Option<&Value>) -> PhpResult<OrFalse<Resource>> {
    Ok(opened(ctx, directory, context)?.into())
}

#[php("function dir(string $directory, ?resource $context = null): Directory|false")]
fn dir(ctx: &Ctx, directory: &PhpStr, context: Option<&Value>) -> PhpResult<OrFalse<Object>> {
    let Some(handle) = opened(ctx, directory, context)? else { return Ok(OrFalse::False) };
    let class = ctx.known_class("Directory");
    let object = ctx.allocate(class)?;
    ctx.set_property(&object, "path", directory.to_handle())?;
    ctx.set_property(&object, "handle", handle)?;
    Ok(OrFalse::Some(object))
}

/// The stream of a directory handle argument; without one, the directory opened last.
fn handle(ctx: &Ctx, value: Option<&Value>) -> PhpResult<(Resource, Rc<Stream>)> {
    let r = match value {
        Some(v) => match v.as_resource() {
            Some(r) => r.into_owned(),
            None => {
                let given = phant_native::convert::value_name(v);
                return Err(ctx.argument_type_error(1, format!("must be of type resource or null, {given} given")));
            }
        },
        None => match ctx.state::<LastOpened>().0.borrow().clone() {
            Some(r) => r,
            None => return Err(ctx.type_error("No resource supplied")),
        },
    };
    let Some(stream) = resource::get::<Stream>(&r) else {
        let name = ctx.current.get().map_or_else(String::new, |f| f.display_name());
        return Err(ctx.type_error(format!("{name}(): supplied resource is not a valid Directory resource")));
    };
    if !stream.is_directory() {
        return Err(ctx.argument_type_error(1, "must be a valid Directory resource"));
    }
    Ok((r, stream))
}

#[php("function closedir(?resource $dir_handle = null): void")]
fn closedir(ctx: &Ctx, dir_handle: Option<&Value>) -> PhpResult<()> {
    let (r, stream) = handle(ctx, dir_handle)?;
    close(ctx, &r, &stream);
    Ok(())
}

fn close(ctx: &Ctx, r: &Resource, stream: &Stream) {
    stream.close(ctx);
    let last = &ctx.state::<LastOpened>().0;
    let same = last.borrow().as_ref().is_some_and(|l| l.id() == r.id());
    if same {
        let old = last.take();
        drop(old);
    }
}

#[php("function rewinddir(?resource $dir_handle = null): void")]
fn rewinddir(ctx: &Ctx, dir_handle: Option<&Value>) -> PhpResult<()> {
    let (_, stream) = handle(ctx, dir_handle)?;
    stream.ops().rewind_entries(ctx, &stream);
    Ok(())
}

#[php("function readdir(?resource $dir_handle = null): string|false")]
fn readdir(ctx: &Ctx, dir_handle: Option<&Value>) -> PhpResult<OrFalse<Str>> {
    let (_, stream) = handle(ctx, dir_handle)?;
    Ok(stream.ops().read_entry(ctx, &stream).into())
}

/// A directory being read, as an object.
pub(crate) struct Directory;

impl NativeData for Directory {
    fn trace(&self, _tracer: &mut Tracer<'_>) {}
}

fn own_handle(ctx: &Ctx, this: &Object) -> PhpResult<(Resource, Rc<Stream>)> {
    let class = this.class();
    let slot = class.properties.get(b"handle").and_then(|p| p.slot);
    let value = slot.map(|s| this.slot(s).unref()).unwrap_or_default();
    match value.as_resource() {
        Some(_) => handle(ctx, Some(&value)),
        None => Err(ctx.throw_error("Unable to find my handle property")),
    }
}

#[php_class(
    "class Directory {
        public readonly string $path;
        public readonly mixed $handle;
    }"
)]
impl Directory {
    #[php("public function close(): void")]
    fn close(ctx: &Ctx, this: &Object) -> PhpResult<()> {
        let (r, stream) = own_handle(ctx, this)?;
        close(ctx, &r, &stream);
        Ok(())
    }
    #[php("public function rewind(): void")]
    fn rewind(ctx: &Ctx, this: &Object) -> PhpResult<()> {
        let (_, stream) = own_handle(ctx, this)?;
        stream.ops().rewind_entries(ctx, &stream);
        Ok(())
    }
    #[php("public function read(): string|false")]
    fn read(ctx: &Ctx, this: &Object) -> PhpResult<OrFalse<Str>> {
        let (_, stream) = own_handle(ctx, this)?;
        Ok(stream.ops().read_entry(ctx, &stream).into())
    }
}

#[php("function chroot(string $directory): bool")]
fn chroot(ctx: &Ctx, directory: &PhpStr) -> PhpResult<bool> {
    check_path(ctx, directory, 1)?;
    let result = phant_os::fs::chroot(directory).and_then(|()| std::env::set_current_dir("/"));
    streams::stat_cache::clear(ctx, true, None);
    Ok(tell(ctx, result))
}

/// Warns with the text and number of an error.
fn tell(ctx: &Ctx, result: std::io::Result<()>) -> bool {
    match result {
        Ok(()) => true,
        Err(e) => {
            let number = e.raw_os_error().unwrap_or(0);
            ctx.warning(format!("{} (errno {number})", phant_os::error_text(&e)));
            false
        }
    }
}

#[php("function chdir(string $directory): bool")]
fn chdir(ctx: &Ctx, directory: &PhpStr) -> PhpResult<bool> {
    check_path(ctx, directory, 1)?;
    if !paths::check_basedir(ctx, directory) {
        return Ok(false);
    }
    let result = std::env::set_current_dir(paths::os(directory));
    streams::stat_cache::directory_changed(ctx);
    Ok(tell(ctx, result))
}

#[php("function getcwd(): string|false")]
fn getcwd() -> OrFalse<Vec<u8>> {
    use std::os::unix::ffi::OsStringExt;
    std::env::current_dir().ok().map(|p| p.into_os_string().into_vec()).into()
}

#[php("function scandir(string $directory, int $sorting_order = SCANDIR_SORT_ASCENDING, ?resource $context = null): array|false")]
fn scandir(ctx: &Ctx, directory: &PhpStr, sorting_order: i64, context: Option<&Value>) -> PhpResult<OrFalse<Array>> {
    check_path(ctx, directory, 1)?;
    if directory.is_empty() {
        return Err(ctx.argument_error(1, "must not be empty"));
    }
    let context = match context {
        Some(_) => streams::context_argument(ctx, context, true, 3)?,
        None => None,
    };
    let found = wrapper::locate(ctx, directory, 0);
    let mut names: Vec<Str> = Vec::new();
    match open(ctx, directory, options::REPORT_ERRORS, context.as_ref()) {
        Err(thrown) => {
            // Told nevertheless, when the wrapper's object is gone.
            let _ = ctx.settle();
            ctx.warning(format!("(errno 0): {}", phant_os::strerror(0)));
            return Err(thrown);
        }
        Ok(Some(r)) => {
            if let Some(stream) = resource::get::<Stream>(&r) {
                while let Some(name) = stream.ops().read_entry(ctx, &stream) {
                    names.push(name);
                    ctx.check()?;
                }
                stream.close(ctx);
            }
        }
        Ok(None) => {
            let error = match found {
                Some((w, rest)) if w.is_plain() => std::fs::read_dir(paths::os(rest)).err(),
                _ => None,
            };
            let number = error.and_then(|e| e.raw_os_error()).unwrap_or(2);
            ctx.warning(format!("(errno {number}): {}", phant_os::strerror(number)));
            return Ok(OrFalse::False);
        }
    }
    match sorting_order {
        0 => names.sort(),
        2 => {}
        _ => names.sort_by(|a, b| b.cmp(a)),
    }
    Ok(OrFalse::Some(names.into_iter().map(Value::from).collect()))
}

const LONGEST_PATTERN: usize = 4096;
const ONLY_DIRECTORIES: i64 = 8192;
const AVAILABLE_FLAGS: i64 = 9303;

#[php("function glob(string $pattern, int $flags = 0): array|false")]
fn glob(ctx: &Ctx, pattern: &PhpStr, flags: i64) -> PhpResult<OrFalse<Array>> {
    check_path(ctx, pattern, 1)?;
    if pattern.len() >= LONGEST_PATTERN {
        ctx.warning(format!("Pattern exceeds the maximum allowed length of {LONGEST_PATTERN} characters"));
        return Ok(OrFalse::False);
    }
    if flags & AVAILABLE_FLAGS != flags {
        ctx.warning("At least one of the passed flags is invalid or not supported on this platform");
        return Ok(OrFalse::False);
    }
    let found = match phant_os::fs::glob(pattern, flags as i32) {
        Ok(found) => found,
        Err(GlobError::NoMatch) => Vec::new(),
        Err(_) => return Ok(OrFalse::False),
    };
    let mut out = Array::with_capacity(found.len());
    let mut refused = false;
    for path in found {
        if !paths::permitted(ctx, &path) {
            refused = true;
            continue;
        }
        if flags & ONLY_DIRECTORIES != 0 && !paths::os(&path).is_dir() {
            continue;
        }
        let _ = out.push(Value::from(path));
    }
    if refused && out.is_empty() {
        return Ok(OrFalse::False);
    }
    Ok(OrFalse::Some(out))
}
