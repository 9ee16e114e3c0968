//! Building a string piece by piece, straight into the request heap.
//!
//! A builder is bounded: what the memory limit leaves no room for is not appended. Then memory is exhausted, and the request
//! ends at the next safepoint, so nobody sees what is missing.

use super::{Str, fits};
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
pub struct StrBuilder(Str);

impl StrBuilder {
    /// An empty builder.
    pub fn new() -> StrBuilder {
        StrBuilder(Str::with_capacity(64))
    }
    /// An empty builder with room for `capacity` bytes.
    pub fn with_capacity(capacity: usize) -> StrBuilder {
        StrBuilder(Str::with_capacity(if fits(capacity) { capacity } else { 0 }))
    }
    /// The string of several pieces.
    pub fn of_pieces(pieces: &[&[u8]]) -> Str {
        let len = pieces.iter().map(|p| p.len()).sum();
        StrBuilder(Str::joined(len, pieces.iter().copied())).finish()
    }
    /// Appends bytes.
    #[inline]
    pub fn push_bytes(&mut self, bytes: &[u8]) {
        if bytes.len() <= self.0.capacity() - self.0.len() || self.0.make_room(bytes.len()) {
            self.0.append_piece(bytes);
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
        if self.0.len() < self.0.capacity() {
            self.0.append_byte(byte);
        } else {
            self.push_bytes(&[byte]);
        }
    }
    /// Appends one byte several times.
    pub fn push_repeated(&mut self, byte: u8, times: usize) {
        const STEP: usize = 64;
        let mut left = times;
        if left <= self.0.capacity() - self.0.len() && left <= STEP {
            (0..left).for_each(|_| self.0.append_byte(byte));
            return;
        }
        let block = [byte; STEP];
        while left > 0 {
            let n = left.min(STEP);
            self.push_bytes(&block[..n]);
            left -= n;
        }
    }
    /// Appends a decimal integer.
    pub fn push_int(&mut self, i: i64) {
        match i {
            0..=9 => self.push(b'0' + i as u8),
            10..=99 => self.push_bytes(&[b'0' + (i / 10) as u8, b'0' + (i % 10) as u8]),
            _ if self.0.capacity() - self.0.len() >= 20 || self.0.make_room(20) => self.0.append_int(i),
            _ => {}
        }
    }
    /// What was built so far.
    pub fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }
    /// Number of bytes so far.
    pub fn len(&self) -> usize {
        self.0.len()
    }
    /// Whether nothing was appended yet.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
    /// Cuts back to `len` bytes.
    pub fn truncate(&mut self, len: usize) {
        self.0.truncate(len);
    }
    /// The finished string.
    pub fn finish(self) -> Str {
        if self.0.len() <= 1 { Str::new(self.0.as_bytes()) } else { self.0 }
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
