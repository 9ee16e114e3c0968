//! `phant-fuzz SECONDS [SEED] [TARGET...]`: runs targets for a while each, one after the other; with `20000000x` in place of
//! the seconds until so many inputs were tried.

#![forbid(unsafe_code)]

use phant_fuzz_targets::{End, TARGETS, start};
use std::time::Duration;

fn main() {
    let mut args = std::env::args().skip(1);
    let end = args.next().and_then(|a| end(&a)).unwrap_or(End::After(Duration::from_secs(60)));
    let seed = args.next().and_then(|a| a.parse().ok()).unwrap_or(1);
    let wanted: Vec<String> = args.collect();
    phant_vm::request::engine::with_stack(256 << 20, move || {
        start();
        for target in TARGETS.iter().filter(|t| wanted.is_empty() || wanted.iter().any(|w| w == t.name)) {
            println!("{}", target.bounded(end, seed));
        }
    });
}

/// Seconds, or a number of inputs with an `x` behind it.
fn end(argument: &str) -> Option<End> {
    match argument.strip_suffix('x') {
        Some(count) => count.parse().ok().map(End::Inputs),
        None => argument.parse().ok().map(|seconds| End::After(Duration::from_secs(seconds))),
    }
}
