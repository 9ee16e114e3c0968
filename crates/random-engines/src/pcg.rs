//! PCG with 128 bits of state and 64 of output, by Melissa O'Neill.

use crate::{Engine, Failure, Output, State};

const MULTIPLIER: u128 = 0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645;
const INCREMENT: u128 = 0x5851_f42d_4c95_7f2d_1405_7b7e_f767_814f;

/// `Random\Engine\PcgOneseq128XslRr64`
#[derive(Clone, Debug)]
pub struct PcgOneseq128XslRr64 {
    state: u128,
}

impl PcgOneseq128XslRr64 {
    /// Starts with a number.
    pub fn from_int(seed: i64) -> PcgOneseq128XslRr64 {
        PcgOneseq128XslRr64::seeded(u128::from(seed as u64))
    }

    /// Starts with 16 bytes: two numbers, the higher one first.
    pub fn from_bytes(seed: &[u8; 16]) -> PcgOneseq128XslRr64 {
        PcgOneseq128XslRr64::seeded(halves(u128::from_le_bytes(*seed)))
    }

    fn seeded(seed: u128) -> PcgOneseq128XslRr64 {
        let mut engine = PcgOneseq128XslRr64 { state: 0 };
        engine.step();
        engine.state = engine.state.wrapping_add(seed);
        engine.step();
        engine
    }

    fn step(&mut self) {
        self.state = self.state.wrapping_mul(MULTIPLIER).wrapping_add(INCREMENT);
    }

    /// The next 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        self.step();
        let (high, low) = ((self.state >> 64) as u64, self.state as u64);
        (high ^ low).rotate_right((high >> 58) as u32)
    }

    /// `jump($advance)`: skips that many numbers.
    pub fn jump(&mut self, mut advance: u64) {
        // A step is x·m + i; squaring it doubles how far it goes.
        let (mut multiplier, mut increment) = (MULTIPLIER, INCREMENT);
        let (mut total_multiplier, mut total_increment) = (1u128, 0u128);
        while advance > 0 {
            if advance & 1 != 0 {
                total_multiplier = total_multiplier.wrapping_mul(multiplier);
                total_increment = total_increment.wrapping_mul(multiplier).wrapping_add(increment);
            }
            increment = multiplier.wrapping_add(1).wrapping_mul(increment);
            multiplier = multiplier.wrapping_mul(multiplier);
            advance >>= 1;
        }
        self.state = total_multiplier.wrapping_mul(self.state).wrapping_add(total_increment);
    }

    /// What `__serialize()` gives: the higher half, then the lower one.
    pub fn state(&self) -> Vec<State> {
        let bytes = halves(self.state).to_le_bytes();
        bytes.as_chunks::<8>().0.iter().map(|half| State::hex(half)).collect()
    }

    /// What `__unserialize()` takes.
    pub fn from_state(state: &[State]) -> Option<PcgOneseq128XslRr64> {
        let [high, low] = state else { return None };
        let half = |state: &State| Some(u128::from(u64::from_le_bytes(state.bytes()?)));
        Some(PcgOneseq128XslRr64 { state: half(high)? << 64 | half(low)? })
    }
}

/// Exchanges the halves.
fn halves(number: u128) -> u128 {
    number.rotate_left(64)
}

impl Engine for PcgOneseq128XslRr64 {
    fn generate(&mut self) -> Result<Output, Failure> {
        Ok(Output { bits: self.next_u64(), size: 8 })
    }
}
