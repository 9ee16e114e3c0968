//! Tiger, by Ross Anderson and Eli Biham (1996), with three passes or four.
//!
//! Its S-boxes are made by Tiger itself, as its authors describe, rather than listed.

use super::{Blocks, Digest, Image, Options, clonable};
use std::sync::LazyLock;

type Boxes = [[u64; 256]; 4];

const START: [u64; 3] = [0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210, 0xf096_a5b4_c3b2_e187];

static BOXES: LazyLock<Box<Boxes>> = LazyLock::new(make_boxes);

/// Shuffles the byte columns of the boxes, with the boxes as they are at that moment as the source of chance.
fn make_boxes() -> Box<Boxes> {
    const TEXT: &[u8; 64] = b"Tiger - A Fast New Hash Function, by Ross Anderson and Eli Biham";
    let mut boxes: Box<Boxes> = Box::new([[0; 256]; 4]);
    for entries in boxes.iter_mut() {
        for (i, entry) in entries.iter_mut().enumerate() {
            *entry = i as u64 * 0x0101_0101_0101_0101;
        }
    }
    let mut state = START;
    let mut next = 3;
    for _ in 0..5 {
        for i in 0..256 {
            for s in 0..4 {
                if next == 3 {
                    next = 0;
                    compress(&boxes, &mut state, TEXT, 3);
                }
                for (column, &other) in state[next].to_le_bytes().iter().enumerate() {
                    let mask = 0xff << (8 * column);
                    let other = usize::from(other);
                    let difference = (boxes[s][i] ^ boxes[s][other]) & mask;
                    boxes[s][i] ^= difference;
                    boxes[s][other] ^= difference;
                }
                next += 1;
            }
        }
    }
    boxes
}

fn compress(boxes: &Boxes, state: &mut [u64; 3], block: &[u8; 64], passes: usize) {
    let mut words = [0; 8];
    for (word, bytes) in words.iter_mut().zip(block.as_chunks().0) {
        *word = u64::from_le_bytes(*bytes);
    }
    let [mut a, mut b, mut c] = *state;
    for pass in 0..passes {
        if pass > 0 {
            schedule(&mut words);
        }
        let multiplier = [5, 7, 9][pass.min(2)];
        for word in words {
            c ^= word;
            let entry = |of: usize, byte: u32| boxes[of][(c >> (8 * byte) & 0xff) as usize];
            a = a.wrapping_sub(entry(0, 0) ^ entry(1, 2) ^ entry(2, 4) ^ entry(3, 6));
            b = b.wrapping_add(entry(3, 1) ^ entry(2, 3) ^ entry(1, 5) ^ entry(0, 7)).wrapping_mul(multiplier);
            (a, b, c) = (b, c, a);
        }
    }
    *state = [a ^ state[0], b.wrapping_sub(state[1]), c.wrapping_add(state[2])];
}

fn schedule(x: &mut [u64; 8]) {
    x[0] = x[0].wrapping_sub(x[7] ^ 0xa5a5_a5a5_a5a5_a5a5);
    x[1] ^= x[0];
    x[2] = x[2].wrapping_add(x[1]);
    x[3] = x[3].wrapping_sub(x[2] ^ !x[1] << 19);
    x[4] ^= x[3];
    x[5] = x[5].wrapping_add(x[4]);
    x[6] = x[6].wrapping_sub(x[5] ^ !x[4] >> 23);
    x[7] ^= x[6];
    x[0] = x[0].wrapping_add(x[7]);
    x[1] = x[1].wrapping_sub(x[0] ^ !x[7] << 19);
    x[2] ^= x[1];
    x[3] = x[3].wrapping_add(x[2]);
    x[4] = x[4].wrapping_sub(x[3] ^ !x[2] >> 23);
    x[5] ^= x[4];
    x[6] = x[6].wrapping_add(x[5]);
    x[7] = x[7].wrapping_sub(x[6] ^ 0x0123_4567_89ab_cdef);
}

#[derive(Clone)]
struct Tiger<const LEN: usize, const PASSES: usize> {
    blocks: Blocks<64>,
    state: [u64; 3],
}

pub fn start<const LEN: usize, const PASSES: usize>(_: &Options) -> Box<dyn Digest> {
    Box::new(Tiger::<LEN, PASSES> { blocks: Blocks::new(), state: START })
}

impl<const LEN: usize, const PASSES: usize> Digest for Tiger<LEN, PASSES> {
    fn update(&mut self, data: &[u8]) {
        let boxes = &**BOXES;
        self.blocks.update(data, |block| compress(boxes, &mut self.state, block, PASSES));
    }

    fn finish(&mut self, out: &mut Vec<u8>) {
        let bits = self.blocks.total.wrapping_mul(8);
        let zeros = 63 - (self.blocks.filled + 8) % 64;
        let mut padding = [0; 72];
        padding[0] = 1;
        padding[1 + zeros..9 + zeros].copy_from_slice(&bits.to_le_bytes());
        self.update(&padding[..9 + zeros]);
        let bytes = self.state.map(u64::to_le_bytes);
        out.extend_from_slice(&bytes.as_flattened()[..LEN]);
    }

    fn save(&self) -> Vec<u8> {
        let passed = (self.blocks.total - self.blocks.filled as u64).wrapping_mul(8).to_le_bytes();
        let filled = (self.blocks.filled as u32).to_le_bytes();
        [self.state.map(u64::to_le_bytes).as_flattened(), &passed, &self.blocks.padded(), &filled].concat()
    }

    fn load(&mut self, image: &[u8]) -> bool {
        let mut image = Image(image);
        self.state = image.longs();
        let (passed, block, filled) = (image.long() / 8, image.bytes(64), image.word());
        self.blocks.restore((passed & !63).wrapping_add(u64::from(filled)), block);
        filled < 64
    }

    clonable!();
}
