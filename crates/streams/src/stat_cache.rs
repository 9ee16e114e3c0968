//! What a request remembers of files, as PHP does: the facts that were last asked for, and real paths.
//!
//! Only what exists is remembered. Opening, reading and writing files, running commands and changes made by this request's
//! own functions forget the facts; those of others are seen after `clearstatcache()`, or when a real path is too old.

use super::{ops::Stat, path, wrapper};
use phant_memory::{Array, HeapMap, Str, Value, heap_map};
use phant_native::ctx::Ctx;
use std::{
    cell::{Cell, RefCell},
    os::unix::ffi::OsStrExt,
    time::{SystemTime, UNIX_EPOCH},
};

/// See the [module documentation](self).
pub(super) struct Remembered {
    /// Facts about the last path, links followed.
    stat: RefCell<Option<(Str, Stat)>>,
    /// Facts about the last path, or the link that is there.
    lstat: RefCell<Option<(Str, Stat)>>,
    real: RefCell<HeapMap<Str, RealPath>>,
    /// What `real` counts against `realpath_cache_size`.
    real_size: Cell<usize>,
}

impl Default for Remembered {
    fn default() -> Remembered {
        Remembered {
            stat: RefCell::new(None),
            lstat: RefCell::new(None),
            real: RefCell::new(heap_map()),
            real_size: Cell::new(0),
        }
    }
}

#[derive(Clone)]
struct RealPath {
    path: Str,
    is_dir: bool,
    expires: i64,
}

/// What PHP counts for an entry, beside its texts and their ends.
const ENTRY: usize = 56;

impl RealPath {
    fn size(&self, key: &[u8]) -> usize {
        let same = key == self.path.as_bytes();
        ENTRY + key.len() + 1 + if same { 0 } else { self.path.len() + 1 }
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
    let Some(known) = ctx.states.known::<Remembered>() else { return };
    drop(known.stat.take());
    drop(known.lstat.take());
    if !real {
        return;
    }
    match path {
        None => {
            known.real.borrow_mut().clear();
            known.real_size.set(0);
        }
        Some(path) => forget(known, &path::absolute(path)),
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

fn forget(known: &Remembered, path: &[u8]) {
    let gone = known.real.borrow_mut().remove(path);
    if let Some(gone) = gone {
        known.real_size.set(known.real_size.get() - gone.size(path));
    }
}

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs() as i64)
}

/// The real path: links resolved, everything existing. Remembered for `realpath_cache_ttl` seconds.
pub fn real(ctx: &Ctx, path: &[u8]) -> Option<Str> {
    let limit = usize::try_from(ctx.ini.size("realpath_cache_size")).unwrap_or(0);
    let ttl = ctx.ini.int("realpath_cache_ttl");
    if ttl <= 0 || limit == 0 || !ctx.ini.is_empty("open_basedir") {
        return path::real(path).map(Str::new);
    }
    let full;
    let path = if path.first() == Some(&b'/') {
        path
    } else {
        full = [std::env::current_dir().ok()?.as_os_str().as_bytes(), b"/", path].concat();
        &full
    };
    let known = ctx.state::<Remembered>();
    let walk = Walk { known, now: now(), limit, ttl };
    match walk.remembered(path) {
        Some(entry) => Some(entry.path),
        None => walk.resolve(path),
    }
}

/// Looks a path up, folder by folder as far as nothing is remembered.
struct Walk<'a> {
    known: &'a Remembered,
    now: i64,
    limit: usize,
    ttl: i64,
}

impl Walk<'_> {
    fn remembered(&self, path: &[u8]) -> Option<RealPath> {
        let found = self.known.real.borrow().get(path).cloned();
        if found.as_ref().is_some_and(|entry| entry.expires < self.now) {
            forget(self.known, path);
            return None;
        }
        found
    }
    fn remember(&self, key: &[u8], real: &Str, is_dir: bool) {
        let entry = RealPath { path: real.clone(), is_dir, expires: self.now.saturating_add(self.ttl) };
        forget(self.known, key);
        let size = self.known.real_size.get() + entry.size(key);
        if size <= self.limit {
            self.known.real_size.set(size);
            self.known.real.borrow_mut().insert(Str::new(key), entry);
        }
    }
    fn resolve(&self, path: &[u8]) -> Option<Str> {
        let mut so_far: Vec<u8> = Vec::with_capacity(path.len());
        let mut is_dir = true;
        for part in path.split(|&b| b == b'/') {
            match part {
                b"" | b"." if is_dir => {}
                b".." if is_dir => so_far.truncate(so_far.iter().rposition(|&b| b == b'/').unwrap_or(0)),
                _ if !is_dir => return None,
                part => {
                    so_far.push(b'/');
                    so_far.extend_from_slice(part);
                    match self.remembered(&so_far) {
                        Some(entry) => {
                            is_dir = entry.is_dir;
                            so_far.clear();
                            so_far.extend_from_slice(&entry.path);
                        }
                        None => {
                            let found = std::fs::symlink_metadata(path::os(&so_far)).ok()?;
                            if found.is_symlink() {
                                // Links may lead through others.
                                let real = Str::new(path::real(&so_far)?);
                                is_dir = path::os(&real).is_dir();
                                self.remember(&so_far, &real, is_dir);
                                so_far.clear();
                                so_far.extend_from_slice(&real);
                            } else {
                                is_dir = found.is_dir();
                                self.remember(&so_far, &Str::new(&so_far), is_dir);
                            }
                        }
                    }
                    // What a link to the root leads to.
                    if so_far == b"/" {
                        so_far.clear();
                    }
                }
            }
        }
        // `file/` is no file.
        if !is_dir && path.last() == Some(&b'/') {
            return None;
        }
        Some(Str::new(if so_far.is_empty() { b"/" } else { &so_far[..] }))
    }
}

/// How much the remembered real paths count against `realpath_cache_size`.
pub fn real_size(ctx: &Ctx) -> usize {
    ctx.states.known::<Remembered>().map_or(0, |known| known.real_size.get())
}

/// The remembered real paths, as `realpath_cache_get()` shows them.
pub fn real_paths(ctx: &Ctx) -> Array {
    let mut out = Array::new();
    let Some(known) = ctx.states.known::<Remembered>() else { return out };
    for (key, entry) in known.real.borrow().iter() {
        let mut shown = Array::with_hash_capacity(4);
        shown.set_name("key", key_number(key));
        shown.set_name("is_dir", Value::bool(entry.is_dir));
        shown.set_name("realpath", Value::from(entry.path.clone()));
        shown.set_name("expires", Value::int(entry.expires));
        out.set(key.clone(), Value::from(shown));
    }
    out
}

/// PHP's number of an entry, an FNV hash with the constants for 32 bits; a float where an integer cannot hold it.
fn key_number(path: &[u8]) -> Value {
    let hash = path.iter().fold(0x811c_9dc5_u64, |hash, &b| hash.wrapping_mul(0x0100_0193) ^ u64::from(b));
    i64::try_from(hash).map_or(Value::float(hash as f64), Value::int)
}
