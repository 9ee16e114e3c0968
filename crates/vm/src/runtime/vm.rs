//! The state of a request that the engine itself keeps. Everything is in the request heap.

use crate::runtime::{
    class::ClassTable,
    errors::ErrorState,
    frame::{Frame, FrameAux},
    name_table::NameTable,
};
use phant_memory::{Array, CountedCell, HeapAddressMap, HeapMap, HeapVec, Object, Str, Value};
use phant_native::{Callable, ClassPtr, Ctx, FunctionPtr};
use std::{
    cell::{Cell, RefCell},
    sync::atomic::AtomicU32,
};

/// The engine state. `ctx` comes first, so that the context native code gets and the engine are the same address.
#[repr(C)]
pub struct Vm {
    /// What native code sees.
    pub ctx: Ctx,
    /// Non-zero when something wants attention at the next safepoint; see `phant_memory::interrupt`.
    pub interrupt: Cell<*const AtomicU32>,
    /// The innermost frame, whenever control has left the dispatcher.
    pub frame: Cell<*mut Frame>,

    /// Where the VM stack must end; its bottom once memory is exhausted, until that has been dealt with.
    pub stack_limit: Cell<*mut Value>,
    /// Where it must end otherwise.
    pub stack_stop: Cell<*mut Value>,
    /// The end of the VM stack's address range.
    pub stack_end: Cell<*mut Value>,
    /// How many times the stacks were bounded: another line of execution, to which that did not happen, must be.
    pub bounded: Cell<u32>,
    /// Run-time parts of functions.
    pub places: crate::runtime::function_places::Places,
    /// Members of classes by name.
    pub members: crate::runtime::member_cache::Members,
    /// The bottom of the VM stack.
    pub stack_base: Cell<*mut Value>,
    /// The result of the last call that native code made.
    pub result: CountedCell<Value>,
    /// User functions and materialised native ones, by lower-case name.
    pub functions: RefCell<NameTable<FunctionPtr>>,
    /// User functions in order of declaration, without those that are preloaded.
    pub user_functions: RefCell<HeapVec<FunctionPtr>>,
    /// Classes by lower-case name; aliases too.
    pub(crate) classes: RefCell<ClassTable>,
    /// Classes in order of declaration, without those that are preloaded.
    pub class_order: RefCell<HeapVec<(Str, ClassPtr)>>,
    /// Run-time constants: user constants and materialised native ones.
    pub constants: RefCell<Array>,
    /// The class of whose constants one was asked for by text last.
    pub(crate) named_class: RefCell<Option<(Str, ClassPtr)>>,
    /// User constants in order of definition.
    pub user_constants: RefCell<HeapVec<Str>>,
    /// The global variables; those of the main script's code point to its slots.
    pub globals: RefCell<Array>,
    /// Those of them that are made on demand.
    pub promised: crate::runtime::promised::Promised,
    /// Files included so far, by resolved path, in order.
    pub(crate) included: RefCell<NameTable<()>>,
    /// Error and exception handlers, last error.
    pub errors: ErrorState,
    /// `spl_autoload_register`
    pub autoloaders: RefCell<HeapVec<Callable>>,
    /// The innermost frame when the innermost autoload began.
    pub autoload_frame: Cell<*mut Frame>,
    /// Classes being autoloaded.
    pub autoloading: RefCell<HeapVec<Str>>,
    /// `register_shutdown_function`
    pub shutdown: RefCell<HeapVec<(Callable, HeapVec<Value>)>>,
    /// `register_tick_function`
    pub ticks: RefCell<HeapVec<(Callable, HeapVec<Value>)>>,
    /// What a frame had for surplus arguments and the next one may have; null if there is none.
    pub spare_aux: Cell<*mut FrameAux>,
    /// The generator being run, innermost last.
    pub generators: RefCell<HeapVec<Object>>,
    /// The generators that were resumed, innermost last: each runs one that it yields from, or itself.
    pub resumed: RefCell<HeapVec<Object>>,
    /// The fiber being run; `None` in the main program.
    pub fiber: CountedCell<Option<Object>>,
    /// How many native-to-PHP calls are nested.
    pub native_depth: Cell<u32>,
    /// How many instructions wait for a `__toString` that they have entered: [`crate::interpreter::ops::text`].
    pub text_depth: Cell<u32>,
    /// The native depth of the outermost instruction that [`crate::runtime::hold::hold`] was called for.
    pub held_by: Cell<Option<u32>>,
    /// Weak references to objects: object address to the objects (WeakReference, WeakMap) that must be told.
    pub weak: RefCell<HeapMap<usize, HeapVec<*mut phant_memory::PhpObject>>>,
    /// Generated names for anonymous classes and closures.
    pub anonymous: Cell<u32>,
    /// What the request keeps about code, by its address.
    pub(crate) code_states: RefCell<HeapAddressMap<crate::runtime::code::CodeState>>,
    /// What the request keeps of classes.
    pub(crate) class_states: crate::runtime::class::state::ClassStates,
    /// Frames that work on the global variables.
    pub global_frames: RefCell<HeapVec<*mut Frame>>,
    /// The file and line being compiled, while a compile error is reported.
    pub compiling: CountedCell<Option<(Str, u32)>>,
    /// `declare(ticks=N)` and the statements since the last tick.
    pub tick_every: Cell<u32>,
    /// Statements since the last tick.
    pub tick_count: Cell<u32>,
    /// See `Vm::pass_function`.
    pub pass: Cell<Option<FunctionPtr>>,
    /// See `Vm::word_function`.
    pub words: [Cell<Option<FunctionPtr>>; 4],
    /// How many generators are being ended early.
    pub ending_generator: Cell<u32>,
    /// The frame of the innermost of them.
    pub ending_frame: Cell<*mut Frame>,
    /// The exit status so far.
    pub exit_status: Cell<i32>,
    /// The worker's compiled code: outside the heap.
    pub(crate) codes: Cell<*const crate::runtime::code::Codes>,
    /// Units that nothing refers to any more.
    pub(crate) unused_units: phant_native::function::UnusedUnits,
    /// Trampolines by the addresses of what they lead to and of their names.
    pub(crate) trampolines: RefCell<HeapMap<(usize, usize), FunctionPtr>>,
    /// The next instruction, between two steps of the `match` loop.
    #[cfg(feature = "match-dispatch")]
    pub next_pc: Cell<*const crate::runtime::code::Insn>,
    /// Its frame.
    #[cfg(feature = "match-dispatch")]
    pub next_fp: Cell<*mut Frame>,
    /// Set while the request is shutting down.
    pub shutting_down: Cell<bool>,
    /// What linking classes needs to remember.
    pub linker: crate::runtime::class::Linker,
    /// What the semantics of objects need to remember.
    pub objects: crate::runtime::object::ObjectState,
}

impl Vm {
    /// The engine of the installed heap.
    pub(crate) fn current() -> Option<&'static Vm> {
        // SAFETY: the root is set to the live engine state, or null.
        unsafe { phant_memory::heap::root(1).cast::<Vm>().as_ref() }
    }
    /// The engine behind a context.
    #[inline(always)]
    pub fn of(ctx: &Ctx) -> &Vm {
        // SAFETY: every Ctx that native code is given is the first field of a Vm (see `Vm::boot`), and `repr(C)` puts
        // it at the Vm's own address. The borrow of the one is the borrow of the other, and both are shared.
        unsafe { &*std::ptr::from_ref(ctx).cast::<Vm>() }
    }
}
