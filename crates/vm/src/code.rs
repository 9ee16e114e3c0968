//! Compiled code as a worker runs it.
//!
//! Units are immutable and shared by all workers. What running changes is in copies of their instructions that each worker
//! has, made when a function is called first: handlers' addresses, and with them the forms that instructions take
//! ([`crate::ops`]). They outlive requests, and go with the unit.
//!
//! A worker owns a count of every unit it has used. Those of files in the code cache stay while they are in it; all others
//! (text given to `eval`, files that are not cached) stay while something refers to them ([`UsedUnit`]), and go with the
//! request at the latest. The strings of those are in one pool for each request, since values that code has made refer to
//! them without a count; equal ones are stored once.

use crate::{dispatch, vm::Vm};
use phant_bytecode::{Code, Unit};
use phant_memory::{HeapBox, HeapRc, HeapVec, RequestHeap, heap_vec, permanent::Pool, string::SeededState};
use phant_native::{
    ClassPtr, FunctionPtr,
    function::{UnitUse, UnusedUnits, UsedUnit},
};
use std::{
    cell::{Cell, RefCell},
    collections::HashMap,
    sync::Arc,
};

/// An instruction as it runs.
#[repr(C)]
pub struct Insn {
    /// Address of the code that executes it: the opcode's handler, or one for a form of the instruction that suits what it
    /// has met. The opcode stays.
    pub handler: Cell<u64>,
    /// The opcode's number.
    pub op: u16,
    /// First operand.
    pub a: u16,
    /// Second operand.
    pub b: u16,
    /// Third operand.
    pub c: u16,
}

const _: () = assert!(size_of::<Insn>() == 16);

impl Insn {
    /// An operand by its place: `a`, `b`, `c`.
    #[inline(always)]
    pub fn operand(&self, place: usize) -> u16 {
        [self.a, self.b, self.c][place]
    }
}

/// The compiled code of a worker.
#[derive(Default)]
pub(crate) struct Codes {
    /// Instructions by the address of their code.
    copies: RefCell<HashMap<usize, Box<[Insn]>, SeededState>>,
    /// Units by their address.
    units: RefCell<HashMap<usize, Held, SeededState>>,
    /// Where the strings of units are that are not cached: those of the boot, those of the request.
    pools: RefCell<Vec<Arc<Pool>>>,
}

/// A unit of which the worker has a count.
struct Held {
    unit: Arc<Unit>,
    life: Life,
}

/// How long a worker keeps a unit.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Life {
    /// As long as a snapshot.
    Boot,
    /// Until the end of the request at the latest.
    Request,
}

impl Codes {
    /// Keeps a unit. It stays at its address until it is released.
    fn hold(&self, unit: Arc<Unit>) -> &'static Unit {
        let address = Arc::as_ptr(&unit);
        self.units.borrow_mut().insert(address.addr(), Held { unit, life: Life::Request });
        // SAFETY: the count is kept until nothing refers to the unit.
        unsafe { &*address }
    }
    /// Where the strings of a unit go that is not cached.
    pub(crate) fn pool(&self) -> Arc<Pool> {
        self.pools.borrow_mut().first_mut().expect("one for each request").clone()
    }
    /// The instructions of some code.
    fn instructions(&self, code: &Code) -> *const Insn {
        let mut copies = self.copies.borrow_mut();
        copies.entry(std::ptr::from_ref(code).addr()).or_insert_with(|| load(code)).as_ptr()
    }
    /// Gives back a unit that nothing refers to any more, unless it is part of a snapshot.
    fn release(&self, address: usize) -> Option<Arc<Unit>> {
        let mut units = self.units.borrow_mut();
        if units.get(&address)?.life == Life::Boot {
            return None;
        }
        let unit = units.remove(&address)?.unit;
        let mut copies = self.copies.borrow_mut();
        unit.each_code(&mut |code| {
            copies.remove(&std::ptr::from_ref(code).addr());
        });
        Some(unit)
    }
    /// A request begins.
    pub(crate) fn begin(&self) {
        self.pools.borrow_mut().insert(0, Arc::default());
    }
    /// What the request has used so far is part of a snapshot.
    pub(crate) fn keep(&self) {
        self.units.borrow_mut().values_mut().for_each(|held| held.life = Life::Boot);
    }
    /// A request is over, its heap reset or restored: what it compiled goes. Without a snapshot, that of the boot too.
    pub(crate) fn end(&self, snapshot: bool) {
        if !snapshot {
            self.units.borrow_mut().values_mut().for_each(|held| held.life = Life::Request);
        }
        let over: Vec<usize> =
            self.units.borrow().iter().filter(|(_, held)| held.life == Life::Request).map(|(&address, _)| address).collect();
        for address in over {
            self.release(address);
        }
        let mut pools = self.pools.borrow_mut();
        if snapshot { drop(pools.remove(0)) } else { pools.clear() }
    }
}

fn load(code: &Code) -> Box<[Insn]> {
    let handlers = dispatch::addresses();
    let insns = code.insns.iter();
    insns.map(|i| Insn { handler: Cell::new(handlers[usize::from(i.op)]), op: i.op, a: i.a, b: i.b, c: i.c }).collect()
}

/// What a request keeps about code, beside what each function has of its own.
pub(crate) struct CodeState {
    /// Inline-cache words, by the address of the class: shared by closures of the same code.
    caches: HeapVec<(usize, HeapBox<[u64]>)>,
    /// The functions that evaluate it, if it is a constant expression, by the class it is evaluated in.
    expressions: HeapVec<(usize, FunctionPtr)>,
}

fn state<'a>(vm: &'a mut Vm, code: &Code) -> &'a mut CodeState {
    let fresh = || CodeState { caches: heap_vec(), expressions: heap_vec() };
    vm.code_states.entry(std::ptr::from_ref(code).addr()).or_insert_with(fresh)
}

fn address_of(class: Option<ClassPtr>) -> usize {
    class.map_or(0, |c| std::ptr::from_ref(c).addr())
}

/// The inline-cache words of code in a class.
pub(crate) fn caches(vm: &mut Vm, code: &Code, class: Option<ClassPtr>) -> *mut u64 {
    let key = address_of(class);
    let caches = &mut state(vm, code).caches;
    let at = caches.iter().position(|(class, _)| *class == key).unwrap_or_else(|| {
        let mut words: HeapVec<u64> = heap_vec();
        words.resize((code.cache_words as usize).max(1), 0);
        caches.push((key, words.into_boxed_slice()));
        caches.len() - 1
    });
    caches[at].1.as_mut_ptr()
}

/// The function that evaluates a constant expression in a class, made by `make` on first use.
pub(crate) fn expression(vm: &mut Vm, code: &Code, class: Option<ClassPtr>, make: impl FnOnce() -> FunctionPtr) -> FunctionPtr {
    let key = address_of(class);
    let known = &mut state(vm, code).expressions;
    if let Some((_, function)) = known.iter().find(|(class, _)| *class == key) {
        return function;
    }
    let function = make();
    known.push((key, function));
    function
}

/// The instructions of some code in this worker.
pub(crate) fn instructions(vm: &Vm, code: &Code) -> *const Insn {
    codes(vm).instructions(code)
}

/// The compiled code of the worker that the request runs in.
pub(crate) fn codes(vm: &Vm) -> &Codes {
    // SAFETY: the worker owns it, and outlives the request.
    unsafe { &*vm.codes }
}

/// Takes a unit into the request. It goes when its last use does; the first one is the second result.
pub(crate) fn hold(vm: &Vm, unit: Unit) -> (&'static Unit, UnitUse) {
    let unit = codes(vm).hold(Arc::new(unit));
    (unit, UsedUnit::first(std::ptr::from_ref(unit).addr(), &vm.unused_units))
}

/// Gives back the units that nothing refers to any more. Called where no frame is between two of its instructions: when
/// other code is about to be compiled.
pub(crate) fn release_unused(vm: &mut Vm) {
    loop {
        let Some(address) = vm.unused_units.borrow_mut().pop() else { return };
        if let Some(unit) = codes(vm).release(address) {
            unit.each_code(&mut |code| forget(vm, code));
        }
    }
}

fn forget(vm: &mut Vm, code: &Code) {
    let Some(state) = vm.code_states.remove(&std::ptr::from_ref(code).addr()) else { return };
    for (_, function) in state.expressions {
        crate::call::free_runtime(function);
        // SAFETY: `expression` was given the box, and an expression's function is used only while it is evaluated.
        drop(unsafe { HeapBox::from_raw_in(std::ptr::from_ref(function).cast_mut(), RequestHeap) });
    }
}

/// A list for a request.
pub(crate) fn unused_units() -> UnusedUnits {
    HeapRc::new(RefCell::new(heap_vec()))
}
