//! Every target, for about a second, from the same seed each time.

use phant_fuzz_targets::{End, TARGETS, start};
use std::time::Duration;

#[test]
fn no_input_makes_a_target_panic() {
    phant_vm::request::engine::with_stack(256 << 20, || {
        start();
        for target in TARGETS {
            println!("{}", target.bounded(End::After(Duration::from_secs(1)), 42));
        }
    });
}
