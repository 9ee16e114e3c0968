//! What is remembered of files, as PHP does: by a request the facts that were last asked for, by a thread real paths.
//!
//! Only what exists is remembered. Opening, reading and writing files, running commands and changes made by a request's
//! own functions forget the facts; those of others are seen after `clearstatcache()`, or when a real path is too old. Real paths
//! outlive the request, as they do in a process of PHP's: programs include the same files by the same paths in every request.

use super::{ops::Stat, path, wrapper};
use phant_memory::{Array, Str, Value, string::SeededState};
use phant_native::ctx::Ctx;
use std::{
    cell::{Cell, RefCell},
    collections::HashMap,
    os::unix::ffi::OsStrExt,
    rc::Rc,
    time::{SystemTime, UNIX_EPOCH},
};

/// What a request remembers; see the [module documentation](self).
#[derive(Default)]
pub(super) struct Remembered {
    /// Facts about the last path, links followed.
    stat: RefCell<Option<(Str, Stat)>>,
    /// Facts about the last path, or the link that is there.
    lstat: RefCell<Option<(Str, Stat)>>,
}

/// The real paths that a thread remembers.
#[derive(Default)]
struct RealPaths {
    /// By absolute paths, as they were asked for.
    known: RefCell<HashMap<Rc<[u8]>, RealPath, SeededState>>,
    /// What they count against `realpath_cache_size`.
    size: Cell<usize>,
}

thread_local! {
    static REAL: RealPaths = RealPaths::default();
}

#[derive(Clone)]
struct RealPath {
    path: Rc<[u8]>,
    is_dir: bool,
    expires: i64,
}

/// What PHP counts for an entry, beside its texts and their ends.
const ENTRY: usize = 56;

impl RealPath {
    fn size(&self, key: &[u8]) -> usize {
        let same = *key == *self.path;
        ENTRY + key.len() + 1 + if same { 0 } else { self.path.len() + 1 }
    }
}

impl RealPaths {
    fn forget(&self, path: &[u8]) {
        let gone = self.known.borrow_mut().remove(path);
        if let Some(gone) = gone {
            self.size.set(self.size.get() - gone.size(path));
        }
    }
    fn clear(&self) {
        self.known.borrow_mut().clear();
        self.size.set(0);
    }
}

/// Facts about a path that were asked for just before.
#[inline]
pub fn recent(ctx: &Ctx, path: &[u8], of_link: bool) -> Option<Stat> {
    let known = ctx.states.known::<Remembered>()?;
    let last = if of_link { &known.lstat } else { &known.stat };
    match &*last.borrow() {
        Some((name, stat)) if name.as_bytes() == path => Some(*stat),
        _ => None,
    }
}

/// Facts about a path through its wrapper, which are remembered.
pub fn stat(ctx: &Ctx, path: &Str, flags: u32) -> Option<Stat> {
    let stat = wrapper::stat_path(ctx, path, flags, None)?;
    let known = ctx.state::<Remembered>();
    let of_link = flags & super::options::STAT_LINK != 0;
    if of_link {
        drop(known.lstat.replace(Some((path.clone(), stat))));
    }
    if !of_link || !stat.is_link() {
        drop(known.stat.replace(Some((path.clone(), stat))));
    }
    Some(stat)
}

/// Forgets facts; real paths too if `real`, of one path if it is given.
pub fn clear(ctx: &Ctx, real: bool, path: Option<&[u8]>) {
    if let Some(known) = ctx.states.known::<Remembered>() {
        drop(known.stat.take());
        drop(known.lstat.take());
    }
    if real {
        REAL.with(|real| match path {
            None => real.clear(),
            Some(path) => real.forget(&path::absolute(path)),
        });
    }
}

/// Forgets facts about relative paths: the current directory is another one.
pub fn directory_changed(ctx: &Ctx) {
    let Some(known) = ctx.states.known::<Remembered>() else { return };
    for last in [&known.stat, &known.lstat] {
        if last.borrow().as_ref().is_some_and(|(name, _)| name.first() != Some(&b'/')) {
            drop(last.take());
        }
    }
}

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs() as i64)
}

/// The real path: links resolved, everything existing. Remembered for `realpath_cache_ttl` seconds.
pub fn real(ctx: &Ctx, path: &[u8]) -> Option<Str> {
    real_as(ctx, path, |real| Str::new(real))
}
/// The same, made into something else.
pub(super) fn real_as<R>(ctx: &Ctx, path: &[u8], make: impl FnOnce(&[u8]) -> R) -> Option<R> {
    let limit = usize::try_from(ctx.ini.size("realpath_cache_size")).unwrap_or(0);
    let ttl = ctx.ini.int("realpath_cache_ttl");
    if ttl <= 0 || limit == 0 || !ctx.ini.is_empty("open_basedir") {
        return path::real(path).map(|real| make(&real));
    }
    let full;
    let path = if path.first() == Some(&b'/') {
        path
    } else {
        full = [std::env::current_dir().ok()?.as_os_str().as_bytes(), b"/", path].concat();
        &full
    };
    if path.len() >= path::LONGEST_PATH - 1 {
        return None;
    }
    REAL.with(|known| {
        let walk = Walk { known, now: now(), limit, ttl, links: Cell::new(0) };
        walk.find(path).map(|found| make(&found.path))
    })
}

/// Looks a path up from its end: mostly its folder is known already, if it is not known itself.
struct Walk<'a> {
    known: &'a RealPaths,
    now: i64,
    limit: usize,
    ttl: i64,
    /// How many links were followed.
    links: Cell<u32>,
}

/// How many links one path may lead through.
const MOST_LINKS: u32 = 32;

impl Walk<'_> {
    fn remembered(&self, path: &[u8]) -> Option<RealPath> {
        let found = self.known.known.borrow().get(path).cloned();
        if found.as_ref().is_some_and(|entry| entry.expires < self.now) {
            self.known.forget(path);
            return None;
        }
        found
    }
    /// Notes what a path leads to, if there is room.
    fn remember(&self, path: &[u8], real: Rc<[u8]>, is_dir: bool) -> RealPath {
        let entry = RealPath { path: real, is_dir, expires: self.now.saturating_add(self.ttl) };
        let size = self.known.size.get() + entry.size(path);
        if size <= self.limit {
            self.known.size.set(size);
            let key = if *path == *entry.path { entry.path.clone() } else { path.into() };
            self.known.known.borrow_mut().insert(key, entry.clone());
        }
        entry
    }
    /// What an absolute path leads to. One that ends in a slash leads to a folder.
    fn find(&self, path: &[u8]) -> Option<RealPath> {
        let Some(slash) = path.iter().rposition(|&b| b == b'/') else {
            return Some(RealPath { path: b"/"[..].into(), is_dir: true, expires: i64::MAX });
        };
        let (folder, name) = (&path[..slash], &path[slash + 1..]);
        let in_folder = || self.find(folder).filter(|found| found.is_dir);
        match name {
            b"" | b"." => return in_folder(),
            b".." => {
                let below = in_folder()?;
                let end = below.path.iter().rposition(|&b| b == b'/').unwrap_or(0);
                return Some(RealPath { path: below.path[..end.max(1)].into(), ..below });
            }
            _ => {}
        }
        if let Some(known) = self.remembered(path) {
            return Some(known);
        }
        let found = std::fs::symlink_metadata(path::os(path)).ok()?;
        if found.is_symlink() {
            let to = self.followed(folder, std::fs::read_link(path::os(path)).ok()?.as_os_str().as_bytes())?;
            return Some(self.remember(path, to.path, to.is_dir));
        }
        let folder = in_folder()?.path;
        let folder = folder.strip_suffix(b"/").unwrap_or(&folder);
        let real = [folder, b"/", name].concat();
        Some(self.remember(path, real.into(), found.is_dir()))
    }
    /// What a link in a folder leads to.
    fn followed(&self, folder: &[u8], target: &[u8]) -> Option<RealPath> {
        self.links.set(self.links.get() + 1);
        let full;
        let target = if target.first() == Some(&b'/') {
            target
        } else {
            full = [folder, b"/", target].concat();
            &full
        };
        let fits = self.links.get() <= MOST_LINKS && target.len() < path::LONGEST_PATH - 1;
        if fits { self.find(target) } else { None }
    }
}

/// How much the remembered real paths count against `realpath_cache_size`.
pub fn real_size() -> usize {
    REAL.with(|real| real.size.get())
}

/// The remembered real paths, as `realpath_cache_get()` shows them.
pub fn real_paths() -> Array {
    let mut out = Array::new();
    REAL.with(|real| {
        for (key, entry) in real.known.borrow().iter() {
            let mut shown = Array::with_hash_capacity(4);
            shown.set_name("key", key_number(key));
            shown.set_name("is_dir", Value::bool(entry.is_dir));
            shown.set_name("realpath", Value::str(&*entry.path));
            shown.set_name("expires", Value::int(entry.expires));
            out.set(&**key, Value::from(shown));
        }
    });
    out
}

/// PHP's number of an entry, an FNV hash with the constants for 32 bits; a float where an integer cannot hold it.
fn key_number(path: &[u8]) -> Value {
    let hash = path.iter().fold(0x811c_9dc5_u64, |hash, &b| hash.wrapping_mul(0x0100_0193) ^ u64::from(b));
    i64::try_from(hash).map_or(Value::float(hash as f64), Value::int)
}
