//! A request from beginning to end.

use crate::{
    interpreter::interrupt,
    request::{host::ENGINE, include},
    runtime::{
        class::ClassTable,
        code::{Codes, codes},
        errors::ErrorState,
        frame::SPARE_SLOTS,
        name_table::NameTable,
        promised, stacks,
        usual::Usual,
        vm::Vm,
    },
};
use phant_memory::{
    Array, CountedCell, HeapBox, Held, RequestHeap, Str, Value, heap, heap_map, heap_vec,
    object::store,
    state::{self, Hooks},
};
use phant_native::{
    Ctx, Extension, Function, FunctionPtr, PhpResult,
    ctx::{Ending, Request as RequestFacts},
    ini::{Ini, Prepared},
    output::Output,
    registry, resource,
    state::States,
};
use std::{
    cell::{Cell, RefCell},
    sync::{
        Once, OnceLock,
        atomic::{AtomicU32, Ordering},
    },
};

/// Slots of the VM stack: address space only, pages come as they are used.
const STACK_SLOTS: usize = 1 << 27;
/// Bytes of native stack that must stay free for native code.
const NATIVE_RESERVE: usize = 1 << 20;
/// What calls of PHP code by native code may use of the native stack where the settings do not say: at least as many levels
/// as in PHP on the usual stack of 8 MB, and not so many that infinite recursion takes all memory first.
const NATIVE_CALLS: usize = 12 << 20;
/// The size that PHP tells of that stack.
const NATIVE_CALLS_TOLD: usize = 8_339_456;

pub use crate::request::worker::{BootError, Worker};

/// Registers the extensions. Once per process, before the first request; later calls do nothing.
pub fn start(extensions: &[&'static Extension]) {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| registry::install(extensions));
}

/// Runs `f` on a thread with a native stack of `size` bytes, so that deep recursion in native code has room.
pub fn with_stack<R: Send + 'static>(size: usize, f: impl FnOnce() -> R + Send + 'static) -> R {
    let thread = std::thread::Builder::new().name("php".into()).stack_size(size).spawn(move || {
        STACK_SIZE.set(size);
        f()
    });
    match thread.map(std::thread::JoinHandle::join) {
        Ok(Ok(r)) => r,
        Ok(Err(panic)) => std::panic::resume_unwind(panic),
        Err(e) => {
            eprintln!("phant: cannot start a thread with a stack of {size} bytes: {e}");
            std::process::exit(255);
        }
    }
}

/// Tells the size of this thread's native stack, as far as PHP code may use it.
pub fn set_stack_size(size: usize) {
    STACK_SIZE.set(size);
}

thread_local! {
    static STACK_SIZE: std::cell::Cell<usize> = const { std::cell::Cell::new(2 << 20) };
}

/// What a request is given.
#[derive(Default)]
pub struct Setup {
    /// `cli`, `cli-server`, …
    pub sapi: &'static str,
    /// `$argv`
    pub argv: Vec<Vec<u8>>,
    /// The main script as given.
    pub script: Vec<u8>,
    /// Settings from php.ini and the command line, in order.
    pub ini: Vec<(String, Vec<u8>)>,
    /// More of them, made ready once for many requests.
    pub prepared: Option<&'static Prepared>,
    /// Whether it is an HTTP request.
    pub http: bool,
    /// What every request with the prepared settings begins with, before anything is known of the request itself.
    pub begin: Option<fn(&Vm)>,
}

/// What memory calls of the engine: destructors, tables of what was freed, limits.
fn install_hooks() {
    phant_memory::Object::classes_are::<phant_native::Class>();
    state::init(Hooks {
        destruct_garbage: crate::interpreter::fiber::destruct_garbage,
        free_reference_sources: crate::runtime::object::property::free_sources,
        weak_gone: |p| weak_gone(p),
        weak_entries_of: |p, visit| {
            if let Some(vm) = Vm::current() {
                crate::request::builtin::weak_entries_of(vm, p, visit);
            }
        },
        slot_gone: crate::runtime::object::property::slot_gone,
    });
    heap::set_exhausted_hook(Some(|_, roots| {
        phant_memory::interrupt::raise(interrupt::MEMORY);
        let vm = roots[1].cast::<Vm>();
        if !vm.is_null() {
            // Entering a function is no safepoint, but asks for room on the VM stack: there is none any more.
            // SAFETY: the root is the live engine state; fields that nobody borrows are read and written.
            unsafe { (*vm).stack_limit.set((*vm).stack_base.get()) };
        }
    }));
    heap::set_stack_hook(Some(|roots, room| {
        let vm = roots[1].cast::<Vm>();
        // SAFETY: the root is the live engine state, or nothing yet.
        unsafe { vm.as_ref() }.map_or(0, |vm| unsafe { stacks::bound(vm, room) })
    }));
}

/// Makes the engine state in the installed heap, and begins a request in it.
pub(crate) fn boot(setup: &Setup, codes: *const Codes) -> &'static Vm {
    let vm = make(setup, codes);
    enter(vm, setup);
    vm
}
/// Makes the engine state in the installed heap: what is the same for all requests with these settings.
pub(crate) fn make(setup: &Setup, codes: *const Codes) -> &'static Vm {
    install_hooks();
    phant_memory::account::begin();
    let interrupt = interrupt_word();
    let (stack, slots) = reserve_stack();
    let ctx = Ctx {
        host: &ENGINE,
        output: Output::new(),
        ini: Ini::new(),
        exception: CountedCell::new(None),
        ending: Cell::new(None),
        current: Cell::new(None),
        warnings_thrown: Cell::new(None),
        known_classes: Default::default(),
        states: States::new(),
        request: facts(setup),
    };
    let vm = Vm {
        ctx,
        interrupt: Cell::new(interrupt),
        frame: Cell::new(std::ptr::null_mut()),
        stack_limit: Cell::new(stack.wrapping_add(slots)),
        stack_stop: Cell::new(stack.wrapping_add(slots)),
        bounded: Cell::new(0),
        places: crate::runtime::function_places::Places::new(),
        // SAFETY: the worker owns it, and outlives the request.
        members: unsafe { &*codes }.members(),
        stack_base: Cell::new(stack),
        stack_end: Cell::new(stack.wrapping_add(slots)),
        result: CountedCell::new(Value::NULL),
        functions: RefCell::new(NameTable::with_capacity(0)),
        user_functions: RefCell::new(heap_vec()),
        classes: RefCell::new(ClassTable::new()),
        class_order: RefCell::new(heap_vec()),
        constants: RefCell::new(Array::new()),
        trampolines: RefCell::new(heap_map()),
        named_class: RefCell::new(None),
        user_constants: RefCell::new(heap_vec()),
        globals: RefCell::new(Array::with_hash_capacity(16)),
        promised: crate::runtime::promised::Promised::new(),
        included: RefCell::new(NameTable::with_capacity(0)),
        errors: ErrorState::new(),
        autoloaders: RefCell::new(heap_vec()),
        autoload_frame: Cell::new(std::ptr::null_mut()),
        autoloading: RefCell::new(heap_vec()),
        shutdown: RefCell::new(heap_vec()),
        ticks: RefCell::new(heap_vec()),
        spare_aux: Cell::new(std::ptr::null_mut()),
        generators: RefCell::new(heap_vec()),
        resumed: RefCell::new(heap_vec()),
        fiber: CountedCell::new(None),
        native_depth: Cell::new(0),
        text_depth: Cell::new(0),
        held_by: Cell::new(None),
        weak: RefCell::new(heap_map()),
        anonymous: Cell::new(0),
        code_states: RefCell::default(),
        class_states: RefCell::new(heap_vec()),
        global_frames: RefCell::new(heap_vec()),
        compiling: CountedCell::new(None),
        tick_every: Cell::new(0),
        tick_count: Cell::new(0),
        pass: Cell::new(None),
        ending_generator: Cell::new(0),
        ending_frame: Cell::new(std::ptr::null_mut()),
        words: [const { Cell::new(None) }; 4],
        exit_status: Cell::new(0),
        codes: Cell::new(codes),
        unused_units: crate::runtime::code::unused_units(),
        shutting_down: Cell::new(false),
        linker: Default::default(),
        objects: Default::default(),
        #[cfg(feature = "match-dispatch")]
        next_pc: Cell::new(std::ptr::null()),
        #[cfg(feature = "match-dispatch")]
        next_fp: Cell::new(std::ptr::null_mut()),
    };
    let vm = HeapBox::leak(HeapBox::new_in(vm, RequestHeap));
    heap::root_set(1, std::ptr::from_mut(vm).cast());
    vm.places.reserve(crate::runtime::preloaded::get().map_or(0, |preloaded| preloaded.last_place));
    apply_settings(vm, setup);
    if let Some(begin) = setup.begin {
        begin(vm);
    }
    vm
}
/// Begins a request in an engine state that was made with these settings, or is a picture of one.
pub(crate) fn enter(vm: &Vm, setup: &Setup) {
    let sizes = codes(vm).sizes();
    vm.functions.borrow_mut().reserve(sizes.functions);
    vm.classes.borrow_mut().reserve(sizes.classes);
    vm.class_order.borrow_mut().reserve_exact(sizes.classes);
    vm.included.borrow_mut().reserve(sizes.files);
    let prepared = setup.prepared.filter(|_| setup.ini.is_empty());
    Usual::begin(vm, prepared.map_or(0, |prepared| std::ptr::from_ref(prepared).addr()));
    limit_native_stack(vm);
    start_clock(vm);
    limit_memory(vm);
}
/// Begins a request in the picture that the installed heap shows of an engine state.
pub(crate) fn enter_picture(setup: &Setup) -> &'static Vm {
    state::attach();
    let vm = Vm::current().expect("it is in the picture");
    phant_memory::account::begin();
    vm.interrupt.set(interrupt_word());
    vm.members.set(codes(vm).member_cache());
    vm.ctx.request.time.set(now());
    enter(vm, setup);
    vm
}
/// Whether the engine state that was just made is what requests with these settings begin with, and leads to nothing that
/// belongs to this one: what is compiled, objects, resources.
pub(crate) fn is_bare(vm: &Vm) -> bool {
    !vm.ctx.ini.told.get()
        && !vm.ctx.has_exception()
        && vm.functions.borrow().len() == 0
        && vm.class_order.borrow().is_empty()
        && vm.included.borrow().len() == 0
        && vm.code_states.borrow().is_empty()
        && vm.class_states.borrow().is_empty()
        && vm.shutdown.borrow().is_empty()
        && vm.ctx.output.buffers.borrow().is_empty()
        && vm.errors.last.is_none()
        && store::destructible_count() == 0
        && resource::open_ids().is_empty()
}
/// The settings that a request begins with.
fn apply_settings(vm: &Vm, setup: &Setup) {
    vm.ctx.ini.starting.set(true);
    if let Some(prepared) = setup.prepared {
        Ini::begin(&vm.ctx, prepared);
    }
    // Settings that have something to say of their values say it in the order in which they are declared.
    let mut settings: Vec<_> = setup.ini.iter().collect();
    settings.sort_by_key(|(name, _)| registry::get().settings.position(name));
    for (name, value) in settings {
        let _ = Ini::set(&vm.ctx, name, value, phant_native::ini::Stage::Startup);
    }
    vm.ctx.ini.starting.set(false);
    // What was said of them is no output of the script's.
    vm.ctx.request.headers_sent.set(None);
}
/// Puts the request under its `memory_limit`: at first, and again before what follows the end of a request that exhausted
/// it. That has a chunk more than is in use, whatever the limit.
pub(crate) fn limit_memory(vm: &Vm) {
    if let Err(usage) = phant_native::limits::set_memory(Usual::now(vm).memory) {
        let _ = heap::set_limit(usage + heap::CHUNK);
    }
}
/// The thread's interrupt word, with nothing in it but what is always there.
fn interrupt_word() -> *const AtomicU32 {
    let word = phant_memory::interrupt::word();
    // SAFETY: the word lives as long as the thread.
    unsafe { (*word).store(crate::runtime::checked::standing_interrupt(), Ordering::Relaxed) };
    word
}
/// Notes where in this thread the request runs: how deep native code may go.
pub(crate) fn enter_thread(vm: &Vm) {
    phant_memory::account::begin();
    vm.interrupt.set(interrupt_word());
    limit_native_stack(vm);
}
/// From now on, computing time counts.
pub(crate) fn start_clock(vm: &Vm) {
    let seconds = Usual::now(vm).seconds;
    if seconds > 0 {
        crate::runtime::time_limit::set(vm, seconds);
    }
}
/// Seconds since 1970.
fn now() -> f64 {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0.0, |d| d.as_secs_f64())
}
/// The facts about a request.
pub(crate) fn facts(setup: &Setup) -> RequestFacts {
    let mut argv = heap_vec();
    argv.extend(setup.argv.iter().map(Str::new));
    RequestFacts {
        sapi: Cell::new(if setup.sapi.is_empty() { "cli" } else { setup.sapi }),
        argv: RefCell::new(argv),
        time: Cell::new(now()),
        status: Cell::new(0),
        status_line: CountedCell::default(),
        headers: RefCell::new(heap_vec()),
        headers_sent: CountedCell::default(),
        http: Cell::new(setup.http),
        over: Cell::new(false),
    }
}
/// `zend.max_allowed_stack_size` may make the native stack smaller than it is.
fn limit_native_stack(vm: &Vm) {
    let marker = 0u8;
    let (here, size, usual) = ((&raw const marker).addr(), STACK_SIZE.get(), Usual::now(vm));
    let reserved = match usual.reserved_stack {
        0 => NATIVE_RESERVE.min(32 << 10),
        n => usize::try_from(n).unwrap_or(0),
    };
    let mut usable = size.saturating_sub(NATIVE_RESERVE);
    let allowed = usual.allowed_stack;
    if let Ok(allowed @ 1..) = usize::try_from(allowed) {
        usable = usable.min(allowed.saturating_sub(reserved));
    }
    let stack = phant_native::stack::Stack::new(here.saturating_sub(usable), usable);
    phant_native::stack::set(if allowed == 0 { stack.for_calls(NATIVE_CALLS, NATIVE_CALLS_TOLD) } else { stack });
}
fn reserve_stack() -> (*mut Value, usize) {
    let mut slots = STACK_SLOTS;
    loop {
        // SAFETY: the heap was just installed and is this thread's.
        let heap = unsafe { &mut *heap::current() };
        if let Some(p) = heap.reserve_region(slots * size_of::<Value>()) {
            return (p.as_ptr().cast(), slots - SPARE_SLOTS);
        }
        slots /= 2;
        assert!(slots > 1 << 10, "address space for a stack");
    }
}

fn weak_gone(p: *mut phant_memory::PhpObject) {
    if let Some(vm) = Vm::current() {
        crate::request::builtin::weak_gone(vm, p);
    }
}

/// What extensions have to do at the end of each request, first and last. Most have nothing.
fn at_the_end() -> (&'static [fn(&Ctx)], &'static [fn(&Ctx)]) {
    static ALL: OnceLock<[Vec<fn(&Ctx)>; 2]> = OnceLock::new();
    let parts = || registry::get().parts.iter();
    let [shutdowns, ends] = ALL.get_or_init(|| {
        [parts().filter_map(|part| part.request_shutdown).collect(), parts().filter_map(|part| part.request_end).collect()]
    });
    (shutdowns, ends)
}

/// Ends a request as PHP does: shutdown functions, destructors, output.
pub(crate) fn finish(vm: &Vm) -> i32 {
    // The last instruction may have used up what there was. If so, that is reported.
    let _ = vm.ctx.poll();
    let fatal = report_last(vm);
    if fatal {
        spare_objects();
    }
    vm.ctx.ending.set(None);
    vm.ctx.request.over.set(true);
    vm.frame.set(std::ptr::null_mut());
    limit_memory(vm);
    crate::request::builtin::run_shutdown_functions(vm);
    let fatal_at_last = report_last(vm);
    if fatal_at_last {
        spare_objects();
    }
    let fatal = fatal || fatal_at_last;
    vm.ctx.ending.set(None);
    limit_memory(vm);
    vm.shutting_down.set(true);
    call_destructors(vm);
    report_pending(vm);
    vm.ctx.ending.set(None);
    drop(std::mem::replace(&mut *vm.errors.stranded.borrow_mut(), phant_memory::heap_vec()));
    drop(std::mem::replace(&mut *vm.shutdown.borrow_mut(), phant_memory::heap_vec()));
    if fatal {
        // What is buffered goes out, whatever memory that takes.
        let _ = heap::set_limit(heap::limit().saturating_add(heap::real_usage()).saturating_add(4 * heap::CHUNK));
    }
    end_output(vm);
    let (shutdowns, ends) = at_the_end();
    for shutdown in shutdowns {
        vm.ctx.ending.set(None);
        shutdown(&vm.ctx);
        report_pending(vm);
    }
    resource::shutdown(&vm.ctx);
    report_pending(vm);
    vm.ctx.ending.set(None);
    crate::interpreter::fiber::end_request(vm);
    for end in ends {
        end(&vm.ctx);
    }
    if vm.ctx.request.headers_sent.is_none() {
        Output::send_headers(&vm.ctx, (Str::default(), 0));
    }
    phant_native::sapi::current().end(&vm.ctx);
    crate::runtime::time_limit::clear(vm);
    phant_memory::account::end();
    vm.exit_status.get()
}
/// After a fatal error no object's destructor runs that is there then. What is made later, by shutdown functions or handlers of
/// the output, has its destructor called as ever.
fn spare_objects() {
    let mut handle = 1;
    while let Some((h, o)) = store::next_destructible(handle) {
        handle = h + 1;
        o.set_flag(phant_memory::object::DESTRUCTED, true);
    }
}
/// Destroys the global variables in reverse order, as far as only they hold their objects, then every object that is left.
/// An exception that nobody catches is the last word.
fn call_destructors(vm: &Vm) {
    if store::destructible_count() == 0 {
        return;
    }
    loop {
        let names: Vec<Str> = vm.globals.borrow().iter().rev().map(|(k, _)| k.to_str()).collect();
        let mut progress = false;
        for name in names.iter() {
            let single = crate::interpreter::symbols::find_made_global(vm, name).and_then(|p| {
                // SAFETY: a live place.
                unsafe { (*p).as_object().map(Held::into_owned).filter(|o| o.refcount() == 2 && !(*p).is_ref()) }
            });
            if let Some(object) = single {
                drop(object);
                crate::interpreter::symbols::unset_global(vm, name);
                progress = true;
                if destructor_failed(vm) {
                    return;
                }
            }
        }
        if !progress {
            break;
        }
    }
    store::stop_reuse();
    let mut handle = 1;
    while let Some((h, o)) = store::next_destructible(handle) {
        handle = h + 1;
        if !o.has_flag(phant_memory::object::DESTRUCTED) {
            o.set_flag(phant_memory::object::DESTRUCTED, true);
            crate::interpreter::finalize::destruct(vm, &o);
            if destructor_failed(vm) {
                return;
            }
        }
    }
}
/// Looks after what a destructor threw; true if no further one may run.
fn destructor_failed(vm: &Vm) -> bool {
    let uncaught = report_pending(vm);
    let failed = uncaught || vm.ctx.ending.get().is_some();
    vm.ctx.ending.set(None);
    if failed {
        spare_objects();
    }
    failed
}
/// The same at the end of a stage of the request. Says whether a fatal error has ended it, after which no destructors
/// run; an exception that nobody caught does not prevent them.
pub(crate) fn report_last(vm: &Vm) -> bool {
    crate::interpreter::finalize::settle(vm);
    let told = vm.errors.told.take();
    let fatal = vm.ctx.ending.get() == Some(Ending::Fatal) && !told;
    let uncaught = report_pending(vm);
    // What ended the request may have been thrown where the program's own handler was left.
    let told = vm.errors.told.take() || told;
    fatal || !uncaught && !told && vm.ctx.ending.get() == Some(Ending::Fatal)
}
/// Ends all output buffers at the end of a request. A handler that throws what nobody catches, exits or meets a fatal error there
/// takes with it all that is still buffered, and what is printed about it.
pub(crate) fn end_output(vm: &Vm) {
    let is_handled = || vm.errors.exception_handlers.borrow().last().is_some_and(|handler| !handler.is_null());
    let is_lost = || vm.ctx.ending.get().is_some() || vm.ctx.has_exception() && !is_handled();
    while let Some(lost) = Output::end_innermost(&vm.ctx, is_lost) {
        report_pending(vm);
        if lost {
            return Output::drop_all(&vm.ctx);
        }
    }
}
/// An exception that nobody caught ends the request with PHP's message; true if it came to that.
pub(crate) fn report_pending(vm: &Vm) -> bool {
    crate::interpreter::finalize::settled(vm);
    match vm.ctx.exception.take() {
        Some(e) => crate::runtime::throwable::report_uncaught(vm, e),
        None => false,
    }
}

impl Vm {
    /// Runs a file as the main script, between those that the settings put before and behind it.
    pub fn run_main(&self, path: &[u8], source: &[u8]) -> PhpResult {
        let path = Str::new(path);
        self.begin_main(&path, |vm| include::run_source(vm, std::ptr::null_mut(), source, &path))
    }
    /// The same with a file, which may be in the code cache. An error is one of reading it.
    pub fn run_main_file(&self, path: &std::path::Path) -> std::io::Result<PhpResult> {
        include::run_main(self, path)
    }
    pub(crate) fn begin_main(&self, path: &Str, run: impl FnOnce(&Vm) -> PhpResult) -> PhpResult {
        const REQUIRE: u16 = 2;
        // The variables of the beginning are no garbage.
        phant_memory::gc::forget_roots();
        self.included.borrow_mut().insert(path.clone(), ());
        let extra = |vm: &Vm, setting: &str| match vm.ctx.ini.get(setting) {
            Some(file) if !file.is_empty() => include::include(vm, std::ptr::null_mut(), &file, REQUIRE).map(drop),
            _ => Ok(()),
        };
        if !Usual::now(self).has_more_files {
            let result = run(self);
            self.frame.set(std::ptr::null_mut());
            return result;
        }
        let result = extra(self, "auto_prepend_file")
            .and_then(|()| run(self))
            .and_then(|result| extra(self, "auto_append_file").map(|()| result));
        self.frame.set(std::ptr::null_mut());
        result
    }
    /// Runs text without `<?php`, as `-r` does.
    pub fn run_code(&self, code: &[u8], name: &str) -> PhpResult {
        let options = phant_syntax::ParseOptions { code_only: true, ..Default::default() };
        let unit = include::compile(self, code, &Str::new(name), &options)?;
        let result = include::run(self, unit, std::ptr::null_mut());
        self.frame.set(std::ptr::null_mut());
        result
    }
    /// Reports an exception that nobody caught, and makes the engine ready for more code: for programs that come in
    /// pieces. Says whether one of them ended the request.
    pub fn settle(&self) -> Option<Ending> {
        report_pending(self);
        self.frame.set(std::ptr::null_mut());
        self.ctx.ending.take()
    }
    /// The same for an interactive session, where an exception is a warning and no user's handler gets it.
    pub fn settle_as_warning(&self) -> Option<Ending> {
        crate::interpreter::finalize::settle(self);
        if let Some(exception) = self.ctx.exception.take() {
            crate::runtime::throwable::report(self, &exception, phant_native::Level::Warning);
        }
        self.frame.set(std::ptr::null_mut());
        self.ctx.ending.take()
    }
    /// Compiles a file without running it; errors are reported.
    pub fn check_syntax(&self, path: &[u8], source: &[u8]) -> PhpResult<()> {
        let options = phant_syntax::ParseOptions { skip_shebang: true, ..Default::default() };
        let unit = include::compile(self, source, &Str::new(path), &options)?;
        include::declare_compiled(self, unit)
    }
    /// A global variable, one of two by their numbers, that `make` makes when somebody asks for it. `false`: it is to be set at
    /// once, as there are references to it.
    pub fn promise_global(&self, name: &Str, number: usize, make: promised::Make) -> bool {
        crate::interpreter::symbols::promise_global(self, name, number, make)
    }
    /// A holder for engine-private iteration state.
    pub fn walk_object(&self) -> phant_memory::Object {
        let class = self.ctx.known_class("stdClass");
        crate::runtime::object::property::allocate_plain(self, class)
    }
}

impl Vm {
    /// The function that stands for `include` and its relatives in messages.
    pub fn word_function(&self, kind: u16, d: &'static phant_native::FunctionDescriptor) -> FunctionPtr {
        if let Some(f) = self.words[kind as usize].get() {
            return f;
        }
        let f: FunctionPtr = HeapBox::leak(HeapBox::new_in(Function::native(d, None), RequestHeap));
        self.words[kind as usize].set(Some(f));
        f
    }
}
