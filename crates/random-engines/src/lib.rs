//! PHP's random engines, and what it draws from them: numbers in a range, floats, bytes, shuffled lists.
//!
//! With the same seed everything is bit for bit what PHP 8.4 gives. An [`Engine`] may also be one of a script's own
//! (`Random\Engine`), which can fail: then every draw ends with [`Failure::Engine`], and the exception is the caller's.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod combined_lcg;
mod draw;
mod float;
mod mt19937;
mod pcg;
mod secure;
mod shared;
mod state;
mod xoshiro;

pub use combined_lcg::{CombinedLcg, uniqid};
pub use draw::{
    Pick, bytes, bytes_from, get_int, next_int, pick_among, pick_many, pick_one, range, range_u32, range_u64, shuffle,
};
pub use float::{Boundary, float_in, next_float};
pub use mt19937::{Mode, Mt19937};
pub use pcg::PcgOneseq128XslRr64;
pub use secure::{Secure, fill, random_int, seed};
pub use shared::Shared;
pub use state::State;
pub use xoshiro::Xoshiro256StarStar;

/// What an engine gives at once: the lower `size` bytes of `bits`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Output {
    /// The bytes, the first the lowest.
    pub bits: u64,
    /// How many there are, 1 to 8.
    pub size: usize,
}

/// Why there is no random value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The engine failed: an exception in a script's engine, or no entropy from the system.
    Engine,
    /// `Random\BrokenRandomEngineError`: [`MAX_ATTEMPTS`] values were all not acceptable.
    Attempts,
}

impl Failure {
    /// The text of the error, for [`Failure::Attempts`].
    pub const ATTEMPTS_MESSAGE: &str = "Failed to generate an acceptable random number in 50 attempts";
}

/// How many values that are not acceptable are too many.
pub const MAX_ATTEMPTS: u32 = 50;

/// A source of random bytes.
pub trait Engine {
    /// The next bytes.
    fn generate(&mut self) -> Result<Output, Failure>;

    /// This engine if it is a Mersenne twister: with [`Mode::Legacy`] some draws differ.
    fn as_mt19937(&mut self) -> Option<&mut Mt19937> {
        None
    }

    /// Fills `out`; for the system's source that is one call.
    fn fill(&mut self, out: &mut [u8]) -> Result<(), Failure> {
        let mut rest = out;
        while !rest.is_empty() {
            let Output { bits, size } = self.generate()?;
            let (now, later) = rest.split_at_mut(size.min(rest.len()));
            now.copy_from_slice(&bits.to_le_bytes()[..now.len()]);
            rest = later;
        }
        Ok(())
    }
}
