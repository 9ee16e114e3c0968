//! The cache of the process: entries by key, in shards that are locked one by one.
//!
//! Readers of a shard do not wait for each other, what they fetch is read without any lock, and what they fetch again they find
//! without one (see `front`). When the memory is full,
//! what has expired goes first, and then what was not asked for the longest, shard by shard.

use crate::{front, stored::Stored};
use hashbrown::HashTable;
use phant_memory::{PhpStr, Str, Value, account};
use std::sync::{
    Arc, LazyLock, RwLock, RwLockReadGuard, RwLockWriteGuard,
    atomic::{
        AtomicBool, AtomicI64, AtomicU64, AtomicUsize,
        Ordering::{Acquire, Relaxed, SeqCst},
    },
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
    /// Seconds that it lives; 0 for ever. What has less is over at once.
    pub ttl: i64,
    pub size: usize,
    /// It is no longer in the cache. Written under the shard's lock, so whoever knows of the change that took it out sees that.
    is_gone: AtomicBool,
}

impl Entry {
    fn new(key: &[u8], value: Stored, ttl: i64, now: i64) -> Entry {
        let size = Entry::size(key, &value);
        Entry {
            value,
            key: key.into(),
            created: now,
            modified: now,
            accessed: AtomicI64::new(now),
            hits: AtomicU64::new(0),
            ttl,
            size,
            is_gone: AtomicBool::new(false),
        }
    }
    /// Bytes that an entry takes.
    fn size(key: &[u8], value: &Stored) -> usize {
        OVERHEAD + key.len() + value.size()
    }
    /// Makes it an entry that was put in now. What was in it comes back.
    fn renew(&mut self, value: Stored, ttl: i64, now: i64) -> Stored {
        self.size = Entry::size(&self.key, &value);
        (self.created, self.modified, self.ttl) = (now, now, ttl);
        (*self.accessed.get_mut(), *self.hits.get_mut(), *self.is_gone.get_mut()) = (now, 0, false);
        std::mem::replace(&mut self.value, value)
    }
    fn is_over(&self, now: i64) -> bool {
        self.ttl != 0 && self.created.saturating_add(self.ttl) < now
    }
    /// Whether it is still in the cache, and lives. The clock is asked only where the answer hangs on it.
    #[inline]
    pub(crate) fn is_there(&self) -> bool {
        !self.is_gone.load(Acquire) && (self.ttl == 0 || !self.is_over(now()))
    }
    /// Whether it may go after so many seconds in which nobody has asked for it.
    fn is_idle(&self, now: i64, seconds: i64) -> bool {
        seconds > 0 && self.ttl == 0 && self.accessed.load(Relaxed).saturating_add(seconds) < now
    }
}

/// Seconds since 1970, as the kernel's last tick has them: seconds are enough, and asking for more takes as long as a fetch.
pub(crate) fn now() -> i64 {
    rustix::time::clock_gettime(rustix::time::ClockId::RealtimeCoarse).tv_sec
}

/// A key with its hash, which strings know.
#[derive(Clone, Copy)]
pub(crate) struct Key<'a> {
    pub bytes: &'a [u8],
    /// The hash of strings, spread over all bits: the upper ones choose the shard.
    pub hash: u64,
}

impl<'a> Key<'a> {
    fn new(bytes: &'a [u8], hash: u64) -> Key<'a> {
        Key { bytes, hash: hash.wrapping_mul(0x9e37_79b9_7f4a_7c15).swap_bytes() }
    }
}

/// Which shard has the keys of a hash.
#[inline]
fn shard_of(hash: u64) -> usize {
    hash as usize >> 32 & (SHARDS - 1)
}

impl<'a> From<&'a [u8]> for Key<'a> {
    fn from(bytes: &'a [u8]) -> Key<'a> {
        Key::new(bytes, phant_memory::string::hash_bytes(bytes))
    }
}

impl<'a> From<&'a PhpStr> for Key<'a> {
    #[inline]
    fn from(key: &'a PhpStr) -> Key<'a> {
        Key::new(key.as_bytes(), key.hash())
    }
}

impl<'a> From<&'a Str> for Key<'a> {
    #[inline]
    fn from(key: &'a Str) -> Key<'a> {
        Key::from(&**key)
    }
}

/// The entries of a shard.
#[derive(Default)]
struct Entries(HashTable<Arc<Entry>>);

impl Entries {
    #[inline]
    fn get(&self, key: Key<'_>) -> Option<&Arc<Entry>> {
        self.0.find(key.hash, |entry| *entry.key == *key.bytes)
    }
    #[inline]
    fn get_mut(&mut self, key: Key<'_>) -> Option<&mut Arc<Entry>> {
        self.0.find_mut(key.hash, |entry| *entry.key == *key.bytes)
    }
    /// Puts an entry in; the one that was there comes back.
    fn insert(&mut self, key: Key<'_>, entry: Arc<Entry>) -> Option<Arc<Entry>> {
        match self.get_mut(key) {
            Some(known) => Some(std::mem::replace(known, entry)),
            None => {
                self.0.insert_unique(key.hash, entry, |entry| Key::from(&*entry.key).hash);
                None
            }
        }
    }
    fn remove(&mut self, key: Key<'_>) -> Option<Arc<Entry>> {
        self.0.find_entry(key.hash, |entry| *entry.key == *key.bytes).ok().map(|found| found.remove().0)
    }
}

/// What is fetched: most values at once, while the shard is locked; those that take code to make from their entry.
pub(crate) enum Fetched {
    /// The value.
    Value(Value),
    /// What it is made from.
    Text(Arc<Entry>),
}

/// Some of the entries, alone in its cache lines: who uses one shard does not slow down those who use others.
#[derive(Default)]
#[repr(align(128))]
struct Shard {
    entries: RwLock<Entries>,
    /// Hits of entries that are gone. Those of the others stand with them: a hit changes one cache line, which is the entry's.
    hits: AtomicU64,
    misses: AtomicU64,
    inserts: AtomicU64,
}

/// The entries and figures.
pub(crate) struct Cache {
    shards: Vec<Shard>,
    /// Bytes of all entries.
    used: AtomicUsize,
    /// Where making room goes on.
    hand: AtomicUsize,
    pub expunges: AtomicU64,
    pub started: AtomicI64,
}

/// The cache of the process.
pub(crate) static CACHE: LazyLock<Cache> = LazyLock::new(|| Cache {
    shards: (0..SHARDS).map(|_| Shard::default()).collect(),
    used: AtomicUsize::new(0),
    hand: AtomicUsize::new(0),
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

impl Shard {
    fn read(&self) -> RwLockReadGuard<'_, Entries> {
        self.entries.read().unwrap_or_else(|e| e.into_inner())
    }
    fn write(&self) -> RwLockWriteGuard<'_, Entries> {
        self.entries.write().unwrap_or_else(|e| e.into_inner())
    }
}

impl Cache {
    #[inline]
    fn shard(&self, key: Key<'_>) -> &Shard {
        &self.shards[shard_of(key.hash)]
    }

    /// The value of a key, or what it is made from; counts as asking for it.
    pub(crate) fn fetch<'k>(&self, key: impl Into<Key<'k>>) -> Option<Fetched> {
        let key = key.into();
        match front::find(key) {
            Some(value) => Some(Fetched::Value(value)),
            None => self.fetch_shared(key),
        }
    }

    #[inline(never)]
    fn fetch_shared(&self, key: Key<'_>) -> Option<Fetched> {
        let (shard, now) = (self.shard(key), now());
        let entries = shard.read();
        let Some(entry) = entries.get(key).filter(|entry| !entry.is_over(now)) else {
            shard.misses.fetch_add(1, Relaxed);
            return None;
        };
        // Only what changes is written: others read the same cache line.
        if entry.accessed.load(Relaxed) != now {
            entry.accessed.store(now, Relaxed);
        }
        entry.hits.fetch_add(1, Relaxed);
        let Some(value) = entry.value.ready() else { return Some(Fetched::Text(entry.clone())) };
        if front::is_for(entry) {
            let entry = entry.clone();
            drop(entries);
            front::keep(key, entry, value.clone());
        }
        Some(Fetched::Value(value))
    }

    /// Writes down hits of an entry, which may be gone meanwhile.
    pub(crate) fn count_hits(&self, entry: &Entry, hash: u64, hits: u64, now: i64) {
        if hits == 0 {
            return;
        }
        if entry.accessed.load(Relaxed) != now {
            entry.accessed.store(now, Relaxed);
        }
        // Either `gone` finds these hits with the entry, or they are added after it has looked, and it has said so before.
        entry.hits.fetch_add(hits, SeqCst);
        if entry.is_gone.load(SeqCst) {
            self.shards[shard_of(hash)].hits.fetch_add(entry.hits.swap(0, SeqCst), Relaxed);
        }
    }

    /// How often keys were asked for that were there, and that were not.
    pub(crate) fn asked(&self) -> (u64, u64) {
        front::settle();
        self.shards.iter().fold((0, 0), |(hits, misses), shard| {
            let here: u64 = shard.read().0.iter().map(|entry| entry.hits.load(Relaxed)).sum();
            // What is gone may have taken more along than it was asked for.
            let here = here.wrapping_add(shard.hits.load(Relaxed));
            (hits + here, misses + shard.misses.load(Relaxed))
        })
    }

    /// How many entries were put in.
    pub(crate) fn inserts(&self) -> u64 {
        self.shards.iter().map(|shard| shard.inserts.load(Relaxed)).sum()
    }

    /// Whether there is such a key; does not count as asking for it.
    pub(crate) fn has<'k>(&self, key: impl Into<Key<'k>>) -> bool {
        let key = key.into();
        front::has(key) || self.shard(key).read().get(key).is_some_and(|entry| entry.is_there())
    }

    /// The entry of a key.
    pub(crate) fn look<'k>(&self, key: impl Into<Key<'k>>) -> Option<Arc<Entry>> {
        let key = key.into();
        front::settle();
        self.shard(key).read().get(key).filter(|entry| entry.is_there()).cloned()
    }

    /// Puts a value in. With `only_new` an entry that is there stays, and the result is false; so it is if there is no room.
    pub(crate) fn store<'k>(&self, key: impl Into<Key<'k>>, value: Stored, ttl: i64, only_new: bool, room: Room) -> bool {
        let before = account::taken();
        let stored = self.put(key.into(), value, ttl, only_new, room);
        account::add(before - account::taken());
        stored
    }

    fn put(&self, key: Key<'_>, value: Stored, ttl: i64, only_new: bool, room: Room) -> bool {
        let size = Entry::size(key.bytes, &value);
        if size > room.limit {
            return false;
        }
        self.make_room(size, room);
        let (shard, now) = (self.shard(key), now());
        let mut entries = shard.write();
        let known = entries.get_mut(key);
        if only_new && known.as_ref().is_some_and(|known| !known.is_over(now)) {
            return false;
        }
        shard.inserts.fetch_add(1, Relaxed);
        // Mostly nobody looks at the entry that is there: it stays, with something else in it.
        if let Some(entry) = known.and_then(Arc::get_mut) {
            self.gone(shard, entry, size);
            let old = entry.renew(value, ttl, now);
            drop(entries);
            drop(old);
            return true;
        }
        let old = entries.insert(key, Arc::new(Entry::new(key.bytes, value, ttl, now)));
        match &old {
            Some(old) => self.gone(shard, old, size),
            None => self.count(0, size),
        }
        drop(entries);
        true
    }

    /// So many bytes went and came.
    fn count(&self, gone: usize, come: usize) {
        if gone != come {
            self.used.fetch_add(come.wrapping_sub(gone), Relaxed);
        }
    }

    /// An entry is no longer there, but one of this size.
    fn gone(&self, shard: &Shard, entry: &Entry, come: usize) {
        self.count(entry.size, come);
        entry.is_gone.store(true, SeqCst);
        shard.hits.fetch_add(entry.hits.swap(0, SeqCst), Relaxed);
    }

    /// Looks at an entry and changes it, with nobody between.
    pub(crate) fn change<'k, R>(
        &self,
        key: impl Into<Key<'k>>,
        ttl: i64,
        change: impl FnOnce(Option<&Entry>) -> (Change, R),
    ) -> R {
        let key = key.into();
        front::settle();
        let before = account::taken();
        let shard = self.shard(key);
        let mut entries = shard.write();
        let old = entries.get(key).filter(|entry| !entry.is_over(now())).cloned();
        let (change, result) = change(old.as_deref());
        if let Change::Put(value) = change {
            let mut entry = Entry::new(key.bytes, value, ttl, now());
            match &old {
                Some(old) => {
                    entry.created = old.created;
                    entry.ttl = old.ttl;
                    entry.hits = AtomicU64::new(old.hits.load(Relaxed) + 1);
                    // It takes the old one's hits along, and one that nobody asked for.
                    shard.hits.fetch_sub(old.hits.load(Relaxed) + 1, Relaxed);
                }
                None => {
                    shard.inserts.fetch_add(1, Relaxed);
                }
            }
            let size = entry.size;
            match entries.insert(key, Arc::new(entry)) {
                Some(replaced) => self.gone(shard, &replaced, size),
                None => self.count(0, size),
            }
        }
        drop(entries);
        account::add(before - account::taken());
        result
    }

    /// Takes an entry out; false if there is none.
    pub(crate) fn delete<'k>(&self, key: impl Into<Key<'k>>) -> bool {
        let key = key.into();
        let shard = self.shard(key);
        let removed = shard.write().remove(key);
        match removed {
            Some(entry) => {
                self.gone(shard, &entry, 0);
                !entry.is_over(now())
            }
            None => false,
        }
    }

    /// Takes everything out.
    pub(crate) fn clear(&self) {
        front::forget();
        for shard in &self.shards {
            let mut entries = shard.write();
            entries.0.iter().for_each(|entry| self.gone(shard, entry, 0));
            let all = std::mem::take(&mut *entries);
            drop(entries);
            drop(all);
            shard.hits.store(0, Relaxed);
            shard.misses.store(0, Relaxed);
            shard.inserts.store(0, Relaxed);
        }
        self.expunges.store(0, Relaxed);
        self.started.store(now(), Relaxed);
    }

    /// Everything that lives.
    pub(crate) fn entries(&self) -> Vec<Arc<Entry>> {
        front::settle();
        let now = now();
        let mut all = Vec::new();
        for shard in &self.shards {
            let shard = shard.read();
            all.extend(shard.0.iter().filter(|entry| !entry.is_over(now)).cloned());
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
        if full() {
            front::settle();
        }
        let next = || &self.shards[self.hand.fetch_add(1, Relaxed) % SHARDS];
        for _ in 0..SHARDS {
            if !full() {
                return;
            }
            let now = now();
            self.thin(next(), |entry| entry.is_over(now) || entry.is_idle(now, room.idle));
        }
        for _ in 0..SHARDS * 4 {
            if !full() {
                return;
            }
            let shard = next();
            let mut times: Vec<i64> = shard.read().0.iter().map(|entry| entry.accessed.load(Relaxed)).collect();
            if times.is_empty() {
                continue;
            }
            self.expunges.fetch_add(1, Relaxed);
            times.sort_unstable();
            let middle = times[times.len() / 2];
            let mut left = times.len().div_ceil(2);
            self.thin(shard, |entry| {
                let old = left > 0 && entry.accessed.load(Relaxed) <= middle;
                left -= usize::from(old);
                old
            });
        }
    }

    /// Takes out what is told to go.
    fn thin(&self, shard: &Shard, mut goes: impl FnMut(&Entry) -> bool) {
        shard.write().0.retain(|entry| {
            let goes = goes(entry);
            if goes {
                self.gone(shard, entry, 0);
            }
            !goes
        });
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::{CACHE, Room};
    use crate::stored::Stored;
    use std::sync::{Mutex, MutexGuard, PoisonError, atomic::Ordering::Relaxed};

    /// There is one cache: a test that makes it full would take out what others have put in.
    pub(crate) fn alone() -> MutexGuard<'static, ()> {
        static ALONE: Mutex<()> = Mutex::new(());
        ALONE.lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[test]
    fn what_is_idle_goes_first() {
        let _alone = alone();
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
        while CACHE.look(&b"idle0"[..]).is_some() || CACHE.used() + 200 < room.limit {
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
        assert!(!CACHE.store(vec![b'k'; 70_000].as_slice(), Stored::int(1), 0, false, room));
    }
}
