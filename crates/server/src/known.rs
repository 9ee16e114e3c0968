//! Addresses that name a file or a script themselves: found once, and looked at by one question to the system from then
//! on, whether the file is still the one that was found: one for all requests that the same call has brought to light, as they
//! were there before it is asked. Small files stay in memory.

use crate::{
    http::Head,
    route::{self, Route},
    server::Site,
    static_files::{self, Answer, Opened, Stamp},
};
use phant_memory::string::SeededState;
use std::{
    cell::Cell,
    collections::HashMap,
    fmt, fs, io,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, PoisonError, RwLock,
        atomic::{AtomicU64, Ordering},
    },
};

/// How many addresses are known, and how much of files is kept.
const MOST: usize = 4096;
const MOST_KEPT: u64 = 32 << 20;
/// How many large files stay open, with their compressed forms.
const MOST_OPEN: u64 = 48;

/// What an address names.
pub struct Known {
    file: PathBuf,
    route: Route,
    stamp: Stamp,
    /// The last batch of requests for which the system was asked whether that is still so.
    asked: AtomicU64,
    opened: Mutex<Option<Arc<Opened>>>,
}

thread_local! {
    static BATCH: Cell<u64> = const { Cell::new(0) };
}

/// Calls `f` for requests that were all there at one moment, as a number above zero says: what has been found out since for one of
/// them holds for the others.
pub fn in_batch<R>(number: u64, f: impl FnOnce() -> R) -> R {
    BATCH.set(number);
    let result = f();
    BATCH.set(0);
    result
}

/// The batch that the request belongs to which is looked at now; 0 for one that came alone.
pub fn batch() -> u64 {
    BATCH.get()
}

impl Known {
    /// Whether the file is still what it was.
    fn is_current(&self) -> bool {
        let batch = batch();
        if batch != 0 && self.asked.load(Ordering::Relaxed) == batch {
            return true;
        }
        let current = fs::metadata(&self.file).is_ok_and(|meta| Stamp::of(&meta) == self.stamp);
        if current {
            self.asked.store(batch, Ordering::Relaxed);
        }
        current
    }
}

impl fmt::Debug for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Known({})", self.file.display())
    }
}
impl PartialEq for Known {
    fn eq(&self, other: &Known) -> bool {
        self.file == other.file
    }
}
impl Eq for Known {}

/// All that are known.
#[derive(Default)]
pub struct KnownFiles {
    /// Files are compressed for clients that take it.
    compresses: bool,
    table: RwLock<HashMap<Vec<u8>, Arc<Known>, SeededState>>,
    kept: AtomicU64,
    open: AtomicU64,
}

impl KnownFiles {
    /// None yet. `compresses`: files are, for clients that take it.
    pub fn new(compresses: bool) -> KnownFiles {
        KnownFiles { compresses, ..KnownFiles::default() }
    }
    /// Finds what answers an address.
    pub fn find(&self, site: &Site, path: &[u8]) -> Route {
        if site.as_php {
            return route::find(site, path);
        }
        let known = self.table.read().unwrap_or_else(PoisonError::into_inner).get(path).cloned();
        if let Some(known) = known {
            if known.is_current() {
                return match &known.route {
                    Route::File(_) => Route::Known(known),
                    route => route.clone(),
                };
            }
            self.forget(path);
        }
        let route = route::find(site, path);
        match &route {
            Route::File(file) if is_named(site, path, file) => return self.note(path, file, &route).unwrap_or(route),
            Route::Script(script) if script.named && script.path_info.is_none() && is_named(site, path, &script.file) => {
                drop(self.note(path, &script.file, &route));
            }
            _ => {}
        }
        route
    }
    /// Keeps what answers an address; the route by which that is known.
    fn note(&self, path: &[u8], file: &Path, route: &Route) -> Option<Route> {
        let meta = fs::metadata(file).ok()?;
        let opened = Mutex::default();
        let known =
            Known { file: file.to_path_buf(), route: route.clone(), stamp: Stamp::of(&meta), asked: AtomicU64::new(0), opened };
        let mut table = self.table.write().unwrap_or_else(PoisonError::into_inner);
        if table.len() >= MOST || self.kept.load(Ordering::Relaxed) > MOST_KEPT {
            table.clear();
            self.kept.store(0, Ordering::Relaxed);
            self.open.store(0, Ordering::Relaxed);
        }
        let known = Arc::new(known);
        table.insert(path.to_vec(), Arc::clone(&known));
        Some(Route::Known(known))
    }
    fn forget(&self, path: &[u8]) {
        let known = self.table.write().unwrap_or_else(PoisonError::into_inner).remove(path);
        if let Some(file) = known.and_then(|known| known.opened.lock().unwrap_or_else(PoisonError::into_inner).take()) {
            self.let_go(&file);
        }
    }
    /// A file is kept no longer. The counts may be too small after the table was emptied: that is made up for soon.
    fn let_go(&self, file: &Opened) {
        let (count, amount) = if file.is_small() { (&self.kept, file.weight()) } else { (&self.open, 1) };
        let _ = count.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |n| Some(n.saturating_sub(amount)));
    }
    /// Answers with a known file.
    pub fn answer(&self, known: &Known, head: &Head) -> Answer {
        if let Some(refusal) = static_files::refuse_method(head, false) {
            return refusal;
        }
        match self.open(known) {
            Ok((file, kept)) => static_files::answer_with(&file, head, kept && self.compresses),
            Err(_) => static_files::answer(&known.file, head, false),
        }
    }
    /// The file, and whether it stays open.
    fn open(&self, known: &Known) -> io::Result<(Arc<Opened>, bool)> {
        let mut opened = known.opened.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(file) = &*opened
            && file.is_current(&known.stamp)
        {
            return Ok((Arc::clone(file), true));
        }
        let mut file = Opened::new(&known.file, false)?;
        if let Some(before) = opened.take() {
            self.let_go(&before);
            file.inherit(&before);
        }
        let file = Arc::new(file);
        let (count, amount) = if file.is_small() { (&self.kept, file.weight()) } else { (&self.open, 1) };
        if file.is_small() || count.load(Ordering::Relaxed) < MOST_OPEN {
            count.fetch_add(amount, Ordering::Relaxed);
            *opened = Some(Arc::clone(&file));
        }
        let kept = opened.is_some();
        Ok((file, kept))
    }
}

/// Whether an address is the name of a file, letter for letter: then nothing else can come to answer it.
fn is_named(site: &Site, path: &[u8], file: &Path) -> bool {
    route::decode(path).is_some_and(|name| route::in_root(&site.root, &name) == file)
}
