//! Running PHP code in mid-instruction: what it lets go of stays for the time being. See [`phant_memory::hold`].

use crate::runtime::vm::Vm;
use phant_memory::interrupt::HELD;
use std::sync::atomic::Ordering;

/// Runs PHP code from the middle of an instruction: what that code lets go of stays until the instruction is over, as
/// it may have found its place in it.
pub fn hold<R>(vm: &Vm, run: impl FnOnce(&Vm) -> R) -> R {
    phant_memory::hold::begin();
    let result = run(vm);
    if phant_memory::hold::end() {
        let here = vm.native_depth.get();
        vm.held_by.set(Some(vm.held_by.get().map_or(here, |depth| depth.min(here))));
        // SAFETY: the word lives as long as the engine state.
        unsafe { &*vm.interrupt.get() }.fetch_or(HELD, Ordering::Relaxed);
    }
    result
}

/// Frees what was held back, unless that instruction is still going on further out.
pub(crate) fn release_held(vm: &Vm) {
    let Some(depth) = vm.held_by.get() else { return };
    if vm.native_depth.get() > depth {
        // SAFETY: as in `hold`.
        unsafe { &*vm.interrupt.get() }.fetch_or(HELD, Ordering::Relaxed);
        return;
    }
    vm.held_by.set(None);
    // SAFETY: at a safepoint no instruction of this line of execution is half done, and the one that held is not
    // further out.
    unsafe { phant_memory::hold::release() }
}
