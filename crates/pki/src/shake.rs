//! SHAKE256 (FIPS 202), which Ed448 hashes with: any number of bytes from Keccak's sponge.

const RATE: usize = 136;

fn rounds(state: &mut [u64; 25]) {
    let mut lfsr = 1u8;
    for _ in 0..24 {
        let mut parity = [0; 5];
        for x in 0..5 {
            parity[x] = (0..5).fold(0, |p, y| p ^ state[x + 5 * y]);
        }
        for (i, lane) in state.iter_mut().enumerate() {
            let x = i % 5;
            *lane ^= parity[(x + 4) % 5] ^ parity[(x + 1) % 5].rotate_left(1);
        }
        let (mut x, mut y, mut kept) = (1, 0, state[1]);
        for t in 0..24u32 {
            (x, y) = (y, (2 * x + 3 * y) % 5);
            kept = std::mem::replace(&mut state[x + 5 * y], kept.rotate_left((t + 1) * (t + 2) / 2 % 64));
        }
        for row in state.chunks_exact_mut(5) {
            let old: [u64; 5] = std::array::from_fn(|x| row[x]);
            for x in 0..5 {
                row[x] = old[x] ^ !old[(x + 1) % 5] & old[(x + 2) % 5];
            }
        }
        for j in 0..7 {
            if lfsr & 1 == 1 {
                state[0] ^= 1 << ((1u32 << j) - 1);
            }
            lfsr = lfsr << 1 ^ if lfsr & 0x80 != 0 { 0x71 } else { 0 };
        }
    }
}

/// So many bytes of the hash of parts.
pub fn shake256(parts: &[&[u8]], length: usize) -> Vec<u8> {
    let mut text = parts.concat();
    text.push(0x1f);
    text.resize(text.len().div_ceil(RATE) * RATE, 0);
    *text.last_mut().expect("not empty") |= 0x80;
    let mut state = [0u64; 25];
    for block in text.chunks_exact(RATE) {
        for (lane, bytes) in state.iter_mut().zip(block.as_chunks::<8>().0) {
            *lane ^= u64::from_le_bytes(*bytes);
        }
        rounds(&mut state);
    }
    let mut out = Vec::new();
    loop {
        out.extend(state[..RATE / 8].iter().flat_map(|lane| lane.to_le_bytes()));
        if out.len() >= length {
            out.truncate(length);
            return out;
        }
        rounds(&mut state);
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_hash_of_nothing_is_the_standards() {
        let hash = super::shake256(&[], 32);
        assert_eq!(phant_digest::hex::encode(&hash), b"46b9dd2b0ba88d13233b3feb743eeb243fcd52ea62b81b82b50c27646ed5762f");
    }
}
