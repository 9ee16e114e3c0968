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
    /// How many have a number.
    count: u32,
    table: HeapVec<Place>,
    /// Strings by their address, with their number: the keys of records are the same strings again.
    last: [(usize, u32); LAST],
}

/// A string: the folded hash, the number, and where in the text its bytes are.
#[derive(Clone, Copy)]
struct Place {
    hash: u32,
    number: u32,
    start: u32,
    len: u32,
}

const LAST: usize = 256;
const SMALLEST: usize = 64;
/// Larger tables are not kept.
const LARGEST: usize = 4096;
/// Numbers begin anew above this one.
const HIGHEST: u32 = 1 << 30;

/// Half of a hash, of which all bits count.
#[inline(always)]
fn folded(hash: u64) -> u32 {
    hash as u32 ^ (hash >> 32) as u32
}

impl Strings {
    fn new() -> Strings {
        Strings { base: 0, count: 0, table: heap_vec(), last: [(0, 0); LAST] }
    }

    /// Forgets all strings.
    fn forget(&mut self) {
        self.base += self.count;
        self.count = 0;
        if self.base > HIGHEST || self.table.len() > LARGEST {
            *self = Strings::new();
        }
    }

    /// The number of a string that was remembered by its address.
    #[inline(always)]
    pub(crate) fn known(&self, s: &PhpStr) -> Option<u32> {
        let (address, number) = self.last[Strings::last_of(s)];
        (address == std::ptr::from_ref(s).addr() && number > self.base).then(|| number - self.base - 1)
    }

    #[inline(always)]
    fn last_of(s: &PhpStr) -> usize {
        const { assert!(LAST == 256) };
        (std::ptr::from_ref(s).addr().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56) & (LAST - 1)
    }

    /// The number of a string, and whether it was met before. `text` is what was written so far; if the string is new, its bytes will
    /// begin at `start`.
    #[inline(always)]
    pub(crate) fn number(&mut self, s: &PhpStr, text: &[u8], start: usize) -> (u32, bool) {
        if (self.count as usize + 1) * 2 > self.table.len() {
            self.grow();
        }
        let hash = folded(s.hash());
        let (base, mask) = (self.base, self.table.len() - 1);
        let table = self.table.as_mut_slice();
        let mut at = hash as usize & mask;
        loop {
            let place = &mut table[at];
            if place.number <= base {
                self.count += 1;
                *place = Place { hash, number: base + self.count, start: start as u32, len: s.len() as u32 };
                return (self.count - 1, false);
            }
            if place.hash == hash {
                let bytes = place.start as usize..place.start as usize + place.len as usize;
                // Without memory the text may lack it.
                if text.get(bytes).is_some_and(|known| is_same(known, s)) {
                    return (place.number - base - 1, true);
                }
            }
            at = (at + 1) & mask;
        }
    }

    /// Remembers a string by its address, which no other string has before the text is complete.
    #[inline(always)]
    pub(crate) fn remember(&mut self, s: &PhpStr, number: u32) {
        self.last[Strings::last_of(s)] = (std::ptr::from_ref(s).addr(), self.base + number + 1);
    }

    /// A string that cannot be found again takes a number all the same.
    #[inline]
    pub(crate) fn skip(&mut self) {
        self.count += 1;
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        let size = ((self.count as usize + 1) * 4).next_power_of_two().max(SMALLEST);
        let old = std::mem::replace(&mut self.table, heap_vec());
        self.table.resize(size, Place { hash: 0, number: 0, start: 0, len: 0 });
        for place in old.into_iter().filter(|place| place.number > self.base) {
            let mut at = place.hash as usize & (size - 1);
            while self.table[at].number != 0 {
                at = (at + 1) & (size - 1);
            }
            self.table[at] = place;
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
