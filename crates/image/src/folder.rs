//! The folder of a build: an index of what was compiled, and one file with all units.
//!
//! One file for all is what a start wants: the index is read in one go, and each unit, when it is first included, by one
//! system call, without a file to be opened. Both files only grow. What is new is appended under a lock, the unit before its
//! record, and a record counts when its checksum does: what was cut off by a crash is as if it had not been written. What is
//! superseded goes when the folder is opened and more than half of it is that. Then, as when everything is to go, a new pair
//! of files is made, and the new index renamed over the old one; processes that have the old pair open go on with it until
//! they write.
//!
//! Nothing is mapped, as a file that somebody cuts short would end the process. Files of others than this user or root, or
//! that others may write to, are not read.

use crate::{
    checksum,
    part::Part,
    record::{Entry, HEADER, entries, header, number_of},
};
use phant_memory::string::SeededState;
use std::{
    collections::HashMap,
    fs::{DirBuilder, File, Metadata, OpenOptions},
    io::{self, Read, Write},
    os::unix::fs::{DirBuilderExt, FileExt, MetadataExt, OpenOptionsExt},
    path::{Path, PathBuf},
    sync::{
        Arc, RwLock,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};

pub use crate::record::{Identity, Place, Record, Stamp};

/// Superseded units may take so many bytes in any case.
const WASTE: u64 = 1 << 20;
/// How much is read in one go where several units are wanted.
const RUN: u64 = 128 << 10;

/// The pair of files.
struct Files {
    index: File,
    units: File,
    /// What identifies the index: another one may take its place.
    identity: (u64, u64),
    /// How far it was read.
    end: u64,
    /// How long the file with the units was when somebody asked last. It only grows.
    length: AtomicU64,
}

/// What is known of the folder.
#[derive(Default)]
struct Known {
    files: Option<Files>,
    /// Records by the paths that lead to them.
    by_path: HashMap<Arc<[u8]>, Vec<Arc<Record>>, SeededState>,
    /// Bytes of units that are of use, and of those that are not.
    live: u64,
    waste: u64,
}

/// A folder of compiled files.
pub struct Folder {
    path: PathBuf,
    /// Who must own the files, if not root.
    owner: u32,
    known: RwLock<Known>,
}

impl Folder {
    /// The folder for what a build has compiled, below `base`. It is made if it is not there.
    pub fn open(base: &Path, build: &str, owner: u32) -> io::Result<Folder> {
        let path = base.join(build);
        match DirBuilder::new().mode(0o700).create(&path) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
            _ => {}
        }
        let folder = Folder { path, owner, known: RwLock::default() };
        if !folder.is_ours(&std::fs::symlink_metadata(&folder.path)?) {
            return Err(io::Error::new(
                io::ErrorKind::PermissionDenied,
                "the folder belongs to others, or others may write to it",
            ));
        }
        let mut known = folder.known.write().expect("no panics while the index is changed");
        if let Ok(files) = folder.open_files() {
            folder.read_on(&mut known, files);
        }
        if known.waste > known.live + WASTE {
            // If that fails, everything is still where it was.
            let _ = folder.compact(&mut known);
        }
        drop(known);
        Ok(folder)
    }
    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }
    fn is_ours(&self, file: &Metadata) -> bool {
        (file.uid() == self.owner || file.uid() == 0) && file.mode() & 0o022 == 0 && !file.is_symlink()
    }
    fn index_path(&self) -> PathBuf {
        self.path.join("index")
    }
    fn units_path(&self, number: u64) -> PathBuf {
        self.path.join(format!("units-{number:016x}"))
    }
    fn open_file(&self, path: &Path, create: bool) -> io::Result<File> {
        let mut options = OpenOptions::new();
        options.read(true).append(true).create_new(create).mode(0o600);
        let file = match options.open(path) {
            // Whoever may only read does not add anything.
            Err(error) if !create && error.kind() == io::ErrorKind::PermissionDenied => File::open(path)?,
            other => other?,
        };
        let about = file.metadata()?;
        if about.is_file() && self.is_ours(&about) && !std::fs::symlink_metadata(path)?.is_symlink() {
            Ok(file)
        } else {
            Err(io::ErrorKind::PermissionDenied.into())
        }
    }
    fn open_files(&self) -> io::Result<Files> {
        let index = self.open_file(&self.index_path(), false)?;
        let mut head = [0; HEADER];
        index.read_exact_at(&mut head, 0)?;
        let number = number_of(&head).map_err(|damaged| io::Error::new(io::ErrorKind::InvalidData, damaged.0))?;
        let units = self.open_file(&self.units_path(number), false)?;
        let about = index.metadata()?;
        Ok(Files { index, units, identity: (about.dev(), about.ino()), end: HEADER as u64, length: AtomicU64::new(0) })
    }
    /// Takes in what the index has from where it was read to.
    fn read_on(&self, known: &mut Known, mut files: Files) {
        let mut bytes = Vec::new();
        // A file that cannot be read has nothing new.
        let _ = Tail { file: &files.index, at: files.end }.read_to_end(&mut bytes);
        let (list, length) = entries(&bytes);
        files.end += length as u64;
        known.by_path.reserve(list.len());
        list.into_iter().for_each(|entry| known.take(entry));
        known.files = Some(files);
    }
    /// A new pair of files, the index under a name of its own: its name, and the pair.
    fn fresh(&self) -> io::Result<(PathBuf, Files)> {
        let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |d| d.as_nanos() as u64);
        let number = since ^ u64::from(std::process::id()) << 40;
        let units = self.open_file(&self.units_path(number), true)?;
        let path = self.path.join(format!("index-{number:016x}"));
        let mut index = self.open_file(&path, true)?;
        index.write_all(&header(number))?;
        let about = index.metadata()?;
        Ok((path, Files { index, units, identity: (about.dev(), about.ino()), end: HEADER as u64, length: AtomicU64::new(0) }))
    }
    /// Puts a new pair in the place of the old one.
    fn replace(&self, known: &mut Known, path: &Path, files: Files) -> io::Result<()> {
        let old = self.open_file(&self.index_path(), false).ok().and_then(|old| {
            let mut head = [0; HEADER];
            old.read_exact_at(&mut head, 0).ok()?;
            number_of(&head).ok()
        });
        std::fs::rename(path, self.index_path())?;
        if let Some(number) = old {
            let _ = std::fs::remove_file(self.units_path(number));
        }
        *known = Known::default();
        self.read_on(known, files);
        Ok(())
    }
    fn compact(&self, known: &mut Known) -> io::Result<()> {
        let Some(_lock) = self.lock(known)? else { return Ok(()) };
        let (path, mut files) = self.fresh()?;
        let mut moved = HashMap::new();
        for record in known.by_path.values().flatten() {
            if moved.contains_key(&Arc::as_ptr(record)) {
                continue;
            }
            let Some(bytes) = known.read(record.place) else { continue };
            let place = Place { offset: files.units.metadata()?.len(), ..record.place };
            files.units.write_all(&bytes)?;
            files.index.write_all(&Entry::Unit(Record { place, ..Record::clone(record) }).to_bytes())?;
            moved.insert(Arc::as_ptr(record), ());
        }
        self.replace(known, &path, files)
    }
    /// Locks the index that is there now, and takes in what others have written. Nothing if there is none.
    fn lock(&self, known: &mut Known) -> io::Result<Option<File>> {
        for _ in 0..8 {
            let current = std::fs::metadata(self.index_path()).ok().map(|file| (file.dev(), file.ino()));
            if current.is_none() || current != known.files.as_ref().map(|files| files.identity) {
                *known = Known::default();
                let Ok(files) = self.open_files() else { return Ok(None) };
                self.read_on(known, files);
            }
            let Some(files) = known.files.take() else { return Ok(None) };
            let lock = files.index.try_clone()?;
            lock.lock()?;
            self.read_on(known, files);
            let still = std::fs::metadata(self.index_path()).is_ok_and(|file| known.is_open(&file));
            if still {
                return Ok(Some(lock));
            }
            lock.unlock()?;
        }
        Err(io::ErrorKind::ResourceBusy.into())
    }
    /// What is stored for a path and what a compilation depends on.
    pub fn find(&self, path: &[u8], key: &[u8]) -> Option<Arc<Record>> {
        let known = self.known.read().expect("no panics while the index is changed");
        known.by_path.get(path)?.iter().find(|record| *record.key == *key).cloned()
    }
    /// All that is stored, in the order in which it was written.
    pub fn records(&self) -> Vec<Arc<Record>> {
        let known = self.known.read().expect("no panics while the index is changed");
        let by_path = known.by_path.iter();
        let own = by_path.flat_map(|(path, list)| list.iter().filter(move |record| record.file == *path));
        let mut list: Vec<Arc<Record>> = own.cloned().collect();
        list.sort_by_key(|record| record.place.offset);
        list
    }
    /// The unit of a record that was found, if it is as it was written. Without `check` only its place is looked at.
    pub fn read(&self, record: &Arc<Record>, check: bool) -> Option<Vec<u8>> {
        let known = self.known.read().expect("no panics while the index is changed");
        let bytes = known.read(known.holds(record).then_some(record.place)?)?;
        (!check || checksum(&bytes) == record.place.sum).then_some(bytes)
    }
    /// The units of the first of some records, which are in the order of their places: as many as lie close to each other, but
    /// one at least, if there is any. Each is checked, and nothing if it is not as it was written.
    pub fn read_run(&self, records: &[Arc<Record>]) -> Vec<Option<Part>> {
        let Some(first) = records.first() else { return Vec::new() };
        let start = first.place.offset;
        let end = |record: &Record| record.place.offset.checked_add(record.place.size);
        let limit = start.saturating_add(RUN);
        let fits = |record: &&Arc<Record>| record.place.offset >= start && end(record).is_some_and(|end| end <= limit);
        let run = &records[..records.iter().take_while(fits).count().max(1)];
        let size = run.iter().filter_map(|record| end(record)).max().map_or(0, |end| end - start);
        let known = self.known.read().expect("no panics while the index is changed");
        let Some(bytes) = known.read(Place { size, ..first.place }).map(Arc::new) else { return vec![None; run.len()] };
        let part = |record: &Arc<Record>| {
            let at = usize::try_from(record.place.offset - start).ok()?;
            let part = Part::of(&bytes, at..at.checked_add(usize::try_from(record.place.size).ok()?)?)?;
            (known.holds(record) && checksum(&part) == record.place.sum).then_some(part)
        };
        run.iter().map(part).collect()
    }
    /// Stores a unit.
    pub fn add(&self, mut record: Record, bytes: &[u8]) -> io::Result<()> {
        let mut known = self.known.write().expect("no panics while the index is changed");
        let lock = match self.lock(&mut known)? {
            Some(lock) => lock,
            None => {
                let (path, files) = self.fresh()?;
                self.replace(&mut known, &path, files)?;
                self.lock(&mut known)?.ok_or(io::ErrorKind::ResourceBusy)?
            }
        };
        let written = known.append(&mut record, bytes);
        lock.unlock()?;
        written
    }
    /// Forgets what is stored of a file, by its full path. Whether something was.
    pub fn forget(&self, file: &[u8]) -> io::Result<bool> {
        let mut known = self.known.write().expect("no panics while the index is changed");
        let Some(lock) = self.lock(&mut known)? else { return Ok(false) };
        let was = known.by_path.get(file).is_some_and(|list| list.iter().any(|record| *record.file == *file));
        let written = if was { known.write(Entry::Gone(file.into())) } else { Ok(()) };
        lock.unlock()?;
        written.map(|()| was)
    }
}

impl Known {
    fn is_open(&self, file: &Metadata) -> bool {
        self.files.as_ref().is_some_and(|files| files.identity == (file.dev(), file.ino()))
    }
    /// Whether a record that was found is still one of these files: since then there may be others, in which other units are at
    /// its place.
    fn holds(&self, record: &Arc<Record>) -> bool {
        let is_in =
            |path| self.by_path.get(path).is_some_and(|list: &Vec<_>| list.iter().any(|known| Arc::ptr_eq(known, record)));
        is_in(&record.file) || is_in(&record.path)
    }
    fn read(&self, Place { offset, size, .. }: Place) -> Option<Vec<u8>> {
        let Files { units, length, .. } = self.files.as_ref()?;
        // A size that cannot be is not asked for.
        let end = offset.checked_add(size)?;
        if length.load(Relaxed) < end {
            length.store(units.metadata().ok()?.len(), Relaxed);
            if length.load(Relaxed) < end {
                return None;
            }
        }
        let mut bytes = vec![0; usize::try_from(size).ok()?];
        units.read_exact_at(&mut bytes, offset).ok()?;
        Some(bytes)
    }
    /// Writes a unit, or its place under another path if it is there.
    fn append(&mut self, record: &mut Record, bytes: &[u8]) -> io::Result<()> {
        let list = self.by_path.get(&record.file).map_or(&[][..], |list| list);
        let same = |known: &&Arc<Record>| {
            known.key == record.key
                && known.stamp == record.stamp
                && known.identity == record.identity
                && known.file == record.file
        };
        if let Some(known) = list.iter().find(same).cloned() {
            if self.by_path.get(&record.path).is_some_and(|list| list.contains(&known)) {
                return Ok(());
            }
            record.place = known.place;
        } else {
            let files = self.files.as_mut().ok_or(io::ErrorKind::NotFound)?;
            let offset = files.units.metadata()?.len();
            record.place = Place { offset, size: bytes.len() as u64, sum: checksum(bytes) };
            if let Err(error) = files.units.write_all(bytes) {
                let _ = files.units.set_len(offset);
                return Err(error);
            }
        }
        self.write(Entry::Unit(record.clone()))
    }
    /// Writes to the index, under the lock. What follows what is known there is damaged, and goes.
    fn write(&mut self, entry: Entry) -> io::Result<()> {
        let files = self.files.as_mut().ok_or(io::ErrorKind::NotFound)?;
        if files.index.metadata()?.len() != files.end {
            files.index.set_len(files.end)?;
        }
        let bytes = entry.to_bytes();
        if let Err(error) = files.index.write_all(&bytes) {
            let _ = files.index.set_len(files.end);
            return Err(error);
        }
        files.end += bytes.len() as u64;
        self.take(entry);
        Ok(())
    }
    /// Takes in an entry of the index.
    fn take(&mut self, entry: Entry) {
        match entry {
            Entry::Unit(record) => {
                let (size, record) = (record.place.size, Arc::new(record));
                let is_alias = self.by_path.get(&record.file).is_some_and(|list| list.iter().any(|r| r.place == record.place));
                let both = [&record.file, &record.path];
                // Mostly they are one. Its record must not be taken for one that supersedes itself.
                let paths = if record.file == record.path { &both[1..] } else { &both[..] };
                for &path in paths {
                    let list = self.by_path.entry(path.clone()).or_default();
                    let before = list.len();
                    list.retain(|known| known.key != record.key);
                    if before > list.len() && *path == record.file && !is_alias {
                        self.waste += size;
                        self.live = self.live.saturating_sub(size);
                    }
                    list.push(record.clone());
                }
                self.live += if is_alias { 0 } else { size };
            }
            Entry::Gone(file) => {
                for record in self.by_path.remove(&file).unwrap_or_default() {
                    self.waste += record.place.size;
                    self.live = self.live.saturating_sub(record.place.size);
                }
                self.by_path.values_mut().for_each(|list| list.retain(|record| record.file != file));
            }
        }
    }
}

/// Reads a file from somewhere on, whatever its position.
struct Tail<'a> {
    file: &'a File,
    at: u64,
}

impl Read for Tail<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read_at(buffer, self.at)?;
        self.at += count as u64;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::{Folder, Record, Stamp};
    use std::{
        os::unix::fs::{MetadataExt, PermissionsExt},
        path::PathBuf,
    };

    struct Scratch(PathBuf, u32);
    impl Scratch {
        fn new(name: &str) -> Scratch {
            let path = std::env::temp_dir().join(format!("phant-image-{name}-{}", std::process::id()));
            let _ = std::fs::remove_dir_all(&path);
            std::fs::create_dir(&path).expect("a folder for the test");
            let owner = std::fs::metadata(&path).expect("it is there").uid();
            Scratch(path, owner)
        }
        fn open(&self) -> Folder {
            Folder::open(&self.0, "build", self.1).expect("a folder")
        }
        fn file(&self, name: &str) -> PathBuf {
            let mut all = std::fs::read_dir(self.0.join("build")).expect("a folder").map(|entry| entry.expect("an entry").path());
            all.find(|path| path.file_name().is_some_and(|file| file.to_string_lossy().starts_with(name))).expect("a file")
        }
    }
    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    fn record(file: &str, path: &str, seconds: i64) -> Record {
        let stamp = Stamp { seconds, ..Stamp::default() };
        Record { stamp, file: file.as_bytes().into(), path: path.as_bytes().into(), ..Record::default() }
    }
    fn content(folder: &Folder, path: &str) -> Option<Vec<u8>> {
        folder.read(&folder.find(path.as_bytes(), b"")?, true)
    }

    #[test]
    fn what_was_added_is_found_by_the_next_process() {
        let place = Scratch::new("found");
        let folder = place.open();
        folder.add(record("/a", "/x/../a", 1), b"one").expect("written");
        folder.add(record("/b", "/b", 1), b"two").expect("written");
        folder.add(record("/a", "/a", 2), b"three").expect("written");
        let next = place.open();
        for folder in [&folder, &next] {
            assert_eq!(content(folder, "/a").as_deref(), Some(&b"three"[..]));
            assert_eq!(content(folder, "/b").as_deref(), Some(&b"two"[..]));
            assert_eq!(content(folder, "/c"), None);
        }
        assert!(next.forget(b"/b").expect("written"));
        assert!(!next.forget(b"/b").expect("nothing to write"));
        // The first process sees that when it writes.
        folder.add(record("/c", "/c", 1), b"four").expect("written");
        assert_eq!(content(&folder, "/b"), None);
        assert_eq!(content(&place.open(), "/c").as_deref(), Some(&b"four"[..]));
    }

    #[test]
    fn damage_loses_no_more_than_what_is_damaged() {
        let place = Scratch::new("damage");
        let folder = place.open();
        for n in 0..10 {
            folder.add(record(&format!("/{n}"), &format!("/{n}"), 1), format!("unit {n}").as_bytes()).expect("written");
        }
        let units = place.file("units");
        let mut bytes = std::fs::read(&units).expect("a file");
        bytes[8] ^= 1;
        std::fs::write(&units, &bytes).expect("written");
        let next = place.open();
        assert_eq!(content(&next, "/1"), None);
        assert_eq!(content(&next, "/2").as_deref(), Some(&b"unit 2"[..]));
        let index = place.file("index");
        let whole = std::fs::read(&index).expect("a file");
        std::fs::write(&index, &whole[..whole.len() - 5]).expect("written");
        let next = place.open();
        assert_eq!(content(&next, "/9"), None);
        assert_eq!(content(&next, "/8").as_deref(), Some(&b"unit 8"[..]));
        next.add(record("/9", "/9", 1), b"again").expect("written");
        assert_eq!(content(&place.open(), "/9").as_deref(), Some(&b"again"[..]));
        // Without an index everything is written anew.
        std::fs::write(&index, b"something else").expect("written");
        let next = place.open();
        assert_eq!(content(&next, "/8"), None);
        next.add(record("/8", "/8", 1), b"new").expect("written");
        assert_eq!(content(&place.open(), "/8").as_deref(), Some(&b"new"[..]));
    }

    #[test]
    fn units_that_lie_one_behind_the_other_are_read_in_one_go() {
        let place = Scratch::new("run");
        let folder = place.open();
        let unit = |n: u8| vec![n; if n == 5 { 200_000 } else { 20_000 }];
        for n in 0..12 {
            folder.add(record(&format!("/{n}"), &format!("/{n}"), 1), &unit(n)).expect("written");
        }
        folder.add(record("/3", "/3", 2), &unit(33)).expect("written");
        let units = place.file("units");
        let mut bytes = std::fs::read(&units).expect("a file");
        bytes[25_000] ^= 1;
        std::fs::write(&units, &bytes).expect("written");
        let next = place.open();
        let records = next.records();
        let mut found = Vec::new();
        let mut runs = Vec::new();
        while found.len() < records.len() {
            let run = next.read_run(&records[found.len()..]);
            runs.push(run.len());
            found.extend(run.into_iter().map(|part| part.map(|part| part.to_vec())));
        }
        let expected = [0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 33].map(|n| (n != 1).then(|| unit(n)));
        assert_eq!(found, expected, "what is damaged is not there, and what is superseded nobody asks for");
        assert_eq!(runs, [4, 1, 6, 1], "one that is large is read alone");
        assert!(next.read_run(&[]).is_empty());
        // What is no record of these files any more is not there, nor what was cut off.
        assert!(next.forget(b"/0").expect("written"));
        std::fs::write(&units, &bytes[..50_000]).expect("written");
        assert_eq!(next.read_run(&records).iter().flatten().count(), 0);
        assert_eq!(place.open().read_run(&records).iter().flatten().count(), 0);
    }

    #[test]
    fn what_others_may_write_is_not_read() {
        let place = Scratch::new("owner");
        place.open().add(record("/a", "/a", 1), b"one").expect("written");
        let units = place.file("units");
        std::fs::set_permissions(&units, std::fs::Permissions::from_mode(0o666)).expect("ours");
        assert_eq!(content(&place.open(), "/a"), None);
        std::fs::set_permissions(&units, std::fs::Permissions::from_mode(0o600)).expect("ours");
        assert!(content(&place.open(), "/a").is_some());
        std::fs::set_permissions(place.0.join("build"), std::fs::Permissions::from_mode(0o777)).expect("ours");
        assert!(Folder::open(&place.0, "build", place.1).is_err());
    }

    #[test]
    fn what_is_of_use_stays_where_it_is() {
        let place = Scratch::new("use");
        let folder = place.open();
        for n in 0..30 {
            folder.add(record(&format!("/{n}"), &format!("/{n}"), 1), &vec![n; 200_000]).expect("written");
        }
        let units = place.file("units");
        for _ in 0..2 {
            let next = place.open();
            assert_eq!(next.known.read().expect("no panics").waste, 0);
            assert_eq!(content(&next, "/29"), Some(vec![29; 200_000]));
            assert_eq!(place.file("units"), units, "the files are written anew only when much in them is superseded");
        }
    }

    #[test]
    fn superseded_units_go() {
        let place = Scratch::new("waste");
        let folder = place.open();
        let large = vec![7; 200_000];
        for n in 0..20 {
            folder.add(record("/a", "/a", n), &large).expect("written");
        }
        folder.add(record("/b", "/b", 1), b"small").expect("written");
        drop(place.open());
        assert!(std::fs::metadata(place.file("units")).expect("a file").len() < 300_000);
        let next = place.open();
        assert_eq!((content(&next, "/a"), content(&next, "/b").as_deref()), (Some(large), Some(&b"small"[..])));
        // Whoever has the old files open goes on.
        assert!(content(&folder, "/b").is_some());
        folder.add(record("/c", "/c", 1), b"third").expect("written");
        assert!(content(&place.open(), "/c").is_some());
    }
}
