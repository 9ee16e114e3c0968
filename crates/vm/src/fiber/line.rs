//! What belongs to a line of execution, and changes hands when fibers switch.

use crate::{
    frame::{self, Frame, flags},
    vm::Vm,
};
use phant_memory::{HeapVec, Object, Str, Tracer, Value, heap_vec};
use phant_native::FunctionPtr;
use std::mem::swap;

/// The engine state of a line of execution that does not run at the moment.
pub struct Line {
    pub frame: *mut Frame,
    pub stack_base: *mut Value,
    pub stack_limit: *mut Value,
    pub stack_stop: *mut Value,
    pub stack_end: *mut Value,
    pub bounded: u32,
    pub native: phant_native::stack::Stack,
    pub freeing: u32,
    pub held: phant_memory::hold::Suspended,
    pub held_by: Option<u32>,
    pub native_depth: u32,
    pub current: Option<FunctionPtr>,
    pub fiber: Option<Object>,
    pub generators: HeapVec<Object>,
    pub resumed: HeapVec<Object>,
    pub error_reporting: i32,
    pub warnings_thrown: Option<&'static str>,
    pub ending_generator: u32,
    pub ending_frame: *mut Frame,
    pub compiling: Option<(Str, u32)>,
    pub result: Value,
    #[cfg(feature = "match-dispatch")]
    pub next: (*const crate::code::Insn, *mut Frame),
}

impl Line {
    /// The line of a fiber that has not begun.
    pub fn new(
        frame: *mut Frame,
        values: (*mut Value, *mut Value),
        native: phant_native::stack::Stack,
        error_reporting: i32,
    ) -> Line {
        Line {
            frame,
            stack_base: values.0,
            stack_limit: values.1,
            stack_stop: values.1,
            stack_end: values.1,
            bounded: 0,
            native,
            freeing: 0,
            held: phant_memory::hold::Suspended::new(),
            held_by: None,
            native_depth: 0,
            current: None,
            fiber: None,
            generators: heap_vec(),
            resumed: heap_vec(),
            error_reporting,
            warnings_thrown: None,
            ending_generator: 0,
            ending_frame: std::ptr::null_mut(),
            compiling: None,
            result: Value::NULL,
            #[cfg(feature = "match-dispatch")]
            next: (std::ptr::null(), std::ptr::null_mut()),
        }
    }

    /// Exchanges the engine's line of execution with this one.
    pub fn exchange(&mut self, vm: &mut Vm) {
        swap(&mut self.frame, &mut vm.frame);
        swap(&mut self.stack_base, &mut vm.stack_base);
        swap(&mut self.stack_limit, &mut vm.stack_limit);
        swap(&mut self.stack_stop, &mut vm.stack_stop);
        swap(&mut self.stack_end, &mut vm.stack_end);
        swap(&mut self.native_depth, &mut vm.native_depth);
        swap(&mut self.current, &mut vm.ctx.current);
        swap(&mut self.fiber, &mut vm.fiber);
        swap(&mut self.generators, &mut vm.generators);
        swap(&mut self.resumed, &mut vm.resumed);
        swap(&mut self.error_reporting, &mut vm.ctx.ini.hot.error_reporting);
        swap(&mut self.warnings_thrown, &mut vm.ctx.warnings_thrown);
        swap(&mut self.ending_generator, &mut vm.ending_generator);
        swap(&mut self.ending_frame, &mut vm.ending_frame);
        swap(&mut self.compiling, &mut vm.compiling);
        swap(&mut self.result, &mut vm.result);
        #[cfg(feature = "match-dispatch")]
        {
            swap(&mut self.next.0, &mut vm.next_pc);
            swap(&mut self.next.1, &mut vm.next_fp);
        }
        phant_memory::state::exchange_freeing(&mut self.freeing);
        self.held.exchange();
        swap(&mut self.held_by, &mut vm.held_by);
        if vm.held_by.is_some() {
            phant_memory::interrupt::raise(crate::interrupt::HELD);
        }
        self.native = phant_native::stack::replace(self.native);
        let version = vm.bounded;
        if std::mem::replace(&mut self.bounded, version) != version {
            phant_memory::heap::bound_stacks();
            vm.bounded = version;
        }
    }

    /// Shows the collector what a suspended line holds, as far as its frames tell. What native code holds on the native
    /// stack cannot be seen: it keeps its objects alive.
    pub fn trace(&self, tracer: &mut Tracer<'_>) {
        tracer.value(&self.result);
        for generator in &self.generators {
            // One count is this list's, the other `generator::resume` holds.
            tracer.object(generator);
            tracer.object(generator);
        }
        for generator in &self.resumed {
            tracer.object(generator);
        }
        let mut f = self.frame;
        // SAFETY: the frames of a suspended line are live down to its bottom, whose `prev` is null. Variables and the
        // arguments of native functions are initialised, temporaries where the ranges say so.
        unsafe {
            while !f.is_null() {
                // Generators that yield from one that runs show their frames themselves.
                if (*f).flags & flags::GENERATOR == 0 || self.generators.iter().any(|g| crate::generator::runs(g, f)) {
                    frame::trace(f, tracer);
                }
                f = (*f).prev;
            }
        }
    }
}
