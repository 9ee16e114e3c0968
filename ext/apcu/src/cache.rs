//! The cache of the process: entries by key, in shards that are locked one by one.
//!
//! Readers of a shard do not wait for each other, and what they fetch is read without any lock. When the memory is full,
//! what has expired goes first, and then what was not asked for the longest, shard by shard.

use crate::stored::Stored;
use phant_memory::account;
use std::{
    collections::HashMap,
    hash::{BuildHasherDefault, Hasher},
    sync::{
        Arc, LazyLock, RwLock, RwLockReadGuard, RwLockWriteGuard,
        atomic::{AtomicI64, AtomicU64, AtomicUsize, Ordering::Relaxed},
    },
    time::{SystemTime, UNIX_EPOCH},
};

const SHARDS: usize = 64;
/// What an entry takes beside its key and value.
const OVERHEAD: usize = 160;

/// A value with what is known of it.
pub(crate) struct Entry {
    pub value: Stored,
    pub key: Box<[u8]>,
    pub created: i64,
    pub modified: i64,
    pub accessed: AtomicI64,
    pub hits: AtomicU64,
    /// Seconds that it lives; 0 for ever.
    pub ttl: i64,
    pub size: usize,
}

impl Entry {
    pub(crate) fn new(key: &[u8], value: Stored, ttl: i64) -> Entry {
        let now = now();
        let size = OVERHEAD + key.len() + value.size();
        let ttl = ttl.max(0);
        Entry {
            value,
            key: key.into(),
            created: now,
            modified: now,
            accessed: AtomicI64::new(now),
            hits: AtomicU64::new(0),
            ttl,
            size,
        }
    }
    fn is_over(&self, now: i64) -> bool {
        self.ttl > 0 && self.created.saturating_add(self.ttl) < now
    }
    /// Whether it may go after so many seconds in which nobody has asked for it.
    fn is_idle(&self, now: i64, seconds: i64) -> bool {
        seconds > 0 && self.ttl == 0 && self.accessed.load(Relaxed).saturating_add(seconds) < now
    }
}

/// Seconds since 1970.
pub(crate) fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |t| t.as_secs() as i64)
}

/// The hash of strings, spread over all bits. The part of it that chose the shard is the same for all keys of a shard.
#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn write(&mut self, bytes: &[u8]) {
        self.0 = phant_memory::string::hash_bytes(bytes).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
    // That of a slice comes before its bytes.
    fn write_usize(&mut self, _: usize) {}
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }
}

/// Some of the entries, alone in its cache lines: who uses one shard does not slow down those who use others.
#[derive(Default)]
#[repr(align(128))]
struct Shard {
    entries: RwLock<Entries>,
    hits: AtomicU64,
    misses: AtomicU64,
}

/// The entries and figures.
pub(crate) struct Cache {
    shards: Vec<Shard>,
    /// Bytes of all entries.
    used: AtomicUsize,
    /// Where making room goes on.
    hand: AtomicUsize,
    pub inserts: AtomicU64,
    pub expunges: AtomicU64,
    pub started: AtomicI64,
}

/// The cache of the process.
pub(crate) static CACHE: LazyLock<Cache> = LazyLock::new(|| Cache {
    shards: (0..SHARDS).map(|_| Shard::default()).collect(),
    used: AtomicUsize::new(0),
    hand: AtomicUsize::new(0),
    inserts: AtomicU64::new(0),
    expunges: AtomicU64::new(0),
    started: AtomicI64::new(now()),
});

/// What a change of an entry makes of it.
pub(crate) enum Change {
    /// It stays as it is.
    Keep,
    /// This takes its place, with the old one's times and figures where there is an old one.
    Put(Stored),
}

/// How much room there is.
#[derive(Clone, Copy)]
pub(crate) struct Room {
    /// For all entries, in bytes.
    pub limit: usize,
    /// Seconds after which an entry without a time of its own may go when nobody has asked for it; 0: it has no such time.
    pub idle: i64,
}

type Entries = HashMap<Box<[u8]>, Arc<Entry>, BuildHasherDefault<KeyHasher>>;

impl Shard {
    fn read(&self) -> RwLockReadGuard<'_, Entries> {
        self.entries.read().unwrap_or_else(|e| e.into_inner())
    }
    fn write(&self) -> RwLockWriteGuard<'_, Entries> {
        self.entries.write().unwrap_or_else(|e| e.into_inner())
    }
    fn find(&self, key: &[u8], now: i64) -> Option<Arc<Entry>> {
        self.read().get(key).filter(|entry| !entry.is_over(now)).cloned()
    }
}

impl Cache {
    fn shard(&self, key: &[u8]) -> &Shard {
        &self.shards[phant_memory::string::hash_bytes(key) as usize >> 7 & (SHARDS - 1)]
    }

    /// The entry of a key; counts as asking for it.
    pub(crate) fn fetch(&self, key: &[u8]) -> Option<Arc<Entry>> {
        let (shard, now) = (self.shard(key), now());
        let found = shard.find(key, now);
        match &found {
            Some(entry) => {
                // Only what changes is written: others read the same cache line.
                if entry.accessed.load(Relaxed) != now {
                    entry.accessed.store(now, Relaxed);
                }
                entry.hits.fetch_add(1, Relaxed);
                shard.hits.fetch_add(1, Relaxed);
            }
            None => {
                shard.misses.fetch_add(1, Relaxed);
            }
        }
        found
    }

    /// How often keys were asked for that were there, and that were not.
    pub(crate) fn asked(&self) -> (u64, u64) {
        self.shards
            .iter()
            .fold((0, 0), |(hits, misses), shard| (hits + shard.hits.load(Relaxed), misses + shard.misses.load(Relaxed)))
    }

    /// The entry of a key.
    pub(crate) fn look(&self, key: &[u8]) -> Option<Arc<Entry>> {
        self.shard(key).find(key, now())
    }

    /// Puts a value in. With `only_new` an entry that is there stays, and the result is false; so it is if there is no room.
    pub(crate) fn store(&self, key: &[u8], value: Stored, ttl: i64, only_new: bool, room: Room) -> bool {
        let before = account::taken();
        let stored = self.put(Entry::new(key, value, ttl), only_new, room);
        account::add(before - account::taken());
        stored
    }

    fn put(&self, entry: Entry, only_new: bool, room: Room) -> bool {
        let size = entry.size;
        if size > room.limit {
            return false;
        }
        self.make_room(size, room);
        let key = entry.key.clone();
        let mut shard = self.shard(&key).write();
        if only_new && shard.get(&key).is_some_and(|old| !old.is_over(now())) {
            return false;
        }
        self.used.fetch_add(size, Relaxed);
        self.inserts.fetch_add(1, Relaxed);
        if let Some(old) = shard.insert(key, Arc::new(entry)) {
            self.used.fetch_sub(old.size, Relaxed);
        }
        true
    }

    /// Looks at an entry and changes it, with nobody between.
    pub(crate) fn change<R>(&self, key: &[u8], ttl: i64, change: impl FnOnce(Option<&Entry>) -> (Change, R)) -> R {
        let before = account::taken();
        let mut shard = self.shard(key).write();
        let old = shard.get(key).filter(|entry| !entry.is_over(now())).cloned();
        let (change, result) = change(old.as_deref());
        if let Change::Put(value) = change {
            let mut entry = Entry::new(key, value, ttl);
            match &old {
                Some(old) => {
                    entry.created = old.created;
                    entry.ttl = old.ttl;
                    entry.hits = AtomicU64::new(old.hits.load(Relaxed) + 1);
                }
                None => {
                    self.inserts.fetch_add(1, Relaxed);
                }
            }
            self.used.fetch_add(entry.size, Relaxed);
            if let Some(replaced) = shard.insert(key.into(), Arc::new(entry)) {
                self.used.fetch_sub(replaced.size, Relaxed);
            }
        }
        drop(shard);
        account::add(before - account::taken());
        result
    }

    /// Takes an entry out; false if there is none.
    pub(crate) fn delete(&self, key: &[u8]) -> bool {
        let mut shard = self.shard(key).write();
        let removed = shard.remove(key);
        drop(shard);
        match removed {
            Some(entry) => {
                self.used.fetch_sub(entry.size, Relaxed);
                !entry.is_over(now())
            }
            None => false,
        }
    }

    /// Takes everything out.
    pub(crate) fn clear(&self) {
        for shard in &self.shards {
            let all = std::mem::take(&mut *shard.write());
            self.used.fetch_sub(all.values().map(|entry| entry.size).sum(), Relaxed);
            shard.hits.store(0, Relaxed);
            shard.misses.store(0, Relaxed);
        }
        for figure in [&self.inserts, &self.expunges] {
            figure.store(0, Relaxed);
        }
        self.started.store(now(), Relaxed);
    }

    /// Everything that lives.
    pub(crate) fn entries(&self) -> Vec<Arc<Entry>> {
        let now = now();
        let mut all = Vec::new();
        for shard in &self.shards {
            let shard = shard.read();
            all.extend(shard.values().filter(|entry| !entry.is_over(now)).cloned());
        }
        all.sort_by(|a, b| a.created.cmp(&b.created).then_with(|| a.key.cmp(&b.key)));
        all
    }

    /// Bytes of all entries.
    pub(crate) fn used(&self) -> usize {
        self.used.load(Relaxed)
    }

    /// Makes room for `more` bytes: what has expired goes, and what was idle for too long; where that is not enough, shard after
    /// shard loses half of what was not asked for lately.
    fn make_room(&self, more: usize, room: Room) {
        let full = || self.used().saturating_add(more) > room.limit;
        let next = || &self.shards[self.hand.fetch_add(1, Relaxed) % SHARDS];
        for _ in 0..SHARDS {
            if !full() {
                return;
            }
            let now = now();
            self.thin(&mut next().write(), |entry| entry.is_over(now) || entry.is_idle(now, room.idle));
        }
        for _ in 0..SHARDS * 4 {
            if !full() {
                return;
            }
            let mut shard = next().write();
            let mut times: Vec<i64> = shard.values().map(|entry| entry.accessed.load(Relaxed)).collect();
            if times.is_empty() {
                continue;
            }
            self.expunges.fetch_add(1, Relaxed);
            times.sort_unstable();
            let middle = times[times.len() / 2];
            let mut left = times.len().div_ceil(2);
            self.thin(&mut shard, |entry| {
                let old = left > 0 && entry.accessed.load(Relaxed) <= middle;
                left -= usize::from(old);
                old
            });
        }
    }

    /// Takes out what is told to go.
    fn thin(&self, entries: &mut Entries, mut goes: impl FnMut(&Entry) -> bool) {
        let mut gone = 0;
        entries.retain(|_, entry| {
            let goes = goes(entry);
            gone += if goes { entry.size } else { 0 };
            !goes
        });
        self.used.fetch_sub(gone, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::{CACHE, Room};
    use crate::stored::Stored;
    use std::sync::atomic::Ordering::Relaxed;

    #[test]
    fn what_is_idle_goes_first() {
        let room = Room { limit: 64_000, idle: 10 };
        let put = |key: String, ttl| CACHE.store(key.as_bytes(), Stored::int(1), ttl, false, room);
        for i in 0..100 {
            assert!(put(format!("idle{i}"), 0) && put(format!("timed{i}"), 1000) && put(format!("used{i}"), 0));
            for name in ["idle", "timed"] {
                let entry = CACHE.look(format!("{name}{i}").as_bytes()).expect("stored");
                entry.accessed.fetch_sub(60, Relaxed);
            }
        }
        // One more than there is room for.
        let mut more = 0;
        while CACHE.look(b"idle0").is_some() || CACHE.used() + 200 < room.limit {
            assert!(more < 1000 && put(format!("more{more}"), 0));
            more += 1;
        }
        let left = |name: &str| (0..100).filter(|i| CACHE.look(format!("{name}{i}").as_bytes()).is_some()).count();
        assert_eq!((left("timed"), left("used")), (100, 100));
        assert!(CACHE.used() <= room.limit);
        for i in 0..2000 {
            assert!(put(format!("new{i}"), 0));
            assert!(CACHE.used() <= room.limit);
        }
        assert!(!CACHE.store(&vec![b'k'; 70_000], Stored::int(1), 0, false, room));
    }
}
