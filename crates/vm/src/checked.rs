//! What a checked build (feature `checked`) adds to the engine: `PHANT_CHECK_GC=n` runs the collector at every n-th
//! safepoint, so that values that only a frame or a native function refers to, without counting them, are missed at once.
//! Without the feature nothing of this is in the code.

use std::cell::Cell;
use std::sync::OnceLock;

/// Every how many safepoints the collector runs; 0 for not.
fn interval() -> u32 {
    static INTERVAL: OnceLock<u32> = OnceLock::new();
    *INTERVAL.get_or_init(|| std::env::var("PHANT_CHECK_GC").ok().and_then(|n| n.parse().ok()).unwrap_or(0))
}

/// What the interrupt word never loses, so that every safepoint is noticed.
pub(crate) fn standing_interrupt() -> u32 {
    if cfg!(feature = "checked") && interval() > 0 { phant_memory::interrupt::CHECK } else { 0 }
}

/// A safepoint: whether the collector is to run, however little there is to collect.
pub(crate) fn wants_collection() -> bool {
    thread_local! {
        static PASSED: Cell<u32> = const { Cell::new(0) };
    }
    if standing_interrupt() == 0 {
        return false;
    }
    let passed = PASSED.get() + 1;
    let due = passed >= interval();
    PASSED.set(if due { 0 } else { passed });
    due
}
