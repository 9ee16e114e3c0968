//! The generators that a request's functions share.

use crate::{CombinedLcg, Mode, Mt19937, fill, seed};
use std::cell::{Cell, RefCell};

/// The generators behind `mt_rand()`, `rand()`, `shuffle()`, `str_shuffle()`, `array_rand()` and `lcg_value()`: one of
/// each kind per request, seeded on first use. Keep it as the request's state; it owns no memory elsewhere.
#[derive(Default)]
pub struct Shared {
    mt: RefCell<Option<Mt19937>>,
    lcg: RefCell<Option<CombinedLcg>>,
    /// The twister's seed comes from the script.
    chosen: Cell<bool>,
}

impl Shared {
    /// Works with the Mersenne twister.
    pub fn with_mt<R>(&self, work: impl FnOnce(&mut Mt19937) -> R) -> R {
        let mut mt = self.mt.borrow_mut();
        work(mt.get_or_insert_with(|| Mt19937::new(seed().unwrap_or(0), Mode::Correct)))
    }
    /// Seeds the Mersenne twister: `mt_srand()`. `chosen`: the script wants this very seed.
    pub fn seed_mt(&self, seed: i64, mode: Mode, chosen: bool) {
        *self.mt.borrow_mut() = Some(Mt19937::new(seed, mode));
        self.chosen.set(chosen);
    }
    /// Forgets states whose seeds nobody chose: the next use takes new ones. For snapshots, whose runs must not all draw
    /// the same numbers.
    pub fn forget_own_seeds(&self) {
        *self.lcg.borrow_mut() = None;
        if !self.chosen.get() {
            *self.mt.borrow_mut() = None;
        }
    }
    /// `lcg_value()`
    pub fn lcg_value(&self) -> f64 {
        let mut lcg = self.lcg.borrow_mut();
        let new = || {
            let mut bytes = [0; 8];
            // Without random bytes it starts at zero.
            let _ = fill(&mut bytes);
            let half = |at: usize| i32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
            CombinedLcg::new([half(0), half(4)])
        };
        lcg.get_or_insert_with(new).value()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_stay() {
        let shared = Shared::default();
        shared.seed_mt(42, Mode::Correct, true);
        shared.forget_own_seeds();
        assert_eq!(shared.with_mt(Mt19937::rand), 804_318_771);
        let value = shared.lcg_value();
        assert!((0.0..1.0).contains(&value));
    }
}
