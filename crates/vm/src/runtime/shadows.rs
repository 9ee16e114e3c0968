//! Functions of PHP code that native ones are not called for: `A\strlen` is what `strlen()` means in the namespace `A` once it
//! is declared.
//!
//! What such a call meant in one request is what later ones begin with ([`crate::runtime::warm`]), so what shadows a native
//! function is noted for the process, in order. A worker that has not heard of one of them when its request began has to look.

use phant_native::registry;
use std::{
    collections::HashMap,
    sync::{LazyLock, RwLock},
};

/// The numbers of names, in small letters.
static ALL: LazyLock<RwLock<HashMap<Box<[u8]>, usize>>> = LazyLock::new(RwLock::default);

/// How many there are.
pub(crate) fn count() -> usize {
    ALL.read().expect("no panics while names are noted").len()
}

/// Whether a function of a name, in small letters, would be one, or has the name of a native function itself.
pub(crate) fn concerns(lower: &[u8]) -> bool {
    let last = lower.iter().rposition(|&byte| byte == b'\\').map_or(0, |at| at + 1);
    registry::get().functions.of_bytes(lower).is_some() || registry::get().functions.of_bytes(&lower[last..]).is_some()
}

/// Whether a name is one.
pub(crate) fn contains(lower: &[u8]) -> bool {
    ALL.read().expect("no panics while names are noted").contains_key(lower)
}

/// A function is declared: its number, if it shadows a native one.
pub(crate) fn note(lower: &[u8]) -> Option<usize> {
    let last = lower.iter().rposition(|&byte| byte == b'\\').map(|at| &lower[at + 1..])?;
    registry::get().functions.of_bytes(last)?;
    let mut all = ALL.write().expect("no panics while names are noted");
    let next = all.len();
    Some(*all.entry(lower.into()).or_insert(next))
}
