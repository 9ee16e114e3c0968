//! Snefru-256 with eight passes, by Ralph Merkle ("A fast software one-way hash function", 1990).

use super::snefru_boxes::BOXES;
use super::{Blocks, Digest, Image, Options, clonable};

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

    fn save(&self) -> Vec<u8> {
        let bits = self.blocks.bits();
        let count = [(bits >> 32) as u32, bits as u32, self.blocks.filled as u32].map(u32::to_le_bytes);
        // The upper half of the state is room for the block, and empty between blocks.
        [self.state.map(u32::to_le_bytes).as_flattened(), &[0; 32], count.as_flattened(), &self.blocks.padded()].concat()
    }

    fn load(&mut self, image: &[u8]) -> bool {
        let mut image = Image(image);
        self.state = image.words();
        let [.., high, low, filled]: [u32; 11] = image.words();
        let total = (u64::from(high) << 32 | u64::from(low)) / 8;
        self.blocks.restore((total & !31).wrapping_add(u64::from(filled)), image.bytes(32));
        filled < 32
    }

    clonable!();
}
