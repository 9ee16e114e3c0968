//! What RustCrypto's crates implement.
//!
//! Their own serialized form of a state is the words, the number of blocks, and a byte with the length of the buffered
//! part of a block before that part, which has room for one byte less than a block. A [`Shape`] turns that into what PHP saves and back.

use super::{Digest, Image, Options, clonable};
use digest::common::hazmat::{SerializableState, SerializedState};
use sha2::digest;
use std::marker::PhantomData;

/// How PHP saves the state of an algorithm.
pub trait Shape: Copy + Send + Sync + 'static {
    /// PHP's form of a serialized state.
    fn image(state: &[u8]) -> Vec<u8>;

    /// The serialized state of PHP's form.
    fn state(image: &[u8]) -> Option<Vec<u8>>;
}

struct Crypto<D, S>(D, PhantomData<S>);

impl<D: Clone, S> Clone for Crypto<D, S> {
    fn clone(&self) -> Self {
        Crypto(self.0.clone(), PhantomData)
    }
}

pub fn start<D, S>(_: &Options) -> Box<dyn Digest>
where
    D: digest::Digest + SerializableState + Clone + Send + Sync + 'static,
    S: Shape,
{
    Box::new(Crypto::<D, S>(D::new(), PhantomData))
}

impl<D, S> Digest for Crypto<D, S>
where
    D: digest::Digest + SerializableState + Clone + Send + Sync + 'static,
    S: Shape,
{
    fn update(&mut self, data: &[u8]) {
        self.0.update(data);
    }

    fn finish(&mut self, out: &mut Vec<u8>) {
        out.extend_from_slice(&std::mem::replace(&mut self.0, D::new()).finalize());
    }

    fn save(&self) -> Vec<u8> {
        S::image(&self.0.serialize())
    }

    fn load(&mut self, image: &[u8]) -> bool {
        let restored = S::state(image).and_then(|state| {
            let state = <&SerializedState<D>>::try_from(&state[..]).ok()?;
            D::deserialize(state).ok()
        });
        match restored {
            Some(digest) => self.0 = digest,
            None => return false,
        }
        true
    }

    clonable!();
}

/// The buffered part of a block as serialized.
fn buffered(block: &[u8], filled: usize) -> Vec<u8> {
    let mut out = vec![0; block.len()];
    out[0] = filled as u8;
    out[1..=filled].copy_from_slice(&block[..filled]);
    out
}

/// The block that a serialized buffer is the start of.
fn block<const BLOCK: usize>(rest: &mut Image) -> [u8; BLOCK] {
    let mut block = [0; BLOCK];
    block[..BLOCK - 1].copy_from_slice(rest.bytes(BLOCK - 1));
    block
}

/// A state of `STATE` bytes, the number of bits, and a block of `BLOCK` bytes.
#[derive(Clone, Copy)]
pub struct Counted<const STATE: usize, const BLOCK: usize>;

impl<const STATE: usize, const BLOCK: usize> Shape for Counted<STATE, BLOCK> {
    fn image(state: &[u8]) -> Vec<u8> {
        let count_len = BLOCK / 8;
        let mut rest = Image(state);
        let words = rest.bytes(STATE);
        let blocks = Image(rest.bytes(count_len)).long();
        let filled = rest.bytes(1)[0];
        let bits = (u128::from(blocks) * BLOCK as u128 + u128::from(filled)) * 8;
        [words, &bits.to_le_bytes()[..count_len], &block::<BLOCK>(&mut rest)].concat()
    }

    fn state(image: &[u8]) -> Option<Vec<u8>> {
        let count_len = BLOCK / 8;
        let mut rest = Image(image);
        let words = rest.bytes(STATE);
        let mut count = Image(rest.bytes(count_len));
        let bytes = (u128::from(count.long()) | u128::from(count.long()) << 64) / 8;
        let blocks = bytes / BLOCK as u128;
        let block = buffered(rest.bytes(BLOCK), (bytes % BLOCK as u128) as usize);
        Some([words, &blocks.to_le_bytes()[..count_len], &block].concat())
    }
}

/// The number of bytes in 29 bits and a word, the state, the block, and room for a block of words.
#[derive(Clone, Copy)]
pub struct Md5;

const MD5_LOW: u64 = 0x1fff_ffff;

impl Shape for Md5 {
    fn image(state: &[u8]) -> Vec<u8> {
        let mut rest = Image(state);
        let words = rest.bytes(16);
        let bytes = rest.long().wrapping_mul(64).wrapping_add(u64::from(rest.bytes(1)[0]));
        let count = [(bytes & MD5_LOW) as u32, (bytes >> 29) as u32].map(u32::to_le_bytes);
        [count.as_flattened(), words, &block::<64>(&mut rest), &[0; 64]].concat()
    }

    fn state(image: &[u8]) -> Option<Vec<u8>> {
        let mut rest = Image(image);
        let [low, high] = rest.words();
        let bytes = (u64::from(high) << 29).wrapping_add(u64::from(low) & MD5_LOW);
        let words = rest.bytes(16);
        let block = buffered(rest.bytes(64), (bytes % 64) as usize);
        Some([words, &(bytes / 64).to_le_bytes(), &block].concat())
    }
}

/// The state, the checksum, the block and the number of bytes in it.
#[derive(Clone, Copy)]
pub struct Md2;

impl Shape for Md2 {
    fn image(state: &[u8]) -> Vec<u8> {
        let mut rest = Image(state);
        let words = rest.bytes(64);
        let filled = rest.bytes(1);
        [words, &block::<16>(&mut rest), filled].concat()
    }

    fn state(image: &[u8]) -> Option<Vec<u8>> {
        let mut rest = Image(image);
        let (words, block, filled) = (rest.bytes(64), rest.bytes(16), usize::from(*rest.bytes(1).first()?));
        (filled < 16).then(|| [words, &buffered(block, filled)].concat())
    }
}

/// Keccak's state with some lanes inverted, which saves operations, and the position in the block.
#[derive(Clone, Copy)]
pub struct Sha3;

impl Sha3 {
    fn invert(state: &[u8]) -> Vec<u8> {
        const INVERTED: [usize; 6] = [1, 2, 8, 12, 17, 20];
        state.iter().enumerate().map(|(i, byte)| if INVERTED.contains(&(i / 8)) { !byte } else { *byte }).collect()
    }
}

impl Shape for Sha3 {
    fn image(state: &[u8]) -> Vec<u8> {
        let mut rest = Image(state);
        let mut image = Sha3::invert(rest.bytes(200));
        image.extend_from_slice(&u32::from(rest.bytes(1)[0]).to_le_bytes());
        image
    }

    fn state(image: &[u8]) -> Option<Vec<u8>> {
        let mut rest = Image(image);
        let mut state = Sha3::invert(rest.bytes(200));
        state.push(u8::try_from(rest.word()).ok()?);
        Some(state)
    }
}

/// The state, the number of bits in 32 bytes from the highest on, bytes and bits of the block, and the block.
#[derive(Clone, Copy)]
pub struct Whirlpool;

impl Whirlpool {
    /// The state with the bytes of each word the other way round.
    fn turned(words: &[u8]) -> Vec<u8> {
        words.chunks(8).flat_map(|word| word.iter().rev().copied()).collect()
    }
}

impl Shape for Whirlpool {
    fn image(state: &[u8]) -> Vec<u8> {
        let mut rest = Image(state);
        let words = Whirlpool::turned(rest.bytes(64));
        let (blocks, filled) = (rest.long(), u32::from(rest.bytes(1)[0]));
        let bits = (u128::from(blocks) * 64 + u128::from(filled)) * 8;
        let place = [filled, filled * 8].map(u32::to_le_bytes);
        [&words, &[0; 16][..], &bits.to_be_bytes(), place.as_flattened(), &block::<64>(&mut rest)].concat()
    }

    fn state(image: &[u8]) -> Option<Vec<u8>> {
        let mut rest = Image(image);
        let words = Whirlpool::turned(rest.bytes(64));
        let bits = rest.bytes(32)[16..].iter().fold(0, |bits: u128, &byte| bits << 8 | u128::from(byte));
        let (filled, filled_bits) = (rest.word(), rest.word());
        if filled >= 64 || filled_bits / 8 != filled {
            return None;
        }
        let blocks = (bits / 512) as u64;
        Some([&words[..], &blocks.to_le_bytes(), &buffered(rest.bytes(64), filled as usize)].concat())
    }
}

/// The hash, the sum, the number of bits, the number of bytes in the block, and the block.
#[derive(Clone, Copy)]
pub struct Gost;

impl Shape for Gost {
    fn image(state: &[u8]) -> Vec<u8> {
        let mut rest = Image(state);
        let hash = rest.bytes(32);
        let blocks = Image(rest.bytes(32)).long();
        let (sum, filled) = (rest.bytes(32), rest.bytes(1)[0]);
        let bits = blocks.wrapping_add(u64::from(filled) * 8);
        [hash, sum, &bits.to_le_bytes(), &u32::from(filled).to_le_bytes(), &block::<32>(&mut rest)].concat()
    }

    fn state(image: &[u8]) -> Option<Vec<u8>> {
        let mut rest = Image(image);
        let (hash, sum) = (rest.bytes(32), rest.bytes(32));
        let (bits, filled) = (rest.long() & !255, rest.word() as usize);
        (filled < 32).then(|| [hash, &bits.to_le_bytes(), &[0; 24], sum, &buffered(rest.bytes(32), filled)].concat())
    }
}

/// `hash('sha256', $data, true)`
pub fn sha256(data: &[u8]) -> [u8; 32] {
    <sha2::Sha256 as digest::Digest>::digest(data).into()
}

/// `hash('sha512', $data, true)`
pub fn sha512(data: &[u8]) -> [u8; 64] {
    <sha2::Sha512 as digest::Digest>::digest(data).into()
}

/// `sha1($data, true)`
pub fn sha1(data: &[u8]) -> [u8; 20] {
    <sha1::Sha1 as digest::Digest>::digest(data).into()
}
