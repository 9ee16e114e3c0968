//! What inline caches know from earlier requests.
//!
//! The cache words of code are a request's own, and what is in them holds for that request. Much of it holds for all
//! requests of a worker, though: where a property is in objects of a class, which method a class has by a name, what a
//! constant of a class is if it is a literal. A request starts with that, so that its first calls of a method find what the
//! last request found; the facts that are its own (places of static properties that no snapshot has, what a name means) it finds
//! itself.
//!
//! What lasts is looked for when a request is over, in the words of what it has called, and the less often the more requests
//! have called it. Methods, and functions of files in the code cache, are known by their place, other code of such files
//! (closures, nested functions, what is in no function) by its address and the class that it runs in. A fact lasts if it is
//! about classes that are shared and says nothing that another request could see otherwise: it is found by the class of an
//! object or by one that the instruction was given, and never by a name alone. When a class or a file is retired, all of it is
//! forgotten, so no address in it outlives what it is the address of.
//!
//! A snapshot that has had some requests gets the run-time parts of the methods that they have called ([`Warm::prime`]), so that
//! later ones need not make them. When all is forgotten, they are taken out again before the next request.

use crate::runtime::{
    class::{shape::Shape, state},
    code::{self, Insn},
    expected::Expected,
    function_places::{ASIDE, Runtime},
    shadows,
    vm::Vm,
};
use phant_bytecode::{
    Code, Op,
    cache::{
        ClassConstantCache, FunctionCache, Layout, MethodCache, NamedPropertyCache, PropertyCache, StaticCache, StaticCallCache,
        StoreCache, TypeCache,
    },
    ops::{Cached, Kind, Row, rows},
};
use phant_memory::{HeapVec, RequestHeap, Value, heap_vec, string::AddressState};
use phant_native::{
    Class, ClassPtr, Function,
    function::{FunctionKind, function_flags},
};
use std::{
    cell::{Cell, RefCell},
    collections::HashMap,
    mem::offset_of,
    sync::{LazyLock, atomic::Ordering::Relaxed},
};

/// See the [module documentation](self). A worker has one.
#[derive(Default)]
pub(crate) struct Warm {
    /// By [`Function::place`].
    methods: RefCell<Vec<Option<Box<Known>>>>,
    /// Methods whose words are looked at when the request is over.
    learning: RefCell<Vec<isize>>,
    /// Other code, by its address.
    codes: RefCell<HashMap<usize, Vec<KnownCode>, AddressState>>,
    /// The request runs other code whose words are to be looked at.
    curious: Cell<bool>,
    /// How many such requests pass before their words are looked at, and how many have.
    pause: Cell<(u32, u32)>,
    /// Methods of which the snapshot has a run-time part from here, and the words of each.
    primed: RefCell<Vec<(isize, usize)>>,
    /// What those know may no longer hold.
    outdated: Cell<bool>,
    /// Methods that requests will call.
    expected: Expected,
}

/// A method, or a function of a file of the code cache, that was called.
pub(crate) struct Known {
    code: &'static Code,
    class: Option<ClassPtr>,
    /// What requests start with: a run-time part without static variables, and the cache words behind it.
    piece: Box<[u64]>,
    /// How many static variables there are.
    statics: usize,
    /// A call may enter it without looking closer.
    enterable: bool,
    /// How many requests have called it.
    uses: Cell<u32>,
}

/// Code that is no method's, in a class or in none.
struct KnownCode {
    class: Option<ClassPtr>,
    /// The words that requests start with.
    words: Box<[u64]>,
    /// How many requests have run it.
    uses: Cell<u32>,
}

/// Most requests that pass, while nothing new is found, before words are looked at again.
const MOST_PAUSE: u32 = 64;

/// How many words a run-time part has.
pub(crate) const HEAD: usize = size_of::<Runtime>() / 8;
const _: () = assert!(size_of::<Runtime>().is_multiple_of(8) && align_of::<Runtime>() == 8 && offset_of!(Runtime, cache) == 0);

/// For fewer methods no snapshot is taken anew.
const WORTHWHILE: usize = 16;

// Where the cache words of a call by name are, and of the jump before one: the first operand of its extension word says, or its own.
const _: () = assert!(<rows::InitCall as Cached>::PLACE.0 == 1 && <rows::InitCall as Cached>::PLACE.1 == 0);
const _: () = assert!(<rows::JmpNative as Cached>::PLACE.0 == 0 && <rows::JmpNative as Cached>::PLACE.1 == 0);
/// Marks in the words of classes: the lowest bits, which addresses do not have.
const MARKS: u64 = 7;

impl Warm {
    /// Forgets everything.
    pub(crate) fn clear(&self) {
        self.methods.borrow_mut().clear();
        self.codes.borrow_mut().clear();
        self.expected.clear();
        self.pause.set((0, 0));
        self.skip();
        self.outdated.set(true);
    }
    /// There is no snapshot any more that has parts from here.
    pub(crate) fn forget_primed(&self) {
        self.primed.borrow_mut().clear();
    }
    /// Whether the snapshot has parts that may no longer hold.
    pub(crate) fn is_outdated(&self) -> bool {
        self.outdated.replace(false) && !self.primed.borrow().is_empty()
    }
    /// Makes the run-time parts of methods that requests call and the snapshot does not have, as far as `stays` says that their
    /// class and code stay as long as the snapshot, which is to be taken anew with them. Whether there were enough of them.
    pub(crate) fn prime(&self, vm: &Vm, stays: impl Fn(Option<ClassPtr>, &Code) -> bool) -> bool {
        let methods = self.methods.borrow();
        let known = methods.iter().enumerate().filter_map(|(place, known)| Some((place as isize, known.as_deref()?)));
        let wanted: Vec<_> = known
            .filter(|(place, known)| {
                known.uses.get() > 1 && vm.places.of_method(*place).is_null() && stays(known.class, known.code)
            })
            .collect();
        if wanted.len() < WORTHWHILE {
            return false;
        }
        for (place, known) in wanted {
            vm.places.set_place(place, known.start(), known.enterable);
            self.primed.borrow_mut().push((place, known.piece.len()));
        }
        true
    }
    /// Takes those parts out of the snapshot, which is to be taken anew without them.
    pub(crate) fn unprime(&self, vm: &Vm) {
        for (place, words) in self.primed.take() {
            let runtime = vm.places.of_method(place);
            vm.places.set_place(place, std::ptr::null_mut(), true);
            // SAFETY: `start` made the part and its words in one piece of this length; the request has not begun, and nothing that
            // the boot has left behind refers to what was made after it.
            unsafe {
                std::ptr::drop_in_place(runtime);
                drop(HeapVec::from_raw_parts_in(runtime.cast::<u64>(), 0, words, RequestHeap));
            }
        }
    }
    /// Notes nothing of the request that runs.
    pub(crate) fn skip(&self) {
        self.learning.borrow_mut().clear();
        self.expected.skip();
        self.curious.set(false);
    }
    /// A request for a script begins, which earlier ones have run.
    pub(crate) fn expect(&self, vm: &Vm, script: &[u8]) {
        self.expected.begin(vm, script);
    }
    /// The cache words of code that is no method's, for a request that runs it first in a class, if others have.
    pub(crate) fn words(&self, code: &Code, class: Option<ClassPtr>) -> Option<HeapVec<u64>> {
        let codes = self.codes.borrow();
        let known = codes.get(&std::ptr::from_ref(code).addr());
        let Some(known) = known.and_then(|known| known.iter().find(|known| is_in(known.class, class))) else {
            self.curious.set(true);
            return None;
        };
        known.uses.set(known.uses.get().wrapping_add(1));
        if known.uses.get().is_power_of_two() {
            self.curious.set(true);
        }
        let mut words = heap_vec();
        words.extend_from_slice(&known.words);
        Some(words)
    }
    /// The run-time part of a method, for a request that calls it first, if other requests may call it too.
    pub(crate) fn begin(&self, vm: &Vm, function: &Function, code: &'static Code) -> Option<*mut Runtime> {
        let place = function.place.load(Relaxed);
        let at = usize::try_from(place).ok()?;
        let mut methods = self.methods.borrow_mut();
        if methods.len() <= at {
            methods.resize_with(at + 1, || None);
        }
        if methods[at].is_none() {
            if function.class.is_some_and(|class| code::shared_shape(vm, class).is_none()) {
                return None;
            }
            let mut known = Known::new(code, function.class, code::instructions(vm, code));
            known.enterable = function.flags & ASIDE == 0;
            methods[at] = Some(Box::new(known));
        }
        let known = methods[at].as_deref()?;
        debug_assert!(std::ptr::eq(known.code, code) && is_in(known.class, function.class));
        known.uses.set(known.uses.get().wrapping_add(1));
        if known.uses.get().is_power_of_two() && known.piece.len() > HEAD {
            self.learning.borrow_mut().push(place);
        }
        self.expected.note(place);
        Some(known.start())
    }
    /// Whether something is kept for methods of a class.
    pub(crate) fn knows(&self, shape: &Shape) -> bool {
        let methods = self.methods.borrow();
        shape.functions.iter().any(|function| {
            // SAFETY: functions of a shape are there as long as the shape.
            let place = unsafe { function.shared() }.place.load(Relaxed);
            usize::try_from(place).is_ok_and(|place| methods.get(place).is_some_and(Option::is_some))
        })
    }
    /// A function is declared: calls by this name, in small letters, of which earlier requests knew another, are looked up.
    pub(crate) fn forget_function(&self, vm: &Vm, lower: &[u8]) {
        self.expected.clear();
        for (place, known) in self.methods.borrow_mut().iter_mut().enumerate() {
            let Some(known) = known else { continue };
            // SAFETY: run-time parts of methods stay as long as the request.
            let runtime = unsafe { vm.places.of_method(place as isize).as_ref() };
            each_call(known.code, lower, |word| {
                known.piece[HEAD + word] = 0;
                if let Some(runtime) = runtime {
                    // SAFETY: the instruction's own word, of code that this request has called.
                    unsafe { *runtime.cache.add(word) = 0 };
                }
            });
        }
        for (&address, known) in &mut *self.codes.borrow_mut() {
            // SAFETY: code that is known belongs to a file of the code cache, whose unit the worker holds.
            let code = unsafe { &*std::ptr::with_exposed_provenance::<Code>(address) };
            each_call(code, lower, |word| {
                known.iter_mut().for_each(|known| known.words[word] = 0);
                code::each_cache(vm, code, |_, words| words[word] = 0);
            });
        }
    }
    /// The request is over, its heap still there: keeps of its words what lasts.
    pub(crate) fn learn(&self, vm: &Vm) {
        self.learn_words(vm);
        self.expected.end(&self.methods.borrow());
    }
    fn learn_words(&self, vm: &Vm) {
        let learning = std::mem::take(&mut *self.learning.borrow_mut());
        let curious = self.curious.take() && self.is_time();
        if learning.is_empty() && !curious {
            return;
        }
        let order = crate::runtime::class::order(vm, 0).into_iter();
        let aliased = order.filter(|(name, class)| name.as_bytes() != class.lower.as_bytes()).map(|(_, class)| class);
        let lasting = Lasting { vm, aliased: aliased.collect() };
        if curious {
            self.learn_codes(&lasting);
        }
        let mut methods = self.methods.borrow_mut();
        for place in learning {
            let Some(known) = methods.get_mut(place as usize).and_then(Option::as_deref_mut) else { continue };
            // SAFETY: run-time parts of methods stay as long as the request.
            let Some(runtime) = (unsafe { vm.places.of_method(place).as_ref() }) else { continue };
            let words = runtime.cache;
            if known.class.is_some_and(|class| class.is_native() || code::shared_shape(vm, class).is_none()) {
                continue;
            }
            // SAFETY: the words are there as long as the request's heap.
            unsafe { lasting.part(known.code, words, &mut known.piece[HEAD..]) };
        }
    }
    /// Whether enough requests have passed since words of other code were looked at.
    fn is_time(&self) -> bool {
        let (pause, passed) = self.pause.get();
        self.pause.set(if passed < pause { (pause, passed + 1) } else { (pause, 0) });
        passed >= pause
    }
    /// Keeps what lasts of the words of all code of cached files that is no method's.
    fn learn_codes(&self, lasting: &Lasting) {
        let vm = lasting.vm;
        let mut codes = self.codes.borrow_mut();
        let mut is_new = false;
        code::each_cached(vm, &mut |code| {
            code::each_cache(vm, code, |class, words| {
                if words.len() < code.cache_words as usize || class.is_some_and(|class| code::shared_shape(vm, class).is_none()) {
                    return;
                }
                let all = codes.entry(std::ptr::from_ref(code).expose_provenance()).or_default();
                let known = match all.iter().position(|known| is_in(known.class, class)) {
                    Some(at) if all[at].uses.get().is_power_of_two() => &mut all[at],
                    Some(_) => return,
                    None => {
                        is_new = true;
                        all.push(KnownCode { class, words: vec![0; words.len()].into(), uses: Cell::new(1) });
                        all.last_mut().expect("just added")
                    }
                };
                // SAFETY: the words are that code's, of a request whose heap is still there.
                unsafe { lasting.part(code, words.as_ptr(), &mut known.words) };
            });
        });
        let (pause, _) = self.pause.get();
        self.pause.set((if is_new { 0 } else { (pause * 2).clamp(1, MOST_PAUSE) }, 0));
    }
}

/// Whether both are the same class, or none.
fn is_in(known: Option<ClassPtr>, class: Option<ClassPtr>) -> bool {
    match (known, class) {
        (Some(known), Some(class)) => known.same(class),
        (None, None) => true,
        _ => false,
    }
}

/// Calls `f` with the number of the cache word of each call by a name, in small letters.
fn each_call(code: &Code, lower: &[u8], mut f: impl FnMut(usize)) {
    for (insn, ext) in code.insns.iter().zip(code.insns.iter().skip(1)) {
        let word = match Op::from_number(insn.op) {
            Some(Op::InitCall) => ext.a,
            Some(Op::JmpNative) => insn.a,
            _ => continue,
        };
        let name = code.literals.get(usize::from(insn.b)).and_then(|name| name.own_str());
        if name.is_some_and(|name| name.eq_ignore_ascii_case(lower)) {
            f(usize::from(word));
        }
    }
}

impl Known {
    fn new(code: &'static Code, class: Option<ClassPtr>, insns: *const Insn) -> Known {
        let mut piece = vec![0; HEAD + code.cache_words as usize].into_boxed_slice();
        let head = Runtime::new(code, std::ptr::null_mut(), insns);
        // SAFETY: the piece has room for it and is aligned like that. Its lists are empty, so copies of it share nothing.
        unsafe { piece.as_mut_ptr().cast::<Runtime>().write(head) };
        Known { code, class, piece, statics: code.statics.len(), enterable: false, uses: Cell::new(0) }
    }
    /// What requests start with, unless there are static variables.
    pub(crate) fn piece(&self) -> &[u64] {
        &self.piece
    }
    pub(crate) fn has_statics(&self) -> bool {
        self.statics > 0
    }
    /// Whether a call may enter it without looking closer.
    pub(crate) fn is_enterable(&self) -> bool {
        self.enterable
    }
    /// A run-time part with the words behind it, in one piece of the request's heap.
    fn start(&self) -> *mut Runtime {
        let mut piece = heap_vec::<u64>();
        piece.reserve_exact(self.piece.len());
        let piece = piece.leak().as_mut_ptr();
        // SAFETY: there is room for as many words.
        unsafe { std::ptr::copy_nonoverlapping(self.piece.as_ptr(), piece, self.piece.len()) };
        let runtime = piece.cast::<Runtime>();
        // SAFETY: the copy begins with a run-time part; it stays as long as the request.
        unsafe {
            (*runtime).cache = piece.add(HEAD);
            if self.statics > 0 {
                (*runtime).statics.resize(self.statics, Value::UNDEF);
            }
        }
        runtime
    }
}

/// What of a request's facts lasts.
struct Lasting<'a> {
    vm: &'a Vm,
    /// Classes that have a second name in this request: types may have been matched by that.
    aliased: Vec<ClassPtr>,
}

/// Where an opcode has cache words.
struct Form {
    /// The word of the instruction, the place of the operand in it, and how the words are laid out: `None` for those of a type, if
    /// the operand says that there are any.
    words: Vec<(usize, usize, Option<Layout>)>,
    /// How many words the instruction has.
    len: usize,
}

/// Those of all opcodes, by number: most have none.
fn forms() -> &'static [Form] {
    static ALL: LazyLock<Vec<Form>> = LazyLock::new(|| {
        let rows = (0..).map_while(Op::from_number).map(Op::row);
        let words = |row: &Row| {
            let cached = row.all().filter_map(|((word, place), operand)| match operand.kind {
                Kind::Cache(layout) => Some((word, place, Some(layout))),
                Kind::Check => Some((word, place, None)),
                _ => None,
            });
            cached.collect()
        };
        rows.map(|row| Form { words: words(row), len: if row.ext.is_some() { 2 } else { 1 } }).collect()
    });
    &ALL
}

impl Lasting<'_> {
    /// Keeps the words of some code, without those that are the request's own.
    ///
    /// # Safety
    /// `words` are that code's, from a request whose heap is still there.
    unsafe fn part(&self, code: &Code, words: *const u64, kept: &mut [u64]) {
        kept.fill(0);
        // SAFETY: the unit of a shared class stays until the end of the request at least.
        let copies = unsafe { code::running(self.vm, code) };
        let forms = forms();
        let mut at = 0;
        while at < copies.len() {
            let form = &forms[usize::from(copies[at].op)];
            for &(word, place, layout) in &form.words {
                let value = copies[at + word].operand(place);
                let (first, layout) = match layout {
                    Some(layout) => (value.count(), layout),
                    None if value.number() & 0x8000 != 0 => (value.count() & 0x7fff, Layout::TypeCache),
                    None => continue,
                };
                let words = words.wrapping_add(first);
                // SAFETY: the instruction's own words, which are laid out so.
                if unsafe { self.lasts(code, &copies[at], layout, words) } {
                    let count = layout.words() as usize;
                    // SAFETY: as above.
                    kept[first..first + count].copy_from_slice(unsafe { std::slice::from_raw_parts(words, count) });
                    if layout == Layout::StoreCache && self.class(kept[first + 2]).is_none_or(|class| self.is_aliased(class)) {
                        kept[first + 2] = 0;
                    }
                }
            }
            at += form.len;
        }
    }
    /// Whether other requests may start with these words of an instruction.
    ///
    /// # Safety
    /// The words have that layout, and what they name is still there.
    unsafe fn lasts(&self, code: &Code, insn: &Insn, layout: Layout, words: *const u64) -> bool {
        // SAFETY: by contract.
        unsafe {
            match layout {
                Layout::PropertyCache => self.class((*words.cast::<PropertyCache>()).class).is_some(),
                Layout::StoreCache => self.class((*words.cast::<StoreCache>()).property.class).is_some(),
                Layout::NamedPropertyCache => {
                    let found = &*words.cast::<NamedPropertyCache>();
                    let class = self.class(found.property.class);
                    class.is_some_and(|class| is_name_of(class, code, found.name))
                }
                Layout::TypeCache => {
                    let found = &*words.cast::<TypeCache>();
                    let named = found.named == 0 || self.class(found.named).is_some();
                    named && self.class(found.class).is_some_and(|class| !self.is_aliased(class))
                }
                Layout::MethodCache => {
                    let found = &*words.cast::<MethodCache>();
                    self.class(found.class).is_some() && is_method(found.function)
                }
                Layout::StaticCallCache => {
                    let found = &*words.cast::<StaticCallCache>();
                    let object = found.object_class == 0 || self.class(found.object_class).is_some();
                    object && self.class(found.class).is_some() && is_method(found.function)
                }
                Layout::ClassConstantCache => {
                    let found = &*words.cast::<ClassConstantCache>();
                    self.class(found.class).is_some_and(|class| is_literal(class, code, insn.c.number(), found))
                }
                Layout::StaticCache => {
                    let found = &*words.cast::<StaticCache>();
                    let class = self.class(found.class).filter(|class| state::lasts(self.vm, class));
                    class.is_some_and(|class| is_name_of(class, code, found.name))
                }
                // Natives are the process's, and so is what tells codes apart.
                Layout::NativeCache | Layout::CalleeCache | Layout::NamedCallCache => true,
                Layout::FunctionCache => {
                    let function = ((*words.cast::<FunctionCache>()).function as *const Function).as_ref();
                    function.is_some_and(|function| names_native(code, insn, function))
                }
                _ => false,
            }
        }
    }
    /// The class of a word, if it is the same one in all requests that have it.
    fn class(&self, word: u64) -> Option<ClassPtr> {
        let class = (word & !MARKS) as *const Class;
        // SAFETY: classes that words name live as long as the request.
        let class: ClassPtr = unsafe { class.as_ref() }?;
        (class.is_native() || code::shared_shape(self.vm, class).is_some()).then_some(class)
    }
    fn is_aliased(&self, class: ClassPtr) -> bool {
        self.aliased.iter().any(|aliased| class.is_subclass_or_same(aliased))
    }
}

/// Whether a function belongs to a class, not to a request.
///
/// # Safety
/// The word is 0 or the address of a function that is still there.
unsafe fn is_method(function: u64) -> bool {
    // SAFETY: by contract.
    unsafe { (function as *const Function).as_ref() }.is_some_and(|function| {
        const OWN: u32 = function_flags::OWN | function_flags::TRAMPOLINE | function_flags::CLOSURE_INVOKE;
        let lives_on = match function.kind {
            FunctionKind::User(_) => function.place.load(Relaxed) > 0,
            // Not what stands for the hook that a parent's property does not have: a request makes that.
            FunctionKind::Native(_) => {
                let declared = function.class.and_then(|class| class.method(&function.name.to_lower()));
                declared.is_some_and(|declared| std::ptr::eq(declared, function))
            }
        };
        function.class.is_some() && function.flags & OWN == 0 && lives_on
    })
}

/// Whether the address of a name is that of one that a class or code has.
fn is_name_of(class: ClassPtr, code: &Code, name: u64) -> bool {
    let of_class = || class.slots.iter().any(|property| property.name.as_ptr() as u64 == name);
    let of_code = || code.literals.iter().filter_map(|literal| literal.own_str()).any(|text| text.as_ptr() as u64 == name);
    name == 0 || of_class() || of_code()
}

/// Whether a function is the native one that code names, in full or where nothing in its namespace shadows it.
fn names_native(code: &Code, insn: &Insn, function: &Function) -> bool {
    let literal = |name: u16| code.literals.get(usize::from(name)).and_then(|name| name.own_str());
    let names = |name: u16| literal(name).is_some_and(|name| name.eq_ignore_ascii_case(&function.name));
    let shadowed = || literal(insn.b.number()).is_none_or(|name| shadows::contains(&name.to_ascii_lowercase()));
    matches!(function.kind, FunctionKind::Native(_)) && (names(insn.b.number()) || names(insn.c.number()) && !shadowed())
}

/// Whether the value of a class's constant, whose name is a literal of the code, is one too.
fn is_literal(class: ClassPtr, code: &Code, name: u16, found: &ClassConstantCache) -> bool {
    let name = code.literals.get(usize::from(name)).and_then(|name| name.own_str());
    let literal = name.and_then(|name| class.constants.named(name)).and_then(|constant| constant.literal.as_ref());
    literal.is_some_and(|literal| u64::from(literal.tag()) == found.value.tag && literal.payload() == found.value.payload)
}
