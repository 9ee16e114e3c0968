//! What the string functions have in common: searching, sets of bytes, room for results.

use memchr::{memchr, memchr2, memchr2_iter, memmem, memrchr};
use phant_memory::{Str, heap, string};
use phant_native::{Ctx, Level, PhpResult, Thrown};
use std::cell::{Cell, OnceCell};

/// Whether a text could be a numeric string, judged by its first byte.
pub(crate) fn may_be_numeric(text: &[u8]) -> bool {
    matches!(text.first(), Some(b'0'..=b'9' | b'+' | b'-' | b'.' | b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c))
}

/// How many bytes are of a kind. A test without branches (`|`, not `||`) is done for many bytes at once.
#[inline(always)]
pub(crate) fn count(bytes: &[u8], is: impl Fn(u8) -> bool) -> usize {
    bytes.chunks(255).map(|block| usize::from(block.iter().fold(0u8, |n, &b| n + u8::from(is(b))))).sum()
}

/// Asks for room for a result of `bytes` bytes, whose size a script has computed. `None` is an overflow.
pub(crate) fn reserve(ctx: &Ctx, bytes: Option<usize>) -> PhpResult<usize> {
    const CHECKED_FROM: usize = 4096;
    match bytes {
        Some(bytes) if bytes < CHECKED_FROM => Ok(bytes),
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
    const KEPT: usize = 1 << 14;
    let text = Str::new(&buffer);
    if buffer.capacity() <= KEPT {
        SCRATCH.set(buffer);
    }
    text
}

/// The first place of `needle`.
#[inline]
pub(crate) fn find(haystack: &[u8], needle: &[u8]) -> Option<usize> {
    match needle {
        [] => Some(0),
        [byte] => memchr(*byte, haystack),
        _ if needle.len() > haystack.len() => None,
        _ => Searcher::new(needle, haystack.len()).find(haystack),
    }
}

/// Looks for one needle several times, or once. A search that cannot take long is done byte by byte: preparing a better
/// one costs more than most searches of PHP programs.
pub(crate) struct Searcher<'n> {
    needle: &'n [u8],
    prepared: OnceCell<memmem::Finder<'n>>,
    /// Whether there is so much text that preparing pays.
    long: bool,
}

impl<'n> Searcher<'n> {
    /// For a needle of two bytes or more, and haystacks of that length together.
    pub(crate) fn new(needle: &'n [u8], haystack_len: usize) -> Searcher<'n> {
        const WORTH_PREPARING: usize = 512;
        Searcher { needle, prepared: OnceCell::new(), long: haystack_len > WORTH_PREPARING }
    }
    fn finder(&self) -> &memmem::Finder<'n> {
        self.prepared.get_or_init(|| memmem::Finder::new(self.needle))
    }
    /// The first place of the needle.
    #[inline]
    pub(crate) fn find(&self, haystack: &[u8]) -> Option<usize> {
        if let Some(finder) = self.prepared.get() {
            return finder.find(haystack);
        }
        let [first, .., last] = *self.needle else { return find(haystack, self.needle) };
        let len = self.needle.len();
        let limit = (haystack.len() + 1).checked_sub(len)?;
        let mut from = 0;
        // How often the first byte was found in vain.
        let mut misses = 0;
        while let Some(at) = memchr(first, &haystack[from..limit]) {
            let at = from + at;
            if haystack[at + len - 1] == last
                && (len == 2 || haystack[at + 1] == self.needle[1] && (len == 3 || haystack[at..].starts_with(self.needle)))
            {
                return Some(at);
            }
            misses += 1;
            if misses > 8 && (self.long || misses > 40) {
                return self.finder().find(&haystack[at + 1..]).map(|more| at + 1 + more);
            }
            from = at + 1;
        }
        None
    }
    /// Every place of the needle, without overlap.
    pub(crate) fn all(&self, haystack: &'n [u8]) -> impl Iterator<Item = usize> {
        let mut from = 0;
        std::iter::from_fn(move || {
            let at = from + self.find(haystack.get(from..)?)?;
            from = at + self.needle.len();
            Some(at)
        })
    }
}

/// The last place of `needle`.
pub(crate) fn rfind(haystack: &[u8], needle: &[u8]) -> Option<usize> {
    match needle {
        [] => Some(haystack.len()),
        [byte] => memrchr(*byte, haystack),
        _ if needle.len() > haystack.len() => None,
        _ => memmem::rfind(haystack, needle),
    }
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
            let searcher = Searcher::new(b"ab", text.len());
            assert_eq!(searcher.all(&text).collect::<Vec<_>>(), [size, size + 2]);
            assert_eq!(find(&text, b"abc"), None);
            assert_eq!(find(&text, b"bab"), Some(size + 1));
        }
        assert_eq!(find(b"ab", b"abc"), None);
    }

    #[test]
    fn folded_search() {
        assert_eq!(find_fold(b"abcABC", b"Bc"), Some(1));
        assert_eq!(rfind_fold(b"abcABC", b"Bc"), Some(4));
        assert_eq!(find_fold(b"ab", b"abc"), None);
        assert_eq!(rfind_fold(b"ab", b""), Some(2));
    }
}
