//! Where a request keeps the run-time parts of functions: a table by [`Function::place`].
//!
//! Methods have places above zero, the same in the whole process. Functions that the request makes get theirs below zero
//! when they are called first. Nobody has zero (native functions, functions that were not called yet), and nothing is kept
//! there.

use crate::runtime::{
    code::{self, Insn},
    frame::{Frame, HEADER_SLOTS},
    operand::Operand,
    vm::Vm,
};
use phant_bytecode::{Code, Op, code_flags};
use phant_memory::{HeapBox, HeapVec, Reference, RequestHeap, Value, heap_vec};
use phant_native::{Function, function::function_flags};
use std::{
    cell::{Cell, RefCell},
    mem::offset_of,
    sync::atomic::Ordering::Relaxed,
};

/// See the [module documentation](self).
pub struct Places {
    /// The place zero, in the middle of the table.
    zero: Cell<*mut Kept>,
    table: RefCell<HeapBox<[Kept]>>,
    /// How many places there are below zero.
    below: Cell<usize>,
    /// How many of those are, or were, in use.
    taken: Cell<usize>,
    free: RefCell<HeapVec<isize>>,
}

/// The address of a run-time part; negated, if a call needs more than that. Zero: there is none.
type Kept = isize;

impl Places {
    pub(crate) fn new() -> Places {
        let places = Places {
            zero: Cell::new(std::ptr::null_mut()),
            table: RefCell::new(heap_vec().into_boxed_slice()),
            below: Cell::new(0),
            taken: Cell::new(0),
            free: RefCell::new(heap_vec()),
        };
        places.resize(64, 64);
        places
    }
    #[cold]
    #[inline(never)]
    fn resize(&self, below: usize, above: usize) {
        let mut table: HeapVec<Kept> = heap_vec();
        table.reserve_exact(below + 1 + above);
        table.resize(below - self.below.get(), 0);
        table.extend_from_slice(&self.table.borrow());
        table.resize(below + 1 + above, 0);
        let mut table = table.into_boxed_slice();
        self.zero.set(table.as_mut_ptr().wrapping_add(below));
        self.table.replace(table);
        self.below.set(below);
    }
    fn above(&self) -> usize {
        self.table.borrow().len() - self.below.get() - 1
    }
    /// Makes room for methods up to a place.
    #[inline]
    pub(crate) fn reserve(&self, last: isize) {
        let last = last.max(0) as usize;
        if last > self.above() {
            // As much as all classes of the process have, since others of them will follow.
            let all = crate::runtime::class::shape::places_taken().max(last + 1);
            self.resize(self.below.get(), all.next_multiple_of(64) + self.above() / 2);
        }
    }
    #[inline(always)]
    fn kept(&self, function: &Function) -> Kept {
        // SAFETY: a place below zero was given by this table; room for methods is made when their class is declared.
        unsafe { *self.zero.get().offset(function.place.load(Relaxed)) }
    }
    /// The run-time part of a function that a call may enter without looking at anything else; null for others.
    #[inline(always)]
    pub fn enterable(&self, function: &Function) -> *mut Runtime {
        let kept = self.kept(function);
        if kept > 0 { std::ptr::with_exposed_provenance_mut(kept as usize) } else { std::ptr::null_mut() }
    }
    /// The run-time part of a function; null if there is none yet.
    #[inline(always)]
    pub fn get(&self, function: &Function) -> *mut Runtime {
        std::ptr::with_exposed_provenance_mut(self.kept(function).unsigned_abs())
    }
    /// The run-time part of the method with a place above zero; null if the request has not called it.
    pub(crate) fn of_method(&self, place: isize) -> *mut Runtime {
        if !usize::try_from(place).is_ok_and(|place| place <= self.above()) {
            return std::ptr::null_mut();
        }
        // SAFETY: the table reaches that far.
        let kept = unsafe { *self.zero.get().offset(place) };
        std::ptr::with_exposed_provenance_mut(kept.unsigned_abs())
    }
    /// Notes the run-time part of compiled code.
    pub(crate) fn set(&self, function: &Function, runtime: *mut Runtime, enterable: bool) {
        let mut place = function.place.load(Relaxed);
        if place == 0 {
            place = self.take();
            function.place.store(place, Relaxed);
        }
        self.set_place(place, runtime, enterable);
    }
    /// The same for a function with a place.
    pub(crate) fn set_place(&self, place: isize, runtime: *mut Runtime, enterable: bool) {
        self.reserve(place);
        let kept = runtime.expose_provenance() as isize;
        // SAFETY: there is room for the place.
        unsafe { *self.zero.get().offset(place) = if enterable { kept } else { -kept } };
    }
    fn take(&self) -> isize {
        if let Some(free) = self.free.borrow_mut().pop() {
            return free;
        }
        if self.taken.get() == self.below.get() {
            self.resize(self.below.get() * 2, self.above());
        }
        self.taken.set(self.taken.get() + 1);
        -(self.taken.get() as isize)
    }
    /// Forgets the run-time part of a function that the request made and nobody uses any more. It is the result; null if
    /// there was none.
    pub(crate) fn remove(&self, function: &Function) -> *mut Runtime {
        let place = function.place.swap(0, Relaxed);
        if place == 0 {
            return std::ptr::null_mut();
        }
        assert!(place < 0, "methods stay with their class");
        self.free.borrow_mut().push(place);
        // SAFETY: the place was given by this table.
        let kept = unsafe { self.zero.get().offset(place).replace(0) };
        std::ptr::with_exposed_provenance_mut(kept.unsigned_abs())
    }
}

/// What compiled code keeps per request: inline caches and static variables, and beside them what a call needs of the
/// code, so that entering a function looks at one place in memory.
#[repr(C)]
pub struct Runtime {
    /// Inline-cache words.
    pub cache: *mut u64,
    /// The code's literals.
    pub literals: *const Value,
    /// The first instruction.
    pub insns: *const Insn,
    /// Bytes of a frame.
    pub frame_size: u32,
    /// The first slot that is a temporary.
    pub first_temp: Operand,
    /// How many arguments can be passed without more ado: the parameters, or fewer than none if the last is variadic.
    pub params: i16,
    /// All ones if the entry instructions of passed arguments have nothing to do, else zero.
    pub skip: u32,
    /// The code does nothing but return a property of `$this`.
    pub is_getter: bool,
    /// Static variables; each is a reference once its statement ran.
    pub statics: HeapVec<Value>,
    /// What closures are made of, by the number of the nested function; empty until the first is made.
    pub closures: HeapVec<Option<crate::runtime::closure::Expression>>,
}

impl Runtime {
    /// That of some code, with no room for static variables yet.
    pub(crate) fn new(code: &'static Code, cache: *mut u64, insns: *const Insn) -> Runtime {
        let variadic = code.flags & code_flags::VARIADIC != 0;
        Runtime {
            cache,
            literals: code.literals.as_ptr().cast(),
            insns,
            frame_size: code.frame_slots * size_of::<Value>() as u32,
            first_temp: Operand::of_slot(HEADER_SLOTS + code.vars.len() as u16),
            params: if variadic { -1 } else { code.params.len().min(i16::MAX as usize) as i16 },
            skip: if code.flags & (code_flags::CHECKED_PARAMS | code_flags::VARIADIC) == 0 { u32::MAX } else { 0 },
            is_getter: is_getter(code),
            statics: heap_vec(),
            closures: heap_vec(),
        }
    }
}

/// Whether code does nothing but return a property of `$this`, which may be checked against the type that the function returns.
fn is_getter(code: &Code) -> bool {
    const ASIDE: u32 = code_flags::RETURNS_REF | code_flags::CLOSURE | code_flags::HOOK | code_flags::VARIADIC;
    let [fetch, _, returns, ..] = &code.insns[..] else { return false };
    code.params.is_empty()
        && code.flags & ASIDE == 0
        && fetch.op == Op::FetchProp as u16
        && fetch.b == 0
        && (returns.op == Op::Return as u16 || returns.op == Op::VerifyAndReturn as u16)
        && returns.a == fetch.a
}

const _: () = assert!(offset_of!(Runtime, cache) == 0 && offset_of!(Runtime, literals) == 8);

/// Functions that a call may not enter without looking closer.
pub(crate) const ASIDE: u32 =
    function_flags::NATIVE | function_flags::DEPRECATED | function_flags::NO_DISCARD | function_flags::TRAMPOLINE;

/// The run-time part of a function's code, made on first use.
#[inline(always)]
pub fn runtime(vm: &Vm, func: &Function, code: &'static Code) -> *mut Runtime {
    let known = vm.places.get(func);
    if known.is_null() { make_runtime(vm, func, code) } else { known }
}
#[cold]
#[inline(never)]
fn make_runtime(vm: &Vm, func: &Function, code: &'static Code) -> *mut Runtime {
    // Closures made from the same code in the same class share its caches, not its static variables. Of a method there is
    // one, and it stays.
    let is_method = func.place.load(Relaxed) > 0;
    if is_method && let Some(known) = code::begin_method(vm, func, code) {
        vm.places.set(func, known, func.flags & ASIDE == 0);
        return known;
    }
    let cache = if code.cache_words == 0 {
        std::ptr::dangling_mut()
    } else if is_method {
        code::fresh_caches(code).leak().as_mut_ptr()
    } else {
        code::caches(vm, code, func.class)
    };
    let mut rt = Runtime::new(code, cache, code::instructions(vm, code));
    rt.statics.resize(code.statics.len(), Value::UNDEF);
    let fresh = HeapBox::into_raw(HeapBox::new_in(rt, RequestHeap));
    vm.places.set(func, fresh, func.flags & ASIDE == 0);
    fresh
}

/// The run-time part of a function in the request of this thread, where there is no engine at hand; null if there is none.
pub(crate) fn known_runtime(func: &Function) -> *mut Runtime {
    let vm = phant_memory::heap::root(1).cast::<Vm>();
    // SAFETY: the root is the live engine state; nobody borrows the table while other code runs.
    unsafe { &(*vm).places }.get(func)
}

/// Frees the run-time part of a function that is about to be freed. The caches belong to the code and stay.
pub(crate) fn free_runtime(func: &Function) {
    let vm = phant_memory::heap::root(1).cast::<Vm>();
    // SAFETY: the root is the live engine state; nobody borrows the table while other code runs.
    let rt = unsafe { &(*vm).places }.remove(func);
    if !rt.is_null() {
        // SAFETY: `runtime` made it, for this function alone; what is in the table has a holder's place there.
        unsafe {
            let mut rt = HeapBox::from_raw_in(rt, RequestHeap);
            rt.closures.drain(..).flatten().for_each(|e| e.release());
        }
    }
}

/// Static variable `index` of the function that runs in `fp`.
#[inline]
pub fn static_variable(vm: &Vm, fp: *mut Frame, index: u16) -> Reference {
    // SAFETY: a live frame of compiled code; a run-time part lives as long as its function.
    unsafe {
        if let Some(rt) = vm.places.get(&*(*fp).func).as_ref()
            && let Some(known) = rt.statics[index as usize].as_ref()
        {
            return known.clone();
        }
    }
    first_static(vm, fp, index)
}
/// Makes the static variable.
#[cold]
#[inline(never)]
fn first_static(vm: &Vm, fp: *mut Frame, index: u16) -> Reference {
    // SAFETY: called by `static_variable`.
    let (func, code) = unsafe {
        let func = &*(*fp).func;
        (func, func.code().expect("compiled code"))
    };
    let rt = runtime(vm, func, code);
    // SAFETY: as above.
    let v = unsafe { &mut (&mut (*rt).statics)[index as usize] };
    let init = match &code.statics[index as usize].init {
        Some(expr) => expr.value.clone(),
        None => Value::UNDEF,
    };
    let fresh = Reference::new(init);
    *v = Value::from(fresh.clone());
    fresh
}
