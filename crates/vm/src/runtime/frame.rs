//! Frames: the activation records of functions, on the VM stack or, for generators, in the heap.
//!
//! A frame is a run of sixteen-byte slots: five hold the header, then come the variables (parameters first) and the
//! temporaries. The caller writes arguments straight into the callee's slots: it reserves a *window* among its own
//! temporaries, laid out as the callee's header and parameters, and the call turns the window into the frame.

use crate::runtime::{
    code::Insn,
    function_places::known_runtime,
    operand::{Operand, SlotName},
};
use phant_bytecode::{LiveKind, code_flags};
use phant_memory::{Array, HeapVec, Object, PhpObject, Tracer, Value};
use phant_native::{Class, ClassPtr, Function, FunctionPtr, ObjectExt, function::FunctionKind};
use std::mem::offset_of;

/// Slots of the header; the first variable's slot number.
pub const HEADER_SLOTS: u16 = 5;

/// Slots that VM stacks have beyond their ends: a native function's defaults, and what describes its arguments, lie behind the
/// window without a look at the limit.
pub const SPARE_SLOTS: usize = 32;

/// The header of a frame.
#[repr(C)]
pub struct Frame {
    /// What runs here.
    pub func: *const Function,
    /// The instruction being executed, whenever control has left the dispatcher (calls, slow paths).
    pub pc: *const Insn,
    /// The caller's frame; null at the bottom.
    pub prev: *mut Frame,
    /// The inline-cache words of the code in this request.
    pub cache: *mut u64,
    /// The code's literals. Beside the words, as in [`crate::runtime::function_places::Runtime`]: entering a function copies both at once.
    pub literals: *const Value,
    /// `$this`, or null.
    pub this: *mut PhpObject,
    /// The class that `static` means; null outside classes.
    pub called: *const Class,
    /// How many arguments were passed.
    pub nargs: u32,
    /// See [`flags`].
    pub flags: u16,
    /// The first slot that is a temporary: operands from here on are consumed.
    pub first_temp: Operand,
    /// The closure being run, if it is one.
    pub closure: *mut PhpObject,
    /// The rare rest; valid only with the flag [`flags::AUX`].
    pub aux: *mut FrameAux,
}

const _: () = assert!(size_of::<Frame>() == HEADER_SLOTS as usize * 16);
const _: () = assert!(offset_of!(Frame, literals) == offset_of!(Frame, cache) + 8);
const _: () = assert!(
    offset_of!(Frame, flags) == offset_of!(Frame, nargs) + 4 && offset_of!(Frame, first_temp) == offset_of!(Frame, nargs) + 6
);

/// What few frames need.
pub struct FrameAux {
    /// Variables by name; entries of compiled variables point to their slots. Null until somebody asks.
    pub symbols: Option<Array>,
    /// Arguments beyond the declared parameters.
    pub extra_args: HeapVec<Value>,
    /// Unknown named arguments for a variadic parameter.
    pub named: Option<Array>,
}

/// Bits of [`Frame::flags`].
pub mod flags {
    /// Returning leaves the dispatcher: native code made the call.
    pub const TOP: u16 = 1;
    /// The frame owns a count of `this`.
    pub const OWNS_THIS: u16 = 2;
    /// A constructor called by `new`: its result is dropped.
    pub const CONSTRUCTOR: u16 = 4;
    /// The frame owns a count of `closure`.
    pub const OWNS_CLOSURE: u16 = 8;
    /// `aux` is valid.
    pub const AUX: u16 = 16;
    /// A native function's frame.
    pub const NATIVE: u16 = 32;
    /// A generator's frame, in the heap.
    pub const GENERATOR: u16 = 64;
    /// A generator's frame that a `foreach`, or a call of one of its methods, entered: what it yields goes straight there.
    pub const IN_LOOP: u16 = 512;
    /// A generator's frame that runs for another generator, which yields from it.
    pub const IN_CHAIN: u16 = 16384;
    /// Top-level code of a file or `eval`: shares the includer's variables.
    pub const MAIN: u16 = 128;
    /// `func` is a trampoline (`__call`) that the header owns until the call is made.
    pub const TRAMPOLINE: u16 = 256;
    /// The result of the call is not used.
    pub const RESULT_UNUSED: u16 = 1024;
    /// A closure that was called through its method `__invoke`: that one is the caller.
    pub const INVOKED: u16 = 4096;
    /// A magic property method, or a hook that sets, which an instruction on the property has entered: see `interpreter::ops::magic`.
    pub const MAGIC: u16 = 8192;
    /// The function is over, what it held is being given back: destructors do not see it in traces.
    pub const LEFT: u16 = 2048;
}

/// A slot of a frame.
///
/// # Safety
/// `fp` must be a live frame with that many slots.
#[inline(always)]
pub unsafe fn slot(fp: *mut Frame, name: impl SlotName) -> *mut Value {
    // SAFETY: by contract.
    unsafe { name.of(fp) }
}

/// How many slots header and arguments of a native function's frame take.
///
/// # Safety
/// `f` must be the frame of a native function.
#[inline(always)]
pub unsafe fn native_slots(f: *const Frame) -> usize {
    // SAFETY: by contract.
    unsafe {
        let end = (*f).first_temp;
        if end == Operand::MANY { usize::from(HEADER_SLOTS) + (*f).nargs as usize } else { usize::from(end.slot()) }
    }
}
/// Shows the collector what a live frame owns.
///
/// # Safety
/// The frame must be live and its execution suspended.
pub unsafe fn trace(f: *mut Frame, tracer: &mut Tracer<'_>) {
    // SAFETY: by contract.
    unsafe {
        match (*f).flags & flags::AUX != 0 && (*f).flags & flags::NATIVE == 0 {
            // The table leads to the variables too.
            true if (*(*f).aux).symbols.is_some() => {
                if let Some(table) = &(*(*f).aux).symbols {
                    tracer.array(table);
                }
            }
            _ => {
                let end = if (*f).flags & flags::NATIVE != 0 { native_slots(f) } else { usize::from((*f).first_temp.slot()) };
                (usize::from(HEADER_SLOTS)..end).for_each(|i| tracer.value(&*f.cast::<Value>().add(i)));
            }
        }
        if let Some(code) = (*(*f).func).code()
            && !(*f).pc.is_null()
        {
            let at = ((*f).pc).offset_from(crate::runtime::frame::first_insn(f)) as u32;
            for range in code.live.iter().filter(|r| r.start <= at && at < r.end) {
                match range.kind {
                    LiveKind::Value | LiveKind::Argument | LiveKind::Iterator | LiveKind::New => {
                        tracer.value(&*slot(f, range.slot))
                    }
                    LiveKind::Call => trace_header(slot(f, range.slot).cast(), tracer),
                    // Error levels, parts of strings, and variables, which are shown already.
                    LiveKind::Silence | LiveKind::Rope | LiveKind::Kept => {}
                }
            }
        }
        trace_header(f, tracer);
    }
}

/// Shows the collector what the header of a frame, or of a call being prepared, owns.
unsafe fn trace_header(f: *mut Frame, tracer: &mut Tracer<'_>) {
    // SAFETY: called with initialised headers; flags say what is owned.
    unsafe {
        if (*f).flags & flags::OWNS_THIS != 0 {
            tracer.object_at((*f).this);
        }
        if (*f).flags & flags::OWNS_CLOSURE != 0 {
            tracer.object_at((*f).closure);
        }
        if (*f).flags & flags::AUX != 0 {
            (*(*f).aux).extra_args.iter().for_each(|v| tracer.value(v));
        }
    }
}

/// The first instruction of the code that runs in a frame.
///
/// # Safety
/// `f` must be a live frame of compiled code that was entered.
pub(crate) unsafe fn first_insn(f: *mut Frame) -> *const Insn {
    // SAFETY: by contract; entering a function makes its run-time part.
    unsafe { (*known_runtime(&*(*f).func)).insns }
}

/// The word that [`Frame::nargs`], [`Frame::flags`] and [`Frame::first_temp`] are together. What begins and ends a call writes
/// and reads it whole: processors hand a stored word on to a load of the same width at once, to a narrower one late.
#[inline(always)]
pub const fn counts(nargs: u32, flags: u16, first_temp: Operand) -> u64 {
    nargs as u64 | (flags as u64) << 32 | (first_temp.number() as u64) << 48
}
/// [`Frame::first_temp`] in that word.
#[inline(always)]
pub const fn first_temp_in(counts: u64) -> Operand {
    Operand::of_number((counts >> 48) as u16)
}
/// Reads that word.
///
/// # Safety
/// `f` must be a frame or window with a header.
#[inline(always)]
pub unsafe fn counts_of(f: *const Frame) -> u64 {
    // SAFETY: by contract; volatile, or the load would be narrowed to what is asked of it.
    unsafe { (&raw const (*f).nargs).cast::<u64>().read_volatile() }
}
/// Writes that word.
///
/// # Safety
/// `f` must be valid for writes.
#[inline(always)]
pub unsafe fn set_counts(f: *mut Frame, counts: u64) {
    // SAFETY: by contract; the three are neighbours.
    unsafe { (&raw mut (*f).nargs).cast::<u64>().write(counts) }
}

/// Writes an empty header.
///
/// # Safety
/// `f` must be valid for writes.
#[inline(always)]
pub unsafe fn init_header(f: *mut Frame, func: FunctionPtr) {
    // SAFETY: by contract.
    unsafe { init_bound(f, func, std::ptr::null_mut(), std::ptr::null(), 0) }
}
/// Writes the header of a call of a method.
///
/// # Safety
/// `f` must be valid for writes; with the flag [`flags::OWNS_THIS`] it takes a count of `this`.
#[inline(always)]
pub unsafe fn init_bound(f: *mut Frame, func: FunctionPtr, this: *mut PhpObject, called: *const Class, flags: u16) {
    // SAFETY: by contract.
    unsafe {
        (*f).func = func;
        // Volatile, or two nulls would be one store of sixteen bytes, which is handed on late to who reads one of them.
        (&raw mut (*f).this).write_volatile(this);
        (&raw mut (*f).called).write_volatile(called);
        set_counts(f, counts(0, flags, Operand::NONE));
    }
}

/// The arguments a frame was called with, for `func_get_args` and traces.
///
/// # Safety
/// `f` must be a live frame.
pub unsafe fn arguments(f: *mut Frame) -> Vec<Value> {
    // SAFETY: by contract.
    unsafe {
        let mut out = Vec::with_capacity((*f).nargs as usize);
        collect_arguments(f, |values| out.extend(values));
        out
    }
}
/// The same as a list.
///
/// # Safety
/// `f` must be a live frame.
pub unsafe fn arguments_list(f: *mut Frame) -> Array {
    // SAFETY: by contract.
    unsafe {
        let mut out = Array::with_capacity((*f).nargs as usize);
        collect_arguments(f, |values| out.make_mut().push_all(values));
        out
    }
}
/// Gives away the values of arguments: those with a place in the frame first, then the others.
///
/// # Safety
/// `f` must be a live frame.
#[inline(always)]
unsafe fn collect_arguments(f: *mut Frame, mut give: impl FnMut(&mut dyn Iterator<Item = Value>)) {
    // SAFETY: by contract.
    unsafe {
        let nargs = (*f).nargs as usize;
        let func = &*(*f).func;
        let fixed = match func.kind {
            FunctionKind::User(code) => code.params.len() - usize::from(code.flags & code_flags::VARIADIC != 0),
            FunctionKind::Native(_) => nargs,
        };
        give(&mut (0..nargs.min(fixed)).map(|i| {
            let v = (*f.cast::<Value>().add(HEADER_SLOTS as usize + i)).unref();
            if v.is_undef() { Value::NULL } else { v }
        }));
        if nargs <= fixed {
            return;
        }
        if (*f).flags & flags::AUX != 0 && !(*(*f).aux).extra_args.is_empty() {
            give(&mut (*(*f).aux).extra_args.iter().map(Value::unref));
        } else if let Some(rest) = (*f.cast::<Value>().add(HEADER_SLOTS as usize + fixed)).as_array() {
            give(&mut rest.values().take(nargs - fixed).map(Value::unref));
        }
    }
}

/// `$this` of a frame.
///
/// # Safety
/// `f` must be a live frame.
pub unsafe fn this_of(f: *mut Frame) -> Option<Object> {
    // SAFETY: by contract; the frame keeps its object alive.
    unsafe {
        let p: *mut PhpObject = (*f).this;
        if p.is_null() {
            return None;
        }
        let o = std::mem::ManuallyDrop::new(Object::from_raw(p));
        Some((*o).clone())
    }
}

/// The class scope of a frame.
///
/// # Safety
/// `f` must be a live frame.
pub unsafe fn scope_of(f: *mut Frame) -> Option<ClassPtr> {
    // SAFETY: by contract.
    unsafe { (*(*f).func).class }
}

/// The class that `static` means in a frame.
///
/// # Safety
/// `f` must be a live frame.
pub unsafe fn called_of(f: *mut Frame) -> Option<ClassPtr> {
    // SAFETY: by contract; classes live as long as the request.
    unsafe {
        if !(*f).this.is_null() {
            return this_of(f).map(|o| o.class());
        }
        let c: *const Class = (*f).called;
        if c.is_null() { scope_of(f) } else { Some(&*c) }
    }
}

/// The innermost frame that is not being left, from `f` outwards.
pub fn entered(mut f: *mut Frame) -> *mut Frame {
    // SAFETY: frames in the chain are live.
    unsafe {
        while !f.is_null() && (*f).flags & flags::LEFT != 0 {
            f = (*f).prev;
        }
    }
    f
}

/// The innermost frame of compiled code, from `f` outwards.
pub fn user_frame(mut f: *mut Frame) -> *mut Frame {
    // SAFETY: frames in the chain are live.
    unsafe {
        while !f.is_null() && ((*(*f).func).code().is_none() || (*f).flags & flags::LEFT != 0) {
            f = (*f).prev;
        }
    }
    f
}
