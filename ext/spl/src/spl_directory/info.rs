//! SplFileInfo.

use super::{HANDLERS, State, class_argument, create_info, file, has_constructor_of, known_class_argument, new_info, state};
use crate::util;
use phant_memory::{Array, Object, Str, Value};
use phant_native::{Ctx, PhpResult, php_class};
use phant_streams::{Stat, glob::Matches, options, path as paths, stat_cache, wrapper};

/// Facts about the file; what would be a warning is an exception.
fn facts(ctx: &Ctx, this: &Object, of_link: bool) -> PhpResult<Option<Stat>> {
    let name = state(this).required_name(ctx)?;
    if name.is_empty() {
        return Ok(None);
    }
    if let Some(known) = stat_cache::recent(ctx, &name, of_link) {
        return Ok(Some(known));
    }
    let found = ctx.throwing_warnings("RuntimeException", |ctx| {
        if name.contains(&0) {
            ctx.warning("Filename contains null byte");
            return None;
        }
        if wrapper::scheme_length(&name).is_none() && !paths::check_basedir(ctx, &name) {
            return None;
        }
        let found = stat_cache::stat(ctx, &name, if of_link { options::STAT_LINK } else { 0 });
        if found.is_none() {
            let what = if of_link { "Lstat" } else { "stat" };
            ctx.warning(format!("{what} failed for {name}"));
        }
        found
    });
    ctx.check()?;
    Ok(found)
}

fn fact(ctx: &Ctx, this: &Object, field: fn(&Stat) -> i64) -> PhpResult {
    Ok(facts(ctx, this, false)?.map_or(Value::FALSE, |stat| Value::int(field(&stat))))
}

/// Asks a function of the standard extension about the file.
fn ask(ctx: &Ctx, this: &Object, function: &str) -> PhpResult {
    let name = state(this).required_name(ctx)?;
    util::call_named(ctx, function, &[Value::from(name)])
}

/// What is behind the last dot.
pub fn extension(name: &Str) -> Str {
    let base = name.as_bytes().rsplit(|&b| b == b'/').next().unwrap_or_default();
    base.iter().rposition(|&b| b == b'.').map_or_else(Str::default, |dot| Str::new(&base[dot + 1..]))
}

/// `basename()`
pub fn basename(ctx: &Ctx, name: &Str, suffix: &Str) -> PhpResult {
    util::call_named(ctx, "basename", &[Value::from(name.clone()), Value::from(suffix.clone())])
}

/// What the file system says the path is.
fn real_path(name: &Str) -> Option<Str> {
    let resolved = paths::real(name)?;
    Some(Str::new(&resolved))
}

pub struct SplFileInfo;

/// A path, and what the file system knows of it.
#[php_class("class SplFileInfo implements Stringable {}", create = create_info, handlers = HANDLERS, not_serializable)]
impl SplFileInfo {
    #[php("public function __construct(string $filename)")]
    fn construct(ctx: &Ctx, this: &Object, filename: &Str) -> PhpResult<()> {
        if filename.contains(&0) {
            return Err(ctx.argument_error(1, "must not contain any null bytes"));
        }
        state(this).set_name(filename);
        Ok(())
    }

    /// The directory.
    #[php("public function getPath(): string")]
    fn get_path(this: &Object) -> Str {
        state(this).directory_path()
    }

    /// The name without directory.
    #[php("public function getFilename(): string")]
    fn get_filename(ctx: &Ctx, this: &Object) -> PhpResult<Str> {
        let name = state(this).required_name(ctx)?;
        Ok(state(this).base_name(&name))
    }

    #[php("public function getExtension(): string")]
    fn get_extension(ctx: &Ctx, this: &Object) -> PhpResult<Str> {
        let name = state(this).required_name(ctx)?;
        Ok(extension(&name))
    }

    #[php("public function getBasename(string $suffix = ''): string")]
    fn get_basename(ctx: &Ctx, this: &Object, suffix: &Str) -> PhpResult {
        let name = state(this).required_name(ctx)?;
        let base = state(this).base_name(&name);
        basename(ctx, &base, suffix)
    }

    /// Directory and name.
    #[php("public function getPathname(): string")]
    fn get_pathname(this: &Object) -> Str {
        state(this).name().unwrap_or_default()
    }

    #[php("public function getPerms(): int|false")]
    fn get_perms(ctx: &Ctx, this: &Object) -> PhpResult {
        fact(ctx, this, |stat| i64::from(stat.mode))
    }

    #[php("public function getInode(): int|false")]
    fn get_inode(ctx: &Ctx, this: &Object) -> PhpResult {
        fact(ctx, this, |stat| stat.ino)
    }

    #[php("public function getSize(): int|false")]
    fn get_size(ctx: &Ctx, this: &Object) -> PhpResult {
        fact(ctx, this, |stat| stat.size)
    }

    #[php("public function getOwner(): int|false")]
    fn get_owner(ctx: &Ctx, this: &Object) -> PhpResult {
        fact(ctx, this, |stat| stat.uid)
    }

    #[php("public function getGroup(): int|false")]
    fn get_group(ctx: &Ctx, this: &Object) -> PhpResult {
        fact(ctx, this, |stat| stat.gid)
    }

    #[php("public function getATime(): int|false")]
    fn get_atime(ctx: &Ctx, this: &Object) -> PhpResult {
        fact(ctx, this, |stat| stat.atime)
    }

    #[php("public function getMTime(): int|false")]
    fn get_mtime(ctx: &Ctx, this: &Object) -> PhpResult {
        fact(ctx, this, |stat| stat.mtime)
    }

    #[php("public function getCTime(): int|false")]
    fn get_ctime(ctx: &Ctx, this: &Object) -> PhpResult {
        fact(ctx, this, |stat| stat.ctime)
    }

    #[php("public function getType(): string|false")]
    fn get_type(ctx: &Ctx, this: &Object) -> PhpResult {
        let Some(stat) = facts(ctx, this, true)? else { return Ok(Value::FALSE) };
        Ok(Value::from(match stat.mode & Stat::TYPE {
            Stat::LINK => "link",
            Stat::REGULAR => "file",
            Stat::DIRECTORY => "dir",
            0o010_000 => "fifo",
            0o020_000 => "char",
            0o060_000 => "block",
            0o140_000 => "socket",
            _ => "unknown",
        }))
    }

    #[php("public function isWritable(): bool")]
    fn is_writable(ctx: &Ctx, this: &Object) -> PhpResult {
        ask(ctx, this, "is_writable")
    }

    #[php("public function isReadable(): bool")]
    fn is_readable(ctx: &Ctx, this: &Object) -> PhpResult {
        ask(ctx, this, "is_readable")
    }

    #[php("public function isExecutable(): bool")]
    fn is_executable(ctx: &Ctx, this: &Object) -> PhpResult {
        ask(ctx, this, "is_executable")
    }

    #[php("public function isFile(): bool")]
    fn is_file(ctx: &Ctx, this: &Object) -> PhpResult {
        ask(ctx, this, "is_file")
    }

    #[php("public function isDir(): bool")]
    fn is_dir(ctx: &Ctx, this: &Object) -> PhpResult {
        ask(ctx, this, "is_dir")
    }

    #[php("public function isLink(): bool")]
    fn is_link(ctx: &Ctx, this: &Object) -> PhpResult {
        ask(ctx, this, "is_link")
    }

    /// Where a link points.
    #[php("public function getLinkTarget(): string|false")]
    fn get_link_target(ctx: &Ctx, this: &Object) -> PhpResult {
        let name = state(this).required_name(ctx)?;
        if name.is_empty() {
            ctx.warning("No such file or directory");
            return Ok(Value::FALSE);
        }
        match std::fs::read_link(paths::os(&name)) {
            Ok(target) => {
                use std::os::unix::ffi::OsStrExt;
                Ok(Value::from(target.as_os_str().as_bytes()))
            }
            Err(error) => {
                let reason = phant_os::strerror(error.raw_os_error().unwrap_or(0));
                Err(ctx.throw("RuntimeException", format!("Unable to read link {name}, error: {reason}")))
            }
        }
    }

    #[php("public function getRealPath(): string|false")]
    fn get_real_path(ctx: &Ctx, this: &Object) -> PhpResult {
        let state = state(this);
        let name = state.name().or_else(|| state.file_name.borrow().clone());
        let name = match name {
            Some(name) => name,
            None if state.directory().is_some() => return Ok(Value::FALSE),
            None => Str::default(),
        };
        if !paths::permitted(ctx, &name) {
            paths::check_basedir(ctx, &name);
            return Ok(Value::FALSE);
        }
        Ok(real_path(&name).map_or(Value::FALSE, Value::from))
    }

    #[php("public function getFileInfo(?string $class = null): SplFileInfo")]
    fn get_file_info(ctx: &Ctx, this: &Object, class: Option<&Str>) -> PhpResult<Object> {
        let class = class_argument(ctx, class, "SplFileInfo", 1, true)?;
        let name = state(this).entry_name(ctx)?;
        new_info(ctx, state(this), class, &name)
    }

    /// Info about the directory.
    #[php("public function getPathInfo(?string $class = null): ?SplFileInfo")]
    fn get_path_info(ctx: &Ctx, this: &Object, class: Option<&Str>) -> PhpResult<Option<Object>> {
        let class = known_class_argument(ctx, class, "SplFileInfo", 1)?;
        let Some(name) = state(this).name().filter(|name| !name.is_empty()) else { return Ok(None) };
        let directory = util::call_named(ctx, "dirname", &[Value::from(name)])?;
        match directory.into_str().filter(|directory| !directory.is_empty()) {
            Some(directory) => new_info(ctx, state(this), class, &directory).map(Some),
            None => Ok(None),
        }
    }

    #[php("public function openFile(string $mode = 'r', bool $useIncludePath = false, $context = null): SplFileObject")]
    fn open_file(ctx: &Ctx, this: &Object, mode: &Str, use_path: bool, context: &Value) -> PhpResult<Object> {
        let source = state(this);
        let name = source.entry_name(ctx)?;
        let class = match source.file_class.get() {
            Some(class) => class,
            None => ctx.known_class("SplFileObject"),
        };
        let object = if has_constructor_of(class, "SplFileObject") {
            let object = ctx.allocate(class)?;
            file::open(ctx, &object, &name, mode, use_path, context, 3)?;
            object
        } else {
            let args = [Value::from(name), Value::from(mode.clone()), Value::bool(use_path), context.clone()];
            ctx.new_object(class, &args)?
        };
        state(&object).inherit_classes(source);
        Ok(object)
    }

    #[php("public function setFileClass(string $class = SplFileObject::class): void")]
    fn set_file_class(ctx: &Ctx, this: &Object, class: &Str) -> PhpResult<()> {
        let class = class_argument(ctx, Some(class), "SplFileObject", 1, false)?;
        state(this).file_class.set(class);
        Ok(())
    }

    #[php("public function setInfoClass(string $class = SplFileInfo::class): void")]
    fn set_info_class(ctx: &Ctx, this: &Object, class: &Str) -> PhpResult<()> {
        let class = class_argument(ctx, Some(class), "SplFileInfo", 1, false)?;
        state(this).info_class.set(class);
        Ok(())
    }

    #[php("public function __toString(): string")]
    fn to_string(this: &Object) -> Str {
        Self::get_pathname(this)
    }

    #[php("public function __debugInfo(): array")]
    fn debug_info(this: &Object) -> Array {
        debug_info(this, state(this))
    }

    #[php("final public function _bad_state_ex(): void", deprecated = " since 8.2")]
    fn bad_state(ctx: &Ctx, _this: &Object) -> PhpResult<()> {
        Err(bad_state(ctx))
    }
}

/// Throws what uninitialised file objects throw.
pub fn bad_state(ctx: &Ctx) -> phant_native::Thrown {
    ctx.throw_error("The parent constructor was not called: the object is in an invalid state")
}

fn debug_info(this: &Object, state: &State) -> Array {
    let mut info = util::members(this);
    let mut set = |class: &str, name: &str, value: Value| info.set(util::private_name(class, name), value);
    let name = state.name();
    set("SplFileInfo", "pathName", Value::from(name.clone().unwrap_or_default()));
    if let Some(name) = name.or_else(|| state.file_name.borrow().clone()) {
        set("SplFileInfo", "fileName", Value::from(state.base_name(&name)));
    }
    if let Some(directory) = state.directory() {
        let is_glob = super::stream_of(&directory.handle).is_some_and(|s| s.ops_as::<Matches>().is_some());
        let glob = if is_glob { Value::from(state.path.borrow().clone()) } else { Value::FALSE };
        set("DirectoryIterator", "glob", glob);
        set("RecursiveDirectoryIterator", "subPathName", Value::from(directory.sub_path.borrow().clone()));
    }
    if let Some(file) = state.file() {
        set("SplFileObject", "openMode", Value::from(file.mode.borrow().clone()));
        let dialect = file.dialect.get();
        set("SplFileObject", "delimiter", Value::str([dialect.separator]));
        set("SplFileObject", "enclosure", Value::str([dialect.enclosure]));
    }
    info
}
