//! Sets of bytes, and where the next byte of one is: thirty-two bytes at a time where the processor can.

use super::equal_bytes;

/// A set of bytes: 256 bits, in the order that looking up sixteen bytes at once wants. Byte `16 * (b >> 7) + (b & 15)` of the table
/// has the bit `b >> 4 & 7` if `b` is in the set.
#[derive(Clone, Copy)]
pub struct Bytes([u8; 32]);

impl Bytes {
    /// The set with the bytes of a list.
    pub const fn of(list: &[u8]) -> Bytes {
        let mut set = Bytes([0; 32]);
        let mut i = 0;
        while i < list.len() {
            set.insert(list[i]);
            i += 1;
        }
        set
    }
    /// The set and a range of bytes.
    pub const fn and(mut self, first: u8, last: u8) -> Bytes {
        let mut byte = first as usize;
        while byte <= last as usize {
            self.insert(byte as u8);
            byte += 1;
        }
        self
    }
    /// All other bytes.
    pub const fn others(mut self) -> Bytes {
        let mut i = 0;
        while i < 32 {
            self.0[i] = !self.0[i];
            i += 1;
        }
        self
    }
    /// Puts a byte into the set.
    #[inline(always)]
    pub const fn insert(&mut self, byte: u8) {
        self.0[Bytes::place(byte)] |= 1 << (byte >> 4 & 7);
    }
    #[inline(always)]
    const fn place(byte: u8) -> usize {
        (byte >> 3 & 16 | byte & 15) as usize
    }
    /// Whether a byte is in the set.
    #[inline(always)]
    pub const fn has(&self, byte: u8) -> bool {
        self.0[Bytes::place(byte)] >> (byte >> 4 & 7) & 1 != 0
    }
    /// Where the first byte of the set is in a text.
    #[inline]
    pub fn find(&self, text: &[u8]) -> Option<usize> {
        #[cfg(target_arch = "x86_64")]
        if text.len() >= 16 && std::is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has the instructions, and there are sixteen bytes at least.
            return unsafe { avx2::find(self, text) };
        }
        text.iter().position(|&byte| self.has(byte))
    }
    /// Tells `found` each place of a byte of the set, until it says that it wants no more.
    #[inline]
    pub fn each(&self, text: &[u8], mut found: impl FnMut(usize) -> bool) {
        #[cfg(target_arch = "x86_64")]
        if text.len() >= 32 && std::is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has the instructions, and there are thirty-two bytes at least.
            return unsafe { avx2::each(self, text, found) };
        }
        for (at, &byte) in text.iter().enumerate() {
            if self.has(byte) && !found(at) {
                return;
            }
        }
    }
    /// How many bytes of a text are in the set.
    #[inline]
    pub fn count(&self, text: &[u8]) -> usize {
        #[cfg(target_arch = "x86_64")]
        if text.len() >= 16 && std::is_x86_feature_detected!("avx2") {
            // SAFETY: as above.
            return unsafe { avx2::count(self, text) };
        }
        text.iter().filter(|&&byte| self.has(byte)).count()
    }
}

/// Tells `found` each place of a text of two bytes or more in another, without overlap, until it says that it wants no more.
///
/// This is for texts as programs have them: if a text is nearly found again and again, the answer is the place from which on
/// a search that prepares itself goes on better.
#[inline]
pub fn each_text(text: &[u8], wanted: &[u8], mut found: impl FnMut(usize) -> bool) -> Result<(), usize> {
    let [first, .., last] = *wanted else { return Err(0) };
    let Some(distance) = (wanted.len() - 1 < text.len()).then_some(wanted.len() - 1) else { return Ok(()) };
    let mut patience = text.len() / 2 + 256;
    let mut from = Ok(());
    let mut candidate = |at: usize| {
        if equal_bytes(&text[at..at + wanted.len()], wanted) {
            return found(at).then_some(at + wanted.len());
        }
        match patience.checked_sub(wanted.len()) {
            Some(left) => {
                patience = left;
                Some(at + 1)
            }
            None => {
                from = Err(at + 1);
                None
            }
        }
    };
    let end = text.len() - distance;
    #[cfg(target_arch = "x86_64")]
    if end >= 32 && std::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has the instructions, and there are as many places.
        unsafe { avx2::candidates(text, first, last, distance, candidate) };
        return from;
    }
    let mut at = 0;
    while at < end {
        if text[at] != first || text[at + distance] != last {
            at += 1;
            continue;
        }
        match candidate(at) {
            Some(next) => at = next,
            None => break,
        }
    }
    from
}

/// A bit for each of sixteen bytes, the first in the lowest, that does not stand for itself in a JSON string: quotes, backslashes,
/// control characters, what is not ASCII, and with `SLASH` slashes.
#[inline(always)]
pub fn not_plain<const SLASH: bool>(first: u64, second: u64) -> u32 {
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
    {
        use std::arch::x86_64::*;
        // SAFETY: what is compiled for has the instructions.
        unsafe {
            let bytes = _mm_set_epi64x(second as i64, first as i64);
            let is = |byte: u8| _mm_cmpeq_epi8(bytes, _mm_set1_epi8(byte as i8));
            // As signed numbers, bytes that are not ASCII are below the control characters.
            let low = _mm_cmplt_epi8(bytes, _mm_set1_epi8(0x20));
            let found = _mm_or_si128(_mm_or_si128(is(b'"'), is(b'\\')), low);
            _mm_movemask_epi8(if SLASH { _mm_or_si128(found, is(b'/')) } else { found }) as u32
        }
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
    {
        let special = |byte: u8| matches!(byte, 0..0x20 | b'"' | b'\\' | 0x80..) || SLASH && byte == b'/';
        let bytes = first.to_le_bytes().into_iter().chain(second.to_le_bytes());
        bytes.enumerate().fold(0, |mask, (at, byte)| mask | u32::from(special(byte)) << at)
    }
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use super::Bytes;
    use std::arch::x86_64::*;

    /// The table of the bits themselves, by the upper half of a byte.
    const BITS: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];

    /// A set, ready to look up thirty-two bytes.
    struct Tables {
        low: __m256i,
        high: __m256i,
        bits: __m256i,
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn doubled(sixteen: &[u8; 16]) -> __m256i {
        // SAFETY: sixteen bytes are there; alignment does not matter.
        _mm256_broadcastsi128_si256(unsafe { _mm_loadu_si128(sixteen.as_ptr().cast()) })
    }

    impl Tables {
        #[inline]
        #[target_feature(enable = "avx2")]
        fn of(set: &Bytes) -> Tables {
            let (halves, _) = set.0.as_chunks::<16>();
            Tables { low: doubled(&halves[0]), high: doubled(&halves[1]), bits: doubled(&BITS) }
        }
        /// One bit for each of thirty-two bytes that is *not* in the set.
        #[inline]
        #[target_feature(enable = "avx2")]
        fn others(&self, text: __m256i) -> u32 {
            let upper = _mm256_and_si256(_mm256_srli_epi16::<4>(text), _mm256_set1_epi8(15));
            // A byte from 0x80 on looks up zero in the lower table, and one below in the upper table.
            let low = _mm256_shuffle_epi8(self.low, text);
            let high = _mm256_shuffle_epi8(self.high, _mm256_xor_si256(text, _mm256_set1_epi8(-128)));
            let bits = _mm256_shuffle_epi8(self.bits, upper);
            let found = _mm256_and_si256(_mm256_or_si256(low, high), bits);
            _mm256_movemask_epi8(_mm256_cmpeq_epi8(found, _mm256_setzero_si256())) as u32
        }
        /// One bit for each of thirty-two bytes at a place that is in the set.
        ///
        /// # Safety
        /// They must be there.
        #[inline]
        #[target_feature(enable = "avx2")]
        unsafe fn at(&self, place: *const u8) -> u32 {
            // SAFETY: by contract.
            !self.others(unsafe { _mm256_loadu_si256(place.cast()) })
        }
        /// As `at`, for sixteen bytes.
        ///
        /// # Safety
        /// They must be there.
        #[inline]
        #[target_feature(enable = "avx2")]
        unsafe fn half_at(&self, place: *const u8) -> u32 {
            // SAFETY: by contract.
            let half = unsafe { _mm_loadu_si128(place.cast()) };
            !self.others(_mm256_castsi128_si256(half)) & 0xffff
        }
    }

    /// The first place of a byte of the set.
    ///
    /// # Safety
    /// There must be sixteen bytes at least.
    #[target_feature(enable = "avx2")]
    pub unsafe fn find(set: &Bytes, text: &[u8]) -> Option<usize> {
        let tables = Tables::of(set);
        let (start, len) = (text.as_ptr(), text.len());
        let mut at = 0;
        // SAFETY: all blocks are inside the text; the last one overlaps the one before, which had nothing.
        unsafe {
            while at + 32 <= len {
                let found = tables.at(start.add(at));
                if found != 0 {
                    return Some(at + found.trailing_zeros() as usize);
                }
                at += 32;
            }
            if at == len {
                return None;
            }
            if len >= 32 {
                let found = tables.at(start.add(len - 32));
                return (found != 0).then(|| len - 32 + found.trailing_zeros() as usize);
            }
            let found = tables.half_at(start) | tables.half_at(start.add(len - 16)) << (len - 16);
            (found != 0).then(|| found.trailing_zeros() as usize)
        }
    }

    /// All places of bytes of the set, until `found` wants no more.
    ///
    /// # Safety
    /// There must be thirty-two bytes at least.
    #[target_feature(enable = "avx2,bmi1")]
    pub unsafe fn each(set: &Bytes, text: &[u8], mut found: impl FnMut(usize) -> bool) {
        let tables = Tables::of(set);
        let len = text.len();
        let mut at = 0;
        while at < len {
            let block = at.min(len - 32);
            // SAFETY: the block is inside the text. Of the last one, what was told before is cut off.
            let mut places = unsafe { tables.at(text.as_ptr().add(block)) } & u32::MAX << (at - block);
            while places != 0 {
                if !found(block + places.trailing_zeros() as usize) {
                    return;
                }
                places &= places - 1;
            }
            at = block + 32;
        }
    }

    /// The places where a text of two bytes or more may be: those with its first and its last byte at their distance. `candidate` says
    /// whether it wants more of them, from which place on.
    ///
    /// # Safety
    /// There must be thirty-two places or more where the text fits.
    #[target_feature(enable = "avx2,bmi1")]
    pub unsafe fn candidates(
        text: &[u8],
        first: u8,
        last: u8,
        distance: usize,
        mut candidate: impl FnMut(usize) -> Option<usize>,
    ) {
        let (first, last) = (_mm256_set1_epi8(first as i8), _mm256_set1_epi8(last as i8));
        let end = text.len() - distance;
        let mut at = 0;
        while at < end {
            let block = at.min(end - 32);
            // SAFETY: thirty-two bytes from there on are in the text, and as many at the distance.
            let mut places = unsafe {
                let here = text.as_ptr().add(block);
                let starts = _mm256_cmpeq_epi8(first, _mm256_loadu_si256(here.cast()));
                let ends = _mm256_cmpeq_epi8(last, _mm256_loadu_si256(here.add(distance).cast()));
                _mm256_movemask_epi8(_mm256_and_si256(starts, ends)) as u32
            } & u32::MAX << (at - block);
            at = block + 32;
            while places != 0 {
                let place = block + places.trailing_zeros() as usize;
                let Some(next) = candidate(place) else { return };
                if next >= block + 32 {
                    at = next;
                    break;
                }
                places &= u32::MAX << (next - block);
            }
        }
    }

    /// How many bytes of the set there are.
    ///
    /// # Safety
    /// There must be sixteen bytes at least.
    #[target_feature(enable = "avx2,popcnt")]
    pub unsafe fn count(set: &Bytes, text: &[u8]) -> usize {
        let tables = Tables::of(set);
        let (start, len) = (text.as_ptr(), text.len());
        let (mut at, mut n) = (0, 0);
        // SAFETY: all blocks are inside the text; of the last one, what was counted before is shifted out.
        unsafe {
            while at + 32 <= len {
                n += tables.at(start.add(at)).count_ones();
                at += 32;
            }
            if at < len {
                n += if len >= 32 {
                    (tables.at(start.add(len - 32)) >> (32 - (len - at))).count_ones()
                } else {
                    (tables.half_at(start) | tables.half_at(start.add(len - 16)) << (len - 16)).count_ones()
                };
            }
        }
        n as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts() {
        let places = |text: &[u8], wanted: &[u8]| {
            let mut all = vec![];
            let end = each_text(text, wanted, |at| {
                all.push(at);
                true
            });
            (all, end)
        };
        for len in 0..150 {
            let text: Vec<u8> = (0..len).map(|i| b"abcabdabca"[i * i % 10]).collect();
            for wanted in [&b"ab"[..], b"aa", b"abc", b"cab", b"bdab", b"abcabdabcaabcabdabcaabcabdabcaabcabda"] {
                let mut expected = vec![];
                let mut from = 0;
                while let Some(at) = text[from..].windows(wanted.len()).position(|w| w == wanted) {
                    expected.push(from + at);
                    from += at + wanted.len();
                }
                let (mut all, end) = places(&text, wanted);
                if let Err(from) = end {
                    expected.retain(|&at| at < from);
                    all.retain(|&at| at < from);
                }
                assert_eq!(all, expected);
            }
        }
        let nearly: Vec<u8> = b"axb".repeat(500);
        let (all, end) = places(&nearly, b"ayb");
        assert!(all.is_empty() && end.is_err());
        assert_eq!(places(b"aaaaa", b"aa").0, [0, 2]);
    }
    #[test]
    fn every_length_and_place() {
        let set = Bytes::of(b"\0'\"\\\xff\x80").and(b'a', b'c');
        for byte in 0..=255u8 {
            let wanted = matches!(byte, 0 | b'\'' | b'"' | b'\\' | 0xff | 0x80 | b'a'..=b'c');
            assert_eq!((set.has(byte), set.others().has(byte)), (wanted, !wanted));
            let many = [byte; 40];
            assert_eq!(set.count(&many), if wanted { 40 } else { 0 });
            assert_eq!(set.find(&many), wanted.then_some(0));
        }
        for len in 0..100 {
            let mut text = vec![b'x'; len];
            assert_eq!((set.find(&text), set.count(&text)), (None, 0));
            for at in (0..len).rev() {
                text[at] = 0x80;
                assert_eq!((set.find(&text), set.count(&text)), (Some(at), len - at));
                let mut expected = at..len;
                set.each(&text, |place| expected.next() == Some(place));
                assert_eq!(expected.next(), None);
            }
        }
    }
}
