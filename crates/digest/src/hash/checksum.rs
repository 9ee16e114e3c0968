//! Checksums and the hashes of hash tables: CRC-32, Adler-32, FNV, Jenkins's one-at-a-time.

use super::{Digest, Image, Options, clonable};

/// `crc32($data)`
pub fn crc32(data: &[u8]) -> u32 {
    crc32fast::hash(data)
}

/// A hash whose state is `S`, with a step for data and a last one that gives the bytes.
struct Fold<S: 'static> {
    state: S,
    step: fn(S, &[u8]) -> S,
    last: fn(S, &mut Vec<u8>),
    /// What a saved state differs in.
    mask: S,
}

/// A state that is one number.
trait Number: Copy + Send + Sync + std::ops::BitXor<Output = Self> + 'static {
    fn save(self) -> Vec<u8>;
    fn load(image: &mut Image) -> Self;
}

impl Number for u32 {
    fn save(self) -> Vec<u8> {
        self.to_le_bytes().to_vec()
    }
    fn load(image: &mut Image) -> u32 {
        image.word()
    }
}

impl Number for u64 {
    fn save(self) -> Vec<u8> {
        self.to_le_bytes().to_vec()
    }
    fn load(image: &mut Image) -> u64 {
        image.long()
    }
}

impl<S: Copy> Clone for Fold<S> {
    fn clone(&self) -> Self {
        Fold { ..*self }
    }
}

impl<S: Number> Digest for Fold<S> {
    fn update(&mut self, data: &[u8]) {
        self.state = (self.step)(self.state, data);
    }

    fn finish(&mut self, out: &mut Vec<u8>) {
        (self.last)(self.state, out);
    }

    fn save(&self) -> Vec<u8> {
        (self.state ^ self.mask).save()
    }

    fn load(&mut self, image: &[u8]) -> bool {
        self.state = S::load(&mut Image(image)) ^ self.mask;
        true
    }

    clonable!();
}

fn big_endian(state: u32, out: &mut Vec<u8>) {
    out.extend_from_slice(&state.to_be_bytes());
}

fn big_endian_64(state: u64, out: &mut Vec<u8>) {
    out.extend_from_slice(&state.to_be_bytes());
}

pub fn adler32(_: &Options) -> Box<dyn Digest> {
    fn step(state: u32, data: &[u8]) -> u32 {
        let (mut low, mut high) = (state & 0xffff, state >> 16);
        // As many bytes as fit before a sum can overflow.
        for chunk in data.chunks(5552) {
            for &byte in chunk {
                low += u32::from(byte);
                high += low;
            }
            low %= 65521;
            high %= 65521;
        }
        high << 16 | low
    }
    Box::new(Fold { state: 1, step, last: big_endian, mask: 0 })
}

/// The polynomial of ZIP and Ethernet, lowest bit first.
pub fn crc32_zip(_: &Options) -> Box<dyn Digest> {
    fn step(state: u32, data: &[u8]) -> u32 {
        let mut hasher = crc32fast::Hasher::new_with_initial(state);
        hasher.update(data);
        hasher.finalize()
    }
    Box::new(Fold { state: 0, step, last: big_endian, mask: !0 })
}

/// For eight bytes at once: table 0 advances by one byte, table n by n more zero bytes.
type Tables = [[u32; 256]; 8];

/// Castagnoli's polynomial, lowest bit first.
pub fn crc32_castagnoli(_: &Options) -> Box<dyn Digest> {
    Box::new(Fold { state: 0, step: crc32c::crc32c_append, last: big_endian, mask: !0 })
}

/// The polynomial of ZIP, highest bit first, as in bzip2.
pub fn crc32_bzip2(_: &Options) -> Box<dyn Digest> {
    static TABLES: Tables = {
        let mut tables = [[0; 256]; 8];
        let mut i = 0;
        while i < 2048 {
            let (table, byte) = (i / 256, i % 256);
            let mut crc = if table == 0 { (byte as u32) << 24 } else { tables[table - 1][byte] };
            let mut bit = 0;
            while bit < 8 {
                crc = (crc << 1) ^ ((crc >> 31) * 0x04c1_1db7);
                bit += 1;
            }
            tables[table][byte] = crc;
            i += 1;
        }
        tables
    };
    fn step(state: u32, data: &[u8]) -> u32 {
        let mut crc = state;
        let (words, rest) = data.as_chunks::<8>();
        for word in words {
            let word = u64::from_be_bytes(*word) ^ u64::from(crc) << 32;
            crc = (0..8).fold(0, |sum, i| sum ^ TABLES[i][(word >> (8 * i) & 0xff) as usize]);
        }
        rest.iter().fold(crc, |crc, &byte| crc << 8 ^ TABLES[0][usize::from((crc >> 24) as u8 ^ byte)])
    }
    fn last(state: u32, out: &mut Vec<u8>) {
        out.extend_from_slice(&(!state).to_le_bytes());
    }
    Box::new(Fold { state: !0, step, last, mask: 0 })
}

const FNV_32: u32 = 0x0100_0193;
const FNV_64: u64 = 0x0100_0000_01b3;
const FNV_32_START: u32 = 0x811c_9dc5;
const FNV_64_START: u64 = 0xcbf2_9ce4_8422_2325;

pub fn fnv132(_: &Options) -> Box<dyn Digest> {
    fn step(state: u32, data: &[u8]) -> u32 {
        data.iter().fold(state, |hash, &byte| hash.wrapping_mul(FNV_32) ^ u32::from(byte))
    }
    Box::new(Fold { state: FNV_32_START, step, last: big_endian, mask: 0 })
}

pub fn fnv1a32(_: &Options) -> Box<dyn Digest> {
    fn step(state: u32, data: &[u8]) -> u32 {
        data.iter().fold(state, |hash, &byte| (hash ^ u32::from(byte)).wrapping_mul(FNV_32))
    }
    Box::new(Fold { state: FNV_32_START, step, last: big_endian, mask: 0 })
}

pub fn fnv164(_: &Options) -> Box<dyn Digest> {
    fn step(state: u64, data: &[u8]) -> u64 {
        data.iter().fold(state, |hash, &byte| hash.wrapping_mul(FNV_64) ^ u64::from(byte))
    }
    Box::new(Fold { state: FNV_64_START, step, last: big_endian_64, mask: 0 })
}

pub fn fnv1a64(_: &Options) -> Box<dyn Digest> {
    fn step(state: u64, data: &[u8]) -> u64 {
        data.iter().fold(state, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(FNV_64))
    }
    Box::new(Fold { state: FNV_64_START, step, last: big_endian_64, mask: 0 })
}

pub fn joaat(_: &Options) -> Box<dyn Digest> {
    fn step(state: u32, data: &[u8]) -> u32 {
        data.iter().fold(state, |hash, &byte| {
            let hash = hash.wrapping_add(u32::from(byte));
            let hash = hash.wrapping_add(hash << 10);
            hash ^ hash >> 6
        })
    }
    fn last(state: u32, out: &mut Vec<u8>) {
        let hash = state.wrapping_add(state << 3);
        let hash = hash ^ hash >> 11;
        big_endian(hash.wrapping_add(hash << 15), out);
    }
    Box::new(Fold { state: 0, step, last, mask: 0 })
}
