//! Destructors that the cycle collector runs while a fiber is running: in a fiber of their own, so that one that
//! suspends does not stop the collector.

use super::{Job as FiberJob, State, bottom_function, data, launch, switch_to, take_stack};
use crate::vm::Vm;
use phant_memory::{Object, PhpObject, Value};
use phant_native::{FunctionDescriptor, PhpResult, descriptor::facts};
use std::{cell::Cell, rc::Rc};

/// What stands at the bottom of such a fiber in traces.
static BOTTOM: FunctionDescriptor = FunctionDescriptor {
    name: "gc_destructor_fiber",
    params: &[],
    required: 0,
    returns: None,
    tentative_return: false,
    facts: facts::RAW,
    modifiers: 0,
    deprecated: None,
    doc: "",
    call: |_, _| Ok(Value::NULL),
};

/// The work of a collector's run. It is shared by the fibers that do it, one after the other.
#[derive(Clone)]
pub struct Job(Option<Rc<Work>>);

struct Work {
    objects: Vec<*mut PhpObject>,
    next: Cell<usize>,
    /// The run is over, or another fiber has taken over.
    turn: Cell<usize>,
}

impl Job {
    /// No work.
    pub const NONE: Job = Job(None);

    /// Destroys one object after the other, until there is none left, or until this fiber was left inside a destructor
    /// and another one has taken over.
    pub fn run(self, vm: &mut Vm) -> PhpResult {
        let Some(work) = self.0 else { return Ok(Value::NULL) };
        let turn = work.turn.get();
        while work.turn.get() == turn
            && let Some(&object) = work.objects.get(work.next.get())
        {
            work.next.set(work.next.get() + 1);
            crate::engine::destruct(object);
        }
        vm.ctx.check().map(|()| Value::NULL)
    }
}

/// Runs the destructors of garbage.
pub fn destruct_garbage(objects: &[*mut PhpObject]) {
    let Some(vm) = crate::engine::current() else { return };
    if vm.fiber.is_none() {
        objects.iter().for_each(|&object| crate::engine::destruct(object));
        return;
    }
    let work = Rc::new(Work { objects: objects.to_vec(), next: Cell::new(0), turn: Cell::new(0) });
    while work.next.get() < work.objects.len() {
        let before = work.next.get();
        let Some(fiber) = new_fiber(vm, &work) else { return };
        let _ = switch_to(vm, &fiber, super::Input::Value(Value::NULL));
        work.turn.set(work.turn.get() + 1);
        let left = data(&fiber).state() == State::Suspended;
        drop(fiber);
        if !left && work.next.get() == before {
            return;
        }
    }
}

fn new_fiber(vm: &mut Vm, work: &Rc<Work>) -> Option<Object> {
    let class = vm.lookup_class_quiet(b"Fiber")?;
    let fiber = crate::object::property::allocate(vm, class).ok()?;
    let stack = take_stack(vm).ok()?;
    let bottom = bottom_function(&BOTTOM);
    launch(vm, data(&fiber), stack, FiberJob::Destructors(Job(Some(work.clone()))), bottom);
    Some(fiber)
}
