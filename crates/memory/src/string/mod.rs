//! PHP strings: bytes with their length, capacity and cached hash, counted, inline after a 24-byte header.
//!
//! A string whose only owner appends to it grows in place, geometrically, so `.=` in a loop is linear. A large one that
//! the memory limit leaves no room for is not made or does not grow: it is empty, or stays as it is, and the request ends
//! at the next safepoint. Immutable
//! strings (interned names, literals of compiled units, single bytes) live outside the request heap, are shared by
//! all threads and are never counted; their hash is computed before they are published.

mod builder;
mod case;
pub mod escaped;
mod hash;
mod intern;
mod scan;
mod writer;

pub use builder::StrBuilder;
pub use case::Letters;
pub use hash::{AddressState, SeededHasher, SeededState, hash_bytes};
pub use intern::{empty, intern, known_single_byte, literal, single_byte};
pub use scan::{Bytes, each_text, not_plain};
pub use writer::Writer;

use crate::{
    alloc,
    header::{ACYCLIC, FLAG_B, Header, IMMUTABLE, kind},
    heap,
};
use std::{borrow::Borrow, cmp::Ordering, fmt, ops::Deref, ptr::NonNull};

/// The header; the bytes and a NUL follow it.
#[repr(C)]
pub struct PhpStr {
    header: Header,
    /// 0: not computed yet.
    hash: u64,
    len: u32,
    capacity: u32,
}

const _: () = assert!(size_of::<PhpStr>() == 24);
const HEADER: usize = size_of::<PhpStr>();
/// Bytes behind the header that do not count as content: the terminating NUL.
const TAIL: usize = 1;
/// The longest string there can be.
pub const MAX_LEN: usize = u32::MAX as usize - 64;
/// The bytes are known to be UTF-8. Whatever changes them in place clears it, together with the hash.
const UTF8: u32 = FLAG_B;

/// An owned handle to a string.
#[repr(transparent)]
pub struct Str(NonNull<PhpStr>);

impl PhpStr {
    /// The bytes.
    #[inline(always)]
    pub fn as_bytes(&self) -> &[u8] {
        // SAFETY: `len` bytes follow the header of every string.
        unsafe { std::slice::from_raw_parts((&raw const *self).cast::<u8>().add(HEADER), self.len as usize) }
    }
    /// Number of bytes.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.len as usize
    }
    /// Whether there are no bytes.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
    /// Whether the string is outside reference counting.
    #[inline(always)]
    pub fn is_immutable(&self) -> bool {
        self.header.is_immutable()
    }
    /// Whether there is, or may be, another handle to the string.
    #[inline(always)]
    pub fn is_shared(&self) -> bool {
        self.is_immutable() || self.header.refcount > 1
    }
    /// The seeded hash of the bytes, computed once; never 0.
    #[inline(always)]
    pub fn hash(&self) -> u64 {
        if self.hash != 0 { self.hash } else { self.compute_hash() }
    }
    /// The hash if it has been asked for before, as it has of every literal; else 0.
    #[inline(always)]
    pub(crate) fn known_hash(&self) -> u64 {
        self.hash
    }
    #[cold]
    #[inline(never)]
    fn compute_hash(&self) -> u64 {
        let hash = hash_bytes(self.as_bytes());
        // SAFETY: only counted strings get here (immutable ones are hashed before publication), and those belong to
        // this thread; the field is a cache that no borrow of the bytes covers.
        unsafe { (&raw const self.hash).cast_mut().write(hash) };
        hash
    }
    /// The text, if the bytes are UTF-8. The answer is remembered, so asking again costs nothing.
    #[inline]
    pub fn as_utf8(&self) -> Option<&str> {
        if self.header.flags & UTF8 != 0 || self.check_utf8() {
            // SAFETY: just checked, or checked before and not changed since.
            Some(unsafe { std::str::from_utf8_unchecked(self.as_bytes()) })
        } else {
            None
        }
    }
    #[cold]
    #[inline(never)]
    fn check_utf8(&self) -> bool {
        let valid = simdutf8::basic::from_utf8(self.as_bytes()).is_ok();
        // Immutable strings are shared by threads and were checked before they were published.
        if valid && !self.is_immutable() {
            // SAFETY: a counted string of this thread; no borrow covers the flags.
            unsafe { *(&raw const self.header.flags).cast_mut() |= UTF8 };
        }
        valid
    }
    /// Another owned handle to this string.
    #[inline]
    pub fn to_handle(&self) -> Str {
        if !self.is_immutable() {
            // SAFETY: a live counted string of this thread.
            unsafe {
                crate::header::check(&self.header);
                (*(&raw const self.header).cast_mut()).refcount += 1
            };
        }
        Str(NonNull::from(self))
    }
    /// Text for messages. Bytes that are no UTF-8 are written as [`escaped`] says.
    pub fn to_text(&self) -> std::borrow::Cow<'_, str> {
        escaped::text(self.as_bytes())
    }
    /// Equality by bytes, with the cheap tests first.
    #[inline]
    pub fn same_bytes(&self, other: &PhpStr) -> bool {
        std::ptr::eq(self, other) || (self.len == other.len && equal_bytes(self.as_bytes(), other.as_bytes()))
    }
    /// Equality by bytes, if it can be told without a call: one in a handler would make the whole of it save registers.
    #[inline(always)]
    pub fn shortly_same(&self, other: &PhpStr) -> Option<bool> {
        let (a, b) = (self.as_bytes(), other.as_bytes());
        if a.len() != b.len() {
            return Some(false);
        }
        (a.len() <= SHORT).then(|| short_equal(a, b))
    }
}

/// Writes what `map` makes of each byte. Blocks have a length that the compiler knows, as it does not use vectors where strings
/// are known to be short; and one that is too large to write out byte by byte, which leaves none of a loop to use vectors for.
///
/// # Safety
/// There must be room for as many bytes at `to`.
#[inline(always)]
unsafe fn map_bytes(bytes: &[u8], to: *mut u8, map: impl Fn(u8) -> u8) {
    let (large, rest) = bytes.as_chunks::<128>();
    let (small, rest) = rest.as_chunks::<16>();
    let mut to = to;
    // SAFETY: by contract.
    unsafe {
        for block in large {
            let mut mapped = [0; 128];
            for (place, &byte) in mapped.iter_mut().zip(block) {
                *place = map(byte);
            }
            to.cast::<[u8; 128]>().write_unaligned(mapped);
            to = to.add(128);
        }
        for block in small {
            to.cast::<[u8; 16]>().write_unaligned(block.map(&map));
            to = to.add(16);
        }
        for (i, &byte) in rest.iter().enumerate() {
            to.add(i).write(map(byte));
        }
    }
}

impl Str {
    /// A new string with a copy of `bytes`; empty and one-byte strings are shared.
    #[inline]
    pub fn new(bytes: impl AsRef<[u8]>) -> Str {
        let bytes = bytes.as_ref();
        match bytes {
            [] => empty(),
            [byte] => single_byte(*byte),
            _ if !fits(bytes.len()) => empty(),
            _ => {
                let s = Str::unwritten(bytes.len(), bytes.len());
                // SAFETY: `s` is ours alone and has room for the bytes and the NUL.
                unsafe {
                    let data = s.data();
                    copy_short(bytes, data);
                    data.add(bytes.len()).write(0);
                }
                s
            }
        }
    }
    /// A new string from two pieces.
    pub fn concat(a: &[u8], b: &[u8]) -> Str {
        let len = a.len() + b.len();
        let s = Str::unwritten(len, len);
        // SAFETY: `s` is ours alone and has room for both pieces and the NUL.
        unsafe {
            let data = s.data();
            copy_short(a, data);
            copy_short(b, data.add(a.len()));
            data.add(len).write(0);
        }
        s
    }
    /// A new string of text and an integer behind it; `None` for one of more than eight characters.
    pub fn concat_int(text: &[u8], i: i64) -> Option<Str> {
        let (word, digits) = phant_numeric::IntText::new(i).word()?;
        let s = Str::unwritten(text.len() + size_of::<u64>(), text.len() + digits);
        // SAFETY: `s` is ours alone and has room for the text, eight bytes and the NUL; behind the digits the word is zero.
        unsafe {
            let data = s.data();
            copy_short(text, data);
            data.add(text.len()).cast::<u64>().write_unaligned(word);
            data.add(text.len() + size_of::<u64>()).write(0);
        }
        Some(s)
    }
    /// A new string of several pieces, which are at most `len` bytes together.
    #[inline]
    pub fn joined<'a>(len: usize, pieces: impl Iterator<Item = &'a [u8]>) -> Str {
        if !fits(len) {
            return Str::with_capacity(0);
        }
        let s = Str::with_capacity(len);
        // SAFETY: `s` is ours alone and has room for `len` bytes and the NUL; no piece is copied beyond them.
        unsafe {
            let (mut to, end) = (s.data(), s.data().add(len));
            pieces.for_each(|piece| {
                assert!(piece.len() <= end.offset_from_unsigned(to), "pieces of the length that was told");
                copy_short(piece, to);
                to = to.add(piece.len());
            });
            to.write(0);
            (*s.0.as_ptr()).len = to.offset_from_unsigned(s.data()) as u32;
        }
        s
    }
    /// A new string of `len` bytes that `fill` writes; it starts out zeroed.
    pub fn filled(len: usize, fill: impl FnOnce(&mut [u8])) -> Str {
        if !fits(len) {
            return empty();
        }
        let s = Str::with_capacity(len);
        // SAFETY: `s` is ours alone and has room for `len` bytes and the NUL.
        unsafe {
            let data = s.data();
            std::ptr::write_bytes(data, 0, len + 1);
            (*s.0.as_ptr()).len = len as u32;
            fill(std::slice::from_raw_parts_mut(data, len));
        }
        s
    }
    /// An empty, unshared string with room for `capacity` bytes.
    pub fn with_capacity(capacity: usize) -> Str {
        let s = Str::unwritten(capacity, 0);
        // SAFETY: `s` is ours alone and has room for the NUL.
        unsafe { s.data().write(0) };
        s
    }
    /// A new string of `len` bytes with room for `capacity`. The caller writes bytes and NUL.
    #[inline(always)]
    fn unwritten(capacity: usize, len: usize) -> Str {
        if capacity > MAX_LEN {
            heap::give_up(capacity);
        }
        debug_assert!(len <= capacity);
        let (s, size) = heap::alloc_text(HEADER + capacity + TAIL);
        let s = s.cast::<PhpStr>();
        // What is rounded up to pages may be more than there can be of a string.
        let room = size - HEADER - TAIL;
        let capacity = if size > heap::MAX_SMALL { room.min(MAX_LEN) } else { room } as u32;
        // SAFETY: freshly allocated and large enough for the header.
        unsafe {
            s.as_ptr().write(PhpStr { header: Header::new(1, kind::STRING | ACYCLIC), hash: 0, len: len as u32, capacity });
        }
        Str(s)
    }
    /// A new string of what `map` makes of each byte.
    #[inline]
    pub fn mapped(bytes: &[u8], map: impl Fn(u8) -> u8) -> Str {
        if !fits(bytes.len()) {
            return empty();
        }
        let s = Str::unwritten(bytes.len(), bytes.len());
        // SAFETY: `s` is ours alone and has room for as many bytes and the NUL.
        unsafe {
            map_bytes(bytes, s.data(), map);
            s.data().add(bytes.len()).write(0);
        }
        s
    }
    #[inline(always)]
    fn data(&self) -> *mut u8 {
        // SAFETY: the bytes follow the header in the same block.
        unsafe { self.0.as_ptr().cast::<u8>().add(HEADER) }
    }
    /// Whether this handle is the only one, so that the bytes may change in place.
    #[inline(always)]
    pub fn is_unique(&self) -> bool {
        !self.is_immutable() && self.header.refcount == 1
    }
    /// The bytes for writing; a shared string is copied first.
    pub fn make_mut(&mut self) -> &mut [u8] {
        if !self.is_unique() {
            let copy = Str::with_capacity(self.len());
            // SAFETY: `copy` is ours alone and has room.
            unsafe {
                copy_bytes(self.as_bytes().as_ptr(), copy.data(), self.len() + 1);
                (*copy.0.as_ptr()).len = self.len;
            }
            *self = copy;
        }
        // SAFETY: unique now; writing the bytes invalidates the cached hash.
        unsafe {
            forget_content(self.0.as_ptr());
            std::slice::from_raw_parts_mut(self.data(), self.len())
        }
    }
    /// Writes one byte of a string that nobody else holds, at an offset inside it; false, and nothing is done, for anything else.
    ///
    /// # Safety
    /// `s` must be live, and nothing may read its bytes at the same time.
    #[inline(always)]
    pub unsafe fn write_own_byte(s: *mut PhpStr, at: i64, byte: u8) -> bool {
        // SAFETY: live by contract; the offset is inside the string, whose only holder the caller is.
        unsafe {
            if (*s).is_immutable() || (*s).header.refcount != 1 || at as u64 >= (*s).len() as u64 {
                return false;
            }
            forget_content(s);
            s.cast::<u8>().add(HEADER + at as usize).write(byte);
            true
        }
    }
    /// How many bytes fit without growing.
    #[inline]
    pub fn capacity(&self) -> usize {
        // SAFETY: the handle keeps the string alive.
        unsafe { (*self.0.as_ptr()).capacity as usize }
    }
    /// Appends in place when unshared, growing geometrically; otherwise to a copy.
    #[inline]
    pub fn append(&mut self, bytes: &[u8]) {
        let len = self.len();
        let new_len = len + bytes.len();
        if self.is_unique() && new_len <= self.capacity as usize {
            // SAFETY: unshared and large enough; `bytes` cannot be our own tail beyond `len`, and may be our own
            // head, which `copy_nonoverlapping` only reads below `len`.
            unsafe {
                copy_bytes(bytes.as_ptr(), self.data().add(len), bytes.len());
                self.data().add(new_len).write(0);
                let s = self.0.as_ptr();
                (*s).len = new_len as u32;
                forget_content(s);
            }
        } else {
            self.append_slow(bytes, new_len);
        }
    }
    #[cold]
    #[inline(never)]
    fn append_slow(&mut self, bytes: &[u8], new_len: usize) {
        if new_len > MAX_LEN {
            heap::give_up(new_len);
        }
        let len = self.len();
        // Growing by half, at least: appends to one string are linear in total.
        let wanted = if self.is_unique() { new_len.max(len + len / 2) } else { new_len };
        let own = bytes.as_ptr_range();
        let aliases = own.start >= self.data().cast_const() && own.start < self.data().wrapping_add(len + 1).cast_const();
        if self.is_unique() && !aliases {
            let old_size = HEADER + self.capacity as usize + TAIL;
            let size = heap::good_size(HEADER + wanted.min(MAX_LEN) + TAIL);
            // SAFETY: unshared, so the block may move; its size is what `with_capacity` or we asked for.
            unsafe {
                let p = heap::realloc_text(self.0.cast(), old_size, size).cast::<PhpStr>();
                self.0 = p;
                (*p.as_ptr()).capacity = (size - HEADER - TAIL).min(MAX_LEN) as u32;
                copy_bytes(bytes.as_ptr(), self.data().add(len), bytes.len());
                self.data().add(new_len).write(0);
                (*p.as_ptr()).len = new_len as u32;
                forget_content(p.as_ptr());
            }
        } else {
            let copy = Str::with_capacity(wanted);
            // SAFETY: `copy` is ours alone and has room for both pieces.
            unsafe {
                copy_bytes(self.as_bytes().as_ptr(), copy.data(), len);
                std::ptr::copy_nonoverlapping(bytes.as_ptr(), copy.data().add(len), bytes.len());
                copy.data().add(new_len).write(0);
                (*copy.0.as_ptr()).len = new_len as u32;
            }
            *self = copy;
        }
    }
    /// Makes room for `more` bytes behind the content of a builder's string, which is unshared; false if there is no memory for
    /// that.
    fn enlarge(&mut self, more: usize) -> bool {
        debug_assert!(self.is_unique());
        let (len, old) = (self.len(), HEADER + self.capacity() + TAIL);
        let wanted = len + more;
        let block = self.0.cast::<u8>();
        let size = if wanted < heap::LARGE {
            heap::good_size(HEADER + wanted.max(len * 2) + TAIL)
        } else {
            if heap::exhausted().is_some() {
                return false;
            }
            if wanted > MAX_LEN {
                heap::exhaust(wanted);
                return false;
            }
            let least = heap::good_size(HEADER + wanted + TAIL);
            let generous = heap::good_size(HEADER + wanted.max(len + len / 2).min(MAX_LEN) + TAIL);
            match heap::try_reserve_realloc(block, old, generous) {
                Ok(()) => generous,
                _ if heap::may_grow(block.as_ptr(), old, least) => least,
                _ => return false,
            }
        };
        // SAFETY: unshared, so the block may move; its size is what `with_capacity` or we asked for.
        unsafe {
            let p = heap::realloc_text(block, old, size).cast::<PhpStr>();
            self.0 = p;
            (*p.as_ptr()).capacity = (size - HEADER - TAIL).min(MAX_LEN) as u32;
        }
        true
    }
    /// Shortens the string (a shared one is copied).
    pub fn truncate(&mut self, len: usize) {
        if len >= self.len() {
            return;
        }
        if self.is_unique() {
            // SAFETY: unshared; `len` is inside the old content.
            unsafe {
                (*self.0.as_ptr()).len = len as u32;
                forget_content(self.0.as_ptr());
                self.data().add(len).write(0);
            }
        } else {
            *self = Str::new(&self.as_bytes()[..len]);
        }
    }
    /// Gives up the handle without dropping its count.
    #[inline(always)]
    pub fn into_raw(self) -> *mut PhpStr {
        let p = self.0.as_ptr();
        std::mem::forget(self);
        p
    }
    /// Takes over a pointer from [`Str::into_raw`].
    ///
    /// # Safety
    /// The caller must own one count of the live string.
    #[inline(always)]
    pub unsafe fn from_raw(p: *mut PhpStr) -> Str {
        // SAFETY: non-null by contract.
        Str(unsafe { NonNull::new_unchecked(p) })
    }
    /// The pointer, still owned by the handle.
    #[inline(always)]
    pub fn as_ptr(&self) -> *mut PhpStr {
        self.0.as_ptr()
    }
}

impl Deref for Str {
    type Target = PhpStr;
    #[inline(always)]
    fn deref(&self) -> &PhpStr {
        // SAFETY: the handle keeps the string alive.
        unsafe { self.0.as_ref() }
    }
}
impl Deref for PhpStr {
    type Target = [u8];
    #[inline(always)]
    fn deref(&self) -> &[u8] {
        self.as_bytes()
    }
}
/// Whether there is room for a string of `len` bytes.
#[inline(always)]
fn fits(len: usize) -> bool {
    len < heap::LARGE || heap::has_room(HEADER + len + TAIL)
}

/// The longest strings that [`PhpStr::shortly_same`] compares.
const SHORT: usize = 64;
/// Whether bytes are the same, of which there are equally many.
#[inline(always)]
fn short_equal(a: &[u8], b: &[u8]) -> bool {
    let n = a.len();
    let word = |s: &[u8], at: usize| u64::from_le_bytes(s[at..at + 8].try_into().expect("eight"));
    let half = |s: &[u8], at: usize| u32::from_le_bytes(s[at..at + 4].try_into().expect("four"));
    if n >= 8 {
        let mut at = 0;
        while at + 8 < n {
            if word(a, at) != word(b, at) {
                return false;
            }
            at += 8;
        }
        word(a, n - 8) == word(b, n - 8)
    } else if n >= 4 {
        half(a, 0) == half(b, 0) && half(a, n - 4) == half(b, n - 4)
    } else {
        n == 0 || a[0] == b[0] && a[n / 2] == b[n / 2] && a[n - 1] == b[n - 1]
    }
}
/// Whether two texts of the same length are equal; short ones are compared without a call.
#[inline(always)]
fn equal_bytes(a: &[u8], b: &[u8]) -> bool {
    let len = a.len();
    debug_assert!(len == b.len());
    let (a, b) = (a.as_ptr(), b.as_ptr());
    // SAFETY: both have `len` bytes, and the two words of each case are inside them and cover them.
    unsafe {
        match len {
            0 => true,
            1..4 => *a == *b && *a.add(len / 2) == *b.add(len / 2) && *a.add(len - 1) == *b.add(len - 1),
            4..8 => {
                let word = |p: *const u8| p.cast::<u32>().read_unaligned();
                word(a) == word(b) && word(a.add(len - 4)) == word(b.add(len - 4))
            }
            8..=16 => {
                let word = |p: *const u8| p.cast::<u64>().read_unaligned();
                word(a) == word(b) && word(a.add(len - 8)) == word(b.add(len - 8))
            }
            _ => std::slice::from_raw_parts(a, len) == std::slice::from_raw_parts(b, len),
        }
    }
}

/// Copies bytes, short ones without a call.
///
/// # Safety
/// `to` must have room for them, elsewhere.
#[inline(always)]
unsafe fn copy_short(from: &[u8], to: *mut u8) {
    let len = from.len();
    let from = from.as_ptr();
    // SAFETY: by contract; the two words of each case are inside the bytes and cover them.
    unsafe {
        match len {
            0 => {}
            1..4 => {
                let (first, middle, last) = (*from, *from.add(len / 2), *from.add(len - 1));
                to.write(first);
                to.add(len / 2).write(middle);
                to.add(len - 1).write(last);
            }
            4..8 => {
                let (first, last) = (from.cast::<u32>().read_unaligned(), from.add(len - 4).cast::<u32>().read_unaligned());
                to.cast::<u32>().write_unaligned(first);
                to.add(len - 4).cast::<u32>().write_unaligned(last);
            }
            8..=16 => {
                let (first, last) = (from.cast::<u64>().read_unaligned(), from.add(len - 8).cast::<u64>().read_unaligned());
                to.cast::<u64>().write_unaligned(first);
                to.add(len - 8).cast::<u64>().write_unaligned(last);
            }
            17..=32 => {
                let (first, last) = (from.cast::<u128>().read_unaligned(), from.add(len - 16).cast::<u128>().read_unaligned());
                to.cast::<u128>().write_unaligned(first);
                to.add(len - 16).cast::<u128>().write_unaligned(last);
            }
            _ => copy_bytes(from, to, len),
        }
    }
}

/// How much is copied at once. From about 4 KB on, the C library copies with `rep movsb`, which takes ten times as long where
/// source and destination are a few bytes apart in their pages; other ways to copy have no such places.
const PIECE: usize = 2048;
/// From here on both ways take the memory's time.
const FAR: usize = 1 << 20;

/// Copies bytes, in pieces if they are many.
///
/// # Safety
/// `from` must be valid for `len` bytes, and `to` must have room for them, elsewhere.
#[inline(always)]
unsafe fn copy_bytes(from: *const u8, to: *mut u8, len: usize) {
    // SAFETY: by contract.
    unsafe {
        if len <= PIECE || len >= FAR {
            std::ptr::copy_nonoverlapping(from, to, len);
        } else {
            copy_pieces(from, to, len);
        }
    }
}

/// See [`copy_bytes`].
///
/// # Safety
/// As [`copy_bytes`].
#[inline(never)]
unsafe fn copy_pieces(from: *const u8, to: *mut u8, len: usize) {
    let mut done = 0;
    while done < len {
        let piece = (len - done).min(PIECE);
        // SAFETY: by contract; a piece ends where the bytes end, or before.
        unsafe { std::ptr::copy_nonoverlapping(from.add(done), to.add(done), piece) };
        done += piece;
    }
}

impl Clone for Str {
    #[inline(always)]
    fn clone(&self) -> Str {
        self.to_handle()
    }
}
impl Drop for Str {
    #[inline(always)]
    fn drop(&mut self) {
        if !self.is_immutable() {
            // SAFETY: the handle owns one count.
            unsafe {
                let h = &raw mut (*self.0.as_ptr()).header;
                (*h).refcount -= 1;
                if (*h).refcount == 0 {
                    free(self.0.as_ptr());
                }
            }
        }
    }
}
impl AsRef<[u8]> for Str {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}
impl AsRef<[u8]> for PhpStr {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}
impl Borrow<[u8]> for Str {
    fn borrow(&self) -> &[u8] {
        self.as_bytes()
    }
}
impl PartialEq for Str {
    #[inline]
    fn eq(&self, other: &Str) -> bool {
        self.same_bytes(other)
    }
}
impl Eq for Str {}
impl PartialEq for PhpStr {
    #[inline]
    fn eq(&self, other: &PhpStr) -> bool {
        self.same_bytes(other)
    }
}
impl Eq for PhpStr {}
impl PartialEq<[u8]> for Str {
    fn eq(&self, other: &[u8]) -> bool {
        self.as_bytes() == other
    }
}
impl PartialEq<&[u8]> for Str {
    fn eq(&self, other: &&[u8]) -> bool {
        self.as_bytes() == *other
    }
}
impl PartialEq<&str> for Str {
    fn eq(&self, other: &&str) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}
impl PartialOrd for Str {
    fn partial_cmp(&self, other: &Str) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Str {
    fn cmp(&self, other: &Str) -> Ordering {
        self.as_bytes().cmp(other.as_bytes())
    }
}
impl std::hash::Hash for Str {
    // Must agree with `[u8]` as hashed by `SeededHasher`, so that maps can be searched by bytes: their length, and the
    // bytes, which that hasher takes as the number that is their hash.
    #[inline]
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        state.write_usize(self.len());
        state.write_u64((**self).hash());
    }
}
impl From<&str> for Str {
    fn from(s: &str) -> Str {
        Str::new(s.as_bytes())
    }
}
impl From<&[u8]> for Str {
    fn from(s: &[u8]) -> Str {
        Str::new(s)
    }
}
impl From<String> for Str {
    fn from(s: String) -> Str {
        Str::from(s.into_bytes())
    }
}
impl From<Vec<u8>> for Str {
    fn from(s: Vec<u8>) -> Str {
        // The buffer goes as soon as it is copied: it is not to count twice.
        let size = if s.len() < heap::LARGE { 0 } else { s.capacity() as isize };
        crate::account::add(-size);
        let string = Str::new(&s);
        crate::account::add(size);
        string
    }
}
impl fmt::Debug for PhpStr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.as_bytes().escape_ascii())
    }
}
impl fmt::Debug for Str {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}
impl fmt::Display for PhpStr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_text())
    }
}
impl fmt::Display for Str {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_text())
    }
}

/// Forgets what is remembered about the bytes, as they change in place.
///
/// # Safety
/// `s` must be an unshared counted string.
#[inline(always)]
unsafe fn forget_content(s: *mut PhpStr) {
    // SAFETY: by contract.
    unsafe {
        (*s).hash = 0;
        (*s).header.flags &= !UTF8;
    }
}

/// Frees a string whose count is zero.
///
/// # Safety
/// `s` must be live, counted, with count zero.
#[inline]
pub(crate) unsafe fn free(s: *mut PhpStr) {
    // SAFETY: by contract.
    unsafe {
        if crate::heap::holding() && crate::hold::keep(s.cast()) {
            return;
        }
        free_now(s)
    }
}

/// Gives back the count that an array has of a key of its, where nothing is held back.
///
/// # Safety
/// `key` must be live, and the array must have a count if it is counted.
#[inline(always)]
pub(crate) unsafe fn release_key(key: *mut PhpStr) {
    // SAFETY: by contract.
    unsafe {
        if !(*key).is_immutable() {
            (*key).header.refcount -= 1;
            if (*key).header.refcount == 0 {
                free_key(key);
            }
        }
    }
}
#[inline(never)]
unsafe fn free_key(key: *mut PhpStr) {
    // SAFETY: called for a string without a count, where nothing is held back.
    unsafe { free_now(key) }
}
/// One more count of a key.
///
/// # Safety
/// `key` must be live.
#[inline(always)]
pub(crate) unsafe fn count_key(key: *mut PhpStr) {
    // SAFETY: by contract.
    unsafe {
        if !(*key).is_immutable() {
            crate::header::check(&raw const (*key).header);
            (*key).header.refcount += 1;
        }
    }
}

/// The same where nothing is held back.
///
/// # Safety
/// As [`free`].
#[inline(always)]
pub(crate) unsafe fn free_now(s: *mut PhpStr) {
    // SAFETY: by contract; the block's size follows from the capacity it was made with.
    unsafe { alloc::free(s.cast(), HEADER + (*s).capacity as usize + TAIL) }
}

/// Writes an immutable string at `block`, which must have room for [`immutable_size`] bytes. `hash` is that of its bytes.
///
/// # Safety
/// `block` must be valid for that many bytes, 8-aligned, and live as long as the string is used.
pub(crate) unsafe fn write_immutable(block: *mut u8, bytes: &[u8], hash: u64) -> Str {
    let s = block.cast::<PhpStr>();
    let flags = if bytes.is_ascii() || std::str::from_utf8(bytes).is_ok() { UTF8 } else { 0 };
    // SAFETY: by contract.
    unsafe {
        s.write(PhpStr {
            header: Header::new(2, kind::STRING | IMMUTABLE | flags),
            hash,
            len: bytes.len() as u32,
            capacity: bytes.len() as u32,
        });
        let data = block.add(HEADER);
        std::ptr::copy_nonoverlapping(bytes.as_ptr(), data, bytes.len());
        data.add(bytes.len()).write(0);
        Str(NonNull::new_unchecked(s))
    }
}

/// Bytes an immutable string of `len` bytes takes.
pub(crate) fn immutable_size(len: usize) -> usize {
    (HEADER + len + TAIL).next_multiple_of(8)
}

/// Writes a decimal integer into `buffer` and returns the digits.
pub fn decimal(i: i64, buffer: &mut [u8; 20]) -> &[u8] {
    let text = phant_numeric::IntText::new(i);
    let digits = text.as_bytes();
    let at = buffer.len() - digits.len();
    buffer[at..].copy_from_slice(digits);
    &buffer[at..]
}

impl From<i64> for Str {
    fn from(i: i64) -> Str {
        let text = phant_numeric::IntText::new(i);
        match text.word() {
            // Seven digits and a sign go from a register to where they belong.
            Some((word, len)) if len > 1 => {
                let s = Str::with_capacity(8);
                // SAFETY: `s` is ours alone and has room for eight bytes and the NUL; behind `len` the word is zero.
                unsafe {
                    let data = s.data();
                    data.cast::<u64>().write_unaligned(word);
                    data.add(8).write(0);
                    (*s.0.as_ptr()).len = len as u32;
                }
                s
            }
            _ => Str::new(text.as_bytes()),
        }
    }
}
