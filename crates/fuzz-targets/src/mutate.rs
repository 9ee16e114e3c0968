//! Random numbers and changes to inputs: the same for the same seed.

use crate::structure::Structure;

/// An xorshift generator.
pub struct Random(u64);

/// Numbers on whose edges things break.
const NUMBERS: [&str; 12] = [
    "0",
    "-1",
    "1",
    "255",
    "65536",
    "2147483647",
    "-2147483649",
    "4294967296",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551616",
    "1e308",
];
/// The longest input.
const MOST: usize = 4096;

impl Random {
    /// Begins with a seed.
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
    /// A number below `limit`; 0 if there is none.
    pub fn below(&mut self, limit: usize) -> usize {
        if limit == 0 { 0 } else { (self.next() >> 16) as usize % limit }
    }
    /// A seed with some changes. Half of them are such as keep it well formed, where it is known how.
    pub fn mutated(&mut self, seeds: &[Vec<u8>], words: &[&str], structure: Structure) -> Vec<u8> {
        let mut input = seeds[self.below(seeds.len())].clone();
        let damages = match structure {
            Structure::None => 1 + self.below(4),
            _ if self.below(2) == 0 => 1 + self.below(4),
            _ => 0,
        };
        if !matches!(structure, Structure::None) {
            for _ in 0..self.below(4) + usize::from(damages == 0) {
                let other = self.below(seeds.len());
                if let Some(changed) = structure.change(self, &input, &seeds[other]) {
                    input = changed;
                }
            }
        }
        for _ in 0..damages {
            self.change(&mut input, seeds, words);
        }
        input.truncate(MOST);
        input
    }
    /// A random part of a text.
    fn part<'a>(&mut self, text: &'a [u8]) -> &'a [u8] {
        let start = self.below(text.len());
        let len = self.below((text.len() - start).min(64) + 1);
        &text[start..start + len]
    }
    fn change(&mut self, input: &mut Vec<u8>, seeds: &[Vec<u8>], words: &[&str]) {
        let at = self.below(input.len() + 1);
        match self.below(10) {
            0 if at < input.len() => input[at] ^= 1 << self.below(8),
            1 if at < input.len() => input[at] = self.next() as u8,
            2 => {
                let end = (at + self.below(16)).min(input.len());
                input.drain(at..end);
            }
            3 => {
                let copy = self.part(input).to_vec();
                insert(input, at, &copy);
            }
            4 => {
                let other = self.below(seeds.len());
                let other = self.part(&seeds[other]);
                insert(input, at, other);
            }
            5 => {
                // A part many times over.
                let part = self.part(input).to_vec();
                let times = 1 + self.below(40);
                insert(input, at, &part.repeat(times));
            }
            6 => {
                // Another number where one is.
                let digits: Vec<usize> = (0..input.len()).filter(|&i| input[i].is_ascii_digit()).collect();
                let Some(&start) = digits.get(self.below(digits.len())) else { return };
                let end = input[start..].iter().position(|c| !c.is_ascii_digit()).map_or(input.len(), |n| start + n);
                let number = NUMBERS[self.below(NUMBERS.len())];
                input.splice(start..end, number.bytes());
            }
            7 => {
                // Two bytes change places.
                if at < input.len() {
                    let other = self.below(input.len());
                    input.swap(at, other);
                }
            }
            _ if !words.is_empty() => {
                let word = words[self.below(words.len())];
                insert(input, at, word.as_bytes());
            }
            _ => insert(input, at, &[self.next() as u8]),
        }
    }
}

fn insert(input: &mut Vec<u8>, at: usize, what: &[u8]) {
    if input.len() + what.len() <= 2 * MOST {
        input.splice(at..at, what.iter().copied());
    }
}
