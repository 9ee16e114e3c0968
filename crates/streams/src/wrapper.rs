//! Wrappers: who opens which URL scheme.

use super::{
    Provided, Stat, data, errors, glob, options, php,
    plain_wrapper::{self, PlainWrapper},
    state::State,
};
use phant_memory::{HeapBox, RequestHeap, Resource, Str};
use phant_native::{ctx::Ctx, registry};

/// What `touch`, `chmod`, `chown` and `chgrp` ask of a wrapper.
#[derive(Clone, Debug)]
pub enum Metadata {
    /// Times: modification, access; `None` for now.
    Touch(Option<(i64, i64)>),
    /// Owner by number.
    Owner(i64),
    /// Owner by name.
    OwnerName(Str),
    /// Group by number.
    Group(i64),
    /// Group by name.
    GroupName(Str),
    /// Permissions.
    Access(i64),
}

/// Opens streams of a URL scheme and does what else there is to do with its paths. Answers of `None` to the operations
/// behind [`Wrapper::open`] say that the scheme does not have them.
///
/// A wrapper that fails tells why through [`errors::log`].
pub trait Wrapper {
    /// `wrapper_type` of `stream_get_meta_data`; also named in messages.
    fn label(&self) -> &'static str;
    /// Whether it reaches out: `allow_url_fopen` and `allow_url_include` apply.
    fn is_url(&self) -> bool {
        false
    }
    /// Whether it is the one for plain files.
    fn is_plain(&self) -> bool {
        false
    }
    /// Whether user code registered it.
    fn is_user(&self) -> bool {
        false
    }
    /// Opens; the result is registered.
    fn open(&self, ctx: &Ctx, path: &[u8], mode: &[u8], options: u32, context: Option<&Resource>) -> Option<Resource>;
    /// Facts about a path: `Some(None)` if there is no such file.
    fn stat(&self, _ctx: &Ctx, _path: &[u8], _flags: u32, _context: Option<&Resource>) -> Option<Option<Stat>> {
        None
    }
    /// Deletes a file.
    fn unlink(&self, _ctx: &Ctx, _path: &[u8], _options: u32, _context: Option<&Resource>) -> Option<bool> {
        None
    }
    /// Renames.
    fn rename(&self, _ctx: &Ctx, _from: &[u8], _to: &[u8], _options: u32, _context: Option<&Resource>) -> Option<bool> {
        None
    }
    /// Whether [`Wrapper::rename`] can work.
    fn can_rename(&self) -> bool {
        true
    }
    /// Makes a directory.
    fn mkdir(&self, _ctx: &Ctx, _path: &[u8], _mode: i64, _options: u32, _context: Option<&Resource>) -> Option<bool> {
        None
    }
    /// Deletes a directory.
    fn rmdir(&self, _ctx: &Ctx, _path: &[u8], _options: u32, _context: Option<&Resource>) -> Option<bool> {
        None
    }
    /// Changes times, owner or permissions.
    fn metadata(&self, _ctx: &Ctx, _path: &[u8], _change: &Metadata, _context: Option<&Resource>) -> Option<bool> {
        None
    }
    /// Opens a directory; `Some(None)` if that failed.
    fn open_dir(&self, _ctx: &Ctx, _path: &[u8], _options: u32, _context: Option<&Resource>) -> Option<Option<Resource>> {
        None
    }
}

/// The wrapper of plain files.
pub fn plain() -> &'static dyn Wrapper {
    static PLAIN: PlainWrapper = PlainWrapper;
    &PLAIN
}

static PHP: php::PhpWrapper = php::PhpWrapper;
static DATA: data::DataWrapper = data::DataWrapper;
static GLOB: glob::GlobWrapper = glob::GlobWrapper;
static PLAIN: PlainWrapper = PlainWrapper;

/// The wrappers that are always there, in PHP's order.
static BUILT_IN: [(&str, &(dyn Wrapper + Sync)); 4] = [("php", &PHP), ("file", &PLAIN), ("glob", &GLOB), ("data", &DATA)];

fn built_in() -> impl Iterator<Item = (&'static str, &'static dyn Wrapper)> {
    let later = registry::provided::<Provided>().flat_map(|p| p.wrappers);
    BUILT_IN.iter().chain(later).map(|&(name, wrapper)| (name, wrapper as &'static dyn Wrapper))
}

/// Names of all wrappers.
pub fn names(ctx: &Ctx) -> Vec<Str> {
    let state = State::of(ctx);
    let changed = state.wrappers.borrow();
    let mut names: Vec<Str> = built_in()
        .filter(|(name, _)| !matches!(changed.get(name.as_bytes()), Some(None)))
        .filter(|(name, _)| !state.added.borrow().iter().any(|a| a.as_bytes() == name.as_bytes()))
        .map(|(name, _)| Str::from(name))
        .collect();
    names.extend(state.added.borrow().iter().cloned());
    names
}

/// The wrapper of a scheme.
pub fn by_scheme(ctx: &Ctx, scheme: &[u8]) -> Option<&'static dyn Wrapper> {
    let changed = State::of(ctx).wrappers.borrow();
    if !changed.is_empty() {
        if let Some(w) = changed.get(scheme) {
            return *w;
        }
        if let Some(w) = changed.get(scheme.to_ascii_lowercase().as_slice()) {
            return *w;
        }
    }
    built_in().find(|(name, _)| name.as_bytes().eq_ignore_ascii_case(scheme)).map(|(_, w)| w)
}

/// Whether paths without a scheme are those of the system's own files.
pub fn has_plain_files(ctx: &Ctx) -> bool {
    let unchanged = ctx.states.known::<State>().is_none_or(|state| state.wrappers.borrow().is_empty());
    unchanged || by_scheme(ctx, b"file").is_some_and(|w| w.is_plain())
}

/// Registers a wrapper for the request. False if the scheme is taken.
pub fn register<W: Wrapper + 'static>(ctx: &Ctx, scheme: &Str, wrapper: W) -> bool {
    if by_scheme(ctx, scheme).is_some() {
        return false;
    }
    let state = State::of(ctx);
    let wrapper: &'static W = HeapBox::leak(HeapBox::new_in(wrapper, RequestHeap));
    state.wrappers.borrow_mut().insert(scheme.clone(), Some(wrapper as &'static dyn Wrapper));
    state.added.borrow_mut().push(scheme.clone());
    true
}

/// Takes a wrapper away. False if there is none.
pub fn unregister(ctx: &Ctx, scheme: &Str) -> bool {
    if by_scheme(ctx, scheme).is_none() {
        return false;
    }
    let state = State::of(ctx);
    state.added.borrow_mut().retain(|s| s != scheme);
    state.wrappers.borrow_mut().insert(scheme.clone(), None);
    true
}

/// What [`restore`] found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Restored {
    /// It is back.
    Done,
    /// It was never changed.
    Unchanged,
    /// No wrapper of that name is built in.
    Unknown,
}

/// Brings a built-in wrapper back.
pub fn restore(ctx: &Ctx, scheme: &Str) -> Restored {
    let exists = built_in().any(|(name, _)| name.as_bytes() == scheme.as_bytes());
    if !exists {
        return Restored::Unknown;
    }
    let state = State::of(ctx);
    if state.wrappers.borrow_mut().remove(scheme.as_bytes()).is_none() {
        return Restored::Unchanged;
    }
    state.added.borrow_mut().retain(|s| s != scheme);
    Restored::Done
}

/// The length of the scheme in front of a URL, if the path is one: `php` of `php://stdin`, `data` of `data:…`.
pub fn scheme_length(path: &[u8]) -> Option<usize> {
    let n = path.iter().take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.')).count();
    if path.get(n) != Some(&b':') || n < 2 {
        return None;
    }
    let slashes = path.get(n + 1..n + 3) == Some(b"//");
    let data = n == 4 && path[..4].eq_ignore_ascii_case(b"data");
    (slashes || data).then_some(n)
}

/// Reports that there is no wrapper for a scheme.
pub(crate) fn report_unknown(ctx: &Ctx, scheme: &[u8]) {
    let shown = &scheme[..scheme.len().min(32)];
    ctx.warning([b"Unable to find the wrapper \"", shown, b"\" - did you forget to enable it when you configured PHP?"].concat());
}

/// The wrapper for a path, and the path it should be given to open or look at (`file://` is taken off). Failures have been
/// reported; `None` then.
pub fn locate<'p>(ctx: &Ctx, path: &'p [u8], options: u32) -> Option<(&'static dyn Wrapper, &'p [u8])> {
    let mut found = None;
    let mut scheme: &[u8] = b"";
    if let Some(n) = scheme_length(path) {
        scheme = &path[..n];
        found = by_scheme(ctx, scheme);
        if found.is_none() {
            report_unknown(ctx, scheme);
            scheme = b"";
        }
    }
    if scheme.is_empty() || scheme.eq_ignore_ascii_case(b"file") {
        let mut rest = path;
        if !scheme.is_empty() {
            let after = &path[7..];
            let local = after.get(..10).is_some_and(|h| h.eq_ignore_ascii_case(b"localhost/"));
            if !local && !matches!(after.first(), None | Some(b'/')) {
                if options & options::REPORT_ERRORS != 0 {
                    let mut text = b"Remote host file access not supported, ".to_vec();
                    text.extend_from_slice(path);
                    ctx.warning(text);
                }
                return None;
            }
            rest = if local { &after[9..] } else { after };
        }
        let files = by_scheme(ctx, b"file");
        if files.is_none() && options & options::REPORT_ERRORS != 0 {
            ctx.warning("file:// wrapper is disabled in the server configuration");
        }
        return files.map(|wrapper| (wrapper, rest));
    }
    let wrapper = found?;
    if wrapper.is_url() && options & options::LOCATE_WRAPPERS_ONLY == 0 && !url_permitted(ctx, scheme, options) {
        return None;
    }
    Some((wrapper, path))
}

fn url_permitted(ctx: &Ctx, scheme: &[u8], options: u32) -> bool {
    let including = options & options::OPEN_FOR_INCLUDE != 0 || State::of(ctx).in_user_include.get();
    let setting = if !ctx.ini.bool("allow_url_fopen") {
        "allow_url_fopen"
    } else if including && !ctx.ini.bool("allow_url_include") {
        "allow_url_include"
    } else {
        return true;
    };
    if options & options::REPORT_ERRORS != 0 {
        let scheme = String::from_utf8_lossy(scheme).into_owned();
        ctx.warning(format!("{scheme}:// wrapper is disabled in the server configuration by {setting}=0"));
    }
    false
}

/// As [`locate`], with the path that a wrapper gets to change something: one of user code, in place of that for plain files,
/// sees it as it was written.
pub fn locate_to_change<'p>(ctx: &Ctx, path: &'p [u8], options: u32) -> Option<(&'static dyn Wrapper, &'p [u8])> {
    let (wrapper, rest) = locate(ctx, path, options)?;
    Some((wrapper, if wrapper.is_plain() { rest } else { path }))
}

/// Facts about a path through its wrapper; failures say nothing.
pub fn stat_path(ctx: &Ctx, path: &[u8], flags: u32, context: Option<&Resource>) -> Option<Stat> {
    let inside = super::inside::meant(ctx, path, super::inside::Use::Stat);
    let path = inside.as_deref().unwrap_or(path);
    if scheme_length(path).is_none() && has_plain_files(ctx) {
        // Who is to be told of `open_basedir` has asked before.
        if !super::path::permitted(ctx, path) {
            return None;
        }
        return plain_wrapper::stat(path, flags & options::STAT_LINK != 0).ok();
    }
    let (wrapper, rest) = locate(ctx, path, 0)?;
    let stat = wrapper.stat(ctx, rest, flags, context).flatten();
    errors::clear(ctx);
    stat
}
