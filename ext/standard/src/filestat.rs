//! Facts about files, and changing them: `stat` and its relatives, `touch`, `chmod`, `chown`.

use crate::file::check_path;
use phant_memory::{Array, Held, PhpStr, Value, View};
use phant_native::{Ctx, PhpResult, descriptor::FunctionGroup, functions, php, ret::OrFalse};
use phant_os::fs::Access;
use phant_streams::{self as streams, Metadata, Stat, options, path as paths, stat_cache, wrapper};

pub(crate) const FUNCTIONS: FunctionGroup = functions![
    chgrp,
    chown,
    lchgrp,
    lchown,
    chmod,
    touch,
    clearstatcache,
    disk_total_space,
    disk_free_space,
    fileperms,
    fileinode,
    filesize,
    fileowner,
    filegroup,
    fileatime,
    filemtime,
    filectime,
    filetype,
    is_writable,
    is_readable,
    is_executable,
    is_file,
    is_dir,
    is_link,
    file_exists,
    lstat,
    stat,
    realpath_cache_size,
    realpath_cache_get,
];

/// Whether a path belongs to the file system without asking a wrapper; its bytes without `file://`.
fn plain_path<'p>(ctx: &Ctx, path: &'p PhpStr) -> Option<&'p [u8]> {
    if wrapper::scheme_length(path).is_none() && wrapper::has_plain_files(ctx) {
        return Some(path);
    }
    None
}

/// Facts about a path for a function that warns when there are none.
fn facts(ctx: &Ctx, path: &PhpStr, of_link: bool) -> Option<Stat> {
    if let Some(known) = stat_cache::recent(ctx, path, of_link) {
        return Some(known);
    }
    if path.is_empty() {
        return None;
    }
    if path.contains(&0) {
        ctx.warning("Filename contains null byte");
        return None;
    }
    if plain_path(ctx, path).is_some() && !paths::check_basedir(ctx, path) {
        return None;
    }
    let flags = options::STAT_IGNORE_OPEN_BASEDIR | if of_link { options::STAT_LINK } else { 0 };
    let found = stat_cache::stat(ctx, &path.to_handle(), flags);
    if found.is_none() && !ctx.has_exception() {
        ctx.warning(format!("{} failed for {path}", if of_link { "Lstat" } else { "stat" }));
    }
    found
}

/// Facts about a path for a function that only says yes or no.
fn quiet_facts(ctx: &Ctx, path: &PhpStr, of_link: bool) -> Option<Stat> {
    if let Some(known) = stat_cache::recent(ctx, path, of_link) {
        return Some(known);
    }
    if path.is_empty() || path.contains(&0) {
        return None;
    }
    if plain_path(ctx, path).is_some() && !paths::check_basedir(ctx, path) {
        return None;
    }
    let flags = options::STAT_IGNORE_OPEN_BASEDIR | options::STAT_QUIET | if of_link { options::STAT_LINK } else { 0 };
    stat_cache::stat(ctx, &path.to_handle(), flags)
}

fn fact(ctx: &Ctx, path: &PhpStr, field: fn(&Stat) -> i64) -> OrFalse<i64> {
    facts(ctx, path, false).map(|s| field(&s)).into()
}

#[php("function fileperms(string $filename): int|false")]
fn fileperms(ctx: &Ctx, filename: &PhpStr) -> OrFalse<i64> {
    fact(ctx, filename, |s| i64::from(s.mode))
}
#[php("function fileinode(string $filename): int|false")]
fn fileinode(ctx: &Ctx, filename: &PhpStr) -> OrFalse<i64> {
    fact(ctx, filename, |s| s.ino)
}
#[php("function filesize(string $filename): int|false")]
fn filesize(ctx: &Ctx, filename: &PhpStr) -> OrFalse<i64> {
    fact(ctx, filename, |s| s.size)
}
#[php("function fileowner(string $filename): int|false")]
fn fileowner(ctx: &Ctx, filename: &PhpStr) -> OrFalse<i64> {
    fact(ctx, filename, |s| s.uid)
}
#[php("function filegroup(string $filename): int|false")]
fn filegroup(ctx: &Ctx, filename: &PhpStr) -> OrFalse<i64> {
    fact(ctx, filename, |s| s.gid)
}
#[php("function fileatime(string $filename): int|false")]
fn fileatime(ctx: &Ctx, filename: &PhpStr) -> OrFalse<i64> {
    fact(ctx, filename, |s| s.atime)
}
#[php("function filemtime(string $filename): int|false")]
fn filemtime(ctx: &Ctx, filename: &PhpStr) -> OrFalse<i64> {
    fact(ctx, filename, |s| s.mtime)
}
#[php("function filectime(string $filename): int|false")]
fn filectime(ctx: &Ctx, filename: &PhpStr) -> OrFalse<i64> {
    fact(ctx, filename, |s| s.ctime)
}

#[php("function filetype(string $filename): string|false")]
fn filetype(ctx: &Ctx, filename: &PhpStr) -> OrFalse<&'static str> {
    let Some(s) = facts(ctx, filename, true) else { return OrFalse::False };
    OrFalse::Some(match s.mode & Stat::TYPE {
        Stat::LINK => "link",
        Stat::REGULAR => "file",
        Stat::DIRECTORY => "dir",
        0o010_000 => "fifo",
        0o020_000 => "char",
        0o060_000 => "block",
        0o140_000 => "socket",
        other => {
            ctx.notice(format!("Unknown file type ({other})"));
            "unknown"
        }
    })
}

#[php("function stat(string $filename): array|false")]
fn stat(ctx: &Ctx, filename: &PhpStr) -> OrFalse<Array> {
    facts(ctx, filename, false).map(|s| s.to_array()).into()
}
#[php("function lstat(string $filename): array|false")]
fn lstat(ctx: &Ctx, filename: &PhpStr) -> OrFalse<Array> {
    facts(ctx, filename, true).map(|s| s.to_array()).into()
}

#[php("function is_file(string $filename): bool")]
fn is_file(ctx: &Ctx, filename: &PhpStr) -> bool {
    quiet_facts(ctx, filename, false).is_some_and(|s| s.is_file())
}
#[php("function is_dir(string $filename): bool")]
fn is_dir(ctx: &Ctx, filename: &PhpStr) -> bool {
    quiet_facts(ctx, filename, false).is_some_and(|s| s.is_dir())
}
#[php("function is_link(string $filename): bool")]
fn is_link(ctx: &Ctx, filename: &PhpStr) -> bool {
    quiet_facts(ctx, filename, true).is_some_and(|s| s.is_link())
}
#[php("function file_exists(string $filename): bool")]
fn file_exists(ctx: &Ctx, filename: &PhpStr) -> bool {
    able(ctx, filename, Access::Exists)
}
#[php("function is_writable(string $filename): bool", alias = "is_writeable")]
fn is_writable(ctx: &Ctx, filename: &PhpStr) -> bool {
    able(ctx, filename, Access::Write)
}
#[php("function is_readable(string $filename): bool")]
fn is_readable(ctx: &Ctx, filename: &PhpStr) -> bool {
    able(ctx, filename, Access::Read)
}
#[php("function is_executable(string $filename): bool")]
fn is_executable(ctx: &Ctx, filename: &PhpStr) -> bool {
    able(ctx, filename, Access::Execute)
}

fn able(ctx: &Ctx, path: &PhpStr, access: Access) -> bool {
    if path.is_empty() || path.contains(&0) {
        return false;
    }
    let local = match wrapper::scheme_length(path) {
        // A program in an archive may mean a file in it.
        None if phant_streams::inside::meant(ctx, path, phant_streams::inside::Use::Stat).is_some() => None,
        None => plain_path(ctx, path),
        Some(4) if path[..4].eq_ignore_ascii_case(b"file") => match wrapper::locate(ctx, path, 0) {
            Some((w, rest)) if w.is_plain() => Some(rest),
            _ => None,
        },
        Some(_) => None,
    };
    if let Some(local) = local {
        return paths::check_basedir(ctx, local) && phant_os::fs::access(local, access).is_ok();
    }
    if let Some(n) = wrapper::scheme_length(path)
        && wrapper::by_scheme(ctx, &path[..n]).is_none()
    {
        // Reported, and then taken for the name of a file.
        wrapper::locate(ctx, path, 0);
        let name = paths::absolute(path);
        return phant_grants::may_see(&name) && phant_os::fs::access(&name, access).is_ok();
    }
    let Some(s) = quiet_facts(ctx, path, false) else { return false };
    if access == Access::Exists {
        return true;
    }
    // Only for the system's own files root is somebody special.
    let bit = match access {
        Access::Read => 4,
        Access::Write => 2,
        _ => 1,
    };
    let shift = if s.uid == i64::from(phant_os::ids::effective_user()) { 6 } else { 0 };
    s.mode >> shift & bit != 0
}

/// Asks the wrapper for a change. Paths of wrappers that know none are refused with a warning.
fn change(ctx: &Ctx, path: &PhpStr, what: &str, change: &Metadata) -> PhpResult<bool> {
    check_path(ctx, path, 1)?;
    let Some((wrapper, rest)) = wrapper::locate_to_change(ctx, path, 0) else { return Ok(false) };
    match wrapper.metadata(ctx, rest, change, None) {
        Some(done) => Ok(done),
        None => {
            ctx.warning(format!("Cannot call {what}() for a non-standard stream"));
            Ok(false)
        }
    }
}

#[php("function chmod(string $filename, int $permissions): bool")]
fn chmod(ctx: &Ctx, filename: &PhpStr, permissions: i64) -> PhpResult<bool> {
    change(ctx, filename, "chmod", &Metadata::Access(permissions))
}

#[php("function chown(string $filename, string|int $user): bool")]
fn chown(ctx: &Ctx, filename: &PhpStr, user: &Value) -> PhpResult<bool> {
    let what = match user.view() {
        View::Str(name) => Metadata::OwnerName(name.into_owned()),
        _ => Metadata::Owner(user.as_int().unwrap_or(-1)),
    };
    change(ctx, filename, "chown", &what)
}

#[php("function chgrp(string $filename, string|int $group): bool")]
fn chgrp(ctx: &Ctx, filename: &PhpStr, group: &Value) -> PhpResult<bool> {
    let what = match group.view() {
        View::Str(name) => Metadata::GroupName(name.into_owned()),
        _ => Metadata::Group(group.as_int().unwrap_or(-1)),
    };
    change(ctx, filename, "chgrp", &what)
}

#[php("function lchown(string $filename, string|int $user): bool")]
fn lchown(ctx: &Ctx, filename: &PhpStr, user: &Value) -> PhpResult<bool> {
    check_path(ctx, filename, 1)?;
    let id = match user.view() {
        View::Str(name) => phant_os::ids::user_id(&name),
        _ => user.as_int().map(|n| n as u32),
    };
    let Some(id) = id else {
        ctx.warning(format!("Unable to find uid for {}", user.as_str().map(Held::into_owned).unwrap_or_default()));
        return Ok(false);
    };
    change_link(ctx, filename, Some(id), None)
}

#[php("function lchgrp(string $filename, string|int $group): bool")]
fn lchgrp(ctx: &Ctx, filename: &PhpStr, group: &Value) -> PhpResult<bool> {
    check_path(ctx, filename, 1)?;
    let id = match group.view() {
        View::Str(name) => phant_os::ids::group_id(&name),
        _ => group.as_int().map(|n| n as u32),
    };
    let Some(id) = id else {
        ctx.warning(format!("Unable to find gid for {}", group.as_str().map(Held::into_owned).unwrap_or_default()));
        return Ok(false);
    };
    change_link(ctx, filename, None, Some(id))
}

fn change_link(ctx: &Ctx, path: &PhpStr, user: Option<u32>, group: Option<u32>) -> PhpResult<bool> {
    if !paths::check_basedir(ctx, path) {
        return Ok(false);
    }
    let changed = match phant_grants::may_change(path) {
        true => std::os::unix::fs::lchown(paths::os(path), user, group),
        false => Err(phant_grants::denied()),
    };
    match changed {
        Ok(()) => {
            stat_cache::clear(ctx, false, None);
            Ok(true)
        }
        Err(e) => {
            ctx.warning(phant_os::error_text(&e));
            Ok(false)
        }
    }
}

#[php("function touch(string $filename, ?int $mtime = null, ?int $atime = null): bool")]
fn touch(ctx: &Ctx, filename: &PhpStr, mtime: Option<i64>, atime: Option<i64>) -> PhpResult<bool> {
    check_path(ctx, filename, 1)?;
    if filename.is_empty() {
        return Ok(false);
    }
    let times = match (mtime, atime) {
        (None, None) => None,
        (None, Some(_)) => {
            return Err(ctx.argument_error(2, "cannot be null when argument #3 ($atime) is an integer"));
        }
        (Some(m), a) => Some((m, a.unwrap_or(m))),
    };
    let Some((wrapper, rest)) = wrapper::locate_to_change(ctx, filename, 0) else { return Ok(false) };
    if let Some(done) = wrapper.metadata(ctx, rest, &Metadata::Touch(times), None) {
        return Ok(done);
    }
    // A wrapper without times can still make the file.
    if times.is_some() || wrapper.stat(ctx, rest, options::STAT_QUIET, None).flatten().is_some() {
        ctx.warning("Cannot call touch() for a non-standard stream");
        return Ok(false);
    }
    match streams::open_required(ctx, filename, b"c", options::REPORT_ERRORS, None)? {
        Some((_, stream)) => {
            stream.close(ctx);
            Ok(true)
        }
        None => Ok(false),
    }
}

#[php("function clearstatcache(bool $clear_realpath_cache = false, string $filename = ''): void")]
fn clearstatcache(ctx: &Ctx, passed: usize, clear_realpath_cache: bool, filename: &PhpStr) -> PhpResult<()> {
    crate::file::check_path(ctx, filename, 2)?;
    stat_cache::clear(ctx, clear_realpath_cache, (passed > 1 && !filename.is_empty()).then_some(filename));
    Ok(())
}

#[php("function realpath_cache_size(): int")]
fn realpath_cache_size() -> usize {
    stat_cache::real_size()
}

#[php("function realpath_cache_get(): array")]
fn realpath_cache_get() -> Array {
    stat_cache::real_paths()
}

#[php("function disk_total_space(string $directory): float|false")]
fn disk_total_space(ctx: &Ctx, directory: &PhpStr) -> PhpResult<OrFalse<f64>> {
    Ok(disk_space(ctx, directory)?.map(|(total, _)| total).into())
}

#[php("function disk_free_space(string $directory): float|false", alias = "diskfreespace")]
fn disk_free_space(ctx: &Ctx, directory: &PhpStr) -> PhpResult<OrFalse<f64>> {
    Ok(disk_space(ctx, directory)?.map(|(_, free)| free).into())
}

fn disk_space(ctx: &Ctx, directory: &PhpStr) -> PhpResult<Option<(f64, f64)>> {
    check_path(ctx, directory, 1)?;
    if !paths::check_basedir(ctx, directory) {
        return Ok(None);
    }
    match phant_os::fs::disk_space(directory) {
        Ok(space) => Ok(Some(space)),
        Err(e) => {
            ctx.warning(phant_os::error_text(&e));
            Ok(None)
        }
    }
}
