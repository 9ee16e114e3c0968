//! What a thread has fetched lately: it finds that again without touching what other threads touch.
//!
//! A read lock and a count of hits are three changes of cache lines that all readers share, and processors hand those to each other for
//! longer than the rest of a fetch takes. So a thread remembers small entries, and the value that the running request had of them; an
//! entry that is no longer in the cache says so, which readers only read. Hits and times of access are written down when the request is
//! over, every few thousand fetches, and whenever this thread looks at them.

use crate::cache::{CACHE, Entry, Key, now};
use hashbrown::HashTable;
use phant_key_cache::is_same;
use phant_memory::{Value, account};
use std::{
    cell::RefCell,
    mem::{ManuallyDrop, replace},
    sync::Arc,
};

/// Bytes of the largest entry that is remembered.
const LARGEST: usize = 8192;
/// How many entries are remembered, and how many bytes they may have: so much a thread may keep of what the cache has let go.
const MOST: usize = 2048;
const MOST_BYTES: usize = 1 << 20;
/// Fetches after which hits and times are written down in a request that goes on.
const PATIENCE: usize = 8192;

/// An entry that was fetched.
struct Known {
    entry: Arc<Entry>,
    hash: u64,
    /// Hits that are not written down yet.
    hits: u64,
    /// What the running request had of it, if it is among those asked for; it is never dropped but by `settle`, in time.
    value: ManuallyDrop<Value>,
    is_asked: bool,
}

impl Known {
    /// Gives up the value; what was remembered of the request is written down.
    fn settle(&mut self, now: i64) {
        CACHE.count_hits(&self.entry, self.hash, replace(&mut self.hits, 0), now);
        drop(ManuallyDrop::into_inner(replace(&mut self.value, ManuallyDrop::new(Value::NULL))));
    }
}

struct Front {
    known: Vec<Known>,
    places: HashTable<u32>,
    /// Places of those that the running request has asked for.
    asked: Vec<u32>,
    fetches: usize,
    /// Bytes of all entries that are known.
    bytes: usize,
}

thread_local! {
    static FRONT: RefCell<Front> =
        const { RefCell::new(Front { known: Vec::new(), places: HashTable::new(), asked: Vec::new(), fetches: 0, bytes: 0 }) };
}

impl Front {
    #[inline(always)]
    fn place(&self, key: Key<'_>) -> Option<usize> {
        let is_it = |place: &u32| {
            let known = &self.known[*place as usize];
            known.hash == key.hash && is_same(&known.entry.key, key.bytes)
        };
        self.places.find(key.hash, is_it).map(|place| *place as usize)
    }
    #[inline(always)]
    fn find(&mut self, key: Key<'_>) -> Option<Value> {
        let place = self.place(key)?;
        let known = &mut self.known[place];
        if !known.entry.is_there() {
            return None;
        }
        if !known.is_asked {
            known.value = ManuallyDrop::new(known.entry.value.ready()?);
            known.is_asked = true;
            self.asked.push(place as u32);
        }
        known.hits += 1;
        let value = Value::clone(&known.value);
        self.fetches += 1;
        if self.fetches >= PATIENCE {
            self.settle();
        }
        Some(value)
    }
    fn keep(&mut self, key: Key<'_>, entry: Arc<Entry>, value: Value) {
        if self.known.len() >= MOST || self.bytes + entry.size > MOST_BYTES {
            self.forget();
        }
        self.bytes += entry.size;
        let place = match self.place(key) {
            Some(place) => {
                let known = &mut self.known[place];
                known.settle(now());
                self.bytes -= known.entry.size;
                known.entry = entry;
                place
            }
            None => {
                let place = self.known.len();
                self.known.push(Known { entry, hash: key.hash, hits: 0, value: ManuallyDrop::new(Value::NULL), is_asked: false });
                let known = &self.known;
                self.places.insert_unique(key.hash, place as u32, |place| known[*place as usize].hash);
                place
            }
        };
        let known = &mut self.known[place];
        known.value = ManuallyDrop::new(value);
        if !replace(&mut known.is_asked, true) {
            self.asked.push(place as u32);
        }
    }
    fn settle(&mut self) {
        if self.asked.is_empty() {
            return;
        }
        let now = now();
        for place in self.asked.drain(..) {
            let known = &mut self.known[place as usize];
            known.settle(now);
            known.is_asked = false;
        }
        self.fetches = 0;
    }
    fn forget(&mut self) {
        self.settle();
        self.known.clear();
        self.places.clear();
        self.bytes = 0;
    }
}

/// Does something with what this thread remembers. Its memory is on no request's account.
fn with<R>(act: impl FnOnce(&mut Front) -> R) -> R {
    let before = account::taken();
    let result = FRONT.with_borrow_mut(act);
    account::add(before - account::taken());
    result
}

/// The value of a key, if this thread has fetched it before and it is still the one.
#[inline]
pub(crate) fn find(key: Key<'_>) -> Option<Value> {
    FRONT.with_borrow_mut(|front| front.find(key))
}
/// Whether a key is known to be there.
#[inline]
pub(crate) fn has(key: Key<'_>) -> bool {
    FRONT.with_borrow(|front| front.place(key).is_some_and(|place| front.known[place].entry.is_there()))
}
/// Remembers an entry, and the value that the request has of it.
pub(crate) fn keep(key: Key<'_>, entry: Arc<Entry>, value: Value) {
    with(|front| front.keep(key, entry, value));
}
/// Whether an entry is small enough to be remembered.
pub(crate) fn is_for(entry: &Entry) -> bool {
    entry.size <= LARGEST
}
/// Writes down what this thread has asked for; the request has no more values here.
pub(crate) fn settle() {
    with(Front::settle);
}
/// Forgets all.
pub(crate) fn forget() {
    with(Front::forget);
}

#[cfg(test)]
mod tests {
    use crate::cache::{CACHE, Fetched, Room, tests::alone};
    use crate::stored::Stored;

    fn number(key: &str) -> Option<i64> {
        match CACHE.fetch(key.as_bytes())? {
            Fetched::Value(value) => value.as_int(),
            Fetched::Text(_) => None,
        }
    }

    /// A thread sees what others have done as soon as they have done it, and all hits are counted.
    #[test]
    fn nothing_old_is_found() {
        let _alone = alone();
        let room = Room { limit: 1 << 20, idle: 0 };
        let put = move |number| CACHE.store(&b"front"[..], Stored::int(number), 0, false, room);
        for round in 0..100 {
            assert!(std::thread::spawn(move || put(round)).join().expect("stored"));
            assert_eq!([number("front"), number("front"), number("front")], [Some(round); 3]);
            let hits = std::thread::spawn(|| {
                assert!(number("front").is_some());
                super::settle();
                CACHE.look(&b"front"[..]).map(|entry| entry.hits.load(std::sync::atomic::Ordering::SeqCst))
            });
            // The first fetch is written down at once, the two that follow when this thread looks.
            assert_eq!(hits.join().expect("looked"), Some(2));
            let entry = CACHE.look(&b"front"[..]).expect("there");
            assert_eq!(entry.hits.load(std::sync::atomic::Ordering::SeqCst), 4);
            drop(entry);
            assert!(std::thread::spawn(|| CACHE.delete(&b"front"[..])).join().expect("deleted"));
            assert_eq!(number("front"), None);
        }
    }
}
