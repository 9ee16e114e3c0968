//! What every request is held to, whatever it sets itself: it is told of in the log when it takes long, with the PHP code that
//! it is in, and it ends when its budget is used up.

use crate::{log, response};
use phant_native::Ctx;
use phant_vm::{Vm, request::serving::Budget};
use std::{sync::OnceLock, time::Duration};

/// What a server's requests are held to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bounds {
    /// After how long a request is told of, once.
    pub patience: Option<Duration>,
    /// How long it may take.
    pub budget: Budget,
    /// How much memory it may have.
    pub memory: Option<usize>,
}

static BOUNDS: OnceLock<Bounds> = OnceLock::new();

/// Sets them, once.
pub fn set(bounds: Bounds) {
    if let Some(bytes) = bounds.memory {
        phant_native::limits::set_most_memory(bytes);
    }
    let _ = BOUNDS.set(bounds);
}

/// A request begins in this thread.
pub fn begin(vm: &Vm) {
    let Some(bounds) = BOUNDS.get() else { return };
    if let Some(after) = bounds.patience {
        vm.ask_if_slow(after);
    }
    if bounds.budget != Budget::default() {
        vm.limit(bounds.budget);
    }
}

/// The request of this thread takes long: called from where it is by then.
pub fn tell(ctx: &Ctx) {
    let (file, line) = ctx.location();
    let stack = Vm::of(ctx).stack_text();
    response::with_current(|incoming, client| {
        client.is_slow();
        let place = format!("{}({line})", String::from_utf8_lossy(&file));
        log::slow(client.remote(), &incoming.head, incoming.arrived.elapsed(), &place, &stack);
    });
}
