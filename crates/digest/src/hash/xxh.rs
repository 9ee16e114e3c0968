//! The xxHash family: the younger two from a library, the older two here, because their states can be saved.

use super::{Blocks, Digest, Image, MAX_SECRET, MIN_SECRET, Options, clonable};
use std::hash::Hasher;
use twox_hash::{XxHash3_64, XxHash3_128};

/// xxh32
#[derive(Clone)]
struct Xxh32 {
    blocks: Blocks<16>,
    lanes: [u32; 4],
}

const P32: [u32; 5] = [0x9e37_79b1, 0x85eb_ca77, 0xc2b2_ae3d, 0x27d4_eb2f, 0x1656_67b1];

pub fn start_32(options: &Options) -> Box<dyn Digest> {
    let seed = options.seed as u32;
    let lanes = [P32[0].wrapping_add(P32[1]), P32[1], 0, P32[0].wrapping_neg()].map(|lane| lane.wrapping_add(seed));
    Box::new(Xxh32 { blocks: Blocks::new(), lanes })
}

fn round_32(lane: u32, word: u32) -> u32 {
    lane.wrapping_add(word.wrapping_mul(P32[1])).rotate_left(13).wrapping_mul(P32[0])
}

impl Digest for Xxh32 {
    fn update(&mut self, data: &[u8]) {
        let lanes = &mut self.lanes;
        self.blocks.update(data, |block| {
            for (lane, word) in lanes.iter_mut().zip(block.as_chunks().0) {
                *lane = round_32(*lane, u32::from_le_bytes(*word));
            }
        });
    }

    fn finish(&mut self, out: &mut Vec<u8>) {
        let mut hash = match self.blocks.total {
            // The third lane is the seed still.
            ..16 => self.lanes[2].wrapping_add(P32[4]),
            _ => [1, 7, 12, 18].iter().zip(self.lanes).fold(0, |sum: u32, (by, lane)| sum.wrapping_add(lane.rotate_left(*by))),
        };
        hash = hash.wrapping_add(self.blocks.total as u32);
        let (words, bytes) = self.blocks.rest().as_chunks();
        for word in words {
            hash = hash.wrapping_add(u32::from_le_bytes(*word).wrapping_mul(P32[2])).rotate_left(17).wrapping_mul(P32[3]);
        }
        for &byte in bytes {
            hash = hash.wrapping_add(u32::from(byte).wrapping_mul(P32[4])).rotate_left(11).wrapping_mul(P32[0]);
        }
        hash = (hash ^ hash >> 15).wrapping_mul(P32[1]);
        hash = (hash ^ hash >> 13).wrapping_mul(P32[2]);
        out.extend_from_slice(&(hash ^ hash >> 16).to_be_bytes());
    }

    fn save(&self) -> Vec<u8> {
        let total = self.blocks.total;
        let count = [total as u32, (total >= 16) as u32].map(u32::to_le_bytes);
        let place = [self.blocks.filled as u32, 0].map(u32::to_le_bytes);
        let lanes = self.lanes.map(u32::to_le_bytes);
        [count.as_flattened(), lanes.as_flattened(), &self.blocks.padded(), place.as_flattened()].concat()
    }

    fn load(&mut self, image: &[u8]) -> bool {
        let mut image = Image(image);
        let [total, large] = image.words();
        self.lanes = image.words();
        let (block, filled) = (image.bytes(16), image.word());
        // A large total may have wrapped.
        let total = u64::from(total & !15) | if large == 0 { 0 } else { 1 << 32 };
        self.blocks.restore(total + u64::from(filled), block);
        filled < 16
    }

    clonable!();
}

/// xxh64
#[derive(Clone)]
struct Xxh64 {
    blocks: Blocks<32>,
    lanes: [u64; 4],
}

const P64: [u64; 5] =
    [0x9e37_79b1_85eb_ca87, 0xc2b2_ae3d_27d4_eb4f, 0x1656_67b1_9e37_79f9, 0x85eb_ca77_c2b2_ae63, 0x27d4_eb2f_1656_67c5];

pub fn start_64(options: &Options) -> Box<dyn Digest> {
    let lanes = [P64[0].wrapping_add(P64[1]), P64[1], 0, P64[0].wrapping_neg()].map(|lane| lane.wrapping_add(options.seed));
    Box::new(Xxh64 { blocks: Blocks::new(), lanes })
}

fn round_64(lane: u64, long: u64) -> u64 {
    lane.wrapping_add(long.wrapping_mul(P64[1])).rotate_left(31).wrapping_mul(P64[0])
}

impl Digest for Xxh64 {
    fn update(&mut self, data: &[u8]) {
        let lanes = &mut self.lanes;
        self.blocks.update(data, |block| {
            for (lane, long) in lanes.iter_mut().zip(block.as_chunks().0) {
                *lane = round_64(*lane, u64::from_le_bytes(*long));
            }
        });
    }

    fn finish(&mut self, out: &mut Vec<u8>) {
        let mut hash = match self.blocks.total {
            // The third lane is the seed still.
            ..32 => self.lanes[2].wrapping_add(P64[4]),
            _ => {
                let sum =
                    [1, 7, 12, 18].iter().zip(self.lanes).fold(0, |sum: u64, (by, lane)| sum.wrapping_add(lane.rotate_left(*by)));
                self.lanes.iter().fold(sum, |hash, &lane| (hash ^ round_64(0, lane)).wrapping_mul(P64[0]).wrapping_add(P64[3]))
            }
        };
        hash = hash.wrapping_add(self.blocks.total);
        let (longs, rest) = self.blocks.rest().as_chunks();
        for long in longs {
            hash = (hash ^ round_64(0, u64::from_le_bytes(*long))).rotate_left(27).wrapping_mul(P64[0]).wrapping_add(P64[3]);
        }
        let (words, bytes) = rest.as_chunks();
        for word in words {
            hash ^= u64::from(u32::from_le_bytes(*word)).wrapping_mul(P64[0]);
            hash = hash.rotate_left(23).wrapping_mul(P64[1]).wrapping_add(P64[2]);
        }
        for &byte in bytes {
            hash = (hash ^ u64::from(byte).wrapping_mul(P64[4])).rotate_left(11).wrapping_mul(P64[0]);
        }
        hash = (hash ^ hash >> 33).wrapping_mul(P64[1]);
        hash = (hash ^ hash >> 29).wrapping_mul(P64[2]);
        out.extend_from_slice(&(hash ^ hash >> 32).to_be_bytes());
    }

    fn save(&self) -> Vec<u8> {
        let filled = (self.blocks.filled as u64).to_le_bytes();
        let lanes = self.lanes.map(u64::to_le_bytes);
        [&self.blocks.total.to_le_bytes(), lanes.as_flattened(), &self.blocks.padded(), &filled, &[0; 8]].concat()
    }

    fn load(&mut self, image: &[u8]) -> bool {
        let mut image = Image(image);
        let total = image.long();
        self.lanes = image.longs();
        let (block, filled) = (image.bytes(32), image.word());
        self.blocks.restore((total & !31).wrapping_add(u64::from(filled)), block);
        filled < 32
    }

    clonable!();
}

/// xxh3 or xxh128 without a secret.
#[derive(Clone)]
struct Xxh<H> {
    hasher: H,
    finish: fn(&H, &mut Vec<u8>),
    write: fn(&mut H, &[u8]),
}

impl<H: Clone + Send + Sync + 'static> Digest for Xxh<H> {
    fn update(&mut self, data: &[u8]) {
        (self.write)(&mut self.hasher, data);
    }

    fn finish(&mut self, out: &mut Vec<u8>) {
        (self.finish)(&self.hasher, out);
    }

    fn save(&self) -> Vec<u8> {
        Vec::new()
    }

    fn load(&mut self, _: &[u8]) -> bool {
        false
    }

    clonable!();
}

/// xxh3 or xxh128 with a secret.
///
/// Up to 240 bytes only the one-shot functions of the library take a secret as xxHash defines it; beyond, its seed and
/// secret do.
#[derive(Clone)]
struct WithSecret<H> {
    hasher: H,
    /// The data, until it is more than [`SHORT`] bytes.
    data: Vec<u8>,
    secret: Vec<u8>,
    write: fn(&mut H, &[u8]),
    finish_short: fn(&[u8], &[u8], &mut Vec<u8>),
    finish_long: fn(&H, &mut Vec<u8>),
}

const SHORT: usize = 240;

impl<H: Clone + Send + Sync + 'static> Digest for WithSecret<H> {
    fn update(&mut self, data: &[u8]) {
        (self.write)(&mut self.hasher, data);
        if self.data.len() <= SHORT {
            self.data.extend_from_slice(&data[..data.len().min(SHORT + 1)]);
        }
    }

    fn finish(&mut self, out: &mut Vec<u8>) {
        if self.data.len() <= SHORT {
            (self.finish_short)(&self.secret, &self.data, out);
        } else {
            (self.finish_long)(&self.hasher, out);
        }
    }

    fn save(&self) -> Vec<u8> {
        Vec::new()
    }

    fn load(&mut self, _: &[u8]) -> bool {
        false
    }

    clonable!();
}

fn secret<'a>(options: &Options<'a>) -> Option<&'a [u8]> {
    let secret = options.secret.filter(|secret| secret.len() >= MIN_SECRET)?;
    Some(&secret[..secret.len().min(MAX_SECRET)])
}

pub fn start_3_64(options: &Options) -> Box<dyn Digest> {
    let write: fn(&mut XxHash3_64, &[u8]) = |h, data| h.write(data);
    let finish: fn(&XxHash3_64, &mut Vec<u8>) = |h, out| out.extend_from_slice(&h.finish().to_be_bytes());
    if let Some(secret) = secret(options)
        && let Ok(hasher) = XxHash3_64::with_seed_and_secret(0, secret)
    {
        let finish_short: fn(&[u8], &[u8], &mut Vec<u8>) = |secret, data, out| {
            out.extend_from_slice(&XxHash3_64::oneshot_with_secret(secret, data).unwrap_or(0).to_be_bytes());
        };
        let (data, secret) = (Vec::new(), secret.to_vec());
        return Box::new(WithSecret { hasher, data, secret, write, finish_short, finish_long: finish });
    }
    Box::new(Xxh { hasher: XxHash3_64::with_seed(options.seed), finish, write })
}

pub fn start_3_128(options: &Options) -> Box<dyn Digest> {
    let write: fn(&mut XxHash3_128, &[u8]) = |h, data| h.write(data);
    let finish: fn(&XxHash3_128, &mut Vec<u8>) = |h, out| out.extend_from_slice(&h.finish_128().to_be_bytes());
    if let Some(secret) = secret(options)
        && let Ok(hasher) = XxHash3_128::with_seed_and_secret(0, secret)
    {
        let finish_short: fn(&[u8], &[u8], &mut Vec<u8>) = |secret, data, out| {
            out.extend_from_slice(&XxHash3_128::oneshot_with_secret(secret, data).unwrap_or(0).to_be_bytes());
        };
        let (data, secret) = (Vec::new(), secret.to_vec());
        return Box::new(WithSecret { hasher, data, secret, write, finish_short, finish_long: finish });
    }
    Box::new(Xxh { hasher: XxHash3_128::with_seed(options.seed), finish, write })
}
