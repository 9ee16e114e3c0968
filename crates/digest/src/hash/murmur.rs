//! MurmurHash3, by Austin Appleby, in its three variants.

use super::{Blocks, Digest, Image, Options, clonable};

fn word(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |word, &byte| word << 8 | u32::from(byte))
}

fn long(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |long, &byte| long << 8 | u64::from(byte))
}

fn mix(mut hash: u32) -> u32 {
    hash = (hash ^ hash >> 16).wrapping_mul(0x85eb_ca6b);
    hash = (hash ^ hash >> 13).wrapping_mul(0xc2b2_ae35);
    hash ^ hash >> 16
}

fn mix_64(mut hash: u64) -> u64 {
    hash = (hash ^ hash >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
    hash = (hash ^ hash >> 33).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    hash ^ hash >> 33
}

/// murmur3a: 32 bits.
#[derive(Clone)]
struct Murmur32 {
    blocks: Blocks<4>,
    hash: u32,
}

pub fn start_32(options: &Options) -> Box<dyn Digest> {
    Box::new(Murmur32 { blocks: Blocks::new(), hash: options.seed as u32 })
}

fn scramble(word: u32) -> u32 {
    word.wrapping_mul(0xcc9e_2d51).rotate_left(15).wrapping_mul(0x1b87_3593)
}

impl Digest for Murmur32 {
    fn update(&mut self, data: &[u8]) {
        let hash = &mut self.hash;
        self.blocks.update(data, |block| {
            let mixed = (*hash ^ scramble(u32::from_le_bytes(*block))).rotate_left(13);
            *hash = mixed.wrapping_mul(5).wrapping_add(0xe654_6b64);
        });
    }

    fn finish(&mut self, out: &mut Vec<u8>) {
        let hash = self.hash ^ scramble(word(self.blocks.rest())) ^ self.blocks.total as u32;
        out.extend_from_slice(&mix(hash).to_be_bytes());
    }

    fn save(&self) -> Vec<u8> {
        let rest = self.blocks.rest();
        // Waiting bytes are at the top of the word, and their number at its bottom.
        let mut carry = [0; 4];
        carry[4 - rest.len()..].copy_from_slice(rest);
        carry[0] = rest.len() as u8;
        [self.hash.to_le_bytes(), carry, (self.blocks.total as u32).to_le_bytes()].concat()
    }

    fn load(&mut self, image: &[u8]) -> bool {
        let mut image = Image(image);
        self.hash = image.word();
        let (carry, total) = (image.bytes(4), image.word());
        let waiting = usize::from(carry.first().map_or(0, |n| n & 3));
        self.blocks.restore((u64::from(total) & !3) + waiting as u64, &carry[carry.len() - waiting..]);
        true
    }

    clonable!();
}

/// murmur3c: 128 bits as four words.
#[derive(Clone)]
struct Murmur128x86 {
    blocks: Blocks<16>,
    hash: [u32; 4],
    /// The last block, scrambled: PHP saves what is left of it.
    last: [u32; 4],
}

pub fn start_128_x86(options: &Options) -> Box<dyn Digest> {
    Box::new(Murmur128x86 { blocks: Blocks::new(), hash: [options.seed as u32; 4], last: [0; 4] })
}

const X86: [u32; 4] = [0x239b_961b, 0xab0e_9789, 0x38b3_4ae5, 0xa1e3_8b93];

/// The `i`th word of a block, scrambled.
fn scramble_x86(i: usize, word: u32) -> u32 {
    word.wrapping_mul(X86[i]).rotate_left(15 + i as u32).wrapping_mul(X86[(i + 1) % 4])
}

impl Digest for Murmur128x86 {
    fn update(&mut self, data: &[u8]) {
        const ROTATE: [u32; 4] = [19, 17, 15, 13];
        const ADD: [u32; 4] = [0x561c_cd1b, 0x0bca_a747, 0x96cd_1c35, 0x32ac_3b17];
        let (hash, last) = (&mut self.hash, &mut self.last);
        self.blocks.update(data, |block| {
            *last = std::array::from_fn(|i| scramble_x86(i, word(&block[4 * i..4 * i + 4])));
            for i in 0..4 {
                let mixed = (hash[i] ^ last[i]).rotate_left(ROTATE[i]);
                hash[i] = mixed.wrapping_add(hash[(i + 1) % 4]).wrapping_mul(5).wrapping_add(ADD[i]);
            }
        });
    }

    fn finish(&mut self, out: &mut Vec<u8>) {
        let mut hash = self.hash;
        for (i, tail) in self.blocks.rest().chunks(4).enumerate() {
            hash[i] ^= scramble_x86(i, word(tail));
        }
        hash = hash.map(|h| h ^ self.blocks.total as u32);
        spread(&mut hash);
        hash = hash.map(mix);
        spread(&mut hash);
        hash.iter().for_each(|h| out.extend_from_slice(&h.to_be_bytes()));
    }

    fn save(&self) -> Vec<u8> {
        let mut image = self.hash.map(u32::to_le_bytes).concat();
        image.extend_from_slice(carry(self.last.map(u32::to_le_bytes), self.blocks.rest()).as_flattened());
        image.extend_from_slice(&(self.blocks.total as u32).to_le_bytes());
        image
    }

    fn load(&mut self, image: &[u8]) -> bool {
        let mut image = Image(image);
        self.hash = image.words();
        let words = image.bytes(16);
        let total = image.word();
        self.blocks.restore(waiting::<4>(words, total), &uncarry::<4>(words));
        true
    }

    clonable!();
}

/// Adds all words to the first, and then the first to the others.
fn spread(hash: &mut [u32; 4]) {
    hash[0] = hash.iter().fold(0, |sum, &h| sum.wrapping_add(h));
    for i in 1..4 {
        hash[i] = hash[i].wrapping_add(hash[0]);
    }
}

/// murmur3f: 128 bits as two longs.
#[derive(Clone)]
struct Murmur128x64 {
    blocks: Blocks<16>,
    hash: [u64; 2],
    /// The last block, scrambled: PHP saves what is left of it.
    last: [u64; 2],
}

pub fn start_128_x64(options: &Options) -> Box<dyn Digest> {
    Box::new(Murmur128x64 { blocks: Blocks::new(), hash: [options.seed; 2], last: [0; 2] })
}

const X64: [u64; 2] = [0x87c3_7b91_1142_53d5, 0x4cf5_ad43_2745_937f];

/// The `i`th long of a block, scrambled.
fn scramble_x64(i: usize, long: u64) -> u64 {
    long.wrapping_mul(X64[i]).rotate_left(31 + 2 * i as u32).wrapping_mul(X64[1 - i])
}

impl Digest for Murmur128x64 {
    fn update(&mut self, data: &[u8]) {
        const ROTATE: [u32; 2] = [27, 31];
        const ADD: [u64; 2] = [0x52dc_e729, 0x3849_5ab5];
        let (hash, last) = (&mut self.hash, &mut self.last);
        self.blocks.update(data, |block| {
            *last = std::array::from_fn(|i| scramble_x64(i, long(&block[8 * i..8 * i + 8])));
            for i in 0..2 {
                let mixed = (hash[i] ^ last[i]).rotate_left(ROTATE[i]);
                hash[i] = mixed.wrapping_add(hash[1 - i]).wrapping_mul(5).wrapping_add(ADD[i]);
            }
        });
    }

    fn finish(&mut self, out: &mut Vec<u8>) {
        let mut hash = self.hash;
        for (i, tail) in self.blocks.rest().chunks(8).enumerate() {
            hash[i] ^= scramble_x64(i, long(tail));
        }
        let spread = |[a, b]: [u64; 2]| {
            let sum = a.wrapping_add(b);
            [sum, b.wrapping_add(sum)]
        };
        hash = spread(hash.map(|h| h ^ self.blocks.total));
        hash = spread(hash.map(mix_64));
        hash.iter().for_each(|h| out.extend_from_slice(&h.to_be_bytes()));
    }

    fn save(&self) -> Vec<u8> {
        let mut image = self.hash.map(u64::to_le_bytes).concat();
        image.extend_from_slice(carry(self.last.map(u64::to_le_bytes), self.blocks.rest()).as_flattened());
        image.extend_from_slice(&(self.blocks.total as u32).to_le_bytes());
        image
    }

    fn load(&mut self, image: &[u8]) -> bool {
        let mut image = Image(image);
        self.hash = image.longs();
        let words = image.bytes(16);
        let total = image.word();
        self.blocks.restore(waiting::<8>(words, total), &uncarry::<8>(words));
        true
    }

    clonable!();
}

/// How the 128-bit variants keep waiting bytes: each word takes them from the top, over what was in it, and the lowest
/// byte of all is their number (at most 15, so no waiting byte is there).
fn carry<const W: usize, const N: usize>(mut words: [[u8; W]; N], rest: &[u8]) -> [[u8; W]; N] {
    for (word, bytes) in words.iter_mut().zip(rest.chunks(W)) {
        word.copy_within(bytes.len().., 0);
        word[W - bytes.len()..].copy_from_slice(bytes);
    }
    words[N - 1][0] = rest.len() as u8;
    words
}

/// The number of waiting bytes in what [`carry`] made, which must be consistent with the number of all.
fn waiting<const W: usize>(words: &[u8], total: u32) -> u64 {
    let waiting = words.get(16 - W).map_or(0, |n| u64::from(n & 15));
    (u64::from(total) & !15) + waiting
}

/// The waiting bytes in what [`carry`] made.
fn uncarry<const W: usize>(words: &[u8]) -> Vec<u8> {
    let count = words.get(16 - W).map_or(0, |n| usize::from(n & 15));
    let mut out = Vec::with_capacity(16);
    for word in words.chunks(W) {
        let len = (count - out.len()).min(word.len());
        out.extend_from_slice(&word[word.len() - len..]);
    }
    out
}
