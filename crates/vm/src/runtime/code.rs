//! Compiled code as a worker runs it.
//!
//! Units are immutable and shared by all workers. What running changes is in copies of their instructions that each worker
//! has, made when a function is called first: handlers' addresses, and with them the forms that instructions take
//! ([`crate::interpreter::ops`]). They outlive requests, and go with the unit.
//!
//! A worker owns a count of every unit it has used. Those of files in the code cache stay while they are in it; all others (text
//! given to `eval`, files that are not cached) stay while something refers to them ([`UsedUnit`]), and go with the request at the
//! latest, unless one request after another evaluates them (`texts`). The strings of those are in one pool for each request,
//! since values that code has made refer to them without a count; equal ones are stored once.
//!
//! It also owns counts of the classes that its requests have declared; those that are shared stay until they are stale.

use crate::runtime::{
    cache::{self, Entry, Found, Rules},
    class::{links::Linked, shape::Shape},
    function_places::Runtime,
    member_cache::{MemberCache, Members},
    operand::Operand,
    preloaded, shadows,
    switch::SwitchTable,
    texts::Texts,
    usual::Usual,
    vm::Vm,
    warm::Warm,
};
use phant_bytecode::{ClassDecl, Code, Op, Unit, code_flags, ops};
use phant_memory::{HeapBox, HeapRc, HeapVec, Name, RequestHeap, Str, Value, heap_vec, permanent::Pool, string::AddressState};
use phant_native::{
    ClassPtr, Function, FunctionDescriptor, FunctionPtr,
    config::{self, ConfigValue},
    function::{UnitUse, UnusedUnits, UsedUnit},
};
use std::{
    cell::{Cell, RefCell, UnsafeCell},
    collections::{HashMap, HashSet, hash_map::Entry::Vacant},
    rc::Rc,
    sync::{Arc, LazyLock, Mutex},
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
    pub a: Operand,
    /// Second operand.
    pub b: Operand,
    /// Third operand.
    pub c: Operand,
}

const _: () = assert!(size_of::<Insn>() == 16);

impl Insn {
    /// An operand by its place: `a`, `b`, `c`.
    #[inline(always)]
    pub fn operand(&self, place: usize) -> Operand {
        [self.a, self.b, self.c][place]
    }
}

/// Whether a setting of a file or of `-d` is off.
fn is_off(text: &[u8]) -> bool {
    ["", "0", "off", "no", "false"].iter().any(|word| text.eq_ignore_ascii_case(word.as_bytes()))
}

/// The compiled code of a worker.
pub(crate) struct Codes {
    /// The addresses of the handlers, by number of the opcode.
    handlers: &'static [u64],
    optimize: bool,
    /// Instructions by the address of their code.
    copies: RefCell<HashMap<usize, Copy, AddressState>>,
    /// Units by their address.
    units: RefCell<HashMap<usize, Held, AddressState>>,
    /// The entries of the code cache that class declarations belong to, by the declaration's address.
    declarations: RefCell<HashMap<usize, Arc<Entry>, AddressState>>,
    /// Classes of PHP code that requests have declared, by their address.
    shapes: RefCell<HashMap<usize, HeldShape, AddressState>>,
    /// Native functions that requests have called, by the address of the descriptor.
    natives: RefCell<HashMap<usize, FunctionPtr, AddressState>>,
    /// How many of those were looked at for [`Codes::may_have_moved`], and what was found.
    moved: Cell<(usize, bool)>,
    /// Where the strings of units are that are not cached: those of the request, those of the boot.
    pools: RefCell<Vec<Arc<Pool>>>,
    /// What is known of methods from earlier requests.
    warm: Warm,
    /// How many functions had shadowed native ones when the request began.
    shadows: Cell<usize>,
    /// Members of classes that were found by name.
    members: UnsafeCell<MemberCache>,
    /// What requests have found in the code cache.
    pub(crate) found: Found,
    /// What requests give to `eval` again and again.
    pub(crate) texts: Texts,
    /// Classes as they were last declared, by the address of the declaration.
    linked: RefCell<HashMap<usize, Arc<Linked>, AddressState>>,
    /// How the request uses the code cache.
    pub(crate) rules: RefCell<Option<Rc<Rules>>>,
    /// What the settings mean that its requests begin with.
    pub(crate) usual: Cell<Option<Usual>>,
    /// Files of the code cache in the order in which they were used first, while there is a preloading.
    preloading: RefCell<Option<Vec<Arc<Entry>>>>,
    /// It has counts of what is preloaded.
    has_preloaded: Cell<bool>,
    /// The request has units that are not cached.
    once: Cell<bool>,
    /// The request has declared classes that were not shared from the start.
    own_shapes: Cell<bool>,
    /// How many classes, files and functions the last request had.
    last: Cell<Sizes>,
    /// There is a snapshot.
    booted: Cell<bool>,
    /// How many entries of the cache had been retired when the units were looked through last.
    retirements: Cell<u64>,
    /// How many shapes had been.
    shape_retirements: Cell<u64>,
}

/// How large some tables of a request got. The next one makes them that large from the start.
#[derive(Clone, Copy, Default)]
pub(crate) struct Sizes {
    pub(crate) classes: usize,
    pub(crate) files: usize,
    pub(crate) functions: usize,
}

/// The instructions of some code as a worker runs them, and what they refer to.
struct Copy {
    insns: Box<[Insn]>,
    _switches: Box<[SwitchTable]>,
}

/// A unit of which the worker has a count.
struct Held {
    unit: Arc<Unit>,
    /// Its entry in the code cache.
    entry: Option<Arc<Entry>>,
    life: Life,
}

/// A class of which the worker has a count.
struct HeldShape {
    shape: Arc<Shape>,
    life: Life,
}

/// How long a worker keeps a unit or class.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Life {
    /// As long as a snapshot.
    Boot,
    /// Until the end of the request at the latest.
    Request,
}

impl Codes {
    /// No code yet, to be run by these handlers.
    pub(crate) fn new(handlers: &'static [u64]) -> Codes {
        Codes {
            handlers,
            optimize: !matches!(config::get().value(b"phant.optimize"), Some(ConfigValue::Text(text)) if is_off(text)),
            copies: RefCell::default(),
            units: RefCell::default(),
            declarations: RefCell::default(),
            shapes: RefCell::default(),
            natives: RefCell::default(),
            moved: Cell::default(),
            pools: RefCell::default(),
            warm: Warm::default(),
            shadows: Cell::default(),
            members: UnsafeCell::default(),
            found: Found::default(),
            texts: Texts::default(),
            linked: RefCell::default(),
            rules: RefCell::default(),
            usual: Cell::default(),
            preloading: RefCell::default(),
            has_preloaded: Cell::default(),
            once: Cell::default(),
            booted: Cell::default(),
            retirements: Cell::default(),
            last: Cell::default(),
            own_shapes: Cell::default(),
            shape_retirements: Cell::default(),
        }
    }
    /// Whether instructions are replaced by faster ones for the types that are known. `phant.optimize=0` turns that off, for
    /// finding faults.
    pub(crate) fn optimizes(&self) -> bool {
        self.optimize
    }
    /// Whether some request has looked for a function that changes the working directory.
    pub(crate) fn may_have_moved(&self) -> bool {
        let natives = self.natives.borrow();
        let (looked_at, moved) = self.moved.get();
        if moved || looked_at == natives.len() {
            return moved;
        }
        let moved = natives.values().any(|function| matches!(function.name.as_bytes(), b"chdir" | b"chroot"));
        self.moved.set((natives.len(), moved));
        moved
    }
    /// Instructions as they run.
    fn to_run(&self, compiled: &[phant_bytecode::Insn]) -> Box<[Insn]> {
        let mut insns = Vec::with_capacity(compiled.len());
        // Operands of an instruction, then those of the word behind it.
        let mut extension: Option<&'static [ops::Operand]> = None;
        for i in compiled {
            let row = Op::from_number(i.op).expect("compiled code has known opcodes").row();
            let operands = match extension.take() {
                Some(operands) => operands,
                None => {
                    extension = row.ext;
                    row.operands
                }
            };
            let [a, b, c] = std::array::from_fn(|at| {
                let kind = operands.get(at).map_or(ops::Kind::Unused, |operand| operand.kind);
                Operand::of(kind, i.operand(at))
            });
            insns.push(Insn { handler: Cell::new(self.handlers[usize::from(i.op)]), op: i.op, a, b, c });
        }
        insns.into()
    }
    fn load(&self, code: &Code) -> Copy {
        let better = (self.optimize && code.flags & code_flags::FINAL == 0).then(|| phant_compiler::optimized(code));
        let compiled = better.as_ref().unwrap_or(&code.insns);
        let insns = self.to_run(compiled);
        let places: Vec<usize> = (0..insns.len()).filter(|&at| insns[at].op == Op::Switch as u16).collect();
        // SAFETY: the copy goes before the code.
        let switches: Box<[SwitchTable]> = places.iter().map(|&at| unsafe { SwitchTable::of(code, compiled, at) }).collect();
        for (&at, table) in places.iter().zip(&switches) {
            debug_assert_eq!(insns[at + 1].op, Op::Ext as u16);
            // Nothing is executed there.
            insns[at + 1].handler.set(std::ptr::from_ref(table) as u64);
        }
        Copy { insns, _switches: switches }
    }
    /// Keeps a unit. It stays at its address until it is released.
    fn hold(&self, unit: Arc<Unit>, entry: Option<Arc<Entry>>) -> &'static Unit {
        let address = Arc::as_ptr(&unit);
        if let Vacant(place) = self.units.borrow_mut().entry(address.addr()) {
            if let Some(entry) = &entry {
                let mut declarations = self.declarations.borrow_mut();
                each_declaration(&unit, &mut |decl| {
                    declarations.insert(decl, entry.clone());
                });
            }
            if let (Some(list), Some(entry)) = (&mut *self.preloading.borrow_mut(), &entry) {
                list.push(entry.clone());
            }
            place.insert(Held { unit, entry, life: Life::Request });
        }
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
        copies.entry(std::ptr::from_ref(code).addr()).or_insert_with(|| self.load(code)).insns.as_ptr()
    }
    /// Gives back a unit that nothing refers to any more, unless it is part of a snapshot.
    fn release(&self, address: usize) -> Option<Arc<Unit>> {
        let mut units = self.units.borrow_mut();
        if units.get(&address)?.life == Life::Boot {
            return None;
        }
        let Held { unit, entry, .. } = units.remove(&address)?;
        if entry.is_some() {
            let mut declarations = self.declarations.borrow_mut();
            each_declaration(&unit, &mut |decl| {
                declarations.remove(&decl);
            });
        }
        let mut copies = self.copies.borrow_mut();
        unit.each_code(&mut |code| {
            copies.remove(&std::ptr::from_ref(code).addr());
        });
        Some(unit)
    }
    /// Members of classes by name, as a request sees them.
    pub(crate) fn members(&self) -> Members {
        Members::of(self.member_cache())
    }
    /// The table of those.
    pub(crate) fn member_cache(&self) -> *const MemberCache {
        self.members.get()
    }
    /// How large tables of a request are made.
    pub(crate) fn sizes(&self) -> Sizes {
        self.last.get()
    }
    /// A request is over, its heap still there: notes how large its tables got, and what lasts of its inline caches.
    pub(crate) fn measure(&self, vm: &Vm) {
        self.warm.learn(vm);
        self.found.tell();
        // Not so many that a small request would have to pay much for a large one before it.
        let few = |len: usize| len.min(4096);
        self.last.set(Sizes {
            classes: few(vm.class_order.borrow().len()),
            files: few(vm.included.borrow().len()),
            functions: few(vm.functions.borrow().len()),
        });
    }
    /// A request begins.
    pub(crate) fn begin(&self) {
        self.warm.skip();
        let shadows = shadows::count();
        if self.shadows.replace(shadows) != shadows {
            self.warm.clear();
        }
        self.take_preloaded();
        cache::begin_request();
        self.pools.borrow_mut().insert(0, Arc::default());
        // Those of a request that had changed no setting hold for the next one too, if it begins like that one.
        let usual = self.usual.get().map(|usual| usual.code_revision);
        self.rules.borrow_mut().take_if(|rules| Some(rules.revision()) != usual);
    }
    /// A function is declared that native ones were called for in earlier requests, by its number.
    pub(crate) fn forget_shadowed(&self, vm: &Vm, lower: &[u8], number: usize) {
        if number >= self.shadows.get() {
            self.warm.forget_function(vm, lower);
        }
    }
    /// Holds what is preloaded, once for all requests of the worker.
    fn take_preloaded(&self) {
        let Some(preloaded) = preloaded::get().filter(|_| !self.has_preloaded.replace(true)) else { return };
        for entry in &preloaded.entries {
            self.hold(entry.unit.clone(), Some(entry.clone()));
        }
        let mut shapes = self.shapes.borrow_mut();
        for shape in &preloaded.shapes {
            let address = std::ptr::from_ref(shape.class()).addr();
            shapes.entry(address).or_insert_with(|| HeldShape { shape: shape.clone(), life: Life::Request });
        }
    }
    /// A request for a script of the code cache begins: gives it what it is expected to need.
    pub(crate) fn expect(&self, vm: &Vm, script: &[u8]) {
        if !self.booted.get() && !self.is_preloading() {
            self.warm.expect(vm, script);
        }
    }
    /// The next request is one that preloads.
    pub(crate) fn begin_preloading(&self) {
        self.preloading.replace(Some(Vec::new()));
    }
    /// Whether this is one.
    pub(crate) fn is_preloading(&self) -> bool {
        self.preloading.borrow().is_some()
    }
    /// The files that it has used.
    pub(crate) fn preloading(&self) -> Vec<Arc<Entry>> {
        self.preloading.borrow().clone().unwrap_or_default()
    }
    /// What the request has used so far is part of a snapshot.
    pub(crate) fn keep(&self) {
        self.booted.set(true);
        self.warm.skip();
        self.units.borrow_mut().values_mut().for_each(|held| held.life = Life::Boot);
        self.shapes.borrow_mut().values_mut().for_each(|held| held.life = Life::Boot);
    }
    /// Whether requests of the snapshot would begin with what no longer holds.
    pub(crate) fn is_outdated(&self) -> bool {
        self.warm.is_outdated()
    }
    /// Gives the snapshot, which no request has changed, what requests make at the first call of a method. Whether it is to be
    /// taken anew.
    pub(crate) fn prime(&self, vm: &Vm) -> bool {
        let mut codes = HashSet::<usize, AddressState>::default();
        for held in self.units.borrow().values().filter(|held| held.life == Life::Boot) {
            held.unit.each_code(&mut |code| {
                codes.insert(std::ptr::from_ref(code).addr());
            });
        }
        let shapes = self.shapes.borrow();
        self.warm.prime(vm, |class, code| {
            let is_booted = |class: ClassPtr| shapes.get(&address_of(Some(class))).is_some_and(|held| held.life == Life::Boot);
            class.is_none_or(is_booted) && codes.contains(&std::ptr::from_ref(code).addr())
        })
    }
    /// Takes that out again.
    pub(crate) fn unprime(&self, vm: &Vm) {
        self.warm.unprime(vm);
    }
    /// A request is over, its heap reset or restored: what it compiled goes. Without a snapshot, that of the boot too.
    pub(crate) fn end(&self, snapshot: bool) {
        let retired = cache::retirements();
        let changed = self.retirements.replace(retired) != retired;
        let changed = self.texts.end(changed);
        let no_longer_booted = !snapshot && self.booted.replace(false);
        if no_longer_booted {
            self.warm.forget_primed();
            self.units.borrow_mut().values_mut().for_each(|held| held.life = Life::Request);
            self.shapes.borrow_mut().values_mut().for_each(|held| held.life = Life::Request);
        }
        let retired = crate::runtime::class::shape::retirements();
        let stale = self.shape_retirements.replace(retired) != retired;
        // Looking at every class takes longer than many a request.
        let own = self.own_shapes.replace(false);
        let mut gone = Vec::new();
        if own || stale || no_longer_booted {
            let stays = |shape: &Shape| shape.is_shared() && !(stale && shape.is_stale());
            self.shapes.borrow_mut().retain(|&address, held| {
                let stays = held.life == Life::Boot || stays(&held.shape);
                if !stays {
                    gone.push(address);
                }
                stays
            });
        }
        if stale || changed || no_longer_booted {
            // SAFETY: between two requests nobody looks into it.
            unsafe { (*self.members.get()).clear() };
        } else if !gone.is_empty() {
            gone.sort_unstable();
            // SAFETY: as above.
            unsafe { (*self.members.get()).forget(&gone) };
        }
        if stale || changed || no_longer_booted {
            self.linked.borrow_mut().clear();
            self.found.clear();
            self.warm.clear();
        }
        let once = self.once.replace(false);
        if once || changed || no_longer_booted {
            self.sweep(changed || no_longer_booted);
        }
        let mut pools = self.pools.borrow_mut();
        if snapshot { drop(pools.remove(0)) } else { pools.clear() }
    }
    /// Gives back what is neither in the cache nor part of a snapshot. What leaves the cache meanwhile stays until what the worker
    /// knows about it is `forgotten`.
    fn sweep(&self, forgotten: bool) {
        let is_gone = |held: &Held| held.entry.as_ref().is_none_or(|entry| forgotten && entry.is_retired());
        let is_over = |held: &Held| held.life == Life::Request && is_gone(held);
        let units = self.units.borrow();
        let over: Vec<usize> = units.iter().filter(|(_, held)| is_over(held)).map(|(&address, _)| address).collect();
        drop(units);
        for address in over {
            self.release(address);
        }
    }
}

/// What a request keeps about code, beside what each function has of its own.
pub(crate) struct CodeState {
    /// Inline-cache words, by the address of the class: shared by closures of the same code.
    caches: HeapVec<(Option<ClassPtr>, HeapBox<[u64]>)>,
    /// The functions that evaluate it, if it is a constant expression, by the class it is evaluated in, and the value if that is
    /// known and has no count.
    expressions: HeapVec<(usize, FunctionPtr, Value)>,
}

/// Does something with the state of some code. It must not ask for another one.
fn with_state<R>(vm: &Vm, code: &Code, act: impl FnOnce(&mut CodeState) -> R) -> R {
    let fresh = || CodeState { caches: heap_vec(), expressions: heap_vec() };
    act(vm.code_states.borrow_mut().entry(std::ptr::from_ref(code).addr()).or_insert_with(fresh))
}

fn address_of(class: Option<ClassPtr>) -> usize {
    class.map_or(0, |c| std::ptr::from_ref(c).addr())
}

/// Inline-cache words for some code, empty.
pub(crate) fn fresh_caches(code: &Code) -> HeapVec<u64> {
    let mut words = heap_vec();
    words.resize((code.cache_words as usize).max(1), 0);
    words
}

/// The inline-cache words of code in a class.
pub(crate) fn caches(vm: &Vm, code: &Code, class: Option<ClassPtr>) -> *mut u64 {
    let key = address_of(class);
    with_state(vm, code, |state| {
        let caches = &mut state.caches;
        let at = caches.iter().position(|(class, _)| address_of(*class) == key).unwrap_or_else(|| {
            let words = codes(vm).warm.words(code, class).unwrap_or_else(|| fresh_caches(code));
            caches.push((class, words.into_boxed_slice()));
            caches.len() - 1
        });
        caches[at].1.as_mut_ptr()
    })
}

/// Does something with all inline-cache words that the request has for some code.
pub(crate) fn each_cache(vm: &Vm, code: &Code, mut f: impl FnMut(Option<ClassPtr>, &mut [u64])) {
    let mut states = vm.code_states.borrow_mut();
    let Some(state) = states.get_mut(&std::ptr::from_ref(code).addr()) else { return };
    state.caches.iter_mut().for_each(|(class, words)| f(*class, words));
}

/// Calls `f` with all code of files in the code cache that the worker has used, as far as it was made.
pub(crate) fn each_cached(vm: &Vm, f: &mut dyn FnMut(&Code)) {
    let units = codes(vm).units.borrow();
    units.values().filter(|held| held.entry.is_some()).for_each(|held| held.unit.each_code(f));
}

/// The function that evaluates a constant expression in a class, made by `make` on first use.
pub(crate) fn expression(vm: &Vm, code: &Code, class: Option<ClassPtr>, make: impl FnOnce() -> FunctionPtr) -> FunctionPtr {
    let key = address_of(class);
    let find =
        |state: &mut CodeState| state.expressions.iter().find(|(class, ..)| *class == key).map(|(_, function, _)| *function);
    with_state(vm, code, find).unwrap_or_else(|| {
        let function = make();
        with_state(vm, code, |state| state.expressions.push((key, function, Value::UNDEF)));
        function
    })
}

/// The value that was noted of a constant expression in a class.
pub(crate) fn known_value(vm: &Vm, code: &Code, class: Option<ClassPtr>) -> Option<Value> {
    let key = address_of(class);
    let states = vm.code_states.borrow();
    let (_, _, value) = states.get(&std::ptr::from_ref(code).addr())?.expressions.iter().find(|(class, ..)| *class == key)?;
    (!value.is_undef()).then(|| value.clone())
}

/// Notes the value of a constant expression that was evaluated in a class. It has no count.
pub(crate) fn note_value(vm: &Vm, code: &Code, class: Option<ClassPtr>, value: &Value) {
    let key = address_of(class);
    with_state(vm, code, |state| {
        if let Some((_, _, known)) = state.expressions.iter_mut().find(|(class, ..)| *class == key) {
            *known = value.clone();
        }
    });
}

/// The instructions of some code in this worker.
pub(crate) fn instructions(vm: &Vm, code: &Code) -> *const Insn {
    codes(vm).instructions(code)
}

/// The same as a list.
///
/// # Safety
/// It may be used as long as the unit is held.
pub(crate) unsafe fn running<'a>(vm: &'a Vm, code: &Code) -> &'a [Insn] {
    let insns = instructions(vm, code);
    let copies = codes(vm).copies.borrow();
    let len = copies[&std::ptr::from_ref(code).addr()].insns.len();
    // SAFETY: by contract; the list stays where it is while others come and go.
    unsafe { std::slice::from_raw_parts(insns, len) }
}

/// The run-time part of a method that the request calls first, if it is one that others may call too.
pub(crate) fn begin_method(vm: &Vm, function: &Function, code: &'static Code) -> Option<*mut Runtime> {
    codes(vm).warm.begin(vm, function, code)
}

/// The native function of a descriptor. There is one in the process, which keeps what calls of it have prepared.
pub(crate) fn native_function(vm: &Vm, descriptor: &'static FunctionDescriptor) -> FunctionPtr {
    static ALL: LazyLock<Mutex<HashMap<usize, FunctionPtr, AddressState>>> = LazyLock::new(Mutex::default);
    let key = std::ptr::from_ref(descriptor).addr();
    let make = || -> FunctionPtr {
        let mut all = ALL.lock().expect("no panics while functions are noted");
        all.entry(key).or_insert_with(|| Box::leak(Box::new(Function::native(descriptor, None))))
    };
    codes(vm).natives.borrow_mut().entry(key).or_insert_with(make)
}

/// The entry of the code cache that a unit of the worker belongs to, if it has functions that are the same in all requests.
pub(crate) fn entry_with_functions(vm: &Vm, unit: &Unit) -> Option<Arc<Entry>> {
    if unit.functions.is_empty() {
        return None;
    }
    let units = codes(vm).units.borrow();
    let entry = units.get(&std::ptr::from_ref(unit).addr())?.entry.as_ref()?;
    (!entry.functions().is_empty()).then(|| entry.clone())
}

/// A name that lives as long as the request.
pub(crate) fn name(vm: &Vm, text: &Str) -> Name {
    Name::in_pool(&codes(vm).pool(), text)
}

/// The compiled code of the worker that the request runs in.
pub(crate) fn codes(vm: &Vm) -> &Codes {
    // SAFETY: the worker owns it, and outlives the request.
    unsafe { &*vm.codes.get() }
}

/// Takes a unit into the request. It goes when its last use does; the first one is the second result.
pub(crate) fn hold(vm: &Vm, unit: Unit) -> (&'static Unit, UnitUse) {
    let codes = codes(vm);
    codes.once.set(true);
    let unit = codes.hold(Arc::new(unit), None);
    (unit, UsedUnit::first(std::ptr::from_ref(unit).addr(), &vm.unused_units))
}

/// Calls `f` with the address of each class declaration in a unit. In bodies that are not made yet there is none.
fn each_declaration(unit: &Unit, f: &mut dyn FnMut(usize)) {
    unit.each_code(&mut |code| {
        code.body.made().iter().flat_map(|body| &body.classes).for_each(|decl| f(Arc::as_ptr(decl).addr()));
    });
}

/// The entry of the code cache that a class declaration belongs to.
pub(crate) fn entry_of(vm: &Vm, decl: &ClassDecl) -> Option<Arc<Entry>> {
    codes(vm).declarations.borrow().get(&std::ptr::from_ref(decl).addr()).cloned()
}

/// Keeps a class until the end of the request at least.
pub(crate) fn hold_shape(vm: &Vm, shape: &Arc<Shape>) {
    let address = std::ptr::from_ref(shape.class()).addr();
    let fresh = || HeldShape { shape: shape.clone(), life: Life::Request };
    let codes = codes(vm);
    if !shape.is_shared() {
        codes.own_shapes.set(true);
    }
    codes.shapes.borrow_mut().entry(address).or_insert_with(fresh);
}

/// What keeps a class that was declared in the request, if other requests may use it too.
pub(crate) fn shared_shape(vm: &Vm, class: ClassPtr) -> Option<Arc<Shape>> {
    let shapes = codes(vm).shapes.borrow();
    let held = shapes.get(&std::ptr::from_ref(class).addr())?;
    held.shape.is_shared().then(|| held.shape.clone())
}

/// A class that is not kept: it is used by this request alone.
pub(crate) fn keep_to_request(vm: &Vm, shape: &Shape) {
    let codes = codes(vm);
    codes.own_shapes.set(true);
    if codes.warm.knows(shape) { shape.retire() } else { shape.set_own() }
}

/// Notes how a class was linked, whose shape the worker holds, if declaring it reports nothing.
pub(crate) fn note_linked(vm: &Vm, decl: &ClassDecl, linked: &Arc<Linked>) {
    if linked.shape.is_shared() && linked.is_silent() {
        codes(vm).linked.borrow_mut().insert(std::ptr::from_ref(decl).addr(), linked.clone());
    }
}

/// A class as it was linked when it was declared last, and the largest place of its methods, if `suits` says that this holds.
pub(crate) fn linked_before(vm: &Vm, decl: &ClassDecl, suits: impl FnOnce(&Linked) -> bool) -> Option<(ClassPtr, isize)> {
    let linked = codes(vm).linked.borrow();
    let linked = linked.get(&std::ptr::from_ref(decl).addr())?;
    (linked.shape.is_shared() && suits(linked)).then(|| (linked.shape.class(), linked.shape.last_place))
}

/// Takes a cached unit into the request.
pub(crate) fn hold_cached(vm: &Vm, entry: &Arc<Entry>) -> &'static Unit {
    let codes = codes(vm);
    if codes.units.borrow().contains_key(&Arc::as_ptr(&entry.unit).addr()) {
        // SAFETY: the worker holds it.
        return unsafe { &*Arc::as_ptr(&entry.unit) };
    }
    codes.hold(entry.unit.clone(), Some(entry.clone()))
}

/// Gives back the units that nothing refers to any more. Called where no frame is between two of its instructions: when
/// other code is about to be compiled.
pub(crate) fn release_unused(vm: &Vm) {
    loop {
        let Some(address) = vm.unused_units.borrow_mut().pop() else { return };
        if let Some(unit) = codes(vm).release(address) {
            unit.each_code(&mut |code| forget(vm, code));
        }
    }
}

fn forget(vm: &Vm, code: &Code) {
    let Some(state) = vm.code_states.borrow_mut().remove(&std::ptr::from_ref(code).addr()) else { return };
    for (_, function, _) in state.expressions {
        crate::runtime::function_places::free_runtime(function);
        // SAFETY: `expression` was given the box, and an expression's function is used only while it is evaluated.
        drop(unsafe { HeapBox::from_raw_in(std::ptr::from_ref(function).cast_mut(), RequestHeap) });
    }
}

/// A list for a request.
pub(crate) fn unused_units() -> UnusedUnits {
    HeapRc::new(RefCell::new(heap_vec()))
}
