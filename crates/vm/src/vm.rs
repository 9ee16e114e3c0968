//! The state of a request that the engine itself keeps. Everything is in the request heap.

use crate::{errors::ErrorState, frame::Frame};
use phant_memory::{Array, HeapMap, HeapVec, Object, Str, Value};
use phant_native::{Callable, ClassPtr, Ctx, FunctionPtr};
use std::sync::atomic::AtomicU32;

/// The engine state. `ctx` comes first, so that the context native code gets and the engine are the same address.
#[repr(C)]
pub struct Vm {
    /// What native code sees.
    pub ctx: Ctx,
    /// Non-zero when something wants attention at the next safepoint; see `phant_memory::interrupt`.
    pub interrupt: *const AtomicU32,
    /// The innermost frame, whenever control has left the dispatcher.
    pub frame: *mut Frame,

    /// Where the VM stack must end; its bottom once memory is exhausted, until that has been dealt with.
    pub stack_limit: *mut Value,
    /// Where it must end otherwise.
    pub stack_stop: *mut Value,
    /// The end of the VM stack's address range.
    pub stack_end: *mut Value,
    /// How many times the stacks were bounded: another line of execution, to which that did not happen, must be.
    pub bounded: u32,
    /// The bottom of the VM stack.
    pub stack_base: *mut Value,
    /// The result of the last call that native code made.
    pub result: Value,
    /// User functions and materialised native ones, by lower-case name.
    pub functions: HeapMap<Str, FunctionPtr>,
    /// User functions in order of declaration.
    pub user_functions: HeapVec<FunctionPtr>,
    /// Classes by lower-case name; aliases too.
    pub classes: HeapMap<Str, ClassPtr>,
    /// Classes in order of declaration.
    pub class_order: HeapVec<(Str, ClassPtr)>,
    /// Run-time constants: user constants and materialised native ones.
    pub constants: HeapMap<Str, Value>,
    /// User constants in order of definition.
    pub user_constants: HeapVec<Str>,
    /// The global variables; those of the main script's code point to its slots.
    pub globals: Array,
    /// Files included so far, by resolved path, in order.
    pub included: phant_native::class::OrderedMap<()>,
    /// Error and exception handlers, last error.
    pub errors: ErrorState,
    /// `spl_autoload_register`
    pub autoloaders: HeapVec<Callable>,
    /// The innermost frame when the innermost autoload began.
    pub autoload_frame: *mut Frame,
    /// Classes being autoloaded.
    pub autoloading: HeapVec<Str>,
    /// `register_shutdown_function`
    pub shutdown: HeapVec<(Callable, HeapVec<Value>)>,
    /// `register_tick_function`
    pub ticks: HeapVec<(Callable, HeapVec<Value>)>,
    /// The exception put aside while a destructor or `finally` runs.
    pub suspended_exceptions: HeapVec<Object>,
    /// The generator being run, innermost last.
    pub generators: HeapVec<Object>,
    /// The generators that were resumed, innermost last: each runs one that it yields from, or itself.
    pub resumed: HeapVec<Object>,
    /// The fiber being run; `None` in the main program.
    pub fiber: Option<Object>,
    /// How many native-to-PHP calls are nested.
    pub native_depth: u32,
    /// The native depth of the outermost instruction that [`crate::interrupt::hold`] was called for.
    pub held_by: Option<u32>,
    /// Weak references to objects: object address to the objects (WeakReference, WeakMap) that must be told.
    pub weak: HeapMap<usize, HeapVec<*mut phant_memory::PhpObject>>,
    /// Generated names for anonymous classes and closures.
    pub anonymous: u32,
    /// What the request keeps about code, by its address.
    pub(crate) code_states: HeapMap<usize, crate::code::CodeState>,
    /// Frames that work on the global variables.
    pub global_frames: HeapVec<*mut Frame>,
    /// The file and line being compiled, while a compile error is reported.
    pub compiling: Option<(Str, u32)>,
    /// `declare(ticks=N)` and the statements since the last tick.
    pub tick_every: u32,
    /// Statements since the last tick.
    pub tick_count: u32,
    /// See `Vm::pass_function`.
    pub pass: Option<FunctionPtr>,
    /// See `Vm::word_function`.
    pub words: [Option<FunctionPtr>; 4],
    /// How many generators are being ended early.
    pub ending_generator: u32,
    /// The frame of the innermost of them.
    pub ending_frame: *mut Frame,
    /// The exit status so far.
    pub exit_status: i32,
    /// The worker's compiled code: outside the heap.
    pub(crate) codes: *const crate::code::Codes,
    /// Units that nothing refers to any more.
    pub(crate) unused_units: phant_native::function::UnusedUnits,
    /// The next instruction, between two steps of the `match` loop.
    #[cfg(feature = "match-dispatch")]
    pub next_pc: *const crate::code::Insn,
    /// Its frame.
    #[cfg(feature = "match-dispatch")]
    pub next_fp: *mut Frame,
    /// Set while the request is shutting down.
    pub shutting_down: bool,
    /// What linking classes needs to remember.
    pub linker: crate::class::Linker,
    /// What the semantics of objects need to remember.
    pub objects: crate::object::ObjectState,
}

impl Vm {
    /// The engine behind a context.
    #[inline(always)]
    pub fn of(ctx: &mut Ctx) -> &mut Vm {
        // SAFETY: every Ctx that native code is given is the first field of a Vm (see `Vm::boot`), and `repr(C)` puts
        // it at the Vm's own address. The borrow of the one is the borrow of the other.
        unsafe { &mut *std::ptr::from_mut(ctx).cast::<Vm>() }
    }
    /// The engine behind a shared context.
    #[inline(always)]
    pub fn of_ref(ctx: &Ctx) -> &Vm {
        // SAFETY: as in `of`.
        unsafe { &*std::ptr::from_ref(ctx).cast::<Vm>() }
    }
}
