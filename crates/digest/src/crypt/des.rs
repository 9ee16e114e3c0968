//! The DES methods: the traditional one of Unix, and that of BSDi with a longer salt and a count.

use super::{ALPHABET, letter_value};

/// Hashes with two letters of salt, 25 times.
pub fn traditional(password: &[u8], salt: &[u8]) -> Option<Vec<u8>> {
    let salt = salt.get(..2)?;
    let bits = number(salt)?;
    let mut out = salt.to_vec();
    append_block(&mut out, Cipher::new(key(password)).encrypt(0, bits, 25));
    Some(out)
}

/// Hashes with the setting behind "_": four letters of count, four of salt.
pub fn extended(password: &[u8], setting: &[u8]) -> Option<Vec<u8>> {
    let setting = setting.get(..8)?;
    let (count, salt) = (number(&setting[..4])?, number(&setting[4..])?);
    if count == 0 {
        return None;
    }
    let mut chunks = password.chunks(8);
    let mut folded = key(chunks.next().unwrap_or_default());
    for chunk in chunks {
        folded = Cipher::new(folded).encrypt(folded, 0, 1) ^ key(chunk);
    }
    let mut out = [b"_", setting].concat();
    append_block(&mut out, Cipher::new(folded).encrypt(0, salt, count));
    Some(out)
}

fn number(letters: &[u8]) -> Option<u32> {
    letters.iter().rev().try_fold(0, |number, &letter| Some(number << 6 | letter_value(letter)?))
}

/// The lower seven bits of up to eight bytes, where the parity bit is the lowest.
fn key(password: &[u8]) -> u64 {
    (0..8).fold(0, |key, i| key << 8 | u64::from(password.get(i).copied().unwrap_or(0) << 1))
}

/// Eleven letters, highest bits first.
fn append_block(out: &mut Vec<u8>, block: u64) {
    out.extend((0..10).map(|i| ALPHABET[(block >> (58 - 6 * i) & 63) as usize]));
    out.push(ALPHABET[(block << 2 & 63) as usize]);
}

/// FIPS 46-3, with bits numbered from 1, highest first, as in all of its tables.
const INITIAL: [u8; 64] = [
    58, 50, 42, 34, 26, 18, 10, 2, 60, 52, 44, 36, 28, 20, 12, 4, 62, 54, 46, 38, 30, 22, 14, 6, 64, 56, 48, 40, 32, 24, 16, 8,
    57, 49, 41, 33, 25, 17, 9, 1, 59, 51, 43, 35, 27, 19, 11, 3, 61, 53, 45, 37, 29, 21, 13, 5, 63, 55, 47, 39, 31, 23, 15, 7,
];

const FINAL: [u8; 64] = {
    let mut inverse = [0; 64];
    let mut i = 0;
    while i < 64 {
        inverse[INITIAL[i] as usize - 1] = i as u8 + 1;
        i += 1;
    }
    inverse
};

const KEY_CHOICE: [u8; 56] = [
    57, 49, 41, 33, 25, 17, 9, 1, 58, 50, 42, 34, 26, 18, 10, 2, 59, 51, 43, 35, 27, 19, 11, 3, 60, 52, 44, 36, 63, 55, 47, 39,
    31, 23, 15, 7, 62, 54, 46, 38, 30, 22, 14, 6, 61, 53, 45, 37, 29, 21, 13, 5, 28, 20, 12, 4,
];

const ROUND_CHOICE: [u8; 48] = [
    14, 17, 11, 24, 1, 5, 3, 28, 15, 6, 21, 10, 23, 19, 12, 4, 26, 8, 16, 7, 27, 20, 13, 2, 41, 52, 31, 37, 47, 55, 30, 40, 51,
    45, 33, 48, 44, 49, 39, 56, 34, 53, 46, 42, 50, 36, 29, 32,
];

const ROUND_PERMUTATION: [u8; 32] =
    [16, 7, 20, 21, 29, 12, 28, 17, 1, 15, 23, 26, 5, 18, 31, 10, 2, 8, 24, 14, 32, 27, 3, 9, 19, 13, 30, 6, 22, 11, 4, 25];

const SHIFTS: [u32; 16] = [1, 1, 2, 2, 2, 2, 2, 2, 1, 2, 2, 2, 2, 2, 2, 1];

const BOXES: [[u8; 64]; 8] = [
    [
        14, 4, 13, 1, 2, 15, 11, 8, 3, 10, 6, 12, 5, 9, 0, 7, 0, 15, 7, 4, 14, 2, 13, 1, 10, 6, 12, 11, 9, 5, 3, 8, 4, 1, 14, 8,
        13, 6, 2, 11, 15, 12, 9, 7, 3, 10, 5, 0, 15, 12, 8, 2, 4, 9, 1, 7, 5, 11, 3, 14, 10, 0, 6, 13,
    ],
    [
        15, 1, 8, 14, 6, 11, 3, 4, 9, 7, 2, 13, 12, 0, 5, 10, 3, 13, 4, 7, 15, 2, 8, 14, 12, 0, 1, 10, 6, 9, 11, 5, 0, 14, 7, 11,
        10, 4, 13, 1, 5, 8, 12, 6, 9, 3, 2, 15, 13, 8, 10, 1, 3, 15, 4, 2, 11, 6, 7, 12, 0, 5, 14, 9,
    ],
    [
        10, 0, 9, 14, 6, 3, 15, 5, 1, 13, 12, 7, 11, 4, 2, 8, 13, 7, 0, 9, 3, 4, 6, 10, 2, 8, 5, 14, 12, 11, 15, 1, 13, 6, 4, 9,
        8, 15, 3, 0, 11, 1, 2, 12, 5, 10, 14, 7, 1, 10, 13, 0, 6, 9, 8, 7, 4, 15, 14, 3, 11, 5, 2, 12,
    ],
    [
        7, 13, 14, 3, 0, 6, 9, 10, 1, 2, 8, 5, 11, 12, 4, 15, 13, 8, 11, 5, 6, 15, 0, 3, 4, 7, 2, 12, 1, 10, 14, 9, 10, 6, 9, 0,
        12, 11, 7, 13, 15, 1, 3, 14, 5, 2, 8, 4, 3, 15, 0, 6, 10, 1, 13, 8, 9, 4, 5, 11, 12, 7, 2, 14,
    ],
    [
        2, 12, 4, 1, 7, 10, 11, 6, 8, 5, 3, 15, 13, 0, 14, 9, 14, 11, 2, 12, 4, 7, 13, 1, 5, 0, 15, 10, 3, 9, 8, 6, 4, 2, 1, 11,
        10, 13, 7, 8, 15, 9, 12, 5, 6, 3, 0, 14, 11, 8, 12, 7, 1, 14, 2, 13, 6, 15, 0, 9, 10, 4, 5, 3,
    ],
    [
        12, 1, 10, 15, 9, 2, 6, 8, 0, 13, 3, 4, 14, 7, 5, 11, 10, 15, 4, 2, 7, 12, 9, 5, 6, 1, 13, 14, 0, 11, 3, 8, 9, 14, 15, 5,
        2, 8, 12, 3, 7, 0, 4, 10, 1, 13, 11, 6, 4, 3, 2, 12, 9, 5, 15, 10, 11, 14, 1, 7, 6, 0, 8, 13,
    ],
    [
        4, 11, 2, 14, 15, 0, 8, 13, 3, 12, 9, 7, 5, 10, 6, 1, 13, 0, 11, 7, 4, 9, 1, 10, 14, 3, 5, 12, 2, 15, 8, 6, 1, 4, 11, 13,
        12, 3, 7, 14, 10, 15, 6, 8, 0, 5, 9, 2, 6, 11, 13, 8, 1, 4, 10, 7, 9, 5, 0, 15, 14, 2, 3, 12,
    ],
    [
        13, 2, 8, 4, 6, 15, 11, 1, 10, 9, 3, 14, 5, 0, 12, 7, 1, 15, 13, 8, 10, 3, 7, 4, 12, 5, 6, 11, 0, 14, 9, 2, 7, 11, 4, 1,
        9, 12, 14, 2, 0, 6, 10, 13, 15, 3, 5, 8, 2, 1, 14, 7, 4, 10, 8, 13, 15, 12, 9, 0, 3, 5, 6, 11,
    ],
];

/// For each box and six bits of input, the output where the round's permutation puts it.
static PLACED: [[u32; 64]; 8] = {
    let mut placed = [[0; 64]; 8];
    let mut i = 0;
    while i < 512 {
        let (number, input) = (i / 64, i % 64);
        let row = input >> 4 & 2 | input & 1;
        let output = BOXES[number][row * 16 + (input >> 1 & 15)] as u64;
        placed[number][input] = permute(output << (28 - 4 * number), 32, &ROUND_PERMUTATION) as u32;
        i += 1;
    }
    placed
};

const fn permute(value: u64, bits: u32, table: &[u8]) -> u64 {
    let mut out = 0;
    let mut i = 0;
    while i < table.len() {
        out = out << 1 | value >> (bits - table[i] as u32) & 1;
        i += 1;
    }
    out
}

/// DES under one key.
struct Cipher {
    /// For each round the key for the first four boxes and for the others, 24 bits each.
    rounds: [(u32, u32); 16],
}

impl Cipher {
    fn new(key: u64) -> Cipher {
        const MASK: u64 = (1 << 28) - 1;
        let chosen = permute(key, 64, &KEY_CHOICE);
        let (mut c, mut d) = (chosen >> 28, chosen & MASK);
        let rounds = SHIFTS.map(|shift| {
            c = (c << shift | c >> (28 - shift)) & MASK;
            d = (d << shift | d >> (28 - shift)) & MASK;
            let round = permute(c << 28 | d, 56, &ROUND_CHOICE);
            ((round >> 24) as u32, (round & 0xff_ffff) as u32)
        });
        Cipher { rounds }
    }

    /// Encrypts `count` times; each bit of `salt` swaps two bits of the expanded half block.
    fn encrypt(&self, block: u64, salt: u32, count: u32) -> u64 {
        // The salt's lowest bit stands for the first bits of the two halves.
        let salt = salt.reverse_bits() >> 8;
        let block = permute(block, 64, &INITIAL);
        let (mut left, mut right) = ((block >> 32) as u32, block as u32);
        for _ in 0..count {
            if phant_interrupt::is_urgent() {
                break;
            }
            for &(high_key, low_key) in &self.rounds {
                let (high, low) = expand(right);
                let swap = (high ^ low) & salt;
                let scrambled = substitute(high ^ swap ^ high_key, low ^ swap ^ low_key);
                (left, right) = (right, left ^ scrambled);
            }
            (left, right) = (right, left);
        }
        permute(u64::from(left) << 32 | u64::from(right), 64, &FINAL)
    }
}

/// Eight groups of six bits, overlapping by two, as two numbers.
fn expand(half: u32) -> (u32, u32) {
    let group = |i: u32| half.rotate_left((4 * i + 31) % 32) >> 26;
    let four = |i: u32| (i..i + 4).fold(0, |groups, i| groups << 6 | group(i));
    (four(0), four(4))
}

fn substitute(high: u32, low: u32) -> u32 {
    let four = |boxes: &[[u32; 64]], bits: u32| {
        boxes.iter().enumerate().fold(0, |all, (i, entries)| all | entries[(bits >> (18 - 6 * i) & 63) as usize])
    };
    four(&PLACED[..4], high) | four(&PLACED[4..], low)
}
