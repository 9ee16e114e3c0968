//! Snefru-256 with eight passes, by Ralph Merkle ("A fast software one-way hash function", 1990).

use super::snefru_boxes::BOXES;
use super::{Blocks, Digest, Options, clonable};

#[derive(Clone)]
struct Snefru {
    blocks: Blocks<32>,
    state: [u32; 8],
}

pub fn start(_: &Options) -> Box<dyn Digest> {
    Box::new(Snefru { blocks: Blocks::new(), state: [0; 8] })
}

fn compress(state: &mut [u32; 8], block: &[u8; 32]) {
    const ROTATE: [u32; 4] = [16, 8, 16, 24];
    let mut words = [0; 16];
    words[..8].copy_from_slice(state);
    for (word, bytes) in words[8..].iter_mut().zip(block.as_chunks().0) {
        *word = u32::from_be_bytes(*bytes);
    }
    for pass in BOXES.chunks(2) {
        for rotate in ROTATE {
            for i in 0..16 {
                let entry = pass[i / 2 % 2][(words[i] & 0xff) as usize];
                words[(i + 1) % 16] ^= entry;
                words[(i + 15) % 16] ^= entry;
            }
            words = words.map(|word| word.rotate_right(rotate));
        }
    }
    for (i, word) in state.iter_mut().enumerate() {
        *word ^= words[15 - i];
    }
}

impl Digest for Snefru {
    fn update(&mut self, data: &[u8]) {
        self.blocks.update(data, |block| compress(&mut self.state, block));
    }

    fn finish(&mut self, out: &mut Vec<u8>) {
        if !self.blocks.rest().is_empty() {
            let mut block = [0; 32];
            block[..self.blocks.filled].copy_from_slice(self.blocks.rest());
            compress(&mut self.state, &block);
        }
        let mut block = [0; 32];
        block[24..].copy_from_slice(&self.blocks.total.wrapping_mul(8).to_be_bytes());
        compress(&mut self.state, &block);
        self.state.iter().for_each(|word| out.extend_from_slice(&word.to_be_bytes()));
    }

    clonable!();
}
