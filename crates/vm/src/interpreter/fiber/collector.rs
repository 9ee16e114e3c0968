//! Destructors that the cycle collector runs while a fiber is running: in a fiber of their own, so that one that
//! suspends does not stop the collector.

use super::{Job as FiberJob, State, bottom_function, data, launch, switch_to, take_stack};
use crate::runtime::vm::Vm;
use phant_memory::{Object, PhpObject, Value, gc};
use phant_native::{
    FunctionDescriptor, PhpResult,
    descriptor::{Direct, facts},
};
use std::{cell::Cell, mem::ManuallyDrop, rc::Rc};

/// What stands at the bottom of such a fiber in traces.
static BOTTOM: FunctionDescriptor = FunctionDescriptor {
    name: "gc_destructor_fiber",
    params: &[],
    taken: &[],
    required: 0,
    returns: None,
    tentative_return: false,
    facts: facts::RAW,
    modifiers: 0,
    deprecated: None,
    doc: "",
    call: |_, _| Ok(Value::NULL),
    direct: Direct::None,
};

/// The work of a collector's run. It is shared by the fibers that do it, one after the other.
#[derive(Clone)]
pub struct Job(Option<Rc<Work>>);

struct Work {
    /// Changes when the run is over, or another fiber has taken over.
    turn: Cell<usize>,
}

impl Job {
    /// No work.
    pub const NONE: Job = Job(None);

    /// Destroys one object after the other, until there is none left, or until this fiber was left inside a destructor
    /// and another one has taken over.
    pub fn run(self, vm: &Vm) -> PhpResult {
        let Some(work) = self.0 else { return Ok(Value::NULL) };
        let turn = work.turn.get();
        while work.turn.get() == turn
            && let Some(object) = gc::take_doomed()
        {
            crate::interpreter::finalize::destruct(vm, &object_of(object));
            // SAFETY: the count is that of `take_doomed`. When the run of the collector is over it is like any other.
            unsafe {
                if work.turn.get() == turn {
                    gc::put_back(object);
                } else {
                    drop(Object::from_raw(object));
                }
            }
        }
        vm.ctx.check().map(|()| Value::NULL)
    }
}

/// The handle that `take_doomed` gave.
fn object_of(p: *mut PhpObject) -> ManuallyDrop<Object> {
    // SAFETY: it gives a live object with a count, which stays with the caller.
    ManuallyDrop::new(unsafe { Object::from_raw(p) })
}

/// Runs the destructors of garbage.
pub fn destruct_garbage() {
    let Some(vm) = Vm::current() else { return };
    if vm.fiber.is_none() {
        while let Some(object) = gc::take_doomed() {
            crate::interpreter::finalize::destruct(vm, &object_of(object));
            // SAFETY: the count is that of `take_doomed`.
            unsafe { gc::put_back(object) };
        }
        return;
    }
    let work = Rc::new(Work { turn: Cell::new(0) });
    loop {
        let Some(fiber) = new_fiber(vm, &work) else { return };
        let _ = switch_to(vm, &fiber, super::Input::Value(Value::NULL));
        work.turn.set(work.turn.get() + 1);
        if data(&fiber).state() != State::Suspended {
            return;
        }
    }
}

fn new_fiber(vm: &Vm, work: &Rc<Work>) -> Option<Object> {
    let class = vm.lookup_class_quiet(b"Fiber")?;
    let fiber = crate::runtime::object::property::allocate(vm, class).ok()?;
    let stack = take_stack(vm).ok()?;
    let bottom = bottom_function(&BOTTOM);
    launch(vm, data(&fiber), stack, FiberJob::Destructors(Job(Some(work.clone()))), bottom);
    Some(fiber)
}
