//! The system's source of random bytes.

use crate::{Engine, Failure, Output, range};

/// `Random\Engine\Secure`
#[derive(Clone, Copy, Debug, Default)]
pub struct Secure;

impl Engine for Secure {
    fn generate(&mut self) -> Result<Output, Failure> {
        let mut bytes = [0; 8];
        fill(&mut bytes)?;
        Ok(Output { bits: u64::from_le_bytes(bytes), size: 8 })
    }

    fn fill(&mut self, out: &mut [u8]) -> Result<(), Failure> {
        fill(out)
    }
}

/// Fills `out`, as `random_bytes()` does; fails if the system does ("Cannot open source device").
pub fn fill(out: &mut [u8]) -> Result<(), Failure> {
    getrandom::fill(out).map_err(|_| Failure::Engine)
}

/// `random_int($min, $max)`
pub fn random_int(min: i64, max: i64) -> Result<i64, Failure> {
    range(&mut Secure, min, max)
}

/// A seed for an engine that is given none.
pub fn seed() -> Result<i64, Failure> {
    let mut bytes = [0; 8];
    fill(&mut bytes)?;
    Ok(i64::from_le_bytes(bytes))
}
