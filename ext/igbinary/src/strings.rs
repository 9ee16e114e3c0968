//! What was written, by number: strings, and what has an address.
//!
//! Both are tables with open addressing, at most half full.

use phant_key_cache::is_same;
use phant_memory::{HeapVec, PhpStr, RequestHeap, Str, heap_vec};

/// Numbers strings in the order in which they are met. Their bytes are in the text that is being written, so nothing else needs
/// to keep them.
pub(crate) struct Strings {
    /// Where the bytes of each string are in the text, and how many they are.
    places: HeapVec<(u32, u32)>,
    /// The folded hash in the upper half, and the number plus one; or 0.
    table: HeapVec<u64>,
    /// Strings met last, by their address: the keys of records are the same strings again.
    last: [Option<(Str, u32)>; LAST],
}

const LAST: usize = 32;
const SMALLEST: usize = 32;

/// Where a string that is not there yet goes.
pub(crate) struct Missing {
    at: usize,
    hash: u32,
}

/// Half of a hash, of which all bits count.
#[inline(always)]
fn folded(hash: u64) -> u32 {
    hash as u32 ^ (hash >> 32) as u32
}

impl Strings {
    pub(crate) fn new() -> Strings {
        Strings { places: HeapVec::with_capacity_in(SMALLEST / 2, RequestHeap), table: heap_vec(), last: [const { None }; LAST] }
    }

    /// The number of a string that was met lately.
    #[inline(always)]
    pub(crate) fn known(&self, s: &PhpStr) -> Option<u32> {
        // Two places for each, so that keys of a record do not push each other out in turn.
        let at = Strings::last_of(s);
        let is_it = |entry: &&(Str, u32)| std::ptr::eq(&raw const *entry.0, s);
        let found = self.last[at].as_ref().filter(is_it).or_else(|| self.last[at ^ 1].as_ref().filter(is_it));
        found.map(|(_, number)| *number)
    }

    #[inline(always)]
    fn last_of(s: &PhpStr) -> usize {
        const { assert!(LAST == 32) };
        (std::ptr::from_ref(s).addr().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 59) & (LAST - 1)
    }

    /// The number of a string that was met before. `text` is what was written so far.
    pub(crate) fn find(&mut self, s: &PhpStr, text: &[u8]) -> Result<u32, Missing> {
        if (self.places.len() + 1) * 2 > self.table.len() {
            self.grow();
        }
        let hash = folded(s.hash());
        let mask = self.table.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let entry = self.table[at];
            if entry == 0 {
                break;
            }
            if (entry >> 32) as u32 == hash {
                let number = entry as u32 - 1;
                let (start, len) = self.places[number as usize];
                // Without memory the text may lack it.
                if text.get(start as usize..start as usize + len as usize).is_some_and(|known| is_same(known, s)) {
                    self.remember(s, number);
                    return Ok(number);
                }
            }
            at = (at + 1) & mask;
        }
        Err(Missing { at, hash })
    }

    /// Adds a string whose bytes begin at `start` in the text.
    #[inline]
    pub(crate) fn add(&mut self, missing: Missing, s: &PhpStr, start: usize) {
        let number = self.places.len() as u32;
        self.table[missing.at] = u64::from(missing.hash) << 32 | u64::from(number + 1);
        self.places.push((start as u32, s.len() as u32));
        if s.is_shared() {
            self.remember(s, number);
        }
    }

    #[inline]
    fn remember(&mut self, s: &PhpStr, number: u32) {
        let at = Strings::last_of(s);
        self.last.swap(at, at ^ 1);
        self.last[at] = Some((s.to_handle(), number));
    }

    /// A string that cannot be found again takes a number all the same.
    #[inline]
    pub(crate) fn skip(&mut self) {
        self.places.push((0, 0));
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        let size = ((self.places.len() + 1) * 4).next_power_of_two().max(SMALLEST);
        let old = std::mem::replace(&mut self.table, HeapVec::with_capacity_in(size, RequestHeap));
        self.table.resize(size, 0);
        let mask = size - 1;
        for entry in old.into_iter().filter(|entry| *entry != 0) {
            let mut at = (entry >> 32) as usize & mask;
            while self.table[at] != 0 {
                at = (at + 1) & mask;
            }
            self.table[at] = entry;
        }
    }
}

/// Numbers of what has an address.
pub(crate) struct Addresses {
    /// An address with its number; or zeros.
    table: HeapVec<(usize, u32)>,
    count: usize,
}

impl Addresses {
    pub(crate) fn new() -> Addresses {
        Addresses { table: heap_vec(), count: 0 }
    }

    /// The number of an address that was met before; a new one gets `number`.
    #[inline]
    pub(crate) fn number(&mut self, address: usize, number: u32) -> Option<u32> {
        if (self.count + 1) * 2 > self.table.len() {
            self.grow();
        }
        let at = Addresses::place(&self.table, address);
        let entry = &mut self.table[at];
        if entry.0 != 0 {
            return Some(entry.1);
        }
        *entry = (address, number);
        self.count += 1;
        None
    }

    /// Where an address is, or would go.
    #[inline]
    fn place(table: &[(usize, u32)], address: usize) -> usize {
        let mask = table.len() - 1;
        let mut at = (address.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) & mask;
        while table[at].0 != 0 && table[at].0 != address {
            at = (at + 1) & mask;
        }
        at
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        let size = (self.table.len() * 4).max(SMALLEST);
        let mut table = HeapVec::with_capacity_in(size, RequestHeap);
        table.resize(size, (0, 0));
        for entry in self.table.iter().filter(|entry| entry.0 != 0) {
            let at = Addresses::place(&table, entry.0);
            table[at] = *entry;
        }
        self.table = table;
    }
}
