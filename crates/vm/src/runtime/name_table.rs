//! What a request has by name, in order: its classes, the files that it has included.

use phant_memory::{HeapVec, Str, heap_vec, string::hash_bytes};

/// Values by name, in the order in which names came; none is ever taken out. Mostly the hash of a name that is looked for is
/// known, as it comes from compiled code.
pub struct NameTable<V> {
    entries: HeapVec<(Str, V)>,
    /// Open addressing, at most half full: the low half of a name's hash, and the number of its entry plus one, or 0.
    slots: HeapVec<(u32, u32)>,
}

/// Where the search for a name begins. Names that are counted up have neighbouring hashes, and a name that is not there must
/// not be looked for behind all of them.
#[inline]
pub(crate) fn first(hash: u64) -> usize {
    (hash.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize
}

impl<V> NameTable<V> {
    /// An empty table with room for some names.
    pub(crate) fn with_capacity(names: usize) -> NameTable<V> {
        let mut table = NameTable { entries: heap_vec(), slots: heap_vec() };
        table.entries.reserve_exact(names);
        table.slots.resize((names.max(16) * 2).next_power_of_two(), (0, 0));
        table
    }
    /// Makes room for some names in a table that has none yet.
    pub(crate) fn reserve(&mut self, names: usize) {
        debug_assert!(self.entries.is_empty(), "names have their slots");
        self.entries.reserve_exact(names);
        let slots = (names * 2).next_power_of_two();
        if slots > self.slots.len() {
            self.slots.resize(slots, (0, 0));
        }
    }
    /// The value of a name.
    #[inline]
    pub(crate) fn get(&self, name: &[u8]) -> Option<&V> {
        self.find(hash_bytes(name), name)
    }
    /// The same for a string, whose hash is mostly known.
    #[inline]
    pub(crate) fn named(&self, name: &Str) -> Option<&V> {
        self.find(name.hash(), name)
    }
    #[inline]
    pub(crate) fn find(&self, hash: u64, name: &[u8]) -> Option<&V> {
        let entry = (self.slots[self.slot(hash, name)].1 as usize).checked_sub(1)?;
        Some(&self.entries[entry].1)
    }
    /// Whether there is a name.
    pub(crate) fn contains(&self, name: &[u8]) -> bool {
        self.get(name).is_some()
    }
    /// How many names there are.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }
    /// The names in order.
    pub(crate) fn names(&self) -> impl Iterator<Item = &Str> {
        self.entries.iter().map(|(name, _)| name)
    }
    /// Where a name is or belongs.
    #[inline]
    fn slot(&self, hash: u64, name: &[u8]) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = first(hash) & mask;
        loop {
            let (low, number) = self.slots[at];
            let Some(entry) = (number as usize).checked_sub(1) else { return at };
            if low == hash as u32 {
                // Mostly it is the very string.
                let own = self.entries[entry].0.as_bytes();
                if own.len() == name.len() && (own.as_ptr() == name.as_ptr() || own == name) {
                    return at;
                }
            }
            at = (at + 1) & mask;
        }
    }
    /// Sets the value of a name. What was there before is the result.
    pub(crate) fn insert(&mut self, name: Str, value: V) -> Option<V> {
        let hash = name.hash();
        let mut at = self.slot(hash, &name);
        if let Some(entry) = (self.slots[at].1 as usize).checked_sub(1) {
            return Some(std::mem::replace(&mut self.entries[entry].1, value));
        }
        if (self.entries.len() + 1) * 2 > self.slots.len() {
            self.grow();
            at = self.slot(hash, &name);
        }
        self.entries.push((name, value));
        self.slots[at] = (hash as u32, self.entries.len() as u32);
        None
    }
    #[cold]
    fn grow(&mut self) {
        let len = self.slots.len() * 2;
        self.slots.clear();
        self.slots.resize(len, (0, 0));
        for (number, (name, _)) in (1..).zip(&self.entries) {
            let hash = name.hash();
            let mut at = first(hash) & (len - 1);
            while self.slots[at].1 != 0 {
                at = (at + 1) & (len - 1);
            }
            self.slots[at] = (hash as u32, number);
        }
    }
}
