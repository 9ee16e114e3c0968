//! Writing a string whose length is known, or bounded, straight into its place.

use super::{Str, copy_short, empty, fits};
use std::{marker::PhantomData, mem::MaybeUninit};

/// Writes a new string from its start, see [`Str::made`]. More than there is room for is a mistake of the program, and panics.
pub struct Writer<'a> {
    to: *mut u8,
    end: *mut u8,
    room: PhantomData<&'a mut [u8]>,
}

impl Writer<'_> {
    #[inline(always)]
    fn left(&self) -> usize {
        // SAFETY: `to` is never behind `end`, both in the same string.
        unsafe { self.end.offset_from_unsigned(self.to) }
    }
    /// Writes a byte.
    #[inline(always)]
    pub fn push(&mut self, byte: u8) {
        assert!(self.to < self.end, "room for a byte");
        // SAFETY: there is room.
        unsafe {
            self.to.write(byte);
            self.to = self.to.add(1);
        }
    }
    /// Writes some bytes.
    #[inline(always)]
    pub fn extend(&mut self, bytes: &[u8]) {
        assert!(bytes.len() <= self.left(), "room for bytes");
        // SAFETY: there is room, in a string that nobody else has seen.
        unsafe {
            copy_short(bytes, self.to);
            self.to = self.to.add(bytes.len());
        }
    }
    /// Writes what `map` makes of each byte.
    #[inline(always)]
    pub fn mapped(&mut self, bytes: &[u8], map: impl Fn(u8) -> u8) {
        assert!(bytes.len() <= self.left(), "room for bytes");
        // SAFETY: there is room.
        unsafe {
            super::map_bytes(bytes, self.to, map);
            self.to = self.to.add(bytes.len());
        }
    }
}

impl Str {
    /// A new string of at most `len` bytes, of what `fill` writes.
    #[inline(always)]
    pub fn made(len: usize, fill: impl FnOnce(&mut Writer<'_>)) -> Str {
        if !fits(len) {
            return empty();
        }
        let s = Str::with_capacity(len);
        // SAFETY: `s` is ours alone and has room for `len` bytes and the NUL; a writer stays between its ends, and is the one it was.
        unsafe {
            let (start, end) = (s.data(), s.data().add(len));
            let mut writer = Writer { to: start, end, room: PhantomData };
            fill(&mut writer);
            assert!(writer.end == end, "a writer of its own");
            writer.to.write(0);
            (*s.0.as_ptr()).len = writer.to.offset_from_unsigned(start) as u32;
        }
        s
    }
    /// A new string of `len` bytes. `fill` is given the room, and gives back the same when it has written all of it, or nothing if it
    /// could not.
    #[inline]
    pub fn written(len: usize, fill: impl for<'a> FnOnce(&'a mut [MaybeUninit<u8>]) -> Option<&'a mut [u8]>) -> Option<Str> {
        if !fits(len) {
            return Some(empty());
        }
        let s = Str::with_capacity(len);
        // SAFETY: `s` is ours alone and has room for `len` bytes and the NUL. A slice of bytes is initialised, and only the room itself is
        // where the room is.
        unsafe {
            let written = fill(std::slice::from_raw_parts_mut(s.data().cast(), len))?;
            assert!(written.as_ptr() == s.data().cast_const() && written.len() == len, "all of the room");
            s.data().add(len).write(0);
            (*s.0.as_ptr()).len = len as u32;
        }
        Some(s)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces() {
        let text = Str::made(20, |out| {
            out.push(b'a');
            out.extend(b"bcdef");
            out.mapped(b"xyz", |b| b.to_ascii_uppercase());
        });
        assert_eq!(text.as_bytes(), b"abcdefXYZ");
        assert!(Str::made(0, |_| {}).is_empty());
    }
    #[test]
    #[should_panic(expected = "room for bytes")]
    fn no_more_than_there_is_room_for() {
        Str::made(2, |out| out.extend(b"abc"));
    }
}
