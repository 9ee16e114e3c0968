//! The strings that were written, by number.

use phant_memory::{HeapVec, PhpStr, RequestHeap, Str, heap_vec};

/// Numbers strings in the order in which they are met.
pub(crate) struct Strings {
    /// How many numbers were given away.
    count: u32,
    /// The strings that can be found, with their numbers.
    known: HeapVec<(Str, u32)>,
    /// Open addressing, at most half full: the place in `known` plus one, or 0.
    table: HeapVec<u32>,
    /// Strings met last, by their address: the keys of records are the same strings again. What is in here is in `known`.
    last: [(usize, u32); LAST],
}

const LAST: usize = 32;

impl Strings {
    pub(crate) fn new() -> Strings {
        Strings { count: 0, known: HeapVec::with_capacity_in(20, RequestHeap), table: heap_vec(), last: [(0, 0); LAST] }
    }

    /// The number of a string that was met before; a new one gets the next number.
    #[inline]
    pub(crate) fn number(&mut self, s: &PhpStr) -> Option<u32> {
        let address = std::ptr::from_ref(s).addr();
        let last = (address >> 4 ^ address >> 9) % LAST;
        if self.last[last].0 == address {
            return Some(self.last[last].1);
        }
        let (number, kept) = self.other(s);
        // Only of what is kept here the address is nobody else's later.
        if kept {
            self.last[last] = (address, number.unwrap_or(self.count - 1));
        }
        number
    }

    /// As [`Strings::number`], by the bytes, and whether this very string is kept from now on.
    fn other(&mut self, s: &PhpStr) -> (Option<u32>, bool) {
        if (self.known.len() + 1) * 2 > self.table.len() {
            self.grow((self.table.len() * 4).max(64));
        }
        let mask = self.table.len() - 1;
        let mut at = s.hash() as usize & mask;
        loop {
            match self.table[at] {
                0 => break,
                place => {
                    let (known, number) = &self.known[place as usize - 1];
                    if known.same_bytes(s) {
                        return (Some(*number), s.is_immutable() || std::ptr::eq(&raw const **known, s));
                    }
                }
            }
            at = (at + 1) & mask;
        }
        self.known.push((s.to_handle(), self.count));
        self.table[at] = self.known.len() as u32;
        self.count += 1;
        (None, true)
    }

    /// A string that cannot be found again takes a number all the same.
    #[inline]
    pub(crate) fn skip(&mut self) {
        self.count += 1;
    }

    #[cold]
    fn grow(&mut self, size: usize) {
        self.table.clear();
        self.table.resize(size, 0);
        let mask = size - 1;
        for (place, (s, _)) in self.known.iter().enumerate() {
            let mut at = s.hash() as usize & mask;
            while self.table[at] != 0 {
                at = (at + 1) & mask;
            }
            self.table[at] = place as u32 + 1;
        }
    }
}
