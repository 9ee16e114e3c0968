//! `phant-fuzz SECONDS [SEED] [TARGET...]`: runs targets for a while each, one after the other.

#![forbid(unsafe_code)]

use phant_fuzz_targets::{TARGETS, start};
use std::time::Duration;

fn main() {
    let mut args = std::env::args().skip(1);
    let seconds = args.next().and_then(|a| a.parse().ok()).unwrap_or(60);
    let seed = args.next().and_then(|a| a.parse().ok()).unwrap_or(1);
    let wanted: Vec<String> = args.collect();
    phant_vm::request::engine::with_stack(256 << 20, move || {
        start();
        for target in TARGETS.iter().filter(|t| wanted.is_empty() || wanted.iter().any(|w| w == t.name)) {
            let tried = target.bounded(Duration::from_secs(seconds), seed);
            println!("{}: {tried} inputs", target.name);
        }
    });
}
