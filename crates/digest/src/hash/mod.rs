//! The algorithms of `hash()`, by name.

mod checksum;
mod crypto;
mod haval;
mod md5;
mod murmur;
mod snefru;
mod snefru_boxes;
mod tiger;
mod xxh;

use std::any::Any;

pub use checksum::crc32;
pub use crypto::sha1;
pub use md5::md5;

/// A running hash.
pub trait Digest: Any + Send + Sync {
    /// Adds data.
    fn update(&mut self, data: &[u8]);

    /// Appends the hash to `out`. What the state is afterwards is unspecified.
    fn finish(&mut self, out: &mut Vec<u8>);

    /// A copy, as `hash_copy()` makes.
    fn boxed_clone(&self) -> Box<dyn Digest>;

    /// Makes this the state of `other`, which must be of the same algorithm (else nothing happens).
    fn copy_from(&mut self, other: &dyn Digest);

    /// The state as [`Algorithm::layout`] describes it; of no use for algorithms without a layout.
    fn save(&self) -> Vec<u8>;

    /// Takes over a saved state of the layout's size; false if it is none.
    fn load(&mut self, image: &[u8]) -> bool;
}

/// A field of a saved state: what PHP's context structure has there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// So many 32-bit words.
    Words(usize),
    /// So many 64-bit words.
    Longs(usize),
    /// Text of so many bytes.
    Bytes(usize),
    /// A byte that is a number.
    Byte,
}

impl Field {
    /// How many bytes of the state it is.
    pub fn size(self) -> usize {
        match self {
            Field::Words(count) => 4 * count,
            Field::Longs(count) => 8 * count,
            Field::Bytes(count) => count,
            Field::Byte => 1,
        }
    }
}

use Field::{Byte, Bytes, Longs, Words};

/// A state as in many algorithms: words, a count of bits in two of them, a block.
macro_rules! counted {
    ($words:literal) => {
        &[Words($words + 2), Bytes(64)]
    };
}

const SHA_512: &[Field] = &[Longs(10), Bytes(128)];
const SHA_3: &[Field] = &[Bytes(200), Words(1)];
const TIGER: &[Field] = &[Longs(4), Bytes(64), Words(1)];
const SNEFRU: &[Field] = &[Words(19), Bytes(32)];
const HAVAL: &[Field] = &[Words(10), Bytes(128)];

/// What `hash()` and `hash_init()` take as options; algorithms ignore what is not for them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options<'a> {
    /// "seed", for murmur and xxh.
    pub seed: u64,
    /// "secret", for xxh3 and xxh128: at least [`MIN_SECRET`] bytes, of which [`MAX_SECRET`] count.
    pub secret: Option<&'a [u8]>,
}

/// The shortest secret of xxh3.
pub const MIN_SECRET: usize = 136;

/// The longest secret of xxh3; more bytes are not looked at.
pub const MAX_SECRET: usize = 256;

/// One entry of `hash_algos()`.
pub struct Algorithm {
    /// The name in lower case.
    pub name: &'static str,
    /// Bytes of a hash.
    pub output_len: usize,
    /// Bytes of a block, for HMAC.
    pub block_len: usize,
    /// Whether it may be used with HMAC and key derivation: `hash_hmac_algos()`.
    pub cryptographic: bool,
    /// What a saved state consists of, little-endian and without gaps. Empty if states of this algorithm are not saved.
    pub layout: &'static [Field],
    start: fn(&Options) -> Box<dyn Digest>,
}

impl Algorithm {
    /// An algorithm beside those of `hash_algos()`, for HMAC and key derivation. Its states are not saved.
    pub const fn other(name: &'static str, output_len: usize, block_len: usize, start: Start) -> Algorithm {
        secure(name, output_len, block_len, &[], start)
    }

    /// A new running hash.
    pub fn start(&self) -> Box<dyn Digest> {
        (self.start)(&Options::default())
    }

    /// A new running hash with options.
    pub fn start_with(&self, options: &Options) -> Box<dyn Digest> {
        (self.start)(options)
    }

    /// The hash of `data`.
    pub fn hash(&self, data: &[u8]) -> Vec<u8> {
        if self.name == "md5" {
            return md5(data).to_vec();
        }
        if let Some(hash) = self.assembled(data) {
            return hash;
        }
        let mut digest = self.start();
        digest.update(data);
        let mut out = Vec::with_capacity(self.output_len);
        digest.finish(&mut out);
        out
    }
}

/// From which length on AWS-LC's assembly makes up for what begins it.
const LONG: usize = 1024;

impl Algorithm {
    /// The hash of a long text by AWS-LC's assembly, for the algorithms that processors have no instructions for and that are
    /// faster there. States of it cannot be saved, so it is for whole texts only.
    fn assembled(&self, data: &[u8]) -> Option<Vec<u8>> {
        const PIECE: usize = 1 << 20;
        if data.len() < LONG {
            return None;
        }
        let algorithm = match self.name {
            "sha384" => &aws_lc_rs::digest::SHA384,
            "sha512" => &aws_lc_rs::digest::SHA512,
            _ => return None,
        };
        let mut context = aws_lc_rs::digest::Context::new(algorithm);
        for piece in data.chunks(PIECE) {
            if phant_interrupt::is_urgent() {
                break;
            }
            context.update(piece);
        }
        Some(context.finish().as_ref().to_vec())
    }
}

/// The algorithm of this name, in whatever case.
pub fn algorithm(name: &[u8]) -> Option<&'static Algorithm> {
    if let Some(known) = ALGORITHMS.get(usize::from(INDEX[slot(name)?]))
        && known.name.as_bytes().eq_ignore_ascii_case(name)
    {
        return Some(known);
    }
    let (&first, len) = (name.first()?, name.len());
    ALGORITHMS.iter().find(|algorithm| {
        let own = algorithm.name.as_bytes();
        own.len() == len && own[0] == first.to_ascii_lowercase() && own.eq_ignore_ascii_case(name)
    })
}

/// Where a name is noted in [`INDEX`]; none is, if it is empty.
const fn slot(name: &[u8]) -> Option<usize> {
    let [first, ..] = name else { return None };
    let last = name[name.len() - 1].to_ascii_lowercase() as usize;
    Some((name.len() * 37 + first.to_ascii_lowercase() as usize * 5 + last * 11) % 256)
}

/// The first algorithm for each slot.
static INDEX: [u8; 256] = {
    let mut index = [u8::MAX; 256];
    let mut i = ALGORITHMS.len();
    while i > 0 {
        i -= 1;
        if let Some(slot) = slot(ALGORITHMS[i].name.as_bytes()) {
            index[slot] = i as u8;
        }
    }
    index
};

/// The hash of a whole message, for the algorithms that are asked for most: written to the start of `out`.
pub fn digest_at_once(algorithm: &Algorithm, data: &[u8], out: &mut [u8; 64]) -> Option<usize> {
    fn put<const N: usize>(hash: [u8; N], out: &mut [u8; 64]) -> Option<usize> {
        out[..N].copy_from_slice(&hash);
        Some(N)
    }
    match algorithm.name {
        "md5" => put(md5(data), out),
        "sha1" => put(sha1(data), out),
        "sha256" => put(crypto::sha256(data), out),
        "sha512" if data.len() < LONG => put(crypto::sha512(data), out),
        "crc32b" => put(crc32(data).to_be_bytes(), out),
        "xxh3" => put(twox_hash::XxHash3_64::oneshot(data).to_be_bytes(), out),
        "xxh128" => put(twox_hash::XxHash3_128::oneshot(data).to_be_bytes(), out),
        _ => None,
    }
}

type Layout = &'static [Field];

const fn secure(name: &'static str, output_len: usize, block_len: usize, layout: Layout, start: Start) -> Algorithm {
    Algorithm { name, output_len, block_len, cryptographic: true, layout, start }
}

const fn plain(name: &'static str, output_len: usize, block_len: usize, layout: Layout, start: Start) -> Algorithm {
    Algorithm { name, output_len, block_len, cryptographic: false, layout, start }
}

/// Makes a new running hash.
pub type Start = fn(&Options) -> Box<dyn Digest>;

/// All algorithms, in the order of `hash_algos()`.
pub static ALGORITHMS: &[Algorithm] = &[
    secure("md2", 16, 16, &[Bytes(48), Bytes(16), Bytes(16), Byte], crypto::start::<md2::Md2, crypto::Md2>),
    secure("md4", 16, 64, counted!(4), crypto::start::<md4::Md4, crypto::Counted<16, 64>>),
    secure("md5", 16, 64, &[Words(6), Bytes(64), Words(16)], crypto::start::<::md5::Md5, crypto::Md5>),
    secure("sha1", 20, 64, counted!(5), crypto::start::<sha1::Sha1, crypto::Counted<20, 64>>),
    secure("sha224", 28, 64, counted!(8), crypto::start::<sha2::Sha224, crypto::Counted<32, 64>>),
    secure("sha256", 32, 64, counted!(8), crypto::start::<sha2::Sha256, crypto::Counted<32, 64>>),
    secure("sha384", 48, 128, SHA_512, crypto::start::<sha2::Sha384, crypto::Counted<64, 128>>),
    secure("sha512/224", 28, 128, SHA_512, crypto::start::<sha2::Sha512_224, crypto::Counted<64, 128>>),
    secure("sha512/256", 32, 128, SHA_512, crypto::start::<sha2::Sha512_256, crypto::Counted<64, 128>>),
    secure("sha512", 64, 128, SHA_512, crypto::start::<sha2::Sha512, crypto::Counted<64, 128>>),
    secure("sha3-224", 28, 144, SHA_3, crypto::start::<sha3::Sha3_224, crypto::Sha3>),
    secure("sha3-256", 32, 136, SHA_3, crypto::start::<sha3::Sha3_256, crypto::Sha3>),
    secure("sha3-384", 48, 104, SHA_3, crypto::start::<sha3::Sha3_384, crypto::Sha3>),
    secure("sha3-512", 64, 72, SHA_3, crypto::start::<sha3::Sha3_512, crypto::Sha3>),
    secure("ripemd128", 16, 64, counted!(4), crypto::start::<ripemd::Ripemd128, crypto::Counted<16, 64>>),
    secure("ripemd160", 20, 64, counted!(5), crypto::start::<ripemd::Ripemd160, crypto::Counted<20, 64>>),
    secure("ripemd256", 32, 64, counted!(8), crypto::start::<ripemd::Ripemd256, crypto::Counted<32, 64>>),
    secure("ripemd320", 40, 64, counted!(10), crypto::start::<ripemd::Ripemd320, crypto::Counted<40, 64>>),
    secure(
        "whirlpool",
        64,
        64,
        &[Longs(8), Bytes(32), Words(2), Bytes(64)],
        crypto::start::<whirlpool::Whirlpool, crypto::Whirlpool>,
    ),
    secure("tiger128,3", 16, 64, TIGER, tiger::start::<16, 3>),
    secure("tiger160,3", 20, 64, TIGER, tiger::start::<20, 3>),
    secure("tiger192,3", 24, 64, TIGER, tiger::start::<24, 3>),
    secure("tiger128,4", 16, 64, TIGER, tiger::start::<16, 4>),
    secure("tiger160,4", 20, 64, TIGER, tiger::start::<20, 4>),
    secure("tiger192,4", 24, 64, TIGER, tiger::start::<24, 4>),
    secure("snefru", 32, 32, SNEFRU, snefru::start),
    secure("snefru256", 32, 32, SNEFRU, snefru::start),
    secure("gost", 32, 32, &[Words(19), Bytes(32)], crypto::start::<gost94::Gost94Test, crypto::Gost>),
    secure("gost-crypto", 32, 32, &[Words(19), Bytes(32)], crypto::start::<gost94::Gost94CryptoPro, crypto::Gost>),
    plain("adler32", 4, 4, &[Words(1)], checksum::adler32),
    plain("crc32", 4, 4, &[Words(1)], checksum::crc32_bzip2),
    plain("crc32b", 4, 4, &[Words(1)], checksum::crc32_zip),
    plain("crc32c", 4, 4, &[Words(1)], checksum::crc32_castagnoli),
    plain("fnv132", 4, 4, &[Words(1)], checksum::fnv132),
    plain("fnv1a32", 4, 4, &[Words(1)], checksum::fnv1a32),
    plain("fnv164", 8, 4, &[Longs(1)], checksum::fnv164),
    plain("fnv1a64", 8, 4, &[Longs(1)], checksum::fnv1a64),
    plain("joaat", 4, 4, &[Words(1)], checksum::joaat),
    plain("murmur3a", 4, 4, &[Words(3)], murmur::start_32),
    plain("murmur3c", 16, 4, &[Words(9)], murmur::start_128_x86),
    plain("murmur3f", 16, 8, &[Longs(4), Words(1)], murmur::start_128_x64),
    plain("xxh32", 4, 16, &[Words(12)], xxh::start_32),
    plain("xxh64", 8, 32, &[Longs(9), Words(2), Longs(1)], xxh::start_64),
    plain("xxh3", 8, 64, &[], xxh::start_3_64),
    plain("xxh128", 16, 64, &[], xxh::start_3_128),
    secure("haval128,3", 16, 128, HAVAL, haval::start::<16, 3>),
    secure("haval160,3", 20, 128, HAVAL, haval::start::<20, 3>),
    secure("haval192,3", 24, 128, HAVAL, haval::start::<24, 3>),
    secure("haval224,3", 28, 128, HAVAL, haval::start::<28, 3>),
    secure("haval256,3", 32, 128, HAVAL, haval::start::<32, 3>),
    secure("haval128,4", 16, 128, HAVAL, haval::start::<16, 4>),
    secure("haval160,4", 20, 128, HAVAL, haval::start::<20, 4>),
    secure("haval192,4", 24, 128, HAVAL, haval::start::<24, 4>),
    secure("haval224,4", 28, 128, HAVAL, haval::start::<28, 4>),
    secure("haval256,4", 32, 128, HAVAL, haval::start::<32, 4>),
    secure("haval128,5", 16, 128, HAVAL, haval::start::<16, 5>),
    secure("haval160,5", 20, 128, HAVAL, haval::start::<20, 5>),
    secure("haval192,5", 24, 128, HAVAL, haval::start::<24, 5>),
    secure("haval224,5", 28, 128, HAVAL, haval::start::<28, 5>),
    secure("haval256,5", 32, 128, HAVAL, haval::start::<32, 5>),
];

/// Implements copying for a `Clone` digest inside its `impl Digest`.
macro_rules! clonable {
    () => {
        fn boxed_clone(&self) -> Box<dyn crate::hash::Digest> {
            Box::new(self.clone())
        }

        fn copy_from(&mut self, other: &dyn crate::hash::Digest) {
            if let Some(other) = (other as &dyn std::any::Any).downcast_ref::<Self>() {
                self.clone_from(other);
            }
        }
    };
}
use clonable;

/// Cuts a stream into blocks of `N` bytes.
#[derive(Clone)]
struct Blocks<const N: usize> {
    buffer: [u8; N],
    filled: usize,
    /// All bytes so far.
    total: u64,
}

impl<const N: usize> Blocks<N> {
    const fn new() -> Blocks<N> {
        Blocks { buffer: [0; N], filled: 0, total: 0 }
    }

    fn update(&mut self, mut data: &[u8], mut each: impl FnMut(&[u8; N])) {
        self.total = self.total.wrapping_add(data.len() as u64);
        if self.filled > 0 {
            let (head, rest) = data.split_at(data.len().min(N - self.filled));
            self.buffer[self.filled..self.filled + head.len()].copy_from_slice(head);
            self.filled += head.len();
            data = rest;
            if self.filled < N {
                return;
            }
            each(&self.buffer);
        }
        let (blocks, rest) = data.as_chunks();
        blocks.iter().for_each(each);
        self.buffer[..rest.len()].copy_from_slice(rest);
        self.filled = rest.len();
    }

    fn rest(&self) -> &[u8] {
        &self.buffer[..self.filled]
    }

    /// The block that is being filled, with zeros behind the data.
    fn padded(&self) -> [u8; N] {
        let mut block = [0; N];
        block[..self.filled].copy_from_slice(self.rest());
        block
    }

    /// All bits so far.
    fn bits(&self) -> u64 {
        self.total.wrapping_mul(8)
    }

    /// Makes the state that after `total` bytes has the start of `block` waiting.
    fn restore(&mut self, total: u64, block: &[u8]) {
        *self = Blocks { total, filled: (total % N as u64) as usize, ..Blocks::new() };
        let filled = self.filled.min(block.len());
        self.buffer[..filled].copy_from_slice(&block[..filled]);
    }
}

/// Reads a saved state from its start.
struct Image<'i>(&'i [u8]);

impl<'i> Image<'i> {
    fn bytes(&mut self, len: usize) -> &'i [u8] {
        let (head, rest) = self.0.split_at(len.min(self.0.len()));
        self.0 = rest;
        head
    }

    fn word(&mut self) -> u32 {
        self.bytes(4).iter().rev().fold(0, |word, &byte| word << 8 | u32::from(byte))
    }

    fn long(&mut self) -> u64 {
        let low = self.word();
        u64::from(self.word()) << 32 | u64::from(low)
    }

    fn words<const N: usize>(&mut self) -> [u32; N] {
        std::array::from_fn(|_| self.word())
    }

    fn longs<const N: usize>(&mut self) -> [u64; N] {
        std::array::from_fn(|_| self.long())
    }
}
