//! What names mean: which part of a path is the archive, and which the entry.

use crate::state::State;
use phant_native::Ctx;
use phant_streams::path as paths;

/// What kinds of archive a name may be of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// With `.phar` in the extension.
    Executable,
    /// Without.
    Data,
    Any,
}

/// Whether the archive is there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    Existing,
    New,
    Either,
}

/// What was found: where the extension is.
pub enum Found {
    /// Begin and length of the extension.
    Extension(usize, usize),
    /// The first part, of this length, is an alias.
    Alias(usize),
    /// It is a URL.
    Url,
    /// Nothing; whether there was something like an extension.
    Nothing(bool),
}

/// Takes `.`, `..` and double slashes out; the result begins with a slash.
pub fn clean(path: &[u8], base: &[u8]) -> Vec<u8> {
    let mut parts: Vec<&[u8]> = Vec::new();
    let base = if path.starts_with(b"/") { &b""[..] } else { base };
    for part in base.split(|&b| b == b'/').chain(path.split(|&b| b == b'/')) {
        match part {
            b"" | b"." => {}
            b".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    [b"/", &parts.join(&b'/')[..]].concat()
}

fn has_phar(extension: &[u8]) -> bool {
    let Some(at) = extension.windows(5).position(|w| w == b".phar") else { return false };
    (at == 0 || extension[at - 1] != b'/') && matches!(extension.get(at + 5), None | Some(b'/' | b'.'))
}

fn fits(ctx: &Ctx, name: &[u8], at: usize, len: usize, kind: Kind, wanted: Wanted) -> bool {
    let extension = &name[at..at + len];
    if len >= 50 {
        return false;
    }
    let fits = match kind {
        Kind::Executable => has_phar(extension),
        Kind::Data => !has_phar(extension) && !matches!(extension.get(1), None | Some(b'.' | b'/')),
        Kind::Any => !matches!(extension.get(1), None | Some(b'.' | b'/')),
    };
    fits && exists(ctx, &name[..at + len], wanted)
}

fn exists(ctx: &Ctx, name: &[u8], wanted: Wanted) -> bool {
    let full = paths::absolute(name);
    if State::of(ctx).by_path(&full).is_some() {
        return true;
    }
    match std::fs::metadata(paths::os(&full)) {
        Ok(found) if found.is_dir() => false,
        Ok(_) => wanted != Wanted::New,
        Err(_) if wanted == Wanted::Existing => false,
        Err(_) => {
            let parent = full.iter().rposition(|&b| b == b'/').map_or(&b"/"[..], |at| &full[..=at]);
            std::fs::metadata(paths::os(parent)).is_ok_and(|found| found.is_dir())
        }
    }
}

/// Finds the extension of an archive in a path that may go on behind it.
pub fn find_extension(ctx: &Ctx, name: &[u8], kind: Kind, wanted: Wanted, is_complete: bool) -> Found {
    if name.len() <= 1 {
        return Found::Nothing(false);
    }
    if let Some(slash) = name.iter().position(|&b| b == b'/').filter(|&at| at > 0) {
        if name[slash - 1] == b':' && name.get(slash + 1) == Some(&b'/') {
            return Found::Url;
        }
        if State::of(ctx).by_alias(&name[..slash]).is_some() {
            return Found::Alias(slash);
        }
    }
    if let Some((end, len, is_data)) = State::of(ctx).longest_prefix(name, is_complete) {
        return match kind {
            Kind::Executable if is_data => Found::Nothing(true),
            Kind::Data if !is_data => Found::Nothing(true),
            _ => Found::Extension(end - len, len),
        };
    }
    let mut from = 1;
    loop {
        let Some(dot) = name[from.min(name.len())..].iter().position(|&b| b == b'.').map(|at| at + from) else {
            return Found::Nothing(false);
        };
        if matches!(name[dot - 1], b'/' | 0) {
            from = dot + 1;
            continue;
        }
        match name[dot..].iter().position(|&b| b == b'/') {
            None => {
                let len = name.len() - dot;
                return if fits(ctx, name, dot, len, kind, wanted) { Found::Extension(dot, len) } else { Found::Nothing(true) };
            }
            Some(len) => {
                if fits(ctx, name, dot, len, kind, wanted) {
                    return Found::Extension(dot, len);
                }
                from = dot + 1;
            }
        }
    }
}

/// A path split into archive and entry; the entry begins with a slash.
pub struct Split {
    pub archive: Vec<u8>,
    pub entry: Vec<u8>,
}

/// Splits a path or URL. The error tells whether there was something like an extension.
pub fn split(ctx: &Ctx, path: &[u8], kind: Kind, wanted: Wanted) -> Result<Split, bool> {
    let name = without_scheme(path);
    let end = match find_extension(ctx, name, kind, wanted, false) {
        Found::Extension(at, len) => at + len,
        Found::Alias(end) => end,
        Found::Nothing(like) => return Err(like),
        Found::Url => return Err(true),
    };
    let entry = if end < name.len() { clean(&name[end..], b"") } else { b"/".to_vec() };
    Ok(Split { archive: name[..end].to_vec(), entry })
}

/// Whether it is a URL of archives.
pub fn is_url(path: &[u8]) -> bool {
    path.get(..7).is_some_and(|head| head.eq_ignore_ascii_case(b"phar://"))
}

/// A path without `phar://`.
pub fn without_scheme(path: &[u8]) -> &[u8] {
    if is_url(path) { &path[7..] } else { path }
}

/// An alias that may be one.
pub fn is_alias(alias: &[u8]) -> bool {
    !alias.iter().any(|b| b"/\\:;\n\r".contains(b))
}

/// Checks the name of an entry, and gives what of it counts: not the slash in front, nothing from a question mark on. The
/// error says what is wrong with it.
pub fn check_entry(given: &[u8]) -> Result<&[u8], &'static str> {
    match given {
        b"." => return Err("current directory reference"),
        b".." => return Err("upper directory reference"),
        [b'/', b'/', ..] => return Err("double slash"),
        _ => {}
    }
    let name = given.strip_prefix(b"/").unwrap_or(given);
    let mut end = name.len();
    for (i, &byte) in name.iter().enumerate() {
        match byte {
            b'/' if name.get(i + 1) == Some(&b'/') => return Err("double slash"),
            b'\\' => return Err("back-slash"),
            b'*' => return Err("star"),
            b'?' => {
                end = i;
                break;
            }
            0..0x20 | 0x7F => return Err("illegal character"),
            _ => {}
        }
    }
    let name = &name[..end];
    if std::str::from_utf8(name).is_err() {
        return Err("illegal character");
    }
    // What is in front is not looked at; extraction resolves it below its target.
    for part in name.split(|&b| b == b'/').skip(usize::from(!given.starts_with(b"/"))) {
        match part {
            b".." => return Err("upper directory reference"),
            b"." => return Err("current directory reference"),
            _ => {}
        }
    }
    Ok(name)
}
