//! Compiled files on disk: `opcache.file_cache`, over the folders of `phant_image`.
//!
//! A file that is compiled for the code cache is written to the folder, and a file that is not in the cache is looked for
//! there before it is read. It is taken from there if it is the file that was compiled (the same device and number, or the
//! same full path), its time and size are what they were (with `opcache.validate_timestamps`), and what a compilation
//! depends on is the same: the settings of [`CompileKey`], and this very program with its extensions. Whatever is wrong with
//! what is there, the file is compiled as if nothing were.

use crate::runtime::{
    cache::{self, CompileKey},
    code,
    vm::Vm,
};
use phant_bytecode::{Code, Op, Unit};
use phant_compiler::Diagnostic;
use phant_image::{
    folder::{Folder, Identity, Record, Stamp},
    part::Part,
    unit::{self, Note},
};
use phant_memory::{permanent::Pool, string::AddressState};
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
    time::{Duration, SystemTime, UNIX_EPOCH},
};

/// What a file is.
pub(crate) fn stamp_of(file: &Metadata) -> Stamp {
    Stamp { seconds: file.mtime(), nanoseconds: file.mtime_nsec(), len: file.len() }
}

/// What was found when somebody looked at a file.
#[derive(Clone, Copy)]
pub(crate) struct Look {
    /// What the file was.
    pub(crate) stamp: Stamp,
    /// Which file it was.
    pub(crate) identity: Identity,
    /// When that was, in seconds since 1970.
    pub(crate) time: i64,
}

impl Look {
    /// What somebody found at that time.
    pub(crate) fn of(file: &Metadata, time: i64) -> Look {
        Look { stamp: stamp_of(file), identity: Identity { device: file.dev(), inode: file.ino() }, time }
    }
    /// Looks at a file now.
    fn now(path: &[u8]) -> Option<Look> {
        let time = SystemTime::now().duration_since(UNIX_EPOCH).ok()?.as_secs();
        let file = std::fs::metadata(phant_streams::path::os(path)).ok()?;
        Some(Look::of(&file, i64::try_from(time).ok()?))
    }
}

/// A unit from disk.
pub(crate) struct Loaded {
    pub(crate) unit: Unit,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// Nearly the bytes that it takes.
    pub(crate) size: usize,
}

/// The folder that a request uses, and how.
#[derive(Clone)]
pub(crate) struct Use {
    folder: Arc<Folder>,
    /// Whether checksums are looked at.
    checks: bool,
    /// What compilations depend on.
    key: Arc<[u8]>,
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
    /// What is stored for a path, whatever has happened to the file.
    pub(crate) fn find(&self, path: &[u8]) -> Option<Arc<Record>> {
        self.folder.find(path, &self.key)
    }
    /// Whether a record is that of the file that a path leads to. Without `validate`, whenever it was changed.
    pub(crate) fn is_of(record: &Record, path: &[u8], file: &Look, validate: bool) -> bool {
        let same_file = || {
            record.identity == file.identity
                || Path::new(phant_streams::path::os(path))
                    .canonicalize()
                    .is_ok_and(|full| *full.as_os_str() == *phant_streams::path::os(&record.file))
        };
        (!validate || record.stamp == file.stamp) && same_file()
    }
    /// The unit of a record, and what was found wrong with the file. `ahead` is what was decoded of it before.
    pub(crate) fn read(&self, record: &Arc<Record>, ahead: Option<Decoded>) -> Option<Loaded> {
        let Decoded { unit, notes, size, .. } = match ahead {
            Some(decoded) => decoded,
            None => decoded(self.folder.read(record, self.checks)?.into(), self.checks)?,
        };
        if *unit.file.as_bytes() != *record.file || VERIFIED && !phant_analysis::verify::unit(&unit).is_empty() {
            return None;
        }
        let diagnostic = |Note { level, message, line }| Diagnostic { level, message, line };
        Some(Loaded { unit, diagnostics: notes.into_iter().map(diagnostic).collect(), size })
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

/// What was decoded before anybody asked for it. `None` when nobody decodes ahead.
static AHEAD: Mutex<Option<Ahead>> = Mutex::new(None);

/// Units that were decoded before anybody asked for them.
#[derive(Default)]
struct Ahead {
    /// By the address of their record; nothing for those that somebody has asked for.
    units: HashMap<usize, Option<Decoded>, AddressState>,
    /// How many there are that nobody has asked for.
    waiting: usize,
}

impl Ahead {
    /// Hands a unit over. From then on it is not wanted here any more.
    fn take(&mut self, record: &Arc<Record>) -> Option<Decoded> {
        let taken = self.units.insert(Arc::as_ptr(record).addr(), None).flatten();
        self.waiting -= usize::from(taken.is_some());
        taken
    }
    /// Whether nobody has asked for a unit, nor is it there.
    fn wants(&self, record: &Arc<Record>) -> bool {
        !self.units.contains_key(&Arc::as_ptr(record).addr())
    }
    fn put(&mut self, record: &Arc<Record>, decoded: Decoded) {
        if self.wants(record) {
            self.units.insert(Arc::as_ptr(record).addr(), Some(decoded));
            self.waiting += 1;
        }
    }
    /// The code of a unit that nobody has asked for yet, and what keeps it.
    fn code_of(&self, record: &Arc<Record>) -> Option<(Arc<Code>, Arc<Pool>)> {
        let Decoded { unit, .. } = self.units.get(&Arc::as_ptr(record).addr())?.as_ref()?;
        Some((unit.main.clone(), unit.memory.clone()))
    }
}

/// What was read from disk.
pub(crate) struct Decoded {
    unit: Unit,
    notes: Vec<Note>,
    size: usize,
    /// What the file was shortly after, if somebody looked.
    pub(crate) look: Option<Look>,
}

/// The unit in some bytes. Bodies of functions are read when they are called first where a checksum has shown that they are
/// what was written.
fn decoded(bytes: Part, checked: bool) -> Option<Decoded> {
    let (unit, notes) = if checked { unit::decode_lazily(bytes) } else { unit::decode(&bytes) }.ok()?;
    let size = cache::bytes_of(&unit);
    Some(Decoded { unit, notes, size, look: None })
}

fn ahead() -> MutexGuard<'static, Option<Ahead>> {
    AHEAD.lock().expect("no panics while units are handed over")
}

/// The unit of a record, if it was decoded ahead. If not, that is no longer wanted.
pub(crate) fn take_ahead(record: &Arc<Record>) -> Option<Decoded> {
    ahead().as_mut()?.take(record)
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
        *ahead() = Some(Ahead::default());
        let decode = move || {
            if let Some(folder) = folder(None, base) {
                // They are kept, so that no other record comes to be at their addresses.
                let mut records = folder.records();
                records.truncate(MOST);
                decode_ahead(&folder, &records);
                std::thread::sleep(PATIENCE);
                *ahead() = None;
                drop(records);
            } else {
                *ahead() = None;
            }
        };
        // Without the thread units are decoded when they are asked for.
        if std::thread::Builder::new().name("read-ahead".into()).spawn(decode).is_err() {
            *ahead() = None;
        }
    });
}

/// Decodes units in the order of their records, and looks at their files, as whoever asks for a unit wants to know whether its file
/// is what it was. While enough of them wait for somebody, functions of those that will be wanted first are read, too.
fn decode_ahead(folder: &Folder, records: &[Arc<Record>]) {
    const ENOUGH: usize = 32;
    let (mut decoded, mut read) = (0, 0);
    while decoded < records.len() {
        for part in folder.read_run(&records[decoded..]) {
            let Some(waiting) = decode_one_ahead(&records[decoded], part) else { return };
            decoded += 1;
            if waiting >= ENOUGH {
                read = read_functions_ahead(&records[..decoded], read);
            }
        }
    }
    while read < decoded {
        read = read_functions_ahead(records, read);
    }
}

/// Decodes a unit, unless somebody has asked for it: how many wait then. Nothing if nobody is to decode ahead any more.
fn decode_one_ahead(record: &Arc<Record>, part: Option<Part>) -> Option<usize> {
    let is_wanted = ahead().as_ref()?.wants(record);
    let decoded = part.filter(|_| is_wanted).and_then(|part| decoded(part, true));
    let decoded = decoded.map(|decoded| Decoded { look: Look::now(&record.file), ..decoded });
    let mut ahead = ahead();
    let ahead = ahead.as_mut()?;
    decoded.into_iter().for_each(|decoded| ahead.put(record, decoded));
    Some(ahead.waiting)
}

/// Reads the functions of the first unit from a number on that nobody has asked for yet: the number behind it.
fn read_functions_ahead(records: &[Arc<Record>], mut number: usize) -> usize {
    while let Some(record) = records.get(number) {
        number += 1;
        let code = ahead().as_ref().and_then(|ahead| ahead.code_of(record));
        if let Some((main, _memory)) = code {
            main.each(&mut |code| {
                code.body.get();
            });
            break;
        }
    }
    number
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
