//! What belongs to a line of execution, and changes hands when fibers switch.

use crate::runtime::{
    class,
    frame::{self, Frame, flags},
    vm::Vm,
};
use phant_memory::{HeapBox, HeapVec, Object, Str, Tracer, Value, heap_vec};
use phant_native::FunctionPtr;
use std::{
    cell::RefCell,
    mem::{swap, take},
};

/// Exchanges two lists, which are empty more often than not.
#[inline(always)]
fn exchange_lists(list: &mut HeapVec<Object>, other: &RefCell<HeapVec<Object>>) {
    let other = &mut *other.borrow_mut();
    if !list.is_empty() || !other.is_empty() {
        swap(list, other);
    }
}

/// The engine state of a line of execution that does not run at the moment.
pub struct Line {
    pub frame: *mut Frame,
    pub stack_base: *mut Value,
    pub stack_limit: *mut Value,
    pub stack_stop: *mut Value,
    pub stack_end: *mut Value,
    pub bounded: u32,
    pub native: phant_native::stack::Stack,
    pub held: phant_memory::hold::Suspended,
    pub held_by: Option<u32>,
    pub native_depth: u32,
    /// The same for texts that instructions wait for.
    pub text_depth: u32,
    pub current: Option<FunctionPtr>,
    pub fiber: Option<Object>,
    pub generators: HeapVec<Object>,
    pub resumed: HeapVec<Object>,
    pub error_reporting: i32,
    pub warnings_thrown: Option<&'static str>,
    pub ending_generator: u32,
    pub ending_frame: *mut Frame,
    pub compiling: Option<(Str, u32)>,
    pub(crate) linking: Option<HeapBox<class::Suspended>>,
    pub result: Value,
    #[cfg(feature = "match-dispatch")]
    pub next: (*const crate::runtime::code::Insn, *mut Frame),
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
            held: phant_memory::hold::Suspended::new(),
            held_by: None,
            native_depth: 0,
            text_depth: 0,
            current: None,
            fiber: None,
            generators: heap_vec(),
            resumed: heap_vec(),
            error_reporting,
            warnings_thrown: None,
            ending_generator: 0,
            ending_frame: std::ptr::null_mut(),
            compiling: None,
            linking: None,
            result: Value::NULL,
            #[cfg(feature = "match-dispatch")]
            next: (std::ptr::null(), std::ptr::null_mut()),
        }
    }

    /// Exchanges the engine's line of execution with this one.
    pub fn exchange(&mut self, vm: &Vm) {
        self.frame = vm.frame.replace(self.frame);
        self.stack_base = vm.stack_base.replace(self.stack_base);
        self.stack_limit = vm.stack_limit.replace(self.stack_limit);
        self.stack_stop = vm.stack_stop.replace(self.stack_stop);
        self.stack_end = vm.stack_end.replace(self.stack_end);
        self.native_depth = vm.native_depth.replace(self.native_depth);
        self.text_depth = vm.text_depth.replace(self.text_depth);
        self.current = vm.ctx.current.replace(self.current);
        self.fiber = vm.fiber.replace(take(&mut self.fiber));
        exchange_lists(&mut self.generators, &vm.generators);
        exchange_lists(&mut self.resumed, &vm.resumed);
        self.error_reporting = vm.ctx.ini.hot.error_reporting.replace(self.error_reporting);
        if self.warnings_thrown.is_some() || vm.ctx.warnings_thrown.get().is_some() {
            self.warnings_thrown = vm.ctx.warnings_thrown.replace(self.warnings_thrown);
        }
        if self.ending_generator | vm.ending_generator.get() != 0 {
            self.ending_generator = vm.ending_generator.replace(self.ending_generator);
            self.ending_frame = vm.ending_frame.replace(self.ending_frame);
        }
        if self.compiling.is_some() || vm.compiling.is_some() {
            self.compiling = vm.compiling.replace(take(&mut self.compiling));
        }
        vm.linker.exchange(&mut self.linking);
        self.result = vm.result.replace(take(&mut self.result));
        #[cfg(feature = "match-dispatch")]
        {
            self.next.0 = vm.next_pc.replace(self.next.0);
            self.next.1 = vm.next_fp.replace(self.next.1);
        }
        self.held.exchange();
        if self.held_by.is_some() || vm.held_by.get().is_some() {
            self.held_by = vm.held_by.replace(self.held_by);
            if vm.held_by.get().is_some() {
                phant_memory::interrupt::raise(crate::interpreter::interrupt::HELD);
            }
        }
        self.native = phant_native::stack::replace(self.native);
        let version = vm.bounded.get();
        if std::mem::replace(&mut self.bounded, version) != version {
            phant_memory::heap::bound_stacks();
            vm.bounded.set(version);
        }
    }

    /// Shows the collector what a suspended line holds, as far as its frames tell. What native code holds on the native
    /// stack cannot be seen: it keeps its objects alive.
    pub fn trace(&self, tracer: &mut Tracer<'_>) {
        tracer.value(&self.result);
        for generator in self.generators.iter().chain(self.resumed.iter()) {
            tracer.object(generator);
        }
        let mut f = self.frame;
        // SAFETY: the frames of a suspended line are live down to its bottom, whose `prev` is null. Variables and the
        // arguments of native functions are initialised, temporaries where the ranges say so.
        unsafe {
            while !f.is_null() {
                // Generators that yield from one that runs show their frames themselves.
                if (*f).flags & flags::GENERATOR == 0 || self.generators.iter().any(|g| crate::interpreter::generator::runs(g, f))
                {
                    frame::trace(f, tracer);
                }
                f = (*f).prev;
            }
        }
    }
}
