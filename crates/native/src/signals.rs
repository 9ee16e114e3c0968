//! Signals that PHP code looks after: what an extension brings so that the engine hands them on at safepoints and ticks.

use crate::{ctx::Ctx, registry};

/// Calls the handlers of the signals that have arrived ([`crate::Extension::provides`]). The engine asks where PHP code may
/// run: at safepoints after [`phant_memory::interrupt::SIGNAL`] was raised, and at every tick.
pub struct SignalDispatcher(pub fn(&Ctx));

/// Asks the dispatchers. What a handler throws is pending afterwards.
pub fn dispatch(ctx: &Ctx) {
    for SignalDispatcher(dispatch) in registry::provided() {
        dispatch(ctx);
    }
}
