//! DirectoryIterator, FilesystemIterator, RecursiveDirectoryIterator and GlobIterator.

use super::{Directory, HANDLERS, State, create_directory, flags, info, new_info, state, stream_of};
use crate::util;
use phant_memory::{Object, Str, Value};
use phant_native::{Ctx, ObjectExt, ObjectHandlers, PhpResult, convert, php_class, resource};
use phant_streams::{self as streams, Context, Stream, errors, glob::Matches, options, wrapper};

/// Opens a directory and reads its first entry. What would be a warning is an exception.
pub fn open(ctx: &Ctx, state: &State, path: &Str) -> PhpResult<()> {
    let Some(directory) = state.directory() else { return Ok(()) };
    let opened = ctx.throwing_warnings("UnexpectedValueException", |ctx| open_stream(ctx, path));
    ctx.check()?;
    let shown = match path.as_bytes() {
        [head @ .., b'/'] if !head.is_empty() => Str::new(head),
        _ => path.clone(),
    };
    state.path.replace(Some(shown));
    directory.index.set(0);
    let Some(opened) = opened else {
        return Err(ctx.throw("UnexpectedValueException", format!("Failed to open directory \"{path}\"")));
    };
    directory.handle.replace(Value::from(opened));
    read_shown(ctx, state, directory);
    ctx.check()
}

fn open_stream(ctx: &Ctx, path: &Str) -> Option<phant_memory::Resource> {
    let context = Context::default_resource(ctx);
    let found = wrapper::locate(ctx, path, options::REPORT_ERRORS);
    errors::clear(ctx);
    let mut opened = None;
    if let Some((wrapper, rest)) = found {
        match wrapper.open_dir(ctx, rest, 0, Some(&context)) {
            Some(result) => opened = result,
            None => errors::log(ctx, 0, "not implemented"),
        }
        if let Some(stream) = opened.as_ref().and_then(resource::get::<Stream>) {
            stream.set_wrapper(wrapper);
            stream.set_flags(streams::flags::NO_BUFFER | streams::flags::DIRECTORY | streams::flags::NO_FCLOSE);
        }
    }
    if opened.is_none() && !ctx.has_exception() {
        errors::show(ctx, found.map(|(w, _)| w), path, "Failed to open directory");
    }
    errors::clear(ctx);
    opened
}

/// Reads the next entry, whatever it is.
fn read(ctx: &Ctx, directory: &Directory) {
    let entry = stream_of(&directory.handle).and_then(|stream| stream.ops().read_entry(ctx, &stream));
    directory.entry.replace(entry.unwrap_or_default());
}

/// Reads the next entry that is to be shown.
fn read_shown(ctx: &Ctx, state: &State, directory: &Directory) {
    let old = state.file_name.take();
    drop(old);
    loop {
        read(ctx, directory);
        let skipped = state.flags.get() & flags::SKIP_DOTS != 0 && is_dot(&directory.entry.borrow());
        if !skipped {
            return;
        }
    }
}

fn is_dot(name: &[u8]) -> bool {
    matches!(name, b"." | b"..")
}

/// Goes to the next entry.
pub fn advance(ctx: &Ctx, state: &State) {
    if let Some(directory) = state.directory() {
        directory.index.set(directory.index.get().saturating_add(1));
        read_shown(ctx, state, directory);
    }
}

fn rewind(ctx: &Ctx, state: &State, directory: &Directory) {
    directory.index.set(0);
    if let Some(stream) = stream_of(&directory.handle) {
        stream.ops().rewind_entries(ctx, &stream);
    }
    read_shown(ctx, state, directory);
}

/// The directory of an iterator whose constructor has run.
fn directory<'a>(ctx: &Ctx, this: &'a Object) -> PhpResult<&'a Directory> {
    match state(this).directory().filter(|d| !d.handle.borrow().is_undef()) {
        Some(directory) => Ok(directory),
        None => Err(ctx.throw_error("Object not initialized")),
    }
}

fn construct(ctx: &Ctx, this: &Object, path: &Str, flags: i64, glob: bool) -> PhpResult<()> {
    let state = state(this);
    if path.contains(&0) {
        return Err(ctx.argument_error(1, "must not contain any null bytes"));
    }
    if path.is_empty() {
        return Err(ctx.argument_error(1, "must not be empty"));
    }
    if state.path.borrow().is_some() {
        return Err(ctx.throw_error("Directory object is already initialized"));
    }
    state.flags.set(flags);
    if glob && !path.starts_with(b"glob://") {
        return open(ctx, state, &Str::concat(b"glob://", path));
    }
    open(ctx, state, path)
}

static ENTRIES: ObjectHandlers = ObjectHandlers {
    walk: Some(|ctx, this, step, by_ref| {
        Ok(walk(ctx, this, step, by_ref)?.map(|directory| (Value::int(directory.index.get()), Value::from(this.clone()))))
    }),
    ..HANDLERS
};
static SHOWN_ENTRIES: ObjectHandlers = ObjectHandlers {
    walk: Some(|ctx, this, step, by_ref| {
        if walk(ctx, this, step, by_ref)?.is_none() {
            return Ok(None);
        }
        let current = FilesystemIterator::current(ctx, this)?;
        Ok(Some((Value::from(FilesystemIterator::key(ctx, this)?), current)))
    }),
    ..HANDLERS
};

/// A step of `foreach`: the directory, unless it is at its end.
fn walk<'a>(ctx: &Ctx, this: &'a Object, step: &mut u64, by_ref: bool) -> PhpResult<Option<&'a Directory>> {
    if by_ref {
        return Err(ctx.throw_error("An iterator cannot be used with foreach by reference"));
    }
    // Without a constructor there is nothing to walk, which only the methods complain about.
    let Some(directory) = state(this).directory().filter(|d| !d.handle.borrow().is_undef()) else { return Ok(None) };
    match std::mem::replace(step, 1) {
        0 => rewind(ctx, state(this), directory),
        _ => advance(ctx, state(this)),
    }
    ctx.check()?;
    let at_end = directory.entry.borrow().is_empty();
    Ok((!at_end).then_some(directory))
}

pub struct DirectoryIterator;

/// Walks the entries of a directory.
#[php_class(
    "class DirectoryIterator extends SplFileInfo implements SeekableIterator {}",
    create = create_directory,
    handlers = ENTRIES
)]
impl DirectoryIterator {
    #[php("public function __construct(string $directory)")]
    fn construct(ctx: &Ctx, this: &Object, path: &Str) -> PhpResult<()> {
        construct(ctx, this, path, 0, false)
    }

    #[php("public function getFilename(): string")]
    fn get_filename(ctx: &Ctx, this: &Object) -> PhpResult<Str> {
        Ok(directory(ctx, this)?.entry.borrow().clone())
    }

    #[php("public function getExtension(): string")]
    fn get_extension(ctx: &Ctx, this: &Object) -> PhpResult<Str> {
        let entry = directory(ctx, this)?.entry.borrow().clone();
        Ok(info::extension(&entry))
    }

    #[php("public function getBasename(string $suffix = ''): string")]
    fn get_basename(ctx: &Ctx, this: &Object, suffix: &Str) -> PhpResult {
        let entry = directory(ctx, this)?.entry.borrow().clone();
        info::basename(ctx, &entry, suffix)
    }

    /// Whether the entry is `.` or `..`.
    #[php("public function isDot(): bool")]
    fn is_dot(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Ok(is_dot(&directory(ctx, this)?.entry.borrow()))
    }

    #[php("public function rewind(): void")]
    fn rewind(ctx: &Ctx, this: &Object) -> PhpResult<()> {
        let directory = directory(ctx, this)?;
        rewind(ctx, state(this), directory);
        Ok(())
    }

    #[php("public function valid(): bool")]
    fn valid(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Ok(!directory(ctx, this)?.entry.borrow().is_empty())
    }

    #[php("public function key(): mixed")]
    fn key(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
        Ok(directory(ctx, this)?.index.get())
    }

    #[php("public function current(): mixed")]
    fn current(ctx: &Ctx, this: &Object) -> PhpResult<Object> {
        directory(ctx, this)?;
        Ok(this.clone())
    }

    #[php("public function next(): void")]
    fn next(ctx: &Ctx, this: &Object) -> PhpResult<()> {
        directory(ctx, this)?;
        advance(ctx, state(this));
        Ok(())
    }

    /// Goes to an entry by its number.
    #[php("public function seek(int $offset): void")]
    fn seek(ctx: &Ctx, this: &Object, offset: i64) -> PhpResult<()> {
        let directory = directory(ctx, this)?;
        if directory.index.get() > offset {
            ctx.call_method(this, "rewind", &[])?;
        }
        while directory.index.get() < offset {
            let valid = ctx.call_method(this, "valid", &[])?;
            if !convert::to_bool(&valid) {
                return Err(ctx.throw("OutOfBoundsException", format!("Seek position {offset} is out of range")));
            }
            ctx.call_method(this, "next", &[])?;
        }
        Ok(())
    }

    #[php("public function __toString(): string")]
    fn to_string(ctx: &Ctx, this: &Object) -> PhpResult<Str> {
        Self::get_filename(ctx, this)
    }
}

pub struct FilesystemIterator;

/// Walks a directory, with paths or file objects as flags say.
#[php_class(
    "class FilesystemIterator extends DirectoryIterator {
        public const int CURRENT_MODE_MASK = 240;
        public const int CURRENT_AS_PATHNAME = 32;
        public const int CURRENT_AS_FILEINFO = 0;
        public const int CURRENT_AS_SELF = 16;
        public const int KEY_MODE_MASK = 3840;
        public const int KEY_AS_PATHNAME = 0;
        public const int FOLLOW_SYMLINKS = 16384;
        public const int KEY_AS_FILENAME = 256;
        public const int NEW_CURRENT_AND_KEY = 256;
        public const int OTHER_MODE_MASK = 28672;
        public const int SKIP_DOTS = 4096;
        public const int UNIX_PATHS = 8192;
    }",
    handlers = SHOWN_ENTRIES
)]
impl FilesystemIterator {
    #[php(
        "public function __construct(string $directory, int $flags = FilesystemIterator::KEY_AS_PATHNAME|FilesystemIterator::CURRENT_AS_FILEINFO|FilesystemIterator::SKIP_DOTS)"
    )]
    fn construct(ctx: &Ctx, this: &Object, path: &Str, flags: i64) -> PhpResult<()> {
        construct(ctx, this, path, flags, false)
    }

    #[php("public function rewind(): void")]
    fn rewind(ctx: &Ctx, this: &Object) -> PhpResult<()> {
        let directory = directory(ctx, this)?;
        rewind(ctx, state(this), directory);
        Ok(())
    }

    #[php("public function key(): string")]
    fn key(ctx: &Ctx, this: &Object) -> PhpResult<Str> {
        let directory = directory(ctx, this)?;
        let state = state(this);
        if state.flags.get() & flags::KEY_AS_FILENAME != 0 {
            return Ok(directory.entry.borrow().clone());
        }
        state.required_name(ctx)
    }

    #[php("public function current(): SplFileInfo|FilesystemIterator|string")]
    fn current(ctx: &Ctx, this: &Object) -> PhpResult {
        directory(ctx, this)?;
        let state = state(this);
        match state.flags.get() & flags::CURRENT_MASK {
            mode if mode & flags::CURRENT_AS_PATHNAME != 0 => Ok(Value::from(state.required_name(ctx)?)),
            0 => {
                let name = state.entry_name(ctx)?;
                new_info(ctx, state, None, &name).map(Value::from)
            }
            _ => Ok(Value::from(this.clone())),
        }
    }

    #[php("public function getFlags(): int")]
    fn get_flags(this: &Object) -> i64 {
        state(this).flags.get() & (flags::KEY_MASK | flags::CURRENT_MASK | flags::OTHER_MASK)
    }

    #[php("public function setFlags(int $flags): void")]
    fn set_flags(this: &Object, flags: i64) {
        let mask = flags::KEY_MASK | flags::CURRENT_MASK | flags::OTHER_MASK;
        let own = &state(this).flags;
        own.set(own.get() & !mask | flags & mask);
    }
}

pub struct RecursiveDirectoryIterator;

/// Walks a directory whose subdirectories may be walked too.
#[php_class("class RecursiveDirectoryIterator extends FilesystemIterator implements RecursiveIterator {}")]
impl RecursiveDirectoryIterator {
    #[php(
        "public function __construct(string $directory, int $flags = FilesystemIterator::KEY_AS_PATHNAME|FilesystemIterator::CURRENT_AS_FILEINFO)"
    )]
    fn construct(ctx: &Ctx, this: &Object, path: &Str, flags: i64) -> PhpResult<()> {
        construct(ctx, this, path, flags, false)
    }

    #[php("public function hasChildren(bool $allowLinks = false): bool")]
    fn has_children(ctx: &Ctx, this: &Object, allow_links: bool) -> PhpResult {
        let directory = directory(ctx, this)?;
        let state = state(this);
        if is_dot(&directory.entry.borrow()) {
            return Ok(Value::FALSE);
        }
        let Some(name) = state.name() else { return Ok(Value::FALSE) };
        if !allow_links && state.flags.get() & flags::FOLLOW_SYMLINKS == 0 {
            let link = util::call_named(ctx, "is_link", &[Value::from(name.clone())])?;
            if convert::to_bool(&link) {
                return Ok(Value::FALSE);
            }
        }
        util::call_named(ctx, "is_dir", &[Value::from(name)])
    }

    #[php("public function getChildren(): RecursiveDirectoryIterator")]
    fn get_children(ctx: &Ctx, this: &Object) -> PhpResult<Object> {
        let own = directory(ctx, this)?;
        let source = state(this);
        let name = source.required_name(ctx)?;
        let child = ctx.new_object(this.class(), &[Value::from(name), Value::int(source.flags.get())])?;
        if let Some(directory) = state(&child).directory() {
            directory.sub_path.replace(Self::below(own));
            state(&child).inherit_classes(source);
        }
        Ok(child)
    }
    /// The entry's path below the iterator that the walk began with.
    fn below(directory: &Directory) -> Str {
        let (path, entry) = (directory.sub_path.borrow(), directory.entry.borrow());
        if path.is_empty() { entry.clone() } else { Str::from([path.as_bytes(), b"/", entry.as_bytes()].concat()) }
    }

    /// Where this is below the iterator that the walk began with.
    #[php("public function getSubPath(): string")]
    fn get_sub_path(ctx: &Ctx, this: &Object) -> PhpResult<Str> {
        Ok(directory(ctx, this)?.sub_path.borrow().clone())
    }

    /// Where the entry is below the iterator that the walk began with.
    #[php("public function getSubPathname(): string")]
    fn get_sub_pathname(ctx: &Ctx, this: &Object) -> PhpResult<Str> {
        Ok(Self::below(directory(ctx, this)?))
    }
}

pub struct GlobIterator;

/// Walks the paths that match a pattern.
#[php_class("class GlobIterator extends FilesystemIterator implements Countable {}")]
impl GlobIterator {
    #[php(
        "public function __construct(string $pattern, int $flags = FilesystemIterator::KEY_AS_PATHNAME|FilesystemIterator::CURRENT_AS_FILEINFO)"
    )]
    fn construct(ctx: &Ctx, this: &Object, pattern: &Str, flags: i64) -> PhpResult<()> {
        construct(ctx, this, pattern, flags, true)
    }

    #[php("public function count(): int")]
    fn count(ctx: &Ctx, this: &Object) -> PhpResult<usize> {
        let stream = stream_of(&directory(ctx, this)?.handle);
        Ok(stream.and_then(|stream| stream.ops_as::<Matches>().map(Matches::count)).unwrap_or(0))
    }
}
