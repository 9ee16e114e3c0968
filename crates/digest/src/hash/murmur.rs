//! MurmurHash3, by Austin Appleby, in its three variants.

use super::{Blocks, Digest, Options, clonable};

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

    clonable!();
}

/// murmur3c: 128 bits as four words.
#[derive(Clone)]
struct Murmur128x86 {
    blocks: Blocks<16>,
    hash: [u32; 4],
}

pub fn start_128_x86(options: &Options) -> Box<dyn Digest> {
    Box::new(Murmur128x86 { blocks: Blocks::new(), hash: [options.seed as u32; 4] })
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
        let hash = &mut self.hash;
        self.blocks.update(data, |block| {
            for i in 0..4 {
                let mixed = (hash[i] ^ scramble_x86(i, word(&block[4 * i..4 * i + 4]))).rotate_left(ROTATE[i]);
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
}

pub fn start_128_x64(options: &Options) -> Box<dyn Digest> {
    Box::new(Murmur128x64 { blocks: Blocks::new(), hash: [options.seed; 2] })
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
        let hash = &mut self.hash;
        self.blocks.update(data, |block| {
            for i in 0..2 {
                let mixed = (hash[i] ^ scramble_x64(i, long(&block[8 * i..8 * i + 8]))).rotate_left(ROTATE[i]);
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

    clonable!();
}
