//! The code cache: compiled files that all workers of the process share.
//!
//! An entry is found by the path it was included by and by what its compilation depended on ([`CompileKey`]). It is checked
//! as opcache does: with `opcache.validate_timestamps`, at most every `opcache.revalidate_freq` seconds, the file's time and
//! size are compared; files that changed within the last `opcache.file_update_protection` seconds are not taken in, as they
//! may still be being written. A worker that uses an entry holds its unit until the entry is retired (`code`).

use crate::runtime::{
    blacklist::Blacklist,
    class::links::Links,
    disk::{self, Loaded, Look, stamp_of},
    file_functions::FileFunctions,
    outline::Outline,
    vm::Vm,
};
use phant_bytecode::Unit;
use phant_compiler::Diagnostic;
use phant_image::folder::{Identity, Stamp};
use phant_memory::string::SeededState;
use phant_native::code_cache::{Script, Severity, Usage, log};
use std::{
    cell::{Cell, RefCell},
    collections::HashMap,
    fs::Metadata,
    rc::Rc,
    sync::{
        Arc, LazyLock, Mutex, MutexGuard, OnceLock, RwLock,
        atomic::{AtomicBool, AtomicI64, AtomicU64, AtomicUsize, Ordering::Relaxed},
    },
};

/// What a compilation depends on, beside the text and what the process has from its start (native functions and classes).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CompileKey {
    /// `short_open_tag`
    pub short_open_tag: bool,
    /// Whether `zend.assertions` lets code for `assert` be made.
    pub assertions: bool,
    /// `precision`, with which code is printed.
    pub precision: i32,
    /// `disable_functions`
    pub disabled: Box<[u8]>,
}

impl CompileKey {
    /// What a compilation would depend on now.
    pub(crate) fn now(vm: &Vm) -> CompileKey {
        let ini = &vm.ctx.ini;
        CompileKey {
            short_open_tag: ini.bool("short_open_tag"),
            assertions: ini.hot.assertions.get() >= 0,
            precision: i32::try_from(ini.int("precision")).unwrap_or(14),
            disabled: ini.get("disable_functions").unwrap_or_default().as_bytes().into(),
        }
    }
    /// All of it as bytes.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let CompileKey { short_open_tag, assertions, precision, disabled } = self;
        let mut bytes = vec![u8::from(*short_open_tag), u8::from(*assertions)];
        bytes.extend_from_slice(&precision.to_le_bytes());
        bytes.extend_from_slice(disabled);
        bytes
    }
    /// Whether a function is disabled, by lower-case name.
    pub(crate) fn is_disabled(&self, name: &[u8]) -> bool {
        is_disabled(&self.disabled, name)
    }
}

/// Whether a value of `disable_functions` names a function, by lower-case name.
pub(crate) fn is_disabled(list: &[u8], name: &[u8]) -> bool {
    !list.is_empty()
        && !matches!(name, b"exit" | b"die")
        && list.split(|c| matches!(c, b',' | b' ')).any(|disabled| disabled.eq_ignore_ascii_case(name))
}

/// The settings of a request that say how it uses the cache.
#[derive(Debug)]
pub(crate) struct Rules {
    /// [`phant_native::ini::Hot::code_revision`] when the settings were looked at.
    revision: u32,
    /// The request preloads.
    preloading: bool,
    enabled: bool,
    /// `open_basedir` allows every path.
    anywhere: bool,
    validate: bool,
    frequency: i64,
    protection: i64,
    record_warnings: bool,
    max_bytes: usize,
    max_files: usize,
    /// Larger files are not taken in; zero is no limit.
    max_file: u64,
    blacklist: Arc<Blacklist>,
    key: CompileKey,
    /// Where compiled files are on disk.
    disk: Option<disk::Use>,
}

/// How many files the cache has room for, by the number that is asked for: PHP's sizes of the table.
const SIZES: [usize; 18] =
    [5, 11, 19, 53, 107, 223, 463, 983, 1979, 3907, 7963, 16229, 32531, 65407, 130_987, 262_237, 524_521, 1_048_793];

impl Rules {
    fn now(vm: &Vm) -> Rules {
        let ini = &vm.ctx.ini;
        let positive = |name: &'static str| usize::try_from(ini.int(name)).unwrap_or(0);
        let preloading = crate::runtime::code::codes(vm).is_preloading();
        let enabled = is_started(vm) && ini.bool("opcache.enable") && !ini.bool("zend.multibyte");
        let key = CompileKey::now(vm);
        Rules {
            revision: ini.hot.code_revision.get(),
            preloading,
            enabled,
            disk: if enabled { disk::Use::of(vm, &key) } else { None },
            anywhere: ini.get("open_basedir").is_none_or(|list| list.is_empty()),
            validate: ini.bool("opcache.validate_timestamps"),
            frequency: ini.int("opcache.revalidate_freq"),
            // What is preloaded is preloaded as it is.
            protection: if preloading { 0 } else { ini.int("opcache.file_update_protection") },
            record_warnings: ini.bool("opcache.record_warnings"),
            max_bytes: positive("opcache.memory_consumption") << 20,
            max_files: match positive("opcache.max_accelerated_files") {
                0 => 0,
                wanted => SIZES.into_iter().find(|&size| size >= wanted).unwrap_or(wanted),
            },
            max_file: u64::try_from(ini.int("opcache.max_file_size")).unwrap_or(0),
            blacklist: Blacklist::of(&vm.ctx),
            key,
        }
    }
}

impl Rules {
    /// [`phant_native::ini::Hot::code_revision`] when the settings were looked at.
    pub(crate) fn revision(&self) -> u32 {
        self.revision
    }
}

/// Whether the process has a cache for requests like this one.
pub(crate) fn is_started(vm: &Vm) -> bool {
    let ini = &vm.ctx.ini;
    ini.original("opcache.enable").is_some_and(|value| phant_native::ini::parse_bool(&value))
        && (vm.ctx.request.sapi.get() != "cli" || ini.bool("opcache.enable_cli"))
}

/// Whether the request uses the cache.
pub(crate) fn is_enabled(vm: &Vm) -> bool {
    rules(vm).is_some()
}

/// The patterns of files that are not taken in.
pub(crate) fn blacklist(vm: &Vm) -> Arc<Blacklist> {
    Blacklist::of(&vm.ctx)
}

/// The rules of the request, if it uses the cache.
fn rules(vm: &Vm) -> Option<Rc<Rules>> {
    let codes = crate::runtime::code::codes(vm);
    let mut known = codes.rules.borrow_mut();
    let revision = vm.ctx.ini.hot.code_revision.get();
    if known.as_ref().is_none_or(|rules| rules.revision != revision || rules.preloading != codes.is_preloading()) {
        *known = Some(Rc::new(Rules::now(vm)));
    }
    known.clone().filter(|rules| rules.enabled)
}

/// A compiled file.
pub(crate) struct Entry {
    pub(crate) unit: Arc<Unit>,
    key: CompileKey,
    stamp: Stamp,
    /// Until when the file need not be looked at, in seconds.
    valid_until: AtomicI64,
    /// The file has changed, or somebody invalidated it: nobody finds it any more.
    retired: AtomicBool,
    /// What was found wrong with it, for `opcache.record_warnings`.
    pub(crate) diagnostics: Vec<Diagnostic>,
    size: usize,
    /// How often workers have found it that do not hold it any more, and those that do.
    hits: AtomicU64,
    counts: Mutex<Vec<Arc<AtomicU64>>>,
    used: AtomicI64,
    /// Its classes, as they were linked.
    pub(crate) links: Links,
    /// Its functions, once they were asked for.
    functions: OnceLock<FileFunctions>,
    /// What it declares, once it was asked for.
    outline: OnceLock<Outline>,
    /// It is preloaded: it stays as it is, whatever happens to the file.
    pinned: AtomicBool,
    /// The paths that lead to it.
    paths: Mutex<Vec<Box<[u8]>>>,
}

impl Entry {
    fn new(vm: &Vm, unit: Unit, key: CompileKey, diagnostics: Vec<Diagnostic>, size: usize) -> Entry {
        Entry {
            unit: Arc::new(unit),
            key,
            stamp: Stamp::default(),
            valid_until: AtomicI64::new(0),
            retired: AtomicBool::new(false),
            diagnostics,
            size,
            hits: AtomicU64::new(0),
            counts: Mutex::default(),
            used: AtomicI64::new(now(vm)),
            links: Links::default(),
            functions: OnceLock::new(),
            outline: OnceLock::new(),
            pinned: AtomicBool::new(false),
            paths: Mutex::new(Vec::new()),
        }
    }
    /// One of a text that only the worker knows.
    pub(crate) fn of_text(vm: &Vm, unit: Unit) -> Entry {
        let size = bytes_of(&unit);
        Entry::new(vm, unit, CompileKey::now(vm), Vec::new(), size)
    }
    /// The worker, which alone knows it, does not find it any more.
    pub(crate) fn forget(&self) {
        self.retired.store(true, Relaxed);
    }
    /// The functions that it declares before its first statement, if they are the same in all requests.
    pub(crate) fn functions(&self) -> &FileFunctions {
        self.functions.get_or_init(|| FileFunctions::of(&self.unit))
    }
    /// What including it declares before its first statement.
    pub(crate) fn outline(&self) -> &Outline {
        self.outline.get_or_init(|| Outline::of(&self.unit))
    }
    /// Keeps it as it is for as long as the process runs.
    pub(crate) fn pin(&self) {
        self.pinned.store(true, Relaxed);
    }
    /// Whether it is preloaded.
    pub(crate) fn is_pinned(&self) -> bool {
        self.pinned.load(Relaxed)
    }
    /// How often it was found.
    pub(crate) fn hits(&self) -> u64 {
        let counts = self.counts();
        self.hits.load(Relaxed) + counts.iter().map(|count| count.load(Relaxed)).sum::<u64>()
    }
    /// Its path, and nearly the bytes that it takes.
    pub(crate) fn weight(&self) -> (&[u8], usize) {
        (self.path(), self.size)
    }
    /// Whether nobody finds it any more.
    pub(crate) fn is_retired(&self) -> bool {
        self.retired.load(Relaxed)
    }
    fn path(&self) -> &[u8] {
        &self.unit.file
    }
    /// Whether the file is what it was when it was compiled.
    fn is_current(&self) -> bool {
        self.pinned.load(Relaxed)
            || std::fs::metadata(phant_streams::path::os(self.path())).is_ok_and(|file| stamp_of(&file) == self.stamp)
    }
    fn counts(&self) -> MutexGuard<'_, Vec<Arc<AtomicU64>>> {
        self.counts.lock().expect("no panics while counts are noted")
    }
    fn paths(&self) -> MutexGuard<'_, Vec<Box<[u8]>>> {
        self.paths.lock().expect("no panics while paths are noted")
    }
}

/// Entries by path, with one for each key.
#[derive(Default)]
struct Cache(HashMap<Box<[u8]>, Vec<Arc<Entry>>, SeededState>);

static CACHE: LazyLock<RwLock<Cache>> = LazyLock::new(RwLock::default);
static FILES: AtomicUsize = AtomicUsize::new(0);
static BYTES: AtomicUsize = AtomicUsize::new(0);
static HITS: AtomicU64 = AtomicU64::new(0);
static MISSES: AtomicU64 = AtomicU64::new(0);
static PARSED: AtomicU64 = AtomicU64::new(0);
static LINKED: AtomicU64 = AtomicU64::new(0);
static SHARED: AtomicU64 = AtomicU64::new(0);
/// How many entries were retired.
static RETIRED: AtomicU64 = AtomicU64::new(0);
static BLACKLISTED: AtomicU64 = AtomicU64::new(0);
/// When the cache was first used, and when it was last emptied on demand.
static STARTED: AtomicI64 = AtomicI64::new(0);
static RESTARTED: AtomicI64 = AtomicI64::new(0);
static RESTARTS: AtomicU64 = AtomicU64::new(0);
/// It is to be emptied before the next request.
static RESTART_PENDING: AtomicBool = AtomicBool::new(false);

/// What the process has done so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Statistics {
    /// Files in the cache.
    pub files: usize,
    /// Their size, nearly.
    pub bytes: usize,
    /// Files that were found in the cache.
    pub hits: u64,
    /// Files that were not, and could have been.
    pub misses: u64,
    /// Texts that were parsed.
    pub parsed: u64,
    /// Classes of PHP code that were linked.
    pub linked: u64,
    /// Classes of PHP code that were declared as they had been linked before.
    pub shared: u64,
}

/// What the process has done so far.
pub fn statistics() -> Statistics {
    Statistics {
        files: FILES.load(Relaxed),
        bytes: BYTES.load(Relaxed),
        hits: HITS.load(Relaxed),
        misses: MISSES.load(Relaxed),
        parsed: PARSED.load(Relaxed),
        linked: LINKED.load(Relaxed),
        shared: SHARED.load(Relaxed),
    }
}

pub(crate) fn count_parsed() {
    PARSED.fetch_add(1, Relaxed);
}
pub(crate) fn count_linked() {
    LINKED.fetch_add(1, Relaxed);
}
/// How many entries were retired so far.
pub(crate) fn retirements() -> u64 {
    RETIRED.load(Relaxed)
}

fn now(vm: &Vm) -> i64 {
    vm.ctx.request.time.get() as i64
}

/// Whether the request uses the cache, and the entry is compiled as it wants it.
pub(crate) fn suits(vm: &Vm, entry: &Entry) -> bool {
    rules(vm).is_some_and(|rules| rules.key == entry.key)
}

/// What the cache has for a path, as things are.
fn known(rules: &Rules, path: &[u8]) -> Option<Arc<Entry>> {
    let cache = CACHE.read().expect("no panics while the cache is changed");
    cache.0.get(path)?.iter().find(|entry| entry.key == rules.key).cloned()
}

/// An entry that a worker holds once. Its own handles are counted without the atomic count that all workers share, and how often
/// it found the entry is counted where no other worker writes: they would take the entry from each other at every file.
pub(crate) struct Lent {
    entry: Arc<Entry>,
    hits: Arc<AtomicU64>,
}
impl Lent {
    fn new(entry: Arc<Entry>) -> Lent {
        let hits = Arc::<AtomicU64>::default();
        entry.counts().push(hits.clone());
        Lent { entry, hits }
    }
}
impl std::ops::Deref for Lent {
    type Target = Arc<Entry>;
    fn deref(&self) -> &Arc<Entry> {
        &self.entry
    }
}
impl Drop for Lent {
    fn drop(&mut self) {
        let mut counts = self.entry.counts();
        self.entry.hits.fetch_add(self.hits.load(Relaxed), Relaxed);
        counts.retain(|count| !Arc::ptr_eq(count, &self.hits));
    }
}

/// What a worker has found in the cache, so that its requests look without locks, and how often they did.
#[derive(Default)]
pub(crate) struct Found {
    entries: RefCell<HashMap<Box<[u8]>, Rc<Lent>, SeededState>>,
    hits: Cell<u64>,
    shared: Cell<u64>,
}

impl Found {
    fn get(&self, rules: &Rules, path: &[u8]) -> Option<Rc<Lent>> {
        let mut entries = self.entries.borrow_mut();
        if let Some(entry) = entries.get(path)
            && !entry.is_retired()
            && entry.key == rules.key
        {
            return Some(entry.clone());
        }
        let entry = Rc::new(Lent::new(known(rules, path)?));
        entries.insert(path.into(), entry.clone());
        Some(entry)
    }
    /// Some entry was retired.
    pub(crate) fn clear(&self) {
        self.entries.borrow_mut().clear();
    }
    /// A class was declared as it had been linked before.
    pub(crate) fn count_shared(&self) {
        self.shared.set(self.shared.get() + 1);
    }
    /// Adds what was counted to what the process has counted.
    pub(crate) fn tell(&self) {
        for (own, all) in [(&self.hits, &HITS), (&self.shared, &SHARED)] {
            match own.take() {
                0 => {}
                count => drop(all.fetch_add(count, Relaxed)),
            }
        }
    }
}

/// The entry of a file that is included by an absolute path, unless the request must look closer.
pub(crate) fn find(vm: &Vm, path: &[u8]) -> Option<Rc<Lent>> {
    let time = now(vm);
    if !path.starts_with(b"/") || !phant_streams::include::are_files_plain(&vm.ctx) {
        return None;
    }
    let rules = rules(vm)?;
    if !rules.anywhere {
        return None;
    }
    let worker = &crate::runtime::code::codes(vm).found;
    let Some(found) = worker.get(&rules, path) else {
        load(vm, &rules, path)?;
        return worker.get(&rules, path);
    };
    if rules.validate && time >= found.valid_until.load(Relaxed) {
        if !found.is_current() {
            retire(&found);
            return None;
        }
        found.valid_until.store(time + rules.frequency, Relaxed);
    }
    found.hits.store(found.hits.load(Relaxed) + 1, Relaxed);
    if found.used.load(Relaxed) != time {
        found.used.store(time, Relaxed);
    }
    worker.hits.set(worker.hits.get() + 1);
    Some(found)
}

/// Takes a file that the cache does not have from disk.
fn load(vm: &Vm, rules: &Rules, path: &[u8]) -> Option<()> {
    let disk = rules.disk.as_ref()?;
    let record = disk.find(path)?;
    let ahead = disk::take_ahead(&record);
    let time = now(vm);
    // Somebody may have looked at the file so lately that it need not be looked at again.
    let known = ahead.as_ref().and_then(|ahead| ahead.look);
    let known = known.filter(|look| *record.file == *path && (!rules.validate || time < look.time + rules.frequency));
    let file = match known {
        Some(look) => look,
        None => Look::of(&std::fs::metadata(phant_streams::path::os(path)).ok()?, time),
    };
    if !disk::Use::is_of(&record, path, &file, rules.validate) {
        return None;
    }
    let candidate = Candidate { stamp: record.stamp, ..Candidate::new(vm, path, &file)? };
    let loaded = disk.read(&record, ahead)?;
    candidate.insert(vm, loaded);
    Some(())
}

/// A file that may go into the cache, once it is compiled.
#[derive(Clone)]
pub(crate) struct Candidate {
    key: CompileKey,
    stamp: Stamp,
    identity: Identity,
    disk: Option<disk::Use>,
    validate: bool,
    /// The path that it was included by.
    path: Box<[u8]>,
    valid_until: i64,
    record_warnings: bool,
}

impl Candidate {
    /// What its compilation may depend on.
    pub(crate) fn key(&self) -> &CompileKey {
        &self.key
    }
    /// A file that was read just now, if its unit can be cached.
    pub(crate) fn of_file(vm: &Vm, path: &[u8], file: &Metadata) -> Option<Candidate> {
        Candidate::new(vm, path, &Look::of(file, now(vm)))
    }
    /// A file that somebody has looked at.
    fn new(vm: &Vm, path: &[u8], &Look { stamp, identity, time: looked }: &Look) -> Option<Candidate> {
        let time = now(vm);
        let rules = rules(vm)?;
        let _ = STARTED.compare_exchange(0, time, Relaxed, Relaxed);
        if rules.blacklist.names(path) {
            BLACKLISTED.fetch_add(1, Relaxed);
            return None;
        }
        MISSES.fetch_add(1, Relaxed);
        if rules.max_file != 0 && stamp.len > rules.max_file
            || rules.protection > 0 && stamp.seconds > time - rules.protection
            || FILES.load(Relaxed) >= rules.max_files
            || BYTES.load(Relaxed) >= rules.max_bytes
        {
            return None;
        }
        Some(Candidate {
            key: rules.key.clone(),
            stamp,
            identity,
            disk: rules.disk.clone(),
            validate: rules.validate,
            path: path.into(),
            valid_until: time.min(looked) + rules.frequency,
            record_warnings: rules.record_warnings,
        })
    }
    /// Whether what is compiled is written to disk.
    pub(crate) fn is_kept(&self) -> bool {
        self.disk.is_some()
    }
    /// The entry of a file, by its full path, if it is on disk.
    pub(crate) fn stored(&self, vm: &Vm, full: &[u8], file: &Metadata) -> Option<Arc<Entry>> {
        let disk = self.disk.as_ref()?;
        let record = disk.find(full)?;
        if !disk::Use::is_of(&record, full, &Look::of(file, now(vm)), self.validate) {
            return None;
        }
        let loaded = disk.read(&record, disk::take_ahead(&record))?;
        disk.alias(vm, &self.path, &record);
        Some(Candidate { stamp: record.stamp, ..self.clone() }.insert(vm, loaded))
    }
    /// Puts a file that was compiled into the cache, and writes it to disk.
    pub(crate) fn compiled(self, vm: &Vm, unit: Unit, diagnostics: Vec<Diagnostic>) -> Arc<Entry> {
        if let Some(disk) = &self.disk {
            disk.store(vm, &self.path, (self.stamp, self.identity), &unit, &diagnostics);
        }
        let size = bytes_of(&unit);
        self.insert(vm, Loaded { unit, diagnostics, size })
    }
    /// Puts the compiled file into the cache. If another worker was first, its unit is taken.
    fn insert(self, vm: &Vm, Loaded { unit, diagnostics, size }: Loaded) -> Arc<Entry> {
        log(&vm.ctx, Severity::Message, [b"Cached script '", unit.file.as_bytes(), b"'"].concat());
        let file: Box<[u8]> = unit.file.as_bytes().into();
        let diagnostics = if self.record_warnings { diagnostics } else { Vec::new() };
        let fresh = Entry::new(vm, unit, self.key, diagnostics, size);
        let entry = Entry { stamp: self.stamp, valid_until: AtomicI64::new(self.valid_until), ..fresh };
        let mut replaced = Vec::new();
        let mut cache = CACHE.write().expect("no panics while the cache is changed");
        let known = cache.0.get(&file).and_then(|all| all.iter().find(|e| e.key == entry.key && e.stamp == entry.stamp));
        let entry = match known {
            Some(known) => known.clone(),
            None => {
                FILES.fetch_add(1, Relaxed);
                BYTES.fetch_add(entry.size, Relaxed);
                Arc::new(entry)
            }
        };
        for path in [file, self.path] {
            let all = cache.0.entry(path.clone()).or_default();
            if !all.iter().any(|e| Arc::ptr_eq(e, &entry)) {
                // What was there for the same settings was compiled from another version of the file.
                replaced.extend(all.extract_if(.., |e| e.key == entry.key));
                all.push(entry.clone());
                entry.paths().push(path);
            }
        }
        drop(cache);
        replaced.iter().for_each(retire);
        entry
    }
}

/// Nearly the bytes that a unit takes. For bodies that were not asked for yet ([`phant_bytecode::LazyBody`])
/// those count that they are made of.
pub(crate) fn bytes_of(unit: &Unit) -> usize {
    let mut size = size_of::<Unit>() + unit.memory.size();
    unit.each_code(&mut |code| {
        size += size_of_val(code) + size_of_val(&*code.params) + code.body.waiting();
        if let Some(body) = code.body.made() {
            size += size_of_val(body)
                + size_of_val(&*body.insns)
                + size_of_val(&*body.lines)
                + size_of_val(&*body.literals)
                + size_of_val(&*body.live);
        }
    });
    size
}

/// Takes an entry out of the cache.
fn retire(entry: &Arc<Entry>) {
    if entry.pinned.load(Relaxed) {
        return;
    }
    let mut cache = CACHE.write().expect("no panics while the cache is changed");
    if entry.retired.swap(true, Relaxed) {
        return;
    }
    entry.links.retire();
    for path in entry.paths().drain(..) {
        if let Some(all) = cache.0.get_mut(&path) {
            all.retain(|e| !Arc::ptr_eq(e, entry));
            if all.is_empty() {
                cache.0.remove(&path);
            }
        }
    }
    FILES.fetch_sub(1, Relaxed);
    BYTES.fetch_sub(entry.size, Relaxed);
    RETIRED.fetch_add(1, Relaxed);
}

/// All entries, each once.
pub(crate) fn all() -> Vec<Arc<Entry>> {
    let cache = CACHE.read().expect("no panics while the cache is changed");
    let entries = cache.0.iter().flat_map(|(path, all)| all.iter().filter(move |e| e.path() == &**path));
    entries.cloned().collect()
}

/// Empties the cache.
pub fn clear() {
    all().iter().for_each(retire);
}

/// The cache is to be emptied before the next request; false if it is already.
pub(crate) fn restart(vm: &Vm) -> bool {
    if !is_enabled(vm) || RESTART_PENDING.swap(true, Relaxed) {
        return false;
    }
    log(&vm.ctx, Severity::Debug, "Restart Scheduled! Reason: user");
    true
}

/// A request begins: empties the cache if that was asked for.
pub(crate) fn begin_request() {
    if !RESTART_PENDING.load(Relaxed) || !RESTART_PENDING.swap(false, Relaxed) {
        return;
    }
    clear();
    for count in [&HITS, &MISSES, &BLACKLISTED] {
        count.store(0, Relaxed);
    }
    RESTARTS.fetch_add(1, Relaxed);
    RESTARTED.store(seconds(), Relaxed);
}

fn seconds() -> i64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(0, |d| d.as_secs() as i64)
}

/// Forgets the entry of a path if the file has changed, or in any case. False if there is no such file, nor entry.
pub(crate) fn invalidate(vm: &Vm, path: &[u8], force: bool) -> bool {
    let Some(rules) = rules(vm) else { return false };
    let resolved =
        phant_streams::path::resolve_include(&vm.ctx, path).or_else(|| path.is_empty().then(phant_streams::path::current_dir));
    // A file that is gone is still known by the path that it had.
    let full = resolved.as_deref().unwrap_or(path);
    if let Some(disk) = &rules.disk {
        disk.forget(vm, full);
    }
    let found = known(&rules, full);
    if let Some(entry) = &found
        && (force || !rules.validate || !entry.is_current())
    {
        retire(entry);
    }
    found.is_some() || resolved.is_some()
}

/// Whether the cache has a file, as it is now.
pub(crate) fn holds(vm: &Vm, path: &[u8]) -> bool {
    let Some(rules) = rules(vm) else { return false };
    let resolved = phant_streams::path::resolve_include(&vm.ctx, path);
    known(&rules, resolved.as_deref().unwrap_or(path)).is_some_and(|entry| !rules.validate || entry.is_current())
}

/// Whether the settings say that compiled files are kept on disk alone. The process keeps those that it uses all the same, but
/// does not show them, and nobody can make it forget them.
pub(crate) fn is_on_disk_only(vm: &Vm) -> bool {
    vm.ctx.ini.bool("opcache.file_cache_only") && rules(vm).is_some_and(|rules| rules.disk.is_some())
}

/// Figures for scripts.
pub(crate) fn usage(vm: &Vm) -> Usage {
    crate::runtime::code::codes(vm).found.tell();
    let rules = Rules::now(vm);
    let all = all();
    Usage {
        files: FILES.load(Relaxed),
        paths: all.iter().map(|entry| entry.paths().len()).sum(),
        max_files: rules.max_files,
        bytes: BYTES.load(Relaxed),
        max_bytes: rules.max_bytes,
        string_bytes: all.iter().map(|entry| entry.unit.memory.size()).sum(),
        strings: all.iter().map(|entry| entry.unit.memory.strings()).sum(),
        hits: HITS.load(Relaxed),
        misses: MISSES.load(Relaxed),
        blacklisted: BLACKLISTED.load(Relaxed),
        started: STARTED.load(Relaxed),
        restarted: RESTARTED.load(Relaxed),
        restarts: RESTARTS.load(Relaxed),
        restart_pending: RESTART_PENDING.load(Relaxed),
    }
}

/// The files in the cache, by path.
pub(crate) fn scripts() -> Vec<Script> {
    let mut scripts: Vec<Script> = all()
        .iter()
        .map(|entry| Script {
            path: entry.path().into(),
            hits: entry.hits(),
            bytes: entry.size,
            used: entry.used.load(Relaxed),
            changed: entry.stamp.seconds,
            valid_until: entry.valid_until.load(Relaxed),
        })
        .collect();
    scripts.sort_by(|a, b| a.path.cmp(&b.path));
    scripts
}
