//! Building a string piece by piece, straight into the request heap.
//!
//! A builder is bounded: what the memory limit leaves no room for is not appended. Then memory is exhausted, and the request
//! ends at the next safepoint, so nobody sees what is missing.

use super::{Str, copy_short, fits};
use std::fmt;

/// Collects bytes and ends as a [`Str`] without another copy.
///
/// ```
/// use phant_memory::StrBuilder;
/// let mut out = StrBuilder::new();
/// out.push_bytes(b"a = ");
/// out.push_int(-12);
/// assert_eq!(out.finish().as_bytes(), b"a = -12");
/// ```
pub struct StrBuilder {
    /// The string. Its own length is not kept up to date: see `settle`.
    string: Str,
    /// Where the next byte goes.
    to: *mut u8,
    /// Where the room ends; the NUL has a place behind.
    end: *mut u8,
}

impl StrBuilder {
    /// An empty builder.
    pub fn new() -> StrBuilder {
        StrBuilder::with_capacity(64)
    }
    /// An empty builder with room for `capacity` bytes.
    #[inline]
    pub fn with_capacity(capacity: usize) -> StrBuilder {
        StrBuilder::of(Str::with_capacity(if fits(capacity) { capacity } else { 0 }))
    }
    /// A builder that goes on where an unshared string ends.
    #[inline]
    fn of(string: Str) -> StrBuilder {
        debug_assert!(string.is_unique());
        let data = string.data();
        // SAFETY: both are in the string's block.
        let (to, end) = unsafe { (data.add(string.len()), data.add(string.capacity())) };
        StrBuilder { string, to, end }
    }
    /// The string of several pieces.
    pub fn of_pieces(pieces: &[&[u8]]) -> Str {
        let len = pieces.iter().map(|p| p.len()).sum();
        match Str::joined(len, pieces.iter().copied()) {
            short if short.len() <= 1 => Str::new(short.as_bytes()),
            string => string,
        }
    }
    /// How many bytes there is room for.
    #[inline(always)]
    fn room(&self) -> usize {
        // SAFETY: `to` is never behind `end`, both in the same block.
        unsafe { self.end.offset_from_unsigned(self.to) }
    }
    /// Writes what is kept here into the string.
    #[inline]
    fn settle(&mut self) {
        let len = self.len();
        // SAFETY: the string is ours alone and has room for a NUL behind its capacity.
        unsafe {
            self.to.write(0);
            (*self.string.0.as_ptr()).len = len as u32;
            super::forget_content(self.string.0.as_ptr());
        }
    }
    /// Makes room for `more` bytes; false if there is no memory for that.
    #[cold]
    #[inline(never)]
    fn enlarge(&mut self, more: usize) -> bool {
        self.settle();
        let enlarged = self.string.enlarge(more);
        let data = self.string.data();
        // SAFETY: both are in the string's block, which may be another one now.
        (self.to, self.end) = unsafe { (data.add(self.string.len()), data.add(self.string.capacity())) };
        enlarged
    }
    /// Whether there is room for `more` bytes, now at least.
    #[inline(always)]
    fn has_room(&mut self, more: usize) -> bool {
        more <= self.room() || self.enlarge(more)
    }
    /// Appends bytes.
    #[inline]
    pub fn push_bytes(&mut self, bytes: &[u8]) {
        if self.has_room(bytes.len()) {
            // SAFETY: there is room, and the string is nobody else's, so the bytes are not in it.
            unsafe {
                copy_short(bytes, self.to);
                self.to = self.to.add(bytes.len());
            }
        }
    }
    /// Appends some few bytes, as many as the program says.
    #[inline(always)]
    pub fn push_few<const N: usize>(&mut self, bytes: [u8; N]) {
        if self.has_room(N) {
            // SAFETY: there is room.
            unsafe {
                self.to.cast::<[u8; N]>().write_unaligned(bytes);
                self.to = self.to.add(N);
            }
        }
    }
    /// Appends the first `len` of some few bytes. All of them are written; those behind are overwritten by what follows.
    #[inline(always)]
    pub fn push_some<const N: usize>(&mut self, bytes: [u8; N], len: usize) {
        assert!(len <= N, "bytes that were given");
        if self.has_room(N) {
            // SAFETY: there is room for all, and `len` are no more.
            unsafe {
                self.to.cast::<[u8; N]>().write_unaligned(bytes);
                self.to = self.to.add(len);
            }
        }
    }
    /// Appends some few bytes, bytes, and some few again.
    #[inline(always)]
    pub fn push_framed<const N: usize, const M: usize>(&mut self, head: [u8; N], bytes: &[u8], tail: [u8; M]) {
        if self.has_room(N + bytes.len() + M) {
            // SAFETY: there is room, and the string is nobody else's, so the bytes are not in it.
            unsafe {
                self.to.cast::<[u8; N]>().write_unaligned(head);
                copy_short(bytes, self.to.add(N));
                self.to = self.to.add(N + bytes.len());
                self.to.cast::<[u8; M]>().write_unaligned(tail);
                self.to = self.to.add(M);
            }
        }
    }
    /// Appends text.
    #[inline]
    pub fn push_str(&mut self, text: &str) {
        self.push_bytes(text.as_bytes());
    }
    /// Appends one byte.
    #[inline]
    pub fn push(&mut self, byte: u8) {
        self.push_few([byte]);
    }
    /// Appends ASCII text in lower case.
    pub fn push_lower(&mut self, bytes: &[u8]) {
        for block in bytes.chunks(32) {
            let mut lower = [0; 32];
            let lower = &mut lower[..block.len()];
            lower.copy_from_slice(block);
            lower.make_ascii_lowercase();
            self.push_bytes(lower);
        }
    }
    /// Appends one byte several times.
    pub fn push_repeated(&mut self, byte: u8, times: usize) {
        const STEP: usize = 64;
        let block = [byte; STEP];
        let mut left = times;
        while left > 0 {
            let n = left.min(STEP);
            self.push_bytes(&block[..n]);
            left -= n;
        }
    }
    /// Appends a decimal integer.
    #[inline]
    pub fn push_int(&mut self, i: i64) {
        if !self.has_room(20) {
            return;
        }
        match i {
            0..=9 => return self.push(b'0' + i as u8),
            10..=9999 => {
                let (word, len) = phant_numeric::four_digits(i as u32);
                return self.push_some(word.to_le_bytes(), len);
            }
            _ => {}
        }
        let text = phant_numeric::IntText::new(i);
        match text.word() {
            // SAFETY: there is room for eight bytes.
            Some((word, len)) => unsafe {
                self.to.cast::<u64>().write_unaligned(word);
                self.to = self.to.add(len);
            },
            None => self.push_bytes(text.as_bytes()),
        }
    }
    /// What was built so far.
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        // SAFETY: all up to `to` was written.
        unsafe { std::slice::from_raw_parts(self.string.data(), self.len()) }
    }
    /// Number of bytes so far.
    #[inline]
    pub fn len(&self) -> usize {
        // SAFETY: `to` is in the string's block, not before its content.
        unsafe { self.to.cast_const().offset_from_unsigned(self.string.data()) }
    }
    /// Whether nothing was appended yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Cuts back to `len` bytes.
    pub fn truncate(&mut self, len: usize) {
        if len < self.len() {
            // SAFETY: inside the content.
            self.to = unsafe { self.string.data().add(len) };
        }
    }
    /// The finished string.
    #[inline]
    pub fn finish(mut self) -> Str {
        if self.len() <= 1 {
            return Str::new(self.as_bytes());
        }
        self.settle();
        self.string
    }
}

impl Default for StrBuilder {
    fn default() -> Self {
        StrBuilder::new()
    }
}

impl fmt::Write for StrBuilder {
    fn write_str(&mut self, s: &str) -> fmt::Result {
        self.push_str(s);
        Ok(())
    }
}
