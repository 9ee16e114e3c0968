//! What the string functions have in common: searching, sets of bytes, room for results.

use memchr::{memchr, memchr_iter, memchr2, memchr2_iter, memchr3, memmem, memrchr};
use phant_memory::{Str, heap, string};
use phant_native::{Ctx, Late, Level, PhpResult, Thrown};
use std::cell::Cell;

/// Whether a text could be a numeric string, judged by its first byte.
pub(crate) fn may_be_numeric(text: &[u8]) -> bool {
    matches!(text.first(), Some(b'0'..=b'9' | b'+' | b'-' | b'.' | b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c))
}

/// There is always room for a result of this many bytes.
pub(crate) const ROOMY: usize = 4095;

/// Asks for room for a result of `bytes` bytes, whose size a script has computed. `None` is an overflow.
pub(crate) fn reserve(ctx: &Ctx, bytes: Option<usize>) -> PhpResult<usize> {
    match bytes {
        Some(bytes) if bytes <= ROOMY => Ok(bytes),
        Some(bytes) if bytes <= string::MAX_LEN => match heap::try_reserve(bytes + 32) {
            Ok(()) => Ok(bytes),
            Err(error) => Err(fatal(ctx, error.to_string())),
        },
        Some(bytes) => match heap::try_reserve(bytes) {
            Ok(()) => Err(fatal(ctx, "Possible integer overflow in memory allocation".into())),
            Err(error) => Err(fatal(ctx, error.to_string())),
        },
        None => Err(fatal(ctx, "Possible integer overflow in memory allocation".into())),
    }
}

/// As [`reserve`], for functions that need the request for errors only.
pub(crate) fn reserve_late(late: Late<'_>, bytes: Option<usize>) -> PhpResult<usize> {
    match bytes {
        Some(bytes) if bytes <= ROOMY || bytes <= string::MAX_LEN && heap::try_reserve(bytes + 32).is_ok() => Ok(bytes),
        _ => reserve(late.ctx()?, bytes),
    }
}

#[cold]
fn fatal(ctx: &Ctx, message: String) -> Thrown {
    ctx.report(Level::Error, message);
    Thrown
}

thread_local! {
    /// See [`scratch`].
    static SCRATCH: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
}

/// An empty buffer for a text that becomes a string at its end, by [`finished`]; used again and again.
#[inline]
pub(crate) fn scratch() -> Vec<u8> {
    let mut buffer = SCRATCH.take();
    buffer.clear();
    buffer
}

/// The string of what is in a buffer from [`scratch`].
#[inline]
pub(crate) fn finished(buffer: Vec<u8>) -> Str {
    let text = Str::new(&buffer);
    spare(buffer);
    text
}
/// Keeps a buffer from [`scratch`] for the next one.
#[inline]
pub(crate) fn spare(buffer: Vec<u8>) {
    const KEPT: usize = 1 << 14;
    if buffer.capacity() <= KEPT {
        SCRATCH.set(buffer);
    }
}

/// Tells `found` each place of `needle`, which is not empty, without overlap, until it wants no more.
#[inline]
pub(crate) fn each_place(haystack: &[u8], needle: &[u8], mut found: impl FnMut(usize) -> bool) {
    if let [byte] = *needle {
        return string::Bytes::of(&[byte]).each(haystack, found);
    }
    let mut more = true;
    let ended = string::each_text(haystack, needle, |at| {
        more = found(at);
        more
    });
    if let (Err(from), true) = (ended, more) {
        each_prepared(haystack, needle, from, &mut found);
    }
}

/// As `each_place`, from a place on, by a search that nothing makes slow.
#[cold]
fn each_prepared(haystack: &[u8], needle: &[u8], from: usize, found: &mut dyn FnMut(usize) -> bool) {
    for at in memmem::find_iter(&haystack[from..], needle) {
        if !found(from + at) {
            break;
        }
    }
}

/// Whether any byte is as `wanted` says, which compares it and calls nothing: many bytes at a time.
#[inline(always)]
pub(crate) fn has_any(bytes: &[u8], wanted: impl Fn(u8) -> bool) -> bool {
    let (large, rest) = bytes.as_chunks::<128>();
    let (small, rest) = rest.as_chunks::<16>();
    let any = |block: &[u8]| block.iter().fold(0, |any, &b| any | u8::from(wanted(b))) != 0;
    large.iter().any(|block| any(block)) || small.iter().any(|block| any(block)) || any(rest)
}

/// A bit, the highest of its byte, for each byte of a word that is `byte`. Below the first one there is none; above it there may be
/// some too many.
#[inline(always)]
fn first_in_word(word: [u8; 8], byte: u8) -> u64 {
    const ONES: u64 = u64::MAX / 255;
    let differing = u64::from_le_bytes(word) ^ (ONES * u64::from(byte));
    differing.wrapping_sub(ONES) & !differing & (ONES << 7)
}

/// The same without any too many.
#[inline(always)]
fn all_in_word(word: [u8; 8], byte: u8) -> u64 {
    const LOW: u64 = u64::MAX / 255 * 0x7f;
    let differing = u64::from_le_bytes(word) ^ (u64::MAX / 255 * u64::from(byte));
    !(((differing & LOW) + LOW) | differing | LOW)
}

/// The first place of a byte. In short texts a search by words is over before a longer one has begun.
#[inline]
pub(crate) fn find_byte(byte: u8, text: &[u8]) -> Option<usize> {
    let (words, rest) = text.as_chunks::<8>();
    if words.len() > 5 {
        return memchr(byte, text);
    }
    for (i, word) in words.iter().enumerate() {
        let found = first_in_word(*word, byte);
        if found != 0 {
            return Some(8 * i + found.trailing_zeros() as usize / 8);
        }
    }
    rest.iter().position(|&b| b == byte).map(|at| 8 * words.len() + at)
}

/// Tells `found` each place of a byte in a text that is not long.
#[inline(always)]
pub(crate) fn each_byte_in_short(byte: u8, text: &[u8], mut found: impl FnMut(usize)) {
    let (words, rest) = text.as_chunks::<8>();
    for (i, word) in words.iter().enumerate() {
        let mut places = all_in_word(*word, byte);
        while places != 0 {
            found(8 * i + places.trailing_zeros() as usize / 8);
            places &= places - 1;
        }
    }
    for (i, &b) in rest.iter().enumerate() {
        if b == byte {
            found(8 * words.len() + i);
        }
    }
}

/// How often a byte occurs.
pub(crate) fn count_byte(byte: u8, text: &[u8]) -> usize {
    if text.len() > 255 {
        return memchr_iter(byte, text).count();
    }
    let (words, rest) = text.as_chunks::<8>();
    // Each byte of the sum counts those of its place in the words, which are 31 at most.
    let sum = words.iter().fold(0, |sum, word| sum + (all_in_word(*word, byte) >> 7));
    let pairs = (sum & 0x00ff_00ff_00ff_00ff) + (sum >> 8 & 0x00ff_00ff_00ff_00ff);
    let in_words = pairs.wrapping_mul(0x0001_0001_0001_0001) >> 48;
    in_words as usize + rest.iter().filter(|&&b| b == byte).count()
}

/// The first place of `needle`.
#[inline]
pub(crate) fn find(haystack: &[u8], needle: &[u8]) -> Option<usize> {
    match needle {
        [] => Some(0),
        [byte] => find_byte(*byte, haystack),
        _ if needle.len() > haystack.len() => None,
        _ if haystack.len() < 256 => find_in_short(haystack, needle),
        _ => find_in_long(haystack, needle),
    }
}

/// As `find`, where there are many places to look at. The first few are looked at one by one: what is found is often found soon.
fn find_in_long(haystack: &[u8], needle: &[u8]) -> Option<usize> {
    let limit = haystack.len() + 1 - needle.len();
    let mut from = 0;
    for _ in 0..4 {
        let at = from + memchr(needle[0], &haystack[from..limit])?;
        if haystack[at..].starts_with(needle) {
            return Some(at);
        }
        from = at + 1;
    }
    let mut first = None;
    each_place(&haystack[from..], needle, |at| {
        first = Some(from + at);
        false
    });
    first
}

/// Whether the first byte of `needle`, which is no longer than the haystack, is where the whole could begin. What is not found at all
/// is seen so with half the work.
pub(crate) fn starts_within(haystack: &[u8], needle: &[u8]) -> bool {
    memchr(needle[0], &haystack[..=haystack.len() - needle.len()]).is_some()
}

/// As `find`, where no search can take long: by the first and the last byte, in sixteen places at a time.
#[cfg(target_arch = "x86_64")]
fn find_in_short(haystack: &[u8], needle: &[u8]) -> Option<usize> {
    use memchr::arch::{all::packedpair::Pair, x86_64::sse2::packedpair::Finder};
    const LANES: usize = 16;
    if haystack.len() >= needle.len() + LANES - 1
        && let Ok(last) = u8::try_from(needle.len() - 1)
        && let Some(finder) = Pair::with_indices(needle, 0, last).and_then(|pair| Finder::with_pair(needle, pair))
    {
        return finder.find(haystack, needle);
    }
    find_in_few(haystack, needle)
}
#[cfg(not(target_arch = "x86_64"))]
use find_in_few as find_in_short;

/// The same where there are few places to look at: by the first byte.
fn find_in_few(haystack: &[u8], needle: &[u8]) -> Option<usize> {
    let ([first, .., last], len) = (needle, needle.len()) else { return None };
    let limit = haystack.len() + 1 - len;
    let mut from = 0;
    let mut misses = 0;
    while let Some(at) = find_byte(*first, &haystack[from..limit]) {
        let at = from + at;
        if haystack[at + len - 1] == *last
            && (len == 2 || haystack[at + 1] == needle[1] && (len == 3 || haystack[at..].starts_with(needle)))
        {
            return Some(at);
        }
        from = at + 1;
        misses += 1;
        if misses > 40 {
            return memmem::find(&haystack[from..], needle).map(|at| from + at);
        }
    }
    None
}

/// The last place of `needle`.
pub(crate) fn rfind(haystack: &[u8], needle: &[u8]) -> Option<usize> {
    match needle {
        [] => Some(haystack.len()),
        [byte] => memrchr(*byte, haystack),
        _ if needle.len() > haystack.len() => None,
        _ => rfind_by_first(haystack, needle),
    }
}

/// As `rfind`: by the first byte, as long as few places have it.
fn rfind_by_first(haystack: &[u8], needle: &[u8]) -> Option<usize> {
    const MISSES: usize = 16;
    let mut end = haystack.len() + 1 - needle.len();
    for _ in 0..MISSES {
        let at = memrchr(needle[0], &haystack[..end])?;
        if haystack[at..].starts_with(needle) {
            return Some(at);
        }
        end = at;
    }
    memmem::rfind(&haystack[..end + needle.len() - 1], needle)
}

/// The first place of `needle`, whatever the case of ASCII letters.
pub(crate) fn find_fold(haystack: &[u8], needle: &[u8]) -> Option<usize> {
    let [first, rest @ ..] = needle else { return Some(0) };
    if needle.len() > haystack.len() {
        return None;
    }
    let starts = &haystack[..=haystack.len() - needle.len()];
    let matches = |at: usize| haystack[at + 1..at + needle.len()].eq_ignore_ascii_case(rest);
    if rest.is_empty() {
        return memchr2(first.to_ascii_lowercase(), first.to_ascii_uppercase(), starts);
    }
    memchr2_iter(first.to_ascii_lowercase(), first.to_ascii_uppercase(), starts).find(|&at| matches(at))
}

/// Tells `found` each place of `needle`, which is not empty, without overlap, whatever the case of ASCII letters.
pub(crate) fn each_place_fold(haystack: &[u8], needle: &[u8], mut found: impl FnMut(usize)) {
    let [first, rest @ ..] = needle else { return };
    let Some(last) = haystack.len().checked_sub(needle.len()) else { return };
    let mut from = 0;
    for at in memchr2_iter(first.to_ascii_lowercase(), first.to_ascii_uppercase(), &haystack[..=last]) {
        if at >= from && haystack[at + 1..at + needle.len()].eq_ignore_ascii_case(rest) {
            found(at);
            from = at + needle.len();
        }
    }
}

/// The last place of `needle`, whatever the case of ASCII letters.
pub(crate) fn rfind_fold(haystack: &[u8], needle: &[u8]) -> Option<usize> {
    let last = haystack.len().checked_sub(needle.len())?;
    (0..=last).rev().find(|&at| haystack[at..at + needle.len()].eq_ignore_ascii_case(needle))
}

/// A set of bytes.
#[derive(Clone, Copy)]
pub(crate) struct ByteSet([bool; 256]);

impl ByteSet {
    /// The bytes of `list`.
    pub(crate) fn of(list: &[u8]) -> ByteSet {
        let mut set = ByteSet([false; 256]);
        for &byte in list {
            set.insert(byte);
        }
        set
    }
    /// Letters, apostrophe and hyphen.
    pub(crate) const fn of_words() -> ByteSet {
        let mut set = ByteSet([false; 256]);
        let mut byte = 0;
        while byte < 256 {
            set.0[byte] = (byte as u8).is_ascii_alphabetic() || byte == b'\'' as usize || byte == b'-' as usize;
            byte += 1;
        }
        set
    }
    /// Adds the bytes of another set.
    pub(crate) fn add(&mut self, other: &ByteSet) {
        self.0.iter_mut().zip(other.0).for_each(|(has, more)| *has |= more);
    }
    /// The bytes of a list that has no ranges.
    pub(crate) fn of_plain(list: &[u8]) -> Option<ByteSet> {
        (!list.windows(2).any(|two| two == b"..")).then(|| ByteSet::of(list))
    }
    #[inline]
    pub(crate) fn insert(&mut self, byte: u8) {
        self.0[usize::from(byte)] = true;
    }
    #[inline(always)]
    pub(crate) fn has(&self, byte: u8) -> bool {
        self.0[usize::from(byte)]
    }
    /// The bytes of a list with ranges such as `a..z`; broken ranges are warned about and taken literally.
    pub(crate) fn of_ranges(ctx: &Ctx, list: &[u8]) -> ByteSet {
        let mut set = ByteSet([false; 256]);
        let mut i = 0;
        while i < list.len() {
            let c = list[i];
            if let [b'.', b'.', end, ..] = list[i + 1..]
                && end >= c
            {
                (c..=end).for_each(|b| set.insert(b));
                i += 4;
                continue;
            }
            if list[i..].starts_with(b"..") {
                ctx.warning(match (i.checked_sub(1), list.get(i + 2)) {
                    (None, _) => "Invalid '..'-range, no character to the left of '..'",
                    (_, None) => "Invalid '..'-range, no character to the right of '..'",
                    (Some(before), Some(&end)) if list[before] > end => "Invalid '..'-range, '..'-range needs to be incrementing",
                    _ => "Invalid '..'-range",
                });
            } else {
                set.insert(c);
            }
            i += 1;
        }
        set
    }
}

/// The first place of a byte of a list.
pub(crate) fn first_of(list: &[u8], text: &[u8]) -> Option<usize> {
    match *list {
        [byte] => memchr(byte, text),
        [a, b] => memchr2(a, b, text),
        [a, b, c] => memchr3(a, b, c, text),
        // Most texts are short.
        _ if text.len() <= 64 => {
            let set = FewBits::of(list);
            text.iter().position(|&byte| set.has(byte))
        }
        _ => string::Bytes::of(list).find(text),
    }
}

/// A set of bytes that is made in few steps, for short texts.
pub(crate) struct FewBits([u64; 4]);

impl FewBits {
    /// The bytes of a list.
    pub(crate) fn of(list: &[u8]) -> FewBits {
        // Neighbours in the list mostly change the same word: none waits for the one before.
        let mut sets = [[0u64; 4]; 4];
        for (i, &byte) in list.iter().enumerate() {
            sets[i & 3][usize::from(byte >> 6)] |= 1 << (byte & 63);
        }
        let [a, b, c, d] = sets;
        FewBits(std::array::from_fn(|i| a[i] | b[i] | c[i] | d[i]))
    }
    #[inline(always)]
    pub(crate) fn has(&self, byte: u8) -> bool {
        self.0[usize::from(byte >> 6)] >> (byte & 63) & 1 != 0
    }
}

/// Where `$offset` points into something of `len` bytes, negative ones counting from the end.
#[inline]
pub(crate) fn offset_in(len: usize, offset: i64) -> Option<usize> {
    let from = if offset < 0 { offset.checked_add(len as i64)? } else { offset };
    usize::try_from(from).ok().filter(|&from| from <= len)
}

/// The part that `substr($string, $offset, $length)` means: where it starts and how long it is.
#[inline]
pub(crate) fn slice_of(len: usize, offset: i64, length: Option<i64>) -> (usize, usize) {
    let start = if offset < 0 {
        len.saturating_sub(usize::try_from(offset.unsigned_abs()).unwrap_or(usize::MAX))
    } else {
        usize::try_from(offset).unwrap_or(usize::MAX).min(len)
    };
    let rest = len - start;
    let count = match length {
        None => rest,
        Some(n) if n < 0 => rest.saturating_sub(usize::try_from(n.unsigned_abs()).unwrap_or(usize::MAX)),
        Some(n) => usize::try_from(n).unwrap_or(usize::MAX).min(rest),
    };
    (start, count)
}

/// C's `isspace` for ASCII: with vertical tab and form feed.
#[inline]
pub(crate) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices() {
        assert_eq!(slice_of(3, -5, Some(2)), (0, 2));
        assert_eq!(slice_of(3, 5, None), (3, 0));
        assert_eq!(slice_of(3, 1, Some(-1)), (1, 1));
        assert_eq!(slice_of(3, i64::MIN, Some(i64::MIN)), (0, 0));
    }

    #[test]
    fn searches() {
        for size in [10, 5000] {
            let mut text = vec![b'a'; size];
            text.extend_from_slice(b"abab");
            let mut places = vec![];
            each_place(&text, b"ab", |at| {
                places.push(at);
                true
            });
            assert_eq!(places, [size, size + 2]);
            assert_eq!(find(&text, b"abc"), None);
            assert_eq!(find(&text, b"bab"), Some(size + 1));
        }
        assert_eq!(find(b"ab", b"abc"), None);
    }

    #[test]
    fn bytes_in_short_texts() {
        let text: Vec<u8> = (0..255u32).map(|i| (i * i % 7) as u8).collect();
        for (len, byte) in (0..=text.len()).flat_map(|len| (0..4).map(move |byte| (len, byte))) {
            let places: Vec<usize> = (0..len).filter(|&i| text[i] == byte).collect();
            let mut told = vec![];
            each_byte_in_short(byte, &text[..len], |at| told.push(at));
            assert_eq!(told, places);
            assert_eq!(count_byte(byte, &text[..len]), places.len());
            assert_eq!(find_byte(byte, &text[..len]), places.first().copied());
        }
        assert_eq!(count_byte(1, &[1; 255]), 255);
        let set = FewBits::of(b"\x00?@a\x7f\x80\xff");
        assert_eq!((0..=255).filter(|&b| set.has(b)).collect::<Vec<u8>>(), b"\x00?@a\x7f\x80\xff");
    }

    #[test]
    fn short_searches() {
        let text: Vec<u8> = (0..200u32).map(|i| b"aAb"[(i * i % 7 % 3) as usize]).collect();
        for (len, from, size) in
            (1..=text.len()).step_by(3).flat_map(|len| (0..len).step_by(5).map(move |from| (len, from, 1 + from % 7)))
        {
            let (haystack, needle) = (&text[..len], &text[from..len.min(from + size)]);
            let at = |i: &usize| haystack[*i..].starts_with(needle);
            assert_eq!(find(haystack, needle), (0..len).find(at));
            assert_eq!(rfind(haystack, needle), (0..len).rev().find(at));
            let at = |i: &usize| haystack.get(*i..i + needle.len()).is_some_and(|part| part.eq_ignore_ascii_case(needle));
            assert_eq!(find_fold(haystack, needle), (0..len).find(at));
            assert_eq!(rfind_fold(haystack, needle), (0..len).rev().find(at));
        }
    }

    #[test]
    fn folded_search() {
        assert_eq!(find_fold(b"abcABC", b"Bc"), Some(1));
        assert_eq!(rfind_fold(b"abcABC", b"Bc"), Some(4));
        assert_eq!(find_fold(b"ab", b"abc"), None);
        assert_eq!(rfind_fold(b"ab", b""), Some(2));
    }
}
