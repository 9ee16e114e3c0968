//! Requests that take long are told of in the log, with the PHP code that they are in. They go on.

use crate::{log, response};
use phant_vm::Vm;
use std::{sync::OnceLock, time::Duration};

static PATIENCE: OnceLock<Option<Duration>> = OnceLock::new();

/// Sets after how long a request is told of, once.
pub fn set_patience(after: Option<Duration>) {
    let _ = PATIENCE.set(after);
}

/// A request begins in this thread.
pub fn watch(vm: &Vm) {
    if let Some(after) = PATIENCE.get().copied().flatten() {
        vm.tell_if_slow(after, tell);
    }
}

/// Called from where the request is by then.
fn tell(vm: &Vm) {
    let (file, line) = vm.ctx.location();
    let stack = vm.stack_text();
    response::with_current(|incoming, client| {
        client.is_slow();
        let place = format!("{}({line})", String::from_utf8_lossy(&file));
        log::slow(client.remote(), &incoming.head, incoming.arrived.elapsed(), &place, &stack);
    });
}
