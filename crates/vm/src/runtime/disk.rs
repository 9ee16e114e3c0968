//! Compiled files on disk: `opcache.file_cache`, over the folders of `phant_image`.
//!
//! A file that is compiled for the code cache is written to the folder, and a file that is not in the cache is looked for
//! there before it is read. It is taken from there if it is the file that was compiled (the same device and number, or the
//! same full path), its time and size are what they were (with `opcache.validate_timestamps`), and what a compilation
//! depends on is the same: the settings of [`CompileKey`], and this very program with its extensions. Whatever is wrong with
//! what is there, the file is compiled as if nothing were.

use crate::runtime::{cache::CompileKey, code, vm::Vm};
use phant_bytecode::{Op, Unit};
use phant_compiler::Diagnostic;
use phant_image::{
    folder::{Folder, Identity, Record, Stamp},
    unit::{self, Note},
};
use phant_memory::string::AddressState;
use phant_native::{
    code_cache::{Severity, log},
    config::{self, ConfigValue},
    registry,
};
use std::{
    collections::HashMap,
    fs::Metadata,
    num::NonZero,
    os::unix::fs::MetadataExt,
    path::Path,
    sync::{Arc, Mutex, MutexGuard, Once, OnceLock},
    time::Duration,
};

/// What a file is.
pub(crate) fn stamp_of(file: &Metadata) -> Stamp {
    Stamp { seconds: file.mtime(), nanoseconds: file.mtime_nsec(), len: file.len() }
}

/// Which file it is.
pub(crate) fn identity_of(file: &Metadata) -> Identity {
    Identity { device: file.dev(), inode: file.ino() }
}

/// The folder that a request uses, and how.
#[derive(Clone)]
pub(crate) struct Use {
    folder: Arc<Folder>,
    /// Whether checksums are looked at.
    checks: bool,
    /// What compilations depend on.
    key: Box<[u8]>,
}

impl std::fmt::Debug for Use {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Use").field("checks", &self.checks).finish_non_exhaustive()
    }
}

impl Use {
    /// The folder that the settings name, if it can be used.
    pub(crate) fn of(vm: &Vm, key: &CompileKey) -> Option<Use> {
        let base = vm.ctx.ini.get("opcache.file_cache").filter(|base| !base.is_empty())?;
        let folder = folder(Some(vm), &base)?;
        let mut key = key.to_bytes();
        key.push(u8::from(code::codes(vm).optimizes()));
        Some(Use { folder, checks: vm.ctx.ini.bool("opcache.file_cache_consistency_checks"), key: key.into() })
    }
    /// What is stored for a path that leads to this file. Without `validate`, whenever it was changed.
    pub(crate) fn find(&self, path: &[u8], file: &Metadata, validate: bool) -> Option<Arc<Record>> {
        let record = self.folder.find(path, &self.key)?;
        let same_file = || {
            record.identity == identity_of(file)
                || Path::new(phant_streams::path::os(path))
                    .canonicalize()
                    .is_ok_and(|full| *full.as_os_str() == *phant_streams::path::os(&record.file))
        };
        ((!validate || record.stamp == stamp_of(file)) && same_file()).then_some(record)
    }
    /// Whether something is stored for a path, whatever has happened to the file.
    pub(crate) fn has(&self, path: &[u8]) -> bool {
        self.folder.find(path, &self.key).is_some()
    }
    /// The unit of a record, and what was found wrong with the file.
    pub(crate) fn read(&self, record: &Arc<Record>) -> Option<(Unit, Vec<Diagnostic>)> {
        let (unit, notes) = match take_ahead(record) {
            Some(decoded) => decoded,
            None => decoded(self.folder.read(record, self.checks)?, self.checks)?,
        };
        if *unit.file.as_bytes() != *record.file || VERIFIED && !phant_analysis::verify::unit(&unit).is_empty() {
            return None;
        }
        let diagnostic = |Note { level, message, line }| Diagnostic { level, message, line };
        Some((unit, notes.into_iter().map(diagnostic).collect()))
    }
    /// Writes a compiled file. What cannot be written is compiled again in the next process.
    pub(crate) fn store(&self, vm: &Vm, path: &[u8], about: (Stamp, Identity), unit: &Unit, diagnostics: &[Diagnostic]) {
        let note = |d: &Diagnostic| Note { level: d.level, message: d.message.clone(), line: d.line };
        let notes: Vec<Note> = diagnostics.iter().map(note).collect();
        let Some(bytes) = unit::encode(unit, &notes) else { return };
        self.write(vm, path, about, unit.file.as_bytes(), &bytes);
    }
    /// Notes that a path leads to a file, too.
    pub(crate) fn alias(&self, vm: &Vm, path: &[u8], record: &Record) {
        if *path != *record.path && path.starts_with(b"/") {
            self.write(vm, path, (record.stamp, record.identity), &record.file, &[]);
        }
    }
    fn write(&self, vm: &Vm, path: &[u8], (stamp, identity): (Stamp, Identity), file: &[u8], bytes: &[u8]) {
        let path = if path.starts_with(b"/") { path } else { file };
        let record = Record { stamp, identity, file: file.into(), path: path.into(), key: self.key.clone(), ..Record::default() };
        if let Err(error) = self.folder.add(record, bytes) {
            self.complain(vm, &error);
        }
    }
    fn complain(&self, vm: &Vm, error: &std::io::Error) {
        let folder = self.folder.path().display();
        log(&vm.ctx, Severity::Warning, format!("opcache cannot write to file {folder}: {error}\n"));
    }
    /// Forgets a file.
    pub(crate) fn forget(&self, vm: &Vm, file: &[u8]) {
        if let Err(error) = self.folder.forget(file) {
            self.complain(vm, &error);
        }
    }
}

/// What comes from a file is verified as what was compiled is.
const VERIFIED: bool = cfg!(any(debug_assertions, feature = "checked"));

/// The folder below one that the settings name. It is opened once in the process; one that cannot be used is reported once, to
/// the log of the first request.
fn folder(vm: Option<&Vm>, base: &[u8]) -> Option<Arc<Folder>> {
    type Opened = Vec<(Box<[u8]>, Option<Arc<Folder>>)>;
    static FOLDERS: Mutex<Opened> = Mutex::new(Vec::new());
    let mut folders = FOLDERS.lock().expect("no panics while a folder is opened");
    if let Some((_, folder)) = folders.iter().find(|(known, _)| **known == *base) {
        return folder.clone();
    }
    let path = Path::new(phant_streams::path::os(base));
    let folder = if !path.is_absolute() || !path.is_dir() {
        // Setting it has reported that.
        None
    } else {
        // Each user has a folder of its own, as nobody uses what others have written.
        let owner = phant_os::ids::effective_user();
        let name = format!("{}-{owner}", build());
        match (Folder::open(path, &name, owner), vm) {
            (Ok(folder), _) => Some(Arc::new(folder)),
            (Err(error), Some(vm)) => {
                log(&vm.ctx, Severity::Warning, format!("opcache.file_cache is not used: {error}\n"));
                None
            }
            (Err(_), None) => return None,
        }
    };
    folders.push((base.into(), folder.clone()));
    folder
}

/// Units that were decoded before anybody asked for them, by the address of their record; nothing for those that somebody has
/// asked for. `None` when nobody decodes ahead.
static AHEAD: Mutex<Option<Ahead>> = Mutex::new(None);
type Ahead = HashMap<usize, Option<Decoded>, AddressState>;
type Decoded = (Unit, Vec<Note>);

/// The unit in some bytes. Bodies of functions are read when they are called first where a checksum has shown that they are
/// what was written.
fn decoded(bytes: Vec<u8>, checked: bool) -> Option<Decoded> {
    if checked { unit::decode_lazily(bytes) } else { unit::decode(&bytes) }.ok()
}

fn ahead() -> MutexGuard<'static, Option<Ahead>> {
    AHEAD.lock().expect("no panics while units are handed over")
}

/// The unit of a record, if it was decoded ahead. If not, that is no longer wanted.
fn take_ahead(record: &Arc<Record>) -> Option<Decoded> {
    ahead().as_mut()?.insert(Arc::as_ptr(record).addr(), None).flatten()
}

/// Decodes what is on disk while a server starts, in a thread of its own, in the order in which it was compiled: the first
/// request will want it in that order. What is not asked for within some seconds goes.
pub fn read_ahead() {
    /// What is beyond that is decoded when it is asked for.
    const MOST: usize = 5000;
    const PATIENCE: Duration = Duration::from_secs(5);
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let text = |name: &[u8]| match config::get().value(name) {
            Some(ConfigValue::Text(text)) => Some(text),
            _ => None,
        };
        let Some(base) = text(b"opcache.file_cache").filter(|base| !base.is_empty()) else { return };
        let is_off = text(b"opcache.enable").is_some_and(|value| !phant_native::ini::parse_bool(value));
        let is_alone = std::thread::available_parallelism().map_or(1, NonZero::get) == 1;
        if is_off || is_alone {
            return;
        }
        let Some(folder) = folder(None, base) else { return };
        *ahead() = Some(Ahead::default());
        let decode = move || {
            // They are kept, so that no other record comes to be at their addresses.
            let records = folder.records();
            for record in records.iter().take(MOST) {
                let key = Arc::as_ptr(record).addr();
                if ahead().as_ref().is_some_and(|units| units.contains_key(&key)) {
                    continue;
                }
                let Some(decoded) = folder.read(record, true).and_then(|bytes| decoded(bytes, true)) else { continue };
                if let Some(units) = &mut *ahead() {
                    units.entry(key).or_insert(Some(decoded));
                }
            }
            // Then their functions, of those that nobody has asked for yet.
            for record in records.iter().take(MOST) {
                let known = |units: &Ahead| {
                    let (unit, _) = units.get(&Arc::as_ptr(record).addr())?.as_ref()?;
                    Some((unit.main.clone(), unit.memory.clone()))
                };
                let Some((main, _memory)) = ahead().as_ref().and_then(known) else { continue };
                main.each(&mut |code| {
                    code.body.get();
                });
            }
            std::thread::sleep(PATIENCE);
            *ahead() = None;
            drop(records);
        };
        // Without the thread units are decoded when they are asked for.
        if std::thread::Builder::new().name("read-ahead".into()).spawn(decode).is_err() {
            *ahead() = None;
        }
    });
}

/// The name of what this program compiles: another program, or other extensions, have another one.
fn build() -> &'static str {
    static BUILD: OnceLock<String> = OnceLock::new();
    BUILD.get_or_init(|| {
        let mut text = env!("CARGO_PKG_VERSION").to_owned();
        if let Ok(program) = std::env::current_exe().and_then(std::fs::metadata) {
            text += &format!(" {} {}.{}", program.len(), program.mtime(), program.mtime_nsec());
        }
        (0..).map_while(Op::from_number).for_each(|op| text += op.name());
        registry::get().extensions.iter().for_each(|extension| text += extension.name);
        format!("{:016x}", phant_image::checksum(text.as_bytes()))
    })
}
