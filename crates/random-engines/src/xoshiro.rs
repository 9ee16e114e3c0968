//! xoshiro256**, by David Blackman and Sebastiano Vigna.

use crate::{Engine, Failure, Output, State};

/// `Random\Engine\Xoshiro256StarStar`
#[derive(Clone, Debug)]
pub struct Xoshiro256StarStar {
    state: [u64; 4],
}

impl Xoshiro256StarStar {
    /// Starts with a number, spread by SplitMix64.
    pub fn from_int(seed: i64) -> Xoshiro256StarStar {
        let mut x = seed as u64;
        let state = std::array::from_fn(|_| {
            x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = x;
            z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ z >> 31
        });
        Xoshiro256StarStar { state }
    }

    /// Starts with a state; `None` if it is all zeros.
    pub fn from_bytes(seed: &[u8; 32]) -> Option<Xoshiro256StarStar> {
        let mut state = [0; 4];
        for (number, bytes) in state.iter_mut().zip(seed.as_chunks().0) {
            *number = u64::from_le_bytes(*bytes);
        }
        (state != [0; 4]).then_some(Xoshiro256StarStar { state })
    }

    /// The next 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        let s = &mut self.state;
        let result = s[1].wrapping_mul(5).rotate_left(7).wrapping_mul(9);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        result
    }

    /// `jump()`: skips 2^128 numbers.
    pub fn jump(&mut self) {
        self.skip([0x180e_c6d3_3cfd_0aba, 0xd5a6_1266_f0c9_392c, 0xa958_2618_e03f_c9aa, 0x39ab_dc45_29b1_661c]);
    }

    /// `jumpLong()`: skips 2^192 numbers.
    pub fn jump_long(&mut self) {
        self.skip([0x76e1_5d3e_fefd_cbbf, 0xc500_4e44_1c52_2fb3, 0x7771_0069_854e_e241, 0x3910_9bb0_2acb_e635]);
    }

    fn skip(&mut self, polynomial: [u64; 4]) {
        let mut sum = [0; 4];
        for word in polynomial {
            for bit in 0..64 {
                if word >> bit & 1 != 0 {
                    sum.iter_mut().zip(self.state).for_each(|(sum, number)| *sum ^= number);
                }
                self.next_u64();
            }
        }
        self.state = sum;
    }

    /// What `__serialize()` gives.
    pub fn state(&self) -> Vec<State> {
        self.state.iter().map(|number| State::hex(&number.to_le_bytes())).collect()
    }

    /// What `__unserialize()` takes.
    pub fn from_state(state: &[State]) -> Option<Xoshiro256StarStar> {
        let state: &[State; 4] = state.try_into().ok()?;
        let mut numbers = [0; 4];
        for (number, state) in numbers.iter_mut().zip(state) {
            *number = u64::from_le_bytes(state.bytes()?);
        }
        (numbers != [0; 4]).then_some(Xoshiro256StarStar { state: numbers })
    }
}

impl Engine for Xoshiro256StarStar {
    fn generate(&mut self) -> Result<Output, Failure> {
        Ok(Output { bits: self.next_u64(), size: 8 })
    }
}
