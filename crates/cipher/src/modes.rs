//! The modes without tags: NIST SP 800-38A, and XTS of SP 800-38E.

use crate::{Failure, block::Block};

/// How much is done between two looks at the request's limits.
const PIECE: usize = 64 << 10;

/// Works on whole blocks, and stops early if the request is over.
pub fn in_pieces(data: &mut [u8], size: usize, mut work: impl FnMut(&mut [u8])) {
    for piece in data.chunks_mut(PIECE / size * size) {
        if phant_interrupt::is_urgent() {
            return;
        }
        work(piece);
    }
}

/// `out ^= mask`
pub fn xor(out: &mut [u8], mask: &[u8]) {
    for (byte, other) in out.iter_mut().zip(mask) {
        *byte ^= other;
    }
}

/// A block of the initialisation vector.
fn register(iv: &[u8]) -> [u8; 16] {
    let mut block = [0; 16];
    block[..iv.len()].copy_from_slice(iv);
    block
}

/// How much of a text is worked on at a time where its masks are made beside it.
const AT_ONCE: usize = 4096;

pub fn cbc(cipher: &dyn Block, data: &mut [u8], iv: &[u8], encrypt: bool) {
    let size = cipher.size();
    let mut before = register(iv);
    if encrypt {
        return in_pieces(data, size, |piece| cipher.encrypt_chained(piece, &mut before[..size]));
    }
    in_pieces(data, size, |piece| {
        let mut encrypted = [0; AT_ONCE];
        for part in piece.chunks_mut(AT_ONCE) {
            let encrypted = &mut encrypted[..part.len()];
            encrypted.copy_from_slice(part);
            cipher.decrypt(part);
            let (first, others) = part.split_at_mut(size);
            let (chained, last) = encrypted.split_at(encrypted.len() - size);
            xor(first, &before);
            xor(others, chained);
            before[..size].copy_from_slice(last);
        }
    });
}

pub fn cfb(cipher: &dyn Block, data: &mut [u8], iv: &[u8], encrypt: bool) {
    let size = cipher.size();
    let mut before = register(iv);
    in_pieces(data, size, |piece| {
        for block in piece.chunks_mut(size) {
            cipher.encrypt(&mut before[..size]);
            let mask = before;
            if !encrypt {
                before[..block.len()].copy_from_slice(block);
            }
            xor(block, &mask);
            if encrypt {
                before[..block.len()].copy_from_slice(block);
            }
        }
    });
}

pub fn cfb8(cipher: &dyn Block, data: &mut [u8], iv: &[u8], encrypt: bool) {
    let size = cipher.size();
    let mut before = register(iv);
    in_pieces(data, size, |piece| {
        for byte in piece {
            let mut mask = before;
            cipher.encrypt(&mut mask[..size]);
            let encrypted = if encrypt { *byte ^ mask[0] } else { *byte };
            *byte ^= mask[0];
            before.copy_within(1..size, 0);
            before[size - 1] = encrypted;
        }
    });
}

pub fn cfb1(cipher: &dyn Block, data: &mut [u8], iv: &[u8], encrypt: bool) {
    let size = cipher.size();
    let mut before = register(iv);
    in_pieces(data, size, |piece| {
        for byte in piece {
            for bit in (0..8).rev() {
                let mut mask = before;
                cipher.encrypt(&mut mask[..size]);
                let given = *byte >> bit & 1;
                let made = given ^ mask[0] >> 7;
                *byte = *byte & !(1 << bit) | made << bit;
                let encrypted = if encrypt { made } else { given };
                for at in 0..size {
                    let next = if at + 1 < size { before[at + 1] >> 7 } else { encrypted };
                    before[at] = before[at] << 1 | next;
                }
            }
        }
    });
}

pub fn ofb(cipher: &dyn Block, data: &mut [u8], iv: &[u8]) {
    let size = cipher.size();
    let mut mask = register(iv);
    in_pieces(data, size, |piece| {
        for block in piece.chunks_mut(size) {
            cipher.encrypt(&mut mask[..size]);
            xor(block, &mask);
        }
    });
}

/// `counted`: how many bytes at the end of the block are the counter.
pub fn ctr(cipher: &dyn Block, data: &mut [u8], iv: &[u8], counted: usize) {
    let size = cipher.size();
    let mut counter = register(iv);
    in_pieces(data, size, |piece| {
        let mut masks = [0; AT_ONCE];
        for part in piece.chunks_mut(AT_ONCE) {
            let masks = &mut masks[..part.len().next_multiple_of(size)];
            fill_with_counters(masks, &mut counter, size, counted);
            cipher.encrypt(masks);
            xor(part, masks);
        }
    });
}

fn fill_with_counters(masks: &mut [u8], counter: &mut [u8; 16], size: usize, counted: usize) {
    let (blocks, _) = masks.as_chunks_mut::<16>();
    match (size, counted) {
        (16, 16) => {
            let mut number = u128::from_be_bytes(*counter);
            for block in blocks {
                *block = number.to_be_bytes();
                number = number.wrapping_add(1);
            }
            *counter = number.to_be_bytes();
        }
        (16, 4) => {
            let number = u128::from_be_bytes(*counter);
            let (start, mut low) = (number >> 32 << 32, number as u32);
            for block in blocks {
                *block = (start | u128::from(low)).to_be_bytes();
                low = low.wrapping_add(1);
            }
            *counter = (start | u128::from(low)).to_be_bytes();
        }
        _ => {
            for block in masks.chunks_exact_mut(size) {
                block.copy_from_slice(&counter[..size]);
                count(&mut counter[size - counted..size]);
            }
        }
    }
}

/// Adds one to a number, highest byte first.
fn count(number: &mut [u8]) {
    for byte in number.iter_mut().rev() {
        *byte = byte.wrapping_add(1);
        if *byte != 0 {
            return;
        }
    }
}

/// Doubles a number of 128 bits, lowest byte first, in the field of XTS.
fn double(tweak: &mut [u8; 16]) {
    let number = u128::from_le_bytes(*tweak);
    *tweak = (number << 1 ^ if number >> 127 == 1 { 0x87 } else { 0 }).to_le_bytes();
}

pub fn xts(cipher: &dyn Block, tweaks: &dyn Block, data: &mut [u8], iv: &[u8], encrypt: bool) -> Result<(), Failure> {
    if data.len() < 16 {
        return Err(Failure::Length);
    }
    if iv.len() != 16 {
        return Err(Failure::Setting);
    }
    let one = |block: &mut [u8], tweak: &[u8; 16]| {
        xor(block, tweak);
        if encrypt {
            cipher.encrypt(block);
        } else {
            cipher.decrypt(block);
        }
        xor(block, tweak);
    };
    let mut tweak = register(iv);
    tweaks.encrypt(&mut tweak);
    let rest = data.len() % 16;
    let whole = data.len() - rest;
    // With a rest the last whole block is treated together with it.
    let plain = if rest == 0 { whole } else { whole - 16 };
    in_pieces(&mut data[..plain], 16, |piece| {
        for block in piece.chunks_exact_mut(16) {
            one(block, &tweak);
            double(&mut tweak);
        }
    });
    if rest > 0 {
        let mut next = tweak;
        double(&mut next);
        let (first, second) = if encrypt { (tweak, next) } else { (next, tweak) };
        let (blocks, tail) = data.split_at_mut(whole);
        let last = &mut blocks[plain..];
        one(last, &first);
        let mut swapped = [0; 16];
        swapped.copy_from_slice(last);
        swapped[..rest].copy_from_slice(tail);
        tail.copy_from_slice(&last[..rest]);
        one(&mut swapped, &second);
        last.copy_from_slice(&swapped);
    }
    Ok(())
}
