//! What `memory_limit` leaves for the VM stack and the native stack.
//!
//! Stacks are address space, which takes memory as it is touched: what they use is not in the heap's own account. Whenever
//! the heap grows or shrinks, both stacks of the running line of execution are bounded to what the limit leaves over.

use crate::runtime::vm::Vm;
use phant_memory::Value;

/// What the VM stack may take in any case.
const FREE_VALUES: usize = 1 << 20;
/// What the native stack may take in any case: in PHP it has nothing to do with the limit, and is mostly of 8 MB, for what
/// takes up to half as much again here.
const FREE_NATIVE: usize = 12 << 20;

/// Bounds the stacks to `room` bytes beside what they may take in any case, and returns how much of that they use.
///
/// # Safety
/// `vm` is the live engine state of this thread. It may be borrowed, but not the fields about its stacks.
pub unsafe fn bound(vm: &Vm, room: usize) -> usize {
    // SAFETY: by contract.
    unsafe {
        let (base, end) = (vm.stack_base.get(), vm.stack_end.get());
        let top = vm.frame.get().cast::<Value>();
        // Frames of generators are elsewhere, and the first one of a fiber belongs to who resumed it.
        let values = if (base..end).contains(&top) { top.addr() - base.addr() } else { 0 };
        let values = values.saturating_sub(FREE_VALUES);
        let native = phant_native::stack::bound(FREE_NATIVE.saturating_add(room.saturating_sub(values)));
        let native = native.saturating_sub(FREE_NATIVE);
        let most = FREE_VALUES.saturating_add(room.saturating_sub(native)).min(end.addr() - base.addr());
        vm.bounded.set(vm.bounded.get() + 1);
        let unlimited = vm.stack_limit.get() == vm.stack_stop.get();
        vm.stack_stop.set(base.byte_add(most & !(size_of::<Value>() - 1)));
        if unlimited {
            vm.stack_limit.set(vm.stack_stop.get());
        }
        values + native
    }
}
