//! Records in memory: by namespace, partition and digest. Each partition has a lock of its own.

use crate::{cdt::Outcome, log::Log};
use phant_aerospike_wire::{code, digest::Digest, partition, value::Value};
use std::{
    cell::RefCell,
    collections::BTreeMap,
    ops::Bound,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError, RwLock,
        atomic::{AtomicU64, AtomicUsize, Ordering},
    },
    time::{SystemTime, UNIX_EPOCH},
};

/// Seconds from 1970 to 2010, where the server's times begin.
pub const EPOCH: u64 = 1_262_304_000;
/// The longest time to live: ten years.
pub const LONGEST_LIFE: u32 = 10 * 365 * 86_400;

/// The largest record.
const MOST_RECORD: usize = 8 << 20;

/// Seconds since 2010.
pub fn now() -> u32 {
    (milliseconds() / 1000).saturating_sub(EPOCH) as u32
}
/// Milliseconds since 1970.
pub fn milliseconds() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
}

/// A record.
#[derive(Clone, Default, Debug)]
pub struct Record {
    /// The set, or nothing.
    pub set: Box<[u8]>,
    /// The key as it was sent: its type and bytes.
    pub key: Box<[u8]>,
    /// Bins in the order in which they came to be.
    pub bins: Vec<(Box<[u8]>, Value)>,
    /// How often it was written.
    pub generation: u16,
    /// When it goes; 0 is never.
    pub expires: u32,
    /// When it was last written, in milliseconds since 1970.
    pub updated: u64,
    /// About how many bytes it takes.
    pub size: usize,
}

thread_local! {
    /// A record that was replaced by the last write of this thread: the next one is made in its place, so that records
    /// that keep their shape are written without new memory.
    static SPARE: RefCell<Record> = RefCell::default();
    /// Entries of the file are written here.
    static ENTRY: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Places for entries and records above this size are not kept.
const KEPT: usize = 64 << 10;

/// Makes bytes the same as others.
fn copy(to: &mut Box<[u8]>, from: &[u8]) {
    if **to != *from {
        *to = from.into();
    }
}

impl Record {
    /// A copy to be changed.
    pub fn copied(from: Option<&Record>) -> Record {
        let mut record = SPARE.take();
        let Some(from) = from else {
            record.bins.clear();
            (record.set, record.key) = Default::default();
            (record.generation, record.expires) = (0, 0);
            return record;
        };
        record.set_name(&from.set);
        record.set_key(&from.key);
        record.bins.truncate(from.bins.len());
        let known = record.bins.len();
        for ((name, value), (from_name, from_value)) in record.bins.iter_mut().zip(&from.bins) {
            copy(name, from_name);
            value.clone_from(from_value);
        }
        record.bins.extend_from_slice(&from.bins[known..]);
        (record.generation, record.expires, record.updated, record.size) =
            (from.generation, from.expires, from.updated, from.size);
        record
    }
    /// Keeps the memory of a record that is of no use any more.
    pub fn spare(self) {
        if self.size <= KEPT {
            SPARE.set(self);
        }
    }
    /// Says of which set it is.
    pub fn set_name(&mut self, set: &[u8]) {
        copy(&mut self.set, set);
    }
    /// Says what its key is.
    pub fn set_key(&mut self, key: &[u8]) {
        copy(&mut self.key, key);
    }
    /// A bin.
    pub fn bin(&self, name: &[u8]) -> Option<&Value> {
        self.bins.iter().find(|(known, _)| **known == *name).map(|(_, value)| value)
    }
    /// Sets a bin.
    pub fn set_bin(&mut self, name: &[u8], value: Value) {
        match self.bins.iter_mut().find(|(known, _)| **known == *name) {
            Some((_, old)) => *old = value,
            None => self.bins.push((name.into(), value)),
        }
    }
    /// Takes a bin out.
    pub fn take_bin(&mut self, name: &[u8]) -> Option<Value> {
        let at = self.bins.iter().position(|(known, _)| **known == *name)?;
        Some(self.bins.remove(at).1)
    }
    /// Whether its time is not over; the clock is asked only about records that have a time.
    pub fn is_alive(&self) -> bool {
        self.expires == 0 || !self.is_over(now())
    }
    /// Whether its time is over.
    pub fn is_over(&self, now: u32) -> bool {
        self.expires != 0 && self.expires <= now
    }
}

/// The records of one partition, by digest.
pub type Records = BTreeMap<Digest, Record>;

/// What a secondary index says. It is looked at by queries; records are found by looking at all of them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[allow(missing_docs)]
pub struct Index {
    pub name: String,
    pub set: String,
    pub bin: String,
    /// `default`, `list`, `mapkeys` or `mapvalues`.
    pub over: String,
    /// `numeric`, `string`, `geo2dsphere` or `blob`.
    pub kind: String,
}

/// A namespace.
pub struct Namespace {
    /// Its name.
    pub name: String,
    partitions: Vec<Mutex<Records>>,
    /// Its secondary indexes.
    pub indexes: RwLock<Vec<Index>>,
    /// How many records there are.
    pub records: AtomicUsize,
}

/// All there is.
pub struct Store {
    /// Namespaces, at least one.
    pub namespaces: Vec<Arc<Namespace>>,
    log: Option<Log>,
    /// Held for reading while something is written, for writing while the file is made anew.
    gate: RwLock<()>,
    bytes: AtomicUsize,
    most: usize,
    /// Counts writes, for the statistics.
    pub writes: AtomicU64,
    /// Counts reads.
    pub reads: AtomicU64,
}

/// A thread that panicked under a lock has changed nothing by halves: records are replaced whole.
pub fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Namespace {
    /// An empty one.
    pub fn new(name: &str) -> Namespace {
        Namespace {
            name: name.into(),
            partitions: (0..partition::PARTITIONS).map(|_| Mutex::default()).collect(),
            indexes: RwLock::default(),
            records: AtomicUsize::new(0),
        }
    }
    /// The records of a partition.
    pub fn partition(&self, number: usize) -> MutexGuard<'_, Records> {
        locked(&self.partitions[number & (partition::PARTITIONS - 1)])
    }
    /// The records of the partition that a digest belongs to.
    pub fn of(&self, digest: &Digest) -> MutexGuard<'_, Records> {
        self.partition(partition::of(digest))
    }
    /// The indexes as they are now.
    pub fn indexes(&self) -> Vec<Index> {
        self.indexes.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
    /// Each set with the number of its records and their bytes.
    pub fn sets(&self) -> BTreeMap<String, (usize, usize)> {
        let mut sets = BTreeMap::<String, (usize, usize)>::new();
        for number in 0..partition::PARTITIONS {
            for record in self.partition(number).values().filter(|record| !record.set.is_empty()) {
                let set = sets.entry(String::from_utf8_lossy(&record.set).into_owned()).or_default();
                *set = (set.0 + 1, set.1 + record.size);
            }
        }
        sets
    }
}

impl Store {
    /// A store over namespaces that were read from a log, if there is one.
    pub fn new(namespaces: Vec<Arc<Namespace>>, log: Option<Log>, most: usize) -> Store {
        let bytes = namespaces
            .iter()
            .map(|space| {
                (0..partition::PARTITIONS).map(|at| space.partition(at).values().map(|r| r.size).sum::<usize>()).sum::<usize>()
            })
            .sum();
        Store {
            namespaces,
            log,
            gate: RwLock::default(),
            bytes: AtomicUsize::new(bytes),
            most,
            writes: AtomicU64::new(0),
            reads: AtomicU64::new(0),
        }
    }
    /// A namespace.
    pub fn namespace(&self, name: &[u8]) -> Outcome<&Arc<Namespace>> {
        self.namespaces.iter().find(|space| space.name.as_bytes() == name).ok_or(code::NAMESPACE)
    }
    /// About how many bytes all records take.
    pub fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }
    /// Puts a record in place of what was there, in the file first.
    pub fn put(&self, space: &Namespace, records: &mut Records, digest: &Digest, mut record: Record) -> Outcome<()> {
        let size = |entry: &[u8]| {
            let size = entry.len() + 128;
            match size {
                _ if size > MOST_RECORD => Err(code::TOO_BIG),
                _ if self.bytes() + size > self.most => Err(8),
                _ => Ok(size),
            }
        };
        record.size = self.logged(|out| crate::log::put(out, &space.name, digest, &record), size)?;
        self.writes.fetch_add(1, Ordering::Relaxed);
        self.bytes.fetch_add(record.size, Ordering::Relaxed);
        match records.insert(*digest, record) {
            Some(old) => {
                self.forget(old.size);
                old.spare();
            }
            None => drop(space.records.fetch_add(1, Ordering::Relaxed)),
        }
        Ok(())
    }
    /// Takes a record away.
    pub fn delete(&self, space: &Namespace, records: &mut Records, digest: &Digest) -> Outcome<()> {
        self.append(|out| crate::log::delete(out, &space.name, digest))?;
        self.writes.fetch_add(1, Ordering::Relaxed);
        if let Some(old) = records.remove(digest) {
            self.forget(old.size);
            space.records.fetch_sub(1, Ordering::Relaxed);
        }
        Ok(())
    }
    fn forget(&self, bytes: usize) {
        self.bytes.fetch_sub(bytes, Ordering::Relaxed);
    }
    /// Appends to the file, if there is one.
    pub fn append(&self, write: impl FnOnce(&mut Vec<u8>)) -> Outcome<()> {
        if self.log.is_some() { self.logged(write, |_| Ok(())) } else { Ok(()) }
    }
    /// Writes an entry, lets a closure look at it, and appends it to the file, if there is one.
    fn logged<T>(&self, write: impl FnOnce(&mut Vec<u8>), look: impl FnOnce(&[u8]) -> Outcome<T>) -> Outcome<T> {
        ENTRY.with_borrow_mut(|entry| {
            write(entry);
            let result = look(entry).and_then(|found| match &self.log {
                Some(log) => log.append(entry).map(|()| found).map_err(|_| 8),
                None => Ok(found),
            });
            if entry.capacity() > KEPT {
                *entry = Vec::new();
            }
            result
        })
    }
    /// Held while something is written.
    pub fn writing(&self) -> std::sync::RwLockReadGuard<'_, ()> {
        self.gate.read().unwrap_or_else(PoisonError::into_inner)
    }
    /// Takes away the records of a set, or all, that were last written before a time.
    pub fn truncate(&self, space: &Namespace, set: &[u8], before: u64) -> Outcome<()> {
        let _writing = self.writing();
        for number in 0..partition::PARTITIONS {
            let mut records = space.partition(number);
            let gone: Vec<Digest> = records
                .iter()
                .filter(|(_, record)| record.updated <= before && (set.is_empty() || *record.set == *set))
                .map(|(digest, _)| *digest)
                .collect();
            for digest in gone {
                self.delete(space, &mut records, &digest)?;
            }
        }
        Ok(())
    }
    /// Takes away what is over. Nothing goes into the file: what is over is not read from there.
    pub fn expire(&self) {
        let now = now();
        for space in &self.namespaces {
            for number in 0..partition::PARTITIONS {
                let mut records = space.partition(number);
                records.retain(|_, record| {
                    let over = record.is_over(now);
                    if over {
                        self.forget(record.size);
                        space.records.fetch_sub(1, Ordering::Relaxed);
                    }
                    !over
                });
            }
        }
    }
    /// Makes the file anew when most of it is of no use.
    pub fn compact(&self) {
        let Some(log) = &self.log else { return };
        if log.length() < (64 << 20) || log.length() < 4 * self.bytes() as u64 {
            return;
        }
        let _alone = self.gate.write().unwrap_or_else(PoisonError::into_inner);
        if let Err(error) = log.rewrite(&self.namespaces) {
            eprintln!("aerospike-node: the file cannot be made anew: {error}");
        }
    }
}

/// Records of a partition after a digest, a number of them at a time.
pub fn after<'a>(records: &'a Records, last: Option<&Digest>) -> impl Iterator<Item = (&'a Digest, &'a Record)> {
    let from = last.map_or(Bound::Unbounded, |last| Bound::Excluded(*last));
    records.range((from, Bound::Unbounded))
}
