//! Bit-run arithmetic over `[u64]`, shared by the page bitmaps of chunks and the chunk bitmaps of a heap.

/// Is bit `index` set?
#[inline]
pub(super) fn test(bits: &[u64], index: usize) -> bool {
    bits[index / 64] >> (index % 64) & 1 != 0
}

/// Calls `with(word index, mask)` for every word that the bits `start..end` touch.
#[inline]
fn each_word(start: usize, end: usize, mut with: impl FnMut(usize, u64)) {
    let mut at = start;
    while at < end {
        let (word, low) = (at / 64, at % 64);
        let width = (64 - low).min(end - at);
        with(word, (u64::MAX >> (64 - width)) << low);
        at += width;
    }
}

/// Sets the bits `start..end`.
#[inline]
pub(super) fn set(bits: &mut [u64], start: usize, end: usize) {
    each_word(start, end, |word, mask| bits[word] |= mask);
}

/// Clears the bits `start..end`.
#[inline]
pub(super) fn clear(bits: &mut [u64], start: usize, end: usize) {
    each_word(start, end, |word, mask| bits[word] &= !mask);
}

/// The number of set bits in `start..end`.
pub(super) fn count(bits: &[u64], start: usize, end: usize) -> usize {
    let mut sum = 0;
    each_word(start, end, |word, mask| sum += (bits[word] & mask).count_ones() as usize);
    sum
}

/// The first bit in `from..end` that is set, or `end`.
#[inline]
pub(super) fn next_one(bits: &[u64], from: usize, end: usize) -> usize {
    next(bits, from, end, 0)
}

/// The first bit in `from..end` that is clear, or `end`.
#[inline]
pub(super) fn next_zero(bits: &[u64], from: usize, end: usize) -> usize {
    next(bits, from, end, u64::MAX)
}

#[inline]
fn next(bits: &[u64], from: usize, end: usize, flip: u64) -> usize {
    if from >= end {
        return end;
    }
    let mut word = from / 64;
    let mut value = (bits[word] ^ flip) & (u64::MAX << (from % 64));
    while value == 0 {
        word += 1;
        if word * 64 >= end {
            return end;
        }
        value = bits[word] ^ flip;
    }
    (word * 64 + value.trailing_zeros() as usize).min(end)
}

/// The index after the last bit below `before` that is set, or 0.
#[inline]
pub(super) fn end_of_ones(bits: &[u64], before: usize) -> usize {
    let (mut word, bit) = (before / 64, before % 64);
    let mut value = if bit == 0 { 0 } else { bits[word] << (64 - bit) >> (64 - bit) };
    while value == 0 {
        if word == 0 {
            return 0;
        }
        word -= 1;
        value = bits[word];
    }
    word * 64 + 64 - value.leading_zeros() as usize
}

/// The first place in `from..end` where `length` clear bits follow each other.
#[inline]
pub(super) fn find_zeros(bits: &[u64], from: usize, end: usize, length: usize) -> Option<usize> {
    let mut start = next_zero(bits, from, end);
    while start + length <= end {
        let stop = next_one(bits, start, start + length);
        if stop == start + length {
            return Some(start);
        }
        start = next_zero(bits, stop, end);
    }
    None
}

/// The runs of set bits in `from..end`, as `(start, end)`.
pub(super) fn runs(bits: &[u64], from: usize, end: usize) -> impl Iterator<Item = (usize, usize)> + '_ {
    let mut at = from;
    std::iter::from_fn(move || {
        let start = next_one(bits, at, end);
        at = next_zero(bits, start, end);
        (start < end).then_some((start, at))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_a_boolean_array() {
        let mut seed = 1u64;
        let mut random = move |below: usize| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) as usize % below
        };
        let (mut bits, mut model) = ([0u64; 5], [false; 320]);
        for _ in 0..4000 {
            let start = random(320);
            let end = start + random(321 - start);
            let value = random(2) == 1;
            if value {
                set(&mut bits, start, end)
            } else {
                clear(&mut bits, start, end)
            }
            model[start..end].fill(value);
            let at = random(320);
            assert_eq!(test(&bits, at), model[at]);
            assert_eq!(next_one(&bits, at, 300), (at..300).find(|&i| model[i]).unwrap_or(300));
            assert_eq!(count(&bits, start, 320), model[start..].iter().filter(|&&bit| bit).count());
            let last = (0..start).rev().find(|&i| model[i]);
            assert_eq!(end_of_ones(&bits, start), last.map_or(0, |last| last + 1));
            let length = 1 + random(70);
            let expected = (at..320).find(|&i| i + length <= 320 && model[i..i + length].iter().all(|&bit| !bit));
            assert_eq!(find_zeros(&bits, at, 320, length), expected);
            let total: usize = runs(&bits, 0, 320).map(|(start, end)| end - start).sum();
            assert_eq!(total, count(&bits, 0, 320));
        }
    }
}
