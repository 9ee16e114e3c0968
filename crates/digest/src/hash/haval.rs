//! HAVAL, by Yuliang Zheng, Josef Pieprzyk and Jennifer Seberry (1992): three to five passes, 128 to 256 bits.

use super::{Blocks, Digest, Image, Options, clonable};

/// The fraction of pi: first the initial state, then the constants of the passes after the first.
const PI: [u32; 136] = [
    0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344, 0xa4093822, 0x299f31d0, 0x082efa98, 0xec4e6c89, 0x452821e6, 0x38d01377,
    0xbe5466cf, 0x34e90c6c, 0xc0ac29b7, 0xc97c50dd, 0x3f84d5b5, 0xb5470917, 0x9216d5d9, 0x8979fb1b, 0xd1310ba6, 0x98dfb5ac,
    0x2ffd72db, 0xd01adfb7, 0xb8e1afed, 0x6a267e96, 0xba7c9045, 0xf12c7f99, 0x24a19947, 0xb3916cf7, 0x0801f2e2, 0x858efc16,
    0x636920d8, 0x71574e69, 0xa458fea3, 0xf4933d7e, 0x0d95748f, 0x728eb658, 0x718bcd58, 0x82154aee, 0x7b54a41d, 0xc25a59b5,
    0x9c30d539, 0x2af26013, 0xc5d1b023, 0x286085f0, 0xca417918, 0xb8db38ef, 0x8e79dcb0, 0x603a180e, 0x6c9e0e8b, 0xb01e8a3e,
    0xd71577c1, 0xbd314b27, 0x78af2fda, 0x55605c60, 0xe65525f3, 0xaa55ab94, 0x57489862, 0x63e81440, 0x55ca396a, 0x2aab10b6,
    0xb4cc5c34, 0x1141e8ce, 0xa15486af, 0x7c72e993, 0xb3ee1411, 0x636fbc2a, 0x2ba9c55d, 0x741831f6, 0xce5c3e16, 0x9b87931e,
    0xafd6ba33, 0x6c24cf5c, 0x7a325381, 0x28958677, 0x3b8f4898, 0x6b4bb9af, 0xc4bfe81b, 0x66282193, 0x61d809cc, 0xfb21a991,
    0x487cac60, 0x5dec8032, 0xef845d5d, 0xe98575b1, 0xdc262302, 0xeb651b88, 0x23893e81, 0xd396acc5, 0x0f6d6ff3, 0x83f44239,
    0x2e0b4482, 0xa4842004, 0x69c8f04a, 0x9e1f9b5e, 0x21c66842, 0xf6e96c9a, 0x670c9c61, 0xabd388f0, 0x6a51a0d2, 0xd8542f68,
    0x960fa728, 0xab5133a3, 0x6eef0b6c, 0x137a3be4, 0xba3bf050, 0x7efb2a98, 0xa1f1651d, 0x39af0176, 0x66ca593e, 0x82430e88,
    0x8cee8619, 0x456f9fb4, 0x7d84a5c3, 0x3b8b5ebe, 0xe06f75d8, 0x85c12073, 0x401a449f, 0x56c16aa6, 0x4ed3aa62, 0x363f7706,
    0x1bfedf72, 0x429b023d, 0x37d0d724, 0xd00a1248, 0xdb0fead3, 0x49f1c09b, 0x075372c9, 0x80991b7b, 0x25d479d8, 0xf6e8def7,
    0xe3fe501a, 0xb6794c3b, 0x976ce0bd, 0x04c006ba, 0xc1a94fb6, 0x409f60c4,
];

/// The order in which a pass takes the words of the block.
const ORDER: [[u8; 32]; 5] = [
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31],
    [5, 14, 26, 18, 11, 28, 7, 16, 0, 23, 20, 22, 1, 10, 4, 8, 30, 3, 21, 9, 17, 24, 29, 6, 19, 12, 15, 13, 2, 25, 31, 27],
    [19, 9, 4, 20, 28, 17, 8, 22, 29, 14, 25, 12, 24, 30, 16, 26, 31, 15, 7, 3, 1, 0, 18, 27, 13, 6, 21, 10, 23, 11, 5, 2],
    [24, 4, 0, 14, 2, 7, 28, 23, 26, 6, 30, 20, 18, 25, 19, 3, 22, 11, 31, 21, 8, 27, 12, 9, 1, 29, 5, 15, 17, 10, 16, 13],
    [27, 3, 21, 26, 17, 11, 20, 29, 19, 0, 12, 7, 13, 8, 31, 10, 5, 9, 14, 30, 18, 6, 28, 24, 2, 23, 16, 22, 4, 1, 25, 15],
];

/// Which state words stand for x6 to x0 in the function of a pass, for three, four and five passes.
const PERMUTE: [[[u8; 7]; 5]; 3] = [
    [[1, 0, 3, 5, 6, 2, 4], [4, 2, 1, 0, 5, 3, 6], [6, 1, 2, 3, 4, 5, 0], [0; 7], [0; 7]],
    [[2, 6, 1, 4, 5, 3, 0], [3, 5, 2, 0, 1, 6, 4], [1, 4, 3, 6, 0, 2, 5], [6, 4, 0, 5, 2, 1, 3], [0; 7]],
    [[3, 4, 1, 0, 5, 2, 6], [6, 2, 1, 0, 3, 4, 5], [2, 6, 0, 4, 3, 1, 5], [1, 5, 3, 2, 0, 4, 6], [2, 5, 0, 6, 4, 3, 1]],
];

/// The Boolean function of a pass.
fn boolean(pass: usize, [x6, x5, x4, x3, x2, x1, x0]: [u32; 7]) -> u32 {
    match pass {
        0 => x1 & x4 ^ x2 & x5 ^ x3 & x6 ^ x0 & x1 ^ x0,
        1 => x1 & x2 & x3 ^ x2 & x4 & x5 ^ x1 & x2 ^ x1 & x4 ^ x2 & x6 ^ x3 & x5 ^ x4 & x5 ^ x0 & x2 ^ x0,
        2 => x1 & x2 & x3 ^ x1 & x4 ^ x2 & x5 ^ x3 & x6 ^ x0 & x3 ^ x0,
        3 => {
            let cubic = x1 & x2 & x3 ^ x2 & x4 & x5 ^ x3 & x4 & x6;
            cubic ^ x1 & x4 ^ x2 & x6 ^ x3 & x4 ^ x3 & x5 ^ x3 & x6 ^ x4 & x5 ^ x4 & x6 ^ x0 & x4 ^ x0
        }
        _ => x1 & x4 ^ x2 & x5 ^ x3 & x6 ^ x0 & x1 & x2 & x3 ^ x0 & x5 ^ x0,
    }
}

fn compress<const PASSES: usize>(state: &mut [u32; 8], block: &[u8; 128]) {
    let words: [u32; 32] =
        std::array::from_fn(|i| u32::from_le_bytes([block[4 * i], block[4 * i + 1], block[4 * i + 2], block[4 * i + 3]]));
    let mut t = *state;
    for pass in 0..PASSES {
        let permute = &PERMUTE[PASSES - 3][pass];
        for (i, &word) in ORDER[pass].iter().enumerate() {
            // Each step replaces one word; seen from it, the others are x0 to x6.
            let target = 7 - i % 8;
            let inputs = permute.map(|x| t[(usize::from(x) + target + 1) % 8]);
            let constant = if pass == 0 { 0 } else { PI[8 + 32 * (pass - 1) + i] };
            let sum = boolean(pass, inputs).rotate_right(7).wrapping_add(t[target].rotate_right(11));
            t[target] = sum.wrapping_add(words[usize::from(word)]).wrapping_add(constant);
        }
    }
    for (word, t) in state.iter_mut().zip(t) {
        *word = word.wrapping_add(t);
    }
}

#[derive(Clone)]
struct Haval<const LEN: usize, const PASSES: usize> {
    blocks: Blocks<128>,
    state: [u32; 8],
}

pub fn start<const LEN: usize, const PASSES: usize>(_: &Options) -> Box<dyn Digest> {
    let mut state = [0; 8];
    state.copy_from_slice(&PI[..8]);
    Box::new(Haval::<LEN, PASSES> { blocks: Blocks::new(), state })
}

/// Folds the words that a shorter hash has no room for into the others.
fn fold(h: &mut [u32; 8], len: usize) {
    let [.., h4, h5, h6, h7] = *h;
    // What each word gets added, from the first on.
    let folded = match len {
        16 => [
            (h7 & 0xff | h6 & 0xff00_0000 | h5 & 0xff_0000 | h4 & 0xff00).rotate_right(8),
            (h7 & 0xff00 | h6 & 0xff | h5 & 0xff00_0000 | h4 & 0xff_0000).rotate_right(16),
            (h7 & 0xff_0000 | h6 & 0xff00 | h5 & 0xff | h4 & 0xff00_0000).rotate_right(24),
            h7 & 0xff00_0000 | h6 & 0xff_0000 | h5 & 0xff00 | h4 & 0xff,
            0,
            0,
            0,
        ],
        20 => [
            (h7 & 0x3f | h6 & 0x7f << 25 | h5 & 0x3f << 19).rotate_right(19),
            (h7 & 0x3f << 6 | h6 & 0x3f | h5 & 0x7f << 25).rotate_right(25),
            h7 & 0x7f << 12 | h6 & 0x3f << 6 | h5 & 0x3f,
            (h7 & 0x3f << 19 | h6 & 0x7f << 12 | h5 & 0x3f << 6) >> 6,
            (h7 & 0x7f << 25 | h6 & 0x3f << 19 | h5 & 0x7f << 12) >> 12,
            0,
            0,
        ],
        24 => [
            (h7 & 0x1f | h6 & 0x3f << 26).rotate_right(26),
            h7 & 0x1f << 5 | h6 & 0x1f,
            (h7 & 0x3f << 10 | h6 & 0x1f << 5) >> 5,
            (h7 & 0x1f << 16 | h6 & 0x3f << 10) >> 10,
            (h7 & 0x1f << 21 | h6 & 0x1f << 16) >> 16,
            (h7 & 0x3f << 26 | h6 & 0x1f << 21) >> 21,
            0,
        ],
        28 => [h7 >> 27, h7 >> 22 & 0x1f, h7 >> 18 & 0xf, h7 >> 13 & 0x1f, h7 >> 9 & 0xf, h7 >> 4 & 0x1f, h7 & 0xf],
        _ => [0; 7],
    };
    for (word, folded) in h.iter_mut().zip(folded) {
        *word = word.wrapping_add(folded);
    }
}

impl<const LEN: usize, const PASSES: usize> Digest for Haval<LEN, PASSES> {
    fn update(&mut self, data: &[u8]) {
        self.blocks.update(data, |block| compress::<PASSES>(&mut self.state, block));
    }

    fn finish(&mut self, out: &mut Vec<u8>) {
        const VERSION: usize = 1;
        let bits = self.blocks.total.wrapping_mul(8);
        let parameters = (LEN * 8) << 6 | PASSES << 3 | VERSION;
        let zeros = 127 - (self.blocks.filled + 10) % 128;
        let mut padding = [0; 138];
        padding[0] = 1;
        padding[1 + zeros..3 + zeros].copy_from_slice(&(parameters as u16).to_le_bytes());
        padding[3 + zeros..11 + zeros].copy_from_slice(&bits.to_le_bytes());
        self.update(&padding[..11 + zeros]);
        fold(&mut self.state, LEN);
        let bytes = self.state.map(u32::to_le_bytes);
        out.extend_from_slice(&bytes.as_flattened()[..LEN]);
    }

    fn save(&self) -> Vec<u8> {
        let bits = self.blocks.bits().to_le_bytes();
        [self.state.map(u32::to_le_bytes).as_flattened(), &bits, &self.blocks.padded()].concat()
    }

    fn load(&mut self, image: &[u8]) -> bool {
        let mut image = Image(image);
        self.state = image.words();
        let bits = image.long();
        self.blocks.restore(bits / 8, image.bytes(128));
        true
    }

    clonable!();
}
