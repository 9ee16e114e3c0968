//! Paths: absolute forms, `include_path`, `open_basedir`.

use super::{errors, wrapper};
use phant_memory::Str;
use phant_native::ctx::Ctx;
use std::{
    ffi::OsStr,
    os::unix::ffi::{OsStrExt, OsStringExt},
    path::Path,
};

/// Bytes as a path of the operating system.
pub fn os(path: &[u8]) -> &Path {
    Path::new(OsStr::from_bytes(path))
}

/// The current directory.
pub fn current_dir() -> Vec<u8> {
    std::env::current_dir().map_or_else(|_| b"/".to_vec(), |p| p.into_os_string().into_vec())
}

/// The absolute form of a path, with `.`, `..` and double slashes taken out; links are kept, nothing need exist.
pub fn absolute(path: &[u8]) -> Vec<u8> {
    let mut full = Vec::new();
    if path.first() != Some(&b'/') {
        full = current_dir();
        full.push(b'/');
    }
    full.extend_from_slice(path);
    let mut out: Vec<&[u8]> = Vec::new();
    for part in full.split(|&b| b == b'/') {
        match part {
            b"" | b"." => {}
            b".." => {
                out.pop();
            }
            part => out.push(part),
        }
    }
    let mut joined = b"/".to_vec();
    joined.extend_from_slice(&out.join(&b'/'));
    joined
}

/// The real path: links resolved, everything existing.
pub fn real(path: &[u8]) -> Option<Vec<u8>> {
    let path = if path.is_empty() { b"." } else { path };
    std::fs::canonicalize(os(path)).ok().map(|p| p.into_os_string().into_vec())
}

/// Finds a file for `include` and `fopen(…, true)`: absolute and `./` paths as they are, else in each directory of
/// `include_path`, and beside the running script. The result may be a URL.
pub fn resolve_include(ctx: &Ctx, path: &[u8]) -> Option<Vec<u8>> {
    if path.is_empty() || path.contains(&0) {
        return None;
    }
    if let Some(n) = wrapper::scheme_length(path) {
        if path[..n].eq_ignore_ascii_case(b"file") && path.get(n + 3) == Some(&b'/') {
            return known_real(ctx, &path[n + 3..]);
        }
        if wrapper::by_scheme(ctx, &path[..n]).is_none() {
            wrapper::report_unknown(ctx, &path[..n]);
        }
        return None;
    }
    if let Some(inside) = super::inside::meant(ctx, path, super::inside::Use::Include) {
        return Some(inside);
    }
    let explicit = path[0] == b'/' || path.starts_with(b"./") || path.starts_with(b"../");
    let include_path = ctx.ini.get("include_path").unwrap_or_default();
    if explicit || include_path.is_empty() {
        return known_real(ctx, path);
    }
    for directory in split_include_path(&include_path) {
        let mut candidate = directory.to_vec();
        candidate.push(b'/');
        candidate.extend_from_slice(path);
        if wrapper::scheme_length(directory).is_some() {
            if wrapper::stat_path(ctx, &candidate, super::options::STAT_QUIET, None).is_some() {
                return Some(candidate);
            }
            continue;
        }
        if let Some(found) = known_real(ctx, &candidate) {
            return Some(found);
        }
    }
    let (file, _) = ctx.location();
    let beside = file.as_bytes().iter().rposition(|&b| b == b'/').map(|i| &file.as_bytes()[..=i])?;
    let beside = [beside, path].concat();
    if wrapper::scheme_length(&beside).is_some() {
        return wrapper::stat_path(ctx, &beside, super::options::STAT_QUIET, None).map(|_| beside);
    }
    known_real(ctx, &beside)
}
/// The real path, as far as possible from what the thread remembers.
fn known_real(ctx: &Ctx, path: &[u8]) -> Option<Vec<u8>> {
    super::stat_cache::real_as(ctx, path, <[u8]>::to_vec)
}

/// The directories of an include path. Colons in `scheme://` do not separate.
fn split_include_path(text: &[u8]) -> Vec<&[u8]> {
    let (mut out, mut start) = (Vec::new(), 0);
    let mut i = 0;
    while i <= text.len() {
        if i == text.len() || (text[i] == b':' && text.get(i + 1..i + 3) != Some(b"//")) {
            if i > start {
                out.push(&text[start..i]);
            }
            start = i + 1;
        }
        i += 1;
    }
    out
}

/// The longest path there can be, with its end.
pub(super) const LONGEST_PATH: usize = 4096;

/// What a script has set `open_basedir` to, with the folders' full paths.
#[derive(Default)]
struct Restricted(std::cell::RefCell<Option<Str>>);

/// What `open_basedir` permits; `None` if that is everything.
fn basedir(ctx: &Ctx) -> Option<Str> {
    // Every look at a file asks this.
    if ctx.ini.is_empty("open_basedir") {
        return None;
    }
    let setting = ctx.ini.text("open_basedir");
    Some(ctx.states.known::<Restricted>().and_then(|set| set.0.borrow().clone()).unwrap_or(setting))
}

/// Changes `open_basedir` while a script runs: it can only become narrower. Relative folders are those of this moment.
pub fn restrict(ctx: &Ctx, setting: &[u8]) -> Result<(), ()> {
    if setting.is_empty() {
        return Err(());
    }
    let folders: Vec<Vec<u8>> = setting.split(|&b| b == b':').filter(|f| !f.is_empty()).map(absolute).collect();
    if !folders.iter().all(|folder| permitted(ctx, folder)) {
        return Err(());
    }
    let resolved = Str::from(folders.join(&b':'));
    drop(ctx.state::<Restricted>().0.replace(Some(resolved)));
    super::stat_cache::clear(ctx, true, None);
    Ok(())
}

/// Whether `open_basedir` permits a path; warns if not.
pub fn check_basedir(ctx: &Ctx, path: &[u8]) -> bool {
    if !phant_grants::may_see(path) {
        ctx.warning([b"Access to ", path, b" is not granted to this process"].concat());
        errors::set_errno(ctx, &phant_grants::denied());
        return false;
    }
    let Some(setting) = basedir(ctx) else { return true };
    if path.len() >= LONGEST_PATH {
        let what = format!("File name is longer than the maximum allowed path length on this platform ({LONGEST_PATH}): ");
        ctx.warning([what.as_bytes(), path].concat());
        errors::set_errno_number(ctx, EINVAL);
        return false;
    }
    if within(&setting, path) {
        return true;
    }
    let mut text = b"open_basedir restriction in effect. File(".to_vec();
    text.extend_from_slice(path);
    text.extend_from_slice(b") is not within the allowed path(s): (");
    text.extend_from_slice(&setting);
    text.push(b')');
    ctx.warning(text);
    errors::set_errno_number(ctx, EPERM);
    false
}

/// Whether `open_basedir` permits a path.
pub fn permitted(ctx: &Ctx, path: &[u8]) -> bool {
    phant_grants::may_see(path) && basedir(ctx).is_none_or(|setting| within(&setting, path))
}

const EPERM: i32 = 1;
const EINVAL: i32 = 22;

fn within(setting: &[u8], path: &[u8]) -> bool {
    let target = resolve_existing(&absolute(path));
    setting.split(|&b| b == b':').filter(|d| !d.is_empty()).any(|directory| {
        let mut base = resolve_existing(&absolute(directory));
        if directory.last() == Some(&b'/') && base != b"/" {
            base.push(b'/');
        }
        if base == b"/" || target == base || target.iter().chain(b"/").eq(base.iter()) {
            return true;
        }
        if base.last() == Some(&b'/') {
            return target.starts_with(&base);
        }
        target.starts_with(&base) && target.get(base.len()) == Some(&b'/')
    })
}

/// Resolves links in the part of an absolute path that exists.
fn resolve_existing(path: &[u8]) -> Vec<u8> {
    let mut head = path.to_vec();
    let mut tail: Vec<Vec<u8>> = Vec::new();
    loop {
        if let Some(mut found) = real(&head) {
            for part in tail.iter().rev() {
                if found != b"/" {
                    found.push(b'/');
                }
                found.extend_from_slice(part);
            }
            return found;
        }
        match head.iter().rposition(|&b| b == b'/') {
            Some(0) | None => return path.to_vec(),
            Some(i) => {
                tail.push(head[i + 1..].to_vec());
                head.truncate(i);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absolute_paths() {
        assert_eq!(absolute(b"/a//b/./c/../d"), b"/a/b/d");
        assert_eq!(absolute(b"/../.."), b"/");
    }
    #[test]
    fn include_paths() {
        assert_eq!(split_include_path(b".:/usr/share:w://x:y"), [&b"."[..], b"/usr/share", b"w://x", b"y"]);
    }
}
