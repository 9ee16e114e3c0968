//! MD5 of whole texts (RFC 1321).
//!
//! A step waits for the one before it, so that what counts is how many operations lie between the two. Where a function of three words
//! chooses bits of one or of another, no bit is in both halves: they can be added to the sum one by one, the half that does not need
//! the newest word early. That takes an operation off a quarter of all steps, which compilers do not find by themselves.

/// `floor(2^32 * abs(sin(i + 1)))`
static TABLE: [u32; 64] = [
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501, 0x698098d8, 0x8b44f7af,
    0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821, 0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa,
    0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8, 0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8,
    0x676f02d9, 0x8d2a4c8a, 0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665, 0xf4292244, 0x432aff97,
    0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1, 0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1,
    0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391,
];

/// How far the steps of each round turn.
const TURNS: [[u32; 4]; 4] = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]];

/// Sixteen steps; `$sum` is what a step adds to `$a`, `$word` the number of the word that step `$i` takes.
macro_rules! round {
    ($round:literal, $state:ident, $words:ident, $table:ident, |$i:ident| $word:expr, |$a:ident, $b:ident, $c:ident, $d:ident| $sum:expr) => {
        for $i in 0..16 {
            let [$a, $b, $c, $d] = $state;
            let $a = $a.wrapping_add($words[$word % 16].wrapping_add($table[$round * 16 + $i]));
            let turned = u32::rotate_left($sum, TURNS[$round][$i % 4]);
            $state = [$d, turned.wrapping_add($b), $b, $c];
        }
    };
}

/// A function of its own: within a loop, the table would be copied to the stack in front of it, which costs as much as a fifth of a block.
#[inline(never)]
fn block(state: &mut [u32; 4], block: &[u8; 64], table: &[u32; 64]) {
    let mut words = [0; 16];
    for (word, bytes) in words.iter_mut().zip(block.as_chunks::<4>().0) {
        *word = u32::from_le_bytes(*bytes);
    }
    let mut s = *state;
    round!(0, s, words, table, |i| i, |a, b, c, d| a.wrapping_add(d ^ (b & (c ^ d))));
    round!(1, s, words, table, |i| 5 * i + 1, |a, b, c, d| a.wrapping_add(c & !d).wrapping_add(b & d));
    round!(2, s, words, table, |i| 3 * i + 5, |a, b, c, d| a.wrapping_add(b ^ (c ^ d)));
    round!(3, s, words, table, |i| 7 * i, |a, b, c, d| a.wrapping_add(c ^ (b | !d)));
    for (word, step) in state.iter_mut().zip(s) {
        *word = word.wrapping_add(step);
    }
}

/// `md5($data, true)`
pub fn md5(data: &[u8]) -> [u8; 16] {
    let mut state = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476];
    // A constant would be added last of all, behind the newest word.
    let table = std::hint::black_box(&TABLE);
    let (blocks, rest) = data.as_chunks::<64>();
    for (i, full) in blocks.iter().enumerate() {
        block(&mut state, full, table);
        if i % 16384 == 16383 && phant_interrupt::is_urgent() {
            break;
        }
    }
    let mut last = [[0; 64]; 2];
    last[0][..rest.len()].copy_from_slice(rest);
    last[0][rest.len()] = 0x80;
    let count = if rest.len() < 56 { 1 } else { 2 };
    last[count - 1][56..].copy_from_slice(&(data.len() as u64).wrapping_mul(8).to_le_bytes());
    for full in &last[..count] {
        block(&mut state, full, table);
    }
    let mut out = [0; 16];
    for (bytes, word) in out.as_chunks_mut::<4>().0.iter_mut().zip(state) {
        *bytes = word.to_le_bytes();
    }
    out
}

#[cfg(test)]
mod tests {
    use super::md5;

    /// Of every length around the ends of blocks, beside what running hashes use.
    #[test]
    fn like_the_running_hash() {
        let data: Vec<u8> = (0..400u32).map(|i| (i * 7 + i / 3) as u8).collect();
        for len in 0..data.len() {
            let expected: [u8; 16] = <::md5::Md5 as sha2::Digest>::digest(&data[..len]).into();
            assert_eq!(md5(&data[..len]), expected, "{len} bytes");
        }
    }
}
