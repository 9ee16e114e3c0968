//! The Mersenne twister of Makoto Matsumoto and Takuji Nishimura, and the variant that PHP 5 took for it.

use crate::{Engine, Failure, Output, State, range};

/// Numbers of state.
const N: usize = 624;

/// How far apart the numbers are that are combined.
const M: usize = 397;

/// `MT_RAND_MT19937` or `MT_RAND_PHP`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// The correct one.
    #[default]
    Correct = 0,
    /// That of PHP before 7.1: a wrong bit in the twist, and biased scaling.
    Legacy = 1,
}

/// `mt_getrandmax()`
pub const MAX: i64 = 0x7fff_ffff;

/// `Random\Engine\Mt19937`, also the engine of `mt_rand()`.
#[derive(Clone)]
pub struct Mt19937 {
    state: [u32; N],
    used: usize,
    mode: Mode,
}

/// Makes every number of what it, the next one and the one that is [`M`] further were. The parts are those in which the latter is
/// an old number and a new one: vector instructions do several at a time.
fn twist(state: &mut [u32; N], made_of: impl Fn(u32, u32, u32) -> u32) {
    for i in 0..N - M {
        state[i] = made_of(state[i], state[i + 1], state[i + M]);
    }
    for i in N - M..N - 1 {
        state[i] = made_of(state[i], state[i + 1], state[i + M - N]);
    }
    state[N - 1] = made_of(state[N - 1], state[0], state[M - 1]);
}

impl Mt19937 {
    /// Starts with a seed, of which the lower 32 bits count.
    pub fn new(seed: i64, mode: Mode) -> Mt19937 {
        let mut last = seed as u32;
        let mut state = [last; N];
        for (i, number) in state.iter_mut().enumerate().skip(1) {
            last = (last ^ last >> 30).wrapping_mul(1_812_433_253).wrapping_add(i as u32);
            *number = last;
        }
        let mut engine = Mt19937 { state, used: 0, mode };
        engine.twist();
        engine
    }

    /// The mode.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    fn twist(&mut self) {
        let twisted = |here: u32, next: u32, far: u32, odd: u32| {
            far ^ (here & 0x8000_0000 | next & 0x7fff_ffff) >> 1 ^ (odd & 1).wrapping_neg() & 0x9908_b0df
        };
        match self.mode {
            Mode::Correct => twist(&mut self.state, |here, next, far| twisted(here, next, far, next)),
            Mode::Legacy => twist(&mut self.state, |here, next, far| twisted(here, next, far, here)),
        }
        self.used = 0;
    }

    /// The next 32 bits.
    #[inline]
    pub fn next_u32(&mut self) -> u32 {
        if self.used >= N {
            self.twist();
        }
        let mut bits = self.state[self.used];
        self.used += 1;
        bits ^= bits >> 11;
        bits ^= bits << 7 & 0x9d2c_5680;
        bits ^= bits << 15 & 0xefc6_0000;
        bits ^ bits >> 18
    }

    /// `mt_rand()`
    #[inline]
    pub fn rand(&mut self) -> i64 {
        i64::from(self.next_u32() >> 1)
    }

    /// `mt_rand($min, $max)`, and `rand($min, $max)` when the bounds are in order.
    pub fn rand_range(&mut self, min: i64, max: i64) -> i64 {
        match self.mode {
            Mode::Legacy => self.legacy_range(min, max),
            // This engine does not fail, and its numbers are acceptable more often than not.
            Mode::Correct => range(self, min, max).unwrap_or(min),
        }
    }

    /// Scales 31 bits to the range: biased.
    pub fn legacy_range(&mut self, min: i64, max: i64) -> i64 {
        let width = max as f64 - min as f64 + 1.0;
        let offset = width * (self.rand() as f64 / (MAX as f64 + 1.0));
        min.wrapping_add(offset as u64 as i64)
    }

    /// What `__serialize()` gives: the numbers as hexadecimal bytes, then how many are used, then the mode.
    pub fn state(&self) -> Vec<State> {
        let numbers = self.state.iter().map(|number| State::hex(&number.to_le_bytes()));
        numbers.chain([State::Int(self.used as i64), State::Int(self.mode as i64)]).collect()
    }

    /// What `__unserialize()` takes.
    pub fn from_state(state: &[State]) -> Option<Mt19937> {
        let (numbers, [used, mode]) = state.split_first_chunk::<N>()? else { return None };
        let mode = match mode {
            State::Int(0) => Mode::Correct,
            State::Int(1) => Mode::Legacy,
            _ => return None,
        };
        let used = match *used {
            State::Int(used) => usize::try_from(used).ok().filter(|&used| used <= N)?,
            State::Hex(_) => return None,
        };
        let mut engine = Mt19937 { state: [0; N], used, mode };
        for (number, state) in engine.state.iter_mut().zip(numbers) {
            *number = u32::from_le_bytes(state.bytes()?);
        }
        Some(engine)
    }
}

impl Engine for Mt19937 {
    #[inline]
    fn generate(&mut self) -> Result<Output, Failure> {
        Ok(Output { bits: u64::from(self.next_u32()), size: 4 })
    }

    fn as_mt19937(&mut self) -> Option<&mut Mt19937> {
        Some(self)
    }
}
