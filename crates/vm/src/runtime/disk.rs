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
use phant_native::{
    code_cache::{Severity, log},
    registry,
};
use std::{
    fs::Metadata,
    os::unix::fs::MetadataExt,
    path::Path,
    sync::{Arc, Mutex, OnceLock},
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
        let folder = folder(vm, &base)?;
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
        let bytes = self.folder.read(record, self.checks)?;
        let (unit, notes) = unit::decode(&bytes).ok()?;
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
            log(&vm.ctx, Severity::Warning, format!("opcache cannot write to the file cache: {error}\n"));
        }
    }
    /// Forgets a file.
    pub(crate) fn forget(&self, vm: &Vm, file: &[u8]) {
        if let Err(error) = self.folder.forget(file) {
            log(&vm.ctx, Severity::Warning, format!("opcache cannot write to the file cache: {error}\n"));
        }
    }
}

/// What comes from a file is verified as what was compiled is.
const VERIFIED: bool = cfg!(any(debug_assertions, feature = "checked"));

/// The folder below one that the settings name. It is opened once in the process; one that cannot be used is reported once.
fn folder(vm: &Vm, base: &[u8]) -> Option<Arc<Folder>> {
    type Opened = Vec<(Box<[u8]>, Option<Arc<Folder>>)>;
    static FOLDERS: Mutex<Opened> = Mutex::new(Vec::new());
    let mut folders = FOLDERS.lock().expect("no panics while a folder is opened");
    if let Some((_, folder)) = folders.iter().find(|(known, _)| **known == *base) {
        return folder.clone();
    }
    let path = Path::new(phant_streams::path::os(base));
    let folder = match Folder::open(path, build(), phant_os::ids::effective_user()) {
        _ if !path.is_absolute() || !path.is_dir() => None,
        Ok(folder) => Some(Arc::new(folder)),
        Err(error) => {
            log(&vm.ctx, Severity::Warning, format!("opcache.file_cache is not used: {error}\n"));
            None
        }
    };
    folders.push((base.into(), folder.clone()));
    folder
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
