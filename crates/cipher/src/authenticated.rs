//! The modes with tags: GCM (NIST SP 800-38D), CCM (SP 800-38C) and OCB (RFC 7253).

use crate::{
    Parameters,
    block::Block,
    modes::{ctr, in_pieces, xor},
};
use ghash::{GHash, universal_hash::UniversalHash};

/// GHASH of texts that are each filled to whole blocks, and a last block of lengths.
fn ghash(key: &[u8; 16], parts: &[&[u8]], last: [u8; 16]) -> [u8; 16] {
    let mut hash = GHash::new(&(*key).into());
    for part in parts {
        hash.update_padded(part);
    }
    hash.update_padded(&last);
    hash.finalize().into()
}

/// Two lengths in bits.
fn lengths(first: usize, second: usize) -> [u8; 16] {
    (((first as u128 * 8) << 64) | (second as u128 * 8)).to_be_bytes()
}

pub fn gcm(cipher: &dyn Block, data: &mut [u8], parameters: Parameters<'_>, tag_length: usize, encrypt: bool) -> Vec<u8> {
    let mut key = [0; 16];
    cipher.encrypt(&mut key);
    let mut counter = [0; 16];
    if parameters.iv.len() == 12 {
        counter[..12].copy_from_slice(parameters.iv);
        counter[15] = 1;
    } else {
        counter = ghash(&key, &[parameters.iv], lengths(0, parameters.iv.len()));
    }
    let mut mask = counter;
    cipher.encrypt(&mut mask);
    let next = u32::from_be_bytes([counter[12], counter[13], counter[14], counter[15]]).wrapping_add(1);
    counter[12..].copy_from_slice(&next.to_be_bytes());
    let ends = lengths(parameters.associated.len(), data.len());
    let mut tag = [0; 16];
    if !encrypt {
        tag = ghash(&key, &[parameters.associated, data], ends);
    }
    ctr(cipher, data, &counter, 4);
    if encrypt {
        tag = ghash(&key, &[parameters.associated, data], ends);
    }
    xor(&mut tag, &mask);
    tag[..tag_length].to_vec()
}

pub fn ccm(cipher: &dyn Block, data: &mut [u8], parameters: Parameters<'_>, tag_length: usize, encrypt: bool) -> Vec<u8> {
    let nonce = parameters.iv;
    let width = 15 - nonce.len();
    let mut counter = [0; 16];
    counter[0] = (width - 1) as u8;
    counter[1..=nonce.len()].copy_from_slice(nonce);
    let mut mask = counter;
    cipher.encrypt(&mut mask);
    counter[15] = 1;
    let mut tag = [0; 16];
    if encrypt {
        tag = ccm_tag(cipher, data, parameters, tag_length);
    }
    ctr(cipher, data, &counter, width);
    if !encrypt {
        tag = ccm_tag(cipher, data, parameters, tag_length);
    }
    xor(&mut tag, &mask);
    tag[..tag_length].to_vec()
}

/// The chained blocks of CCM, over the plain text.
fn ccm_tag(cipher: &dyn Block, text: &[u8], parameters: Parameters<'_>, tag_length: usize) -> [u8; 16] {
    let (nonce, associated) = (parameters.iv, parameters.associated);
    let width = 15 - nonce.len();
    let mut tag = [0; 16];
    let flags = if associated.is_empty() { 0 } else { 0x40 };
    tag[0] = flags | (((tag_length - 2) / 2) << 3) as u8 | (width - 1) as u8;
    tag[1..=nonce.len()].copy_from_slice(nonce);
    let length = (text.len() as u64).to_be_bytes();
    let shown = width.min(8);
    tag[16 - shown..].copy_from_slice(&length[8 - shown..]);
    cipher.encrypt(&mut tag);
    if !associated.is_empty() {
        let mut first = match associated.len() {
            length if length < 0xff00 => (length as u16).to_be_bytes().to_vec(),
            length if u32::try_from(length).is_ok() => [&[0xff, 0xfe][..], &(length as u32).to_be_bytes()].concat(),
            length => [&[0xff, 0xff][..], &(length as u64).to_be_bytes()].concat(),
        };
        first.extend_from_slice(associated);
        chain(cipher, &mut tag, &first);
    }
    chain(cipher, &mut tag, text);
    tag
}

fn chain(cipher: &dyn Block, tag: &mut [u8; 16], text: &[u8]) {
    for block in text.chunks(16) {
        xor(tag, block);
        cipher.encrypt(tag);
    }
}

/// Doubles in the field of OCB.
fn double(number: u128) -> u128 {
    number << 1 ^ if number >> 127 == 1 { 0x87 } else { 0 }
}

/// What OCB makes of the key: the offsets to be added.
struct Offsets {
    /// For a last part of a block.
    star: u128,
    /// For the tag.
    dollar: u128,
    /// By how often two divides the number of a block.
    by_zeros: Vec<u128>,
}

impl Offsets {
    fn new(cipher: &dyn Block) -> Offsets {
        let mut star = [0; 16];
        cipher.encrypt(&mut star);
        let star = u128::from_be_bytes(star);
        let dollar = double(star);
        let mut by_zeros = vec![double(dollar)];
        while by_zeros.len() < 64 {
            by_zeros.push(double(by_zeros[by_zeros.len() - 1]));
        }
        Offsets { star, dollar, by_zeros }
    }
    fn of_block(&self, number: u64) -> u128 {
        self.by_zeros[number.trailing_zeros() as usize]
    }
}

/// A last part of a block: with a one behind it, and zeros.
fn filled(part: &[u8]) -> u128 {
    let mut block = [0; 16];
    block[..part.len()].copy_from_slice(part);
    block[part.len()] = 0x80;
    u128::from_be_bytes(block)
}

/// One block through the cipher.
fn through(cipher: &dyn Block, block: u128) -> u128 {
    let mut bytes = block.to_be_bytes();
    cipher.encrypt(&mut bytes);
    u128::from_be_bytes(bytes)
}

/// A whole block.
fn number(block: &[u8]) -> u128 {
    let mut bytes = [0; 16];
    bytes.copy_from_slice(block);
    u128::from_be_bytes(bytes)
}

pub fn ocb(cipher: &dyn Block, data: &mut [u8], parameters: Parameters<'_>, tag_length: usize, encrypt: bool) -> Vec<u8> {
    let offsets = Offsets::new(cipher);
    let mut offset = first_offset(cipher, parameters.iv, tag_length);
    let mut sum = 0;
    let mut counted = 0;
    let whole = data.len() / 16 * 16;
    let (blocks, rest) = data.split_at_mut(whole);
    in_pieces(blocks, 16, |piece| {
        for block in piece.chunks_exact_mut(16) {
            counted += 1;
            offset ^= offsets.of_block(counted);
            let mut bytes = (number(block) ^ offset).to_be_bytes();
            if encrypt {
                sum ^= number(block);
                cipher.encrypt(&mut bytes);
            } else {
                cipher.decrypt(&mut bytes);
            }
            block.copy_from_slice(&(u128::from_be_bytes(bytes) ^ offset).to_be_bytes());
            if !encrypt {
                sum ^= number(block);
            }
        }
    });
    if !rest.is_empty() {
        offset ^= offsets.star;
        let mask = through(cipher, offset).to_be_bytes();
        if encrypt {
            sum ^= filled(rest);
        }
        xor(rest, &mask);
        if !encrypt {
            sum ^= filled(rest);
        }
    }
    let tag = through(cipher, sum ^ offset ^ offsets.dollar) ^ ocb_hash(cipher, &offsets, parameters.associated);
    tag.to_be_bytes()[..tag_length].to_vec()
}

/// The offset that the nonce gives.
fn first_offset(cipher: &dyn Block, iv: &[u8], tag_length: usize) -> u128 {
    let mut nonce = [0; 16];
    nonce[16 - iv.len()..].copy_from_slice(iv);
    nonce[0] |= ((tag_length * 8 % 128) << 1) as u8;
    nonce[15 - iv.len()] |= 1;
    let bottom = u32::from(nonce[15] & 0x3f);
    nonce[15] &= 0xc0;
    let top = through(cipher, u128::from_be_bytes(nonce));
    // 192 bits, from which 128 are taken behind the first `bottom` ones.
    let high = (top >> 64) as u64;
    let more = high ^ (top >> 56) as u64;
    match bottom {
        0 => top,
        _ => top << bottom | u128::from(more) >> (64 - bottom),
    }
}

fn ocb_hash(cipher: &dyn Block, offsets: &Offsets, associated: &[u8]) -> u128 {
    let (mut sum, mut offset) = (0, 0);
    let mut blocks = associated.chunks_exact(16);
    for (counted, block) in (1..).zip(&mut blocks) {
        offset ^= offsets.of_block(counted);
        sum ^= through(cipher, number(block) ^ offset);
    }
    if !blocks.remainder().is_empty() {
        offset ^= offsets.star;
        sum ^= through(cipher, filled(blocks.remainder()) ^ offset);
    }
    sum
}
