//! What was written, by number: strings, and what has an address.
//!
//! The tables have open addressing and are at most half full. They are kept from call to call, and nobody clears them: a number
//! is written down as the place in the sequence of all numbers that were ever given, and what is not above the one at which
//! this text began is an empty place.

use phant_key_cache::is_same;
use phant_memory::{HeapVec, PhpStr, heap_vec};

/// Numbers strings in the order in which they are met. Their bytes are in the text that is being written, so nothing else needs
/// to keep them.
pub(crate) struct Strings {
    /// The last number of the text before this one.
    base: u32,
    /// Where the bytes of each string are in the text, and how many they are.
    places: HeapVec<(u32, u32)>,
    /// The folded hash in the upper half, and the number.
    table: HeapVec<u64>,
    /// Strings by their address, with their number: the keys of records are the same strings again.
    last: [(usize, u32); LAST],
}

const LAST: usize = 64;
const SMALLEST: usize = 64;
/// Larger tables are not kept.
const LARGEST: usize = 4096;
/// Numbers begin anew above this one.
const HIGHEST: u32 = 1 << 30;

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
    fn new() -> Strings {
        Strings { base: 0, places: heap_vec(), table: heap_vec(), last: [(0, 0); LAST] }
    }

    /// Forgets all strings.
    fn forget(&mut self) {
        self.base += self.places.len() as u32;
        if self.base > HIGHEST || self.table.len() > LARGEST {
            *self = Strings::new();
        }
        self.places.clear();
    }

    /// The number of a string that was remembered by its address.
    #[inline(always)]
    pub(crate) fn known(&self, s: &PhpStr) -> Option<u32> {
        let (address, number) = self.last[Strings::last_of(s)];
        (address == std::ptr::from_ref(s).addr() && number > self.base).then(|| number - self.base - 1)
    }

    #[inline(always)]
    fn last_of(s: &PhpStr) -> usize {
        const { assert!(LAST == 64) };
        (std::ptr::from_ref(s).addr().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 58) & (LAST - 1)
    }

    /// The number of a string that was met before. `text` is what was written so far.
    #[inline]
    pub(crate) fn find(&mut self, s: &PhpStr, text: &[u8]) -> Result<u32, Missing> {
        if (self.places.len() + 1) * 2 > self.table.len() {
            self.grow();
        }
        let hash = folded(s.hash());
        let mask = self.table.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let entry = self.table[at];
            if entry as u32 <= self.base {
                return Err(Missing { at, hash });
            }
            if (entry >> 32) as u32 == hash {
                let number = entry as u32 - self.base - 1;
                let (start, len) = self.places[number as usize];
                // Without memory the text may lack it.
                if text.get(start as usize..start as usize + len as usize).is_some_and(|known| is_same(known, s)) {
                    return Ok(number);
                }
            }
            at = (at + 1) & mask;
        }
    }

    /// Adds a string whose bytes begin at `start` in the text.
    #[inline]
    pub(crate) fn add(&mut self, missing: Missing, s: &PhpStr, start: usize) -> u32 {
        let number = self.places.len() as u32;
        self.table[missing.at] = u64::from(missing.hash) << 32 | u64::from(self.base + number + 1);
        self.places.push((start as u32, s.len() as u32));
        number
    }

    /// Remembers a string by its address, which no other string has before the text is complete.
    #[inline]
    pub(crate) fn remember(&mut self, s: &PhpStr, number: u32) {
        self.last[Strings::last_of(s)] = (std::ptr::from_ref(s).addr(), self.base + number + 1);
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
        let old = std::mem::replace(&mut self.table, heap_vec());
        self.table.resize(size, 0);
        let mask = size - 1;
        for entry in old.into_iter().filter(|entry| *entry as u32 > self.base) {
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
    /// The last number of the text before this one.
    base: u32,
    /// An address with its number.
    table: HeapVec<(usize, u32)>,
    count: usize,
}

impl Addresses {
    fn new() -> Addresses {
        Addresses { base: 0, table: heap_vec(), count: 0 }
    }

    /// Forgets all addresses. `numbers` were given.
    fn forget(&mut self, numbers: u32) {
        self.base += numbers + 1;
        self.count = 0;
        if self.base > HIGHEST || self.table.len() > LARGEST {
            *self = Addresses::new();
        }
    }

    /// The number of an address that was met before; a new one gets `number`.
    #[inline]
    pub(crate) fn number(&mut self, address: usize, number: u32) -> Option<u32> {
        if (self.count + 1) * 2 > self.table.len() {
            self.grow();
        }
        let at = self.place(address);
        let entry = &mut self.table[at];
        if entry.1 > self.base {
            return Some(entry.1 - self.base - 1);
        }
        *entry = (address, self.base + number + 1);
        self.count += 1;
        None
    }

    /// Where an address is, or would go.
    #[inline]
    fn place(&self, address: usize) -> usize {
        let mask = self.table.len() - 1;
        let mut at = (address.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) & mask;
        while self.table[at].1 > self.base && self.table[at].0 != address {
            at = (at + 1) & mask;
        }
        at
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        let size = (self.table.len() * 4).max(SMALLEST);
        let old = std::mem::replace(&mut self.table, heap_vec());
        self.table.resize(size, (0, 0));
        for entry in old.into_iter().filter(|entry| entry.1 > self.base) {
            let at = self.place(entry.0);
            self.table[at] = entry;
        }
    }
}

/// Both tables.
pub(crate) struct Known {
    pub strings: Strings,
    pub addresses: Addresses,
}

impl Known {
    pub(crate) fn new() -> Known {
        Known { strings: Strings::new(), addresses: Addresses::new() }
    }

    /// Forgets everything. So many numbers were given to what has an address.
    pub(crate) fn forget(&mut self, numbers: u32) {
        self.strings.forget();
        self.addresses.forget(numbers);
    }
}
