//! The Huffman code of HPACK (RFC 7541, appendix B).
//!
//! The code is canonical: it follows from the lengths, since codes of one length are consecutive numbers in the order of
//! their symbols.

/// The end of a text, which is never sent.
const END: usize = 256;
const SYMBOLS: usize = 257;
/// The shortest and the longest code.
const SHORTEST: u32 = 5;
const LONGEST: usize = 30;

/// How many bits each symbol has.
#[rustfmt::skip]
const LENGTHS: [u8; SYMBOLS] = [
    13, 23, 28, 28, 28, 28, 28, 28, 28, 24, 30, 28, 28, 30, 28, 28, 28, 28, 28, 28, 28, 28, 30, 28, 28, 28,
    28, 28, 28, 28, 28, 28, 6, 10, 10, 12, 13, 6, 8, 11, 10, 10, 8, 11, 8, 6, 6, 6, 5, 5, 5, 6,
    6, 6, 6, 6, 6, 6, 7, 8, 15, 6, 12, 10, 13, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7,
    7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 8, 7, 8, 13, 19, 13, 14, 6, 15, 5, 6, 5, 6, 5, 6, 6,
    6, 5, 7, 7, 6, 6, 6, 5, 6, 7, 6, 5, 5, 6, 7, 7, 7, 7, 7, 15, 11, 14, 13, 28, 20, 22,
    20, 20, 22, 22, 22, 23, 22, 23, 23, 23, 23, 23, 24, 23, 24, 24, 22, 23, 24, 23, 23, 23, 23, 21, 22, 23,
    22, 23, 23, 24, 22, 21, 20, 22, 22, 23, 23, 21, 23, 22, 22, 24, 21, 22, 23, 23, 21, 21, 22, 21, 23, 22,
    23, 23, 20, 22, 22, 22, 23, 22, 22, 23, 26, 26, 20, 19, 22, 23, 22, 25, 26, 26, 26, 27, 27, 26, 24, 25,
    19, 21, 26, 27, 27, 26, 27, 24, 21, 21, 26, 26, 28, 27, 27, 27, 20, 24, 20, 21, 22, 21, 21, 23, 22, 22,
    25, 25, 24, 24, 26, 23, 26, 27, 26, 26, 27, 27, 27, 27, 27, 28, 27, 27, 27, 27, 27, 26, 30,
];

struct Tables {
    /// Each symbol's code.
    codes: [u32; SYMBOLS],
    /// The symbols by their codes.
    sorted: [u16; SYMBOLS],
    /// For each length: where its symbols begin among those, and the first code.
    starts: [u32; LONGEST + 2],
    first: [u32; LONGEST + 2],
}

static TABLES: Tables = tables();

const fn tables() -> Tables {
    let mut t = Tables { codes: [0; SYMBOLS], sorted: [0; SYMBOLS], starts: [0; LONGEST + 2], first: [0; LONGEST + 2] };
    let (mut length, mut code, mut at) = (1, 0, 0);
    while length <= LONGEST {
        code <<= 1;
        t.starts[length] = at;
        t.first[length] = code;
        let mut symbol = 0;
        while symbol < SYMBOLS {
            if LENGTHS[symbol] as usize == length {
                t.codes[symbol] = code;
                t.sorted[at as usize] = symbol as u16;
                code += 1;
                at += 1;
            }
            symbol += 1;
        }
        length += 1;
    }
    t.starts[length] = at;
    t
}

/// How many bytes a text takes.
pub fn encoded_len(text: &[u8]) -> usize {
    let bits: usize = text.iter().map(|&c| usize::from(LENGTHS[usize::from(c)])).sum();
    bits.div_ceil(8)
}

/// Puts a text's code behind `out`.
pub fn encode(text: &[u8], out: &mut Vec<u8>) {
    let (mut bits, mut count) = (0u64, 0);
    for &c in text {
        let length = u32::from(LENGTHS[usize::from(c)]);
        bits = bits << length | u64::from(TABLES.codes[usize::from(c)]);
        count += length;
        while count >= 8 {
            count -= 8;
            out.push((bits >> count) as u8);
        }
    }
    if count > 0 {
        // The rest is the start of the end's code, which is ones.
        out.push((bits << (8 - count)) as u8 | 0xff >> count);
    }
}

/// Puts the text of a code behind `out`; `None` if it is none.
pub fn decode(code: &[u8], out: &mut Vec<u8>) -> Option<()> {
    let (mut bits, mut count) = (0u64, 0u32);
    for &byte in code {
        bits = bits << 8 | u64::from(byte);
        count += 8;
        while let Some((symbol, length)) = first_symbol(bits, count) {
            if symbol == END {
                return None;
            }
            out.push(symbol as u8);
            count -= length;
        }
        bits &= (1 << count) - 1;
    }
    // What is left is shorter than a byte, and ones.
    (count < 8 && bits == (1 << count) - 1).then_some(())
}

/// The symbol that the last `count` bits begin with, and its length.
fn first_symbol(bits: u64, count: u32) -> Option<(usize, u32)> {
    for length in SHORTEST..=count.min(LONGEST as u32) {
        let at = length as usize;
        let code = (bits >> (count - length)) as u32 & ((1 << length) - 1);
        let number = code.wrapping_sub(TABLES.first[at]);
        if code >= TABLES.first[at] && number < TABLES.starts[at + 1] - TABLES.starts[at] {
            return Some((usize::from(TABLES.sorted[(TABLES.starts[at] + number) as usize]), length));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn both_ways(text: &[u8]) -> Vec<u8> {
        let (mut code, mut back) = (Vec::new(), Vec::new());
        encode(text, &mut code);
        assert_eq!(code.len(), encoded_len(text));
        assert_eq!(decode(&code, &mut back), Some(()));
        assert_eq!(back, text);
        code
    }

    #[test]
    fn there_and_back() {
        // RFC 7541, C.4.1 and C.6.1.
        assert_eq!(both_ways(b"www.example.com"), [0xf1, 0xe3, 0xc2, 0xe5, 0xf2, 0x3a, 0x6b, 0xa0, 0xab, 0x90, 0xf4, 0xff]);
        assert_eq!(both_ways(b"302"), [0x64, 0x02]);
        both_ways(b"");
        both_ways(&(0..=255).collect::<Vec<u8>>());
    }

    #[test]
    fn no_text() {
        // The end itself, padding of more than seven bits, padding that is not ones.
        for code in [&[0xff, 0xff, 0xff, 0xff][..], &[0x64, 0x02, 0xff], &[0x60]] {
            assert_eq!(decode(code, &mut Vec::new()), None, "{code:?}");
        }
    }
}
