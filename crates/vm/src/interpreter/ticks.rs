//! `declare(ticks)`: the functions that are called every so many statements.

use crate::runtime::vm::Vm;
use phant_native::ctx::Ending;

/// Calls the tick functions.
pub fn run_ticks(vm: &Vm) {
    let mut next = 0;
    while next < vm.ticks.borrow().len() && vm.ctx.ending.get() != Some(Ending::Fatal) {
        let (callable, args) = vm.ticks.borrow()[next].clone();
        next += 1;
        if TickState::enter(vm, next) {
            let result = vm.ctx.call(&callable, &args);
            TickState::leave(vm, next);
            if result.is_err() {
                return;
            }
        }
    }
}

/// Which tick functions are running: one does not interrupt itself.
struct TickState(std::cell::RefCell<phant_memory::HeapVec<usize>>);

impl Default for TickState {
    fn default() -> TickState {
        TickState(std::cell::RefCell::new(phant_memory::heap_vec()))
    }
}

impl TickState {
    fn enter(vm: &Vm, number: usize) -> bool {
        let running = &mut *vm.ctx.state::<TickState>().0.borrow_mut();
        let free = !running.contains(&number);
        if free {
            running.push(number);
        }
        free
    }
    fn leave(vm: &Vm, number: usize) {
        vm.ctx.state::<TickState>().0.borrow_mut().retain(|&n| n != number);
    }
}
